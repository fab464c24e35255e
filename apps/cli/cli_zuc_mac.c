/* SPDX-License-Identifier: Apache-2.0 */
/* mifu zuc mac: 128-EIA3 and the MAC of ZUC-256, of files of any size. */
#include "cli_zuc_mac.h"

#include <string.h>

#include "mifu/zuc.h"

#include "cli_pieces.h"
#include "cli_progress.h"
#include "cli_secret.h"
#include "cli_zuc_options.h"

const cli_option cli_zuc_mac_options[] = {
    CLI_ZUC_KEY_OPTIONS,   {"iv-hex", 0, "HEX", "ZUC-256: the IV, 23 or 25 bytes"},
    CLI_ZUC_BITS_OPTION,   {"tag-length", 0, "BYTES", "ZUC-256: 4, 8 or 16 (default)"},
    CLI_VERIFY_OPTION,     CLI_MESSAGE_OPTION,
    CLI_RESULT_OPTIONS,    CLI_PROGRESS_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static int start_mac(mifu_zuc_mac *mac, const cli_zuc_settings *s, uint64_t tag_len)
{
    mifu_status code;

    if (s->with_count) {
        uint32_t count = (uint32_t)s->count[0] << 24 | (uint32_t)s->count[1] << 16 |
                         (uint32_t)s->count[2] << 8 | s->count[3];

        code = mifu_zuc_eia3_init(mac, s->key.data, count, (unsigned)s->bearer,
                                  (unsigned)s->direction);
        return code == MIFU_OK ? CLI_DONE : cli_fail_status(code, "mac", NULL);
    }
    if (s->key.len != MIFU_ZUC256_KEY_SIZE)
        return cli_fail_usage("a key of 16 bytes goes with --count, --bearer and --direction");
    if (tag_len != 4 && tag_len != 8 && tag_len != 16)
        return cli_fail_usage("--tag-length: 4, 8 or 16");
    code = mifu_zuc256_mac_init(mac, s->key.data, s->iv.data, s->iv.len, (size_t)tag_len);
    if (code == MIFU_ERR_ARGUMENT_LENGTH)
        return cli_fail_usage("--iv-hex: the IV has %zu bytes and must have 23 or 25", s->iv.len);
    return code == MIFU_OK ? CLI_DONE
                           : cli_fail_usage("--iv-hex: one of the last 8 of 25 bytes is above 3f");
}

/* A MAC under way. */
typedef struct mac_run {
    mifu_zuc_mac mac;
    cli_zuc_length length;
    uint8_t last_byte; /* of which last_bits count */
    unsigned last_bits;
    uint8_t tag[MIFU_ZUC_MAC_SIZE_MAX];
} mac_run;

static int take(void *context, const cli_input *input, const uint8_t *piece, size_t len)
{
    mac_run *run = context;
    int last = len < CLI_PIECE_SIZE;
    unsigned bits;
    mifu_status code;
    int status = cli_zuc_count(&run->length, len, last, input->name);

    if (status != CLI_DONE)
        return status;
    bits = cli_zuc_last_bits(&run->length, len);
    if (bits != 0) {
        len--;
        run->last_byte = piece[len];
        run->last_bits = bits;
    }
    code = mifu_zuc_mac_update(&run->mac, piece, len);
    if (code == MIFU_OK && last)
        code = mifu_zuc_mac_final(run->tag, &run->mac, run->last_byte, run->last_bits);
    return cli_fail_status(code, input->name, NULL);
}

int cli_zuc_run_mac(const cli_arguments *arguments)
{
    cli_zuc_settings s = {0};
    mac_run run;
    uint64_t tag_len = MIFU_ZUC_MAC_SIZE_MAX;
    int status = cli_zuc_read_settings(&s, arguments);

    memset(&run, 0, sizeof run);
    if (status == CLI_DONE && s.with_count && cli_given(arguments, "tag-length"))
        status = cli_fail_usage("--tag-length goes with ZUC-256; 128-EIA3 has 4 bytes");
    if (status == CLI_DONE)
        status = cli_number(arguments, "tag-length", 4, 16, &tag_len);
    if (s.with_count)
        tag_len = MIFU_ZUC_EIA3_MAC_SIZE;
    if (status == CLI_DONE)
        status = cli_zuc_read_length(&run.length, arguments,
                                     s.with_count ? CLI_ZUC_3GPP_BITS_MAX : CLI_ZUC_MAC_BITS_MAX,
                                     s.with_count ? "128-EIA3" : "the MAC of ZUC-256");
    if (status == CLI_DONE)
        status = start_mac(&run.mac, &s, tag_len);
    if (status == CLI_DONE)
        status = cli_each_piece(arguments, take, &run);
    if (status == CLI_DONE)
        status = cli_mac_result(arguments, run.tag, (size_t)tag_len);
    cli_wipe(&run, sizeof run);
    cli_zuc_settings_free(&s);
    return status;
}
