/* SPDX-License-Identifier: Apache-2.0 */
/* What GCM and CCM share: the tag and its parameters, and the length of the IV. */
#ifndef MIFU_PROVIDER_CIPHER_AEAD_H
#define MIFU_PROVIDER_CIPHER_AEAD_H

#include "mifu/sm4_aead.h"
#include "provider_cipher.h"

typedef struct provider_tag {
    size_t len; /* bytes of the tag that was set or made, or that is to be made */
    int set;    /* by the program, for decryption */
    int made;   /* by encryption, at the end of the message */
    uint8_t bytes[MIFU_SM4_TAG_SIZE];
} provider_tag;

/*
 * The parameter "tag": of decryption the tag to be checked; of CCM, without data, the length of the
 * tag to be made. `step`: lengths permitted are 4 to 16 bytes, in steps of 1 or 2.
 */
int provider_tag_set(provider_cipher *cipher, provider_tag *tag, const OSSL_PARAM params[],
                     unsigned step);

/* The parameters "tag", after encryption, and "taglen". */
int provider_tag_get(provider_cipher *cipher, const provider_tag *tag, OSSL_PARAM params[]);

/* The parameter "ivlen", from `least` to `most`; an IV of another length is forgotten. */
int provider_iv_len_set(provider_cipher *cipher, const OSSL_PARAM params[], size_t least,
                        size_t most);

OSSL_FUNC_cipher_gettable_ctx_params_fn provider_aead_gettable_ctx_params;
OSSL_FUNC_cipher_settable_ctx_params_fn provider_aead_settable_ctx_params;

#endif
