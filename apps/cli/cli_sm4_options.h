/* SPDX-License-Identifier: Apache-2.0 */
/* What the verbs of mifu sm4 share: modes, keys, IVs, associated data. */
#ifndef MIFU_CLI_SM4_OPTIONS_H
#define MIFU_CLI_SM4_OPTIONS_H

#include "mifu/sm4.h"
#include "mifu/sm4_modes.h"

#include "cli_command.h"
#include "cli_memory.h"

#define CLI_SM4_DATA_UNIT_MAX ((uint64_t)1 << 24) /* XTS: 2^20 blocks (IEEE 1619 5.1) */

typedef enum cli_sm4_mode {
    CLI_SM4_ECB = 1,
    CLI_SM4_CBC,
    CLI_SM4_CFB,
    CLI_SM4_CFB8,
    CLI_SM4_OFB,
    CLI_SM4_CTR,
    CLI_SM4_XTS,
    CLI_SM4_BC,
    CLI_SM4_OFBNLF,
    CLI_SM4_HCTR,
    CLI_SM4_GCM_SIV,
    CLI_SM4_CCM,
    CLI_SM4_GCM, /* the bare mode: --raw */
    CLI_SM4_FILE /* the file format in chunks of GCM */
} cli_sm4_mode;

/* The settings of one run. Secret; ends with cli_sm4_settings_wipe(). */
typedef struct cli_sm4_settings {
    cli_sm4_mode mode;
    int decrypt;
    int padding; /* mifu_sm4_padding */
    int order;   /* mifu_sm4_xts_order */
    mifu_sm4_key key;
    mifu_sm4_key tweak_key;              /* XTS */
    uint8_t hash_key[MIFU_SM4_KEY_SIZE]; /* HCTR */
    uint8_t raw_key[MIFU_SM4_KEY_SIZE];  /* the file format derives from this, or from: */
    cli_buffer password;
    int with_password;
    cli_buffer iv;
    cli_buffer aad;
    uint64_t tag_len;
    uint64_t unit_size; /* XTS: bytes of a data unit, 0: all is one */
    uint64_t sector;    /* XTS: number of the first data unit, where no tweak is given */
    uint64_t chunk_size;
    uint64_t threads;
    uint64_t iterations;     /* encryption with a password */
    uint64_t max_iterations; /* decryption: refuse a header that asks for more */
} cli_sm4_settings;

/* Reads all options of encrypt and decrypt and checks that they go together. */
int cli_sm4_read_settings(cli_sm4_settings *settings, const cli_arguments *arguments, int decrypt);
void cli_sm4_settings_wipe(cli_sm4_settings *settings);

/* A key of `len` bytes from --key-hex or --key-file; *given tells whether there was one. */
int cli_sm4_read_key(uint8_t *key, size_t len, int *given, const cli_arguments *arguments);

#endif
