/* SPDX-License-Identifier: Apache-2.0 */
/* Known answers of SM2, and what must hold of fresh keys. */
#include <string.h>

#include "mifu/mifu.h"

#include "selftest_internal.h"
#include "selftest_answers.h"

int mifu_selftest_sm2_verify(void)
{
    mifu_sm2_public_key key;
    uint8_t sig[64];

    if (!OK(mifu_sm2_public_key_from_bytes(&key, sm2_point, sizeof sm2_point)) ||
        !OK(mifu_sm2_signature_from_der(sig, sm2_signature_der, sizeof sm2_signature_der)) ||
        !OK(mifu_sm2_verify(&key, MIFU_SM2_DEFAULT_ID, sm2_message, sizeof sm2_message, sig)))
        return 0;
    sig[63] ^= 1;
    return mifu_sm2_verify(&key, MIFU_SM2_DEFAULT_ID, sm2_message, sizeof sm2_message, sig) ==
           MIFU_INVALID;
}

int mifu_selftest_sm2_sign(void)
{
    mifu_sm2_private_key key;
    mifu_sm2_public_key public_key;
    uint8_t sig[64];
    int good;

    if (!OK(mifu_sm2_keygen(&key)))
        return 0;
    mifu_sm2_public_key_from_private(&public_key, &key);
    good =
        OK(mifu_sm2_sign(sig, &key, MIFU_SM2_DEFAULT_ID, sm2_message, sizeof sm2_message)) &&
        OK(mifu_sm2_verify(&public_key, MIFU_SM2_DEFAULT_ID, sm2_message, sizeof sm2_message, sig));
    mifu_sm2_private_key_wipe(&key);
    return good;
}

static int decrypts(const mifu_sm2_private_key *key, mifu_sm2_format format, const uint8_t *ct,
                    size_t len)
{
    uint8_t text[sizeof sm2_der];
    size_t text_len;

    return OK(mifu_sm2_decrypt(text, sizeof text, &text_len, key, format, ct, len)) &&
           text_len == sizeof sm2_text && SAME(text, sm2_text);
}

int mifu_selftest_sm2_encrypt(void)
{
    mifu_sm2_private_key key;
    uint8_t ct[256];
    size_t len;
    int good = OK(mifu_sm2_private_key_from_bytes(&key, sm2_d)) &&
               decrypts(&key, MIFU_SM2_C1C3C2, sm2_c1c3c2, sizeof sm2_c1c3c2) &&
               decrypts(&key, MIFU_SM2_C1C2C3, sm2_c1c2c3, sizeof sm2_c1c2c3) &&
               decrypts(&key, MIFU_SM2_DER, sm2_der, sizeof sm2_der) &&
               OK(mifu_sm2_encrypt(ct, sizeof ct, &len, &key.public_key, MIFU_SM2_DER, sm2_text,
                                   sizeof sm2_text)) &&
               decrypts(&key, MIFU_SM2_DER, ct, len);

    mifu_sm2_private_key_wipe(&key);
    return good;
}

int mifu_selftest_sm2_ecdh(void)
{
    mifu_sm2_private_key a, b;
    uint8_t ab[32], ba[32];
    int good = OK(mifu_sm2_keygen(&a)) && OK(mifu_sm2_keygen(&b));

    if (good) {
        mifu_sm2_ecdh(ab, &a, &b.public_key);
        mifu_sm2_ecdh(ba, &b, &a.public_key);
        good = memcmp(ab, ba, sizeof ab) == 0;
    }
    mifu_sm2_private_key_wipe(&a);
    mifu_sm2_private_key_wipe(&b);
    return good;
}

/* More items than lanes, one signature of them wrong. */
int mifu_selftest_sm2_many(void)
{
    enum { COUNT = 11, WRONG = 6 };
    mifu_sm2_public_key public_key;
    mifu_sm2_private_key key;
    const mifu_sm2_public_key *public_keys[COUNT];
    const mifu_sm2_private_key *keys[COUNT];
    uint8_t digests[COUNT * 32], sigs[COUNT * 64], shared[COUNT * 32], one[32];
    mifu_status status[COUNT];
    int good = OK(mifu_sm2_public_key_from_bytes(&public_key, sm2_point, sizeof sm2_point)) &&
               OK(mifu_sm2_private_key_from_bytes(&key, sm2_d));

    for (size_t i = 0; i < COUNT; i++) {
        public_keys[i] = &public_key;
        keys[i] = &key;
        good &= OK(mifu_sm2_digest(digests + 32 * i, &public_key, MIFU_SM2_DEFAULT_ID, sm2_message,
                                   sizeof sm2_message)) &&
                OK(mifu_sm2_signature_from_der(sigs + 64 * i, sm2_signature_der,
                                               sizeof sm2_signature_der));
    }
    sigs[64 * WRONG + 63] ^= 1;
    good &= mifu_sm2_verify_digest_many(status, public_keys, digests, sigs, COUNT, NULL, 0) ==
            MIFU_INVALID;
    for (size_t i = 0; i < COUNT; i++)
        good &= status[i] == (i == WRONG ? MIFU_INVALID : MIFU_OK);
    good &= OK(mifu_sm2_sign_digest_many(sigs, status, keys, digests, COUNT, NULL, 0));
    for (size_t i = 0; i < COUNT; i++)
        good &= OK(mifu_sm2_verify_digest(&key.public_key, digests + 32 * i, sigs + 64 * i));
    good &= OK(mifu_sm2_ecdh_many(shared, status, keys, public_keys, COUNT, NULL, 0));
    mifu_sm2_ecdh(one, &key, &public_key);
    for (size_t i = 0; i < COUNT; i++)
        good &= memcmp(one, shared + 32 * i, 32) == 0;
    mifu_sm2_private_key_wipe(&key);
    return good;
}

/* New keys, messages and texts of many lengths: what is signed verifies, what is encrypted
 * decrypts. */
int mifu_selftest_sm2_many_messages(void)
{
    enum { COUNT = 9, CT = 256 };
    mifu_sm2_private_key own[COUNT];
    const mifu_sm2_private_key *keys[COUNT];
    const mifu_sm2_public_key *public_keys[COUNT];
    uint8_t sigs[64 * COUNT], cts[COUNT][CT], pts[COUNT][sizeof sm2_message];
    uint8_t *ct_list[COUNT], *pt_list[COUNT];
    const uint8_t *messages[COUNT], *ct_inputs[COUNT];
    size_t lens[COUNT], ct_caps[COUNT], ct_lens[COUNT], pt_caps[COUNT], pt_lens[COUNT];
    mifu_status status[COUNT];
    int good = OK(mifu_sm2_keygen_many(own, status, COUNT, NULL, 0));

    for (size_t i = 0; i < COUNT; i++) {
        keys[i] = &own[i];
        public_keys[i] = &own[i].public_key;
        messages[i] = sm2_message;
        lens[i] = sizeof sm2_message - i;
        ct_list[i] = cts[i];
        ct_inputs[i] = cts[i];
        pt_list[i] = pts[i];
        ct_caps[i] = CT;
        pt_caps[i] = sizeof pts[i];
    }
    good = good &&
           OK(mifu_sm2_sign_many(sigs, status, keys, MIFU_SM2_DEFAULT_ID, messages, lens, COUNT,
                                 NULL, 0)) &&
           OK(mifu_sm2_verify_many(status, public_keys, MIFU_SM2_DEFAULT_ID, messages, lens, sigs,
                                   COUNT, NULL, 0)) &&
           OK(mifu_sm2_verify(&own[2].public_key, MIFU_SM2_DEFAULT_ID, sm2_message, lens[2],
                              sigs + 64 * 2)) &&
           OK(mifu_sm2_encrypt_many(ct_list, ct_caps, ct_lens, status, public_keys, MIFU_SM2_DER,
                                    messages, lens, COUNT, NULL, 0)) &&
           OK(mifu_sm2_decrypt_many(pt_list, pt_caps, pt_lens, status, keys, MIFU_SM2_DER,
                                    ct_inputs, ct_lens, COUNT, NULL, 0));
    for (size_t i = 0; good && i < COUNT; i++)
        good = pt_lens[i] == lens[i] && memcmp(pts[i], sm2_message, lens[i]) == 0;
    for (size_t i = 0; i < COUNT; i++)
        mifu_sm2_private_key_wipe(&own[i]);
    return good;
}

/* A prepared key, with the small table: known answers, and ECDH as without. */
int mifu_selftest_sm2_prepared(void)
{
    uint64_t memory[MIFU_SM2_PREPARED_SMALL_SIZE / sizeof(uint64_t)];
    mifu_sm2_public_key key;
    mifu_sm2_private_key peer, own;
    mifu_sm2_prepared_key prepared;
    uint8_t sig[64], ct[256], one[32], other[32];
    size_t len;
    int good = OK(mifu_sm2_public_key_from_bytes(&key, sm2_point, sizeof sm2_point)) &&
               OK(mifu_sm2_signature_from_der(sig, sm2_signature_der, sizeof sm2_signature_der)) &&
               OK(mifu_sm2_prepare(&prepared, memory, sizeof memory, &key)) &&
               OK(mifu_sm2_verify_prepared(&prepared, MIFU_SM2_DEFAULT_ID, sm2_message,
                                           sizeof sm2_message, sig)) &&
               OK(mifu_sm2_keygen(&peer));

    if (!good)
        return 0;
    mifu_sm2_ecdh(one, &peer, &key);
    mifu_sm2_ecdh_prepared(other, &peer, &prepared);
    sig[63] ^= 1;
    good = memcmp(one, other, sizeof one) == 0 &&
           mifu_sm2_verify_prepared(&prepared, MIFU_SM2_DEFAULT_ID, sm2_message, sizeof sm2_message,
                                    sig) == MIFU_INVALID &&
           OK(mifu_sm2_private_key_from_bytes(&own, sm2_d)) &&
           OK(mifu_sm2_prepare(&prepared, memory, sizeof memory, &own.public_key)) &&
           OK(mifu_sm2_encrypt_prepared(ct, sizeof ct, &len, &prepared, MIFU_SM2_DER, sm2_text,
                                        sizeof sm2_text)) &&
           decrypts(&own, MIFU_SM2_DER, ct, len);
    mifu_sm2_private_key_wipe(&peer);
    mifu_sm2_private_key_wipe(&own);
    return good;
}

/* Both sides come to one key, and each confirms it to the other. */
int mifu_selftest_sm2_exchange(void)
{
    mifu_sm2_private_key a, b;
    mifu_sm2_exchange initiator, responder;
    uint8_t ra[65], rb[65], ka[32], kb[32], confirmation[32];
    int good = OK(mifu_sm2_keygen(&a)) && OK(mifu_sm2_keygen(&b)) &&
               OK(mifu_sm2_exchange_init(&initiator, MIFU_SM2_INITIATOR, &a, MIFU_SM2_DEFAULT_ID,
                                         &b.public_key, MIFU_SM2_DEFAULT_ID)) &&
               OK(mifu_sm2_exchange_init(&responder, MIFU_SM2_RESPONDER, &b, MIFU_SM2_DEFAULT_ID,
                                         &a.public_key, MIFU_SM2_DEFAULT_ID)) &&
               OK(mifu_sm2_exchange_ephemeral(ra, &initiator)) &&
               OK(mifu_sm2_exchange_ephemeral(rb, &responder)) &&
               OK(mifu_sm2_exchange_compute(ka, sizeof ka, &initiator, rb)) &&
               OK(mifu_sm2_exchange_compute(kb, sizeof kb, &responder, ra)) &&
               memcmp(ka, kb, sizeof ka) == 0 &&
               OK(mifu_sm2_exchange_confirm(confirmation, &responder)) &&
               OK(mifu_sm2_exchange_check(&initiator, confirmation));

    mifu_sm2_private_key_wipe(&a);
    mifu_sm2_private_key_wipe(&b);
    mifu_sm2_exchange_wipe(&initiator);
    mifu_sm2_exchange_wipe(&responder);
    return good;
}
