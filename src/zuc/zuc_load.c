/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys and IVs into the register of ZUC: GM/T 0001.1 4.5 for ZUC-128, the design paper and the
 * addendum for ZUC-256. No cell is ever loaded as 0: every constant has a bit set.
 */
#include "zuc_internal.h"

#include <string.h>

#include "base_secret.h"
#include "zuc_kernels.h"

#define ROUNDS          32
#define ROUNDS_ADDENDUM 48

/* The cell of parts of 8, 7, 8 and 8 bits. */
#define CELL(a, b, c, d) ((uint32_t)(a) << 23 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (d))

/* 4.5: the constants of 15 bits. */
static const uint16_t d128[16] = {0x44d7, 0x26bc, 0x626b, 0x135e, 0x5789, 0x35e2, 0x7135, 0x09af,
                                  0x4d78, 0x2f13, 0x6bc4, 0x1af1, 0x5e26, 0x3c4d, 0x789a, 0x47ac};

/* The constants of 7 bits of ZUC-256; the first and the third tell the key stream and the lengths
 * of tags apart. */
static const uint8_t d256[16] = {0x22, 0x2f, 0x24, 0x2a, 0x6d, 0x40, 0x40, 0x40,
                                 0x40, 0x40, 0x40, 0x40, 0x40, 0x52, 0x10, 0x30};

static const uint8_t d256_addendum[16] = {0x64, 0x43, 0x7b, 0x2a, 0x11, 0x05, 0x51, 0x42,
                                          0x1a, 0x31, 0x18, 0x66, 0x14, 0x2e, 0x01, 0x5c};

unsigned mifu_zuc_cells(mifu_zuc_state *state, const uint8_t key[16], const uint8_t iv[16])
{
    uint8_t k[16];

    memcpy(k, key, sizeof k);
    mifu_mark_secret(k, sizeof k);
    for (unsigned i = 0; i < 16; i++)
        state->cells[i] = (uint32_t)k[i] << 23 | (uint32_t)d128[i] << 8 | iv[i];
    mifu_wipe(k, sizeof k);
    return ROUNDS;
}

void mifu_zuc_load(mifu_zuc_state *state, const uint8_t key[16], const uint8_t iv[16])
{
    mifu_zuc_kernels_in_use()->initialise(state, mifu_zuc_cells(state, key, iv));
    mifu_wipe_stack_2k();
}

/* The 25 values of an IV: 17 bytes, then 8 values of 6 bits. */
static mifu_status unpack_iv(uint8_t v[25], const uint8_t *iv, size_t iv_len)
{
    if (iv_len == MIFU_ZUC256_IV_SIZE_UNPACKED) {
        for (unsigned i = 17; i < 25; i++)
            if (iv[i] > 63)
                return MIFU_ERR_RANGE;
        memcpy(v, iv, 25);
        return MIFU_OK;
    }
    if (iv_len != MIFU_ZUC256_IV_SIZE)
        return MIFU_ERR_ARGUMENT_LENGTH;
    memcpy(v, iv, 17);
    for (unsigned half = 0; half < 2; half++) { /* four values are three bytes */
        const uint8_t *p = iv + 17 + 3 * half;
        uint32_t bits = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];

        for (unsigned i = 0; i < 4; i++)
            v[17 + 4 * half + i] = bits >> (18 - 6 * i) & 63;
    }
    return MIFU_OK;
}

static void load_paper(uint32_t s[16], const uint8_t k[32], const uint8_t v[25], size_t tag_len)
{
    unsigned first = d256[0] | (tag_len >= 8), third = d256[2] | (tag_len == 4 || tag_len == 16);

    s[0] = CELL(k[0], first, k[21], k[16]);
    s[1] = CELL(k[1], d256[1], k[22], k[17]);
    s[2] = CELL(k[2], third, k[23], k[18]);
    s[3] = CELL(k[3], d256[3], k[24], k[19]);
    s[4] = CELL(k[4], d256[4], k[25], k[20]);
    s[5] = CELL(v[0], d256[5] | v[17], k[5], k[26]);
    s[6] = CELL(v[1], d256[6] | v[18], k[6], k[27]);
    s[7] = CELL(v[10], d256[7] | v[19], k[7], v[2]);
    s[8] = CELL(k[8], d256[8] | v[20], v[3], v[11]);
    s[9] = CELL(k[9], d256[9] | v[21], v[12], v[4]);
    s[10] = CELL(v[5], d256[10] | v[22], k[10], k[28]);
    s[11] = CELL(k[11], d256[11] | v[23], v[6], v[13]);
    s[12] = CELL(k[12], d256[12] | v[24], v[7], v[14]);
    s[13] = CELL(k[13], d256[13], v[15], v[8]);
    s[14] = CELL(k[14], d256[14] | k[31] >> 4, v[16], v[9]);
    s[15] = CELL(k[15], d256[15] | (k[31] & 15), k[30], k[29]);
}

static void load_addendum(uint32_t s[16], const uint8_t k[32], const uint8_t iv[16])
{
    for (unsigned i = 0; i < 16; i++) {
        uint8_t third = i < 7 ? k[16 + i] : i < 15 ? iv[i - 7] : k[23];
        uint8_t last = i < 7 ? k[24 + i] : i < 15 ? iv[8 + (i - 7)] : k[31];

        s[i] = CELL(k[i], d256_addendum[i], third, last);
    }
}

mifu_status mifu_zuc256_cells(mifu_zuc_state *state, unsigned *rounds, const uint8_t key[32],
                              const uint8_t *iv, size_t iv_len, size_t tag_len)
{
    uint8_t k[32], v[25];
    mifu_status status = MIFU_OK;
    int addendum = iv_len == MIFU_ZUC256_IV_SIZE_ADDENDUM && tag_len == 0;

    if (!addendum)
        status = unpack_iv(v, iv, iv_len);
    if (status != MIFU_OK)
        return status;
    memcpy(k, key, sizeof k);
    mifu_mark_secret(k, sizeof k);
    if (addendum) {
        load_addendum(state->cells, k, iv);
        *rounds = ROUNDS_ADDENDUM;
    } else {
        load_paper(state->cells, k, v, tag_len);
        *rounds = ROUNDS;
    }
    mifu_wipe(k, sizeof k);
    return MIFU_OK;
}

mifu_status mifu_zuc256_load(mifu_zuc_state *state, const uint8_t key[32], const uint8_t *iv,
                             size_t iv_len, size_t tag_len)
{
    unsigned rounds;
    mifu_status status = mifu_zuc256_cells(state, &rounds, key, iv, iv_len, tag_len);

    if (status != MIFU_OK)
        return status;
    mifu_zuc_kernels_in_use()->initialise(state, rounds);
    mifu_wipe_stack_2k();
    return MIFU_OK;
}
