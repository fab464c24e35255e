/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu-field-cases: faults seen in the field, run from tests/vectors/field_cases.json. A case's
 * `kind` names a row here. Inside a function the inputs are fields by their names, and what is
 * expected by its name with "=" before it; the checks are those of kat.h.
 */
#ifndef MIFU_FIELD_CASES_H
#define MIFU_FIELD_CASES_H

#include "kat.h"

typedef struct field_case_kind {
    const char *kind;
    const char *tables; /* the back-end tables to walk, as in kat_operation */
    void (*run)(kat_test *t);
} field_case_kind;

/* Each ends with a NULL kind. */
extern const field_case_kind field_cases_signature[];
extern const field_case_kind field_cases_cipher[];
extern const field_case_kind field_cases_key[];
extern const field_case_kind field_cases_symmetric[];
extern const field_case_kind field_cases_sm9[];
extern const field_case_kind field_cases_zuc[];

/* A sentence of the expectation that says what is wanted in words must still begin as it did when
 * this program was written: otherwise the case changed, and it fails. */
void field_case_wants(kat_test *t, const char *field, const char *beginning);

/* The hexadecimal number that follows `before` in a sentence of the expectation. */
kat_bytes field_case_hex_after(kat_test *t, const char *field, const char *before);

#endif
