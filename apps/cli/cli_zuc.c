/* SPDX-License-Identifier: Apache-2.0 */
/* mifu zuc encrypt, mac: ZUC-128 with 128-EEA3 and 128-EIA3, and ZUC-256, of files of any size. */
#include <string.h>

#include "mifu/zuc.h"

#include "cli_output.h"
#include "cli_pieces.h"
#include "cli_progress.h"
#include "cli_secret.h"
#include "cli_text.h"
#include "cli_verbs.h"

#define EEA3_BYTES_MAX UINT64_C(536870911) /* LENGTH counts bits in 32 bits */

#define KEY_OPTIONS                                                                                \
    {"key-hex", 0, "HEX", "the key: 32 hexadecimal digits, ZUC-256: 64"},                          \
        {"key-file", 0, "FILE", "the key: the 16 or 32 bytes of FILE"},                            \
        {"count", 0, "HEX", "COUNT of mobile networks: 8 hexadecimal digits"},                     \
        {"bearer", 0, "N", "with --count: BEARER, 0 to 31"},                                       \
    {                                                                                              \
        "direction", 0, "N", "with --count: DIRECTION, 0 or 1"                                     \
    }

static const cli_option encrypt_options[] = {
    KEY_OPTIONS,
    {"iv-hex", 0, "HEX", "the IV: 16 bytes, with a key of 32 bytes 16, 23 or 25"},
    {"in", 0, "FILE", "the input (or name it as the argument)"},
    {"out", 0, "FILE", "the output"},
    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const cli_option mac_options[] = {
    KEY_OPTIONS,
    {"iv-hex", 0, "HEX", "ZUC-256: the IV, 23 or 25 bytes"},
    {"tag-length", 0, "BYTES", "ZUC-256: 4, 8 or 16 (default)"},
    CLI_VERIFY_OPTION,
    CLI_MESSAGE_OPTION,
    CLI_RESULT_OPTIONS,
    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

typedef struct settings {
    cli_buffer key, iv;
    int with_count; /* EEA3 or EIA3 */
    uint8_t count[4];
    uint64_t bearer, direction;
} settings;

static int read_settings(settings *s, const cli_arguments *arguments)
{
    int given = 0, with_iv = 0;
    int status = cli_bytes(&s->key, &given, arguments, "key-hex", "key-file", NULL);

    if (status == CLI_DONE && !given)
        status = cli_fail_usage("a key is required: --key-hex or --key-file");
    if (status == CLI_DONE && s->key.len != MIFU_ZUC_KEY_SIZE && s->key.len != MIFU_ZUC256_KEY_SIZE)
        status = cli_fail(cli_given(arguments, "key-hex") ? CLI_USAGE : CLI_BAD_INPUT,
                          "the key has %zu bytes and must have 16 or 32", s->key.len);
    if (status == CLI_DONE)
        status = cli_bytes(&s->iv, &with_iv, arguments, "iv-hex", NULL, NULL);
    s->with_count = cli_given(arguments, "count");
    if (status == CLI_DONE && s->with_count == (with_iv != 0))
        status = cli_fail_usage("either --iv-hex or --count, --bearer and --direction");
    if (status == CLI_DONE && (cli_given(arguments, "bearer") != s->with_count ||
                               cli_given(arguments, "direction") != s->with_count))
        status = cli_fail_usage("--count, --bearer and --direction go together");
    if (status == CLI_DONE && s->with_count && s->key.len != MIFU_ZUC_KEY_SIZE)
        status = cli_fail_usage("--count goes with a key of 16 bytes");
    if (status == CLI_DONE && s->with_count)
        status =
            cli_hex_decode_exact(s->count, sizeof s->count, "count", cli_value(arguments, "count"));
    if (status == CLI_DONE)
        status = cli_number(arguments, "bearer", 0, 31, &s->bearer);
    if (status == CLI_DONE)
        status = cli_number(arguments, "direction", 0, 1, &s->direction);
    return status;
}

static void settings_free(settings *s)
{
    cli_buffer_free(&s->key);
    cli_buffer_free(&s->iv);
    cli_wipe(s, sizeof *s);
}

/* ---- encrypt, which also decrypts */

static int start_stream(mifu_zuc *zuc, const settings *s)
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

static int encrypt_stream(cli_output *output, cli_input *input, mifu_zuc *zuc, int limited,
                          cli_progress *progress)
{
    static uint8_t piece[CLI_PIECE_SIZE];
    uint64_t total = 0;
    size_t len = sizeof piece;
    int status = CLI_DONE;

    while (status == CLI_DONE && len == sizeof piece) {
        status = cli_input_read(input, piece, sizeof piece, &len);
        if (status != CLI_DONE)
            break;
        total += len;
        if (limited && total > EEA3_BYTES_MAX)
            status =
                cli_fail(CLI_BAD_INPUT, "%s: 128-EEA3 encrypts at most 2^32 - 1 bits", input->name);
        else if (mifu_zuc_update(piece, zuc, piece, len) != MIFU_OK)
            status = cli_fail(CLI_SYSTEM, "%s: encryption failed", input->name);
        else
            status = cli_output_write(output, piece, len);
        cli_progress_add(progress, len);
    }
    cli_wipe(piece, sizeof piece);
    return status;
}

static int run_encrypt(const cli_arguments *arguments)
{
    settings s = {0};
    mifu_zuc zuc;
    cli_input input;
    cli_output output;
    cli_progress progress;
    const char *name;
    int status = cli_input_name(arguments, &name);

    memset(&zuc, 0, sizeof zuc);
    if (status == CLI_DONE)
        status = read_settings(&s, arguments);
    if (status == CLI_DONE)
        status = start_stream(&zuc, &s);
    if (status == CLI_DONE)
        status = cli_input_open(&input, name);
    if (status == CLI_DONE) {
        status = cli_output_open(&output, cli_value(arguments, "out"), CLI_OUTPUT_BINARY);
        if (status == CLI_DONE) {
            status = cli_progress_start(&progress, arguments, &input);
            if (status == CLI_DONE)
                status = encrypt_stream(&output, &input, &zuc, s.with_count, &progress);
            cli_progress_end(&progress);
            status = cli_output_finish(&output, status);
        }
        cli_input_close(&input);
    }
    mifu_zuc_wipe(&zuc);
    settings_free(&s);
    return status;
}

/* ---- mac */

static int start_mac(mifu_zuc_mac *mac, const settings *s, uint64_t tag_len)
{
    mifu_status code;

    if (s->with_count) {
        uint32_t count = (uint32_t)s->count[0] << 24 | (uint32_t)s->count[1] << 16 |
                         (uint32_t)s->count[2] << 8 | s->count[3];

        code = mifu_zuc_eia3_init(mac, s->key.data, count, (unsigned)s->bearer,
                                  (unsigned)s->direction);
        return code == MIFU_OK ? CLI_DONE : cli_fail_status(code, "mac", NULL);
    }
    if (s->key.len != MIFU_ZUC256_KEY_SIZE)
        return cli_fail_usage("a key of 16 bytes goes with --count, --bearer and --direction");
    if (tag_len != 4 && tag_len != 8 && tag_len != 16)
        return cli_fail_usage("--tag-length: 4, 8 or 16");
    code = mifu_zuc256_mac_init(mac, s->key.data, s->iv.data, s->iv.len, (size_t)tag_len);
    if (code == MIFU_ERR_ARGUMENT_LENGTH)
        return cli_fail_usage("--iv-hex: the IV has %zu bytes and must have 23 or 25", s->iv.len);
    return code == MIFU_OK ? CLI_DONE
                           : cli_fail_usage("--iv-hex: one of the last 8 of 25 bytes is above 3f");
}

/* A MAC under way. */
typedef struct mac_run {
    mifu_zuc_mac mac;
    int limited; /* 128-EIA3 */
    uint64_t total;
    uint8_t tag[MIFU_ZUC_MAC_SIZE_MAX];
} mac_run;

static int take(void *context, const cli_input *input, const uint8_t *piece, size_t len)
{
    mac_run *run = context;
    mifu_status code;

    run->total += len;
    if (run->limited && run->total > EEA3_BYTES_MAX)
        return cli_fail(CLI_BAD_INPUT, "%s: 128-EIA3 takes at most 2^32 - 1 bits", input->name);
    code = mifu_zuc_mac_update(&run->mac, piece, len);
    if (code == MIFU_OK && len < CLI_PIECE_SIZE)
        code = mifu_zuc_mac_final(run->tag, &run->mac, 0, 0);
    return cli_fail_status(code, input->name, NULL);
}

static int run_mac(const cli_arguments *arguments)
{
    settings s = {0};
    mac_run run;
    uint64_t tag_len = MIFU_ZUC_MAC_SIZE_MAX;
    int status = read_settings(&s, arguments);

    memset(&run, 0, sizeof run);
    run.limited = s.with_count;
    if (status == CLI_DONE && s.with_count && cli_given(arguments, "tag-length"))
        status = cli_fail_usage("--tag-length goes with ZUC-256; 128-EIA3 has 4 bytes");
    if (status == CLI_DONE)
        status = cli_number(arguments, "tag-length", 4, 16, &tag_len);
    if (s.with_count)
        tag_len = MIFU_ZUC_EIA3_MAC_SIZE;
    if (status == CLI_DONE)
        status = start_mac(&run.mac, &s, tag_len);
    if (status == CLI_DONE)
        status = cli_each_piece(arguments, take, &run);
    if (status == CLI_DONE)
        status = cli_mac_result(arguments, run.tag, (size_t)tag_len);
    cli_wipe(&run, sizeof run);
    settings_free(&s);
    return status;
}

const cli_verb cli_zuc_verbs[] = {
    {"encrypt", "encrypt or decrypt a file of any size", "[FILE]", 1, encrypt_options,
     "Without authentication: use one IV, or one COUNT, BEARER and DIRECTION, for one text only,\n"
     "and authenticate what is encrypted. With --count this is 128-EEA3. Decryption is the "
     "same.\n\n"
     "example:\n"
     "  mifu zuc encrypt --key-hex 000102030405060708090a0b0c0d0e0f \\\n"
     "      --count 66035492 --bearer 15 --direction 0 note.txt --out note.zuc\n",
     run_encrypt},
    {"mac", "128-EIA3 or the MAC of ZUC-256 of a file of any size", "[FILE]", 1, mac_options,
     "With --count and a key of 16 bytes this is 128-EIA3; with --iv-hex and a key of 32 bytes "
     "the\n"
     "MAC of ZUC-256. Use one IV for one message only.\n\n"
     "example:\n"
     "  mifu zuc mac --key-hex 000102030405060708090a0b0c0d0e0f \\\n"
     "      --count 66035492 --bearer 15 --direction 0 note.txt\n",
     run_mac},
    {0},
};
