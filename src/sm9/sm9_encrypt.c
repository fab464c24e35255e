/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key encryption: GM/T 0044.4-2016 8.1, GB/T 38635.2-2020. */
#include "mifu/random.h"
#include "mifu/sm4_modes.h"

#include "base_state.h"
#include "sm9_ciphertext.h"
#include "sm9_kem.h"
#include "sm4_kernels.h"

#define K1_MAX ((uint64_t)0xfffffffe * 32) /* with K2 it is what the KDF gives */

static mifu_status check(uint8_t *ct, size_t ct_cap, size_t *ct_len, mifu_sm9_cipher cipher,
                         mifu_sm9_format format, const uint8_t *pt, size_t pt_len)
{
    size_t size;

    if (pt_len == 0)
        return MIFU_ERR_ARGUMENT_EMPTY;
    if ((uint64_t)pt_len > K1_MAX)
        return MIFU_ERR_ARGUMENT_LENGTH;
    size = mifu_sm9_ciphertext_size(cipher, format, pt_len);
    if (size == 0)
        return mifu_sm9_ciphertext_size(cipher, format, 1) == 0 ? MIFU_ERR_ARGUMENT_NAME
                                                                : MIFU_ERR_ARGUMENT_LENGTH;
    if (ct == NULL || ct_cap < size) {
        *ct_len = size;
        return MIFU_ERR_BUFFER;
    }
    return mifu_overlaps(ct, size, pt, pt_len) ? MIFU_ERR_ARGUMENT_OVERLAP : MIFU_OK;
}

/* The message under SM4 with K1, its IV in front. */
static mifu_status encrypt_sm4(uint8_t *c2, size_t c2_len, mifu_sm9_cipher cipher,
                               const uint8_t k1[MIFU_SM4_KEY_SIZE], const uint8_t *iv,
                               const uint8_t *pt, size_t pt_len)
{
    size_t iv_len = mifu_sm9_iv_size(cipher), len;
    mifu_sm4_key key;
    mifu_status status;

    mifu_copy(c2, iv, iv_len);
    mifu_sm4_key_expand(&key, k1);
    if (cipher == MIFU_SM9_SM4_ECB)
        status = mifu_sm4_ecb_encrypt(c2, c2_len, &len, &key, MIFU_SM4_PADDING_PKCS7, pt, pt_len);
    else if (cipher == MIFU_SM9_SM4_CBC)
        status = mifu_sm4_cbc_encrypt(c2 + iv_len, c2_len - iv_len, &len, &key, iv,
                                      MIFU_SM4_PADDING_PKCS7, pt, pt_len);
    else if (cipher == MIFU_SM9_SM4_OFB)
        status = mifu_sm4_ofb_crypt(c2 + iv_len, &key, iv, pt, pt_len);
    else
        status = mifu_sm4_cfb_encrypt(c2 + iv_len, &key, iv, pt, pt_len);
    mifu_sm4_key_wipe(&key);
    return status;
}

/*
 * A6, A7: C2 from the stream of the KDF, and K2. *zero where K1 is all zero, which takes another
 * number; that this happened tells nothing about the ciphertext that is given out.
 */
static mifu_status make_c2(uint8_t *c2, size_t c2_len, uint8_t k2[MIFU_SM9_K2_SIZE], uint64_t *zero,
                           mifu_kdf_sm3_stream *stream, mifu_sm9_cipher cipher, const uint8_t *iv,
                           const uint8_t *pt, size_t pt_len)
{
    uint8_t k1[MIFU_SM4_KEY_SIZE];
    mifu_status status;

    if (cipher == MIFU_SM9_XOR) {
        status = mifu_kdf_sm3_xor(stream, c2, pt, pt_len);
        if (status == MIFU_OK)
            *zero = mifu_mask_equal_bytes(c2, pt, pt_len);
    } else {
        status = mifu_kdf_sm3_squeeze(stream, k1, sizeof k1);
        if (status == MIFU_OK) {
            *zero = mifu_mask_zero_bytes(k1, sizeof k1);
            status = encrypt_sm4(c2, c2_len, cipher, k1, iv, pt, pt_len);
        }
        mifu_wipe(k1, sizeof k1);
    }
    mifu_declassify(zero, sizeof *zero);
    if (status == MIFU_OK)
        status = mifu_kdf_sm3_squeeze(stream, k2, MIFU_SM9_K2_SIZE);
    return status;
}

mifu_status mifu_sm9_encrypt_with_nonces(uint8_t *ct, size_t ct_cap, size_t *ct_len,
                                         const mifu_sm9_encrypt_master_public_key *master,
                                         const uint8_t *id, size_t id_len, uint8_t hid,
                                         mifu_sm9_cipher cipher, mifu_sm9_format format,
                                         const uint8_t *pt, size_t pt_len, const uint8_t *iv,
                                         mifu_sm9_nonce_source *source, void *context)
{
    uint8_t k2[MIFU_SM9_K2_SIZE], *c1, *c2, *c3;
    size_t c2_len, size;
    mifu_kdf_sm3_stream stream;
    mifu_status status;
    uint64_t zero;

    if (ct_len == NULL || master == NULL || (id == NULL && id_len != 0) ||
        (pt == NULL && pt_len != 0 && ct != NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    *ct_len = 0;
    status = check(ct, ct_cap, ct_len, cipher, format, pt, pt_len);
    if (status != MIFU_OK)
        return status;
    c2_len = mifu_sm9_c2_size(cipher, pt_len);
    size = mifu_sm9_layout_size(cipher, format, c2_len);
    do {
        zero = 0;
        c2 = mifu_sm9_ciphertext_lay_out(&c1, &c3, ct, cipher, format, c2_len);
        status = mifu_sm9_kem_make(c1, &stream, master, id, id_len, hid, source, context);
        if (status == MIFU_OK)
            status = make_c2(c2, c2_len, k2, &zero, &stream, cipher, iv, pt, pt_len);
        mifu_declassify(c2, c2_len); /* a ciphertext is public */
        if (status == MIFU_OK)
            status = mifu_sm9_mac(c3, format, k2, c2, c2_len);
        mifu_kdf_sm3_wipe(&stream);
    } while (status == MIFU_OK && zero);
    if (status == MIFU_OK) {
        mifu_declassify(ct, size);
        *ct_len = size;
    } else {
        mifu_wipe(ct, size);
    }
    mifu_wipe(k2, sizeof k2);
    return status;
}

mifu_status mifu_sm9_encrypt(uint8_t *ct, size_t ct_cap, size_t *ct_len,
                             const mifu_sm9_encrypt_master_public_key *master, const uint8_t *id,
                             size_t id_len, uint8_t hid, mifu_sm9_cipher cipher,
                             mifu_sm9_format format, const uint8_t *pt, size_t pt_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t iv[MIFU_SM4_BLOCK_SIZE] = {0};

    /* Without a buffer nothing will be encrypted, and no randomness is needed. */
    if (ct != NULL && mifu_sm9_iv_size(cipher) != 0) {
        mifu_status status = mifu_random_bytes(iv, sizeof iv);

        if (status != MIFU_OK) {
            if (ct_len != NULL)
                *ct_len = 0;
            return status;
        }
    }
    return mifu_sm9_encrypt_with_nonces(ct, ct_cap, ct_len, master, id, id_len, hid, cipher, format,
                                        pt, pt_len, iv, mifu_random_scalar_bytes, NULL);
}
