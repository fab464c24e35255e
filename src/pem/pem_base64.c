/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Base64: RFC 4648 clause 4. Characters become values, and values characters, by arithmetic: no
 * table, no branch and no address depends on one. Whether a character is a digit, padding, white
 * space or none of these is the layout of the text, which is public.
 */
#include "mifu/pem.h"

#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"

/* Mask of low <= c <= high; all below 2^63. */
static uint64_t in_range(uint64_t c, uint64_t low, uint64_t high)
{
    return ~mifu_mask_less64(c, low) & ~mifu_mask_less64(high, c);
}

/* The alphabet: A-Z 0..25, a-z 26..51, 0-9 52..61, + 62, / 63. */
static char digit_of(uint32_t value)
{
    uint64_t v = value;
    uint64_t c = 0;

    c |= in_range(v, 0, 25) & (v + 'A');
    c |= in_range(v, 26, 51) & (v - 26 + 'a');
    c |= in_range(v, 52, 61) & (v - 52 + '0');
    c |= mifu_mask_equal64(v, 62) & '+';
    c |= mifu_mask_equal64(v, 63) & '/';
    return (char)c;
}

/* The value of a digit, and a mask that says whether the character is one. */
static uint32_t value_of(char character, uint64_t *is_digit)
{
    uint64_t c = (unsigned char)character;
    uint64_t upper = in_range(c, 'A', 'Z');
    uint64_t lower = in_range(c, 'a', 'z');
    uint64_t figure = in_range(c, '0', '9');
    uint64_t plus = mifu_mask_equal64(c, '+');
    uint64_t slash = mifu_mask_equal64(c, '/');
    uint64_t v = 0;

    v |= upper & (c - 'A');
    v |= lower & (c - 'a' + 26);
    v |= figure & (c - '0' + 52);
    v |= plus & 62;
    v |= slash & 63;
    *is_digit = upper | lower | figure | plus | slash;
    return (uint32_t)v;
}

mifu_status mifu_base64_encode(char *text, size_t text_cap, size_t *text_len, const uint8_t *data,
                               size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    size_t need = (len / 3 + (len % 3 != 0)) * 4;

    if (text_len == NULL || (data == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (len / 3 > (SIZE_MAX - 4) / 4)
        return MIFU_ERR_ARGUMENT_LENGTH;
    *text_len = need;
    if (text == NULL || text_cap < need)
        return MIFU_ERR_BUFFER;
    for (size_t i = 0; i < len; i += 3) {
        size_t n = len - i < 3 ? len - i : 3;
        uint32_t bits = (uint32_t)data[i] << 16;

        if (n > 1)
            bits |= (uint32_t)data[i + 1] << 8;
        if (n > 2)
            bits |= data[i + 2];
        text[0] = digit_of(bits >> 18);
        text[1] = digit_of(bits >> 12 & 63);
        text[2] = n > 1 ? digit_of(bits >> 6 & 63) : '=';
        text[3] = n > 2 ? digit_of(bits & 63) : '=';
        text += 4;
    }
    return MIFU_OK;
}

/*
 * One pass over the text. data == NULL counts and checks. A group is four characters: four digits,
 * or two or three and padding, and then nothing but white space.
 */
static mifu_status decode(uint8_t *data, size_t *data_len, const char *text, size_t len)
{
    size_t out = 0;
    uint32_t bits = 0;
    unsigned digits = 0;  /* in the group under way */
    unsigned padding = 0; /* in the text */
    uint64_t spare;

    for (size_t i = 0; i < len; i++) {
        uint64_t c = (unsigned char)text[i];
        uint64_t is_digit;
        uint32_t value = value_of(text[i], &is_digit);
        uint64_t is_padding = mifu_mask_equal64(c, '=');
        uint64_t is_space = mifu_mask_equal64(c, ' ') | mifu_mask_equal64(c, '\t') |
                            mifu_mask_equal64(c, '\r') | mifu_mask_equal64(c, '\n');

        /* The layout of the text: public. */
        mifu_declassify(&is_digit, sizeof is_digit);
        mifu_declassify(&is_padding, sizeof is_padding);
        mifu_declassify(&is_space, sizeof is_space);
        if (is_space)
            continue;
        if (is_padding) {
            padding++;
            continue;
        }
        if (!is_digit || padding != 0)
            return MIFU_ERR_ENCODING_BASE64;
        bits = bits << 6 | value;
        if (++digits == 4) {
            if (data != NULL) {
                data[out] = (uint8_t)(bits >> 16);
                data[out + 1] = (uint8_t)(bits >> 8);
                data[out + 2] = (uint8_t)bits;
            }
            out += 3;
            digits = 0;
            bits = 0;
        }
    }
    /* Two digits carry 8 bits and 4 spare ones, three carry 16 and 2; one digit is no byte. */
    if (digits == 1 || padding != (4 - digits) % 4)
        return MIFU_ERR_ENCODING_BASE64;
    spare = digits == 2 ? bits & 15 : digits == 3 ? bits & 3 : 0;
    spare = mifu_mask_nonzero64(spare);
    /* That the spare bits are zero is a rule of the encoding: only a malformed text tells one. */
    mifu_declassify(&spare, sizeof spare);
    if (spare)
        return MIFU_ERR_ENCODING_BASE64;
    if (digits == 2) {
        if (data != NULL)
            data[out] = (uint8_t)(bits >> 4);
        out += 1;
    } else if (digits == 3) {
        if (data != NULL) {
            data[out] = (uint8_t)(bits >> 10);
            data[out + 1] = (uint8_t)(bits >> 2);
        }
        out += 2;
    }
    *data_len = out;
    return MIFU_OK;
}

mifu_status mifu_base64_decode(uint8_t *data, size_t data_cap, size_t *data_len, const char *text,
                               size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status;

    if (data_len == NULL || (text == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = decode(NULL, data_len, text, len);
    if (status != MIFU_OK)
        return status;
    if (data == NULL || data_cap < *data_len)
        return MIFU_ERR_BUFFER;
    return decode(data, data_len, text, len);
}
