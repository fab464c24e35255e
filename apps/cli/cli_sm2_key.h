/* SPDX-License-Identifier: Apache-2.0 */
/* SM2 keys from files in any of the forms that are in use, identities, and keys to files. */
#ifndef MIFU_CLI_SM2_KEY_H
#define MIFU_CLI_SM2_KEY_H

#include "mifu/sm2_encoding.h"

#include "cli_command.h"
#include "cli_memory.h"

/* How a key file is written; AUTO tells all but BINARY numbers apart by their looks. */
typedef enum cli_key_form {
    CLI_KEY_AUTO = 1,
    CLI_KEY_PEM,
    CLI_KEY_DER,
    CLI_KEY_HEX,
    CLI_KEY_BASE64,
    CLI_KEY_BINARY /* bare numbers: d, or a point */
} cli_key_form;

typedef enum cli_key_want {
    CLI_WANT_PRIVATE = 1,
    CLI_WANT_PUBLIC = 2,
    CLI_WANT_ANY = 3
} cli_key_want;

/* A key read from a file. Secret; ends with cli_sm2_key_wipe(). */
typedef struct cli_sm2_key {
    int is_private;
    mifu_sm2_private_key private_key;
    mifu_sm2_public_key public_key;
} cli_sm2_key;

/*
 * Reads a key. `pass_option` names the option with the password, which is asked for only where the
 * key needs one; NULL where the verb has none. A certificate serves as the public key of its
 * subject.
 */
int cli_sm2_key_read(cli_sm2_key *key, const char *path, cli_key_form form, cli_key_want want,
                     const cli_arguments *arguments, const char *pass_option);

/* The same with the key's bytes in memory. */
int cli_sm2_key_decode(cli_sm2_key *key, const cli_buffer *bytes, const char *name,
                       cli_key_form form, cli_key_want want, const cli_arguments *arguments,
                       const char *pass_option);
void cli_sm2_key_wipe(cli_sm2_key *key);

/* The key that a required option names. */
int cli_sm2_private_option(cli_sm2_key *key, const cli_arguments *arguments, const char *option);
int cli_sm2_public_option(cli_sm2_key *key, const cli_arguments *arguments, const char *option);

#define CLI_KEY_OPTIONS                                                                            \
    {"key", 0, "FILE", "the private key, in any usual form"},                                      \
    {                                                                                              \
        "pass", 0, "SOURCE", "its password: " CLI_PASSWORD_SOURCES                                 \
    }
#define CLI_PUB_OPTION                                                                             \
    {                                                                                              \
        "pub", 0, "FILE", "the public key or certificate, in any usual form"                       \
    }

/* ---- Writing private keys ---- */

#define CLI_NEW_KEY_OPTIONS                                                                        \
    {"prf", 0, "NAME",                                                                             \
     "hash of the encryption's PBKDF2: sm3 (default), or sha256, which OpenSSL 3.0 reads"},        \
    {                                                                                              \
        "iterations", 0, "N", "iterations of PBKDF2 (default 65536)"                               \
    }

/* PKCS#8 as PEM, encrypted where `pass_option` was given. The verb has CLI_NEW_KEY_OPTIONS. */
int cli_sm2_private_key_pem(cli_buffer *pem, const mifu_sm2_private_key *key,
                            const cli_arguments *arguments, const char *pass_option);

/* SubjectPublicKeyInfo as PEM. */
int cli_sm2_public_key_pem(cli_buffer *pem, const mifu_sm2_public_key *key);

/* Writes --out and --pub-out, both or none; existing files stay unless --force was given. The verb
 * has all three. */
int cli_write_key_pair(const cli_arguments *arguments, const cli_buffer *private_pem,
                       const cli_buffer *public_pem);

/* ---- Identities ---- */

#define CLI_ID_OPTIONS                                                                             \
    {"id", 0, "TEXT", "the signer's identity (default: 1234567812345678)"},                        \
        {"id-hex", 0, "HEX", "the identity, as hexadecimal digits"},                               \
    {                                                                                              \
        "id-empty", 0, NULL, "an identity of no bytes at all"                                      \
    }

/* The identity that three options give, such as "id", "id-hex", "id-empty". */
int cli_sm2_identity(cli_buffer *id, const cli_arguments *arguments, const char *text_option,
                     const char *hex_option, const char *empty_option);

#endif
