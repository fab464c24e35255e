/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu openssl-config: the lines for openssl.cnf that activate the provider, and whether OpenSSL
 * finds it and has it active. What OpenSSL knows is asked of the program `openssl`.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_memory.h"
#include "cli_verbs.h"

#define MODULE "mifu.so"

static const cli_option options[] = {
    {"module", 0, "FILE", "the provider, " MODULE ", where it is in no usual place"},
    {"distid", 0, "TEXT", "identity of SM2 signatures where a program sets none"},
    {"sha2", 0, NULL, "offer SHA-256 and SHA-224 too"},
    {"check", 0, NULL, "print no lines; exit status 1 unless the provider is active"},
    {"json", 0, NULL, "one JSON object instead of text"},
    {NULL, 0, NULL, NULL},
};

/* What was found out. Texts are empty where there is nothing to say. */
typedef struct facts {
    char openssl[200];      /* its version line */
    char folder[PATH_MAX];  /* of openssl.cnf */
    char modules[PATH_MAX]; /* where OpenSSL looks for providers */
    char module[PATH_MAX];  /* the provider */
    int usual;              /* it is in that place: no path is needed */
    int active;
} facts;

/* The output of a fixed command line, at most cap - 1 bytes; empty where it cannot be run. */
static void run_command(const char *command, char *text, size_t cap)
{
    FILE *pipe = popen(command, "r");
    size_t len = 0, got;
    char rest[256];

    if (pipe != NULL) {
        while (len < cap - 1 && (got = fread(text + len, 1, cap - 1 - len, pipe)) > 0)
            len += got;
        while (fread(rest, 1, sizeof rest, pipe) > 0)
            continue; /* so that the program does not fail to write */
        (void)pclose(pipe);
    }
    text[len] = '\0';
}

/* The text between quotes after `name`, as `openssl version -a` has it: NAME: "VALUE". */
static void quoted_after(const char *text, const char *name, char *value, size_t cap)
{
    const char *begin = strstr(text, name), *end;

    value[0] = '\0';
    begin = begin == NULL ? NULL : strchr(begin, '"');
    end = begin == NULL ? NULL : strchr(begin + 1, '"');
    if (end != NULL && (size_t)(end - begin) <= cap) {
        memcpy(value, begin + 1, (size_t)(end - begin - 1));
        value[end - begin - 1] = '\0';
    }
}

/* Whether `openssl list -providers` has the line "  mifu": two blanks and the name. */
static int has_line(const char *text, const char *line)
{
    size_t len = strlen(line);

    for (; text != NULL; text = strchr(text, '\n')) {
        text += *text == '\n';
        if (strncmp(text, line, len) == 0 && (text[len] == '\n' || text[len] == '\0'))
            return 1;
    }
    return 0;
}

/* Takes folder/mifu.so where there is such a file: 1, else 0. */
static int take_module(facts *found, const char *folder)
{
    int n;

    if (folder[0] == '\0')
        return 0;
    n = snprintf(found->module, sizeof found->module, "%s/" MODULE, folder);
    if (n > 0 && (size_t)n < sizeof found->module && access(found->module, R_OK) == 0)
        return 1;
    found->module[0] = '\0';
    return 0;
}

/* In OpenSSL's folder of modules; else where installation puts it beside this program; else in the
 * folder of the build that the program comes from. */
static void find_module(facts *found)
{
    static const char *const beside[] = {"../" MIFU_OPENSSL_MODULES_DIR, "../lib/ossl-modules"};
    const char *modules = getenv("OPENSSL_MODULES");
    char self[PATH_MAX], folder[2 * PATH_MAX];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    char *slash;

    found->usual = take_module(found, modules != NULL ? modules : found->modules);
    if (found->usual || len <= 0)
        return;
    self[len] = '\0';
    slash = strrchr(self, '/');
    if (slash == NULL)
        return;
    *slash = '\0';
    if (MIFU_OPENSSL_MODULES_DIR[0] == '/' && take_module(found, MIFU_OPENSSL_MODULES_DIR))
        return;
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        char resolved[PATH_MAX];

        (void)snprintf(folder, sizeof folder, "%s/%s", self, beside[i]);
        if (realpath(folder, resolved) != NULL && take_module(found, resolved))
            return;
    }
}

static void find_facts(facts *found)
{
    static char text[1 << 16];

    run_command("openssl version -a 2>/dev/null", text, sizeof text);
    (void)snprintf(found->openssl, sizeof found->openssl, "%.*s", (int)strcspn(text, "\n"), text);
    quoted_after(text, "OPENSSLDIR:", found->folder, sizeof found->folder);
    quoted_after(text, "MODULESDIR:", found->modules, sizeof found->modules);
    run_command("openssl list -providers 2>/dev/null", text, sizeof text);
    found->active = has_line(text, "  mifu");
    find_module(found);
}

/* A value of openssl.cnf is a line: no line breaks, nor what the file gives a meaning. */
static int is_plain(const char *text)
{
    return strpbrk(text, "\n\r#$\\\"'`;") == NULL;
}

static void print_lines(const facts *found, const char *distid, int sha2)
{
    fputs("# At the beginning, before the first section in brackets:\n"
          "openssl_conf = openssl_init\n"
          "\n"
          "# Sections; where the file has one of these names already, add the lines to it.\n"
          "[openssl_init]\n"
          "providers = provider_sect\n"
          "\n"
          "# mifu comes first: the first provider wins where a program names none.\n"
          "[provider_sect]\n"
          "mifu = mifu_sect\n"
          "default = default_sect\n"
          "\n"
          "[default_sect]\n"
          "activate = 1\n"
          "\n"
          "[mifu_sect]\n",
          stdout);
    if (!found->usual)
        printf("module = %s\n", found->module[0] != '\0' ? found->module : "/path/to/" MODULE);
    if (distid != NULL)
        printf("default-distid = %s\n", distid);
    if (sha2)
        puts("sha2 = on");
    puts("activate = 1");
}

/* As comments, so that the whole output can go into the file. */
static void print_facts(const facts *found)
{
    printf("# OpenSSL:        %s\n",
           found->openssl[0] != '\0' ? found->openssl : "there is no program openssl");
    if (found->folder[0] != '\0')
        printf("# Configuration:  %s/openssl.cnf\n", found->folder);
    printf("# Provider file:  %s\n", found->module[0] != '\0' ? found->module : "not found");
    printf("# Provider:       %s\n", found->active ? "active" : "not active");
}

static void print_json(const facts *found)
{
    const struct {
        const char *name, *text;
    } rows[] = {
        {"openssl", found->openssl},
        {"folder", found->folder},
        {"modules", found->modules},
        {"module", found->module},
    };

    putchar('{');
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        printf("\"%s\":", rows[i].name);
        if (rows[i].text[0] != '\0')
            cli_json_string(rows[i].text);
        else
            fputs("null", stdout);
        putchar(',');
    }
    printf("\"active\":%s}\n", found->active ? "true" : "false");
}

static int run(const cli_arguments *arguments)
{
    const char *module = cli_value(arguments, "module"), *distid = cli_value(arguments, "distid");
    facts found;

    memset(&found, 0, sizeof found);
    if (distid != NULL && !is_plain(distid))
        return cli_fail_usage("--distid: a line of openssl.cnf cannot hold this text");
    find_facts(&found);
    if (module != NULL) {
        if (!is_plain(module) || realpath(module, found.module) == NULL)
            return cli_fail_errno("find", module);
        found.usual = 0;
    }
    if (cli_given(arguments, "json")) {
        print_json(&found);
    } else {
        print_facts(&found);
        if (!cli_given(arguments, "check")) {
            putchar('\n');
            print_lines(&found, distid, cli_given(arguments, "sha2"));
        }
    }
    return cli_given(arguments, "check") && !found.active ? CLI_INVALID : CLI_DONE;
}

const cli_verb cli_openssl_config_verbs[] = {
    {NULL, "lines for openssl.cnf, and whether OpenSSL uses the provider", NULL, 0, options,
     "The lines go into openssl.cnf, or into a file of your own that the environment's\n"
     "OPENSSL_CONF names. Nothing is changed by this command.\n\n"
     "example:\n"
     "  mifu openssl-config\n",
     run},
    {0},
};
