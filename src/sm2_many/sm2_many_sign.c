/* SPDX-License-Identifier: Apache-2.0 */
/* Many signatures: GB/T 32918.2-2016 clause 6. */
#include "base_state.h"
#include "sm2_many_internal.h"

#include "mifu/random.h"
#include "sm3_kernels.h"

/*
 * Items whose status is not MIFU_OK are left out. An item whose first nonce does not do (out of
 * range, r = 0, r + k = n, s = 0: one in 2^32) is signed by itself; that this happened tells
 * nothing about what is given out.
 */
static void sign_chunk(uint8_t *sigs, mifu_status *status, const mifu_sm2_private_key *const *keys,
                       const uint8_t *digests, size_t count)
{
    uint8_t inputs[MIFU_SM2_MANY_CHUNK][MIFU_SM2_NONCE_INPUT_SIZE];
    uint8_t fresh[MIFU_SM2_MANY_CHUNK][MIFU_SM2_NONCE_FRESH_SIZE];
    uint8_t nonces[MIFU_SM2_MANY_CHUNK][MIFU_SM3_DIGEST_SIZE];
    const uint8_t *input_of[MIFU_SM2_MANY_CHUNK] = {NULL};
    size_t lens[MIFU_SM2_MANY_CHUNK] = {0};
    mifu_u256 k[MIFU_SM2_MANY_CHUNK], e, r, s;
    mifu_affine points[MIFU_SM2_MANY_CHUNK];
    uint64_t good[MIFU_SM2_MANY_CHUNK] = {0};
    /* One request for all: the generator makes its blocks in lanes. */
    mifu_status drawn = mifu_random_bytes(fresh[0], count * sizeof fresh[0]);

    for (size_t i = 0; i < count; i++) {
        if (status[i] == MIFU_OK && keys[i] == NULL)
            status[i] = MIFU_ERR_ARGUMENT_NULL;
        if (status[i] == MIFU_OK)
            status[i] = drawn;
        if (status[i] == MIFU_OK)
            mifu_sm2_nonce_input(inputs[i], keys[i], fresh[i], digests + 32 * i, 0);
        input_of[i] = inputs[i];
        lens[i] = status[i] == MIFU_OK ? sizeof inputs[i] : 0;
    }
    mifu_sm3_digest_many(nonces, input_of, lens, count);
    for (size_t i = 0; i < count; i++) {
        if (status[i] == MIFU_OK) {
            mifu_mark_secret(nonces[i], sizeof nonces[i]);
            good[i] = mifu_sm2_nonce_from_bytes(&k[i], nonces[i]);
            mifu_declassify(&good[i], sizeof good[i]);
        }
        if (!good[i])
            mifu_sm2_many_idle(&k[i]);
    }
    mifu_sm2_many_kernels_in_use()->base_multiply(points, k, count);
    for (size_t i = 0; i < count; i++) {
        uint8_t *sig = sigs + MIFU_SM2_SIGNATURE_SIZE * i;

        if (status[i] != MIFU_OK) {
            memset(sig, 0, MIFU_SM2_SIGNATURE_SIZE);
            continue;
        }
        if (good[i]) {
            mifu_u256_from_bytes(&e, digests + 32 * i);
            mifu_fn_reduce(&e, &e);
            good[i] = mifu_sm2_finish_signature(&r, &s, keys[i], &e, &k[i], &points[i].x);
            mifu_declassify(&good[i], sizeof good[i]);
        }
        if (!good[i]) {
            status[i] = mifu_sm2_sign_digest(sig, keys[i], digests + 32 * i);
            continue;
        }
        mifu_declassify(&r, sizeof r);
        mifu_declassify(&s, sizeof s);
        mifu_u256_to_bytes(sig, &r);
        mifu_u256_to_bytes(sig + 32, &s);
    }
    mifu_wipe(inputs, sizeof inputs);
    mifu_wipe(fresh, sizeof fresh);
    mifu_wipe(nonces, sizeof nonces);
    mifu_wipe(k, sizeof k);
    mifu_wipe(points, sizeof points);
}

mifu_status mifu_sm2_sign_digest_many(uint8_t *sigs, mifu_status *status,
                                      const mifu_sm2_private_key *const *keys,
                                      const uint8_t *digests, size_t count)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    if (count != 0 && (sigs == NULL || status == NULL || keys == NULL || digests == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i += MIFU_SM2_MANY_CHUNK) {
        size_t chunk = mifu_sm2_many_chunk(count - i);

        for (size_t j = 0; j < chunk; j++)
            status[i + j] = MIFU_OK;
        sign_chunk(sigs + i * MIFU_SM2_SIGNATURE_SIZE, status + i, keys + i,
                   digests + i * MIFU_SM2_DIGEST_SIZE, chunk);
    }
    return mifu_sm2_many_result(status, count);
}

mifu_status mifu_sm2_sign_many(uint8_t *sigs, mifu_status *status,
                               const mifu_sm2_private_key *const *keys, const uint8_t *id,
                               size_t id_len, const uint8_t *const *msgs, const size_t *msg_lens,
                               size_t count)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    uint8_t digests[MIFU_SM2_MANY_CHUNK * MIFU_SM2_DIGEST_SIZE];

    if (count != 0 && (sigs == NULL || status == NULL || keys == NULL || id == NULL ||
                       msgs == NULL || msg_lens == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i += MIFU_SM2_MANY_CHUNK) {
        size_t chunk = mifu_sm2_many_chunk(count - i);

        mifu_sm2_many_digests(digests, status + i, NULL, keys + i, id, id_len, msgs + i,
                              msg_lens + i, chunk);
        sign_chunk(sigs + i * MIFU_SM2_SIGNATURE_SIZE, status + i, keys + i, digests, chunk);
    }
    return mifu_sm2_many_result(status, count);
}
