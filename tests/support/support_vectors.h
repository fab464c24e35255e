/* SPDX-License-Identifier: Apache-2.0 */
/* The vector files of tests/vectors for unit tests: groups, field cases, and bytes in hexadecimal.
 */
#ifndef MIFU_SUPPORT_VECTORS_H
#define MIFU_SUPPORT_VECTORS_H

#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include "base_compiler.h"
#include "support_cmocka.h"

typedef struct vector_bytes {
    uint8_t data[2048];
    size_t len;
} vector_bytes;

/* The root of a file such as "sm2.json"; json_decref() it. */
MIFU_UNUSED static json_t *vectors_load(const char *name)
{
    char path[1024];
    json_error_t error;
    json_t *root;

    (void)snprintf(path, sizeof path, "%s/%s", MIFU_TEST_VECTORS, name);
    root = json_load_file(path, 0, &error);
    if (root == NULL)
        fail_msg("%s: %s", path, error.text);
    return root;
}

/* The field case with this id. */
MIFU_UNUSED static json_t *vectors_field_case(json_t *root, const char *id)
{
    json_t *cases = json_object_get(root, "cases");

    for (size_t i = 0; i < json_array_size(cases); i++) {
        json_t *one = json_array_get(cases, i);

        if (strcmp(json_string_value(json_object_get(one, "id")), id) == 0)
            return one;
    }
    fail_msg("no field case %s", id);
    return NULL;
}

MIFU_UNUSED static const char *vector_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    if (text == NULL)
        fail_msg("no text %s", key);
    return text;
}

MIFU_UNUSED static vector_bytes bytes_of_hex(const char *hex)
{
    vector_bytes bytes;
    size_t digits = strlen(hex);

    memset(&bytes, 0, sizeof bytes);
    assert_true(digits % 2 == 0 && digits / 2 <= sizeof bytes.data);
    bytes.len = digits / 2;
    for (size_t i = 0; i < bytes.len; i++) {
        const char pair[3] = {hex[2 * i], hex[2 * i + 1], '\0'};
        char *end;

        bytes.data[i] = (uint8_t)strtoul(pair, &end, 16);
        assert_true(*end == '\0');
    }
    return bytes;
}

/*
 * DER written by hand: hexadecimal digits and spaces, and "{ ... }" for contents whose length
 * octets stand in front of them, such as "30{ 02{01} 04{} }".
 */
MIFU_UNUSED static size_t der_notation_append(vector_bytes *out, const char *text)
{
    size_t at = 0;

    while (text[at] != '\0' && text[at] != '}') {
        if (text[at] == ' ') {
            at++;
        } else if (text[at] == '{') {
            vector_bytes inner;

            memset(&inner, 0, sizeof inner);
            at += 1 + der_notation_append(&inner, text + at + 1);
            assert_true(text[at] == '}');
            at++;
            assert_true(inner.len < 65536 && out->len + inner.len + 3 <= sizeof out->data);
            if (inner.len >= 256) {
                out->data[out->len++] = 0x82;
                out->data[out->len++] = (uint8_t)(inner.len >> 8);
            } else if (inner.len >= 128) {
                out->data[out->len++] = 0x81;
            }
            out->data[out->len++] = (uint8_t)inner.len;
            memcpy(out->data + out->len, inner.data, inner.len);
            out->len += inner.len;
        } else {
            const char pair[3] = {text[at], text[at + 1], '\0'};
            char *end;

            assert_true(out->len < sizeof out->data);
            out->data[out->len++] = (uint8_t)strtoul(pair, &end, 16);
            assert_true(*end == '\0' && pair[1] != '\0');
            at += 2;
        }
    }
    return at;
}

MIFU_UNUSED static vector_bytes bytes_of_der_notation(const char *text)
{
    vector_bytes bytes;

    memset(&bytes, 0, sizeof bytes);
    assert_true(text[der_notation_append(&bytes, text)] == '\0');
    return bytes;
}

MIFU_UNUSED static vector_bytes vector_hex(const json_t *object, const char *key)
{
    return bytes_of_hex(vector_text(object, key));
}

#endif
