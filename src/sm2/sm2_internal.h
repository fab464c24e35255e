/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of src/sm2 share. */
#ifndef MIFU_SM2_INTERNAL_H
#define MIFU_SM2_INTERNAL_H

#include "mifu/sm2.h"

#include "curve_point.h"

/* The public structs hold plain words, so that their headers need none of ours. */
MIFU_INLINE void mifu_u256_from_words(mifu_u256 *r, const uint64_t words[4])
{
    memcpy(r->v, words, sizeof r->v);
}

MIFU_INLINE void mifu_sm2_point_of(mifu_affine *r, const mifu_sm2_public_key *key)
{
    mifu_u256_from_words(&r->x, key->x);
    mifu_u256_from_words(&r->y, key->y);
}

/*
 * MIFU_OK for a key object, which was checked when it was filled, unless it is NULL or zeros:
 * wiped, or left so by a call that failed. Zeros are 0 and infinity, which no formula expects.
 */
MIFU_INLINE mifu_status mifu_sm2_public_key_status(const mifu_sm2_public_key *key)
{
    uint64_t any = 0;

    if (key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    for (int i = 0; i < 4; i++)
        any |= key->x[i] | key->y[i];
    return any != 0 ? MIFU_OK : MIFU_ERR_RANGE_INFINITY;
}

MIFU_INLINE mifu_status mifu_sm2_private_key_status(const mifu_sm2_private_key *key)
{
    uint64_t zero;

    if (key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    zero = mifu_mask_zero64(key->d[0] | key->d[1] | key->d[2] | key->d[3]);
    mifu_declassify(&zero, sizeof zero); /* whether it is a key */
    return zero == 0 ? MIFU_OK : MIFU_ERR_RANGE_PRIVATE_KEY;
}

/* x || y, 64 bytes, of a point. */
void mifu_sm2_point_to_xy(uint8_t xy[64], const mifu_affine *point);

/*
 * The point of an encoding, without Z: errors as mifu_sm2_public_key_from_bytes(). Public. r is
 * untouched on an error.
 */
mifu_status mifu_sm2_point_from_bytes(mifu_affine *r, const uint8_t *point, size_t len);

/* The same with the hybrid forms 06 and 07, which only a ciphertext's C1 may have. */
mifu_status mifu_sm2_point_from_any(mifu_affine *r, const uint8_t *point, size_t len);

/* From x || y. */
mifu_status mifu_sm2_point_from_xy(mifu_affine *r, const uint8_t xy[64]);

/* Fills a key from a point of the curve. */
void mifu_sm2_public_key_set(mifu_sm2_public_key *key, const mifu_affine *point);

/* k from bytes; mask of 1 <= k <= n - 1. */
uint64_t mifu_sm2_nonce_from_bytes(mifu_u256 *k, const uint8_t bytes[32]);

/* d from bytes; mask of 1 <= d <= n - 2. */
uint64_t mifu_sm2_private_scalar_from_bytes(mifu_u256 *d, const uint8_t bytes[32]);

/*
 * Fills the key from d in [1, n-2], (1 + d)^-1 mod n in Montgomery form, and [d]G: the inverse
 * exists because 1 + d is in [2, n-1]. The public key is public from here on.
 */
void mifu_sm2_private_key_set(mifu_sm2_private_key *key, const mifu_u256 *d,
                              const mifu_u256 *inverse_of_1_plus_d,
                              const mifu_affine *public_point);

/* Signs with a new key and verifies: mifu_selftest_pairwise(). Closes the library on a failure. */
mifu_status mifu_sm2_check_pair(const mifu_sm2_private_key *key);

/*
 * What a nonce for signing e is the SM3 digest of: see sm2_sign.c. `random` is drawn for this nonce
 * alone; `fresh`, so that copies of a process part, or zeros where `random` alone sees to that.
 * Secret. The digest is not yet checked for its range.
 */
#define MIFU_SM2_NONCE_INPUT_SIZE  119
#define MIFU_SM2_NONCE_RANDOM_SIZE 32
#define MIFU_SM2_NONCE_FRESH_SIZE  16
void mifu_sm2_nonce_input(uint8_t input[MIFU_SM2_NONCE_INPUT_SIZE], const mifu_sm2_private_key *key,
                          const uint8_t random[MIFU_SM2_NONCE_RANDOM_SIZE],
                          const uint8_t fresh[MIFU_SM2_NONCE_FRESH_SIZE],
                          const uint8_t e[MIFU_SM2_DIGEST_SIZE], uint32_t attempt);

/* The signature once x_1 of [k]G is there; mask of "it stands". See sm2_sign.c. e < n. */
uint64_t mifu_sm2_finish_signature(mifu_u256 *r, mifu_u256 *s, const mifu_sm2_private_key *key,
                                   const mifu_u256 *e, const mifu_u256 *k, const mifu_u256 *x1);

/*
 * What a verification comes down to: the signature is valid exactly where this returns 1 and the
 * x-coordinate of [s]G + [t]P is x modulo n.
 */
int mifu_sm2_verification_scalars(mifu_u256 *s, mifu_u256 *t, mifu_u256 *x,
                                  const uint8_t e[MIFU_SM2_DIGEST_SIZE],
                                  const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE]);

/* The tables of a prepared key, NULL where it has the other one. */
MIFU_INLINE const mifu_prepared_large *mifu_sm2_large_table(const mifu_sm2_prepared_key *key)
{
    return key->size == sizeof(mifu_prepared_large) ? (const void *)key->table : NULL;
}

MIFU_INLINE const mifu_prepared_small *mifu_sm2_small_table(const mifu_sm2_prepared_key *key)
{
    return key->size == sizeof(mifu_prepared_small) ? (const void *)key->table : NULL;
}

/*
 * Zeroes the stack below the caller's frame. The last step, and the only such one, of every public
 * function that works with a secret scalar or point: it does its work in a MIFU_NOINLINE function.
 *
 * Below that lie up to 700 bytes down to the kernel (sm2_kernels.h), and 7.2 KB of the kernel's
 * own: with AVX2 comb_base_multiply() or comb_prepared_multiply() and below them the sum of lanes;
 * 6 KB in ladders; 5 KB where SM3 derives keys in lanes. tests/wipe looks whether anything is
 * deeper.
 */
MIFU_INLINE void mifu_sm2_wipe_stack(void)
{
    mifu_wipe_stack_8k();
}

/* 1 where the ranges share a byte. */
MIFU_INLINE int mifu_sm2_overlaps(const void *a, size_t a_len, const void *b, size_t b_len)
{
    return a_len != 0 && b_len != 0 && (a == b || mifu_overlaps_badly(a, a_len, b, b_len));
}

#endif
