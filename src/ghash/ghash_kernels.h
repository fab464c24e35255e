/* SPDX-License-Identifier: Apache-2.0 */
/* What a back-end of GHASH (SP 800-38D 6.4) provides, and the hash over whatever is in use. */
#ifndef MIFU_GHASH_KERNELS_H
#define MIFU_GHASH_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "cpu_dispatch.h"

/*
 * A hash key: words 0 and 1 are H as two big-endian halves; word 2 says which back-end made the
 * rest, MIFU_GHASH_DERIVED words of whatever that back-end needs. A back-end only ever sees a key
 * that it has made: mifu_ghash_update() makes it anew after a switch.
 */
#define MIFU_GHASH_KEY_WORDS 68
#define MIFU_GHASH_OWNER     2
#define MIFU_GHASH_DERIVED   4

typedef struct mifu_ghash_kernels {
    uint64_t owner; /* a number of its own, not 0 */
    /*
     * Derives from H, key[0..1], what hashing needs; `bytes` is how much will probably be hashed:
     * a hint for how many powers are worth their making. Constant time.
     */
    void (*derive)(uint64_t key[MIFU_GHASH_KEY_WORDS], uint64_t bytes);
    /* hash = (...((hash ^ block 0) H ^ block 1) H ...) H, `blocks` blocks. Constant time. */
    void (*update)(const uint64_t key[MIFU_GHASH_KEY_WORDS], uint8_t hash[16], const uint8_t *data,
                   size_t blocks);
} mifu_ghash_kernels;

#define MIFU_BACKEND(isa, arch, flags, needs)                                                      \
    MIFU_ON_##arch(extern const mifu_ghash_kernels mifu_ghash_##isa;)
#include "ghash_backends.def"
#undef MIFU_BACKEND

extern mifu_dispatch mifu_ghash_dispatch;

static inline const mifu_ghash_kernels *mifu_ghash_kernels_in_use(void)
{
    return mifu_dispatch_kernels(&mifu_ghash_dispatch);
}

/* Prepares a key from the 16 bytes of H. */
void mifu_ghash_init(uint64_t key[MIFU_GHASH_KEY_WORDS], const uint8_t h[16], uint64_t bytes);

/* Hashes whole blocks with the back-end in use. */
void mifu_ghash_update(uint64_t key[MIFU_GHASH_KEY_WORDS], uint8_t hash[16], const uint8_t *data,
                       size_t blocks);

/* Hashes `len` bytes, the last block filled with zeros. */
void mifu_ghash_update_padded(uint64_t key[MIFU_GHASH_KEY_WORDS], uint8_t hash[16],
                              const uint8_t *data, size_t len);

#endif
