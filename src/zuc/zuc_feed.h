/* SPDX-License-Identifier: Apache-2.0 */
/* Fresh streams for lanes: keys and IVs are loaded, and initialised side by side. */
#ifndef MIFU_ZUC_FEED_H
#define MIFU_ZUC_FEED_H

#include "mifu/zuc_many.h"
#include "zuc_internal.h"
#include "zuc_kernels.h"

/* A lane without a message. */
#define MIFU_ZUC_NO_ITEM SIZE_MAX

/* With fewer messages than this under way, and no more to come, one after the other is faster. */
#define MIFU_ZUC_LANES_FEWEST 3

/* Messages `next` up to `end`, and those of them that are initialised and wait for a lane. */
typedef struct mifu_zuc_feed {
    const uint8_t *const *keys;
    const uint8_t *const *ivs; /* NULL: by parameters */
    const mifu_zuc_3gpp *parameters;
    size_t iv_len;  /* of ZUC-256; 0 for ZUC-128 */
    size_t tag_len; /* of ZUC-256: 0 for the key stream */
    int integrity;  /* parameters are those of 128-EIA3, not of 128-EEA3 */
    size_t next, end;
    mifu_zuc_lanes ready;
    size_t items[MIFU_ZUC_LANES_MOST]; /* the messages that are ready */
    unsigned used, filled;             /* of them */
} mifu_zuc_feed;

/* MIFU_OK where item's key, IV or parameters are such that it can be fed. */
mifu_status mifu_zuc_feed_check(const mifu_zuc_feed *feed, size_t item);

/* The state of an item before its first word; for where there are no lanes. */
void mifu_zuc_feed_one(mifu_zuc_state *state, const mifu_zuc_feed *feed, size_t item);

/* Puts the next message into a lane of `lanes`: its number, or MIFU_ZUC_NO_ITEM where none is left.
 */
size_t mifu_zuc_feed_lane(mifu_zuc_lanes *lanes, unsigned lane, mifu_zuc_feed *feed);

/* The state of a lane, alone. */
void mifu_zuc_feed_take(mifu_zuc_state *state, const mifu_zuc_lanes *lanes, unsigned lane);

#endif
