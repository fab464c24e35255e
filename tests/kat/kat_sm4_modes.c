/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The unauthenticated modes of SM4. Each mode is a row of functions with one shape; one body runs
 * every row: both directions, exact buffers, in place, odd addresses, random pieces.
 */
#include "kat_sm4.h"
#include "mifu/sm4_modes.h"

typedef struct mode_input {
    mifu_sm4_key key, key2;
    const uint8_t *iv; /* IV or tweak */
    const uint8_t *hash_key;
    mifu_sm4_padding padding;
    mifu_sm4_xts_order order;
    union {
        mifu_sm4_ecb ecb;
        mifu_sm4_cbc cbc;
        mifu_sm4_cfb cfb;
        mifu_sm4_cfb8 cfb8;
        mifu_sm4_ofb ofb;
        mifu_sm4_ctr ctr;
        mifu_sm4_xts xts;
    } u;
} mode_input;

/* `n` has the capacity of `out` before the call and the bytes written after it. */
typedef struct mode_calls {
    mifu_status (*crypt)(mode_input *m, bool encrypt, uint8_t *out, size_t *n, const uint8_t *in,
                         size_t len);
    mifu_status (*init)(mode_input *m, bool encrypt); /* NULL: the mode does not stream */
    mifu_status (*update)(mode_input *m, uint8_t *out, size_t *n, const uint8_t *in, size_t len);
    mifu_status (*final)(mode_input *m, uint8_t *out, size_t *n);
} mode_calls;

/* ---- The body */

static void one_shot(kat_test *t, const mode_calls *mode, mode_input *m, bool encrypt, kat_bytes in,
                     kat_bytes expected)
{
    const char *what = encrypt ? "encrypt" : "decrypt";
    size_t room = in.len > expected.len ? in.len : expected.len;
    size_t offset = 1 + kat_random_below(t, 15);
    kat_bytes out = kat_buffer(t, expected.len);
    size_t n = out.len;

    kat_status(t, what, MIFU_OK, mode->crypt(m, encrypt, out.data, &n, in.data, in.len));
    kat_equal(t, what, expected, out.data, n <= out.len ? n : out.len);

    out = kat_buffer(t, room);
    memcpy(out.data, in.data, in.len);
    n = room;
    kat_status(t, what, MIFU_OK, mode->crypt(m, encrypt, out.data, &n, out.data, in.len));
    kat_equal(t, encrypt ? "encrypt in place" : "decrypt in place", expected, out.data, n);

    out = kat_buffer(t, room + offset);
    memcpy(out.data + offset, in.data, in.len);
    n = room;
    kat_status(t, what, MIFU_OK,
               mode->crypt(m, encrypt, out.data + offset, &n, out.data + offset, in.len));
    kat_equal(t, encrypt ? "encrypt at an odd address" : "decrypt at an odd address", expected,
              out.data + offset, n);
}

/* Random pieces, each in a buffer of its own, some of them in place. Gives the last status. */
static mifu_status in_pieces(kat_test *t, const mode_calls *mode, mode_input *m, bool encrypt,
                             kat_bytes in, kat_bytes *result)
{
    kat_bytes all = kat_buffer(t, in.len + 32), piece;
    size_t done = 0, n;
    mifu_status status = mode->init(m, encrypt);

    kat_status(t, "init", MIFU_OK, status);
    for (size_t at = 0, len; status == MIFU_OK && at < in.len; at += len) {
        len = kat_random_chunk(t, in.len - at);
        piece = kat_buffer(t, len + 15);
        n = piece.len;
        if (kat_random_below(t, 2) == 0) {
            memcpy(piece.data, in.data + at, len);
            status = mode->update(m, piece.data, &n, piece.data, len);
        } else {
            status = mode->update(m, piece.data, &n, in.data + at, len);
        }
        kat_status(t, "update", MIFU_OK, status);
        if (n > piece.len || done + n > all.len) {
            kat_fail(t, "update: wrote %zu bytes for %zu", n, len);
            return MIFU_ERR_BUFFER;
        }
        memcpy(all.data + done, piece.data, n);
        done += n;
    }
    piece = kat_buffer(t, 31);
    n = piece.len;
    if (status == MIFU_OK)
        status = mode->final(m, piece.data, &n);
    if (status == MIFU_OK && (n > piece.len || done + n > all.len)) {
        kat_fail(t, "final: wrote %zu bytes", n);
        return MIFU_ERR_BUFFER;
    }
    if (status == MIFU_OK) {
        memcpy(all.data + done, piece.data, n);
        done += n;
    }
    *result = (kat_bytes){all.data, done};
    return status;
}

static void streaming(kat_test *t, const mode_calls *mode, mode_input *m, bool encrypt,
                      kat_bytes in, kat_bytes expected)
{
    const char *what = encrypt ? "encrypt in pieces" : "decrypt in pieces";
    kat_bytes got = {NULL, 0};
    mifu_status status = in_pieces(t, mode, m, encrypt, in, &got);

    kat_status(t, what, MIFU_OK, status);
    if (status == MIFU_OK)
        kat_equal(t, what, expected, got.data, got.len);
}

/* One direction must say no; where the test lists both texts, it is the decryption. */
static void refused(kat_test *t, const mode_calls *mode, mode_input *m, kat_bytes pt, kat_bytes ct)
{
    bool encrypt = ct.len == 0 && pt.len != 0;
    kat_bytes in = encrypt ? pt : ct, out = kat_buffer(t, in.len + 16), got = {NULL, 0};
    size_t n = out.len;
    mifu_status status = mode->crypt(m, encrypt, out.data, &n, in.data, in.len);

    if (status == MIFU_OK) {
        kat_bytes other = encrypt ? ct : pt;

        kat_true(t, "an invalid test is accepted",
                 other.len != 0 && (other.len != n || memcmp(other.data, out.data, n) != 0));
        return;
    }
    kat_is_error(t, "invalid", status);
    kat_no_plaintext(t, "invalid", (kat_bytes){out.data, in.len == 0 ? 0 : in.len - 1});
    if (mode->init != NULL)
        kat_is_error(t, "invalid, in pieces", in_pieces(t, mode, m, encrypt, in, &got));
}

static void run(kat_test *t, const mode_calls *mode, mode_input *m)
{
    kat_bytes pt =
        kat_is_valid(t) || kat_has_message(t, "pt") ? kat_message(t, "pt") : kat_buffer(t, 0);
    kat_bytes ct = kat_is_valid(t) ? kat_hex(t, "ct") : kat_hex_or_empty(t, "ct");

    if (!kat_is_valid(t)) {
        refused(t, mode, m, pt, ct);
        return;
    }
    one_shot(t, mode, m, true, pt, ct);
    one_shot(t, mode, m, false, ct, pt);
    for (int i = 0; i < 3 && mode->init != NULL; i++) {
        streaming(t, mode, m, true, pt, ct);
        streaming(t, mode, m, false, ct, pt);
    }
}

static void prepare(kat_test *t, mode_input *m, const char *iv)
{
    memset(m, 0, sizeof *m);
    m->key = kat_sm4_key(t, "key");
    if (iv != NULL)
        m->iv = kat_hex_sized(t, iv, 16).data;
}

/* ---- ECB and CBC */

static mifu_sm4_padding padding(kat_test *t)
{
    static const struct {
        const char *name;
        mifu_sm4_padding padding;
    } names[] = {
        {"none", MIFU_SM4_PADDING_NONE},
        {"pkcs7", MIFU_SM4_PADDING_PKCS7},
        {"pkcs#7", MIFU_SM4_PADDING_PKCS7},
        {"iso9797-m2", MIFU_SM4_PADDING_ISO9797_M2},
        {"ansi-x9.23", MIFU_SM4_PADDING_ANSI_X923},
        {"ansi-x923", MIFU_SM4_PADDING_ANSI_X923},
    };
    const char *name = kat_text_or(t, "padding", "none");

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i].name) == 0)
            return names[i].padding;
    kat_skip(t, "the padding \"%.40s\" is not there", name);
}

static mifu_status ecb_crypt(mode_input *m, bool encrypt, uint8_t *out, size_t *n,
                             const uint8_t *in, size_t len)
{
    return encrypt ? mifu_sm4_ecb_encrypt(out, *n, n, &m->key, m->padding, in, len)
                   : mifu_sm4_ecb_decrypt(out, *n, n, &m->key, m->padding, in, len);
}

static mifu_status ecb_init(mode_input *m, bool encrypt)
{
    return encrypt ? mifu_sm4_ecb_encrypt_init(&m->u.ecb, &m->key, m->padding)
                   : mifu_sm4_ecb_decrypt_init(&m->u.ecb, &m->key, m->padding);
}

static mifu_status ecb_update(mode_input *m, uint8_t *out, size_t *n, const uint8_t *in, size_t len)
{
    return mifu_sm4_ecb_update(out, *n, n, &m->u.ecb, in, len);
}

static mifu_status ecb_final(mode_input *m, uint8_t *out, size_t *n)
{
    return mifu_sm4_ecb_final(out, *n, n, &m->u.ecb);
}

static mifu_status cbc_crypt(mode_input *m, bool encrypt, uint8_t *out, size_t *n,
                             const uint8_t *in, size_t len)
{
    return encrypt ? mifu_sm4_cbc_encrypt(out, *n, n, &m->key, m->iv, m->padding, in, len)
                   : mifu_sm4_cbc_decrypt(out, *n, n, &m->key, m->iv, m->padding, in, len);
}

static mifu_status cbc_init(mode_input *m, bool encrypt)
{
    return encrypt ? mifu_sm4_cbc_encrypt_init(&m->u.cbc, &m->key, m->iv, m->padding)
                   : mifu_sm4_cbc_decrypt_init(&m->u.cbc, &m->key, m->iv, m->padding);
}

static mifu_status cbc_update(mode_input *m, uint8_t *out, size_t *n, const uint8_t *in, size_t len)
{
    return mifu_sm4_cbc_update(out, *n, n, &m->u.cbc, in, len);
}

static mifu_status cbc_final(mode_input *m, uint8_t *out, size_t *n)
{
    return mifu_sm4_cbc_final(out, *n, n, &m->u.cbc);
}

void kat_run_sm4_ecb(kat_test *t)
{
    static const mode_calls ecb = {ecb_crypt, ecb_init, ecb_update, ecb_final};
    mode_input m;

    prepare(t, &m, NULL);
    m.padding = padding(t);
    run(t, &ecb, &m);
}

void kat_run_sm4_cbc(kat_test *t)
{
    static const mode_calls cbc = {cbc_crypt, cbc_init, cbc_update, cbc_final};
    mode_input m;

    prepare(t, &m, "iv");
    m.padding = padding(t);
    run(t, &cbc, &m);
}

/* ---- CFB, OFB, CTR: output as long as the input */

#define STREAM_MODE(name, crypt_call, init_call)                                                   \
    static mifu_status name##_crypt(mode_input *m, bool encrypt, uint8_t *out, size_t *n,          \
                                    const uint8_t *in, size_t len)                                 \
    {                                                                                              \
        (void)encrypt;                                                                             \
        if (*n < len)                                                                              \
            return MIFU_ERR_BUFFER;                                                                \
        *n = len;                                                                                  \
        return (crypt_call);                                                                       \
    }                                                                                              \
    static mifu_status name##_init(mode_input *m, bool encrypt)                                    \
    {                                                                                              \
        (void)encrypt;                                                                             \
        return (init_call);                                                                        \
    }                                                                                              \
    static mifu_status name##_update(mode_input *m, uint8_t *out, size_t *n, const uint8_t *in,    \
                                     size_t len)                                                   \
    {                                                                                              \
        *n = len;                                                                                  \
        return mifu_sm4_##name##_update(out, &m->u.name, in, len);                                 \
    }                                                                                              \
    static mifu_status name##_final(mode_input *m, uint8_t *out, size_t *n)                        \
    {                                                                                              \
        (void)out;                                                                                 \
        *n = 0;                                                                                    \
        return mifu_sm4_##name##_final(&m->u.name);                                                \
    }                                                                                              \
    static const mode_calls name = {name##_crypt, name##_init, name##_update, name##_final};

STREAM_MODE(cfb,
            encrypt ? mifu_sm4_cfb_encrypt(out, &m->key, m->iv, in, len)
                    : mifu_sm4_cfb_decrypt(out, &m->key, m->iv, in, len),
            encrypt ? mifu_sm4_cfb_encrypt_init(&m->u.cfb, &m->key, m->iv)
                    : mifu_sm4_cfb_decrypt_init(&m->u.cfb, &m->key, m->iv))
STREAM_MODE(cfb8,
            encrypt ? mifu_sm4_cfb8_encrypt(out, &m->key, m->iv, in, len)
                    : mifu_sm4_cfb8_decrypt(out, &m->key, m->iv, in, len),
            encrypt ? mifu_sm4_cfb8_encrypt_init(&m->u.cfb8, &m->key, m->iv)
                    : mifu_sm4_cfb8_decrypt_init(&m->u.cfb8, &m->key, m->iv))
STREAM_MODE(ofb, mifu_sm4_ofb_crypt(out, &m->key, m->iv, in, len),
            mifu_sm4_ofb_init(&m->u.ofb, &m->key, m->iv))
STREAM_MODE(ctr, mifu_sm4_ctr_crypt(out, &m->key, m->iv, in, len),
            mifu_sm4_ctr_init(&m->u.ctr, &m->key, m->iv))

void kat_run_sm4_cfb(kat_test *t)
{
    uint64_t bits = kat_integer_or(t, "feedback_bits", 128);
    mode_input m;

    if (bits != 128 && bits != 8)
        kat_skip(t, "CFB with a feedback of %lu bits is not there", (unsigned long)bits);
    prepare(t, &m, "iv");
    run(t, bits == 128 ? &cfb : &cfb8, &m);
}

void kat_run_sm4_ofb(kat_test *t)
{
    mode_input m;

    prepare(t, &m, "iv");
    run(t, &ofb, &m);
}

void kat_run_sm4_ctr(kat_test *t)
{
    mode_input m;

    prepare(t, &m, "iv");
    run(t, &ctr, &m);
}

/* ---- XTS */

static mifu_status xts_crypt(mode_input *m, bool encrypt, uint8_t *out, size_t *n,
                             const uint8_t *in, size_t len)
{
    if (*n < len)
        return MIFU_ERR_BUFFER;
    *n = len;
    return encrypt ? mifu_sm4_xts_encrypt(out, &m->key, &m->key2, m->order, m->iv, in, len)
                   : mifu_sm4_xts_decrypt(out, &m->key, &m->key2, m->order, m->iv, in, len);
}

static mifu_status xts_init(mode_input *m, bool encrypt)
{
    return encrypt ? mifu_sm4_xts_encrypt_init(&m->u.xts, &m->key, &m->key2, m->order, m->iv)
                   : mifu_sm4_xts_decrypt_init(&m->u.xts, &m->key, &m->key2, m->order, m->iv);
}

static mifu_status xts_update(mode_input *m, uint8_t *out, size_t *n, const uint8_t *in, size_t len)
{
    return mifu_sm4_xts_update(out, *n, n, &m->u.xts, in, len);
}

static mifu_status xts_final(mode_input *m, uint8_t *out, size_t *n)
{
    return mifu_sm4_xts_final(out, *n, n, &m->u.xts);
}

void kat_run_sm4_xts(kat_test *t)
{
    static const mode_calls xts = {xts_crypt, xts_init, xts_update, xts_final};
    kat_bytes keys = kat_hex_sized(t, "key", 32);
    const char *order = kat_text(t, "order");
    mode_input m;

    memset(&m, 0, sizeof m);
    mifu_sm4_key_init(&m.key, keys.data);
    mifu_sm4_key_init(&m.key2, keys.data + 16);
    if (strcmp(order, "GB") == 0 || strcmp(order, "gb") == 0)
        m.order = MIFU_SM4_XTS_GB;
    else if (strcmp(order, "IEEE") == 0 || strcmp(order, "ieee") == 0)
        m.order = MIFU_SM4_XTS_IEEE;
    else
        kat_skip(t, "the XTS order \"%.40s\" is not known", order);
    if (kat_has(t, "sector")) {
        kat_bytes tweak = kat_buffer(t, 16);

        mifu_sm4_xts_tweak_from_sector(tweak.data, kat_integer(t, "sector"));
        if (kat_has(t, "tweak"))
            kat_equal(t, "tweak of the sector", kat_hex(t, "tweak"), tweak.data, 16);
        m.iv = tweak.data;
    } else {
        m.iv = kat_hex_sized(t, "tweak", 16).data;
    }
    run(t, &xts, &m);
}

/* ---- BC, OFBNLF, HCTR */

#define ONE_SHOT_MODE(name, encrypt_call, decrypt_call)                                            \
    static mifu_status name##_crypt(mode_input *m, bool encrypt, uint8_t *out, size_t *n,          \
                                    const uint8_t *in, size_t len)                                 \
    {                                                                                              \
        if (*n < len)                                                                              \
            return MIFU_ERR_BUFFER;                                                                \
        *n = len;                                                                                  \
        return encrypt ? (encrypt_call) : (decrypt_call);                                          \
    }                                                                                              \
    static const mode_calls name = {name##_crypt, NULL, NULL, NULL};

ONE_SHOT_MODE(bc, mifu_sm4_bc_encrypt(out, &m->key, m->iv, in, len),
              mifu_sm4_bc_decrypt(out, &m->key, m->iv, in, len))
ONE_SHOT_MODE(ofbnlf, mifu_sm4_ofbnlf_encrypt(out, &m->key, m->iv, in, len),
              mifu_sm4_ofbnlf_decrypt(out, &m->key, m->iv, in, len))
ONE_SHOT_MODE(hctr, mifu_sm4_hctr_encrypt(out, &m->key, m->hash_key, m->iv, in, len),
              mifu_sm4_hctr_decrypt(out, &m->key, m->hash_key, m->iv, in, len))

void kat_run_sm4_bc(kat_test *t)
{
    mode_input m;

    prepare(t, &m, "iv");
    run(t, &bc, &m);
}

void kat_run_sm4_ofbnlf(kat_test *t)
{
    mode_input m;

    prepare(t, &m, "iv");
    run(t, &ofbnlf, &m);
}

void kat_run_sm4_hctr(kat_test *t)
{
    mode_input m;

    prepare(t, &m, "tweak");
    m.hash_key = kat_hex_sized(t, "key2", 16).data;
    run(t, &hctr, &m);
}
