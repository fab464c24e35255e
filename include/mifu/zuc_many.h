/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many independent messages of ZUC at once, each under a key and an IV of its own: back-ends with
 * lanes work on eight or sixteen of them side by side. Results are those of the single functions of
 * zuc.h; their rules hold.
 *
 * Arrays have `count` items; count may be 0. Item i of every array belongs together; messages may
 * differ in length, and run fastest if few are much longer than the others. The functions check all
 * items before they write anything; out[i] may be in[i], but no out[i] may overlap another item's
 * in or out, which is not checked.
 */
#ifndef MIFU_ZUC_MANY_H
#define MIFU_ZUC_MANY_H

#include "zuc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ZUC-128: keys[i] and ivs[i] have 16 bytes. MIFU_ERR_ARGUMENT_NULL, MIFU_ERR_ARGUMENT_OVERLAP. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_encrypt_many(uint8_t *const *out,
                                                           const uint8_t *const *keys,
                                                           const uint8_t *const *ivs,
                                                           const uint8_t *const *in,
                                                           const size_t *lens, size_t count);
/* ZUC-256: keys[i] have 32 bytes, all IVs iv_len. Errors as of mifu_zuc256_encrypt(). */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_zuc256_encrypt_many(uint8_t *const *out, const uint8_t *const *keys, const uint8_t *const *ivs,
                         size_t iv_len, const uint8_t *const *in, const size_t *lens, size_t count);

/* What 128-EEA3 and 128-EIA3 have in place of an IV. */
typedef struct mifu_zuc_3gpp {
    uint32_t count;
    unsigned bearer;    /* 0 to 31 */
    unsigned direction; /* 0 or 1 */
} mifu_zuc_3gpp;

/* 128-EEA3 of bits[i] bits. Errors as of mifu_zuc_eea3(). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_eea3_many(uint8_t *const *out,
                                                        const uint8_t *const *keys,
                                                        const mifu_zuc_3gpp *parameters,
                                                        const uint8_t *const *in,
                                                        const uint64_t *bits, size_t count);
/* 128-EIA3: macs has 4 bytes for each item, one after another. Errors as of mifu_zuc_eia3(). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_eia3_many(uint8_t *macs, const uint8_t *const *keys,
                                                        const mifu_zuc_3gpp *parameters,
                                                        const uint8_t *const *msgs,
                                                        const uint64_t *bits, size_t count);
/*
 * The MAC of ZUC-256: tags has tag_len bytes for each item, one after another; all IVs have iv_len.
 * Errors as of mifu_zuc256_mac().
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc256_mac_many(uint8_t *tags, size_t tag_len,
                                                          const uint8_t *const *keys,
                                                          const uint8_t *const *ivs, size_t iv_len,
                                                          const uint8_t *const *msgs,
                                                          const uint64_t *bits, size_t count);

#ifdef __cplusplus
}
#endif

#endif
