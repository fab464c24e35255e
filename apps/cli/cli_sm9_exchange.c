/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm9 exchange: one side of the key exchange, in one run, as mifu sm2 exchange. */
#include "cli_line.h"
#include "cli_output.h"
#include "cli_secret.h"
#include "cli_sm9_key.h"
#include "cli_sm9_verbs.h"

const cli_option cli_sm9_exchange_options[] = {
    {"role", 0, "NAME", "initiator or responder: who begins, as both sides agreed"},
    CLI_SM9_KEY_OPTIONS,
    {"id", 0, "TEXT", "own identity"},
    {"id-hex", 0, "HEX", "the same, as hexadecimal digits"},
    {"id-empty", 0, NULL, "own identity has no bytes"},
    {"peer-id", 0, "TEXT", "the other side's identity"},
    {"peer-id-hex", 0, "HEX", "the same, as hexadecimal digits"},
    {"peer-id-empty", 0, NULL, "the other side's identity has no bytes"},
    CLI_SM9_HID_OPTION,
    {"send", 0, "FILE", "where the own ephemeral point goes"},
    {"receive", 0, "FILE", "where the other side's ephemeral point comes from"},
    {"confirm-send", 0, "FILE", "where the own confirmation hash goes"},
    {"confirm-receive", 0, "FILE", "where the other side's confirmation hash comes from"},
    {"timeout", 0, "SECONDS", "how long to wait for a file to appear (default 60)"},
    {"length", 0, "BYTES", "length of the key"},
    CLI_RESULT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

/* The points, and the key they give. */
static int agree(cli_buffer *key, mifu_sm9_exchange *exchange, const cli_arguments *arguments,
                 mifu_sm9_role role, uint64_t timeout)
{
    const char *send = cli_value(arguments, "send"), *receive = cli_value(arguments, "receive");
    uint8_t own[MIFU_SM9_G1_SIZE], other[MIFU_SM9_G1_SIZE];
    int status =
        cli_fail_status(mifu_sm9_exchange_ephemeral(own, exchange), "the key exchange", NULL);

    /* the responder answers; the order matters where both ends are pipes */
    if (status == CLI_DONE && role == MIFU_SM9_INITIATOR)
        status = cli_send_line(send, own, sizeof own);
    if (status == CLI_DONE)
        status = cli_receive_line(other, sizeof other, receive, timeout);
    if (status == CLI_DONE && role == MIFU_SM9_RESPONDER)
        status = cli_send_line(send, own, sizeof own);
    if (status == CLI_DONE)
        status = cli_fail_status(mifu_sm9_exchange_compute(key->data, key->len, exchange, other),
                                 receive, NULL);
    return status;
}

static int confirm_send(const mifu_sm9_exchange *exchange, const cli_arguments *arguments)
{
    const char *path = cli_value(arguments, "confirm-send");
    uint8_t hash[MIFU_SM9_DIGEST_SIZE];
    int status;

    if (path == NULL)
        return CLI_DONE;
    status = cli_fail_status(mifu_sm9_exchange_confirm(hash, exchange), "the key exchange", NULL);
    return status == CLI_DONE ? cli_send_line(path, hash, sizeof hash) : status;
}

static int confirm_receive(const mifu_sm9_exchange *exchange, const cli_arguments *arguments,
                           uint64_t timeout)
{
    const char *path = cli_value(arguments, "confirm-receive");
    uint8_t hash[MIFU_SM9_DIGEST_SIZE];
    int status;

    if (path == NULL)
        return CLI_DONE;
    status = cli_receive_line(hash, sizeof hash, path, timeout);
    if (status != CLI_DONE)
        return status;
    return cli_fail_status(mifu_sm9_exchange_check(exchange, hash), path,
                           "the other side has another key: check roles, identities and keys");
}

static int run(cli_buffer *shared, const cli_arguments *arguments, mifu_sm9_role role,
               uint64_t timeout)
{
    static mifu_sm9_encrypt_key key;
    static mifu_sm9_exchange exchange;
    cli_buffer id = {0}, peer_id = {0};
    uint8_t hid;
    int status = cli_sm9_hid(&hid, arguments, CLI_SM9_EXCHANGE);

    if (status == CLI_DONE)
        status = cli_sm9_encrypt_key(&key, arguments);
    if (status == CLI_DONE)
        status = cli_sm9_identity(&id, arguments, "id", "id-hex", "id-empty");
    if (status == CLI_DONE)
        status = cli_sm9_identity(&peer_id, arguments, "peer-id", "peer-id-hex", "peer-id-empty");
    if (status == CLI_DONE)
        status = cli_fail_status(mifu_sm9_exchange_init(&exchange, role, &key, id.data, id.len,
                                                        peer_id.data, peer_id.len, hid),
                                 "the key exchange", NULL);
    if (status == CLI_DONE)
        status = agree(shared, &exchange, arguments, role, timeout);
    /* S_B goes first, then S_A */
    if (status == CLI_DONE && role == MIFU_SM9_RESPONDER)
        status = confirm_send(&exchange, arguments);
    if (status == CLI_DONE)
        status = confirm_receive(&exchange, arguments, timeout);
    if (status == CLI_DONE && role == MIFU_SM9_INITIATOR)
        status = confirm_send(&exchange, arguments);
    mifu_sm9_encrypt_key_wipe(&key);
    mifu_sm9_exchange_wipe(&exchange);
    cli_buffer_free(&id);
    cli_buffer_free(&peer_id);
    return status;
}

int cli_sm9_exchange(const cli_arguments *arguments)
{
    static const cli_choice_row roles[] = {
        {"initiator", MIFU_SM9_INITIATOR}, {"responder", MIFU_SM9_RESPONDER}, {NULL, 0}};
    static const char *const required[] = {"role", "key", "send", "receive", "length", NULL};
    cli_buffer key = {0};
    const char *text;
    uint64_t timeout = 60, length = 0;
    int role = 0;
    int status = CLI_DONE;

    for (const char *const *option = required; *option != NULL && status == CLI_DONE; option++)
        status = cli_require(arguments, *option, &text);
    if (status == CLI_DONE)
        status = cli_choice(arguments, "role", roles, &role);
    if (status == CLI_DONE)
        status = cli_number(arguments, "timeout", 1, 1000000, &timeout);
    if (status == CLI_DONE)
        status = cli_number(arguments, "length", 1, (uint64_t)1 << 24, &length);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(&key, (size_t)length);
    key.len = (size_t)length;
    if (status == CLI_DONE)
        status = run(&key, arguments, (mifu_sm9_role)role, timeout);
    if (status == CLI_DONE)
        status = cli_write_result(arguments, CLI_OUTPUT_SECRET, key.data, key.len);
    cli_buffer_free(&key);
    return status;
}
