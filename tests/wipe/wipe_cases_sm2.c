/* SPDX-License-Identifier: Apache-2.0 */
#include "wipe.h"

#include <string.h>

#include "mifu/sm2.h"
#include "mifu/sm2_encoding.h"
#include "mifu/sm2_many.h"
#include "sm2_testing.h"

static uint8_t d[32], nonce[32], message[100], back[100], shared[48], secret_x[32], e[32];
static uint8_t password[16], der[600], sig[64], ciphertext[MIFU_SM2_PUBLIC_KEY_SIZE + 132];
static char pem[1000];
static size_t len, der_len;
static mifu_sm2_private_key key, read_back;
static mifu_sm2_public_key public_key, peer;

typedef void name_function(const char *name, const void *p, size_t len);

static void name_key(const mifu_sm2_private_key *k, name_function *name)
{
    name("d", k->d, sizeof k->d);
    name("1/(1+d)", k->inverse_of_1_plus_d, sizeof k->inverse_of_1_plus_d);
}

static void prepare(void)
{
    mifu_sm2_private_key peer_key;

    wipe_random(d, sizeof d);
    d[0] &= 0x7f;
    wipe_random(nonce, sizeof nonce);
    nonce[0] &= 0x7f;
    wipe_random(e, sizeof e);
    wipe_random(message, sizeof message);
    wipe_random(password, sizeof password);
    WIPE_OK(mifu_sm2_private_key_from_bytes(&key, d));
    mifu_sm2_public_key_from_private(&public_key, &key);
    WIPE_OK(mifu_sm2_keygen(&peer_key));
    mifu_sm2_public_key_from_private(&peer, &peer_key);
    name_key(&key, wipe_secret);
    wipe_secret("nonce", nonce, sizeof nonce);
    wipe_secret("plaintext", message, sizeof message);
    wipe_secret("password", password, sizeof password);
}

static void prepare_one(void)
{
    prepare();
    wipe_in_one_piece();
}

static mifu_status next_nonce(uint8_t k[32], void *context)
{
    (void)context;
    memcpy(k, nonce, sizeof nonce);
    return MIFU_OK;
}

static void load(void)
{
    WIPE_OK(mifu_sm2_private_key_from_bytes(&read_back, d));
    mifu_sm2_private_key_to_bytes(back, &read_back);
}

static void keygen(void)
{
    WIPE_OK(mifu_sm2_keygen(&read_back));
}

static void finish_keygen(void)
{
    name_key(&read_back, wipe_secret);
}

static void sign(void)
{
    WIPE_OK(mifu_sm2_sign_digest_with_nonces(sig, &key, e, next_nonce, NULL));
}

/* The nonce of its own making: d goes into its hash. */
static void sign_hedged(void)
{
    WIPE_OK(mifu_sm2_sign(sig, &key, MIFU_SM2_DEFAULT_ID, e, sizeof e));
}

static void encrypt(void)
{
    WIPE_OK(mifu_sm2_encrypt_with_nonces(ciphertext, sizeof ciphertext, &len, &public_key,
                                         MIFU_SM2_C1C3C2, message, sizeof message, next_nonce,
                                         NULL));
}

/* The x-coordinate of [k]P, which is what the key stream is made from. */
static void finish_encrypt(void)
{
    mifu_sm2_private_key k;

    WIPE_OK(mifu_sm2_private_key_from_bytes(&k, nonce));
    mifu_sm2_ecdh(secret_x, &k, &public_key);
    wipe_secret("x of the shared point", secret_x, sizeof secret_x);
}

static void prepare_decrypt(void)
{
    prepare_one();
    WIPE_OK(mifu_sm2_encrypt_with_nonces(ciphertext, sizeof ciphertext, &len, &public_key,
                                         MIFU_SM2_C1C3C2, message, sizeof message, next_nonce,
                                         NULL));
}

static void decrypt(void)
{
    size_t back_len;

    WIPE_OK(mifu_sm2_decrypt(back, sizeof back, &back_len, &key, MIFU_SM2_C1C3C2, ciphertext, len));
}

static void decrypt_auto(void)
{
    size_t back_len;

    WIPE_OK(mifu_sm2_decrypt(back, sizeof back, &back_len, &key, MIFU_SM2_AUTO, ciphertext, len));
}

static void ecdh(void)
{
    mifu_sm2_ecdh(secret_x, &key, &peer);
}

static void finish_ecdh(void)
{
    wipe_secret("shared x", secret_x, sizeof secret_x);
}

static mifu_sm2_prepared_key prepared;
static uint64_t table[MIFU_SM2_PREPARED_LARGE_SIZE / 8];

static void prepare_table(void)
{
    prepare_one();
    WIPE_OK(mifu_sm2_prepare(&prepared, table, sizeof table, &peer));
}

static void encrypt_prepared(void)
{
    WIPE_OK(mifu_sm2_encrypt_prepared(ciphertext, sizeof ciphertext, &len, &prepared,
                                      MIFU_SM2_C1C3C2, message, sizeof message));
}

static void ecdh_prepared(void)
{
    mifu_sm2_ecdh_prepared(secret_x, &key, &prepared);
}

static mifu_sm2_exchange exchange_a;

static void exchange(void)
{
    uint8_t r[MIFU_SM2_PUBLIC_KEY_SIZE], peer_r[MIFU_SM2_PUBLIC_KEY_SIZE];

    WIPE_OK(mifu_sm2_exchange_init(&exchange_a, MIFU_SM2_INITIATOR, &key, MIFU_SM2_DEFAULT_ID,
                                   &peer, MIFU_SM2_DEFAULT_ID));
    WIPE_OK(mifu_sm2_exchange_ephemeral_with_nonces(r, &exchange_a, next_nonce, NULL));
    mifu_sm2_public_key_to_bytes(peer_r, &public_key); /* any point */
    WIPE_OK(mifu_sm2_exchange_compute(shared, sizeof shared, &exchange_a, peer_r));
}

static void finish_exchange(void)
{
    wipe_secret("shared key", shared, sizeof shared);
}

static void prepare_der(void)
{
    prepare();
    WIPE_OK(mifu_sm2_private_key_to_pkcs8(der, sizeof der, &der_len, &key));
    WIPE_OK(mifu_sm2_private_key_to_pem(pem, sizeof pem, &len, &key));
}

static void read_key(void)
{
    WIPE_OK(mifu_sm2_private_key_from_der(&read_back, der, der_len));
    WIPE_OK(mifu_sm2_private_key_from_pem(&read_back, pem, len, NULL, 0));
}

static void write_key(void)
{
    WIPE_OK(mifu_sm2_private_key_to_pkcs8(der, sizeof der, &der_len, &key));
    WIPE_OK(mifu_sm2_private_key_to_sec1(der, sizeof der, &der_len, &key));
    WIPE_OK(mifu_sm2_private_key_to_pem(pem, sizeof pem, &len, &key));
}

static void encrypted_key(void)
{
    WIPE_OK(mifu_sm2_private_key_to_encrypted_der(der, sizeof der, &der_len, &key, password,
                                                  sizeof password, MIFU_HASH_SM3, 3));
    WIPE_OK(mifu_sm2_private_key_from_encrypted_der(&read_back, der, der_len, password,
                                                    sizeof password));
    WIPE_OK(mifu_sm2_private_key_to_encrypted_pem(pem, sizeof pem, &len, &key, password,
                                                  sizeof password, MIFU_HASH_SHA256, 3));
    WIPE_OK(mifu_sm2_private_key_from_pem(&read_back, pem, len, password, sizeof password));
}

/* ---- Many at once, in a scratch of the caller's and on the stack */

#define MANY 35 /* a chunk and some */

static mifu_sm2_private_key many_keys[MANY];
static const mifu_sm2_private_key *many_key_list[MANY];
static const mifu_sm2_public_key *many_public_list[MANY];
static mifu_status statuses[MANY];
static uint8_t digests[MANY][32], sigs[MANY][64], secrets[MANY][32];
static uint8_t texts[MANY][20], backs[MANY][20], sealed[MANY][20 + 97];
static uint8_t *back_list[MANY], *sealed_list[MANY];
static const uint8_t *text_list[MANY], *opened_list[MANY];
static size_t text_lens[MANY], sealed_caps[MANY], sealed_lens[MANY];
static uint8_t scratch[MIFU_SM2_MANY_SCRATCH_SIZE];

static void prepare_many(void)
{
    prepare();
    wipe_random(texts, sizeof texts);
    for (unsigned i = 0; i < MANY; i++) {
        many_key_list[i] = &many_keys[i];
        many_public_list[i] = &many_keys[(i + 1) % MANY].public_key;
        text_list[i] = texts[i];
        text_lens[i] = sizeof texts[i];
        back_list[i] = backs[i];
        opened_list[i] = sealed_list[i] = sealed[i];
        sealed_caps[i] = sizeof sealed[i];
    }
    memset(scratch, 0, sizeof scratch);
    wipe_memory(scratch, sizeof scratch);
}

static void prepare_many_in_scratch(void)
{
    prepare_many();
    wipe_in_one_piece();
}

static void many_with(void *memory)
{
    const size_t size = sizeof scratch;

    WIPE_OK(mifu_sm2_keygen_many(many_keys, statuses, MANY, memory, size));
    WIPE_OK(mifu_sm2_sign_digest_many(sigs[0], statuses, many_key_list, digests[0], MANY, memory,
                                      size));
    WIPE_OK(mifu_sm2_sign_many(sigs[0], statuses, many_key_list, MIFU_SM2_DEFAULT_ID, text_list,
                               text_lens, MANY, memory, size));
    WIPE_OK(mifu_sm2_ecdh_many(secrets[0], statuses, many_key_list, many_public_list, MANY, memory,
                               size));
}

static void many(void)
{
    many_with(scratch);
}

static void many_on_stack(void)
{
    many_with(NULL);
}

static void finish_many(void)
{
    for (unsigned i = 0; i < MANY; i++)
        name_key(&many_keys[i], wipe_secret);
    wipe_secret("shared x", secrets, sizeof secrets);
    wipe_secret("messages", texts, sizeof texts);
}

/* Encryption to oneself, and back. */
static void many_messages_with(void *memory)
{
    const size_t size = sizeof scratch;

    WIPE_OK(mifu_sm2_keygen_many(many_keys, statuses, MANY, memory, size));
    for (unsigned i = 0; i < MANY; i++)
        many_public_list[i] = &many_keys[i].public_key;
    WIPE_OK(mifu_sm2_encrypt_many(sealed_list, sealed_caps, sealed_lens, statuses, many_public_list,
                                  MIFU_SM2_C1C3C2, text_list, text_lens, MANY, memory, size));
    WIPE_OK(mifu_sm2_decrypt_many(back_list, text_lens, text_lens, statuses, many_key_list,
                                  MIFU_SM2_C1C3C2, opened_list, sealed_lens, MANY, memory, size));
}

static void many_messages(void)
{
    many_messages_with(scratch);
}

static void many_messages_on_stack(void)
{
    many_messages_with(NULL);
}

/* What the key streams are made from: [d]C1. */
static void finish_many_messages(void)
{
    for (unsigned i = 0; i < MANY; i++) {
        mifu_sm2_public_key c1;

        name_key(&many_keys[i], wipe_secret);
        WIPE_OK(mifu_sm2_public_key_from_bytes(&c1, sealed[i], MIFU_SM2_PUBLIC_KEY_SIZE));
        mifu_sm2_ecdh(secrets[i], &many_keys[i], &c1);
    }
    wipe_secret("x of the shared points", secrets, sizeof secrets);
    wipe_secret("messages", texts, sizeof texts);
}

static const wipe_case cases[] = {
    {"sm2.load", "sm2", prepare, load, NULL},
    {"sm2.keygen", "sm2", prepare_one, keygen, finish_keygen},
    {"sm2.sign", "sm2", prepare_one, sign, NULL},
    {"sm2.sign_hedged", "sm2 sm3", prepare_one, sign_hedged, NULL},
    {"sm2.encrypt", "sm2 sm3", prepare_one, encrypt, finish_encrypt},
    {"sm2.decrypt", "sm2 sm3", prepare_decrypt, decrypt, finish_encrypt},
    {"sm2.decrypt_auto", "sm2", prepare_decrypt, decrypt_auto, finish_encrypt},
    {"sm2.ecdh", "sm2", prepare_one, ecdh, finish_ecdh},
    {"sm2.encrypt_prepared", "sm2", prepare_table, encrypt_prepared, NULL},
    {"sm2.ecdh_prepared", "sm2", prepare_table, ecdh_prepared, finish_ecdh},
    {"sm2.exchange", "sm2", prepare_one, exchange, finish_exchange},
    {"sm2.many", "sm2_many sm3", prepare_many_in_scratch, many, finish_many},
    {"sm2.many_on_stack", "sm2_many", prepare_many, many_on_stack, finish_many},
    {"sm2.many_messages", "sm2_many sm3", prepare_many_in_scratch, many_messages,
     finish_many_messages},
    {"sm2.many_messages_on_stack", "sm2_many", prepare_many, many_messages_on_stack,
     finish_many_messages},
    {"key.read", "sm2", prepare_der, read_key, NULL},
    {"key.write", "sm2", prepare, write_key, NULL},
    {"key.encrypted", "sm4", prepare, encrypted_key, NULL},
};

const wipe_table wipe_cases_sm2 = {cases, MIFU_COUNT_OF(cases)};
