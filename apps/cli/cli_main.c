/* SPDX-License-Identifier: Apache-2.0 */
/* mifu, the command line of libmifu: the table of its commands. */
#include <fcntl.h>
#include <unistd.h>

#include "cli_command.h"
#include "cli_output.h"
#include "cli_verbs.h"

const cli_group cli_groups[] = {
    {"sm2", "keys, signatures, encryption, key exchange with SM2", cli_sm2_verbs},
    {"sm9", "keys, signatures, encryption, key exchange by identity, with SM9", cli_sm9_verbs},
    {"sm4", "encryption and MACs with SM4", cli_sm4_verbs},
    {"zuc", "encryption and MACs with ZUC", cli_zuc_verbs},
    {"sm3", "SM3 checksums of files", cli_sm3_verbs},
    {"sha256", "SHA-256 checksums of files", cli_sha256_verbs},
    {"sha224", "SHA-224 checksums of files", cli_sha224_verbs},
    {"hmac", "message authentication code with a hash", cli_hmac_verbs},
    {"kdf", "key derivation of SM2 and SM9", cli_kdf_verbs},
    {"pbkdf2", "key derivation from a password", cli_pbkdf2_verbs},
    {"hkdf", "key derivation from a secret", cli_hkdf_verbs},
    {"rand", "random bytes", cli_rand_verbs},
    {"convert", "keys, signatures and ciphertexts from one form to another", cli_convert_verbs},
    {"inspect", "say what a file is", cli_inspect_verbs},
    {"openssl-config", "lines that make OpenSSL use this library", cli_openssl_config_verbs},
    {"selftest", "known answers on every back-end", cli_selftest_verbs},
    {"version", "version of the program and the library", cli_version_verbs},
    {NULL, NULL, NULL},
};

/*
 * A standard stream that the caller closed must not become the descriptor of a file that is opened
 * later, and get messages or keys. What takes its place fails when it is used; only standard error
 * swallows.
 */
static void occupy_standard_streams(void)
{
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDWR};

    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", modes[fd]);
}

int main(int argc, char **argv)
{
    occupy_standard_streams();
    cli_output_catch_signals();
    return cli_run(argc, argv);
}
