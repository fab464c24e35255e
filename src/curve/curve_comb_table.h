/* SPDX-License-Identifier: Apache-2.0 */
/* A table as curve_comb.inc and the files that include it hand it on. */
#ifndef MIFU_CURVE_COMB_TABLE_H
#define MIFU_CURVE_COMB_TABLE_H

#include "curve_point.h"

typedef struct comb_table {
    const mifu_affine *entries; /* `count` odd multiples of 2^(window i) p for each i < windows */
    unsigned count, window, windows;
    int is_base; /* mifu_curve_base_table, which the lanes may have in another form */
} comb_table;

/* The window of a lane where lane 0 has `first`: for lanes that have none `first` again. */
MIFU_INLINE unsigned comb_window(comb_table table, unsigned first, unsigned lane)
{
    return first + lane < table.windows ? first + lane : first;
}

MIFU_INLINE const mifu_affine *comb_entries(comb_table table, unsigned first, unsigned lane)
{
    return table.entries + (size_t)comb_window(table, first, lane) * table.count;
}

/* The entry for the digit of k, and whether the digit is negative. */
MIFU_INLINE uint64_t comb_index(uint64_t *negative, const mifu_u256 *k, comb_table table,
                                unsigned first, unsigned lane)
{
    return mifu_digit_index_of(negative, k, table.window, comb_window(table, first, lane),
                               table.windows);
}

#endif
