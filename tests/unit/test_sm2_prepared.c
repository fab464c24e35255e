/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prepared public keys answer as the plain ones do: valid and invalid signatures, scalars at the
 * edges of the digits, keys that are small multiples of G so that the parts of a sum meet.
 */
#include "support_random.h"
#include "support_sm2.h"

static uint64_t memory[2][MIFU_SM2_PREPARED_LARGE_SIZE / 8];
static const size_t sizes[2] = {MIFU_SM2_PREPARED_SMALL_SIZE, MIFU_SM2_PREPARED_LARGE_SIZE};

static void prepare(mifu_sm2_prepared_key prepared[2], const mifu_sm2_private_key *key)
{
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(mifu_sm2_prepare(&prepared[i], memory[i], sizes[i], &key->public_key),
                         MIFU_OK);
}

static mifu_sm2_private_key key_of(uint64_t d, int negative)
{
    mifu_sm2_private_key key;
    mifu_u256 t = {{d, 0, 0, 0}};
    uint8_t bytes[32];

    if (negative)
        (void)mifu_u256_sub(&t, &mifu_fn_n, &t);
    mifu_u256_to_bytes(bytes, &t);
    assert_int_equal(mifu_sm2_private_key_from_bytes(&key, bytes), MIFU_OK);
    return key;
}

static void signatures(void)
{
    mifu_sm2_prepared_key prepared[2];
    uint8_t e[32], sig[64], msg[100];

    for (uint64_t round = 0; round < 12; round++) {
        mifu_sm2_private_key key = key_of(round + 1, 0);

        if (round >= 4)
            assert_int_equal(mifu_sm2_keygen(&key), MIFU_OK);
        prepare(prepared, &key);
        for (unsigned i = 0; i < 8; i++) {
            support_random_fill(e, sizeof e);
            support_random_fill(msg, sizeof msg);
            assert_int_equal(mifu_sm2_sign_digest(sig, &key, e), MIFU_OK);
            for (unsigned j = 0; j < 2; j++) {
                assert_int_equal(mifu_sm2_verify_digest_prepared(&prepared[j], e, sig), MIFU_OK);
                sig[40] ^= 4;
                assert_int_equal(mifu_sm2_verify_digest_prepared(&prepared[j], e, sig),
                                 MIFU_INVALID);
                sig[40] ^= 4;
            }
            assert_int_equal(mifu_sm2_sign(sig, &key, msg, 7, msg, sizeof msg), MIFU_OK);
            for (unsigned j = 0; j < 2; j++) {
                assert_int_equal(
                    mifu_sm2_verify_prepared(&prepared[j], msg, 7, msg, sizeof msg, sig), MIFU_OK);
                assert_int_equal(
                    mifu_sm2_verify_prepared(&prepared[j], msg, 8, msg, sizeof msg, sig),
                    MIFU_INVALID);
            }
        }
    }
}

/* The kernels against the ones without tables, on scalars at the edges. */
static void edges(void)
{
    static const uint64_t small[] = {0, 1, 2, 3, 5, 6, 7, 30, 31, 32, 33, 62, 63, 64, 1023, 1024};
    const mifu_sm2_kernels *kernels = mifu_sm2_kernels_in_use();

    for (unsigned m = 1; m < 5; m++) {
        mifu_sm2_private_key key = key_of(m < 3 ? m : 12345 * m, m == 2);
        mifu_sm2_prepared_key prepared[2];
        mifu_affine point, a, b, g;

        prepare(prepared, &key);
        memcpy(point.x.v, key.public_key.x, 32);
        memcpy(point.y.v, key.public_key.y, 32);
        for (unsigned i = 0; i < 2 * MIFU_COUNT_OF(small) + 16 + 51 + 4; i++) {
            mifu_u256 k = {{small[i / 2 % MIFU_COUNT_OF(small)], 0, 0, 0}}, s, x;

            if (i >= 2 * MIFU_COUNT_OF(small) + 16 + 51) { /* even and odd windows meet */
                unsigned j = i - (unsigned)(2 * MIFU_COUNT_OF(small) + 16 + 51);

                if (j < 2)
                    support_sm2_meeting_windows(&k, MIFU_PREPARED_WINDOW, MIFU_PREPARED_WINDOWS);
                else
                    support_sm2_meeting_windows(&k, MIFU_BASE_WINDOW, MIFU_BASE_WINDOWS);
                if (j % 2 == 1)
                    (void)mifu_u256_sub(&k, &mifu_fn_n, &k);
            } else if (i >=
                       2 * MIFU_COUNT_OF(small) + 16) { /* where the windows of the table begin */
                unsigned bit = 5 * (i - (unsigned)(2 * MIFU_COUNT_OF(small) + 16));

                k = (mifu_u256){{0, 0, 0, 0}};
                k.v[bit / 64] = (uint64_t)1 << bit % 64;
                if (i % 2 == 0)
                    mifu_fn_sub(&k, &k, &(mifu_u256){{1, 0, 0, 0}});
            } else if (i >= 2 * MIFU_COUNT_OF(small)) {
                for (int j = 0; j < 4; j++)
                    k.v[j] = support_random64();
                mifu_fn_reduce(&k, &k);
            } else if (i % 2 == 1) {
                mifu_fn_sub(&k, &(mifu_u256){{0, 0, 0, 0}}, &k);
            }
            kernels->point_multiply(&a, &k, &point);
            kernels->prepared_multiply(&b, &k, (const void *)memory[1]);
            assert_memory_equal(&a, &b, sizeof a);
            kernels->prepared_both_multiply(&g, &b, &k, (const void *)memory[1]);
            assert_memory_equal(&a, &b, sizeof a);
            kernels->base_multiply(&a, &k);
            assert_memory_equal(&a, &g, sizeof a);
            /* [s] G + [k] p with [s] G meeting the rest in several ways */
            for (uint64_t j = 0; j < 6; j++) {
                mifu_affine sum;
                int finite;

                mifu_fn_add(&s, &k, &(mifu_u256){{j, 0, 0, 0}});
                if (j > 3)
                    mifu_fn_sub(&s, &(mifu_u256){{0, 0, 0, 0}}, &s);
                kernels->base_multiply(&g, &s);
                if (mifu_u256_mask_zero(&s) != 0)
                    continue;
                finite = kernels->multiply_add_vartime(&sum, &k, &point, &g);
                mifu_fp_from_montgomery(&x, &sum.x);
                mifu_fn_reduce(&x, &x);
                assert_int_equal(
                    kernels->large_check_x_vartime(&s, &k, (const void *)memory[1], &x), finite);
                assert_int_equal(
                    kernels->small_check_x_vartime(&s, &k, (const void *)memory[0], &x), finite);
                mifu_fn_add(&x, &x, &(mifu_u256){{1, 0, 0, 0}});
                assert_int_equal(
                    kernels->large_check_x_vartime(&s, &k, (const void *)memory[1], &x), 0);
                assert_int_equal(
                    kernels->small_check_x_vartime(&s, &k, (const void *)memory[0], &x), 0);
            }
        }
    }
}

static void encryption_and_ecdh(void)
{
    mifu_sm2_private_key key, other;
    mifu_sm2_prepared_key prepared[2];
    uint8_t pt[50], ct[300], back[300], a[32], b[32];
    size_t len, back_len;

    assert_int_equal(mifu_sm2_keygen(&key), MIFU_OK);
    assert_int_equal(mifu_sm2_keygen(&other), MIFU_OK);
    prepare(prepared, &key);
    support_random_fill(pt, sizeof pt);
    mifu_sm2_ecdh(a, &other, &key.public_key);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(mifu_sm2_encrypt_prepared(ct, sizeof ct, &len, &prepared[i], MIFU_SM2_DER,
                                                   pt, sizeof pt),
                         MIFU_OK);
        assert_int_equal(
            mifu_sm2_decrypt(back, sizeof back, &back_len, &key, MIFU_SM2_DER, ct, len), MIFU_OK);
        assert_int_equal(back_len, sizeof pt);
        assert_memory_equal(back, pt, sizeof pt);
        mifu_sm2_ecdh_prepared(b, &other, &prepared[i]);
        assert_memory_equal(a, b, 32);
    }
}

static void sizes_and_pointers(void)
{
    mifu_sm2_private_key key = key_of(9, 0);
    mifu_sm2_prepared_key prepared;

    assert_int_equal(
        mifu_sm2_prepare(&prepared, memory[0], MIFU_SM2_PREPARED_SMALL_SIZE - 1, &key.public_key),
        MIFU_ERR_BUFFER);
    assert_int_equal(mifu_sm2_prepare(&prepared, NULL, 4096, &key.public_key),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm2_prepare(&prepared, memory[0], 4096, NULL), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(
        mifu_sm2_prepare(&prepared, memory[0], MIFU_SM2_PREPARED_LARGE_SIZE - 1, &key.public_key),
        MIFU_OK);
    assert_int_equal(prepared.size, MIFU_SM2_PREPARED_SMALL_SIZE);
}

#define EACH(name)                                                                                 \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        on_each_sm2_backend(name);                                                                 \
    }
EACH(signatures)
EACH(edges)
EACH(encryption_and_ecdh)
EACH(sizes_and_pointers)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_signatures),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_encryption_and_ecdh),
        cmocka_unit_test(test_sizes_and_pointers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
