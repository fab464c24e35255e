/* SPDX-License-Identifier: Apache-2.0 */
/* Prints what the shared library says of its integrity, and whether it works after that. */
#include <stdio.h>

#include "mifu/mifu.h"

int main(void)
{
    mifu_status status = mifu_selftest_integrity();
    uint8_t digest[32];

    printf("%s %s\n", mifu_status_name(status),
           mifu_status_name(mifu_hash_digest(digest, MIFU_HASH_SM3, (const uint8_t *)"abc", 3)));
    return 0;
}
