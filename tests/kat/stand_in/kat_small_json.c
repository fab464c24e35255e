/* SPDX-License-Identifier: Apache-2.0 */
/* The reader behind the stand-in jansson.h: RFC 8259, UTF-8 text, recursive descent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jansson.h"

typedef struct reader {
    const char *at;
    const char *end;
    int line;
    const char *fault;
} reader;

static void *must(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static json_t *make(json_type type)
{
    json_t *value = must(calloc(1, sizeof *value));

    value->type = type;
    return value;
}

static void append(json_t *to, char *name, json_t *value)
{
    to->values = must(realloc(to->values, (to->size + 1) * sizeof *to->values));
    to->names = must(realloc(to->names, (to->size + 1) * sizeof *to->names));
    to->values[to->size] = value;
    to->names[to->size++] = name;
}

static void space(reader *r)
{
    for (; r->at < r->end && strchr(" \t\r\n", *r->at) != NULL && *r->at != '\0'; r->at++)
        r->line += *r->at == '\n';
}

static int take(reader *r, char c)
{
    space(r);
    if (r->at == r->end || *r->at != c)
        return 0;
    r->at++;
    return 1;
}

static int word(reader *r, const char *text)
{
    size_t len = strlen(text);

    if ((size_t)(r->end - r->at) < len || memcmp(r->at, text, len) != 0)
        return 0;
    r->at += len;
    return 1;
}

/* UTF-8 of a code point below 2^16; the vectors need no more. */
static size_t utf8(char *out, unsigned c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    out[0] = (char)(0xe0 | c >> 12);
    out[1] = (char)(0x80 | (c >> 6 & 0x3f));
    out[2] = (char)(0x80 | (c & 0x3f));
    return 3;
}

/* After the opening quote. */
static char *string(reader *r, size_t *size)
{
    static const char escapes[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    char *out = must(malloc((size_t)(r->end - r->at) + 4));
    size_t n = 0;

    while (r->at < r->end && *r->at != '"') {
        const char *escape;

        if (*r->at != '\\') {
            out[n++] = *r->at++;
            continue;
        }
        if (++r->at == r->end)
            break;
        escape = strchr(escapes, *r->at);
        if (escape != NULL && *r->at != '\0') {
            out[n++] = meaning[escape - escapes];
            r->at++;
        } else if (*r->at == 'u' && r->end - r->at >= 5) {
            char digits[5] = {r->at[1], r->at[2], r->at[3], r->at[4], '\0'};

            n += utf8(out + n, (unsigned)strtoul(digits, NULL, 16));
            r->at += 5;
        } else {
            r->fault = "an unknown escape";
            return out;
        }
    }
    if (r->at == r->end)
        r->fault = "an open string";
    else
        r->at++;
    out[n] = '\0';
    *size = n;
    return must(realloc(out, n + 1));
}

static json_t *number(reader *r)
{
    json_t *value = make(JSON_INTEGER);
    char *end;

    value->integer = strtoll(r->at, &end, 10);
    if (end == r->at)
        r->fault = "an unknown word";
    if (end < r->end && strchr(".eE", *end) != NULL && *end != '\0') {
        value->type = JSON_REAL;
        (void)strtod(r->at, &end);
    }
    r->at = end;
    return value;
}

static json_t *read_value(reader *r, int depth)
{
    json_t *value;
    size_t size;

    if (depth > 100)
        r->fault = "too deep";
    if (r->fault != NULL)
        return NULL;
    if (take(r, '{')) {
        value = make(JSON_OBJECT);
        if (take(r, '}'))
            return value;
        do {
            char *name;

            if (!take(r, '"')) {
                r->fault = "a name is missing";
                return NULL;
            }
            name = string(r, &size);
            if (json_object_get(value, name) != NULL)
                r->fault = "a name twice";
            if (!take(r, ':'))
                r->fault = "a colon is missing";
            append(value, name, read_value(r, depth + 1));
        } while (r->fault == NULL && take(r, ','));
        if (r->fault == NULL && !take(r, '}'))
            r->fault = "an open object";
        return value;
    }
    if (take(r, '[')) {
        value = make(JSON_ARRAY);
        if (take(r, ']'))
            return value;
        do
            append(value, NULL, read_value(r, depth + 1));
        while (r->fault == NULL && take(r, ','));
        if (r->fault == NULL && !take(r, ']'))
            r->fault = "an open array";
        return value;
    }
    if (take(r, '"')) {
        value = make(JSON_STRING);
        value->text = string(r, &value->size);
        return value;
    }
    if (word(r, "true"))
        return make(JSON_TRUE);
    if (word(r, "false"))
        return make(JSON_FALSE);
    if (word(r, "null"))
        return make(JSON_NULL);
    return number(r);
}

json_t *json_load_file(const char *path, size_t flags, json_error_t *error)
{
    FILE *file = fopen(path, "rb");
    reader r = {NULL, NULL, 1, NULL};
    json_t *value = NULL;
    char *text = NULL;
    size_t size = 0, n;

    (void)flags;
    if (file == NULL) {
        r.fault = "cannot be opened";
    } else {
        do {
            text = must(realloc(text, size + 65537));
            n = fread(text + size, 1, 65536, file);
            size += n;
        } while (n > 0);
        fclose(file);
        text[size] = '\0';
        r.at = text;
        r.end = text + size;
        value = read_value(&r, 0);
        space(&r);
        if (r.fault == NULL && r.at != r.end)
            r.fault = "something after the end";
        free(text);
    }
    error->line = r.line;
    snprintf(error->text, sizeof error->text, "%s", r.fault != NULL ? r.fault : "");
    return r.fault != NULL ? NULL : value;
}

json_t *json_object(void)
{
    return make(JSON_OBJECT);
}

int json_object_set(json_t *object, const char *name, json_t *value)
{
    append(object, strcpy(must(malloc(strlen(name) + 1)), name), value);
    return 0;
}

int json_has_type(const json_t *value, json_type type)
{
    return value != NULL && value->type == type;
}

json_t *json_object_get(const json_t *object, const char *name)
{
    for (size_t i = 0; json_is_object(object) && i < object->size; i++)
        if (strcmp(object->names[i], name) == 0)
            return object->values[i];
    return NULL;
}

size_t json_array_size(const json_t *array)
{
    return json_is_array(array) ? array->size : 0;
}

json_t *json_array_get(const json_t *array, size_t index)
{
    return index < json_array_size(array) ? array->values[index] : NULL;
}

const char *json_string_value(const json_t *value)
{
    return json_is_string(value) ? value->text : NULL;
}

size_t json_string_length(const json_t *value)
{
    return json_is_string(value) ? value->size : 0;
}

long long json_integer_value(const json_t *value)
{
    return json_is_integer(value) ? value->integer : 0;
}
