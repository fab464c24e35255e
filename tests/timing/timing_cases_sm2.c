/* SPDX-License-Identifier: Apache-2.0 */
/* Constant-time cases of SM2. Public keys, signatures and ciphertexts are public. */
#include "timing.h"

#include "mifu/sm2.h"
#include "mifu/sm2_many.h"

/*
 * What is public may take variable time: the lengths of INTEGERs and the readings of AUTO depend on
 * the coordinates of C1. valgrind knows what is public; the trace, which compares runs, does not.
 */
#ifdef MIFU_CONSTANT_TIME_TEST
#    define PUBLIC_MAY_VARY 1
#else
#    define PUBLIC_MAY_VARY 0
#endif

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

    make_keys();
    timing_public(e, sizeof e);
    TIMING_OK(mifu_sm2_sign_digest(sig, &alice, e));
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
    if (PUBLIC_MAY_VARY)
        TIMING_OK(mifu_sm2_encrypt(ciphertext, sizeof ciphertext, &len, &bob_public, MIFU_SM2_DER,
                                   message, sizeof message));
}

static void decrypt(void)
{
    static const mifu_sm2_format formats[] = {MIFU_SM2_C1C3C2, MIFU_SM2_C1C2C3_NO_04, MIFU_SM2_DER};
    size_t len, plain_len;

    make_keys();
    for (size_t i = 0; i < MIFU_COUNT_OF(formats); i++) {
        if (formats[i] == MIFU_SM2_DER && !PUBLIC_MAY_VARY)
            continue;
        timing_public(message, sizeof message);
        TIMING_OK(mifu_sm2_encrypt(ciphertext, sizeof ciphertext, &len, &bob_public, formats[i],
                                   message, sizeof message));
        TIMING_OK(
            mifu_sm2_decrypt(shared, sizeof shared, &plain_len, &bob, formats[i], ciphertext, len));
        if (PUBLIC_MAY_VARY)
            TIMING_OK(mifu_sm2_decrypt(shared, sizeof shared, &plain_len, &bob, MIFU_SM2_AUTO,
                                       ciphertext, len));
        ciphertext[len - 1] ^= 1;
        timing_expect(
            mifu_sm2_decrypt(shared, sizeof shared, &plain_len, &bob, formats[i], ciphertext, len),
            MIFU_ERR_AUTHENTICATION, "sm2_decrypt of a damaged ciphertext");
    }
}

/*
 * One side of an exchange. The peer's points are the same in every run, because what is public may
 * take variable time: [x_bar]R + P does.
 */
static void exchange(void)
{
    mifu_sm2_exchange a;
    uint8_t r_a[MIFU_SM2_PUBLIC_KEY_SIZE], r_b[MIFU_SM2_PUBLIC_KEY_SIZE], d[32], hash[32];

    make_keys();
    timing_public(d, sizeof d);
    d[0] = 1;
    TIMING_OK(mifu_sm2_private_key_from_bytes(&bob, d));
    mifu_sm2_public_key_from_private(&bob_public, &bob);
    d[0] = 2;
    TIMING_OK(mifu_sm2_private_key_from_bytes(&bob, d));
    mifu_sm2_public_key_to_bytes(r_b, &bob.public_key);
    TIMING_OK(mifu_sm2_exchange_init(&a, MIFU_SM2_INITIATOR, &alice, MIFU_SM2_DEFAULT_ID,
                                     &bob_public, MIFU_SM2_DEFAULT_ID));
    TIMING_OK(mifu_sm2_exchange_ephemeral(r_a, &a));
    TIMING_OK(mifu_sm2_exchange_compute(shared, 48, &a, r_b));
    TIMING_OK(mifu_sm2_exchange_confirm(hash, &a));
    timing_expect(mifu_sm2_exchange_check(&a, hash), MIFU_INVALID,
                  "exchange_check of a wrong hash");
    mifu_sm2_exchange_wipe(&a);
}

static void ecdh(void)
{
    make_keys();
    mifu_sm2_ecdh(shared, &alice, &bob_public);
}

static void prepared(void)
{
    static uint64_t memory[MIFU_SM2_PREPARED_LARGE_SIZE / 8];
    mifu_sm2_prepared_key key;
    size_t len;

    make_keys();
    TIMING_OK(mifu_sm2_prepare(&key, memory, sizeof memory, &bob_public));
    mifu_sm2_ecdh_prepared(shared, &alice, &key);
    timing_secret(message, sizeof message);
    TIMING_OK(mifu_sm2_encrypt_prepared(ciphertext, sizeof ciphertext, &len, &key, MIFU_SM2_C1C3C2,
                                        message, sizeof message));
}

/*
 * Many at once. Nothing here depends on what the signatures and points come out as, which are
 * public but differ with the secrets: so this also serves where runs with different secrets are
 * compared.
 */
static void many(void)
{
    enum { COUNT = 11 }; /* a full group of lanes and one that is not */
    static mifu_sm2_private_key keys[COUNT];
    static mifu_sm2_public_key publics[COUNT];
    const mifu_sm2_private_key *key_list[COUNT];
    const mifu_sm2_public_key *public_list[COUNT];
    uint8_t digests[32 * COUNT], sigs[64 * COUNT], secrets[32 * COUNT];
    mifu_status statuses[COUNT];

    TIMING_OK(mifu_sm2_keygen_many(keys, statuses, COUNT, NULL, 0));
    for (unsigned i = 0; i < COUNT; i++) {
        mifu_sm2_public_key_from_private(&publics[i], &keys[i]);
        key_list[i] = &keys[i];
        public_list[i] = &publics[COUNT - 1 - i];
    }
    timing_public(digests, sizeof digests);
    TIMING_OK(mifu_sm2_sign_digest_many(sigs, statuses, key_list, digests, COUNT, NULL, 0));
    TIMING_OK(mifu_sm2_ecdh_many(secrets, statuses, key_list, public_list, COUNT, NULL, 0));
}

/* Decryption and encryption of many; messages are secret. */
static void many_messages(void)
{
    enum { COUNT = 11 };
    static uint8_t texts[COUNT][40], ciphertexts[COUNT][MIFU_SM2_PUBLIC_KEY_SIZE + 72];
    static uint8_t back[COUNT][40];
    const mifu_sm2_private_key *key_list[COUNT];
    const mifu_sm2_public_key *public_list[COUNT];
    const uint8_t *text_list[COUNT], *in_list[COUNT];
    uint8_t *ciphertext_list[COUNT], *back_list[COUNT];
    size_t text_lens[COUNT], caps[COUNT], lens[COUNT], back_lens[COUNT];
    mifu_status statuses[COUNT];

    make_keys();
    timing_secret(texts, sizeof texts);
    for (unsigned i = 0; i < COUNT; i++) {
        key_list[i] = &bob;
        public_list[i] = &bob_public;
        text_list[i] = texts[i];
        text_lens[i] = sizeof texts[i];
        in_list[i] = ciphertext_list[i] = ciphertexts[i];
        back_list[i] = back[i];
        caps[i] = sizeof ciphertexts[i];
    }
    TIMING_OK(mifu_sm2_encrypt_many(ciphertext_list, caps, lens, statuses, public_list,
                                    MIFU_SM2_C1C3C2, text_list, text_lens, COUNT, NULL, 0));
    TIMING_OK(mifu_sm2_decrypt_many(back_list, text_lens, back_lens, statuses, key_list,
                                    MIFU_SM2_C1C3C2, in_list, lens, COUNT, NULL, 0));
}

static const timing_case cases[] = {
    {"sm2.keygen", "sm2", keygen},     {"sm2.sign", "sm2", sign},
    {"sm2.encrypt", "sm2", encrypt},   {"sm2.decrypt", "sm2", decrypt},
    {"sm2.many", "sm2_many", many},    {"sm2.many_messages", "sm2_many", many_messages},
    {"sm2.exchange", "sm2", exchange}, {"sm2.ecdh", "sm2", ecdh},
    {"sm2.prepared", "sm2", prepared},
};

const timing_table timing_cases_sm2 = {cases, MIFU_COUNT_OF(cases)};
