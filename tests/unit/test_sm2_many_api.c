/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The batch interface of SM2 against the single functions, on every usable back-end: all counts
 * around groups and chunks, items that fail among items that do not, shared keys, and wrong
 * arguments.
 */
#include "mifu/cpu.h"
#include "mifu/sm2_many.h"

#include "support_cmocka.h"

#define MOST 70

static mifu_sm2_private_key keys[MOST];
static const mifu_sm2_private_key *key_of[MOST];
static const mifu_sm2_public_key *pub_of[MOST];
static uint8_t text[MOST][300];
static const uint8_t *msgs[MOST];
static size_t msg_lens[MOST];   /* none, short and long ones */
static size_t short_lens[MOST]; /* 1 to MOST */
static const size_t counts[] = {0, 1, 7, 8, 9, 31, 32, 33, 64, 65, MOST};

#define COUNTS (sizeof counts / sizeof counts[0])

static int make_keys(void **state)
{
    mifu_status status[MOST];

    (void)state;
    if (mifu_sm2_keygen_many(keys, status, MOST, NULL, 0) != MIFU_OK)
        return -1;
    for (size_t i = 0; i < MOST; i++) {
        key_of[i] = &keys[i % 50]; /* some are shared */
        pub_of[i] = &key_of[i]->public_key;
        msgs[i] = text[i];
        msg_lens[i] = i % 10 == 9 ? 4 * i : i;
        short_lens[i] = i + 1;
        for (size_t j = 0; j < sizeof text[i]; j++)
            text[i][j] = (uint8_t)(31 * i + 7 * j + 1);
    }
    return 0;
}

static void for_each_backend(void (*body)(size_t count))
{
    for (unsigned i = 0; mifu_backend_name("sm2_many", i) != NULL; i++) {
        const char *name = mifu_backend_name("sm2_many", i);

        if (mifu_backend_select("sm2_many", name) != MIFU_OK) {
            print_message("sm2_many %s: skipped, the processor lacks what it needs\n", name);
            continue;
        }
        for (size_t j = 0; j < COUNTS; j++)
            body(counts[j]);
    }
    assert_int_equal(mifu_backend_select("sm2_many", NULL), MIFU_OK);
}

static void keygen(size_t count)
{
    static mifu_sm2_private_key made[MOST];
    mifu_status status[MOST];

    assert_int_equal(mifu_sm2_keygen_many(made, status, count, NULL, 0), MIFU_OK);
    for (size_t i = 0; i < count; i++) {
        uint8_t d[32];
        mifu_sm2_private_key same;

        assert_int_equal(status[i], MIFU_OK);
        mifu_sm2_private_key_to_bytes(d, &made[i]);
        assert_int_equal(mifu_sm2_private_key_from_bytes(&same, d), MIFU_OK);
        assert_memory_equal(&same, &made[i], sizeof same);
        for (size_t j = 0; j < i; j++)
            assert_memory_not_equal(made[i].d, made[j].d, sizeof made[i].d);
    }
}

static void test_keygen(void **state)
{
    (void)state;
    for_each_backend(keygen);
}

static void signatures(size_t count)
{
    static const uint8_t id[] = "an identity";
    static uint8_t sigs[MOST * 64], digests[MOST * 32];
    static const uint8_t zero[64];
    static const mifu_sm2_private_key *some[MOST];
    static const mifu_sm2_public_key *some_pub[MOST];
    mifu_status status[MOST], result;

    /* Messages; all good. */
    assert_int_equal(
        mifu_sm2_sign_many(sigs, status, key_of, id, sizeof id, msgs, msg_lens, count, NULL, 0),
        MIFU_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(status[i], MIFU_OK);
        assert_int_equal(
            mifu_sm2_verify(pub_of[i], id, sizeof id, msgs[i], msg_lens[i], sigs + 64 * i),
            MIFU_OK);
    }
    assert_int_equal(
        mifu_sm2_verify_many(status, pub_of, id, sizeof id, msgs, msg_lens, sigs, count, NULL, 0),
        MIFU_OK);
    if (count > 0) /* another identity */
        assert_int_equal(mifu_sm2_verify_many(status, pub_of, MIFU_SM2_DEFAULT_ID, msgs, msg_lens,
                                              sigs, count, NULL, 0),
                         MIFU_INVALID);

    /* Digests; every seventh item has no key. */
    for (size_t i = 0; i < count; i++) {
        some[i] = i % 7 == 3 ? NULL : key_of[i];
        some_pub[i] = i % 7 == 5 ? NULL : pub_of[i];
        assert_int_equal(
            mifu_sm2_digest(digests + 32 * i, pub_of[i], MIFU_SM2_DEFAULT_ID, msgs[i], msg_lens[i]),
            MIFU_OK);
    }
    memset(sigs, 0x5a, sizeof sigs);
    result = mifu_sm2_sign_digest_many(sigs, status, some, digests, count, NULL, 0);
    assert_int_equal(result, count > 3 ? MIFU_ERR_ARGUMENT_NULL : MIFU_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(status[i], some[i] == NULL ? MIFU_ERR_ARGUMENT_NULL : MIFU_OK);
        if (some[i] == NULL)
            assert_memory_equal(sigs + 64 * i, zero, 64);
        else
            assert_int_equal(mifu_sm2_verify_digest(pub_of[i], digests + 32 * i, sigs + 64 * i),
                             MIFU_OK);
    }
    /* The wrong ones in the middle: bits turned in r, s and e, r = 0, s = n. */
    for (size_t i = 0; i < count; i++) {
        if (i % 5 == 1)
            sigs[64 * i + i % 64] ^= (uint8_t)(1 << i % 8);
        if (i % 11 == 2)
            digests[32 * i + i % 32] ^= 1;
        if (i % 13 == 4)
            memset(sigs + 64 * i, 0, 32);
    }
    result = mifu_sm2_verify_digest_many(status, some_pub, digests, sigs, count, NULL, 0);
    assert_int_equal(result == MIFU_OK, count <= 1);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(status[i],
                         some_pub[i] == NULL
                             ? MIFU_ERR_ARGUMENT_NULL
                             : mifu_sm2_verify_digest(pub_of[i], digests + 32 * i, sigs + 64 * i));
}

static void test_signatures(void **state)
{
    (void)state;
    for_each_backend(signatures);
}

static void shared_secrets(size_t count)
{
    uint8_t shared[MOST * 32 + 1], expected[32];
    static const mifu_sm2_public_key *peers[MOST];
    mifu_status status[MOST];

    for (size_t i = 0; i < count; i++)
        peers[i] = pub_of[(3 * i + 1) % MOST];
    shared[32 * count] = 0x5a;
    assert_int_equal(mifu_sm2_ecdh_many(shared, status, key_of, peers, count, NULL, 0), MIFU_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(status[i], MIFU_OK);
        mifu_sm2_ecdh(expected, key_of[i], peers[i]);
        assert_memory_equal(shared + 32 * i, expected, 32);
    }
    assert_int_equal(shared[32 * count], 0x5a);
}

static void test_shared_secrets(void **state)
{
    (void)state;
    for_each_backend(shared_secrets);
}

static void ciphertexts(size_t count)
{
    static const mifu_sm2_format formats[] = {MIFU_SM2_C1C3C2, MIFU_SM2_C1C2C3,
                                              MIFU_SM2_C1C3C2_NO_04, MIFU_SM2_C1C2C3_NO_04,
                                              MIFU_SM2_DER};
    static uint8_t ct[MOST][256], pt[MOST][128];
    static const uint8_t zero[128] = {0};
    mifu_sm2_format format = formats[count % 5];
    static uint8_t *cts[MOST], *pts[MOST];
    static const uint8_t *const_cts[MOST];
    static size_t caps[MOST], lens[MOST], pt_caps[MOST], pt_lens[MOST];
    size_t length;
    static const mifu_sm2_public_key *some[MOST];
    static const mifu_sm2_private_key *some_keys[MOST];
    uint8_t back[128];
    mifu_status status[MOST], result;

    memset(ct, 0x5a, sizeof ct);
    for (size_t i = 0; i < count; i++) {
        cts[i] = ct[i];
        const_cts[i] = ct[i];
        pts[i] = pt[i];
        caps[i] = i % 9 == 4 ? 20 : sizeof ct[i];
        pt_caps[i] = sizeof pt[i];
        some[i] = i % 11 == 6 ? NULL : pub_of[i];
        some_keys[i] = key_of[i];
    }
    result = mifu_sm2_encrypt_many(cts, caps, lens, status, some, format, msgs, short_lens, count,
                                   NULL, 0);
    assert_int_equal(result, count > 4 ? MIFU_ERR_BUFFER : MIFU_OK);
    for (size_t i = 0; i < count; i++) {
        if (some[i] == NULL || caps[i] == 20) {
            assert_int_equal(status[i], some[i] == NULL ? MIFU_ERR_ARGUMENT_NULL : MIFU_ERR_BUFFER);
            assert_int_equal(ct[i][0], 0x5a);
            assert_int_equal(mifu_sm2_encrypt(ct[i], sizeof ct[i], &lens[i], pub_of[i], format,
                                              msgs[i], short_lens[i]),
                             MIFU_OK);
            continue;
        }
        assert_int_equal(status[i], MIFU_OK);
        assert_int_equal(
            mifu_sm2_decrypt(back, sizeof back, &length, key_of[i], format, ct[i], lens[i]),
            MIFU_OK);
        assert_int_equal(length, short_lens[i]);
        assert_memory_equal(back, msgs[i], length);
    }
    /* Faults among them: the last byte, the point, the length, the key, the capacity. */
    for (size_t i = 0; i < count; i++) {
        if (i % 5 == 1)
            ct[i][lens[i] - 1] ^= 0x80;
        if (i % 7 == 2)
            ct[i][40] ^= 4;
        if (i % 11 == 3)
            lens[i] = 30;
        if (i % 13 == 4)
            some_keys[i] = key_of[(i + 1) % MOST];
        if (i % 17 == 5)
            some_keys[i] = NULL;
        if (i % 19 == 6)
            pt_caps[i] = short_lens[i] - 1;
    }
    memset(pt, 0x5a, sizeof pt);
    for (int pass = 0; pass < 2; pass++) {
        mifu_sm2_format as = pass == 0 ? format : MIFU_SM2_AUTO;

        result = mifu_sm2_decrypt_many(pts, pt_caps, pt_lens, status, some_keys, as, const_cts,
                                       lens, count, NULL, 0);
        for (size_t i = 0; i < count; i++) {
            mifu_status single =
                mifu_sm2_decrypt(back, pt_caps[i], &length, some_keys[i], as, ct[i], lens[i]);

            assert_int_equal(status[i], single);
            if (single == MIFU_OK) {
                assert_int_equal(pt_lens[i], length);
                assert_memory_equal(pt[i], back, length);
            } else if (single == MIFU_ERR_AUTHENTICATION && pass == 0) {
                assert_memory_equal(pt[i], zero, short_lens[i]);
            }
        }
        assert_int_equal(result == MIFU_OK, count <= 1);
    }
}

static void test_ciphertexts(void **state)
{
    (void)state;
    for_each_backend(ciphertexts);
}

static void test_wrong_arguments(void **state)
{
    uint8_t sigs[64], bytes[32] = {0};
    mifu_status status[1];
    uint8_t *outs[1] = {sigs};
    const uint8_t *ins[1] = {bytes};
    size_t lens[1] = {1};

    (void)state;
    assert_int_equal(mifu_sm2_ecdh_many(sigs, NULL, key_of, pub_of, 1, NULL, 0),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm2_keygen_many(NULL, status, 1, NULL, 0), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm2_keygen_many(NULL, NULL, 0, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_sm2_sign_digest_many(NULL, status, key_of, bytes, 1, NULL, 0),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm2_sign_digest_many(NULL, NULL, NULL, NULL, 0, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_sm2_sign_many(sigs, status, key_of, NULL, 0, msgs, msg_lens, 1, NULL, 0),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(
        mifu_sm2_sign_many(sigs, status, key_of, text[0], 8192, msgs, msg_lens, 1, NULL, 0),
        MIFU_ERR_ARGUMENT_ID);
    assert_int_equal(mifu_sm2_verify_digest_many(status, NULL, bytes, sigs, 1, NULL, 0),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(
        mifu_sm2_verify_many(status, pub_of, MIFU_SM2_DEFAULT_ID, NULL, msg_lens, sigs, 1, NULL, 0),
        MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm2_ecdh_many(sigs, status, key_of, NULL, 1, NULL, 0),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(
        mifu_sm2_encrypt_many(outs, lens, lens, NULL, pub_of, MIFU_SM2_DER, ins, lens, 1, NULL, 0),
        MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm2_decrypt_many(outs, lens, lens, status, key_of, MIFU_SM2_DER, NULL,
                                           lens, 1, NULL, 0),
                     MIFU_ERR_ARGUMENT_NULL);
}

/* Too small a scratch is the status of every item, and nothing is written. */
static void test_small_scratch(void **state)
{
    static mifu_sm2_private_key made[3], untouched_keys[3];
    static uint8_t out[3][256], pt[3][64], untouched[3][256], scratch[MIFU_SM2_MANY_SCRATCH_SIZE];
    uint8_t *outs[3] = {out[0], out[1], out[2]}, *plain[3] = {pt[0], pt[1], pt[2]};
    const uint8_t *ins[3] = {text[0], text[1], text[2]};
    size_t caps[3] = {256, 256, 256}, pt_caps[3] = {64, 64, 64}, lens[3] = {9, 9, 9};
    const size_t size = sizeof scratch - 1;
    mifu_status status[3];

    (void)state;
    memset(untouched, 0x5a, sizeof untouched);
    memset(&untouched_keys, 0x5a, sizeof untouched_keys);
    memcpy(made, untouched_keys, sizeof made);
    memcpy(out, untouched, sizeof out);
    memcpy(pt, untouched, sizeof pt);
    memcpy(scratch, untouched, sizeof untouched);
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        memset(status, 0, sizeof status);                                                          \
        assert_int_equal(call, MIFU_ERR_BUFFER);                                                   \
        for (size_t i = 0; i < 3; i++) {                                                           \
            assert_int_equal(status[i], MIFU_ERR_BUFFER);                                          \
            assert_int_equal(lens[i], 9);                                                          \
        }                                                                                          \
        assert_memory_equal(made, untouched_keys, sizeof made);                                    \
        assert_memory_equal(out, untouched, sizeof out);                                           \
        assert_memory_equal(pt, untouched, sizeof pt);                                             \
        assert_memory_equal(scratch, untouched, sizeof untouched);                                 \
    } while (0)
    REFUSED(mifu_sm2_keygen_many(made, status, 3, scratch, size));
    REFUSED(mifu_sm2_keygen_many(made, status, 3, scratch, 0));
    REFUSED(mifu_sm2_sign_digest_many(out[0], status, key_of, text[0], 3, scratch, size));
    REFUSED(mifu_sm2_sign_many(out[0], status, key_of, MIFU_SM2_DEFAULT_ID, msgs, msg_lens, 3,
                               scratch, size));
    REFUSED(mifu_sm2_verify_digest_many(status, pub_of, text[0], text[1], 3, scratch, size));
    REFUSED(mifu_sm2_verify_many(status, pub_of, MIFU_SM2_DEFAULT_ID, msgs, msg_lens, text[0], 3,
                                 scratch, size));
    REFUSED(mifu_sm2_ecdh_many(out[0], status, key_of, pub_of, 3, scratch, size));
    REFUSED(mifu_sm2_encrypt_many(outs, caps, lens, status, pub_of, MIFU_SM2_DER, ins, short_lens,
                                  3, scratch, size));
    for (int format = 0; format < 2; format++)
        REFUSED(mifu_sm2_decrypt_many(plain, pt_caps, lens, status, key_of,
                                      format == 0 ? MIFU_SM2_DER : MIFU_SM2_AUTO, ins, short_lens,
                                      3, scratch, size));
#undef REFUSED
    /* The exact size does, and makes keys like those of the stack. */
    assert_int_equal(mifu_sm2_keygen_many(made, status, 3, scratch, sizeof scratch), MIFU_OK);
    for (size_t i = 0; i < 3; i++) {
        mifu_sm2_private_key same;
        uint8_t d[32];

        mifu_sm2_private_key_to_bytes(d, &made[i]);
        assert_int_equal(mifu_sm2_private_key_from_bytes(&same, d), MIFU_OK);
        assert_memory_equal(&made[i], &same, sizeof same);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keygen),          cmocka_unit_test(test_signatures),
        cmocka_unit_test(test_shared_secrets),  cmocka_unit_test(test_ciphertexts),
        cmocka_unit_test(test_wrong_arguments), cmocka_unit_test(test_small_scratch),
    };

    return cmocka_run_group_tests(tests, make_keys, NULL);
}
