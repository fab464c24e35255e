/* SPDX-License-Identifier: Apache-2.0 */
/* Field cases of SM3, HMAC and SM4, and of the interface: overlap, alignment, threads. */
#include <pthread.h>
#include <stdio.h>

#include "field_cases.h"
#include "kat_sm4.h"
#include "mifu/hmac.h"
#include "mifu/sm3.h"
#include "mifu/sm4_aead.h"
#include "mifu/sm4_modes.h"

static void same_sm3(kat_test *t, const char *what, kat_bytes expected, const uint8_t *data,
                     size_t len)
{
    uint8_t digest[32];

    mifu_sm3_hash(digest, data, len);
    kat_equal(t, what, expected, digest, sizeof digest);
}

/* ---- SM3 and HMAC */

static void padding_boundary(kat_test *t)
{
    kat_bytes msg = kat_hex(t, "msg"), digest = kat_buffer(t, 32);
    mifu_sm3 sm3;

    kat_true(t, "length", msg.len % 64 >= 56);
    same_sm3(t, "digest", kat_hex(t, "=digest"), msg.data, msg.len);
    mifu_sm3_init(&sm3);
    for (size_t i = 0; i < msg.len; i++)
        mifu_sm3_update(&sm3, msg.data + i, 1);
    mifu_sm3_final(digest.data, &sm3);
    kat_equal(t, "digest byte by byte", kat_hex(t, "=digest"), digest.data, 32);
}

static void long_input(kat_test *t)
{
    size_t count, piece = (size_t)1 << 20;
    const uint64_t *lengths = kat_integers(t, "msg.len", &count);
    kat_bytes zeros = kat_buffer(t, piece), digest = kat_buffer(t, 32);

    field_case_wants(t, "msg.gen", "all zero bytes");
    memset(zeros.data, 0, piece);
    for (size_t i = 0; i < count; i++) {
        char name[40];
        mifu_sm3 sm3;

        mifu_sm3_init(&sm3);
        for (uint64_t at = 0; at < lengths[i]; at += piece)
            mifu_sm3_update(&sm3, zeros.data,
                            lengths[i] - at < piece ? (size_t)(lengths[i] - at) : piece);
        mifu_sm3_final(digest.data, &sm3);
        snprintf(name, sizeof name, "=len_%llu", (unsigned long long)lengths[i]);
        kat_equal(t, name, kat_hex(t, name), digest.data, 32);
    }
}

static void text_encoding(kat_test *t)
{
    kat_bytes utf8 = kat_hex(t, "text_utf8"), gbk = kat_hex(t, "text_gbk");
    static const uint8_t utf16be[] = {0x50, 0x3c}; /* U+503C, which e5 80 bc is in UTF-8 */

    same_sm3(t, "UTF-8", kat_hex(t, "=utf8"), utf8.data, utf8.len);
    same_sm3(t, "GBK", kat_hex(t, "=gbk"), gbk.data, gbk.len);
    same_sm3(t, "UTF-16", kat_hex(t, "=utf16be"), utf16be, sizeof utf16be);
}

static void same_hmac(kat_test *t, const char *what, kat_bytes expected, const uint8_t *k,
                      size_t len, kat_bytes msg)
{
    mifu_hmac_key key;
    uint8_t tag[32];

    kat_status(t, what, MIFU_OK, mifu_hmac_key_init(&key, MIFU_HASH_SM3, k, len));
    mifu_hmac_mac(tag, &key, msg.data, msg.len);
    kat_equal(t, what, expected, tag, sizeof tag);
}

static void hmac_key(kat_test *t)
{
    kat_bytes msg = kat_hex(t, "msg"), k = kat_hex(t, "key_text");
    const char *text = kat_text(t, "key_text");

    same_hmac(t, "key as hex", kat_hex(t, "=key_as_hex_16_bytes"), k.data, k.len, msg);
    same_hmac(t, "key as text", kat_hex(t, "=key_as_text_32_bytes"), (const uint8_t *)text,
              strlen(text), msg);
}

/* ---- SM4 */

static void ecb_padding(kat_test *t)
{
    mifu_sm4_key key = kat_sm4_key(t, "key");
    kat_bytes msg = kat_hex(t, "msg"), out = kat_buffer(t, msg.len + 16);
    size_t len = 0;

    kat_status(t, "none", MIFU_OK,
               mifu_sm4_ecb_encrypt(out.data, out.len, &len, &key, MIFU_SM4_PADDING_NONE, msg.data,
                                    msg.len));
    kat_equal(t, "none", kat_hex(t, "=no_padding"), out.data, len);
    kat_status(t, "PKCS#7", MIFU_OK,
               mifu_sm4_ecb_encrypt(out.data, out.len, &len, &key, MIFU_SM4_PADDING_PKCS7, msg.data,
                                    msg.len));
    kat_equal(t, "PKCS#7", kat_hex(t, "=pkcs7"), out.data, len);
    kat_status(
        t, "PKCS#7 back", MIFU_OK,
        mifu_sm4_ecb_decrypt(out.data, out.len, &len, &key, MIFU_SM4_PADDING_PKCS7, out.data, len));
    kat_equal(t, "PKCS#7 back", msg, out.data, len);
}

/* ct || tag of GCM. */
static kat_bytes gcm(kat_test *t, kat_bytes iv, kat_bytes aad, kat_bytes pt)
{
    mifu_sm4_key key = kat_sm4_key(t, "key");
    kat_bytes out = kat_buffer(t, pt.len + 16);

    kat_status(t, "seal", MIFU_OK,
               mifu_sm4_gcm_seal(out.data, out.data + pt.len, 16, &key, iv.data, iv.len, aad.data,
                                 aad.len, pt.data, pt.len));
    return out;
}

static void binary_text(kat_test *t)
{
    kat_bytes iv = kat_hex(t, "iv"), none = kat_buffer(t, 0), out;

    out = gcm(t, iv, none, kat_hex(t, "file_text"));
    kat_equal(t, "file bytes", kat_hex(t, "=file_bytes_ct_tag"), out.data, out.len);
    out = gcm(t, iv, none, kat_hex(t, "as_hex"));
    kat_equal(t, "hex bytes", kat_hex(t, "=hex_bytes_ct_tag"), out.data, out.len);
}

static void ghash_length(kat_test *t)
{
    kat_bytes out = gcm(t, kat_hex(t, "iv"), kat_hex(t, "aad"), kat_hex(t, "msg"));
    kat_bytes both = kat_join(t, 2, kat_hex(t, "=ct"), kat_hex(t, "=tag"));

    kat_equal(t, "ct || tag", both, out.data, out.len);
    kat_true(t, "the wrong tag",
             memcmp(kat_hex_sized(t, "=wrong_tag_in_report", 16).data, out.data + out.len - 16,
                    16) != 0);
}

static void gcm_iv_length(kat_test *t)
{
    static const struct {
        size_t len;
        const char *name;
    } lengths[] = {{1, "=iv_1"},   {8, "=iv_8"},   {12, "=iv_12"},
                   {13, "=iv_13"}, {16, "=iv_16"}, {60, "=iv_60"}};
    mifu_sm4_key key = kat_sm4_key(t, "key");
    kat_bytes msg = kat_hex(t, "msg"), none = kat_buffer(t, 0), iv, out;

    field_case_wants(t, "iv", "byte i = i mod 251 of the given length (length 1: 07)");
    field_case_wants(t, "=iv_0", "error");
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        iv = kat_buffer(t, lengths[i].len);
        for (size_t j = 0; j < iv.len; j++)
            iv.data[j] = (uint8_t)(j % 251);
        if (iv.len == 1)
            iv.data[0] = 7;
        out = gcm(t, iv, none, msg);
        kat_equal(t, lengths[i].name, kat_hex(t, lengths[i].name), out.data, out.len);
    }
    out = kat_buffer(t, msg.len + 16);
    kat_status(t, "no IV", MIFU_ERR_ARGUMENT_LENGTH,
               mifu_sm4_gcm_seal(out.data, out.data + msg.len, 16, &key, none.data, 0, NULL, 0,
                                 msg.data, msg.len));
    kat_no_plaintext(t, "no IV", out);
}

static void gcm_tag(kat_test *t)
{
    static const char *const bad[] = {"tag_empty", "tag_1_byte", "tag_wrong"};
    mifu_sm4_key key = kat_sm4_key(t, "key");
    kat_bytes iv = kat_hex(t, "iv"), aad = kat_hex(t, "aad"), ct = kat_hex(t, "ct"), tag, out;

    field_case_wants(t, "=all_others", "error, no plaintext written");
    tag = kat_hex(t, "tag");
    out = kat_buffer(t, ct.len);
    kat_status(t, "open", MIFU_OK,
               mifu_sm4_gcm_open(out.data, &key, iv.data, iv.len, aad.data, aad.len, ct.data,
                                 ct.len, tag.data, tag.len));
    kat_equal(t, "open", kat_hex(t, "=tag"), out.data, out.len);
    for (size_t i = 0; i < 3; i++) {
        tag = kat_hex(t, bad[i]);
        out = kat_buffer(t, ct.len);
        kat_is_error(t, bad[i],
                     mifu_sm4_gcm_open(out.data, &key, iv.data, iv.len, aad.data, aad.len, ct.data,
                                       ct.len, tag.data, tag.len));
        kat_no_plaintext(t, bad[i], out);
    }
}

static void ccm_aad(kat_test *t)
{
    mifu_sm4_key key = kat_sm4_key(t, "key");
    kat_bytes nonce = kat_hex(t, "nonce"), aad = kat_hex(t, "aad"), msg = kat_hex(t, "msg");
    kat_bytes out = kat_buffer(t, msg.len), tag = kat_buffer(t, (size_t)kat_integer(t, "taglen"));

    kat_status(t, "seal", MIFU_OK,
               mifu_sm4_ccm_seal(out.data, tag.data, tag.len, &key, nonce.data, nonce.len, aad.data,
                                 aad.len, msg.data, msg.len));
    kat_equal(t, "ct", kat_hex(t, "=ct"), out.data, out.len);
    kat_equal(t, "tag", kat_hex(t, "=tag"), tag.data, tag.len);
}

static void ctr_carry(kat_test *t)
{
    mifu_sm4_key key = kat_sm4_key(t, "key");
    kat_bytes iv = kat_hex_sized(t, "iv", 16), msg = kat_hex(t, "msg"), ct = kat_hex(t, "=ct");
    kat_bytes out = kat_buffer(t, msg.len), longer = kat_buffer(t, 64 * 16 + msg.len);
    kat_bytes wrong = kat_hex(t, "=wrong_ct_32_bit_wrap");

    kat_status(t, "ctr", MIFU_OK, mifu_sm4_ctr_crypt(out.data, &key, iv.data, msg.data, msg.len));
    kat_equal(t, "ct", ct, out.data, out.len);
    kat_true(t, "the wrong ct", memcmp(wrong.data, out.data, out.len) != 0);
    /* The carry in every place of a wide kernel: start up to 64 blocks before. */
    memset(longer.data, 0, longer.len);
    for (size_t before = 1; before <= 64; before++) {
        kat_bytes start = kat_copy(t, iv.data, 16), stream = kat_buffer(t, longer.len);

        for (size_t i = 16, borrow = before; i-- > 0 && borrow > 0; borrow = borrow > 0 ? 1 : 0) {
            size_t digit = start.data[i];

            start.data[i] = (uint8_t)(digit - borrow);
            borrow = digit < borrow;
        }
        kat_status(t, "ctr", MIFU_OK,
                   mifu_sm4_ctr_crypt(stream.data, &key, start.data, longer.data, longer.len));
        for (size_t i = 0; i < msg.len; i++)
            out.data[i] = stream.data[16 * before + i] ^ msg.data[i];
        kat_equal(t, "ct out of a longer stream", ct, out.data, out.len);
    }
}

static void cfb_direction(kat_test *t)
{
    mifu_sm4_key key = kat_sm4_key(t, "key");
    kat_bytes iv = kat_hex_sized(t, "iv", 16), msg = kat_hex(t, "msg");
    kat_bytes out = kat_buffer(t, msg.len);

    kat_status(t, "encrypt", MIFU_OK,
               mifu_sm4_cfb_encrypt(out.data, &key, iv.data, msg.data, msg.len));
    kat_equal(t, "ct", kat_hex(t, "=ct"), out.data, out.len);
    kat_status(t, "decrypt", MIFU_OK,
               mifu_sm4_cfb_decrypt(out.data, &key, iv.data, out.data, out.len));
    kat_equal(t, "pt", kat_hex(t, "=decrypt_ct"), out.data, out.len);
}

static void xts_order(kat_test *t)
{
    kat_bytes keys = kat_hex_sized(t, "key", 32), tweak = kat_hex_sized(t, "iv", 16);
    kat_bytes msg = kat_hex(t, "msg"), gb = kat_buffer(t, msg.len), ieee = kat_buffer(t, msg.len);
    mifu_sm4_key key, tweak_key;

    mifu_sm4_key_init(&key, keys.data);
    mifu_sm4_key_init(&tweak_key, keys.data + 16);
    kat_status(t, "GB", MIFU_OK,
               mifu_sm4_xts_encrypt(gb.data, &key, &tweak_key, MIFU_SM4_XTS_GB, tweak.data,
                                    msg.data, msg.len));
    kat_equal(t, "GB", kat_hex(t, "=gb"), gb.data, gb.len);
    kat_status(t, "IEEE", MIFU_OK,
               mifu_sm4_xts_encrypt(ieee.data, &key, &tweak_key, MIFU_SM4_XTS_IEEE, tweak.data,
                                    msg.data, msg.len));
    kat_equal(t, "IEEE", kat_hex(t, "=ieee"), ieee.data, ieee.len);
    kat_true(t, "the first block", memcmp(gb.data, ieee.data, 16) == 0);
    kat_status(t, "no default", MIFU_ERR_ARGUMENT_NAME,
               mifu_sm4_xts_encrypt(gb.data, &key, &tweak_key, (mifu_sm4_xts_order)0, tweak.data,
                                    msg.data, msg.len));
}

/* ---- The interface */

/* CBC with PKCS#7 in pieces; the pieces are cut at every `step` bytes, 0: from the list. */
static kat_bytes cbc_in_pieces(kat_test *t, bool encrypt, const mifu_sm4_key *key,
                               const uint8_t *iv, kat_bytes in, const uint64_t *sizes, size_t count)
{
    kat_bytes out = kat_buffer(t, in.len + 32);
    size_t done = 0, at = 0, n;
    mifu_sm4_cbc cbc;

    kat_status(t, "init", MIFU_OK,
               encrypt ? mifu_sm4_cbc_encrypt_init(&cbc, key, iv, MIFU_SM4_PADDING_PKCS7)
                       : mifu_sm4_cbc_decrypt_init(&cbc, key, iv, MIFU_SM4_PADDING_PKCS7));
    for (size_t i = 0; at < in.len; i++) {
        size_t len = i < count ? (size_t)sizes[i] : in.len - at; /* padding: what is left */

        len = len < in.len - at ? len : in.len - at;
        kat_status(
            t, "update", MIFU_OK,
            mifu_sm4_cbc_update(out.data + done, out.len - done, &n, &cbc, in.data + at, len));
        at += len;
        done += n;
    }
    kat_status(t, "final", MIFU_OK, mifu_sm4_cbc_final(out.data + done, out.len - done, &n, &cbc));
    return (kat_bytes){out.data, done + n};
}

static void streaming_chunks(kat_test *t)
{
    static const size_t lengths[] = {0, 15, 16, 17, 31, 32, 100};
    mifu_sm4_key key = kat_sm4_key(t, "key");
    kat_bytes iv = kat_hex_sized(t, "iv", 16), msg = kat_hex(t, "msg"), ct = kat_hex(t, "=ct");
    kat_bytes out, back;

    for (size_t i = 0; i < 200; i++) { /* the listed chunkings, and many more of random sizes */
        uint64_t sizes[128];

        for (size_t j = 0; j < 128; j++)
            sizes[j] = i == 0 ? 1 : kat_random_below(t, 1 + i % 40);
        for (size_t j = 0; j < sizeof lengths / sizeof lengths[0]; j++) {
            kat_bytes part = {msg.data, lengths[j] < msg.len ? lengths[j] : msg.len};

            out = cbc_in_pieces(t, true, &key, iv.data, part, sizes, 128);
            if (part.len == msg.len)
                kat_equal(t, "ct", ct, out.data, out.len);
            back = cbc_in_pieces(t, false, &key, iv.data, out, sizes, 128);
            kat_equal(t, "pt", part, back.data, back.len);
        }
    }
    for (size_t i = 0;; i++) { /* exactly as listed */
        const uint64_t *sizes;
        size_t count;
        char name[32];

        snprintf(name, sizeof name, "chunkings.%zu", i);
        if (!kat_has(t, name))
            break;
        sizes = kat_integers(t, name, &count);
        out = cbc_in_pieces(t, true, &key, iv.data, msg, sizes, count);
        kat_equal(t, name, ct, out.data, out.len);
        back = cbc_in_pieces(t, false, &key, iv.data, ct, sizes, count);
        kat_equal(t, name, kat_hex(t, "=decrypt_with_same_chunkings"), back.data, back.len);
    }
}

static void in_place(kat_test *t)
{
    mifu_sm4_key key = kat_sm4_key(t, "key");
    kat_bytes iv = kat_hex_sized(t, "iv", 16), msg = kat_hex(t, "msg"), before, buffer;
    kat_bytes expected = field_case_hex_after(t, "=in_place", "out == in gives ");
    size_t len = 0;

    field_case_wants(t, "=iv_after_call", "unchanged");
    field_case_wants(t, "=partial_overlap", "out = in + 1: error");
    before = kat_copy(t, iv.data, 16);
    buffer = kat_buffer(t, expected.len + 17);
    memcpy(buffer.data, msg.data, msg.len);
    kat_status(t, "in place", MIFU_OK,
               mifu_sm4_cbc_encrypt(buffer.data, expected.len, &len, &key, iv.data,
                                    MIFU_SM4_PADDING_PKCS7, buffer.data, msg.len));
    kat_equal(t, "in place", expected, buffer.data, len);
    kat_equal(t, "IV", before, iv.data, 16);
    kat_status(t, "in place back", MIFU_OK,
               mifu_sm4_cbc_decrypt(buffer.data, buffer.len, &len, &key, iv.data,
                                    MIFU_SM4_PADDING_PKCS7, buffer.data, expected.len));
    kat_equal(t, "in place back", msg, buffer.data, len);
    kat_equal(t, "IV", before, iv.data, 16);
    for (size_t shift = 1; shift <= 16; shift++) {
        memcpy(buffer.data, msg.data, msg.len);
        kat_status(t, "out behind in", MIFU_ERR_ARGUMENT_OVERLAP,
                   mifu_sm4_cbc_encrypt(buffer.data + shift, expected.len, &len, &key, iv.data,
                                        MIFU_SM4_PADDING_PKCS7, buffer.data, msg.len));
        kat_equal(t, "untouched", msg, buffer.data, msg.len);
        kat_status(t, "out behind in, CTR", MIFU_ERR_ARGUMENT_OVERLAP,
                   mifu_sm4_ctr_crypt(buffer.data + shift, &key, iv.data, buffer.data, msg.len));
        kat_status(t, "out before in, CTR", MIFU_ERR_ARGUMENT_OVERLAP,
                   mifu_sm4_ctr_crypt(buffer.data, &key, iv.data, buffer.data + shift, msg.len));
        kat_equal(t, "untouched", msg, buffer.data, msg.len);
    }
}

static void alignment(kat_test *t)
{
    mifu_sm4_key key;
    kat_bytes msg = kat_hex(t, "msg"), ecb = kat_hex(t, "=sm4_ecb"), buffer, out;
    static const uint8_t k[16] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
                                  0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10};
    size_t count, len = 0;
    const uint64_t *offsets = kat_integers(t, "offsets", &count);

    mifu_sm4_key_init(&key, k);
    for (size_t i = 0; i < count; i++) {
        size_t offset = (size_t)offsets[i];

        buffer = kat_buffer(t, msg.len + offset);
        memcpy(buffer.data + offset, msg.data, msg.len);
        same_sm3(t, "sm3", kat_hex(t, "=sm3"), buffer.data + offset, msg.len);
        out = kat_buffer(t, ecb.len + 15 - offset);
        kat_status(t, "sm4", MIFU_OK,
                   mifu_sm4_ecb_encrypt(out.data + 15 - offset, ecb.len, &len, &key,
                                        MIFU_SM4_PADDING_NONE, buffer.data + offset, ecb.len));
        kat_equal(t, "sm4", ecb, out.data + 15 - offset, len);
    }
}

/* ---- Threads: one key, many blocks; every thread its own data and IV */

#define THREADS 8
#define BLOCKS  10000

typedef struct thread_work {
    const mifu_sm4_key *key;
    kat_bytes msg, iv, ct;
    unsigned number;
    bool right;
} thread_work;

static void *work(void *context)
{
    thread_work *w = context;
    uint8_t block[16] = {0}, out[16], cbc[256];
    size_t len;

    w->right = true;
    for (unsigned i = 0; i < BLOCKS; i++) {
        memcpy(block, &i, sizeof i);
        block[15] = (uint8_t)w->number;
        mifu_sm4_encrypt_block(out, w->key, block);
        mifu_sm4_decrypt_block(out, w->key, out);
        w->right &= memcmp(out, block, 16) == 0;
        if (i % 100 == 0) {
            w->right &=
                mifu_sm4_cbc_encrypt(cbc, sizeof cbc, &len, w->key, w->iv.data,
                                     MIFU_SM4_PADDING_PKCS7, w->msg.data, w->msg.len) == MIFU_OK;
            w->right &= len == w->ct.len && memcmp(cbc, w->ct.data, len) == 0;
        }
    }
    return NULL;
}

static void threads(kat_test *t)
{
    mifu_sm4_key key = kat_sm4_key(t, "key");
    kat_bytes k = kat_hex_sized(t, "key", 16), block = kat_buffer(t, 16), msg = kat_hex(t, "msg");
    thread_work works[THREADS];
    pthread_t ids[THREADS];

    mifu_sm4_encrypt_block(block.data, &key, k.data);
    kat_equal(t, "block", kat_hex(t, "=ecb_block_of_key"), block.data, 16);
    for (unsigned i = 0; i < THREADS; i++) {
        works[i] = (thread_work){&key,
                                 msg,
                                 kat_hex(t, i % 2 == 0 ? "iv_a" : "iv_b"),
                                 kat_hex(t, i % 2 == 0 ? "=cbc_iv_a" : "=cbc_iv_b"),
                                 i,
                                 false};
        if (pthread_create(&ids[i], NULL, work, &works[i]) != 0)
            kat_skip(t, "no thread");
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(ids[i], NULL);
        kat_true(t, "a thread got another result", works[i].right);
    }
}

const field_case_kind field_cases_symmetric[] = {
    {"sm3-padding-boundary", "sm3", padding_boundary},
    {"sm3-long-input", "sm3", long_input},
    {"text-encoding", "sm3", text_encoding},
    {"hmac-key-text-or-hex", "sm3", hmac_key},
    {"sm4-padding", "sm4", ecb_padding},
    {"binary-through-text", "sm4 ghash", binary_text},
    {"gcm-ghash-length", "sm4 ghash", ghash_length},
    {"gcm-iv-length", "sm4 ghash", gcm_iv_length},
    {"gcm-tag", "sm4 ghash", gcm_tag},
    {"ccm-aad-padding", "sm4", ccm_aad},
    {"ctr-carry", "sm4", ctr_carry},
    {"stream-mode-direction", "sm4", cfb_direction},
    {"xts-gb-vs-ieee", "sm4", xts_order},
    {"streaming-chunks", "sm4", streaming_chunks},
    {"in-place-overlap", "sm4", in_place},
    {"alignment", "sm3 sm4", alignment},
    {"thread-safety", "sm4", threads},
    {NULL, NULL, NULL},
};
