/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hostile input for decoders, made from one valid encoding: every truncation, bytes after the end,
 * every other value of every byte, and lengths blown up in every place. Each input lies in a buffer
 * of its own exact size, so that the address sanitizer sees a read past the end.
 */
#ifndef MIFU_SUPPORT_HOSTILE_H
#define MIFU_SUPPORT_HOSTILE_H

#include <stdlib.h>

#include "mifu/status.h"

#include "base_compiler.h"
#include "support_cmocka.h"

/*
 * Decodes. The function checks by itself that nothing was written on an error and that an input it
 * takes is the one encoding of what came out.
 */
typedef mifu_status hostile_decode(const uint8_t *data, size_t len, void *arg);

/* A clear answer about the input: none about the call or the system. */
MIFU_UNUSED static void hostile_check_status(mifu_status status)
{
    switch (mifu_status_class(status)) {
    case MIFU_OK:
    case MIFU_ERR_ENCODING:
    case MIFU_ERR_RANGE:
    case MIFU_ERR_UNSUPPORTED:
    case MIFU_ERR_LIMIT:
    case MIFU_ERR_AUTHENTICATION:
        break;
    default:
        if (status != MIFU_ERR_ARGUMENT_EMPTY)
            fail_msg("%s", mifu_status_name(status));
    }
}

MIFU_UNUSED static mifu_status hostile_try(hostile_decode *decode, void *arg, const uint8_t *data,
                                           size_t len)
{
    uint8_t *exact = malloc(len != 0 ? len : 1);
    mifu_status status;

    assert_non_null(exact);
    if (len != 0)
        memcpy(exact, data, len);
    status = decode(len != 0 ? exact : NULL, len, arg);
    free(exact);
    hostile_check_status(status);
    return status;
}

MIFU_UNUSED static void hostile_inputs_with(hostile_decode *decode, void *arg, const uint8_t *valid,
                                            size_t len, const uint8_t *changes, size_t change_count)
{
    static const uint8_t lengths[][9] = {
        {0x80},
        {0x81, 0x01},
        {0x84, 0x7f, 0xff, 0xff, 0xff},
        {0x84, 0xff, 0xff, 0xff, 0xff},
        {0x88, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
        {0xff},
    };
    static const size_t length_sizes[] = {1, 2, 5, 5, 9, 1};
    uint8_t *copy = malloc(len + 16);

    assert_non_null(copy);
    assert_int_equal(hostile_try(decode, arg, valid, len), MIFU_OK);
    for (size_t cut = 0; cut < len; cut++) {
        mifu_status status = hostile_try(decode, arg, valid, cut);

        if (status == MIFU_OK)
            fail_msg("the first %zu of %zu bytes are accepted", cut, len);
    }
    for (size_t more = 1; more <= 3; more++) {
        memcpy(copy, valid, len);
        memset(copy + len, 0, more);
        assert_int_not_equal(hostile_try(decode, arg, copy, len + more), MIFU_OK);
    }
    for (size_t at = 0; at < len; at++) {
        memcpy(copy, valid, len);
        for (size_t i = 0; i < change_count; i++) {
            copy[at] = (uint8_t)(valid[at] ^ changes[i]);
            (void)hostile_try(decode, arg, copy, len);
        }
    }
    for (size_t at = 0; at < len; at++) {
        for (size_t i = 0; i < MIFU_COUNT_OF(lengths); i++) {
            memcpy(copy, valid, at);
            memcpy(copy + at, lengths[i], length_sizes[i]);
            memcpy(copy + at + length_sizes[i], valid + at + 1, len - at - 1);
            (void)hostile_try(decode, arg, copy, len - 1 + length_sizes[i]);
        }
    }
    free(copy);
}

MIFU_UNUSED static void hostile_inputs(hostile_decode *decode, void *arg, const uint8_t *valid,
                                       size_t len)
{
    uint8_t changes[255];

    for (size_t i = 0; i < sizeof changes; i++)
        changes[i] = (uint8_t)(i + 1);
    hostile_inputs_with(decode, arg, valid, len, changes, sizeof changes);
}

/* For decoders that multiply points: every bit of every byte. */
MIFU_UNUSED static void hostile_inputs_few(hostile_decode *decode, void *arg, const uint8_t *valid,
                                           size_t len)
{
    static const uint8_t bits[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xff};

    hostile_inputs_with(decode, arg, valid, len, bits, sizeof bits);
}

/*
 * An encoder with the size-query convention: the exact size is answered to NULL and to one byte too
 * little, which is left untouched, and no byte is written beyond it.
 */
typedef mifu_status hostile_encode(uint8_t *out, size_t cap, size_t *len, void *arg);

MIFU_UNUSED static size_t hostile_output(hostile_encode *encode, void *arg)
{
    static const uint8_t guard = 0xa7;
    size_t need = 0;
    size_t len = 0;
    uint8_t *out;

    assert_int_equal(encode(NULL, 0, &need, arg), MIFU_ERR_BUFFER);
    assert_true(need > 0 && need < 65536);
    out = malloc(need + 32);
    assert_non_null(out);
    memset(out, guard, need + 32);
    assert_int_equal(encode(out, need - 1, &len, arg), MIFU_ERR_BUFFER);
    assert_int_equal(len, need);
    for (size_t i = 0; i < need + 32; i++)
        assert_int_equal(out[i], guard);
    assert_int_equal(encode(out, need, &len, arg), MIFU_OK);
    assert_int_equal(len, need);
    for (size_t i = need; i < need + 32; i++)
        assert_int_equal(out[i], guard);
    free(out);
    return need;
}

#endif
