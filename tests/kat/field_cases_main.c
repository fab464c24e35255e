/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu-field-cases FILE: runs every case that concerns an algorithm of this library on its
 * back-ends. A case that no function knows, and one that cannot be interpreted, is a failure: the
 * collection is fixed, and each of its cases has its place here, in the tests of the command line,
 * or in the list of algorithms that are not there yet.
 */
#include <stdio.h>
#include <stdlib.h>

#include "field_cases.h"
#include "kat_internal.h"

static const field_case_kind *const tables[] = {
    field_cases_signature, field_cases_cipher, field_cases_key,
    field_cases_symmetric, field_cases_sm9,    field_cases_zuc,
};

/* Cases that other programs have, by the beginning of the id; why. */
static const struct {
    const char *id;
    const char *why;
} elsewhere[] = {
    {"SM4-01", "text that is no hexadecimal key: tests/cli"},
    {"OPS-03", "performance: bench"},
};

static const field_case_kind *find_kind(const char *kind)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (const field_case_kind *row = tables[i]; row->kind != NULL; row++)
            if (strcmp(row->kind, kind) == 0)
                return row;
    return NULL;
}

static const char *find_elsewhere(const char *id)
{
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        if (strncmp(id, elsewhere[i].id, strlen(elsewhere[i].id)) == 0)
            return elsewhere[i].why;
    return NULL;
}

void field_case_wants(kat_test *t, const char *field, const char *beginning)
{
    const char *text = kat_text(t, field);

    if (strncmp(text, beginning, strlen(beginning)) != 0)
        kat_fail(t, "the case expects \"%.100s\", this program \"%s\"", text, beginning);
}

/* The hexadecimal number that follows `before` in a sentence of the expectation. */
kat_bytes field_case_hex_after(kat_test *t, const char *field, const char *before)
{
    const char *at = strstr(kat_text(t, field), before);
    size_t len;
    kat_bytes bytes;

    if (at == NULL)
        kat_skip(t, "no \"%s\" in \"%s\"", before, field);
    at += strlen(before);
    len = strspn(at, "0123456789abcdef") / 2;
    bytes = kat_buffer(t, len);
    for (size_t i = 0; i < len; i++) {
        char digits[3] = {at[2 * i], at[2 * i + 1], '\0'};

        bytes.data[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return bytes;
}

/* Adds the members of `object` under mark + name; members of members, by name or
 * number, under mark + name.member. */
static void flatten(json_t *all, const json_t *object, const char *mark)
{
    const char *name, *inner_name;
    json_t *value, *inner;
    char marked[128];
    size_t i;

    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        snprintf(marked, sizeof marked, "%s%s", mark, name);
        json_object_set(all, marked, value);
        json_object_foreach(value, inner_name, inner)
        {
            snprintf(marked, sizeof marked, "%s%s.%s", mark, name, inner_name);
            json_object_set(all, marked, inner);
        }
        json_array_foreach(value, i, inner)
        {
            snprintf(marked, sizeof marked, "%s%s.%zu", mark, name, i);
            json_object_set(all, marked, inner);
        }
    }
}

/* Inputs, and expectations under "=name". */
static json_t *fields_of(const json_t *one)
{
    json_t *all = json_object();

    flatten(all, json_object_get(one, "inputs"), "");
    flatten(all, json_object_get(one, "expected"), "=");
    return all;
}

static void run_case(kat_test *t, const field_case_kind *row, const json_t *one)
{
    json_t *fields = fields_of(one);
    kat_plan plan;

    t->json = fields;
    t->failed = t->skipped = false;
    kat_plan_make(&plan, row->tables);
    for (unsigned i = 0; i < plan.count; i++) {
        t->backend = plan.labels[i];
        t->random = i;
        if (!kat_plan_use(&plan, i))
            kat_fail(t, "the back-end cannot be selected");
        else if (setjmp(t->leave) == 0)
            row->run(t);
        kat_free_blocks(t);
        if (t->skipped) {
            kat_fail(t, "cannot be interpreted: %s", t->reason);
            break;
        }
    }
    kat_plan_free(&plan);
    json_decref(fields);
}

int main(int argc, char **argv)
{
    unsigned passed = 0, failed = 0, skipped = 0;
    json_error_t error;
    json_t *root, *cases, *one;
    kat_test t;
    size_t i;

    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    root = json_load_file(argv[1], JSON_REJECT_DUPLICATES, &error);
    cases = json_object_get(root, "cases");
    if (!json_is_array(cases)) {
        fprintf(stderr, "%s: %s\n", argv[1], root == NULL ? error.text : "no cases");
        return 2;
    }
    memset(&t, 0, sizeof t);
    t.file = "field_cases.json";
    t.family = kat_find_family("SM3");
    json_array_foreach(cases, i, one)
    {
        const char *id = json_string_value(json_object_get(one, "id"));
        const char *kind = json_string_value(json_object_get(one, "kind"));
        const field_case_kind *row = kind != NULL ? find_kind(kind) : NULL;
        const char *why = id != NULL ? find_elsewhere(id) : NULL;

        t.id = id != NULL ? id : "(no id)";
        t.group_name = kind != NULL ? kind : "(no kind)";
        if (row != NULL) {
            run_case(&t, row, one);
            if (t.failed)
                failed++;
            else
                passed++;
            printf("%s %s: %s\n", t.id, t.group_name, t.failed ? "FAILED" : "passed");
        } else if (why != NULL) {
            skipped++;
            printf("%s %s: skipped: %s\n", t.id, t.group_name, why);
        } else {
            failed++;
            printf("FAIL %s %s: nothing here handles this kind\n", t.id, t.group_name);
        }
    }
    json_decref(root);
    printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
    return failed == 0 && passed > 0 ? 0 : 1;
}
