/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4-XTS: GB/T 17964-2021 (XTS) and IEEE 1619-2018 clause 5, which differ in the doubling of the
 * tweak alone.
 */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "sm4_block.h"
#include "sm4_check.h"
#include "sm4_feed.h"
#include "sm4_stage.h"

#define MAX_SIZE ((uint64_t)16 << 20) /* bytes of a data unit: 2^20 blocks, IEEE 1619 5.1 */

void mifu_sm4_xts_tweak_from_sector(uint8_t tweak[MIFU_SM4_BLOCK_SIZE], uint64_t sector)
{
    mifu_store64_le(tweak, sector);
    memset(tweak + 8, 0, 8);
}

static void run(mifu_sm4_xts *xts, uint8_t *out, const uint8_t *in, size_t blocks)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();

    (xts->stage == MIFU_SM4_STAGE_ENCRYPT ? kernels->xts_encrypt : kernels->xts_decrypt)(
        xts->key, (mifu_sm4_xts_order)xts->order, xts->tweak, out, in, blocks);
}

static void run_mode(void *mode, uint8_t *out, const uint8_t *in, size_t blocks)
{
    run(mode, out, in, blocks);
}

/*
 * The last 16 + r bytes, 0 < r < 16 (IEEE 1619 5.3.2, 5.4.2): the last whole block is run, its last
 * 16 - r bytes fill the partial one up, and that is run in its place. Decryption takes the two
 * tweaks the other way round. All input is read before the output is written.
 */
static void steal(mifu_sm4_xts *xts, uint8_t *out, const uint8_t *in, size_t r)
{
    uint8_t first[16], second[16], next[16];

    if (xts->stage == MIFU_SM4_STAGE_DECRYPT) {
        memcpy(next, xts->tweak, 16);
        mifu_sm4_tweak_double(xts->tweak, (mifu_sm4_xts_order)xts->order);
        run(xts, first, in, 1);
        memcpy(xts->tweak, next, 16);
    } else {
        run(xts, first, in, 1);
    }
    memcpy(second, in + 16, r);
    memcpy(second + r, first + r, 16 - r);
    run(xts, second, second, 1);
    memcpy(out, second, 16);
    memcpy(out + 16, first, r);
    mifu_wipe(first, sizeof first);
    mifu_wipe(second, sizeof second);
}

static mifu_status init(mifu_sm4_xts *xts, const mifu_sm4_key *key, const mifu_sm4_key *tweak_key,
                        mifu_sm4_xts_order order, const uint8_t tweak[16], uint32_t stage)
{
    if (xts == NULL || key == NULL || tweak_key == NULL || tweak == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (order != MIFU_SM4_XTS_GB && order != MIFU_SM4_XTS_IEEE)
        return MIFU_ERR_ARGUMENT_NAME;
    memset(xts, 0, sizeof *xts);
    xts->key = key;
    xts->stage = stage;
    xts->order = (uint32_t)order;
    mifu_sm4_one_encrypt(xts->tweak, tweak_key, tweak);
    return MIFU_OK;
}

static mifu_status one_shot(uint8_t *out, const mifu_sm4_key *key, const mifu_sm4_key *tweak_key,
                            mifu_sm4_xts_order order, const uint8_t tweak[16], const uint8_t *in,
                            size_t len, uint32_t stage)
{
    size_t partial = len % 16;
    size_t whole = partial != 0 ? len - partial - 16 : len;
    mifu_sm4_xts xts;
    mifu_status status;

    if (len < 16)
        return MIFU_ERR_ARGUMENT_LENGTH;
    if (len > MAX_SIZE)
        return MIFU_ERR_LIMIT;
    status = mifu_sm4_check_text(out, in, len);
    if (status != MIFU_OK)
        return status;
    status = init(&xts, key, tweak_key, order, tweak, stage);
    if (status != MIFU_OK)
        return status;
    if (whole != 0)
        run(&xts, out, in, whole / 16);
    if (partial != 0)
        steal(&xts, out + whole, in + whole, partial);
    mifu_sm4_xts_wipe(&xts);
    return MIFU_OK;
}

mifu_status mifu_sm4_xts_encrypt(uint8_t *out, const mifu_sm4_key *key,
                                 const mifu_sm4_key *tweak_key, mifu_sm4_xts_order order,
                                 const uint8_t tweak[16], const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return one_shot(out, key, tweak_key, order, tweak, in, len, MIFU_SM4_STAGE_ENCRYPT);
}

mifu_status mifu_sm4_xts_decrypt(uint8_t *out, const mifu_sm4_key *key,
                                 const mifu_sm4_key *tweak_key, mifu_sm4_xts_order order,
                                 const uint8_t tweak[16], const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return one_shot(out, key, tweak_key, order, tweak, in, len, MIFU_SM4_STAGE_DECRYPT);
}

mifu_status mifu_sm4_xts_encrypt_init(mifu_sm4_xts *xts, const mifu_sm4_key *key,
                                      const mifu_sm4_key *tweak_key, mifu_sm4_xts_order order,
                                      const uint8_t tweak[16])
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(xts, key, tweak_key, order, tweak, MIFU_SM4_STAGE_ENCRYPT);
}

mifu_status mifu_sm4_xts_decrypt_init(mifu_sm4_xts *xts, const mifu_sm4_key *key,
                                      const mifu_sm4_key *tweak_key, mifu_sm4_xts_order order,
                                      const uint8_t tweak[16])
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(xts, key, tweak_key, order, tweak, MIFU_SM4_STAGE_DECRYPT);
}

mifu_status mifu_sm4_xts_update(uint8_t *out, size_t out_cap, size_t *out_len, mifu_sm4_xts *xts,
                                const uint8_t *in, size_t in_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status;

    if (out_len == NULL || xts == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    *out_len = 0;
    if (xts->stage == MIFU_SM4_STAGE_ENDED)
        return MIFU_ERR_ARGUMENT_STATE;
    if (in_len > MAX_SIZE - xts->length)
        return MIFU_ERR_LIMIT;
    status = mifu_sm4_feed(out, out_cap, out_len, xts->held, &xts->fill, mifu_sm4_keep_for_steal,
                           in, in_len, run_mode, xts);
    if (status == MIFU_OK)
        xts->length += in_len;
    return status;
}

mifu_status mifu_sm4_xts_final(uint8_t *out, size_t out_cap, size_t *out_len, mifu_sm4_xts *xts)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status = MIFU_OK;

    if (out_len == NULL || xts == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    *out_len = 0;
    if (xts->stage == MIFU_SM4_STAGE_ENDED)
        return MIFU_ERR_ARGUMENT_STATE;
    if (xts->fill < 16) {
        status = MIFU_ERR_ARGUMENT_LENGTH;
    } else {
        if (out_cap < xts->fill) {
            *out_len = xts->fill;
            return MIFU_ERR_BUFFER;
        }
        if (out == NULL)
            return MIFU_ERR_ARGUMENT_NULL;
        if (xts->fill == 16)
            run(xts, out, xts->held, 1);
        else
            steal(xts, out, xts->held, xts->fill - 16);
        *out_len = xts->fill;
    }
    mifu_sm4_xts_wipe(xts);
    return status;
}

void mifu_sm4_xts_wipe(mifu_sm4_xts *xts)
{
    mifu_wipe(xts, sizeof *xts);
}
