/* SPDX-License-Identifier: Apache-2.0 */
#include "cli_zuc_options.h"

#include "mifu/zuc.h"

#include "cli_secret.h"
#include "cli_text.h"

int cli_zuc_read_settings(cli_zuc_settings *s, const cli_arguments *arguments)
{
    int given = 0, with_iv = 0;
    int status = cli_bytes(&s->key, &given, arguments, "key-hex", "key-file", NULL);

    if (status == CLI_DONE && !given)
        status = cli_fail_usage("a key is required: --key-hex or --key-file");
    if (status == CLI_DONE && s->key.len != MIFU_ZUC_KEY_SIZE && s->key.len != MIFU_ZUC256_KEY_SIZE)
        status = cli_fail(cli_given(arguments, "key-hex") ? CLI_USAGE : CLI_BAD_INPUT,
                          "the key has %zu bytes and must have 16 or 32", s->key.len);
    if (status == CLI_DONE)
        status = cli_bytes(&s->iv, &with_iv, arguments, "iv-hex", NULL, NULL);
    s->with_count = cli_given(arguments, "count");
    if (status == CLI_DONE && s->with_count == (with_iv != 0))
        status = cli_fail_usage("either --iv-hex or --count, --bearer and --direction");
    if (status == CLI_DONE && (cli_given(arguments, "bearer") != s->with_count ||
                               cli_given(arguments, "direction") != s->with_count))
        status = cli_fail_usage("--count, --bearer and --direction go together");
    if (status == CLI_DONE && s->with_count && s->key.len != MIFU_ZUC_KEY_SIZE)
        status = cli_fail_usage("--count goes with a key of 16 bytes");
    if (status == CLI_DONE && s->with_count)
        status =
            cli_hex_decode_exact(s->count, sizeof s->count, "count", cli_value(arguments, "count"));
    if (status == CLI_DONE)
        status = cli_number(arguments, "bearer", 0, 31, &s->bearer);
    if (status == CLI_DONE)
        status = cli_number(arguments, "direction", 0, 1, &s->direction);
    return status;
}

void cli_zuc_settings_free(cli_zuc_settings *s)
{
    cli_buffer_free(&s->key);
    cli_buffer_free(&s->iv);
    cli_wipe(s, sizeof *s);
}

int cli_zuc_read_length(cli_zuc_length *length, const cli_arguments *arguments, uint64_t most,
                        const char *algorithm)
{
    length->given = cli_given(arguments, "bits");
    length->bits = most;
    length->algorithm = algorithm;
    length->total = 0;
    return cli_number(arguments, "bits", 0, most, &length->bits);
}

int cli_zuc_count(cli_zuc_length *length, size_t len, int last, const char *name)
{
    uint64_t bits = length->bits, bytes = bits / 8 + (length->given && bits % 8 != 0);

    length->total += len;
    if (length->total > bytes && !length->given)
        return cli_fail(CLI_BAD_INPUT, "%s: %s takes at most %llu bits", name, length->algorithm,
                        (unsigned long long)bits);
    if (length->total > bytes || (last && length->given && length->total < bytes))
        return cli_fail(CLI_BAD_INPUT, "%s: it has %s than the %llu bytes that --bits %llu says",
                        name, length->total > bytes ? "more" : "fewer", (unsigned long long)bytes,
                        (unsigned long long)bits);
    return CLI_DONE;
}

unsigned cli_zuc_last_bits(const cli_zuc_length *length, size_t len)
{
    uint64_t bits = length->bits;

    return length->given && len > 0 && length->total == bits / 8 + 1 ? (unsigned)(bits % 8) : 0;
}
