/* SPDX-License-Identifier: Apache-2.0 */
#include "wipe.h"

#include <string.h>

#include "mifu/sm9.h"
#include "mifu/sm9_encoding.h"
#include "sm9_testing.h"

#define ALICE (const uint8_t *)"Alice", 5
#define BOB   (const uint8_t *)"Bob", 3

static uint8_t number[32], nonce[32], message[100], back[200], shared[48], password[16];
static uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], c[MIFU_SM9_G1_SIZE], peer_r[MIFU_SM9_G1_SIZE];
static uint8_t ciphertext[400], der[600];
static size_t len, der_len;
static mifu_sm9_sign_master_key sign_master, sign_master_back;
static mifu_sm9_encrypt_master_key encrypt_master;
static mifu_sm9_sign_key sign_key, sign_key_back;
static mifu_sm9_encrypt_key encrypt_key, encrypt_key_back, peer_key;
static mifu_sm9_exchange exchange, peer;
static mifu_sm9_g1_table comb;
static mifu_sm9_gt_table powers;
static mifu_sm9_line_table lines;

static void prepare(void)
{
    wipe_random(number, sizeof number);
    number[0] &= 0x7f;
    wipe_random(nonce, sizeof nonce);
    nonce[0] &= 0x7f;
    wipe_random(message, sizeof message);
    wipe_random(password, sizeof password);
    WIPE_OK(mifu_sm9_sign_master_key_from_bytes(&sign_master, number));
    WIPE_OK(mifu_sm9_encrypt_master_key_from_bytes(&encrypt_master, number));
    WIPE_OK(mifu_sm9_sign_key_extract(&sign_key, &sign_master, ALICE, 1));
    WIPE_OK(mifu_sm9_encrypt_key_extract(&encrypt_key, &encrypt_master, BOB, 3));
    WIPE_OK(mifu_sm9_encrypt_key_extract(&peer_key, &encrypt_master, ALICE, 3));
    wipe_secret("master number", number, sizeof number);
    wipe_secret("ds", sign_key.ds, sizeof sign_key.ds);
    wipe_secret("de", encrypt_key.de, sizeof encrypt_key.de);
    wipe_secret("nonce", nonce, sizeof nonce);
    wipe_secret("plaintext", message, sizeof message);
    wipe_secret("password", password, sizeof password);
}

static mifu_status next_nonce(uint8_t r[32], void *context)
{
    (void)context;
    memcpy(r, nonce, sizeof nonce);
    return MIFU_OK;
}

static void load(void)
{
    WIPE_OK(mifu_sm9_sign_master_key_from_bytes(&sign_master_back, number));
    mifu_sm9_sign_master_key_to_bytes(back, &sign_master_back);
}

static void extract(void)
{
    WIPE_OK(mifu_sm9_sign_key_extract(&sign_key_back, &sign_master, ALICE, 1));
    WIPE_OK(mifu_sm9_encrypt_key_extract(&encrypt_key_back, &encrypt_master, BOB, 3));
}

static void sign(void)
{
    mifu_sm3 sm3;

    mifu_sm9_message_init(&sm3);
    WIPE_OK(mifu_sm9_sign_message_with_nonces(sig, &sign_key, &sm3, next_nonce, NULL));
}

static void sign_hedged(void)
{
    WIPE_OK(mifu_sm9_sign(sig, &sign_key, message, sizeof message));
}

static void finish_shared(void)
{
    wipe_secret("shared key", shared, sizeof shared);
}

static void prepared(void)
{
    mifu_sm3 sm3;

    sign_key_back = sign_key;
    encrypt_key_back = encrypt_key;
    mifu_sm9_sign_key_prepare(&sign_key_back, &comb);
    mifu_sm9_sign_master_public_key_prepare(&sign_key_back.master, &powers);
    mifu_sm9_encrypt_key_prepare(&encrypt_key_back, &lines);
    mifu_sm9_message_init(&sm3);
    WIPE_OK(mifu_sm9_sign_message_with_nonces(sig, &sign_key_back, &sm3, next_nonce, NULL));
    WIPE_OK(mifu_sm9_encapsulate(shared, sizeof shared, c, &encrypt_master.public_key, BOB, 3));
    WIPE_OK(mifu_sm9_decapsulate(shared, sizeof shared, &encrypt_key_back, BOB, c));
    mifu_sm9_g1_table_wipe(&comb);
    mifu_sm9_line_table_wipe(&lines);
}

static void encapsulate(void)
{
    WIPE_OK(mifu_sm9_encapsulate_with_nonces(shared, sizeof shared, c, &encrypt_master.public_key,
                                             BOB, 3, next_nonce, NULL));
}

static void decapsulate(void)
{
    WIPE_OK(mifu_sm9_encapsulate(shared, sizeof shared, c, &encrypt_master.public_key, BOB, 3));
    WIPE_OK(mifu_sm9_decapsulate(shared, sizeof shared, &encrypt_key, BOB, c));
}

static void encrypt(void)
{
    WIPE_OK(mifu_sm9_encrypt_with_nonces(
        ciphertext, sizeof ciphertext, &len, &encrypt_master.public_key, BOB, 3, MIFU_SM9_XOR,
        MIFU_SM9_DER, message, sizeof message, NULL, next_nonce, NULL));
    WIPE_OK(mifu_sm9_decrypt(back, sizeof back, &len, &encrypt_key, BOB, MIFU_SM9_XOR, MIFU_SM9_DER,
                             ciphertext, len));
}

static void encrypt_sm4(void)
{
    WIPE_OK(mifu_sm9_encrypt(ciphertext, sizeof ciphertext, &len, &encrypt_master.public_key, BOB,
                             3, MIFU_SM9_SM4_CBC, MIFU_SM9_GMSSL, message, sizeof message));
    WIPE_OK(mifu_sm9_decrypt(back, sizeof back, &len, &encrypt_key, BOB, MIFU_SM9_SM4_CBC,
                             MIFU_SM9_GMSSL, ciphertext, len));
}

static void prepare_exchange(void)
{
    prepare();
    WIPE_OK(mifu_sm9_exchange_init(&peer, MIFU_SM9_RESPONDER, &peer_key, ALICE, BOB, 3));
    WIPE_OK(mifu_sm9_exchange_ephemeral(peer_r, &peer));
}

static void agree(void)
{
    WIPE_OK(mifu_sm9_exchange_init(&exchange, MIFU_SM9_INITIATOR, &encrypt_key, BOB, ALICE, 3));
    WIPE_OK(mifu_sm9_exchange_ephemeral_with_nonces(c, &exchange, next_nonce, NULL));
    WIPE_OK(mifu_sm9_exchange_compute(shared, sizeof shared, &exchange, peer_r));
}

static void files(void)
{
    WIPE_OK(mifu_sm9_sign_key_to_der(der, sizeof der, &der_len, &sign_key, password,
                                     sizeof password, 3));
    WIPE_OK(
        mifu_sm9_sign_key_from_der(&sign_key_back, NULL, der, der_len, password, sizeof password));
    WIPE_OK(mifu_sm9_sign_master_key_to_der(der, sizeof der, &der_len, &sign_master, password,
                                            sizeof password, 3));
    WIPE_OK(mifu_sm9_sign_master_key_from_der(&sign_master_back, der, der_len, password,
                                              sizeof password));
}

static const wipe_case cases[] = {
    {"sm9.load", "sm9", prepare, load, NULL},
    {"sm9.extract", "sm9", prepare, extract, NULL},
    {"sm9.sign", "sm9", prepare, sign, NULL},
    {"sm9.sign_hedged", "sm9", prepare, sign_hedged, NULL},
    {"sm9.prepared", "sm9", prepare, prepared, finish_shared},
    {"sm9.encapsulate", "sm9", prepare, encapsulate, finish_shared},
    {"sm9.decapsulate", "sm9", prepare, decapsulate, finish_shared},
    {"sm9.encrypt", "sm9", prepare, encrypt, NULL},
    {"sm9.encrypt_sm4", "sm9", prepare, encrypt_sm4, NULL},
    {"sm9.exchange", "sm9", prepare_exchange, agree, finish_shared},
    {"sm9.files", "sm9", prepare, files, NULL},
};

const wipe_table wipe_cases_sm9 = {cases, MIFU_COUNT_OF(cases)};
