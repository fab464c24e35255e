/* SPDX-License-Identifier: Apache-2.0 */
/* SM2 in unit tests: nonces from a list, keys and signatures from vectors, a loop over back-ends.
 */
#ifndef MIFU_SUPPORT_SM2_H
#define MIFU_SUPPORT_SM2_H

#include "mifu/cpu.h"
#include "mifu/sm2.h"
#include "mifu/sm2_encoding.h"

#include "sm2_testing.h"

#include "support_vectors.h"

/* Runs f once on every back-end of SM2 that the processor has. */
MIFU_UNUSED static void on_each_sm2_backend(void (*f)(void))
{
    const char *name;

    for (unsigned i = 0; (name = mifu_backend_name("sm2", i)) != NULL; i++) {
        if (!mifu_backend_usable("sm2", name))
            continue;
        assert_int_equal(mifu_backend_select("sm2", name), MIFU_OK);
        f();
    }
    assert_int_equal(mifu_backend_select("sm2", NULL), MIFU_OK);
}

/* Nonces in turn; then the source fails, so that an operation that asks too often is seen. */
typedef struct nonce_list {
    vector_bytes nonces[3];
    unsigned count, taken;
} nonce_list;

MIFU_UNUSED static mifu_status take_nonce(uint8_t k[32], void *context)
{
    nonce_list *list = context;

    if (list->taken == list->count)
        return MIFU_ERR_RANDOM;
    memcpy(k, list->nonces[list->taken++].data, 32);
    return MIFU_OK;
}

MIFU_UNUSED static mifu_sm2_private_key sm2_private(const json_t *object, const char *field)
{
    vector_bytes d = vector_hex(object, field);
    mifu_sm2_private_key key;

    assert_int_equal(d.len, 32);
    assert_int_equal(mifu_sm2_private_key_from_bytes(&key, d.data), MIFU_OK);
    return key;
}

MIFU_UNUSED static mifu_sm2_public_key sm2_public(const json_t *object, const char *field)
{
    vector_bytes point = vector_hex(object, field);
    mifu_sm2_public_key key;

    assert_int_equal(mifu_sm2_public_key_from_bytes(&key, point.data, point.len), MIFU_OK);
    return key;
}

/* Verifies a DER signature; a DER fault or a range fault counts as MIFU_INVALID. */
MIFU_UNUSED static mifu_status sm2_verify_der(const mifu_sm2_public_key *key,
                                              const vector_bytes *id, const vector_bytes *msg,
                                              const vector_bytes *der)
{
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE];

    if (mifu_sm2_signature_from_der(sig, der->data, der->len) != MIFU_OK)
        return MIFU_INVALID;
    return mifu_sm2_verify(key, id->data, id->len, msg->data, msg->len, sig);
}

/*
 * The scalar whose even and odd windows stand for the same point: with n = E - O or O - E, sums of
 * even and of odd windows, E + O. Its digits of w bits are those of n with every second sign
 * turned, the top one being positive.
 */
static inline void support_sm2_meeting_windows(mifu_u256 *k, unsigned w, unsigned windows)
{
    *k = (mifu_u256){{0, 0, 0, 0}};
    for (unsigned i = windows; i-- > 0;) {
        uint64_t negative, digit;
        mifu_u256 d;

        for (unsigned j = 0; j < w; j++)
            mifu_fn_add(k, k, k);
        digit = 2 * mifu_digit_index_of(&negative, &mifu_fn_n, w, i, windows) + 1;
        d = (mifu_u256){{digit, 0, 0, 0}};
        if (((negative & 1) ^ ((windows - 1 - i) & 1)) != 0)
            mifu_fn_sub(k, k, &d);
        else
            mifu_fn_add(k, k, &d);
    }
}

#endif
