/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many chained messages at once: up to MIFU_SM4_LANES messages under one key are kept going; all
 * run as many blocks as the shortest has left, then those that are done make room for the next.
 */
#include "mifu/sm4_many.h"

#include "base_state.h"
#include "base_secret.h"
#include "mifu/sm4_modes.h"
#include "sm4_block.h"
#include "sm4_check.h"
#include "sm4_kernels.h"
#include "sm4_mac_chain.h"

/* What the lanes are fed from: messages number `next` up to `end`, all under one key. */
typedef struct many_source {
    uint8_t *const *out; /* NULL: only the last chaining value is wanted */
    const uint8_t *const *ivs;
    const uint8_t *const *in;
    const size_t *blocks;
    uint8_t (*chains)[16]; /* where the last chaining values go, or NULL */
    size_t next, end;
} many_source;

typedef struct many_lanes {
    uint8_t chain[MIFU_SM4_LANES][16];
    const uint8_t *in[MIFU_SM4_LANES];
    uint8_t *out[MIFU_SM4_LANES];
    size_t left[MIFU_SM4_LANES]; /* blocks */
    size_t item[MIFU_SM4_LANES];
    size_t count;
} many_lanes;

static void fill_lanes(many_lanes *lanes, many_source *source)
{
    for (; lanes->count < MIFU_SM4_LANES && source->next < source->end; source->next++) {
        size_t i = source->next, lane = lanes->count;

        if (source->blocks[i] == 0) {
            if (source->chains != NULL)
                memset(source->chains[i], 0, 16);
            continue;
        }
        if (source->ivs != NULL)
            memcpy(lanes->chain[lane], source->ivs[i], 16);
        else
            memset(lanes->chain[lane], 0, 16);
        lanes->in[lane] = source->in[i];
        lanes->out[lane] = source->out != NULL ? source->out[i] : NULL;
        lanes->left[lane] = source->blocks[i];
        lanes->item[lane] = i;
        lanes->count++;
    }
}

static void run_lanes(const mifu_sm4_key *key, many_source *source)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    many_lanes lanes;

    lanes.count = 0;
    fill_lanes(&lanes, source);
    while (lanes.count > 0) {
        size_t least = lanes.left[0], kept = 0;

        for (size_t i = 1; i < lanes.count; i++)
            least = lanes.left[i] < least ? lanes.left[i] : least;
        kernels->cbc_encrypt_many(key, lanes.chain, source->out != NULL ? lanes.out : NULL,
                                  lanes.in, least, lanes.count);
        for (size_t i = 0; i < lanes.count; i++) {
            if (lanes.left[i] == least) {
                if (source->chains != NULL)
                    memcpy(source->chains[lanes.item[i]], lanes.chain[i], 16);
                continue;
            }
            if (kept != i)
                memcpy(lanes.chain[kept], lanes.chain[i], 16);
            lanes.in[kept] = lanes.in[i] + 16 * least;
            lanes.out[kept] = source->out != NULL ? lanes.out[i] + 16 * least : NULL;
            lanes.left[kept] = lanes.left[i] - least;
            lanes.item[kept] = lanes.item[i];
            kept++;
        }
        lanes.count = kept;
        fill_lanes(&lanes, source);
    }
    mifu_wipe(&lanes, sizeof lanes);
}

/* Items i, i + 1, ... that share the key of item i. */
static size_t same_key(const mifu_sm4_key *const *keys, size_t i, size_t count)
{
    size_t end = i + 1;

    while (end < count && keys[end] == keys[i])
        end++;
    return end;
}

/* Works through items in groups of this many, so that lists of lengths fit on the stack. */
#define GROUP 256

static mifu_status check(uint8_t *const *out, const mifu_sm4_key *const *keys,
                         const uint8_t *const *ivs, const uint8_t *const *in, const size_t *lens,
                         size_t count, size_t granularity)
{
    if (count == 0)
        return MIFU_OK;
    if (out == NULL || keys == NULL || ivs == NULL || in == NULL || lens == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i++) {
        mifu_status status = mifu_sm4_check_text(out[i], in[i], lens[i]);

        if (status == MIFU_OK && (keys[i] == NULL || ivs[i] == NULL))
            status = MIFU_ERR_ARGUMENT_NULL;
        if (status == MIFU_OK && lens[i] % granularity != 0)
            status = MIFU_ERR_ARGUMENT_LENGTH;
        if (status != MIFU_OK)
            return status;
    }
    return MIFU_OK;
}

mifu_status mifu_sm4_cbc_encrypt_many(uint8_t *const *out, const mifu_sm4_key *const *keys,
                                      const uint8_t *const *ivs, const uint8_t *const *in,
                                      const size_t *lens, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status = check(out, keys, ivs, in, lens, count, 16);
    size_t blocks[GROUP];

    if (status != MIFU_OK)
        return status;
    for (size_t i = 0, n; i < count; i += n) {
        many_source source = {out + i, ivs + i, in + i, blocks, NULL, 0, 0};

        n = same_key(keys, i, count) - i;
        n = n < GROUP ? n : GROUP;
        for (size_t j = 0; j < n; j++)
            blocks[j] = lens[i + j] / 16;
        source.end = n;
        run_lanes(keys[i], &source);
    }
    return MIFU_OK;
}

mifu_status mifu_sm4_ctr_crypt_many(uint8_t *const *out, const mifu_sm4_key *const *keys,
                                    const uint8_t *const *ivs, const uint8_t *const *in,
                                    const size_t *lens, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    mifu_status status = check(out, keys, ivs, in, lens, count, 1);
    uint8_t stream[16 * MIFU_SM4_LANES];

    if (status != MIFU_OK)
        return status;
    /* Messages that fit are put together: one call of the kernel for all their counters. */
    for (size_t i = 0; i < count;) {
        size_t first = i, used = 0;

        for (; i < count && keys[i] == keys[first]; i++) {
            size_t n = lens[i] / 16 + (lens[i] % 16 != 0);

            if (n > MIFU_SM4_LANES - used)
                break;
            if (n == 0)
                continue;
            memcpy(stream + 16 * used, ivs[i], 16);
            for (size_t j = 1; j < n; j++) {
                memcpy(stream + 16 * (used + j), stream + 16 * (used + j - 1), 16);
                mifu_sm4_counter_add(stream + 16 * (used + j), 1);
            }
            used += n;
        }
        if (i == first) { /* too long to share: it is its own crowd */
            status = mifu_sm4_ctr_crypt(out[i], keys[i], ivs[i], in[i], lens[i]);
            if (status != MIFU_OK)
                return status;
            i++;
            continue;
        }
        if (used == 0)
            continue;
        kernels->encrypt(keys[first], stream, stream, used);
        used = 0;
        for (size_t j = first; j < i; j++) {
            if (lens[j] == 0)
                continue;
            mifu_xor_bytes(out[j], in[j], stream + 16 * used, lens[j]);
            used += lens[j] / 16 + (lens[j] % 16 != 0);
        }
    }
    mifu_wipe(stream, sizeof stream);
    return MIFU_OK;
}

mifu_status mifu_sm4_cmac_many(uint8_t *tags, const mifu_sm4_key *const *keys,
                               const uint8_t *const *msgs, const size_t *msg_lens, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    size_t blocks[GROUP];

    if (count == 0)
        return MIFU_OK;
    if (tags == NULL || keys == NULL || msgs == NULL || msg_lens == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i++)
        if (keys[i] == NULL || (msgs[i] == NULL && msg_lens[i] != 0))
            return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0, n; i < count; i += n) {
        uint8_t chains[GROUP][16], last[GROUP][16];
        uint8_t subkey[2][16] = {{0}, {0}};
        const uint8_t *lasts[GROUP];
        many_source source = {NULL, NULL, msgs + i, blocks, chains, 0, 0};

        n = same_key(keys, i, count) - i;
        n = n < GROUP ? n : GROUP;
        source.end = n;
        mifu_sm4_cmac_subkeys(subkey, keys[i]);
        for (size_t j = 0; j < n; j++) { /* all but the last block, which is masked */
            size_t len = msg_lens[i + j], tail = len == 0 ? 0 : (len - 1) % 16 + 1;

            blocks[j] = (len - tail) / 16;
            memset(last[j], 0, 16);
            mifu_copy(last[j], msgs[i + j] + (len - tail), tail);
            if (tail < 16)
                last[j][tail] = 0x80;
            mifu_sm4_xor_block(last[j], last[j], subkey[tail < 16]);
        }
        run_lanes(keys[i], &source);
        for (size_t j = 0; j < n; j++) {
            lasts[j] = last[j];
            blocks[j] = 1;
        }
        source.in = lasts;
        source.ivs = NULL;
        source.next = 0;
        for (size_t j = 0; j < n; j++) /* go on from the chains */
            mifu_sm4_xor_block(last[j], last[j], chains[j]);
        run_lanes(keys[i], &source);
        for (size_t j = 0; j < n; j++)
            memcpy(tags + 16 * (i + j), chains[j], 16);
        mifu_wipe(chains, sizeof chains);
        mifu_wipe(last, sizeof last);
        mifu_wipe(subkey, sizeof subkey);
    }
    return MIFU_OK;
}
