/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The KDF of SM2 and SM9 as a stream: GB/T 32918.4 5.4.3. Encryption xors it into messages of any
 * length without a buffer for the key stream. The whole blocks of Z are hashed once; each 32 bytes
 * then cost the one or two blocks that hold the rest of Z, the counter and the padding.
 */
#ifndef MIFU_KDF_SM3_H
#define MIFU_KDF_SM3_H

#include "mifu/kdf.h"

typedef struct mifu_kdf_sm3_stream {
    uint32_t state[8];  /* after the whole blocks of Z */
    uint8_t last[128];  /* rest of Z, counter, padding: one or two blocks */
    uint8_t output[32]; /* the digest that is being handed out */
    uint32_t counter;   /* of that digest; 0 before the first */
    unsigned counter_at;
    unsigned blocks; /* in last */
    unsigned left;   /* bytes of output not handed out yet, at its end */
} mifu_kdf_sm3_stream;

/* Starts with Z of z_len bytes, or with a hash that has absorbed Z, in parts if need be. */
void mifu_kdf_sm3_init(mifu_kdf_sm3_stream *stream, const uint8_t *z, size_t z_len);
void mifu_kdf_sm3_init_absorbed(mifu_kdf_sm3_stream *stream, const mifu_sm3 *z);

/*
 * The next len bytes of the stream; out = in ^ the next len bytes (out may be in exactly).
 * MIFU_ERR_LIMIT: beyond 32 * (2^32 - 1) bytes; nothing written.
 */
MIFU_MUST_CHECK mifu_status mifu_kdf_sm3_squeeze(mifu_kdf_sm3_stream *stream, uint8_t *out,
                                                 size_t len);
MIFU_MUST_CHECK mifu_status mifu_kdf_sm3_xor(mifu_kdf_sm3_stream *stream, uint8_t *out,
                                             const uint8_t *in, size_t len);

void mifu_kdf_sm3_wipe(mifu_kdf_sm3_stream *stream);

#endif
