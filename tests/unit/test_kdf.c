/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Key derivation on every back-end: against definitions written with the public hash and HMAC
 * functions (their own tests hold those to the standards), limits, errors that touch nothing, and
 * the stream that SM2 encryption uses.
 */
#include "mifu/kdf.h"

#include "kdf_sm3.h"
#include "support_hashes.h"
#include "support_random.h"

static uint8_t input[400];

static int fill_input(void **state)
{
    (void)state;
    support_random_fill(input, sizeof input);
    return 0;
}

/* hash(parts...) or HMAC: a message put together in a buffer. */
typedef struct text {
    uint8_t bytes[2000];
    size_t len;
} text;

static void add(text *t, const void *bytes, size_t len)
{
    assert_true(t->len + len <= sizeof t->bytes);
    if (len > 0)
        memcpy(t->bytes + t->len, bytes, len);
    t->len += len;
}

static void add_number(text *t, uint32_t number)
{
    uint8_t bytes[4] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16), (uint8_t)(number >> 8),
                        (uint8_t)number};

    add(t, bytes, 4);
}

static void hmac_of(uint8_t *tag, mifu_hash_algorithm algorithm, const uint8_t *key, size_t key_len,
                    const text *t)
{
    mifu_hmac_key prepared;

    assert_int_equal(mifu_hmac_key_init(&prepared, algorithm, key, key_len), MIFU_OK);
    mifu_hmac_mac(tag, &prepared, t->bytes, t->len);
}

static void assert_untouched(const uint8_t *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        assert_int_equal(p[i], 0xa5);
}

/* SM3(Z || 1) || SM3(Z || 2) || ... */
static void slow_kdf(uint8_t *out, size_t out_len, const uint8_t *z, size_t z_len)
{
    for (uint32_t counter = 1; out_len > 0; counter++) {
        size_t take = out_len < 32 ? out_len : 32;
        uint8_t digest[32];
        text t = {.len = 0};

        add(&t, z, z_len);
        add_number(&t, counter);
        support_slow_digest(digest, &support_hashes[0], t.bytes, t.len);
        memcpy(out, digest, take);
        out += take;
        out_len -= take;
    }
}

static void check_kdf(const support_hash *hash)
{
    static const size_t out_lengths[] = {0, 1, 16, 31, 32, 33, 63, 64, 65, 500, 513, 1024, 1700};

    if (hash->algorithm != MIFU_HASH_SM3)
        return;
    for (size_t z_len = 0; z_len <= 200; z_len++) {
        size_t out_len = out_lengths[z_len % (sizeof out_lengths / sizeof out_lengths[0])];
        uint8_t expected[1700], got[1701];

        slow_kdf(expected, out_len, input, z_len);
        memset(got, 0xa5, sizeof got);
        assert_int_equal(mifu_kdf_sm3(got, out_len, z_len == 0 ? NULL : input, z_len), MIFU_OK);
        assert_memory_equal(got, expected, out_len);
        assert_untouched(got + out_len, 1);
    }
}

static void test_kdf(void **state)
{
    (void)state;
    support_each_backend(check_kdf);
}

/* Squeezed and xored in random pieces, Z absorbed in parts: the same stream. */
static void check_kdf_stream(const support_hash *hash)
{
    if (hash->algorithm != MIFU_HASH_SM3)
        return;
    for (int round = 0; round < 200; round++) {
        size_t z_len = support_random_below(200), split = support_random_below(z_len + 1);
        size_t longest = 1 + support_random_below(700);
        uint8_t expected[1700], got[1700];
        mifu_kdf_sm3_stream stream;
        mifu_sm3 absorbed;

        slow_kdf(expected, sizeof expected, input, z_len);
        mifu_sm3_init(&absorbed);
        mifu_sm3_update(&absorbed, input, split);
        mifu_sm3_update(&absorbed, input + split, z_len - split);
        mifu_kdf_sm3_init_absorbed(&stream, &absorbed);
        memset(got, 0x3c, sizeof got);
        for (size_t at = 0; at < sizeof got;) {
            size_t piece = support_random_below(longest + 1);

            if (piece > sizeof got - at)
                piece = sizeof got - at;
            if (support_random_below(2) == 0) {
                assert_int_equal(mifu_kdf_sm3_squeeze(&stream, got + at, piece), MIFU_OK);
            } else { /* in place */
                assert_int_equal(mifu_kdf_sm3_xor(&stream, got + at, got + at, piece), MIFU_OK);
                for (size_t i = 0; i < piece; i++)
                    got[at + i] ^= 0x3c;
            }
            at += piece;
        }
        assert_memory_equal(got, expected, sizeof got);
        mifu_kdf_sm3_wipe(&stream);
        for (size_t i = 0; i < sizeof stream; i++)
            assert_int_equal(((const uint8_t *)&stream)[i], 0);
    }
}

static void test_kdf_stream(void **state)
{
    (void)state;
    support_each_backend(check_kdf_stream);
}

/* The last counter is 2^32 - 1: its digest comes out, and nothing after it. */
static void check_kdf_end(const support_hash *hash)
{
    mifu_kdf_sm3_stream stream;
    uint8_t got[64], expected[32];
    text t = {.len = 0};

    if (hash->algorithm != MIFU_HASH_SM3)
        return;
    memset(got, 0xa5, sizeof got);
    add(&t, input, 64);
    add_number(&t, UINT32_C(0xffffffff));
    support_slow_digest(expected, hash, t.bytes, t.len);
    mifu_kdf_sm3_init(&stream, input, 64);
    stream.counter = UINT32_C(0xfffffffe);
    assert_int_equal(mifu_kdf_sm3_squeeze(&stream, got, 33), MIFU_ERR_LIMIT);
    assert_untouched(got, sizeof got);
    assert_int_equal(mifu_kdf_sm3_squeeze(&stream, got, 20), MIFU_OK);
    assert_int_equal(mifu_kdf_sm3_xor(&stream, got + 20, got + 20, 13), MIFU_ERR_LIMIT);
    assert_untouched(got + 20, sizeof got - 20);
    assert_int_equal(mifu_kdf_sm3_squeeze(&stream, got + 20, 12), MIFU_OK);
    assert_memory_equal(got, expected, 32);
    assert_int_equal(mifu_kdf_sm3_squeeze(&stream, got, 0), MIFU_OK);
    assert_int_equal(mifu_kdf_sm3_squeeze(&stream, got, 1), MIFU_ERR_LIMIT);
#if SIZE_MAX > UINT32_MAX
    assert_int_equal(mifu_kdf_sm3(got, (size_t)UINT32_MAX * 32 + 1, input, 64),
                     MIFU_ERR_ARGUMENT_LENGTH);
#endif
}

static void test_kdf_end(void **state)
{
    (void)state;
    support_each_backend(check_kdf_end);
}

static void slow_hkdf_expand(uint8_t *out, size_t out_len, const support_hash *hash,
                             const uint8_t *prk, size_t prk_len, const void *info, size_t info_len)
{
    uint8_t digest[32];

    for (unsigned counter = 1; out_len > 0; counter++) {
        size_t take = out_len < hash->size ? out_len : hash->size;
        uint8_t number = (uint8_t)counter;
        text t = {.len = 0};

        if (counter > 1)
            add(&t, digest, hash->size);
        add(&t, info, info_len);
        add(&t, &number, 1);
        hmac_of(digest, hash->algorithm, prk, prk_len, &t);
        memcpy(out, digest, take);
        out += take;
        out_len -= take;
    }
}

static void check_hkdf(const support_hash *hash)
{
    static uint8_t expected[255 * 32], got[255 * 32 + 1];
    uint8_t prk[32], slow_prk[32];
    mifu_hash_algorithm a = hash->algorithm;
    size_t most = 255 * hash->size;

    for (size_t salt_len = 0; salt_len <= 130; salt_len += 13) {
        size_t out_len = 1 + support_random_below(300);
        text t = {.len = 0};

        add(&t, input, 50);
        hmac_of(slow_prk, a, input + 200, salt_len, &t);
        assert_int_equal(
            mifu_hkdf_extract(prk, a, salt_len == 0 ? NULL : input + 200, salt_len, input, 50),
            MIFU_OK);
        assert_memory_equal(prk, slow_prk, hash->size);
        slow_hkdf_expand(expected, out_len, hash, prk, hash->size, input + 100, salt_len);
        assert_int_equal(
            mifu_hkdf(got, out_len, a, input + 200, salt_len, input, 50, input + 100, salt_len),
            MIFU_OK);
        assert_memory_equal(got, expected, out_len);
    }
    slow_hkdf_expand(expected, most, hash, input, 40, input, 10);
    memset(got, 0xa5, sizeof got);
    assert_int_equal(mifu_hkdf_expand(got, most + 1, a, input, 40, input, 10),
                     MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_hkdf_expand(got, 0, a, input, 40, input, 10), MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_hkdf_expand(got, SIZE_MAX, a, input, 40, input, 10),
                     MIFU_ERR_ARGUMENT_LENGTH);
    assert_untouched(got, sizeof got);
    assert_int_equal(mifu_hkdf_expand(got, most, a, input, 40, input, 10), MIFU_OK);
    assert_memory_equal(got, expected, most);
    assert_untouched(got + most, 1);
}

static void test_hkdf(void **state)
{
    (void)state;
    support_each_backend(check_hkdf);
}

static void check_expand_label(const support_hash *hash)
{
    static const size_t label_lengths[] = {0, 1, 12, 248, 249};
    static const size_t context_lengths[] = {0, 32, 255};
    uint8_t expected[100], got[100];
    mifu_hash_algorithm a = hash->algorithm;

    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < 3; j++) {
            size_t l = label_lengths[i], c = context_lengths[j];
            uint8_t head[3] = {0, sizeof got, (uint8_t)(6 + l)}, context_size = (uint8_t)c;
            text info = {.len = 0};

            add(&info, head, 3);
            add(&info, "tls13 ", 6);
            add(&info, input, l);
            add(&info, &context_size, 1);
            add(&info, input + 50, c);
            slow_hkdf_expand(expected, sizeof got, hash, input, 32, info.bytes, info.len);
            assert_int_equal(
                mifu_hkdf_expand_label(got, sizeof got, a, input, 32, input, l, input + 50, c),
                MIFU_OK);
            assert_memory_equal(got, expected, sizeof got);
        }
    memset(got, 0xa5, sizeof got);
    assert_int_equal(mifu_hkdf_expand_label(got, 10, a, input, 32, input, 250, input, 0),
                     MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_hkdf_expand_label(got, 10, a, input, 32, input, 10, input, 256),
                     MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_hkdf_expand_label(got, 0, a, input, 32, input, 10, input, 10),
                     MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_hkdf_expand_label(got, 65536 + 10, a, input, 32, input, 10, input, 10),
                     MIFU_ERR_ARGUMENT_LENGTH);
    assert_untouched(got, sizeof got);
}

static void test_expand_label(void **state)
{
    (void)state;
    support_each_backend(check_expand_label);
}

static void check_pbkdf2(const support_hash *hash)
{
    for (int round = 0; round < 30; round++) {
        size_t password_len = support_random_below(100), salt_len = support_random_below(100);
        size_t out_len = 1 + support_random_below(round % 5 == 0 ? 700 : 80);
        uint32_t iterations = 1 + (uint32_t)support_random_below(6);
        uint8_t got[701];

        memset(got, 0xa5, sizeof got);
        assert_int_equal(mifu_pbkdf2(got, out_len, hash->algorithm, input, password_len,
                                     input + 100, salt_len, iterations),
                         MIFU_OK);
        assert_untouched(got + out_len, 1);
        for (size_t at = 0; at < out_len; at += hash->size) {
            uint8_t u[32], sum[32] = {0};
            text t = {.len = 0};

            add(&t, input + 100, salt_len);
            add_number(&t, (uint32_t)(at / hash->size + 1));
            for (uint32_t i = 0; i < iterations; i++) {
                hmac_of(u, hash->algorithm, input, password_len, &t);
                for (size_t j = 0; j < hash->size; j++)
                    sum[j] ^= u[j];
                t.len = 0;
                add(&t, u, hash->size);
            }
            assert_memory_equal(got + at, sum,
                                out_len - at < hash->size ? out_len - at : hash->size);
        }
    }
}

static void test_pbkdf2(void **state)
{
    (void)state;
    support_each_backend(check_pbkdf2);
}

static void check_prf(const support_hash *hash)
{
    for (int round = 0; round < 30; round++) {
        size_t label_len = support_random_below(60), seed_len = support_random_below(100);
        size_t out_len = 1 + support_random_below(200);
        uint8_t a[32], block[32], got[201];
        text s = {.len = 0}, t = {.len = 0};

        add(&s, input + 100, label_len);
        add(&s, input + 200, seed_len);
        memset(got, 0xa5, sizeof got);
        assert_int_equal(mifu_tlcp_prf(got, out_len, hash->algorithm, input, 48, input + 100,
                                       label_len, input + 200, seed_len),
                         MIFU_OK);
        assert_untouched(got + out_len, 1);
        add(&t, s.bytes, s.len);
        for (size_t at = 0; at < out_len; at += hash->size) {
            hmac_of(a, hash->algorithm, input, 48, &t);
            t.len = 0;
            add(&t, a, hash->size);
            add(&t, s.bytes, s.len);
            hmac_of(block, hash->algorithm, input, 48, &t);
            t.len = hash->size;
            assert_memory_equal(got + at, block,
                                out_len - at < hash->size ? out_len - at : hash->size);
        }
    }
}

static void test_prf(void **state)
{
    (void)state;
    support_each_backend(check_prf);
}

static void test_errors(void **state)
{
    static const mifu_hash_algorithm wrong = (mifu_hash_algorithm)0;
    uint8_t out[64];

    (void)state;
    memset(out, 0xa5, sizeof out);
    assert_int_equal(mifu_hkdf_extract(out, wrong, input, 1, input, 1), MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_hkdf_expand(out, 10, wrong, input, 1, input, 1), MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_hkdf(out, 10, wrong, input, 1, input, 1, input, 1),
                     MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_hkdf_expand_label(out, 10, wrong, input, 1, input, 1, input, 1),
                     MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_pbkdf2(out, 10, wrong, input, 1, input, 1, 1), MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(mifu_tlcp_prf(out, 10, wrong, input, 1, input, 1, input, 1),
                     MIFU_ERR_ARGUMENT_NAME);

    assert_int_equal(mifu_hkdf(out, 0, MIFU_HASH_SM3, input, 1, input, 1, input, 1),
                     MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_pbkdf2(out, 0, MIFU_HASH_SM3, input, 1, input, 1, 1),
                     MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_pbkdf2(out, 10, MIFU_HASH_SM3, input, 1, input, 1, 0),
                     MIFU_ERR_ARGUMENT_LENGTH);
#if SIZE_MAX > UINT32_MAX
    assert_int_equal(
        mifu_pbkdf2(out, (size_t)UINT32_MAX * 32 + 1, MIFU_HASH_SM3, input, 1, input, 1, 1),
        MIFU_ERR_ARGUMENT_LENGTH);
#endif
    assert_int_equal(mifu_tlcp_prf(out, 0, MIFU_HASH_SM3, input, 1, input, 1, input, 1),
                     MIFU_ERR_ARGUMENT_LENGTH);
    assert_untouched(out, sizeof out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kdf),          cmocka_unit_test(test_kdf_stream),
        cmocka_unit_test(test_kdf_end),      cmocka_unit_test(test_hkdf),
        cmocka_unit_test(test_expand_label), cmocka_unit_test(test_pbkdf2),
        cmocka_unit_test(test_prf),          cmocka_unit_test(test_errors),
    };

    return cmocka_run_group_tests(tests, fill_input, NULL);
}
