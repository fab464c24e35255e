/* SPDX-License-Identifier: Apache-2.0 */
/* ZUC-GXM and ZUC-MUR of files: ciphertext, then tag. */
#ifndef MIFU_CLI_ZUC_AEAD_H
#define MIFU_CLI_ZUC_AEAD_H

#include "mifu/zuc_aead.h"

#include "cli_input.h"
#include "cli_output.h"
#include "cli_progress.h"
#include "cli_zuc_options.h"

#define CLI_ZUC_AEAD_OPTIONS                                                                       \
    {"hash-key-hex", 0, "HEX", "gxm, mur: the hash key, 32 hexadecimal digits"},                   \
        {"hash-key-file", 0, "FILE", "the same: the 16 bytes of FILE"},                            \
        {"tag-key-hex", 0, "HEX", "mur: the tag key, 32 hexadecimal digits"},                      \
        {"tag-key-file", 0, "FILE", "the same: the 16 bytes of FILE"},                             \
        {"aad", 0, "TEXT", "gxm, mur: associated data, authenticated but not stored"},             \
        {"aad-hex", 0, "HEX", "the same, as hexadecimal digits"},                                  \
        {"aad-file", 0, "FILE", "the same, from a file"},                                          \
    {                                                                                              \
        "tag-length", 0, "BYTES", "gxm, mur: 4 to 16 (default)"                                    \
    }

typedef enum cli_zuc_mode {
    CLI_ZUC_STREAM = 1, /* the key stream alone */
    CLI_ZUC_GXM,
    CLI_ZUC_MUR
} cli_zuc_mode;

/* Secret; ends with cli_zuc_aead_free(). */
typedef struct cli_zuc_aead {
    cli_zuc_mode mode;
    int decrypt;
    uint8_t key[MIFU_ZUC_KEY_SIZE], tag_key[MIFU_ZUC_KEY_SIZE], hash_key[MIFU_ZUC_HASH_KEY_SIZE];
    uint8_t iv[MIFU_ZUC_IV_SIZE];
    cli_buffer aad;
    uint64_t tag_len;
} cli_zuc_aead;

/* Reads CLI_ZUC_AEAD_OPTIONS; refuses what a.mode, which is set, does not take. */
int cli_zuc_read_aead(cli_zuc_aead *a, const cli_zuc_settings *settings,
                      const cli_arguments *arguments);
void cli_zuc_aead_free(cli_zuc_aead *a);

/* From an open input to an open output; a.mode is GXM or MUR. */
int cli_zuc_run_aead(const cli_zuc_aead *a, cli_input *input, cli_output *output,
                     cli_progress *progress);

#endif
