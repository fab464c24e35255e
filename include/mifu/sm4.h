/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4, the block cipher of GB/T 32907-2016 (GM/T 0002-2012, ISO/IEC 18033-3): keys and single
 * blocks, and the rules that all SM4 headers share. Modes of operation are in sm4_modes.h, MACs in
 * sm4_mac.h, authenticated encryption and key wrap in sm4_aead.h.
 *
 * Block 16 bytes, key 16 bytes. The second parameter of all functions after the outputs is the key
 * (or context), then come the inputs, each with its length in bytes (size_t; over 4 GiB works).
 *
 * Keys. A mifu_sm4_key serves encryption and decryption in every mode; a mode takes the direction
 * it needs by itself. A prepared key stays right when the library is switched to another back-end.
 * Constant time: running time and addresses depend on lengths and other public parameters alone,
 * never on keys, data or tags. Removal of padding is included; see mifu_sm4_padding.
 * Pointers: a pointer may be NULL where its length is 0, or where a function says so; any other
 * NULL among data, keys and contexts gives MIFU_ERR_ARGUMENT_NULL (functions that return void take
 * no NULL). No alignment is needed. IVs, nonces, tweaks and inputs are never written.
 * Overlap: an output may be exactly its input (in place, the same start), or disjoint from it. Any
 * other overlap of the two is refused with MIFU_ERR_ARGUMENT_OVERLAP and nothing is written. IV,
 * nonce, tweak and associated data are read before the first output byte is written, so they may
 * lie anywhere; a tag that is written may not overlap the ciphertext.
 * Errors: after any MIFU_ERR_... from a one-shot function the outputs are untouched or zeroed.
 * Streaming: _init, then any number of _update with any split of the input, then _final. A context
 * holds a pointer to the key, which must stay in place, unchanged, until the context ends. _final
 * wipes the context, also where it fails; a call out of order (before an _init, after a _final,
 * associated data after data, the other direction) is MIFU_ERR_ARGUMENT_STATE and changes nothing,
 * provided the context was zeroed or initialised once. Contexts are caller-allocated with private
 * fields; plain assignment copies one, and both copies go on independently. _wipe ends a context
 * early.
 * Threads: a const key may be shared by any number of threads; a context belongs to one thread at a
 * time. Nothing is allocated and no state is global.
 */
#ifndef MIFU_SM4_H
#define MIFU_SM4_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIFU_SM4_KEY_SIZE   16 /* bytes */
#define MIFU_SM4_BLOCK_SIZE 16 /* bytes */

/*
 * A prepared key, for both directions: caller-allocated, secret, fields private. Plain assignment
 * copies it. Ends with mifu_sm4_key_wipe().
 */
typedef struct mifu_sm4_key {
    uint32_t round_keys[32]; /* rk0 .. rk31 of GB/T 32907 7.3 */
    uint64_t derived[84];    /* other forms of the same, for back-ends */
} mifu_sm4_key;

/* Prepares a key. Never fails: every 16 bytes are a key. */
MIFU_API void mifu_sm4_key_init(mifu_sm4_key *key, const uint8_t k[MIFU_SM4_KEY_SIZE]);

/* Zeroes a key. */
MIFU_API void mifu_sm4_key_wipe(mifu_sm4_key *key);

/* sizeof(mifu_sm4_key), for bindings that allocate it without this header. */
MIFU_API size_t mifu_sm4_key_object_size(void);

/* out = the encryption or decryption of one block; out and in may overlap in any way. */
MIFU_API void mifu_sm4_encrypt_block(uint8_t out[MIFU_SM4_BLOCK_SIZE], const mifu_sm4_key *key,
                                     const uint8_t in[MIFU_SM4_BLOCK_SIZE]);
MIFU_API void mifu_sm4_decrypt_block(uint8_t out[MIFU_SM4_BLOCK_SIZE], const mifu_sm4_key *key,
                                     const uint8_t in[MIFU_SM4_BLOCK_SIZE]);

/*
 * Padding of ECB and CBC: always said, never guessed. n stands for the bytes added, 1 to 16, so
 * that the padded length is a multiple of 16.
 *
 * Decryption looks at all of the last block in constant time and strips n bytes. Whether the
 * padding was right shows in the result, MIFU_ERR_AUTHENTICATION, and the length of the message
 * shows in its length: a caller who lets a sender of ciphertexts learn either builds a padding
 * oracle. Authenticate, or use an authenticated mode.
 */
typedef enum mifu_sm4_padding {
    MIFU_SM4_PADDING_NONE = 1,       /* the length must be a multiple of 16; nothing is added */
    MIFU_SM4_PADDING_PKCS7 = 2,      /* n bytes of value n (RFC 5652 6.3, GB/T 17964 annex) */
    MIFU_SM4_PADDING_ISO9797_M2 = 3, /* 80, then n - 1 bytes 00 (ISO/IEC 9797-1 method 2) */
    MIFU_SM4_PADDING_ANSI_X923 = 4   /* n - 1 bytes 00, then n (ANSI X9.23) */
} mifu_sm4_padding;

/*
 * The exact length of `len` bytes after padding, or 0 where it does not fit in size_t, or where the
 * padding is unknown.
 */
MIFU_API size_t mifu_sm4_padded_size(mifu_sm4_padding padding, size_t len);

#ifdef __cplusplus
}
#endif

#endif
