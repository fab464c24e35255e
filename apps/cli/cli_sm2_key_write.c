/* SPDX-License-Identifier: Apache-2.0 */
/* SM2 keys to files, and the identities that go with them. */
#include <string.h>

#include "cli_password.h"
#include "cli_secret.h"
#include "cli_sm2_key.h"

enum { PEM_ROOM = 2048 };

static int read_encryption(mifu_hash_algorithm *prf, uint64_t *iterations,
                           const cli_arguments *arguments, const char *pass_option)
{
    static const cli_choice_row prfs[] = {
        {"sm3", MIFU_HASH_SM3}, {"sha256", MIFU_HASH_SHA256}, {NULL, 0}};
    int value = MIFU_HASH_SM3;
    int status = cli_choice(arguments, "prf", prfs, &value);

    *iterations = MIFU_SM2_DEFAULT_ITERATIONS;
    if (status == CLI_DONE)
        status = cli_number(arguments, "iterations", 1000, MIFU_SM2_MAX_ITERATIONS, iterations);
    if (status == CLI_DONE && !cli_given(arguments, pass_option) &&
        (cli_given(arguments, "prf") || cli_given(arguments, "iterations")))
        status = cli_fail_usage("--prf and --iterations go with --%s", pass_option);
    *prf = (mifu_hash_algorithm)value;
    return status;
}

int cli_sm2_private_key_pem(cli_buffer *pem, const mifu_sm2_private_key *key,
                            const cli_arguments *arguments, const char *pass_option)
{
    cli_buffer password = {0};
    mifu_hash_algorithm prf;
    uint64_t iterations;
    mifu_status code;
    int given = 0;
    int status = read_encryption(&prf, &iterations, arguments, pass_option);

    if (status == CLI_DONE)
        status = cli_password(&password, &given, arguments, pass_option, "New password of the key",
                              CLI_PASSWORD_CREATED);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(pem, PEM_ROOM);
    if (status == CLI_DONE) {
        code = given ? mifu_sm2_private_key_to_encrypted_pem((char *)pem->data, pem->cap, &pem->len,
                                                             key, password.data, password.len, prf,
                                                             (uint32_t)iterations)
                     : mifu_sm2_private_key_to_pem((char *)pem->data, pem->cap, &pem->len, key);
        status = cli_fail_status(code, "the private key", NULL);
    }
    cli_buffer_free(&password);
    return status;
}

int cli_sm2_public_key_pem(cli_buffer *pem, const mifu_sm2_public_key *key)
{
    int status = cli_buffer_reserve(pem, PEM_ROOM);

    if (status == CLI_DONE)
        status =
            cli_fail_status(mifu_sm2_public_key_to_pem((char *)pem->data, pem->cap, &pem->len, key),
                            "the public key", NULL);
    return status;
}

int cli_sm2_identity(cli_buffer *id, const cli_arguments *arguments, const char *text_option,
                     const char *hex_option, const char *empty_option)
{
    int given = 0;
    int status = cli_identity(id, &given, arguments, text_option, hex_option, empty_option);

    if (status == CLI_DONE && id->len > MIFU_SM2_ID_MAX_SIZE)
        status = cli_fail_status(MIFU_ERR_ARGUMENT_ID, "the identity", NULL);
    return status == CLI_DONE && !given ? cli_buffer_append(id, mifu_sm2_default_id, 16) : status;
}
