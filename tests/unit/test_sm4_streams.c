/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Streaming equals one-shot for every mode, however the input is cut, in place and apart, also when
 * the back-end changes on the way; calls out of order; overlaps; limits; one key in many threads.
 */
#include "support_cmocka.h"

#include <pthread.h>
#include <stdlib.h>

#include "mifu/mifu.h"
#include "support_random.h"

#define MAX 700

static mifu_sm4_key key, key2;
static const uint8_t standard_key[16] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
                                         0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10};
static uint8_t iv[16];
static const uint8_t aad[21] = "associated data, odd";

typedef union context {
    mifu_sm4_ecb ecb;
    mifu_sm4_cbc cbc;
    mifu_sm4_cfb cfb;
    mifu_sm4_cfb8 cfb8;
    mifu_sm4_ofb ofb;
    mifu_sm4_ctr ctr;
    mifu_sm4_xts xts;
    mifu_sm4_gcm gcm;
    mifu_sm4_ccm ccm;
} context;

/* One mode and direction. `tag` has 16 bytes and goes in or out where the mode has one. */
typedef struct mode {
    const char *name;
    int granularity; /* input lengths are multiples of this */
    size_t least;    /* input has at least this many bytes */
    int decrypts;    /* index distance to the encryption of the same mode, or 0 */
    int holds_back;  /* output may lag */
    mifu_status (*one_shot)(uint8_t *out, size_t *out_len, uint8_t tag[16], const uint8_t *in,
                            size_t len);
    mifu_status (*init)(context *c, size_t len);
    mifu_status (*update)(uint8_t *out, size_t cap, size_t *out_len, context *c, const uint8_t *in,
                          size_t len);
    mifu_status (*final)(uint8_t *out, size_t cap, size_t *out_len, context *c, uint8_t tag[16]);
} mode;

#define PADDED(mode_name, direction, Direction, padding_name, ...)                                 \
    static mifu_status mode_name##_##direction##_##padding_name##_one(                             \
        uint8_t *out, size_t *out_len, uint8_t tag[16], const uint8_t *in, size_t len)             \
    {                                                                                              \
        (void)tag;                                                                                 \
        return mifu_sm4_##mode_name##_##direction(                                                 \
            out, MAX + 32, out_len, &key, __VA_ARGS__ MIFU_SM4_PADDING_##padding_name, in, len);   \
    }                                                                                              \
    static mifu_status mode_name##_##direction##_##padding_name##_init(context *c, size_t len)     \
    {                                                                                              \
        (void)len;                                                                                 \
        return mifu_sm4_##mode_name##_##direction##_init(                                          \
            &c->mode_name, &key, __VA_ARGS__ MIFU_SM4_PADDING_##padding_name);                     \
    }

#define HOLDING(mode_name)                                                                         \
    static mifu_status mode_name##_update(uint8_t *out, size_t cap, size_t *out_len, context *c,   \
                                          const uint8_t *in, size_t len)                           \
    {                                                                                              \
        return mifu_sm4_##mode_name##_update(out, cap, out_len, &c->mode_name, in, len);           \
    }                                                                                              \
    static mifu_status mode_name##_final(uint8_t *out, size_t cap, size_t *out_len, context *c,    \
                                         uint8_t tag[16])                                          \
    {                                                                                              \
        (void)tag;                                                                                 \
        return mifu_sm4_##mode_name##_final(out, cap, out_len, &c->mode_name);                     \
    }

#define IV iv,
PADDED(ecb, encrypt, ENCRYPT, PKCS7, )
PADDED(ecb, decrypt, DECRYPT, PKCS7, )
PADDED(ecb, encrypt, ENCRYPT, NONE, )
PADDED(ecb, decrypt, DECRYPT, NONE, )
PADDED(cbc, encrypt, ENCRYPT, PKCS7, IV)
PADDED(cbc, decrypt, DECRYPT, PKCS7, IV)
PADDED(cbc, encrypt, ENCRYPT, ISO9797_M2, IV)
PADDED(cbc, decrypt, DECRYPT, ISO9797_M2, IV)
PADDED(cbc, encrypt, ENCRYPT, NONE, IV)
PADDED(cbc, decrypt, DECRYPT, NONE, IV)
HOLDING(ecb)
HOLDING(cbc)
HOLDING(xts)

/* Modes whose output is as long as the input at every step. */
#define EXACT(mode_name, function, init_name)                                                      \
    static mifu_status function##_one(uint8_t *out, size_t *out_len, uint8_t tag[16],              \
                                      const uint8_t *in, size_t len)                               \
    {                                                                                              \
        (void)tag;                                                                                 \
        *out_len = len;                                                                            \
        return mifu_sm4_##function(out, &key, iv, in, len);                                        \
    }                                                                                              \
    static mifu_status function##_init(context *c, size_t len)                                     \
    {                                                                                              \
        (void)len;                                                                                 \
        return mifu_sm4_##init_name(&c->mode_name, &key, iv);                                      \
    }
#define EXACT_STEPS(mode_name)                                                                     \
    static mifu_status mode_name##_update(uint8_t *out, size_t cap, size_t *out_len, context *c,   \
                                          const uint8_t *in, size_t len)                           \
    {                                                                                              \
        (void)cap;                                                                                 \
        *out_len = len;                                                                            \
        return mifu_sm4_##mode_name##_update(out, &c->mode_name, in, len);                         \
    }                                                                                              \
    static mifu_status mode_name##_final(uint8_t *out, size_t cap, size_t *out_len, context *c,    \
                                         uint8_t tag[16])                                          \
    {                                                                                              \
        (void)out, (void)cap, (void)tag;                                                           \
        *out_len = 0;                                                                              \
        return mifu_sm4_##mode_name##_final(&c->mode_name);                                        \
    }
EXACT(cfb, cfb_encrypt, cfb_encrypt_init)
EXACT(cfb, cfb_decrypt, cfb_decrypt_init)
EXACT(cfb8, cfb8_encrypt, cfb8_encrypt_init)
EXACT(cfb8, cfb8_decrypt, cfb8_decrypt_init)
EXACT(ofb, ofb_crypt, ofb_init)
EXACT(ctr, ctr_crypt, ctr_init)
EXACT_STEPS(cfb)
EXACT_STEPS(cfb8)
EXACT_STEPS(ofb)
EXACT_STEPS(ctr)

#define XTS(direction, order)                                                                      \
    static mifu_status xts_##direction##_##order##_one(                                            \
        uint8_t *out, size_t *out_len, uint8_t tag[16], const uint8_t *in, size_t len)             \
    {                                                                                              \
        (void)tag;                                                                                 \
        *out_len = len;                                                                            \
        return mifu_sm4_xts_##direction(out, &key, &key2, MIFU_SM4_XTS_##order, iv, in, len);      \
    }                                                                                              \
    static mifu_status xts_##direction##_##order##_init(context *c, size_t len)                    \
    {                                                                                              \
        (void)len;                                                                                 \
        return mifu_sm4_xts_##direction##_init(&c->xts, &key, &key2, MIFU_SM4_XTS_##order, iv);    \
    }
XTS(encrypt, GB)
XTS(decrypt, GB)
XTS(encrypt, IEEE)
XTS(decrypt, IEEE)

static mifu_status gcm_seal_one(uint8_t *out, size_t *out_len, uint8_t tag[16], const uint8_t *in,
                                size_t len)
{
    *out_len = len;
    return mifu_sm4_gcm_seal(out, tag, 16, &key, iv, 12, aad, sizeof aad, in, len);
}

static mifu_status gcm_open_one(uint8_t *out, size_t *out_len, uint8_t tag[16], const uint8_t *in,
                                size_t len)
{
    *out_len = len;
    return mifu_sm4_gcm_open(out, &key, iv, 12, aad, sizeof aad, in, len, tag, 16);
}

/* Associated data comes in random pieces too. */
static mifu_status gcm_aad(context *c, mifu_status status)
{
    size_t done = 0;

    while (status == MIFU_OK && done < sizeof aad) {
        size_t n = support_random_below(sizeof aad - done + 1);

        status = mifu_sm4_gcm_aad_update(&c->gcm, aad + done, n);
        done += n;
    }
    return status;
}

static mifu_status gcm_seal_init(context *c, size_t len)
{
    (void)len;
    return gcm_aad(c, mifu_sm4_gcm_encrypt_init(&c->gcm, &key, iv, 12));
}

static mifu_status gcm_open_init(context *c, size_t len)
{
    (void)len;
    return gcm_aad(c, mifu_sm4_gcm_decrypt_init(&c->gcm, &key, iv, 12));
}

static mifu_status gcm_seal_update(uint8_t *out, size_t cap, size_t *out_len, context *c,
                                   const uint8_t *in, size_t len)
{
    (void)cap;
    *out_len = len;
    return mifu_sm4_gcm_encrypt_update(out, &c->gcm, in, len);
}

static mifu_status gcm_open_update(uint8_t *out, size_t cap, size_t *out_len, context *c,
                                   const uint8_t *in, size_t len)
{
    (void)cap;
    *out_len = len;
    return mifu_sm4_gcm_decrypt_update_unverified(out, &c->gcm, in, len);
}

static mifu_status gcm_seal_final(uint8_t *out, size_t cap, size_t *out_len, context *c,
                                  uint8_t tag[16])
{
    (void)out, (void)cap;
    *out_len = 0;
    return mifu_sm4_gcm_encrypt_final(tag, 16, &c->gcm);
}

static mifu_status gcm_open_final(uint8_t *out, size_t cap, size_t *out_len, context *c,
                                  uint8_t tag[16])
{
    (void)out, (void)cap;
    *out_len = 0;
    return mifu_sm4_gcm_decrypt_final(&c->gcm, tag, 16);
}

static mifu_status ccm_seal_one(uint8_t *out, size_t *out_len, uint8_t tag[16], const uint8_t *in,
                                size_t len)
{
    *out_len = len;
    return mifu_sm4_ccm_seal(out, tag, 16, &key, iv, 12, aad, sizeof aad, in, len);
}

static mifu_status ccm_open_one(uint8_t *out, size_t *out_len, uint8_t tag[16], const uint8_t *in,
                                size_t len)
{
    *out_len = len;
    return mifu_sm4_ccm_open(out, &key, iv, 12, aad, sizeof aad, in, len, tag, 16);
}

static mifu_status ccm_aad(context *c, mifu_status status)
{
    size_t done = 0;

    while (status == MIFU_OK && done < sizeof aad) {
        size_t n = support_random_below(sizeof aad - done + 1);

        status = mifu_sm4_ccm_aad_update(&c->ccm, aad + done, n);
        done += n;
    }
    return status;
}

static mifu_status ccm_seal_init(context *c, size_t len)
{
    return ccm_aad(c, mifu_sm4_ccm_encrypt_init(&c->ccm, &key, iv, 12, sizeof aad, len, 16));
}

static mifu_status ccm_open_init(context *c, size_t len)
{
    return ccm_aad(c, mifu_sm4_ccm_decrypt_init(&c->ccm, &key, iv, 12, sizeof aad, len, 16));
}

static mifu_status ccm_seal_update(uint8_t *out, size_t cap, size_t *out_len, context *c,
                                   const uint8_t *in, size_t len)
{
    (void)cap;
    *out_len = len;
    return mifu_sm4_ccm_encrypt_update(out, &c->ccm, in, len);
}

static mifu_status ccm_open_update(uint8_t *out, size_t cap, size_t *out_len, context *c,
                                   const uint8_t *in, size_t len)
{
    (void)cap;
    *out_len = len;
    return mifu_sm4_ccm_decrypt_update_unverified(out, &c->ccm, in, len);
}

static mifu_status ccm_seal_final(uint8_t *out, size_t cap, size_t *out_len, context *c,
                                  uint8_t tag[16])
{
    (void)out, (void)cap;
    *out_len = 0;
    return mifu_sm4_ccm_encrypt_final(tag, &c->ccm);
}

static mifu_status ccm_open_final(uint8_t *out, size_t cap, size_t *out_len, context *c,
                                  uint8_t tag[16])
{
    (void)out, (void)cap;
    *out_len = 0;
    return mifu_sm4_ccm_decrypt_final(&c->ccm, tag);
}

#define PADDED_ROWS(m, p, granularity)                                                             \
    {#m " " #p,  granularity, 0, 0, 1, m##_encrypt_##p##_one, m##_encrypt_##p##_init,              \
     m##_update, m##_final},                                                                       \
    {                                                                                              \
#        m " " #        p " decrypt", granularity, 0, 1, 1, m##_decrypt_##p##_one,                 \
            m##_decrypt_##p##_init, m##_update, m##_final                                          \
    }

static const mode modes[] = {
    PADDED_ROWS(ecb, PKCS7, 1),
    PADDED_ROWS(ecb, NONE, 16),
    PADDED_ROWS(cbc, PKCS7, 1),
    PADDED_ROWS(cbc, ISO9797_M2, 1),
    PADDED_ROWS(cbc, NONE, 16),
    {"cfb", 1, 0, 0, 0, cfb_encrypt_one, cfb_encrypt_init, cfb_update, cfb_final},
    {"cfb decrypt", 1, 0, 1, 0, cfb_decrypt_one, cfb_decrypt_init, cfb_update, cfb_final},
    {"cfb8", 1, 0, 0, 0, cfb8_encrypt_one, cfb8_encrypt_init, cfb8_update, cfb8_final},
    {"cfb8 decrypt", 1, 0, 1, 0, cfb8_decrypt_one, cfb8_decrypt_init, cfb8_update, cfb8_final},
    {"ofb", 1, 0, 0, 0, ofb_crypt_one, ofb_crypt_init, ofb_update, ofb_final},
    {"ofb again", 1, 0, 1, 0, ofb_crypt_one, ofb_crypt_init, ofb_update, ofb_final},
    {"ctr", 1, 0, 0, 0, ctr_crypt_one, ctr_crypt_init, ctr_update, ctr_final},
    {"ctr again", 1, 0, 1, 0, ctr_crypt_one, ctr_crypt_init, ctr_update, ctr_final},
    {"xts gb", 1, 16, 0, 1, xts_encrypt_GB_one, xts_encrypt_GB_init, xts_update, xts_final},
    {"xts gb decrypt", 1, 16, 1, 1, xts_decrypt_GB_one, xts_decrypt_GB_init, xts_update, xts_final},
    {"xts ieee", 1, 16, 0, 1, xts_encrypt_IEEE_one, xts_encrypt_IEEE_init, xts_update, xts_final},
    {"xts ieee decrypt", 1, 16, 1, 1, xts_decrypt_IEEE_one, xts_decrypt_IEEE_init, xts_update,
     xts_final},
    {"gcm", 1, 0, 0, 0, gcm_seal_one, gcm_seal_init, gcm_seal_update, gcm_seal_final},
    {"gcm open", 1, 0, 1, 0, gcm_open_one, gcm_open_init, gcm_open_update, gcm_open_final},
    {"ccm", 1, 0, 0, 0, ccm_seal_one, ccm_seal_init, ccm_seal_update, ccm_seal_final},
    {"ccm open", 1, 0, 1, 0, ccm_open_one, ccm_open_init, ccm_open_update, ccm_open_final},
};

#define MODES (sizeof modes / sizeof modes[0])

static int set_up(void **state)
{
    uint8_t k[16];

    (void)state;
    mifu_sm4_key_init(&key, standard_key);
    support_random_fill(k, 16);
    mifu_sm4_key_init(&key2, k);
    support_random_fill(iv, 16);
    return 0;
}

/* Runs a stream over in[0 .. len) in pieces of at most `piece` bytes (0: any). */
static size_t run_stream(const mode *m, uint8_t *out, const uint8_t *in, size_t len, size_t piece,
                         uint8_t tag[16], int switch_backends)
{
    context c;
    size_t done = 0, written = 0, n, got, ignored;

    assert_int_equal(m->init(&c, len), MIFU_OK);
    while (done < len) {
        n = 1 + support_random_below(piece == 0 ? len - done : piece);
        if (n > len - done)
            n = len - done;
        if (switch_backends) {
            const char *name = mifu_backend_name(
                "sm4", (unsigned)support_random_below(2)); /* ends with the portable one */

            if (name != NULL && mifu_backend_usable("sm4", name))
                assert_int_equal(mifu_backend_select("sm4", name), MIFU_OK);
            name = mifu_backend_name("ghash", (unsigned)support_random_below(2));
            if (name != NULL && mifu_backend_usable("ghash", name))
                assert_int_equal(mifu_backend_select("ghash", name), MIFU_OK);
        }
        assert_int_equal(m->update(out + written, MAX + 32 - written, &got, &c, in + done, n),
                         MIFU_OK);
        done += n;
        written += got;
        if (support_random_below(8) == 0) {
            assert_int_equal(m->update(NULL, 0, &got, &c, NULL, 0), MIFU_OK);
            assert_int_equal(got, 0);
        }
    }
    assert_int_equal(m->final(out + written, MAX + 32 - written, &got, &c, tag), MIFU_OK);
    for (size_t i = 0; i < sizeof(mifu_sm4_ofb); i++) /* wiped; the smallest of the contexts */
        assert_int_equal(((uint8_t *)&c)[i], 0);
    assert_int_equal(m->update(out, MAX, &ignored, &c, in, 0), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(m->final(out, MAX, &ignored, &c, tag), MIFU_ERR_ARGUMENT_STATE);
    if (switch_backends) {
        assert_int_equal(mifu_backend_select("sm4", NULL), MIFU_OK);
        assert_int_equal(mifu_backend_select("ghash", NULL), MIFU_OK);
    }
    return written + got;
}

static void test_streaming_equals_one_shot(void **state)
{
    (void)state;
    for (size_t i = 0; i < MODES; i++) {
        const mode *m = &modes[i];

        for (unsigned repeat = 0; repeat < 400; repeat++) {
            static const size_t pieces[] = {0, 1, 15, 16, 17, 33, 300};
            uint8_t plain[MAX], in[MAX + 32], expected[MAX + 32], out[MAX + 32], tag[16],
                got_tag[16];
            size_t len = repeat < 70 ? repeat : support_random_below(MAX), expected_len, got;

            len -= len % (size_t)m->granularity;
            if (len < m->least)
                continue;
            support_random_fill(plain, len);
            memcpy(in, plain, len);
            if (m->decrypts) {
                assert_int_equal(m[-1].one_shot(in, &len, tag, plain, len), MIFU_OK);
                memcpy(got_tag, tag, 16);
            }
            assert_int_equal(m->one_shot(expected, &expected_len, tag, in, len), MIFU_OK);
            if (m->decrypts)
                assert_memory_equal(expected, plain, expected_len);
            got = run_stream(m, out, in, len, pieces[repeat % 7], got_tag, repeat % 3 == 0);
            assert_int_equal(got, expected_len);
            assert_memory_equal(out, expected, got);
            if (strncmp(m->name, "gcm", 3) == 0 || strncmp(m->name, "ccm", 3) == 0)
                assert_memory_equal(got_tag, tag, 16);
        }
    }
}

/* Every piece in place, in a buffer of its own. */
static void test_streaming_in_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < MODES; i++) {
        const mode *m = &modes[i];

        for (unsigned repeat = 0; repeat < 150; repeat++) {
            uint8_t plain[MAX], in[MAX + 32], expected[MAX + 32], out[MAX + 64], piece[MAX + 64];
            uint8_t tag[16];
            size_t len = support_random_below(MAX), expected_len, done = 0, written = 0, got;
            context c;

            len -= len % (size_t)m->granularity;
            if (len < m->least)
                continue;
            support_random_fill(plain, len);
            memcpy(in, plain, len);
            if (m->decrypts)
                assert_int_equal(m[-1].one_shot(in, &len, tag, plain, len), MIFU_OK);
            assert_int_equal(m->one_shot(expected, &expected_len, tag, in, len), MIFU_OK);
            assert_int_equal(m->init(&c, len), MIFU_OK);
            while (done < len) {
                size_t n = 1 + support_random_below(len - done);

                memcpy(piece, in + done, n);
                assert_int_equal(m->update(piece, sizeof piece, &got, &c, piece, n), MIFU_OK);
                memcpy(out + written, piece, got);
                done += n;
                written += got;
            }
            assert_int_equal(m->final(out + written, 32, &got, &c, tag), MIFU_OK);
            assert_int_equal(written + got, expected_len);
            assert_memory_equal(out, expected, expected_len);
            /* one-shot in place */
            memcpy(piece, in, len);
            assert_int_equal(m->one_shot(piece, &got, tag, piece, len), MIFU_OK);
            assert_memory_equal(piece, expected, expected_len);
        }
    }
}

static void test_overlap_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < MODES; i++) {
        const mode *m = &modes[i];
        uint8_t buffer[256], copy[256], tag[16] = {0};
        size_t got;
        context c;

        support_random_fill(buffer, sizeof buffer);
        memcpy(copy, buffer, sizeof copy);
        for (size_t shift = 1; shift < 64; shift++) {
            assert_int_equal(m->one_shot(buffer + shift, &got, tag, buffer, 64),
                             MIFU_ERR_ARGUMENT_OVERLAP);
            assert_int_equal(m->init(&c, 64), MIFU_OK);
            assert_int_equal(m->update(buffer + shift, 128, &got, &c, buffer, 64),
                             MIFU_ERR_ARGUMENT_OVERLAP);
            if (shift < 16) {
                assert_int_equal(m->one_shot(buffer, &got, tag, buffer + shift, 64),
                                 MIFU_ERR_ARGUMENT_OVERLAP);
                assert_int_equal(m->update(buffer, 128, &got, &c, buffer + shift, 64),
                                 MIFU_ERR_ARGUMENT_OVERLAP);
            }
        }
        assert_memory_equal(buffer, copy, sizeof copy);
        assert_int_equal(m->update(NULL, 128, &got, &c, buffer, 64), MIFU_ERR_ARGUMENT_NULL);
        assert_int_equal(m->update(buffer, 128, &got, &c, NULL, 64), MIFU_ERR_ARGUMENT_NULL);
        if (m->holds_back) {
            assert_int_equal(m->update(buffer, 15, &got, &c, buffer, 64), MIFU_ERR_BUFFER);
            assert_true(got > 15 && got <= 64);
        }
    }
}

static void test_wrong_direction(void **state)
{
    uint8_t b[16] = {0}, tag[16];
    context c;

    (void)state;
    assert_int_equal(gcm_seal_init(&c, 0), MIFU_OK);
    assert_int_equal(mifu_sm4_gcm_decrypt_update_unverified(b, &c.gcm, b, 16),
                     MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm4_gcm_decrypt_final(&c.gcm, tag, 16), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm4_gcm_encrypt_update(b, &c.gcm, b, 16), MIFU_OK);
    assert_int_equal(mifu_sm4_gcm_aad_update(&c.gcm, aad, 1), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm4_gcm_encrypt_final(tag, 3, &c.gcm), MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_sm4_ccm_encrypt_init(&c.ccm, &key, iv, 12, 4, 20, 8), MIFU_OK);
    assert_int_equal(mifu_sm4_ccm_encrypt_update(b, &c.ccm, b, 1), MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm4_ccm_aad_update(&c.ccm, aad, 5), MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_sm4_ccm_aad_update(&c.ccm, aad, 4), MIFU_OK);
    assert_int_equal(mifu_sm4_ccm_decrypt_update_unverified(b, &c.ccm, b, 1),
                     MIFU_ERR_ARGUMENT_STATE);
    assert_int_equal(mifu_sm4_ccm_encrypt_update(b, &c.ccm, b, 16), MIFU_OK);
    assert_int_equal(mifu_sm4_ccm_encrypt_update(b, &c.ccm, b, 5), MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_sm4_ccm_encrypt_final(tag, &c.ccm), MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_sm4_ccm_encrypt_final(tag, &c.ccm), MIFU_ERR_ARGUMENT_STATE);
}

static void test_limits(void **state)
{
    uint8_t b[32] = {0};
    size_t got;
    context c;

    (void)state;
    /* The lengths are fields of the contexts: set them near the end. */
    assert_int_equal(ctr_crypt_init(&c, 0), MIFU_OK);
    c.ctr.length = UINT64_MAX - 16;
    assert_int_equal(mifu_sm4_ctr_update(b, &c.ctr, b, 17), MIFU_ERR_LIMIT);
    assert_int_equal(mifu_sm4_ctr_update(b, &c.ctr, b, 16), MIFU_OK);
    assert_int_equal(mifu_sm4_ctr_update(b, &c.ctr, b, 1), MIFU_ERR_LIMIT);
    assert_int_equal(gcm_seal_init(&c, 0), MIFU_OK);
    c.gcm.text_len = (UINT64_C(1) << 36) - 32 - 16;
    assert_int_equal(mifu_sm4_gcm_encrypt_update(b, &c.gcm, b, 17), MIFU_ERR_LIMIT);
    assert_int_equal(mifu_sm4_gcm_encrypt_update(b, &c.gcm, b, 16), MIFU_OK);
    assert_int_equal(mifu_sm4_gcm_encrypt_update(b, &c.gcm, b, 1), MIFU_ERR_LIMIT);
    assert_int_equal(xts_encrypt_GB_init(&c, 0), MIFU_OK);
    c.xts.length = ((uint64_t)16 << 20) - 16;
    assert_int_equal(mifu_sm4_xts_update(b, 32, &got, &c.xts, b, 17), MIFU_ERR_LIMIT);
    assert_int_equal(mifu_sm4_xts_update(b, 32, &got, &c.xts, b, 16), MIFU_OK);
    assert_int_equal(mifu_sm4_ccm_encrypt_init(&c.ccm, &key, iv, 13, 0, 65535, 16), MIFU_OK);
    assert_int_equal(mifu_sm4_ccm_encrypt_init(&c.ccm, &key, iv, 13, 0, 65536, 16), MIFU_ERR_LIMIT);
    assert_int_equal(mifu_sm4_ccm_encrypt_init(&c.ccm, &key, iv, 7, 0, UINT64_MAX, 16), MIFU_OK);
    for (size_t n = 0; n < 20; n++)
        assert_int_equal(mifu_sm4_ccm_encrypt_init(&c.ccm, &key, iv, n, 0, 0, 16),
                         n >= 7 && n <= 13 ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH);
    for (size_t n = 0; n < 20; n++)
        assert_int_equal(mifu_sm4_ccm_encrypt_init(&c.ccm, &key, iv, 12, 0, 0, n),
                         n >= 4 && n <= 16 && n % 2 == 0 ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH);
    for (size_t n = 0; n < 20; n++)
        assert_int_equal(mifu_sm4_gcm_seal(NULL, b, n, &key, iv, 12, aad, 4, NULL, 0),
                         n >= 4 && n <= 16 ? MIFU_OK : MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_sm4_gcm_seal(NULL, b, 16, &key, iv, 0, aad, 4, NULL, 0),
                     MIFU_ERR_ARGUMENT_LENGTH);
    for (size_t n = 0; n < 16; n++)
        assert_int_equal(mifu_sm4_xts_encrypt(b, &key, &key2, MIFU_SM4_XTS_GB, iv, b, n),
                         MIFU_ERR_ARGUMENT_LENGTH);
    assert_int_equal(mifu_sm4_xts_encrypt(b, &key, &key2, (mifu_sm4_xts_order)0, iv, b, 16),
                     MIFU_ERR_ARGUMENT_NAME);
}

/* Every bit of tag, ciphertext, IV and associated data counts, and nothing is released. */
static void test_forgeries(void **state)
{
    (void)state;
    for (int ccm = 0; ccm < 2; ccm++)
        for (size_t len = 0; len <= 50; len += 25)
            for (size_t bit = 0; bit < 8 * (len + 16 + 12 + sizeof aad); bit++) {
                uint8_t m[128], pt[64];
                uint8_t *ct = m, *tag = m + len, *nonce = tag + 16, *a = nonce + 12;
                mifu_status status;

                memcpy(nonce, iv, 12);
                memcpy(a, aad, sizeof aad);
                memset(ct, 'x', len);
                status = (ccm ? mifu_sm4_ccm_seal : mifu_sm4_gcm_seal)(ct, tag, 16, &key, nonce, 12,
                                                                       a, sizeof aad, ct, len);
                assert_int_equal(status, MIFU_OK);
                m[bit / 8] ^= (uint8_t)(1U << bit % 8);
                memset(pt, 0xa5, sizeof pt);
                status = (ccm ? mifu_sm4_ccm_open : mifu_sm4_gcm_open)(
                    pt, &key, nonce, 12, a, sizeof aad, ct, len, tag, 16);
                assert_int_equal(status, MIFU_ERR_AUTHENTICATION);
                for (size_t i = 0; i < len; i++)
                    assert_int_equal(pt[i], 0);
                assert_int_equal(pt[len], 0xa5);
            }
}

/* Likewise for GCM-SIV, which has no streaming form. */
static void test_gcm_siv_forgeries(void **state)
{
    (void)state;
    for (size_t len = 0; len <= 50; len += 25)
        for (size_t bit = 0; bit < 8 * (len + 16 + 12 + sizeof aad); bit++) {
            uint8_t m[128], pt[64];
            uint8_t *ct = m, *tag = m + len, *nonce = tag + 16, *a = nonce + 12;

            memcpy(nonce, iv, 12);
            memcpy(a, aad, sizeof aad);
            memset(ct, 'x', len);
            assert_int_equal(mifu_sm4_gcm_siv_seal(ct, tag, &key, nonce, a, sizeof aad, ct, len),
                             MIFU_OK);
            m[bit / 8] ^= (uint8_t)(1U << bit % 8);
            memset(pt, 0xa5, sizeof pt);
            assert_int_equal(mifu_sm4_gcm_siv_open(pt, &key, nonce, a, sizeof aad, ct, len, tag),
                             MIFU_ERR_AUTHENTICATION);
            for (size_t i = 0; i < len; i++)
                assert_int_equal(pt[i], 0);
            assert_int_equal(pt[len], 0xa5);
        }
}

/* Lengths that no memory has: refused before anything is read or written. */
static void test_one_shot_limits(void **state)
{
    const size_t xts_most = (size_t)16 << 20;
    /* From the heap none of these lengths reaches up to the tag on the stack, which would overlap.
     */
    uint8_t *b = calloc(1, 32), copy[32] = {0}, tag[16], *unit = calloc(1, xts_most);
    const uint64_t gcm_most = (UINT64_C(1) << 36) - 32, siv_most = UINT64_C(1) << 36;

    (void)state;
    assert_non_null(unit);
    assert_non_null(b);
    assert_int_equal(mifu_sm4_xts_encrypt(unit, &key, &key2, MIFU_SM4_XTS_GB, iv, unit, xts_most),
                     MIFU_OK);
    assert_int_equal(mifu_sm4_xts_decrypt(unit, &key, &key2, MIFU_SM4_XTS_GB, iv, unit, xts_most),
                     MIFU_OK);
    for (size_t i = 0; i < xts_most; i += 4095)
        assert_int_equal(unit[i], 0);
    free(unit);
    assert_int_equal(mifu_sm4_xts_encrypt(b, &key, &key2, MIFU_SM4_XTS_GB, iv, b, xts_most + 1),
                     MIFU_ERR_LIMIT);
    assert_int_equal(mifu_sm4_xts_decrypt(b, &key, &key2, MIFU_SM4_XTS_IEEE, iv, b, xts_most + 1),
                     MIFU_ERR_LIMIT);
    if (SIZE_MAX > siv_most) {
        assert_int_equal(
            mifu_sm4_gcm_seal(b, tag, 16, &key, iv, 12, NULL, 0, b, (size_t)gcm_most + 1),
            MIFU_ERR_LIMIT);
        assert_int_equal(
            mifu_sm4_gcm_open(b, &key, iv, 12, NULL, 0, b, (size_t)gcm_most + 1, tag, 16),
            MIFU_ERR_LIMIT);
        assert_int_equal(mifu_sm4_gcm_siv_seal(b, tag, &key, iv, NULL, 0, b, (size_t)siv_most + 1),
                         MIFU_ERR_LIMIT);
        assert_int_equal(mifu_sm4_gcm_siv_open(b, &key, iv, NULL, 0, b, (size_t)siv_most + 1, tag),
                         MIFU_ERR_LIMIT);
    }
    if (SIZE_MAX > UINT64_C(1) << 57) { /* key wrap: 2^54 - 1 blocks of 8 bytes, and one more */
        const uint64_t wrap_most = (UINT64_C(1) << 57) - 8;

        assert_int_equal(mifu_sm4_wrap(b, &key, b, (size_t)wrap_most + 8), MIFU_ERR_LIMIT);
        assert_int_equal(mifu_sm4_unwrap(b, &key, b, (size_t)wrap_most + 16), MIFU_ERR_LIMIT);
        /* One block less is refused for the overlap alone. */
        assert_int_equal(mifu_sm4_wrap(b + 8, &key, b, (size_t)wrap_most),
                         MIFU_ERR_ARGUMENT_OVERLAP);
        assert_int_equal(mifu_sm4_unwrap(b + 8, &key, b, (size_t)wrap_most + 8),
                         MIFU_ERR_ARGUMENT_OVERLAP);
    }
    assert_int_equal(mifu_sm4_ccm_seal(b, tag, 16, &key, iv, 13, NULL, 0, b, 65536),
                     MIFU_ERR_LIMIT);
    assert_int_equal(mifu_sm4_ccm_open(b, &key, iv, 13, NULL, 0, b, 65536, tag, 16),
                     MIFU_ERR_LIMIT);
    assert_memory_equal(b, copy, sizeof copy);
    free(b);
}

/* One key object in eight threads at once; each CBC has an IV of its own. */
static void *use_key(void *argument)
{
    static const uint8_t block[16] = {0x68, 0x1e, 0xdf, 0x34, 0xd2, 0x06, 0x96, 0x5e,
                                      0x86, 0xb3, 0xe9, 0x4f, 0x53, 0x6e, 0x42, 0x46};
    unsigned *errors = argument;
    uint8_t first[112], again[112], own_iv[16];
    size_t len;

    memset(own_iv, (int)*errors, sizeof own_iv);
    *errors = 0;
    memset(first, 7, sizeof first);
    if (mifu_sm4_cbc_encrypt(first, 112, &len, &key, own_iv, MIFU_SM4_PADDING_NONE, first, 112) !=
        MIFU_OK)
        ++*errors;
    for (unsigned i = 0; i < 10000; i++) {
        uint8_t out[16];

        mifu_sm4_encrypt_block(out, &key, standard_key);
        *errors += memcmp(out, block, 16) != 0;
        mifu_sm4_decrypt_block(out, &key, out);
        *errors += memcmp(out, standard_key, 16) != 0;
        if (i % 100 != 0)
            continue;
        memset(again, 7, sizeof again);
        if (mifu_sm4_cbc_encrypt(again, 112, &len, &key, own_iv, MIFU_SM4_PADDING_NONE, again,
                                 112) != MIFU_OK)
            ++*errors;
        *errors += memcmp(first, again, 112) != 0;
    }
    return NULL;
}

static void test_threads(void **state)
{
    pthread_t threads[8];
    unsigned errors[8];

    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        errors[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, use_key, &errors[i]), 0);
    }
    for (unsigned i = 0; i < 8; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(errors[i], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_streaming_equals_one_shot),
        cmocka_unit_test(test_streaming_in_place),
        cmocka_unit_test(test_overlap_is_refused),
        cmocka_unit_test(test_wrong_direction),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_one_shot_limits),
        cmocka_unit_test(test_forgeries),
        cmocka_unit_test(test_gcm_siv_forgeries),
        cmocka_unit_test(test_threads),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
