/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The frame of mifu-vectors. A vector file has an `algorithm` and `groups`; a group has an
 * `operation` and `tests`. The file's algorithm names a family, and (family, operation) names a row
 * of a table: the fields it understands, the back-end tables that matter to it, and the function
 * that runs one test. The frame runs each test on every set of back-ends and counts it once.
 *
 * Inside a test function everything is asked of the `kat_test`: fields (which may also stand in
 * the group), memory (freed after the test; exact sizes, so that a sanitizer sees an overrun) and
 * checks. A field that is missing or malformed ends the function: the test is skipped by name.
 */
#ifndef MIFU_KAT_H
#define MIFU_KAT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mifu/hash.h"
#include "mifu/status.h"

typedef struct kat_test kat_test;

typedef struct kat_bytes {
    uint8_t *data; /* never NULL */
    size_t len;
} kat_bytes;

/* ---- Tables */

typedef struct kat_operation {
    const char *operation;
    /* Words; "msg*" stands for msg and its generated forms (_pattern, _repeat, _rule, _len). */
    const char *fields;
    /* Names of the back-end tables to walk, separated by spaces; those not there are ignored. */
    const char *backends;
    void (*run)(kat_test *t);
} kat_operation;

typedef struct kat_family {
    const char *name;
    const kat_operation *operations; /* ends with a NULL operation; NULL: family not there yet */
} kat_family;

extern const kat_operation kat_sm3_operations[];
extern const kat_operation kat_sha2_operations[];
extern const kat_operation kat_kdf_operations[];
extern const kat_operation kat_sm4_operations[];
extern const kat_operation kat_sm2_operations[];
extern const kat_operation kat_sm9_operations[];
extern const kat_operation kat_zuc_operations[];
extern const kat_operation kat_drbg_operations[];

/* The family a file's `algorithm` text belongs to, or NULL. */
const kat_family *kat_find_family(const char *algorithm);

/* The row of an operation, or NULL. */
const kat_operation *kat_find_operation(const kat_family *family, const char *operation);

/* ---- Fields of a test */

const char *kat_family_name(const kat_test *t);
bool kat_is_valid(const kat_test *t); /* result is not "invalid" */
bool kat_has(const kat_test *t, const char *field);
bool kat_flag(const kat_test *t, const char *field); /* there and true */
kat_bytes kat_hex(kat_test *t, const char *field);   /* required */
kat_bytes kat_hex_or_empty(kat_test *t, const char *field);
kat_bytes kat_hex_sized(kat_test *t, const char *field, size_t len);
/* The strings of an array of hexadecimal numbers, one after the other. */
kat_bytes kat_hex_list(kat_test *t, const char *field);
/* <field>, or <field>_pattern repeated <field>_repeat times, or <field>_len bytes by <field>_rule.
 */
kat_bytes kat_message(kat_test *t, const char *field);
bool kat_has_message(const kat_test *t, const char *field);
uint64_t kat_integer(kat_test *t, const char *field);
uint64_t kat_integer_or(kat_test *t, const char *field, uint64_t absent);
const char *kat_text(kat_test *t, const char *field);
const char *kat_text_or(kat_test *t, const char *field, const char *absent);
/* The integers of an array; *count is set. */
const uint64_t *kat_integers(kat_test *t, const char *field, size_t *count);

/* ---- Memory and chance */

kat_bytes kat_buffer(kat_test *t, size_t len); /* filled with a5 */
kat_bytes kat_copy(kat_test *t, const uint8_t *data, size_t len);
kat_bytes kat_join(kat_test *t, int count, ...);    /* of kat_bytes */
size_t kat_random_below(kat_test *t, size_t bound); /* 0 if bound is 0 */
size_t kat_random_chunk(kat_test *t, size_t rest);  /* 1..rest, small ones preferred */

/* ---- Checks: each notes a difference and goes on */

void kat_equal(kat_test *t, const char *what, kat_bytes expected, const uint8_t *got, size_t len);
void kat_status(kat_test *t, const char *what, mifu_status expected, mifu_status got);
/* Any error; neither MIFU_OK nor MIFU_INVALID. */
void kat_is_error(kat_test *t, const char *what, mifu_status got);
/* Any answer but MIFU_OK. */
void kat_is_refused(kat_test *t, const char *what, mifu_status got);
void kat_true(kat_test *t, const char *what, bool condition);
void kat_is_zero(kat_test *t, const char *what, kat_bytes bytes);
/* All bytes are as kat_buffer() made them. */
void kat_nothing_written(kat_test *t, const char *what, kat_bytes out);
/* Each byte is zero or as kat_buffer() made it: zeroed up to some length, or untouched. */
void kat_no_plaintext(kat_test *t, const char *what, kat_bytes out);
void kat_fail(kat_test *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Leaves the test function after a failure that makes the rest of it pointless. */
void kat_give_up(kat_test *t) __attribute__((noreturn));

/* Leaves the test function; the test counts as skipped with this reason. */
void kat_skip(kat_test *t, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

#endif
