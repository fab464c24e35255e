/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4 modes of operation without authentication: ECB, CBC, CFB, OFB, CTR, XTS, BC, OFBNLF and HCTR
 * of GB/T 17964-2021. The rules of sm4.h on keys, pointers, overlap, streaming, time and threads
 * hold for all of them.
 *
 * Every function here may also return MIFU_ERR_ARGUMENT_NULL and MIFU_ERR_ARGUMENT_OVERLAP, which
 * are not repeated; those of streaming contexts also MIFU_ERR_ARGUMENT_STATE.
 */
#ifndef MIFU_SM4_MODES_H
#define MIFU_SM4_MODES_H

#include "sm4.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- ECB and CBC: block modes with padding (GB/T 17964 5 and 6) ---- */

/*
 * One-shot encryption and decryption. *out_len is set to the bytes written. In place needs a buffer
 * with room for the padding.
 *   MIFU_ERR_BUFFER          out_cap is too small; *out_len is set to what is needed: exact for
 *                            encryption and without padding, in_len - 1 as the upper bound for
 *                            decryption with padding. Also the answer to out == NULL with
 *                            out_cap == 0, as a size query, unless nothing needs to be written
 *   MIFU_ERR_ARGUMENT_LENGTH no padding or decryption: in_len is no multiple of 16; decryption with
 *                            padding: in_len is 0; encryption: in_len is above SIZE_MAX - 16
 *   MIFU_ERR_ARGUMENT_NAME   no such padding
 *   MIFU_ERR_AUTHENTICATION  decryption: the padding is not right; out is zeroed up to in_len - 1
 *                            or out_cap, whichever is less
 * Decryption with padding succeeds whenever the message fits in out_cap, though the bytes after the
 * message, up to in_len - 1, are zeroed where there is room: it writes min(out_cap, in_len - 1)
 * bytes whatever the length of the message.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ecb_encrypt(uint8_t *out, size_t out_cap,
                                                          size_t *out_len, const mifu_sm4_key *key,
                                                          mifu_sm4_padding padding,
                                                          const uint8_t *in, size_t in_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ecb_decrypt(uint8_t *out, size_t out_cap,
                                                          size_t *out_len, const mifu_sm4_key *key,
                                                          mifu_sm4_padding padding,
                                                          const uint8_t *in, size_t in_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cbc_encrypt(uint8_t *out, size_t out_cap,
                                                          size_t *out_len, const mifu_sm4_key *key,
                                                          const uint8_t iv[MIFU_SM4_BLOCK_SIZE],
                                                          mifu_sm4_padding padding,
                                                          const uint8_t *in, size_t in_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cbc_decrypt(uint8_t *out, size_t out_cap,
                                                          size_t *out_len, const mifu_sm4_key *key,
                                                          const uint8_t iv[MIFU_SM4_BLOCK_SIZE],
                                                          mifu_sm4_padding padding,
                                                          const uint8_t *in, size_t in_len);

/* A message under way in ECB or CBC, either direction. */
typedef struct mifu_sm4_ecb {
    const mifu_sm4_key *key;
    uint32_t stage;
    uint32_t padding;
    uint32_t fill; /* bytes held back, 0 to 16 */
    uint32_t reserved;
    uint8_t held[MIFU_SM4_BLOCK_SIZE];
} mifu_sm4_ecb;

typedef struct mifu_sm4_cbc {
    const mifu_sm4_key *key;
    uint32_t stage;
    uint32_t padding;
    uint32_t fill;
    uint32_t reserved;
    uint8_t held[MIFU_SM4_BLOCK_SIZE];
    uint8_t chain[MIFU_SM4_BLOCK_SIZE]; /* the previous ciphertext block */
} mifu_sm4_cbc;

/* Starts a message. MIFU_ERR_ARGUMENT_NAME: no such padding. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ecb_encrypt_init(mifu_sm4_ecb *ecb,
                                                               const mifu_sm4_key *key,
                                                               mifu_sm4_padding padding);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ecb_decrypt_init(mifu_sm4_ecb *ecb,
                                                               const mifu_sm4_key *key,
                                                               mifu_sm4_padding padding);
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm4_cbc_encrypt_init(mifu_sm4_cbc *cbc, const mifu_sm4_key *key,
                          const uint8_t iv[MIFU_SM4_BLOCK_SIZE], mifu_sm4_padding padding);
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm4_cbc_decrypt_init(mifu_sm4_cbc *cbc, const mifu_sm4_key *key,
                          const uint8_t iv[MIFU_SM4_BLOCK_SIZE], mifu_sm4_padding padding);

/*
 * Takes in_len bytes and writes the whole blocks that are ready: at most in_len + 15 bytes.
 * Decryption with padding holds the last whole block back until _final. *out_len is set to the
 * bytes written. In place works whatever is held back, if out has the room.
 * MIFU_ERR_BUFFER: out_cap is too small, *out_len is what is needed, nothing was taken.
 * MIFU_ERR_ARGUMENT_LENGTH: in_len is above SIZE_MAX - 31; nothing was taken.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ecb_update(uint8_t *out, size_t out_cap,
                                                         size_t *out_len, mifu_sm4_ecb *ecb,
                                                         const uint8_t *in, size_t in_len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cbc_update(uint8_t *out, size_t out_cap,
                                                         size_t *out_len, mifu_sm4_cbc *cbc,
                                                         const uint8_t *in, size_t in_len);

/*
 * Writes the last bytes (encryption: 0 or 16, decryption: 0 to 15) and wipes the context.
 *   MIFU_ERR_BUFFER          out_cap is below 16 for encryption, below 15 for decryption, where
 *                            padding is added or removed; *out_len is set to that: the context is
 *                            kept, call again
 *   MIFU_ERR_ARGUMENT_LENGTH the whole input had no permitted length
 *   MIFU_ERR_AUTHENTICATION  decryption: the padding is not right
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ecb_final(uint8_t *out, size_t out_cap,
                                                        size_t *out_len, mifu_sm4_ecb *ecb);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cbc_final(uint8_t *out, size_t out_cap,
                                                        size_t *out_len, mifu_sm4_cbc *cbc);
MIFU_API void mifu_sm4_ecb_wipe(mifu_sm4_ecb *ecb);
MIFU_API void mifu_sm4_cbc_wipe(mifu_sm4_cbc *cbc);

/* ---- CFB, OFB and CTR: any length, output as long as the input (GB/T 17964 7, 8 and 9) ---- */

/*
 * One-shot; out and in have `len` bytes. CFB feeds back 128 bits, CFB8 8 bits. OFB and CTR are
 * their own inverse, so one function does both directions. All of them encrypt blocks only.
 * CTR: the counter is the whole block, big-endian, plus 1 mod 2^128 for each block; it may run over
 * from ff..ff to 00..00. Never use two messages whose counters meet under one key.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cfb_encrypt(uint8_t *out, const mifu_sm4_key *key,
                                                          const uint8_t iv[MIFU_SM4_BLOCK_SIZE],
                                                          const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cfb_decrypt(uint8_t *out, const mifu_sm4_key *key,
                                                          const uint8_t iv[MIFU_SM4_BLOCK_SIZE],
                                                          const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cfb8_encrypt(uint8_t *out, const mifu_sm4_key *key,
                                                           const uint8_t iv[MIFU_SM4_BLOCK_SIZE],
                                                           const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cfb8_decrypt(uint8_t *out, const mifu_sm4_key *key,
                                                           const uint8_t iv[MIFU_SM4_BLOCK_SIZE],
                                                           const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ofb_crypt(uint8_t *out, const mifu_sm4_key *key,
                                                        const uint8_t iv[MIFU_SM4_BLOCK_SIZE],
                                                        const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ctr_crypt(uint8_t *out, const mifu_sm4_key *key,
                                                        const uint8_t iv[MIFU_SM4_BLOCK_SIZE],
                                                        const uint8_t *in, size_t len);

/* A message under way. */
typedef struct mifu_sm4_cfb {
    const mifu_sm4_key *key;
    uint32_t stage;
    uint32_t used;                      /* bytes of the present block taken, 0 to 15 */
    uint8_t chain[MIFU_SM4_BLOCK_SIZE]; /* key stream, overwritten by ciphertext as it comes */
} mifu_sm4_cfb;

typedef struct mifu_sm4_cfb8 {
    const mifu_sm4_key *key;
    uint32_t stage;
    uint32_t reserved;
    uint8_t chain[MIFU_SM4_BLOCK_SIZE]; /* the shift register */
} mifu_sm4_cfb8;

typedef struct mifu_sm4_ofb {
    const mifu_sm4_key *key;
    uint32_t stage;
    uint32_t used;
    uint8_t chain[MIFU_SM4_BLOCK_SIZE]; /* the present block of key stream */
} mifu_sm4_ofb;

typedef struct mifu_sm4_ctr {
    const mifu_sm4_key *key;
    uint32_t stage;
    uint32_t used;
    uint64_t length;                      /* bytes taken so far */
    uint8_t counter[MIFU_SM4_BLOCK_SIZE]; /* of the next block */
    uint8_t stream[MIFU_SM4_BLOCK_SIZE];
} mifu_sm4_ctr;

MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cfb_encrypt_init(
    mifu_sm4_cfb *cfb, const mifu_sm4_key *key, const uint8_t iv[MIFU_SM4_BLOCK_SIZE]);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cfb_decrypt_init(
    mifu_sm4_cfb *cfb, const mifu_sm4_key *key, const uint8_t iv[MIFU_SM4_BLOCK_SIZE]);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cfb8_encrypt_init(
    mifu_sm4_cfb8 *cfb8, const mifu_sm4_key *key, const uint8_t iv[MIFU_SM4_BLOCK_SIZE]);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cfb8_decrypt_init(
    mifu_sm4_cfb8 *cfb8, const mifu_sm4_key *key, const uint8_t iv[MIFU_SM4_BLOCK_SIZE]);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ofb_init(mifu_sm4_ofb *ofb, const mifu_sm4_key *key,
                                                       const uint8_t iv[MIFU_SM4_BLOCK_SIZE]);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ctr_init(mifu_sm4_ctr *ctr, const mifu_sm4_key *key,
                                                       const uint8_t iv[MIFU_SM4_BLOCK_SIZE]);

/* Takes and writes `len` bytes. CTR: MIFU_ERR_LIMIT where one IV would serve 2^64 bytes or more;
 * nothing was taken. A counter value is therefore never used twice. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cfb_update(uint8_t *out, mifu_sm4_cfb *cfb,
                                                         const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cfb8_update(uint8_t *out, mifu_sm4_cfb8 *cfb8,
                                                          const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ofb_update(uint8_t *out, mifu_sm4_ofb *ofb,
                                                         const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ctr_update(uint8_t *out, mifu_sm4_ctr *ctr,
                                                         const uint8_t *in, size_t len);

/* Ends the message: nothing is left to write; wipes the context. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cfb_final(mifu_sm4_cfb *cfb);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_cfb8_final(mifu_sm4_cfb8 *cfb8);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ofb_final(mifu_sm4_ofb *ofb);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ctr_final(mifu_sm4_ctr *ctr);
MIFU_API void mifu_sm4_cfb_wipe(mifu_sm4_cfb *cfb);
MIFU_API void mifu_sm4_cfb8_wipe(mifu_sm4_cfb8 *cfb8);
MIFU_API void mifu_sm4_ofb_wipe(mifu_sm4_ofb *ofb);
MIFU_API void mifu_sm4_ctr_wipe(mifu_sm4_ctr *ctr);

/* ---- XTS: storage by data units (GB/T 17964 10, IEEE 1619) ---- */

/*
 * The two standards number the bits of the tweak differently when they double it, so everything
 * after the first block differs. There is no default.
 */
typedef enum mifu_sm4_xts_order {
    MIFU_SM4_XTS_GB = 1,  /* GB/T 17964-2021 */
    MIFU_SM4_XTS_IEEE = 2 /* IEEE 1619-2018, NIST SP 800-38E */
} mifu_sm4_xts_order;

/* The tweak of data unit number `sector`: 16 bytes, little-endian (IEEE 1619 5.1). */
MIFU_API void mifu_sm4_xts_tweak_from_sector(uint8_t tweak[MIFU_SM4_BLOCK_SIZE], uint64_t sector);

/*
 * One data unit of `len` >= 16 bytes; a last partial block steals ciphertext. The two keys must be
 * independent.
 *   MIFU_ERR_ARGUMENT_LENGTH len is below 16
 *   MIFU_ERR_ARGUMENT_NAME   no such order
 *   MIFU_ERR_LIMIT           more than 2^20 blocks in a data unit (IEEE 1619 5.1)
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_xts_encrypt(uint8_t *out, const mifu_sm4_key *key,
                                                          const mifu_sm4_key *tweak_key,
                                                          mifu_sm4_xts_order order,
                                                          const uint8_t tweak[MIFU_SM4_BLOCK_SIZE],
                                                          const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_xts_decrypt(uint8_t *out, const mifu_sm4_key *key,
                                                          const mifu_sm4_key *tweak_key,
                                                          mifu_sm4_xts_order order,
                                                          const uint8_t tweak[MIFU_SM4_BLOCK_SIZE],
                                                          const uint8_t *in, size_t len);

/* A data unit under way. Holds up to 31 bytes back, for the ciphertext stealing. */
typedef struct mifu_sm4_xts {
    const mifu_sm4_key *key;
    uint32_t stage;
    uint32_t order;
    uint32_t fill; /* bytes held back, 0 to 31 */
    uint32_t reserved;
    uint64_t length;                    /* bytes taken so far */
    uint8_t tweak[MIFU_SM4_BLOCK_SIZE]; /* of the next block, encrypted */
    uint8_t held[2 * MIFU_SM4_BLOCK_SIZE];
} mifu_sm4_xts;

/* Starts a data unit; the tweak key is not needed afterwards. MIFU_ERR_ARGUMENT_NAME. */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm4_xts_encrypt_init(mifu_sm4_xts *xts, const mifu_sm4_key *key, const mifu_sm4_key *tweak_key,
                          mifu_sm4_xts_order order, const uint8_t tweak[MIFU_SM4_BLOCK_SIZE]);
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_sm4_xts_decrypt_init(mifu_sm4_xts *xts, const mifu_sm4_key *key, const mifu_sm4_key *tweak_key,
                          mifu_sm4_xts_order order, const uint8_t tweak[MIFU_SM4_BLOCK_SIZE]);
/* Writes at most in_len + 15 bytes. MIFU_ERR_BUFFER as for CBC; MIFU_ERR_LIMIT. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_xts_update(uint8_t *out, size_t out_cap,
                                                         size_t *out_len, mifu_sm4_xts *xts,
                                                         const uint8_t *in, size_t in_len);
/* Writes the bytes held back, at most 31, and wipes. MIFU_ERR_BUFFER (the context is kept),
 * MIFU_ERR_ARGUMENT_LENGTH (the data unit is below 16 bytes). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_xts_final(uint8_t *out, size_t out_cap,
                                                        size_t *out_len, mifu_sm4_xts *xts);
MIFU_API void mifu_sm4_xts_wipe(mifu_sm4_xts *xts);

/* ---- BC, OFBNLF and HCTR (GB/T 17964 11, 12 and 13), one-shot ---- */

/*
 * BC (block chaining) and OFBNLF (output feedback with a non-linear function): whole blocks only,
 * pad beforehand. OFBNLF prepares a key for every block and is slow by design.
 * MIFU_ERR_ARGUMENT_LENGTH: len is no multiple of 16.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_bc_encrypt(uint8_t *out, const mifu_sm4_key *key,
                                                         const uint8_t iv[MIFU_SM4_BLOCK_SIZE],
                                                         const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_bc_decrypt(uint8_t *out, const mifu_sm4_key *key,
                                                         const uint8_t iv[MIFU_SM4_BLOCK_SIZE],
                                                         const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ofbnlf_encrypt(uint8_t *out, const mifu_sm4_key *key,
                                                             const uint8_t iv[MIFU_SM4_BLOCK_SIZE],
                                                             const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_ofbnlf_decrypt(uint8_t *out, const mifu_sm4_key *key,
                                                             const uint8_t iv[MIFU_SM4_BLOCK_SIZE],
                                                             const uint8_t *in, size_t len);

/*
 * HCTR, a tweakable wide block: any change of any input bit changes all output bits. `hash_key` is
 * the second, secret key. MIFU_ERR_ARGUMENT_LENGTH: len is below 16.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_hctr_encrypt(
    uint8_t *out, const mifu_sm4_key *key, const uint8_t hash_key[MIFU_SM4_BLOCK_SIZE],
    const uint8_t tweak[MIFU_SM4_BLOCK_SIZE], const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_sm4_hctr_decrypt(
    uint8_t *out, const mifu_sm4_key *key, const uint8_t hash_key[MIFU_SM4_BLOCK_SIZE],
    const uint8_t tweak[MIFU_SM4_BLOCK_SIZE], const uint8_t *in, size_t len);

#ifdef __cplusplus
}
#endif

#endif
