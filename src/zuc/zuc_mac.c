/* SPDX-License-Identifier: Apache-2.0 */
/*
 * 128-EIA3 (GM/T 0001.3-2012, 3GPP TS 35.221) and the MAC of ZUC-256 (design paper). Both sum up
 * windows of the key stream, one for each bit of the message that is set and one for the bit
 * behind it: a bit 1 is appended to the message, so to speak. ZUC-256 starts with the first
 * tag_words words as the tag, and the windows behind them; EIA3 ends with one more word.
 */
#include "mifu/zuc.h"

#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "zuc_internal.h"
#include "zuc_kernels.h"

void mifu_zuc_mac_begin(mifu_zuc_mac *mac, uint32_t stage, unsigned tag_words)
{
    const mifu_zuc_kernels *kernels = mifu_zuc_kernels_in_use();

    memset(mac->tag, 0, sizeof mac->tag);
    memset(mac->window, 0, sizeof mac->window);
    memset(mac->held, 0, sizeof mac->held);
    if (stage == MIFU_ZUC_STAGE_MAC256) {
        kernels->crypt(mac->window, &mac->state, NULL, tag_words);
        for (unsigned w = 0; w < tag_words; w++)
            mac->tag[w] = mifu_load32_be(mac->window + 4 * w);
    }
    kernels->crypt(mac->window, &mac->state, NULL, tag_words + 1);
    mac->tag_words = tag_words;
    mac->fill = 0;
    mac->stage = stage;
}

void mifu_zuc_eia3_iv(uint8_t iv[16], uint32_t count, unsigned bearer, unsigned direction)
{
    /* 5.2: COUNT || BEARER || 0^27, twice; DIRECTION is added to the first bit of bytes 8 and 14.
     */
    mifu_store32_be(iv, count);
    mifu_store32_be(iv + 4, (uint32_t)bearer << 27);
    memcpy(iv + 8, iv, 8);
    iv[8] ^= (uint8_t)(direction << 7);
    iv[14] ^= (uint8_t)(direction << 7);
}

mifu_status mifu_zuc_eia3_init(mifu_zuc_mac *mac, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                               uint32_t count, unsigned bearer, unsigned direction)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t iv[MIFU_ZUC_IV_SIZE];
    mifu_status status;

    if (mac == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_zuc_check_3gpp(bearer, direction);
    if (status != MIFU_OK)
        return status;
    mifu_zuc_eia3_iv(iv, count, bearer, direction);
    mifu_zuc_load(&mac->state, key, iv);
    mifu_zuc_mac_begin(mac, MIFU_ZUC_STAGE_EIA3, 1);
    return MIFU_OK;
}

mifu_status mifu_zuc256_mac_init(mifu_zuc_mac *mac, const uint8_t key[MIFU_ZUC256_KEY_SIZE],
                                 const uint8_t *iv, size_t iv_len, size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status;

    if (mac == NULL || key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (tag_len != 4 && tag_len != 8 && tag_len != 16)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_zuc256_load(&mac->state, key, iv, iv_len, tag_len);
    if (status == MIFU_OK)
        mifu_zuc_mac_begin(mac, MIFU_ZUC_STAGE_MAC256, (unsigned)tag_len / 4);
    return status;
}

/* Takes whole words: `count` of them, 4 * count bytes. */
static void absorb(mifu_zuc_mac *mac, const uint8_t *msg, size_t count)
{
    mifu_zuc_kernels_in_use()->absorb(mac->tag, mac->tag_words, mac->window, &mac->state, msg,
                                      count);
}

static int under_way(const mifu_zuc_mac *mac)
{
    return mac->stage == MIFU_ZUC_STAGE_EIA3 || mac->stage == MIFU_ZUC_STAGE_MAC256;
}

static void update(mifu_zuc_mac *mac, const uint8_t *msg, size_t len)
{
    size_t n;

    if (mac->fill > 0) {
        n = len < 4 - mac->fill ? len : 4 - mac->fill;
        mifu_copy(mac->held + mac->fill, msg, n);
        mac->fill += (uint32_t)n;
        if (mac->fill < 4)
            return;
        absorb(mac, mac->held, 1);
        mac->fill = 0;
        msg += n;
        len -= n;
    }
    if (len >= 4)
        absorb(mac, msg, len / 4);
    if (len % 4 != 0)
        memcpy(mac->held, msg + (len - len % 4), len % 4);
    mac->fill = (uint32_t)(len % 4);
}

mifu_status mifu_zuc_mac_update(mifu_zuc_mac *mac, const uint8_t *msg, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (mac == NULL || (msg == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (!under_way(mac))
        return MIFU_ERR_ARGUMENT_STATE;
    if (len != 0) {
        update(mac, msg, len);
        mifu_wipe_stack_2k();
    }
    return MIFU_OK;
}

mifu_status mifu_zuc_mac_final(uint8_t *tag, mifu_zuc_mac *mac, uint8_t last, unsigned last_bits)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t end[4] = {0};

    if (tag == NULL || mac == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (!under_way(mac))
        return MIFU_ERR_ARGUMENT_STATE;
    if (last_bits > 7)
        return MIFU_ERR_RANGE;
    /* At most 31 bits are left: the bit 1 behind them has room in the word. */
    memcpy(end, mac->held, mac->fill);
    end[mac->fill] = (uint8_t)((last & 0xff00U >> last_bits) | 0x80U >> last_bits);
    absorb(mac, end, 1);
    /* 5.4: EIA3 adds word L - 1, L = ceil(LENGTH / 32) + 2; the window begins at the word
     * floor(LENGTH / 32) + 1 now. */
    if (mac->stage == MIFU_ZUC_STAGE_EIA3)
        mac->tag[0] ^= mifu_load32_be(mac->window + (mac->fill == 0 && last_bits == 0 ? 0 : 4));
    for (unsigned w = 0; w < mac->tag_words; w++)
        mifu_store32_be(tag + 4 * w, mac->tag[w]);
    mifu_wipe(end, sizeof end);
    mifu_zuc_mac_wipe(mac);
    mifu_wipe_stack_2k();
    return MIFU_OK;
}

void mifu_zuc_mac_wipe(mifu_zuc_mac *mac)
{
    mifu_wipe(mac, sizeof *mac);
}

/* The message of a one-shot call and its end. */
static mifu_status finish(uint8_t *tag, mifu_zuc_mac *mac, const uint8_t *msg, uint64_t bits)
{
    size_t len = (size_t)(bits / 8);
    unsigned last_bits = (unsigned)(bits % 8);
    mifu_status status = MIFU_ERR_ARGUMENT_NULL;

    if (tag != NULL && (msg != NULL || bits == 0)) {
        status = mifu_zuc_mac_update(mac, msg, len);
        if (status == MIFU_OK)
            status = mifu_zuc_mac_final(tag, mac, last_bits != 0 ? msg[len] : 0, last_bits);
    }
    mifu_zuc_mac_wipe(mac);
    return status;
}

mifu_status mifu_zuc_eia3(uint8_t mac[MIFU_ZUC_EIA3_MAC_SIZE], const uint8_t key[MIFU_ZUC_KEY_SIZE],
                          uint32_t count, unsigned bearer, unsigned direction, const uint8_t *msg,
                          uint64_t bits)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_zuc_mac context;
    mifu_status status;

    if (bits > MIFU_ZUC_3GPP_BITS_MAX)
        return MIFU_ERR_LIMIT;
    status = mifu_zuc_eia3_init(&context, key, count, bearer, direction);
    return status == MIFU_OK ? finish(mac, &context, msg, bits) : status;
}

mifu_status mifu_zuc_eia3_verify(const uint8_t key[MIFU_ZUC_KEY_SIZE], uint32_t count,
                                 unsigned bearer, unsigned direction, const uint8_t *msg,
                                 uint64_t bits, const uint8_t mac[MIFU_ZUC_EIA3_MAC_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t expected[MIFU_ZUC_EIA3_MAC_SIZE];
    mifu_status status;

    if (mac == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_zuc_eia3(expected, key, count, bearer, direction, msg, bits);
    if (status == MIFU_OK)
        status = mifu_compare_tags(expected, mac, sizeof expected);
    mifu_wipe(expected, sizeof expected);
    return status;
}

mifu_status mifu_zuc256_mac(uint8_t *tag, size_t tag_len, const uint8_t key[MIFU_ZUC256_KEY_SIZE],
                            const uint8_t *iv, size_t iv_len, const uint8_t *msg, uint64_t bits)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_zuc_mac context;
    mifu_status status;

    if (bits > MIFU_ZUC_MAC_BITS_MAX || bits / 8 > SIZE_MAX)
        return MIFU_ERR_LIMIT;
    status = mifu_zuc256_mac_init(&context, key, iv, iv_len, tag_len);
    return status == MIFU_OK ? finish(tag, &context, msg, bits) : status;
}

mifu_status mifu_zuc256_mac_verify(const uint8_t key[MIFU_ZUC256_KEY_SIZE], const uint8_t *iv,
                                   size_t iv_len, const uint8_t *msg, uint64_t bits,
                                   const uint8_t *tag, size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t expected[MIFU_ZUC_MAC_SIZE_MAX];
    mifu_status status;

    if (tag == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_zuc256_mac(expected, tag_len, key, iv, iv_len, msg, bits);
    if (status == MIFU_OK)
        status = mifu_compare_tags(expected, tag, tag_len);
    mifu_wipe(expected, sizeof expected);
    return status;
}
