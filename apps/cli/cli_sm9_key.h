/* SPDX-License-Identifier: Apache-2.0 */
/* SM9 keys from files, identities, function identifiers: what the verbs of mifu sm9 share. */
#ifndef MIFU_CLI_SM9_KEY_H
#define MIFU_CLI_SM9_KEY_H

#include "mifu/sm9_encoding.h"

#include "cli_command.h"
#include "cli_memory.h"
#include "cli_password.h"

/* What a key is for. */
typedef enum cli_sm9_type {
    CLI_SM9_SIGN = 1,
    CLI_SM9_EXCHANGE = 2,
    CLI_SM9_ENCRYPT = 3
} cli_sm9_type;

/* What a key file may hold. */
typedef enum cli_sm9_kind {
    CLI_SM9_SIGN_MASTER,
    CLI_SM9_ENCRYPT_MASTER,
    CLI_SM9_SIGN_USER,
    CLI_SM9_ENCRYPT_USER,
    CLI_SM9_SIGN_MASTER_PUB,
    CLI_SM9_ENCRYPT_MASTER_PUB,
    CLI_SM9_KINDS
} cli_sm9_kind;

typedef union cli_sm9_any_key {
    mifu_sm9_sign_master_key sign_master;
    mifu_sm9_encrypt_master_key encrypt_master;
    mifu_sm9_sign_key sign_user;
    mifu_sm9_encrypt_key encrypt_user;
    mifu_sm9_sign_master_public_key sign_master_pub;
    mifu_sm9_encrypt_master_public_key encrypt_master_pub;
} cli_sm9_any_key;

/* Reads a key of that kind from PEM or DER. */
mifu_status cli_sm9_read(cli_sm9_any_key *key, cli_sm9_kind kind, const cli_buffer *bytes,
                         const uint8_t *password, size_t password_len);

/* The kinds that bytes may be, 1 << kind each: several where they do not say, as bare numbers and
 * points do not, nor keys that are encrypted (MIFU_ERR_PASSWORD_NEEDED is *code then). */
unsigned cli_sm9_kinds_of(const cli_buffer *bytes, mifu_status *code);

/* Values of --cipher. */
extern const cli_choice_row cli_sm9_ciphers[];

#define CLI_SM9_ID_OPTIONS                                                                         \
    {"id", 0, "TEXT", "the identity"},                                                             \
        {"id-hex", 0, "HEX", "the identity, as hexadecimal digits"},                               \
    {                                                                                              \
        "id-empty", 0, NULL, "an identity of no bytes at all"                                      \
    }
#define CLI_SM9_HID_OPTION                                                                         \
    {                                                                                              \
        "hid", 0, "N", "function identifier (default: 1 sign, 2 exchange, 3 encrypt)"              \
    }
#define CLI_SM9_KEY_OPTIONS                                                                        \
    {"key", 0, "FILE", "the user's private key"},                                                  \
    {                                                                                              \
        "pass", 0, "SOURCE", "its password: " CLI_PASSWORD_SOURCES                                 \
    }
#define CLI_SM9_MASTER_PUB_OPTION                                                                  \
    {                                                                                              \
        "master-pub", 0, "FILE", "the master public key"                                           \
    }
#define CLI_SM9_NEW_KEY_OPTIONS                                                                    \
    {"pass", 0, "SOURCE", "encrypt the private key: " CLI_PASSWORD_SOURCES},                       \
    {                                                                                              \
        "iterations", 0, "N", "iterations of PBKDF2 (default 65536)"                               \
    }

/* The identity that three options give, such as "id", "id-hex", "id-empty"; one is required. */
int cli_sm9_identity(cli_buffer *id, const cli_arguments *arguments, const char *text_option,
                     const char *hex_option, const char *empty_option);

/* --hid, or the one that belongs to the type. */
int cli_sm9_hid(uint8_t *hid, const cli_arguments *arguments, cli_sm9_type type);

/* Keys that a required option names, PEM or DER; the password is asked for where it is needed. */
int cli_sm9_sign_master(mifu_sm9_sign_master_key *key, const cli_arguments *arguments,
                        const char *option, const char *pass_option);
int cli_sm9_encrypt_master(mifu_sm9_encrypt_master_key *key, const cli_arguments *arguments,
                           const char *option, const char *pass_option);
int cli_sm9_sign_key(mifu_sm9_sign_key *key, const cli_arguments *arguments);
int cli_sm9_encrypt_key(mifu_sm9_encrypt_key *key, const cli_arguments *arguments);
int cli_sm9_sign_master_pub(mifu_sm9_sign_master_public_key *key, const cli_arguments *arguments);
int cli_sm9_encrypt_master_pub(mifu_sm9_encrypt_master_public_key *key,
                               const cli_arguments *arguments);

/* To whom something is encrypted: the master public key, the identity and its hid. */
int cli_sm9_receiver(mifu_sm9_encrypt_master_public_key *master, cli_buffer *id, uint8_t *hid,
                     const cli_arguments *arguments);

/* Who decrypts: the own key, and the identity that it belongs to. */
int cli_sm9_own(mifu_sm9_encrypt_key *key, cli_buffer *id, const cli_arguments *arguments);

/* The password of a key that is written, and the iterations; *given is 0 where there is none. */
int cli_sm9_new_password(cli_buffer *password, int *given, uint32_t *iterations,
                         const cli_arguments *arguments);

#endif
