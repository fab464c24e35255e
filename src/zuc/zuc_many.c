/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encryption of many messages at once. All lanes run as many pieces of 64 bytes as the shortest has
 * left; the last piece of a message, which may be shorter, is done in a buffer of its lane.
 */
#include "mifu/zuc_many.h"

#include "base_bytes.h"
#include "base_secret.h"
#include "base_state.h"
#include "zuc_feed.h"

#define PIECE 64
#define RUN   16 /* pieces at a time where a lane is idle and writes to nowhere */

typedef struct texts {
    uint8_t *const *out;
    const uint8_t *const *in;
    const size_t *lens;   /* in bytes, or NULL: */
    const uint64_t *bits; /* in bits */
} texts;

typedef struct encryption {
    mifu_zuc_lanes lanes;
    size_t item[MIFU_ZUC_LANES_MOST];
    size_t done[MIFU_ZUC_LANES_MOST]; /* bytes */
    size_t len[MIFU_ZUC_LANES_MOST];
    uint8_t last[MIFU_ZUC_LANES_MOST][PIECE];
    uint8_t nowhere[PIECE * RUN];
} encryption;

static size_t length_of(const texts *t, size_t item)
{
    return t->lens != NULL ? t->lens[item] : (size_t)((t->bits[item] + 7) / 8);
}

/* The bits of the last byte behind the length are zero. */
static void cut(const texts *t, size_t item)
{
    if (t->bits != NULL && t->bits[item] % 8 != 0)
        t->out[item][t->bits[item] / 8] &= (uint8_t)(0xff00U >> t->bits[item] % 8);
}

/* Gives messages to idle lanes; the number of lanes with one. */
static unsigned fill(encryption *e, mifu_zuc_feed *feed, const texts *t)
{
    unsigned lanes = mifu_zuc_kernels_in_use()->lanes, active = 0;

    for (unsigned l = 0; l < lanes; l++) {
        while (e->item[l] == MIFU_ZUC_NO_ITEM) {
            e->item[l] = mifu_zuc_feed_lane(&e->lanes, l, feed);
            if (e->item[l] == MIFU_ZUC_NO_ITEM)
                break;
            e->done[l] = 0;
            e->len[l] = length_of(t, e->item[l]);
            if (e->len[l] == 0)
                e->item[l] = MIFU_ZUC_NO_ITEM;
        }
        active += e->item[l] != MIFU_ZUC_NO_ITEM;
    }
    return active;
}

/* How many pieces all lanes can do: at least one, the last one of a message counting as one. */
static size_t pieces_of(const encryption *e, unsigned lanes)
{
    size_t pieces = SIZE_MAX;

    for (unsigned l = 0; l < lanes; l++) {
        size_t left = e->item[l] == MIFU_ZUC_NO_ITEM ? RUN : (e->len[l] - e->done[l]) / PIECE;

        pieces = left < pieces ? left : pieces;
    }
    return pieces > 0 ? pieces : 1;
}

static void step(encryption *e, const texts *t)
{
    const mifu_zuc_kernels *kernels = mifu_zuc_kernels_in_use();
    uint8_t *out[MIFU_ZUC_LANES_MOST];
    const uint8_t *in[MIFU_ZUC_LANES_MOST];
    size_t pieces = pieces_of(e, kernels->lanes);

    for (unsigned l = 0; l < kernels->lanes; l++) {
        size_t item = e->item[l];

        if (item == MIFU_ZUC_NO_ITEM) {
            in[l] = out[l] = e->nowhere;
        } else if (e->len[l] - e->done[l] < PIECE) {
            memcpy(e->last[l], t->in[item] + e->done[l], e->len[l] - e->done[l]);
            in[l] = out[l] = e->last[l];
        } else {
            in[l] = t->in[item] + e->done[l];
            out[l] = t->out[item] + e->done[l];
        }
    }
    kernels->lanes_crypt(out, &e->lanes, in, pieces);
    for (unsigned l = 0; l < kernels->lanes; l++) {
        size_t item = e->item[l], left = e->len[l] - e->done[l];

        if (item == MIFU_ZUC_NO_ITEM)
            continue;
        if (left < PIECE)
            memcpy(t->out[item] + e->done[l], e->last[l], left);
        e->done[l] += left < PIECE ? left : PIECE * pieces;
        if (e->done[l] == e->len[l]) {
            cut(t, item);
            e->item[l] = MIFU_ZUC_NO_ITEM;
        }
    }
}

/* A message alone, from `done` on. */
static void finish_one(mifu_zuc *zuc, const texts *t, size_t item, size_t done)
{
    zuc->left = 0;
    zuc->stage = MIFU_ZUC_STAGE_STREAM;
    (void)!mifu_zuc_update(t->out[item] + done, zuc, t->in[item] + done, length_of(t, item) - done);
    cut(t, item);
}

static void encrypt(mifu_zuc_feed *feed, const texts *t)
{
    unsigned lanes = mifu_zuc_kernels_in_use()->lanes, active;
    encryption e;
    mifu_zuc zuc;

    if (lanes == 0 || feed->end < MIFU_ZUC_LANES_FEWEST) {
        for (size_t i = 0; i < feed->end; i++) {
            if (length_of(t, i) == 0)
                continue;
            mifu_zuc_feed_one(&zuc.state, feed, i);
            finish_one(&zuc, t, i, 0);
        }
        mifu_zuc_wipe(&zuc);
        return;
    }
    memset(&e, 0, sizeof e);
    for (unsigned l = 0; l < lanes; l++)
        e.item[l] = MIFU_ZUC_NO_ITEM;
    while ((active = fill(&e, feed, t)) >= MIFU_ZUC_LANES_FEWEST)
        step(&e, t);
    for (unsigned l = 0; active > 0 && l < lanes; l++) {
        if (e.item[l] == MIFU_ZUC_NO_ITEM)
            continue;
        mifu_zuc_feed_take(&zuc.state, &e.lanes, l);
        finish_one(&zuc, t, e.item[l], e.done[l]);
    }
    mifu_zuc_wipe(&zuc);
    mifu_wipe(&e, sizeof e);
}

static mifu_status check(const mifu_zuc_feed *feed, const texts *t, size_t count)
{
    mifu_status status;

    if (feed->keys == NULL || (feed->ivs == NULL && feed->parameters == NULL) || t->out == NULL ||
        t->in == NULL || (t->lens == NULL && t->bits == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < count; i++) {
        if (t->bits != NULL && t->bits[i] > MIFU_ZUC_3GPP_BITS_MAX)
            return MIFU_ERR_LIMIT;
        if ((t->out[i] == NULL || t->in[i] == NULL) && length_of(t, i) != 0)
            return MIFU_ERR_ARGUMENT_NULL;
        if (mifu_overlaps_badly(t->out[i], length_of(t, i), t->in[i], length_of(t, i)))
            return MIFU_ERR_ARGUMENT_OVERLAP;
        status = mifu_zuc_feed_check(feed, i);
        if (status != MIFU_OK)
            return status;
    }
    return MIFU_OK;
}

static mifu_status run(mifu_zuc_feed *feed, const texts *t, size_t count)
{
    mifu_status status = count == 0 ? MIFU_OK : check(feed, t, count);

    if (status == MIFU_OK && count > 0) {
        feed->end = count;
        encrypt(feed, t);
    }
    mifu_wipe(feed, sizeof *feed);
    mifu_wipe_stack_8k();
    return status;
}

mifu_status mifu_zuc_encrypt_many(uint8_t *const *out, const uint8_t *const *keys,
                                  const uint8_t *const *ivs, const uint8_t *const *in,
                                  const size_t *lens, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_zuc_feed feed = {.keys = keys, .ivs = ivs};
    const texts t = {out, in, lens, NULL};

    return run(&feed, &t, count);
}

mifu_status mifu_zuc256_encrypt_many(uint8_t *const *out, const uint8_t *const *keys,
                                     const uint8_t *const *ivs, size_t iv_len,
                                     const uint8_t *const *in, const size_t *lens, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_zuc_feed feed = {.keys = keys, .ivs = ivs, .iv_len = iv_len};
    const texts t = {out, in, lens, NULL};

    if (iv_len == 0)
        return MIFU_ERR_ARGUMENT_LENGTH;
    return run(&feed, &t, count);
}

mifu_status mifu_zuc_eea3_many(uint8_t *const *out, const uint8_t *const *keys,
                               const mifu_zuc_3gpp *parameters, const uint8_t *const *in,
                               const uint64_t *bits, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_zuc_feed feed = {.keys = keys, .parameters = parameters};
    const texts t = {out, in, NULL, bits};

    return run(&feed, &t, count);
}
