/* SPDX-License-Identifier: Apache-2.0 */
/* CMAC with SM4: GB/T 15852.1-2020 MAC algorithm 5, NIST SP 800-38B. */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "sm4_block.h"
#include "sm4_mac_chain.h"
#include "sm4_stage.h"

/* SP 800-38B 6.1: times x in the order where the first bit is the coefficient of x^127. */
static void double_subkey(uint8_t k[16])
{
    uint64_t high = mifu_load64_be(k), low = mifu_load64_be(k + 8);
    uint64_t out = 0 - (high >> 63);

    mifu_store64_be(k, high << 1 | low >> 63);
    mifu_store64_be(k + 8, low << 1 ^ (out & 0x87));
}

void mifu_sm4_cmac_subkeys_of(uint8_t subkeys[2][16], const uint8_t l[16])
{
    memcpy(subkeys[0], l, 16);
    double_subkey(subkeys[0]);
    memcpy(subkeys[1], subkeys[0], 16);
    double_subkey(subkeys[1]);
}

void mifu_sm4_cmac_subkeys(uint8_t subkeys[2][16], const mifu_sm4_key *key)
{
    uint8_t l[16] = {0};

    mifu_sm4_one_encrypt(l, key, l);
    mifu_sm4_cmac_subkeys_of(subkeys, l);
    mifu_wipe(l, sizeof l);
}

/* The last block, of `fill` bytes (0 only for the empty message), padded and masked (6.2). */
static void last_block(uint8_t chain[16], const mifu_sm4_key *key, uint8_t block[16], size_t fill)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    uint8_t subkeys[2][16];

    mifu_sm4_cmac_subkeys(subkeys, key);
    if (fill < 16) {
        memset(block + fill, 0, 16 - fill);
        block[fill] = 0x80;
    }
    mifu_sm4_xor_block(block, block, subkeys[fill < 16]);
    kernels->cbc_mac(key, chain, block, 1);
    mifu_wipe(subkeys, sizeof subkeys);
}

mifu_status mifu_sm4_cmac_init(mifu_sm4_cmac *cmac, const mifu_sm4_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (cmac == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    memset(cmac, 0, sizeof *cmac);
    cmac->key = key;
    cmac->stage = MIFU_SM4_STAGE_MAC;
    return MIFU_OK;
}

mifu_status mifu_sm4_cmac_update(mifu_sm4_cmac *cmac, const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    size_t n;

    if (cmac == NULL || (msg == NULL && msg_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (cmac->stage != MIFU_SM4_STAGE_MAC)
        return MIFU_ERR_ARGUMENT_STATE;
    if (msg_len <= 16 - cmac->fill) { /* the last block is always held back */
        mifu_copy(cmac->held + cmac->fill, msg, msg_len);
        cmac->fill += (uint32_t)msg_len;
        return MIFU_OK;
    }
    if (cmac->fill != 0) {
        n = 16 - cmac->fill;
        mifu_copy(cmac->held + cmac->fill, msg, n);
        kernels->cbc_mac(cmac->key, cmac->chain, cmac->held, 1);
        msg += n;
        msg_len -= n;
    }
    n = (msg_len - 1) / 16 * 16;
    if (n != 0)
        kernels->cbc_mac(cmac->key, cmac->chain, msg, n / 16);
    memcpy(cmac->held, msg + n, msg_len - n);
    cmac->fill = (uint32_t)(msg_len - n);
    return MIFU_OK;
}

mifu_status mifu_sm4_cmac_final(uint8_t *tag, size_t tag_len, mifu_sm4_cmac *cmac)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status = MIFU_OK;

    if (tag == NULL || cmac == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (cmac->stage != MIFU_SM4_STAGE_MAC)
        return MIFU_ERR_ARGUMENT_STATE;
    if (tag_len < 1 || tag_len > 16) {
        status = MIFU_ERR_ARGUMENT_LENGTH;
    } else {
        last_block(cmac->chain, cmac->key, cmac->held, cmac->fill);
        memcpy(tag, cmac->chain, tag_len);
    }
    mifu_sm4_cmac_wipe(cmac);
    return status;
}

void mifu_sm4_cmac_wipe(mifu_sm4_cmac *cmac)
{
    mifu_wipe(cmac, sizeof *cmac);
}

mifu_status mifu_sm4_cmac_mac(uint8_t *tag, size_t tag_len, const mifu_sm4_key *key,
                              const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_cmac cmac;
    mifu_status status = mifu_sm4_cmac_init(&cmac, key);

    if (status != MIFU_OK)
        return status;
    status = mifu_sm4_cmac_update(&cmac, msg, msg_len);
    if (status == MIFU_OK)
        status = mifu_sm4_cmac_final(tag, tag_len, &cmac);
    mifu_sm4_cmac_wipe(&cmac);
    return status;
}

mifu_status mifu_sm4_cmac_verify(const mifu_sm4_key *key, const uint8_t *msg, size_t msg_len,
                                 const uint8_t *tag, size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t expected[16];
    mifu_status status;

    if (tag == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (tag_len < 1 || tag_len > 16)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_sm4_cmac_mac(expected, sizeof expected, key, msg, msg_len);
    if (status == MIFU_OK)
        status = mifu_compare_tags(expected, tag, tag_len);
    mifu_wipe(expected, sizeof expected);
    return status;
}
