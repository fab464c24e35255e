/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of src/sm9 above the arithmetic share. */
#ifndef MIFU_SM9_INTERNAL_H
#define MIFU_SM9_INTERNAL_H

#include "mifu/sm9.h"

#include "random_scalar.h"
#include "sm9_types.h"

/*
 * The public structs hold plain words, so that their headers need none of ours; an element is
 * nothing but its words in order.
 */
_Static_assert(sizeof(mifu_sm9_g1) == 8 * sizeof(uint64_t), "words of a point of G1");
_Static_assert(sizeof(mifu_sm9_g2) == 16 * sizeof(uint64_t), "words of a point of G2");
_Static_assert(sizeof(mifu_sm9_fp12) == 48 * sizeof(uint64_t), "words of an element of GT");
_Static_assert(sizeof(mifu_sm9_line[MIFU_SM9_LINES]) == sizeof(mifu_sm9_line_table),
               "words of the lines of a point");

_Static_assert(sizeof(mifu_sm9_g1[MIFU_SM9_COMB_WINDOWS][MIFU_SM9_COMB_ENTRIES]) ==
                   sizeof(mifu_sm9_g1_table),
               "words of the comb of a point");

_Static_assert(sizeof(mifu_sm9_gt_row[MIFU_SM9_GT_WINDOWS]) == sizeof(mifu_sm9_gt_table),
               "words of the powers of an element of GT");

/* The comb in a table, as for lines below. */
typedef mifu_sm9_g1 mifu_sm9_comb_row[MIFU_SM9_COMB_ENTRIES];

MIFU_INLINE mifu_sm9_comb_row *mifu_sm9_comb_of(mifu_sm9_g1_table *table)
{
    return (mifu_sm9_comb_row *)table->words;
}

MIFU_INLINE const mifu_sm9_comb_row *mifu_sm9_comb_in(const mifu_sm9_g1_table *table)
{
    return (const mifu_sm9_comb_row *)table->words;
}

/* The lines in a table. Their members are words, which is what the table's memory holds. */
MIFU_INLINE mifu_sm9_line *mifu_sm9_lines_of(mifu_sm9_line_table *table)
{
    return (mifu_sm9_line *)table->words;
}

MIFU_INLINE const mifu_sm9_line *mifu_sm9_lines_in(const mifu_sm9_line_table *table)
{
    return (const mifu_sm9_line *)table->words;
}

/* k from bytes; mask of 1 <= k <= N - 1. */
uint64_t mifu_sm9_scalar_from_bytes(mifu_u256 *k, const uint8_t bytes[32]);

/* The next number in [1, N-1] of the source; secret. N is 0.71 * 2^256: three tries in ten fail. */
MIFU_INLINE MIFU_MUST_CHECK mifu_status mifu_sm9_next_scalar(mifu_u256 *k,
                                                             mifu_scalar_source *source,
                                                             void *context)
{
    return mifu_next_scalar(k, source, context, mifu_sm9_scalar_from_bytes);
}

/*
 * A received point, with 04 in front or, where its length says so, without: the checks of sm9.h.
 * r is untouched on an error. Whether a point is one is public, and so is the time it takes.
 */
mifu_status mifu_sm9_g1_from_bytes(mifu_sm9_g1 *r, const uint8_t *point, size_t len);
mifu_status mifu_sm9_g2_from_bytes(mifu_sm9_g2 *r, const uint8_t *point, size_t len);

/* The same where 04 must be there, as on the wire. */
mifu_status mifu_sm9_g1_from_wire(mifu_sm9_g1 *r, const uint8_t point[MIFU_SM9_G1_SIZE]);

/* H1(ID || hid, N) and H2(M || w, N) (GB/T 38635.1 auxiliary functions), in [1, N-1]. message has
 * absorbed what mifu_sm9_message_init() put and M. */
void mifu_sm9_h1(mifu_u256 *h, const uint8_t *id, size_t id_len, uint8_t hid);
void mifu_sm9_h2(mifu_u256 *h, const mifu_sm3 *message, const mifu_sm9_fp12 *w);

/* Both of them once the prefix and Z have been absorbed. */
void mifu_sm9_hash_finish(mifu_u256 *h, const mifu_sm3 *absorbed);

/* [H1(ID || hid)]P1 + Ppub-e and [H1(ID || hid)]P2 + Ppub-s.
 * MIFU_ERR_RANGE_MASTER_KEY_IDENTITY where that is infinity. */
mifu_status mifu_sm9_encrypt_identity_point(mifu_sm9_g1 *q,
                                            const mifu_sm9_encrypt_master_public_key *master,
                                            const uint8_t *id, size_t id_len, uint8_t hid);
mifu_status mifu_sm9_sign_identity_point(mifu_sm9_g2 *p,
                                         const mifu_sm9_sign_master_public_key *master,
                                         const uint8_t *id, size_t id_len, uint8_t hid);

/* t1 = H1(ID || hid) + master, t2 = master / t1; 0 where t1 = 0. */
int mifu_sm9_extraction_scalar(mifu_u256 *t2, const mifu_u256 *master, const uint8_t *id,
                               size_t id_len, uint8_t hid);

/* Use a new master key and its public key: mifu_selftest_pairwise(). Close the library on a
 * failure. */
mifu_status mifu_sm9_check_sign_pair(const mifu_sm9_sign_master_key *master);
mifu_status mifu_sm9_check_encrypt_pair(const mifu_sm9_encrypt_master_key *master);

/* r = e(p, de), from the key's table where it has one. */
void mifu_sm9_pairing_with_key(mifu_sm9_fp12 *r, const mifu_sm9_g1 *p,
                               const mifu_sm9_encrypt_key *key);

/* r = g^k for the g of a master key, from its table where that is not NULL. */
void mifu_sm9_power_of_g(mifu_sm9_fp12 *r, const uint64_t g[48], const mifu_sm9_gt_table *table,
                         const mifu_u256 *k);

/*
 * What a verification comes down to, for a message and the identity's point p, or its lines where
 * lines is not NULL.
 */
mifu_status mifu_sm9_verify_with(const mifu_sm9_sign_master_public_key *master,
                                 const mifu_sm9_g2 *p, const mifu_sm9_line *lines,
                                 const mifu_sm3 *message,
                                 const uint8_t sig[MIFU_SM9_SIGNATURE_SIZE]);

/*
 * Wipes the stack below the caller: the kernels keep field elements in registers, which compilers
 * spill to places that no name reaches. The deepest secret operations, powers and scalar
 * multiplications, use less than this; a pairing goes deeper with lines that are wiped by name.
 */
#define MIFU_SM9_STACK 20480
void mifu_sm9_wipe_stack(void);

#endif
