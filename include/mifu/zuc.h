/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ZUC, the stream cipher of GM/T 0001 (GB/T 33133): ZUC-128 with the confidentiality and integrity
 * algorithms of mobile networks, 128-EEA3 and 128-EIA3 (3GPP TS 35.221 to 35.223), and ZUC-256 with
 * its MAC (the design paper "The ZUC-256 Stream Cipher" and its addendum on IVs of 128 bits).
 *
 * The key stream is its words z1, z2, ... most significant byte first.
 * NEVER use one IV (one COUNT, BEARER and DIRECTION) twice under a key, and check a MAC before
 * using what was encrypted: a stream cipher alone lets anybody flip bits of the text.
 *
 * Secret: keys, texts, key stream, contexts, and MACs while they are compared. Public: IVs, COUNT,
 * BEARER, DIRECTION, lengths. Constant time except for what is public. Nothing is allocated.
 * Pointers: text and message may be NULL where their length is 0; everything else must not be
 * NULL. Text may be encrypted in place; otherwise output and input must not overlap. Functions that
 * return a mifu_status may return MIFU_ERR_ARGUMENT_NULL and MIFU_ERR_ARGUMENT_OVERLAP, and those
 * of contexts MIFU_ERR_ARGUMENT_STATE where the context has not been started or is finished; this
 * is not repeated. After an error nothing was written unless the function says otherwise.
 * Lengths in bits: bit 0 of a message is the highest bit of its first byte; the bits of the last
 * byte behind the length are ignored in inputs and zero in outputs.
 * Threads: different objects in any thread; one object in one thread at a time.
 */
#ifndef MIFU_ZUC_H
#define MIFU_ZUC_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIFU_ZUC_KEY_SIZE    16 /* bytes: ZUC-128, EEA3, EIA3 */
#define MIFU_ZUC_IV_SIZE     16 /* bytes: ZUC-128 */
#define MIFU_ZUC256_KEY_SIZE 32 /* bytes */

/*
 * The forms of an IV of ZUC-256, told apart by their length in bytes. The paper has 17 values of 8
 * bits and then 8 of 6 bits: packed, most significant bit first, or one value in each byte. The
 * addendum has 16 bytes, other constants and more rounds: another key stream for the same bytes.
 */
#define MIFU_ZUC256_IV_SIZE          23
#define MIFU_ZUC256_IV_SIZE_UNPACKED 25
#define MIFU_ZUC256_IV_SIZE_ADDENDUM 16

#define MIFU_ZUC_EIA3_MAC_SIZE 4  /* bytes */
#define MIFU_ZUC_MAC_SIZE_MAX  16 /* bytes: the longest tag of ZUC-256 */

/* ---- Key stream and encryption. Encryption and decryption are the same. ---- */

/* The registers of the cipher: 16 cells of 31 bits, and R1 and R2. Fields private. */
typedef struct mifu_zuc_state {
    uint32_t cells[16];
    uint32_t r[2];
} mifu_zuc_state;

/* A stream under way. Equivalent to the key: wipe it. Plain assignment copies it. Fields private.
 */
typedef struct mifu_zuc {
    mifu_zuc_state state;
    uint32_t stage;
    uint32_t left;     /* unused bytes of the word below, its last ones */
    uint8_t stream[4]; /* the last word of the key stream */
} mifu_zuc;

/* Starts ZUC-128. */
MIFU_API void mifu_zuc_init(mifu_zuc *zuc, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                            const uint8_t iv[MIFU_ZUC_IV_SIZE]);
/*
 * Starts ZUC-256 with an IV of 23, 25 or 16 bytes as above.
 *   MIFU_ERR_ARGUMENT_LENGTH no such length
 *   MIFU_ERR_RANGE           25 bytes: one of the last eight is above 63
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc256_init(mifu_zuc *zuc,
                                                      const uint8_t key[MIFU_ZUC256_KEY_SIZE],
                                                      const uint8_t *iv, size_t iv_len);
/* out = in xor the next `len` bytes of the key stream; pieces of any length make one text. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_update(uint8_t *out, mifu_zuc *zuc, const uint8_t *in,
                                                     size_t len);
/* The next `len` bytes of the key stream itself. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_keystream(uint8_t *out, mifu_zuc *zuc, size_t len);
/*
 * Passes over `len` bytes of the key stream. ZUC has no way to jump: this takes about as long as
 * using them. For a way back, copy the context beforehand.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_skip(mifu_zuc *zuc, uint64_t len);
/* Ends a stream: zeroes the context. */
MIFU_API void mifu_zuc_wipe(mifu_zuc *zuc);

/* One-shot: out = in, `len` bytes, encrypted with ZUC-128 or ZUC-256. Errors as of the above. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_encrypt(uint8_t *out,
                                                      const uint8_t key[MIFU_ZUC_KEY_SIZE],
                                                      const uint8_t iv[MIFU_ZUC_IV_SIZE],
                                                      const uint8_t *in, size_t len);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc256_encrypt(uint8_t *out,
                                                         const uint8_t key[MIFU_ZUC256_KEY_SIZE],
                                                         const uint8_t *iv, size_t iv_len,
                                                         const uint8_t *in, size_t len);

/* ---- 128-EEA3 and 128-EIA3: GM/T 0001.2 and 0001.3 ---- */

/*
 * 128-EEA3: encrypts or decrypts `bits` bits, (bits + 7) / 8 bytes in and out.
 *   MIFU_ERR_RANGE bearer is above 31, or direction above 1
 *   MIFU_ERR_LIMIT bits is above 2^32 - 1
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_eea3(uint8_t *out,
                                                   const uint8_t key[MIFU_ZUC_KEY_SIZE],
                                                   uint32_t count, unsigned bearer,
                                                   unsigned direction, const uint8_t *in,
                                                   uint64_t bits);

/* 128-EIA3: mac = the MAC of `bits` bits. Errors as of mifu_zuc_eea3(). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_eia3(uint8_t mac[MIFU_ZUC_EIA3_MAC_SIZE],
                                                   const uint8_t key[MIFU_ZUC_KEY_SIZE],
                                                   uint32_t count, unsigned bearer,
                                                   unsigned direction, const uint8_t *msg,
                                                   uint64_t bits);
/* Compares in constant time: MIFU_OK, MIFU_INVALID, or an error of mifu_zuc_eia3(). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_eia3_verify(
    const uint8_t key[MIFU_ZUC_KEY_SIZE], uint32_t count, unsigned bearer, unsigned direction,
    const uint8_t *msg, uint64_t bits, const uint8_t mac[MIFU_ZUC_EIA3_MAC_SIZE]);

/* ---- MAC of ZUC-256 ---- */

/*
 * tag = the MAC of `bits` bits. tag_len is 4, 8 or 16 bytes; each is an algorithm of its own, none
 * is the beginning of another.
 *   MIFU_ERR_ARGUMENT_LENGTH tag_len, or iv_len is not 23 or 25 (the addendum has no MAC)
 *   MIFU_ERR_RANGE           as of mifu_zuc256_init()
 *   MIFU_ERR_LIMIT           bits is above 2^61 - 1
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc256_mac(uint8_t *tag, size_t tag_len,
                                                     const uint8_t key[MIFU_ZUC256_KEY_SIZE],
                                                     const uint8_t *iv, size_t iv_len,
                                                     const uint8_t *msg, uint64_t bits);
/* Compares in constant time: MIFU_OK, MIFU_INVALID, or an error of mifu_zuc256_mac(). */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc256_mac_verify(const uint8_t key[MIFU_ZUC256_KEY_SIZE],
                                                            const uint8_t *iv, size_t iv_len,
                                                            const uint8_t *msg, uint64_t bits,
                                                            const uint8_t *tag, size_t tag_len);

/* ---- Either MAC, streaming ---- */

/* A message under way. Wipe it where it is not finished. Plain assignment copies it. */
typedef struct mifu_zuc_mac {
    mifu_zuc_state state;
    uint32_t stage;
    uint32_t tag_words;
    uint32_t fill; /* bytes held back, 0 to 3 */
    uint32_t tag[4];
    uint8_t window[20]; /* tag_words + 1 words of the key stream, from the present position */
    uint8_t held[4];
} mifu_zuc_mac;

/* Start a message. Errors as of the one-shot functions. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_eia3_init(mifu_zuc_mac *mac,
                                                        const uint8_t key[MIFU_ZUC_KEY_SIZE],
                                                        uint32_t count, unsigned bearer,
                                                        unsigned direction);
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc256_mac_init(mifu_zuc_mac *mac,
                                                          const uint8_t key[MIFU_ZUC256_KEY_SIZE],
                                                          const uint8_t *iv, size_t iv_len,
                                                          size_t tag_len);
/* Appends `len` whole bytes. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_mac_update(mifu_zuc_mac *mac, const uint8_t *msg,
                                                         size_t len);
/*
 * Appends the highest `last_bits` bits, 0 to 7, of the byte `last`, writes the tag (4 bytes for
 * EIA3, tag_len of _init for ZUC-256) and wipes the context. MIFU_ERR_RANGE: last_bits is above 7;
 * the context stays as it was.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_zuc_mac_final(uint8_t *tag, mifu_zuc_mac *mac,
                                                        uint8_t last, unsigned last_bits);
MIFU_API void mifu_zuc_mac_wipe(mifu_zuc_mac *mac);

#ifdef __cplusplus
}
#endif

#endif
