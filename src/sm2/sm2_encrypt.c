/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key encryption: GB/T 32918.4-2016 clause 6. */
#include "base_state.h"
#include "sm2_testing.h"

#include "kdf_sm3.h"
#include "sm2_ciphertext.h"
#include "sm2_internal.h"
#include "sm3_kernels.h"

mifu_status mifu_sm2_encrypt_check(uint8_t *ct, size_t ct_cap, size_t *ct_len,
                                   const mifu_sm2_public_key *key, mifu_sm2_format format,
                                   const uint8_t *pt, size_t pt_len)
{
    size_t size;
    mifu_status status;

    if (ct_len == NULL || (pt == NULL && pt_len != 0 && ct != NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    *ct_len = 0;
    status = mifu_sm2_public_key_status(key);
    if (status != MIFU_OK)
        return status;
    if (pt_len == 0)
        return MIFU_ERR_ARGUMENT_EMPTY;
    if ((uint64_t)pt_len > (uint64_t)0xffffffff * 32)
        return MIFU_ERR_ARGUMENT_LENGTH;
    size = mifu_sm2_ciphertext_size(format, pt_len);
    if (size == 0)
        return mifu_sm2_ciphertext_size(format, 1) == 0 ? MIFU_ERR_ARGUMENT_NAME
                                                        : MIFU_ERR_ARGUMENT_LENGTH;
    if (ct == NULL || ct_cap < size) {
        *ct_len = size;
        return MIFU_ERR_BUFFER;
    }
    return mifu_sm2_overlaps(ct, size, pt, pt_len) ? MIFU_ERR_ARGUMENT_OVERLAP : MIFU_OK;
}

mifu_status mifu_sm2_encrypt_to_points(uint8_t *ct, size_t *ct_len, int *again,
                                       const mifu_affine *c1, const mifu_affine *shared,
                                       mifu_sm2_format format, const uint8_t *pt, size_t pt_len)
{
    uint8_t xy[64], secret[64], *c2, *c3;
    mifu_affine public_c1 = *c1;
    mifu_kdf_sm3_stream stream;
    mifu_sm3 sm3;
    mifu_status status;
    uint64_t all_zero = 0;

    mifu_declassify(&public_c1, sizeof public_c1); /* part of the ciphertext */
    mifu_sm2_point_to_xy(xy, &public_c1);
    mifu_sm2_point_to_xy(secret, shared);
    c2 = mifu_sm2_ciphertext_lay_out(&c3, ct, format, xy, pt_len);
    mifu_kdf_sm3_init(&stream, secret, sizeof secret);
    status = mifu_kdf_sm3_xor(&stream, c2, pt, pt_len); /* A5, A6 */
    mifu_kdf_sm3_wipe(&stream);
    if (status == MIFU_OK) {
        /* The key stream is all zero exactly where C2 is the message: then another nonce. That this
         * happened tells nothing about the ciphertext that is given out. */
        all_zero = mifu_mask_equal_bytes(c2, pt, pt_len);
        mifu_declassify(&all_zero, sizeof all_zero);
    }
    if (status == MIFU_OK && !all_zero) {
        mifu_sm3_init(&sm3); /* A7 */
        mifu_sm3_update(&sm3, secret, 32);
        mifu_sm3_update(&sm3, pt, pt_len);
        mifu_sm3_update(&sm3, secret + 32, 32);
        mifu_sm3_finish(c3, &sm3);
        *ct_len = mifu_sm2_ciphertext_exact_size(format, xy, pt_len);
        mifu_declassify(ct, *ct_len); /* a ciphertext is public */
    } else {
        mifu_wipe(ct, mifu_sm2_ciphertext_size(format, pt_len));
    }
    *again = all_zero != 0;
    mifu_wipe(secret, sizeof secret);
    return status;
}

/* table: the key's large table, or NULL. */
static MIFU_NOINLINE mifu_status encrypt(uint8_t *ct, size_t ct_cap, size_t *ct_len,
                                         const mifu_sm2_public_key *key,
                                         const mifu_prepared_large *table, mifu_sm2_format format,
                                         const uint8_t *pt, size_t pt_len,
                                         mifu_sm2_nonce_source *source, void *context)
{
    mifu_status status = mifu_sm2_encrypt_check(ct, ct_cap, ct_len, key, format, pt, pt_len);
    const mifu_sm2_kernels *kernels = mifu_sm2_kernels_in_use();
    mifu_affine point, c1, shared;
    mifu_u256 k;
    int again = 0;

    if (status != MIFU_OK)
        return status;
    mifu_sm2_point_of(&point, key);
    do {
        status = mifu_sm2_next_nonce(&k, source, context); /* A1 */
        if (status != MIFU_OK)
            break;
        if (table != NULL) /* A2-A4 */
            kernels->prepared_both_multiply(&c1, &shared, &k, table);
        else
            kernels->both_multiply(&c1, &shared, &k, &point);
        status = mifu_sm2_encrypt_to_points(ct, ct_len, &again, &c1, &shared, format, pt, pt_len);
    } while (status == MIFU_OK && again);
    if (status != MIFU_OK)
        mifu_wipe(ct, mifu_sm2_ciphertext_size(format, pt_len));
    mifu_wipe(&k, sizeof k);
    mifu_wipe(&shared, sizeof shared);
    return status;
}

mifu_status mifu_sm2_encrypt_with_nonces(uint8_t *ct, size_t ct_cap, size_t *ct_len,
                                         const mifu_sm2_public_key *key, mifu_sm2_format format,
                                         const uint8_t *pt, size_t pt_len,
                                         mifu_sm2_nonce_source *source, void *context)
{
    mifu_status status =
        encrypt(ct, ct_cap, ct_len, key, NULL, format, pt, pt_len, source, context);

    mifu_sm2_wipe_stack();
    return status;
}

mifu_status mifu_sm2_encrypt(uint8_t *ct, size_t ct_cap, size_t *ct_len,
                             const mifu_sm2_public_key *key, mifu_sm2_format format,
                             const uint8_t *pt, size_t pt_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return mifu_sm2_encrypt_with_nonces(ct, ct_cap, ct_len, key, format, pt, pt_len,
                                        mifu_random_scalar_bytes, NULL);
}

mifu_status mifu_sm2_encrypt_prepared(uint8_t *ct, size_t ct_cap, size_t *ct_len,
                                      const mifu_sm2_prepared_key *key, mifu_sm2_format format,
                                      const uint8_t *pt, size_t pt_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status;

    if (key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = encrypt(ct, ct_cap, ct_len, &key->key, mifu_sm2_large_table(key), format, pt, pt_len,
                     mifu_random_scalar_bytes, NULL);
    mifu_sm2_wipe_stack();
    return status;
}
