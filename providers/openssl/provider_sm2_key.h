/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An SM2 key as OpenSSL hands it round ("provkey"): what key management makes, decoders read,
 * encoders write and the operations take. OpenSSL may free it while an operation is under way, so
 * each operation keeps a copy of what it needs.
 */
#ifndef MIFU_PROVIDER_SM2_KEY_H
#define MIFU_PROVIDER_SM2_KEY_H

#include "mifu/sm2.h"
#include "provider_context.h"
#include "provider_sm2_table.h"

/* The names of OpenSSL's default provider: of keys and of all operations with them. */
#define PROVIDER_SM2_NAMES "SM2:1.2.156.10197.1.301"
#define PROVIDER_SM2_NAME  "SM2"

typedef struct provider_sm2_key {
    provider_context *provider;
    int has_public;
    int has_private; /* then has_public is 1 too */
    mifu_sm2_public_key public_key;
    mifu_sm2_private_key private_key;
    provider_sm2_table *table; /* of public_key; may be NULL */
} provider_sm2_key;

provider_sm2_key *provider_sm2_key_new(provider_context *provider);
void provider_sm2_key_free(provider_sm2_key *key);

/* The key as it is, or with the public part alone. */
provider_sm2_key *provider_sm2_key_copy(const provider_sm2_key *key, int with_private);

/* Both parts from the private one; the public part alone. */
void provider_sm2_key_set_private(provider_sm2_key *key, const mifu_sm2_private_key *private_key);
void provider_sm2_key_set_public(provider_sm2_key *key, const mifu_sm2_public_key *public_key);

/*
 * Reads the parts that `selection` names from the parameters of key management, those of OpenSSL's
 * own SM2 keys. 0 with an error raised and the key unchanged where they are no SM2 key.
 */
int provider_sm2_key_import(provider_sm2_key *key, int selection, const OSSL_PARAM params[]);

/* Hands the parts that `selection` names to the callback, as parameters of the same kind. */
int provider_sm2_key_export(const provider_sm2_key *key, int selection, OSSL_CALLBACK *callback,
                            void *argument);

/* What the two take and give. */
const OSSL_PARAM *provider_sm2_key_types(int selection);

/* Whether text names the curve. */
int provider_sm2_is_group(const OSSL_PARAM *param);

/* For encoders and decoders of private keys: whether the selection asks for one. A selection of 0
 * leaves the choice to them. */
int provider_sm2_selects_private(void *provctx, int selection);

/* 1 where the key has the part; else raises an error and gives 0. key may be NULL. */
int provider_sm2_needs_public(provider_context *provider, const provider_sm2_key *key);
int provider_sm2_needs_private(provider_context *provider, const provider_sm2_key *key);

#endif
