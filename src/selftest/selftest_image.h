/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The seal of an ELF image: HMAC-SM3 over what is loaded of it and never written, kept in the image
 * itself. selftest_image.c computes it in memory, tools/seal_image.c in the file, after linking.
 *
 * Covered: each PT_LOAD segment that is not writable, in the order of the program headers, as
 * address (8 bytes, big-endian), length (likewise) and content. Left out, because tools change it
 * afterwards: the ELF header and the program headers at the beginning of the first segment. The
 * field `mac` counts as zeros. Position-independent code has no relocations in these segments, so
 * that memory and file hold the same bytes.
 */
#ifndef MIFU_SELFTEST_IMAGE_H
#define MIFU_SELFTEST_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "mifu/hmac.h"

#define MIFU_SEAL_MARK_SIZE 32
#define MIFU_SEAL_MAC_SIZE  32

typedef struct mifu_image_seal {
    uint8_t mark[MIFU_SEAL_MARK_SIZE]; /* by which the tool finds the seal */
    uint8_t mac[MIFU_SEAL_MAC_SIZE];   /* zeros: not sealed */
} mifu_image_seal;

extern const mifu_image_seal mifu_image_seal_here;

/* The key is no secret: the seal is against damage. */
mifu_status mifu_seal_begin(mifu_hmac *hmac);

/* Adds a segment: `content` of `len` bytes, from `address`; the bytes at `mac`, where they lie in
 * it, as zeros. */
void mifu_seal_segment(mifu_hmac *hmac, uint64_t address, const uint8_t *content, size_t len,
                       const uint8_t *mac);

#endif
