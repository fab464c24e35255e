/* SPDX-License-Identifier: Apache-2.0 */
/* From a file's `algorithm` to a family, and from a group's `operation` to a row. */
#include <ctype.h>

#include "kat.h"

/*
 * A family is told by a word at the start of a file's `algorithm`, compared without case. DRBG
 * stands before the others because its text names the primitives too.
 */
static const struct {
    const char *start;
    kat_family family;
} families[] = {
    {"drbg", {"DRBG", kat_drbg_operations}},
    {"sm3", {"SM3", kat_sm3_operations}},
    {"sha", {"SHA-2", kat_sha2_operations}},
    {"hmac", {"HMAC and KDFs", kat_kdf_operations}},
    {"hkdf", {"HMAC and KDFs", kat_kdf_operations}},
    {"pbkdf", {"HMAC and KDFs", kat_kdf_operations}},
    {"kdf", {"HMAC and KDFs", kat_kdf_operations}},
    {"sm4", {"SM4", kat_sm4_operations}},
    {"sm2", {"SM2", kat_sm2_operations}},
    {"sm9", {"SM9", kat_sm9_operations}},
    {"zuc", {"ZUC", kat_zuc_operations}},
};

static bool starts_with(const char *text, const char *start)
{
    for (; *start != '\0'; text++, start++)
        if (tolower((unsigned char)*text) != *start)
            return false;
    return true;
}

const kat_family *kat_find_family(const char *algorithm)
{
    while (*algorithm == ' ')
        algorithm++;
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        if (starts_with(algorithm, families[i].start))
            return &families[i].family;
    return NULL;
}

const kat_operation *kat_find_operation(const kat_family *family, const char *operation)
{
    for (const kat_operation *row = family->operations; row->operation != NULL; row++)
        if (strcmp(row->operation, operation) == 0)
            return row;
    return NULL;
}
