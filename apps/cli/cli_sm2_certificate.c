/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm2 verify-cert: the signature of a certificate or of a certificate request. */
#include <stdio.h>
#include <string.h>

#include "cli_encoding.h"
#include "cli_input.h"
#include "cli_sm2_key.h"
#include "cli_sm2_verbs.h"

const cli_option cli_sm2_verify_cert_options[] = {
    {"in", 0, "FILE", "the certificate or request, PEM or DER (or name it as the argument)"},
    {"pub", 0, "FILE", "the issuer's public key or certificate (default: it is self-signed)"},
    CLI_ID_OPTIONS,
    {"json", 0, NULL, "print a JSON object"},
    {NULL, 0, NULL, NULL},
};

/* The DER of the first certificate or request in a file. */
static int read_der(cli_buffer *der, const char *path)
{
    const char *name = cli_input_shown(path);
    cli_buffer file = {0};
    mifu_pem_block block;
    const char *at;
    size_t left;
    int status = cli_input_whole(&file, path, CLI_SMALL_LIMIT);

    if (status != CLI_DONE)
        return status;
    at = (const char *)file.data;
    left = file.len;
    if (mifu_pem_next(&block, at, left) != MIFU_OK) {
        *der = file;
        return CLI_DONE;
    }
    do {
        if (mifu_pem_label_is(&block, "CERTIFICATE") ||
            mifu_pem_label_is(&block, "CERTIFICATE REQUEST") ||
            mifu_pem_label_is(&block, "NEW CERTIFICATE REQUEST")) {
            status = cli_buffer_reserve(der, block.body_len + 1);
            if (status == CLI_DONE)
                status = cli_fail_status(
                    mifu_pem_block_to_der(der->data, der->cap, &der->len, &block), name, NULL);
            cli_buffer_free(&file);
            return status;
        }
        at = block.rest;
        left = block.rest_len;
    } while (mifu_pem_next(&block, at, left) == MIFU_OK);
    status = cli_fail(CLI_BAD_INPUT, "%s: there is no certificate in this %s", name,
                      cli_describe(file.data, file.len));
    cli_buffer_free(&file);
    return status;
}

static int answer(const cli_arguments *arguments, const mifu_sm2_certificate *certificate,
                  const mifu_sm2_public_key *issuer, mifu_status status)
{
    if (cli_given(arguments, "json"))
        printf("{\"valid\":%s}\n", status == MIFU_OK ? "true" : "false");
    else
        puts(status == MIFU_OK ? "valid" : "invalid");
    if (status == MIFU_OK)
        return CLI_DONE;
    if (!cli_given(arguments, "id-empty") &&
        mifu_sm2_certificate_verify(certificate, issuer, MIFU_SM2_EMPTY_ID) == MIFU_OK)
        return cli_fail(CLI_INVALID,
                        "the certificate was signed with an empty identity: OpenSSL was run "
                        "without -sigopt distid:1234567812345678; --id-empty accepts it");
    return cli_fail(CLI_INVALID,
                    "the signature does not verify: is this the issuer's key, and the issuer's "
                    "identity? (--pub, --id)");
}

int cli_sm2_verify_cert(const cli_arguments *arguments)
{
    cli_sm2_key issuer = {0};
    cli_buffer der = {0}, id = {0};
    mifu_sm2_certificate certificate;
    const char *name;
    mifu_status code;
    int status = cli_input_name(arguments, &name);

    if (status == CLI_DONE)
        status = cli_sm2_identity(&id, arguments, "id", "id-hex", "id-empty");
    if (status == CLI_DONE)
        status = read_der(&der, name);
    if (status == CLI_DONE)
        status = cli_fail_status(mifu_sm2_certificate_from_der(&certificate, der.data, der.len),
                                 cli_input_shown(name), NULL);
    if (status == CLI_DONE && cli_given(arguments, "pub"))
        status = cli_sm2_public_option(&issuer, arguments, "pub");
    else if (status == CLI_DONE)
        issuer.public_key = certificate.subject;
    if (status == CLI_DONE) {
        code = mifu_sm2_certificate_verify(&certificate, &issuer.public_key, id.data, id.len);
        status = code == MIFU_OK || code == MIFU_INVALID
                     ? answer(arguments, &certificate, &issuer.public_key, code)
                     : cli_fail_status(code, cli_input_shown(name), NULL);
    }
    cli_buffer_free(&der);
    cli_buffer_free(&id);
    return status;
}
