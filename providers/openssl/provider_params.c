/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of OSSL_PARAM without libcrypto. Integers have any width and the host's byte order. */
#include "provider_params.h"

#include <string.h>

const OSSL_PARAM *provider_param_find(const OSSL_PARAM *params, const char *key)
{
    if (params != NULL)
        for (; params->key != NULL; params++)
            if (strcmp(params->key, key) == 0)
                return params;
    return NULL;
}

static int is_big_endian(void)
{
    const uint16_t one = 1;

    return *(const uint8_t *)&one == 0;
}

/* Byte number i of an integer of `size` bytes, from the least significant one. */
static size_t place(size_t i, size_t size)
{
    return is_big_endian() ? size - 1 - i : i;
}

int provider_param_uint64(const OSSL_PARAM *param, uint64_t *value)
{
    const uint8_t *bytes = param->data;
    uint64_t result = 0;

    if ((param->data_type != OSSL_PARAM_UNSIGNED_INTEGER &&
         param->data_type != OSSL_PARAM_INTEGER) ||
        bytes == NULL || param->data_size == 0)
        return 0;
    if (param->data_type == OSSL_PARAM_INTEGER &&
        (bytes[place(param->data_size - 1, param->data_size)] & 0x80) != 0)
        return 0; /* negative */
    for (size_t i = 0; i < param->data_size; i++) {
        uint8_t byte = bytes[place(i, param->data_size)];

        if (i < 8)
            result |= (uint64_t)byte << 8 * i;
        else if (byte != 0)
            return 0;
    }
    *value = result;
    return 1;
}

int provider_param_size(const OSSL_PARAM *param, size_t *value)
{
    uint64_t wide;

    if (!provider_param_uint64(param, &wide) || wide > SIZE_MAX)
        return 0;
    *value = (size_t)wide;
    return 1;
}

int provider_param_uint(const OSSL_PARAM *param, unsigned *value)
{
    uint64_t wide;

    if (!provider_param_uint64(param, &wide) || wide > UINT32_MAX)
        return 0;
    *value = (unsigned)wide;
    return 1;
}

int provider_param_integer(const OSSL_PARAM *param, uint8_t *bytes, size_t len)
{
    const uint8_t *from = param->data;
    uint8_t beyond = 0;

    if (param->data_type != OSSL_PARAM_UNSIGNED_INTEGER || from == NULL || param->data_size == 0)
        return 0;
    memset(bytes, 0, len);
    for (size_t i = 0; i < param->data_size; i++) {
        uint8_t byte = from[place(i, param->data_size)];

        if (i < len)
            bytes[len - 1 - i] = byte;
        else
            beyond |= byte;
    }
    return beyond == 0;
}

/* Data of a parameter of the type `string`, or of the pointer to such data. */
static int get_data(const OSSL_PARAM *param, unsigned string, unsigned pointer, const void **data,
                    size_t *len)
{
    if (param->data_type == string)
        *data = param->data;
    else if (param->data_type == pointer && param->data != NULL)
        *data = *(const void *const *)param->data;
    else
        return 0;
    *len = param->data_size;
    return *data != NULL || *len == 0;
}

int provider_param_octets(const OSSL_PARAM *param, const uint8_t **data, size_t *len)
{
    const void *bytes;

    if (!get_data(param, OSSL_PARAM_OCTET_STRING, OSSL_PARAM_OCTET_PTR, &bytes, len))
        return 0;
    *data = bytes;
    return 1;
}

int provider_param_text(const OSSL_PARAM *param, const char **text, size_t *len)
{
    const void *bytes, *end;

    if (!get_data(param, OSSL_PARAM_UTF8_STRING, OSSL_PARAM_UTF8_PTR, &bytes, len) || bytes == NULL)
        return 0;
    *text = bytes;
    end = memchr(bytes, 0, *len);
    if (end != NULL)
        *len = (size_t)((const char *)end - *text);
    return 1;
}

/* The request for a key, to be written to. */
static OSSL_PARAM *find_request(OSSL_PARAM params[], const char *key)
{
    return (OSSL_PARAM *)(uintptr_t)provider_param_find(params, key);
}

int provider_param_set_uint64(OSSL_PARAM params[], const char *key, uint64_t value)
{
    OSSL_PARAM *param = find_request(params, key);
    size_t size;

    if (param == NULL)
        return 1;
    if (param->data_type != OSSL_PARAM_UNSIGNED_INTEGER && param->data_type != OSSL_PARAM_INTEGER)
        return 0;
    size = param->data_size;
    if (param->data == NULL) {
        param->return_size = sizeof value;
        return 1;
    }
    /* Of a signed integer the highest bit must stay clear. */
    if (size == 0 ||
        (size < 8 && value >> (8 * size - (param->data_type == OSSL_PARAM_INTEGER)) != 0))
        return 0;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)param->data)[place(i, size)] = i < 8 ? (uint8_t)(value >> 8 * i) : 0;
    param->return_size = size;
    return 1;
}

int provider_param_set_integer(OSSL_PARAM params[], const char *key, const uint8_t *bytes,
                               size_t len)
{
    OSSL_PARAM *param = find_request(params, key);

    if (param == NULL)
        return 1;
    if (param->data_type != OSSL_PARAM_UNSIGNED_INTEGER)
        return 0;
    param->return_size = len;
    if (param->data == NULL)
        return 1;
    if (param->data_size < len)
        return 0;
    for (size_t i = 0; i < param->data_size; i++)
        ((uint8_t *)param->data)[place(i, param->data_size)] = i < len ? bytes[len - 1 - i] : 0;
    param->return_size = param->data_size;
    return 1;
}

int provider_param_set_size(OSSL_PARAM params[], const char *key, size_t value)
{
    return provider_param_set_uint64(params, key, value);
}

int provider_param_set_uint(OSSL_PARAM params[], const char *key, unsigned value)
{
    return provider_param_set_uint64(params, key, value);
}

int provider_param_set_int(OSSL_PARAM params[], const char *key, int value)
{
    return value >= 0 && provider_param_set_uint64(params, key, (uint64_t)value);
}

/* `terminated`: one byte more is copied where there is room, and not counted. */
static int set_data(OSSL_PARAM params[], const char *key, unsigned string, unsigned pointer,
                    const void *data, size_t len, int terminated)
{
    OSSL_PARAM *param = find_request(params, key);

    if (param == NULL)
        return 1;
    param->return_size = len;
    if (param->data_type == pointer) {
        if (param->data != NULL)
            *(const void **)param->data = data;
        return 1;
    }
    if (param->data_type != string)
        return 0;
    if (param->data == NULL)
        return 1;
    if (param->data_size < len)
        return 0;
    if (len > 0)
        memcpy(param->data, data, len);
    if (terminated && param->data_size > len)
        ((char *)param->data)[len] = '\0';
    return 1;
}

int provider_param_set_octets(OSSL_PARAM params[], const char *key, const void *data, size_t len)
{
    return set_data(params, key, OSSL_PARAM_OCTET_STRING, OSSL_PARAM_OCTET_PTR, data, len, 0);
}

int provider_param_set_text(OSSL_PARAM params[], const char *key, const char *text)
{
    return set_data(params, key, OSSL_PARAM_UTF8_STRING, OSSL_PARAM_UTF8_PTR, text, strlen(text),
                    1);
}

static int lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

int provider_name_is(const char *text, size_t len, const char *name)
{
    for (size_t i = 0; i < len; i++)
        if (name[i] == '\0' || lower((unsigned char)text[i]) != lower((unsigned char)name[i]))
            return 0;
    return name[len] == '\0';
}
