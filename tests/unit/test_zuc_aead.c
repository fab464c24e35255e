/* SPDX-License-Identifier: Apache-2.0 */
/* ZUC-GXM and ZUC-MUR: GXM in pieces against one piece, the state of its context, every refusal. */
#include "support_cmocka.h"

#include "base_bytes.h"
#include "mifu/mifu.h"
#include "support_random.h"

#define LENGTH 3000

static uint8_t key[32], iv[16], aad[LENGTH], text[LENGTH], ct[LENGTH], got[LENGTH];
static const uint8_t *const hash_key = key + 16;

static int set_up(void **state)
{
    (void)state;
    support_random_fill(key, sizeof key);
    support_random_fill(iv, sizeof iv);
    support_random_fill(aad, sizeof aad);
    support_random_fill(text, sizeof text);
    return 0;
}

static void assert_zero(const void *p, size_t len)
{
    for (size_t i = 0; i < len; i++)
        assert_int_equal(((const uint8_t *)p)[i], 0);
}

static size_t piece(size_t left)
{
    size_t n = support_random_below(support_random_below(3) == 0 ? 400 : 20);

    return n < left ? n : left;
}

static void feed_aad(mifu_zuc_gxm *gxm, size_t len)
{
    for (size_t at = 0, n; at < len; at += n) {
        n = piece(len - at);
        assert_int_equal(mifu_zuc_gxm_aad_update(gxm, aad + at, n), MIFU_OK);
    }
}

/* All lengths of tags; empty pieces everywhere. */
static void test_pieces(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 400; round++) {
        size_t tag_len = 4 + round % 13, n;
        size_t aad_len = round % 5 == 0 ? 0 : support_random_below(round % 2 == 0 ? 50 : LENGTH);
        size_t len = round % 7 == 0 ? 0 : support_random_below(round % 3 == 0 ? 50 : LENGTH);
        uint8_t tag[16], made[17];
        mifu_zuc_gxm gxm, copy;

        assert_int_equal(
            mifu_zuc_gxm_seal(ct, tag, tag_len, key, hash_key, iv, aad, aad_len, text, len),
            MIFU_OK);

        assert_int_equal(mifu_zuc_gxm_encrypt_init(&gxm, key, hash_key, iv, tag_len), MIFU_OK);
        feed_aad(&gxm, aad_len);
        for (size_t at = 0; at < len; at += n) {
            n = piece(len - at);
            memcpy(got + at, text + at, n); /* in place, or apart */
            assert_int_equal(mifu_zuc_gxm_encrypt_update(got + at, &gxm,
                                                         round % 2 == 0 ? text + at : got + at, n),
                             MIFU_OK);
        }
        assert_memory_equal(got, ct, len);
        memset(made, 0xa5, sizeof made);
        assert_int_equal(mifu_zuc_gxm_encrypt_final(made, &gxm), MIFU_OK);
        assert_memory_equal(made, tag, tag_len);
        assert_int_equal(made[tag_len], 0xa5);
        assert_zero(&gxm, sizeof gxm);

        assert_int_equal(mifu_zuc_gxm_decrypt_init(&gxm, key, hash_key, iv, tag_len), MIFU_OK);
        feed_aad(&gxm, aad_len);
        for (size_t at = 0; at < len; at += n) {
            n = piece(len - at);
            memcpy(got + at, ct + at, n);
            assert_int_equal(mifu_zuc_gxm_decrypt_update_unverified(
                                 got + at, &gxm, round % 2 == 0 ? ct + at : got + at, n),
                             MIFU_OK);
        }
        assert_memory_equal(got, text, len);
        copy = gxm;
        assert_int_equal(mifu_zuc_gxm_decrypt_final(&gxm, tag), MIFU_OK);
        assert_zero(&gxm, sizeof gxm);
        tag[support_random_below(tag_len)] ^= (uint8_t)(1 << round % 8);
        assert_int_equal(mifu_zuc_gxm_decrypt_final(&copy, tag), MIFU_ERR_AUTHENTICATION);
        assert_zero(&copy, sizeof copy);
    }
}

/* A step that the message does not allow changes nothing: the message goes on. */
static void test_states(void **state)
{
    uint8_t tag[16], made[16];
    mifu_zuc_gxm gxm;

    (void)state;
    assert_int_equal(mifu_zuc_gxm_seal(ct, tag, 16, key, hash_key, iv, aad, 9, text, 100), MIFU_OK);
    memset(&gxm, 0, sizeof gxm); /* not started */
    assert_int_equal(mifu_zuc_gxm_aad_update(&gxm, aad, 9), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_gxm_encrypt_update(got, &gxm, text, 9), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_gxm_decrypt_update_unverified(got, &gxm, text, 9),
                     MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_gxm_encrypt_final(made, &gxm), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_gxm_decrypt_final(&gxm, tag), MIFU_ERR_ARGUMENT_STATE);

    assert_int_equal(mifu_zuc_gxm_encrypt_init(&gxm, key, hash_key, iv, 16), MIFU_OK);
    assert_int_equal(mifu_zuc_gxm_aad_update(&gxm, aad, 9), MIFU_OK);
    assert_int_equal(mifu_zuc_gxm_decrypt_update_unverified(got, &gxm, text, 9),
                     MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_gxm_decrypt_final(&gxm, tag), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_gxm_encrypt_update(NULL, &gxm, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_zuc_gxm_aad_update(&gxm, aad, 0), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_gxm_encrypt_update(got + 1, &gxm, got, 9), MIFU_ERR_ARGUMENT_OVERLAP);
    assert_int_equal(mifu_zuc_gxm_encrypt_update(got, &gxm, NULL, 9), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_gxm_encrypt_final(NULL, &gxm), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_gxm_encrypt_update(got, &gxm, text, 100), MIFU_OK);
    assert_memory_equal(got, ct, 100);
    assert_int_equal(mifu_zuc_gxm_encrypt_final(made, &gxm), MIFU_OK);
    assert_memory_equal(made, tag, 16);
    assert_int_equal(mifu_zuc_gxm_encrypt_final(made, &gxm), MIFU_ERR_ARGUMENT_STATE);

    assert_int_equal(mifu_zuc_gxm_decrypt_init(&gxm, key, hash_key, iv, 16), MIFU_OK);
    assert_int_equal(mifu_zuc_gxm_encrypt_update(got, &gxm, text, 9), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_gxm_encrypt_final(made, &gxm), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_gxm_aad_update(&gxm, NULL, 9), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_gxm_aad_update(&gxm, aad, 9), MIFU_OK);
    assert_int_equal(mifu_zuc_gxm_decrypt_update_unverified(got, &gxm, ct, 100), MIFU_OK);
    assert_int_equal(mifu_zuc_gxm_aad_update(&gxm, aad, 9), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_zuc_gxm_decrypt_final(&gxm, NULL), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_gxm_decrypt_final(&gxm, tag), MIFU_OK);
    assert_int_equal(mifu_zuc_gxm_decrypt_final(&gxm, tag), MIFU_ERR_ARGUMENT_STATE);

    assert_int_equal(mifu_zuc_gxm_encrypt_init(&gxm, key, hash_key, iv, 16), MIFU_OK);
    assert_int_equal(mifu_zuc_gxm_encrypt_update(got, &gxm, text, 5), MIFU_OK);
    mifu_zuc_gxm_wipe(&gxm);
    assert_zero(&gxm, sizeof gxm);
}

/* Lengths at the limit: 2^61 bytes of either kind are too many, also in pieces. */
static void test_limits(void **state)
{
    const size_t most = (size_t)((UINT64_C(1) << 61) - 1);
    mifu_zuc_gxm gxm;
    uint8_t tag[16];

    (void)state;
    if (sizeof(size_t) < sizeof(uint64_t))
        skip(); /* nothing is as long as that */
    assert_int_equal(mifu_zuc_gxm_encrypt_init(&gxm, key, hash_key, iv, 16), MIFU_OK);
    assert_int_equal(mifu_zuc_gxm_aad_update(&gxm, aad, 1), MIFU_OK);
    assert_int_equal(mifu_zuc_gxm_aad_update(&gxm, aad, most), MIFU_ERR_LIMIT);
    assert_int_equal(mifu_zuc_gxm_encrypt_update(got, &gxm, text, 1), MIFU_OK);
    /* in place: a range of this size overlaps everything else */
    assert_int_equal(mifu_zuc_gxm_encrypt_update(got, &gxm, got, most), MIFU_ERR_LIMIT);
    assert_int_equal(mifu_zuc_gxm_encrypt_final(tag, &gxm), MIFU_OK);
    assert_int_equal(mifu_zuc_gxm_seal(got, tag, 16, key, hash_key, iv, aad, most + 1, text, 1),
                     MIFU_ERR_LIMIT);
    assert_int_equal(mifu_zuc_gxm_seal(got, tag, 16, key, hash_key, iv, aad, 1, text, most + 1),
                     MIFU_ERR_LIMIT);
}

static void test_refusals(void **state)
{
    uint8_t tag[16] = {0}, small[40];
    mifu_zuc_gxm gxm;

    (void)state;
    for (size_t n = 0; n <= 20; n++) {
        mifu_status want = n >= 4 && n <= 16 ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH;
        uint8_t longer[20];

        assert_int_equal(mifu_zuc_gxm_seal(small, longer, n, key, hash_key, iv, text, 5, text, 40),
                         want);
        assert_int_equal(
            mifu_zuc_mur_seal(small, longer, n, key, key + 8, hash_key, iv, text, 5, text, 40),
            want);
        assert_int_equal(mifu_zuc_gxm_encrypt_init(&gxm, key, hash_key, iv, n), want);
        assert_int_equal(mifu_zuc_gxm_decrypt_init(&gxm, key, hash_key, iv, n), want);
    }
    assert_int_equal(mifu_zuc_gxm_encrypt_init(NULL, key, hash_key, iv, 16),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_gxm_encrypt_init(&gxm, NULL, hash_key, iv, 16),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_gxm_encrypt_init(&gxm, key, NULL, iv, 16), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_zuc_gxm_decrypt_init(&gxm, key, hash_key, NULL, 16),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(
        mifu_zuc_gxm_seal(small, small + 39, 16, key, hash_key, iv, text, 5, text, sizeof small),
        MIFU_ERR_ARGUMENT_OVERLAP);
    assert_int_equal(
        mifu_zuc_gxm_seal(small, tag, 16, key, hash_key, iv, small, 5, text, sizeof small),
        MIFU_ERR_ARGUMENT_OVERLAP);
    assert_int_equal(mifu_zuc_gxm_seal(small, tag, 16, key, NULL, iv, text, 5, text, sizeof small),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(
        mifu_zuc_mur_seal(small, tag, 16, key, NULL, hash_key, iv, text, 5, text, sizeof small),
        MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(
        mifu_zuc_mur_open(small, key, key, hash_key, iv, text, 5, text, sizeof small, tag, 16),
        MIFU_ERR_AUTHENTICATION);
    assert_zero(small, sizeof small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_pieces, set_up),
        cmocka_unit_test_setup(test_states, set_up),
        cmocka_unit_test_setup(test_limits, set_up),
        cmocka_unit_test_setup(test_refusals, set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
