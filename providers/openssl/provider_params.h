/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading and answering arrays of OSSL_PARAM: OSSL_PARAM(3). The setters answer a request: they
 * give 1 and do nothing where the array does not ask for that key, and 0 where the place for the
 * answer is too small or has another type. A place that is NULL asks for the size alone.
 */
#ifndef MIFU_PROVIDER_PARAMS_H
#define MIFU_PROVIDER_PARAMS_H

#include "provider_context.h"

/* Rows of the tables that say which parameters there are. */
#define PROVIDER_PARAM_ROW(key, type)                                                              \
    {                                                                                              \
        (key), (type), NULL, 0, 0                                                                  \
    }
#define PROVIDER_PARAM_END                                                                         \
    {                                                                                              \
        NULL, 0, NULL, 0, 0                                                                        \
    }

/* The first parameter of that key, or NULL; params may be NULL. */
const OSSL_PARAM *provider_param_find(const OSSL_PARAM *params, const char *key);

/* Values of given parameters: 1, or 0 for another type or a value out of range. */
int provider_param_size(const OSSL_PARAM *param, size_t *value);
int provider_param_uint(const OSSL_PARAM *param, unsigned *value);
int provider_param_uint64(const OSSL_PARAM *param, uint64_t *value);
/* An unsigned integer as `len` big-endian bytes; in constant time but for its own width. */
int provider_param_integer(const OSSL_PARAM *param, uint8_t *bytes, size_t len);
int provider_param_octets(const OSSL_PARAM *param, const uint8_t **data, size_t *len);
/* Text: not terminated, the bytes before the first zero byte or the end. */
int provider_param_text(const OSSL_PARAM *param, const char **text, size_t *len);

int provider_param_set_size(OSSL_PARAM params[], const char *key, size_t value);
int provider_param_set_int(OSSL_PARAM params[], const char *key, int value);
int provider_param_set_uint(OSSL_PARAM params[], const char *key, unsigned value);
int provider_param_set_uint64(OSSL_PARAM params[], const char *key, uint64_t value);
/* From `len` big-endian bytes; constant time. */
int provider_param_set_integer(OSSL_PARAM params[], const char *key, const uint8_t *bytes,
                               size_t len);
/* Octets, copied or by pointer, whichever the array wants. */
int provider_param_set_octets(OSSL_PARAM params[], const char *key, const void *data, size_t len);
/* Terminated text in static storage, copied or by pointer. */
int provider_param_set_text(OSSL_PARAM params[], const char *key, const char *text);

/* Whether text of `len` bytes is `name`, in letters of either case, as OpenSSL compares names. */
int provider_name_is(const char *text, size_t len, const char *name);

#endif
