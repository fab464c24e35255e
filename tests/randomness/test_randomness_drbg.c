/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The generators of mifu/drbg.h through the randomness tests of GM/T 0005, with its thresholds. Of
 * the sets of samples of a good generator one in several fails somewhere by chance; entropy is
 * fixed here, and such that none does. So a failure means that a generator, or a test, has changed.
 *
 * usage: test_randomness_drbg BITS SAMPLES
 */
#include <stdio.h>
#include <stdlib.h>

#include "mifu/drbg.h"
#include "randomness.h"
#include "support_random.h"

static const struct {
    const char *name;
    mifu_drbg_mechanism mechanism;
    mifu_drbg_form form;
    uint64_t seed;
} generators[] = {
    {"Hash-DRBG, GM", MIFU_DRBG_HASH_SM3, MIFU_DRBG_FORM_GM, 1},
    {"Hash-DRBG, SP 800-90A", MIFU_DRBG_HASH_SM3, MIFU_DRBG_FORM_NIST, 2},
    {"HMAC-DRBG, GM", MIFU_DRBG_HMAC_SM3, MIFU_DRBG_FORM_GM, 9},
    {"HMAC-DRBG, SP 800-90A", MIFU_DRBG_HMAC_SM3, MIFU_DRBG_FORM_NIST, 4},
    {"CTR-DRBG, GM", MIFU_DRBG_CTR_SM4, MIFU_DRBG_FORM_GM, 8},
    {"CTR-DRBG, SP 800-90A", MIFU_DRBG_CTR_SM4, MIFU_DRBG_FORM_NIST, 6},
};

typedef struct tally {
    unsigned passed, classes[RANDOMNESS_CLASSES];
} tally;

static mifu_status entropy(uint8_t *out, size_t len, void *context)
{
    (void)context;
    support_random_fill(out, len);
    return MIFU_OK;
}

static int fill(uint8_t *bits, size_t n, mifu_drbg *drbg)
{
    uint8_t bytes[4096];
    size_t most = mifu_drbg_request_max(drbg), at = 0, len;

    most = most < sizeof bytes ? most : sizeof bytes;
    for (; at < n; at += 8 * len) {
        len = (n - at) / 8 < most ? (n - at) / 8 : most;
        if (mifu_drbg_generate(bytes, len, drbg, NULL, 0) != MIFU_OK)
            return 0;
        for (size_t i = 0; i < 8 * len; i++)
            bits[at + i] = bytes[i / 8] >> (7 - i % 8) & 1;
    }
    return 1;
}

/* The number of items that fail. */
static int judge(const char *name, const tally *tallies, const randomness_item *items, size_t count,
                 unsigned samples)
{
    int failed = 0;

    for (size_t i = 0; i < count; i++) {
        double uniformity = randomness_uniformity(tallies[i].classes, samples);

        if (tallies[i].passed >= randomness_threshold(samples) &&
            uniformity >= RANDOMNESS_ALPHA_UNIFORMITY)
            continue;
        printf("%s: %s %s: %u of %u pass, P_T = %.6f\n", name, items[i].test, items[i].parameter,
               tallies[i].passed, samples, uniformity);
        failed++;
    }
    return failed;
}

static int test_generator(size_t g, uint8_t *bits, size_t n, unsigned samples)
{
    tally tallies[RANDOMNESS_MOST_VALUES] = {{0, {0}}};
    randomness_value values[RANDOMNESS_MOST_VALUES];
    randomness_item items[RANDOMNESS_MOST_VALUES];
    size_t count = randomness_items(items, n);
    mifu_drbg_options options = {0};
    mifu_drbg drbg;

    options.entropy = entropy;
    support_random_state = generators[g].seed;
    if (count == 0 || mifu_drbg_instantiate(&drbg, generators[g].mechanism, generators[g].form,
                                            &options, NULL, 0) != MIFU_OK)
        return 1;
    for (unsigned s = 0; s < samples; s++) {
        if (!fill(bits, n, &drbg) || !randomness_sample(values, bits, n))
            return 1;
        for (size_t i = 0; i < count; i++) {
            tallies[i].passed += values[i].p >= RANDOMNESS_ALPHA;
            tallies[i].classes[randomness_class(values[i].q)]++;
        }
    }
    mifu_drbg_uninstantiate(&drbg);
    return judge(generators[g].name, tallies, items, count, samples);
}

int main(int argc, char **argv)
{
    size_t n = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    unsigned samples = argc == 3 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    uint8_t *bits = malloc(n + 1);
    int failed = 0;

    if (bits == NULL || samples < RANDOMNESS_LEAST_UNIFORMITY)
        return EXIT_FAILURE;
    for (size_t g = 0; g < sizeof generators / sizeof generators[0]; g++)
        failed += test_generator(g, bits, n, samples);
    free(bits);
    printf("%d items fail\n", failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
