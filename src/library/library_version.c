/* SPDX-License-Identifier: Apache-2.0 */
#include "mifu/mifu.h"

const char *mifu_version(void)
{
    return MIFU_VERSION_STRING;
}
