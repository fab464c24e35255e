/* SPDX-License-Identifier: Apache-2.0 */
/* Formats of SM2 signatures and ciphertexts. */
#include "cli_sm2_format.h"

#include <string.h>

#include "cli_encoding.h"

int cli_signature_format_choice(const cli_arguments *arguments, const char *option, int reading,
                                cli_signature_format *format)
{
    static const cli_choice_row all[] = {{"der", CLI_SIGNATURE_DER},
                                         {"raw", CLI_SIGNATURE_RAW},
                                         {"skf", CLI_SIGNATURE_SKF},
                                         {"der-lenient", CLI_SIGNATURE_DER_LENIENT},
                                         {NULL, 0}};
    static const cli_choice_row written[] = {{"der", CLI_SIGNATURE_DER},
                                             {"raw", CLI_SIGNATURE_RAW},
                                             {"skf", CLI_SIGNATURE_SKF},
                                             {NULL, 0}};
    int value = CLI_SIGNATURE_DER;
    int status = cli_choice(arguments, option, reading ? all : written, &value);

    *format = (cli_signature_format)value;
    return status;
}

static int fail_size(const cli_buffer *bytes, const char *name, size_t size, const char *format)
{
    return cli_fail(CLI_BAD_INPUT,
                    "%s: a signature in the format %s has %zu bytes; this looks like "
                    "%s",
                    name, format, size, cli_describe(bytes->data, bytes->len));
}

int cli_signature_decode(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE], mifu_status *status,
                         cli_signature_format format, const cli_buffer *bytes, const char *name)
{
    *status = MIFU_OK;
    switch (format) {
    case CLI_SIGNATURE_RAW:
        if (bytes->len != MIFU_SM2_SIGNATURE_SIZE)
            return fail_size(bytes, name, MIFU_SM2_SIGNATURE_SIZE, "raw");
        memcpy(sig, bytes->data, MIFU_SM2_SIGNATURE_SIZE);
        return CLI_DONE;
    case CLI_SIGNATURE_SKF:
        if (bytes->len != MIFU_SM2_SIGNATURE_SKF_SIZE)
            return fail_size(bytes, name, MIFU_SM2_SIGNATURE_SKF_SIZE, "skf");
        *status = mifu_sm2_signature_from_skf(sig, bytes->data);
        return CLI_DONE;
    case CLI_SIGNATURE_DER_LENIENT:
        *status = mifu_sm2_signature_from_der_lenient(sig, bytes->data, bytes->len);
        return CLI_DONE;
    default:
        *status = mifu_sm2_signature_from_der(sig, bytes->data, bytes->len);
        return CLI_DONE;
    }
}

int cli_signature_encode(cli_buffer *bytes, cli_signature_format format,
                         const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE])
{
    uint8_t blob[MIFU_SM2_SIGNATURE_SKF_SIZE];
    size_t len = 0;
    int status;

    if (format == CLI_SIGNATURE_RAW)
        return cli_buffer_append(bytes, sig, MIFU_SM2_SIGNATURE_SIZE);
    if (format == CLI_SIGNATURE_SKF) {
        mifu_sm2_signature_to_skf(blob, sig);
        return cli_buffer_append(bytes, blob, sizeof blob);
    }
    status = cli_fail_status(mifu_sm2_signature_to_der(blob, sizeof blob, &len, sig),
                             "the signature", NULL);
    return status == CLI_DONE ? cli_buffer_append(bytes, blob, len) : status;
}

int cli_ciphertext_format_choice(const cli_arguments *arguments, const char *option, int reading,
                                 mifu_sm2_format *format)
{
    static const cli_choice_row all[] = {{"der", MIFU_SM2_DER},
                                         {"c1c3c2", MIFU_SM2_C1C3C2},
                                         {"c1c2c3", MIFU_SM2_C1C2C3},
                                         {"c1c3c2-no-04", MIFU_SM2_C1C3C2_NO_04},
                                         {"c1c2c3-no-04", MIFU_SM2_C1C2C3_NO_04},
                                         {"auto", MIFU_SM2_AUTO},
                                         {NULL, 0}};
    int value = (int)*format;
    int status = cli_choice(arguments, option, all, &value);

    *format = (mifu_sm2_format)value;
    if (status == CLI_DONE && *format == MIFU_SM2_AUTO && !reading)
        status = cli_fail_usage(
            "--%s: auto is for reading; to write, name one of " CLI_CIPHERTEXT_FORMATS, option);
    return status;
}
