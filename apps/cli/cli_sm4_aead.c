/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu sm4 with GCM and CCM as protocols use them: ciphertext, then tag.
 *
 * The tag comes last, so that nothing of a plaintext is authentic before the whole was read.
 * Decryption to a file writes to the unfinished file, which is removed where the tag is wrong;
 * decryption to anything else is held in memory, up to a limit.
 */
#include <string.h>

#include "mifu/sm4_aead.h"

#include "cli_sm4_run.h"

#define HOLD_LIMIT                                                                                 \
    ((size_t)8 << 20) /* bytes of plaintext, or of text of unknown length, in memory */

static uint8_t piece[CLI_PIECE_SIZE + MIFU_SM4_TAG_SIZE];
static uint8_t result[CLI_PIECE_SIZE];

typedef struct aead {
    int ccm;
    union {
        mifu_sm4_gcm gcm;
        mifu_sm4_ccm ccm;
    } u;
} aead;

static mifu_status start(aead *a, const cli_sm4_settings *settings, uint64_t text_len)
{
    const mifu_sm4_key *key = &settings->key;
    const cli_buffer *iv = &settings->iv, *aad = &settings->aad;
    mifu_status status;

    memset(a, 0, sizeof *a);
    a->ccm = settings->mode == CLI_SM4_CCM;
    if (a->ccm) {
        status = (settings->decrypt ? mifu_sm4_ccm_decrypt_init : mifu_sm4_ccm_encrypt_init)(
            &a->u.ccm, key, iv->data, iv->len, aad->len, text_len, (size_t)settings->tag_len);
        if (status == MIFU_OK && aad->len > 0)
            status = mifu_sm4_ccm_aad_update(&a->u.ccm, aad->data, aad->len);
        return status;
    }
    status = (settings->decrypt ? mifu_sm4_gcm_decrypt_init
                                : mifu_sm4_gcm_encrypt_init)(&a->u.gcm, key, iv->data, iv->len);
    if (status == MIFU_OK && aad->len > 0)
        status = mifu_sm4_gcm_aad_update(&a->u.gcm, aad->data, aad->len);
    return status;
}

static mifu_status encrypt_update(aead *a, const uint8_t *in, size_t len)
{
    return a->ccm ? mifu_sm4_ccm_encrypt_update(result, &a->u.ccm, in, len)
                  : mifu_sm4_gcm_encrypt_update(result, &a->u.gcm, in, len);
}

static mifu_status decrypt_update(aead *a, const uint8_t *in, size_t len)
{
    return a->ccm ? mifu_sm4_ccm_decrypt_update_unverified(result, &a->u.ccm, in, len)
                  : mifu_sm4_gcm_decrypt_update_unverified(result, &a->u.gcm, in, len);
}

static int explain(mifu_status status, const cli_sm4_job *job)
{
    if (status == MIFU_ERR_ARGUMENT_LENGTH)
        return cli_fail(CLI_BAD_INPUT, "%s: its length changed while it was read", job->input.name);
    if (status == MIFU_ERR_LIMIT)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: too large for one message of this mode%s; the file format (--mode gcm "
                        "without --raw) has no such limit",
                        job->input.name, job->settings.mode == CLI_SM4_CCM ? " and IV length" : "");
    if (status == MIFU_ERR_AUTHENTICATION)
        return cli_fail_status(status, job->input.name,
                               "key, IV, associated data and tag length must be those of the "
                               "encryption");
    return cli_fail_status(status, job->input.name, NULL);
}

/* Length of the whole input; where it is not known, reads the input into memory. */
static int find_length(cli_sm4_job *job, cli_buffer *whole, uint64_t *length)
{
    size_t got;
    int status;

    *length = job->input.size;
    if (job->input.size_known)
        return CLI_DONE;
    status = cli_buffer_reserve(whole, HOLD_LIMIT + 1);
    if (status == CLI_DONE)
        status = cli_input_read(&job->input, whole->data, HOLD_LIMIT + 1, &got);
    if (status == CLI_DONE && got > HOLD_LIMIT)
        status = cli_fail(CLI_BAD_INPUT,
                          "%s: CCM needs the length before the data, and this has more than 8 MiB "
                          "and no known length; use a regular file",
                          job->input.name);
    if (status == CLI_DONE)
        *length = whole->len = got;
    return status;
}

/* As cli_input_read(), from memory where the input was read into it. */
static int read_more(cli_sm4_job *job, const cli_buffer *whole, size_t *at, uint8_t *data,
                     size_t cap, size_t *len)
{
    if (whole->data == NULL)
        return cli_input_read(&job->input, data, cap, len);
    *len = whole->len - *at < cap ? whole->len - *at : cap;
    memcpy(data, whole->data + *at, *len);
    *at += *len;
    return CLI_DONE;
}

static int encrypt(cli_sm4_job *job, const cli_buffer *whole, uint64_t length)
{
    uint8_t tag[MIFU_SM4_TAG_SIZE];
    size_t tag_len = (size_t)job->settings.tag_len, at = 0, len = CLI_PIECE_SIZE;
    aead a;
    mifu_status code = start(&a, &job->settings, length);
    int status = CLI_DONE;

    while (status == CLI_DONE && code == MIFU_OK && len == CLI_PIECE_SIZE) {
        status = read_more(job, whole, &at, piece, CLI_PIECE_SIZE, &len);
        if (status == CLI_DONE)
            code = encrypt_update(&a, piece, len);
        if (status == CLI_DONE && code == MIFU_OK)
            status = cli_output_write(&job->output, result, len);
        cli_progress_add(&job->progress, len);
    }
    if (status == CLI_DONE && code == MIFU_OK)
        code = a.ccm ? mifu_sm4_ccm_encrypt_final(tag, &a.u.ccm)
                     : mifu_sm4_gcm_encrypt_final(tag, tag_len, &a.u.gcm);
    cli_wipe(&a, sizeof a);
    if (status == CLI_DONE && code != MIFU_OK)
        return explain(code, job);
    return status == CLI_DONE ? cli_output_write(&job->output, tag, tag_len) : status;
}

/* Writes plaintext that is not authenticated yet to where it can still be taken back from. */
static int put(cli_sm4_job *job, cli_buffer *hold, size_t len)
{
    if (cli_output_is_atomic(&job->output))
        return cli_output_write(&job->output, result, len);
    if (hold->data == NULL && cli_buffer_reserve(hold, HOLD_LIMIT) != CLI_DONE)
        return CLI_SYSTEM;
    if (hold->len + len > HOLD_LIMIT)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: with more than 8 MiB the tag can be checked in time only if the "
                        "plaintext goes to a file: use --out FILE",
                        job->input.name);
    return cli_buffer_append(hold, result, len);
}

static int decrypt(cli_sm4_job *job, const cli_buffer *whole, uint64_t length)
{
    size_t tag_len = (size_t)job->settings.tag_len, at = 0, held = 0, len = CLI_PIECE_SIZE;
    cli_buffer hold = {0};
    aead a;
    mifu_status code;
    int status = CLI_DONE;

    if (job->settings.mode == CLI_SM4_CCM && length < tag_len)
        return cli_fail(CLI_BAD_INPUT, "%s: too short to hold a tag of %zu bytes", job->input.name,
                        tag_len);
    code = start(&a, &job->settings, length - tag_len);
    /* the last tag_len bytes read so far may be the tag: they stay at the front of the piece */
    while (status == CLI_DONE && code == MIFU_OK && len == CLI_PIECE_SIZE) {
        size_t text;

        status = read_more(job, whole, &at, piece + held, CLI_PIECE_SIZE, &len);
        if (status != CLI_DONE)
            break;
        held += len;
        text = held > tag_len ? held - tag_len : 0;
        code = decrypt_update(&a, piece, text);
        if (code == MIFU_OK)
            status = put(job, &hold, text);
        memmove(piece, piece + text, held - text);
        held -= text;
        cli_progress_add(&job->progress, len);
    }
    if (status == CLI_DONE && code == MIFU_OK && held < tag_len)
        status = cli_fail(CLI_BAD_INPUT, "%s: too short to hold a tag of %zu bytes",
                          job->input.name, tag_len);
    if (status == CLI_DONE && code == MIFU_OK)
        code = a.ccm ? mifu_sm4_ccm_decrypt_final(&a.u.ccm, piece)
                     : mifu_sm4_gcm_decrypt_final(&a.u.gcm, piece, tag_len);
    cli_wipe(&a, sizeof a);
    if (status == CLI_DONE && code != MIFU_OK)
        status = explain(code, job);
    if (status == CLI_DONE)
        status = cli_output_write(&job->output, hold.data, hold.len);
    cli_buffer_free(&hold);
    return status;
}

int cli_sm4_run_aead(cli_sm4_job *job)
{
    cli_buffer whole = {0};
    uint64_t length = 0;
    int status = CLI_DONE;

    if (job->settings.mode == CLI_SM4_CCM)
        status = find_length(job, &whole, &length);
    if (status == CLI_DONE)
        status =
            job->settings.decrypt ? decrypt(job, &whole, length) : encrypt(job, &whole, length);
    cli_buffer_free(&whole);
    cli_wipe(piece, sizeof piece);
    cli_wipe(result, sizeof result);
    return status;
}
