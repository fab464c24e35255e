/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Leaks on purpose, of the kinds that are found in real code. The constant-time test proves its
 * worth by reporting every one of them; where it is silent, it fails.
 */
#include "timing.h"

#include <string.h>

#include "base_secret.h"
#include "mifu/hmac.h"

static volatile unsigned sink;

/* Time by the leading zeros of a nonce, as multiplications by its length in bits have it. */
static void leak_leading_zeros(void)
{
    uint8_t nonce[32];

    timing_secret(nonce, sizeof nonce);
    for (unsigned i = 0; i < 256 && (nonce[i / 8] << (i % 8) & 0x80) == 0; i++)
        sink++;
}

/* An early exit of a comparison. Runs with random bytes all leave at the first one. */
static void leak_comparison(void)
{
    uint8_t tag[32], expected[32];

    timing_secret(expected, sizeof expected);
    timing_public(tag, sizeof tag);
    for (unsigned i = 0; i < sizeof tag; i++) {
        if (tag[i] != expected[i])
            break;
        sink++;
    }
}

/* A lookup by secret index, as in a textbook S-box. */
static void leak_lookup(void)
{
    static uint8_t box[256];
    uint8_t key[16];

    timing_public(box, sizeof box);
    timing_secret(key, sizeof key);
    sink = box[key[3]];
}

/* A multiplication that skips zero digits of a secret scalar. */
static void leak_skipped_digit(void)
{
    uint8_t scalar[32];

    timing_secret(scalar, sizeof scalar);
    for (unsigned i = 0; i < 256; i++)
        if ((scalar[i / 8] >> (i % 8) & 1) != 0)
            sink++;
}

/* The number of rounds of a loop. */
static void leak_loop_count(void)
{
    uint8_t padding[16];

    timing_secret(padding, sizeof padding);
    for (unsigned i = 0; i < padding[15]; i++)
        sink++;
}

/* A key that only the library marked: the marks inside the library reach what it makes of it. */
static void leak_after_library_mark(void)
{
    uint8_t key[20];
    mifu_hmac_key prepared;

    timing_public(key, sizeof key);
    TIMING_OK(mifu_hmac_key_init(&prepared, MIFU_HASH_SM3, key, sizeof key));
    if (prepared.inner[0] > 0x80000000U)
        sink++;
}

static const timing_case cases[] = {
    {"leak.leading_zeros", "", leak_leading_zeros},
    {"leak.lookup", "", leak_lookup},
    {"leak.skipped_digit", "", leak_skipped_digit},
    {"leak.loop_count", "", leak_loop_count},
};

static const timing_case valgrind_only[] = {
    {"leak.comparison", "", leak_comparison},
    {"leak.after_library_mark", "sm3", leak_after_library_mark},
};

const timing_table timing_cases_leak = {cases, MIFU_COUNT_OF(cases)};
const timing_table timing_cases_leak_valgrind = {valgrind_only, MIFU_COUNT_OF(valgrind_only)};
