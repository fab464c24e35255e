/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu sm2 exchange: one side of the key exchange, in one run, so that the ephemeral private key
 * never leaves the process.
 */
#include <stdio.h>
#include <string.h>

#include "cli_line.h"
#include "cli_output.h"
#include "cli_password.h"
#include "cli_secret.h"
#include "cli_sm2_key.h"
#include "cli_sm2_verbs.h"

const cli_option cli_sm2_exchange_options[] = {
    {"role", 0, "NAME", "initiator or responder: who begins, as both sides agreed"},
    CLI_KEY_OPTIONS,
    {"peer-pub", 0, "FILE", "the other side's public key or certificate"},
    {"id", 0, "TEXT", "own identity (default: 1234567812345678)"},
    {"id-hex", 0, "HEX", "the same, as hexadecimal digits"},
    {"id-empty", 0, NULL, "own identity has no bytes"},
    {"peer-id", 0, "TEXT", "the other side's identity (default: 1234567812345678)"},
    {"peer-id-hex", 0, "HEX", "the same, as hexadecimal digits"},
    {"peer-id-empty", 0, NULL, "the other side's identity has no bytes"},
    {"send", 0, "FILE", "where the own ephemeral point goes"},
    {"receive", 0, "FILE", "where the other side's ephemeral point comes from"},
    {"confirm-send", 0, "FILE", "where the own confirmation hash goes"},
    {"confirm-receive", 0, "FILE", "where the other side's confirmation hash comes from"},
    {"timeout", 0, "SECONDS", "how long to wait for a file to appear (default 60)"},
    {"length", 0, "BYTES", "length of the key"},
    CLI_RESULT_OPTIONS,
    {NULL, 0, NULL, NULL},
};

/* Own and the other side's key and identity. */
static int start(mifu_sm2_exchange *exchange, const cli_arguments *arguments, mifu_sm2_role role)
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
        status = cli_fail_status(mifu_sm2_exchange_init(exchange, role, &key.private_key, id.data,
                                                        id.len, &peer.public_key, peer_id.data,
                                                        peer_id.len),
                                 "the key exchange", NULL);
    cli_sm2_key_wipe(&key);
    cli_buffer_free(&id);
    cli_buffer_free(&peer_id);
    return status;
}

/* The points, and the key they give. */
static int agree(cli_buffer *key, mifu_sm2_exchange *exchange, const cli_arguments *arguments,
                 mifu_sm2_role role, uint64_t timeout)
{
    const char *send = cli_value(arguments, "send"), *receive = cli_value(arguments, "receive");
    uint8_t own[MIFU_SM2_PUBLIC_KEY_SIZE], other[MIFU_SM2_PUBLIC_KEY_SIZE];
    int status =
        cli_fail_status(mifu_sm2_exchange_ephemeral(own, exchange), "the key exchange", NULL);

    /* the responder answers; the order matters where both ends are pipes */
    if (status == CLI_DONE && role == MIFU_SM2_INITIATOR)
        status = cli_send_line(send, own, sizeof own);
    if (status == CLI_DONE)
        status = cli_receive_line(other, sizeof other, receive, timeout);
    if (status == CLI_DONE && role == MIFU_SM2_RESPONDER)
        status = cli_send_line(send, own, sizeof own);
    if (status == CLI_DONE)
        status = cli_fail_status(mifu_sm2_exchange_compute(key->data, key->len, exchange, other),
                                 receive, NULL);
    return status;
}

static int confirm_send(const mifu_sm2_exchange *exchange, const cli_arguments *arguments)
{
    const char *path = cli_value(arguments, "confirm-send");
    uint8_t hash[MIFU_SM2_DIGEST_SIZE];
    int status;

    if (path == NULL)
        return CLI_DONE;
    status = cli_fail_status(mifu_sm2_exchange_confirm(hash, exchange), "the key exchange", NULL);
    return status == CLI_DONE ? cli_send_line(path, hash, sizeof hash) : status;
}

static int confirm_receive(const mifu_sm2_exchange *exchange, const cli_arguments *arguments,
                           uint64_t timeout)
{
    const char *path = cli_value(arguments, "confirm-receive");
    uint8_t hash[MIFU_SM2_DIGEST_SIZE];
    int status;

    if (path == NULL)
        return CLI_DONE;
    status = cli_receive_line(hash, sizeof hash, path, timeout);
    if (status != CLI_DONE)
        return status;
    return cli_fail_status(mifu_sm2_exchange_check(exchange, hash), path,
                           "the other side has another key: check roles, identities and keys");
}

static int run(mifu_sm2_exchange *exchange, cli_buffer *key, const cli_arguments *arguments,
               mifu_sm2_role role, uint64_t timeout)
{
    int status = start(exchange, arguments, role);

    if (status == CLI_DONE)
        status = agree(key, exchange, arguments, role, timeout);
    /* S_B goes first (step B9), then S_A (A9) */
    if (status == CLI_DONE && role == MIFU_SM2_RESPONDER)
        status = confirm_send(exchange, arguments);
    if (status == CLI_DONE)
        status = confirm_receive(exchange, arguments, timeout);
    if (status == CLI_DONE && role == MIFU_SM2_INITIATOR)
        status = confirm_send(exchange, arguments);
    if (status == CLI_DONE)
        status = cli_write_result(arguments, CLI_OUTPUT_SECRET, key->data, key->len);
    return status;
}

int cli_sm2_exchange(const cli_arguments *arguments)
{
    static const cli_choice_row roles[] = {
        {"initiator", MIFU_SM2_INITIATOR}, {"responder", MIFU_SM2_RESPONDER}, {NULL, 0}};
    static const char *const required[] = {"role",    "key",    "peer-pub", "send",
                                           "receive", "length", NULL};
    static mifu_sm2_exchange exchange;
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
        status = run(&exchange, &key, arguments, (mifu_sm2_role)role, timeout);
    mifu_sm2_exchange_wipe(&exchange);
    cli_buffer_free(&key);
    return status;
}
