/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The keys of the provider's section in openssl.cnf, beside OpenSSL's own `module`, `activate`,
 * `identity` and `soft_load`:
 *
 *   default-distid  identity of SM2 signatures where the application sets none
 *   backend         restricts the back-ends, as the environment's MIFU_CPU does: "none", "-avx512f"
 *   selftest        on (default) or off: known answers when the provider is loaded
 *   sha2            on or off (default): offers SHA-256 and SHA-224 too
 */
#include <string.h>

#include "mifu/cpu.h"
#include "mifu/sm2.h"
#include "provider_error.h"
#include "provider_params.h"

enum { KEY_DISTID, KEY_BACKEND, KEY_SELFTEST, KEY_SHA2, KEYS };

static const char *const names[KEYS] = {"default-distid", "backend", "selftest", "sha2"};

/* A key that is absent leaves *flag as it is. */
static int read_flag(provider_context *context, const char *name, const char *value, int *flag)
{
    static const struct {
        const char *word;
        int flag;
    } words[] = {
        {"on", 1}, {"yes", 1}, {"true", 1}, {"1", 1}, {"off", 0}, {"no", 0}, {"false", 0}, {"0", 0},
    };

    if (value == NULL)
        return 1;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (provider_name_is(value, strlen(value), words[i].word)) {
            *flag = words[i].flag;
            return 1;
        }
    PROVIDER_RAISE(context, PROVIDER_R_CONFIGURATION, "%s = %s: neither on nor off", name, value);
    return 0;
}

int provider_config_read(provider_context *context)
{
    const char *values[KEYS] = {NULL};
    OSSL_PARAM request[KEYS + 1];

    memset(request, 0, sizeof request);
    for (int i = 0; i < KEYS; i++) {
        request[i].key = names[i];
        request[i].data_type = OSSL_PARAM_UTF8_PTR;
        request[i].data = &values[i];
        request[i].data_size = sizeof values[i];
    }
    if (!context->core.get_params(context->core.handle, request)) {
        PROVIDER_RAISE(context, PROVIDER_R_CONFIGURATION, "the core does not give it");
        return 0;
    }
    context->config.default_distid = values[KEY_DISTID];
    context->config.selftest = 1;
    if (values[KEY_DISTID] != NULL && strlen(values[KEY_DISTID]) > MIFU_SM2_ID_MAX_SIZE) {
        PROVIDER_RAISE(context, MIFU_ERR_ARGUMENT_ID, "%s", names[KEY_DISTID]);
        return 0;
    }
    if (values[KEY_BACKEND] != NULL && mifu_cpu_restrict(values[KEY_BACKEND]) != MIFU_OK) {
        PROVIDER_RAISE(context, PROVIDER_R_CONFIGURATION, "%s = %s: no such processor feature",
                       names[KEY_BACKEND], values[KEY_BACKEND]);
        return 0;
    }
    return read_flag(context, names[KEY_SELFTEST], values[KEY_SELFTEST],
                     &context->config.selftest) &&
           read_flag(context, names[KEY_SHA2], values[KEY_SHA2], &context->config.sha2);
}
