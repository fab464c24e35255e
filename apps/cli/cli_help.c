/* SPDX-License-Identifier: Apache-2.0 */
/* The help of each level, made from the tables. Lines stay within 80 columns. */
#include "cli_help.h"

#include <string.h>

enum { LEFT = 26, WIDTH = 80 };

/* A left column, then text wrapped to the right of it. */
static void print_row(FILE *to, const char *left, const char *text)
{
    int column = fprintf(to, "  %s", left);

    if (column + 2 > LEFT) {
        fputc('\n', to);
        column = 0;
    }
    column += fprintf(to, "%*s", LEFT - column, "");
    while (*text != '\0') {
        size_t word = strcspn(text, " ");

        if (column > LEFT && column + (int)word + 1 > WIDTH) {
            fprintf(to, "\n%*s", LEFT, "");
            column = LEFT;
        }
        if (column > LEFT)
            column += fprintf(to, " ");
        column += fprintf(to, "%.*s", (int)word, text);
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', to);
}

void cli_help_top(FILE *to)
{
    fputs("mifu - ShangMi cryptography: SM2, SM3, SM4, SM9, ZUC\n\n"
          "usage: mifu COMMAND [VERB] [options]\n\ncommands:\n",
          to);
    for (const cli_group *group = cli_groups; group->name != NULL; group++)
        print_row(to, group->name, group->summary);
    fputs("\n'mifu COMMAND --help' and 'mifu COMMAND VERB --help' say more.\n\n"
          "Where a file is expected, '-' or nothing means standard input or output.\n"
          "exit status: 0 done or valid, 1 invalid, 2 usage, 3 bad input, 4 system\n",
          to);
}

void cli_help_group(FILE *to, const cli_group *group)
{
    fprintf(to, "mifu %s - %s\n\nusage: mifu %s VERB [options]\n\nverbs:\n", group->name,
            group->summary, group->name);
    for (const cli_verb *verb = group->verbs; verb->run != NULL; verb++)
        print_row(to, verb->name, verb->summary);
    fprintf(to, "\n'mifu %s VERB --help' says more.\n", group->name);
}

void cli_help_verb(const cli_group *group, const cli_verb *verb)
{
    const char *space = verb->name != NULL ? " " : "";
    const char *name = verb->name != NULL ? verb->name : "";

    printf("mifu %s%s%s - %s\n\nusage: mifu %s%s%s [options]%s%s\n\noptions:\n", group->name, space,
           name, verb->summary, group->name, space, name, verb->operands != NULL ? " " : "",
           verb->operands != NULL ? verb->operands : "");
    for (const cli_option *option = verb->options; option->name != NULL; option++) {
        char left[64];
        char letter[8] = "";

        if (option->letter != 0)
            snprintf(letter, sizeof letter, "-%c, ", option->letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name,
                 option->argument != NULL ? " " : "",
                 option->argument != NULL ? option->argument : "");
        print_row(stdout, left, option->help);
    }
    print_row(stdout, "--help", "this text");
    if (verb->details != NULL)
        printf("\n%s", verb->details);
}
