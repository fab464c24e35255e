/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stand-in for jansson where it is not there for the target (scripts/check-portability): the part
 * of its interface that the vector programs use, over a reader of about a hundred lines. Memory is
 * not given back. Never used where jansson is.
 */
#ifndef MIFU_KAT_STAND_IN_JANSSON_H
#define MIFU_KAT_STAND_IN_JANSSON_H

#include <stddef.h>

typedef enum json_type {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

typedef struct json_t {
    json_type type;
    long long integer;
    char *text;             /* of a string; may hold zero bytes */
    size_t size;            /* of the text, or members of an object or array */
    char **names;           /* of an object */
    struct json_t **values; /* of an object or array */
} json_t;

typedef struct json_error_t {
    int line;
    char text[100];
} json_error_t;

#define JSON_REJECT_DUPLICATES 1 /* always */

json_t *json_load_file(const char *path, size_t flags, json_error_t *error);
json_t *json_object(void);
int json_object_set(json_t *object, const char *name, json_t *value);
json_t *json_object_get(const json_t *object, const char *name);
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
const char *json_string_value(const json_t *value);
size_t json_string_length(const json_t *value);
long long json_integer_value(const json_t *value);
int json_has_type(const json_t *value, json_type type);

#define json_is_object(value)  json_has_type((value), JSON_OBJECT)
#define json_is_array(value)   json_has_type((value), JSON_ARRAY)
#define json_is_string(value)  json_has_type((value), JSON_STRING)
#define json_is_integer(value) json_has_type((value), JSON_INTEGER)
#define json_is_true(value)    json_has_type((value), JSON_TRUE)
#define json_is_null(value)    json_has_type((value), JSON_NULL)
#define json_decref(value)     ((void)(value))

/* As in jansson: nothing happens for what is no object, or no array. */
#define json_object_foreach(object, name, value)                                                   \
    for (size_t at_##name = 0; json_is_object(object) && at_##name < (object)->size &&             \
                               ((name) = (object)->names[at_##name],                               \
                               (value) = (object)->values[at_##name], (void)(value), 1);           \
         at_##name++)
#define json_array_foreach(array, index, value)                                                    \
    for ((index) = 0;                                                                              \
         (index) < json_array_size(array) && ((value) = json_array_get((array), (index)), 1);      \
         (index)++)

#endif
