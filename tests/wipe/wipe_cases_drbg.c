/* SPDX-License-Identifier: Apache-2.0 */
/* Generators: the entropy, the state before and after each step, and the output. */
#include "wipe.h"

#include <string.h>

#include "mifu/drbg.h"
#include "mifu/random.h"
#include "rng_source.h"

static uint8_t seeds[3][48], personalization[40], additional[40], out[600];
static mifu_drbg drbg;
static mifu_drbg_mechanism mechanism;
static mifu_drbg_form form;
static unsigned given;
static uint8_t states[4][sizeof drbg.v + sizeof drbg.c + sizeof drbg.key];

static mifu_status prepared_entropy(uint8_t *to, size_t len, void *context)
{
    (void)context;
    memcpy(to, seeds[given++ % 3], len);
    return MIFU_OK;
}

static void prepare(mifu_drbg_mechanism m, mifu_drbg_form f)
{
    mechanism = m;
    form = f;
    given = 0;
    wipe_random(seeds, sizeof seeds);
    wipe_random(personalization, sizeof personalization);
    wipe_random(additional, sizeof additional);
    wipe_secret("entropy", seeds, sizeof seeds);
    wipe_secret("personalisation", personalization, sizeof personalization);
    wipe_secret("additional input", additional, sizeof additional);
}

#define PREPARE(name, m, f)                                                                        \
    static void prepare_##name(void)                                                               \
    {                                                                                              \
        prepare(m, f);                                                                             \
    }

PREPARE(hash_gm, MIFU_DRBG_HASH_SM3, MIFU_DRBG_FORM_GM)
PREPARE(hash_nist, MIFU_DRBG_HASH_SM3, MIFU_DRBG_FORM_NIST)
PREPARE(hmac_gm, MIFU_DRBG_HMAC_SM3, MIFU_DRBG_FORM_GM)
PREPARE(hmac_nist, MIFU_DRBG_HMAC_SM3, MIFU_DRBG_FORM_NIST)
PREPARE(ctr_gm, MIFU_DRBG_CTR_SM4, MIFU_DRBG_FORM_GM)
PREPARE(ctr_nist, MIFU_DRBG_CTR_SM4, MIFU_DRBG_FORM_NIST)

/* Through fields, so that this file leaves no copy of a state on the stack that is searched. */
static void note_state(unsigned i)
{
    memcpy(states[i], drbg.v, sizeof drbg.v);
    memcpy(states[i] + sizeof drbg.v, drbg.c, sizeof drbg.c);
    memcpy(states[i] + sizeof drbg.v + sizeof drbg.c, drbg.key, sizeof drbg.key);
}

static void steps(void)
{
    const mifu_drbg_options options = {.entropy = prepared_entropy};
    size_t most;

    WIPE_OK(mifu_drbg_instantiate(&drbg, mechanism, form, &options, personalization,
                                  sizeof personalization));
    note_state(0);
    WIPE_OK(mifu_drbg_reseed(&drbg, additional, sizeof additional));
    note_state(1);
    most = mifu_drbg_request_max(&drbg);
    WIPE_OK(mifu_drbg_generate(out, most < 200 ? most : 200, &drbg, NULL, 0));
    note_state(2);
    WIPE_OK(mifu_drbg_generate(out + 300, most < 200 ? most : 200, &drbg, additional,
                               sizeof additional));
    note_state(3);
    mifu_drbg_uninstantiate(&drbg);
}

/* The state of a mechanism fills its part of the struct; what is zero is no secret. */
static void finish(void)
{
    static const size_t v_size[] = {0, 55, 32, 16}, key_size[] = {0, 0, 32, 16};
    static const char *const names[] = {"first state", "reseeded state", "second state",
                                        "third state"};

    for (unsigned i = 0; i < 4; i++) {
        wipe_secret(names[i], states[i], v_size[mechanism]);
        if (mechanism == MIFU_DRBG_HASH_SM3)
            wipe_secret("C", states[i] + sizeof drbg.v, sizeof drbg.c);
        else
            wipe_secret("Key", states[i] + sizeof drbg.v + sizeof drbg.c, key_size[mechanism]);
    }
    wipe_secret("output", out, 16);
    wipe_secret("output with additional input", out + 300, 16);
}

/* The generator of a thread, seeded from bytes that are known here. */
static uint8_t drawn[48 + 24];
static size_t drawn_len;

static mifu_status noted_entropy(uint8_t *to, size_t len)
{
    wipe_random(to, len);
    if (len == 48 || len == 24) {
        memcpy(drawn + (len == 48 ? 0 : 48), to, len);
        drawn_len += len;
    }
    return MIFU_OK;
}

static void prepare_random(void)
{
    drawn_len = 0;
    mifu_rng_set_source(noted_entropy, 1);
}

static void random_requests(void)
{
    WIPE_OK(mifu_random_bytes(out, 32));
    WIPE_OK(mifu_random_bytes(out + 32, 20));
    WIPE_OK(mifu_random_bytes(out + 64, 500));
}

static void finish_random(void)
{
    mifu_rng_set_source(wipe_random_source, 0);
    mifu_random_wipe_thread();
    wipe_require(drawn_len == 48 + 24, "a seed of the usual size");
    wipe_secret("seed", drawn, 48);
    wipe_secret("nonce of the seed", drawn + 48, 24);
    wipe_secret("small request", out, 32);
    wipe_secret("short request", out + 32, 20);
    wipe_secret("large request", out + 64, 500);
}

static const wipe_case cases[] = {
    {"drbg.hash_gm", "sm3", prepare_hash_gm, steps, finish},
    {"drbg.hash_nist", "sm3", prepare_hash_nist, steps, finish},
    {"drbg.hmac_gm", "sm3", prepare_hmac_gm, steps, finish},
    {"drbg.hmac_nist", "sm3", prepare_hmac_nist, steps, finish},
    {"drbg.ctr_gm", "sm4", prepare_ctr_gm, steps, finish},
    {"drbg.ctr_nist", "sm4", prepare_ctr_nist, steps, finish},
    {"drbg.random", "sm3", prepare_random, random_requests, finish_random},
};

const wipe_table wipe_cases_drbg = {cases, MIFU_COUNT_OF(cases)};
