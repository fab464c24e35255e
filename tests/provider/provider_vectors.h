/* SPDX-License-Identifier: Apache-2.0 */
/* The library's vector files, for tests that run them through EVP. */
#ifndef MIFU_PROVIDER_VECTORS_H
#define MIFU_PROVIDER_VECTORS_H

#include <jansson.h>

#include "provider_support.h"

/* A field of a test in hexadecimal, or made by one of the rules of the files. Free the data. */
typedef struct field {
    uint8_t *data;
    size_t len;
} field;

static inline field field_of_hex(const char *hex)
{
    field bytes = {NULL, strlen(hex) / 2};

    bytes.data = malloc(bytes.len + 1);
    assert_non_null(bytes.data);
    for (size_t i = 0; i < bytes.len; i++) {
        const char pair[3] = {hex[2 * i], hex[2 * i + 1], '\0'};

        bytes.data[i] = (uint8_t)strtoul(pair, NULL, 16);
    }
    return bytes;
}

static inline size_t number_of(const json_t *test, const char *key)
{
    return (size_t)json_integer_value(json_object_get(test, key));
}

static inline const char *text_of(const json_t *test, const char *key)
{
    return json_string_value(json_object_get(test, key));
}

/* An absent field is empty. `<key>_pattern` and `<key>_repeat`, or `<key>_rule`, stand for it. */
static inline field field_of(const json_t *test, const char *key)
{
    char name[40];
    const char *hex = text_of(test, key);
    field bytes;

    if (hex != NULL)
        return field_of_hex(hex);
    snprintf(name, sizeof name, "%s_pattern", key);
    if (text_of(test, name) != NULL) {
        field pattern = field_of_hex(text_of(test, name));

        snprintf(name, sizeof name, "%s_repeat", key);
        bytes.len = pattern.len * number_of(test, name);
        bytes.data = malloc(bytes.len + 1);
        for (size_t i = 0; i < bytes.len; i++)
            bytes.data[i] = pattern.data[i % pattern.len];
        free(pattern.data);
        return bytes;
    }
    snprintf(name, sizeof name, "%s_len", key);
    bytes.len = number_of(test, name);
    bytes.data = malloc(bytes.len + 1);
    for (size_t i = 0; i < bytes.len; i++)
        bytes.data[i] = (uint8_t)(number_of(test, "start") + i);
    return bytes;
}

/* A row of a table of operations. `test` gives 1 where it could be run, 0 where EVP has no way to
 * say it, such as bits that are no whole bytes. */
typedef struct vector_operation {
    const char *name;
    int (*run)(const json_t *test, int valid);
    int least; /* tests of this name that must have been run */
} vector_operation;

/* Runs the groups of a file whose operation is in the table; the last row has no name. */
static inline void run_vectors(const char *file, const vector_operation *table)
{
    char path[1024];
    json_error_t error;
    json_t *root;
    int counts[16] = {0};

    snprintf(path, sizeof path, "%s/%s", MIFU_TEST_VECTORS, file);
    root = json_load_file(path, 0, &error);
    if (root == NULL)
        fail_msg("%s: %s", path, error.text);
    for (size_t g = 0; g < json_array_size(json_object_get(root, "groups")); g++) {
        json_t *group = json_array_get(json_object_get(root, "groups"), g);
        json_t *tests = json_object_get(group, "tests");

        for (int row = 0; table[row].name != NULL; row++)
            for (size_t i = 0; strcmp(text_of(group, "operation"), table[row].name) == 0 &&
                               i < json_array_size(tests);
                 i++) {
                json_t *test = json_array_get(tests, i);

                counts[row] += table[row].run(test, strcmp(text_of(test, "result"), "valid") == 0);
                ERR_clear_error();
            }
    }
    for (int row = 0; table[row].name != NULL; row++) {
        print_message("%s: %d tests\n", table[row].name, counts[row]);
        assert_true(counts[row] >= table[row].least);
    }
    json_decref(root);
}

#endif
