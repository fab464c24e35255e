/* SPDX-License-Identifier: Apache-2.0 */
/* Signature generation: GM/T 0044.2-2016 6.1, GB/T 38635.2-2020. */
#include "base_state.h"
#include "sm9_testing.h"

#include "mifu/random.h"

#include "sm9_internal.h"
#include "sm3_kernels.h"

/*
 * The nonce is SM3(ds || fresh 32 bytes || e || label || attempt), e a hash of the message: a
 * function of the private key, of what is signed and of fresh randomness together, as for SM2. ds,
 * x || y, is the first block of SM3 exactly, and the input has a fixed length, so that SM3 with the
 * secret first is a pseudorandom function of the rest. A value outside [1, N-1] is rejected (three
 * in ten), not reduced, so that r is uniform.
 */
typedef struct hedged_nonce {
    const mifu_sm9_sign_key *key;
    uint8_t e[MIFU_SM3_DIGEST_SIZE];
    uint32_t attempt;
} hedged_nonce;

static mifu_status next_hedged_nonce(uint8_t r[32], void *context)
{
    static const uint8_t label[12] = {'m', 'i', 'f', 'u', ' ', 'S', 'M', '9', ' ', 'r', 'v', '1'};
    hedged_nonce *nonce = context;
    uint8_t ds[MIFU_SM9_G1_SIZE], fresh[32], attempt[4];
    mifu_sm3 sm3;
    mifu_status status = mifu_random_bytes(fresh, sizeof fresh);

    if (status == MIFU_OK) {
        mifu_mark_secret(fresh, sizeof fresh);
        mifu_sm9_sign_key_to_bytes(ds, nonce->key);
        mifu_store32_be(attempt, nonce->attempt++);
        mifu_sm3_init(&sm3);
        mifu_sm3_update(&sm3, ds + 1, sizeof ds - 1);
        mifu_sm3_update(&sm3, fresh, sizeof fresh);
        mifu_sm3_update(&sm3, nonce->e, sizeof nonce->e);
        mifu_sm3_update(&sm3, label, sizeof label);
        mifu_sm3_update(&sm3, attempt, sizeof attempt);
        mifu_sm3_finish(r, &sm3);
        mifu_wipe(ds, sizeof ds);
    }
    mifu_wipe(fresh, sizeof fresh);
    return status;
}

/* A3 to A6 with r in [1, N-1]; 0 where l = 0. A frame of its own, below what the caller wipes. */
static MIFU_NOINLINE int sign_once(uint8_t sig[MIFU_SM9_SIGNATURE_SIZE],
                                   const mifu_sm9_sign_key *key, const mifu_sm3 *message,
                                   const mifu_u256 *r)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    mifu_sm9_fp12 w;
    mifu_sm9_g1 s;
    mifu_u256 h, l;
    uint64_t zero;

    mifu_sm9_power_of_g(&w, key->master.g, key->master.table, r);
    mifu_sm9_h2(&h, message, &w);
    mifu_sm9n_sub(&l, r, &h);
    zero = mifu_u256_mask_zero(&l);
    mifu_declassify(&zero, sizeof zero); /* what is rejected is not used for anything */
    if (!zero) {
        memcpy(&s, key->ds, sizeof s);
        if (key->table != NULL)
            kernels->g1_comb_multiply(&s, &l, mifu_sm9_comb_in(key->table));
        else
            (void)kernels->g1_multiply(&s, &l, &s);
        mifu_declassify(&h, sizeof h);
        mifu_declassify(&s, sizeof s);
        mifu_u256_to_bytes(sig, &h);
        sig[32] = 0x04;
        mifu_sm9_g1_to_bytes(sig + 33, &s);
    }
    mifu_wipe(&w, sizeof w);
    mifu_wipe(&l, sizeof l);
    return zero == 0;
}

mifu_status mifu_sm9_sign_message_with_nonces(uint8_t sig[MIFU_SM9_SIGNATURE_SIZE],
                                              const mifu_sm9_sign_key *key, const mifu_sm3 *message,
                                              mifu_sm9_nonce_source *source, void *context)
{
    mifu_u256 r;
    mifu_status status;

    do {
        status = mifu_sm9_next_scalar(&r, source, context);
    } while (status == MIFU_OK && !sign_once(sig, key, message, &r));
    if (status != MIFU_OK)
        memset(sig, 0, MIFU_SM9_SIGNATURE_SIZE);
    mifu_wipe(&r, sizeof r);
    mifu_sm9_wipe_stack();
    return status;
}

mifu_status mifu_sm9_sign_message(uint8_t sig[MIFU_SM9_SIGNATURE_SIZE],
                                  const mifu_sm9_sign_key *key, const mifu_sm3 *message)
{
    MIFU_REFUSE_WHEN_CLOSED();
    hedged_nonce nonce = {key, {0}, 0};
    mifu_sm3 copy;

    if (sig == NULL || key == NULL || message == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    copy = *message;
    mifu_sm3_finish(nonce.e, &copy);
    return mifu_sm9_sign_message_with_nonces(sig, key, message, next_hedged_nonce, &nonce);
}

mifu_status mifu_sm9_sign(uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], const mifu_sm9_sign_key *key,
                          const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm3 message;
    mifu_status status;

    if (sig == NULL || key == NULL || (msg == NULL && msg_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    mifu_sm9_message_init(&message);
    mifu_sm3_update(&message, msg, msg_len);
    status = mifu_sm9_sign_message(sig, key, &message);
    mifu_sm3_wipe(&message);
    return status;
}
