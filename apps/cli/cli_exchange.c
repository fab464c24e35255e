/* SPDX-License-Identifier: Apache-2.0 */
/* One side of a key exchange: the order of what is sent and received (GB/T 32918.3, 38635.2). */
#include "cli_exchange.h"

#include "cli_line.h"
#include "cli_output.h"

typedef struct side {
    const cli_exchange_steps *steps;
    void *state;
    const cli_arguments *arguments;
    int initiator;
    uint64_t timeout;
    cli_buffer key;
} side;

static int send_point(const side *s, const uint8_t *point)
{
    return cli_send_line(cli_value(s->arguments, "send"), point, CLI_EXCHANGE_POINT_SIZE);
}

/* The points, and the key they give. */
static int agree(side *s)
{
    const char *receive = cli_value(s->arguments, "receive");
    uint8_t own[CLI_EXCHANGE_POINT_SIZE], other[CLI_EXCHANGE_POINT_SIZE];
    int status = cli_fail_status(s->steps->ephemeral(own, s->state), "the key exchange", NULL);

    /* the responder answers; the order matters where both ends are pipes */
    if (status == CLI_DONE && s->initiator)
        status = send_point(s, own);
    if (status == CLI_DONE)
        status = cli_receive_line(other, sizeof other, receive, s->timeout);
    if (status == CLI_DONE && !s->initiator)
        status = send_point(s, own);
    if (status == CLI_DONE)
        status = cli_fail_status(s->steps->compute(s->key.data, s->key.len, s->state, other),
                                 receive, NULL);
    return status;
}

static int confirm_send(const side *s)
{
    const char *path = cli_value(s->arguments, "confirm-send");
    uint8_t hash[CLI_EXCHANGE_HASH_SIZE];
    int status;

    if (path == NULL)
        return CLI_DONE;
    status = cli_fail_status(s->steps->confirm(hash, s->state), "the key exchange", NULL);
    return status == CLI_DONE ? cli_send_line(path, hash, sizeof hash) : status;
}

static int confirm_receive(const side *s)
{
    const char *path = cli_value(s->arguments, "confirm-receive");
    uint8_t hash[CLI_EXCHANGE_HASH_SIZE];
    int status;

    if (path == NULL)
        return CLI_DONE;
    status = cli_receive_line(hash, sizeof hash, path, s->timeout);
    if (status != CLI_DONE)
        return status;
    return cli_fail_status(s->steps->check(s->state, hash), path,
                           "the other side has another key: check roles, identities and keys");
}

static int read_options(side *s)
{
    static const char *const required[] = {"role", "send", "receive", NULL};
    static const cli_choice_row roles[] = {{"initiator", 1}, {"responder", 0}, {NULL, 0}};
    const char *text;
    int status = CLI_DONE;

    for (const char *const *option = required; *option != NULL && status == CLI_DONE; option++)
        status = cli_require(s->arguments, *option, &text);
    if (status == CLI_DONE)
        status = cli_choice(s->arguments, "role", roles, &s->initiator);
    if (status == CLI_DONE)
        status = cli_number(s->arguments, "timeout", 1, 1000000, &s->timeout);
    return status == CLI_DONE ? cli_length_buffer(&s->key, s->arguments) : status;
}

int cli_exchange_run(const cli_exchange_steps *steps, void *state, const cli_arguments *arguments)
{
    side s = {steps, state, arguments, 0, 60, {0}};
    int status = read_options(&s);

    if (status == CLI_DONE)
        status = steps->start(state, arguments, s.initiator);
    if (status == CLI_DONE)
        status = agree(&s);
    /* S_B goes first (step B9), then S_A (A9) */
    if (status == CLI_DONE && !s.initiator)
        status = confirm_send(&s);
    if (status == CLI_DONE)
        status = confirm_receive(&s);
    if (status == CLI_DONE && s.initiator)
        status = confirm_send(&s);
    if (status == CLI_DONE)
        status = cli_write_result(arguments, CLI_OUTPUT_SECRET, s.key.data, s.key.len);
    cli_buffer_free(&s.key);
    return status;
}
