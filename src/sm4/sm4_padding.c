/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Paddings of ECB and CBC. The removal computes masks over all sixteen bytes of the last block and
 * writes the same bytes whatever they are; only the verdict and the length are declassified, which
 * the interface gives to the caller.
 */
#include "sm4_padding.h"

#include "base_bytes.h"
#include "base_secret.h"

int mifu_sm4_padding_is_known(mifu_sm4_padding padding)
{
    return padding == MIFU_SM4_PADDING_NONE || padding == MIFU_SM4_PADDING_PKCS7 ||
           padding == MIFU_SM4_PADDING_ISO9797_M2 || padding == MIFU_SM4_PADDING_ANSI_X923;
}

size_t mifu_sm4_padded_size(mifu_sm4_padding padding, size_t len)
{
    if (!mifu_sm4_padding_is_known(padding))
        return 0;
    if (padding == MIFU_SM4_PADDING_NONE)
        return len;
    return len > SIZE_MAX - 16 ? 0 : len - len % 16 + 16;
}

void mifu_sm4_pad(uint8_t block[16], size_t n, mifu_sm4_padding padding)
{
    uint8_t count = (uint8_t)(16 - n);

    memset(block + n, padding == MIFU_SM4_PADDING_PKCS7 ? count : 0, 16 - n);
    if (padding == MIFU_SM4_PADDING_ISO9797_M2)
        block[n] = 0x80;
    else if (padding == MIFU_SM4_PADDING_ANSI_X923)
        block[15] = count;
}

/* PKCS#7 and X9.23: the last byte is the count; those before it, as many as it says, are fixed. */
static uint64_t unpad_counted(uint64_t *n, const uint8_t block[16], uint64_t filler)
{
    uint64_t count = block[15];
    uint64_t good = mifu_mask_nonzero64(count) & mifu_mask_less64(count, 17);

    for (unsigned i = 0; i < 15; i++) {
        uint64_t inside = mifu_mask_less64(15 - i, count); /* i >= 16 - count */

        good &= ~inside | mifu_mask_equal64(block[i], filler);
    }
    *n = 16 - count;
    return good;
}

/* ISO/IEC 9797-1 method 2: the last byte that is not zero is 80. */
static uint64_t unpad_marked(uint64_t *n, const uint8_t block[16])
{
    uint64_t searching = ~UINT64_C(0), good = 0;

    *n = 0;
    for (unsigned i = 16; i-- > 0;) {
        uint64_t here = searching & mifu_mask_nonzero64(block[i]);

        good |= here & mifu_mask_equal64(block[i], 0x80);
        *n |= here & i;
        searching &= ~here;
    }
    return good;
}

uint64_t mifu_sm4_unpad(uint64_t *n, const uint8_t block[16], mifu_sm4_padding padding)
{
    uint64_t good;

    if (padding == MIFU_SM4_PADDING_PKCS7)
        good = unpad_counted(n, block, block[15]);
    else if (padding == MIFU_SM4_PADDING_ANSI_X923)
        good = unpad_counted(n, block, 0);
    else
        good = unpad_marked(n, block);
    *n &= good;
    return good;
}

mifu_status mifu_sm4_padded_encrypt(uint8_t *out, size_t out_cap, size_t *out_len,
                                    mifu_sm4_padding padding, const uint8_t *in, size_t in_len,
                                    mifu_sm4_run *run, void *mode)
{
    size_t whole = in_len - in_len % 16;
    size_t size = mifu_sm4_padded_size(padding, in_len);
    uint8_t last[16];

    *out_len = 0;
    if (!mifu_sm4_padding_is_known(padding))
        return MIFU_ERR_ARGUMENT_NAME;
    if (in == NULL && in_len != 0)
        return MIFU_ERR_ARGUMENT_NULL;
    if (padding == MIFU_SM4_PADDING_NONE ? whole != in_len : size == 0)
        return MIFU_ERR_ARGUMENT_LENGTH;
    if (size > out_cap) {
        *out_len = size;
        return MIFU_ERR_BUFFER;
    }
    if (out == NULL && size != 0)
        return MIFU_ERR_ARGUMENT_NULL;
    if (mifu_overlaps_badly(out, size, in, in_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    if (whole != 0)
        run(mode, out, in, whole / 16);
    if (size != whole) {
        if (in_len != whole)
            memcpy(last, in + whole, in_len - whole);
        mifu_sm4_pad(last, in_len - whole, padding);
        run(mode, out + whole, last, 1);
        mifu_wipe(last, sizeof last);
    }
    *out_len = size;
    return MIFU_OK;
}

/* Decrypts the last block to `last` and says how many bytes of it are message. */
static mifu_status open_last(size_t *n, uint8_t last[16], mifu_sm4_padding padding,
                             const uint8_t *block, mifu_sm4_run *run, void *mode)
{
    uint64_t count, good;

    run(mode, last, block, 1);
    good = mifu_sm4_unpad(&count, last, padding);
    for (unsigned i = 0; i < 16; i++)
        last[i] &= (uint8_t)(good & mifu_mask_less64(i, count));
    mifu_declassify(&good, sizeof good);   /* is the status */
    mifu_declassify(&count, sizeof count); /* is the length */
    *n = (size_t)count;
    return good != 0 ? MIFU_OK : MIFU_ERR_AUTHENTICATION;
}

mifu_status mifu_sm4_padded_decrypt(uint8_t *out, size_t out_cap, size_t *out_len,
                                    mifu_sm4_padding padding, const uint8_t *in, size_t in_len,
                                    mifu_sm4_run *run, void *mode)
{
    size_t before, n, room;
    uint8_t last[16];
    mifu_status status;

    *out_len = 0;
    if (!mifu_sm4_padding_is_known(padding))
        return MIFU_ERR_ARGUMENT_NAME;
    if (in == NULL && in_len != 0)
        return MIFU_ERR_ARGUMENT_NULL;
    if (padding == MIFU_SM4_PADDING_NONE)
        return mifu_sm4_padded_encrypt(out, out_cap, out_len, padding, in, in_len, run, mode);
    if (in_len % 16 != 0 || in_len == 0)
        return MIFU_ERR_ARGUMENT_LENGTH;
    before = in_len - 16;
    if (out_cap < before || (out == NULL && out_cap == 0)) {
        *out_len = in_len - 1;
        return MIFU_ERR_BUFFER;
    }
    if (out == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    room = out_cap - before < 15 ? out_cap - before : 15;
    if (mifu_overlaps_badly(out, before + room, in, in_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    if (before != 0)
        run(mode, out, in, before / 16);
    status = open_last(&n, last, padding, in + before, run, mode);
    if (status == MIFU_OK && n > room) {
        status = MIFU_ERR_BUFFER;
        *out_len = in_len - 1;
    }
    if (status == MIFU_OK) {
        memcpy(out + before, last, room); /* zeros after the message */
        *out_len = before + n;
    } else {
        mifu_wipe(out, before + room);
    }
    mifu_wipe(last, sizeof last);
    return status;
}

mifu_status mifu_sm4_padded_encrypt_final(uint8_t *out, size_t out_cap, size_t *out_len,
                                          mifu_sm4_padding padding, const uint8_t *held,
                                          size_t fill, mifu_sm4_run *run, void *mode)
{
    uint8_t last[16];

    *out_len = 0;
    if (padding == MIFU_SM4_PADDING_NONE)
        return fill == 0 ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH;
    if (out_cap < 16) {
        *out_len = 16;
        return MIFU_ERR_BUFFER;
    }
    if (out == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    memcpy(last, held, fill);
    mifu_sm4_pad(last, fill, padding);
    run(mode, out, last, 1);
    mifu_wipe(last, sizeof last);
    *out_len = 16;
    return MIFU_OK;
}

mifu_status mifu_sm4_padded_decrypt_final(uint8_t *out, size_t out_cap, size_t *out_len,
                                          mifu_sm4_padding padding, const uint8_t *held,
                                          size_t fill, mifu_sm4_run *run, void *mode)
{
    uint8_t last[16];
    size_t n;
    mifu_status status;

    *out_len = 0;
    if (padding == MIFU_SM4_PADDING_NONE)
        return fill == 0 ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH;
    if (fill != 16)
        return MIFU_ERR_ARGUMENT_LENGTH;
    if (out_cap < 15) { /* before the length is known: it must not show in the result */
        *out_len = 15;
        return MIFU_ERR_BUFFER;
    }
    if (out == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = open_last(&n, last, padding, held, run, mode);
    if (status == MIFU_OK)
        mifu_copy(out, last, n);
    *out_len = n;
    mifu_wipe(last, sizeof last);
    return status;
}
