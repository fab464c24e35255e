/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu sm4 in the modes that need the whole message in memory: HCTR and GCM-SIV go over it twice,
 * BC and OFBNLF are here for the data of those who use them.
 */
#include "mifu/sm4_aead.h"

#include "cli_sm4_run.h"

#define WHOLE_LIMIT ((size_t)1 << 30)

/* Encrypts or decrypts in place; the buffer has room for a tag. */
static mifu_status crypt(const cli_sm4_settings *s, cli_buffer *text)
{
    uint8_t *bytes = text->data;
    size_t len = text->len;
    const uint8_t *iv = s->iv.data;
    mifu_status status;

    switch (s->mode) {
    case CLI_SM4_BC:
        return (s->decrypt ? mifu_sm4_bc_decrypt : mifu_sm4_bc_encrypt)(bytes, &s->key, iv, bytes,
                                                                        len);
    case CLI_SM4_OFBNLF:
        return (s->decrypt ? mifu_sm4_ofbnlf_decrypt : mifu_sm4_ofbnlf_encrypt)(bytes, &s->key, iv,
                                                                                bytes, len);
    case CLI_SM4_HCTR:
        return (s->decrypt ? mifu_sm4_hctr_decrypt
                           : mifu_sm4_hctr_encrypt)(bytes, &s->key, s->hash_key, iv, bytes, len);
    default:
        break;
    }
    if (s->decrypt && len < MIFU_SM4_TAG_SIZE)
        return MIFU_ERR_ENCODING_TRUNCATED;
    text->len = s->decrypt ? len - MIFU_SM4_TAG_SIZE : len + MIFU_SM4_TAG_SIZE;
    if (s->decrypt)
        status = mifu_sm4_gcm_siv_open(bytes, &s->key, iv, s->aad.data, s->aad.len, bytes,
                                       text->len, bytes + text->len);
    else
        status = mifu_sm4_gcm_siv_seal(bytes, bytes + len, &s->key, iv, s->aad.data, s->aad.len,
                                       bytes, len);
    return status;
}

static int explain(mifu_status status, const cli_sm4_job *job)
{
    const char *name = job->input.name;

    if (status == MIFU_ERR_ARGUMENT_LENGTH && job->settings.mode == CLI_SM4_HCTR)
        return cli_fail(CLI_BAD_INPUT, "%s: HCTR takes 16 bytes or more", name);
    if (status == MIFU_ERR_ARGUMENT_LENGTH)
        return cli_fail(
            CLI_BAD_INPUT, "%s: the length must be a multiple of 16 bytes in this mode%s", name,
            job->settings.decrypt ? "; is it truncated, or hex?" : ", which adds no padding");
    if (status == MIFU_ERR_ENCODING_TRUNCATED)
        return cli_fail(CLI_BAD_INPUT, "%s: too short to hold a tag of 16 bytes", name);
    return cli_fail_status(status, name,
                           status == MIFU_ERR_AUTHENTICATION
                               ? "key, nonce and associated data must be those of the encryption"
                               : NULL);
}

int cli_sm4_run_whole(cli_sm4_job *job)
{
    cli_buffer text = {0};
    int status = cli_input_rest(&text, &job->input, WHOLE_LIMIT);

    if (status == CLI_DONE)
        status = cli_buffer_reserve(&text, MIFU_SM4_TAG_SIZE);
    if (status == CLI_DONE)
        status = explain(crypt(&job->settings, &text), job);
    if (status == CLI_DONE)
        status = cli_output_write(&job->output, text.data, text.len);
    cli_progress_add(&job->progress, text.len);
    cli_buffer_free(&text);
    return status;
}
