/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the tests of the provider share: library contexts with providers loaded, and errors. The
 * folder of mifu.so is in the environment's OPENSSL_MODULES, set by ctest.
 */
#ifndef MIFU_PROVIDER_SUPPORT_H
#define MIFU_PROVIDER_SUPPORT_H

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support_cmocka.h"
#include "support_random.h"

#define OURS   "provider=mifu"
#define THEIRS "provider=default"

/* How many random cases of so many: fewer where a checker makes each of them slow. */
static inline int support_runs(int runs)
{
    return getenv("MIFU_FEW_RUNS") != NULL ? runs / 100 : runs;
}

/* A library context of its own, in which mifu comes before default, so that it wins where a fetch
 * names neither. */
typedef struct support_host {
    OSSL_LIB_CTX *context;
    OSSL_PROVIDER *mifu, *others;
} support_host;

static inline void support_host_open(support_host *host)
{
    host->context = OSSL_LIB_CTX_new();
    assert_non_null(host->context);
    host->mifu = OSSL_PROVIDER_load(host->context, "mifu");
    if (host->mifu == NULL)
        ERR_print_errors_fp(stderr);
    assert_non_null(host->mifu);
    host->others = OSSL_PROVIDER_load(host->context, "default");
    assert_non_null(host->others);
}

static inline void support_host_close(support_host *host)
{
    assert_int_equal(OSSL_PROVIDER_unload(host->others), 1);
    assert_int_equal(OSSL_PROVIDER_unload(host->mifu), 1);
    OSSL_LIB_CTX_free(host->context);
}

/* Configures a library context, NULL for the default one, by text in the form of openssl.cnf; the
 * result of loading it. Modules are those of OPENSSL_MODULES. */
static inline int support_configure(OSSL_LIB_CTX *context, const char *text)
{
    char path[] = "/tmp/mifu-provider-XXXXXX";
    int file = mkstemp(path), loaded;

    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    loaded = OSSL_LIB_CTX_load_config(context, path);
    unlink(path);
    return loaded;
}

/* A new library context, configured. */
static inline OSSL_LIB_CTX *support_configured(const char *text, int *loaded)
{
    OSSL_LIB_CTX *context = OSSL_LIB_CTX_new();

    assert_non_null(context);
    *loaded = support_configure(context, text);
    return context;
}

/* Sections of openssl.cnf for mifu and default; `keys` go into the section of mifu. */
#define SUPPORT_CONFIG(keys)                                                                       \
    "openssl_conf = init\n[init]\nproviders = list\n[list]\nmifu = mifu\n"                         \
    "default = others\n[others]\nactivate = 1\n[mifu]\n" keys "\n"

/*
 * The call failed, and the last error in the queue, if it is one of mifu's, has a reason string and
 * the text. Empties the queue.
 */
static inline void support_error_is(int result, const char *reason)
{
    const char *text = NULL, *file, *function;
    int line, flags, found = 0;
    unsigned long code;
    char last[300] = "";

    assert_true(result <= 0);
    while ((code = ERR_get_error_all(&file, &line, &function, &text, &flags)) != 0) {
        const char *words = ERR_reason_error_string(code);

        snprintf(last, sizeof last, "%s: %s", words == NULL ? "(no reason)" : words, text);
        if (words != NULL && strstr(words, reason) != NULL)
            found = 1;
    }
    if (!found)
        fail_msg("no error with the reason \"%s\"; the last one: %s", reason, last);
}

#endif
