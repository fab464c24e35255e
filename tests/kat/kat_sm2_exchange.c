/* SPDX-License-Identifier: Apache-2.0 */
/* Key exchange: both sides with the listed ephemeral keys, or one side where only it is listed. */
#include "kat_sm2.h"

#include "field_sm2.h"
#include "kat_sm2_nonce.h"
#include "mifu/kdf.h"

typedef struct side {
    mifu_sm2_private_key key;
    mifu_sm2_public_key pub;
    kat_bytes id, ephemeral;
    mifu_sm2_exchange exchange;
    uint8_t r[MIFU_SM2_PUBLIC_KEY_SIZE];
} side;

static void prepare(kat_test *t, side *s, const char *d, const char *p, const char *id,
                    const char *ephemeral, const char *z)
{
    uint8_t got[32];

    s->key = kat_sm2_private_key(t, d);
    mifu_sm2_public_key_from_private(&s->pub, &s->key);
    if (kat_has(t, p))
        kat_sm2_same_point(t, p, kat_hex(t, p), &s->pub);
    s->id = kat_sm2_identity(t, id);
    s->ephemeral = kat_hex_sized(t, ephemeral, 32);
    if (kat_has(t, z)) {
        kat_status(t, z, MIFU_OK, mifu_sm2_z(got, &s->pub, s->id.data, s->id.len));
        kat_equal(t, z, kat_hex(t, z), got, sizeof got);
    }
}

static void start(kat_test *t, side *own, const side *peer, mifu_sm2_role role, const char *r)
{
    kat_nonces nonces = {own->ephemeral.data, 1, 0};

    kat_status(t, "init", MIFU_OK,
               mifu_sm2_exchange_init(&own->exchange, role, &own->key, own->id.data, own->id.len,
                                      &peer->pub, peer->id.data, peer->id.len));
    kat_status(
        t, "ephemeral", MIFU_OK,
        mifu_sm2_exchange_ephemeral_with_nonces(own->r, &own->exchange, kat_next_nonce, &nonces));
    if (kat_has(t, r))
        kat_equal(t, r, kat_hex(t, r), own->r, sizeof own->r);
}

/* xbar = 2^127 + (x mod 2^127), and t = (d + xbar r) mod n. */
static void intermediate(kat_test *t, const side *s, const char *xbar, const char *field_t)
{
    uint8_t bytes[32] = {0};
    mifu_u256 x, r, d;

    memcpy(bytes + 16, s->r + 17, 16);
    bytes[16] |= 0x80;
    if (kat_has(t, xbar)) {
        kat_bytes listed = kat_hex(t, xbar);

        kat_equal(t, xbar, listed, listed.len == 32 ? bytes : bytes + 16, listed.len);
    }
    if (!kat_has(t, field_t))
        return;
    mifu_u256_from_bytes(&x, bytes);
    mifu_u256_from_bytes(&r, s->ephemeral.data);
    mifu_fn_to_montgomery(&x, &x);
    mifu_fn_mul(&r, &r, &x);
    mifu_sm2_private_key_to_bytes(bytes, &s->key);
    mifu_u256_from_bytes(&d, bytes);
    mifu_fn_add(&r, &r, &d);
    mifu_u256_to_bytes(bytes, &r);
    kat_equal(t, field_t, kat_hex(t, field_t), bytes, 32);
}

/* The confirmation hashes and the shared key as they follow from the listed U. */
static void from_shared_point(kat_test *t, const side *a, const side *b, kat_bytes key)
{
    kat_bytes u, za, zb, xy_a, xy_b, all, tag = kat_buffer(t, 1), out = kat_buffer(t, 32);
    kat_bytes derived = kat_buffer(t, key.len);

    if (!kat_has(t, "u"))
        return;
    u = kat_hex_sized(t, "u", 65);
    za = kat_buffer(t, 32);
    zb = kat_buffer(t, 32);
    kat_status(t, "za", MIFU_OK, mifu_sm2_z(za.data, &a->pub, a->id.data, a->id.len));
    kat_status(t, "zb", MIFU_OK, mifu_sm2_z(zb.data, &b->pub, b->id.data, b->id.len));
    xy_a = kat_copy(t, a->r + 1, 64);
    xy_b = kat_copy(t, b->r + 1, 64);
    all = kat_join(t, 5, (kat_bytes){u.data + 1, 32}, za, zb, xy_a, xy_b);
    mifu_sm3_hash(out.data, all.data, all.len);
    if (kat_has(t, "hash_inner"))
        kat_equal(t, "hash_inner", kat_hex(t, "hash_inner"), out.data, 32);
    for (uint8_t i = 2; i <= 3; i++) {
        const char *field = i == 2 ? "s1_sb" : "s2_sa";
        uint8_t digest[32];

        tag.data[0] = i;
        all = kat_join(t, 3, tag, (kat_bytes){u.data + 33, 32}, out);
        mifu_sm3_hash(digest, all.data, all.len);
        if (kat_has(t, field))
            kat_equal(t, field, kat_hex(t, field), digest, 32);
    }
    all = kat_join(t, 3, (kat_bytes){u.data + 1, 64}, za, zb);
    kat_status(t, "kdf", MIFU_OK, mifu_kdf_sm3(derived.data, derived.len, all.data, all.len));
    kat_equal(t, "key of the listed u", key, derived.data, derived.len);
}

/* One side alone: the peer's key or its ephemeral point must be refused, or the result is. */
static void refused(kat_test *t)
{
    kat_bytes d = kat_hex_sized(t, "da", 32), pb = kat_hex(t, "pb"), rb = kat_hex(t, "rb");
    kat_bytes out = kat_buffer(t, (size_t)kat_integer_or(t, "klen", 16));
    kat_bytes peer_id = kat_sm2_identity(t, "idb");
    mifu_status status;
    side a;

    a.id = kat_sm2_identity(t, "ida");
    a.ephemeral = kat_hex_sized(t, "ra_priv", 32);
    status = mifu_sm2_private_key_from_bytes(&a.key, d.data);
    if (status == MIFU_OK)
        status = mifu_sm2_public_key_from_bytes(&a.pub, pb.data, pb.len);
    if (status == MIFU_OK)
        status = mifu_sm2_exchange_init(&a.exchange, MIFU_SM2_INITIATOR, &a.key, a.id.data,
                                        a.id.len, &a.pub, peer_id.data, peer_id.len);
    if (status == MIFU_OK) {
        kat_nonces nonces = {a.ephemeral.data, 1, 0};

        status = mifu_sm2_exchange_ephemeral_with_nonces(a.r, &a.exchange, kat_next_nonce, &nonces);
    }
    if (status == MIFU_OK && rb.len != MIFU_SM2_PUBLIC_KEY_SIZE)
        return; /* a length the interface does not take */
    if (status == MIFU_OK)
        status = mifu_sm2_exchange_compute(out.data, out.len, &a.exchange, rb.data);
    kat_is_error(t, "key exchange", status);
    kat_no_plaintext(t, "key exchange", out);
}

void kat_run_sm2_key_exchange(kat_test *t)
{
    size_t klen = (size_t)kat_integer_or(t, "klen", 16);
    kat_bytes key, got = kat_buffer(t, klen);
    uint8_t sa[32], sb[32];
    side a, b;

    if (!kat_is_valid(t)) {
        refused(t);
        return;
    }
    key = kat_hex_sized(t, "key", klen);
    prepare(t, &a, "da", "pa", "ida", "ra_priv", "za");
    prepare(t, &b, "db", "pb", "idb", "rb_priv", "zb");
    start(t, &a, &b, MIFU_SM2_INITIATOR, "ra");
    start(t, &b, &a, MIFU_SM2_RESPONDER, "rb");
    intermediate(t, &a, "x1bar", "ta");
    intermediate(t, &b, "x2bar", "tb");
    kat_status(t, "compute, A", MIFU_OK,
               mifu_sm2_exchange_compute(got.data, klen, &a.exchange, b.r));
    kat_equal(t, "key of A", key, got.data, klen);
    got = kat_buffer(t, klen);
    kat_status(t, "compute, B", MIFU_OK,
               mifu_sm2_exchange_compute(got.data, klen, &b.exchange, a.r));
    kat_equal(t, "key of B", key, got.data, klen);

    kat_status(t, "confirm, B", MIFU_OK, mifu_sm2_exchange_confirm(sb, &b.exchange));
    kat_status(t, "confirm, A", MIFU_OK, mifu_sm2_exchange_confirm(sa, &a.exchange));
    if (kat_has(t, "s1_sb"))
        kat_equal(t, "s1_sb", kat_hex(t, "s1_sb"), sb, 32);
    if (kat_has(t, "s2_sa"))
        kat_equal(t, "s2_sa", kat_hex(t, "s2_sa"), sa, 32);
    kat_status(t, "check, A", MIFU_OK, mifu_sm2_exchange_check(&a.exchange, sb));
    kat_status(t, "check, B", MIFU_OK, mifu_sm2_exchange_check(&b.exchange, sa));
    kat_status(t, "check the own hash, A", MIFU_INVALID, mifu_sm2_exchange_check(&a.exchange, sa));
    sa[kat_random_below(t, 32)] ^= (uint8_t)(1 << kat_random_below(t, 8));
    kat_status(t, "check a changed hash, B", MIFU_INVALID,
               mifu_sm2_exchange_check(&b.exchange, sa));
    from_shared_point(t, &a, &b, key);
    mifu_sm2_exchange_wipe(&a.exchange);
    kat_is_zero(t, "a wiped exchange", (kat_bytes){(uint8_t *)&a.exchange, sizeof a.exchange});
}
