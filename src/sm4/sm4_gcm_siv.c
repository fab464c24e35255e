/* SPDX-License-Identifier: Apache-2.0 */
/* SM4-GCM-SIV: RFC 8452 with SM4 in the place of AES-128. */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "mifu/sm4_aead.h"
#include "sm4_block.h"
#include "sm4_check.h"

#define MAX_SIZE (UINT64_C(1) << 36) /* bytes of text, bytes of associated data: clause 6 */
#define CHUNK    64                  /* blocks */

typedef struct siv_keys {
    uint64_t hash_key[MIFU_GHASH_KEY_WORDS]; /* POLYVAL's, in the form of GHASH */
    mifu_sm4_key encryption;
} siv_keys;

static void reverse_block(uint8_t out[16], const uint8_t in[16])
{
    uint64_t first = mifu_load64_le(in), second = mifu_load64_le(in + 8);

    mifu_store64_be(out, second);
    mifu_store64_be(out + 8, first);
}

/* Clause 4: the keys for one nonce. Appendix A: H of GHASH is mulX_GHASH(ByteReverse(H)). */
static void derive_keys(siv_keys *keys, const mifu_sm4_key *key, const uint8_t nonce[12],
                        uint64_t bytes)
{
    uint8_t block[4][16], k[16];

    for (unsigned i = 0; i < 4; i++) {
        mifu_store32_le(block[i], i);
        memcpy(block[i] + 4, nonce, 12);
    }
    mifu_sm4_kernels_in_use()->encrypt(key, block[0], block[0], 4);
    memcpy(k, block[2], 8);
    memcpy(k + 8, block[3], 8);
    mifu_sm4_key_expand(&keys->encryption, k);
    memcpy(k, block[0], 8);
    memcpy(k + 8, block[1], 8);
    reverse_block(k, k);
    mifu_sm4_tweak_double(k, MIFU_SM4_XTS_GB); /* times x in the order of GCM */
    mifu_ghash_init(keys->hash_key, k, bytes);
    mifu_wipe(block, sizeof block);
    mifu_wipe(k, sizeof k);
}

/* POLYVAL over `len` bytes filled with zeros: GHASH over reversed blocks. */
static void polyval(siv_keys *keys, uint8_t hash[16], const uint8_t *data, size_t len)
{
    uint8_t reversed[16 * CHUNK];

    while (len > 0) {
        size_t n = len < sizeof reversed ? len : sizeof reversed;
        size_t blocks = n / 16;

        for (size_t i = 0; i < blocks; i++)
            reverse_block(reversed + 16 * i, data + 16 * i);
        if (n % 16 != 0) {
            uint8_t last[16] = {0};

            memcpy(last, data + 16 * blocks, n % 16);
            reverse_block(reversed + 16 * blocks++, last);
            mifu_wipe(last, sizeof last);
        }
        mifu_ghash_update(keys->hash_key, hash, reversed, blocks);
        data += n;
        len -= n;
    }
    mifu_wipe(reversed, sizeof reversed);
}

/* From `hash`, POLYVAL over the associated data, which is used up. */
static void make_tag(uint8_t tag[16], siv_keys *keys, const uint8_t nonce[12], uint8_t hash[16],
                     size_t aad_len, const uint8_t *pt, size_t pt_len)
{
    uint8_t lengths[16];

    polyval(keys, hash, pt, pt_len);
    mifu_store64_le(lengths, (uint64_t)aad_len * 8);
    mifu_store64_le(lengths + 8, (uint64_t)pt_len * 8);
    polyval(keys, hash, lengths, sizeof lengths);
    reverse_block(hash, hash);
    mifu_xor_bytes(hash, hash, nonce, 12);
    hash[15] &= 0x7f;
    mifu_sm4_one_encrypt(tag, &keys->encryption, hash);
    mifu_wipe(hash, 16);
}

/* The counter is the tag with its last bit set; its first four bytes count, little-endian. */
static void count(uint8_t *out, const siv_keys *keys, const uint8_t tag[16], const uint8_t *in,
                  size_t len)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    uint64_t low = mifu_load64_le(tag), high = mifu_load64_le(tag + 8) | UINT64_C(1) << 63;
    uint32_t counter = (uint32_t)low;
    uint8_t stream[16 * CHUNK];

    while (len > 0) {
        size_t n = len < sizeof stream ? len : sizeof stream;
        size_t blocks = (n + 15) / 16;

        for (size_t i = 0; i < blocks; i++, counter++) {
            mifu_store64_le(stream + 16 * i, (low & ~UINT64_C(0xffffffff)) | counter);
            mifu_store64_le(stream + 16 * i + 8, high);
        }
        kernels->encrypt(&keys->encryption, stream, stream, blocks);
        mifu_xor_bytes(out, in, stream, n);
        out += n;
        in += n;
        len -= n;
    }
    mifu_wipe(stream, sizeof stream);
}

static mifu_status check(const uint8_t *out, const uint8_t *tag, const mifu_sm4_key *key,
                         const uint8_t *nonce, const uint8_t *aad, size_t aad_len,
                         const uint8_t *in, size_t len)
{
    if (tag == NULL || key == NULL || nonce == NULL || (aad == NULL && aad_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (len > MAX_SIZE || aad_len > MAX_SIZE)
        return MIFU_ERR_LIMIT;
    return mifu_sm4_check_text(out, in, len);
}

mifu_status mifu_sm4_gcm_siv_seal(uint8_t *ct, uint8_t tag[MIFU_SM4_TAG_SIZE],
                                  const mifu_sm4_key *key,
                                  const uint8_t nonce[MIFU_SM4_GCM_SIV_NONCE_SIZE],
                                  const uint8_t *aad, size_t aad_len, const uint8_t *pt,
                                  size_t pt_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    siv_keys keys;
    uint8_t made[16], hash[16] = {0};
    mifu_status status = check(ct, tag, key, nonce, aad, aad_len, pt, pt_len);

    if (status == MIFU_OK && mifu_overlaps(tag, 16, ct, pt_len))
        status = MIFU_ERR_ARGUMENT_OVERLAP;
    if (status != MIFU_OK)
        return status;
    derive_keys(&keys, key, nonce, (uint64_t)pt_len + aad_len);
    polyval(&keys, hash, aad, aad_len);
    make_tag(made, &keys, nonce, hash, aad_len, pt, pt_len);
    mifu_declassify(made, 16); /* tag and ciphertext are what may be seen */
    count(ct, &keys, made, pt, pt_len);
    memcpy(tag, made, 16);
    mifu_declassify(ct, pt_len);
    mifu_wipe(&keys, sizeof keys);
    return MIFU_OK;
}

mifu_status mifu_sm4_gcm_siv_open(uint8_t *pt, const mifu_sm4_key *key,
                                  const uint8_t nonce[MIFU_SM4_GCM_SIV_NONCE_SIZE],
                                  const uint8_t *aad, size_t aad_len, const uint8_t *ct,
                                  size_t ct_len, const uint8_t tag[MIFU_SM4_TAG_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    siv_keys keys;
    uint8_t expected[16], received[16], n[12], hash[16] = {0};
    mifu_status status = check(pt, tag, key, nonce, aad, aad_len, ct, ct_len);

    if (status != MIFU_OK)
        return status;
    /* Tag, nonce and associated data may lie where the plaintext goes. */
    memcpy(received, tag, sizeof received);
    memcpy(n, nonce, sizeof n);
    derive_keys(&keys, key, n, (uint64_t)ct_len + aad_len);
    polyval(&keys, hash, aad, aad_len);
    count(pt, &keys, received, ct, ct_len);
    make_tag(expected, &keys, n, hash, aad_len, pt, ct_len);
    if (mifu_compare_tags(expected, received, 16) != MIFU_OK) {
        mifu_wipe(pt, ct_len);
        status = MIFU_ERR_AUTHENTICATION;
    }
    mifu_wipe(expected, sizeof expected);
    mifu_wipe(&keys, sizeof keys);
    return status;
}
