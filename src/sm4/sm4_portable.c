/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4 in portable C without any table: bit-sliced in 64-bit words, sixteen blocks at a time. After
 * Biham 1997 and Miao et al. 2023; the S-box circuit is our own (scripts/generate-sm4-sbox).
 *
 * A plane holds one bit number of all bytes of one state word in all blocks: bit i of byte j (0 is
 * the least significant) of block n is bit 16 j + n' of plane i, where n' is some numbering of the
 * blocks. Rotating the 32-bit words by 8 is rotating a plane by 16, and rotating by 2 is renaming
 * planes.
 *
 * The constants of the S-box leave the rounds. Let the S-box input want IN in every byte, its
 * output lack OUT in every byte, and d = L(OUT...OUT), where L is linear; on a word of equal bytes
 * L is a rotation by 2, because those by 10 and 18 are the same there, and two of the three cancel,
 * as the word and its rotation by 24 do. Without the constant, state word k differs from the true
 * one by d if k = 4..7 mod 8 (each word is the one four before it plus d), and words 32..35 are
 * true. A round key that is changed by IN and by the differences of its three words puts everything
 * right.
 */
#include "sm4_kernels.h"

#include "base_secret.h"
#include "sm4_key.h"
#include "sm4_sbox_bitsliced.h"

#define BATCH 16

typedef uint64_t planes[8];

#define BYTES4(b) ((uint32_t)(b)*UINT32_C(0x01010101))

/* ---- One word: four S-boxes with bit i of byte j in bit 8 j of word i ---- */

static uint32_t substitute(uint32_t x)
{
    const uint32_t m = BYTES4(1);
    uint32_t b[8], y = 0;

    x ^= BYTES4(MIFU_SM4_SBOX_IN);
    for (unsigned i = 0; i < 8; i++)
        b[i] = x >> i & m;
    MIFU_SM4_SBOX_BITSLICED(uint32_t, b);
    for (unsigned i = 0; i < 8; i++)
        y |= b[i] << i;
    return y ^ BYTES4(MIFU_SM4_SBOX_OUT);
}

static uint32_t round_function(uint32_t x)
{
    uint32_t b = substitute(x);

    return b ^ mifu_rotl32(b, 2) ^ mifu_rotl32(b, 10) ^ mifu_rotl32(b, 18) ^ mifu_rotl32(b, 24);
}

static void crypt_one(const uint32_t rk[32], int reversed, uint8_t out[16], const uint8_t in[16])
{
    uint32_t x0 = mifu_load32_be(in), x1 = mifu_load32_be(in + 4);
    uint32_t x2 = mifu_load32_be(in + 8), x3 = mifu_load32_be(in + 12);

    for (unsigned i = 0; i < 32; i += 4) {
        x0 ^= round_function(x1 ^ x2 ^ x3 ^ rk[reversed ? 31 - i : i]);
        x1 ^= round_function(x2 ^ x3 ^ x0 ^ rk[reversed ? 30 - i : i + 1]);
        x2 ^= round_function(x3 ^ x0 ^ x1 ^ rk[reversed ? 29 - i : i + 2]);
        x3 ^= round_function(x0 ^ x1 ^ x2 ^ rk[reversed ? 28 - i : i + 3]);
    }
    mifu_store32_be(out, x3);
    mifu_store32_be(out + 4, x2);
    mifu_store32_be(out + 8, x1);
    mifu_store32_be(out + 12, x0);
}

static void encrypt_one(const mifu_sm4_key *key, uint8_t out[16], const uint8_t in[16])
{
    crypt_one(key->round_keys, 0, out, in);
}

#include "sm4_expand_words.inc"

/* ---- Sixteen blocks ---- */

/* Swaps the bits of a under m << n with those of b under m. */
#define SWAP_BITS(a, b, m, n)                                                                      \
    do {                                                                                           \
        uint64_t t_ = ((a) >> (n) ^ (b)) & (m);                                                    \
        (b) ^= t_;                                                                                 \
        (a) ^= t_ << (n);                                                                          \
    } while (0)

/* Exchanges the number of a word with the number of a bit in its byte: its own inverse. */
static void transpose(planes p)
{
    for (unsigned i = 0; i < 8; i += 2)
        SWAP_BITS(p[i], p[i + 1], UINT64_C(0x5555555555555555), 1);
    for (unsigned i = 0; i < 8; i += i % 4 == 1 ? 3 : 1)
        SWAP_BITS(p[i], p[i + 2], UINT64_C(0x3333333333333333), 2);
    for (unsigned i = 0; i < 4; i++)
        SWAP_BITS(p[i], p[i + 4], UINT64_C(0x0f0f0f0f0f0f0f0f), 4);
}

/* The bytes of x in the even bytes of the result: byte j to byte 2 j. */
static uint64_t spread_bytes(uint32_t x)
{
    uint64_t y = x;

    y = (y | y << 16) & UINT64_C(0x0000ffff0000ffff);
    return (y | y << 8) & UINT64_C(0x00ff00ff00ff00ff);
}

static uint32_t gather_bytes(uint64_t y)
{
    y &= UINT64_C(0x00ff00ff00ff00ff);
    y = (y | y >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)(y | y >> 16);
}

static void load_planes(planes x[4], const uint8_t *in)
{
    for (size_t w = 0; w < 4; w++) {
        for (size_t n = 0; n < 8; n++)
            x[w][n] = spread_bytes(mifu_load32_be(in + 32 * n + 4 * w)) |
                      spread_bytes(mifu_load32_be(in + 32 * n + 16 + 4 * w)) << 8;
        transpose(x[w]);
    }
}

static void store_planes(uint8_t *out, planes x[4])
{
    for (size_t w = 0; w < 4; w++) {
        transpose(x[w]);
        for (size_t n = 0; n < 8; n++) {
            mifu_store32_be(out + 32 * n + 4 * w, gather_bytes(x[w][n]));
            mifu_store32_be(out + 32 * n + 16 + 4 * w, gather_bytes(x[w][n] >> 8));
        }
    }
}

/* A round key in every block: bit i of byte j of rk fills the 16 bits j of plane i. */
static void spread_round_key(planes k, uint32_t rk)
{
    for (unsigned i = 0; i < 8; i++) {
        uint64_t y = rk >> i & BYTES4(1);

        y = (y | y << 16) & UINT64_C(0x0000010100000101);
        y = (y | y << 8) & UINT64_C(0x0001000100010001);
        k[i] = (y << 16) - y;
    }
}

/* What every round key has besides: IN of the S-box, and d for words that lack it. */
static uint32_t round_constant(unsigned i)
{
    const uint32_t d = mifu_rotl32(BYTES4(MIFU_SM4_SBOX_OUT), 2);
    uint32_t word = BYTES4(MIFU_SM4_SBOX_IN);

    /* Words i+1, i+2, i+3 are off by d where their number mod 8 is above 3. */
    for (unsigned j = i + 1; j < i + 4; j++)
        word ^= j % 8 > 3 ? d : 0;
    return word;
}

static void spread_round_keys(planes k[32], const uint32_t rk[32], int reversed)
{
    for (unsigned i = 0; i < 32; i++)
        spread_round_key(k[i], rk[reversed ? 31 - i : i] ^ round_constant(i));
}

static inline uint64_t rotate_plane(uint64_t x, unsigned n)
{
    return x << n | x >> (64 - n);
}

static inline void round_of_planes(planes x0, const planes x1, const planes x2, const planes x3,
                                   const planes k)
{
    planes b, t;

    for (unsigned i = 0; i < 8; i++)
        b[i] = x1[i] ^ x2[i] ^ x3[i] ^ k[i];
    MIFU_SM4_SBOX_BITSLICED(uint64_t, b);
    /* t = b <<< 2; L(b) = b ^ t ^ t <<< 8 ^ t <<< 16 ^ b <<< 24 */
    for (unsigned i = 2; i < 8; i++)
        t[i] = b[i - 2];
    t[0] = rotate_plane(b[6], 16);
    t[1] = rotate_plane(b[7], 16);
    for (unsigned i = 0; i < 8; i++)
        x0[i] ^=
            b[i] ^ t[i] ^ rotate_plane(t[i], 16) ^ rotate_plane(t[i], 32) ^ rotate_plane(b[i], 48);
}

static void crypt_batch(planes k[32], uint8_t *out, const uint8_t *in)
{
    planes x[4];

    load_planes(x, in);
    for (unsigned i = 0; i < 32; i += 4) {
        round_of_planes(x[0], x[1], x[2], x[3], k[i]);
        round_of_planes(x[1], x[2], x[3], x[0], k[i + 1]);
        round_of_planes(x[2], x[3], x[0], x[1], k[i + 2]);
        round_of_planes(x[3], x[0], x[1], x[2], k[i + 3]);
    }
    /* The reverse transformation of 7.1: the words come out last first. */
    for (unsigned i = 0; i < 8; i++) {
        uint64_t t = x[0][i];

        x[0][i] = x[3][i];
        x[3][i] = t;
        t = x[1][i];
        x[1][i] = x[2][i];
        x[2][i] = t;
    }
    store_planes(out, x);
    mifu_wipe(x, sizeof x);
}

static void crypt(const uint32_t rk[32], int reversed, uint8_t *out, const uint8_t *in,
                  size_t blocks)
{
    planes k[32];
    uint8_t rest[16 * BATCH];

    if (blocks < 2) { /* a batch costs about as much as two single blocks */
        if (blocks == 1)
            crypt_one(rk, reversed, out, in);
        return;
    }
    spread_round_keys(k, rk, reversed);
    for (; blocks >= BATCH; blocks -= BATCH, out += sizeof rest, in += sizeof rest)
        crypt_batch(k, out, in);
    if (blocks > 0) {
        memset(rest, 0, sizeof rest);
        memcpy(rest, in, 16 * blocks);
        crypt_batch(k, rest, rest);
        memcpy(out, rest, 16 * blocks);
        mifu_wipe(rest, sizeof rest);
    }
    mifu_wipe(k, sizeof k);
}

static void encrypt(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    crypt(key->round_keys, 0, out, in, blocks);
}

static void decrypt(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in, size_t blocks)
{
    crypt(key->round_keys, 1, out, in, blocks);
}

/* ---- Sixteen keys ---- */

/* Round keys that differ from block to block, in planes. */
typedef struct lane_keys {
    planes k[32];
} lane_keys;

#define MIFU_SM4_LANE_KEYS BATCH

static void lane_keys_make(lane_keys *k, const mifu_sm4_key *const *keys, size_t lanes)
{
    for (unsigned i = 0; i < 32; i++) {
        uint32_t word = round_constant(i);

        memset(k->k[i], 0, sizeof k->k[i]);
        for (size_t n = 0; n < lanes; n++)
            k->k[i][n / 2] |= spread_bytes(keys[n]->round_keys[i] ^ word) << (n % 2 * 8);
        transpose(k->k[i]);
    }
}

static void batch_lane_keys(lane_keys *k, uint8_t *out, const uint8_t *in)
{
    crypt_batch(k->k, out, in);
}

/* x0 ^= L'(S(x1 ^ x2 ^ x3 ^ ck)), with the constants of the S-box in ck and `after`. */
static void key_round_of_planes(planes x0, const planes x1, const planes x2, const planes x3,
                                const planes ck, const planes after)
{
    planes b;

    for (unsigned i = 0; i < 8; i++)
        b[i] = x1[i] ^ x2[i] ^ x3[i] ^ ck[i];
    MIFU_SM4_SBOX_BITSLICED(uint64_t, b);
    /* b <<< 13 is five bits and a byte up, b <<< 23 seven bits and two bytes. */
    for (unsigned i = 0; i < 8; i++)
        x0[i] ^= b[i] ^ after[i] ^ rotate_plane(b[(i + 3) % 8], i < 5 ? 32 : 16) ^
                 rotate_plane(b[(i + 1) % 8], i < 7 ? 48 : 32);
}

static void expand_batch(mifu_sm4_key *keys, const uint8_t *k, size_t count)
{
    uint32_t out = BYTES4(MIFU_SM4_SBOX_OUT);
    uint8_t all[16 * BATCH] = {0};
    planes x[4], constant, after;

    memcpy(all, k, 16 * count);
    load_planes(x, all);
    for (unsigned w = 0; w < 4; w++) {
        spread_round_key(constant, mifu_sm4_fk[w]);
        for (unsigned i = 0; i < 8; i++)
            x[w][i] ^= constant[i];
    }
    spread_round_key(after, out ^ mifu_rotl32(out, 13) ^ mifu_rotl32(out, 23));
    for (unsigned r = 0; r < 32; r++) {
        planes y;

        spread_round_key(constant, mifu_sm4_ck[r] ^ BYTES4(MIFU_SM4_SBOX_IN));
        key_round_of_planes(x[r % 4], x[(r + 1) % 4], x[(r + 2) % 4], x[(r + 3) % 4], constant,
                            after);
        memcpy(y, x[r % 4], sizeof y);
        transpose(y);
        for (size_t n = 0; n < count; n++)
            keys[n].round_keys[r] = gather_bytes(y[n / 2] >> (n % 2 * 8));
        mifu_wipe(y, sizeof y);
    }
    for (size_t n = 0; n < count; n++)
        mifu_sm4_key_derive(&keys[n]);
    mifu_wipe(x, sizeof x);
    mifu_wipe(all, sizeof all);
}

static void key_expand_many(mifu_sm4_key *keys, const uint8_t *k, size_t count)
{
    for (; count >= 4; keys += BATCH, k += 16 * BATCH, count -= BATCH) {
        expand_batch(keys, k, count < BATCH ? count : BATCH);
        if (count <= BATCH)
            return;
    }
    for (; count > 0; keys++, k += 16, count--) /* a batch costs about as much as three */
        mifu_sm4_key_expand_by_words(keys, k);
}

#define MIFU_SM4_ENCRYPT     encrypt
#define MIFU_SM4_DECRYPT     decrypt
#define MIFU_SM4_ENCRYPT_ONE encrypt_one
#include "sm4_generic.inc"

const mifu_sm4_kernels mifu_sm4_portable = {
    .key_expand = mifu_sm4_key_expand_by_words,
    .key_expand_many = key_expand_many,
    .encrypt = encrypt,
    .decrypt = decrypt,
    GENERIC_KERNELS,
};
