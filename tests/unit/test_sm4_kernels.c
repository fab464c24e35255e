/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every kernel of every SM4 back-end against a model that knows nothing but single blocks of the
 * portable back-end: all numbers of blocks from 0 to 129 and some beyond, in place and apart, at
 * either end of guarded memory, at all offsets, with counters that carry everywhere.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "support_cmocka.h"

#include "base_bytes.h"
#include "sm4_kernels.h"
#include "support_guarded.h"

#define MAX_BLOCKS 520
#define BYTES      (16 * (size_t)MAX_BLOCKS)

typedef enum kernel {
    ENCRYPT,
    DECRYPT,
    CTR,
    CTR32,
    CBC_ENCRYPT,
    CBC_DECRYPT,
    CFB_ENCRYPT,
    CFB_DECRYPT,
    OFB,
    CBC_MAC,
    XTS_ENCRYPT_GB,
    XTS_ENCRYPT_IEEE,
    XTS_DECRYPT_GB,
    XTS_DECRYPT_IEEE,
    GCM_ENCRYPT,
    GCM_DECRYPT,
    CCM_ENCRYPT,
    CCM_DECRYPT,
    KERNELS
} kernel;

static const char *const names[KERNELS] = {"encrypt",        "decrypt",          "ctr",
                                           "ctr32",          "cbc_encrypt",      "cbc_decrypt",
                                           "cfb_encrypt",    "cfb_decrypt",      "ofb",
                                           "cbc_mac",        "xts_encrypt gb",   "xts_encrypt ieee",
                                           "xts_decrypt gb", "xts_decrypt ieee", "gcm_encrypt",
                                           "gcm_decrypt",    "ccm_encrypt",      "ccm_decrypt"};

typedef struct state {
    uint8_t chain[16];
    uint8_t hash[16]; /* of GCM; the MAC of CCM */
    uint64_t hash_key[MIFU_GHASH_KEY_WORDS];
} state;

static uint64_t seed = 0x5eed;

static uint64_t draw(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static void fill(uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        p[i] = (uint8_t)(draw() >> 24);
}

static void run(const mifu_sm4_kernels *k, kernel which, const mifu_sm4_key *key, state *s,
                uint8_t *out, const uint8_t *in, size_t n)
{
    switch (which) {
    case ENCRYPT:
        k->encrypt(key, out, in, n);
        break;
    case DECRYPT:
        k->decrypt(key, out, in, n);
        break;
    case CTR:
        k->ctr(key, s->chain, out, in, n);
        break;
    case CTR32:
        k->ctr32(key, s->chain, out, in, n);
        break;
    case CBC_ENCRYPT:
        k->cbc_encrypt(key, s->chain, out, in, n);
        break;
    case CBC_DECRYPT:
        k->cbc_decrypt(key, s->chain, out, in, n);
        break;
    case CFB_ENCRYPT:
        k->cfb_encrypt(key, s->chain, out, in, n);
        break;
    case CFB_DECRYPT:
        k->cfb_decrypt(key, s->chain, out, in, n);
        break;
    case OFB:
        k->ofb(key, s->chain, out, in, n);
        break;
    case CBC_MAC:
        k->cbc_mac(key, s->chain, in, n);
        break;
    case XTS_ENCRYPT_GB:
        k->xts_encrypt(key, MIFU_SM4_XTS_GB, s->chain, out, in, n);
        break;
    case XTS_ENCRYPT_IEEE:
        k->xts_encrypt(key, MIFU_SM4_XTS_IEEE, s->chain, out, in, n);
        break;
    case XTS_DECRYPT_GB:
        k->xts_decrypt(key, MIFU_SM4_XTS_GB, s->chain, out, in, n);
        break;
    case XTS_DECRYPT_IEEE:
        k->xts_decrypt(key, MIFU_SM4_XTS_IEEE, s->chain, out, in, n);
        break;
    case GCM_ENCRYPT:
        k->gcm_encrypt(key, s->hash_key, s->chain, s->hash, out, in, n);
        break;
    case GCM_DECRYPT:
        k->gcm_decrypt(key, s->hash_key, s->chain, s->hash, out, in, n);
        break;
    case CCM_ENCRYPT:
        k->ccm_encrypt(key, s->chain, s->hash, out, in, n);
        break;
    case CCM_DECRYPT:
        k->ccm_decrypt(key, s->chain, s->hash, out, in, n);
        break;
    case KERNELS:
        break;
    }
}

/* GF(2^128) as SP 800-38D 6.3 writes it down. */
static void multiply(uint8_t x[16], const uint8_t y[16])
{
    uint8_t z[16] = {0}, v[16];

    memcpy(v, y, 16);
    for (unsigned i = 0; i < 128; i++) {
        unsigned carry = v[15] & 1U;

        if ((x[i / 8] >> (7 - i % 8) & 1) != 0)
            mifu_xor_bytes(z, z, v, 16);
        for (unsigned j = 15; j > 0; j--)
            v[j] = (uint8_t)(v[j] >> 1 | v[j - 1] << 7);
        v[0] = (uint8_t)(v[0] >> 1 ^ (carry != 0 ? 0xe1 : 0));
    }
    memcpy(x, z, 16);
}

static void increment(uint8_t *counter, unsigned from)
{
    for (unsigned i = 15; ++counter[i] == 0 && i > from; i--)
        ;
}

static void double_tweak(uint8_t t[16], int gb)
{
    uint8_t x[16] = {0};

    if (gb) {
        x[0] = 0x40; /* x in the order of GCM */
        multiply(t, x);
    } else {
        unsigned carry = t[15] >> 7;

        for (unsigned i = 15; i > 0; i--)
            t[i] = (uint8_t)(t[i] << 1 | t[i - 1] >> 7);
        t[0] = (uint8_t)(t[0] << 1 ^ (carry != 0 ? 0x87 : 0));
    }
}

static void model(kernel which, const mifu_sm4_key *key, state *s, const uint8_t h[16],
                  uint8_t *out, const uint8_t *in, size_t n)
{
    const mifu_sm4_kernels *one = &mifu_sm4_portable;
    uint8_t t[16];

    for (; n > 0; n--, in += 16, out += 16) {
        switch (which) {
        case ENCRYPT:
            one->encrypt(key, out, in, 1);
            break;
        case DECRYPT:
            one->decrypt(key, out, in, 1);
            break;
        case CTR:
        case CTR32:
        case GCM_ENCRYPT:
        case GCM_DECRYPT:
        case CCM_ENCRYPT:
        case CCM_DECRYPT:
            if (which == CCM_ENCRYPT) /* out may be in */
                mifu_xor_bytes(s->hash, s->hash, in, 16);
            one->encrypt(key, t, s->chain, 1);
            increment(s->chain,
                      which == CTR32 || which == GCM_ENCRYPT || which == GCM_DECRYPT ? 12 : 0);
            mifu_xor_bytes(out, in, t, 16);
            if (which == CCM_DECRYPT)
                mifu_xor_bytes(s->hash, s->hash, out, 16);
            if (which == CCM_ENCRYPT || which == CCM_DECRYPT)
                one->encrypt(key, s->hash, s->hash, 1);
            if (which == GCM_ENCRYPT || which == GCM_DECRYPT) {
                mifu_xor_bytes(s->hash, s->hash, which == GCM_ENCRYPT ? out : in, 16);
                multiply(s->hash, h);
            }
            break;
        case CBC_ENCRYPT:
        case CBC_MAC:
            mifu_xor_bytes(s->chain, s->chain, in, 16);
            one->encrypt(key, s->chain, s->chain, 1);
            if (which == CBC_ENCRYPT)
                memcpy(out, s->chain, 16);
            break;
        case CBC_DECRYPT:
            one->decrypt(key, t, in, 1);
            mifu_xor_bytes(out, t, s->chain, 16);
            memcpy(s->chain, in, 16);
            break;
        case CFB_ENCRYPT:
        case CFB_DECRYPT:
            one->encrypt(key, t, s->chain, 1);
            mifu_xor_bytes(out, in, t, 16);
            memcpy(s->chain, which == CFB_ENCRYPT ? out : in, 16);
            break;
        case OFB:
            one->encrypt(key, s->chain, s->chain, 1);
            mifu_xor_bytes(out, in, s->chain, 16);
            break;
        case XTS_ENCRYPT_GB:
        case XTS_ENCRYPT_IEEE:
        case XTS_DECRYPT_GB:
        case XTS_DECRYPT_IEEE:
            mifu_xor_bytes(t, in, s->chain, 16);
            if (which == XTS_ENCRYPT_GB || which == XTS_ENCRYPT_IEEE)
                one->encrypt(key, t, t, 1);
            else
                one->decrypt(key, t, t, 1);
            mifu_xor_bytes(out, t, s->chain, 16);
            double_tweak(s->chain, which == XTS_ENCRYPT_GB || which == XTS_DECRYPT_GB);
            break;
        case KERNELS:
            break;
        }
    }
}

/* Fixture: a key, H, guarded buffers. */
static mifu_sm4_key key;
static uint8_t h[16], text[BYTES], expected[BYTES];
static guarded input, output;
static state start, end_of_model;

static int set_up(void **unused)
{
    uint8_t k[16];

    (void)unused;
    fill(k, sizeof k);
    fill(h, sizeof h);
    fill(text, sizeof text);
    mifu_sm4_portable.key_expand(&key, k);
    guarded_init(&input, BYTES + 64);
    guarded_init(&output, BYTES + 64);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    guarded_free(&input);
    guarded_free(&output);
    return 0;
}

static void draw_start(void)
{
    fill(start.chain, 16);
    fill(start.hash, 16);
}

static void predict(kernel which, size_t n)
{
    end_of_model = start;
    memset(expected, 0, 16 * n);
    model(which, &key, &end_of_model, h, expected, text, n);
}

static void check(const mifu_backend *row, kernel which, uint8_t *out, uint8_t *in, size_t n)
{
    state s = start;

    mifu_ghash_init(s.hash_key, h, draw() % 2 != 0 ? 16 * n : 1 << 20);
    if (out != in)
        memset(out, 0xa5, 16 * n);
    memcpy(in, text, 16 * n);
    run(row->kernels, which, &key, &s, out, in, n);
    if ((which != CBC_MAC && memcmp(out, expected, 16 * n) != 0) ||
        (which != ENCRYPT && which != DECRYPT && memcmp(s.chain, end_of_model.chain, 16) != 0) ||
        memcmp(s.hash, end_of_model.hash, 16) != 0)
        fail_msg("sm4 %s with ghash %s: %s, %u blocks, %s", row->name,
                 mifu_dispatch_row(&mifu_ghash_dispatch)->name, names[which], (unsigned)n,
                 out == in ? "in place" : "apart");
    if (out != in)
        assert_memory_equal(in, text, 16 * n);
}

typedef void check_row(const mifu_backend *row);

static void for_every_row(check_row *f)
{
    for (unsigned g = 0; g < mifu_ghash_dispatch.count; g++) {
        if (mifu_dispatch_select(&mifu_ghash_dispatch, mifu_ghash_dispatch.rows[g].name) != MIFU_OK)
            continue;
        for (unsigned i = 0; i < mifu_sm4_dispatch.count; i++) {
            const mifu_backend *row = &mifu_sm4_dispatch.rows[i];

            if (mifu_dispatch_select(&mifu_sm4_dispatch, row->name) == MIFU_OK)
                f(row);
        }
    }
    mifu_dispatch_reset(&mifu_ghash_dispatch);
    mifu_dispatch_reset(&mifu_sm4_dispatch);
}

/* Number of blocks number i: 0 to 129 one by one, then wider. */
static size_t length_number(unsigned i)
{
    static const size_t more[] = {159, 160, 161, 191, 192, 193, 255,
                                  256, 257, 320, 385, 511, 512, 513};

    if (i < 130)
        return i;
    return i - 130 < sizeof more / sizeof more[0] ? more[i - 130] : SIZE_MAX;
}

static void all_lengths(const mifu_backend *row)
{
    for (unsigned which = 0; which < KERNELS; which++) {
        for (unsigned i = 0; length_number(i) != SIZE_MAX; i++) {
            size_t n = length_number(i);

            draw_start();
            predict((kernel)which, n);
            check(row, (kernel)which, output.end - 16 * n, input.end - 16 * n, n);
            check(row, (kernel)which, output.first, input.first, n);
            check(row, (kernel)which, output.end - 16 * n, output.end - 16 * n, n);
            check(row, (kernel)which, output.first, output.first, n);
        }
    }
}

static void test_all_lengths(void **unused)
{
    (void)unused;
    for_every_row(all_lengths);
}

static void all_offsets(const mifu_backend *row)
{
    static const size_t lengths[] = {1, 3, 17, 65, 130};

    for (unsigned which = 0; which < KERNELS; which++)
        for (unsigned i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            draw_start();
            predict((kernel)which, lengths[i]);
            for (size_t offset = 1; offset < 16; offset++)
                check(row, (kernel)which, output.first + offset, input.first + (offset * 7) % 16,
                      lengths[i]);
        }
}

static void test_all_offsets(void **unused)
{
    (void)unused;
    for_every_row(all_offsets);
}

/* Counters a few steps before a carry out of every byte, with the bytes above full or not. */
static void all_carries(const mifu_backend *row)
{
    static const size_t lengths[] = {1, 2, 5, 16, 33, 64, 66, 130, 300};
    static const kernel counting[] = {CTR,         CTR32,       GCM_ENCRYPT,
                                      GCM_DECRYPT, CCM_ENCRYPT, CCM_DECRYPT};

    for (unsigned c = 0; c < 6; c++)
        for (unsigned i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
            for (unsigned ones = 1; ones <= 16; ones++)
                for (unsigned before = 1; before <= 257; before += before < 4 ? 1 : 23) {
                    draw_start();
                    memset(start.chain + 16 - ones, 0xff, ones);
                    for (unsigned j = 1; j < before; j++)
                        for (unsigned b = 15; start.chain[b]-- == 0; b--)
                            ;
                    predict(counting[c], lengths[i]);
                    check(row, counting[c], output.first + 1, input.first, lengths[i]);
                }
}

static void test_all_carries(void **unused)
{
    (void)unused;
    for_every_row(all_carries);
}

/* A message cut into calls anywhere is the message. */
static void any_split(const mifu_backend *row)
{
    for (unsigned which = 0; which < KERNELS; which++)
        for (unsigned repeat = 0; repeat < 20; repeat++) {
            size_t n = 1 + draw() % MAX_BLOCKS, done = 0;
            state s;

            draw_start();
            predict((kernel)which, n);
            s = start;
            mifu_ghash_init(s.hash_key, h, 16 * n);
            memcpy(output.first, text, 16 * n);
            while (done < n) {
                size_t step = 1 + draw() % (n - done);

                run(row->kernels, (kernel)which, &key, &s, output.first + 16 * done,
                    output.first + 16 * done, step);
                done += step;
            }
            if (which != CBC_MAC)
                assert_memory_equal(output.first, expected, 16 * n);
            if (which != ENCRYPT && which != DECRYPT)
                assert_memory_equal(s.chain, end_of_model.chain, 16);
            assert_memory_equal(s.hash, end_of_model.hash, 16);
        }
}

static void test_any_split(void **unused)
{
    (void)unused;
    for_every_row(any_split);
}

/* Every back-end makes the same key object, down to the byte. */
static void same_key(const mifu_backend *row)
{
    const mifu_sm4_kernels *k = row->kernels;

    for (unsigned i = 0; i < 300; i++) {
        uint8_t bytes[16];
        mifu_sm4_key a, b;

        fill(bytes, sizeof bytes);
        memset(&a, 0x11, sizeof a);
        memset(&b, 0x22, sizeof b);
        k->key_expand(&a, bytes);
        mifu_sm4_portable.key_expand(&b, bytes);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

static void test_same_key(void **unused)
{
    (void)unused;
    for_every_row(same_key);
}

/* Any number of keys at once are those one by one; nothing beyond them is touched. */
static void many_keys(const mifu_backend *row)
{
    static mifu_sm4_key keys[70];
    uint8_t *bytes = input.end - 16 * (size_t)69;

    for (size_t count = 0; count < 70; count++) {
        uint8_t *k = input.end - 16 * count;

        fill(bytes, 16 * (size_t)69);
        memset(keys, 0x33, sizeof keys);
        ((const mifu_sm4_kernels *)row->kernels)->key_expand_many(keys, k, count);
        for (size_t i = 0; i < count; i++) {
            mifu_sm4_key one;

            mifu_sm4_portable.key_expand(&one, k + 16 * i);
            assert_memory_equal(&keys[i], &one, sizeof one);
        }
        for (size_t i = 0; i < sizeof keys[0]; i++)
            assert_int_equal(((const uint8_t *)&keys[count])[i], 0x33);
    }
}

static void test_many_keys(void **unused)
{
    (void)unused;
    for_every_row(many_keys);
}

/*
 * Messages in lanes, each under one of `distinct` keys, which stand in runs or mixed: as each
 * alone. Every message lies in guarded memory of its own half: the last ends where the page ends.
 */
static void lanes_of(const mifu_backend *row, size_t lanes, size_t blocks, size_t distinct,
                     int in_runs, int with_output)
{
    static mifu_sm4_key keys[MIFU_SM4_LANES];
    static uint8_t chains[MIFU_SM4_LANES][16], ends[MIFU_SM4_LANES][16];
    const mifu_sm4_key *of[MIFU_SM4_LANES];
    const uint8_t *in[MIFU_SM4_LANES];
    uint8_t *out[MIFU_SM4_LANES];
    size_t size = 16 * blocks;

    for (size_t i = 0; i < distinct; i++) {
        uint8_t k[16];

        fill(k, sizeof k);
        mifu_sm4_portable.key_expand(&keys[i], k);
    }
    fill(chains[0], sizeof chains);
    fill(input.end - lanes * size, lanes * size);
    for (size_t i = 0; i < lanes; i++) {
        of[i] = &keys[in_runs ? i * distinct / lanes : draw() % distinct];
        in[i] = input.end - (lanes - i) * size;
        out[i] = output.end - (lanes - i) * size;
        memcpy(ends[i], chains[i], 16);
        memset(out[i], 0xa5, size);
        if (draw() % 4 == 0) { /* in place */
            memcpy(out[i], in[i], size);
            in[i] = out[i];
        }
    }
    for (size_t i = 0; i < lanes; i++) {
        state s;

        memcpy(s.chain, ends[i], 16);
        model(CBC_ENCRYPT, of[i], &s, h, expected + i * size, in[i], blocks);
        memcpy(ends[i], s.chain, 16);
    }
    ((const mifu_sm4_kernels *)row->kernels)
        ->cbc_encrypt_many(of, chains, with_output ? out : NULL, in, blocks, lanes);
    if (memcmp(chains, ends, 16 * lanes) != 0 ||
        (with_output && memcmp(output.end - lanes * size, expected, lanes * size) != 0))
        fail_msg("sm4 %s: %u lanes, %u blocks, %u keys%s", row->name, (unsigned)lanes,
                 (unsigned)blocks, (unsigned)distinct, in_runs ? " in runs" : "");
}

static void all_lanes(const mifu_backend *row)
{
    for (size_t lanes = 1; lanes <= MIFU_SM4_LANES; lanes++)
        for (size_t blocks = 0; blocks <= 8 && lanes * blocks <= MAX_BLOCKS; blocks++) {
            lanes_of(row, lanes, blocks, 1, 0, 1);
            lanes_of(row, lanes, blocks, lanes, 1, blocks % 2 == 0);
            lanes_of(row, lanes, blocks, 1 + draw() % lanes, 0, 1);
            lanes_of(row, lanes, blocks, 1 + draw() % lanes, 1, 1);
        }
}

static void test_all_lanes(void **unused)
{
    (void)unused;
    for_every_row(all_lanes);
}

/* GB/T 32907 A.1. */
static void standard_example(const mifu_backend *row)
{
    static const uint8_t k[16] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
                                  0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10};
    static const uint8_t ct[16] = {0x68, 0x1e, 0xdf, 0x34, 0xd2, 0x06, 0x96, 0x5e,
                                   0x86, 0xb3, 0xe9, 0x4f, 0x53, 0x6e, 0x42, 0x46};
    const mifu_sm4_kernels *kernels = row->kernels;
    mifu_sm4_key standard;
    uint8_t block[16];

    kernels->key_expand(&standard, k);
    kernels->encrypt(&standard, block, k, 1);
    assert_memory_equal(block, ct, 16);
    kernels->decrypt(&standard, block, block, 1);
    assert_memory_equal(block, k, 16);
}

static void test_standard_example(void **unused)
{
    (void)unused;
    for_every_row(standard_example);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_standard_example), cmocka_unit_test(test_same_key),
        cmocka_unit_test(test_all_lengths),      cmocka_unit_test(test_all_offsets),
        cmocka_unit_test(test_all_carries),      cmocka_unit_test(test_any_split),
        cmocka_unit_test(test_many_keys),        cmocka_unit_test(test_all_lanes),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
