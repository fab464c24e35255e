/* SPDX-License-Identifier: Apache-2.0 */
/* Fields, memory and checks for the test functions: kat.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "kat_internal.h"

#define LARGEST_MESSAGE (SIZE_MAX / 4 < UINT64_C(1) << 31 ? SIZE_MAX / 4 : (size_t)1 << 31)

/* ---- Memory and chance */

struct block {
    struct block *next;
    void *data;
};

static void *allocate(kat_test *t, size_t len)
{
    struct block *block = malloc(sizeof *block);
    void *data = malloc(len == 0 ? 1 : len);

    if (block == NULL || data == NULL) {
        free(block);
        free(data);
        kat_skip(t, "no memory for %zu bytes", len);
    }
    block->data = data;
    block->next = t->blocks;
    t->blocks = block;
    return data;
}

void kat_free_blocks(kat_test *t)
{
    struct block *block = t->blocks;

    while (block != NULL) {
        struct block *next = block->next;

        free(block->data);
        free(block);
        block = next;
    }
    t->blocks = NULL;
}

kat_bytes kat_buffer(kat_test *t, size_t len)
{
    kat_bytes bytes = {allocate(t, len), len};

    memset(bytes.data, 0xa5, len);
    return bytes;
}

kat_bytes kat_copy(kat_test *t, const uint8_t *data, size_t len)
{
    kat_bytes bytes = {allocate(t, len), len};

    if (len > 0)
        memcpy(bytes.data, data, len);
    return bytes;
}

kat_bytes kat_join(kat_test *t, int count, ...)
{
    kat_bytes all;
    va_list list;
    size_t len = 0;

    va_start(list, count);
    for (int i = 0; i < count; i++)
        len += va_arg(list, kat_bytes).len;
    va_end(list);
    all = kat_buffer(t, len);
    len = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        kat_bytes part = va_arg(list, kat_bytes);

        memcpy(all.data + len, part.data, part.len);
        len += part.len;
    }
    va_end(list);
    return all;
}

/* splitmix64: good enough to cut messages in pieces, and repeatable. */
static uint64_t next_random(kat_test *t)
{
    uint64_t z = t->random += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

size_t kat_random_below(kat_test *t, size_t bound)
{
    return bound == 0 ? 0 : (size_t)(next_random(t) % bound);
}

size_t kat_random_chunk(kat_test *t, size_t rest)
{
    size_t bound = (size_t)1 << kat_random_below(t, 10);

    if (rest > 65536) /* long messages: about a hundred pieces */
        bound += rest / 64;
    bound = 1 + kat_random_below(t, bound);
    return bound < rest ? bound : rest;
}

/* ---- Fields */

static const json_t *find(const kat_test *t, const char *field)
{
    const json_t *value = json_object_get(t->json, field);

    if (value == NULL)
        value = json_object_get(t->group, field);
    return json_is_null(value) ? NULL : value;
}

static const json_t *need(kat_test *t, const char *field)
{
    const json_t *value = find(t, field);

    if (value == NULL)
        kat_skip(t, "field \"%s\" is missing", field);
    return value;
}

const char *kat_family_name(const kat_test *t)
{
    return t->family->name;
}

bool kat_is_valid(const kat_test *t)
{
    const char *result = json_string_value(json_object_get(t->json, "result"));

    return result == NULL || strcmp(result, "invalid") != 0;
}

bool kat_has(const kat_test *t, const char *field)
{
    return find(t, field) != NULL;
}

bool kat_flag(const kat_test *t, const char *field)
{
    return json_is_true(find(t, field));
}

static int nibble(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static size_t hex_into(kat_test *t, const char *field, const json_t *value, uint8_t *out)
{
    const char *text = json_string_value(value);
    size_t len = json_string_length(value);

    if (text == NULL || len % 2 != 0)
        kat_skip(t, "field \"%s\" is not hexadecimal", field);
    for (size_t i = 0; i < len; i += 2) {
        int high = nibble(text[i]), low = nibble(text[i + 1]);

        if (high < 0 || low < 0)
            kat_skip(t, "field \"%s\" is not hexadecimal", field);
        if (out != NULL)
            out[i / 2] = (uint8_t)(high << 4 | low);
    }
    return len / 2;
}

static kat_bytes hex_of(kat_test *t, const char *field, const json_t *value)
{
    kat_bytes bytes = kat_buffer(t, hex_into(t, field, value, NULL));

    hex_into(t, field, value, bytes.data);
    return bytes;
}

kat_bytes kat_hex(kat_test *t, const char *field)
{
    return hex_of(t, field, need(t, field));
}

kat_bytes kat_hex_or_empty(kat_test *t, const char *field)
{
    return kat_has(t, field) ? kat_hex(t, field) : kat_buffer(t, 0);
}

kat_bytes kat_hex_sized(kat_test *t, const char *field, size_t len)
{
    kat_bytes bytes = kat_hex(t, field);

    if (bytes.len != len)
        kat_skip(t, "field \"%s\" has %zu bytes, %zu expected", field, bytes.len, len);
    return bytes;
}

kat_bytes kat_hex_list(kat_test *t, const char *field)
{
    const json_t *array = need(t, field);
    size_t len = 0, i;
    json_t *value;
    kat_bytes bytes;

    if (!json_is_array(array))
        return hex_of(t, field, array);
    json_array_foreach((json_t *)(uintptr_t)array, i, value) len += hex_into(t, field, value, NULL);
    bytes = kat_buffer(t, len);
    len = 0;
    json_array_foreach((json_t *)(uintptr_t)array, i, value) len +=
        hex_into(t, field, value, bytes.data + len);
    return bytes;
}

uint64_t kat_integer(kat_test *t, const char *field)
{
    const json_t *value = need(t, field);

    if (!json_is_integer(value) || json_integer_value(value) < 0)
        kat_skip(t, "field \"%s\" is not a number", field);
    return (uint64_t)json_integer_value(value);
}

uint64_t kat_integer_or(kat_test *t, const char *field, uint64_t absent)
{
    return kat_has(t, field) ? kat_integer(t, field) : absent;
}

const char *kat_text(kat_test *t, const char *field)
{
    const json_t *value = need(t, field);

    if (!json_is_string(value))
        kat_skip(t, "field \"%s\" is not text", field);
    return json_string_value(value);
}

const char *kat_text_or(kat_test *t, const char *field, const char *absent)
{
    return kat_has(t, field) ? kat_text(t, field) : absent;
}

const uint64_t *kat_integers(kat_test *t, const char *field, size_t *count)
{
    const json_t *array = need(t, field);
    uint64_t *values;

    if (!json_is_array(array))
        kat_skip(t, "field \"%s\" is not a list", field);
    *count = json_array_size(array);
    values = allocate(t, *count * sizeof *values);
    for (size_t i = 0; i < *count; i++) {
        const json_t *value = json_array_get(array, i);

        if (!json_is_integer(value) || json_integer_value(value) < 0)
            kat_skip(t, "field \"%s\" is not a list of numbers", field);
        values[i] = (uint64_t)json_integer_value(value);
    }
    return values;
}

/* "<field>_<part>" */
static const char *part_name(char out[64], const char *field, const char *part)
{
    snprintf(out, 64, "%s_%s", field, part);
    return out;
}

bool kat_has_message(const kat_test *t, const char *field)
{
    char name[64];

    return kat_has(t, field) || kat_has(t, part_name(name, field, "pattern")) ||
           kat_has(t, part_name(name, field, "rule"));
}

kat_bytes kat_message(kat_test *t, const char *field)
{
    char name[64];
    kat_bytes bytes, pattern;
    uint64_t repeat;

    if (kat_has(t, field))
        return kat_hex(t, field);
    if (kat_has(t, part_name(name, field, "pattern"))) {
        pattern = kat_hex(t, name);
        repeat = kat_integer(t, part_name(name, field, "repeat"));
        if (pattern.len != 0 && repeat > LARGEST_MESSAGE / pattern.len)
            kat_skip(t, "field \"%s\" stands for more bytes than this test holds", field);
        bytes = kat_buffer(t, pattern.len * (size_t)repeat);
        for (size_t i = 0; i < bytes.len; i += pattern.len)
            memcpy(bytes.data + i, pattern.data, pattern.len);
        return bytes;
    }
    if (kat_has(t, part_name(name, field, "rule"))) {
        uint64_t start = kat_integer_or(t, "start", 0);
        const char *rule = kat_text(t, name);

        if (strcmp(rule, "incrementing") != 0)
            kat_skip(t, "field \"%s\" has the unknown rule \"%s\"", name, rule);
        repeat = kat_integer(t, part_name(name, field, "len"));
        if (repeat > LARGEST_MESSAGE)
            kat_skip(t, "field \"%s\" stands for more bytes than this test holds", field);
        bytes = kat_buffer(t, (size_t)repeat);
        for (size_t i = 0; i < bytes.len; i++)
            bytes.data[i] = (uint8_t)(i + start);
        return bytes;
    }
    kat_skip(t, "field \"%s\" is missing", field);
}

/* ---- Checks */

void kat_skip(kat_test *t, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(t->reason, sizeof t->reason, format, list);
    va_end(list);
    t->skipped = true;
    longjmp(t->leave, 1);
}

void kat_give_up(kat_test *t)
{
    longjmp(t->leave, 1);
}

void kat_fail(kat_test *t, const char *format, ...)
{
    char text[KAT_TEXT_MAX];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    printf("FAIL %s: %s: %s: [%s] %s\n", t->file, t->group_name, t->id, t->backend, text);
    t->failed = true;
}

/* Up to 40 bytes from a place shortly before the first difference. */
static void show(char out[100], const uint8_t *data, size_t len, size_t from)
{
    size_t n = len - from < 40 ? len - from : 40;

    for (size_t i = 0; i < n; i++)
        snprintf(out + 2 * i, 3, "%02x", data[from + i]);
    snprintf(out + 2 * n, 4, "%s", from + n < len ? "..." : "");
}

void kat_equal(kat_test *t, const char *what, kat_bytes expected, const uint8_t *got, size_t len)
{
    char a[100], b[100];
    size_t at = 0;

    if (expected.len == len && (len == 0 || memcmp(expected.data, got, len) == 0))
        return;
    while (at < expected.len && at < len && expected.data[at] == got[at])
        at++;
    show(a, expected.data, expected.len, at);
    show(b, got, len, at);
    kat_fail(t, "%s: expected %zu bytes, got %zu; from byte %zu on %s, got %s", what, expected.len,
             len, at, a, b);
}

void kat_status(kat_test *t, const char *what, mifu_status expected, mifu_status got)
{
    if (got != expected)
        kat_fail(t, "%s: expected %s, got %s", what, mifu_status_name(expected),
                 mifu_status_name(got));
}

void kat_is_error(kat_test *t, const char *what, mifu_status got)
{
    if (got == MIFU_OK || got == MIFU_INVALID)
        kat_fail(t, "%s: expected an error, got %s", what, mifu_status_name(got));
}

void kat_is_refused(kat_test *t, const char *what, mifu_status got)
{
    if (got == MIFU_OK)
        kat_fail(t, "%s: expected to be refused, got %s", what, mifu_status_name(got));
}

void kat_true(kat_test *t, const char *what, bool condition)
{
    if (!condition)
        kat_fail(t, "%s", what);
}

void kat_is_zero(kat_test *t, const char *what, kat_bytes bytes)
{
    for (size_t i = 0; i < bytes.len; i++)
        if (bytes.data[i] != 0) {
            kat_fail(t, "%s: byte %zu is not zero", what, i);
            return;
        }
}

void kat_nothing_written(kat_test *t, const char *what, kat_bytes out)
{
    for (size_t i = 0; i < out.len; i++)
        if (out.data[i] != 0xa5) {
            kat_fail(t, "%s: an error touched the output at byte %zu", what, i);
            return;
        }
}

void kat_no_plaintext(kat_test *t, const char *what, kat_bytes out)
{
    size_t zeros = 0;

    while (zeros < out.len && out.data[zeros] == 0)
        zeros++;
    for (size_t i = zeros; i < out.len; i++)
        if (out.data[i] != 0xa5) {
            kat_fail(t, "%s: the output is neither zeroed nor untouched at byte %zu", what, i);
            return;
        }
}
