/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The modes of SM4 as callers use them, on every back-end, against the portable one: all lengths
 * from 0 bytes to 129 blocks and 15 bytes, in place and apart, with input and output at either end
 * of guarded memory, so that an access one byte outside is a crash; and with IV, hash key,
 * associated data and tag lying where the output goes.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "support_cmocka.h"

#include "mifu/mifu.h"
#include "support_guarded.h"
#include "support_random.h"

#define MOST (129 * 16 + 15)

/* What a mode takes besides its key and text. The tag goes in or out. */
typedef struct sides {
    const uint8_t *iv;       /* 16 bytes, or as many of them as the mode wants */
    const uint8_t *hash_key; /* 16 */
    const uint8_t *aad;
    size_t aad_len;
    uint8_t *tag; /* 16 */
} sides;

typedef mifu_status mode_call(uint8_t *out, const sides *s, const uint8_t *in, size_t len);

/* A mode in one direction; what decrypts stands behind what encrypts. */
typedef struct mode {
    const char *name;
    mode_call *run;
    size_t least, most, granularity; /* of lengths */
    int decrypts;
} mode;

static mifu_sm4_key key, key2;

#define BLOCKS(name, ...)                                                                          \
    static mifu_status name(uint8_t *out, const sides *s, const uint8_t *in, size_t len)           \
    {                                                                                              \
        size_t got;                                                                                \
                                                                                                   \
        (void)s;                                                                                   \
        return mifu_sm4_##name(out, len, &got, &key, __VA_ARGS__ in, len);                         \
    }
#define PLAIN(name, ...)                                                                           \
    static mifu_status name(uint8_t *out, const sides *s, const uint8_t *in, size_t len)           \
    {                                                                                              \
        return mifu_sm4_##name(out, &key, __VA_ARGS__ in, len);                                    \
    }
#define XTS(direction, order)                                                                      \
    static mifu_status xts_##direction##_##order(uint8_t *out, const sides *s, const uint8_t *in,  \
                                                 size_t len)                                       \
    {                                                                                              \
        return mifu_sm4_xts_##direction(out, &key, &key2, MIFU_SM4_XTS_##order, s->iv, in, len);   \
    }
BLOCKS(ecb_encrypt, MIFU_SM4_PADDING_NONE, )
BLOCKS(ecb_decrypt, MIFU_SM4_PADDING_NONE, )
BLOCKS(cbc_encrypt, s->iv, MIFU_SM4_PADDING_NONE, )
BLOCKS(cbc_decrypt, s->iv, MIFU_SM4_PADDING_NONE, )
PLAIN(cfb_encrypt, s->iv, )
PLAIN(cfb_decrypt, s->iv, )
PLAIN(cfb8_encrypt, s->iv, )
PLAIN(cfb8_decrypt, s->iv, )
PLAIN(ofb_crypt, s->iv, )
PLAIN(ctr_crypt, s->iv, )
PLAIN(bc_encrypt, s->iv, )
PLAIN(bc_decrypt, s->iv, )
PLAIN(ofbnlf_encrypt, s->iv, )
PLAIN(ofbnlf_decrypt, s->iv, )
PLAIN(hctr_encrypt, s->hash_key, s->iv, )
PLAIN(hctr_decrypt, s->hash_key, s->iv, )
XTS(encrypt, GB)
XTS(decrypt, GB)
XTS(encrypt, IEEE)
XTS(decrypt, IEEE)

static mifu_status gcm_seal(uint8_t *out, const sides *s, const uint8_t *in, size_t len)
{
    return mifu_sm4_gcm_seal(out, s->tag, 16, &key, s->iv, 12, s->aad, s->aad_len, in, len);
}

static mifu_status gcm_open(uint8_t *out, const sides *s, const uint8_t *in, size_t len)
{
    return mifu_sm4_gcm_open(out, &key, s->iv, 12, s->aad, s->aad_len, in, len, s->tag, 16);
}

static mifu_status ccm_seal(uint8_t *out, const sides *s, const uint8_t *in, size_t len)
{
    return mifu_sm4_ccm_seal(out, s->tag, 16, &key, s->iv, 12, s->aad, s->aad_len, in, len);
}

static mifu_status ccm_open(uint8_t *out, const sides *s, const uint8_t *in, size_t len)
{
    return mifu_sm4_ccm_open(out, &key, s->iv, 12, s->aad, s->aad_len, in, len, s->tag, 16);
}

static mifu_status gcm_siv_seal(uint8_t *out, const sides *s, const uint8_t *in, size_t len)
{
    return mifu_sm4_gcm_siv_seal(out, s->tag, &key, s->iv, s->aad, s->aad_len, in, len);
}

static mifu_status gcm_siv_open(uint8_t *out, const sides *s, const uint8_t *in, size_t len)
{
    return mifu_sm4_gcm_siv_open(out, &key, s->iv, s->aad, s->aad_len, in, len, s->tag);
}

/* A block for each byte: CFB8 is told by fewer. */
static const mode modes[] = {
    {"ecb", ecb_encrypt, 0, MOST, 16, 0},       {"ecb", ecb_decrypt, 0, MOST, 16, 1},
    {"cbc", cbc_encrypt, 0, MOST, 16, 0},       {"cbc", cbc_decrypt, 0, MOST, 16, 1},
    {"cfb", cfb_encrypt, 0, MOST, 1, 0},        {"cfb", cfb_decrypt, 0, MOST, 1, 1},
    {"cfb8", cfb8_encrypt, 0, 200, 1, 0},       {"cfb8", cfb8_decrypt, 0, 200, 1, 1},
    {"ofb", ofb_crypt, 0, MOST, 1, 0},          {"ofb", ofb_crypt, 0, MOST, 1, 1},
    {"ctr", ctr_crypt, 0, MOST, 1, 0},          {"ctr", ctr_crypt, 0, MOST, 1, 1},
    {"bc", bc_encrypt, 0, MOST, 16, 0},         {"bc", bc_decrypt, 0, MOST, 16, 1},
    {"ofbnlf", ofbnlf_encrypt, 0, MOST, 16, 0}, {"ofbnlf", ofbnlf_decrypt, 0, MOST, 16, 1},
    {"hctr", hctr_encrypt, 16, MOST, 1, 0},     {"hctr", hctr_decrypt, 16, MOST, 1, 1},
    {"xts gb", xts_encrypt_GB, 16, MOST, 1, 0}, {"xts gb", xts_decrypt_GB, 16, MOST, 1, 1},
    {"xts", xts_encrypt_IEEE, 16, MOST, 1, 0},  {"xts", xts_decrypt_IEEE, 16, MOST, 1, 1},
    {"gcm", gcm_seal, 0, MOST, 1, 0},           {"gcm", gcm_open, 0, MOST, 1, 1},
    {"ccm", ccm_seal, 0, MOST, 1, 0},           {"ccm", ccm_open, 0, MOST, 1, 1},
    {"gcm-siv", gcm_siv_seal, 0, MOST, 1, 0},   {"gcm-siv", gcm_siv_open, 0, MOST, 1, 1},
};

#define MODES (sizeof modes / sizeof modes[0])

static uint8_t iv[16], hash_key[16], aad[40], tag[16], made_tag[16], text[MOST], sealed[MOST];
static guarded input, output;

/* Runs `m` on from[0 .. len), laid at `in`, with the result at `out`, and compares. */
static void place(const char *backend, const mode *m, uint8_t *out, uint8_t *in,
                  const uint8_t *from, const uint8_t *to, size_t len)
{
    sides s = {iv, hash_key, aad, len % sizeof aad, m->decrypts ? tag : made_tag};
    mifu_status status;

    memset(out, 0xa5, len);
    memcpy(in, from, len);
    status = m->run(out, &s, in, len);
    if (status != MIFU_OK || memcmp(out, to, len) != 0 || (out != in && memcmp(in, from, len) != 0))
        fail_msg("sm4 %s: %s%s, %u bytes, %s, at the %s: status %d", backend, m->name,
                 m->decrypts ? " decrypting" : "", (unsigned)len, out == in ? "in place" : "apart",
                 out == output.first ? "beginning" : "end", (int)status);
    if (!m->decrypts)
        assert_memory_equal(made_tag, tag, sizeof tag);
}

static void one_length(const mode *m, size_t len)
{
    sides s = {iv, hash_key, aad, len % sizeof aad, tag};
    const uint8_t *from = m->decrypts ? sealed : text, *to = m->decrypts ? text : sealed;
    const char *backend;

    if (!m->decrypts) {
        memset(tag, 0, sizeof tag); /* of modes that make none */
        memset(made_tag, 0, sizeof made_tag);
        assert_int_equal(mifu_backend_select("sm4", "portable"), MIFU_OK);
        assert_int_equal(m->run(sealed, &s, text, len), MIFU_OK);
    }
    for (unsigned i = 0; (backend = mifu_backend_name("sm4", i)) != NULL; i++) {
        if (mifu_backend_select("sm4", backend) != MIFU_OK)
            continue;
        place(backend, m, output.end - len, input.end - len, from, to, len);
        place(backend, m, output.first, input.first, from, to, len);
        place(backend, m, output.end - len, output.end - len, from, to, len);
        place(backend, m, output.first, output.first, from, to, len);
    }
    assert_int_equal(mifu_backend_select("sm4", NULL), MIFU_OK);
}

/* Both directions of a mode one after the other, so that what one made the other takes. */
static void test_every_length(void **state)
{
    (void)state;
    for (size_t i = 0; i < MODES; i += 2)
        for (size_t len = modes[i].least; len <= modes[i].most; len += modes[i].granularity) {
            one_length(&modes[i], len);
            one_length(&modes[i + 1], len);
        }
}

/* IV, hash key, associated data and a tag that is read may lie anywhere, so in the output too. */
static void test_sides_in_the_output(void **state)
{
    enum { LEN = 160 };
    uint8_t out[LEN];
    sides s = {iv, hash_key, aad, sizeof aad, tag};
    sides inside = {out + 3, out + 30, out + 61, sizeof aad, out + 120};

    (void)state;
    for (size_t i = 0; i < MODES; i++) {
        const mode *m = &modes[i];
        const uint8_t *from = m->decrypts ? sealed : text, *to = m->decrypts ? text : sealed;

        if (!m->decrypts)
            assert_int_equal(m->run(sealed, &s, text, LEN), MIFU_OK);
        memset(out, 0xa5, sizeof out);
        memcpy(out + 3, iv, sizeof iv);
        memcpy(out + 30, hash_key, sizeof hash_key);
        memcpy(out + 61, aad, sizeof aad);
        memcpy(out + 120, tag, sizeof tag);
        inside.tag = m->decrypts ? out + 120 : made_tag; /* written, it may not overlap */
        if (m->run(out, &inside, from, LEN) != MIFU_OK || memcmp(out, to, LEN) != 0)
            fail_msg("%s%s", m->name, m->decrypts ? " decrypting" : "");
    }
}

static int set_up(void **state)
{
    uint8_t k[16];

    (void)state;
    support_random_fill(k, sizeof k);
    mifu_sm4_key_init(&key, k);
    support_random_fill(k, sizeof k);
    mifu_sm4_key_init(&key2, k);
    support_random_fill(iv, sizeof iv);
    support_random_fill(hash_key, sizeof hash_key);
    support_random_fill(aad, sizeof aad);
    support_random_fill(text, sizeof text);
    guarded_init(&input, MOST);
    guarded_init(&output, MOST);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    guarded_free(&input);
    guarded_free(&output);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_length),
        cmocka_unit_test(test_sides_in_the_output),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
