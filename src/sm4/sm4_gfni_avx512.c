/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4 with GFNI and AVX-512: 33 blocks and more half-sliced in 512-bit registers, 17 to 32 in 256
 * bits, two sets at a time; fewer word-sliced in 256 and 128 bits. docs/performance-sm4.md.
 */
#include "sm4_kernels.h"

#include <immintrin.h>

#include "base_secret.h"
#include "ghash_vpclmul.h"
#include "sm4_block.h"
#include "sm4_gfni_expand.h"
#include "sm4_gfni_keys.h"

#define V               __m128i
#define ZERO            _mm_setzero_si128()
#define XOR2            _mm_xor_si128
#define XOR3(a, b, c)   _mm_ternarylogic_epi32(a, b, c, 0x96)
#define NAME(x)         narrow_##x
#define OP(x)           _mm_##x
#define BROADCAST128(x) (x)
#include "sm4_gfni_words.inc"
#undef V
#undef ZERO
#undef XOR2
#undef XOR3
#undef NAME
#undef OP
#undef BROADCAST128

#define V               __m256i
#define ZERO            _mm256_setzero_si256()
#define XOR2            _mm256_xor_si256
#define XOR3(a, b, c)   _mm256_ternarylogic_epi32(a, b, c, 0x96)
#define NAME(x)         wide_##x
#define OP(x)           _mm256_##x
#define BROADCAST128(x) _mm256_broadcastsi128_si256(x)
#include "sm4_gfni_words.inc"

#undef NAME
#define NAME(x)  half256_##x
#define SET64(x) _mm256_set1_epi64x((long long)(x))
#define PICK(a, b, i)                                                                              \
    _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), i))
#define BROADCAST_SUFFIX "%{1to4%}"
#include "sm4_gfni_half.inc"
#undef V
#undef NAME
#undef OP
#undef SET64
#undef PICK
#undef BROADCAST128
#undef BROADCAST_SUFFIX
#undef NAME_BEGIN
#undef NAME_END
#undef NAME_TWO
#undef NAME_ROUNDS
#undef NAME_NOTHING

#define V               __m512i
#define NAME(x)         half512_##x
#define OP(x)           _mm512_##x
#define SET64(x)        _mm512_set1_epi64((long long)(x))
#define BROADCAST128(x) _mm512_broadcast_i32x4(x)
#define PICK(a, b, i)                                                                              \
    _mm512_castps_si512(_mm512_shuffle_ps(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b), i))
#define BROADCAST_SUFFIX "%{1to8%}"
#include "sm4_gfni_half.inc"

#define BATCH 64 /* blocks of two sets */

MIFU_INLINE __m512i load512(const uint8_t *p)
{
    return _mm512_loadu_si512((const void *)p);
}

MIFU_INLINE void store512(uint8_t *p, __m512i x)
{
    _mm512_storeu_si512((void *)p, x);
}

MIFU_INLINE __m256i load256(const uint8_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

MIFU_INLINE void store256(uint8_t *p, __m256i x)
{
    _mm256_storeu_si256((__m256i *)(void *)p, x);
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

MIFU_INLINE __m512i xor3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

/* Which quadwords of register i, `lanes` blocks each, belong to the first `blocks` blocks. */
MIFU_INLINE __mmask8 mask_of(size_t blocks, size_t i, size_t lanes)
{
    size_t n = blocks <= lanes * i ? 0 : blocks - lanes * i < lanes ? blocks - lanes * i : lanes;

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

/* 64 blocks in registers, whitened on both sides. */
MIFU_INLINE void crypt_64(__m512i m[16], half_keys keys)
{
    half512_word x[4], y[4];

    half512_load(x, m);
    half512_load(y, m + 8);
    half512_rounds(x, y, keys);
    half512_store(m, x);
    half512_store(m + 8, y);
}

/* ---- Fewer than 64 blocks ---- */

/* 1 to 4. */
static void crypt_4(word_keys k, uint8_t *out, const uint8_t *in, size_t blocks)
{
    narrow_words s;
    __m128i m[4];

    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 4; i++)
        m[i] = i < blocks ? load128(in + 16 * i) : _mm_setzero_si128();
    narrow_load(&s, m);
    narrow_rounds(&s, k.keys, k.step);
    narrow_store(m, &s);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 4; i++)
        if (i < blocks)
            store128(out + 16 * i, m[i]);
}

MIFU_INLINE void load_8(__m256i m[4], const uint8_t *in, size_t blocks)
{
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 4; i++)
        m[i] = _mm256_maskz_loadu_epi64(mask_of(blocks, i, 2), in + 32 * i);
}

MIFU_INLINE void store_8(uint8_t *out, const __m256i m[4], size_t blocks)
{
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 4; i++)
        _mm256_mask_storeu_epi64(out + 32 * i, mask_of(blocks, i, 2), m[i]);
}

/* 5 to 8. */
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

/* 9 to 16. */
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

/* 17 to 32. */
static void crypt_32(half_keys k, whitening w, uint8_t *out, const uint8_t *in, size_t blocks)
{
    __m256i white_in = _mm512_castsi512_si256(w.in), white_out = _mm512_castsi512_si256(w.out);
    half256_word x[4], y[4];
    __m256i m[16];

    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 16; i++)
        m[i] = _mm256_xor_si256(white_in,
                                _mm256_maskz_loadu_epi64(mask_of(blocks, i, 2), in + 32 * i));
    half256_load(x, m);
    half256_load(y, m + 8);
    half256_rounds(x, y, k);
    half256_store(m, x);
    half256_store(m + 8, y);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 16; i++)
        _mm256_mask_storeu_epi64(out + 32 * i, mask_of(blocks, i, 2),
                                 _mm256_xor_si256(white_out, m[i]));
}

/* 33 to 63. */
static void crypt_63(half_keys k, whitening w, uint8_t *out, const uint8_t *in, size_t blocks)
{
    __m512i m[16];

    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 16; i++)
        m[i] = _mm512_xor_si512(w.in, _mm512_maskz_loadu_epi64(mask_of(blocks, i, 4), in + 64 * i));
    crypt_64(m, k);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 16; i++)
        _mm512_mask_storeu_epi64(out + 64 * i, mask_of(blocks, i, 4),
                                 _mm512_xor_si512(w.out, m[i]));
}

static void crypt_some(const mifu_sm4_key *key, int decrypting, uint8_t *out, const uint8_t *in,
                       size_t blocks)
{
    if (blocks == 0)
        return;
    if (blocks <= 4)
        crypt_4(word_keys_of(key, decrypting), out, in, blocks);
    else if (blocks <= 8)
        crypt_8(word_keys_of(key, decrypting), out, in, blocks);
    else if (blocks <= 16)
        crypt_16(word_keys_of(key, decrypting), out, in, blocks);
    else if (blocks <= 32)
        crypt_32(half_keys_of(key, decrypting), whitening_of(key, decrypting), out, in, blocks);
    else
        crypt_63(half_keys_of(key, decrypting), whitening_of(key, decrypting), out, in, blocks);
}

/* ---- ECB ---- */

MIFU_INLINE void crypt_all(const mifu_sm4_key *key, int decrypting, uint8_t *out, const uint8_t *in,
                           size_t blocks)
{
    half_keys keys = half_keys_of(key, decrypting);
    whitening w = whitening_of(key, decrypting);
    __m512i m[16];

    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH) {
        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 16; i++)
            m[i] = _mm512_xor_si512(w.in, load512(in + 64 * i));
        crypt_64(m, keys);
        MIFU_UNROLL_ALL
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

/* ---- Counter mode ---- */

/* The first three words of the counter as state, the same in all blocks. */
typedef struct counter_words {
    half512_word x[3];
} counter_words;

MIFU_INLINE counter_words counter_words_of(const uint8_t counter[16])
{
    const __m512i to_basis = SET64(MIFU_SM4_A1);
    __m512i c = broadcast512(counter);
    counter_words w;

    MIFU_UNROLL_ALL
    for (unsigned i = 0; i < 3; i++) {
        /* big-endian word i: byte 3 of it is the first */
        const char b = (char)(4 * i);
        __m128i e = _mm_setr_epi8(b + 1, b + 1, b + 1, b + 1, b + 3, b + 3, b + 3, b + 3, b + 1,
                                  b + 1, b + 1, b + 1, b + 3, b + 3, b + 3, b + 3);
        __m128i o = _mm_setr_epi8(b, b, b, b, b + 2, b + 2, b + 2, b + 2, b, b, b, b, b + 2, b + 2,
                                  b + 2, b + 2);

        w.x[i].e = OP(gf2p8affine_epi64_epi8)(_mm512_shuffle_epi8(c, _mm512_broadcast_i32x4(e)),
                                              to_basis, 0);
        w.x[i].o = OP(gf2p8affine_epi64_epi8)(_mm512_shuffle_epi8(c, _mm512_broadcast_i32x4(o)),
                                              to_basis, 0);
    }
    return w;
}

/*
 * State of the 32 blocks from number n on: the last word is n + the block's number, mod 2^32, with
 * `white`, the whitening of word 3. Block 16 g + 4 b + l is byte b of lane l.
 */
MIFU_INLINE void counter_state(half512_word x[4], const counter_words *w, uint32_t n,
                               uint32_t white)
{
    const __m512i to_basis = SET64(MIFU_SM4_A1);
    const __m512i ramp = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const __m512i transpose =
        _mm512_broadcast_i32x4(_mm_setr_epi8(3, 7, 11, 15, 2, 6, 10, 14, 1, 5, 9, 13, 0, 4, 8, 12));
    const __m512i k = _mm512_set1_epi32((int)white);
    __m512i a = _mm512_add_epi32(ramp, _mm512_set1_epi32((int)n));
    __m512i b = _mm512_add_epi32(ramp, _mm512_set1_epi32((int)(n + 16)));

    a = _mm512_shuffle_epi8(_mm512_xor_si512(a, k), transpose);
    b = _mm512_shuffle_epi8(_mm512_xor_si512(b, k), transpose);
    x[0] = w->x[0];
    x[1] = w->x[1];
    x[2] = w->x[2];
    x[3].e = OP(gf2p8affine_epi64_epi8)(PICK(a, b, _MM_SHUFFLE(3, 1, 3, 1)), to_basis, 0);
    x[3].o = OP(gf2p8affine_epi64_epi8)(PICK(a, b, _MM_SHUFFLE(2, 0, 2, 0)), to_basis, 0);
}

/* The last step of counter modes: 64 blocks of key stream, still whitened, onto the text. */
MIFU_INLINE void xor_stream(uint8_t *out, const uint8_t *in, const half512_word x[4],
                            const half512_word y[4], __m512i white)
{
    __m512i m[8];

    half512_store(m, x);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 8; i++)
        store512(out + 64 * i, xor3(m[i], white, load512(in + 64 * i)));
    half512_store(m, y);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 8; i++)
        store512(out + 512 + 64 * i, xor3(m[i], white, load512(in + 512 + 64 * i)));
}

/* Fewer than 64 blocks, or a carry out of the last word: the counters go through memory. */
static void count_some(const mifu_sm4_key *key, uint8_t counter[16], uint8_t *out,
                       const uint8_t *in, size_t blocks, int wide)
{
    MIFU_ALIGNED(64) uint8_t stream[16 * BATCH];
    uint64_t high = mifu_load64_be(counter), low = mifu_load64_be(counter + 8);

    store512(stream, _mm512_setzero_si512()); /* for compilers that do not see blocks > 0 */
    if (!wide || low <= UINT64_MAX - BATCH) {
        const __m512i reverse = _mm512_broadcast_i32x4(
            _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
        const __m512i four =
            wide ? _mm512_setr_epi64(0, 4, 0, 4, 0, 4, 0, 4)
                 : _mm512_setr_epi32(0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4, 0);
        __m512i c = _mm512_broadcast_i32x4(_mm_set_epi64x((long long)low, (long long)high));

        if (wide)
            c = _mm512_add_epi64(c, _mm512_setr_epi64(0, 0, 0, 1, 0, 2, 0, 3));
        else
            c = _mm512_add_epi32(c,
                                 _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0));
        for (size_t i = 0; i < (blocks + 3) / 4; i++) {
            store512(stream + 64 * i, _mm512_shuffle_epi8(c, reverse));
            c = wide ? _mm512_add_epi64(c, four) : _mm512_add_epi32(c, four);
        }
        if (wide)
            mifu_store64_be(counter + 8, low + blocks);
        else
            mifu_sm4_counter32_add(counter, (uint32_t)blocks);
    } else {
        for (size_t i = 0; i < blocks; i++) {
            memcpy(stream + 16 * i, counter, 16);
            mifu_sm4_counter_add(counter, 1);
        }
    }
    crypt_all(key, 0, stream, stream, blocks);
    for (size_t i = 0; i < (blocks + 3) / 4; i++) {
        __mmask8 mask = mask_of(blocks, i, 4);

        _mm512_mask_storeu_epi64(out + 64 * i, mask,
                                 _mm512_xor_si512(load512(stream + 64 * i),
                                                  _mm512_maskz_loadu_epi64(mask, in + 64 * i)));
    }
    mifu_wipe(stream, (blocks + 3) / 4 * 64);
}

MIFU_INLINE void count_all(const mifu_sm4_key *key, uint8_t counter[16], uint8_t *out,
                           const uint8_t *in, size_t blocks, int wide)
{
    half_keys keys = half_keys_of(key, 0);
    uint32_t white = mifu_load32_be(mifu_sm4_derived(key, MIFU_SM4_DERIVED_WHITE_PLAIN) + 12);
    __m512i white_out = whitening_of(key, 0).out;
    counter_words w;
    half512_word x[4], y[4];

    if (blocks >= BATCH)
        w = counter_words_of(counter);
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH) {
        uint32_t n = mifu_load32_be(counter + 12);

        if (wide && n > UINT32_MAX - BATCH) { /* carries, now or after this batch */
            count_some(key, counter, out, in, BATCH, 1);
            w = counter_words_of(counter);
            continue;
        }
        counter_state(x, &w, n, white);
        counter_state(y, &w, n + 32, white);
        half512_rounds(x, y, keys);
        xor_stream(out, in, x, y, white_out);
        mifu_store32_be(counter + 12, n + BATCH);
    }
    if (blocks != 0)
        count_some(key, counter, out, in, blocks, wide);
}

static void ctr(const mifu_sm4_key *key, uint8_t chain[16], uint8_t *out, const uint8_t *in,
                size_t blocks)
{
    count_all(key, chain, out, in, blocks, 1);
}

static void ctr32(const mifu_sm4_key *key, uint8_t chain[16], uint8_t *out, const uint8_t *in,
                  size_t blocks)
{
    count_all(key, chain, out, in, blocks, 0);
}

/* ---- CBC and CFB decryption: the other operand is the ciphertext, one block late ---- */

/* The four blocks that end one block before p + 64 i, the chain first. */
MIFU_INLINE __m512i load_late(const uint8_t *p, size_t i, __m512i chain)
{
    if (i == 0)
        return _mm512_alignr_epi64(load512(p), chain, 6);
    return load512(p + 64 * i - 16);
}

/* The same of `blocks` blocks in all, with nothing read outside. */
MIFU_INLINE __m512i load_late_some(const uint8_t *p, size_t i, const uint8_t chain[16],
                                   size_t blocks)
{
    __mmask8 mask = mask_of(blocks, i, 4);

    if (i == 0)
        return _mm512_alignr_epi64(_mm512_maskz_loadu_epi64(mask, p), broadcast512(chain), 6);
    return _mm512_maskz_loadu_epi64(mask, p + 64 * i - 16);
}

/* Register i of out = that of text ^ x, for the first `blocks` blocks. */
MIFU_INLINE void xor_some(uint8_t *out, const uint8_t *text, __m512i x, size_t i, size_t blocks)
{
    __mmask8 mask = mask_of(blocks, i, 4);

    _mm512_mask_storeu_epi64(out + 64 * i, mask,
                             _mm512_xor_si512(_mm512_maskz_loadu_epi64(mask, text + 64 * i), x));
}

static void cbc_decrypt(const mifu_sm4_key *key, uint8_t chain[16], uint8_t *out, const uint8_t *in,
                        size_t blocks)
{
    half_keys keys = half_keys_of(key, 1);
    whitening w = whitening_of(key, 1);
    MIFU_ALIGNED(64) uint8_t plain[16 * BATCH];
    uint8_t last[16];
    __m512i m[16];

    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH) {
        __m512i before = broadcast512(chain);

        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 16; i++)
            m[i] = _mm512_xor_si512(w.in, load512(in + 64 * i));
        memcpy(chain, in + 16 * (BATCH - 1), 16);
        crypt_64(m, keys);
        /* Backwards, because in place the ciphertext is still needed by the register above. */
        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 16; i++)
            store512(out + 64 * (15 - i), xor3(w.out, m[15 - i], load_late(in, 15 - i, before)));
    }
    if (blocks == 0)
        return;
    crypt_some(key, 1, plain, in, blocks);
    memcpy(last, in + 16 * (blocks - 1), 16);
    for (size_t i = (blocks + 3) / 4; i-- > 0;)
        xor_some(out, plain, load_late_some(in, i, chain, blocks), i, blocks);
    memcpy(chain, last, 16);
    mifu_wipe(plain, 16 * blocks);
}

static void cfb_decrypt(const mifu_sm4_key *key, uint8_t chain[16], uint8_t *out, const uint8_t *in,
                        size_t blocks)
{
    half_keys keys = half_keys_of(key, 0);
    whitening w = whitening_of(key, 0);
    MIFU_ALIGNED(64) uint8_t stream[16 * BATCH];
    __m512i m[16];

    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH) {
        __m512i before = broadcast512(chain);

        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 16; i++)
            m[i] = _mm512_xor_si512(w.in, load_late(in, i, before));
        memcpy(chain, in + 16 * (BATCH - 1), 16);
        crypt_64(m, keys);
        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 16; i++)
            store512(out + 64 * i, xor3(w.out, m[i], load512(in + 64 * i)));
    }
    if (blocks == 0)
        return;
    memcpy(stream, chain, 16);
    memcpy(stream + 16, in, 16 * (blocks - 1));
    memcpy(chain, in + 16 * (blocks - 1), 16);
    crypt_some(key, 0, stream, stream, blocks);
    for (size_t i = 0; i < (blocks + 3) / 4; i++)
        xor_some(out, stream, _mm512_maskz_loadu_epi64(mask_of(blocks, i, 4), in + 64 * i), i,
                 blocks);
    mifu_wipe(stream, 16 * blocks);
}

/* ---- CBC encryption and MAC of many messages ---- */

/*
 * Messages are read and written four blocks, a cache line, at a time: they often lie at the same
 * distance from each other, where all their lines want the same few places in the cache. In between
 * they are in rows: block b of all lanes side by side.
 */
typedef struct many_rows {
    MIFU_ALIGNED(64) uint8_t row[4][16 * MIFU_SM4_LANES];
} many_rows;

/* Four registers of four blocks, transposed as a matrix of blocks. */
MIFU_INLINE void transpose_blocks(__m512i x[4])
{
    __m512i a = _mm512_shuffle_i64x2(x[0], x[1], 0x44), b = _mm512_shuffle_i64x2(x[0], x[1], 0xee);
    __m512i c = _mm512_shuffle_i64x2(x[2], x[3], 0x44), d = _mm512_shuffle_i64x2(x[2], x[3], 0xee);

    x[0] = _mm512_shuffle_i64x2(a, c, 0x88);
    x[1] = _mm512_shuffle_i64x2(a, c, 0xdd);
    x[2] = _mm512_shuffle_i64x2(b, d, 0x88);
    x[3] = _mm512_shuffle_i64x2(b, d, 0xdd);
}

/* Blocks from .. from + n - 1 of every lane to rows, n <= 4. */
static void rows_load(many_rows *rows, const uint8_t *const *in, size_t from, size_t n,
                      size_t lanes)
{
    size_t lane = 0;

    if (n == 4)
        for (; lane + 4 <= lanes; lane += 4) {
            __m512i x[4];

            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 4; i++)
                x[i] = load512(in[lane + i] + 16 * from);
            transpose_blocks(x);
            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 4; i++)
                store512(rows->row[i] + 16 * lane, x[i]);
        }
    for (; lane < lanes; lane++)
        for (size_t i = 0; i < n; i++)
            memcpy(rows->row[i] + 16 * lane, in[lane] + 16 * (from + i), 16);
}

static void rows_store(uint8_t *const *out, const many_rows *rows, size_t from, size_t n,
                       size_t lanes)
{
    size_t lane = 0;

    if (n == 4)
        for (; lane + 4 <= lanes; lane += 4) {
            __m512i x[4];

            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 4; i++)
                x[i] = load512(rows->row[i] + 16 * lane);
            transpose_blocks(x);
            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 4; i++)
                store512(out[lane + i] + 16 * from, x[i]);
        }
    for (; lane < lanes; lane++)
        for (size_t i = 0; i < n; i++)
            memcpy(out[lane] + 16 * (from + i), rows->row[i] + 16 * lane, 16);
}

#undef V
#undef NAME
#define V       __m256i
#define NAME(x) half256_##x
#define LOADV   load256
#define STOREV  store256
#define XORV    _mm256_xor_si256
#define WHITEV  _mm512_castsi512_si256
#include "sm4_gfni_many.inc"
#undef V
#undef NAME
#undef LOADV
#undef STOREV
#undef XORV
#undef WHITEV
#define V         __m512i
#define NAME(x)   half512_##x
#define LOADV     load512
#define STOREV    store512
#define XORV      _mm512_xor_si512
#define WHITEV(x) (x)
#include "sm4_gfni_many.inc"

MIFU_INLINE void words_add(wide_words *a, const wide_words *b)
{
    a->x0 = _mm256_xor_si256(a->x0, b->x0);
    a->x1 = _mm256_xor_si256(a->x1, b->x1);
    a->x2 = _mm256_xor_si256(a->x2, b->x2);
    a->x3 = _mm256_xor_si256(a->x3, b->x3);
}

MIFU_INLINE wide_words words_reverse(const wide_words *a)
{
    wide_words r = {a->x3, a->x2, a->x1, a->x0};

    return r;
}

/* The same word-sliced, for up to 16 messages; `two` where there are more than 8. */
MIFU_INLINE void words_many(const mifu_sm4_key *key, uint8_t (*chains)[16], uint8_t *const *out,
                            const uint8_t *const *in, size_t blocks, size_t lanes, int two)
{
    word_keys k = word_keys_of(key, 0);
    wide_words x, y, cx, cy;
    many_rows rows;
    __m256i m[8];

    memset(&rows, 0, sizeof rows);
    memcpy(rows.row[3], chains, 16 * lanes);
    MIFU_UNROLL_ALL
    for (size_t i = 0; i < 8; i++)
        m[i] = load256(rows.row[3] + 32 * i);
    wide_load(&cx, m);
    wide_load(&cy, m + 4);
    for (size_t done = 0, n; done < blocks; done += n) {
        n = blocks - done < 4 ? blocks - done : 4;
        rows_load(&rows, in, done, n, lanes);
        for (size_t b = 0; b < n; b++) {
            uint8_t *row = rows.row[b];

            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 8; i++)
                m[i] = load256(row + 32 * i);
            wide_load(&x, m);
            words_add(&x, &cx);
            if (two) {
                wide_load(&y, m + 4);
                words_add(&y, &cy);
                wide_rounds_two(&x, &y, k.keys, k.step);
                cy = words_reverse(&y);
                wide_store(m + 4, &y);
            } else {
                wide_rounds(&x, k.keys, k.step);
            }
            cx = words_reverse(&x);
            wide_store(m, &x);
            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 8; i++)
                store256(row + 32 * i, m[i]);
        }
        memcpy(chains, rows.row[n - 1], 16 * lanes);
        if (out != NULL)
            rows_store(out, &rows, done, n, lanes);
    }
    mifu_wipe(&rows, sizeof rows);
}

static void cbc_encrypt_many(const mifu_sm4_key *key, uint8_t (*chains)[16], uint8_t *const *out,
                             const uint8_t *const *in, size_t blocks, size_t lanes)
{
    if (lanes > 32)
        half512_many(key, chains, out, in, blocks, lanes);
    else if (lanes > 16)
        half256_many(key, chains, out, in, blocks, lanes);
    else if (lanes > 8)
        words_many(key, chains, out, in, blocks, lanes, 1);
    else
        words_many(key, chains, out, in, blocks, lanes, 0);
}

/* ---- XTS ---- */

/* Each lane times x^16, in the order of IEEE 1619: two bytes up, what falls out times x^7+x^2+x+1.
 */
MIFU_INLINE __m512i double_16_times(__m512i t)
{
    __m512i out = _mm512_clmulepi64_epi128(_mm512_bsrli_epi128(t, 14), _mm512_set1_epi64(0x87), 0);

    return _mm512_xor_si512(_mm512_bslli_epi128(t, 2), out);
}

/* The order of GB/T 17964 is that of IEEE 1619 with the bits of every byte mirrored. */
MIFU_INLINE void xts(const mifu_sm4_key *key, mifu_sm4_xts_order order, uint8_t tweak[16],
                     uint8_t *out, const uint8_t *in, size_t blocks, int decrypting)
{
    half_keys keys = half_keys_of(key, decrypting);
    whitening w = whitening_of(key, decrypting);
    MIFU_ALIGNED(64) uint8_t tweaks[16 * BATCH];
    const __m512i mirror = SET64(UINT64_C(0x8040201008040201));
    int mirrored = order == MIFU_SM4_XTS_GB;
    __m512i m[16], t[4];

    if (blocks >= BATCH) {
        for (size_t i = 0; i < 16; i++) {
            memcpy(tweaks + 16 * i, tweak, 16);
            mifu_sm4_tweak_double(tweak, order);
        }
        MIFU_UNROLL_ALL
        for (size_t i = 0; i < 4; i++) {
            t[i] = load512(tweaks + 64 * i);
            if (mirrored)
                t[i] = OP(gf2p8affine_epi64_epi8)(t[i], mirror, 0);
        }
        for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH) {
            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 16; i++) {
                __m512i u = mirrored ? OP(gf2p8affine_epi64_epi8)(t[i % 4], mirror, 0) : t[i % 4];

                store512(tweaks + 64 * i, u);
                m[i] = xor3(w.in, u, load512(in + 64 * i));
                t[i % 4] = double_16_times(t[i % 4]);
            }
            crypt_64(m, keys);
            MIFU_UNROLL_ALL
            for (size_t i = 0; i < 16; i++)
                store512(out + 64 * i, xor3(w.out, m[i], load512(tweaks + 64 * i)));
        }
        /* The next tweak is the first lane of t[0]. */
        store128(tweak, _mm512_castsi512_si128(
                            mirrored ? OP(gf2p8affine_epi64_epi8)(t[0], mirror, 0) : t[0]));
    }
    if (blocks != 0) {
        size_t registers = (blocks + 3) / 4;

        for (size_t i = 0; i < blocks; i++) {
            memcpy(tweaks + 16 * i, tweak, 16);
            mifu_sm4_tweak_double(tweak, order);
        }
        for (size_t i = 0; i < registers; i++) {
            __mmask8 mask = mask_of(blocks, i, 4);

            _mm512_mask_storeu_epi64(out + 64 * i, mask,
                                     _mm512_xor_si512(_mm512_maskz_loadu_epi64(mask, in + 64 * i),
                                                      load512(tweaks + 64 * i)));
        }
        crypt_some(key, decrypting, out, out, blocks);
        for (size_t i = 0; i < registers; i++) {
            __mmask8 mask = mask_of(blocks, i, 4);

            _mm512_mask_storeu_epi64(out + 64 * i, mask,
                                     _mm512_xor_si512(_mm512_maskz_loadu_epi64(mask, out + 64 * i),
                                                      load512(tweaks + 64 * i)));
        }
    }
    mifu_wipe(tweaks, sizeof tweaks);
}

static void xts_encrypt(const mifu_sm4_key *key, mifu_sm4_xts_order order, uint8_t tweak[16],
                        uint8_t *out, const uint8_t *in, size_t blocks)
{
    xts(key, order, tweak, out, in, blocks, 0);
}

static void xts_decrypt(const mifu_sm4_key *key, mifu_sm4_xts_order order, uint8_t tweak[16],
                        uint8_t *out, const uint8_t *in, size_t blocks)
{
    xts(key, order, tweak, out, in, blocks, 1);
}

/* ---- GCM: GHASH in the shadow of the rounds ---- */

/*
 * Y of ghash_vpclmul.h over 64 blocks: product number 0 is Y G^16, number j the register before
 * that times G^(16-j); the last register is added after the reduction. BETWEEN of the rounds calls
 * this once for each j.
 */
typedef struct hashing {
    mifu_ghash_sum sum;
    __m512i y, first; /* first: the hash so far, for the first block of the message */
    const uint64_t *key;
    const uint8_t *text;
} hashing;

MIFU_INLINE void hash_step(hashing *h, unsigned j)
{
    __m512i x = j == 0 ? h->y : mifu_ghash_reverse(load512(h->text + 64 * ((size_t)j - 1)));

    if (j == 1)
        x = _mm512_xor_si512(x, h->first);
    mifu_ghash_multiply_add(&h->sum, x, mifu_ghash_power(h->key, 15 - j));
}

MIFU_INLINE void hash_end(hashing *h)
{
    h->y =
        _mm512_xor_si512(mifu_ghash_reduce(h->sum), mifu_ghash_reverse(load512(h->text + 64 * 15)));
    h->sum = mifu_ghash_zero_sum();
    h->first = _mm512_setzero_si512();
}

MIFU_INLINE void gcm(const mifu_sm4_key *key, uint64_t *hash_key, uint8_t counter[16],
                     uint8_t hash[16], uint8_t *out, const uint8_t *in, size_t blocks,
                     int decrypting)
{
    half_keys keys = half_keys_of(key, 0);
    uint32_t white = mifu_load32_be(mifu_sm4_derived(key, MIFU_SM4_DERIVED_WHITE_PLAIN) + 12);
    __m512i white_out = whitening_of(key, 0).out;
    counter_words w;
    half512_word x[4], y[4];
    hashing h;
    int pending = 0;

    if (blocks >= BATCH && hash_key[MIFU_GHASH_OWNER] == MIFU_GHASH_VPCLMUL_OWNER &&
        hash_key[MIFU_GHASH_VPCLMUL_COUNT] == 16) {
        uint32_t n = mifu_load32_be(counter + 12);

        w = counter_words_of(counter);
        h.sum = mifu_ghash_zero_sum();
        h.y = _mm512_setzero_si512();
        h.first = _mm512_zextsi128_si512(mifu_ghash_load_hash(hash));
        h.key = hash_key;
        for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH) {
            counter_state(x, &w, n, white);
            counter_state(y, &w, n + 32, white);
            n += BATCH;
            h.text = decrypting ? in : pending ? out - 16 * BATCH : NULL;
            if (decrypting || pending) {
#define HASH(i) hash_step(&h, i)
                NAME_ROUNDS(x, y, keys, HASH);
                hash_end(&h);
            } else {
                NAME_ROUNDS(x, y, keys, NAME_NOTHING);
            }
            xor_stream(out, in, x, y, white_out);
            pending = !decrypting;
        }
        if (pending) {
            h.text = out - 16 * BATCH;
            MIFU_UNROLL_ALL
            for (unsigned i = 0; i < 16; i++)
                hash_step(&h, i);
            hash_end(&h);
        }
        mifu_store32_be(counter + 12, n);
        mifu_ghash_store_hash(hash, mifu_ghash_finish(hash_key, h.y));
    }
    while (blocks > 0) {
        size_t n = blocks < BATCH ? blocks : BATCH;

        if (decrypting)
            mifu_ghash_update(hash_key, hash, in, n);
        count_all(key, counter, out, in, n, 0);
        if (!decrypting)
            mifu_ghash_update(hash_key, hash, out, n);
        blocks -= n;
        in += 16 * n;
        out += 16 * n;
    }
}

static void gcm_encrypt(const mifu_sm4_key *key, uint64_t *hash_key, uint8_t counter[16],
                        uint8_t hash[16], uint8_t *out, const uint8_t *in, size_t blocks)
{
    gcm(key, hash_key, counter, hash, out, in, blocks, 0);
}

static void gcm_decrypt(const mifu_sm4_key *key, uint64_t *hash_key, uint8_t counter[16],
                        uint8_t hash[16], uint8_t *out, const uint8_t *in, size_t blocks)
{
    gcm(key, hash_key, counter, hash, out, in, blocks, 1);
}

#define MIFU_SM4_ENCRYPT     encrypt
#define MIFU_SM4_DECRYPT     decrypt
#define MIFU_SM4_ENCRYPT_ONE encrypt_one
#include "sm4_generic.inc"

const mifu_sm4_kernels mifu_sm4_gfni_avx512 = {
    .key_expand = mifu_sm4_gfni_expand,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .ctr = ctr,
    .ctr32 = ctr32,
    .cbc_encrypt = generic_cbc_encrypt,
    .cbc_decrypt = cbc_decrypt,
    .cfb_encrypt = generic_cfb_encrypt,
    .cfb_decrypt = cfb_decrypt,
    .ofb = generic_ofb,
    .cbc_mac = generic_cbc_mac,
    .cbc_encrypt_many = cbc_encrypt_many,
    .xts_encrypt = xts_encrypt,
    .xts_decrypt = xts_decrypt,
    .gcm_encrypt = gcm_encrypt,
    .gcm_decrypt = gcm_decrypt,
};
