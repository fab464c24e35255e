/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm4 encrypt, decrypt */
#include <string.h>

#include "cli_chunk.h"
#include "cli_password.h"
#include "cli_sm4_mac.h"
#include "cli_sm4_run.h"
#include "cli_sm4_wrap.h"
#include "cli_verbs.h"

#define COMMON_OPTIONS                                                                             \
    {"mode", 0, "NAME",                                                                            \
     "gcm (default), ccm, gcm-siv; without authentication: ctr, cbc, cfb, cfb8, ofb, ecb, xts, "   \
     "hctr, bc, ofbnlf"},                                                                          \
        {"pass", 0, "SOURCE", "a password, from " CLI_PASSWORD_SOURCES " (the file format only)"}, \
        {"key-hex", 0, "HEX", "the key: 32 hexadecimal digits (xts, hctr: 64)"},                   \
        {"key-file", 0, "FILE", "the key: the 16 bytes of FILE (xts, hctr: 32)"},                  \
        {"raw", 0, NULL, "with --mode gcm: ciphertext and tag alone, not the file format"},        \
        {"iv-hex", 0, "HEX", "the IV, nonce or tweak"},                                            \
        {"padding", 0, "NAME", "ecb, cbc: pkcs7 (default), none, iso9797-m2 or ansi-x9.23"},       \
        {"xts", 0, "NAME", "xts: gb (GB/T 17964) or ieee (IEEE 1619); there is no default"},       \
        {"sector", 0, "N", "xts: number of the (first) data unit, instead of a tweak"},            \
        {"unit-size", 0, "BYTES", "xts: cut the data into units of this size"},                    \
        {"aad", 0, "TEXT", "gcm, ccm, gcm-siv: associated data, authenticated but not stored"},    \
        {"aad-hex", 0, "HEX", "the same, as hexadecimal digits"},                                  \
        {"aad-file", 0, "FILE", "the same, from a file"},                                          \
    {                                                                                              \
        "tag-length", 0, "BYTES", "ccm, gcm --raw: 4 to 16 (default)"                              \
    }

#define FILE_OPTIONS                                                                               \
    {"threads", 0, "N", "file format: threads to use (default: one for each processor)"},          \
        {"no-sync", 0, NULL, "do not wait until the output is on the disk"},                       \
        {"in", 0, "FILE", "the input (or name it as the argument)"},                               \
        {"out", 0, "FILE", "the output"}, CLI_PROGRESS_OPTIONS

static const cli_option encrypt_options[] = {
    COMMON_OPTIONS,
    {"iterations", 0, "N", "with --pass: PBKDF2 iterations (default 600000)"},
    {"chunk-size", 0, "BYTES", "file format: a power of two from 1024 to 1048576"},
    FILE_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static const cli_option decrypt_options[] = {
    COMMON_OPTIONS,
    {"max-iterations", 0, "N", "with --pass: refuse a file that asks for more (10000000)"},
    FILE_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static cli_chunk_secret secret_of(const cli_sm4_settings *settings)
{
    cli_chunk_secret secret = {0};

    secret.with_password = settings->with_password;
    secret.secret = settings->with_password ? settings->password.data : settings->raw_key;
    secret.secret_len = settings->with_password ? settings->password.len : sizeof settings->raw_key;
    secret.aad = settings->aad.data;
    secret.aad_len = settings->aad.len;
    secret.max_iterations = settings->max_iterations;
    return secret;
}

static cli_parallel files_of(cli_sm4_job *job)
{
    cli_parallel files = {0};

    files.input = &job->input;
    files.output = &job->output;
    files.progress = &job->progress;
    files.threads = job->settings.threads;
    return files;
}

static int encrypt_file(cli_sm4_job *job)
{
    cli_parallel files = files_of(job);
    cli_chunk_secret secret = secret_of(&job->settings);
    cli_chunk_header header;
    cli_chunk_keys keys;
    int status =
        cli_chunk_header_make(&header, &secret, job->settings.chunk_size, job->settings.iterations);

    if (status == CLI_DONE)
        status = cli_chunk_derive(&keys, &header, &secret);
    cli_progress_restart(&job->progress);
    if (status == CLI_DONE)
        status = cli_chunk_encrypt(&files, &header, &keys);
    cli_wipe(&keys, sizeof keys);
    return status;
}

/* Whether the secret is of the kind that the header asks for, at a price the user accepts. */
static int check_header(const cli_chunk_header *header, const cli_chunk_secret *secret,
                        const char *name)
{
    if (header->with_password && !secret->with_password)
        return cli_fail_usage("%s is encrypted with a password: use --pass", name);
    if (!header->with_password && secret->with_password)
        return cli_fail_usage("%s is encrypted with a key: use --key-hex or --key-file", name);
    if (header->iterations > secret->max_iterations)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: the header asks for %llu PBKDF2 iterations; --max-iterations N "
                        "permits that",
                        name, (unsigned long long)header->iterations);
    return CLI_DONE;
}

static int decrypt_file(cli_sm4_job *job)
{
    cli_parallel files = files_of(job);
    cli_chunk_secret secret = secret_of(&job->settings);
    uint8_t bytes[CLI_CHUNK_HEADER_SIZE];
    cli_chunk_header header;
    cli_chunk_keys keys;
    size_t len;
    unsigned difference = 0;
    int status = cli_input_read(&job->input, bytes, sizeof bytes, &len);

    if (status == CLI_DONE)
        status = cli_chunk_header_read(&header, bytes, len, job->input.name);
    if (status == CLI_DONE)
        status = check_header(&header, &secret, job->input.name);
    if (status == CLI_DONE)
        status = cli_chunk_derive(&keys, &header, &secret);
    if (status != CLI_DONE)
        return status;
    for (size_t i = 0; i < sizeof keys.header_tag; i++)
        difference |= (unsigned)(keys.header_tag[i] ^ bytes[CLI_CHUNK_FIELDS_SIZE + i]);
    if (difference != 0)
        status =
            cli_fail(CLI_INVALID, "%s: wrong %s, or other associated data, or a damaged header",
                     job->input.name, secret.with_password ? "password" : "key");
    cli_progress_restart(&job->progress);
    cli_progress_add(&job->progress, sizeof bytes);
    if (status == CLI_DONE)
        status = cli_chunk_decrypt(&files, &header, &keys);
    cli_wipe(&keys, sizeof keys);
    return status;
}

static int run_mode(cli_sm4_job *job)
{
    switch (job->settings.mode) {
    case CLI_SM4_FILE:
        return job->settings.decrypt ? decrypt_file(job) : encrypt_file(job);
    case CLI_SM4_GCM:
    case CLI_SM4_CCM:
        return cli_sm4_run_aead(job);
    case CLI_SM4_XTS:
        return cli_sm4_run_xts(job);
    case CLI_SM4_BC:
    case CLI_SM4_OFBNLF:
    case CLI_SM4_HCTR:
    case CLI_SM4_GCM_SIV:
        return cli_sm4_run_whole(job);
    default:
        return cli_sm4_run_stream(job);
    }
}

static int run(const cli_arguments *arguments, int decrypt)
{
    static cli_sm4_job job;
    const char *name;
    /* a plaintext that was worth encrypting is its owner's business */
    int flags = decrypt ? CLI_OUTPUT_SECRET : CLI_OUTPUT_BINARY;
    int status = cli_input_name(arguments, &name);

    if (cli_given(arguments, "no-sync"))
        flags |= CLI_OUTPUT_NO_SYNC;
    if (status == CLI_DONE)
        status = cli_sm4_read_settings(&job.settings, arguments, decrypt);
    if (status == CLI_DONE)
        status = cli_input_open(&job.input, name);
    if (status == CLI_DONE) {
        status = cli_output_open(&job.output, cli_value(arguments, "out"), flags);
        if (status == CLI_DONE) {
            status = cli_progress_start(&job.progress, arguments, &job.input);
            if (status == CLI_DONE)
                status = run_mode(&job);
            cli_progress_end(&job.progress);
            status = cli_output_finish(&job.output, status);
        }
        cli_input_close(&job.input);
    }
    cli_sm4_settings_wipe(&job.settings);
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

const cli_verb cli_sm4_verbs[] = {
    {"encrypt", "encrypt a file of any size", "[FILE]", 1, encrypt_options,
     "By default the output is mifu's file format: chunks of SM4-GCM under a key of\n"
     "their own, in which damage, truncation and reordering are detected. The other\n"
     "modes, and GCM with --raw, write the bare bytes that other programs expect; they\n"
     "need an IV that is never used twice. Text is never taken as a key.\n\n"
     "examples:\n"
     "  mifu sm4 encrypt --pass prompt --in backup.tar --out backup.tar.mifu\n"
     "  mifu sm4 encrypt --key-file sm4.key --in backup.tar --out backup.tar.mifu\n"
     "  mifu sm4 encrypt --mode cbc --key-file sm4.key \\\n"
     "      --iv-hex 000102030405060708090a0b0c0d0e0f --in a.txt --out a.cbc\n",
     run_encrypt},
    {"decrypt", "decrypt a file of any size", "[FILE]", 1, decrypt_options,
     "The output appears once everything was found to be right; where that cannot be\n"
     "(standard output), the file format writes chunk by chunk what is authentic, and\n"
     "bare GCM and CCM hold up to 8 MiB back and refuse more.\n\n"
     "examples:\n"
     "  mifu sm4 decrypt --pass prompt --in backup.tar.mifu --out backup.tar\n"
     "  mifu sm4 decrypt --mode gcm --raw --key-file sm4.key \\\n"
     "      --iv-hex 000102030405060708090a0b --in message.bin\n",
     run_decrypt},
    {"mac", "message authentication code with SM4", "[FILE]", 1, cli_sm4_mac_options,
     "CMAC is the one to choose. CBC-MAC is safe only where all messages under a key\n"
     "have one length, or with --padding m3. The others are the algorithms of\n"
     "GB/T 15852.1, for protocols that prescribe them; emac, ansi-retail-mac and\n"
     "macdes have a key of 32 bytes: two keys, one after the other.\n\n"
     "example:\n"
     "  mifu sm4 mac --key-file sm4.key --in a.txt\n",
     cli_sm4_run_mac},
    {"wrap", "encrypt a key under another key", "[FILE]", 1, cli_sm4_wrap_options,
     "RFC 3394 with SM4, and RFC 5649 with --padded. Needs no IV; the same key under\n"
     "the same key is always wrapped to the same bytes.\n\n"
     "example:\n"
     "  mifu sm4 wrap --key-file kek.key sm4.key --out sm4.key.wrapped\n",
     cli_sm4_run_wrap},
    {"unwrap", "decrypt a wrapped key", "[FILE]", 1, cli_sm4_unwrap_options,
     "A wrong wrapping key and every change are detected.\n\n"
     "example:\n"
     "  mifu sm4 unwrap --key-file kek.key sm4.key.wrapped --out sm4.key\n",
     cli_sm4_run_unwrap},
    {0},
};
