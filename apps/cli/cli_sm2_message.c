/* SPDX-License-Identifier: Apache-2.0 */
/* The digest that SM2 signs. Digest or message is said, never guessed from a length. */
#include "cli_sm2_message.h"

#include <string.h>

#include "cli_pieces.h"
#include "cli_sm2_key.h"
#include "cli_text.h"

static int given_digest(uint8_t e[MIFU_SM2_DIGEST_SIZE], const cli_arguments *arguments)
{
    static const char *const without[] = {"id", "id-hex", "id-empty", "in", NULL};
    cli_buffer bytes = {0};
    int status = CLI_DONE;

    for (const char *const *option = without; *option != NULL && status == CLI_DONE; option++)
        if (cli_given(arguments, *option))
            status = cli_fail_usage("--%s does not go with a digest: message and identity are in "
                                    "the digest already",
                                    *option);
    if (status == CLI_DONE && arguments->operand_count > 0)
        status = cli_fail_usage("'%s' does not go with a digest: give the one or the other",
                                arguments->operands[0]);
    if (status != CLI_DONE)
        return status;
    if (cli_given(arguments, "digest"))
        return cli_hex_decode_exact(e, MIFU_SM2_DIGEST_SIZE, "digest",
                                    cli_value(arguments, "digest"));
    status = cli_input_whole(&bytes, cli_value(arguments, "digest-file"), CLI_SMALL_LIMIT);
    if (status == CLI_DONE && bytes.len != MIFU_SM2_DIGEST_SIZE)
        status = cli_fail(CLI_BAD_INPUT, "%s: a digest has 32 bytes, and this file has %zu",
                          cli_value(arguments, "digest-file"), bytes.len);
    if (status == CLI_DONE)
        memcpy(e, bytes.data, MIFU_SM2_DIGEST_SIZE);
    cli_buffer_free(&bytes);
    return status;
}

static int take(void *context, const cli_input *input, const uint8_t *piece, size_t len)
{
    (void)input;
    mifu_sm3_update(context, piece, len);
    return CLI_DONE;
}

int cli_hash_message(mifu_sm3 *sm3, const cli_arguments *arguments)
{
    return cli_each_piece(arguments, take, sm3);
}

int cli_sm2_message_digest(uint8_t e[MIFU_SM2_DIGEST_SIZE], const mifu_sm2_public_key *key,
                           const cli_arguments *arguments)
{
    static const char *const digests[] = {"digest", "digest-file", NULL};
    cli_buffer id = {0};
    mifu_sm3 sm3;
    int status = cli_at_most_one(arguments, digests);

    if (status != CLI_DONE)
        return status;
    if (cli_given(arguments, "digest") || cli_given(arguments, "digest-file"))
        return given_digest(e, arguments);
    status = cli_sm2_identity(&id, arguments, "id", "id-hex", "id-empty");
    if (status == CLI_DONE)
        status =
            cli_fail_status(mifu_sm2_digest_init(&sm3, key, id.data, id.len), "the identity", NULL);
    cli_buffer_free(&id);
    if (status == CLI_DONE)
        status = cli_hash_message(&sm3, arguments);
    if (status == CLI_DONE)
        mifu_sm3_final(e, &sm3);
    return status;
}
