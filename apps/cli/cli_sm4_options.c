/* SPDX-License-Identifier: Apache-2.0 */
/* The options of mifu sm4 encrypt and decrypt, and which of them go together. */
#include "cli_sm4_options.h"

#include <string.h>

#include "mifu/sm4_aead.h"

#include "cli_chunk.h"
#include "cli_parallel.h"
#include "cli_password.h"
#include "cli_secret.h"

int cli_sm4_read_key(uint8_t *key, size_t len, int *given, const cli_arguments *arguments)
{
    cli_buffer bytes = {0};
    int status = cli_bytes(&bytes, given, arguments, "key-hex", "key-file", NULL);

    if (status == CLI_DONE && *given && bytes.len != len)
        status = cli_fail(cli_given(arguments, "key-hex") ? CLI_USAGE : CLI_BAD_INPUT,
                          "the key has %zu bytes and must have %zu%s", bytes.len, len,
                          bytes.len == 2 * len && cli_given(arguments, "key-file")
                              ? "; a file of hexadecimal digits is not a key file"
                              : "");
    if (status == CLI_DONE && *given)
        memcpy(key, bytes.data, len);
    cli_buffer_free(&bytes);
    return status;
}

static int read_mode(cli_sm4_settings *settings, const cli_arguments *arguments)
{
    static const cli_choice_row modes[] = {
        {"gcm", CLI_SM4_GCM},         {"ccm", CLI_SM4_CCM},
        {"gcm-siv", CLI_SM4_GCM_SIV}, {"ctr", CLI_SM4_CTR},
        {"cbc", CLI_SM4_CBC},         {"cfb", CLI_SM4_CFB},
        {"ofb", CLI_SM4_OFB},         {"cfb8", CLI_SM4_CFB8},
        {"ecb", CLI_SM4_ECB},         {"xts", CLI_SM4_XTS},
        {"hctr", CLI_SM4_HCTR},       {"bc", CLI_SM4_BC},
        {"ofbnlf", CLI_SM4_OFBNLF},   {NULL, 0},
    };
    int mode = CLI_SM4_GCM;
    int status = cli_choice(arguments, "mode", modes, &mode);

    if (status == CLI_DONE && cli_given(arguments, "raw") && mode != CLI_SM4_GCM)
        status = cli_fail_usage("--raw goes with --mode gcm; the other modes are raw already");
    if (mode == CLI_SM4_GCM && !cli_given(arguments, "raw"))
        mode = CLI_SM4_FILE;
    settings->mode = (cli_sm4_mode)mode;
    return status;
}

/* One row: an option and the modes, as bits, that it has a meaning for. */
typedef struct mode_rule {
    const char *option;
    unsigned modes;
    const char *where; /* completes "--OPTION goes with" */
} mode_rule;

#define BIT(mode) (1u << (mode))

static int check_mode_options(const cli_sm4_settings *settings, const cli_arguments *arguments)
{
    static const unsigned iv_modes = ~(BIT(CLI_SM4_ECB) | BIT(CLI_SM4_FILE));
    static const unsigned aad_modes =
        BIT(CLI_SM4_CCM) | BIT(CLI_SM4_GCM) | BIT(CLI_SM4_GCM_SIV) | BIT(CLI_SM4_FILE);
    const mode_rule rules[] = {
        {"pass", BIT(CLI_SM4_FILE),
         "the file format (--mode gcm without --raw); mifu pbkdf2 makes a key of a password"},
        {"iv-hex", iv_modes,
         "the modes that have an IV; the file format makes its own, --raw --mode gcm takes one"},
        {"padding", BIT(CLI_SM4_ECB) | BIT(CLI_SM4_CBC), "--mode ecb and cbc"},
        {"xts", BIT(CLI_SM4_XTS), "--mode xts"},
        {"unit-size", BIT(CLI_SM4_XTS), "--mode xts"},
        {"sector", BIT(CLI_SM4_XTS), "--mode xts"},
        {"aad", aad_modes, "--mode gcm, ccm and gcm-siv"},
        {"aad-hex", aad_modes, "--mode gcm, ccm and gcm-siv"},
        {"aad-file", aad_modes, "--mode gcm, ccm and gcm-siv"},
        {"tag-length", BIT(CLI_SM4_CCM) | BIT(CLI_SM4_GCM), "--mode ccm and gcm --raw"},
        {settings->decrypt ? "max-iterations" : "iterations", BIT(CLI_SM4_FILE),
         "--pass and the file format"},
        {"threads", BIT(CLI_SM4_FILE), "the file format"},
        {settings->decrypt ? NULL : "chunk-size", BIT(CLI_SM4_FILE), "the file format"},
    };

    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (rules[i].option != NULL && cli_given(arguments, rules[i].option) &&
            (rules[i].modes & BIT(settings->mode)) == 0)
            return cli_fail_usage("--%s goes with %s", rules[i].option, rules[i].where);
    if (!settings->decrypt && cli_given(arguments, "iterations") && !cli_given(arguments, "pass"))
        return cli_fail_usage("--iterations goes with --pass");
    return CLI_DONE;
}

static int read_keys(cli_sm4_settings *settings, const cli_arguments *arguments)
{
    static const char *const sources[] = {"key-hex", "key-file", "pass", NULL};
    uint8_t key[2 * MIFU_SM4_KEY_SIZE];
    int two = settings->mode == CLI_SM4_XTS || settings->mode == CLI_SM4_HCTR;
    size_t len = two ? sizeof key : MIFU_SM4_KEY_SIZE;
    int given = 0;
    int status = cli_at_most_one(arguments, sources);

    if (status == CLI_DONE)
        status = cli_sm4_read_key(key, len, &given, arguments);
    if (status == CLI_DONE && given) {
        mifu_sm4_key_init(&settings->key, key);
        memcpy(settings->raw_key, key, MIFU_SM4_KEY_SIZE);
        if (settings->mode == CLI_SM4_HCTR)
            memcpy(settings->hash_key, key + MIFU_SM4_KEY_SIZE, MIFU_SM4_KEY_SIZE);
        if (settings->mode == CLI_SM4_XTS) {
            if (memcmp(key, key + MIFU_SM4_KEY_SIZE, MIFU_SM4_KEY_SIZE) == 0)
                status = cli_fail(CLI_BAD_INPUT, "the two halves of the XTS key are equal; they "
                                                 "must be independent keys");
            mifu_sm4_key_init(&settings->tweak_key, key + MIFU_SM4_KEY_SIZE);
        }
    }
    cli_wipe(key, sizeof key);
    if (status == CLI_DONE && !given)
        status = cli_password(&settings->password, &settings->with_password, arguments, "pass",
                              "Password of the file",
                              settings->decrypt ? CLI_PASSWORD_EXISTING : CLI_PASSWORD_CREATED);
    if (status == CLI_DONE && !given && !settings->with_password)
        status = cli_fail_usage(settings->mode == CLI_SM4_FILE
                                    ? "a key is required: --pass, --key-hex or --key-file"
                                    : "a key is required: --key-hex or --key-file");
    return status;
}

/* The lengths of an IV that a mode takes; "16" where it has no row. */
typedef struct iv_rule {
    cli_sm4_mode mode;
    size_t low, high;
    const char *words;
} iv_rule;

static int check_iv(const cli_sm4_settings *settings, int given)
{
    const iv_rule rules[] = {
        {CLI_SM4_GCM, 1, SIZE_MAX, "1 and more, 12 being usual"},
        {CLI_SM4_CCM, 7, 13, "7 to 13"},
        {CLI_SM4_GCM_SIV, MIFU_SM4_GCM_SIV_NONCE_SIZE, MIFU_SM4_GCM_SIV_NONCE_SIZE, "12"},
        {settings->mode, MIFU_SM4_BLOCK_SIZE, MIFU_SM4_BLOCK_SIZE, "16"},
    };
    const iv_rule *rule = rules;

    while (rule->mode != settings->mode)
        rule++;
    if (!given)
        return cli_fail_usage("--iv-hex is required in this mode; a fresh one for each message "
                              "comes from: mifu rand %d",
                              rule->high == MIFU_SM4_BLOCK_SIZE ? 16 : 12);
    if (settings->iv.len < rule->low || settings->iv.len > rule->high)
        return cli_fail(CLI_USAGE, "--iv-hex: the IV has %zu bytes; this mode takes %s",
                        settings->iv.len, rule->words);
    return CLI_DONE;
}

static int read_iv(cli_sm4_settings *settings, const cli_arguments *arguments)
{
    static const char *const tweaks[] = {"iv-hex", "sector", NULL};
    cli_sm4_mode mode = settings->mode;
    int given = 0;
    int status = cli_bytes(&settings->iv, &given, arguments, "iv-hex", NULL, NULL);

    if (status != CLI_DONE || mode == CLI_SM4_ECB || mode == CLI_SM4_FILE)
        return status;
    if (mode == CLI_SM4_XTS && !given) {
        uint8_t tweak[MIFU_SM4_BLOCK_SIZE];

        if (!cli_given(arguments, "sector"))
            return cli_fail_usage("--mode xts needs --sector N or the tweak as --iv-hex HEX");
        mifu_sm4_xts_tweak_from_sector(tweak, settings->sector);
        return cli_buffer_append(&settings->iv, tweak, sizeof tweak);
    }
    status = check_iv(settings, given);
    return status == CLI_DONE ? cli_at_most_one(arguments, tweaks) : status;
}

static int read_numbers(cli_sm4_settings *settings, const cli_arguments *arguments)
{
    static const cli_choice_row paddings[] = {
        {"pkcs7", MIFU_SM4_PADDING_PKCS7},
        {"none", MIFU_SM4_PADDING_NONE},
        {"iso9797-m2", MIFU_SM4_PADDING_ISO9797_M2},
        {"ansi-x9.23", MIFU_SM4_PADDING_ANSI_X923},
        {NULL, 0},
    };
    static const cli_choice_row orders[] = {
        {"gb", MIFU_SM4_XTS_GB}, {"ieee", MIFU_SM4_XTS_IEEE}, {NULL, 0}};
    int status;

    settings->padding = MIFU_SM4_PADDING_PKCS7;
    settings->tag_len = 16;
    settings->chunk_size = CLI_CHUNK_DEFAULT_SIZE;
    settings->iterations = CLI_CHUNK_DEFAULT_ITERATIONS;
    settings->max_iterations = CLI_CHUNK_MAX_ITERATIONS;
    settings->threads = cli_parallel_default();
    status = cli_choice(arguments, "padding", paddings, &settings->padding);
    if (status == CLI_DONE)
        status = cli_choice(arguments, "xts", orders, &settings->order);
    if (status == CLI_DONE && settings->mode == CLI_SM4_XTS && settings->order == 0)
        status = cli_fail_usage("--mode xts needs --xts gb (GB/T 17964) or --xts ieee (IEEE 1619): "
                                "the two standards differ after the first block");
    if (status == CLI_DONE)
        status = cli_number(arguments, "tag-length", 4, 16, &settings->tag_len);
    if (status == CLI_DONE && settings->mode == CLI_SM4_CCM && settings->tag_len % 2 != 0)
        status = cli_fail_usage("--tag-length: CCM tags have an even number of bytes");
    if (status == CLI_DONE)
        status =
            cli_number(arguments, "unit-size", 16, CLI_SM4_DATA_UNIT_MAX, &settings->unit_size);
    if (status == CLI_DONE)
        status = cli_number(arguments, "sector", 0, UINT64_MAX, &settings->sector);
    if (status == CLI_DONE)
        status = cli_number(arguments, "threads", 1, CLI_THREADS_MAX, &settings->threads);
    if (status == CLI_DONE && settings->decrypt)
        status = cli_number(arguments, "max-iterations", 1, UINT32_MAX, &settings->max_iterations);
    if (status == CLI_DONE && !settings->decrypt)
        status = cli_number(arguments, "iterations", CLI_CHUNK_MIN_ITERATIONS, UINT32_MAX,
                            &settings->iterations);
    if (status == CLI_DONE && !settings->decrypt)
        status = cli_number(arguments, "chunk-size", CLI_CHUNK_MIN_SIZE, CLI_CHUNK_MAX_SIZE,
                            &settings->chunk_size);
    if (status == CLI_DONE && (settings->chunk_size & (settings->chunk_size - 1)) != 0)
        status = cli_fail_usage("--chunk-size must be a power of two");
    return status;
}

int cli_sm4_read_settings(cli_sm4_settings *settings, const cli_arguments *arguments, int decrypt)
{
    int given;
    int status;

    memset(settings, 0, sizeof *settings);
    settings->decrypt = decrypt;
    status = read_mode(settings, arguments);
    if (status == CLI_DONE)
        status = check_mode_options(settings, arguments);
    if (status == CLI_DONE)
        status = read_numbers(settings, arguments);
    if (status == CLI_DONE)
        status = read_iv(settings, arguments);
    if (status == CLI_DONE && settings->unit_size != 0 && !cli_given(arguments, "sector"))
        status = cli_fail_usage("--unit-size goes with --sector, the number of the first data "
                                "unit");
    if (status == CLI_DONE)
        status = cli_bytes(&settings->aad, &given, arguments, "aad-hex", "aad-file", "aad");
    if (status == CLI_DONE)
        status = read_keys(settings, arguments);
    return status;
}

void cli_sm4_settings_wipe(cli_sm4_settings *settings)
{
    cli_buffer_free(&settings->password);
    cli_buffer_free(&settings->iv);
    cli_buffer_free(&settings->aad);
    cli_wipe(settings, sizeof *settings);
}
