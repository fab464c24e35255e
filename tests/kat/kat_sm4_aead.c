/* SPDX-License-Identifier: Apache-2.0 */
/* GCM, GMAC, CCM and GCM-SIV with SM4: one body over a row of functions for each mode. */
#include "kat_sm4.h"
#include "mifu/sm4_aead.h"

typedef struct aead_input {
    mifu_sm4_key key;
    kat_bytes iv, aad;
    mifu_sm4_gcm gcm;
    mifu_sm4_ccm ccm;
} aead_input;

typedef struct aead_calls {
    mifu_status (*seal)(aead_input *m, uint8_t *ct, uint8_t *tag, size_t tag_len, const uint8_t *pt,
                        size_t len);
    mifu_status (*open)(aead_input *m, uint8_t *pt, const uint8_t *ct, size_t len,
                        const uint8_t *tag, size_t tag_len);
    /* Streaming; NULL: the mode has none. `total` is the length of the text. */
    mifu_status (*init)(aead_input *m, bool encrypt, size_t total, size_t tag_len);
    mifu_status (*aad)(aead_input *m, const uint8_t *aad, size_t len);
    mifu_status (*update)(aead_input *m, bool encrypt, uint8_t *out, const uint8_t *in, size_t len);
    mifu_status (*seal_final)(aead_input *m, uint8_t *tag, size_t tag_len);
    mifu_status (*open_final)(aead_input *m, const uint8_t *tag, size_t tag_len);
} aead_calls;

/* ---- The body */

static mifu_status stream(kat_test *t, const aead_calls *mode, aead_input *m, bool encrypt,
                          kat_bytes in, kat_bytes out, kat_bytes tag)
{
    mifu_status status = mode->init(m, encrypt, in.len, tag.len);
    bool in_place = kat_random_below(t, 2) == 0;

    for (size_t at = 0, n; status == MIFU_OK && at < m->aad.len; at += n) {
        n = kat_random_chunk(t, m->aad.len - at);
        status = mode->aad(m, m->aad.data + at, n);
    }
    if (in_place && in.len > 0)
        memcpy(out.data, in.data, in.len);
    for (size_t at = 0, n; status == MIFU_OK && at < in.len; at += n) {
        n = kat_random_chunk(t, in.len - at);
        status = mode->update(m, encrypt, out.data + at, (in_place ? out.data : in.data) + at, n);
    }
    if (status != MIFU_OK)
        return status;
    return encrypt ? mode->seal_final(m, tag.data, tag.len)
                   : mode->open_final(m, tag.data, tag.len);
}

static void open_refused(kat_test *t, const aead_calls *mode, aead_input *m, const char *what,
                         kat_bytes ct, kat_bytes tag)
{
    kat_bytes pt = kat_buffer(t, ct.len);

    kat_is_error(t, what, mode->open(m, pt.data, ct.data, ct.len, tag.data, tag.len));
    kat_no_plaintext(t, what, pt);
    pt = kat_copy(t, ct.data, ct.len); /* in place: neither plaintext nor key stream may show */
    kat_is_error(t, what, mode->open(m, pt.data, pt.data, pt.len, tag.data, tag.len));
    if (memcmp(pt.data, ct.data, ct.len) != 0)
        kat_is_zero(t, what, pt);
    if (mode->init != NULL)
        kat_is_error(t, what, stream(t, mode, m, false, ct, kat_buffer(t, ct.len), tag));
}

static void damaged(kat_test *t, const aead_calls *mode, aead_input *m, kat_bytes ct, kat_bytes tag)
{
    kat_bytes other = kat_copy(t, tag.data, tag.len);

    other.data[kat_random_below(t, tag.len)] ^= (uint8_t)(1 << kat_random_below(t, 8));
    open_refused(t, mode, m, "open with a changed tag", ct, other);
    if (ct.len > 0) {
        other = kat_copy(t, ct.data, ct.len);
        other.data[kat_random_below(t, ct.len)] ^= (uint8_t)(1 << kat_random_below(t, 8));
        open_refused(t, mode, m, "open a changed ciphertext", other, tag);
        open_refused(t, mode, m, "open a shortened ciphertext", (kat_bytes){ct.data, ct.len - 1},
                     tag);
    }
    if (m->aad.len > 0) {
        size_t at = kat_random_below(t, m->aad.len);

        m->aad.data[at] ^= 1;
        open_refused(t, mode, m, "open with changed associated data", ct, tag);
        m->aad.data[at] ^= 1;
    }
}

static void run(kat_test *t, const aead_calls *mode, aead_input *m)
{
    bool valid = kat_is_valid(t);
    kat_bytes pt = valid || kat_has_message(t, "pt") ? kat_message(t, "pt") : kat_buffer(t, 0);
    kat_bytes ct = kat_hex_or_empty(t, "ct"), tag = kat_hex_or_empty(t, "tag"), out, got, both;
    mifu_status status;

    if (!valid) {
        open_refused(t, mode, m, "open an invalid test", ct, tag);
        return;
    }
    if (ct.len != pt.len || tag.len == 0)
        kat_skip(t, "fields \"ct\" and \"tag\" have %zu and %zu bytes", ct.len, tag.len);

    out = kat_buffer(t, ct.len);
    got = kat_buffer(t, tag.len);
    kat_status(t, "seal", MIFU_OK, mode->seal(m, out.data, got.data, got.len, pt.data, pt.len));
    kat_equal(t, "ct", ct, out.data, out.len);
    kat_equal(t, "tag", tag, got.data, got.len);

    both = kat_buffer(t, pt.len + tag.len); /* in place, the tag behind the ciphertext */
    memcpy(both.data, pt.data, pt.len);
    kat_status(t, "seal in place", MIFU_OK,
               mode->seal(m, both.data, both.data + pt.len, tag.len, both.data, pt.len));
    kat_equal(t, "ct || tag in place", kat_join(t, 2, ct, tag), both.data, both.len);
    kat_status(t, "open in place", MIFU_OK,
               mode->open(m, both.data, both.data, ct.len, both.data + ct.len, tag.len));
    kat_equal(t, "pt in place", pt, both.data, pt.len);

    memset(out.data, 0xa5, out.len);
    kat_status(t, "open", MIFU_OK, mode->open(m, out.data, ct.data, ct.len, tag.data, tag.len));
    kat_equal(t, "pt", pt, out.data, out.len);

    for (int i = 0; i < 3 && mode->init != NULL; i++) {
        memset(got.data, 0xa5, got.len);
        status = stream(t, mode, m, true, pt, out, got);
        kat_status(t, "seal in pieces", MIFU_OK, status);
        kat_equal(t, "ct in pieces", ct, out.data, out.len);
        kat_equal(t, "tag in pieces", tag, got.data, got.len);
        status = stream(t, mode, m, false, ct, out, tag);
        kat_status(t, "open in pieces", MIFU_OK, status);
        kat_equal(t, "pt in pieces", pt, out.data, out.len);
    }
    damaged(t, mode, m, ct, tag);
}

static void prepare(kat_test *t, aead_input *m)
{
    memset(m, 0, sizeof *m);
    m->key = kat_sm4_key(t, "key");
    m->iv = kat_hex_or_empty(t, "iv");
    m->aad = kat_has_message(t, "aad") ? kat_message(t, "aad") : kat_buffer(t, 0);
}

/* ---- GCM */

static mifu_status gcm_seal(aead_input *m, uint8_t *ct, uint8_t *tag, size_t tag_len,
                            const uint8_t *pt, size_t len)
{
    return mifu_sm4_gcm_seal(ct, tag, tag_len, &m->key, m->iv.data, m->iv.len, m->aad.data,
                             m->aad.len, pt, len);
}

static mifu_status gcm_open(aead_input *m, uint8_t *pt, const uint8_t *ct, size_t len,
                            const uint8_t *tag, size_t tag_len)
{
    return mifu_sm4_gcm_open(pt, &m->key, m->iv.data, m->iv.len, m->aad.data, m->aad.len, ct, len,
                             tag, tag_len);
}

static mifu_status gcm_init(aead_input *m, bool encrypt, size_t total, size_t tag_len)
{
    (void)total, (void)tag_len;
    return encrypt ? mifu_sm4_gcm_encrypt_init(&m->gcm, &m->key, m->iv.data, m->iv.len)
                   : mifu_sm4_gcm_decrypt_init(&m->gcm, &m->key, m->iv.data, m->iv.len);
}

static mifu_status gcm_aad(aead_input *m, const uint8_t *aad, size_t len)
{
    return mifu_sm4_gcm_aad_update(&m->gcm, aad, len);
}

static mifu_status gcm_update(aead_input *m, bool encrypt, uint8_t *out, const uint8_t *in,
                              size_t len)
{
    return encrypt ? mifu_sm4_gcm_encrypt_update(out, &m->gcm, in, len)
                   : mifu_sm4_gcm_decrypt_update_unverified(out, &m->gcm, in, len);
}

static mifu_status gcm_seal_final(aead_input *m, uint8_t *tag, size_t tag_len)
{
    return mifu_sm4_gcm_encrypt_final(tag, tag_len, &m->gcm);
}

static mifu_status gcm_open_final(aead_input *m, const uint8_t *tag, size_t tag_len)
{
    return mifu_sm4_gcm_decrypt_final(&m->gcm, tag, tag_len);
}

void kat_run_sm4_gcm(kat_test *t)
{
    static const aead_calls gcm = {gcm_seal,   gcm_open,       gcm_init,      gcm_aad,
                                   gcm_update, gcm_seal_final, gcm_open_final};
    aead_input m;

    prepare(t, &m);
    run(t, &gcm, &m);
}

/* ---- GMAC: the message is the associated data; also run as GCM of an empty text */

void kat_run_sm4_gmac(kat_test *t)
{
    kat_bytes tag = kat_hex(t, "tag"), got = kat_buffer(t, 16), msg;
    mifu_sm4_gmac gmac;
    aead_input m;

    prepare(t, &m);
    msg = kat_has_message(t, "msg") ? kat_message(t, "msg") : m.aad;
    if (kat_hex_or_empty(t, "pt").len != 0 || kat_hex_or_empty(t, "ct").len != 0)
        kat_skip(t, "GMAC with a text");
    if (!kat_is_valid(t)) {
        kat_is_refused(t, "verify",
                       mifu_sm4_gmac_verify(&m.key, m.iv.data, m.iv.len, msg.data, msg.len,
                                            tag.data, tag.len));
        return;
    }
    if (tag.len == 0 || tag.len > 16)
        kat_skip(t, "field \"tag\" has %zu bytes", tag.len);
    kat_status(
        t, "mac", MIFU_OK,
        mifu_sm4_gmac_mac(got.data, tag.len, &m.key, m.iv.data, m.iv.len, msg.data, msg.len));
    kat_equal(t, "tag", tag, got.data, tag.len);
    kat_status(
        t, "verify", MIFU_OK,
        mifu_sm4_gmac_verify(&m.key, m.iv.data, m.iv.len, msg.data, msg.len, tag.data, tag.len));
    kat_status(t, "init", MIFU_OK, mifu_sm4_gmac_init(&gmac, &m.key, m.iv.data, m.iv.len));
    for (size_t at = 0, n; at < msg.len; at += n) {
        n = kat_random_chunk(t, msg.len - at);
        kat_status(t, "update", MIFU_OK, mifu_sm4_gmac_update(&gmac, msg.data + at, n));
    }
    kat_status(t, "final", MIFU_OK, mifu_sm4_gmac_final(got.data, tag.len, &gmac));
    kat_equal(t, "tag in pieces", tag, got.data, tag.len);
    kat_status(t, "as GCM", MIFU_OK,
               mifu_sm4_gcm_seal(NULL, got.data, tag.len, &m.key, m.iv.data, m.iv.len, msg.data,
                                 msg.len, NULL, 0));
    kat_equal(t, "tag as GCM", tag, got.data, tag.len);
    tag.data[kat_random_below(t, tag.len)] ^= (uint8_t)(1 << kat_random_below(t, 8));
    kat_status(
        t, "verify a changed tag", MIFU_INVALID,
        mifu_sm4_gmac_verify(&m.key, m.iv.data, m.iv.len, msg.data, msg.len, tag.data, tag.len));
}

/* ---- CCM */

static mifu_status ccm_seal(aead_input *m, uint8_t *ct, uint8_t *tag, size_t tag_len,
                            const uint8_t *pt, size_t len)
{
    return mifu_sm4_ccm_seal(ct, tag, tag_len, &m->key, m->iv.data, m->iv.len, m->aad.data,
                             m->aad.len, pt, len);
}

static mifu_status ccm_open(aead_input *m, uint8_t *pt, const uint8_t *ct, size_t len,
                            const uint8_t *tag, size_t tag_len)
{
    return mifu_sm4_ccm_open(pt, &m->key, m->iv.data, m->iv.len, m->aad.data, m->aad.len, ct, len,
                             tag, tag_len);
}

static mifu_status ccm_init(aead_input *m, bool encrypt, size_t total, size_t tag_len)
{
    return encrypt ? mifu_sm4_ccm_encrypt_init(&m->ccm, &m->key, m->iv.data, m->iv.len, m->aad.len,
                                               total, tag_len)
                   : mifu_sm4_ccm_decrypt_init(&m->ccm, &m->key, m->iv.data, m->iv.len, m->aad.len,
                                               total, tag_len);
}

static mifu_status ccm_aad(aead_input *m, const uint8_t *aad, size_t len)
{
    return mifu_sm4_ccm_aad_update(&m->ccm, aad, len);
}

static mifu_status ccm_update(aead_input *m, bool encrypt, uint8_t *out, const uint8_t *in,
                              size_t len)
{
    return encrypt ? mifu_sm4_ccm_encrypt_update(out, &m->ccm, in, len)
                   : mifu_sm4_ccm_decrypt_update_unverified(out, &m->ccm, in, len);
}

static mifu_status ccm_seal_final(aead_input *m, uint8_t *tag, size_t tag_len)
{
    (void)tag_len;
    return mifu_sm4_ccm_encrypt_final(tag, &m->ccm);
}

static mifu_status ccm_open_final(aead_input *m, const uint8_t *tag, size_t tag_len)
{
    (void)tag_len;
    return mifu_sm4_ccm_decrypt_final(&m->ccm, tag);
}

void kat_run_sm4_ccm(kat_test *t)
{
    static const aead_calls ccm = {ccm_seal,   ccm_open,       ccm_init,      ccm_aad,
                                   ccm_update, ccm_seal_final, ccm_open_final};
    aead_input m;

    prepare(t, &m);
    run(t, &ccm, &m);
}

/* ---- GCM-SIV: nonce and tag have one length */

static mifu_status siv_seal(aead_input *m, uint8_t *ct, uint8_t *tag, size_t tag_len,
                            const uint8_t *pt, size_t len)
{
    return tag_len != MIFU_SM4_TAG_SIZE || m->iv.len != MIFU_SM4_GCM_SIV_NONCE_SIZE
               ? MIFU_ERR_ARGUMENT_LENGTH
               : mifu_sm4_gcm_siv_seal(ct, tag, &m->key, m->iv.data, m->aad.data, m->aad.len, pt,
                                       len);
}

static mifu_status siv_open(aead_input *m, uint8_t *pt, const uint8_t *ct, size_t len,
                            const uint8_t *tag, size_t tag_len)
{
    return tag_len != MIFU_SM4_TAG_SIZE || m->iv.len != MIFU_SM4_GCM_SIV_NONCE_SIZE
               ? MIFU_ERR_ARGUMENT_LENGTH
               : mifu_sm4_gcm_siv_open(pt, &m->key, m->iv.data, m->aad.data, m->aad.len, ct, len,
                                       tag);
}

void kat_run_sm4_gcm_siv(kat_test *t)
{
    static const aead_calls siv = {siv_seal, siv_open, NULL, NULL, NULL, NULL, NULL};
    aead_input m;

    prepare(t, &m);
    run(t, &siv, &m);
}

/* ---- Key wrap: RFC 3394, and RFC 5649 for any length */

static void wrap(kat_test *t, bool padded)
{
    kat_bytes ct = kat_hex(t, "ct"), pt, out = kat_buffer(t, ct.len), in_place;
    mifu_sm4_key key = kat_sm4_key(t, "key");
    size_t n = ct.len, room = ct.len < 8 ? 0 : ct.len - 8;
    mifu_status status;

    if (!kat_is_valid(t)) {
        status = padded ? mifu_sm4_unwrap_padded(out.data, room, &n, &key, ct.data, ct.len)
                        : mifu_sm4_unwrap(out.data, &key, ct.data, ct.len);
        kat_is_error(t, "unwrap", status);
        kat_no_plaintext(t, "unwrap", (kat_bytes){out.data, room});
        return;
    }
    pt = kat_hex(t, "pt");
    status = padded ? mifu_sm4_wrap_padded(out.data, out.len, &n, &key, pt.data, pt.len)
                    : mifu_sm4_wrap(out.data, &key, pt.data, pt.len);
    kat_status(t, "wrap", MIFU_OK, status);
    kat_equal(t, "ct", ct, out.data, n);
    out = kat_buffer(t, room);
    n = pt.len;
    status = padded ? mifu_sm4_unwrap_padded(out.data, room, &n, &key, ct.data, ct.len)
                    : mifu_sm4_unwrap(out.data, &key, ct.data, ct.len);
    kat_status(t, "unwrap", MIFU_OK, status);
    kat_equal(t, "pt", pt, out.data, n);
    if (!padded) {
        in_place = kat_buffer(t, ct.len);
        memcpy(in_place.data, pt.data, pt.len);
        kat_status(t, "wrap", MIFU_OK, mifu_sm4_wrap(in_place.data, &key, in_place.data, pt.len));
        kat_equal(t, "ct in place", ct, in_place.data, ct.len);
        kat_status(t, "unwrap", MIFU_OK,
                   mifu_sm4_unwrap(in_place.data, &key, in_place.data, ct.len));
        kat_equal(t, "pt in place", pt, in_place.data, pt.len);
    }
    ct.data[kat_random_below(t, ct.len)] ^= (uint8_t)(1 << kat_random_below(t, 8));
    out = kat_buffer(t, room);
    status = padded ? mifu_sm4_unwrap_padded(out.data, room, &n, &key, ct.data, ct.len)
                    : mifu_sm4_unwrap(out.data, &key, ct.data, ct.len);
    kat_status(t, "unwrap damaged", MIFU_ERR_AUTHENTICATION, status);
    kat_is_zero(t, "unwrap damaged", out);
}

void kat_run_sm4_key_wrap(kat_test *t)
{
    wrap(t, false);
}

void kat_run_sm4_key_wrap_padded(kat_test *t)
{
    wrap(t, true);
}
