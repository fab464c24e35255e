/* SPDX-License-Identifier: Apache-2.0 */
/* Known answers of the hashes, what is built on them, and of the random source. */
#include <string.h>

#include "mifu/mifu.h"

#include "selftest_internal.h"
#include "selftest_answers.h"

/* One million letters a: runs of many blocks. */
static void million(uint8_t digest[32], mifu_hash_algorithm algorithm)
{
    uint8_t letters[1000];
    mifu_hash hash;

    memset(letters, 'a', sizeof letters);
    memset(digest, 0, 32);
    if (mifu_hash_init(&hash, algorithm) != MIFU_OK)
        return;
    for (int i = 0; i < 1000; i++)
        mifu_hash_update(&hash, letters, sizeof letters);
    mifu_hash_final(digest, &hash);
}

int mifu_selftest_sm3(void)
{
    uint8_t digest[32];

    mifu_sm3_hash(digest, (const uint8_t *)"abc", 3);
    return SAME(digest, sm3_abc);
}

int mifu_selftest_sm3_long(void)
{
    uint8_t digest[32];

    million(digest, MIFU_HASH_SM3);
    return SAME(digest, sm3_million_a);
}

/* Messages of many lengths at once, as one by one. */
int mifu_selftest_sm3_many(void)
{
    enum { COUNT = 21 };
    uint8_t data[COUNT * 40];
    const uint8_t *messages[COUNT];
    size_t lengths[COUNT];
    uint8_t digests[COUNT][32], digest[32];
    int good = 1;

    memset(data, 0x5a, sizeof data);
    for (size_t i = 0; i < COUNT; i++) {
        messages[i] = data + i;
        lengths[i] = 39 * i;
    }
    mifu_sm3_hash_many(digests, messages, lengths, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        mifu_sm3_hash(digest, messages[i], lengths[i]);
        good &= memcmp(digests[i], digest, sizeof digest) == 0;
    }
    return good;
}

int mifu_selftest_sha256(void)
{
    uint8_t digest[32];

    mifu_sha256_hash(digest, (const uint8_t *)"abc", 3);
    if (!SAME(digest, sha256_abc))
        return 0;
    mifu_sha224_hash(digest, (const uint8_t *)"abc", 3);
    return SAME(digest, sha224_abc);
}

/* The same of SHA-256 and SHA-224. */
int mifu_selftest_sha256_many(void)
{
    static const mifu_hash_algorithm algorithms[] = {MIFU_HASH_SHA256, MIFU_HASH_SHA224};
    enum { COUNT = 21 };
    uint8_t data[COUNT * 40], digests[COUNT * 32], digest[32];
    const uint8_t *messages[COUNT];
    size_t lengths[COUNT];
    int good = 1;

    memset(data, 0x5a, sizeof data);
    for (size_t i = 0; i < COUNT; i++) {
        messages[i] = data + i;
        lengths[i] = 39 * i;
    }
    for (size_t a = 0; a < MIFU_COUNT_OF(algorithms); a++) {
        size_t size = mifu_hash_digest_size(algorithms[a]);

        good &= OK(mifu_hash_digest_many(digests, algorithms[a], messages, lengths, COUNT));
        for (size_t i = 0; i < COUNT; i++)
            good &= OK(mifu_hash_digest(digest, algorithms[a], messages[i], lengths[i])) &&
                    memcmp(digests + i * size, digest, size) == 0;
    }
    return good;
}

int mifu_selftest_sha256_long(void)
{
    uint8_t digest[32];

    million(digest, MIFU_HASH_SHA256);
    return SAME(digest, sha256_million_a);
}

int mifu_selftest_hmac(void)
{
    mifu_hmac_key key;
    uint8_t tag[32];

    if (!OK(mifu_hmac_key_init(&key, MIFU_HASH_SM3, hmac_key, sizeof hmac_key)))
        return 0;
    mifu_hmac_mac(tag, &key, hmac_message, sizeof hmac_message);
    if (!SAME(tag, hmac_tag) ||
        !OK(mifu_hmac_verify(&key, hmac_message, sizeof hmac_message, tag, sizeof tag)))
        return 0;
    tag[31] ^= 1;
    return mifu_hmac_verify(&key, hmac_message, sizeof hmac_message, tag, sizeof tag) ==
           MIFU_INVALID;
}

/* One message many times, and a shorter one before them. */
int mifu_selftest_hmac_many(void)
{
    enum { COUNT = 19 };
    uint8_t tags[COUNT * 32], first[32];
    const uint8_t *messages[COUNT];
    size_t lens[COUNT];
    mifu_hmac_key key;
    int good = 1;

    if (!OK(mifu_hmac_key_init(&key, MIFU_HASH_SM3, hmac_key, sizeof hmac_key)))
        return 0;
    for (size_t i = 0; i < COUNT; i++) {
        messages[i] = hmac_message;
        lens[i] = i == 0 ? 5 : sizeof hmac_message;
    }
    mifu_hmac_mac_many(tags, &key, messages, lens, COUNT);
    mifu_hmac_mac(first, &key, hmac_message, 5);
    good &= memcmp(tags, first, sizeof first) == 0;
    for (size_t i = 1; i < COUNT; i++)
        good &= SAME(tags + 32 * i, hmac_tag);
    return good;
}

int mifu_selftest_kdf(void)
{
    uint8_t key[64];

    return OK(mifu_kdf_sm3(key, sizeof kdf_key, kdf_z, sizeof kdf_z)) && SAME(key, kdf_key) &&
           OK(mifu_pbkdf2(key, sizeof pbkdf2_key, MIFU_HASH_SM3, (const uint8_t *)"password", 8,
                          (const uint8_t *)"salt", 4, 1)) &&
           SAME(key, pbkdf2_key) &&
           OK(mifu_hkdf(key, sizeof hkdf_okm, MIFU_HASH_SM3, hkdf_salt, sizeof hkdf_salt, hkdf_ikm,
                        sizeof hkdf_ikm, hkdf_info, sizeof hkdf_info)) &&
           SAME(key, hkdf_okm) &&
           OK(mifu_hkdf_expand_label(key, sizeof label_out, MIFU_HASH_SM3, label_secret,
                                     sizeof label_secret, label_name, sizeof label_name,
                                     label_context, sizeof label_context)) &&
           SAME(key, label_out);
}

int mifu_selftest_random(void)
{
    uint8_t a[32], b[32];

    return OK(mifu_random_bytes(a, sizeof a)) && OK(mifu_random_bytes(b, sizeof b)) &&
           memcmp(a, b, sizeof a) != 0;
}

/* The PRF of TLCP, computed by the reference twin. */
static const uint8_t prf_secret[48] = {
    0x7e, 0x95, 0x00, 0x4b, 0xbb, 0x93, 0xc2, 0x01, 0x26, 0x3f, 0xaf, 0x3d, 0x49, 0x64, 0x3e, 0xda,
    0xe8, 0x8b, 0x1b, 0x5a, 0xb8, 0xe3, 0xf4, 0xf3, 0x2b, 0xc8, 0x3b, 0x81, 0x77, 0xb2, 0xcd, 0x11,
    0x48, 0x31, 0xb0, 0xcc, 0x12, 0x5d, 0xac, 0x8a, 0xd9, 0xcf, 0x2c, 0x09, 0x52, 0x54, 0x48, 0x8c,
};
static const uint8_t prf_label[13] = {
    0x6d, 0x61, 0x73, 0x74, 0x65, 0x72, 0x20, 0x73, 0x65, 0x63, 0x72, 0x65, 0x74,
};
static const uint8_t prf_seed[64] = {
    0x7c, 0xc1, 0x4b, 0x0e, 0x1b, 0x13, 0x6a, 0x43, 0xd2, 0xa3, 0x46, 0xbf, 0x8a, 0x77, 0x4b, 0x1b,
    0x5c, 0x0e, 0x3b, 0xe4, 0x76, 0xf1, 0xd6, 0xfa, 0xbd, 0x4a, 0x3b, 0x3e, 0x65, 0x57, 0xd9, 0x5b,
    0xab, 0xd9, 0x28, 0xb3, 0xf6, 0x61, 0x7b, 0xdc, 0xd9, 0xc2, 0x7c, 0xf9, 0xf6, 0x16, 0x7f, 0xbb,
    0xb7, 0x3a, 0xe9, 0x7d, 0xbf, 0x3f, 0x31, 0xcd, 0xc0, 0xc4, 0xff, 0x83, 0x32, 0x69, 0x42, 0x12,
};
static const uint8_t prf_out[48] = {
    0x92, 0xfe, 0xcc, 0x58, 0x7a, 0x65, 0xb9, 0x1f, 0x41, 0x82, 0x87, 0x75, 0x44, 0x46, 0xcf, 0xea,
    0xe5, 0xf7, 0x95, 0x3f, 0x4d, 0x05, 0x55, 0xcd, 0x83, 0xf4, 0xfa, 0x6c, 0x8e, 0x06, 0xc5, 0x29,
    0xa1, 0x70, 0xd5, 0x72, 0x47, 0xe7, 0xc6, 0xbe, 0x63, 0x33, 0xb5, 0x0f, 0x1b, 0x4a, 0xad, 0xf6,
};

int mifu_selftest_tlcp_prf(void)
{
    uint8_t out[sizeof prf_out];

    return OK(mifu_tlcp_prf(out, sizeof out, MIFU_HASH_SM3, prf_secret, sizeof prf_secret,
                            prf_label, sizeof prf_label, prf_seed, sizeof prf_seed)) &&
           SAME(out, prf_out);
}
