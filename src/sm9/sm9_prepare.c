/* SPDX-License-Identifier: Apache-2.0 */
/* Prepared keys: tables in the caller's memory, and powers of g with or without one. */
#include "base_state.h"
#include "sm9_internal.h"
#include "sm9_kernels.h"

static void make_gt_table(mifu_sm9_gt_table *table, const uint64_t words[48])
{
    mifu_sm9_fp12 g;

    memcpy(&g, words, sizeof g);
    mifu_sm9_kernels_in_use()->gt_table((mifu_sm9_gt_row *)table->words, &g);
}

void mifu_sm9_power_of_g(mifu_sm9_fp12 *r, const uint64_t words[48], const mifu_sm9_gt_table *table,
                         const mifu_u256 *k)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    mifu_sm9_fp12 g;

    if (table != NULL) {
        kernels->gt_table_power(r, (const mifu_sm9_gt_row *)table->words, k);
        return;
    }
    memcpy(&g, words, sizeof g);
    kernels->gt_power(r, &g, k);
}

void mifu_sm9_sign_master_public_key_prepare(mifu_sm9_sign_master_public_key *key,
                                             mifu_sm9_gt_table *table)
{
    MIFU_ZEROS_WHEN_CLOSED(table, sizeof *table);
    make_gt_table(table, key->g);
    key->table = table;
}

void mifu_sm9_encrypt_master_public_key_prepare(mifu_sm9_encrypt_master_public_key *key,
                                                mifu_sm9_encrypt_master_table *table)
{
    MIFU_ZEROS_WHEN_CLOSED(table, sizeof *table);
    mifu_sm9_g1 point;

    memcpy(&point, key->point, sizeof point);
    mifu_sm9_kernels_in_use()->g1_comb(mifu_sm9_comb_of(&table->point), &point);
    make_gt_table(&table->g, key->g);
    key->table = table;
}

void mifu_sm9_encrypt_key_prepare(mifu_sm9_encrypt_key *key, mifu_sm9_line_table *table)
{
    MIFU_ZEROS_WHEN_CLOSED(table, sizeof *table);
    mifu_sm9_g2 de;

    memcpy(&de, key->de, sizeof de);
    mifu_mark_secret(&de, sizeof de);
    mifu_sm9_kernels_in_use()->lines(mifu_sm9_lines_of(table), &de);
    key->lines = table;
    mifu_wipe(&de, sizeof de);
    mifu_sm9_wipe_stack();
}

void mifu_sm9_sign_key_prepare(mifu_sm9_sign_key *key, mifu_sm9_g1_table *table)
{
    MIFU_ZEROS_WHEN_CLOSED(table, sizeof *table);
    mifu_sm9_g1 ds;

    memcpy(&ds, key->ds, sizeof ds);
    mifu_mark_secret(&ds, sizeof ds);
    mifu_sm9_kernels_in_use()->g1_comb(mifu_sm9_comb_of(table), &ds);
    key->table = table;
    mifu_wipe(&ds, sizeof ds);
    mifu_sm9_wipe_stack();
}

void mifu_sm9_g1_table_wipe(mifu_sm9_g1_table *table)
{
    mifu_wipe(table, sizeof *table);
}

void mifu_sm9_line_table_wipe(mifu_sm9_line_table *table)
{
    mifu_wipe(table, sizeof *table);
}
