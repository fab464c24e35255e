/* SPDX-License-Identifier: Apache-2.0 */
/* Passwords from where the user keeps them. */
#ifndef MIFU_CLI_PASSWORD_H
#define MIFU_CLI_PASSWORD_H

#include "cli_command.h"
#include "cli_memory.h"

#define CLI_PASSWORD_SOURCES "env:NAME, file:PATH, fd:N, prompt or pass:TEXT"

enum { CLI_PASSWORD_EXISTING = 0, CLI_PASSWORD_CREATED = 1 /* a prompt asks twice */ };

/*
 * Reads the password that --`option` names: env:NAME, file:PATH and fd:N (first line), prompt, or
 * pass:TEXT. `what` is what the prompt asks for ("Password of key.pem"). *given is 0, and the
 * buffer empty, where the option was not given. An empty password is refused.
 */
int cli_password(cli_buffer *password, int *given, const cli_arguments *arguments,
                 const char *option, const char *what, int creation);

#endif
