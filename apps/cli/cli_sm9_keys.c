/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm9 setup, keygen: the key generation centre. */
#include "cli_output.h"
#include "cli_sm2_key.h"
#include "cli_sm9_key.h"
#include "cli_sm9_verbs.h"

#define PEM_ROOM 2048

const cli_option cli_sm9_setup_options[] = {
    {"type", 0, "NAME", "sign, or encrypt, which serves key exchange too"},
    {"out", 0, "FILE", "the master private key (default: standard output)"},
    {"pub-out", 0, "FILE", "the master public key"},
    CLI_SM9_NEW_KEY_OPTIONS,
    {"force", 0, NULL, "replace existing files"},
    {NULL, 0, NULL, NULL},
};

static int type_choice(cli_sm9_type *type, const cli_arguments *arguments, int users)
{
    static const cli_choice_row masters[] = {
        {"sign", CLI_SM9_SIGN}, {"encrypt", CLI_SM9_ENCRYPT}, {NULL, 0}};
    static const cli_choice_row all[] = {{"sign", CLI_SM9_SIGN},
                                         {"encrypt", CLI_SM9_ENCRYPT},
                                         {"exchange", CLI_SM9_EXCHANGE},
                                         {NULL, 0}};
    const char *text;
    int value = 0;
    int status = cli_require(arguments, "type", &text);

    if (status == CLI_DONE)
        status = cli_choice(arguments, "type", users ? all : masters, &value);
    *type = (cli_sm9_type)value;
    return status;
}

static mifu_status make_sign(cli_buffer *pem, cli_buffer *pub, const uint8_t *password,
                             size_t password_len, uint32_t iterations)
{
    mifu_sm9_sign_master_key key;
    mifu_status code = mifu_sm9_sign_master_keygen(&key);

    if (code == MIFU_OK)
        code = mifu_sm9_sign_master_key_to_pem((char *)pem->data, pem->cap, &pem->len, &key,
                                               password, password_len, iterations);
    if (code == MIFU_OK)
        code = mifu_sm9_sign_master_public_key_to_pem((char *)pub->data, pub->cap, &pub->len,
                                                      &key.public_key);
    mifu_sm9_sign_master_key_wipe(&key);
    return code;
}

static mifu_status make_encrypt(cli_buffer *pem, cli_buffer *pub, const uint8_t *password,
                                size_t password_len, uint32_t iterations)
{
    mifu_sm9_encrypt_master_key key;
    mifu_status code = mifu_sm9_encrypt_master_keygen(&key);

    if (code == MIFU_OK)
        code = mifu_sm9_encrypt_master_key_to_pem((char *)pem->data, pem->cap, &pem->len, &key,
                                                  password, password_len, iterations);
    if (code == MIFU_OK)
        code = mifu_sm9_encrypt_master_public_key_to_pem((char *)pub->data, pub->cap, &pub->len,
                                                         &key.public_key);
    mifu_sm9_encrypt_master_key_wipe(&key);
    return code;
}

int cli_sm9_setup(const cli_arguments *arguments)
{
    cli_buffer pem = {0}, pub = {0}, password = {0};
    cli_sm9_type type;
    uint32_t iterations = 0;
    int given = 0;
    int status = type_choice(&type, arguments, 0);

    if (status == CLI_DONE)
        status = cli_sm9_new_password(&password, &given, &iterations, arguments);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(&pem, PEM_ROOM);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(&pub, PEM_ROOM);
    if (status == CLI_DONE)
        status =
            cli_fail_status((type == CLI_SM9_SIGN ? make_sign : make_encrypt)(
                                &pem, &pub, given ? password.data : NULL, password.len, iterations),
                            "the master key", NULL);
    if (status == CLI_DONE)
        status = cli_write_key_pair(arguments, &pem, &pub);
    cli_buffer_free(&pem);
    cli_buffer_free(&pub);
    cli_buffer_free(&password);
    return status;
}

const cli_option cli_sm9_keygen_options[] = {
    {"type", 0, "NAME", "sign, encrypt or exchange: what the user's key is for"},
    {"master", 0, "FILE", "the master private key"},
    {"master-pass", 0, "SOURCE", "its password: " CLI_PASSWORD_SOURCES},
    CLI_SM9_ID_OPTIONS,
    CLI_SM9_HID_OPTION,
    {"out", 0, "FILE", "the user's private key (default: standard output)"},
    CLI_SM9_NEW_KEY_OPTIONS,
    {"force", 0, NULL, "replace an existing file"},
    {NULL, 0, NULL, NULL},
};

typedef struct request {
    const cli_arguments *arguments;
    cli_buffer id, pem, password;
    uint8_t hid;
    int given;
    uint32_t iterations;
} request;

static int extract_sign(request *r)
{
    static mifu_sm9_sign_master_key master;
    mifu_sm9_sign_key key;
    int status = cli_sm9_sign_master(&master, r->arguments, "master", "master-pass");

    if (status != CLI_DONE)
        return status;
    status =
        cli_fail_status(mifu_sm9_sign_key_extract(&key, &master, r->id.data, r->id.len, r->hid),
                        "the identity", NULL);
    mifu_sm9_sign_master_key_wipe(&master);
    if (status == CLI_DONE)
        status =
            cli_fail_status(mifu_sm9_sign_key_to_pem((char *)r->pem.data, r->pem.cap, &r->pem.len,
                                                     &key, r->given ? r->password.data : NULL,
                                                     r->password.len, r->iterations),
                            "the key", NULL);
    mifu_sm9_sign_key_wipe(&key);
    return status;
}

static int extract_encrypt(request *r)
{
    static mifu_sm9_encrypt_master_key master;
    mifu_sm9_encrypt_key key;
    int status = cli_sm9_encrypt_master(&master, r->arguments, "master", "master-pass");

    if (status != CLI_DONE)
        return status;
    status =
        cli_fail_status(mifu_sm9_encrypt_key_extract(&key, &master, r->id.data, r->id.len, r->hid),
                        "the identity", NULL);
    mifu_sm9_encrypt_master_key_wipe(&master);
    if (status == CLI_DONE)
        status = cli_fail_status(mifu_sm9_encrypt_key_to_pem((char *)r->pem.data, r->pem.cap,
                                                             &r->pem.len, &key,
                                                             r->given ? r->password.data : NULL,
                                                             r->password.len, r->iterations),
                                 "the key", NULL);
    mifu_sm9_encrypt_key_wipe(&key);
    return status;
}

int cli_sm9_keygen(const cli_arguments *arguments)
{
    request r = {0};
    cli_sm9_type type;
    int fresh = cli_given(arguments, "force") ? 0 : CLI_OUTPUT_NEW;
    int status = type_choice(&type, arguments, 1);

    r.arguments = arguments;
    if (status == CLI_DONE)
        status = cli_sm9_hid(&r.hid, arguments, type);
    if (status == CLI_DONE)
        status = cli_sm9_identity(&r.id, arguments, "id", "id-hex", "id-empty");
    if (status == CLI_DONE)
        status = cli_sm9_new_password(&r.password, &r.given, &r.iterations, arguments);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(&r.pem, PEM_ROOM);
    if (status == CLI_DONE)
        status = type == CLI_SM9_SIGN ? extract_sign(&r) : extract_encrypt(&r);
    if (status == CLI_DONE)
        status = cli_output_whole(cli_value(arguments, "out"), CLI_OUTPUT_SECRET | fresh,
                                  r.pem.data, r.pem.len);
    cli_buffer_free(&r.id);
    cli_buffer_free(&r.pem);
    cli_buffer_free(&r.password);
    return status;
}
