/* SPDX-License-Identifier: Apache-2.0 */
/* Names of the formats of SM2 signatures and ciphertexts, and signatures in them. */
#ifndef MIFU_CLI_SM2_FORMAT_H
#define MIFU_CLI_SM2_FORMAT_H

#include "mifu/sm2_encoding.h"

#include "cli_command.h"
#include "cli_memory.h"

typedef enum cli_signature_format {
    CLI_SIGNATURE_DER = 1,
    CLI_SIGNATURE_RAW,
    CLI_SIGNATURE_SKF,
    CLI_SIGNATURE_DER_LENIENT /* reading only */
} cli_signature_format;

/* The value of an option that names a signature format; default der. */
int cli_signature_format_choice(const cli_arguments *arguments, const char *option, int reading,
                                cli_signature_format *format);

/* Takes a signature apart. *status is what the library said; messages are the caller's. */
int cli_signature_decode(uint8_t sig[MIFU_SM2_SIGNATURE_SIZE], mifu_status *status,
                         cli_signature_format format, const cli_buffer *bytes, const char *name);

/* Appends a signature. */
int cli_signature_encode(cli_buffer *bytes, cli_signature_format format,
                         const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE]);

#define CLI_CIPHERTEXT_FORMATS "der, c1c3c2, c1c2c3, c1c3c2-no-04, c1c2c3-no-04"

/* The value of an option that names a ciphertext format; *format is the default where not given. */
int cli_ciphertext_format_choice(const cli_arguments *arguments, const char *option, int reading,
                                 mifu_sm2_format *format);

#endif
