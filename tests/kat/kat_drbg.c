/* SPDX-License-Identifier: Apache-2.0 */
/* The generators with SM3 and SM4, with the entropy that a test lists, and their derivation
 * functions. */
#include "drbg_internal.h"
#include "kat.h"

/* The entropy of a test: strings that are given out one by one, each with its exact length. */
typedef struct script {
    kat_bytes strings[3];
    unsigned count, used;
} script;

static mifu_status scripted(uint8_t *out, size_t len, void *context)
{
    script *s = context;

    if (s->used == s->count || s->strings[s->used].len != len)
        return MIFU_ERR_RANDOM;
    memcpy(out, s->strings[s->used++].data, len);
    return MIFU_OK;
}

static mifu_drbg_form form_of(kat_test *t)
{
    const char *mode = kat_text(t, "mode");

    if (strcmp(mode, "gm") == 0)
        return MIFU_DRBG_FORM_GM;
    if (strcmp(mode, "nist") == 0)
        return MIFU_DRBG_FORM_NIST;
    kat_skip(t, "no mode \"%.20s\"", mode);
}

static void instantiate(kat_test *t, mifu_drbg *drbg, script *s, mifu_drbg_mechanism mechanism)
{
    kat_bytes personalization = kat_hex_or_empty(t, "personalization");
    mifu_drbg_options options = {0};

    s->strings[0] = kat_hex(t, "entropy");
    s->strings[1] = kat_hex(t, "nonce");
    s->count = 2;
    s->used = 0;
    options.entropy = scripted;
    options.entropy_context = s;
    options.entropy_len = s->strings[0].len;
    options.nonce_len = s->strings[1].len;
    kat_status(t, "instantiate", MIFU_OK,
               mifu_drbg_instantiate(drbg, mechanism, form_of(t), &options, personalization.data,
                                     personalization.len));
    if (s->used != 2)
        kat_give_up(t);
}

/* The state: V and C or Key, after step `at`. */
static void state(kat_test *t, const mifu_drbg *drbg, char at)
{
    const char v[] = {'v', at, '\0'}, c[] = {'c', at, '\0'}, key[] = {'k', 'e', 'y', at, '\0'};
    static const size_t v_len[] = {0, 55, 32, 16};
    size_t len = v_len[drbg->mechanism < 4 ? drbg->mechanism : 0];

    kat_equal(t, v, kat_hex(t, v), drbg->v, len);
    if (kat_has(t, c))
        kat_equal(t, c, kat_hex(t, c), drbg->c, len);
    if (kat_has(t, key))
        kat_equal(t, key, kat_hex(t, key), drbg->key, len);
}

static void run(kat_test *t, mifu_drbg_mechanism mechanism)
{
    size_t len = (size_t)kat_integer(t, "out_len");
    kat_bytes got = kat_buffer(t, len), additional;
    mifu_drbg drbg;
    script s;

    instantiate(t, &drbg, &s, mechanism);
    state(t, &drbg, '0');
    if (kat_has(t, "entropy_reseed")) {
        s.strings[0] = kat_hex(t, "entropy_reseed");
        s.count = 1;
        s.used = 0;
        drbg.options.entropy_len = s.strings[0].len; /* may differ from that of the first seed */
        additional = kat_hex_or_empty(t, "additional_reseed");
        kat_status(t, "reseed", MIFU_OK, mifu_drbg_reseed(&drbg, additional.data, additional.len));
        state(t, &drbg, '1');
    }
    for (char i = '1'; i <= '2'; i++) {
        const char add[] = {'a', 'd', 'd', 'i', 't', 'i', 'o', 'n', 'a', 'l', i, '\0'};
        const char returned[] = {'r', 'e', 't', 'u', 'r', 'n', 'e', 'd', i, '\0'};

        additional = kat_hex_or_empty(t, add);
        kat_status(t, "generate", MIFU_OK,
                   mifu_drbg_generate(got.data, len, &drbg, additional.data, additional.len));
        kat_equal(t, returned, kat_hex(t, returned), got.data, len);
        state(t, &drbg, (char)(i + 1));
    }
    mifu_drbg_uninstantiate(&drbg);
    kat_status(t, "generate without a state", MIFU_ERR_ARGUMENT_STATE,
               mifu_drbg_generate(got.data, len, &drbg, NULL, 0));
}

static void run_hash(kat_test *t)
{
    run(t, MIFU_DRBG_HASH_SM3);
}

static void run_hmac(kat_test *t)
{
    run(t, MIFU_DRBG_HMAC_SM3);
}

static void run_ctr(kat_test *t)
{
    run(t, MIFU_DRBG_CTR_SM4);
}

/* Blocks of 32 bytes are of SM3, those of 16 bytes of SM4. */
static void run_sequence(kat_test *t)
{
    size_t len = (size_t)kat_integer(t, "out_len");
    kat_bytes all = kat_hex_list(t, "generates"), got = kat_buffer(t, all.len);
    mifu_drbg drbg;
    script s;

    if ((len != 16 && len != 32) || all.len % len != 0)
        kat_skip(t, "%zu bytes in calls of %zu", all.len, len);
    instantiate(t, &drbg, &s, len == 32 ? MIFU_DRBG_HASH_SM3 : MIFU_DRBG_CTR_SM4);
    for (size_t at = 0; at < all.len; at += len)
        kat_status(t, "generate", MIFU_OK, mifu_drbg_generate(got.data + at, len, &drbg, NULL, 0));
    kat_equal(t, "generates", all, got.data, got.len);
}

static void run_hash_df(kat_test *t)
{
    kat_bytes in = kat_hex(t, "df_in"), out = kat_hex(t, "df_out");
    kat_bytes got = kat_buffer(t, (size_t)kat_integer(t, "out_len"));
    size_t cut = kat_random_below(t, in.len + 1);
    mifu_drbg_part parts[2];

    parts[0] = (mifu_drbg_part){in.data, cut};
    parts[1] = (mifu_drbg_part){in.data + cut, in.len - cut};
    mifu_drbg_hash_df(got.data, got.len, parts, 2);
    kat_equal(t, "df_out", out, got.data, got.len);
}

static void run_block_cipher_df(kat_test *t)
{
    kat_bytes in = kat_hex(t, "df_in"), out = kat_hex_sized(t, "df_out", 32);
    size_t cut = kat_random_below(t, in.len + 1);
    mifu_drbg_part parts[2];
    uint8_t got[32];

    parts[0] = (mifu_drbg_part){in.data, cut};
    parts[1] = (mifu_drbg_part){in.data + cut, in.len - cut};
    mifu_drbg_block_cipher_df(got, parts, 2);
    kat_true(t, "out_len is that of key and block together",
             kat_integer(t, "out_len") == sizeof got);
    kat_equal(t, "df_out", out, got, sizeof got);
}

#define STEPS                                                                                      \
    "mode entropy nonce personalization v0 c0 key0 entropy_reseed additional_reseed v1 c1 key1 "   \
    "out_len additional1 returned1 v2 key2 additional2 returned2 v3 key3"

const kat_operation kat_drbg_operations[] = {
    {"hash-drbg", STEPS, "sm3", run_hash},
    {"hmac-drbg", STEPS, "sm3", run_hmac},
    {"ctr-drbg", STEPS, "sm4", run_ctr},
    {"drbg-sequence", "mode entropy nonce personalization out_len generates", "sm3 sm4",
     run_sequence},
    {"hash-df", "df_in out_len df_out", "sm3", run_hash_df},
    {"block-cipher-df", "df_in out_len df_out", "sm4", run_block_cipher_df},
    {NULL, NULL, NULL, NULL},
};
