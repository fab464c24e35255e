/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Self-tests, for programs whose rules ask for them; nothing here runs by itself. docs/selftest.md.
 *
 * A test that fails closes the library for the life of the process: from then on every function
 * that returns a status returns MIFU_ERR_SELFTEST, and those that return nothing write zeros.
 * What still works: this header, mifu/status.h, mifu/cpu.h but for its two that change something,
 * names and sizes, _equal, and wiping. There is no way back.
 *
 * Threads: any. While the tests of all back-ends run, other threads change back-ends with them;
 * their results do not depend on that.
 */
#ifndef MIFU_SELFTEST_H
#define MIFU_SELFTEST_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What mifu_selftest() does; values may be combined. */
#define MIFU_SELFTEST_IN_USE       0u /* known answers on the back-ends in use */
#define MIFU_SELFTEST_ALL_BACKENDS 1u /* on each back-end that the processor can run */
#define MIFU_SELFTEST_INTEGRITY    2u /* and mifu_selftest_integrity(), where the code is sealed */
#define MIFU_SELFTEST_BRIEF        4u /* without long messages, SM9 and batches of SM2 */

/* One test that has run. Strings are static, except that algorithm and backend may be NULL. */
typedef struct mifu_selftest_result {
    const char *name;      /* of the test, such as "sm4-gcm" */
    const char *algorithm; /* whose back-end was chosen for this run; NULL: those in use */
    const char *backend;
    mifu_status status; /* MIFU_OK, MIFU_ERR_SELFTEST; of "integrity" also MIFU_ERR_UNSUPPORTED */
} mifu_selftest_result;

typedef void mifu_selftest_report(const mifu_selftest_result *result, void *context);

/*
 * Runs all that is asked for, also after a failure, and tells `report` (may be NULL) of each test.
 * If one failed, closes the library. Takes some twenty milliseconds.
 *   MIFU_ERR_ARGUMENT_NAME  no such value
 *   MIFU_ERR_SELFTEST       a test failed, now or before
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_selftest(unsigned what, mifu_selftest_report *report,
                                                   void *context);

/* MIFU_OK, or MIFU_ERR_SELFTEST where the library is closed. */
MIFU_API mifu_status mifu_selftest_state(void);

/*
 * Compares code and constants of the shared library in memory with the HMAC-SM3 that was stored in
 * it when it was built. It finds damage and careless changes; the key is no secret.
 *   MIFU_ERR_UNSUPPORTED  nothing was stored: a static library, or a build without the step
 *   MIFU_ERR_SELFTEST     they differ; the library is closed now, or was before
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_selftest_integrity(void);

/*
 * With on not 0: from now on every new key of mifu_sm2_keygen(), mifu_sm2_keygen_many() and the
 * keygen functions of SM9 is used once and its use checked with its public key. A key that fails is
 * wiped, keygen returns MIFU_ERR_SELFTEST, and the library is closed. Costs a signature and a
 * verification or what is like it. Off at the start.
 */
MIFU_API void mifu_selftest_pairwise(int on);

#ifdef __cplusplus
}
#endif

#endif
