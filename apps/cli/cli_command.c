/* SPDX-License-Identifier: Apache-2.0 */
/* The parser of the command line and the questions verbs ask of its result. */
#include "cli_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_help.h"

/* ---- Looking words up ---- */

/*
 * Edit distance with swaps of neighbours counted as one edit (optimal string alignment). Words
 * longer than the table is wide are never close.
 */
static size_t distance(const char *a, const char *b)
{
    enum { WIDTH = 32 };
    size_t rows[WIDTH + 1][WIDTH + 1];
    size_t a_len = strlen(a), b_len = strlen(b);

    if (a_len > WIDTH || b_len > WIDTH)
        return WIDTH;
    for (size_t i = 0; i <= a_len; i++)
        rows[i][0] = i;
    for (size_t j = 0; j <= b_len; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_len; i++)
        for (size_t j = 1; j <= b_len; j++) {
            size_t best = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);

            if (rows[i - 1][j] + 1 < best)
                best = rows[i - 1][j] + 1;
            if (rows[i][j - 1] + 1 < best)
                best = rows[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                rows[i - 2][j - 2] + 1 < best)
                best = rows[i - 2][j - 2] + 1;
            rows[i][j] = best;
        }
    return rows[a_len][b_len];
}

const char *cli_did_you_mean(const char *typed, const char *const *words, size_t count)
{
    const char *best = NULL;
    size_t best_distance = 3; /* at most two edits, and fewer than half of the word */

    for (size_t i = 0; i < count; i++) {
        size_t d = distance(typed, words[i]);

        if (d < best_distance && 2 * d <= strlen(words[i])) {
            best = words[i];
            best_distance = d;
        }
    }
    return best;
}

static int fail_unknown(const char *what, const char *prefix, const char *typed,
                        const char *const *words, size_t count)
{
    const char *meant = cli_did_you_mean(typed, words, count);

    if (meant != NULL)
        return cli_fail_usage("unknown %s '%s%s'; did you mean '%s%s'?", what, prefix, typed,
                              prefix, meant);
    return cli_fail_usage("unknown %s '%s%s'", what, prefix, typed);
}

static int fail_unknown_group(const char *typed)
{
    const char *words[64];
    size_t count = 0;

    for (const cli_group *group = cli_groups; group->name != NULL && count < 64; group++)
        words[count++] = group->name;
    return fail_unknown("command", "", typed, words, count);
}

static int fail_unknown_verb(const cli_group *group, const char *typed)
{
    const char *words[64];
    size_t count = 0;

    for (const cli_verb *verb = group->verbs; verb->run != NULL && count < 64; verb++)
        words[count++] = verb->name;
    return fail_unknown("command", "", typed, words, count);
}

static int fail_unknown_option(const cli_verb *verb, const char *typed)
{
    const char *words[CLI_MAX_OPTIONS + 1];
    size_t count = 0;

    for (const cli_option *option = verb->options; option->name != NULL; option++)
        words[count++] = option->name;
    words[count++] = "help";
    return fail_unknown("option", "--", typed, words, count);
}

static const cli_group *find_group(const char *name)
{
    for (const cli_group *group = cli_groups; group->name != NULL; group++)
        if (strcmp(group->name, name) == 0)
            return group;
    return NULL;
}

static const cli_verb *find_verb(const cli_group *group, const char *name)
{
    for (const cli_verb *verb = group->verbs; verb->run != NULL; verb++)
        if (strcmp(verb->name, name) == 0)
            return verb;
    return NULL;
}

/* Row of the option whose name is the first `len` bytes of `name`, or -1. */
static int find_option(const cli_verb *verb, const char *name, size_t len)
{
    for (int i = 0; verb->options[i].name != NULL; i++)
        if (strlen(verb->options[i].name) == len && memcmp(verb->options[i].name, name, len) == 0)
            return i;
    return -1;
}

static int find_letter(const cli_verb *verb, char letter)
{
    for (int i = 0; verb->options[i].name != NULL; i++)
        if (verb->options[i].letter == letter)
            return i;
    return -1;
}

/* ---- Parsing ---- */

/* 1 where a word is one of the verb's own options and so hardly meant as a value. */
static int looks_like_option(const cli_verb *verb, const char *word)
{
    return word[0] == '-' && word[1] == '-' &&
           find_option(verb, word + 2, strcspn(word + 2, "=")) >= 0;
}

static int set_value(cli_arguments *arguments, int row, const char *value)
{
    if (arguments->values[row] != NULL)
        return cli_fail_usage("option --%s is given twice", arguments->verb->options[row].name);
    arguments->values[row] = value;
    return CLI_DONE;
}

/* Takes the option at argv[*next], and its value; *help is set for --help. */
static int parse_long(cli_arguments *arguments, int argc, char **argv, int *next, int *help)
{
    const cli_verb *verb = arguments->verb;
    const char *name = argv[*next] + 2;
    size_t len = strcspn(name, "=");
    int row = find_option(verb, name, len);

    (*next)++;
    if (row < 0) {
        char typed[64];

        if (strcmp(name, "help") == 0) {
            *help = 1;
            return CLI_DONE;
        }
        snprintf(typed, sizeof typed, "%.*s", (int)(len < 60 ? len : 60), name);
        return fail_unknown_option(verb, typed);
    }
    if (verb->options[row].argument == NULL) {
        if (name[len] == '=')
            return cli_fail_usage("option --%s takes no value", verb->options[row].name);
        return set_value(arguments, row, "");
    }
    if (name[len] == '=')
        return set_value(arguments, row, name + len + 1);
    if (*next >= argc || looks_like_option(verb, argv[*next]))
        return cli_fail_usage("option --%s needs a value: --%s %s", verb->options[row].name,
                              verb->options[row].name, verb->options[row].argument);
    return set_value(arguments, row, argv[(*next)++]);
}

/* Takes a cluster of short options, such as -cw. */
static int parse_letters(cli_arguments *arguments, int argc, char **argv, int *next, int *help)
{
    const cli_verb *verb = arguments->verb;
    const char *word = argv[(*next)++];

    for (const char *letter = word + 1; *letter != '\0'; letter++) {
        int row = find_letter(verb, *letter);
        int status;

        if (row < 0 && *letter == 'h') {
            *help = 1;
            return CLI_DONE;
        }
        if (row < 0) {
            size_t len = strlen(word + 1);

            if (find_option(verb, word + 1, len) >= 0 || strcmp(word, "-help") == 0)
                return cli_fail_usage("unknown option '%s'; did you mean '-%s'?", word, word);
            return cli_fail_usage("unknown option '%s'", word);
        }
        if (verb->options[row].argument == NULL) {
            status = set_value(arguments, row, "");
        } else if (letter[1] != '\0') {
            return set_value(arguments, row, letter + 1);
        } else {
            if (*next >= argc)
                return cli_fail_usage("option -%c needs a value", *letter);
            return set_value(arguments, row, argv[(*next)++]);
        }
        if (status != CLI_DONE)
            return status;
    }
    return CLI_DONE;
}

static int run_verb(const cli_group *group, const cli_verb *verb, int argc, char **argv)
{
    cli_arguments arguments = {0};
    int only_operands = 0, help = 0, next = 0;

    arguments.group = group;
    arguments.verb = verb;
    arguments.operands = argv; /* operands move to the front of argv as they are met */
    while (next < argc && !help) {
        char *word = argv[next];
        int status = CLI_DONE;

        if (only_operands || word[0] != '-' || word[1] == '\0') {
            argv[arguments.operand_count++] = word;
            next++;
        } else if (word[1] != '-') {
            status = parse_letters(&arguments, argc, argv, &next, &help);
        } else if (word[2] == '\0') {
            only_operands = 1;
            next++;
        } else {
            status = parse_long(&arguments, argc, argv, &next, &help);
        }
        if (status != CLI_DONE)
            return status;
    }
    if (help) {
        cli_help_verb(group, verb);
        return cli_flush(CLI_DONE);
    }
    if (verb->max_operands >= 0 && arguments.operand_count > verb->max_operands)
        return cli_fail_usage("unexpected argument '%s'", arguments.operands[verb->max_operands]);
    return cli_flush(verb->run(&arguments));
}

static int is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

/* Everything after the program's name. */
static int run_words(int argc, char **argv)
{
    const cli_group *group;
    const cli_verb *verb;

    if (argc == 0) {
        cli_help_top(stderr);
        return CLI_USAGE;
    }
    if (is_help(argv[0])) {
        static char help[] = "--help";

        if (argc == 1) {
            cli_help_top(stdout);
            return cli_flush(CLI_DONE);
        }
        /* "help sm2 sign" is "sm2 sign --help" */
        for (int i = 0; i + 1 < argc; i++)
            argv[i] = argv[i + 1];
        argv[argc - 1] = help;
    }
    if (strcmp(argv[0], "--version") == 0) {
        static char version[] = "version";

        argv[0] = version;
    }
    group = find_group(argv[0]);
    if (group == NULL)
        return argv[0][0] == '-' && argv[0][1] != '\0'
                   ? cli_fail_usage("unknown option '%s'; a command comes first", argv[0])
                   : fail_unknown_group(argv[0]);
    cli_report_name(group->name, NULL);
    if (group->verbs[0].name == NULL)
        return run_verb(group, &group->verbs[0], argc - 1, argv + 1);
    if (argc == 1) {
        cli_help_group(stderr, group);
        return CLI_USAGE;
    }
    if (is_help(argv[1])) {
        cli_help_group(stdout, group);
        return cli_flush(CLI_DONE);
    }
    verb = find_verb(group, argv[1]);
    if (verb == NULL)
        return fail_unknown_verb(group, argv[1]);
    cli_report_name(group->name, verb->name);
    return run_verb(group, verb, argc - 2, argv + 2);
}

int cli_run(int argc, char **argv)
{
    return argc > 0 ? run_words(argc - 1, argv + 1) : run_words(0, argv);
}

/* ---- Questions of the verbs ---- */

const char *cli_value(const cli_arguments *arguments, const char *option)
{
    int row = find_option(arguments->verb, option, strlen(option));

    if (row < 0) {
        fprintf(stderr, "mifu: internal error: no option --%s in this table\n", option);
        abort();
    }
    return arguments->values[row];
}

int cli_given(const cli_arguments *arguments, const char *option)
{
    return cli_value(arguments, option) != NULL;
}

int cli_require(const cli_arguments *arguments, const char *option, const char **value)
{
    *value = cli_value(arguments, option);
    if (*value != NULL)
        return CLI_DONE;
    return cli_fail_usage(
        "--%s %s is required", option,
        arguments->verb->options[find_option(arguments->verb, option, strlen(option))].argument);
}

int cli_at_most_one(const cli_arguments *arguments, const char *const *options)
{
    const char *first = NULL;

    for (; *options != NULL; options++) {
        if (!cli_given(arguments, *options))
            continue;
        if (first != NULL)
            return cli_fail_usage("--%s and --%s exclude each other", first, *options);
        first = *options;
    }
    return CLI_DONE;
}

int cli_choice(const cli_arguments *arguments, const char *option, const cli_choice_row *table,
               int *value)
{
    const char *given = cli_value(arguments, option);
    const char *words[64];
    const char *meant;
    char list[256] = "";
    size_t count = 0;

    if (given == NULL)
        return CLI_DONE;
    for (const cli_choice_row *row = table; row->name != NULL && count < 64; row++) {
        size_t used = strlen(list);

        if (strcmp(row->name, given) == 0) {
            *value = row->value;
            return CLI_DONE;
        }
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", row->name);
        words[count++] = row->name;
    }
    meant = cli_did_you_mean(given, words, count);
    if (meant != NULL)
        return cli_fail_usage("--%s: unknown value '%s'; did you mean '%s'?", option, given, meant);
    return cli_fail_usage("--%s: unknown value '%s'; it is one of %s", option, given, list);
}

int cli_number(const cli_arguments *arguments, const char *option, uint64_t low, uint64_t high,
               uint64_t *value)
{
    const char *given = cli_value(arguments, option);
    uint64_t number = 0;
    int good;

    if (given == NULL)
        return CLI_DONE;
    good = given[0] != '\0';
    for (const char *c = given; *c != '\0' && good; c++) {
        uint64_t digit = (uint64_t)(*c - '0');

        good = *c >= '0' && *c <= '9' && number <= (UINT64_MAX - digit) / 10;
        if (good)
            number = 10 * number + digit;
    }
    if (!good || number < low || number > high)
        return cli_fail_usage("--%s: '%s' is not a whole number from %llu to %llu", option, given,
                              (unsigned long long)low, (unsigned long long)high);
    *value = number;
    return CLI_DONE;
}

int cli_input_name(const cli_arguments *arguments, const char **name)
{
    const char *in = cli_value(arguments, "in");

    if (in != NULL && arguments->operand_count > 0)
        return cli_fail_usage("the input is given twice: '%s' and --in '%s'",
                              arguments->operands[0], in);
    *name = in != NULL ? in : arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    return CLI_DONE;
}
