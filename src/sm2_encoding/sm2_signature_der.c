/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Signatures as SEQUENCE { r INTEGER, s INTEGER } (GM/T 0009-2012 7.3, GB/T 35276-2017) and as the
 * 128-byte ECCSIGNATUREBLOB of tokens (GM/T 0016-2012 6.4.7). Signatures are public.
 */
#include "mifu/sm2_encoding.h"

#include "base_state.h"
#include "base_bytes.h"

#include "der_writer.h"

#define HALF (MIFU_SM2_SIGNATURE_SIZE / 2)
#define PAD  (MIFU_SM2_SIGNATURE_SKF_SIZE / 2 - HALF) /* zero bytes before each number of a blob */

/* The order n of the base point, GB/T 32918.5-2017. */
static const uint8_t order[HALF] = {
    0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0x72, 0x03, 0xdf, 0x6b, 0x21, 0xc6, 0x05, 0x2b, 0x53, 0xbb, 0xf4, 0x09, 0x39, 0xd5, 0x41, 0x23};

/* 1 <= value <= n - 1. */
static int in_range(const uint8_t value[HALF])
{
    static const uint8_t zero[HALF] = {0};

    return memcmp(value, zero, HALF) != 0 && memcmp(value, order, HALF) < 0;
}

static void put_signature(mifu_der_writer *w, const void *arg)
{
    const uint8_t *sig = arg;
    size_t mark = mifu_der_mark(w);

    mifu_der_put_integer(w, sig + HALF, HALF);
    mifu_der_put_integer(w, sig, HALF);
    mifu_der_close(w, MIFU_DER_SEQUENCE, mark);
}

mifu_status mifu_sm2_signature_to_der(uint8_t *der, size_t der_cap, size_t *der_len,
                                      const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (der_len == NULL || sig == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_der_encode(der, der_cap, der_len, put_signature, sig);
}

static mifu_status from_der(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE], const uint8_t *der,
                            size_t der_len,
                            void (*get)(mifu_der_reader *, uint8_t *, size_t, mifu_status))
{
    mifu_der_reader r;
    const uint8_t *outer;
    mifu_status status;

    if (sig == NULL || (der == NULL && der_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    r = mifu_der_reader_of(der, der_len);
    outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    get(&r, sig, HALF, MIFU_ERR_RANGE_SIGNATURE);
    get(&r, sig + HALF, HALF, MIFU_ERR_RANGE_SIGNATURE);
    mifu_der_leave(&r, outer);
    status = mifu_der_finish(&r);
    if (status == MIFU_OK && !(in_range(sig) && in_range(sig + HALF)))
        status = MIFU_ERR_RANGE_SIGNATURE;
    if (status != MIFU_OK)
        memset(sig, 0, MIFU_SM2_SIGNATURE_SIZE);
    return status;
}

mifu_status mifu_sm2_signature_from_der(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE], const uint8_t *der,
                                        size_t der_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return from_der(sig, der, der_len, mifu_der_get_integer);
}

mifu_status mifu_sm2_signature_from_der_lenient(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE],
                                                const uint8_t *der, size_t der_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return from_der(sig, der, der_len, mifu_der_get_integer_lenient);
}

mifu_status mifu_sm2_signature_from_skf(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE],
                                        const uint8_t blob[MIFU_SM2_SIGNATURE_SKF_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t pads = 0;

    if (sig == NULL || blob == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    for (size_t i = 0; i < PAD; i++)
        pads |= blob[i] | blob[PAD + HALF + i];
    if (pads != 0) {
        memset(sig, 0, MIFU_SM2_SIGNATURE_SIZE);
        return MIFU_ERR_ENCODING_PADDING;
    }
    memcpy(sig, blob + PAD, HALF);
    memcpy(sig + HALF, blob + 2 * PAD + HALF, HALF);
    return MIFU_OK;
}

void mifu_sm2_signature_to_skf(uint8_t blob[MIFU_SM2_SIGNATURE_SKF_SIZE],
                               const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE])
{
    MIFU_ZEROS_WHEN_CLOSED(blob, MIFU_SM2_SIGNATURE_SKF_SIZE);
    memset(blob, 0, MIFU_SM2_SIGNATURE_SKF_SIZE);
    memcpy(blob + PAD, sig, HALF);
    memcpy(blob + 2 * PAD + HALF, sig + HALF, HALF);
}
