/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments of sm2.h: NULL pointers, identities, lengths, formats, overlap, order of calls. */
#include "mifu/mifu.h"

#include "support_cmocka.h"

static mifu_sm2_private_key key;
static mifu_sm2_public_key pub;
static uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE], e[32], sig[64], out[600], msg[100], big[8192];
static size_t len;

static int set_up(void **state)
{
    (void)state;
    memset(msg, 'm', sizeof msg);
    if (mifu_sm2_keygen(&key) != MIFU_OK)
        return -1;
    mifu_sm2_public_key_from_private(&pub, &key);
    mifu_sm2_public_key_to_bytes(point, &pub);
    return mifu_sm2_sign(sig, &key, MIFU_SM2_DEFAULT_ID, msg, sizeof msg) == MIFU_OK ? 0 : -1;
}

#define REFUSES(call) assert_int_equal((call), MIFU_ERR_ARGUMENT_NULL)

static void test_null(void **state)
{
    mifu_sm2_private_key k;
    mifu_sm2_public_key p;
    mifu_sm2_exchange x;
    mifu_sm3 sm3;

    (void)state;
    REFUSES(mifu_sm2_keygen(NULL));
    REFUSES(mifu_sm2_private_key_from_bytes(NULL, e));
    REFUSES(mifu_sm2_private_key_from_bytes(&k, NULL));
    REFUSES(mifu_sm2_public_key_from_bytes(NULL, point, sizeof point));
    REFUSES(mifu_sm2_public_key_from_bytes(&p, NULL, sizeof point));
    REFUSES(mifu_sm2_public_key_from_xy(NULL, point + 1));
    REFUSES(mifu_sm2_public_key_from_xy(&p, NULL));
    REFUSES(mifu_sm2_z(NULL, &pub, MIFU_SM2_DEFAULT_ID));
    REFUSES(mifu_sm2_z(e, NULL, MIFU_SM2_DEFAULT_ID));
    REFUSES(mifu_sm2_z(e, &pub, NULL, 0));
    REFUSES(mifu_sm2_z(e, &pub, NULL, 16));
    REFUSES(mifu_sm2_digest_init(NULL, &pub, MIFU_SM2_DEFAULT_ID));
    REFUSES(mifu_sm2_digest_init(&sm3, NULL, MIFU_SM2_DEFAULT_ID));
    REFUSES(mifu_sm2_digest_init(&sm3, &pub, NULL, 0));
    REFUSES(mifu_sm2_digest(NULL, &pub, MIFU_SM2_DEFAULT_ID, msg, 1));
    REFUSES(mifu_sm2_digest(e, NULL, MIFU_SM2_DEFAULT_ID, msg, 1));
    REFUSES(mifu_sm2_digest(e, &pub, NULL, 0, msg, 1));
    REFUSES(mifu_sm2_digest(e, &pub, MIFU_SM2_DEFAULT_ID, NULL, 1));
    REFUSES(mifu_sm2_sign(NULL, &key, MIFU_SM2_DEFAULT_ID, msg, 1));
    REFUSES(mifu_sm2_sign(out, NULL, MIFU_SM2_DEFAULT_ID, msg, 1));
    REFUSES(mifu_sm2_sign(out, &key, NULL, 0, msg, 1));
    REFUSES(mifu_sm2_sign(out, &key, MIFU_SM2_DEFAULT_ID, NULL, 1));
    REFUSES(mifu_sm2_sign_digest(NULL, &key, e));
    REFUSES(mifu_sm2_sign_digest(out, NULL, e));
    REFUSES(mifu_sm2_sign_digest(out, &key, NULL));
    REFUSES(mifu_sm2_verify(NULL, MIFU_SM2_DEFAULT_ID, msg, 1, sig));
    REFUSES(mifu_sm2_verify(&pub, NULL, 0, msg, 1, sig));
    REFUSES(mifu_sm2_verify(&pub, MIFU_SM2_DEFAULT_ID, NULL, 1, sig));
    REFUSES(mifu_sm2_verify(&pub, MIFU_SM2_DEFAULT_ID, msg, 1, NULL));
    REFUSES(mifu_sm2_verify_digest(NULL, e, sig));
    REFUSES(mifu_sm2_verify_digest(&pub, NULL, sig));
    REFUSES(mifu_sm2_verify_digest(&pub, e, NULL));
    REFUSES(mifu_sm2_encrypt(out, sizeof out, NULL, &pub, MIFU_SM2_DER, msg, 1));
    REFUSES(mifu_sm2_encrypt(out, sizeof out, &len, NULL, MIFU_SM2_DER, msg, 1));
    REFUSES(mifu_sm2_encrypt(out, sizeof out, &len, &pub, MIFU_SM2_DER, NULL, 1));
    REFUSES(mifu_sm2_decrypt(out, sizeof out, NULL, &key, MIFU_SM2_DER, msg, 1));
    REFUSES(mifu_sm2_decrypt(out, sizeof out, &len, NULL, MIFU_SM2_DER, msg, 1));
    REFUSES(mifu_sm2_decrypt(out, sizeof out, &len, &key, MIFU_SM2_DER, NULL, 1));
    REFUSES(mifu_sm2_exchange_init(NULL, MIFU_SM2_INITIATOR, &key, MIFU_SM2_DEFAULT_ID, &pub,
                                   MIFU_SM2_DEFAULT_ID));
    REFUSES(mifu_sm2_exchange_init(&x, MIFU_SM2_INITIATOR, NULL, MIFU_SM2_DEFAULT_ID, &pub,
                                   MIFU_SM2_DEFAULT_ID));
    REFUSES(
        mifu_sm2_exchange_init(&x, MIFU_SM2_INITIATOR, &key, NULL, 0, &pub, MIFU_SM2_DEFAULT_ID));
    REFUSES(mifu_sm2_exchange_init(&x, MIFU_SM2_INITIATOR, &key, MIFU_SM2_DEFAULT_ID, NULL,
                                   MIFU_SM2_DEFAULT_ID));
    REFUSES(
        mifu_sm2_exchange_init(&x, MIFU_SM2_INITIATOR, &key, MIFU_SM2_DEFAULT_ID, &pub, NULL, 0));
    REFUSES(mifu_sm2_exchange_ephemeral(out, NULL));
    REFUSES(mifu_sm2_exchange_compute(out, 16, NULL, point));
    REFUSES(mifu_sm2_exchange_confirm(out, NULL));
    REFUSES(mifu_sm2_exchange_check(NULL, e));
}

static void test_identities(void **state)
{
    mifu_sm2_exchange x;
    mifu_sm3 sm3;

    (void)state;
    memset(big, 'i', sizeof big);
    assert_int_equal(mifu_sm2_z(e, &pub, big, MIFU_SM2_ID_MAX_SIZE), MIFU_OK);
    assert_int_equal(mifu_sm2_z(e, &pub, big, MIFU_SM2_ID_MAX_SIZE + 1), MIFU_ERR_ARGUMENT_ID);
    assert_int_equal(mifu_sm2_z(e, &pub, big, SIZE_MAX), MIFU_ERR_ARGUMENT_ID);
    assert_int_equal(mifu_sm2_digest_init(&sm3, &pub, big, 8192), MIFU_ERR_ARGUMENT_ID);
    assert_int_equal(mifu_sm2_digest(e, &pub, big, 8192, msg, 1), MIFU_ERR_ARGUMENT_ID);
    memset(out, 0x5a, 64);
    assert_int_equal(mifu_sm2_sign(out, &key, big, 8192, msg, 1), MIFU_ERR_ARGUMENT_ID);
    for (size_t i = 0; i < 64; i++)
        assert_int_equal(out[i], 0);
    assert_int_equal(mifu_sm2_verify(&pub, big, 8192, msg, 1, sig), MIFU_ERR_ARGUMENT_ID);
    assert_int_equal(
        mifu_sm2_exchange_init(&x, MIFU_SM2_INITIATOR, &key, big, 8192, &pub, MIFU_SM2_DEFAULT_ID),
        MIFU_ERR_ARGUMENT_ID);
    assert_int_equal(
        mifu_sm2_exchange_init(&x, MIFU_SM2_INITIATOR, &key, MIFU_SM2_DEFAULT_ID, &pub, big, 8192),
        MIFU_ERR_ARGUMENT_ID);
    /* The longest identity and the empty message sign and verify. */
    assert_int_equal(mifu_sm2_sign(out, &key, big, 8191, NULL, 0), MIFU_OK);
    assert_int_equal(mifu_sm2_verify(&pub, big, 8191, NULL, 0, out), MIFU_OK);
    assert_int_equal(mifu_sm2_verify(&pub, big, 8190, NULL, 0, out), MIFU_INVALID);
    assert_int_equal(mifu_sm2_sign(out, &key, MIFU_SM2_EMPTY_ID, msg, 1), MIFU_OK);
    assert_int_equal(mifu_sm2_verify(&pub, MIFU_SM2_EMPTY_ID, msg, 1, out), MIFU_OK);
    assert_int_equal(mifu_sm2_verify(&pub, MIFU_SM2_DEFAULT_ID, msg, 1, out), MIFU_INVALID);
}

static void test_points(void **state)
{
    mifu_sm2_public_key p;
    uint8_t bytes[70];

    (void)state;
    for (size_t n = 0; n <= sizeof bytes; n++)
        for (unsigned first = 0; first < 256; first++) {
            mifu_status expected = MIFU_ERR_ENCODING_POINT, got;

            memset(bytes, 0, sizeof bytes);
            memcpy(bytes, point, n < 65 ? n : 65);
            bytes[0] = (uint8_t)first;
            got = mifu_sm2_public_key_from_bytes(&p, bytes, n);
            if ((n == 65 && first == 4) || (n == 33 && (first == 2 || first == 3)))
                expected = MIFU_OK;
            else if (n == 65 && (first == 6 || first == 7))
                expected = MIFU_ERR_UNSUPPORTED_POINT;
            else if (n == 1 && first == 0)
                expected = MIFU_ERR_RANGE_INFINITY;
            assert_int_equal(got, expected);
        }
    assert_int_equal(mifu_sm2_public_key_from_bytes(&p, NULL, 0), MIFU_ERR_ENCODING_POINT);
    assert_int_equal(mifu_sm2_public_key_equal(&pub, &pub), 1);
}

static void test_ciphertexts(void **state)
{
    static const mifu_sm2_format formats[] = {MIFU_SM2_C1C3C2, MIFU_SM2_C1C2C3,
                                              MIFU_SM2_C1C3C2_NO_04, MIFU_SM2_C1C2C3_NO_04,
                                              MIFU_SM2_DER};
    static const int wrong[] = {0, 6, 99, 100, -1};
    uint8_t pt[100];
    size_t n, size;

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        size = mifu_sm2_ciphertext_size(formats[i], sizeof msg);
        assert_int_equal(mifu_sm2_encrypt(NULL, 0, &n, &pub, formats[i], msg, sizeof msg),
                         MIFU_ERR_BUFFER);
        assert_int_equal(n, size);
        memset(out, 0x5a, sizeof out);
        assert_int_equal(mifu_sm2_encrypt(out, size - 1, &n, &pub, formats[i], msg, sizeof msg),
                         MIFU_ERR_BUFFER);
        for (size_t j = 0; j < sizeof out; j++)
            assert_int_equal(out[j], 0x5a);
        assert_int_equal(mifu_sm2_encrypt(out, size, &n, &pub, formats[i], msg, sizeof msg),
                         MIFU_OK);
        assert_true(n <= size);
        for (size_t j = n; j < sizeof out; j++)
            assert_int_equal(out[j], 0x5a);
        assert_int_equal(mifu_sm2_decrypt(pt, sizeof pt, &len, &key, formats[i], out, n), MIFU_OK);
        assert_int_equal(len, sizeof msg);
        assert_memory_equal(pt, msg, len);
        /* Overlap of any kind is refused, also exact: the lengths differ. */
        assert_int_equal(mifu_sm2_decrypt(out, sizeof out, &len, &key, formats[i], out, n),
                         MIFU_ERR_ARGUMENT_OVERLAP);
        assert_int_equal(mifu_sm2_decrypt(out + 80, 200, &len, &key, formats[i], out, n),
                         MIFU_ERR_ARGUMENT_OVERLAP);
        assert_int_equal(mifu_sm2_encrypt(out, sizeof out, &len, &pub, formats[i], out + 50, 20),
                         MIFU_ERR_ARGUMENT_OVERLAP);
        assert_int_equal(mifu_sm2_ciphertext_size(formats[i], SIZE_MAX), 0);
        assert_int_equal(mifu_sm2_ciphertext_size(formats[i], SIZE_MAX - 50), 0);
        assert_int_equal(mifu_sm2_encrypt(out, sizeof out, &len, &pub, formats[i], NULL, 0),
                         MIFU_ERR_ARGUMENT_EMPTY);
    }
    for (size_t i = 0; i < 5; i++) {
        mifu_sm2_format no = (mifu_sm2_format)wrong[i];

        assert_int_equal(mifu_sm2_ciphertext_size(no, 1), 0);
        assert_int_equal(mifu_sm2_encrypt(out, sizeof out, &len, &pub, no, msg, 1),
                         MIFU_ERR_ARGUMENT_NAME);
        if (no != MIFU_SM2_AUTO)
            assert_int_equal(mifu_sm2_decrypt(out, sizeof out, &len, &key, no, msg, 100),
                             MIFU_ERR_ARGUMENT_NAME);
    }
}

/* Calls out of order, and an object that takes no second turn. */
static void test_exchange_order(void **state)
{
    mifu_sm2_exchange a, b;
    uint8_t ra[MIFU_SM2_PUBLIC_KEY_SIZE], rb[MIFU_SM2_PUBLIC_KEY_SIZE], ka[48], kb[48], s[32];

    (void)state;
    memset(&a, 0, sizeof a);
    assert_int_equal(mifu_sm2_exchange_ephemeral(ra, &a), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm2_exchange_compute(ka, 16, &a, point), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm2_exchange_confirm(s, &a), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm2_exchange_check(&a, s), MIFU_ERR_ARGUMENT_STATE);
    assert_int_not_equal(mifu_sm2_exchange_init(&a, (mifu_sm2_role)0, &key, MIFU_SM2_DEFAULT_ID,
                                                &pub, MIFU_SM2_DEFAULT_ID),
                         MIFU_OK);

    assert_int_equal(mifu_sm2_exchange_init(&a, MIFU_SM2_INITIATOR, &key, MIFU_SM2_DEFAULT_ID, &pub,
                                            MIFU_SM2_EMPTY_ID),
                     MIFU_OK);
    assert_int_equal(mifu_sm2_exchange_init(&b, MIFU_SM2_RESPONDER, &key, MIFU_SM2_EMPTY_ID, &pub,
                                            MIFU_SM2_DEFAULT_ID),
                     MIFU_OK);
    assert_int_equal(mifu_sm2_exchange_compute(ka, 16, &a, point), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm2_exchange_ephemeral(ra, &a), MIFU_OK);
    assert_int_equal(mifu_sm2_exchange_ephemeral(rb, &b), MIFU_OK);
    assert_int_equal(mifu_sm2_exchange_confirm(s, &a), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm2_exchange_check(&a, s), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm2_exchange_compute(ka, 0, &a, rb), MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_sm2_exchange_compute(ka, sizeof ka, &a, rb), MIFU_OK);
    assert_int_equal(mifu_sm2_exchange_compute(kb, sizeof kb, &b, ra), MIFU_OK);
    assert_memory_equal(ka, kb, sizeof ka);
    assert_int_equal(mifu_sm2_exchange_confirm(s, &b), MIFU_OK);
    assert_int_equal(mifu_sm2_exchange_check(&a, s), MIFU_OK);
    assert_int_equal(mifu_sm2_exchange_check(&b, s), MIFU_INVALID);
    mifu_sm2_exchange_wipe(&a);
    mifu_sm2_exchange_wipe(&b);
    assert_int_equal(mifu_sm2_exchange_confirm(s, &a), MIFU_ERR_ARGUMENT_STATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_null),           cmocka_unit_test(test_identities),
        cmocka_unit_test(test_points),         cmocka_unit_test(test_ciphertexts),
        cmocka_unit_test(test_exchange_order),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
