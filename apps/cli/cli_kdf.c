/* SPDX-License-Identifier: Apache-2.0 */
/* mifu kdf, pbkdf2, hkdf: keys derived from secrets and passwords. */
#include <string.h>

#include "mifu/kdf.h"

#include "cli_output.h"
#include "cli_password.h"
#include "cli_secret.h"
#include "cli_verbs.h"

#define SECRET_OPTIONS                                                                             \
    {"secret-hex", 0, "HEX", "the secret, as hexadecimal digits"},                                 \
    {                                                                                              \
        "secret-file", 0, "FILE", "the secret: the bytes of FILE as they are"                      \
    }

/* Bytes that may be absent. */
static int optional_bytes(cli_buffer *bytes, const cli_arguments *arguments, const char *hex_option,
                          const char *text_option)
{
    int given;

    return cli_bytes(bytes, &given, arguments, hex_option, NULL, text_option);
}

static int read_secret(cli_buffer *secret, const cli_arguments *arguments)
{
    int given = 0;
    int status = cli_bytes(secret, &given, arguments, "secret-hex", "secret-file", NULL);

    if (status == CLI_DONE && !given)
        status = cli_fail_usage("a secret is required: --secret-hex or --secret-file");
    return status;
}

static const cli_option kdf_options[] = {
    SECRET_OPTIONS,
    CLI_LENGTH_OPTION,
    CLI_RESULT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static int run_kdf(const cli_arguments *arguments)
{
    cli_buffer secret = {0}, key = {0};
    int status = read_secret(&secret, arguments);

    if (status == CLI_DONE)
        status = cli_length_buffer(&key, arguments);
    if (status == CLI_DONE)
        status = cli_fail_status(mifu_kdf_sm3(key.data, key.len, secret.data, secret.len),
                                 "key derivation", NULL);
    if (status == CLI_DONE)
        status = cli_write_result(arguments, CLI_OUTPUT_SECRET, key.data, key.len);
    cli_buffer_free(&secret);
    cli_buffer_free(&key);
    return status;
}

static const cli_option pbkdf2_options[] = {
    CLI_HASH_OPTION,
    {"pass", 0, "SOURCE", "the password: " CLI_PASSWORD_SOURCES},
    {"salt-hex", 0, "HEX", "the salt, as hexadecimal digits"},
    {"iterations", 0, "N", "the iteration count"},
    CLI_LENGTH_OPTION,
    CLI_RESULT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static int run_pbkdf2(const cli_arguments *arguments)
{
    cli_buffer password = {0}, salt = {0}, key = {0};
    mifu_hash_algorithm algorithm;
    const char *text;
    uint64_t iterations = 0;
    int given;
    int status = cli_hash_choice(arguments, &algorithm);

    if (status == CLI_DONE)
        status = cli_require(arguments, "pass", &text);
    if (status == CLI_DONE)
        status = cli_require(arguments, "salt-hex", &text);
    if (status == CLI_DONE)
        status = cli_require(arguments, "iterations", &text);
    if (status == CLI_DONE)
        status = cli_number(arguments, "iterations", 1, UINT32_MAX, &iterations);
    if (status == CLI_DONE)
        status = optional_bytes(&salt, arguments, "salt-hex", NULL);
    if (status == CLI_DONE)
        status = cli_length_buffer(&key, arguments);
    if (status == CLI_DONE)
        status = cli_password(&password, &given, arguments, "pass", "Password", 0);
    if (status == CLI_DONE)
        status =
            cli_fail_status(mifu_pbkdf2(key.data, key.len, algorithm, password.data, password.len,
                                        salt.data, salt.len, (uint32_t)iterations),
                            "key derivation", NULL);
    if (status == CLI_DONE)
        status = cli_write_result(arguments, CLI_OUTPUT_SECRET, key.data, key.len);
    cli_buffer_free(&password);
    cli_buffer_free(&salt);
    cli_buffer_free(&key);
    return status;
}

static const cli_option hkdf_options[] = {
    CLI_HASH_OPTION,
    SECRET_OPTIONS,
    {"salt-hex", 0, "HEX", "the salt, as hexadecimal digits (default: none)"},
    {"info", 0, "TEXT", "the context, as text"},
    {"info-hex", 0, "HEX", "the context, as hexadecimal digits"},
    {"length", 0, "BYTES", "bytes to derive, at most 255 digests"},
    {"extract-only", 0, NULL, "stop after HKDF-Extract: the result is the pseudorandom key"},
    {"expand-only", 0, NULL, "the secret is a pseudorandom key already"},
    CLI_RESULT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static mifu_status derive(cli_buffer *key, const cli_arguments *arguments,
                          mifu_hash_algorithm algorithm, const cli_buffer *secret,
                          const cli_buffer *salt, const cli_buffer *info)
{
    if (cli_given(arguments, "extract-only"))
        return mifu_hkdf_extract(key->data, algorithm, salt->data, salt->len, secret->data,
                                 secret->len);
    if (cli_given(arguments, "expand-only"))
        return mifu_hkdf_expand(key->data, key->len, algorithm, secret->data, secret->len,
                                info->data, info->len);
    return mifu_hkdf(key->data, key->len, algorithm, salt->data, salt->len, secret->data,
                     secret->len, info->data, info->len);
}

static int run_hkdf(const cli_arguments *arguments)
{
    static const char *const steps[] = {"extract-only", "expand-only", NULL};
    static const char *const extract_lacks[] = {"extract-only", "length", NULL};
    static const char *const expand_lacks[] = {"expand-only", "salt-hex", NULL};
    cli_buffer secret = {0}, salt = {0}, info = {0}, key = {0};
    mifu_hash_algorithm algorithm;
    int status = cli_hash_choice(arguments, &algorithm);

    if (status == CLI_DONE)
        status = cli_at_most_one(arguments, steps);
    if (status == CLI_DONE)
        status = cli_at_most_one(arguments, extract_lacks);
    if (status == CLI_DONE)
        status = cli_at_most_one(arguments, expand_lacks);
    if (status == CLI_DONE)
        status = read_secret(&secret, arguments);
    if (status == CLI_DONE)
        status = optional_bytes(&salt, arguments, "salt-hex", NULL);
    if (status == CLI_DONE)
        status = optional_bytes(&info, arguments, "info-hex", "info");
    if (status == CLI_DONE && cli_given(arguments, "extract-only")) {
        status = cli_buffer_reserve(&key, mifu_hash_digest_size(algorithm));
        key.len = mifu_hash_digest_size(algorithm);
    } else if (status == CLI_DONE) {
        status = cli_length_buffer(&key, arguments);
    }
    if (status == CLI_DONE)
        status = cli_fail_status(derive(&key, arguments, algorithm, &secret, &salt, &info),
                                 "key derivation", "HKDF gives at most 255 digests");
    if (status == CLI_DONE)
        status = cli_write_result(arguments, CLI_OUTPUT_SECRET, key.data, key.len);
    cli_buffer_free(&secret);
    cli_buffer_free(&salt);
    cli_buffer_free(&info);
    cli_buffer_free(&key);
    return status;
}

const cli_verb cli_kdf_verbs[] = {
    {NULL, "key derivation of SM2 and SM9: SM3(secret || counter)", NULL, 0, kdf_options,
     "example:\n"
     "  mifu kdf --secret-hex 57e7b636 --length 16\n",
     run_kdf},
    {0},
};
const cli_verb cli_pbkdf2_verbs[] = {
    {NULL, "key derivation from a password", NULL, 0, pbkdf2_options,
     "example:\n"
     "  mifu pbkdf2 --pass prompt --salt-hex 0011223344556677 --iterations 600000 --length 16\n",
     run_pbkdf2},
    {0},
};
const cli_verb cli_hkdf_verbs[] = {
    {NULL, "key derivation from a secret", NULL, 0, hkdf_options,
     "example:\n"
     "  mifu hkdf --secret-file shared.key --info \"session 1\" --length 32\n",
     run_hkdf},
    {0},
};
