/* SPDX-License-Identifier: Apache-2.0 */
#include "wipe.h"

#include "mifu/hmac.h"
#include "mifu/kdf.h"

static uint8_t key[48], message[200], out[200], tag[32];
static mifu_hmac_key prepared;
static mifu_hash_algorithm algorithm;

static void prepare(void)
{
    uint8_t pad[48];

    wipe_random(key, sizeof key);
    wipe_random(message, sizeof message);
    wipe_secret("key", key, sizeof key);
    wipe_secret("message", message, sizeof message);
    for (unsigned i = 0; i < sizeof pad; i++)
        pad[i] = key[i] ^ 0x36;
    wipe_secret("key ^ ipad", pad, sizeof pad);
    for (unsigned i = 0; i < sizeof pad; i++)
        pad[i] = key[i] ^ 0x5c;
    wipe_secret("key ^ opad", pad, sizeof pad);
}

static void prepare_sm3(void)
{
    algorithm = MIFU_HASH_SM3;
    prepare();
}

static void prepare_sha256(void)
{
    algorithm = MIFU_HASH_SHA256;
    prepare();
}

static void hash(void)
{
    mifu_hash state;

    WIPE_OK(mifu_hash_digest(out, algorithm, message, sizeof message));
    WIPE_OK(mifu_hash_init(&state, algorithm));
    mifu_hash_update(&state, message, 77);
    mifu_hash_update(&state, message + 77, sizeof message - 77);
    mifu_hash_final(out, &state);
}

static void hmac(void)
{
    mifu_hmac state;

    WIPE_OK(mifu_hmac_key_init(&prepared, algorithm, key, sizeof key));
    mifu_hmac_mac(tag, &prepared, message, sizeof message);
    WIPE_OK(mifu_hmac_verify(&prepared, message, sizeof message, tag, sizeof tag));
    mifu_hmac_init(&state, &prepared);
    mifu_hmac_update(&state, message, 100);
    mifu_hmac_final(tag, &state);
}

static void finish_hmac(void)
{
    wipe_secret("inner state", prepared.inner, sizeof prepared.inner);
    wipe_secret("outer state", prepared.outer, sizeof prepared.outer);
}

static void kdfs(void)
{
    WIPE_OK(mifu_hkdf_extract(tag, algorithm, message, 16, key, sizeof key));
    WIPE_OK(mifu_hkdf_expand(out, 100, algorithm, tag, sizeof tag, message, 20));
    WIPE_OK(mifu_pbkdf2(out + 100, 48, algorithm, key, sizeof key, message, 16, 3));
    WIPE_OK(mifu_tlcp_prf(out + 150, 40, algorithm, key, sizeof key, message, 10, message, 32));
    WIPE_OK(mifu_kdf_sm3(message, 64, key, sizeof key));
}

static void finish_kdfs(void)
{
    wipe_secret("prk", tag, sizeof tag);
    wipe_secret("output of hkdf", out, 100);
    wipe_secret("output of pbkdf2", out + 100, 48);
    wipe_secret("output of the prf", out + 150, 40);
    wipe_secret("output of the kdf", message, 64);
}

static const wipe_case cases[] = {
    {"hash.sm3", "sm3", prepare_sm3, hash, NULL},
    {"hash.sha256", "sha256", prepare_sha256, hash, NULL},
    {"hmac.sm3", "sm3", prepare_sm3, hmac, finish_hmac},
    {"hmac.sha256", "sha256", prepare_sha256, hmac, finish_hmac},
    {"kdf.sm3", "sm3", prepare_sm3, kdfs, finish_kdfs},
    {"kdf.sha256", "sha256", prepare_sha256, kdfs, finish_kdfs},
};

const wipe_table wipe_cases_hash = {cases, MIFU_COUNT_OF(cases)};
