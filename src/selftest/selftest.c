/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the tests and closes the library if one fails. */
#include "mifu/selftest.h"

#include <string.h>

#include "base_state.h"
#include "mifu/cpu.h"
#include "selftest_internal.h"

static const struct {
    const char *name;
    int (*run)(void);
    const char *algorithms; /* whose back-ends it uses: words */
    int is_long;            /* left out by MIFU_SELFTEST_BRIEF */
} tests[] = {
    {"sm3", mifu_selftest_sm3, "sm3", 0},
    {"sm3-long", mifu_selftest_sm3_long, "sm3", 1},
    {"sm3-many", mifu_selftest_sm3_many, "sm3", 0},
    {"sha256", mifu_selftest_sha256, "sha256", 0},
    {"sha256-long", mifu_selftest_sha256_long, "sha256", 1},
    {"sha256-many", mifu_selftest_sha256_many, "sha256", 0},
    {"hmac-sm3", mifu_selftest_hmac, "sm3", 0},
    {"hmac-sm3-many", mifu_selftest_hmac_many, "sm3", 0},
    {"kdf", mifu_selftest_kdf, "sm3", 0},
    {"tlcp-prf", mifu_selftest_tlcp_prf, "sm3", 0},
    {"sm4-block", mifu_selftest_sm4_block, "sm4", 0},
    {"sm4-ecb-cbc", mifu_selftest_sm4_padded, "sm4", 0},
    {"sm4-cfb-ofb-ctr", mifu_selftest_sm4_stream, "sm4", 0},
    {"sm4-gcm", mifu_selftest_sm4_gcm, "sm4 ghash", 0},
    {"sm4-ccm", mifu_selftest_sm4_ccm, "sm4", 0},
    {"sm4-xts", mifu_selftest_sm4_xts, "sm4", 0},
    {"sm4-mac", mifu_selftest_sm4_mac, "sm4", 0},
    {"sm4-mac-other", mifu_selftest_sm4_mac_other, "sm4", 0},
    {"sm4-gmac", mifu_selftest_sm4_gmac, "sm4 ghash", 0},
    {"sm4-wrap", mifu_selftest_sm4_wrap, "sm4", 0},
    {"sm4-bc-ofbnlf-hctr", mifu_selftest_sm4_other, "sm4 ghash", 0},
    {"sm4-gcm-siv", mifu_selftest_sm4_siv, "sm4 ghash", 0},
    {"sm4-wide", mifu_selftest_sm4_wide, "sm4 ghash", 0},
    {"sm4-many", mifu_selftest_sm4_many, "sm4", 0},
    {"sm2-verify", mifu_selftest_sm2_verify, "sm2 sm3", 0},
    {"sm2-sign", mifu_selftest_sm2_sign, "sm2 sm3", 0},
    {"sm2-encrypt", mifu_selftest_sm2_encrypt, "sm2 sm3", 0},
    {"sm2-ecdh", mifu_selftest_sm2_ecdh, "sm2", 0},
    {"sm2-exchange", mifu_selftest_sm2_exchange, "sm2 sm3", 0},
    {"sm2-many", mifu_selftest_sm2_many, "sm2_many sm2 sm3", 1},
    {"sm2-many-messages", mifu_selftest_sm2_many_messages, "sm2_many sm2 sm3", 1},
    {"sm2-prepared", mifu_selftest_sm2_prepared, "sm2 sm3", 0},
    {"sm9-sign", mifu_selftest_sm9_sign, "sm9 sm3", 1},
    {"sm9-kem", mifu_selftest_sm9_kem, "sm9 sm3", 1},
    {"sm9-encrypt", mifu_selftest_sm9_encrypt, "sm9 sm3 sm4", 1},
    {"sm9-exchange", mifu_selftest_sm9_exchange, "sm9 sm3", 1},
    {"sm9-many", mifu_selftest_sm9_many, "sm9 sm3", 1},
    {"zuc", mifu_selftest_zuc, "zuc", 0},
    {"zuc256", mifu_selftest_zuc256, "zuc", 0},
    {"zuc-gxm-mur", mifu_selftest_zuc_aead, "zuc ghash", 0},
    {"zuc-wide", mifu_selftest_zuc_wide, "zuc", 0},
    {"zuc-many", mifu_selftest_zuc_many, "zuc", 0},
    {"drbg", mifu_selftest_drbg, "sm3 sm4", 0},
    {"random", mifu_selftest_random, "sm3", 0},
};

typedef struct session {
    mifu_selftest_report *report;
    void *context;
    int brief, failed;
} session;

static void tell(session *s, const mifu_selftest_result *result)
{
    if (result->status == MIFU_ERR_SELFTEST)
        s->failed = 1;
    if (s->report != NULL)
        s->report(result, s->context);
}

static int has_word(const char *words, const char *word)
{
    size_t len = strlen(word);

    while (*words != '\0') {
        size_t here = strcspn(words, " ");

        if (here == len && memcmp(words, word, len) == 0)
            return 1;
        words += here;
        if (*words == ' ')
            words++;
    }
    return 0;
}

/* All tests, or those that use an algorithm. */
static void run(session *s, const char *algorithm, const char *backend)
{
    for (size_t i = 0; i < MIFU_COUNT_OF(tests); i++) {
        mifu_selftest_result result = {tests[i].name, algorithm, backend, MIFU_OK};

        if ((algorithm != NULL && !has_word(tests[i].algorithms, algorithm)) ||
            (s->brief && tests[i].is_long))
            continue;
        if (!tests[i].run())
            result.status = MIFU_ERR_SELFTEST;
        tell(s, &result);
    }
}

/* Each of the back-ends, and then the one that was in use again. */
static void run_backends(session *s, const char *algorithm)
{
    const char *before = mifu_backend_active(algorithm), *backend;

    for (unsigned i = 0; (backend = mifu_backend_name(algorithm, i)) != NULL; i++)
        if (mifu_backend_usable(algorithm, backend) &&
            mifu_backend_select(algorithm, backend) == MIFU_OK)
            run(s, algorithm, backend);
    if (mifu_backend_select(algorithm, before) != MIFU_OK)
        s->failed = 1;
}

mifu_status mifu_selftest(unsigned what, mifu_selftest_report *report, void *context)
{
    session s = {report, context, (what & MIFU_SELFTEST_BRIEF) != 0, 0};
    const char *algorithm;

    MIFU_REFUSE_WHEN_CLOSED();
    if ((what & ~(MIFU_SELFTEST_ALL_BACKENDS | MIFU_SELFTEST_INTEGRITY | MIFU_SELFTEST_BRIEF)) != 0)
        return MIFU_ERR_ARGUMENT_NAME;
    if ((what & MIFU_SELFTEST_INTEGRITY) != 0) {
        const mifu_selftest_result result = {"integrity", NULL, NULL, mifu_selftest_image()};

        tell(&s, &result);
    }
    run(&s, NULL, NULL);
    if ((what & MIFU_SELFTEST_ALL_BACKENDS) != 0)
        for (unsigned i = 0; (algorithm = mifu_backend_algorithm(i)) != NULL; i++)
            run_backends(&s, algorithm);
    return s.failed ? mifu_state_close() : MIFU_OK;
}

mifu_status mifu_selftest_state(void)
{
    return mifu_closed() ? MIFU_ERR_SELFTEST : MIFU_OK;
}

mifu_status mifu_selftest_integrity(void)
{
    mifu_status status;

    MIFU_REFUSE_WHEN_CLOSED();
    status = mifu_selftest_image();
    return status == MIFU_ERR_SELFTEST ? mifu_state_close() : status;
}

void mifu_selftest_pairwise(int on)
{
    atomic_store(&mifu_state_pairwise, on != 0);
}
