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
#include "cli_sm9_key.h"
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

/* ---- SM9 ---- */

static void sm9_public_rows(report *r, const uint8_t *point, size_t len)
{
    uint8_t digest[MIFU_SM3_DIGEST_SIZE];
    char hex[2 * MIFU_SM9_G2_SIZE + 1];

    cli_hex_encode(hex, point, len);
    row(r, "master public", hex);
    mifu_sm3_hash(digest, point, len);
    cli_hex_encode(hex, digest, sizeof digest);
    row(r, "fingerprint", hex); /* SM3 of the point */
}

/* The master public key in a file that is a key of this kind and no other. */
static void sm9_key_rows(report *r, cli_sm9_kind kind, const cli_buffer *bytes)
{
    uint8_t point[MIFU_SM9_G2_SIZE];
    cli_sm9_any_key key;

    if (cli_sm9_read(&key, kind, bytes, NULL, 0) == MIFU_OK) {
        if (kind == CLI_SM9_SIGN_MASTER || kind == CLI_SM9_SIGN_USER ||
            kind == CLI_SM9_SIGN_MASTER_PUB) {
            mifu_sm9_sign_master_public_key_to_bytes(
                point, kind == CLI_SM9_SIGN_MASTER ? &key.sign_master.public_key
                       : kind == CLI_SM9_SIGN_USER ? &key.sign_user.master
                                                   : &key.sign_master_pub);
            sm9_public_rows(r, point, MIFU_SM9_G2_SIZE);
        } else if (kind != CLI_SM9_ENCRYPT_USER || key.encrypt_user.has_master) {
            mifu_sm9_encrypt_master_public_key_to_bytes(
                point, kind == CLI_SM9_ENCRYPT_MASTER ? &key.encrypt_master.public_key
                       : kind == CLI_SM9_ENCRYPT_USER ? &key.encrypt_user.master
                                                      : &key.encrypt_master_pub);
            sm9_public_rows(r, point, MIFU_SM9_G1_SIZE);
        }
    }
    cli_wipe(&key, sizeof key);
}

static const char *sm9_structure(const uint8_t *data, size_t len)
{
    uint8_t c[MIFU_SM9_SIGNATURE_SIZE];
    cli_buffer room = {0};
    const char *text = NULL;
    size_t size;

    if (cli_buffer_reserve(&room, len + 64) != CLI_DONE)
        return NULL;
    if (mifu_sm9_signature_from_der(c, data, len) == MIFU_OK)
        text = "SM9 signature (GB/T 41389)";
    else if (mifu_sm9_ciphertext_convert(room.data, room.cap, &size, MIFU_SM9_C1C3C2, MIFU_SM9_DER,
                                         MIFU_SM9_CIPHER_NAMED, data, len) == MIFU_OK)
        text = "SM9 ciphertext (GB/T 41389, or GmSSL's: they differ in C3)";
    else if (mifu_sm9_key_package_from_der(room.data, room.cap, &size, c, data, len) == MIFU_OK)
        text = "SM9 key package, a key beside its encapsulation: secret";
    cli_buffer_free(&room);
    return text;
}

/* 1 where it is something of SM9, which is told. */
static int inspect_sm9(report *r, const char *wrapping, const uint8_t *data, size_t len)
{
    static const char *const texts[CLI_SM9_KINDS] = {
        "SM9 master private key for signatures",
        "SM9 master private key for encryption and key exchange",
        "SM9 user's private key for signatures",
        "SM9 user's private key for encryption or key exchange",
        "SM9 master public key for signatures",
        "SM9 master public key for encryption and key exchange",
    };
    const unsigned masters = 1U << CLI_SM9_SIGN_MASTER | 1U << CLI_SM9_ENCRYPT_MASTER;
    const unsigned public_kinds = 1U << CLI_SM9_SIGN_MASTER_PUB | 1U << CLI_SM9_ENCRYPT_MASTER_PUB;
    const unsigned in_g1 = 1U << CLI_SM9_SIGN_USER | 1U << CLI_SM9_ENCRYPT_MASTER_PUB;
    const unsigned in_g2 = 1U << CLI_SM9_ENCRYPT_USER | 1U << CLI_SM9_SIGN_MASTER_PUB;
    cli_buffer bytes = {0};
    const char *text = sm9_structure(data, len);
    mifu_status code = MIFU_OK;
    unsigned kinds = 0;

    if (text == NULL && cli_buffer_append(&bytes, data, len) == CLI_DONE)
        kinds = cli_sm9_kinds_of(&bytes, &code);
    if (code == MIFU_ERR_PASSWORD_NEEDED)
        kinds = 0; /* the encryption does not say what is inside */
    /* A PEM label tells public and private points apart. */
    if (strstr(wrapping, "PUBLIC KEY") != NULL)
        kinds &= public_kinds;
    else if (strncmp(wrapping, "PEM", 3) == 0)
        kinds &= ~public_kinds;
    for (unsigned kind = 0; kind < CLI_SM9_KINDS; kind++)
        if (kinds == 1U << kind)
            text = texts[kind];
    if (kinds == masters)
        text = "SM9 master private key, bare: whether for signatures or encryption it does not say";
    else if (kinds == in_g1)
        text = "point of G1: SM9 user's signing key, or master public key for encryption";
    else if (kinds == in_g2)
        text = "point of G2: SM9 user's decryption key, or master public key for signatures";
    if (text != NULL) {
        begin(r);
        row(r, "written as", wrapping);
        row(r, "content", text);
        number_row(r, "bytes", len);
        row(r, "readable", "yes");
        for (unsigned kind = 0; kind < CLI_SM9_KINDS; kind++)
            if (kinds == 1U << kind)
                sm9_key_rows(r, (cli_sm9_kind)kind, &bytes);
        end(r);
    }
    cli_buffer_free(&bytes);
    return text != NULL;
}

/* One blob without its wrapping; 1 where it is something. */
static int inspect_bytes(report *r, const char *wrapping, const uint8_t *data, size_t len)
{
    mifu_sm2_identity identity;

    if (inspect_sm9(r, wrapping, data, len))
        return 1;
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
