/* SPDX-License-Identifier: Apache-2.0 */
/* The KDF of SM2 and SM9 with SM3: GB/T 32918.4 5.4.3. */
#include "base_state.h"
#include "kdf_sm3.h"

#include "base_bytes.h"
#include "base_secret.h"
#include "sm3_kernels.h"

#define LAST_COUNTER UINT32_C(0xffffffff)
#define MANY         3 /* digests from which on the lanes are worth their copies */

void mifu_kdf_sm3_init_absorbed(mifu_kdf_sm3_stream *stream, const mifu_sm3 *z)
{
    unsigned rest = (unsigned)(z->length % MIFU_SM3_BLOCK_SIZE);
    size_t end;

    memcpy(stream->state, z->state, sizeof stream->state);
    memset(stream->last, 0, sizeof stream->last);
    memcpy(stream->last, z->block, rest);
    stream->counter_at = rest;
    stream->last[rest + 4] = 0x80;
    /* Rest, counter, the one bit and the 64-bit length fit one block up to a rest of 51 bytes. */
    stream->blocks = rest + 4 + 1 + 8 <= MIFU_SM3_BLOCK_SIZE ? 1 : 2;
    end = (size_t)stream->blocks * MIFU_SM3_BLOCK_SIZE;
    mifu_store64_be(stream->last + end - 8, (z->length + 4) << 3);
    mifu_mark_secret(stream->state, sizeof stream->state);
    mifu_mark_secret(stream->last, rest);
    stream->counter = 0;
    stream->left = 0;
}

void mifu_kdf_sm3_init(mifu_kdf_sm3_stream *stream, const uint8_t *z, size_t z_len)
{
    mifu_sm3 absorbed;

    mifu_sm3_init(&absorbed);
    mifu_sm3_update(&absorbed, z, z_len);
    mifu_kdf_sm3_init_absorbed(stream, &absorbed);
    mifu_sm3_wipe(&absorbed);
}

static int within_limit(const mifu_kdf_sm3_stream *stream, size_t len)
{
    uint64_t digests = LAST_COUNTER - stream->counter;

    return (uint64_t)len <= digests * MIFU_SM3_DIGEST_SIZE + stream->left;
}

/* The blocks that end in counter number `counter`, into `last` of the stream or a copy of it. */
static void set_counter(const mifu_kdf_sm3_stream *stream, uint8_t *last, uint32_t counter)
{
    mifu_store32_be(last + stream->counter_at, counter);
}

static void store_words(uint8_t *out, const uint32_t words[8])
{
    for (size_t i = 0; i < 8; i++)
        mifu_store32_be(out + 4 * i, words[i]);
}

static void next_digest(mifu_kdf_sm3_stream *stream, uint8_t digest[MIFU_SM3_DIGEST_SIZE])
{
    uint32_t state[8];

    memcpy(state, stream->state, sizeof state);
    set_counter(stream, stream->last, ++stream->counter);
    mifu_sm3_kernels_in_use()->compress(state, stream->last, stream->blocks);
    store_words(digest, state);
    mifu_wipe(state, sizeof state);
}

/* Whole digests in the lanes of the back-end: all counters start from the same state. */
static void many_digests(mifu_kdf_sm3_stream *stream, uint8_t *out, const uint8_t *in, size_t count)
{
    const mifu_lane_set set = mifu_sm3_lane_set();
    const uint8_t *blocks[MIFU_LANES_MOST];
    struct {
        uint32_t states[MIFU_LANES_MOST][8];
        uint8_t last[MIFU_LANES_MOST][sizeof stream->last];
        uint8_t digest[MIFU_SM3_DIGEST_SIZE];
    } w;

    for (size_t i = 0; i < MIFU_LANES_MOST && i < count; i++) {
        memcpy(w.last[i], stream->last, sizeof w.last[i]);
        blocks[i] = w.last[i];
    }
    while (count > 0) {
        size_t n = count < MIFU_LANES_MOST ? count : MIFU_LANES_MOST;

        for (size_t i = 0; i < n; i++) {
            memcpy(w.states[i], stream->state, sizeof w.states[i]);
            set_counter(stream, w.last[i], ++stream->counter);
        }
        mifu_lanes_compress(w.states, &set, blocks, stream->blocks, n);
        for (size_t i = 0; i < n; i++) {
            if (in != NULL) {
                store_words(w.digest, w.states[i]);
                mifu_xor_bytes(out, in, w.digest, sizeof w.digest);
                in += sizeof w.digest;
            } else {
                store_words(out, w.states[i]);
            }
            out += sizeof w.digest;
        }
        count -= n;
    }
    mifu_wipe(&w, sizeof w);
}

/* out = in ^ stream, or the stream itself where `in` is NULL. */
static mifu_status produce(mifu_kdf_sm3_stream *stream, uint8_t *out, const uint8_t *in, size_t len)
{
    if (!within_limit(stream, len))
        return MIFU_ERR_LIMIT;
    while (len > 0) {
        const uint8_t *from;
        size_t take;

        if (stream->left == 0 && len >= MANY * sizeof stream->output) {
            size_t whole = len / sizeof stream->output;

            many_digests(stream, out, in, whole);
            take = whole * sizeof stream->output;
            if (in != NULL)
                in += take;
            out += take;
            len -= take;
            continue;
        }
        if (stream->left == 0) {
            next_digest(stream, stream->output);
            stream->left = sizeof stream->output;
        }
        from = stream->output + sizeof stream->output - stream->left;
        take = len < stream->left ? len : stream->left;
        if (in != NULL) {
            mifu_xor_bytes(out, in, from, take);
            in += take;
        } else {
            memcpy(out, from, take);
        }
        out += take;
        len -= take;
        stream->left -= (unsigned)take;
    }
    return MIFU_OK;
}

mifu_status mifu_kdf_sm3_squeeze(mifu_kdf_sm3_stream *stream, uint8_t *out, size_t len)
{
    return produce(stream, out, NULL, len);
}

mifu_status mifu_kdf_sm3_xor(mifu_kdf_sm3_stream *stream, uint8_t *out, const uint8_t *in,
                             size_t len)
{
    return produce(stream, out, in, len);
}

void mifu_kdf_sm3_wipe(mifu_kdf_sm3_stream *stream)
{
    mifu_wipe(stream, sizeof *stream);
}

mifu_status mifu_kdf_sm3(uint8_t *out, size_t out_len, const uint8_t *z, size_t z_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_kdf_sm3_stream stream;
    mifu_status status;

    if ((uint64_t)out_len > (uint64_t)LAST_COUNTER * MIFU_SM3_DIGEST_SIZE)
        return MIFU_ERR_ARGUMENT_LENGTH;
    mifu_kdf_sm3_init(&stream, z, z_len);
    status = mifu_kdf_sm3_squeeze(&stream, out, out_len);
    mifu_kdf_sm3_wipe(&stream);
    mifu_wipe_stack_2k();
    return status;
}
