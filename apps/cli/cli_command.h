/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables that a verb of the command line is made of, and the parser that works from them. One
 * table per verb gives the parser its options and --help its text, so that the two cannot disagree.
 */
#ifndef MIFU_CLI_COMMAND_H
#define MIFU_CLI_COMMAND_H

#include <stddef.h>
#include <stdint.h>

#include "cli_report.h"

#define CLI_MAX_OPTIONS 40

/* One option; the table of a verb ends with a row whose name is NULL. */
typedef struct cli_option {
    const char *name;     /* without its two dashes */
    char letter;          /* short form, or 0 */
    const char *argument; /* word for its value in the help, or NULL for a flag */
    const char *help;
} cli_option;

typedef struct cli_arguments cli_arguments;

typedef struct cli_verb {
    const char *name; /* NULL in a group that is its own verb, such as sm3 */
    const char *summary;
    const char *operands; /* as the help shows them, such as "[FILE]", or NULL */
    int max_operands;     /* -1: any number */
    const cli_option *options;
    const char *details; /* text after the options: rules and examples */
    int (*run)(const cli_arguments *arguments);
} cli_verb;

typedef struct cli_group {
    const char *name;
    const char *summary;
    const cli_verb *verbs; /* ends with a row whose run is NULL */
} cli_group;

/* Ends with a row whose name is NULL. */
extern const cli_group cli_groups[];

struct cli_arguments {
    const cli_group *group;
    const cli_verb *verb;
    const char *values[CLI_MAX_OPTIONS]; /* by row of the option table; a flag's value is "" */
    char **operands;
    int operand_count;
};

/* A name that an option takes as its value. A table ends with a NULL name. */
typedef struct cli_choice_row {
    const char *name;
    int value;
} cli_choice_row;

/* Runs a whole command line; gives the exit status. */
int cli_run(int argc, char **argv);

/* Value of an option, or NULL where it was not given. The name must be in the verb's table. */
const char *cli_value(const cli_arguments *arguments, const char *option);

/* 1 where the option was given. */
int cli_given(const cli_arguments *arguments, const char *option);

/* The value, or a usage error that names the option. */
int cli_require(const cli_arguments *arguments, const char *option, const char **value);

/* A usage error where more than one of the options in the NULL-terminated list was given. */
int cli_at_most_one(const cli_arguments *arguments, const char *const *options);

/* Looks an option's value up; *value is left alone where the option was not given. */
int cli_choice(const cli_arguments *arguments, const char *option, const cli_choice_row *table,
               int *value);

/* A decimal number in [low, high]; *value is left alone where the option was not given. */
int cli_number(const cli_arguments *arguments, const char *option, uint64_t low, uint64_t high,
               uint64_t *value);

/* The input file: the operand or --in, or NULL for standard input. */
int cli_input_name(const cli_arguments *arguments, const char **name);

/* The closest of `count` words to a mistyped one, or NULL where none is close. */
const char *cli_did_you_mean(const char *typed, const char *const *words, size_t count);

#endif
