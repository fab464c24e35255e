/* SPDX-License-Identifier: Apache-2.0 */
#include "sm4_feed.h"

#include "base_bytes.h"
#include "base_secret.h"

#define STAGE_SIZE 1024

size_t mifu_sm4_keep_partial(size_t total)
{
    return total % 16;
}

size_t mifu_sm4_keep_last(size_t total)
{
    return total == 0 ? 0 : (total - 1) % 16 + 1;
}

size_t mifu_sm4_keep_for_steal(size_t total)
{
    return total < 16 ? total : 16 + total % 16;
}

/* Output apart from the input: fill the held bytes up to whole blocks, then run on the input. */
static void feed_apart(uint8_t *out, size_t ready, uint8_t *held, size_t fill, const uint8_t *in,
                       size_t in_len, mifu_sm4_run *run, void *mode)
{
    size_t need = (16 - fill % 16) % 16;

    if (ready < fill + need) { /* all that is ready is held: one block of two */
        run(mode, out, held, ready / 16);
        memmove(held, held + ready, fill - ready);
        mifu_copy(held + fill - ready, in, in_len);
        return;
    }
    memcpy(held + fill, in, need);
    run(mode, out, held, (fill + need) / 16);
    out += fill + need;
    ready -= fill + need;
    in += need;
    in_len -= need;
    if (ready != 0)
        run(mode, out, in, ready / 16);
    mifu_copy(held, in + ready, in_len - ready);
}

/*
 * In place the output runs ahead of the input by the bytes held. Each step takes as many bytes of
 * the input aside as it writes, before it writes.
 */
static void feed_in_place(uint8_t *out, size_t ready, uint8_t *held, size_t fill, const uint8_t *in,
                          size_t in_len, mifu_sm4_run *run, void *mode)
{
    uint8_t stage[STAGE_SIZE + MIFU_SM4_HELD_MAX + 1];

    while (ready > 0) {
        size_t n = ready < STAGE_SIZE ? ready : STAGE_SIZE;
        size_t take = n < in_len ? n : in_len;

        memcpy(stage, held, fill);
        mifu_copy(stage + fill, in, take);
        in += take;
        in_len -= take;
        fill = fill + take - n;
        memcpy(held, stage + n, fill);
        run(mode, stage, stage, n / 16);
        memcpy(out, stage, n);
        out += n;
        ready -= n;
    }
    mifu_copy(held + fill, in, in_len);
    mifu_wipe(stage, sizeof stage);
}

mifu_status mifu_sm4_feed(uint8_t *out, size_t out_cap, size_t *out_len, uint8_t *held,
                          uint32_t *fill, mifu_sm4_keep *keep, const uint8_t *in, size_t in_len,
                          mifu_sm4_run *run, void *mode)
{
    size_t kept, ready;

    *out_len = 0;
    if (in == NULL && in_len != 0)
        return MIFU_ERR_ARGUMENT_NULL;
    if (in_len > SIZE_MAX - MIFU_SM4_HELD_MAX)
        return MIFU_ERR_ARGUMENT_LENGTH;
    kept = keep(*fill + in_len);
    ready = *fill + in_len - kept;
    if (ready == 0) {
        mifu_copy(held + *fill, in, in_len);
        *fill = (uint32_t)kept;
        return MIFU_OK;
    }
    *out_len = ready;
    if (ready > out_cap)
        return MIFU_ERR_BUFFER;
    *out_len = 0;
    if (out == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (mifu_overlaps_badly(out, ready, in, in_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    if (*fill == 0) {
        run(mode, out, in, ready / 16);
        mifu_copy(held, in + ready, kept);
    } else if (out != in) {
        feed_apart(out, ready, held, *fill, in, in_len, run, mode);
    } else {
        feed_in_place(out, ready, held, *fill, in, in_len, run, mode);
    }
    *fill = (uint32_t)kept;
    *out_len = ready;
    return MIFU_OK;
}
