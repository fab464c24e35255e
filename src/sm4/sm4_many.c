/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many messages at once: up to MIFU_SM4_LANES messages, each under its own key, are kept going; all
 * run as many blocks as the shortest has left, then those that are done make room for the next. The
 * kernels see whether the lanes share their key.
 */
#include "mifu/sm4_many.h"

#include "base_state.h"
#include "base_secret.h"
#include "mifu/sm4_modes.h"
#include "sm4_block.h"
#include "sm4_check.h"
#include "sm4_kernels.h"
#include "sm4_mac_chain.h"

/* What the lanes are fed from: messages number `next` up to `end`. */
typedef struct many_source {
    uint8_t *const *out; /* NULL: only the last chaining value is wanted */
    const mifu_sm4_key *const *keys;
    const uint8_t *const *ivs; /* NULL: zeros */
    const uint8_t *const *in;
    const size_t *blocks;
    uint8_t (*chains)[16]; /* where the last chaining values go, or NULL */
    size_t next, end;
} many_source;

typedef struct many_lanes {
    uint8_t chain[MIFU_SM4_LANES][16];
    const mifu_sm4_key *key[MIFU_SM4_LANES];
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
        lanes->key[lane] = source->keys[i];
        lanes->in[lane] = source->in[i];
        lanes->out[lane] = source->out != NULL ? source->out[i] : NULL;
        lanes->left[lane] = source->blocks[i];
        lanes->item[lane] = i;
        lanes->count++;
    }
}

static void run_lanes(many_source *source)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    many_lanes lanes;

    lanes.count = 0;
    fill_lanes(&lanes, source);
    while (lanes.count > 0) {
        size_t least = lanes.left[0], kept = 0;

        for (size_t i = 1; i < lanes.count; i++)
            least = lanes.left[i] < least ? lanes.left[i] : least;
        kernels->cbc_encrypt_many(lanes.key, lanes.chain, source->out != NULL ? lanes.out : NULL,
                                  lanes.in, least, lanes.count);
        for (size_t i = 0; i < lanes.count; i++) {
            if (lanes.left[i] == least) {
                if (source->chains != NULL)
                    memcpy(source->chains[lanes.item[i]], lanes.chain[i], 16);
                continue;
            }
            if (kept != i)
                memcpy(lanes.chain[kept], lanes.chain[i], 16);
            lanes.key[kept] = lanes.key[i];
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
        many_source source = {out + i, keys + i, ivs + i, in + i, blocks, NULL, 0, 0};

        n = count - i < GROUP ? count - i : GROUP;
        for (size_t j = 0; j < n; j++)
            blocks[j] = lens[i + j] / 16;
        source.end = n;
        run_lanes(&source);
    }
    return MIFU_OK;
}

/* ---- CTR ---- */

/*
 * Messages that are put together: the counters of all their blocks, each under its message's key.
 * One of more than OWN_BLOCKS is as fast alone as among messages under other keys.
 */
#define OWN_BLOCKS 16

typedef struct many_counters {
    uint8_t block[MIFU_SM4_LANES][16];
    const mifu_sm4_key *key[MIFU_SM4_LANES];
    size_t used;
    int mixed; /* under more than one key */
} many_counters;

static size_t blocks_of(size_t len)
{
    return len / 16 + (len % 16 != 0);
}

static void add_counters(many_counters *c, const mifu_sm4_key *key, const uint8_t iv[16],
                         size_t blocks)
{
    for (size_t j = 0; j < blocks; j++) {
        memcpy(c->block[c->used], j == 0 ? iv : c->block[c->used - 1], 16);
        if (j != 0)
            mifu_sm4_counter_add(c->block[c->used], 1);
        c->mixed |= c->used != 0 && key != c->key[0];
        c->key[c->used++] = key;
    }
}

static void encrypt_counters(many_counters *c)
{
    static const uint8_t zero[16];
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    const uint8_t *zeros[MIFU_SM4_LANES];

    if (!c->mixed) {
        kernels->encrypt(c->key[0], c->block[0], c->block[0], c->used);
        return;
    }
    for (size_t i = 0; i < c->used; i++)
        zeros[i] = zero; /* a chain of one block is its encryption */
    kernels->cbc_encrypt_many(c->key, c->block, NULL, zeros, 1, c->used);
}

mifu_status mifu_sm4_ctr_crypt_many(uint8_t *const *out, const mifu_sm4_key *const *keys,
                                    const uint8_t *const *ivs, const uint8_t *const *in,
                                    const size_t *lens, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status = check(out, keys, ivs, in, lens, count, 1);
    many_counters counters;

    if (status != MIFU_OK)
        return status;
    for (size_t i = 0, first; i < count && status == MIFU_OK;) {
        size_t longest = 0;

        counters.used = 0;
        counters.mixed = 0;
        for (first = i; i < count; i++) {
            size_t n = blocks_of(lens[i]);

            longest = n > longest ? n : longest;
            if (n > MIFU_SM4_LANES - counters.used ||
                (longest > OWN_BLOCKS && counters.used != 0 && keys[i] != counters.key[0]))
                break;
            add_counters(&counters, keys[i], ivs[i], n);
        }
        if (i == first) { /* too long to share: it is its own crowd */
            status = mifu_sm4_ctr_crypt(out[i], keys[i], ivs[i], in[i], lens[i]);
            i++;
            continue;
        }
        if (counters.used != 0)
            encrypt_counters(&counters);
        for (size_t j = first, used = 0; j < i; j++) {
            if (lens[j] != 0)
                mifu_xor_bytes(out[j], in[j], counters.block[used], lens[j]);
            used += blocks_of(lens[j]);
        }
    }
    mifu_wipe(&counters, sizeof counters);
    return status;
}

/* ---- CMAC ---- */

/* What one group of messages needs until its tags are there. */
typedef struct many_cmac {
    size_t blocks[GROUP];
    uint8_t subkeys[GROUP][2][16]; /* of item j's key at [of[j]] */
    size_t of[GROUP];
    uint8_t chains[GROUP][16], last[GROUP][16];
    const uint8_t *lasts[GROUP];
} many_cmac;

/* Keys that stand side by side are the same once: their E(0) in lanes. */
static void make_subkeys(many_cmac *c, const mifu_sm4_key *const *keys, size_t n)
{
    static const uint8_t zero[16];
    const mifu_sm4_key *distinct[GROUP];
    many_source source = {NULL, distinct, NULL, c->lasts, c->blocks, c->chains, 0, 0};

    for (size_t j = 0; j < n; j++) {
        if (j == 0 || keys[j] != keys[j - 1]) {
            distinct[source.end] = keys[j];
            c->lasts[source.end] = zero;
            c->blocks[source.end++] = 1;
        }
        c->of[j] = source.end - 1;
    }
    run_lanes(&source);
    for (size_t j = 0; j < source.end; j++)
        mifu_sm4_cmac_subkeys_of(c->subkeys[j], c->chains[j]);
}

static void cmac_group(many_cmac *c, uint8_t *tags, const mifu_sm4_key *const *keys,
                       const uint8_t *const *msgs, const size_t *msg_lens, size_t n)
{
    many_source source = {NULL, keys, NULL, msgs, c->blocks, c->chains, 0, n};

    make_subkeys(c, keys, n);
    for (size_t j = 0; j < n; j++) { /* all but the last block, which is masked */
        size_t len = msg_lens[j], tail = len == 0 ? 0 : (len - 1) % 16 + 1;

        c->blocks[j] = (len - tail) / 16;
        memset(c->last[j], 0, 16);
        mifu_copy(c->last[j], msgs[j] + (len - tail), tail);
        if (tail < 16)
            c->last[j][tail] = 0x80;
        mifu_sm4_xor_block(c->last[j], c->last[j], c->subkeys[c->of[j]][tail < 16]);
    }
    run_lanes(&source);
    for (size_t j = 0; j < n; j++) { /* go on from the chains */
        mifu_sm4_xor_block(c->last[j], c->last[j], c->chains[j]);
        c->lasts[j] = c->last[j];
        c->blocks[j] = 1;
    }
    source.in = c->lasts;
    source.next = 0;
    run_lanes(&source);
    for (size_t j = 0; j < n; j++)
        memcpy(tags + 16 * j, c->chains[j], 16);
}

mifu_status mifu_sm4_cmac_many(uint8_t *tags, const mifu_sm4_key *const *keys,
                               const uint8_t *const *msgs, const size_t *msg_lens, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    many_cmac c;

    if (count == 0)
        return MIFU_OK;
    if (tags == NULL || keys == NULL || msgs == NULL || msg_lens == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i++)
        if (keys[i] == NULL || (msgs[i] == NULL && msg_lens[i] != 0))
            return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0, n; i < count; i += n) {
        n = count - i < GROUP ? count - i : GROUP;
        cmac_group(&c, tags + 16 * i, keys + i, msgs + i, msg_lens + i, n);
    }
    mifu_wipe(&c, sizeof c);
    return MIFU_OK;
}

/* ---- Keys ---- */

mifu_status mifu_sm4_key_init_many(mifu_sm4_key *keys, const uint8_t *k, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (count == 0)
        return MIFU_OK;
    if (keys == NULL || k == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (mifu_overlaps(keys, count * sizeof *keys, k, count * MIFU_SM4_KEY_SIZE))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    mifu_sm4_kernels_in_use()->key_expand_many(keys, k, count);
    mifu_mark_secret(keys, count * sizeof *keys);
    return MIFU_OK;
}
