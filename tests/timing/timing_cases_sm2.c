/* SPDX-License-Identifier: Apache-2.0 */
/* Constant-time cases of SM2. Public keys, signatures and ciphertexts are public. */
#include "timing.h"

#include "mifu/sm2.h"

static mifu_sm2_private_key alice, bob;
static mifu_sm2_public_key bob_public;
static uint8_t message[200], shared[200], ciphertext[400];

/* Two keys with secret d. The top byte keeps d below n. */
static void make_keys(void)
{
    uint8_t d[32];

    timing_secret(d, sizeof d);
    d[0] &= 0x7f;
    TIMING_OK(mifu_sm2_private_key_from_bytes(&alice, d));
    timing_secret(d, sizeof d);
    d[0] &= 0x7f;
    TIMING_OK(mifu_sm2_private_key_from_bytes(&bob, d));
    mifu_sm2_public_key_from_private(&bob_public, &bob);
}

static void keygen(void)
{
    uint8_t d[32];

    TIMING_OK(mifu_sm2_keygen(&alice));
    make_keys();
    mifu_sm2_private_key_to_bytes(d, &alice);
    mifu_sm2_private_key_wipe(&alice);
}

static void sign(void)
{
    uint8_t e[32], sig[MIFU_SM2_SIGNATURE_SIZE];
    mifu_sm2_public_key public_key;

    make_keys();
    timing_public(e, sizeof e);
    TIMING_OK(mifu_sm2_sign_digest(sig, &alice, e));
    mifu_sm2_public_key_from_private(&public_key, &alice);
    TIMING_OK(mifu_sm2_verify_digest(&public_key, e, sig));
    timing_public(message, sizeof message);
    TIMING_OK(mifu_sm2_sign(sig, &alice, MIFU_SM2_DEFAULT_ID, message, sizeof message));
    TIMING_OK(mifu_sm2_sign(sig, &alice, MIFU_SM2_EMPTY_ID, message, sizeof message));
}

static void encrypt(void)
{
    size_t len;

    make_keys();
    timing_secret(message, sizeof message);
    TIMING_OK(mifu_sm2_encrypt(ciphertext, sizeof ciphertext, &len, &bob_public, MIFU_SM2_C1C3C2,
                               message, sizeof message));
    TIMING_OK(mifu_sm2_encrypt(ciphertext, sizeof ciphertext, &len, &bob_public, MIFU_SM2_DER,
                               message, sizeof message));
}

static void decrypt(void)
{
    static const mifu_sm2_format formats[] = {MIFU_SM2_C1C3C2, MIFU_SM2_C1C2C3_NO_04, MIFU_SM2_DER};
    size_t len, plain_len;

    make_keys();
    for (size_t i = 0; i < MIFU_COUNT_OF(formats); i++) {
        timing_public(message, sizeof message);
        TIMING_OK(mifu_sm2_encrypt(ciphertext, sizeof ciphertext, &len, &bob_public, formats[i],
                                   message, sizeof message));
        TIMING_OK(
            mifu_sm2_decrypt(shared, sizeof shared, &plain_len, &bob, formats[i], ciphertext, len));
        TIMING_OK(mifu_sm2_decrypt(shared, sizeof shared, &plain_len, &bob, MIFU_SM2_AUTO,
                                   ciphertext, len));
        ciphertext[len - 1] ^= 1;
        timing_expect(
            mifu_sm2_decrypt(shared, sizeof shared, &plain_len, &bob, formats[i], ciphertext, len),
            MIFU_ERR_AUTHENTICATION, "sm2_decrypt of a damaged ciphertext");
    }
}

static void exchange(void)
{
    mifu_sm2_public_key alice_public;
    mifu_sm2_exchange a, b;
    uint8_t r_a[MIFU_SM2_PUBLIC_KEY_SIZE], r_b[MIFU_SM2_PUBLIC_KEY_SIZE], hash[32];

    make_keys();
    mifu_sm2_public_key_from_private(&alice_public, &alice);
    TIMING_OK(mifu_sm2_exchange_init(&a, MIFU_SM2_INITIATOR, &alice, MIFU_SM2_DEFAULT_ID,
                                     &bob_public, MIFU_SM2_DEFAULT_ID));
    TIMING_OK(mifu_sm2_exchange_init(&b, MIFU_SM2_RESPONDER, &bob, MIFU_SM2_DEFAULT_ID,
                                     &alice_public, MIFU_SM2_DEFAULT_ID));
    TIMING_OK(mifu_sm2_exchange_ephemeral(r_a, &a));
    TIMING_OK(mifu_sm2_exchange_ephemeral(r_b, &b));
    TIMING_OK(mifu_sm2_exchange_compute(shared, 48, &a, r_b));
    TIMING_OK(mifu_sm2_exchange_compute(shared, 48, &b, r_a));
    TIMING_OK(mifu_sm2_exchange_confirm(hash, &b));
    TIMING_OK(mifu_sm2_exchange_check(&a, hash));
    TIMING_OK(mifu_sm2_exchange_confirm(hash, &a));
    TIMING_OK(mifu_sm2_exchange_check(&b, hash));
    hash[0] ^= 1;
    timing_expect(mifu_sm2_exchange_check(&b, hash), MIFU_INVALID,
                  "exchange_check of a wrong hash");
    mifu_sm2_exchange_wipe(&a);
    mifu_sm2_exchange_wipe(&b);
}

static void ecdh(void)
{
    make_keys();
    mifu_sm2_ecdh(shared, &alice, &bob_public);
}

static const timing_case cases[] = {
    {"sm2.keygen", "sm2", keygen},     {"sm2.sign", "sm2", sign},
    {"sm2.encrypt", "sm2", encrypt},   {"sm2.decrypt", "sm2", decrypt},
    {"sm2.exchange", "sm2", exchange}, {"sm2.ecdh", "sm2", ecdh},
};

const timing_table timing_cases_sm2 = {cases, MIFU_COUNT_OF(cases)};
