/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The hunt for residue: an operation runs on a stack of its own, which is searched afterwards for
 * the secrets it worked on.
 */
#ifndef MIFU_WIPE_H
#define MIFU_WIPE_H

#include <stddef.h>
#include <stdint.h>

#include "base_compiler.h"
#include "mifu/status.h"

typedef struct wipe_case {
    const char *name;
    const char *algorithms; /* words: whose back-end tables are walked */
    void (*prepare)(void);  /* makes inputs, on the ordinary stack; names the secrets */
    void (*run)(void);    /* the operation, on the searched stack; keeps secrets in statics only */
    void (*finish)(void); /* names secrets that are known afterwards only; may be NULL */
} wipe_case;

typedef struct wipe_table {
    const wipe_case *cases;
    size_t count;
} wipe_table;

extern const wipe_table wipe_cases_hash;
extern const wipe_table wipe_cases_sm4;
extern const wipe_table wipe_cases_sm2;
extern const wipe_table wipe_cases_sm9;
extern const wipe_table wipe_cases_zuc;
extern const wipe_table wipe_cases_drbg;

/* Pseudo-random bytes. */
void wipe_random(void *p, size_t len);

/* They answer all requests for random bytes, unless a case has others for itself. */
mifu_status wipe_random_source(uint8_t *out, size_t len);

/*
 * Names a secret of at least 8 bytes. Searched for are its 8-byte windows, in this order of bytes,
 * in the reverse order, and with the bytes of each 32-bit word swapped.
 */
void wipe_secret(const char *name, const void *p, size_t len);

/* The same for what is known to be left in places: it is reported and does not fail the test. */
void wipe_report(const char *name, const void *p, size_t len);

/*
 * The operation's last step wipes the stack as deep as it went, and leaves zeros alone below its
 * own frame and that of the case.
 */
void wipe_in_one_piece(void);

/* Memory that the case's operation works in, to be searched like the stack. Once for a case. */
void wipe_memory(const void *p, size_t len);

/* Ends the test where a call did not do what the case needs. */
void wipe_require(int ok, const char *what);
#define WIPE_OK(call) wipe_require((call) == MIFU_OK, #call)

#endif
