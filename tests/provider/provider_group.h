/* SPDX-License-Identifier: Apache-2.0 */
/* A host that all tests of a program share, and the two functions of the group for it. */
#ifndef MIFU_PROVIDER_GROUP_H
#define MIFU_PROVIDER_GROUP_H

#include "provider_support.h"

static support_host host;

static int group_open(void **state)
{
    (void)state;
    support_host_open(&host);
    return 0;
}

static int group_close(void **state)
{
    (void)state;
    support_host_close(&host);
    return 0;
}

#endif
