/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constant-time cases of the generators: entropy, personalisation, additional input, state and
 * output are secret; lengths and counters are public. And of the health tests: samples are secret.
 */
#include "timing.h"

#include "mifu/drbg.h"
#include "rng_health.h"

static uint8_t input[70], out[600];

static mifu_status secret_entropy(uint8_t *to, size_t len, void *context)
{
    (void)context;
    timing_secret(to, len);
    return MIFU_OK;
}

static void steps(mifu_drbg_mechanism mechanism)
{
    static const mifu_drbg_form forms[] = {MIFU_DRBG_FORM_GM, MIFU_DRBG_FORM_NIST};
    const mifu_drbg_options options = {.entropy = secret_entropy};

    for (size_t f = 0; f < MIFU_COUNT_OF(forms); f++) {
        mifu_drbg drbg;
        size_t most;

        timing_secret(input, sizeof input);
        TIMING_OK(mifu_drbg_instantiate(&drbg, mechanism, forms[f], &options, input, sizeof input));
        most = mifu_drbg_request_max(&drbg);
        TIMING_OK(mifu_drbg_generate(out, 13, &drbg, NULL, 0));
        TIMING_OK(mifu_drbg_reseed(&drbg, input, sizeof input));
        TIMING_OK(mifu_drbg_generate(out, most < sizeof out ? most : sizeof out, &drbg, input,
                                     sizeof input));
        mifu_drbg_uninstantiate(&drbg);
    }
}

static void hash(void)
{
    steps(MIFU_DRBG_HASH_SM3);
}

static void hmac(void)
{
    steps(MIFU_DRBG_HMAC_SM3);
}

static void ctr(void)
{
    steps(MIFU_DRBG_CTR_SM4);
}

static void health(void)
{
    mifu_health state = {0};
    int good = 1;

    for (int i = 0; i < 4; i++) {
        timing_secret(out, sizeof out);
        good &= mifu_health_take(&state, out, sizeof out);
    }
    timing_expect(good ? MIFU_OK : MIFU_INVALID, MIFU_OK, "health of random bytes");
}

static const timing_case cases[] = {
    {"drbg.hash", "sm3", hash},
    {"drbg.hmac", "sm3", hmac},
    {"drbg.ctr", "sm4", ctr},
    {"drbg.health", "", health},
};

const timing_table timing_cases_drbg = {cases, MIFU_COUNT_OF(cases)};
