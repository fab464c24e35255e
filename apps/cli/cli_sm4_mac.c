/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm4 mac: CMAC, CBC-MAC and GMAC of a file of any size. */
#include "cli_sm4_mac.h"

#include "mifu/sm4_aead.h"
#include "mifu/sm4_mac.h"

#include "cli_pieces.h"
#include "cli_progress.h"
#include "cli_secret.h"
#include "cli_sm4_options.h"

const cli_option cli_sm4_mac_options[] = {
    {"algorithm", 0, "NAME", "cmac (default), cbc-mac or gmac"},
    {"key-hex", 0, "HEX", "the key: 32 hexadecimal digits"},
    {"key-file", 0, "FILE", "the key: the 16 bytes of FILE"},
    {"padding", 0, "NAME", "cbc-mac: none, m1, m2 or m3 of GB/T 15852.1; there is no default"},
    {"iv-hex", 0, "HEX", "gmac: the IV, never used twice under one key"},
    {"tag-length", 0, "BYTES", "1 to 16 (default); gmac: 4 to 16"},
    CLI_VERIFY_OPTION,
    CLI_MESSAGE_OPTION,
    CLI_RESULT_OPTIONS,
    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

enum { CMAC = 1, CBC_MAC, GMAC };

typedef struct mac {
    int algorithm;
    int padding; /* mifu_sm4_mac_padding, or 0 */
    uint64_t tag_len;
    mifu_sm4_key key;
    cli_buffer iv;
    union {
        mifu_sm4_cmac cmac;
        mifu_sm4_cbc_mac cbc_mac;
        mifu_sm4_gmac gmac;
    } u;
    int started;
    uint8_t tag[MIFU_SM4_MAC_SIZE];
} mac;

static mifu_status start(mac *m, uint64_t length)
{
    if (m->algorithm == CMAC)
        return mifu_sm4_cmac_init(&m->u.cmac, &m->key);
    if (m->algorithm == GMAC)
        return mifu_sm4_gmac_init(&m->u.gmac, &m->key, m->iv.data, m->iv.len);
    return mifu_sm4_cbc_mac_init(&m->u.cbc_mac, &m->key, (mifu_sm4_mac_padding)m->padding, length);
}

static mifu_status update(mac *m, const uint8_t *data, size_t len)
{
    if (m->algorithm == CMAC)
        return mifu_sm4_cmac_update(&m->u.cmac, data, len);
    if (m->algorithm == GMAC)
        return mifu_sm4_gmac_update(&m->u.gmac, data, len);
    return mifu_sm4_cbc_mac_update(&m->u.cbc_mac, data, len);
}

static mifu_status finish(mac *m)
{
    size_t len = (size_t)m->tag_len;

    if (m->algorithm == CMAC)
        return mifu_sm4_cmac_final(m->tag, len, &m->u.cmac);
    if (m->algorithm == GMAC)
        return mifu_sm4_gmac_final(m->tag, len, &m->u.gmac);
    return mifu_sm4_cbc_mac_final(m->tag, len, &m->u.cbc_mac);
}

static int read_options(mac *m, const cli_arguments *arguments)
{
    static const cli_choice_row algorithms[] = {
        {"cmac", CMAC}, {"cbc-mac", CBC_MAC}, {"gmac", GMAC}, {NULL, 0}};
    static const cli_choice_row paddings[] = {{"none", MIFU_SM4_MAC_PADDING_NONE},
                                              {"m1", MIFU_SM4_MAC_PADDING_M1},
                                              {"m2", MIFU_SM4_MAC_PADDING_M2},
                                              {"m3", MIFU_SM4_MAC_PADDING_M3},
                                              {NULL, 0}};
    uint8_t key[MIFU_SM4_KEY_SIZE];
    int given = 0, status;

    m->algorithm = CMAC;
    m->tag_len = MIFU_SM4_MAC_SIZE;
    status = cli_choice(arguments, "algorithm", algorithms, &m->algorithm);
    if (status == CLI_DONE)
        status = cli_choice(arguments, "padding", paddings, &m->padding);
    if (status == CLI_DONE && (m->algorithm == CBC_MAC) != (m->padding != 0))
        status = m->padding != 0 ? cli_fail_usage("--padding goes with --algorithm cbc-mac")
                                 : cli_fail_usage("cbc-mac needs --padding none, m1, m2 or m3");
    if (status == CLI_DONE)
        status = cli_number(arguments, "tag-length", m->algorithm == GMAC ? 4 : 1, 16, &m->tag_len);
    if (status == CLI_DONE)
        status = cli_bytes(&m->iv, &given, arguments, "iv-hex", NULL, NULL);
    if (status == CLI_DONE && (m->algorithm == GMAC) != (given != 0))
        status = given ? cli_fail_usage("--iv-hex goes with --algorithm gmac")
                       : cli_fail_usage("gmac needs --iv-hex");
    if (status == CLI_DONE && given && m->iv.len == 0)
        status = cli_fail_usage("--iv-hex: the IV is empty");
    if (status == CLI_DONE)
        status = cli_sm4_read_key(key, sizeof key, &given, arguments);
    if (status == CLI_DONE && !given)
        status = cli_fail_usage("a key is required: --key-hex or --key-file");
    if (status == CLI_DONE)
        mifu_sm4_key_init(&m->key, key);
    cli_wipe(key, sizeof key);
    return status;
}

static int explain(mifu_status code, const mac *m, const char *name)
{
    if (code == MIFU_ERR_ARGUMENT_LENGTH && m->padding == MIFU_SM4_MAC_PADDING_NONE)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: without padding the length must be a multiple of 16 bytes, and not 0",
                        name);
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
        if (m->padding == MIFU_SM4_MAC_PADDING_M3 && !input->size_known && !last)
            return cli_fail(CLI_BAD_INPUT,
                            "%s: padding m3 begins with the length, which is not known here; use a "
                            "regular file",
                            input->name);
        code = start(m, input->size_known ? input->size : len);
        m->started = 1;
    }
    if (code == MIFU_OK)
        code = update(m, piece, len);
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
    cli_wipe(&m, sizeof m);
    return status;
}
