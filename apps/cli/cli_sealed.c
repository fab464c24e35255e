/* SPDX-License-Identifier: Apache-2.0 */
#include "cli_sealed.h"

#include <string.h>

static uint8_t piece[CLI_PIECE_SIZE + CLI_SEALED_TAG_MAX];
static uint8_t result[CLI_PIECE_SIZE];

/* As cli_input_read(), from memory where the input was read into it. */
static int read_more(const cli_sealed *s, size_t *at, uint8_t *data, size_t *len)
{
    if (s->whole == NULL || s->whole->data == NULL)
        return cli_input_read(s->input, data, CLI_PIECE_SIZE, len);
    *len = s->whole->len - *at < CLI_PIECE_SIZE ? s->whole->len - *at : CLI_PIECE_SIZE;
    memcpy(data, s->whole->data + *at, *len);
    *at += *len;
    return CLI_DONE;
}

static void forget(void)
{
    cli_wipe(piece, sizeof piece);
    cli_wipe(result, sizeof result);
}

int cli_sealed_encrypt(const cli_sealed *s)
{
    uint8_t tag[CLI_SEALED_TAG_MAX];
    size_t at = 0, len = CLI_PIECE_SIZE;
    mifu_status code = MIFU_OK;
    int status = CLI_DONE;

    while (status == CLI_DONE && code == MIFU_OK && len == CLI_PIECE_SIZE) {
        status = read_more(s, &at, piece, &len);
        if (status == CLI_DONE)
            code = s->update(result, s->message, piece, len);
        if (status == CLI_DONE && code == MIFU_OK)
            status = cli_output_write(s->output, result, len);
        cli_progress_add(s->progress, len);
    }
    if (status == CLI_DONE && code == MIFU_OK)
        code = s->finish(tag, s->message);
    forget();
    if (status == CLI_DONE && code != MIFU_OK)
        return s->explain(code, s->input->name);
    return status == CLI_DONE ? cli_output_write(s->output, tag, s->tag_len) : status;
}

/* Writes plaintext that is not authenticated yet to where it can still be taken back from. */
static int put(const cli_sealed *s, cli_buffer *hold, size_t len)
{
    if (cli_output_is_atomic(s->output))
        return cli_output_write(s->output, result, len);
    if (hold->data == NULL && cli_buffer_reserve(hold, CLI_SEALED_HOLD_LIMIT) != CLI_DONE)
        return CLI_SYSTEM;
    if (hold->len + len > CLI_SEALED_HOLD_LIMIT)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: with more than 8 MiB the tag can be checked in time only if the "
                        "plaintext goes to a file: use --out FILE",
                        s->input->name);
    return cli_buffer_append(hold, result, len);
}

int cli_sealed_too_short(const cli_input *input, size_t tag_len)
{
    return cli_fail(CLI_BAD_INPUT, "%s: too short to hold a tag of %zu bytes", input->name,
                    tag_len);
}

int cli_sealed_decrypt(const cli_sealed *s)
{
    size_t at = 0, held = 0, len = CLI_PIECE_SIZE;
    cli_buffer hold = {0};
    mifu_status code = MIFU_OK;
    int status = CLI_DONE;

    /* the last tag_len bytes read so far may be the tag: they stay at the front of the piece */
    while (status == CLI_DONE && code == MIFU_OK && len == CLI_PIECE_SIZE) {
        size_t text;

        status = read_more(s, &at, piece + held, &len);
        if (status != CLI_DONE)
            break;
        held += len;
        text = held > s->tag_len ? held - s->tag_len : 0;
        code = s->update(result, s->message, piece, text);
        if (code == MIFU_OK)
            status = put(s, &hold, text);
        memmove(piece, piece + text, held - text);
        held -= text;
        cli_progress_add(s->progress, len);
    }
    if (status == CLI_DONE && code == MIFU_OK && held < s->tag_len)
        status = cli_sealed_too_short(s->input, s->tag_len);
    if (status == CLI_DONE && code == MIFU_OK)
        code = s->finish(piece, s->message);
    forget();
    if (status == CLI_DONE && code != MIFU_OK)
        status = s->explain(code, s->input->name);
    if (status == CLI_DONE)
        status = cli_output_write(s->output, hold.data, hold.len);
    cli_buffer_free(&hold);
    return status;
}
