/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4 with GFNI and AVX-512: 33 blocks and more half-sliced in 512-bit registers, two sets at a
 * time, 17 to 32 one set, fewer word-sliced in 256 and 128 bits. docs/performance-sm4.md.
 */
#include "sm4_kernels.h"

#include "base_secret.h"
#include "ghash_vpclmul.h"
#include "sm4_block.h"
#include "sm4_gfni_half.h"

#define V               __m128i
#define ZERO            _mm_setzero_si128()
#define NAME(x)         narrow_##x
#define OP(x)           _mm_##x
#define BROADCAST128(x) (x)
#include "sm4_gfni_words.inc"
#undef V
#undef ZERO
#undef NAME
#undef OP
#undef BROADCAST128

#define V               __m256i
#define ZERO            _mm256_setzero_si256()
#define NAME(x)         wide_##x
#define OP(x)           _mm256_##x
#define BROADCAST128(x) _mm256_broadcastsi128_si256(x)
#include "sm4_gfni_words.inc"
#undef V
#undef ZERO
#undef NAME
#undef OP
#undef BROADCAST128

#define BATCH 64 /* blocks of two sets */

MIFU_INLINE __m512i load512(const uint8_t *p)
{
    return _mm512_loadu_si512((const void *)p);
}

MIFU_INLINE void store512(uint8_t *p, __m512i x)
{
    _mm512_storeu_si512((void *)p, x);
}

MIFU_INLINE __m128i load128(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

MIFU_INLINE void store128(uint8_t *p, __m128i x)
{
    _mm_storeu_si128((__m128i *)(void *)p, x);
}

MIFU_INLINE __m512i broadcast512(const uint8_t *p)
{
    return _mm512_broadcast_i32x4(load128(p));
}

/* Which quadwords of register i, four blocks each, belong to the first `blocks` blocks. */
MIFU_INLINE __mmask8 mask_of(size_t blocks, size_t i)
{
    size_t n = blocks <= 4 * i ? 0 : blocks - 4 * i < 4 ? blocks - 4 * i : 4;

    return (__mmask8)((1U << 2 * n) - 1);
}

/* What is added to blocks on the way in and out: half-sliced state is whitened. */
typedef struct whitening {
    __m512i in, out;
} whitening;

MIFU_INLINE whitening whitening_of(const mifu_sm4_key *key, int decrypting)
{
    __m512i plain = broadcast512(mifu_sm4_derived(key, MIFU_SM4_DERIVED_WHITE_PLAIN));
    __m512i cipher = broadcast512(mifu_sm4_derived(key, MIFU_SM4_DERIVED_WHITE_CIPHER));
    whitening w;

    w.in = decrypting ? cipher : plain;
    w.out = decrypting ? plain : cipher;
    return w;
}

/* ---- Sets of blocks ---- */

/* 64 blocks in registers: whitened in, whitened out. */
MIFU_INLINE void crypt_64(__m512i m[16], half_keys keys)
{
    half_word x[4], y[4];

    half_load(x, m);
    half_load(y, m + 8);
    half_rounds_two(x, y, keys);
    half_store(m, x);
    half_store(m + 8, y);
}

MIFU_INLINE void crypt_32(__m512i m[8], half_keys keys)
{
    half_word x[4];

    half_load(x, m);
    half_rounds_one(x, keys);
    half_store(m, x);
}

typedef struct word_keys {
    const uint8_t *keys;
    ptrdiff_t step;
} word_keys;

MIFU_INLINE word_keys word_keys_of(const mifu_sm4_key *key, int decrypting)
{
    word_keys k = {mifu_sm4_derived(key, MIFU_SM4_DERIVED_KEYS), 4};

    if (decrypting) {
        k.keys += 31 * 4;
        k.step = -4;
    }
    return k;
}

/* 1 to 4 blocks. */
static void crypt_4(word_keys k, uint8_t *out, const uint8_t *in, size_t blocks)
{
    narrow_words s;
    __m128i m[4];

    for (size_t i = 0; i < 4; i++)
        m[i] = i < blocks ? load128(in + 16 * i) : _mm_setzero_si128();
    narrow_load(&s, m);
    narrow_rounds(&s, k.keys, k.step);
    narrow_store(m, &s);
    for (size_t i = 0; i < 4; i++)
        if (i < blocks)
            store128(out + 16 * i, m[i]);
}

/* Blocks 2 i and 2 i + 1 of the first `blocks`. */
MIFU_INLINE __mmask8 mask_of_two(size_t blocks, size_t i)
{
    size_t n = blocks <= 2 * i ? 0 : blocks - 2 * i < 2 ? blocks - 2 * i : 2;

    return (__mmask8)((1U << 2 * n) - 1);
}

MIFU_INLINE void load_8(__m256i m[4], const uint8_t *in, size_t blocks)
{
    for (size_t i = 0; i < 4; i++)
        m[i] = _mm256_maskz_loadu_epi64(mask_of_two(blocks, i), in + 32 * i);
}

MIFU_INLINE void store_8(uint8_t *out, const __m256i m[4], size_t blocks)
{
    for (size_t i = 0; i < 4; i++)
        _mm256_mask_storeu_epi64(out + 32 * i, mask_of_two(blocks, i), m[i]);
}

/* 1 to 8 blocks. */
static void crypt_8(word_keys k, uint8_t *out, const uint8_t *in, size_t blocks)
{
    wide_words s;
    __m256i m[4];

    load_8(m, in, blocks);
    wide_load(&s, m);
    wide_rounds(&s, k.keys, k.step);
    wide_store(m, &s);
    store_8(out, m, blocks);
}

/* 9 to 16 blocks. */
static void crypt_16(word_keys k, uint8_t *out, const uint8_t *in, size_t blocks)
{
    wide_words s, r;
    __m256i m[4], n[4];

    load_8(m, in, 8);
    load_8(n, in + 128, blocks - 8);
    wide_load(&s, m);
    wide_load(&r, n);
    wide_rounds_two(&s, &r, k.keys, k.step);
    wide_store(m, &s);
    wide_store(n, &r);
    store_8(out, m, 8);
    store_8(out + 128, n, blocks - 8);
}

/* Fewer than 64 blocks. */
static void crypt_some(const mifu_sm4_key *key, int decrypting, uint8_t *out, const uint8_t *in,
                       size_t blocks)
{
    word_keys k = word_keys_of(key, decrypting);
    __m512i m[16];

    if (blocks == 0)
        return;
    if (blocks <= 4) {
        crypt_4(k, out, in, blocks);
    } else if (blocks <= 8) {
        crypt_8(k, out, in, blocks);
    } else if (blocks <= 16) {
        crypt_16(k, out, in, blocks);
    } else {
        whitening w = whitening_of(key, decrypting);
        size_t registers = blocks <= 32 ? 8 : 16;

        for (size_t i = 0; i < registers; i++)
            m[i] =
                _mm512_xor_si512(w.in, _mm512_maskz_loadu_epi64(mask_of(blocks, i), in + 64 * i));
        if (registers == 8)
            crypt_32(m, half_keys_of(key, decrypting));
        else
            crypt_64(m, half_keys_of(key, decrypting));
        for (size_t i = 0; i < registers; i++)
            _mm512_mask_storeu_epi64(out + 64 * i, mask_of(blocks, i),
                                     _mm512_xor_si512(w.out, m[i]));
    }
}

MIFU_INLINE void crypt_all(const mifu_sm4_key *key, int decrypting, uint8_t *out, const uint8_t *in,
                           size_t blocks)
{
    half_keys keys = half_keys_of(key, decrypting);
    whitening w = whitening_of(key, decrypting);
    __m512i m[16];

    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH) {
        for (size_t i = 0; i < 16; i++)
            m[i] = _mm512_xor_si512(w.in, load512(in + 64 * i));
        crypt_64(m, keys);
        for (size_t i = 0; i < 16; i++)
            store512(out + 64 * i, _mm512_xor_si512(w.out, m[i]));
    }
    crypt_some(key, decrypting, out, in, blocks);
}

static void encrypt(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    crypt_all(key, 0, out, in, blocks);
}

static void decrypt(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    crypt_all(key, 1, out, in, blocks);
}

static void encrypt_one(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in)
{
    crypt_4(word_keys_of(key, 0), out, in, 1);
}

static void key_expand(mifu_sm4_key *key, const uint8_t k[16])
{
    mifu_sm4_portable.key_expand(key, k);
}

#define MIFU_SM4_ENCRYPT     encrypt
#define MIFU_SM4_DECRYPT     decrypt
#define MIFU_SM4_ENCRYPT_ONE encrypt_one
#include "sm4_generic.inc"

const mifu_sm4_kernels mifu_sm4_gfni_avx512 = {
    .key_expand = key_expand,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .ctr = generic_ctr,
    .ctr32 = generic_ctr32,
    .cbc_encrypt = generic_cbc_encrypt,
    .cbc_decrypt = generic_cbc_decrypt,
    .cfb_encrypt = generic_cfb_encrypt,
    .cfb_decrypt = generic_cfb_decrypt,
    .ofb = generic_ofb,
    .cbc_mac = generic_cbc_mac,
    .xts_encrypt = generic_xts_encrypt,
    .xts_decrypt = generic_xts_decrypt,
    .gcm_encrypt = generic_gcm_encrypt,
    .gcm_decrypt = generic_gcm_decrypt,
};
