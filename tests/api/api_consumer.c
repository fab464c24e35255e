/* SPDX-License-Identifier: Apache-2.0 */
/* A program outside the tree: compiled as C and as C++ against the installed library. */
#include <mifu/mifu.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    static const uint8_t expected[4] = {0x66, 0xc7, 0xf0, 0xf4}; /* of SM3("abc"), GB/T 32905 A.1 */
    uint8_t digest[MIFU_SM3_DIGEST_SIZE];

    mifu_sm3_hash(digest, (const uint8_t *)"abc", 3);
    if (memcmp(digest, expected, sizeof expected) != 0)
        return 1;
    if (strcmp(mifu_version(), MIFU_VERSION_STRING) != 0)
        return 2;
    printf("mifu %s, %s\n", mifu_version(), mifu_backend_active("sm3"));
    return 0;
}
