/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One item's failure in a batch touches no other: in batches of 1 to 17 items each item in turn
 * fails in each way that its operation knows, on every usable back-end; the others must be right,
 * and the failed one as after the single function. Each call works in a scratch of the exact size
 * at one alignment or another, between bytes that must stay as they are.
 */
#include "mifu/cpu.h"
#include "mifu/random.h"
#include "mifu/sm2_many.h"
#include "rng_source.h"

#include "support_cmocka.h"

#define MOST  17
#define GUARD 64

static mifu_sm2_private_key keys[MOST];
static const mifu_sm2_private_key zero_key;
static const mifu_sm2_public_key zero_public_key;
static uint8_t text[MOST][40], shared[MOST][32];
static uint8_t good_digests[MOST][32], good_sigs[MOST][64], message_sigs[MOST][64];
static uint8_t good_cts[MOST][160];
static size_t good_ct_lens[MOST];

/* The arguments of a call, good ones before a test breaks an item. */
static const mifu_sm2_private_key *key_of[MOST];
static const mifu_sm2_public_key *pub_of[MOST], *peer_of[MOST];
static const uint8_t *msgs[MOST], *const_cts[MOST];
static size_t msg_lens[MOST], ct_caps[MOST], ct_lens[MOST], pt_caps[MOST], pt_lens[MOST];
static uint8_t digests[MOST][32], sigs[MOST][64], cts[MOST][160], pts[MOST][40];
static uint8_t *ct_of[MOST], *pt_of[MOST];
static mifu_status status[MOST];

static uint8_t memory[GUARD + 64 + MIFU_SM2_MANY_SCRATCH_SIZE + GUARD];
static uint8_t *scratch;

static int make_items(void **state)
{
    int good = 1;

    (void)state;
    for (size_t i = 0; i < MOST; i++) {
        good &= mifu_sm2_keygen(&keys[i]) == MIFU_OK;
        for (size_t j = 0; j < sizeof text[i]; j++)
            text[i][j] = (uint8_t)(i + 31 * j + 1);
        memset(good_digests[i], (int)(200 - i), sizeof good_digests[i]);
    }
    for (size_t i = 0; i < MOST; i++) {
        mifu_sm2_ecdh(shared[i], &keys[i], &keys[(i + 5) % MOST].public_key);
        good &= mifu_sm2_sign_digest(good_sigs[i], &keys[i], good_digests[i]) == MIFU_OK &&
                mifu_sm2_sign(message_sigs[i], &keys[i], MIFU_SM2_DEFAULT_ID, text[i], i + 1) ==
                    MIFU_OK &&
                mifu_sm2_encrypt(good_cts[i], sizeof good_cts[i], &good_ct_lens[i],
                                 &keys[i].public_key, MIFU_SM2_C1C3C2, text[i], i + 1) == MIFU_OK;
    }
    return good ? 0 : -1;
}

static void reset(size_t alignment)
{
    for (size_t i = 0; i < MOST; i++) {
        key_of[i] = &keys[i];
        pub_of[i] = &keys[i].public_key;
        peer_of[i] = &keys[(i + 5) % MOST].public_key;
        msgs[i] = text[i];
        msg_lens[i] = i + 1;
        ct_of[i] = cts[i];
        const_cts[i] = cts[i];
        ct_caps[i] = sizeof cts[i];
        pt_of[i] = pts[i];
        pt_caps[i] = sizeof pts[i];
        status[i] = MIFU_ERR_LIMIT;
    }
    memcpy(digests, good_digests, sizeof digests);
    memcpy(sigs, good_sigs, sizeof sigs);
    memcpy(cts, good_cts, sizeof cts);
    memcpy(ct_lens, good_ct_lens, sizeof ct_lens);
    memset(pts, 0x5a, sizeof pts);
    memset(memory, 0xa7, sizeof memory);
    scratch = memory + GUARD + alignment;
}

static void check_guards(void)
{
    for (const uint8_t *p = memory; p < memory + sizeof memory; p++)
        if (p < scratch || p >= scratch + MIFU_SM2_MANY_SCRATCH_SIZE)
            assert_int_equal(*p, 0xa7);
}

/* All statuses are MIFU_OK but that of item `at`; the result is the first that is not. */
static void check_status(mifu_status result, size_t count, size_t at, mifu_status expected)
{
    for (size_t i = 0; i < count; i++)
        assert_int_equal(status[i], i == at ? expected : MIFU_OK);
    assert_int_equal(result, expected);
    check_guards();
}

/*
 * Runs `body` with each item of each count broken: in each of its ways in a group and one more,
 * else in one way after the other.
 */
static void for_each_item(void (*body)(size_t count, size_t at, unsigned fault), unsigned faults)
{
    for (unsigned row = 0; mifu_backend_name("sm2_many", row) != NULL; row++) {
        const char *name = mifu_backend_name("sm2_many", row);

        if (mifu_backend_select("sm2_many", name) != MIFU_OK) {
            print_message("sm2_many %s: skipped, the processor lacks what it needs\n", name);
            continue;
        }
        for (size_t count = 1; count <= MOST; count++)
            for (size_t at = 0; at < count; at++)
                for (unsigned fault = 0; fault < faults; fault++) {
                    if (count != 9 && fault != (count + at) % faults)
                        continue;
                    reset((7 * count + at) % 64);
                    body(count, at, fault);
                }
    }
    assert_int_equal(mifu_backend_select("sm2_many", NULL), MIFU_OK);
}

/* ---- Random numbers, of which the one with this number fails, or is out of range */

static size_t requests, special_request;
static int special_fails;

static mifu_status special_source(uint8_t *out, size_t len)
{
    int special = requests == special_request;

    requests++;
    for (size_t i = 0; i < len; i++)
        out[i] = special ? 0xff : (uint8_t)(1 + requests * 37 + i * 11);
    out[0] &= special ? 0xff : 0x7f;
    return special && special_fails ? MIFU_ERR_RANDOM : MIFU_OK;
}

static void use_special_source(size_t at, int fails)
{
    requests = 0;
    special_request = at;
    special_fails = fails;
    mifu_rng_set_source(special_source, 0);
}

/* ---- The operations */

static void keygen(size_t count, size_t at, unsigned fault)
{
    static mifu_sm2_private_key made[MOST];
    const mifu_status expected = fault == 0 ? MIFU_ERR_RANDOM : MIFU_OK;
    mifu_status result;

    memset(made, 0x5a, sizeof made);
    use_special_source(at, fault == 0);
    result = mifu_sm2_keygen_many(made, status, count, scratch, MIFU_SM2_MANY_SCRATCH_SIZE);
    mifu_rng_set_source(NULL, 0);
    check_status(result, count, at, expected);
    assert_int_equal(requests, count + (fault == 1));
    for (size_t i = 0; i < count; i++) {
        uint8_t d[32];
        mifu_sm2_private_key same = zero_key;

        mifu_sm2_private_key_to_bytes(d, &made[i]);
        if (status[i] == MIFU_OK)
            assert_int_equal(mifu_sm2_private_key_from_bytes(&same, d), MIFU_OK);
        assert_memory_equal(&made[i], &same, sizeof same);
    }
}

static void test_keygen(void **state)
{
    (void)state;
    for_each_item(keygen, 2);
}

static void check_signatures(size_t count, int of_messages)
{
    static const uint8_t zeros[64];

    for (size_t i = 0; i < count; i++)
        if (status[i] != MIFU_OK)
            assert_memory_equal(sigs[i], zeros, sizeof zeros);
        else if (of_messages)
            assert_int_equal(
                mifu_sm2_verify(&keys[i].public_key, MIFU_SM2_DEFAULT_ID, text[i], i + 1, sigs[i]),
                MIFU_OK);
        else
            assert_int_equal(mifu_sm2_verify_digest(&keys[i].public_key, good_digests[i], sigs[i]),
                             MIFU_OK);
}

static void sign_digest(size_t count, size_t at, unsigned fault)
{
    key_of[at] = fault == 0 ? NULL : &zero_key;
    check_status(mifu_sm2_sign_digest_many(sigs[0], status, key_of, digests[0], count, scratch,
                                           MIFU_SM2_MANY_SCRATCH_SIZE),
                 count, at, fault == 0 ? MIFU_ERR_ARGUMENT_NULL : MIFU_ERR_RANGE_PRIVATE_KEY);
    check_signatures(count, 0);
}

static void test_sign_digest(void **state)
{
    (void)state;
    for_each_item(sign_digest, 2);
}

static void sign(size_t count, size_t at, unsigned fault)
{
    static const mifu_status expected[] = {MIFU_ERR_ARGUMENT_NULL, MIFU_ERR_RANGE_PRIVATE_KEY,
                                           MIFU_ERR_ARGUMENT_NULL};

    if (fault < 2)
        key_of[at] = fault == 0 ? NULL : &zero_key;
    else
        msgs[at] = NULL;
    check_status(mifu_sm2_sign_many(sigs[0], status, key_of, MIFU_SM2_DEFAULT_ID, msgs, msg_lens,
                                    count, scratch, MIFU_SM2_MANY_SCRATCH_SIZE),
                 count, at, expected[fault]);
    check_signatures(count, 1);
}

static void test_sign(void **state)
{
    (void)state;
    for_each_item(sign, 3);
}

/* Breaks a key or a signature. */
static mifu_status break_verification(size_t at, unsigned fault)
{
    static const uint8_t n[32] = {0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                  0xff, 0xff, 0xff, 0xff, 0xff, 0x72, 0x03, 0xdf, 0x6b, 0x21, 0xc6,
                                  0x05, 0x2b, 0x53, 0xbb, 0xf4, 0x09, 0x39, 0xd5, 0x41, 0x23};
    int borrow = 0;

    switch (fault) {
    case 0:
        pub_of[at] = NULL;
        return MIFU_ERR_ARGUMENT_NULL;
    case 1:
        pub_of[at] = &zero_public_key;
        return MIFU_ERR_RANGE_INFINITY;
    case 2:
        pub_of[at] = &keys[(at + 1) % MOST].public_key;
        return MIFU_INVALID;
    case 3:
        sigs[at][63 - at] ^= 1;
        return MIFU_INVALID;
    case 4: /* r = 0 */
        memset(sigs[at], 0, 32);
        return MIFU_INVALID;
    case 5: /* s = n */
        memcpy(sigs[at] + 32, n, 32);
        return MIFU_INVALID;
    default: /* s = n - r */
        for (int i = 31; i >= 0; i--) {
            int byte = n[i] - sigs[at][i] - borrow;

            borrow = byte < 0;
            sigs[at][32 + i] = (uint8_t)byte;
        }
        return MIFU_INVALID;
    }
}

static void verify_digest(size_t count, size_t at, unsigned fault)
{
    mifu_status expected = MIFU_INVALID;

    if (fault == 7)
        digests[at][3 * at % 32] ^= 2;
    else
        expected = break_verification(at, fault);
    check_status(mifu_sm2_verify_digest_many(status, pub_of, digests[0], sigs[0], count, scratch,
                                             MIFU_SM2_MANY_SCRATCH_SIZE),
                 count, at, expected);
}

static void test_verify_digest(void **state)
{
    (void)state;
    for_each_item(verify_digest, 8);
}

static void verify(size_t count, size_t at, unsigned fault)
{
    mifu_status expected = MIFU_ERR_ARGUMENT_NULL;

    memcpy(sigs, message_sigs, sizeof sigs);
    if (fault == 7)
        msgs[at] = NULL;
    else
        expected = break_verification(at, fault);
    check_status(mifu_sm2_verify_many(status, pub_of, MIFU_SM2_DEFAULT_ID, msgs, msg_lens, sigs[0],
                                      count, scratch, MIFU_SM2_MANY_SCRATCH_SIZE),
                 count, at, expected);
}

static void test_verify(void **state)
{
    (void)state;
    for_each_item(verify, 8);
}

static void ecdh(size_t count, size_t at, unsigned fault)
{
    static const mifu_status expected[] = {MIFU_ERR_ARGUMENT_NULL, MIFU_ERR_ARGUMENT_NULL,
                                           MIFU_ERR_RANGE_PRIVATE_KEY, MIFU_ERR_RANGE_INFINITY};
    static const uint8_t zeros[32];
    uint8_t made[MOST][32];

    if (fault % 2 == 0)
        key_of[at] = fault == 0 ? NULL : &zero_key;
    else
        peer_of[at] = fault == 1 ? NULL : &zero_public_key;
    memset(made, 0x5a, sizeof made);
    check_status(mifu_sm2_ecdh_many(made[0], status, key_of, peer_of, count, scratch,
                                    MIFU_SM2_MANY_SCRATCH_SIZE),
                 count, at, expected[fault]);
    for (size_t i = 0; i < count; i++)
        assert_memory_equal(made[i], i == at ? zeros : shared[i], 32);
}

static void test_ecdh(void **state)
{
    (void)state;
    for_each_item(ecdh, 4);
}

/* What fails writes nothing, and what is encrypted can be decrypted. */
static void encrypt(size_t count, size_t at, unsigned fault)
{
    static const mifu_status expected[] = {
        MIFU_ERR_ARGUMENT_NULL,    MIFU_ERR_RANGE_INFINITY, MIFU_ERR_BUFFER,
        MIFU_ERR_BUFFER,           MIFU_ERR_ARGUMENT_EMPTY, MIFU_ERR_ARGUMENT_NULL,
        MIFU_ERR_ARGUMENT_OVERLAP, MIFU_ERR_RANDOM,         MIFU_OK};
    uint8_t back[40];
    mifu_status result;
    size_t len;

    switch (fault) {
    case 0:
        pub_of[at] = NULL;
        break;
    case 1:
        pub_of[at] = &zero_public_key;
        break;
    case 2:
        ct_caps[at] = 97 + at;
        break;
    case 3:
        ct_of[at] = NULL;
        break;
    case 4:
        msg_lens[at] = 0;
        break;
    case 5:
        msgs[at] = NULL;
        break;
    case 6:
        msgs[at] = cts[at] + 97 + at;
        break;
    default: /* its random number fails; or is out of range, and the item asks once more */
        use_special_source(at, fault == 7);
    }
    memset(cts, 0x5a, sizeof cts);
    result = mifu_sm2_encrypt_many(ct_of, ct_caps, ct_lens, status, pub_of, MIFU_SM2_C1C3C2, msgs,
                                   msg_lens, count, scratch, MIFU_SM2_MANY_SCRATCH_SIZE);
    mifu_rng_set_source(NULL, 0);
    check_status(result, count, at, expected[fault]);
    for (size_t i = 0; i < count; i++) {
        if (status[i] != MIFU_OK) {
            for (size_t j = 0; j < sizeof cts[i]; j++)
                assert_int_equal(cts[i][j], 0x5a);
            /* The size asked for, the one it was before, or none. */
            assert_int_equal(ct_lens[i],
                             fault == 2 || fault == 3 || fault == 5 ? good_ct_lens[i] : 0);
            continue;
        }
        assert_int_equal(ct_lens[i], good_ct_lens[i]);
        assert_int_equal(mifu_sm2_decrypt(back, sizeof back, &len, &keys[i], MIFU_SM2_C1C3C2,
                                          cts[i], ct_lens[i]),
                         MIFU_OK);
        assert_int_equal(len, i + 1);
        assert_memory_equal(back, text[i], len);
    }
}

static void test_encrypt(void **state)
{
    (void)state;
    for_each_item(encrypt, 9);
}

static void decrypt(size_t count, size_t at, unsigned fault)
{
    static const mifu_status expected[] = {MIFU_ERR_ARGUMENT_NULL,
                                           MIFU_ERR_RANGE_PRIVATE_KEY,
                                           MIFU_ERR_AUTHENTICATION,
                                           MIFU_ERR_RANGE_NOT_ON_CURVE,
                                           MIFU_ERR_RANGE_COORDINATE,
                                           MIFU_ERR_ENCODING_POINT,
                                           MIFU_ERR_AUTHENTICATION,
                                           MIFU_ERR_AUTHENTICATION,
                                           MIFU_ERR_BUFFER,
                                           MIFU_ERR_BUFFER,
                                           MIFU_ERR_ENCODING_TRUNCATED,
                                           MIFU_ERR_ARGUMENT_NULL};
    uint8_t own[40];
    mifu_status single;
    size_t len;

    switch (fault) {
    case 0:
        key_of[at] = NULL;
        break;
    case 1:
        key_of[at] = &zero_key;
        break;
    case 2:
        key_of[at] = &keys[(at + 1) % MOST];
        break;
    case 3: /* C1 */
        cts[at][40 + at] ^= 1;
        break;
    case 4:
        memset(cts[at] + 1, 0xff, 32);
        break;
    case 5:
        cts[at][0] = 5;
        break;
    case 6: /* C3 */
        cts[at][65 + at] ^= 8;
        break;
    case 7: /* C2 */
        cts[at][97 + at] ^= 0x80;
        break;
    case 8:
        pt_caps[at] = at;
        break;
    case 9:
        pt_of[at] = NULL;
        break;
    case 10:
        ct_lens[at] = 90;
        break;
    default:
        const_cts[at] = NULL;
    }
    check_status(mifu_sm2_decrypt_many(pt_of, pt_caps, pt_lens, status, key_of, MIFU_SM2_C1C3C2,
                                       const_cts, ct_lens, count, scratch,
                                       MIFU_SM2_MANY_SCRATCH_SIZE),
                 count, at, expected[fault]);
    for (size_t i = 0; i < count; i++)
        if (i != at) {
            assert_int_equal(pt_lens[i], i + 1);
            assert_memory_equal(pts[i], text[i], i + 1);
        }
    if (fault != 9)
        memset(own, 0x5a, sizeof own);
    single = mifu_sm2_decrypt(fault == 9 ? NULL : own, pt_caps[at], &len, key_of[at],
                              MIFU_SM2_C1C3C2, const_cts[at], ct_lens[at]);
    assert_int_equal(single, expected[fault]);
    if (fault != 9)
        assert_memory_equal(pts[at], own, sizeof own);
    if (fault != 11)
        assert_int_equal(pt_lens[at], len);
}

static void test_decrypt(void **state)
{
    (void)state;
    for_each_item(decrypt, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keygen),  cmocka_unit_test(test_sign_digest),
        cmocka_unit_test(test_sign),    cmocka_unit_test(test_verify_digest),
        cmocka_unit_test(test_verify),  cmocka_unit_test(test_ecdh),
        cmocka_unit_test(test_encrypt), cmocka_unit_test(test_decrypt),
    };

    return cmocka_run_group_tests(tests, make_items, NULL);
}
