/* SPDX-License-Identifier: Apache-2.0 */
/* SM9 key encapsulation, encryption and key exchange with the listed numbers. */
#include "kat_sm9.h"

#include "kat_sm2_nonce.h"
#include "mifu/sm9_encoding.h"
#include "sm9_testing.h"

static mifu_sm9_encrypt_key listed_key(kat_test *t, const char *field,
                                       const mifu_sm9_encrypt_master_public_key *master)
{
    kat_bytes de = kat_hex(t, field);
    mifu_sm9_encrypt_key key;
    mifu_status status = mifu_sm9_encrypt_key_from_bytes(&key, master, de.data, de.len);

    kat_status(t, field, MIFU_OK, status);
    if (status != MIFU_OK)
        kat_give_up(t);
    return key;
}

/* Q, g, w = g^r = e(C, de). */
static void intermediate(kat_test *t, const mifu_sm9_encrypt_master_public_key *master,
                         const mifu_sm9_encrypt_key *key, kat_bytes id, uint8_t hid)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    kat_bytes c = kat_hex_sized(t, "c1", 64);
    uint8_t bytes[64];
    mifu_sm9_fp12 g, w;
    mifu_sm9_g1 q;
    mifu_u256 r;

    kat_sm9_same_h1(t, id, hid);
    kat_status(t, "Q", MIFU_OK, mifu_sm9_encrypt_identity_point(&q, master, id.data, id.len, hid));
    mifu_sm9_g1_to_bytes(bytes, &q);
    kat_sm9_same(t, "qb", bytes, 64);
    memcpy(&g, master->g, sizeof g);
    kat_sm9_same_gt(t, "g", &g);
    mifu_u256_from_bytes(&r, kat_hex_sized(t, "r", 32).data);
    kernels->gt_power(&w, &g, &r);
    kat_sm9_same_gt(t, "w", &w);
    kat_status(t, "C", MIFU_OK, mifu_sm9_g1_from_bytes(&q, c.data, c.len));
    mifu_sm9_pairing_with_key(&w, &q, key);
    kat_sm9_same_gt(t, "w", &w);
}

/* The key that C carries, from the plain key and from the prepared one. */
static void decapsulate(kat_test *t, mifu_sm9_encrypt_key *key, kat_bytes id, kat_bytes c,
                        kat_bytes k)
{
    kat_bytes got = kat_buffer(t, k.len);
    mifu_sm9_line_table table;

    kat_status(t, "decapsulate", MIFU_OK,
               mifu_sm9_decapsulate(got.data, got.len, key, id.data, id.len, c.data));
    kat_equal(t, "k", k, got.data, got.len);
    mifu_sm9_encrypt_key_prepare(key, &table);
    memset(got.data, 0, got.len);
    kat_status(t, "decapsulate with a prepared key", MIFU_OK,
               mifu_sm9_decapsulate(got.data, got.len, key, id.data, id.len, c.data));
    kat_equal(t, "k", k, got.data, got.len);
    key->lines = NULL;
    mifu_sm9_line_table_wipe(&table);
}

static kat_bytes with_04(kat_test *t, kat_bytes xy)
{
    kat_bytes prefix = kat_buffer(t, 1);

    prefix.data[0] = 4;
    return kat_join(t, 2, prefix, xy);
}

void kat_run_sm9_kem(kat_test *t)
{
    kat_bytes id = kat_hex_or_empty(t, "user_id"), r = kat_hex_sized(t, "r", 32),
              k = kat_hex(t, "k");
    uint8_t hid = kat_sm9_hid(t, MIFU_SM9_HID_ENCRYPT);
    mifu_sm9_encrypt_master_public_key master = kat_sm9_encrypt_master(t, "ppub_e");
    mifu_sm9_encrypt_key key = listed_key(t, "de", &master);
    kat_bytes got = kat_buffer(t, k.len), c = kat_buffer(t, MIFU_SM9_G1_SIZE);
    kat_nonces nonces = {r.data, 1, 0};

    if (kat_has(t, "ke"))
        kat_run_sm9_extract(t);
    kat_true(t, "klen", kat_integer(t, "klen") == k.len);
    kat_status(t, "encapsulate with r", MIFU_OK,
               mifu_sm9_encapsulate_with_nonces(got.data, got.len, c.data, &master, id.data, id.len,
                                                hid, kat_next_nonce, &nonces));
    kat_equal(t, "k", k, got.data, got.len);
    kat_equal(t, "c1", with_04(t, kat_hex(t, "c1")), c.data, c.len);
    intermediate(t, &master, &key, id, hid);
    decapsulate(t, &key, id, c, k);
    kat_status(t, "encapsulate", MIFU_OK,
               mifu_sm9_encapsulate(got.data, got.len, c.data, &master, id.data, id.len, hid));
    decapsulate(t, &key, id, c, got);
}

void kat_run_sm9_kem_decapsulate(kat_test *t)
{
    kat_bytes id = kat_hex_or_empty(t, "user_id"), c = kat_hex(t, "c1");
    mifu_sm9_encrypt_key key = listed_key(t, "de", NULL);
    kat_bytes got = kat_buffer(t, (size_t)kat_integer(t, "klen"));

    if (kat_is_valid(t)) {
        kat_true(t, "klen", kat_hex(t, "k").len == got.len);
        decapsulate(t, &key, id, with_04(t, c), kat_hex(t, "k"));
        return;
    }
    if (c.len != 64)
        return; /* the function takes 65 bytes, no more and no less */
    kat_is_error(
        t, "decapsulate",
        mifu_sm9_decapsulate(got.data, got.len, &key, id.data, id.len, with_04(t, c).data));
    kat_is_zero(t, "the refused key", got);
}

/* ---- Encryption */

static const struct {
    const char *name;
    mifu_sm9_cipher cipher;
} ciphers[] = {
    {"xor", MIFU_SM9_XOR},         {"sm4-ecb", MIFU_SM9_SM4_ECB}, {"sm4-cbc", MIFU_SM9_SM4_CBC},
    {"sm4-ofb", MIFU_SM9_SM4_OFB}, {"sm4-cfb", MIFU_SM9_SM4_CFB},
};

static mifu_sm9_cipher cipher_of(kat_test *t)
{
    const char *mode = kat_text(t, "mode");

    for (size_t i = 0; i < sizeof ciphers / sizeof ciphers[0]; i++)
        if (strcmp(ciphers[i].name, mode) == 0)
            return ciphers[i].cipher;
    kat_skip(t, "no mode \"%.40s\"", mode);
}

/* Size query, one byte short, exact bound; the plain key. */
static void decrypt(kat_test *t, const mifu_sm9_encrypt_key *key, kat_bytes id,
                    mifu_sm9_cipher cipher, mifu_sm9_format format, kat_bytes ct, kat_bytes pt)
{
    size_t len = 0;
    kat_bytes out;

    kat_status(
        t, "decrypt, size query", MIFU_ERR_BUFFER,
        mifu_sm9_decrypt(NULL, 0, &len, key, id.data, id.len, cipher, format, ct.data, ct.len));
    kat_true(t, "the size query of decryption gives too little", len >= pt.len);
    out = kat_buffer(t, len);
    kat_status(t, "decrypt, one byte short", MIFU_ERR_BUFFER,
               mifu_sm9_decrypt(out.data, len - 1, &len, key, id.data, id.len, cipher, format,
                                ct.data, ct.len));
    kat_nothing_written(t, "decrypt, one byte short", out);
    kat_status(t, "decrypt", MIFU_OK,
               mifu_sm9_decrypt(out.data, out.len, &len, key, id.data, id.len, cipher, format,
                                ct.data, ct.len));
    kat_equal(t, "pt", pt, out.data, len <= out.len ? len : out.len);
}

static void decrypt_refused(kat_test *t, const mifu_sm9_encrypt_key *key, kat_bytes id,
                            mifu_sm9_cipher cipher, mifu_sm9_format format, kat_bytes ct)
{
    kat_bytes out = kat_buffer(t, ct.len + 1);
    size_t len = 0;

    kat_is_error(t, "decrypt",
                 mifu_sm9_decrypt(out.data, out.len, &len, key, id.data, id.len, cipher, format,
                                  ct.data, ct.len));
    kat_no_plaintext(t, "decrypt", out);
}

static void convert(kat_test *t, mifu_sm9_cipher cipher, const kat_bytes ct[3])
{
    static const mifu_sm9_format formats[3] = {MIFU_SM9_C1C3C2, MIFU_SM9_C1C3C2_NO_04,
                                               MIFU_SM9_DER};

    for (int from = 0; from < 3; from++)
        for (int to = 0; to < 3; to++) {
            kat_bytes out = kat_buffer(t, ct[to].len);
            size_t len = 0;

            kat_status(t, "convert", MIFU_OK,
                       mifu_sm9_ciphertext_convert(out.data, out.len, &len, formats[to],
                                                   formats[from], cipher, ct[from].data,
                                                   ct[from].len));
            kat_equal(t, "converted", ct[to], out.data, len <= out.len ? len : out.len);
        }
}

/* The parts of C1 || C3 || C2 and of the derived key, and C3 = SM3(C2 || K2). */
static void parts(kat_test *t, kat_bytes ct)
{
    kat_bytes k1 = kat_hex_or_empty(t, "k1"), k2 = kat_hex_or_empty(t, "k2"), all;
    uint8_t c3[32];

    if (ct.len < 96)
        kat_skip(t, "field \"ct\" has %zu bytes", ct.len);
    if (kat_has(t, "c1"))
        kat_equal(t, "c1", kat_hex(t, "c1"), ct.data, 64);
    if (kat_has(t, "c3"))
        kat_equal(t, "c3", kat_hex(t, "c3"), ct.data + 64, 32);
    if (kat_has(t, "c2"))
        kat_equal(t, "c2", kat_hex(t, "c2"), ct.data + 96, ct.len - 96);
    if (kat_has(t, "k") && k1.len != 0 && k2.len != 0) {
        all = kat_join(t, 2, k1, k2);
        kat_equal(t, "k1 || k2", kat_hex(t, "k"), all.data, all.len);
    }
    if (k2.len != 0) {
        all = kat_join(t, 2, (kat_bytes){ct.data + 96, ct.len - 96}, k2);
        mifu_sm3_hash(c3, all.data, all.len);
        kat_equal(t, "SM3(C2 || K2)", (kat_bytes){ct.data + 64, 32}, c3, 32);
    }
}

void kat_run_sm9_encrypt(kat_test *t)
{
    kat_bytes id = kat_hex_or_empty(t, "user_id"), r = kat_hex_sized(t, "r", 32);
    kat_bytes pt = kat_message(t, "pt"), iv = kat_hex_or_empty(t, "iv"), ct[3], out;
    uint8_t hid = kat_sm9_hid(t, MIFU_SM9_HID_ENCRYPT);
    mifu_sm9_cipher cipher = cipher_of(t);
    mifu_sm9_encrypt_master_public_key master = kat_sm9_encrypt_master(t, "ppub_e");
    mifu_sm9_encrypt_key key = listed_key(t, "de", &master);
    size_t len = 0;

    if (kat_has(t, "ke"))
        kat_run_sm9_extract(t);
    intermediate(t, &master, &key, id, hid);
    ct[1] = kat_hex(t, "ct");
    ct[0] = with_04(t, ct[1]);
    ct[2] = kat_has(t, "ct_der") ? kat_hex(t, "ct_der") : kat_buffer(t, 0);
    parts(t, ct[1]);
    if (kat_has(t, "k")) {
        kat_bytes k = kat_hex(t, "k");

        decapsulate(t, &key, id, with_04(t, kat_hex_sized(t, "c1", 64)), k);
    }
    for (int format = MIFU_SM9_C1C3C2; format <= MIFU_SM9_GMSSL; format++) {
        mifu_sm9_format f = (mifu_sm9_format)format;
        size_t size = mifu_sm9_ciphertext_size(cipher, f, pt.len);
        kat_nonces nonces = {r.data, 1, 0};

        out = kat_buffer(t, size);
        kat_status(t, "encrypt, one byte short", MIFU_ERR_BUFFER,
                   mifu_sm9_encrypt(out.data, size - 1, &len, &master, id.data, id.len, hid, cipher,
                                    f, pt.data, pt.len));
        kat_true(t, "the size asked for", len == size);
        kat_nothing_written(t, "encrypt, one byte short", out);
        kat_status(t, "encrypt with r", MIFU_OK,
                   mifu_sm9_encrypt_with_nonces(
                       out.data, out.len, &len, &master, id.data, id.len, hid, cipher, f, pt.data,
                       pt.len, iv.len == 16 ? iv.data : NULL, kat_next_nonce, &nonces));
        kat_true(t, "the size written", len == size);
        if (format <= MIFU_SM9_DER && ct[format - 1].len != 0)
            kat_equal(t, "ct", ct[format - 1], out.data, out.len);
        decrypt(t, &key, id, cipher, f, out, pt);
        if (format >= MIFU_SM9_DER)
            decrypt(t, &key, id, MIFU_SM9_CIPHER_NAMED, f, out, pt);
        kat_status(t, "encrypt", MIFU_OK,
                   mifu_sm9_encrypt(out.data, out.len, &len, &master, id.data, id.len, hid, cipher,
                                    f, pt.data, pt.len));
        decrypt(t, &key, id, cipher, f, out, pt);
        out.data[kat_random_below(t, out.len)] ^= (uint8_t)(1 << kat_random_below(t, 8));
        decrypt_refused(t, &key, id, cipher, f, out);
    }
    if (ct[2].len != 0)
        convert(t, cipher, ct);
}

void kat_run_sm9_decrypt(kat_test *t)
{
    kat_bytes id = kat_hex_or_empty(t, "user_id");
    mifu_sm9_cipher cipher = cipher_of(t);
    mifu_sm9_encrypt_key key = listed_key(t, "de", NULL);
    mifu_sm9_format format = kat_has(t, "ct_der") ? MIFU_SM9_DER : MIFU_SM9_C1C3C2_NO_04;
    kat_bytes ct = kat_hex(t, format == MIFU_SM9_DER ? "ct_der" : "ct");

    if (kat_is_valid(t))
        decrypt(t, &key, id, cipher, format, ct, kat_message(t, "pt"));
    else
        decrypt_refused(t, &key, id, cipher, format, ct);
}

/* ---- Key exchange */

typedef struct side {
    mifu_sm9_encrypt_key key;
    mifu_sm9_exchange exchange;
    kat_bytes id;
    uint8_t r[MIFU_SM9_G1_SIZE];
} side;

static void start(kat_test *t, side *own, kat_bytes peer_id, mifu_sm9_role role, uint8_t hid,
                  const char *ephemeral, const char *r, const char *peer_q)
{
    kat_bytes k = kat_hex_sized(t, ephemeral, 32);
    kat_nonces nonces = {k.data, 1, 0};
    uint8_t bytes[64];
    mifu_sm9_g1 q;

    kat_status(t, "init", MIFU_OK,
               mifu_sm9_exchange_init(&own->exchange, role, &own->key, own->id.data, own->id.len,
                                      peer_id.data, peer_id.len, hid));
    memcpy(&q, own->exchange.peer, sizeof q);
    mifu_sm9_g1_to_bytes(bytes, &q);
    kat_sm9_same(t, peer_q, bytes, sizeof bytes);
    kat_status(
        t, "ephemeral", MIFU_OK,
        mifu_sm9_exchange_ephemeral_with_nonces(own->r, &own->exchange, kat_next_nonce, &nonces));
    kat_sm9_same(t, r, own->r + 1, 64);
}

static void finish(kat_test *t, side *own, const uint8_t *peer_r, const char *own_s,
                   const char *peer_s)
{
    kat_bytes key = kat_hex(t, "key"), got = kat_buffer(t, key.len);
    kat_bytes peer = kat_hex_sized(t, peer_s, 32), wrong = kat_copy(t, peer.data, 32);
    uint8_t confirmation[32];

    kat_status(t, "compute", MIFU_OK,
               mifu_sm9_exchange_compute(got.data, got.len, &own->exchange, peer_r));
    kat_equal(t, "key", key, got.data, got.len);
    kat_status(t, "confirm", MIFU_OK, mifu_sm9_exchange_confirm(confirmation, &own->exchange));
    kat_sm9_same(t, own_s, confirmation, 32);
    kat_status(t, "check", MIFU_OK, mifu_sm9_exchange_check(&own->exchange, peer.data));
    wrong.data[kat_random_below(t, 32)] ^= 1;
    kat_status(t, "check another", MIFU_INVALID,
               mifu_sm9_exchange_check(&own->exchange, wrong.data));
    kat_status(t, "compute again", MIFU_ERR_ARGUMENT_STATE,
               mifu_sm9_exchange_compute(got.data, got.len, &own->exchange, peer_r));
}

/* g1, g2, g3 from the two ephemeral numbers. */
static void exchange_elements(kat_test *t, const mifu_sm9_encrypt_master_public_key *master)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    mifu_sm9_fp12 g, g1, g2;
    mifu_u256 ra, rb;

    memcpy(&g, master->g, sizeof g);
    mifu_u256_from_bytes(&ra, kat_hex_sized(t, "ra_priv", 32).data);
    mifu_u256_from_bytes(&rb, kat_hex_sized(t, "rb_priv", 32).data);
    kernels->gt_power(&g1, &g, &ra);
    kernels->gt_power(&g2, &g, &rb);
    kat_sm9_same_gt(t, "g1_val", &g1);
    kat_sm9_same_gt(t, "g2_val", &g2);
    kernels->gt_power(&g1, &g1, &rb);
    kat_sm9_same_gt(t, "g3_val", &g1);
}

/* The confirmation hashes as they follow from the listed inner hash; the length; the master key. */
static void exchange_rest(kat_test *t, const mifu_sm9_encrypt_master_public_key *master)
{
    static const struct {
        uint8_t tag;
        const char *field;
    } hashes[] = {{0x82, "sb"}, {0x83, "sa"}};
    kat_bytes tag = kat_buffer(t, 1), all;
    uint8_t digest[32];

    if (kat_has(t, "klen"))
        kat_true(t, "klen", kat_integer(t, "klen") == kat_hex(t, "key").len);
    for (size_t i = 0; i < 2 && kat_has(t, "hash_inner") && kat_has(t, "g1_val"); i++) {
        tag.data[0] = hashes[i].tag;
        all = kat_join(t, 3, tag, kat_hex(t, "g1_val"), kat_hex(t, "hash_inner"));
        mifu_sm3_hash(digest, all.data, all.len);
        kat_equal(t, hashes[i].field, kat_hex(t, hashes[i].field), digest, 32);
    }
    if (kat_has(t, "ke")) {
        mifu_sm9_encrypt_master_key secret;
        mifu_sm9_encrypt_master_public_key derived;

        kat_status(
            t, "ke", MIFU_OK,
            mifu_sm9_encrypt_master_key_from_bytes(&secret, kat_hex_sized(t, "ke", 32).data));
        mifu_sm9_encrypt_master_public_key_from_private(&derived, &secret);
        kat_true(t, "ppub_e belongs to ke",
                 mifu_sm9_encrypt_master_public_key_equal(&derived, master) == 1);
    }
}

/* One side: the peer's point is refused, or its confirmation. */
static void exchange_refused(kat_test *t, side *a, uint8_t hid)
{
    kat_bytes rb = with_04(t, kat_hex_sized(t, "rb", 64)), idb = kat_hex(t, "idb");
    kat_bytes key = kat_buffer(t, (size_t)kat_integer(t, "klen"));
    mifu_status status;

    start(t, a, idb, MIFU_SM9_INITIATOR, hid, "ra_priv", "ra", "qb");
    status = mifu_sm9_exchange_compute(key.data, key.len, &a->exchange, rb.data);
    if (!kat_has(t, "sb")) {
        kat_is_error(t, "compute", status);
        kat_nothing_written(t, "compute", key);
        return;
    }
    kat_status(t, "compute", MIFU_OK, status);
    kat_status(t, "check", MIFU_INVALID,
               mifu_sm9_exchange_check(&a->exchange, kat_hex_sized(t, "sb", 32).data));
}

void kat_run_sm9_key_exchange(kat_test *t)
{
    uint8_t hid = kat_sm9_hid(t, MIFU_SM9_HID_EXCHANGE);
    mifu_sm9_encrypt_master_public_key master = kat_sm9_encrypt_master(t, "ppub_e");
    side a, b;

    a.id = kat_hex(t, "ida");
    a.key = listed_key(t, "dea", &master);
    kat_status(t, "dea", MIFU_OK, mifu_sm9_encrypt_key_check(&a.key, a.id.data, a.id.len, hid));
    if (!kat_is_valid(t)) {
        exchange_refused(t, &a, hid);
        return;
    }
    b.id = kat_hex(t, "idb");
    b.key = listed_key(t, "deb", &master);
    start(t, &a, b.id, MIFU_SM9_INITIATOR, hid, "ra_priv", "ra", "qb");
    start(t, &b, a.id, MIFU_SM9_RESPONDER, hid, "rb_priv", "rb", "qa");
    finish(t, &a, b.r, "sa", "sb");
    finish(t, &b, a.r, "sb", "sa");
    exchange_elements(t, &master);
    exchange_rest(t, &master);
}
