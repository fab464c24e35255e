/* SPDX-License-Identifier: Apache-2.0 */
/* mifu inspect: says what a file is. It shows nothing secret. */
#include <stdio.h>
#include <string.h>

#include "mifu/sm2_encoding.h"
#include "mifu/sm3.h"

#include "cli_chunk.h"
#include "cli_encoding.h"
#include "cli_input.h"
#include "cli_output.h"
#include "cli_text.h"
#include "cli_verbs.h"

static const cli_option options[] = {
    {"in", 0, "FILE", "the file (or name it as the argument)"},
    {"json", 0, NULL, "print one JSON object for each thing found"},
    {NULL, 0, NULL, NULL},
};

/* ---- Output: rows of text, or members of an object ---- */

typedef struct report {
    int json;
    int first; /* of this object */
    int count; /* objects so far */
} report;

static void begin(report *r)
{
    r->first = 1;
    if (r->json)
        putchar('{');
    else if (r->count > 0)
        putchar('\n');
    r->count++;
}

static void end(report *r)
{
    if (r->json)
        puts("}");
}

static void row(report *r, const char *name, const char *value)
{
    if (r->json) {
        if (!r->first)
            putchar(',');
        putchar('"');
        for (; *name != '\0'; name++)
            putchar(*name == ' ' || *name == '-' ? '_' : *name);
        fputs("\":", stdout);
        cli_json_string(value);
        r->first = 0;
        return;
    }
    printf("%s:%*s", name, (int)(14 - strlen(name)), "");
    for (; *value != '\0'; value++)
        putchar((unsigned char)*value < 0x20 || *value == 0x7f ? '?' : *value);
    putchar('\n');
}

static void number_row(report *r, const char *name, unsigned long long value)
{
    char text[32];

    snprintf(text, sizeof text, "%llu", value);
    row(r, name, text);
}

/* ---- What is inside ---- */

static void public_key_rows(report *r, const mifu_sm2_public_key *key)
{
    uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE], der[256], digest[MIFU_SM3_DIGEST_SIZE];
    char hex[2 * MIFU_SM2_PUBLIC_KEY_SIZE + 1];
    size_t len;

    mifu_sm2_public_key_to_bytes(point, key);
    cli_hex_encode(hex, point, sizeof point);
    row(r, "public key", hex);
    if (mifu_sm2_public_key_to_der(der, sizeof der, &len, key) != MIFU_OK)
        return;
    mifu_sm3_hash(digest, der, len);
    cli_hex_encode(hex, digest, sizeof digest);
    row(r, "fingerprint", hex); /* SM3 of the SubjectPublicKeyInfo */
}

static void certificate_rows(report *r, const uint8_t *data, size_t len)
{
    mifu_sm2_certificate certificate;

    if (mifu_sm2_certificate_from_der(&certificate, data, len) != MIFU_OK)
        return;
    public_key_rows(r, &certificate.subject);
    if (mifu_sm2_certificate_verify(&certificate, &certificate.subject, MIFU_SM2_DEFAULT_ID) ==
        MIFU_OK)
        row(r, "self-signed", "yes, with the default identity");
    else if (mifu_sm2_certificate_verify(&certificate, &certificate.subject, MIFU_SM2_EMPTY_ID) ==
             MIFU_OK)
        row(r, "self-signed",
            "with an EMPTY identity, which others refuse: OpenSSL was run without -sigopt distid");
    else
        row(r, "self-signed", "no");
}

static void key_rows(report *r, mifu_sm2_kind kind, const uint8_t *data, size_t len)
{
    mifu_sm2_public_key public_key;
    mifu_sm2_private_key private_key;

    switch (kind) {
    case MIFU_SM2_KIND_PUBLIC_KEY_DER:
        if (mifu_sm2_public_key_from_der(&public_key, data, len) == MIFU_OK)
            public_key_rows(r, &public_key);
        break;
    case MIFU_SM2_KIND_PUBLIC_KEY_POINT:
        if (mifu_sm2_public_key_from_bytes(&public_key, data, len) == MIFU_OK)
            public_key_rows(r, &public_key);
        break;
    case MIFU_SM2_KIND_PUBLIC_KEY_XY:
        if (mifu_sm2_public_key_from_xy(&public_key, data) == MIFU_OK)
            public_key_rows(r, &public_key);
        break;
    case MIFU_SM2_KIND_PRIVATE_KEY_PKCS8:
    case MIFU_SM2_KIND_PRIVATE_KEY_SEC1:
        if (mifu_sm2_private_key_from_der(&private_key, data, len) == MIFU_OK)
            public_key_rows(r, &private_key.public_key);
        mifu_sm2_private_key_wipe(&private_key);
        break;
    case MIFU_SM2_KIND_PRIVATE_KEY_RAW:
        if (mifu_sm2_private_key_from_bytes(&private_key, data) == MIFU_OK)
            public_key_rows(r, &private_key.public_key);
        mifu_sm2_private_key_wipe(&private_key);
        break;
    case MIFU_SM2_KIND_CERTIFICATE:
    case MIFU_SM2_KIND_CERTIFICATE_REQUEST:
        certificate_rows(r, data, len);
        break;
    default:
        break;
    }
}

/* One blob without its wrapping; 1 where it is something. */
static int inspect_bytes(report *r, const char *wrapping, const uint8_t *data, size_t len)
{
    mifu_sm2_identity identity;

    mifu_sm2_identify(&identity, data, len);
    begin(r);
    row(r, "written as", wrapping);
    row(r, "content", mifu_sm2_kind_text(identity.kind));
    number_row(r, "bytes", len);
    if (identity.algorithm[0] != '\0')
        row(r, "algorithm", identity.algorithm);
    if (identity.kind != MIFU_SM2_KIND_UNKNOWN) {
        row(r, "readable", identity.status == MIFU_OK ? "yes" : mifu_status_text(identity.status));
        if (identity.size < len)
            number_row(r, "trailing", len - identity.size);
        key_rows(r, identity.kind, data, len);
    }
    end(r);
    return identity.kind != MIFU_SM2_KIND_UNKNOWN;
}

static int inspect_pem(report *r, const cli_buffer *file)
{
    const char *at = (const char *)file->data;
    size_t left = file->len;
    mifu_pem_block block;
    int found = 0;

    while (mifu_pem_next(&block, at, left) == MIFU_OK) {
        cli_buffer der = {0};
        char wrapping[96];
        mifu_status status = MIFU_OK;

        snprintf(wrapping, sizeof wrapping, "PEM, %.*s",
                 (int)(block.label_len < 80 ? block.label_len : 80), block.label);
        if (cli_buffer_reserve(&der, block.body_len + 1) != CLI_DONE)
            return 0;
        status = mifu_pem_block_to_der(der.data, der.cap, &der.len, &block);
        if (status == MIFU_OK) {
            found |= inspect_bytes(r, wrapping, der.data, der.len);
        } else {
            begin(r);
            row(r, "written as", wrapping);
            row(r, "readable", mifu_status_text(status));
            end(r);
            found = 1;
        }
        cli_buffer_free(&der);
        at = block.rest;
        left = block.rest_len;
    }
    return found;
}

static int inspect_file_format(report *r, const cli_buffer *file, const cli_input *input)
{
    cli_chunk_header header;
    int status = cli_chunk_header_read(&header, file->data, file->len, input->name);

    if (status != CLI_DONE)
        return status;
    begin(r);
    row(r, "content", "file encrypted by mifu sm4 encrypt, version 1");
    row(r, "algorithm", "SM4-GCM in chunks");
    if (header.with_password) {
        row(r, "key", "from a password, PBKDF2-HMAC-SM3");
        number_row(r, "iterations", header.iterations);
    } else {
        row(r, "key", "from a key of 16 bytes");
    }
    number_row(r, "chunk size", header.chunk_size);
    if (input->size_known && input->size >= CLI_CHUNK_HEADER_SIZE + CLI_CHUNK_TAG_SIZE) {
        uint64_t body = input->size - CLI_CHUNK_HEADER_SIZE;
        uint64_t chunk = header.chunk_size + CLI_CHUNK_TAG_SIZE;
        uint64_t chunks = (body + chunk - 1) / chunk;

        number_row(r, "chunks", chunks);
        number_row(r, "plaintext", body - chunks * CLI_CHUNK_TAG_SIZE);
    }
    end(r);
    return CLI_DONE;
}

static int inspect_small(report *r, const cli_buffer *file, const char *name)
{
    cli_buffer decoded = {0};
    mifu_pem_block block;
    int found;

    if (mifu_pem_next(&block, (const char *)file->data, file->len) == MIFU_OK)
        found = inspect_pem(r, file);
    else if (cli_hex_read(&decoded, file->data, file->len))
        found = inspect_bytes(r, "hexadecimal digits", decoded.data, decoded.len);
    else if (cli_base64_read(&decoded, file->data, file->len))
        found = inspect_bytes(r, "Base64", decoded.data, decoded.len);
    else
        found = inspect_bytes(r, "binary", file->data, file->len);
    cli_buffer_free(&decoded);
    return found ? CLI_DONE : cli_fail(CLI_BAD_INPUT, "%s: nothing that mifu knows", name);
}

static int run(const cli_arguments *arguments)
{
    report r = {0};
    cli_buffer file = {0};
    cli_input input;
    const char *name;
    int status = cli_input_name(arguments, &name);

    r.json = cli_given(arguments, "json");
    if (status == CLI_DONE)
        status = cli_input_open(&input, name);
    if (status != CLI_DONE)
        return status;
    status = cli_buffer_reserve(&file, CLI_SMALL_LIMIT + 1);
    if (status == CLI_DONE)
        status = cli_input_read(&input, file.data, CLI_SMALL_LIMIT + 1, &file.len);
    cli_input_close(&input);
    if (status == CLI_DONE && file.len == 0)
        status = cli_fail(CLI_BAD_INPUT, "%s: the file is empty", input.name);
    else if (status == CLI_DONE && cli_chunk_is_header(file.data, file.len))
        status = inspect_file_format(&r, &file, &input);
    else if (status == CLI_DONE && file.len > CLI_SMALL_LIMIT)
        status =
            cli_fail(CLI_BAD_INPUT, "%s: more than 1 MiB, and not mifu's file format", input.name);
    else if (status == CLI_DONE)
        status = inspect_small(&r, &file, input.name);
    cli_buffer_free(&file);
    return status;
}

const cli_verb cli_inspect_verbs[] = {
    {NULL, "say what a file is: key, signature, ciphertext, certificate, ...", "[FILE]", 1, options,
     "Nothing secret is shown, and no password is needed.\n\n"
     "examples:\n"
     "  mifu inspect key.pem\n"
     "  mifu inspect --json contract.sig\n",
     run},
    {0},
};
