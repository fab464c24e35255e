/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface of SM9: fresh keys, every check on what is received, wrong calls, overlap, streams,
 * the order of calls of a key exchange, wiping, and batches against the single functions.
 */
#include "mifu/mifu.h"
#include "support_cmocka.h"
#include "support_random.h"

#include "sm9_testing.h"

#define ALICE (const uint8_t *)"Alice", 5
#define BOB   (const uint8_t *)"Bob", 3

static mifu_sm9_sign_master_key sign_master;
static mifu_sm9_encrypt_master_key encrypt_master;
static mifu_sm9_sign_key alice;
static mifu_sm9_encrypt_key bob;
static mifu_sm9_encrypt_key alice_exchange, bob_exchange;

static int is_zero(const void *data, size_t len)
{
    const uint8_t *bytes = data;

    for (size_t i = 0; i < len; i++)
        if (bytes[i] != 0)
            return 0;
    return 1;
}

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(mifu_sm9_sign_master_keygen(&sign_master), MIFU_OK);
    assert_int_equal(mifu_sm9_encrypt_master_keygen(&encrypt_master), MIFU_OK);
    assert_int_equal(mifu_sm9_sign_key_extract(&alice, &sign_master, ALICE, MIFU_SM9_HID_SIGN),
                     MIFU_OK);
    assert_int_equal(mifu_sm9_encrypt_key_extract(&bob, &encrypt_master, BOB, MIFU_SM9_HID_ENCRYPT),
                     MIFU_OK);
    assert_int_equal(mifu_sm9_encrypt_key_extract(&alice_exchange, &encrypt_master, ALICE,
                                                  MIFU_SM9_HID_EXCHANGE),
                     MIFU_OK);
    assert_int_equal(
        mifu_sm9_encrypt_key_extract(&bob_exchange, &encrypt_master, BOB, MIFU_SM9_HID_EXCHANGE),
        MIFU_OK);
    return 0;
}

/* ---- Keys ---- */

static void test_keys(void **state)
{
    uint8_t bytes[MIFU_SM9_G2_SIZE], n[32];
    mifu_sm9_sign_master_public_key sign_public, sign_back;
    mifu_sm9_encrypt_master_public_key encrypt_public, encrypt_back;
    mifu_sm9_sign_master_key sm;
    mifu_sm9_encrypt_master_key em;
    mifu_sm9_sign_key sk;
    mifu_sm9_encrypt_key ek;

    (void)state;
    mifu_sm9_sign_master_public_key_from_private(&sign_public, &sign_master);
    mifu_sm9_sign_master_public_key_to_bytes(bytes, &sign_public);
    assert_int_equal(mifu_sm9_sign_master_public_key_from_bytes(&sign_back, bytes, 129), MIFU_OK);
    assert_memory_equal(&sign_back, &sign_public, sizeof sign_back);
    assert_int_equal(mifu_sm9_sign_master_public_key_from_bytes(&sign_back, bytes + 1, 128),
                     MIFU_OK);
    assert_int_equal(mifu_sm9_sign_master_public_key_equal(&sign_back, &sign_public), 1);
    mifu_sm9_encrypt_master_public_key_from_private(&encrypt_public, &encrypt_master);
    mifu_sm9_encrypt_master_public_key_to_bytes(bytes, &encrypt_public);
    assert_int_equal(mifu_sm9_encrypt_master_public_key_from_bytes(&encrypt_back, bytes, 65),
                     MIFU_OK);
    assert_memory_equal(&encrypt_back, &encrypt_public, sizeof encrypt_back);
    assert_int_equal(mifu_sm9_encrypt_master_public_key_equal(&encrypt_back, &encrypt_public), 1);

    mifu_sm9_sign_master_key_to_bytes(bytes, &sign_master);
    assert_int_equal(mifu_sm9_sign_master_key_from_bytes(&sm, bytes), MIFU_OK);
    assert_memory_equal(&sm, &sign_master, sizeof sm);
    mifu_sm9_encrypt_master_key_to_bytes(bytes, &encrypt_master);
    assert_int_equal(mifu_sm9_encrypt_master_key_from_bytes(&em, bytes), MIFU_OK);
    assert_memory_equal(&em, &encrypt_master, sizeof em);

    /* 0, N and above are no master keys; N - 1 is one. */
    memset(bytes, 0, 32);
    mifu_u256_to_bytes(n, &mifu_sm9n.m);
    assert_int_equal(mifu_sm9_sign_master_key_from_bytes(&sm, bytes), MIFU_ERR_RANGE_MASTER_KEY);
    assert_true(is_zero(&sm, sizeof sm));
    assert_int_equal(mifu_sm9_encrypt_master_key_from_bytes(&em, bytes), MIFU_ERR_RANGE_MASTER_KEY);
    assert_true(is_zero(&em, sizeof em));
    assert_int_equal(mifu_sm9_sign_master_key_from_bytes(&sm, n), MIFU_ERR_RANGE_MASTER_KEY);
    assert_int_equal(mifu_sm9_encrypt_master_key_from_bytes(&em, n), MIFU_ERR_RANGE_MASTER_KEY);
    n[31]--;
    assert_int_equal(mifu_sm9_sign_master_key_from_bytes(&sm, n), MIFU_OK);
    assert_int_equal(mifu_sm9_encrypt_master_key_from_bytes(&em, n), MIFU_OK);

    mifu_sm9_sign_key_to_bytes(bytes, &alice);
    assert_int_equal(mifu_sm9_sign_key_from_bytes(&sk, &sign_public, bytes, 65), MIFU_OK);
    assert_memory_equal(&sk, &alice, sizeof sk);
    assert_int_equal(mifu_sm9_sign_key_check(&sk, ALICE, 1), MIFU_OK);
    assert_int_equal(mifu_sm9_sign_key_check(&sk, BOB, 1), MIFU_ERR_RANGE_KEY_MISMATCH);
    mifu_sm9_encrypt_key_to_bytes(bytes, &bob);
    assert_int_equal(mifu_sm9_encrypt_key_from_bytes(&ek, &encrypt_public, bytes, 129), MIFU_OK);
    assert_memory_equal(&ek, &bob, sizeof ek);
    assert_int_equal(mifu_sm9_encrypt_key_check(&ek, BOB, 3), MIFU_OK);
    assert_int_equal(mifu_sm9_encrypt_key_check(&ek, BOB, 2), MIFU_ERR_RANGE_KEY_MISMATCH);
    assert_int_equal(mifu_sm9_encrypt_key_from_bytes(&ek, NULL, bytes, 129), MIFU_OK);
    assert_int_equal(mifu_sm9_encrypt_key_check(&ek, BOB, 3), MIFU_ERR_ARGUMENT_STATE);

    mifu_sm9_sign_master_key_wipe(&sm);
    mifu_sm9_encrypt_master_key_wipe(&em);
    mifu_sm9_sign_key_wipe(&sk);
    mifu_sm9_encrypt_key_wipe(&ek);
    assert_true(is_zero(&sm, sizeof sm) && is_zero(&em, sizeof em));
    assert_true(is_zero(&sk, sizeof sk) && is_zero(&ek, sizeof ek));
}

/* A point of the twist outside of the subgroup of order N, made by the twin. */
static const uint8_t outside[128] = {
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x34, 0x8f, 0xc9, 0xfc, 0xde, 0x29, 0x5d, 0xb3,
    0x37, 0x9e, 0x73, 0x7b, 0xe8, 0x79, 0xbf, 0xd9, 0x37, 0x16, 0x0f, 0x52, 0xba, 0xb9, 0xcc, 0xc9,
    0x12, 0x22, 0x41, 0x10, 0x2e, 0xe5, 0x6a, 0x42, 0xf0, 0x03, 0xe3, 0xe7, 0x3f, 0x9e, 0x99, 0x6e,
    0xa9, 0x32, 0xfd, 0xdc, 0x68, 0x33, 0x96, 0x98, 0xe8, 0x82, 0x26, 0x71, 0xdc, 0x3d, 0xb6, 0x55,
    0x98, 0x1f, 0xcb, 0xa7, 0x49, 0x1f, 0x94, 0x8a, 0x0f, 0x15, 0xf0, 0x63, 0x41, 0x8c, 0xec, 0xc7,
    0xd6, 0x7a, 0x0b, 0x4d, 0xd6, 0xd7, 0x0a, 0xe1, 0xa7, 0xb8, 0x6c, 0x9a, 0x80, 0x70, 0x61, 0x70,
    0x4d, 0x8e, 0x10, 0x85, 0xee, 0xc2, 0x00, 0x26, 0xef, 0xc1, 0x28, 0x34, 0xe1, 0xe4, 0xa9, 0xc0,
    0x06, 0xcb, 0xdd, 0xbb, 0x3f, 0xd3, 0x6d, 0xa7, 0xef, 0xe7, 0xea, 0x9e, 0x16, 0xd9, 0x75, 0xcb};

static void test_points(void **state)
{
    uint8_t good[MIFU_SM9_G2_SIZE], point[MIFU_SM9_G2_SIZE], p[32];
    mifu_sm9_encrypt_master_public_key key;
    mifu_sm9_sign_master_public_key twisted;

    (void)state;
    mifu_u256_to_bytes(p, &mifu_sm9p.m);
    mifu_sm9_encrypt_master_public_key_to_bytes(good, &encrypt_master.public_key);
    for (size_t len = 0; len < 140; len++) {
        static uint8_t longer[140];
        mifu_status status;

        memcpy(longer, good, 65);
        status = mifu_sm9_encrypt_master_public_key_from_bytes(&key, longer, len);
        if (len == 65)
            assert_int_equal(status, MIFU_OK);
        else if (len == 64) /* taken as x || y: 04 and a shifted point */
            assert_true(status == MIFU_ERR_RANGE_NOT_ON_CURVE ||
                        status == MIFU_ERR_RANGE_COORDINATE);
        else
            assert_int_equal(status, MIFU_ERR_ENCODING_POINT);
    }
    for (unsigned first = 0; first < 256; first++) {
        memcpy(point, good, 65);
        point[0] = (uint8_t)first;
        assert_int_equal(mifu_sm9_encrypt_master_public_key_from_bytes(&key, point, 65),
                         first == 4                 ? MIFU_OK
                         : first == 6 || first == 7 ? MIFU_ERR_UNSUPPORTED_POINT
                                                    : MIFU_ERR_ENCODING_POINT);
    }
    point[0] = 0;
    assert_int_equal(mifu_sm9_encrypt_master_public_key_from_bytes(&key, point, 1),
                     MIFU_ERR_RANGE_INFINITY);
    assert_true(is_zero(&key, sizeof key));
    memset(point + 1, 0, 64);
    point[0] = 4;
    assert_int_equal(mifu_sm9_encrypt_master_public_key_from_bytes(&key, point, 65),
                     MIFU_ERR_RANGE_NOT_ON_CURVE);
    for (int i = 0; i < 2; i++) {
        memcpy(point, good, 65);
        memcpy(point + 1 + 32 * i, p, 32);
        assert_int_equal(mifu_sm9_encrypt_master_public_key_from_bytes(&key, point, 65),
                         MIFU_ERR_RANGE_COORDINATE);
    }
    mifu_sm9_sign_master_public_key_to_bytes(good, &sign_master.public_key);
    for (int i = 0; i < 4; i++) {
        memcpy(point, good, 129);
        memcpy(point + 1 + 32 * i, p, 32);
        assert_int_equal(mifu_sm9_sign_master_public_key_from_bytes(&twisted, point, 129),
                         MIFU_ERR_RANGE_COORDINATE);
        memcpy(point, good, 129);
        point[32 + 32 * i] ^= 1;
        assert_true(mifu_status_class(mifu_sm9_sign_master_public_key_from_bytes(
                        &twisted, point, 129)) == MIFU_ERR_RANGE);
        assert_true(is_zero(&twisted, sizeof twisted));
    }
}

static void test_subgroup(void **state)
{
    mifu_sm9_sign_master_public_key master;
    mifu_sm9_encrypt_key key;
    uint8_t der[4 + 129] = {0x03, 0x81, 0x82, 0x00, 0x04};

    (void)state;
    assert_int_equal(mifu_sm9_sign_master_public_key_from_bytes(&master, outside, sizeof outside),
                     MIFU_ERR_RANGE_SUBGROUP);
    assert_true(is_zero(&master, sizeof master));
    memcpy(der + 5, outside, sizeof outside);
    assert_int_equal(mifu_sm9_sign_master_public_key_from_der(&master, der, sizeof der),
                     MIFU_ERR_RANGE_SUBGROUP);
    assert_int_equal(mifu_sm9_encrypt_key_from_bytes(&key, NULL, outside, sizeof outside),
                     MIFU_ERR_RANGE_SUBGROUP);
    assert_int_equal(mifu_sm9_encrypt_key_from_der(&key, NULL, der, sizeof der, NULL, 0),
                     MIFU_ERR_RANGE_SUBGROUP);
    assert_true(is_zero(&key, sizeof key));
}

/* ---- Signature ---- */

static void test_sign(void **state)
{
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], other[MIFU_SM9_SIGNATURE_SIZE], msg[300], n[32];
    mifu_sm9_sign_master_public_key *master = &sign_master.public_key;
    mifu_sm9_verifier verifier;
    mifu_sm3 message;

    (void)state;
    support_random_fill(msg, sizeof msg);
    assert_int_equal(mifu_sm9_verifier_init(&verifier, master, ALICE, 1), MIFU_OK);
    for (size_t len = 0; len < sizeof msg; len += 37) {
        assert_int_equal(mifu_sm9_sign(sig, &alice, msg, len), MIFU_OK);
        assert_int_equal(mifu_sm9_sign(other, &alice, msg, len), MIFU_OK);
        assert_memory_not_equal(sig, other, sizeof sig); /* fresh randomness */
        assert_int_equal(mifu_sm9_verify(master, ALICE, 1, msg, len, sig), MIFU_OK);
        assert_int_equal(mifu_sm9_verify(master, BOB, 1, msg, len, sig), MIFU_INVALID);
        assert_int_equal(mifu_sm9_verify(master, ALICE, 3, msg, len, sig), MIFU_INVALID);
        assert_int_equal(mifu_sm9_verify(master, ALICE, 1, msg, len + 1, sig), MIFU_INVALID);
        assert_int_equal(mifu_sm9_verifier_verify(&verifier, msg, len, sig), MIFU_OK);
        assert_int_equal(mifu_sm9_verifier_verify(&verifier, msg, len + 1, sig), MIFU_INVALID);
        mifu_sm9_message_init(&message);
        mifu_sm3_update(&message, msg, len / 2);
        mifu_sm3_update(&message, msg + len / 2, len - len / 2);
        assert_int_equal(mifu_sm9_verify_message(master, ALICE, 1, &message, sig), MIFU_OK);
        assert_int_equal(mifu_sm9_sign_message(other, &alice, &message), MIFU_OK);
        assert_int_equal(mifu_sm9_verify(master, ALICE, 1, msg, len, other), MIFU_OK);
        assert_int_equal(mifu_sm9_verifier_verify_message(&verifier, &message, other), MIFU_OK);
    }
    /* h = 0, h = N, S at the byte 00, with another first byte, off the curve. */
    memcpy(other, sig, sizeof sig);
    memset(other, 0, 32);
    assert_int_equal(mifu_sm9_verify(master, ALICE, 1, msg, 296, other), MIFU_INVALID);
    mifu_u256_to_bytes(n, &mifu_sm9n.m);
    memcpy(other, n, 32);
    assert_int_equal(mifu_sm9_verify(master, ALICE, 1, msg, 296, other), MIFU_INVALID);
    for (unsigned first = 0; first < 8; first++) {
        memcpy(other, sig, sizeof sig);
        other[32] = (uint8_t)first;
        assert_int_equal(mifu_sm9_verify(master, ALICE, 1, msg, 296, other),
                         first == 4 ? MIFU_OK : MIFU_INVALID);
    }
    other[32] = 4;
    memset(other + 33, 0, 64);
    assert_int_equal(mifu_sm9_verify(master, ALICE, 1, msg, 296, other), MIFU_INVALID);
}

static mifu_status no_more(uint8_t r[32], void *context)
{
    unsigned *asked = context;

    /* 0 and N are not taken; then the source ends. */
    memset(r, 0, 32);
    if (*asked == 1)
        mifu_u256_to_bytes(r, &mifu_sm9n.m);
    return (*asked)++ < 2 ? MIFU_OK : MIFU_ERR_RANDOM;
}

static void test_random_failure(void **state)
{
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], c[MIFU_SM9_G1_SIZE], k[16], ct[300];
    mifu_sm9_exchange exchange;
    mifu_sm3 message;
    unsigned asked = 0;
    size_t len = 0;

    (void)state;
    memset(sig, 1, sizeof sig);
    mifu_sm9_message_init(&message);
    assert_int_equal(mifu_sm9_sign_message_with_nonces(sig, &alice, &message, no_more, &asked),
                     MIFU_ERR_RANDOM);
    assert_int_equal(asked, 3);
    assert_true(is_zero(sig, sizeof sig));
    asked = 0;
    memset(k, 1, sizeof k);
    assert_int_equal(mifu_sm9_encapsulate_with_nonces(k, sizeof k, c, &encrypt_master.public_key,
                                                      BOB, 3, no_more, &asked),
                     MIFU_ERR_RANDOM);
    assert_true(is_zero(k, sizeof k) && is_zero(c, sizeof c));
    asked = 0;
    memset(ct, 1, sizeof ct);
    assert_int_equal(mifu_sm9_encrypt_with_nonces(ct, sizeof ct, &len, &encrypt_master.public_key,
                                                  BOB, 3, MIFU_SM9_XOR, MIFU_SM9_DER,
                                                  (const uint8_t *)"m", 1, NULL, no_more, &asked),
                     MIFU_ERR_RANDOM);
    assert_true(is_zero(ct, mifu_sm9_ciphertext_size(MIFU_SM9_XOR, MIFU_SM9_DER, 1)));
    assert_int_equal(len, 0);
    asked = 0;
    assert_int_equal(mifu_sm9_exchange_init(&exchange, MIFU_SM9_INITIATOR, &alice_exchange, ALICE,
                                            BOB, MIFU_SM9_HID_EXCHANGE),
                     MIFU_OK);
    assert_int_equal(mifu_sm9_exchange_ephemeral_with_nonces(c, &exchange, no_more, &asked),
                     MIFU_ERR_RANDOM);
}

/* ---- Encapsulation and encryption ---- */

static void test_encapsulate(void **state)
{
    uint8_t k[100], back[100], c[MIFU_SM9_G1_SIZE], bad[MIFU_SM9_G1_SIZE];
    mifu_sm9_line_table table;
    mifu_sm9_encrypt_key prepared = bob;

    (void)state;
    mifu_sm9_encrypt_key_prepare(&prepared, &table);
    for (size_t len = 1; len <= sizeof k; len += 33) {
        assert_int_equal(
            mifu_sm9_encapsulate(k, len, c, &encrypt_master.public_key, BOB, MIFU_SM9_HID_ENCRYPT),
            MIFU_OK);
        assert_int_equal(mifu_sm9_decapsulate(back, len, &bob, BOB, c), MIFU_OK);
        assert_memory_equal(back, k, len);
        assert_int_equal(mifu_sm9_decapsulate(back, len, &prepared, BOB, c), MIFU_OK);
        assert_memory_equal(back, k, len);
    }
    assert_int_equal(mifu_sm9_decapsulate(back, 100, &bob, ALICE, c), MIFU_OK);
    assert_memory_not_equal(back, k, 100); /* nothing tells */
    assert_int_equal(mifu_sm9_encapsulate(k, 0, c, &encrypt_master.public_key, BOB, 3),
                     MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_sm9_decapsulate(k, 0, &bob, BOB, c), MIFU_ERR_ARGUMENT_LENGTH);
    memset(bad, 0, sizeof bad);
    assert_int_equal(mifu_sm9_decapsulate(back, 32, &bob, BOB, bad), MIFU_ERR_ENCODING_POINT);
    assert_true(is_zero(back, 32));
    bad[0] = 4;
    assert_int_equal(mifu_sm9_decapsulate(back, 32, &bob, BOB, bad), MIFU_ERR_RANGE_NOT_ON_CURVE);
    mifu_sm9_line_table_wipe(&table);
    assert_true(is_zero(&table, sizeof table));
}

static const mifu_sm9_cipher ciphers[] = {MIFU_SM9_XOR, MIFU_SM9_SM4_ECB, MIFU_SM9_SM4_CBC,
                                          MIFU_SM9_SM4_OFB, MIFU_SM9_SM4_CFB};

static void test_encrypt(void **state)
{
    uint8_t pt[80], back[512], ct[512];
    size_t len, got;

    (void)state;
    support_random_fill(pt, sizeof pt);
    for (int format = 1; format <= 4; format++)
        for (size_t i = 0; i < 5; i++) {
            mifu_sm9_format f = (mifu_sm9_format)format;
            size_t n = 1 + support_random_below(sizeof pt);

            len = 0;
            assert_int_equal(mifu_sm9_encrypt(ct, sizeof ct, &len, &encrypt_master.public_key, BOB,
                                              3, ciphers[i], f, pt, n),
                             MIFU_OK);
            assert_int_equal(len, mifu_sm9_ciphertext_size(ciphers[i], f, n));
            assert_int_equal(
                mifu_sm9_decrypt(back, sizeof back, &got, &bob, BOB, ciphers[i], f, ct, len),
                MIFU_OK);
            assert_int_equal(got, n);
            assert_memory_equal(back, pt, n);
            /* Another identity, another key, any shorter ciphertext, any changed byte. */
            assert_int_equal(
                mifu_sm9_decrypt(back, sizeof back, &got, &bob, ALICE, ciphers[i], f, ct, len),
                MIFU_ERR_AUTHENTICATION);
            assert_int_equal(got, 0);
            assert_int_equal(mifu_sm9_decrypt(back, sizeof back, &got, &bob_exchange, BOB,
                                              ciphers[i], f, ct, len),
                             MIFU_ERR_AUTHENTICATION);
            for (size_t cut = 0; cut < len; cut += cut < 100 ? 13 : 1)
                assert_int_not_equal(
                    mifu_sm9_decrypt(back, sizeof back, &got, &bob, BOB, ciphers[i], f, ct, cut),
                    MIFU_OK);
            for (size_t at = 0; at < len; at += 7) {
                ct[at] ^= 0x10;
                assert_int_not_equal(
                    mifu_sm9_decrypt(back, sizeof back, &got, &bob, BOB, ciphers[i], f, ct, len),
                    MIFU_OK);
                ct[at] ^= 0x10;
            }
        }
}

static void test_encrypt_calls(void **state)
{
    const mifu_sm9_encrypt_master_public_key *master = &encrypt_master.public_key;
    uint8_t ct[300], pt[300];
    size_t len = 7;

    (void)state;
    memset(pt, 1, sizeof pt);
    assert_int_equal(
        mifu_sm9_encrypt(ct, 300, &len, master, BOB, 3, MIFU_SM9_XOR, MIFU_SM9_DER, pt, 0),
        MIFU_ERR_ARGUMENT_EMPTY);
    assert_int_equal(
        mifu_sm9_encrypt(ct, 300, &len, master, BOB, 3, (mifu_sm9_cipher)3, MIFU_SM9_DER, pt, 1),
        MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(
        mifu_sm9_encrypt(ct, 300, &len, master, BOB, 3, MIFU_SM9_XOR, (mifu_sm9_format)9, pt, 1),
        MIFU_ERR_ARGUMENT_NAME);
    assert_int_equal(
        mifu_sm9_encrypt(ct, 300, &len, master, BOB, 3, MIFU_SM9_XOR, MIFU_SM9_DER, ct + 50, 9),
        MIFU_ERR_ARGUMENT_OVERLAP);
    assert_int_equal(
        mifu_sm9_encrypt(NULL, 0, &len, master, BOB, 3, MIFU_SM9_XOR, MIFU_SM9_C1C3C2, NULL, 9),
        MIFU_ERR_BUFFER);
    assert_int_equal(len, 65 + 32 + 9);
    assert_int_equal(mifu_sm9_ciphertext_size(MIFU_SM9_XOR, MIFU_SM9_DER, SIZE_MAX), 0);
    assert_int_equal(
        mifu_sm9_encrypt(ct, 300, &len, master, BOB, 3, MIFU_SM9_XOR, MIFU_SM9_DER, pt, 9),
        MIFU_OK);
    assert_int_equal(
        mifu_sm9_decrypt(ct + 50, 100, &len, &bob, BOB, MIFU_SM9_XOR, MIFU_SM9_DER, ct, 128),
        MIFU_ERR_ARGUMENT_OVERLAP);
    len = mifu_sm9_ciphertext_size(MIFU_SM9_XOR, MIFU_SM9_DER, 9);
    assert_int_equal(
        mifu_sm9_decrypt(pt, 300, &len, &bob, BOB, MIFU_SM9_SM4_ECB, MIFU_SM9_DER, ct, len),
        MIFU_ERR_UNSUPPORTED_ALGORITHM);
    assert_int_equal(
        mifu_sm9_decrypt(pt, 300, &len, &bob, BOB, MIFU_SM9_CIPHER_NAMED, MIFU_SM9_C1C3C2, ct, 120),
        MIFU_ERR_ARGUMENT_NAME);
    /* C1 at infinity opened for everybody where nobody looked. */
    memset(ct, 0, sizeof ct);
    assert_int_equal(
        mifu_sm9_decrypt(pt, 300, &len, &bob, BOB, MIFU_SM9_XOR, MIFU_SM9_C1C3C2_NO_04, ct, 110),
        MIFU_ERR_RANGE_NOT_ON_CURVE);
    assert_int_equal(
        mifu_sm9_decrypt(pt, 300, &len, &bob, BOB, MIFU_SM9_XOR, MIFU_SM9_C1C3C2_NO_04, ct, 96),
        MIFU_ERR_ARGUMENT_EMPTY);
    assert_int_equal(
        mifu_sm9_decrypt(pt, 300, &len, &bob, BOB, MIFU_SM9_XOR, MIFU_SM9_C1C3C2_NO_04, ct, 95),
        MIFU_ERR_ENCODING_TRUNCATED);
}

/* ---- Key exchange ---- */

static void test_exchange(void **state)
{
    uint8_t ra[65], rb[65], ka[40], kb[40], sa[32], sb[32], bad[65] = {4};
    mifu_sm9_exchange a, b;
    mifu_sm9_encrypt_key bare;
    uint8_t de[MIFU_SM9_G2_SIZE];

    (void)state;
    assert_int_equal(mifu_sm9_exchange_init(&a, MIFU_SM9_INITIATOR, &alice_exchange, ALICE, BOB, 2),
                     MIFU_OK);
    assert_int_equal(mifu_sm9_exchange_init(&b, MIFU_SM9_RESPONDER, &bob_exchange, BOB, ALICE, 2),
                     MIFU_OK);
    assert_int_equal(mifu_sm9_exchange_compute(ka, sizeof ka, &a, bad), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm9_exchange_confirm(sa, &a), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm9_exchange_check(&a, sa), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm9_exchange_ephemeral(ra, &a), MIFU_OK);
    assert_int_equal(mifu_sm9_exchange_ephemeral(ra, &a), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm9_exchange_ephemeral(rb, &b), MIFU_OK);
    assert_int_equal(mifu_sm9_exchange_compute(ka, sizeof ka, &a, bad),
                     MIFU_ERR_RANGE_NOT_ON_CURVE);
    assert_int_equal(mifu_sm9_exchange_compute(ka, 0, &a, rb), MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_sm9_exchange_compute(ka, sizeof ka, &a, rb), MIFU_OK);
    assert_int_equal(mifu_sm9_exchange_compute(kb, sizeof kb, &b, ra), MIFU_OK);
    assert_memory_equal(ka, kb, sizeof ka);
    assert_int_equal(mifu_sm9_exchange_confirm(sa, &a), MIFU_OK);
    assert_int_equal(mifu_sm9_exchange_confirm(sb, &b), MIFU_OK);
    assert_int_equal(mifu_sm9_exchange_check(&a, sb), MIFU_OK);
    assert_int_equal(mifu_sm9_exchange_check(&b, sa), MIFU_OK);
    assert_int_equal(mifu_sm9_exchange_check(&a, sa), MIFU_INVALID); /* reflected */
    mifu_sm9_exchange_wipe(&a);
    assert_true(is_zero(&a, sizeof a));

    mifu_sm9_encrypt_key_to_bytes(de, &bob_exchange);
    assert_int_equal(mifu_sm9_encrypt_key_from_bytes(&bare, NULL, de, sizeof de), MIFU_OK);
    assert_int_equal(mifu_sm9_exchange_init(&a, MIFU_SM9_INITIATOR, &bare, BOB, ALICE, 2),
                     MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm9_exchange_init(&a, (mifu_sm9_role)3, &alice_exchange, ALICE, BOB, 2),
                     MIFU_ERR_ARGUMENT_NAME);
}

/* An identity that the master key does not serve: k = -H1(ID || hid). */
static void test_unusable_identity(void **state)
{
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], k[16], c[65], ct[200];
    mifu_sm9_sign_master_key sm;
    mifu_sm9_encrypt_master_key em;
    mifu_sm9_sign_key sk;
    mifu_sm9_encrypt_key ek;
    mifu_sm9_verifier verifier;
    mifu_sm9_exchange exchange;
    static mifu_sm9_encrypt_master_table table;
    size_t len;

    (void)state;
    /* -H1("Alice" || 01) of field case SM9-15 */
    {
        static const uint8_t ks[32] = {0x8b, 0x73, 0xb9, 0x73, 0xc9, 0x7c, 0xf6, 0x34,
                                       0x23, 0x8d, 0x2c, 0xb5, 0xf6, 0x67, 0xe6, 0xbf,
                                       0x6b, 0x55, 0xa5, 0xbd, 0x5c, 0x6d, 0x2c, 0x2f,
                                       0xa3, 0xee, 0xb9, 0xe6, 0x6f, 0x18, 0x9f, 0x7a};

        assert_int_equal(mifu_sm9_sign_master_key_from_bytes(&sm, ks), MIFU_OK);
        assert_int_equal(mifu_sm9_encrypt_master_key_from_bytes(&em, ks), MIFU_OK);
    }
    assert_int_equal(mifu_sm9_sign_key_extract(&sk, &sm, ALICE, 1),
                     MIFU_ERR_RANGE_MASTER_KEY_IDENTITY);
    assert_int_equal(mifu_sm9_encrypt_key_extract(&ek, &em, ALICE, 1),
                     MIFU_ERR_RANGE_MASTER_KEY_IDENTITY);
    assert_int_equal(mifu_sm9_verifier_init(&verifier, &sm.public_key, ALICE, 1),
                     MIFU_ERR_RANGE_MASTER_KEY_IDENTITY);
    assert_true(is_zero(&verifier, sizeof verifier));
    assert_int_equal(mifu_sm9_sign(sig, &alice, ALICE), MIFU_OK);
    assert_int_equal(mifu_sm9_verify(&sm.public_key, ALICE, 1, ALICE, sig), MIFU_INVALID);
    assert_int_equal(mifu_sm9_encapsulate(k, sizeof k, c, &em.public_key, ALICE, 1),
                     MIFU_ERR_RANGE_MASTER_KEY_IDENTITY);
    assert_true(is_zero(k, sizeof k) && is_zero(c, sizeof c));
    assert_int_equal(mifu_sm9_encrypt(ct, sizeof ct, &len, &em.public_key, ALICE, 1, MIFU_SM9_XOR,
                                      MIFU_SM9_DER, ALICE),
                     MIFU_ERR_RANGE_MASTER_KEY_IDENTITY);
    mifu_sm9_encrypt_master_public_key_prepare(&em.public_key, &table);
    assert_int_equal(mifu_sm9_encapsulate(k, sizeof k, c, &em.public_key, ALICE, 1),
                     MIFU_ERR_RANGE_MASTER_KEY_IDENTITY);
    assert_true(is_zero(k, sizeof k) && is_zero(c, sizeof c));
    assert_int_equal(mifu_sm9_encrypt_key_extract(&ek, &em, BOB, 1), MIFU_OK);
    assert_int_equal(mifu_sm9_exchange_init(&exchange, MIFU_SM9_INITIATOR, &ek, BOB, ALICE, 1),
                     MIFU_ERR_RANGE_MASTER_KEY_IDENTITY);
}

/* ---- NULL ---- */

static void test_null(void **state)
{
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE] = {0}, c[65] = {0}, k[16];
    mifu_sm9_sign_key sk;
    mifu_sm9_encrypt_key ek;
    mifu_sm9_exchange exchange;
    size_t len;

    (void)state;
    assert_int_equal(mifu_sm9_sign_master_keygen(NULL), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm9_encrypt_master_keygen(NULL), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm9_sign_key_extract(&sk, &sign_master, NULL, 1, 1),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm9_sign_key_extract(&sk, &sign_master, NULL, 0, 1), MIFU_OK);
    assert_int_equal(mifu_sm9_encrypt_key_extract(&ek, NULL, ALICE, 1), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm9_sign(sig, &alice, NULL, 1), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm9_sign(sig, &alice, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_sm9_sign_message(sig, &alice, NULL), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm9_verify(&sign_master.public_key, NULL, 0, 1, NULL, 0, NULL),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm9_verify(&sign_master.public_key, NULL, 2, 1, NULL, 0, sig),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm9_verifier_verify(NULL, NULL, 0, sig), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm9_decapsulate(k, 16, &bob, NULL, 3, c), MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm9_decrypt(k, 16, NULL, &bob, BOB, MIFU_SM9_XOR, MIFU_SM9_DER, c, 65),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(
        mifu_sm9_encrypt(NULL, 0, &len, NULL, BOB, 3, MIFU_SM9_XOR, MIFU_SM9_DER, c, 1),
        MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm9_exchange_init(&exchange, MIFU_SM9_INITIATOR, NULL, ALICE, BOB, 2),
                     MIFU_ERR_ARGUMENT_NULL);
    assert_int_equal(mifu_sm9_exchange_ephemeral(NULL, &exchange), MIFU_ERR_ARGUMENT_NULL);
}

/* ---- Encodings that the vectors do not have ---- */

static void test_key_package(void **state)
{
    uint8_t k[20], back[20], c[65], c_back[65], der[200];
    size_t len = 0, k_len = 0;

    (void)state;
    assert_int_equal(mifu_sm9_encapsulate(k, sizeof k, c, &encrypt_master.public_key, BOB, 3),
                     MIFU_OK);
    assert_int_equal(mifu_sm9_key_package_to_der(der, sizeof der, &len, k, sizeof k, c), MIFU_OK);
    assert_int_equal(mifu_sm9_key_package_from_der(NULL, 0, &k_len, c_back, der, len),
                     MIFU_ERR_BUFFER);
    assert_int_equal(k_len, sizeof k);
    assert_int_equal(mifu_sm9_key_package_from_der(back, sizeof back, &k_len, c_back, der, len),
                     MIFU_OK);
    assert_memory_equal(back, k, sizeof k);
    assert_memory_equal(c_back, c, sizeof c);
    for (size_t cut = 0; cut < len; cut++)
        assert_true(mifu_status_class(mifu_sm9_key_package_from_der(
                        back, sizeof back, &k_len, c_back, der, cut)) == MIFU_ERR_ENCODING);
    assert_int_equal(mifu_sm9_key_package_to_der(der, sizeof der, &len, k, 0, c),
                     MIFU_ERR_ARGUMENT_LENGTH);
}

/* What gmsm writes: a bare INTEGER, and a user's key as a bare BIT STRING. */
static void test_bare_keys(void **state)
{
    uint8_t der[200], bytes[MIFU_SM9_G2_SIZE];
    mifu_sm9_sign_master_key sm;
    mifu_sm9_sign_key sk;
    size_t len = 0;

    (void)state;
    mifu_sm9_sign_master_key_to_bytes(bytes, &sign_master);
    der[0] = 0x02;
    der[1] = 33;
    der[2] = 0;
    memcpy(der + 3, bytes, 32);
    if (bytes[0] < 0x80) { /* minimal */
        der[1] = 32;
        memcpy(der + 2, bytes, 32);
    }
    assert_int_equal(mifu_sm9_sign_master_key_from_der(&sm, der, 2 + (size_t)der[1], NULL, 0),
                     MIFU_OK);
    assert_memory_equal(&sm, &sign_master, sizeof sm);
    mifu_sm9_sign_key_to_bytes(bytes, &alice);
    memcpy(der, "\x03\x42\x00", 3);
    memcpy(der + 3, bytes, 65);
    assert_int_equal(mifu_sm9_sign_key_from_der(&sk, &sign_master.public_key, der, 68, NULL, 0),
                     MIFU_OK);
    assert_memory_equal(&sk, &alice, sizeof sk);
    assert_int_equal(mifu_sm9_sign_key_from_der(&sk, NULL, der, 68, NULL, 0),
                     MIFU_ERR_ARGUMENT_NULL);
    /* Another master public key than the one inside; another kind of key. */
    assert_int_equal(mifu_sm9_sign_key_to_der(der, sizeof der, &len, &alice, NULL, 0, 0),
                     MIFU_ERR_BUFFER);
    {
        uint8_t large[400];
        mifu_sm9_sign_master_key other;
        mifu_sm9_encrypt_key ek;

        assert_int_equal(mifu_sm9_sign_master_keygen(&other), MIFU_OK);
        assert_int_equal(mifu_sm9_sign_key_to_der(large, sizeof large, &len, &alice, NULL, 0, 0),
                         MIFU_OK);
        assert_int_equal(mifu_sm9_sign_key_from_der(&sk, &other.public_key, large, len, NULL, 0),
                         MIFU_ERR_RANGE_KEY_MISMATCH);
        assert_true(is_zero(&sk, sizeof sk));
        assert_int_equal(mifu_sm9_encrypt_key_from_der(&ek, NULL, large, len, NULL, 0),
                         MIFU_ERR_UNSUPPORTED_ALGORITHM);
        assert_int_equal(mifu_sm9_sign_master_key_from_der(&sm, large, len, NULL, 0),
                         MIFU_ERR_UNSUPPORTED_ALGORITHM);
        assert_int_equal(
            mifu_sm9_sign_key_to_der(large, sizeof large, &len, &alice, (const uint8_t *)"x", 1, 0),
            MIFU_ERR_ARGUMENT_LENGTH);
    }
}

/* ---- Prepared keys ---- */

static void test_prepared(void **state)
{
    static mifu_sm9_g1_table sign_table;
    static mifu_sm9_gt_table powers;
    static mifu_sm9_encrypt_master_table encrypt_table;
    mifu_sm9_sign_key signer;
    mifu_sm9_encrypt_key reader = bob;
    static mifu_sm9_line_table lines;
    mifu_sm9_verifier verifier;
    mifu_sm9_sign_master_public_key sign_public = sign_master.public_key;
    mifu_sm9_encrypt_master_public_key master = encrypt_master.public_key;
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], k[32], back[32], c[MIFU_SM9_G1_SIZE], ct[200], pt[200];
    size_t len;

    (void)state;
    memset(k, 0, sizeof k);
    mifu_sm9_sign_master_public_key_prepare(&sign_public, &powers);
    mifu_sm9_encrypt_master_public_key_prepare(&master, &encrypt_table);
    assert_true(mifu_sm9_sign_master_public_key_equal(&sign_public, &sign_master.public_key));
    mifu_sm9_sign_key_to_bytes(c, &alice);
    assert_int_equal(mifu_sm9_sign_key_from_bytes(&signer, &sign_public, c, sizeof c), MIFU_OK);
    assert_int_equal(mifu_sm9_verifier_init(&verifier, &sign_public, ALICE, 1), MIFU_OK);
    for (int i = 0; i < 4; i++) {
        if (i == 1)
            mifu_sm9_sign_key_prepare(&signer, &sign_table);
        assert_int_equal(mifu_sm9_sign(sig, &signer, k, 16), MIFU_OK);
        assert_int_equal(mifu_sm9_verify(&sign_master.public_key, ALICE, 1, k, 16, sig), MIFU_OK);
        assert_int_equal(mifu_sm9_verify(&sign_public, ALICE, 1, k, 16, sig), MIFU_OK);
        assert_int_equal(mifu_sm9_verifier_verify(&verifier, k, 16, sig), MIFU_OK);
        sig[5] ^= 1;
        assert_int_equal(mifu_sm9_verify(&sign_public, ALICE, 1, k, 16, sig), MIFU_INVALID);
        assert_int_equal(mifu_sm9_encapsulate(k, sizeof k, c, &master, BOB, 3), MIFU_OK);
        assert_int_equal(mifu_sm9_decapsulate(back, sizeof back, &bob, BOB, c), MIFU_OK);
        assert_memory_equal(back, k, sizeof k);
        assert_int_equal(mifu_sm9_encrypt(ct, sizeof ct, &len, &master, BOB, 3, MIFU_SM9_XOR,
                                          MIFU_SM9_DER, k, sizeof k),
                         MIFU_OK);
        assert_int_equal(
            mifu_sm9_decrypt(pt, sizeof pt, &len, &bob, BOB, MIFU_SM9_XOR, MIFU_SM9_DER, ct, len),
            MIFU_OK);
        assert_memory_equal(pt, k, sizeof k);
    }
    mifu_sm9_g1_table_wipe(&sign_table);
    assert_true(is_zero(&sign_table, sizeof sign_table));
    mifu_sm9_encrypt_key_prepare(&reader, &lines);
    assert_int_equal(mifu_sm9_decapsulate(back, sizeof back, &reader, BOB, c), MIFU_OK);
    assert_memory_equal(back, k, sizeof k);
    mifu_sm9_line_table_wipe(&lines);
    assert_true(is_zero(&lines, sizeof lines));
}

/* ---- Batches ---- */

#define COUNT 4

static void test_many(void **state)
{
    static const uint8_t *const ids[COUNT] = {(const uint8_t *)"Alice", (const uint8_t *)"Bob",
                                              NULL, (const uint8_t *)"Carol"};
    static const size_t id_lens[COUNT] = {5, 3, 0, 5};
    static mifu_sm9_sign_key sks[COUNT];
    static mifu_sm9_encrypt_key eks[COUNT];
    static mifu_sm9_verifier verifiers[COUNT];
    const mifu_sm9_verifier *verifier_list[COUNT];
    const mifu_sm9_sign_master_public_key *sign_masters[COUNT];
    const mifu_sm9_encrypt_master_public_key *encrypt_masters[COUNT];
    uint8_t sigs[COUNT * MIFU_SM9_SIGNATURE_SIZE], cs[COUNT * MIFU_SM9_G1_SIZE], ks[COUNT * 20];
    uint8_t k[20];
    mifu_status status[COUNT];

    (void)state;
    assert_int_equal(
        mifu_sm9_sign_key_extract_many(sks, status, &sign_master, ids, id_lens, 1, COUNT), MIFU_OK);
    assert_memory_equal(&sks[0], &alice, sizeof alice);
    assert_int_equal(
        mifu_sm9_encrypt_key_extract_many(eks, status, &encrypt_master, ids, id_lens, 3, COUNT),
        MIFU_OK);
    assert_memory_equal(&eks[1], &bob, sizeof bob);
    for (size_t i = 0; i < COUNT; i++) {
        sign_masters[i] = &sign_master.public_key;
        encrypt_masters[i] = &encrypt_master.public_key;
        verifier_list[i] = &verifiers[i];
        assert_int_equal(
            mifu_sm9_verifier_init(&verifiers[i], sign_masters[i], ids[i], id_lens[i], 1), MIFU_OK);
        assert_int_equal(
            mifu_sm9_sign(sigs + MIFU_SM9_SIGNATURE_SIZE * i, &sks[i], ids[i], id_lens[i]),
            MIFU_OK);
    }
    assert_int_equal(
        mifu_sm9_verify_many(status, sign_masters, ids, id_lens, 1, ids, id_lens, sigs, COUNT),
        MIFU_OK);
    assert_int_equal(
        mifu_sm9_verifier_verify_many(status, verifier_list, ids, id_lens, sigs, COUNT), MIFU_OK);
    sigs[2 * MIFU_SM9_SIGNATURE_SIZE + 5] ^= 1;
    assert_int_equal(
        mifu_sm9_verify_many(status, sign_masters, ids, id_lens, 1, ids, id_lens, sigs, COUNT),
        MIFU_INVALID);
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(status[i], i == 2 ? MIFU_INVALID : MIFU_OK);
    assert_int_equal(
        mifu_sm9_verifier_verify_many(status, verifier_list, ids, id_lens, sigs, COUNT),
        MIFU_INVALID);
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(status[i], i == 2 ? MIFU_INVALID : MIFU_OK);
    assert_int_equal(
        mifu_sm9_encapsulate_many(ks, 20, cs, status, encrypt_masters, ids, id_lens, 3, COUNT),
        MIFU_OK);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(
            mifu_sm9_decapsulate(k, 20, &eks[i], ids[i], id_lens[i], cs + MIFU_SM9_G1_SIZE * i),
            MIFU_OK);
        assert_memory_equal(k, ks + 20 * i, 20);
    }
    assert_int_equal(mifu_sm9_verify_many(NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_sm9_verify_many(NULL, NULL, NULL, NULL, 1, NULL, NULL, NULL, 1),
                     MIFU_ERR_ARGUMENT_NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_sign),
        cmocka_unit_test(test_random_failure),
        cmocka_unit_test(test_encapsulate),
        cmocka_unit_test(test_encrypt),
        cmocka_unit_test(test_encrypt_calls),
        cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_unusable_identity),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_key_package),
        cmocka_unit_test(test_bare_keys),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_prepared),
        cmocka_unit_test(test_subgroup),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
