/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The self-test: those of the command line's known answers that belong to what the provider offers
 * and take microseconds, as every program that loads the provider waits for them.
 */
#include "cli_selftest.h"
#include "provider_error.h"

static const struct {
    const char *name;
    int (*run)(void);
} tests[] = {
    {"HMAC-SM3", cli_test_hmac},
    {"KDF", cli_test_kdf},
    {"SM4", cli_test_sm4_block},
    {"SM4 modes", cli_test_sm4_stream},
    {"SM4-GCM", cli_test_sm4_gcm},
    {"SM4-CCM", cli_test_sm4_ccm},
    {"SM4-XTS", cli_test_sm4_xts},
    {"SM4 MAC", cli_test_sm4_mac},
    {"ZUC", cli_test_zuc},
    {"DRBG", cli_test_drbg},
    {"SM2 verify", cli_test_sm2_verify},
    {"SM2 sign", cli_test_sm2_sign},
};

int provider_self_test(provider_context *context)
{
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        if (!tests[i].run()) {
            PROVIDER_RAISE(context, PROVIDER_R_SELF_TEST, "%s", tests[i].name);
            return 0;
        }
    return 1;
}
