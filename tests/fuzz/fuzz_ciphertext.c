/* SPDX-License-Identifier: Apache-2.0 */
/* Ciphertexts in every format: conversion there and back, decryption. The first byte is the format.
 */
#include "fuzz_support.h"

static const mifu_sm2_format formats[] = {MIFU_SM2_C1C3C2,       MIFU_SM2_C1C2C3,
                                          MIFU_SM2_C1C3C2_NO_04, MIFU_SM2_C1C2C3_NO_04,
                                          MIFU_SM2_DER,          MIFU_SM2_AUTO};

static void check_conversion(mifu_sm2_format from, mifu_sm2_format to, const uint8_t *ct,
                             size_t len)
{
    size_t need = 0, size = 0;
    uint8_t *out, *back;

    if (mifu_sm2_ciphertext_convert(NULL, 0, &need, to, from, ct, len) != MIFU_ERR_BUFFER)
        return;
    out = malloc(need);
    FUZZ_CHECK(out != NULL);
    FUZZ_CHECK(mifu_sm2_ciphertext_convert(out, need, &size, to, from, ct, len) == MIFU_OK);
    FUZZ_CHECK(size == need);
    /* Raw formats with 04 also take other forms of C1, and AUTO has no way back. */
    if (from == MIFU_SM2_DER || from == MIFU_SM2_C1C3C2_NO_04 || from == MIFU_SM2_C1C2C3_NO_04) {
        back = malloc(len);
        FUZZ_CHECK(back != NULL);
        FUZZ_CHECK(mifu_sm2_ciphertext_convert(back, len, &size, from, to, out, need) == MIFU_OK);
        FUZZ_CHECK(size == len && memcmp(back, ct, len) == 0);
        free(back);
    }
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mifu_sm2_format format;
    size_t need = 0, len = 0;
    uint8_t *pt;

    if (size == 0)
        return 0;
    format = formats[data[0] % MIFU_COUNT_OF(formats)];
    data++;
    size--;
    for (size_t i = 0; i + 1 < MIFU_COUNT_OF(formats); i++)
        check_conversion(format, formats[i], data, size);
    if (mifu_sm2_decrypt(NULL, 0, &need, fuzz_private_key(), format, data, size) != MIFU_ERR_BUFFER)
        return 0;
    FUZZ_CHECK(need != 0 && need < size);
    pt = malloc(need);
    FUZZ_CHECK(pt != NULL);
    memset(pt, 0xee, need);
    if (mifu_sm2_decrypt(pt, need, &len, fuzz_private_key(), format, data, size) != MIFU_OK)
        fuzz_check_zero(pt, need);
    else
        FUZZ_CHECK(len <= need && (format == MIFU_SM2_AUTO || len == need));
    free(pt);
    return 0;
}
