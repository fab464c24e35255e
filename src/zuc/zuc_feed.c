/* SPDX-License-Identifier: Apache-2.0 */
#include "zuc_feed.h"

#include <string.h>

#include "base_secret.h"

/* The cells of an item before initialisation; the number of rounds. The item has been checked. */
static unsigned cells_of(mifu_zuc_state *state, const mifu_zuc_feed *feed, size_t item)
{
    const mifu_zuc_3gpp *p = feed->parameters != NULL ? &feed->parameters[item] : NULL;
    uint8_t iv[MIFU_ZUC_IV_SIZE];
    unsigned rounds = 0;

    if (feed->iv_len != 0) {
        (void)!mifu_zuc256_cells(state, &rounds, feed->keys[item], feed->ivs[item], feed->iv_len,
                                 feed->tag_len);
        return rounds;
    }
    if (p == NULL)
        return mifu_zuc_cells(state, feed->keys[item], feed->ivs[item]);
    if (feed->integrity)
        mifu_zuc_eia3_iv(iv, p->count, p->bearer, p->direction);
    else
        mifu_zuc_eea3_iv(iv, p->count, p->bearer, p->direction);
    return mifu_zuc_cells(state, feed->keys[item], iv);
}

mifu_status mifu_zuc_feed_check(const mifu_zuc_feed *feed, size_t item)
{
    mifu_zuc_state state;
    unsigned rounds;
    mifu_status status;

    if (feed->keys[item] == NULL || (feed->ivs != NULL && feed->ivs[item] == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    if (feed->parameters != NULL)
        return mifu_zuc_check_3gpp(feed->parameters[item].bearer, feed->parameters[item].direction);
    if (feed->iv_len == 0)
        return MIFU_OK;
    status = mifu_zuc256_cells(&state, &rounds, feed->keys[item], feed->ivs[item], feed->iv_len,
                               feed->tag_len);
    mifu_wipe(&state, sizeof state);
    return status;
}

void mifu_zuc_feed_one(mifu_zuc_state *state, const mifu_zuc_feed *feed, size_t item)
{
    mifu_zuc_kernels_in_use()->initialise(state, cells_of(state, feed, item));
}

/* Loads as many messages as there are lanes and initialises them. */
static void refill(mifu_zuc_feed *feed)
{
    const mifu_zuc_kernels *kernels = mifu_zuc_kernels_in_use();
    mifu_zuc_state state;
    unsigned rounds = 0;

    feed->used = feed->filled = 0;
    memset(&feed->ready, 0, sizeof feed->ready);
    for (; feed->filled < kernels->lanes && feed->next < feed->end; feed->next++) {
        rounds = cells_of(&state, feed, feed->next);
        for (unsigned i = 0; i < 16; i++)
            feed->ready.cells[i][feed->filled] = state.cells[i];
        feed->items[feed->filled++] = feed->next;
    }
    if (feed->filled > 0)
        kernels->lanes_initialise(&feed->ready, rounds);
    mifu_wipe(&state, sizeof state);
}

void mifu_zuc_feed_take(mifu_zuc_state *state, const mifu_zuc_lanes *lanes, unsigned lane)
{
    for (unsigned i = 0; i < 16; i++)
        state->cells[i] = lanes->cells[i][lane];
    state->r[0] = lanes->r[0][lane];
    state->r[1] = lanes->r[1][lane];
}

size_t mifu_zuc_feed_lane(mifu_zuc_lanes *lanes, unsigned lane, mifu_zuc_feed *feed)
{
    if (feed->used == feed->filled)
        refill(feed);
    if (feed->used == feed->filled)
        return MIFU_ZUC_NO_ITEM;
    for (unsigned i = 0; i < 16; i++)
        lanes->cells[i][lane] = feed->ready.cells[i][feed->used];
    lanes->r[0][lane] = feed->ready.r[0][feed->used];
    lanes->r[1][lane] = feed->ready.r[1][feed->used];
    return feed->items[feed->used++];
}
