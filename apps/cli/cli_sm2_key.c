/* SPDX-License-Identifier: Apache-2.0 */
/* SM2 keys from files: PEM, DER, hex, Base64, bare numbers. */
#include "cli_sm2_key.h"

#include <string.h>

#include "cli_encoding.h"
#include "cli_input.h"
#include "cli_password.h"
#include "cli_text.h"

/* What the steps of reading one key share. */
typedef struct reading {
    cli_sm2_key *key;
    const char *name;
    cli_key_want want;
    const cli_arguments *arguments;
    const char *pass_option;
} reading;

void cli_sm2_key_wipe(cli_sm2_key *key)
{
    cli_wipe(key, sizeof *key);
}

static int fail_wrong_kind(const reading *r, int is_private)
{
    return is_private ? cli_fail(CLI_BAD_INPUT,
                                 "%s: this is a private key and a public key is needed; mifu sm2 "
                                 "pubkey takes the public key out of it",
                                 r->name)
                      : cli_fail(CLI_BAD_INPUT,
                                 "%s: this is a public key and a private key is needed", r->name);
}

static int finish_private(const reading *r, mifu_status status)
{
    r->key->is_private = 1;
    if (status == MIFU_ERR_AUTHENTICATION)
        return cli_fail(CLI_BAD_INPUT, "%s: wrong password, or the key is damaged", r->name);
    if (status == MIFU_OK)
        mifu_sm2_public_key_from_private(&r->key->public_key, &r->key->private_key);
    return cli_fail_status(status, r->name, NULL);
}

static int finish_public(const reading *r, mifu_status status)
{
    r->key->is_private = 0;
    return cli_fail_status(status, r->name, NULL);
}

/* The password of an encrypted key, asked for now that it is needed. */
static int get_password(const reading *r, cli_buffer *password)
{
    char question[128] = "Password of ";
    int given = 0;
    int status = CLI_DONE;

    strncat(question, r->name, sizeof question - strlen(question) - 1);
    if (r->pass_option != NULL)
        status = cli_password(password, &given, r->arguments, r->pass_option, question, 0);
    if (status == CLI_DONE && !given)
        status = cli_fail_status(MIFU_ERR_PASSWORD_NEEDED, r->name, NULL);
    return status;
}

/* ---- DER and bare numbers ---- */

static int read_certificate(const reading *r, const cli_buffer *bytes)
{
    mifu_sm2_certificate certificate;
    mifu_status status = mifu_sm2_certificate_from_der(&certificate, bytes->data, bytes->len);

    if (status == MIFU_OK)
        r->key->public_key = certificate.subject;
    return finish_public(r, status);
}

/* The cipher that the library does not have is named. */
static int fail_cipher(const reading *r, const cli_buffer *bytes)
{
    mifu_sm2_identity identity;

    mifu_sm2_identify(&identity, bytes->data, bytes->len);
    return cli_fail(CLI_BAD_INPUT,
                    "%s: the key is encrypted with %s, and PBES2 with PBKDF2 and SM4-CBC is "
                    "supported; decrypt it with the program that made it",
                    r->name, identity.algorithm);
}

static int read_encrypted_der(const reading *r, const cli_buffer *bytes)
{
    cli_buffer password = {0};
    mifu_status code = MIFU_OK;
    int status = get_password(r, &password);

    if (status == CLI_DONE)
        code = mifu_sm2_private_key_from_encrypted_der(&r->key->private_key, bytes->data,
                                                       bytes->len, password.data, password.len);
    cli_buffer_free(&password);
    if (status == CLI_DONE && code == MIFU_ERR_UNSUPPORTED_CIPHER)
        return fail_cipher(r, bytes);
    return status == CLI_DONE ? finish_private(r, code) : status;
}

static int read_der(const reading *r, const cli_buffer *bytes)
{
    mifu_sm2_identity identity;

    mifu_sm2_identify(&identity, bytes->data, bytes->len);
    switch (identity.kind) {
    case MIFU_SM2_KIND_PRIVATE_KEY_ENCRYPTED:
        if (!(r->want & CLI_WANT_PRIVATE))
            return fail_wrong_kind(r, 1);
        return read_encrypted_der(r, bytes);
    case MIFU_SM2_KIND_PRIVATE_KEY_PKCS8:
    case MIFU_SM2_KIND_PRIVATE_KEY_SEC1:
        if (!(r->want & CLI_WANT_PRIVATE))
            return fail_wrong_kind(r, 1);
        return finish_private(
            r, mifu_sm2_private_key_from_der(&r->key->private_key, bytes->data, bytes->len));
    case MIFU_SM2_KIND_PUBLIC_KEY_DER:
        if (!(r->want & CLI_WANT_PUBLIC))
            return fail_wrong_kind(r, 0);
        return finish_public(
            r, mifu_sm2_public_key_from_der(&r->key->public_key, bytes->data, bytes->len));
    case MIFU_SM2_KIND_CERTIFICATE:
    case MIFU_SM2_KIND_CERTIFICATE_REQUEST:
        if (!(r->want & CLI_WANT_PUBLIC))
            return fail_wrong_kind(r, 0);
        return read_certificate(r, bytes);
    default:
        return cli_fail(CLI_BAD_INPUT, "%s: not an SM2 key in DER; it looks like %s", r->name,
                        cli_describe(bytes->data, bytes->len));
    }
}

/* d of 32 bytes, or a point of 33, 64 or 65. */
static int read_numbers(const reading *r, const cli_buffer *bytes)
{
    size_t len = bytes->len;

    if (len == 32) {
        if (!(r->want & CLI_WANT_PRIVATE))
            return fail_wrong_kind(r, 1);
        return finish_private(r,
                              mifu_sm2_private_key_from_bytes(&r->key->private_key, bytes->data));
    }
    if (len == 33 && bytes->data[0] == 0)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: 33 bytes, leading zero: a private key has exactly 32; "
                        "take the first byte, 00, away",
                        r->name);
    if (len != 33 && len != 64 && len != 65)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: %zu bytes are no SM2 key: a private key has 32 bytes, a public key "
                        "65, 64 (without 04) or 33 (compressed)",
                        r->name, len);
    if (!(r->want & CLI_WANT_PUBLIC))
        return fail_wrong_kind(r, 0);
    return finish_public(
        r, len == 64 ? mifu_sm2_public_key_from_xy(&r->key->public_key, bytes->data)
                     : mifu_sm2_public_key_from_bytes(&r->key->public_key, bytes->data, len));
}

/* The sizes of d and of x || y are no sizes of a key in DER, and may begin with any byte. */
static int is_der(const cli_buffer *bytes)
{
    size_t size;

    return bytes->len != 32 && bytes->len != 64 && bytes->len > 0 && bytes->data[0] == 0x30 &&
           mifu_der_element_size(&size, bytes->data, bytes->len) == MIFU_OK;
}

/* ---- PEM ---- */

static int block_is_private(const mifu_pem_block *block)
{
    return mifu_pem_label_is(block, "PRIVATE KEY") || mifu_pem_label_is(block, "EC PRIVATE KEY") ||
           mifu_pem_label_is(block, "SM2 PRIVATE KEY") ||
           mifu_pem_label_is(block, "ENCRYPTED PRIVATE KEY");
}

static int block_is_public(const mifu_pem_block *block)
{
    return mifu_pem_label_is(block, "PUBLIC KEY") || mifu_pem_label_is(block, "CERTIFICATE") ||
           mifu_pem_label_is(block, "CERTIFICATE REQUEST") ||
           mifu_pem_label_is(block, "NEW CERTIFICATE REQUEST");
}

static int read_pem_private(const reading *r, const char *pem, size_t len)
{
    mifu_status code = mifu_sm2_private_key_from_pem(&r->key->private_key, pem, len, NULL, 0);
    cli_buffer password = {0};
    int status = CLI_DONE;

    if (code == MIFU_ERR_PASSWORD_NEEDED) {
        status = get_password(r, &password);
        if (status == CLI_DONE)
            code = mifu_sm2_private_key_from_pem(&r->key->private_key, pem, len, password.data,
                                                 password.len);
        cli_buffer_free(&password);
    }
    if (status == CLI_DONE && code == MIFU_ERR_UNSUPPORTED_CIPHER) {
        cli_buffer der = {0};

        status = cli_buffer_reserve(&der, len);
        if (status == CLI_DONE)
            status = mifu_pem_to_der(der.data, der.cap, &der.len, "ENCRYPTED PRIVATE KEY", pem,
                                     len) == MIFU_OK
                         ? fail_cipher(r, &der)
                         : finish_private(r, code);
        cli_buffer_free(&der);
        return status;
    }
    return status == CLI_DONE ? finish_private(r, code) : status;
}

static int read_pem_public(const reading *r, const mifu_pem_block *block, const char *pem,
                           size_t len)
{
    cli_buffer der = {0};
    mifu_status code;
    int status;

    if (mifu_pem_label_is(block, "PUBLIC KEY"))
        return finish_public(r, mifu_sm2_public_key_from_pem(&r->key->public_key, pem, len));
    status = cli_buffer_reserve(&der, block->body_len + 1);
    if (status != CLI_DONE)
        return status;
    code = mifu_pem_block_to_der(der.data, der.cap, &der.len, block);
    status = code == MIFU_OK ? read_certificate(r, &der) : finish_public(r, code);
    cli_buffer_free(&der);
    return status;
}

static int read_pem(const reading *r, const cli_buffer *bytes)
{
    const char *text = (const char *)bytes->data, *at = text;
    size_t len = bytes->len, left = len;
    int saw_private = 0, saw_public = 0;
    mifu_pem_block block;
    mifu_status code = mifu_pem_next(&block, at, left);

    if (code != MIFU_OK)
        return cli_fail_status(code, r->name, NULL);
    for (; code == MIFU_OK; code = mifu_pem_next(&block, at, left)) {
        if (block_is_private(&block) && (r->want & CLI_WANT_PRIVATE))
            return read_pem_private(r, text, len);
        if (block_is_public(&block) && (r->want & CLI_WANT_PUBLIC))
            return read_pem_public(r, &block, at, left);
        saw_private |= block_is_private(&block);
        saw_public |= block_is_public(&block);
        at = block.rest;
        left = block.rest_len;
    }
    if (saw_private || saw_public)
        return fail_wrong_kind(r, saw_private);
    return cli_fail(CLI_BAD_INPUT, "%s: there is no key in this %s", r->name,
                    cli_describe(bytes->data, len));
}

/* ---- All together ---- */

static int looks_like_pem(const cli_buffer *bytes)
{
    static const char begin[] = "-----BEGIN ";

    for (size_t i = 0; i + sizeof begin - 1 <= bytes->len; i++)
        if (memcmp(bytes->data + i, begin, sizeof begin - 1) == 0)
            return 1;
    return 0;
}

static cli_key_form find_form(const cli_buffer *bytes, cli_buffer *decoded)
{
    if (looks_like_pem(bytes))
        return CLI_KEY_PEM;
    if (bytes->len > 0 && cli_hex_read(decoded, bytes->data, bytes->len))
        return CLI_KEY_HEX;
    if (is_der(bytes))
        return CLI_KEY_DER;
    if (bytes->len > 0 && cli_base64_read(decoded, bytes->data, bytes->len))
        return CLI_KEY_BASE64;
    return CLI_KEY_AUTO;
}

int cli_sm2_key_decode(cli_sm2_key *key, const cli_buffer *bytes, const char *name,
                       cli_key_form form, cli_key_want want, const cli_arguments *arguments,
                       const char *pass_option)
{
    reading r = {key, name, want, arguments, pass_option};
    cli_buffer decoded = {0};
    int status;

    memset(key, 0, sizeof *key);
    if (form == CLI_KEY_AUTO)
        form = find_form(bytes, &decoded);
    switch (form) {
    case CLI_KEY_PEM:
        status = read_pem(&r, bytes);
        break;
    case CLI_KEY_DER:
        status = read_der(&r, bytes);
        break;
    case CLI_KEY_BINARY:
        status = read_numbers(&r, bytes);
        break;
    case CLI_KEY_HEX:
    case CLI_KEY_BASE64:
        if (form == CLI_KEY_HEX ? cli_hex_read(&decoded, bytes->data, bytes->len)
                                : cli_base64_read(&decoded, bytes->data, bytes->len))
            status = is_der(&decoded) ? read_der(&r, &decoded) : read_numbers(&r, &decoded);
        else
            status = cli_fail(CLI_BAD_INPUT, "%s: this is not %s; it looks like %s", name,
                              form == CLI_KEY_HEX ? "hexadecimal" : "Base64",
                              cli_describe(bytes->data, bytes->len));
        break;
    default:
        status = cli_fail(
            CLI_BAD_INPUT, "%s: no key in PEM, DER, hexadecimal or Base64; it looks like %s%s",
            name, cli_describe(bytes->data, bytes->len),
            bytes->len >= 32 && bytes->len <= 65 ? " (bare numbers: mifu convert key --from binary)"
                                                 : "");
        break;
    }
    cli_buffer_free(&decoded);
    if (status != CLI_DONE)
        cli_sm2_key_wipe(key);
    return status;
}

int cli_sm2_key_read(cli_sm2_key *key, const char *path, cli_key_form form, cli_key_want want,
                     const cli_arguments *arguments, const char *pass_option)
{
    const char *name = cli_input_shown(path);
    cli_buffer bytes = {0};
    int status = cli_input_whole(&bytes, path, CLI_SMALL_LIMIT);

    if (status == CLI_DONE)
        status = cli_sm2_key_decode(key, &bytes, name, form, want, arguments, pass_option);
    cli_buffer_free(&bytes);
    return status;
}

int cli_sm2_private_option(cli_sm2_key *key, const cli_arguments *arguments, const char *option)
{
    const char *path;
    int status = cli_require(arguments, option, &path);

    return status == CLI_DONE
               ? cli_sm2_key_read(key, path, CLI_KEY_AUTO, CLI_WANT_PRIVATE, arguments, "pass")
               : status;
}

int cli_sm2_public_option(cli_sm2_key *key, const cli_arguments *arguments, const char *option)
{
    const char *path;
    int status = cli_require(arguments, option, &path);

    return status == CLI_DONE
               ? cli_sm2_key_read(key, path, CLI_KEY_AUTO, CLI_WANT_PUBLIC, arguments, NULL)
               : status;
}
