/* SPDX-License-Identifier: Apache-2.0 */
/* Signing with the listed k, verifying, and the encoding of signatures. */
#include "kat_sm2.h"

#include "field_sm2.h"
#include "kat_sm2_nonce.h"
#include "mifu/sm2_encoding.h"

/* r || s of the test, from r and s or from the DER in `sig`. */
static kat_bytes listed_signature(kat_test *t)
{
    kat_bytes sig = kat_buffer(t, MIFU_SM2_SIGNATURE_SIZE), der;
    mifu_status status;

    if (kat_has(t, "r") && kat_has(t, "s"))
        return kat_join(t, 2, kat_hex_sized(t, "r", 32), kat_hex_sized(t, "s", 32));
    der = kat_hex(t, "sig");
    status = mifu_sm2_signature_from_der(sig.data, der.data, der.len);
    kat_status(t, "signature from DER", MIFU_OK, status);
    if (status != MIFU_OK)
        kat_give_up(t);
    return sig;
}

/* raw -> DER -> raw and back, where the test lists both. */
static void encodings(kat_test *t, kat_bytes sig)
{
    kat_bytes der = kat_buffer(t, MIFU_SM2_SIGNATURE_DER_MAX_SIZE), raw = kat_buffer(t, 64);
    uint8_t blob[MIFU_SM2_SIGNATURE_SKF_SIZE];
    size_t len = 0;

    kat_status(t, "to DER", MIFU_OK, mifu_sm2_signature_to_der(der.data, der.len, &len, sig.data));
    if (kat_has(t, "sig"))
        kat_equal(t, "sig", kat_hex(t, "sig"), der.data, len);
    kat_status(t, "from DER", MIFU_OK, mifu_sm2_signature_from_der(raw.data, der.data, len));
    kat_equal(t, "r || s from DER", sig, raw.data, raw.len);
    kat_status(t, "from DER, leniently", MIFU_OK,
               mifu_sm2_signature_from_der_lenient(raw.data, der.data, len));
    kat_equal(t, "r || s from DER, leniently", sig, raw.data, raw.len);
    mifu_sm2_signature_to_skf(blob, sig.data);
    kat_status(t, "from a token's blob", MIFU_OK, mifu_sm2_signature_from_skf(raw.data, blob));
    kat_equal(t, "r || s from a token's blob", sig, raw.data, raw.len);
}

/* (1 + d)^-1 and t = r + s of the private parts. */
static void intermediate(kat_test *t, const mifu_sm2_private_key *key, kat_bytes sig)
{
    mifu_u256 a, b;
    uint8_t bytes[32];

    if (key != NULL && kat_has(t, "one_plus_d_inv")) {
        memcpy(a.v, key->inverse_of_1_plus_d, sizeof a.v);
        mifu_fn_from_montgomery(&a, &a);
        mifu_u256_to_bytes(bytes, &a);
        kat_equal(t, "one_plus_d_inv", kat_hex(t, "one_plus_d_inv"), bytes, 32);
    }
    if (kat_has(t, "t")) {
        mifu_u256_from_bytes(&a, sig.data);
        mifu_u256_from_bytes(&b, sig.data + 32);
        mifu_fn_add(&a, &a, &b);
        mifu_u256_to_bytes(bytes, &a);
        kat_equal(t, "t", kat_hex(t, "t"), bytes, 32);
    }
}

/* (x1, y1) = [k] G. */
static void point_of_nonce(kat_test *t, kat_bytes k)
{
    uint8_t xy[64];

    if (!kat_has(t, "x1") || !kat_has(t, "y1"))
        return;
    kat_true(t, "[k] G is infinity",
             mifu_sm2_test_base_multiply(mifu_sm2_kernels_in_use(), xy, k.data) == 1);
    kat_equal(t, "x1 || y1", kat_join(t, 2, kat_hex(t, "x1"), kat_hex(t, "y1")), xy, 64);
}

/* Verification of a good signature, and of one with a changed bit, over e. */
static void verify_digest(kat_test *t, const mifu_sm2_public_key *pub, kat_bytes e, kat_bytes sig)
{
    kat_bytes other = kat_copy(t, sig.data, sig.len);

    kat_status(t, "verify the digest", MIFU_OK, mifu_sm2_verify_digest(pub, e.data, sig.data));
    kat_sm2_many_verify_digest(t, pub, e, sig, MIFU_OK);
    other.data[kat_random_below(t, 64)] ^= (uint8_t)(1 << kat_random_below(t, 8));
    kat_status(t, "verify a changed signature", MIFU_INVALID,
               mifu_sm2_verify_digest(pub, e.data, other.data));
    other = kat_copy(t, e.data, e.len);
    other.data[31] ^= 1;
    kat_status(t, "verify another digest", MIFU_INVALID,
               mifu_sm2_verify_digest(pub, other.data, sig.data));
}

/* Signs e with the listed k and with the library's own; verifies both. */
static void sign_digest(kat_test *t, const mifu_sm2_private_key *key,
                        const mifu_sm2_public_key *pub, kat_bytes e)
{
    kat_bytes k = kat_hex_sized(t, "k", 32), expected = listed_signature(t);
    kat_bytes sig = kat_buffer(t, MIFU_SM2_SIGNATURE_SIZE);
    kat_nonces nonces = {k.data, 1, 0};

    kat_status(t, "sign with k", MIFU_OK,
               mifu_sm2_sign_digest_with_nonces(sig.data, key, e.data, kat_next_nonce, &nonces));
    kat_equal(t, "r || s", expected, sig.data, sig.len);
    point_of_nonce(t, k);
    encodings(t, expected);
    intermediate(t, key, expected);
    verify_digest(t, pub, e, expected);
    kat_sm2_many_sign_digest(t, key, e, k, expected);
    kat_status(t, "sign the digest", MIFU_OK, mifu_sm2_sign_digest(sig.data, key, e.data));
    kat_true(t, "the library's own k is the listed one",
             memcmp(sig.data, expected.data, sig.len) != 0);
    kat_status(t, "verify an own signature", MIFU_OK,
               mifu_sm2_verify_digest(pub, e.data, sig.data));
}

/* An invalid test of signing: the key is refused, or the listed k is. */
static void sign_refused(kat_test *t, kat_bytes e)
{
    kat_bytes d = kat_hex_sized(t, "d", 32), sig = kat_buffer(t, MIFU_SM2_SIGNATURE_SIZE), k;
    mifu_sm2_private_key key;
    kat_nonces nonces;

    if (mifu_sm2_private_key_from_bytes(&key, d.data) != MIFU_OK)
        return;
    k = kat_hex_sized(t, "k", 32);
    nonces = (kat_nonces){k.data, 1, 0};
    kat_status(t, "sign with k", MIFU_ERR_RANDOM, /* of the next k, which there is not */
               mifu_sm2_sign_digest_with_nonces(sig.data, &key, e.data, kat_next_nonce, &nonces));
    kat_is_zero(t, "the refused signature", sig);
}

/* Z and e of a message, whole and in pieces. */
static kat_bytes digest_of(kat_test *t, const mifu_sm2_public_key *pub, kat_bytes id, kat_bytes msg)
{
    kat_bytes e = kat_buffer(t, 32), z = kat_buffer(t, 32);
    mifu_sm3 sm3;

    kat_status(t, "z", MIFU_OK, mifu_sm2_z(z.data, pub, id.data, id.len));
    if (kat_has(t, "za"))
        kat_equal(t, "za", kat_hex(t, "za"), z.data, 32);
    kat_status(t, "digest", MIFU_OK,
               mifu_sm2_digest(e.data, pub, id.data, id.len, msg.data, msg.len));
    if (kat_has(t, "e"))
        kat_equal(t, "e", kat_hex(t, "e"), e.data, 32);
    kat_status(t, "digest in pieces", MIFU_OK, mifu_sm2_digest_init(&sm3, pub, id.data, id.len));
    for (size_t at = 0, n; at < msg.len; at += n) {
        n = kat_random_chunk(t, msg.len - at);
        mifu_sm3_update(&sm3, msg.data + at, n);
    }
    mifu_sm3_final(z.data, &sm3);
    kat_equal(t, "e in pieces", e, z.data, 32);
    return e;
}

void kat_run_sm2_sign(kat_test *t)
{
    kat_bytes id = kat_sm2_identity(t, "user_id"), msg = kat_message(t, "msg"), e, sig, d;
    mifu_sm2_private_key key;
    mifu_sm2_public_key pub;

    if (!kat_is_valid(t)) {
        d = kat_hex_sized(t, "d", 32);
        if (mifu_sm2_private_key_from_bytes(&key, d.data) != MIFU_OK)
            return;
        mifu_sm2_public_key_from_private(&pub, &key);
        e = kat_buffer(t, 32);
        if (mifu_sm2_digest(e.data, &pub, id.data, id.len, msg.data, msg.len) == MIFU_OK)
            sign_refused(t, e);
        return;
    }
    key = kat_sm2_private_key(t, "d");
    mifu_sm2_public_key_from_private(&pub, &key);
    if (kat_has(t, "pub"))
        kat_sm2_same_point(t, "pub", kat_hex(t, "pub"), &pub);
    e = digest_of(t, &pub, id, msg);
    sign_digest(t, &key, &pub, e);

    sig = listed_signature(t);
    kat_status(t, "verify", MIFU_OK,
               mifu_sm2_verify(&pub, id.data, id.len, msg.data, msg.len, sig.data));
    kat_status(t, "sign", MIFU_OK,
               mifu_sm2_sign(sig.data, &key, id.data, id.len, msg.data, msg.len));
    kat_status(t, "verify an own signature", MIFU_OK,
               mifu_sm2_verify(&pub, id.data, id.len, msg.data, msg.len, sig.data));
    kat_sm2_many_sign(t, &key, id, msg);
    kat_status(t, "verify with another identity", MIFU_INVALID,
               mifu_sm2_verify(&pub, (const uint8_t *)"another identity", 16, msg.data, msg.len,
                               sig.data));
}

void kat_run_sm2_sign_digest(kat_test *t)
{
    kat_bytes e = kat_hex_sized(t, "e", 32);
    mifu_sm2_private_key key;
    mifu_sm2_public_key pub;

    if (!kat_is_valid(t)) {
        sign_refused(t, e);
        return;
    }
    key = kat_sm2_private_key(t, "d");
    mifu_sm2_public_key_from_private(&pub, &key);
    if (kat_has(t, "pub"))
        kat_sm2_same_point(t, "pub", kat_hex(t, "pub"), &pub);
    sign_digest(t, &key, &pub, e);
}

/*
 * An invalid verification: the public key, the DER or the range of r and s is refused, or the
 * answer is MIFU_INVALID. With e given, msg and id are not read.
 */
static void verify_refused(kat_test *t, bool with_digest)
{
    kat_bytes point = kat_hex(t, "pub"), sig = kat_buffer(t, MIFU_SM2_SIGNATURE_SIZE), in;
    mifu_sm2_public_key pub;
    mifu_status status = mifu_sm2_public_key_from_bytes(&pub, point.data, point.len);

    if (status != MIFU_OK)
        return;
    if (kat_has(t, "sig")) {
        in = kat_hex(t, "sig");
        status = mifu_sm2_signature_from_der(sig.data, in.data, in.len);
        if (status != MIFU_OK) {
            kat_is_error(t, "signature from DER", status);
            kat_is_zero(t, "a refused signature", sig);
        }
    } else {
        in = kat_join(t, 2, kat_hex_sized(t, "r", 32), kat_hex_sized(t, "s", 32));
        memcpy(sig.data, in.data, sig.len);
    }
    if (status != MIFU_OK)
        return;
    if (with_digest) {
        kat_bytes e = kat_hex_sized(t, "e", 32);

        status = mifu_sm2_verify_digest(&pub, e.data, sig.data);
        kat_sm2_many_verify_digest(t, &pub, e, sig, status);
    } else {
        kat_bytes id = kat_sm2_identity(t, "user_id"), msg = kat_message(t, "msg");

        status = mifu_sm2_verify(&pub, id.data, id.len, msg.data, msg.len, sig.data);
        kat_sm2_many_verify(t, &pub, id, msg, sig, status);
    }
    kat_is_refused(t, "verify", status);
}

void kat_run_sm2_verify(kat_test *t)
{
    kat_bytes id, msg, sig, e;
    mifu_sm2_public_key pub;

    if (!kat_is_valid(t)) {
        verify_refused(t, false);
        return;
    }
    id = kat_sm2_identity(t, "user_id");
    msg = kat_message(t, "msg");
    pub = kat_sm2_public_key(t, "pub");
    sig = listed_signature(t);
    encodings(t, sig);
    intermediate(t, NULL, sig);
    e = digest_of(t, &pub, id, msg);
    kat_status(t, "verify", MIFU_OK,
               mifu_sm2_verify(&pub, id.data, id.len, msg.data, msg.len, sig.data));
    kat_sm2_many_verify(t, &pub, id, msg, sig, MIFU_OK);
    verify_digest(t, &pub, e, sig);
    if (kat_has(t, "d") && kat_has(t, "k")) {
        mifu_sm2_private_key key = kat_sm2_private_key(t, "d");

        sign_digest(t, &key, &pub, e);
    }
}

void kat_run_sm2_verify_digest(kat_test *t)
{
    kat_bytes e, sig;
    mifu_sm2_public_key pub;

    if (!kat_is_valid(t)) {
        verify_refused(t, true);
        return;
    }
    e = kat_hex_sized(t, "e", 32);
    pub = kat_sm2_public_key(t, "pub");
    sig = listed_signature(t);
    encodings(t, sig);
    intermediate(t, NULL, sig);
    verify_digest(t, &pub, e, sig);
    if (kat_has(t, "d") && kat_has(t, "k")) {
        mifu_sm2_private_key key = kat_sm2_private_key(t, "d");

        sign_digest(t, &key, &pub, e);
    }
}

void kat_run_sm2_signature_decode(kat_test *t)
{
    kat_bytes der = kat_hex(t, "sig"), sig = kat_buffer(t, MIFU_SM2_SIGNATURE_SIZE);
    mifu_status status = mifu_sm2_signature_from_der(sig.data, der.data, der.len);

    if (!kat_is_valid(t)) {
        kat_is_error(t, "from DER", status);
        kat_is_zero(t, "a refused signature", sig);
        return;
    }
    kat_status(t, "from DER", MIFU_OK, status);
    kat_equal(t, "r || s", listed_signature(t), sig.data, sig.len);
    if (status == MIFU_OK)
        encodings(t, sig);
}
