/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu sm4 mac: CMAC, CBC-MAC and GMAC of a file of any size; the others of GB/T 15852.1 of a file
 * in memory.
 */
#include "cli_sm4_mac.h"

#include <string.h>

#include "mifu/sm4_aead.h"
#include "mifu/sm4_mac.h"

#include "cli_pieces.h"
#include "cli_progress.h"
#include "cli_secret.h"
#include "cli_sm4_options.h"

const cli_option cli_sm4_mac_options[] = {
    {"algorithm", 0, "NAME",
     "cmac (default), cbc-mac, gmac, emac, ansi-retail-mac, macdes, lmac, trcbc or cbcr"},
    {"key-hex", 0, "HEX", "the key: 32 hexadecimal digits, 64 where there are two keys"},
    {"key-file", 0, "FILE", "the key: the 16 bytes of FILE, 32 where there are two keys"},
    {"padding", 0, "NAME",
     "cbc-mac, emac, ansi-retail-mac, macdes, lmac: none, m1, m2 or m3 of GB/T 15852.1; there is "
     "no default"},
    {"iv-hex", 0, "HEX", "gmac: the IV, never used twice under one key"},
    {"tag-length", 0, "BYTES", "1 to 16 (default); gmac: 4 to 16; trcbc: 1 to 8 (default)"},
    CLI_VERIFY_OPTION,
    CLI_MESSAGE_OPTION,
    CLI_RESULT_OPTIONS,
    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

/* Of what is not streamed by the library: bytes in memory. */
#define WHOLE_LIMIT ((size_t)1 << 30)

/* The library streams the first three and takes the message of the others whole. */
enum { CMAC = 1, CBC_MAC, GMAC, EMAC, ANSI_RETAIL_MAC, MACDES, LMAC, TRCBC, CBCR };

/* What an algorithm asks for. */
typedef struct rule {
    int algorithm;
    int padded; /* --padding is required */
    int keys;
    uint64_t shortest, longest; /* tag, bytes */
} rule;

static const rule rules[] = {
    {CMAC, 0, 1, 1, 16},
    {CBC_MAC, 1, 1, 1, 16},
    {GMAC, 0, 1, 4, 16},
    {EMAC, 1, 2, 1, 16},
    {ANSI_RETAIL_MAC, 1, 2, 1, 16},
    {MACDES, 1, 2, 1, 16},
    {LMAC, 1, 1, 1, 16},
    {TRCBC, 0, 1, 1, 8},
    {CBCR, 0, 1, 1, 16},
};

typedef struct mac {
    const rule *rule;
    int padding; /* mifu_sm4_mac_padding, or 0 */
    uint64_t tag_len;
    mifu_sm4_key key, key2;
    uint8_t raw_key2[MIFU_SM4_KEY_SIZE]; /* MacDES */
    cli_buffer iv;
    union {
        mifu_sm4_cmac cmac;
        mifu_sm4_cbc_mac cbc_mac;
        mifu_sm4_gmac gmac;
    } u;
    cli_buffer whole; /* the message, for the others */
    int started;
    uint8_t tag[MIFU_SM4_MAC_SIZE];
} mac;

static mifu_status start(mac *m, uint64_t length)
{
    switch (m->rule->algorithm) {
    case CMAC:
        return mifu_sm4_cmac_init(&m->u.cmac, &m->key);
    case GMAC:
        return mifu_sm4_gmac_init(&m->u.gmac, &m->key, m->iv.data, m->iv.len);
    case CBC_MAC:
        return mifu_sm4_cbc_mac_init(&m->u.cbc_mac, &m->key, (mifu_sm4_mac_padding)m->padding,
                                     length);
    default:
        return MIFU_OK;
    }
}

static mifu_status update(mac *m, const uint8_t *data, size_t len)
{
    switch (m->rule->algorithm) {
    case CMAC:
        return mifu_sm4_cmac_update(&m->u.cmac, data, len);
    case GMAC:
        return mifu_sm4_gmac_update(&m->u.gmac, data, len);
    case CBC_MAC:
        return mifu_sm4_cbc_mac_update(&m->u.cbc_mac, data, len);
    default:
        return m->whole.len + len > WHOLE_LIMIT ? MIFU_ERR_LIMIT : MIFU_OK;
    }
}

static mifu_status finish(mac *m)
{
    size_t len = (size_t)m->tag_len, msg_len = m->whole.len;
    mifu_sm4_mac_padding padding = (mifu_sm4_mac_padding)m->padding;
    const uint8_t *msg = m->whole.data;

    switch (m->rule->algorithm) {
    case CMAC:
        return mifu_sm4_cmac_final(m->tag, len, &m->u.cmac);
    case GMAC:
        return mifu_sm4_gmac_final(m->tag, len, &m->u.gmac);
    case CBC_MAC:
        return mifu_sm4_cbc_mac_final(m->tag, len, &m->u.cbc_mac);
    case EMAC:
        return mifu_sm4_emac_mac(m->tag, len, &m->key, &m->key2, padding, msg, msg_len);
    case ANSI_RETAIL_MAC:
        return mifu_sm4_ansi_retail_mac_mac(m->tag, len, &m->key, &m->key2, padding, msg, msg_len);
    case MACDES:
        return mifu_sm4_macdes_mac(m->tag, len, &m->key, m->raw_key2, padding, msg, msg_len);
    case LMAC:
        return mifu_sm4_lmac_mac(m->tag, len, &m->key, padding, msg, msg_len);
    case TRCBC:
        return mifu_sm4_trcbc_mac(m->tag, len, &m->key, msg, msg_len);
    default:
        return mifu_sm4_cbcr_mac(m->tag, len, &m->key, msg, msg_len);
    }
}

static int read_keys(mac *m, const cli_arguments *arguments)
{
    uint8_t key[2 * MIFU_SM4_KEY_SIZE] = {0};
    int given = 0;
    int status =
        cli_sm4_read_key(key, (size_t)m->rule->keys * MIFU_SM4_KEY_SIZE, &given, arguments);

    if (status == CLI_DONE && !given)
        status = cli_fail_usage("a key is required: --key-hex or --key-file");
    if (status == CLI_DONE) {
        mifu_sm4_key_init(&m->key, key);
        mifu_sm4_key_init(&m->key2, key + MIFU_SM4_KEY_SIZE);
        memcpy(m->raw_key2, key + MIFU_SM4_KEY_SIZE, sizeof m->raw_key2);
    }
    cli_wipe(key, sizeof key);
    return status;
}

static int read_options(mac *m, const cli_arguments *arguments)
{
    static const cli_choice_row algorithms[] = {{"cmac", CMAC},
                                                {"cbc-mac", CBC_MAC},
                                                {"gmac", GMAC},
                                                {"emac", EMAC},
                                                {"ansi-retail-mac", ANSI_RETAIL_MAC},
                                                {"macdes", MACDES},
                                                {"lmac", LMAC},
                                                {"trcbc", TRCBC},
                                                {"cbcr", CBCR},
                                                {NULL, 0}};
    static const cli_choice_row paddings[] = {{"none", MIFU_SM4_MAC_PADDING_NONE},
                                              {"m1", MIFU_SM4_MAC_PADDING_M1},
                                              {"m2", MIFU_SM4_MAC_PADDING_M2},
                                              {"m3", MIFU_SM4_MAC_PADDING_M3},
                                              {NULL, 0}};
    int algorithm = CMAC, given = 0;
    int status = cli_choice(arguments, "algorithm", algorithms, &algorithm);

    m->rule = rules;
    while (m->rule->algorithm != algorithm)
        m->rule++;
    m->tag_len = m->rule->longest;
    if (status == CLI_DONE)
        status = cli_choice(arguments, "padding", paddings, &m->padding);
    if (status == CLI_DONE && m->rule->padded != (m->padding != 0))
        status = m->padding != 0 ? cli_fail_usage("--padding goes with --algorithm cbc-mac, emac, "
                                                  "ansi-retail-mac, macdes and lmac")
                                 : cli_fail_usage("%s needs --padding none, m1, m2 or m3",
                                                  cli_value(arguments, "algorithm"));
    if (status == CLI_DONE)
        status =
            cli_number(arguments, "tag-length", m->rule->shortest, m->rule->longest, &m->tag_len);
    if (status == CLI_DONE)
        status = cli_bytes(&m->iv, &given, arguments, "iv-hex", NULL, NULL);
    if (status == CLI_DONE && (algorithm == GMAC) != (given != 0))
        status = given ? cli_fail_usage("--iv-hex goes with --algorithm gmac")
                       : cli_fail_usage("gmac needs --iv-hex");
    if (status == CLI_DONE && given && m->iv.len == 0)
        status = cli_fail_usage("--iv-hex: the IV is empty");
    return status == CLI_DONE ? read_keys(m, arguments) : status;
}

static int explain(mifu_status code, const mac *m, const char *name)
{
    if (code == MIFU_ERR_ARGUMENT_LENGTH && m->padding == MIFU_SM4_MAC_PADDING_NONE)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: without padding the length must be a multiple of 16 bytes, and not 0",
                        name);
    if (code == MIFU_ERR_LIMIT && m->rule->algorithm != GMAC)
        return cli_fail(CLI_BAD_INPUT, "%s: this algorithm takes at most 1 GiB here", name);
    if (code == MIFU_ERR_ARGUMENT_LENGTH)
        return cli_fail(CLI_BAD_INPUT, "%s: its length changed while it was read", name);
    return cli_fail_status(code, name, NULL);
}

static int take(void *context, const cli_input *input, const uint8_t *piece, size_t len)
{
    mac *m = context;
    int last = len < CLI_PIECE_SIZE;
    mifu_status code = MIFU_OK;

    if (!m->started) {
        /* an input that fits in one piece has told its length */
        if (m->rule->algorithm == CBC_MAC && m->padding == MIFU_SM4_MAC_PADDING_M3 &&
            !input->size_known && !last)
            return cli_fail(CLI_BAD_INPUT,
                            "%s: padding m3 begins with the length, which is not known here; use a "
                            "regular file",
                            input->name);
        code = start(m, input->size_known ? input->size : len);
        m->started = 1;
    }
    if (code == MIFU_OK)
        code = update(m, piece, len);
    if (code == MIFU_OK && m->rule->algorithm > GMAC &&
        cli_buffer_append(&m->whole, piece, len) != CLI_DONE)
        return CLI_SYSTEM;
    if (code == MIFU_OK && last)
        code = finish(m);
    return code == MIFU_OK ? CLI_DONE : explain(code, m, input->name);
}

int cli_sm4_run_mac(const cli_arguments *arguments)
{
    static mac m;
    int status = read_options(&m, arguments);

    if (status == CLI_DONE)
        status = cli_each_piece(arguments, take, &m);
    if (status == CLI_DONE)
        status = cli_mac_result(arguments, m.tag, (size_t)m.tag_len);
    cli_buffer_free(&m.iv);
    cli_buffer_free(&m.whole);
    cli_wipe(&m, sizeof m);
    return status;
}
