/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu zuc encrypt, decrypt: ZUC-128 with 128-EEA3, ZUC-256, ZUC-GXM and ZUC-MUR.
 * The key stream alone decrypts as it encrypts.
 */
#include <string.h>

#include "mifu/zuc.h"

#include "cli_verbs.h"
#include "cli_zuc_aead.h"
#include "cli_zuc_mac.h"

static const cli_option crypt_options[] = {
    {"mode", 0, "NAME", "stream (default), without authentication; gxm or mur, with it"},
    CLI_ZUC_KEY_OPTIONS,
    {"iv-hex", 0, "HEX", "the IV: 16 bytes, with a key of 32 bytes 16, 23 or 25"},
    CLI_ZUC_BITS_OPTION,
    CLI_ZUC_AEAD_OPTIONS,
    {"in", 0, "FILE", "the input (or name it as the argument)"},
    {"out", 0, "FILE", "the output"},
    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

/* All of one run. */
typedef struct job {
    cli_zuc_settings settings;
    cli_zuc_aead aead;
    mifu_zuc zuc;
    cli_zuc_length length;
} job;

static int start_stream(mifu_zuc *zuc, const cli_zuc_settings *s)
{
    uint8_t iv[MIFU_ZUC_IV_SIZE] = {0};
    mifu_status code;

    if (s->key.len == MIFU_ZUC256_KEY_SIZE) {
        code = mifu_zuc256_init(zuc, s->key.data, s->iv.data, s->iv.len);
        if (code == MIFU_ERR_ARGUMENT_LENGTH)
            return cli_fail_usage("--iv-hex: the IV has %zu bytes and must have 16, 23 or 25",
                                  s->iv.len);
        return code == MIFU_OK ? CLI_DONE
                               : cli_fail_usage("--iv-hex: one of the last 8 of 25 "
                                                "bytes is above 3f");
    }
    if (s->with_count) { /* GM/T 0001.2 5.2 */
        memcpy(iv, s->count, sizeof s->count);
        iv[4] = (uint8_t)(s->bearer << 3 | s->direction << 2);
        memcpy(iv + 8, iv, 8);
    } else if (s->iv.len == sizeof iv) {
        memcpy(iv, s->iv.data, sizeof iv);
    } else {
        return cli_fail_usage("--iv-hex: the IV has %zu bytes and must have 16", s->iv.len);
    }
    mifu_zuc_init(zuc, s->key.data, iv);
    return CLI_DONE;
}

static int crypt_stream(job *j, cli_output *output, cli_input *input, cli_progress *progress)
{
    static uint8_t piece[CLI_PIECE_SIZE];
    size_t len = sizeof piece;
    int status = CLI_DONE;

    while (status == CLI_DONE && len == sizeof piece) {
        unsigned bits;

        status = cli_input_read(input, piece, sizeof piece, &len);
        if (status == CLI_DONE)
            status = cli_zuc_count(&j->length, len, len < sizeof piece, input->name);
        if (status == CLI_DONE)
            status =
                cli_fail_status(mifu_zuc_update(piece, &j->zuc, piece, len), input->name, NULL);
        if (status != CLI_DONE)
            break;
        bits = cli_zuc_last_bits(&j->length, len);
        if (bits != 0)
            piece[len - 1] &= (uint8_t)(0xff00U >> bits);
        status = cli_output_write(output, piece, len);
        cli_progress_add(progress, len);
    }
    cli_wipe(piece, sizeof piece);
    return status;
}

static int read_options(job *j, const cli_arguments *arguments)
{
    static const cli_choice_row modes[] = {
        {"stream", CLI_ZUC_STREAM}, {"gxm", CLI_ZUC_GXM}, {"mur", CLI_ZUC_MUR}, {NULL, 0}};
    int mode = CLI_ZUC_STREAM;
    int status = cli_choice(arguments, "mode", modes, &mode);

    j->aead.mode = (cli_zuc_mode)mode;
    if (status == CLI_DONE)
        status = cli_zuc_read_settings(&j->settings, arguments);
    if (status == CLI_DONE)
        status = cli_zuc_read_aead(&j->aead, &j->settings, arguments);
    if (status == CLI_DONE && mode == CLI_ZUC_STREAM)
        status = start_stream(&j->zuc, &j->settings);
    if (status == CLI_DONE && cli_given(arguments, "bits") && !j->settings.with_count)
        status = cli_fail_usage("--bits goes with --count, --bearer and --direction");
    if (status == CLI_DONE)
        status = cli_zuc_read_length(&j->length, arguments,
                                     j->settings.with_count ? CLI_ZUC_3GPP_BITS_MAX : UINT64_MAX,
                                     "128-EEA3");
    return status;
}

static int run_files(job *j, const cli_arguments *arguments, const char *name)
{
    cli_input input;
    cli_output output;
    cli_progress progress;
    int status = cli_input_open(&input, name);

    if (status != CLI_DONE)
        return status;
    status = cli_output_open(&output, cli_value(arguments, "out"),
                             CLI_OUTPUT_BINARY | (j->aead.decrypt ? CLI_OUTPUT_SECRET : 0));
    if (status == CLI_DONE) {
        status = cli_progress_start(&progress, arguments, &input);
        if (status == CLI_DONE && j->aead.mode == CLI_ZUC_STREAM)
            status = crypt_stream(j, &output, &input, &progress);
        else if (status == CLI_DONE)
            status = cli_zuc_run_aead(&j->aead, &input, &output, &progress);
        cli_progress_end(&progress);
        status = cli_output_finish(&output, status);
    }
    cli_input_close(&input);
    return status;
}

static int run(const cli_arguments *arguments, int decrypt)
{
    job j;
    const char *name;
    int status = cli_input_name(arguments, &name);

    memset(&j, 0, sizeof j);
    j.aead.decrypt = decrypt;
    if (status == CLI_DONE)
        status = read_options(&j, arguments);
    if (status == CLI_DONE)
        status = run_files(&j, arguments, name);
    mifu_zuc_wipe(&j.zuc);
    cli_zuc_aead_free(&j.aead);
    cli_zuc_settings_free(&j.settings);
    return status;
}

static int run_encrypt(const cli_arguments *arguments)
{
    return run(arguments, 0);
}

static int run_decrypt(const cli_arguments *arguments)
{
    return run(arguments, 1);
}

const cli_verb cli_zuc_verbs[] = {
    {"encrypt", "encrypt a file", "[FILE]", 1, crypt_options,
     "With --count this is 128-EEA3, else the key stream of ZUC-128 or ZUC-256, as the key is "
     "long.\n"
     "Neither authenticates: use one IV, or one COUNT, BEARER and DIRECTION, for one text only, "
     "and\n"
     "a MAC, or a mode that does: with --mode gxm and mur the tag follows the ciphertext. GXM "
     "must\n"
     "never see one IV twice; MUR forgives it, and holds the text in memory, up to 1 GiB.\n\n"
     "examples:\n"
     "  mifu zuc encrypt --key-hex 000102030405060708090a0b0c0d0e0f \\\n"
     "      --count 66035492 --bearer 15 --direction 0 note.txt --out note.zuc\n"
     "  mifu zuc encrypt --mode gxm --key-file zuc.key --hash-key-file hash.key \\\n"
     "      --iv-hex 000102030405060708090a0b0c0d0e0f note.txt --out note.gxm\n",
     run_encrypt},
    {"decrypt", "decrypt a file", "[FILE]", 1, crypt_options,
     "With --mode gxm and mur no output appears unless the tag is right; where it goes to "
     "standard\n"
     "output, GXM holds up to 8 MiB in memory until then. The options are those of encrypt.\n\n"
     "example:\n"
     "  mifu zuc decrypt --mode gxm --key-file zuc.key --hash-key-file hash.key \\\n"
     "      --iv-hex 000102030405060708090a0b0c0d0e0f note.gxm --out note.again\n",
     run_decrypt},
    {"mac", "128-EIA3 or the MAC of ZUC-256 of a file of any size", "[FILE]", 1,
     cli_zuc_mac_options,
     "With --count and a key of 16 bytes this is 128-EIA3; with --iv-hex and a key of 32 bytes "
     "the\n"
     "MAC of ZUC-256. Use one IV for one message only.\n\n"
     "example:\n"
     "  mifu zuc mac --key-hex 000102030405060708090a0b0c0d0e0f \\\n"
     "      --count 66035492 --bearer 15 --direction 0 note.txt\n",
     cli_zuc_run_mac},
    {0},
};
