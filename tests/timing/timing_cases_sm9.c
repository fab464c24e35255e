/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constant-time cases of SM9. Master public keys, identities, signatures and ciphertexts are
 * public; so is whether the bytes of a private key are a point.
 */
#include "timing.h"

#include "mifu/sm9.h"

#define ALICE (const uint8_t *)"Alice", 5
#define BOB   (const uint8_t *)"Bob", 3

static mifu_sm9_sign_master_key sign_master;
static mifu_sm9_encrypt_master_key encrypt_master;
static mifu_sm9_g1_table comb;
static mifu_sm9_gt_table powers;
static mifu_sm9_encrypt_master_table master_table;
static uint8_t message[100], shared[200], ciphertext[400];

/* Master keys with secret numbers. The top byte keeps them below N. */
static void make_masters(void)
{
    uint8_t k[32];

    timing_secret(k, sizeof k);
    k[0] &= 0x7f;
    TIMING_OK(mifu_sm9_sign_master_key_from_bytes(&sign_master, k));
    timing_secret(k, sizeof k);
    k[0] &= 0x7f;
    TIMING_OK(mifu_sm9_encrypt_master_key_from_bytes(&encrypt_master, k));
}

static void master(void)
{
    uint8_t k[32];

    make_masters();
    mifu_sm9_sign_master_key_to_bytes(k, &sign_master);
    mifu_sm9_encrypt_master_key_to_bytes(k, &encrypt_master);
    mifu_sm9_sign_master_key_wipe(&sign_master);
    mifu_sm9_encrypt_master_key_wipe(&encrypt_master);
}

static void extract(void)
{
    static mifu_sm9_sign_key sign_key;
    static mifu_sm9_encrypt_key encrypt_key;
    uint8_t point[MIFU_SM9_G2_SIZE];

    make_masters();
    TIMING_OK(mifu_sm9_sign_key_extract(&sign_key, &sign_master, ALICE, MIFU_SM9_HID_SIGN));
    TIMING_OK(mifu_sm9_sign_key_check(&sign_key, ALICE, MIFU_SM9_HID_SIGN));
    mifu_sm9_sign_key_to_bytes(point, &sign_key);
    TIMING_OK(
        mifu_sm9_encrypt_key_extract(&encrypt_key, &encrypt_master, BOB, MIFU_SM9_HID_ENCRYPT));
    TIMING_OK(mifu_sm9_encrypt_key_check(&encrypt_key, BOB, MIFU_SM9_HID_ENCRYPT));
    mifu_sm9_encrypt_key_to_bytes(point, &encrypt_key);
    mifu_sm9_sign_key_wipe(&sign_key);
    mifu_sm9_encrypt_key_wipe(&encrypt_key);
}

static void sign(void)
{
    static mifu_sm9_sign_key key;
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE];

    make_masters();
    TIMING_OK(mifu_sm9_sign_key_extract(&key, &sign_master, ALICE, MIFU_SM9_HID_SIGN));
    timing_public(message, sizeof message);
    TIMING_OK(mifu_sm9_sign(sig, &key, message, sizeof message));
    mifu_sm9_sign_key_prepare(&key, &comb);
    TIMING_OK(mifu_sm9_sign(sig, &key, message, sizeof message));
    mifu_sm9_sign_master_public_key_prepare(&key.master, &powers);
    TIMING_OK(mifu_sm9_sign(sig, &key, message, sizeof message));
    mifu_sm9_g1_table_wipe(&comb);
    TIMING_OK(mifu_sm9_verify(&sign_master.public_key, ALICE, MIFU_SM9_HID_SIGN, message,
                              sizeof message, sig));
}

static void encapsulate(void)
{
    static mifu_sm9_encrypt_key key;
    static mifu_sm9_line_table table;
    uint8_t c[MIFU_SM9_G1_SIZE];

    make_masters();
    TIMING_OK(mifu_sm9_encrypt_key_extract(&key, &encrypt_master, BOB, MIFU_SM9_HID_ENCRYPT));
    TIMING_OK(mifu_sm9_encapsulate(shared, sizeof shared, c, &encrypt_master.public_key, BOB,
                                   MIFU_SM9_HID_ENCRYPT));
    mifu_sm9_encrypt_master_public_key_prepare(&encrypt_master.public_key, &master_table);
    TIMING_OK(mifu_sm9_encapsulate(shared, sizeof shared, c, &encrypt_master.public_key, BOB,
                                   MIFU_SM9_HID_ENCRYPT));
    TIMING_OK(mifu_sm9_decapsulate(shared, sizeof shared, &key, BOB, c));
    mifu_sm9_encrypt_key_prepare(&key, &table);
    TIMING_OK(mifu_sm9_decapsulate(shared, sizeof shared, &key, BOB, c));
    mifu_sm9_line_table_wipe(&table);
}

static void encrypt(void)
{
    static const mifu_sm9_cipher ciphers[] = {MIFU_SM9_XOR, MIFU_SM9_SM4_ECB, MIFU_SM9_SM4_CBC,
                                              MIFU_SM9_SM4_OFB, MIFU_SM9_SM4_CFB};
    static mifu_sm9_encrypt_key key;
    size_t len, plain_len;

    make_masters();
    TIMING_OK(mifu_sm9_encrypt_key_extract(&key, &encrypt_master, BOB, MIFU_SM9_HID_ENCRYPT));
    for (size_t i = 0; i < MIFU_COUNT_OF(ciphers); i++) {
        mifu_sm9_format format = i % 2 == 0 ? MIFU_SM9_DER : MIFU_SM9_GMSSL;

        timing_secret(message, sizeof message);
        TIMING_OK(mifu_sm9_encrypt(ciphertext, sizeof ciphertext, &len, &encrypt_master.public_key,
                                   BOB, MIFU_SM9_HID_ENCRYPT, ciphers[i], format, message,
                                   sizeof message));
        TIMING_OK(mifu_sm9_decrypt(shared, sizeof shared, &plain_len, &key, BOB, ciphers[i], format,
                                   ciphertext, len));
        ciphertext[len - 1] ^= 1;
        timing_expect(mifu_sm9_decrypt(shared, sizeof shared, &plain_len, &key, BOB, ciphers[i],
                                       format, ciphertext, len),
                      MIFU_ERR_AUTHENTICATION, "decrypt a changed ciphertext");
    }
}

static void exchange(void)
{
    static mifu_sm9_encrypt_key a_key, b_key;
    static mifu_sm9_exchange a, b;
    uint8_t ra[MIFU_SM9_G1_SIZE], rb[MIFU_SM9_G1_SIZE], s[MIFU_SM9_DIGEST_SIZE];

    make_masters();
    TIMING_OK(mifu_sm9_encrypt_key_extract(&a_key, &encrypt_master, ALICE, MIFU_SM9_HID_EXCHANGE));
    TIMING_OK(mifu_sm9_encrypt_key_extract(&b_key, &encrypt_master, BOB, MIFU_SM9_HID_EXCHANGE));
    TIMING_OK(
        mifu_sm9_exchange_init(&a, MIFU_SM9_INITIATOR, &a_key, ALICE, BOB, MIFU_SM9_HID_EXCHANGE));
    TIMING_OK(
        mifu_sm9_exchange_init(&b, MIFU_SM9_RESPONDER, &b_key, BOB, ALICE, MIFU_SM9_HID_EXCHANGE));
    TIMING_OK(mifu_sm9_exchange_ephemeral(ra, &a));
    TIMING_OK(mifu_sm9_exchange_ephemeral(rb, &b));
    TIMING_OK(mifu_sm9_exchange_compute(shared, sizeof shared, &a, rb));
    TIMING_OK(mifu_sm9_exchange_compute(shared, sizeof shared, &b, ra));
    TIMING_OK(mifu_sm9_exchange_confirm(s, &a));
    TIMING_OK(mifu_sm9_exchange_check(&b, s));
}

static const timing_case cases[] = {
    {"sm9.master", "sm9", master},   {"sm9.extract", "sm9", extract},
    {"sm9.sign", "sm9", sign},       {"sm9.encapsulate", "sm9", encapsulate},
    {"sm9.encrypt", "sm9", encrypt}, {"sm9.exchange", "sm9", exchange},
};

const timing_table timing_cases_sm9 = {cases, MIFU_COUNT_OF(cases)};
