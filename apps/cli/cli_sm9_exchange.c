/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm9 exchange */
#include "cli_exchange.h"
#include "cli_sm9_key.h"
#include "cli_sm9_verbs.h"

const cli_option cli_sm9_exchange_options[] = {
    CLI_EXCHANGE_ROLE_OPTION, CLI_SM9_KEY_OPTIONS,       CLI_EXCHANGE_ID_OPTIONS(""),
    CLI_SM9_HID_OPTION,       CLI_EXCHANGE_WIRE_OPTIONS, {NULL, 0, NULL, NULL},
};

/* The exchange points to the key and the identities as long as it goes on. */
typedef struct side {
    mifu_sm9_encrypt_key key;
    cli_buffer id, peer_id;
    mifu_sm9_exchange exchange;
} side;

static int start(void *state, const cli_arguments *arguments, int initiator)
{
    side *s = state;
    mifu_sm9_role role = initiator ? MIFU_SM9_INITIATOR : MIFU_SM9_RESPONDER;
    uint8_t hid;
    int status = cli_sm9_hid(&hid, arguments, CLI_SM9_EXCHANGE);

    if (status == CLI_DONE)
        status = cli_sm9_encrypt_key(&s->key, arguments);
    if (status == CLI_DONE)
        status = cli_sm9_identity(&s->id, arguments, "id", "id-hex", "id-empty");
    if (status == CLI_DONE)
        status =
            cli_sm9_identity(&s->peer_id, arguments, "peer-id", "peer-id-hex", "peer-id-empty");
    return status == CLI_DONE
               ? cli_fail_status(mifu_sm9_exchange_init(&s->exchange, role, &s->key, s->id.data,
                                                        s->id.len, s->peer_id.data, s->peer_id.len,
                                                        hid),
                                 "the key exchange", NULL)
               : status;
}

static mifu_status ephemeral(uint8_t *point, void *state)
{
    return mifu_sm9_exchange_ephemeral(point, &((side *)state)->exchange);
}

static mifu_status compute(uint8_t *key, size_t len, void *state, const uint8_t *peer_point)
{
    return mifu_sm9_exchange_compute(key, len, &((side *)state)->exchange, peer_point);
}

static mifu_status confirm(uint8_t *hash, const void *state)
{
    return mifu_sm9_exchange_confirm(hash, &((const side *)state)->exchange);
}

static mifu_status check(const void *state, const uint8_t *hash)
{
    return mifu_sm9_exchange_check(&((const side *)state)->exchange, hash);
}

int cli_sm9_exchange(const cli_arguments *arguments)
{
    static const cli_exchange_steps steps = {start, ephemeral, compute, confirm, check};
    static side s;
    int status = cli_exchange_run(&steps, &s, arguments);

    mifu_sm9_encrypt_key_wipe(&s.key);
    mifu_sm9_exchange_wipe(&s.exchange);
    cli_buffer_free(&s.id);
    cli_buffer_free(&s.peer_id);
    return status;
}
