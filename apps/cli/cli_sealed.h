/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ciphertext with its tag behind it, of any mode that works on pieces.
 *
 * The tag comes last, so that nothing of a plaintext is authentic before the whole was read.
 * Decryption to a file writes to the unfinished file, which is removed where the tag is wrong;
 * decryption to anything else is held in memory, up to a limit.
 */
#ifndef MIFU_CLI_SEALED_H
#define MIFU_CLI_SEALED_H

#include "mifu/status.h"

#include "cli_input.h"
#include "cli_output.h"
#include "cli_progress.h"

/* The most bytes of plaintext, or of text of unknown length, that are held in memory. */
#define CLI_SEALED_HOLD_LIMIT ((size_t)8 << 20)
#define CLI_SEALED_TAG_MAX    16

typedef struct cli_sealed {
    cli_input *input;
    const cli_buffer *whole; /* the input where it was read already, or NULL */
    cli_output *output;
    cli_progress *progress;
    void *message; /* of the mode: started, with its associated data */
    size_t tag_len;
    mifu_status (*update)(uint8_t *out, void *message, const uint8_t *in, size_t len);
    /* Encryption writes the tag, decryption compares it. */
    mifu_status (*finish)(uint8_t *tag, void *message);
    /* Reports what is not MIFU_OK, and gives the exit status. */
    int (*explain)(mifu_status status, const char *name);
} cli_sealed;

int cli_sealed_encrypt(const cli_sealed *sealed);
int cli_sealed_decrypt(const cli_sealed *sealed);

/* BAD_INPUT: the input has no room for a tag. */
int cli_sealed_too_short(const cli_input *input, size_t tag_len);

#endif
