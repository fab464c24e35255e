/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Errors in OpenSSL's queue. The reason is a mifu_status, whose sentence is the reason string, or
 * one of the provider's own below; a text says more, such as the parameter or the length.
 */
#ifndef MIFU_PROVIDER_ERROR_H
#define MIFU_PROVIDER_ERROR_H

#include "mifu/status.h"
#include "provider_context.h"

/* Name, value, sentence. Values begin above those of mifu_status. */
/* clang-format off */
#define PROVIDER_REASONS(X) \
    X(PROVIDER_R_MEMORY, 1000, "out of memory") \
    X(PROVIDER_R_CONFIGURATION, 1001, "a value in the provider's section of the configuration is wrong") \
    X(PROVIDER_R_PARAMETER, 1002, "a parameter has the wrong type or a value that is not possible") \
    X(PROVIDER_R_PARAMETER_MISSING, 1003, "a parameter that is needed was not given") \
    X(PROVIDER_R_NOT_SUPPORTED, 1004, "the provider does not support this") \
    X(PROVIDER_R_NOT_STARTED, 1005, "the operation has not been started, or is finished") \
    X(PROVIDER_R_STARTED, 1006, "this must be set before data is processed") \
    X(PROVIDER_R_KEY_MISSING, 1007, "no key was set") \
    X(PROVIDER_R_KEY_LENGTH, 1008, "wrong length of the key") \
    X(PROVIDER_R_IV_MISSING, 1009, "no IV was set") \
    X(PROVIDER_R_IV_LENGTH, 1010, "wrong length of the IV") \
    X(PROVIDER_R_TAG_MISSING, 1011, "no tag was set, or none has been made yet") \
    X(PROVIDER_R_TAG_LENGTH, 1012, "wrong length of the tag") \
    X(PROVIDER_R_DIGEST, 1013, "no such digest for this operation") \
    X(PROVIDER_R_CIPHER, 1014, "no such cipher for this operation") \
    X(PROVIDER_R_KEYS_EQUAL, 1015, "the two halves of the key are equal") \
    X(PROVIDER_R_SELF_TEST, 1016, "a known answer came out wrong") \
    X(PROVIDER_R_OUTPUT, 1017, "the output could not be written")
/* clang-format on */

enum {
#define PROVIDER_REASON_ROW(name, value, text) name = (value),
    PROVIDER_REASONS(PROVIDER_REASON_ROW)
#undef PROVIDER_REASON_ROW
};

/* Raises an error with a reason and a text in the manner of printf. */
#define PROVIDER_RAISE(context, reason, ...)                                                       \
    provider_raise(context, __FILE__, __LINE__, __func__, (uint32_t)(reason), __VA_ARGS__)

/* 1 for MIFU_OK; else raises the status with `what`, the operation, as its text and gives 0. */
#define PROVIDER_CHECK(context, status, what)                                                      \
    provider_check(context, __FILE__, __LINE__, __func__, status, what)

void provider_raise(provider_context *context, const char *file, int line, const char *function,
                    uint32_t reason, const char *format, ...) __attribute__((format(printf, 6, 7)));
int provider_check(provider_context *context, const char *file, int line, const char *function,
                   mifu_status status, const char *what);

/* The table of reasons for OpenSSL; it ends with a row of zeros. */
const OSSL_ITEM *provider_reasons(void);

#endif
