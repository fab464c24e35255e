/* SPDX-License-Identifier: Apache-2.0 */
/* GXM goes piece by piece; MUR goes over the text twice and holds it in memory. */
#include "cli_zuc_aead.h"

#include <string.h>

#include "cli_sealed.h"
#include "cli_secret.h"

#define WHOLE_LIMIT ((size_t)1 << 30)

/* A key of 16 bytes from --NAME-hex or --NAME-file. */
static int read_key(uint8_t key[16], const cli_arguments *arguments, const char *hex_option,
                    const char *file_option)
{
    cli_buffer bytes = {0};
    int given = 0;
    int status = cli_bytes(&bytes, &given, arguments, hex_option, file_option, NULL);

    if (status == CLI_DONE && !given)
        status = cli_fail_usage("--%s or --%s is required in this mode", hex_option, file_option);
    if (status == CLI_DONE && bytes.len != 16)
        status = cli_fail(cli_given(arguments, hex_option) ? CLI_USAGE : CLI_BAD_INPUT,
                          "--%s: the key has %zu bytes and must have 16",
                          cli_given(arguments, hex_option) ? hex_option : file_option, bytes.len);
    if (status == CLI_DONE)
        memcpy(key, bytes.data, 16);
    cli_buffer_free(&bytes);
    return status;
}

/* Options that the mode does not know. */
static int check_options(cli_zuc_mode mode, const cli_arguments *arguments)
{
    static const char *const sealed[] = {"hash-key-hex", "hash-key-file", "aad",
                                         "aad-hex",      "aad-file",      "tag-length"};
    static const char *const mur[] = {"tag-key-hex", "tag-key-file"};
    static const char *const stream[] = {"count", "bits"};

    for (size_t i = 0; i < sizeof sealed / sizeof sealed[0]; i++)
        if (mode == CLI_ZUC_STREAM && cli_given(arguments, sealed[i]))
            return cli_fail_usage("--%s goes with --mode gxm and mur", sealed[i]);
    for (size_t i = 0; i < sizeof mur / sizeof mur[0]; i++)
        if (mode != CLI_ZUC_MUR && cli_given(arguments, mur[i]))
            return cli_fail_usage("--%s goes with --mode mur", mur[i]);
    for (size_t i = 0; i < sizeof stream / sizeof stream[0]; i++)
        if (mode != CLI_ZUC_STREAM && cli_given(arguments, stream[i]))
            return cli_fail_usage("--%s does not go with --mode gxm and mur", stream[i]);
    return CLI_DONE;
}

int cli_zuc_read_aead(cli_zuc_aead *a, const cli_zuc_settings *settings,
                      const cli_arguments *arguments)
{
    int given = 0, status = check_options(a->mode, arguments);

    if (status != CLI_DONE || a->mode == CLI_ZUC_STREAM)
        return status;
    if (settings->key.len != sizeof a->key)
        return cli_fail_usage("--mode gxm and mur take a key of 16 bytes");
    if (settings->iv.len != sizeof a->iv)
        return cli_fail_usage("--iv-hex: the IV has %zu bytes and must have 16", settings->iv.len);
    memcpy(a->key, settings->key.data, sizeof a->key);
    memcpy(a->iv, settings->iv.data, sizeof a->iv);
    a->tag_len = MIFU_ZUC_TAG_SIZE;
    status = cli_number(arguments, "tag-length", 4, MIFU_ZUC_TAG_SIZE, &a->tag_len);
    if (status == CLI_DONE)
        status = read_key(a->hash_key, arguments, "hash-key-hex", "hash-key-file");
    if (status == CLI_DONE && a->mode == CLI_ZUC_MUR)
        status = read_key(a->tag_key, arguments, "tag-key-hex", "tag-key-file");
    if (status == CLI_DONE)
        status = cli_bytes(&a->aad, &given, arguments, "aad-hex", "aad-file", "aad");
    return status;
}

void cli_zuc_aead_free(cli_zuc_aead *a)
{
    cli_buffer_free(&a->aad);
    cli_wipe(a, sizeof *a);
}

static int explain(mifu_status status, const char *name)
{
    return cli_fail_status(status, name,
                           status == MIFU_ERR_AUTHENTICATION
                               ? "keys, IV, associated data and tag length must be those of the "
                                 "encryption"
                               : NULL);
}

/* ---- GXM */

static mifu_status encrypt_update(uint8_t *out, void *message, const uint8_t *in, size_t len)
{
    return mifu_zuc_gxm_encrypt_update(out, message, in, len);
}

static mifu_status decrypt_update(uint8_t *out, void *message, const uint8_t *in, size_t len)
{
    return mifu_zuc_gxm_decrypt_update_unverified(out, message, in, len);
}

static mifu_status encrypt_final(uint8_t *tag, void *message)
{
    return mifu_zuc_gxm_encrypt_final(tag, message);
}

static mifu_status decrypt_final(uint8_t *tag, void *message)
{
    return mifu_zuc_gxm_decrypt_final(message, tag);
}

static int run_gxm(const cli_zuc_aead *a, cli_input *input, cli_output *output,
                   cli_progress *progress)
{
    mifu_zuc_gxm gxm;
    const cli_sealed sealed = {
        .input = input,
        .output = output,
        .progress = progress,
        .message = &gxm,
        .tag_len = (size_t)a->tag_len,
        .update = a->decrypt ? decrypt_update : encrypt_update,
        .finish = a->decrypt ? decrypt_final : encrypt_final,
        .explain = explain,
    };
    mifu_status code = (a->decrypt ? mifu_zuc_gxm_decrypt_init : mifu_zuc_gxm_encrypt_init)(
        &gxm, a->key, a->hash_key, a->iv, (size_t)a->tag_len);
    int status;

    if (code == MIFU_OK)
        code = mifu_zuc_gxm_aad_update(&gxm, a->aad.data, a->aad.len);
    status = explain(code, input->name);
    if (status == CLI_DONE)
        status = a->decrypt ? cli_sealed_decrypt(&sealed) : cli_sealed_encrypt(&sealed);
    mifu_zuc_gxm_wipe(&gxm);
    return status;
}

/* ---- MUR */

/* In place; the buffer has room for a tag. */
static mifu_status crypt_mur(const cli_zuc_aead *a, cli_buffer *text)
{
    size_t len = text->len, tag_len = (size_t)a->tag_len;

    if (a->decrypt) {
        text->len = len - tag_len;
        return mifu_zuc_mur_open(text->data, a->key, a->tag_key, a->hash_key, a->iv, a->aad.data,
                                 a->aad.len, text->data, text->len, text->data + text->len,
                                 tag_len);
    }
    text->len = len + tag_len;
    return mifu_zuc_mur_seal(text->data, text->data + len, tag_len, a->key, a->tag_key, a->hash_key,
                             a->iv, a->aad.data, a->aad.len, text->data, len);
}

static int run_mur(const cli_zuc_aead *a, cli_input *input, cli_output *output,
                   cli_progress *progress)
{
    cli_buffer text = {0};
    int status = cli_input_rest(&text, input, WHOLE_LIMIT);

    if (status == CLI_DONE)
        status = cli_buffer_reserve(&text, (size_t)a->tag_len);
    if (status == CLI_DONE && a->decrypt && text.len < a->tag_len)
        status = cli_sealed_too_short(input, (size_t)a->tag_len);
    if (status == CLI_DONE)
        status = explain(crypt_mur(a, &text), input->name);
    if (status == CLI_DONE)
        status = cli_output_write(output, text.data, text.len);
    cli_progress_add(progress, text.len);
    cli_buffer_free(&text);
    return status;
}

int cli_zuc_run_aead(const cli_zuc_aead *a, cli_input *input, cli_output *output,
                     cli_progress *progress)
{
    return (a->mode == CLI_ZUC_MUR ? run_mur : run_gxm)(a, input, output, progress);
}
