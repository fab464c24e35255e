/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm4 with GCM and CCM as protocols use them: ciphertext, then tag. */
#include <string.h>

#include "mifu/sm4_aead.h"

#include "cli_sealed.h"
#include "cli_sm4_run.h"

typedef struct aead {
    int ccm, decrypt;
    size_t tag_len;
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
    a->decrypt = settings->decrypt;
    a->tag_len = (size_t)settings->tag_len;
    if (a->ccm) {
        status = (settings->decrypt ? mifu_sm4_ccm_decrypt_init : mifu_sm4_ccm_encrypt_init)(
            &a->u.ccm, key, iv->data, iv->len, aad->len, text_len, a->tag_len);
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

static mifu_status update(uint8_t *out, void *message, const uint8_t *in, size_t len)
{
    aead *a = message;

    if (a->ccm)
        return (a->decrypt ? mifu_sm4_ccm_decrypt_update_unverified
                           : mifu_sm4_ccm_encrypt_update)(out, &a->u.ccm, in, len);
    return (a->decrypt ? mifu_sm4_gcm_decrypt_update_unverified
                       : mifu_sm4_gcm_encrypt_update)(out, &a->u.gcm, in, len);
}

static mifu_status finish(uint8_t *tag, void *message)
{
    aead *a = message;

    if (a->ccm)
        return a->decrypt ? mifu_sm4_ccm_decrypt_final(&a->u.ccm, tag)
                          : mifu_sm4_ccm_encrypt_final(tag, &a->u.ccm);
    return a->decrypt ? mifu_sm4_gcm_decrypt_final(&a->u.gcm, tag, a->tag_len)
                      : mifu_sm4_gcm_encrypt_final(tag, a->tag_len, &a->u.gcm);
}

static int explain(mifu_status status, const char *name, const char *limited)
{
    if (status == MIFU_ERR_ARGUMENT_LENGTH)
        return cli_fail(CLI_BAD_INPUT, "%s: its length changed while it was read", name);
    if (status == MIFU_ERR_LIMIT)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: too large for one message of this mode%s; the file format (--mode gcm "
                        "without --raw) has no such limit",
                        name, limited);
    return cli_fail_status(status, name,
                           status == MIFU_ERR_AUTHENTICATION
                               ? "key, IV, associated data and tag length must be those of the "
                                 "encryption"
                               : NULL);
}

static int explain_gcm(mifu_status status, const char *name)
{
    return explain(status, name, "");
}

static int explain_ccm(mifu_status status, const char *name)
{
    return explain(status, name, " and IV length");
}

/* Length of the whole input; where it is not known, reads the input into memory. */
static int find_length(cli_sm4_job *job, cli_buffer *whole, uint64_t *length)
{
    size_t got;
    int status;

    *length = job->input.size;
    if (job->input.size_known)
        return CLI_DONE;
    status = cli_buffer_reserve(whole, CLI_SEALED_HOLD_LIMIT + 1);
    if (status == CLI_DONE)
        status = cli_input_read(&job->input, whole->data, CLI_SEALED_HOLD_LIMIT + 1, &got);
    if (status == CLI_DONE && got > CLI_SEALED_HOLD_LIMIT)
        status = cli_fail(CLI_BAD_INPUT,
                          "%s: CCM needs the length before the data, and this has more than 8 MiB "
                          "and no known length; use a regular file",
                          job->input.name);
    if (status == CLI_DONE)
        *length = whole->len = got;
    return status;
}

int cli_sm4_run_aead(cli_sm4_job *job)
{
    const cli_sm4_settings *settings = &job->settings;
    int ccm = settings->mode == CLI_SM4_CCM, status = CLI_DONE;
    size_t tag_len = (size_t)settings->tag_len;
    cli_buffer whole = {0};
    uint64_t length = 0;
    aead a;
    const cli_sealed sealed = {
        .input = &job->input,
        .whole = &whole,
        .output = &job->output,
        .progress = &job->progress,
        .message = &a,
        .tag_len = tag_len,
        .update = update,
        .finish = finish,
        .explain = ccm ? explain_ccm : explain_gcm,
    };

    if (ccm)
        status = find_length(job, &whole, &length);
    if (status == CLI_DONE && ccm && settings->decrypt) {
        if (length < tag_len)
            status = cli_sealed_too_short(&job->input, tag_len);
        else
            length -= tag_len;
    }
    if (status == CLI_DONE)
        status = sealed.explain(start(&a, settings, length), job->input.name);
    if (status == CLI_DONE)
        status = settings->decrypt ? cli_sealed_decrypt(&sealed) : cli_sealed_encrypt(&sealed);
    cli_wipe(&a, sizeof a);
    cli_buffer_free(&whole);
    return status;
}
