/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The self-test: the library's known answers but for the long ones, as every program that loads the
 * provider waits for them.
 */
#include "mifu/selftest.h"

#include "provider_error.h"

static void note(const mifu_selftest_result *result, void *context)
{
    if (result->status != MIFU_OK)
        PROVIDER_RAISE((provider_context *)context, PROVIDER_R_SELF_TEST, "%s", result->name);
}

int provider_self_test(provider_context *context)
{
    return mifu_selftest(MIFU_SELFTEST_BRIEF, note, context) == MIFU_OK;
}
