/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ciphertexts from one layout into another: GM/T 0009-2012 7.2 (DER), GB/T 32918.4-2016 6.1 (C1,
 * C3, C2) and the order before 2012 (C1, C2, C3), with and without the leading 04. Public data.
 */
#include "mifu/sm2_encoding.h"

#include "base_state.h"
#include "base_bytes.h"

#include "sm2_ciphertext_convert.h"
#include "sm2_internal.h"

mifu_status mifu_sm2_ciphertext_check(mifu_sm2_ciphertext *parts, uint8_t xy[64],
                                      mifu_sm2_format format, const uint8_t *ct, size_t ct_len)
{
    mifu_affine c1;
    mifu_status status = mifu_sm2_ciphertext_parse(parts, format, ct, ct_len);

    if (status == MIFU_OK)
        status = mifu_sm2_point_from_any(&c1, parts->c1, parts->c1_len);
    if (status == MIFU_OK)
        mifu_sm2_point_to_xy(xy, &c1);
    return status;
}

/*
 * Which layout is it? C1 on the curve decides between DER, with 04 and without: another reading
 * than the true one meets a point once in 2^256. The order of C3 and C2 stays unknown.
 */
static mifu_status check_auto(mifu_sm2_ciphertext *parts, uint8_t xy[64], const uint8_t *ct,
                              size_t ct_len)
{
    int begins_with_04 = ct_len != 0 && ct[0] == 0x04;
    mifu_status with_04 = mifu_sm2_ciphertext_check(parts, xy, MIFU_SM2_C1C3C2, ct, ct_len);
    mifu_status without = mifu_sm2_ciphertext_check(parts, xy, MIFU_SM2_C1C3C2_NO_04, ct, ct_len);

    if ((begins_with_04 && with_04 == MIFU_OK) || without == MIFU_OK)
        return MIFU_ERR_ENCODING_AMBIGUOUS;
    if (begins_with_04)
        return with_04;
    return mifu_sm2_ciphertext_check(parts, xy, MIFU_SM2_DER, ct, ct_len);
}

mifu_status mifu_sm2_ciphertext_convert(uint8_t *out, size_t out_cap, size_t *out_len,
                                        mifu_sm2_format to, mifu_sm2_format from, const uint8_t *ct,
                                        size_t ct_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm2_ciphertext parts;
    uint8_t xy[64];
    uint8_t *c2;
    uint8_t *c3;
    mifu_status status;

    if (out_len == NULL || (ct == NULL && ct_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    *out_len = 0;
    if (mifu_sm2_ciphertext_size(to, 1) == 0)
        return MIFU_ERR_ARGUMENT_NAME;
    status = from == MIFU_SM2_AUTO ? check_auto(&parts, xy, ct, ct_len)
                                   : mifu_sm2_ciphertext_check(&parts, xy, from, ct, ct_len);
    if (status != MIFU_OK)
        return status;
    *out_len = mifu_sm2_ciphertext_exact_size(to, xy, parts.c2_len);
    if (*out_len == 0)
        return MIFU_ERR_ARGUMENT_LENGTH;
    if (out == NULL || out_cap < *out_len)
        return MIFU_ERR_BUFFER;
    /* Nothing is converted in place: the parts change their places. */
    if (out == ct || mifu_overlaps_badly(out, *out_len, ct, ct_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    c2 = mifu_sm2_ciphertext_lay_out(&c3, out, to, xy, parts.c2_len);
    memcpy(c3, parts.c3, MIFU_SM2_C3_SIZE);
    memcpy(c2, parts.c2, parts.c2_len);
    return MIFU_OK;
}
