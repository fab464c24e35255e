/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm4 in the modes without authentication. */
#include <string.h>

#include "cli_sm4_run.h"

/* Updates write what was held back besides the piece, at most 31 bytes. */
static uint8_t piece[CLI_PIECE_SIZE];
static uint8_t result[CLI_PIECE_SIZE + 32];

typedef struct stream {
    cli_sm4_mode mode;
    int decrypt;
    union {
        mifu_sm4_ecb ecb;
        mifu_sm4_cbc cbc;
        mifu_sm4_cfb cfb;
        mifu_sm4_cfb8 cfb8;
        mifu_sm4_ofb ofb;
        mifu_sm4_ctr ctr;
        mifu_sm4_xts xts;
    } u;
} stream;

static mifu_status start(stream *s, const cli_sm4_settings *settings)
{
    const mifu_sm4_key *key = &settings->key;
    const uint8_t *iv = settings->iv.data;
    mifu_sm4_padding padding = (mifu_sm4_padding)settings->padding;
    mifu_sm4_xts_order order = (mifu_sm4_xts_order)settings->order;

    memset(s, 0, sizeof *s);
    s->mode = settings->mode;
    s->decrypt = settings->decrypt;
    switch (settings->mode) {
    case CLI_SM4_ECB:
        return s->decrypt ? mifu_sm4_ecb_decrypt_init(&s->u.ecb, key, padding)
                          : mifu_sm4_ecb_encrypt_init(&s->u.ecb, key, padding);
    case CLI_SM4_CBC:
        return s->decrypt ? mifu_sm4_cbc_decrypt_init(&s->u.cbc, key, iv, padding)
                          : mifu_sm4_cbc_encrypt_init(&s->u.cbc, key, iv, padding);
    case CLI_SM4_CFB:
        return s->decrypt ? mifu_sm4_cfb_decrypt_init(&s->u.cfb, key, iv)
                          : mifu_sm4_cfb_encrypt_init(&s->u.cfb, key, iv);
    case CLI_SM4_CFB8:
        return s->decrypt ? mifu_sm4_cfb8_decrypt_init(&s->u.cfb8, key, iv)
                          : mifu_sm4_cfb8_encrypt_init(&s->u.cfb8, key, iv);
    case CLI_SM4_OFB:
        return mifu_sm4_ofb_init(&s->u.ofb, key, iv);
    case CLI_SM4_XTS:
        return s->decrypt
                   ? mifu_sm4_xts_decrypt_init(&s->u.xts, key, &settings->tweak_key, order, iv)
                   : mifu_sm4_xts_encrypt_init(&s->u.xts, key, &settings->tweak_key, order, iv);
    default:
        return mifu_sm4_ctr_init(&s->u.ctr, key, iv);
    }
}

static mifu_status update(size_t *out_len, stream *s, size_t len)
{
    *out_len = len;
    switch (s->mode) {
    case CLI_SM4_ECB:
        return mifu_sm4_ecb_update(result, sizeof result, out_len, &s->u.ecb, piece, len);
    case CLI_SM4_CBC:
        return mifu_sm4_cbc_update(result, sizeof result, out_len, &s->u.cbc, piece, len);
    case CLI_SM4_XTS:
        return mifu_sm4_xts_update(result, sizeof result, out_len, &s->u.xts, piece, len);
    case CLI_SM4_CFB:
        return mifu_sm4_cfb_update(result, &s->u.cfb, piece, len);
    case CLI_SM4_CFB8:
        return mifu_sm4_cfb8_update(result, &s->u.cfb8, piece, len);
    case CLI_SM4_OFB:
        return mifu_sm4_ofb_update(result, &s->u.ofb, piece, len);
    default:
        return mifu_sm4_ctr_update(result, &s->u.ctr, piece, len);
    }
}

static mifu_status finish(size_t *out_len, stream *s)
{
    *out_len = 0;
    switch (s->mode) {
    case CLI_SM4_ECB:
        return mifu_sm4_ecb_final(result, sizeof result, out_len, &s->u.ecb);
    case CLI_SM4_CBC:
        return mifu_sm4_cbc_final(result, sizeof result, out_len, &s->u.cbc);
    case CLI_SM4_XTS:
        return mifu_sm4_xts_final(result, sizeof result, out_len, &s->u.xts);
    case CLI_SM4_CFB:
        return mifu_sm4_cfb_final(&s->u.cfb);
    case CLI_SM4_CFB8:
        return mifu_sm4_cfb8_final(&s->u.cfb8);
    case CLI_SM4_OFB:
        return mifu_sm4_ofb_final(&s->u.ofb);
    default:
        return mifu_sm4_ctr_final(&s->u.ctr);
    }
}

static int explain(mifu_status status, const cli_sm4_job *job)
{
    if (status == MIFU_ERR_ARGUMENT_LENGTH && job->settings.mode == CLI_SM4_XTS)
        return cli_fail(CLI_BAD_INPUT, "%s: an XTS data unit has 16 bytes or more",
                        job->input.name);
    if (status == MIFU_ERR_LIMIT && job->settings.mode == CLI_SM4_XTS)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: an XTS data unit has at most 16 MiB; cut the data into units with "
                        "--unit-size BYTES --sector N",
                        job->input.name);
    if (status == MIFU_ERR_ARGUMENT_LENGTH && job->settings.decrypt)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: the ciphertext is no multiple of 16 bytes%s; is it truncated, or hex?",
                        job->input.name,
                        job->settings.padding == MIFU_SM4_PADDING_NONE ? "" : ", or empty");
    if (status == MIFU_ERR_ARGUMENT_LENGTH)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: without padding the length must be a multiple of 16 bytes",
                        job->input.name);
    return cli_fail_status(status, job->input.name,
                           status == MIFU_ERR_AUTHENTICATION
                               ? "the padding is wrong: try the other --padding names only where "
                                 "the sender's is not known"
                               : NULL);
}

/* Processes what the input has, at most `limit` bytes (0: all). *taken tells how many there were.
 */
static int run_unit(cli_sm4_job *job, uint64_t limit, uint64_t *taken)
{
    stream s;
    size_t want, len, out_len;
    mifu_status code = start(&s, &job->settings);
    int status = CLI_DONE;

    *taken = 0;
    do {
        want = sizeof piece;
        if (limit != 0 && limit - *taken < want)
            want = (size_t)(limit - *taken);
        if (code != MIFU_OK)
            break;
        status = cli_input_read(&job->input, piece, want, &len);
        if (status == CLI_DONE)
            code = update(&out_len, &s, len);
        if (status == CLI_DONE && code == MIFU_OK)
            status = cli_output_write(&job->output, result, out_len);
        *taken += len;
        cli_progress_add(&job->progress, len);
    } while (status == CLI_DONE && code == MIFU_OK && len == want && want > 0);
    if (status == CLI_DONE && code == MIFU_OK && (limit == 0 || *taken > 0)) {
        code = finish(&out_len, &s);
        if (code == MIFU_OK)
            status = cli_output_write(&job->output, result, out_len);
    }
    cli_wipe(&s, sizeof s);
    if (status == CLI_DONE && code != MIFU_OK)
        status = explain(code, job);
    return status;
}

static int wipe_buffers(int status)
{
    cli_wipe(piece, sizeof piece);
    cli_wipe(result, sizeof result);
    return status;
}

int cli_sm4_run_stream(cli_sm4_job *job)
{
    uint64_t taken;

    return wipe_buffers(run_unit(job, 0, &taken));
}

int cli_sm4_run_xts(cli_sm4_job *job)
{
    cli_sm4_settings *settings = &job->settings;
    uint64_t unit = settings->unit_size, taken = 0;
    size_t left = 0;
    int status;

    if (unit == 0) /* where the size is known, a refusal comes before the first byte of output */
        return job->input.size_known && job->input.size > CLI_SM4_DATA_UNIT_MAX
                   ? explain(MIFU_ERR_LIMIT, job)
                   : wipe_buffers(run_unit(job, 0, &taken));
    do {
        mifu_sm4_xts_tweak_from_sector(settings->iv.data, settings->sector);
        status = run_unit(job, unit, &taken);
    } while (status == CLI_DONE && taken == unit && ++settings->sector != 0);
    if (status == CLI_DONE && taken == unit) /* that was the last number there is */
        status = cli_input_read(&job->input, piece, 1, &left);
    if (status == CLI_DONE && left > 0)
        status = cli_fail(CLI_BAD_INPUT, "%s: more data units than numbers after --sector",
                          job->input.name);
    return wipe_buffers(status);
}
