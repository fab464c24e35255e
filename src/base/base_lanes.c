/* SPDX-License-Identifier: Apache-2.0 */
#include "base_lanes.h"

#define BLOCK MIFU_BLOCK_HASH_BLOCK

/* A message in a lane. It is taken in two pieces: whole blocks where they lie, then the tail. */
typedef struct lane {
    const uint8_t *next;  /* block to compress next */
    size_t blocks;        /* left in this piece */
    size_t index;         /* of the message in the batch */
    unsigned tail_blocks; /* still to come; 0: this piece is the tail */
    uint8_t tail[2 * BLOCK];
} lane;

typedef struct work {
    MIFU_ALIGNED(64) uint32_t states[8 * MIFU_LANES_MOST]; /* in the order of the kernel in use */
    lane lanes[MIFU_LANES_MOST];
    unsigned active; /* lanes 0 .. active - 1 hold messages */
    size_t taken;    /* messages begun */
} work;

/* Puts message number `index` into a lane: everything but the chaining value. */
static void load_message(lane *l, const mifu_lane_batch *batch, size_t index)
{
    size_t len = batch->lens != NULL ? batch->lens[index] : batch->len;
    const uint8_t *data = batch->data[index];
    unsigned tail_blocks = mifu_block_hash_tail(l->tail, data, len, batch->before + len);

    l->index = index;
    l->blocks = len / BLOCK;
    if (l->blocks != 0) {
        l->next = data;
        l->tail_blocks = tail_blocks;
    } else {
        l->next = l->tail;
        l->blocks = tail_blocks;
        l->tail_blocks = 0;
    }
}

/* Moves on by n blocks; returns 1 where the message is complete. */
static int advance(lane *l, size_t n)
{
    l->next += n * BLOCK;
    l->blocks -= n;
    if (l->blocks != 0)
        return 0;
    if (l->tail_blocks == 0)
        return 1;
    l->next = l->tail;
    l->blocks = l->tail_blocks;
    l->tail_blocks = 0;
    return 0;
}

static void set_state(uint32_t *states, unsigned lanes, unsigned l, const uint32_t state[8])
{
    for (unsigned i = 0; i < 8; i++)
        states[i * lanes + l] = state[i];
}

static void get_state(uint32_t state[8], const uint32_t *states, unsigned lanes, unsigned l)
{
    for (unsigned i = 0; i < 8; i++)
        state[i] = states[i * lanes + l];
}

static void write_digest(uint8_t *digests, const mifu_lane_set *set, size_t index,
                         const uint32_t *states, unsigned lanes, unsigned l)
{
    uint8_t *out = digests + index * set->digest_words * 4;

    for (unsigned i = 0; i < set->digest_words; i++)
        mifu_store32_be(out + (size_t)4 * i, states[i * lanes + l]);
}

/* Moves the message of lane `from` to lane `to`; a tail is found again where it now lies. */
static void move_lane(work *w, unsigned lanes, unsigned to, unsigned from)
{
    lane *source = &w->lanes[from];
    lane *target = &w->lanes[to];
    int in_tail = source->tail_blocks == 0;
    size_t at = in_tail ? (size_t)(source->next - source->tail) : 0;
    uint32_t state[8];

    *target = *source;
    if (in_tail)
        target->next = target->tail + at;
    get_state(state, w->states, lanes, from);
    set_state(w->states, lanes, to, state);
    mifu_wipe(state, sizeof state);
}

/* Runs one kernel for as long as it is the best choice. */
static void run_kernel(work *w, const mifu_lane_kernel *kernel, uint8_t *digests,
                       const mifu_lane_set *set, const mifu_lane_batch *batch)
{
    const uint8_t *blocks[MIFU_LANES_MOST];
    unsigned lanes = kernel->lanes;

    for (;;) {
        size_t n = SIZE_MAX;

        while (w->active < lanes && w->taken < batch->count) {
            set_state(w->states, lanes, w->active, batch->start);
            load_message(&w->lanes[w->active++], batch, w->taken++);
        }
        if (w->active < kernel->fewest)
            return;
        for (unsigned l = 0; l < w->active; l++) {
            blocks[l] = w->lanes[l].next;
            n = w->lanes[l].blocks < n ? w->lanes[l].blocks : n;
        }
        for (unsigned l = w->active; l < lanes; l++)
            blocks[l] = blocks[0]; /* an idle lane works for nothing */
        kernel->compress(w->states, blocks, n);
        for (unsigned l = 0; l < w->active;) {
            if (!advance(&w->lanes[l], n)) {
                l++;
                continue;
            }
            write_digest(digests, set, w->lanes[l].index, w->states, lanes, l);
            if (w->taken < batch->count) {
                set_state(w->states, lanes, l, batch->start);
                load_message(&w->lanes[l++], batch, w->taken++);
            } else if (--w->active != l) {
                /* The last lane fills the gap, and is advanced there in the next turn. */
                move_lane(w, lanes, l, w->active);
            }
        }
    }
}

/* From the order of one kernel to that of the next; lanes beyond the active ones are not kept. */
static void change_order(work *w, unsigned from, unsigned to)
{
    uint32_t all[MIFU_LANES_MOST][8];

    if (w->active == 0)
        return;
    for (unsigned l = 0; l < w->active; l++)
        get_state(all[l], w->states, from, l);
    for (unsigned l = 0; l < w->active; l++)
        set_state(w->states, to, l, all[l]);
    mifu_wipe(all, w->active * sizeof all[0]);
}

static void finish_one_by_one(work *w, unsigned lanes, uint8_t *digests, const mifu_lane_set *set,
                              const mifu_lane_batch *batch)
{
    uint32_t state[8];
    unsigned l = 0;

    for (;;) {
        if (l < w->active) {
            get_state(state, w->states, lanes, l);
        } else if (w->taken < batch->count) {
            memcpy(state, batch->start, sizeof state);
            l = 0;
            w->active = 1;
            load_message(&w->lanes[0], batch, w->taken++);
        } else {
            break;
        }
        for (;;) {
            size_t n = w->lanes[l].blocks;

            set->compress(state, w->lanes[l].next, n);
            if (advance(&w->lanes[l], n))
                break;
        }
        write_digest(digests, set, w->lanes[l].index, state, 1, 0);
        l++;
    }
    mifu_wipe(state, sizeof state);
}

void mifu_lanes_hash(uint8_t *digests, const mifu_lane_set *set, const mifu_lane_batch *batch)
{
    unsigned lanes = 1, most = 1;
    work w;

    w.active = 0;
    w.taken = 0;
    for (const mifu_lane_kernel *kernel = set->kernels; kernel->lanes != 0; kernel++) {
        if (w.active + (batch->count - w.taken) < kernel->fewest)
            continue;
        change_order(&w, lanes, kernel->lanes);
        lanes = kernel->lanes;
        most = lanes > most ? lanes : most;
        run_kernel(&w, kernel, digests, set, batch);
    }
    finish_one_by_one(&w, lanes, digests, set, batch);
    /* What has been used: short batches are common, and the whole is some kilobytes. */
    mifu_wipe(w.states, 8 * most * sizeof w.states[0]);
    mifu_wipe(w.lanes, (batch->count < most ? batch->count : most) * sizeof w.lanes[0]);
}

void mifu_lanes_compress(uint32_t states[][8], const mifu_lane_set *set,
                         const uint8_t *const *blocks, size_t blocks_each, size_t count)
{
    MIFU_ALIGNED(64) uint32_t words[8 * MIFU_LANES_MOST];
    const uint8_t *lane_blocks[MIFU_LANES_MOST];
    unsigned most = 0;
    size_t done = 0;

    for (const mifu_lane_kernel *kernel = set->kernels; kernel->lanes != 0; kernel++) {
        while (count - done >= kernel->fewest) {
            unsigned lanes = kernel->lanes;
            unsigned used = count - done < lanes ? (unsigned)(count - done) : lanes;

            for (unsigned l = 0; l < lanes; l++) {
                size_t from = done + (l < used ? l : 0);

                lane_blocks[l] = blocks[from];
                set_state(words, lanes, l, states[from]);
            }
            kernel->compress(words, lane_blocks, blocks_each);
            for (unsigned l = 0; l < used; l++)
                get_state(states[done + l], words, lanes, l);
            done += used;
            most = lanes > most ? lanes : most;
        }
    }
    for (; done < count; done++)
        set->compress(states[done], blocks[done], blocks_each);
    mifu_wipe(words, 8 * most * sizeof words[0]);
}
