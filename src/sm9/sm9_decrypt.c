/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key decryption: GM/T 0044.4-2016 9.1, GB/T 38635.2-2020. */
#include "mifu/sm4_modes.h"

#include "base_state.h"
#include "sm9_ciphertext.h"
#include "sm9_kem.h"
#include "sm4_kernels.h"

/* What comes out at most: exact but for the padding, of which there is at least a byte. */
static size_t plaintext_bound(const mifu_sm9_ciphertext *parts)
{
    int padded = parts->cipher == MIFU_SM9_SM4_ECB || parts->cipher == MIFU_SM9_SM4_CBC;

    return padded ? parts->body_len - 1 : parts->body_len;
}

static mifu_status decrypt_sm4(uint8_t *pt, size_t pt_cap, size_t *pt_len,
                               const mifu_sm9_ciphertext *parts,
                               const uint8_t k1[MIFU_SM4_KEY_SIZE])
{
    mifu_sm4_key key;
    mifu_status status;

    *pt_len = parts->body_len;
    mifu_sm4_key_expand(&key, k1);
    if (parts->cipher == MIFU_SM9_SM4_ECB)
        status = mifu_sm4_ecb_decrypt(pt, pt_cap, pt_len, &key, MIFU_SM4_PADDING_PKCS7, parts->body,
                                      parts->body_len);
    else if (parts->cipher == MIFU_SM9_SM4_CBC)
        status = mifu_sm4_cbc_decrypt(pt, pt_cap, pt_len, &key, parts->iv, MIFU_SM4_PADDING_PKCS7,
                                      parts->body, parts->body_len);
    else if (parts->cipher == MIFU_SM9_SM4_OFB)
        status = mifu_sm4_ofb_crypt(pt, &key, parts->iv, parts->body, parts->body_len);
    else
        status = mifu_sm4_cfb_decrypt(pt, &key, parts->iv, parts->body, parts->body_len);
    mifu_sm4_key_wipe(&key);
    return status;
}

/* B3, B4: whether K1 is not all zero and C3 is right, which is the answer. */
static mifu_status authenticate(mifu_kdf_sm3_stream *stream, uint64_t k1_is_zero,
                                const mifu_sm9_ciphertext *parts, mifu_sm9_format format)
{
    uint8_t k2[MIFU_SM9_K2_SIZE], c3[MIFU_SM9_C3_SIZE];
    uint64_t good = 0;
    mifu_status status = mifu_kdf_sm3_squeeze(stream, k2, sizeof k2);

    if (status == MIFU_OK)
        status = mifu_sm9_mac(c3, format, k2, parts->c2, parts->c2_len);
    if (status == MIFU_OK)
        good = mifu_mask_equal_bytes(c3, parts->c3, sizeof c3) & ~k1_is_zero;
    mifu_declassify(&good, sizeof good);
    if (status == MIFU_OK && !good)
        status = MIFU_ERR_AUTHENTICATION;
    mifu_wipe(k2, sizeof k2);
    mifu_wipe(c3, sizeof c3);
    return status;
}

/* pt has room for the bound. */
static mifu_status open_parts(uint8_t *pt, size_t pt_cap, size_t *pt_len,
                              mifu_kdf_sm3_stream *stream, const mifu_sm9_ciphertext *parts,
                              mifu_sm9_format format)
{
    uint8_t k1[MIFU_SM4_KEY_SIZE];
    mifu_status status;

    if (parts->cipher == MIFU_SM9_XOR) {
        *pt_len = parts->body_len;
        status = mifu_kdf_sm3_xor(stream, pt, parts->body, parts->body_len);
        if (status == MIFU_OK)
            status = authenticate(stream, mifu_mask_equal_bytes(pt, parts->body, parts->body_len),
                                  parts, format);
        return status;
    }
    status = mifu_kdf_sm3_squeeze(stream, k1, sizeof k1);
    if (status == MIFU_OK)
        status = authenticate(stream, mifu_mask_zero_bytes(k1, sizeof k1), parts, format);
    if (status == MIFU_OK)
        status = decrypt_sm4(pt, pt_cap, pt_len, parts, k1);
    if (status == MIFU_ERR_ARGUMENT_LENGTH) /* no whole number of blocks */
        status = MIFU_ERR_AUTHENTICATION;
    mifu_wipe(k1, sizeof k1);
    return status;
}

mifu_status mifu_sm9_decrypt(uint8_t *pt, size_t pt_cap, size_t *pt_len,
                             const mifu_sm9_encrypt_key *key, const uint8_t *id, size_t id_len,
                             mifu_sm9_cipher cipher, mifu_sm9_format format, const uint8_t *ct,
                             size_t ct_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm9_ciphertext parts;
    mifu_kdf_sm3_stream stream;
    mifu_sm9_g1 c1;
    size_t bound;
    mifu_status status;

    if (pt_len == NULL || key == NULL || (id == NULL && id_len != 0) || (ct == NULL && ct_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    *pt_len = 0;
    /* What is written is shorter than the ciphertext. */
    if (pt != NULL && mifu_overlaps(pt, pt_cap < ct_len ? pt_cap : ct_len, ct, ct_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    status = mifu_sm9_ciphertext_parse(&parts, cipher, format, ct, ct_len);
    if (status == MIFU_OK)
        status = mifu_sm9_g1_from_bytes(&c1, parts.c1, parts.c1_len); /* B1 */
    if (status != MIFU_OK)
        return status;
    bound = plaintext_bound(&parts);
    if (pt == NULL || pt_cap < bound) {
        *pt_len = bound;
        return MIFU_ERR_BUFFER;
    }
    mifu_sm9_kem_open(&stream, key, id, id_len, &c1);
    status = open_parts(pt, pt_cap, pt_len, &stream, &parts, format);
    mifu_kdf_sm3_wipe(&stream);
    if (status != MIFU_OK) {
        mifu_wipe(pt, bound);
        *pt_len = 0;
    }
    return status;
}
