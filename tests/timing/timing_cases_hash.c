/* SPDX-License-Identifier: Apache-2.0 */
/* Constant-time cases of the hashes and the constructions over them. Lengths are public. */
#include "timing.h"

#include "mifu/hash.h"
#include "mifu/hmac.h"
#include "mifu/kdf.h"

/* Around the borders of blocks and of the padding, and long enough for a loop over blocks. */
static const size_t lengths[] = {0, 1, 55, 56, 63, 64, 119, 120, 200, 1000};
static const mifu_hash_algorithm algorithms[] = {MIFU_HASH_SM3, MIFU_HASH_SHA256, MIFU_HASH_SHA224};

static uint8_t data[1000], key[200], out[200];

static void hash(mifu_hash_algorithm algorithm)
{
    for (size_t i = 0; i < MIFU_COUNT_OF(lengths); i++) {
        mifu_hash state;

        timing_secret(data, sizeof data);
        TIMING_OK(mifu_hash_digest(out, algorithm, data, lengths[i]));
        TIMING_OK(mifu_hash_init(&state, algorithm));
        mifu_hash_update(&state, data, lengths[i] / 3);
        mifu_hash_update(&state, data, lengths[i] - lengths[i] / 3);
        mifu_hash_final(out, &state);
    }
}

static void sm3(void)
{
    hash(MIFU_HASH_SM3);
}

static void sha256(void)
{
    hash(MIFU_HASH_SHA256);
    hash(MIFU_HASH_SHA224);
}

/* Keys below, at and above the block size; tags that are right, wrong and truncated. */
static void hmac(mifu_hash_algorithm algorithm)
{
    static const size_t key_lengths[] = {0, 16, 64, 65, 200};
    size_t digest_size = mifu_hash_digest_size(algorithm);

    for (size_t k = 0; k < MIFU_COUNT_OF(key_lengths); k++) {
        mifu_hmac_key prepared;
        mifu_hmac state;
        uint8_t tag[32];

        timing_secret(key, sizeof key);
        timing_secret(data, sizeof data);
        TIMING_OK(mifu_hmac_key_init(&prepared, algorithm, key, key_lengths[k]));
        mifu_hmac_mac(tag, &prepared, data, 150);
        TIMING_OK(mifu_hmac_verify(&prepared, data, 150, tag, digest_size));
        TIMING_OK(mifu_hmac_verify(&prepared, data, 150, tag, 4));
        tag[1] ^= 1;
        timing_expect(mifu_hmac_verify(&prepared, data, 150, tag, digest_size), MIFU_INVALID,
                      "hmac_verify of a wrong tag");
        mifu_hmac_init(&state, &prepared);
        mifu_hmac_update(&state, data, 10);
        mifu_hmac_update(&state, data, 100);
        mifu_hmac_final(out, &state);
        mifu_hmac_key_wipe(&prepared);
    }
}

static void hmac_sm3(void)
{
    hmac(MIFU_HASH_SM3);
}

static void hmac_sha256(void)
{
    hmac(MIFU_HASH_SHA256);
    hmac(MIFU_HASH_SHA224);
}

static void kdf_sm3(void)
{
    for (size_t i = 1; i < MIFU_COUNT_OF(lengths); i++) {
        timing_secret(data, sizeof data);
        TIMING_OK(mifu_kdf_sm3(out, sizeof out, data, lengths[i]));
    }
}

static void hkdf_and_prf(void)
{
    static const uint8_t label[] = {'k', 'e', 'y'};

    for (size_t i = 0; i < MIFU_COUNT_OF(algorithms); i++) {
        mifu_hash_algorithm algorithm = algorithms[i];
        size_t digest_size = mifu_hash_digest_size(algorithm);
        uint8_t prk[32];

        timing_secret(key, sizeof key);
        timing_secret(data, sizeof data);
        TIMING_OK(mifu_hkdf_extract(prk, algorithm, data, 20, key, 48));
        TIMING_OK(mifu_hkdf_expand(out, 100, algorithm, prk, digest_size, data, 30));
        TIMING_OK(mifu_hkdf(out, 100, algorithm, NULL, 0, key, 48, data, 30));
        TIMING_OK(mifu_hkdf_expand_label(out, 64, algorithm, prk, digest_size, label, sizeof label,
                                         data, 32));
        TIMING_OK(mifu_tlcp_prf(out, 104, algorithm, key, 48, label, sizeof label, data, 64));
    }
}

static void pbkdf2(void)
{
    for (size_t i = 0; i < MIFU_COUNT_OF(algorithms); i++) {
        timing_secret(key, sizeof key);
        timing_public(data, 16);
        TIMING_OK(mifu_pbkdf2(out, 70, algorithms[i], key, 13, data, 16, 3));
        TIMING_OK(mifu_pbkdf2(out, 32, algorithms[i], key, 100, data, 16, 2));
    }
}

static const timing_case cases[] = {
    {"hash.sm3", "sm3", sm3},      {"hash.sha256", "sha256", sha256},
    {"hmac.sm3", "sm3", hmac_sm3}, {"hmac.sha256", "sha256", hmac_sha256},
    {"kdf.sm3", "sm3", kdf_sm3},   {"kdf.hkdf_and_prf", "sm3", hkdf_and_prf},
    {"kdf.pbkdf2", "sm3", pbkdf2},
};

const timing_table timing_cases_hash = {cases, MIFU_COUNT_OF(cases)};
