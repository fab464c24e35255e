/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of a public key, for verification. Programs verify many times with few keys: those of
 * a CA, of a peer. The second verification with a key makes its small table, for itself and all
 * that follow, which then take half of the time. All copies of a key share it.
 */
#ifndef MIFU_PROVIDER_SM2_TABLE_H
#define MIFU_PROVIDER_SM2_TABLE_H

#include "mifu/sm2.h"
#include "provider_context.h"

typedef struct provider_sm2_table provider_sm2_table;

/* A table still to be made. NULL where there is no memory: verification then goes without one, and
 * no error is raised. */
provider_sm2_table *provider_sm2_table_new(provider_context *provider);
/* One user more, and one less; table may be NULL. */
provider_sm2_table *provider_sm2_table_share(provider_sm2_table *table);
void provider_sm2_table_release(provider_context *provider, provider_sm2_table *table);

/* As mifu_sm2_verify_digest(). table may be NULL; else it is this key's, and threads may share it.
 */
mifu_status provider_sm2_table_verify(provider_sm2_table *table, const mifu_sm2_public_key *key,
                                      const uint8_t e[MIFU_SM2_DIGEST_SIZE],
                                      const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE]);

#endif
