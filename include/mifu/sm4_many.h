/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many independent SM4 keys and messages at once: key schedules side by side, and the modes in
 * which one message is a chain, so that while one waits for its block the others are computed.
 * Groups of 16, 32 or 64 messages pay most. Results are those of the single functions of sm4.h,
 * sm4_modes.h and sm4_mac.h; their rules hold.
 *
 * Arrays have `count` items; count may be 0. Item i of every array belongs together; messages may
 * differ in length and in key. Keys are an array of pointers: items that share a key point to the
 * same object, and run faster if they stand side by side. The functions check all items before they
 * write anything; out[i] may be in[i], but no out[i] may overlap another item's in, out or IV, and
 * no tag a message, which is not checked.
 */
#ifndef MIFU_SM4_MANY_H
#define MIFU_SM4_MANY_H

#include "sm4.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Prepares `count` keys, 16 or more of them at two thirds of the time and less, with most
 * back-ends: object i of `keys` from the bytes 16 i to 16 i + 15 of `k`.
 * MIFU_ERR_ARGUMENT_NULL, MIFU_ERR_ARGUMENT_OVERLAP (keys and k have a byte in common).
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_key_init_many(mifu_sm4_key *keys, const uint8_t *k,
                                                            size_t count);

/*
 * CBC encryption of whole blocks: lens[i] is a multiple of 16, ivs[i] has 16 bytes; pad beforehand.
 * MIFU_ERR_ARGUMENT_LENGTH, MIFU_ERR_ARGUMENT_NULL, MIFU_ERR_ARGUMENT_OVERLAP (within an item).
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cbc_encrypt_many(uint8_t *const *out,
                                                               const mifu_sm4_key *const *keys,
                                                               const uint8_t *const *ivs,
                                                               const uint8_t *const *in,
                                                               const size_t *lens, size_t count);

/* CTR of any length, both directions. MIFU_ERR_ARGUMENT_NULL, MIFU_ERR_ARGUMENT_OVERLAP. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ctr_crypt_many(uint8_t *const *out,
                                                             const mifu_sm4_key *const *keys,
                                                             const uint8_t *const *ivs,
                                                             const uint8_t *const *in,
                                                             const size_t *lens, size_t count);

/* CMAC: tags has 16 bytes for each item, one after another. MIFU_ERR_ARGUMENT_NULL. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cmac_many(uint8_t *tags,
                                                        const mifu_sm4_key *const *keys,
                                                        const uint8_t *const *msgs,
                                                        const size_t *msg_lens, size_t count);

#ifdef __cplusplus
}
#endif

#endif
