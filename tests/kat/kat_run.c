/* SPDX-License-Identifier: Apache-2.0 */
/* Reading files and directories, running groups, counting. */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "kat_internal.h"

/* Fields that carry no input and no expected value of an operation. */
static const char remarks[] = "id result comment flags source source_value disputed notes "
                              "verified verified_by standard name operation curve algorithm";

#define MAX_REASONS 16

typedef struct reasons {
    unsigned count;
    unsigned long tests[MAX_REASONS];
    char text[MAX_REASONS][KAT_TEXT_MAX];
} reasons;

static void add_reason(reasons *all, const char *text)
{
    for (unsigned i = 0; i < all->count; i++)
        if (strcmp(all->text[i], text) == 0) {
            all->tests[i]++;
            return;
        }
    if (all->count < MAX_REASONS) {
        snprintf(all->text[all->count], KAT_TEXT_MAX, "%s", text);
        all->tests[all->count++] = 1;
    } else {
        all->tests[MAX_REASONS - 1]++;
    }
}

/* Whether `field` is a word of `words`, a word "x*" standing for x and its generated forms. */
static bool has_word(const char *words, const char *field)
{
    static const char *const forms[] = {"", "_pattern", "_repeat", "_rule", "_len"};

    while (*words != '\0') {
        size_t len = strcspn(words, " ");

        if (words[len - 1] != '*') {
            if (strlen(field) == len && strncmp(words, field, len) == 0)
                return true;
        } else if (strcmp(field, "start") == 0) {
            return true;
        } else if (strncmp(words, field, len - 1) == 0) {
            for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
                if (strcmp(field + len - 1, forms[i]) == 0)
                    return true;
        }
        words += len;
        words += strspn(words, " ");
    }
    return false;
}

/* The first field of a test that the operation does not know, or NULL. */
static const char *unknown_field(const kat_operation *row, const json_t *test)
{
    const char *field;
    json_t *value;

    json_object_foreach((json_t *)(uintptr_t)test, field,
                        value) if (!has_word(remarks, field) &&
                                   !has_word(row->fields, field)) return field;
    return NULL;
}

static uint64_t hash_text(uint64_t seed, const char *text)
{
    for (; *text != '\0'; text++)
        seed = (seed ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return seed;
}

/* One test on one set of back-ends. */
static void run_once(kat_test *t, const kat_operation *row)
{
    if (setjmp(t->leave) == 0)
        row->run(t);
    kat_free_blocks(t);
}

static void run_test(kat_totals *totals, kat_test *t, const kat_operation *row,
                     const kat_plan *plan, reasons *why)
{
    const char *field, *result = json_string_value(json_object_get(t->json, "result"));

    t->failed = t->skipped = false;
    if (!json_is_object(t->json)) {
        snprintf(t->reason, sizeof t->reason, "the test is no object");
        t->skipped = true;
    } else if (result != NULL && strcmp(result, "valid") != 0 && strcmp(result, "invalid") != 0) {
        snprintf(t->reason, sizeof t->reason, "result is neither valid nor invalid");
        t->skipped = true;
    } else if ((field = unknown_field(row, t->json)) != NULL) {
        snprintf(t->reason, sizeof t->reason, "field \"%.80s\" is not known to operation \"%s\"",
                 field, row->operation);
        t->skipped = true;
    }
    for (unsigned i = 0; i < plan->count && !t->skipped; i++) {
        t->backend = plan->labels[i];
        t->random = hash_text(totals->seed, t->id);
        if (kat_plan_use(plan, i))
            run_once(t, row);
        else
            kat_fail(t, "the back-end cannot be selected");
    }
    if (t->failed) {
        totals->failed++;
    } else if (t->skipped) {
        totals->skipped++;
        add_reason(why, t->reason);
    } else {
        totals->passed++;
    }
}

static void skip_group(kat_totals *totals, const json_t *group, const char *label,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

static void skip_group(kat_totals *totals, const json_t *group, const char *label,
                       const char *format, ...)
{
    size_t count = json_array_size(json_object_get(group, "tests"));
    char reason[KAT_TEXT_MAX];
    va_list list;

    va_start(list, format);
    vsnprintf(reason, sizeof reason, format, list);
    va_end(list);
    printf("%s, %zu tests: skipped: %s\n", label, count, reason);
    totals->skipped += (unsigned long)count;
}

static void run_group(kat_totals *totals, const char *file, const char *algorithm,
                      const json_t *group)
{
    const json_t *tests = json_object_get(group, "tests");
    const char *name = json_string_value(json_object_get(group, "name"));
    const char *operation = json_string_value(json_object_get(group, "operation"));
    const char *curve = json_string_value(json_object_get(group, "curve"));
    const char *own = json_string_value(json_object_get(group, "algorithm"));
    const kat_family *family = kat_find_family(own != NULL ? own : algorithm);
    const kat_operation *row;
    kat_totals before = *totals;
    reasons why = {0};
    kat_plan plan;
    char label[KAT_TEXT_MAX];
    kat_test t;
    size_t i;

    name = name != NULL ? name : "(no name)";
    snprintf(label, sizeof label, "%s: %s: %s", file, name, operation != NULL ? operation : "?");
    if (operation == NULL || !json_is_array(tests)) {
        skip_group(totals, group, label, "no operation or no tests in the group");
        return;
    }
    if (family == NULL || family->operations == NULL) {
        skip_group(totals, group, label, "the algorithm \"%s\" is not there yet",
                   own != NULL ? own : algorithm);
        return;
    }
    if (curve != NULL && strcmp(curve, "sm2p256v1") != 0) {
        skip_group(totals, group, label, "the curve is \"%s\", not sm2p256v1", curve);
        return;
    }
    row = kat_find_operation(family, operation);
    if (row == NULL) {
        skip_group(totals, group, label, "%s has no operation \"%s\" here", family->name,
                   operation);
        return;
    }

    kat_plan_make(&plan, row->backends);
    memset(&t, 0, sizeof t);
    t.file = file;
    t.group_name = name;
    t.family = family;
    t.group = group;
    for (i = 0; i < json_array_size(tests); i++) {
        t.json = json_array_get(tests, i);
        t.id = json_string_value(json_object_get(t.json, "id"));
        if (t.id == NULL)
            t.id = "(no id)";
        run_test(totals, &t, row, &plan, &why);
    }

    printf("%s, %zu tests, back-ends:", label, json_array_size(tests));
    for (unsigned j = 0; j < plan.count; j++)
        printf(" [%s]", plan.labels[j]);
    printf(": %lu passed", totals->passed - before.passed);
    if (totals->failed != before.failed)
        printf(", %lu FAILED", totals->failed - before.failed);
    if (totals->skipped != before.skipped)
        printf(", %lu skipped", totals->skipped - before.skipped);
    printf("\n");
    for (unsigned j = 0; j < why.count; j++)
        printf("    %lu skipped: %s\n", why.tests[j], why.text[j]);
    kat_plan_free(&plan);
}

static void run_file(kat_totals *totals, const char *path)
{
    const char *file = strrchr(path, '/');
    const char *algorithm;
    json_error_t error;
    json_t *root, *groups, *group;
    size_t i;

    file = file != NULL ? file + 1 : path;
    root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        printf("FAIL %s: cannot be read: %s (line %d)\n", path, error.text, error.line);
        totals->trouble = true;
        return;
    }
    groups = json_object_get(root, "groups");
    algorithm = json_string_value(json_object_get(root, "algorithm"));
    if (json_is_array(json_object_get(root, "cases"))) {
        printf("%s: holds field cases, which mifu-field-cases runs\n", file);
    } else if (!json_is_array(groups) || algorithm == NULL) {
        printf("FAIL %s: no \"algorithm\" or no \"groups\"\n", path);
        totals->trouble = true;
    } else {
        json_array_foreach(groups, i, group) run_group(totals, file, algorithm, group);
    }
    json_decref(root);
}

static int is_vector_file(const struct dirent *entry)
{
    size_t len = strlen(entry->d_name);

    return entry->d_name[0] != '.' && len > 5 && strcmp(entry->d_name + len - 5, ".json") == 0;
}

void kat_run_path(kat_totals *totals, const char *path)
{
    struct dirent **entries;
    struct stat info;
    int count;

    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
        run_file(totals, path);
        return;
    }
    count = scandir(path, &entries, is_vector_file, alphasort);
    if (count <= 0) {
        printf("FAIL %s: no vector files in this directory\n", path);
        totals->trouble = true;
    }
    for (int i = 0; i < count; i++) {
        char name[4096];

        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        run_file(totals, name);
        free(entries[i]);
    }
    if (count > 0)
        free(entries);
}
