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
    return SAME(tag, hmac_tag);
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
           SAME(key, hkdf_okm);
}

int mifu_selftest_random(void)
{
    uint8_t a[32], b[32];

    return OK(mifu_random_bytes(a, sizeof a)) && OK(mifu_random_bytes(b, sizeof b)) &&
           memcmp(a, b, sizeof a) != 0;
}
