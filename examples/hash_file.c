/* SPDX-License-Identifier: Apache-2.0 */
/* The SM3 digest of a file of any size, read in pieces. usage: hash_file FILE */
#include <mifu/mifu.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    static uint8_t buffer[65536];
    uint8_t digest[MIFU_SM3_DIGEST_SIZE];
    mifu_sm3 sm3;
    FILE *file;
    size_t n;
    int failed;

    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    file = fopen(argv[1], "rb");
    if (file == NULL) {
        perror(argv[1]);
        return 1;
    }
    mifu_sm3_init(&sm3);
    while ((n = fread(buffer, 1, sizeof buffer, file)) != 0)
        mifu_sm3_update(&sm3, buffer, n);
    failed = ferror(file);
    fclose(file);
    if (failed) {
        fprintf(stderr, "%s: cannot be read\n", argv[1]);
        return 1;
    }
    mifu_sm3_final(digest, &sm3);
    for (size_t i = 0; i < sizeof digest; i++)
        printf("%02x", digest[i]);
    printf("  %s\n", argv[1]);
    return 0;
}
