/* SPDX-License-Identifier: Apache-2.0 */
/* Signature verification: GB/T 32918.2-2016 clause 7. Public data, variable time. */
#include "base_state.h"
#include "sm2_internal.h"
#include "sm2_kernels.h"

int mifu_sm2_verification_scalars(mifu_u256 *s, mifu_u256 *t, mifu_u256 *x,
                                  const uint8_t e[MIFU_SM2_DIGEST_SIZE],
                                  const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE])
{
    mifu_u256 r;

    /* B1, B2: both in [1, n-1]. */
    if (!(mifu_sm2_nonce_from_bytes(&r, sig) & mifu_sm2_nonce_from_bytes(s, sig + 32)))
        return 0;
    /* B5 */
    mifu_fn_add(t, &r, s);
    if (mifu_u256_mask_zero(t))
        return 0;
    /* B6, B7: e + x_1 = r mod n, that is x_1 = r - e mod n. */
    mifu_u256_from_bytes(x, e);
    mifu_fn_reduce(x, x);
    mifu_fn_sub(x, &r, x);
    return 1;
}

mifu_status mifu_sm2_verify_digest(const mifu_sm2_public_key *key,
                                   const uint8_t e[MIFU_SM2_DIGEST_SIZE],
                                   const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_affine point;
    mifu_u256 s, t, x;
    mifu_status status;

    if (e == NULL || sig == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm2_public_key_status(key);
    if (status != MIFU_OK)
        return status;
    if (!mifu_sm2_verification_scalars(&s, &t, &x, e, sig))
        return MIFU_INVALID;
    mifu_sm2_point_of(&point, key);
    return mifu_sm2_kernels_in_use()->check_x_vartime(&s, &t, &point, &x) ? MIFU_OK : MIFU_INVALID;
}

mifu_status mifu_sm2_verify(const mifu_sm2_public_key *key, const uint8_t *id, size_t id_len,
                            const uint8_t *msg, size_t msg_len,
                            const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t e[MIFU_SM2_DIGEST_SIZE];
    mifu_status status = mifu_sm2_digest(e, key, id, id_len, msg, msg_len);

    return status == MIFU_OK ? mifu_sm2_verify_digest(key, e, sig) : status;
}
