/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The MACs of many messages at once. The key stream comes for all lanes side by side, as much as
 * the one with the least to do wants; each lane then sums up its message, and keeps the words that
 * the next position needs again.
 */
#include "mifu/zuc_many.h"

#include "base_bytes.h"
#include "base_secret.h"
#include "base_state.h"
#include "zuc_feed.h"

#define UNIT 16 /* words, of key stream at a time */
#define MOST 8  /* units between two sums */

typedef struct macs {
    uint8_t *tags;
    const uint8_t *const *msgs;
    const uint64_t *bits;
    unsigned tag_words;
    uint32_t stage;
} macs;

typedef struct lane {
    size_t item;
    size_t done;   /* bytes of the message */
    unsigned held; /* words of key stream at the beginning of the stream */
    uint32_t tag[4];
    /* The words held, new ones, and four bytes that sum() may read. */
    uint8_t stream[MIFU_ZUC_WINDOW + 4 * UNIT * MOST + 4];
} lane;

typedef struct calculation {
    mifu_zuc_lanes lanes;
    lane lane[MIFU_ZUC_LANES_MOST];
    uint8_t nowhere[4 * UNIT * MOST];
} calculation;

static unsigned fill(calculation *c, mifu_zuc_feed *feed)
{
    unsigned lanes = mifu_zuc_kernels_in_use()->lanes, active = 0;

    for (unsigned l = 0; l < lanes; l++) {
        lane *a = &c->lane[l];

        if (a->item == MIFU_ZUC_NO_ITEM) {
            a->item = mifu_zuc_feed_lane(&c->lanes, l, feed);
            a->done = 0;
            a->held = 0;
            memset(a->tag, 0, sizeof a->tag);
        }
        active += a->item != MIFU_ZUC_NO_ITEM;
    }
    return active;
}

/* Whole words of the message that are left. */
static size_t words_left(const macs *m, const lane *a)
{
    return (size_t)(m->bits[a->item] / 32) - a->done / 4;
}

/* The units of key stream that all lanes want, at least one and at most MOST. */
static size_t units_of(const calculation *c, const macs *m, unsigned lanes)
{
    size_t units = MOST;

    for (unsigned l = 0; l < lanes; l++) {
        const lane *a = &c->lane[l];
        size_t n;

        if (a->item == MIFU_ZUC_NO_ITEM)
            continue;
        n = words_left(m, a) / UNIT + 1;
        units = n < units ? n : units;
    }
    return units;
}

/* The end of a message whose key stream begins at p: what zuc_mac.c does in mifu_zuc_mac_final().
 */
static void finish(lane *a, const macs *m, const uint8_t *p)
{
    const mifu_zuc_kernels *kernels = mifu_zuc_kernels_in_use();
    unsigned bits = (unsigned)(m->bits[a->item] % 32);
    const uint8_t *msg = m->msgs[a->item];
    uint8_t end[4] = {0}, *tag = m->tags + a->item * 4 * m->tag_words;

    for (unsigned i = 0; i < (bits + 7) / 8; i++)
        end[i] = msg[a->done + i];
    end[bits / 8] = (uint8_t)((end[bits / 8] & 0xff00U >> bits % 8) | 0x80U >> bits % 8);
    kernels->sum(a->tag, m->tag_words, p, end, 1);
    if (m->stage == MIFU_ZUC_STAGE_EIA3)
        a->tag[0] ^= mifu_load32_be(p + (bits == 0 ? 4 : 8));
    for (unsigned w = 0; w < m->tag_words; w++)
        mifu_store32_be(tag + 4 * w, a->tag[w]);
    mifu_wipe(end, sizeof end);
    a->item = MIFU_ZUC_NO_ITEM;
}

/* A lane has `count` new words of key stream. */
static void take(lane *a, const macs *m, size_t count)
{
    const mifu_zuc_kernels *kernels = mifu_zuc_kernels_in_use();
    uint8_t *p = a->stream;
    size_t left = words_left(m, a), n;

    count += a->held;
    if (a->held == 0 && m->stage == MIFU_ZUC_STAGE_MAC256) {
        for (unsigned w = 0; w < m->tag_words; w++)
            a->tag[w] = mifu_load32_be(p + 4 * w);
        p += 4 * m->tag_words;
        count -= m->tag_words;
    }
    n = count - (m->tag_words + 1); /* words of message for which the key stream is there */
    if (left < n) {
        if (left > 0)
            kernels->sum(a->tag, m->tag_words, p, m->msgs[a->item] + a->done, left);
        a->done += 4 * left;
        finish(a, m, p + 4 * left);
        return;
    }
    kernels->sum(a->tag, m->tag_words, p, m->msgs[a->item] + a->done, n);
    a->done += 4 * n;
    a->held = m->tag_words + 1;
    memmove(a->stream, p + 4 * n, 4 * (size_t)a->held);
}

static void step(calculation *c, const macs *m)
{
    const mifu_zuc_kernels *kernels = mifu_zuc_kernels_in_use();
    uint8_t *out[MIFU_ZUC_LANES_MOST];
    size_t units = units_of(c, m, kernels->lanes);

    for (unsigned l = 0; l < kernels->lanes; l++)
        out[l] = c->lane[l].item == MIFU_ZUC_NO_ITEM ? c->nowhere
                                                     : c->lane[l].stream + 4 * c->lane[l].held;
    kernels->lanes_crypt(out, &c->lanes, NULL, units);
    for (unsigned l = 0; l < kernels->lanes; l++)
        if (c->lane[l].item != MIFU_ZUC_NO_ITEM)
            take(&c->lane[l], m, UNIT * units);
}

/* The rest of a message alone, with the state that follows the words held. */
static void finish_alone(mifu_zuc_mac *mac, const lane *a, const macs *m)
{
    uint64_t bits = m->bits[a->item];
    const uint8_t *msg = m->msgs[a->item];
    size_t len = (size_t)(bits / 8);

    if (a->held == 0) {
        mifu_zuc_mac_begin(mac, m->stage, m->tag_words);
    } else {
        memcpy(mac->tag, a->tag, sizeof mac->tag);
        memcpy(mac->window, a->stream, sizeof mac->window);
        mac->tag_words = m->tag_words;
        mac->fill = 0;
        mac->stage = m->stage;
    }
    if (len > a->done)
        (void)!mifu_zuc_mac_update(mac, msg + a->done, len - a->done);
    (void)!mifu_zuc_mac_final(m->tags + a->item * 4 * m->tag_words, mac,
                              bits % 8 != 0 ? msg[len] : 0, (unsigned)(bits % 8));
}

static MIFU_NOINLINE void calculate_in_lanes(mifu_zuc_feed *feed, const macs *m)
{
    unsigned lanes = mifu_zuc_kernels_in_use()->lanes;
    calculation c;
    mifu_zuc_mac mac;

    memset(&c, 0, sizeof c);
    for (unsigned l = 0; l < lanes; l++)
        c.lane[l].item = MIFU_ZUC_NO_ITEM;
    while (fill(&c, feed) >= MIFU_ZUC_LANES_FEWEST)
        step(&c, m);
    for (unsigned l = 0; l < lanes; l++) {
        if (c.lane[l].item == MIFU_ZUC_NO_ITEM)
            continue;
        mifu_zuc_feed_take(&mac.state, &c.lanes, l);
        finish_alone(&mac, &c.lane[l], m);
    }
    mifu_wipe(&c, sizeof c);
    mifu_zuc_mac_wipe(&mac);
}

static void calculate_alone(mifu_zuc_feed *feed, const macs *m)
{
    mifu_zuc_mac mac;
    lane a;

    memset(&a, 0, sizeof a);
    for (a.item = 0; a.item < feed->end; a.item++) {
        mifu_zuc_feed_one(&mac.state, feed, a.item);
        finish_alone(&mac, &a, m);
    }
    mifu_zuc_mac_wipe(&mac);
}

static mifu_status run(mifu_zuc_feed *feed, const macs *m, size_t count)
{
    uint64_t most =
        m->stage == MIFU_ZUC_STAGE_EIA3 ? MIFU_ZUC_3GPP_BITS_MAX : MIFU_ZUC_MAC_BITS_MAX;
    mifu_status status = MIFU_OK;

    if (count == 0)
        return MIFU_OK;
    if (feed->keys == NULL || (feed->ivs == NULL && feed->parameters == NULL) || m->tags == NULL ||
        m->msgs == NULL || m->bits == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; status == MIFU_OK && i < count; i++) {
        if (m->bits[i] > most || m->bits[i] / 8 > SIZE_MAX)
            status = MIFU_ERR_LIMIT;
        else if (m->msgs[i] == NULL && m->bits[i] != 0)
            status = MIFU_ERR_ARGUMENT_NULL;
        else
            status = mifu_zuc_feed_check(feed, i);
    }
    if (status == MIFU_OK) {
        feed->end = count;
        if (mifu_zuc_kernels_in_use()->lanes == 0 || count < MIFU_ZUC_LANES_FEWEST)
            calculate_alone(feed, m);
        else
            calculate_in_lanes(feed, m);
    }
    mifu_wipe(feed, sizeof *feed);
    mifu_wipe_stack_8k();
    return status;
}

mifu_status mifu_zuc_eia3_many(uint8_t *tags, const uint8_t *const *keys,
                               const mifu_zuc_3gpp *parameters, const uint8_t *const *msgs,
                               const uint64_t *bits, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_zuc_feed feed = {.keys = keys, .parameters = parameters, .integrity = 1};
    const macs m = {tags, msgs, bits, 1, MIFU_ZUC_STAGE_EIA3};

    return run(&feed, &m, count);
}

mifu_status mifu_zuc256_mac_many(uint8_t *tags, size_t tag_len, const uint8_t *const *keys,
                                 const uint8_t *const *ivs, size_t iv_len,
                                 const uint8_t *const *msgs, const uint64_t *bits, size_t count)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_zuc_feed feed = {.keys = keys, .ivs = ivs, .iv_len = iv_len, .tag_len = tag_len};
    const macs m = {tags, msgs, bits, (unsigned)tag_len / 4, MIFU_ZUC_STAGE_MAC256};

    if ((tag_len != 4 && tag_len != 8 && tag_len != 16) || iv_len == 0)
        return MIFU_ERR_ARGUMENT_LENGTH;
    return run(&feed, &m, count);
}
