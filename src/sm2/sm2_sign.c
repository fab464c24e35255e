/* SPDX-License-Identifier: Apache-2.0 */
/* Signature generation: GB/T 32918.2-2016 clause 6. */
#include "base_state.h"
#include "sm2_testing.h"

#include "random_unhashed.h"
#include "sm2_internal.h"
#include "sm3_kernels.h"

/*
 * The nonce is SM3(d || 32 random bytes || 16 fresh bytes || e || label || attempt): a function of
 * the private key, of what is signed and of fresh randomness together.
 *   - A generator that repeats, or gives constants, makes k a secret function of (d, e): two
 * digests never share a k, and one digest signed twice gives one signature, as with RFC 6979.
 *   - A good generator makes k independent of everything an attacker may know or, by a fault in the
 *     computation of e, change.
 *   - Two copies of one machine, whose generators have the same state, get different fresh bytes
 * (docs/random.md). This hash takes the place of the one by which mifu_random_bytes() works them
 * in.
 *   - k is uniform in [1, n-1]: a value outside is rejected (one in 2^32), not reduced.
 * d and the random bytes fill the first block of SM3 exactly, the rest and the padding the second;
 * the input has a fixed length, so that SM3 with the secret first is a pseudorandom function of the
 * rest.
 */
void mifu_sm2_nonce_input(uint8_t input[MIFU_SM2_NONCE_INPUT_SIZE], const mifu_sm2_private_key *key,
                          const uint8_t random[MIFU_SM2_NONCE_RANDOM_SIZE],
                          const uint8_t fresh[MIFU_SM2_NONCE_FRESH_SIZE],
                          const uint8_t e[MIFU_SM2_DIGEST_SIZE], uint32_t attempt)
{
    static const uint8_t label[3] = {'k', 'v', '2'};
    mifu_u256 d;

    /* Not by the public function, which wipes the stack each time. */
    mifu_u256_from_words(&d, key->d);
    mifu_u256_to_bytes(input, &d);
    mifu_wipe_short(&d, sizeof d);
    memcpy(input + 32, random, MIFU_SM2_NONCE_RANDOM_SIZE);
    memcpy(input + 64, fresh, MIFU_SM2_NONCE_FRESH_SIZE);
    mifu_mark_secret(input + 32, MIFU_SM2_NONCE_RANDOM_SIZE + MIFU_SM2_NONCE_FRESH_SIZE);
    memcpy(input + 80, e, MIFU_SM2_DIGEST_SIZE);
    memcpy(input + 112, label, sizeof label);
    mifu_store32_be(input + 115, attempt);
}

_Static_assert(MIFU_RANDOM_UNHASHED_SIZE == MIFU_SM2_NONCE_RANDOM_SIZE + MIFU_SM2_NONCE_FRESH_SIZE,
               "one follows the other");

typedef struct hedged_nonce {
    const mifu_sm2_private_key *key;
    const uint8_t *e;
    uint32_t attempt;
} hedged_nonce;

static mifu_status next_hedged_nonce(uint8_t k[32], void *context)
{
    hedged_nonce *nonce = context;
    uint8_t input[MIFU_SM2_NONCE_INPUT_SIZE], bytes[MIFU_RANDOM_UNHASHED_SIZE];
    mifu_status status = mifu_random_unhashed(bytes);

    if (status == MIFU_OK) {
        mifu_sm2_nonce_input(input, nonce->key, bytes, bytes + MIFU_SM2_NONCE_RANDOM_SIZE, nonce->e,
                             nonce->attempt++);
        mifu_sm3_digest(k, input, sizeof input);
    }
    mifu_wipe_short(bytes, sizeof bytes);
    mifu_wipe(input, sizeof input);
    return status;
}

/*
 * One signature with a given k in [1, n-1] and x_1 of [k]G (Montgomery form); mask of "it stands":
 * r != 0, r + k != n, s != 0 (A5, A6). s = (1+d)^-1 (k - r d) = (1+d)^-1 (k + r) - r: one product,
 * because the key holds the inverse.
 */
uint64_t mifu_sm2_finish_signature(mifu_u256 *r, mifu_u256 *s, const mifu_sm2_private_key *key,
                                   const mifu_u256 *e, const mifu_u256 *k, const mifu_u256 *x1)
{
    mifu_u256 x, t, inverse;
    uint64_t bad;

    mifu_fp_from_montgomery(&x, x1);
    mifu_fn_reduce(&x, &x); /* p < 2n */
    mifu_fn_add(r, e, &x);
    mifu_fn_add(&t, r, k);
    mifu_u256_from_words(&inverse, key->inverse_of_1_plus_d);
    bad = mifu_u256_mask_zero(r) | mifu_u256_mask_zero(&t);
    mifu_fn_mul(&t, &t, &inverse); /* one factor in Montgomery form: the result is plain */
    mifu_fn_sub(s, &t, r);
    bad |= mifu_u256_mask_zero(s);
    mifu_wipe_short(&x, sizeof x);
    mifu_wipe_short(&t, sizeof t);
    mifu_wipe_short(&inverse, sizeof inverse);
    return ~bad;
}

static MIFU_NOINLINE mifu_status sign_digest(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE],
                                             const mifu_sm2_private_key *key,
                                             const uint8_t e[MIFU_SM2_DIGEST_SIZE],
                                             mifu_sm2_nonce_source *source, void *context)
{
    mifu_u256 digest, k, x1, r, s;
    mifu_status status;
    uint64_t good;

    mifu_u256_from_bytes(&digest, e);
    mifu_fn_reduce(&digest, &digest);
    do {
        good = 0;
        status = mifu_sm2_next_nonce(&k, source, context);
        if (status != MIFU_OK)
            break;
        mifu_sm2_kernels_in_use()->base_multiply_x(&x1, &k);
        good = mifu_sm2_finish_signature(&r, &s, key, &digest, &k, &x1);
        /* What is rejected is not used for anything. */
        mifu_declassify(&good, sizeof good);
    } while (!good);
    if (good) {
        mifu_declassify(&r, sizeof r);
        mifu_declassify(&s, sizeof s);
        mifu_u256_to_bytes(sig, &r);
        mifu_u256_to_bytes(sig + 32, &s);
    } else {
        memset(sig, 0, MIFU_SM2_SIGNATURE_SIZE);
    }
    mifu_wipe_short(&k, sizeof k);
    mifu_wipe_short(&x1, sizeof x1);
    return status;
}

mifu_status mifu_sm2_sign_digest_with_nonces(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE],
                                             const mifu_sm2_private_key *key,
                                             const uint8_t e[MIFU_SM2_DIGEST_SIZE],
                                             mifu_sm2_nonce_source *source, void *context)
{
    mifu_status status = sign_digest(sig, key, e, source, context);

    mifu_sm2_wipe_stack();
    return status;
}

mifu_status mifu_sm2_sign_digest(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE],
                                 const mifu_sm2_private_key *key,
                                 const uint8_t e[MIFU_SM2_DIGEST_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    hedged_nonce nonce = {key, e, 0};
    mifu_status status;

    if (sig == NULL || e == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm2_private_key_status(key);
    if (status != MIFU_OK) {
        memset(sig, 0, MIFU_SM2_SIGNATURE_SIZE);
        return status;
    }
    return mifu_sm2_sign_digest_with_nonces(sig, key, e, next_hedged_nonce, &nonce);
}

mifu_status mifu_sm2_sign(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE], const mifu_sm2_private_key *key,
                          const uint8_t *id, size_t id_len, const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t e[MIFU_SM2_DIGEST_SIZE];
    mifu_status status;

    if (sig == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm2_digest(e, &key->public_key, id, id_len, msg, msg_len);
    if (status == MIFU_OK)
        status = mifu_sm2_sign_digest(sig, key, e);
    else
        memset(sig, 0, MIFU_SM2_SIGNATURE_SIZE);
    return status;
}
