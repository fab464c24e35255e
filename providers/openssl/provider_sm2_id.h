/* SPDX-License-Identifier: Apache-2.0 */
/* The identities of signatures and of the key exchange of GB/T 32918.3. */
#ifndef MIFU_PROVIDER_SM2_ID_H
#define MIFU_PROVIDER_SM2_ID_H

#include "provider_context.h"

/* An identity that an application may set: NULL where it has set none. */
typedef struct provider_sm2_id {
    uint8_t *bytes;
    size_t len;
} provider_sm2_id;

/* Takes a parameter of octets; 0 with an error raised and the identity as before. */
int provider_sm2_id_set(provider_context *provider, provider_sm2_id *id, const OSSL_PARAM *param);

/* Overwrites *to, which owns nothing yet; 0 with an error raised for want of memory. */
int provider_sm2_id_copy(provider_context *provider, provider_sm2_id *to,
                         const provider_sm2_id *from);
void provider_sm2_id_free(provider_context *provider, provider_sm2_id *id);

/* The identity to be used: the one that is set, or `default-distid`, or the empty one, as in
 * OpenSSL's own code. */
void provider_sm2_id_choose(const provider_context *provider, const provider_sm2_id *id,
                            const uint8_t **bytes, size_t *len);

#endif
