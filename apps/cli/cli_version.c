/* SPDX-License-Identifier: Apache-2.0 */
/* mifu version */
#include <stdio.h>
#include <string.h>

#include "mifu/mifu.h"

#include "cli_verbs.h"

static const cli_option options[] = {
    {"json", 0, NULL, "one JSON object instead of text"},
    {NULL, 0, NULL, NULL},
};

static int run(const cli_arguments *arguments)
{
    if (cli_given(arguments, "json"))
        printf("{\"version\":\"%s\",\"library\":\"%s\"}\n", MIFU_VERSION_STRING, mifu_version());
    else
        printf("mifu %s\n", MIFU_VERSION_STRING);
    if (strcmp(MIFU_VERSION_STRING, mifu_version()) != 0)
        cli_warn("the library that is linked is version %s", mifu_version());
    return CLI_DONE;
}

const cli_verb cli_version_verbs[] = {
    {NULL, "version of the program and the library", NULL, 0, options, NULL, run},
    {0},
};
