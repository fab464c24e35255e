/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm2 exchange */
#include "cli_exchange.h"
#include "cli_password.h"
#include "cli_sm2_key.h"
#include "cli_sm2_verbs.h"

const cli_option cli_sm2_exchange_options[] = {
    CLI_EXCHANGE_ROLE_OPTION,
    CLI_KEY_OPTIONS,
    {"peer-pub", 0, "FILE", "the other side's public key or certificate"},
    CLI_EXCHANGE_ID_OPTIONS(" (default: 1234567812345678)"),
    CLI_EXCHANGE_WIRE_OPTIONS,
    {NULL, 0, NULL, NULL},
};

static int start(void *state, const cli_arguments *arguments, int initiator)
{
    static cli_sm2_key key, peer;
    cli_buffer id = {0}, peer_id = {0};
    int status = cli_sm2_private_option(&key, arguments, "key");

    if (status == CLI_DONE)
        status = cli_sm2_public_option(&peer, arguments, "peer-pub");
    if (status == CLI_DONE)
        status = cli_sm2_identity(&id, arguments, "id", "id-hex", "id-empty");
    if (status == CLI_DONE)
        status = cli_sm2_identity(&peer_id, arguments, "peer-id", "peer-id-hex", "peer-id-empty");
    if (status == CLI_DONE)
        status = cli_fail_status(
            mifu_sm2_exchange_init(state, initiator ? MIFU_SM2_INITIATOR : MIFU_SM2_RESPONDER,
                                   &key.private_key, id.data, id.len, &peer.public_key,
                                   peer_id.data, peer_id.len),
            "the key exchange", NULL);
    cli_sm2_key_wipe(&key);
    cli_buffer_free(&id);
    cli_buffer_free(&peer_id);
    return status;
}

static mifu_status ephemeral(uint8_t *point, void *state)
{
    return mifu_sm2_exchange_ephemeral(point, state);
}

static mifu_status compute(uint8_t *key, size_t len, void *state, const uint8_t *peer_point)
{
    return mifu_sm2_exchange_compute(key, len, state, peer_point);
}

static mifu_status confirm(uint8_t *hash, const void *state)
{
    return mifu_sm2_exchange_confirm(hash, state);
}

static mifu_status check(const void *state, const uint8_t *hash)
{
    return mifu_sm2_exchange_check(state, hash);
}

int cli_sm2_exchange(const cli_arguments *arguments)
{
    static const cli_exchange_steps steps = {start, ephemeral, compute, confirm, check};
    static mifu_sm2_exchange exchange;
    int status = cli_exchange_run(&steps, &exchange, arguments);

    mifu_sm2_exchange_wipe(&exchange);
    return status;
}
