/* SPDX-License-Identifier: Apache-2.0 */
/* What the fuzz targets share: a check that stays in release builds, and fixed keys. */
#ifndef MIFU_FUZZ_SUPPORT_H
#define MIFU_FUZZ_SUPPORT_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mifu/sm2_encoding.h"

#include "base_compiler.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A property that must hold for every input. */
#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                  \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

MIFU_UNUSED static void fuzz_check_zero(const void *object, size_t size)
{
    const uint8_t *bytes = object;

    for (size_t i = 0; i < size; i++)
        FUZZ_CHECK(bytes[i] == 0);
}

/* The private key that the corpora are made for: GB/T 32918.5-2017 A.2. */
MIFU_UNUSED static const mifu_sm2_private_key *fuzz_private_key(void)
{
    static const uint8_t d[32] = {0x39, 0x45, 0x20, 0x8f, 0x7b, 0x21, 0x44, 0xb1, 0x3f, 0x36, 0xe3,
                                  0x8a, 0xc6, 0xd3, 0x9f, 0x95, 0x88, 0x93, 0x93, 0x69, 0x28, 0x60,
                                  0xb5, 0x1a, 0x42, 0xfb, 0x81, 0xef, 0x4d, 0xf7, 0xc5, 0xb8};
    static mifu_sm2_private_key key;
    static int ready;

    if (!ready) {
        FUZZ_CHECK(mifu_sm2_private_key_from_bytes(&key, d) == MIFU_OK);
        ready = 1;
    }
    return &key;
}

#endif
