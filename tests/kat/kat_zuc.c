/* SPDX-License-Identifier: Apache-2.0 */
/* ZUC: key stream, encryption, 128-EEA3, 128-EIA3, MAC of ZUC-256, GXM and MUR. */
#include "base_bytes.h"
#include "kat.h"
#include "mifu/zuc_aead.h"
#include "zuc_kernels.h"

/* A stream by the lengths of key and IV: 16 bytes of key, or 32. */
static mifu_zuc started(kat_test *t)
{
    kat_bytes key = kat_hex(t, "key"), iv = kat_hex(t, "iv");
    mifu_zuc zuc;

    if (key.len == MIFU_ZUC_KEY_SIZE && iv.len == MIFU_ZUC_IV_SIZE)
        mifu_zuc_init(&zuc, key.data, iv.data);
    else if (key.len == MIFU_ZUC256_KEY_SIZE)
        kat_status(t, "init", MIFU_OK, mifu_zuc256_init(&zuc, key.data, iv.data, iv.len));
    else
        kat_skip(t, "a key of %zu and an IV of %zu bytes", key.len, iv.len);
    return zuc;
}

/* `in` encrypted in pieces by chance. */
static void pieces(kat_test *t, const char *what, kat_bytes in, kat_bytes expected)
{
    mifu_zuc zuc = started(t);
    kat_bytes got = kat_copy(t, in.data, in.len);

    for (size_t at = 0, n; at < in.len; at += n) {
        n = kat_random_chunk(t, in.len - at);
        kat_status(t, what, MIFU_OK,
                   mifu_zuc_update(got.data + at, &zuc, got.data + at, n)); /* in place */
    }
    kat_equal(t, what, expected, got.data, got.len);
}

/* The cells and R1, R2 as they are when the first word comes; the loaded cells must lead there. */
static void same_state(kat_test *t, const mifu_zuc *zuc)
{
    kat_bytes got = kat_buffer(t, 4 * 16), r = kat_buffer(t, 8), loaded;
    mifu_zuc_state state;

    if (!kat_has(t, "lfsr_after_init"))
        return;
    loaded = kat_hex_list(t, "lfsr_init");
    for (unsigned i = 0; i < 16 && loaded.len == 64; i++)
        state.cells[i] = mifu_load32_be(loaded.data + 4 * i);
    kat_true(t, "16 cells loaded", loaded.len == 64);
    mifu_zuc_kernels_in_use()->initialise(&state, 32);
    kat_true(t, "cells from those loaded", memcmp(&state, &zuc->state, sizeof state) == 0);
    for (unsigned i = 0; i < 16; i++)
        mifu_store32_be(got.data + 4 * i, zuc->state.cells[i]);
    kat_equal(t, "cells", kat_hex_list(t, "lfsr_after_init"), got.data, got.len);
    mifu_store32_be(r.data, zuc->state.r[0]);
    mifu_store32_be(r.data + 4, zuc->state.r[1]);
    kat_equal(t, "r1", kat_hex(t, "r1"), r.data, 4);
    kat_equal(t, "r2", kat_hex(t, "r2"), r.data + 4, 4);
}

static void run_keystream(kat_test *t)
{
    kat_bytes words = kat_hex(t, "words"), got = kat_buffer(t, words.len);
    kat_bytes zeros = kat_buffer(t, words.len);
    mifu_zuc zuc = started(t);
    size_t skipped = kat_random_below(t, words.len);

    same_state(t, &zuc);
    kat_status(t, "keystream", MIFU_OK, mifu_zuc_keystream(got.data, &zuc, got.len));
    kat_equal(t, "words", words, got.data, got.len);
    memset(zeros.data, 0, zeros.len);
    pieces(t, "words in pieces", zeros, words);
    zuc = started(t);
    kat_status(t, "skip", MIFU_OK, mifu_zuc_skip(&zuc, skipped));
    kat_status(t, "keystream", MIFU_OK,
               mifu_zuc_keystream(got.data + skipped, &zuc, got.len - skipped));
    kat_equal(t, "words after a part skipped", words, got.data, got.len);
    if (kat_has(t, "word_2000")) {
        uint8_t word[4];

        zuc = started(t);
        kat_status(t, "skip", MIFU_OK, mifu_zuc_skip(&zuc, 4 * 1999));
        kat_status(t, "keystream", MIFU_OK, mifu_zuc_keystream(word, &zuc, 4));
        kat_equal(t, "word 2000", kat_hex_sized(t, "word_2000", 4), word, 4);
    }
}

static void run_encrypt(kat_test *t)
{
    kat_bytes key = kat_hex(t, "key"), iv = kat_hex(t, "iv");
    kat_bytes pt = kat_message(t, "pt"), ct = kat_message(t, "ct"), got = kat_buffer(t, pt.len);
    mifu_status status;

    if (key.len == MIFU_ZUC_KEY_SIZE && iv.len == MIFU_ZUC_IV_SIZE)
        status = mifu_zuc_encrypt(got.data, key.data, iv.data, pt.data, pt.len);
    else if (key.len == MIFU_ZUC256_KEY_SIZE)
        status = mifu_zuc256_encrypt(got.data, key.data, iv.data, iv.len, pt.data, pt.len);
    else
        kat_skip(t, "a key of %zu and an IV of %zu bytes", key.len, iv.len);
    kat_status(t, "encrypt", MIFU_OK, status);
    kat_equal(t, "ct", ct, got.data, got.len);
    pieces(t, "ct in pieces", pt, ct);
    pieces(t, "pt in pieces", ct, pt);
}

/* COUNT, BEARER and DIRECTION of the mobile networks. */
typedef struct parameters {
    kat_bytes key;
    uint32_t count;
    unsigned bearer, direction;
    uint64_t bits;
} parameters;

static parameters parameters_of(kat_test *t)
{
    parameters p = {kat_hex_sized(t, "key", MIFU_ZUC_KEY_SIZE),
                    mifu_load32_be(kat_hex_sized(t, "count", 4).data),
                    (unsigned)kat_integer(t, "bearer"), (unsigned)kat_integer(t, "direction"),
                    kat_integer(t, "bits")};

    return p;
}

/* `bytes` cut to the length in bits, the last byte whole. */
static kat_bytes cut(kat_test *t, kat_bytes bytes, uint64_t bits)
{
    kat_true(t, "the bytes that the length in bits says", (bits + 7) / 8 == bytes.len);
    if ((bits + 7) / 8 > bytes.len)
        kat_give_up(t);
    return kat_copy(t, bytes.data, (size_t)(bits + 7) / 8);
}

static void run_eea3(kat_test *t)
{
    parameters p = parameters_of(t);
    kat_bytes pt = cut(t, kat_message(t, "pt"), p.bits), ct = cut(t, kat_hex(t, "ct"), p.bits);
    kat_bytes got = kat_buffer(t, pt.len);

    kat_status(
        t, "eea3", MIFU_OK,
        mifu_zuc_eea3(got.data, p.key.data, p.count, p.bearer, p.direction, pt.data, p.bits));
    kat_equal(t, "ct", ct, got.data, got.len);
    if (p.bits % 8 != 0)
        got.data[got.len - 1] |= (uint8_t)(0xff >> p.bits % 8); /* must be ignored */
    kat_status(
        t, "eea3", MIFU_OK,
        mifu_zuc_eea3(got.data, p.key.data, p.count, p.bearer, p.direction, got.data, p.bits));
    if (p.bits % 8 != 0)
        pt.data[pt.len - 1] &= (uint8_t)(0xff00 >> p.bits % 8);
    kat_equal(t, "pt", pt, got.data, got.len);
}

/* A message in pieces, or those that the test lists, and its last bits. */
static void mac_pieces(kat_test *t, mifu_zuc_mac *mac, kat_bytes msg, uint64_t bits, kat_bytes tag)
{
    size_t len = (size_t)(bits / 8), count = 0;
    const uint64_t *chunks = kat_has(t, "chunks") ? kat_integers(t, "chunks", &count) : NULL;
    kat_bytes got = kat_buffer(t, tag.len);

    for (size_t at = 0, i = 0, n; at < len; at += n, i++) {
        n = i < count ? (size_t)chunks[i] : kat_random_chunk(t, len - at);
        if (n > len - at)
            kat_skip(t, "the chunks are longer than the message");
        kat_status(t, "update", MIFU_OK, mifu_zuc_mac_update(mac, msg.data + at, n));
    }
    kat_status(t, "final", MIFU_OK,
               mifu_zuc_mac_final(got.data, mac, bits % 8 != 0 ? msg.data[len] : 0xff,
                                  (unsigned)(bits % 8)));
    kat_equal(t, "mac in pieces", tag, got.data, tag.len);
}

static void run_eia3(kat_test *t)
{
    parameters p = parameters_of(t);
    kat_bytes msg = cut(t, kat_message(t, "msg"), p.bits), mac = kat_hex_sized(t, "mac", 4);
    uint8_t got[4];
    mifu_zuc_mac context;

    kat_status(t, "eia3", MIFU_OK,
               mifu_zuc_eia3(got, p.key.data, p.count, p.bearer, p.direction, msg.data, p.bits));
    kat_equal(t, "mac", mac, got, sizeof got);
    kat_status(t, "init", MIFU_OK,
               mifu_zuc_eia3_init(&context, p.key.data, p.count, p.bearer, p.direction));
    mac_pieces(t, &context, msg, p.bits, mac);
    kat_status(t, "verify", MIFU_OK,
               mifu_zuc_eia3_verify(p.key.data, p.count, p.bearer, p.direction, msg.data, p.bits,
                                    mac.data));
    mac.data[kat_random_below(t, 4)] ^= (uint8_t)(1 << kat_random_below(t, 8));
    kat_status(t, "verify a changed mac", MIFU_INVALID,
               mifu_zuc_eia3_verify(p.key.data, p.count, p.bearer, p.direction, msg.data, p.bits,
                                    mac.data));
}

static void run_zuc256_mac(kat_test *t)
{
    kat_bytes key = kat_hex_sized(t, "key", MIFU_ZUC256_KEY_SIZE), iv = kat_hex(t, "iv");
    uint64_t bits = kat_integer(t, "bits");
    kat_bytes msg = cut(t, kat_message(t, "msg"), bits);
    kat_bytes tag = kat_hex_sized(t, "mac", (size_t)kat_integer(t, "tag_bits") / 8);
    kat_bytes got = kat_buffer(t, tag.len);
    mifu_zuc_mac context;

    kat_true(t, "whole bytes of tag", kat_integer(t, "tag_bits") % 8 == 0);
    kat_status(t, "mac", MIFU_OK,
               mifu_zuc256_mac(got.data, tag.len, key.data, iv.data, iv.len, msg.data, bits));
    kat_equal(t, "mac", tag, got.data, got.len);
    kat_status(t, "init", MIFU_OK,
               mifu_zuc256_mac_init(&context, key.data, iv.data, iv.len, tag.len));
    mac_pieces(t, &context, msg, bits, tag);
    kat_status(
        t, "verify", MIFU_OK,
        mifu_zuc256_mac_verify(key.data, iv.data, iv.len, msg.data, bits, tag.data, tag.len));
    tag.data[kat_random_below(t, tag.len)] ^= (uint8_t)(1 << kat_random_below(t, 8));
    kat_status(
        t, "verify a changed mac", MIFU_INVALID,
        mifu_zuc256_mac_verify(key.data, iv.data, iv.len, msg.data, bits, tag.data, tag.len));
}

/* ---- GXM and MUR */

typedef struct aead {
    kat_bytes key, tag_key, hash_key, iv, aad, tag;
    int mur;
} aead;

static mifu_status seal(const aead *a, uint8_t *ct, uint8_t *tag, const uint8_t *pt, size_t len)
{
    if (a->mur)
        return mifu_zuc_mur_seal(ct, tag, a->tag.len, a->key.data, a->tag_key.data,
                                 a->hash_key.data, a->iv.data, a->aad.data, a->aad.len, pt, len);
    return mifu_zuc_gxm_seal(ct, tag, a->tag.len, a->key.data, a->hash_key.data, a->iv.data,
                             a->aad.data, a->aad.len, pt, len);
}

static mifu_status open_(const aead *a, uint8_t *pt, const uint8_t *ct, size_t len)
{
    if (a->mur)
        return mifu_zuc_mur_open(pt, a->key.data, a->tag_key.data, a->hash_key.data, a->iv.data,
                                 a->aad.data, a->aad.len, ct, len, a->tag.data, a->tag.len);
    return mifu_zuc_gxm_open(pt, a->key.data, a->hash_key.data, a->iv.data, a->aad.data, a->aad.len,
                             ct, len, a->tag.data, a->tag.len);
}

static void changed(kat_test *t, const aead *a, kat_bytes what, const char *name, kat_bytes ct)
{
    kat_bytes got = kat_buffer(t, ct.len);
    size_t at;
    uint8_t bit = (uint8_t)(1 << kat_random_below(t, 8));

    if (what.len == 0)
        return;
    at = kat_random_below(t, what.len);
    what.data[at] ^= bit;
    kat_status(t, name, MIFU_ERR_AUTHENTICATION, open_(a, got.data, ct.data, ct.len));
    kat_is_zero(t, name, got);
    what.data[at] ^= bit;
}

/* GXM in pieces by chance, in place, either direction. */
static void gxm_pieces(kat_test *t, const aead *a, kat_bytes pt, kat_bytes ct)
{
    kat_bytes got = kat_copy(t, pt.data, pt.len), tag = kat_buffer(t, a->tag.len);
    mifu_zuc_gxm gxm;
    size_t at, n;

    for (int decrypt = 0; decrypt < 2; decrypt++) {
        kat_status(t, "init", MIFU_OK,
                   (decrypt ? mifu_zuc_gxm_decrypt_init : mifu_zuc_gxm_encrypt_init)(
                       &gxm, a->key.data, a->hash_key.data, a->iv.data, a->tag.len));
        for (at = 0; at < a->aad.len; at += n) {
            n = kat_random_chunk(t, a->aad.len - at);
            kat_status(t, "associated data", MIFU_OK,
                       mifu_zuc_gxm_aad_update(&gxm, a->aad.data + at, n));
        }
        for (at = 0; at < got.len; at += n) {
            n = kat_random_chunk(t, got.len - at);
            kat_status(t, "update", MIFU_OK,
                       (decrypt
                            ? mifu_zuc_gxm_decrypt_update_unverified
                            : mifu_zuc_gxm_encrypt_update)(got.data + at, &gxm, got.data + at, n));
        }
        kat_equal(t, "text in pieces", decrypt ? pt : ct, got.data, got.len);
        if (!decrypt) {
            kat_status(t, "final", MIFU_OK, mifu_zuc_gxm_encrypt_final(tag.data, &gxm));
            kat_equal(t, "tag in pieces", a->tag, tag.data, tag.len);
        }
    }
    kat_status(t, "final", MIFU_OK, mifu_zuc_gxm_decrypt_final(&gxm, a->tag.data));
}

static void run_aead(kat_test *t, int mur)
{
    aead a = {kat_hex_sized(t, "key", MIFU_ZUC_KEY_SIZE),
              mur ? kat_hex_sized(t, "key2", MIFU_ZUC_KEY_SIZE) : kat_buffer(t, 0),
              kat_hex_sized(t, "hkey", MIFU_ZUC_HASH_KEY_SIZE),
              kat_hex_sized(t, "iv", MIFU_ZUC_IV_SIZE),
              kat_hex_or_empty(t, "aad"),
              kat_hex(t, "tag"),
              mur};
    kat_bytes pt = kat_message(t, "pt"), ct = kat_message(t, "ct");
    kat_bytes got = kat_buffer(t, pt.len), tag = kat_buffer(t, a.tag.len);

    kat_status(t, "seal", MIFU_OK, seal(&a, got.data, tag.data, pt.data, pt.len));
    kat_equal(t, "ct", ct, got.data, got.len);
    kat_equal(t, "tag", a.tag, tag.data, tag.len);
    kat_status(t, "open in place", MIFU_OK, open_(&a, got.data, got.data, got.len));
    kat_equal(t, "pt", pt, got.data, got.len);
    kat_status(t, "seal in place", MIFU_OK, seal(&a, got.data, tag.data, got.data, got.len));
    kat_equal(t, "ct in place", ct, got.data, got.len);
    kat_equal(t, "tag in place", a.tag, tag.data, tag.len);
    if (!mur)
        gxm_pieces(t, &a, pt, ct);
    changed(t, &a, a.tag, "a changed tag", ct);
    changed(t, &a, a.aad, "changed associated data", ct);
    changed(t, &a, ct, "a changed ciphertext", ct);
    changed(t, &a, a.iv, "a changed iv", ct);
    if (a.aad.len + ct.len != 0) /* the hash of nothing is 0 under every key */
        changed(t, &a, a.hash_key, "a changed hash key", ct);
}

static void run_gxm(kat_test *t)
{
    run_aead(t, 0);
}

static void run_mur(kat_test *t)
{
    run_aead(t, 1);
}

const kat_operation kat_zuc_operations[] = {
    {"keystream", "key iv words word_2000 lfsr_init lfsr_after_init r1 r2", "zuc", run_keystream},
    {"encrypt", "key iv pt* ct*", "zuc", run_encrypt},
    {"eea3", "key count bearer direction bits pt* ct variant", "zuc", run_eea3},
    {"eia3", "key count bearer direction bits msg* mac chunks variant", "zuc", run_eia3},
    {"zuc256-mac", "key iv bits msg* tag_bits mac source_value chunks variant", "zuc",
     run_zuc256_mac},
    {"zuc-gxm", "key hkey iv aad pt* ct* tag", "zuc ghash", run_gxm},
    {"zuc-mur", "key key2 hkey iv aad pt* ct* tag", "zuc ghash", run_mur},
    {NULL, NULL, NULL, NULL},
};
