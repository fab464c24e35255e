/* SPDX-License-Identifier: Apache-2.0 */
/* SM9 keys from files, identities, function identifiers. */
#include "cli_sm9_key.h"

#include <string.h>

#include "cli_input.h"
#include "cli_secret.h"

int cli_sm9_identity(cli_buffer *id, const cli_arguments *arguments, const char *text_option,
                     const char *hex_option, const char *empty_option)
{
    int given = 0;
    int status = cli_identity(id, &given, arguments, text_option, hex_option, empty_option);

    return status == CLI_DONE && !given ? cli_fail_usage("--%s is required", text_option) : status;
}

int cli_sm9_hid(uint8_t *hid, const cli_arguments *arguments, cli_sm9_type type)
{
    uint64_t number = (uint64_t)type;
    int status = cli_number(arguments, "hid", 0, 255, &number);

    *hid = (uint8_t)number;
    return status;
}

/* ---- Files ---- */

/* One reader of the library: PEM where the bytes look so, else DER. */
typedef mifu_status read_function(void *key, int is_pem, const cli_buffer *bytes,
                                  const uint8_t *password, size_t password_len);

static mifu_status read_sign_master(void *key, int is_pem, const cli_buffer *b,
                                    const uint8_t *password, size_t password_len)
{
    return is_pem ? mifu_sm9_sign_master_key_from_pem(key, (const char *)b->data, b->len, password,
                                                      password_len)
                  : mifu_sm9_sign_master_key_from_der(key, b->data, b->len, password, password_len);
}

static mifu_status read_encrypt_master(void *key, int is_pem, const cli_buffer *b,
                                       const uint8_t *password, size_t password_len)
{
    return is_pem
               ? mifu_sm9_encrypt_master_key_from_pem(key, (const char *)b->data, b->len, password,
                                                      password_len)
               : mifu_sm9_encrypt_master_key_from_der(key, b->data, b->len, password, password_len);
}

static mifu_status read_sign_key(void *key, int is_pem, const cli_buffer *b,
                                 const uint8_t *password, size_t password_len)
{
    return is_pem ? mifu_sm9_sign_key_from_pem(key, NULL, (const char *)b->data, b->len, password,
                                               password_len)
                  : mifu_sm9_sign_key_from_der(key, NULL, b->data, b->len, password, password_len);
}

static mifu_status read_encrypt_key(void *key, int is_pem, const cli_buffer *b,
                                    const uint8_t *password, size_t password_len)
{
    return is_pem
               ? mifu_sm9_encrypt_key_from_pem(key, NULL, (const char *)b->data, b->len, password,
                                               password_len)
               : mifu_sm9_encrypt_key_from_der(key, NULL, b->data, b->len, password, password_len);
}

static mifu_status read_sign_pub(void *key, int is_pem, const cli_buffer *b,
                                 const uint8_t *password, size_t password_len)
{
    (void)password;
    (void)password_len;
    return is_pem ? mifu_sm9_sign_master_public_key_from_pem(key, (const char *)b->data, b->len)
                  : mifu_sm9_sign_master_public_key_from_der(key, b->data, b->len);
}

static mifu_status read_encrypt_pub(void *key, int is_pem, const cli_buffer *b,
                                    const uint8_t *password, size_t password_len)
{
    (void)password;
    (void)password_len;
    return is_pem ? mifu_sm9_encrypt_master_public_key_from_pem(key, (const char *)b->data, b->len)
                  : mifu_sm9_encrypt_master_public_key_from_der(key, b->data, b->len);
}

static int looks_like_pem(const cli_buffer *bytes)
{
    static const char begin[] = "-----BEGIN ";
    const size_t n = sizeof begin - 1;

    for (size_t i = 0; i + n <= bytes->len; i++)
        if (memcmp(bytes->data + i, begin, n) == 0)
            return 1;
    return 0;
}

static read_function *const readers[CLI_SM9_KINDS] = {
    read_sign_master, read_encrypt_master, read_sign_key,
    read_encrypt_key, read_sign_pub,       read_encrypt_pub,
};

mifu_status cli_sm9_read(cli_sm9_any_key *key, cli_sm9_kind kind, const cli_buffer *bytes,
                         const uint8_t *password, size_t password_len)
{
    return readers[kind](key, looks_like_pem(bytes), bytes, password, password_len);
}

unsigned cli_sm9_kinds_of(const cli_buffer *bytes, mifu_status *code)
{
    cli_sm9_any_key key;
    unsigned kinds = 0;

    *code = MIFU_OK;
    for (unsigned kind = 0; kind < CLI_SM9_KINDS; kind++) {
        mifu_status status = cli_sm9_read(&key, (cli_sm9_kind)kind, bytes, NULL, 0);

        /* ARGUMENT_NULL: a user's signing key without the master public key. */
        if (status == MIFU_OK || status == MIFU_ERR_PASSWORD_NEEDED ||
            status == MIFU_ERR_ARGUMENT_NULL)
            kinds |= 1U << kind;
        if (status == MIFU_ERR_PASSWORD_NEEDED)
            *code = status;
    }
    cli_wipe(&key, sizeof key);
    return kinds;
}

static int read_key(void *key, read_function *read, const cli_arguments *arguments,
                    const char *option, const char *pass_option)
{
    char question[128] = "Password of ";
    cli_buffer bytes = {0}, password = {0};
    const char *path;
    mifu_status code = MIFU_OK;
    int is_pem = 0, given = 0;
    int status = cli_require(arguments, option, &path);

    if (status == CLI_DONE)
        status = cli_input_whole(&bytes, path, CLI_SMALL_LIMIT);
    if (status == CLI_DONE) {
        is_pem = looks_like_pem(&bytes);
        code = read(key, is_pem, &bytes, NULL, 0);
    }
    if (status == CLI_DONE && code == MIFU_ERR_PASSWORD_NEEDED && pass_option != NULL) {
        strncat(question, cli_input_shown(path), sizeof question - strlen(question) - 1);
        status = cli_password(&password, &given, arguments, pass_option, question, 0);
        if (status == CLI_DONE && given)
            code = read(key, is_pem, &bytes, password.data, password.len);
    }
    if (status == CLI_DONE && code == MIFU_ERR_AUTHENTICATION)
        status = cli_fail(CLI_BAD_INPUT, "%s: wrong password, or the key is damaged",
                          cli_input_shown(path));
    else if (status == CLI_DONE && code == MIFU_ERR_PASSWORD_NEEDED)
        status =
            cli_fail_usage("%s: the key is encrypted and no password was given; add --%s prompt",
                           cli_input_shown(path), pass_option != NULL ? pass_option : "pass");
    else if (status == CLI_DONE && code == MIFU_ERR_ENCODING_PEM)
        status = cli_fail(CLI_BAD_INPUT, "%s: no key of the kind that is needed here",
                          cli_input_shown(path));
    else if (status == CLI_DONE)
        status = cli_fail_status(code, cli_input_shown(path), NULL);
    cli_buffer_free(&bytes);
    cli_buffer_free(&password);
    return status;
}

int cli_sm9_sign_master(mifu_sm9_sign_master_key *key, const cli_arguments *arguments,
                        const char *option, const char *pass_option)
{
    return read_key(key, read_sign_master, arguments, option, pass_option);
}

int cli_sm9_encrypt_master(mifu_sm9_encrypt_master_key *key, const cli_arguments *arguments,
                           const char *option, const char *pass_option)
{
    return read_key(key, read_encrypt_master, arguments, option, pass_option);
}

int cli_sm9_sign_key(mifu_sm9_sign_key *key, const cli_arguments *arguments)
{
    return read_key(key, read_sign_key, arguments, "key", "pass");
}

int cli_sm9_encrypt_key(mifu_sm9_encrypt_key *key, const cli_arguments *arguments)
{
    return read_key(key, read_encrypt_key, arguments, "key", "pass");
}

int cli_sm9_sign_master_pub(mifu_sm9_sign_master_public_key *key, const cli_arguments *arguments)
{
    return read_key(key, read_sign_pub, arguments, "master-pub", NULL);
}

int cli_sm9_encrypt_master_pub(mifu_sm9_encrypt_master_public_key *key,
                               const cli_arguments *arguments)
{
    return read_key(key, read_encrypt_pub, arguments, "master-pub", NULL);
}

int cli_sm9_new_password(cli_buffer *password, int *given, uint32_t *iterations,
                         const cli_arguments *arguments)
{
    uint64_t number = MIFU_SM9_DEFAULT_ITERATIONS;
    int status = cli_number(arguments, "iterations", 1, MIFU_SM9_MAX_ITERATIONS, &number);

    *given = 0;
    *iterations = (uint32_t)number;
    if (status == CLI_DONE && cli_given(arguments, "iterations") && !cli_given(arguments, "pass"))
        status = cli_fail_usage("--iterations goes with --pass");
    if (status == CLI_DONE)
        status = cli_password(password, given, arguments, "pass", "New password of the key",
                              CLI_PASSWORD_CREATED);
    return status;
}

int cli_sm9_receiver(mifu_sm9_encrypt_master_public_key *master, cli_buffer *id, uint8_t *hid,
                     const cli_arguments *arguments)
{
    int status = cli_sm9_hid(hid, arguments, CLI_SM9_ENCRYPT);

    if (status == CLI_DONE)
        status = cli_sm9_identity(id, arguments, "id", "id-hex", "id-empty");
    return status == CLI_DONE ? cli_sm9_encrypt_master_pub(master, arguments) : status;
}

int cli_sm9_own(mifu_sm9_encrypt_key *key, cli_buffer *id, const cli_arguments *arguments)
{
    int status = cli_sm9_identity(id, arguments, "id", "id-hex", "id-empty");

    return status == CLI_DONE ? cli_sm9_encrypt_key(key, arguments) : status;
}
