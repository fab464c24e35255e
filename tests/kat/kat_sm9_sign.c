/* SPDX-License-Identifier: Apache-2.0 */
/* SM9 signatures with the listed r, their verification and DER, with every intermediate value. */
#include "kat_sm9.h"

#include "kat_sm2_nonce.h"
#include "mifu/sm9_encoding.h"
#include "sm9_testing.h"

/* h || 04 || S of the test, from h and s or from the DER. */
static kat_bytes listed_signature(kat_test *t)
{
    kat_bytes sig = kat_buffer(t, MIFU_SM9_SIGNATURE_SIZE), der, prefix = kat_buffer(t, 1);
    mifu_status status;

    prefix.data[0] = 4;
    if (kat_has(t, "h") && kat_has(t, "s"))
        return kat_join(t, 3, kat_hex_sized(t, "h", 32), prefix, kat_hex_sized(t, "s", 64));
    der = kat_hex(t, "sig_der");
    status = mifu_sm9_signature_from_der(sig.data, der.data, der.len);
    kat_status(t, "signature from DER", MIFU_OK, status);
    if (status != MIFU_OK)
        kat_give_up(t);
    return sig;
}

static void encodings(kat_test *t, kat_bytes sig)
{
    kat_bytes der = kat_buffer(t, MIFU_SM9_SIGNATURE_DER_SIZE);
    kat_bytes raw = kat_buffer(t, MIFU_SM9_SIGNATURE_SIZE);
    size_t len = 0;

    kat_status(t, "to DER", MIFU_OK, mifu_sm9_signature_to_der(der.data, der.len, &len, sig.data));
    kat_sm9_same(t, "sig_der", der.data, len);
    kat_status(t, "from DER", MIFU_OK, mifu_sm9_signature_from_der(raw.data, der.data, len));
    kat_equal(t, "raw from DER", sig, raw.data, raw.len);
    for (size_t cut = 0; cut < len; cut++)
        kat_is_error(t, "truncated", mifu_sm9_signature_from_der(raw.data, der.data, cut));
    kat_is_zero(t, "a refused signature", raw);
}

/* g, w = g^r, h, l; t = g^h, P, u = e(S, P), w' = u t. */
static void intermediate(kat_test *t, const mifu_sm9_sign_master_public_key *master, kat_bytes id,
                         uint8_t hid, kat_bytes sig)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    uint8_t bytes[128];
    mifu_sm9_fp12 g, w, u;
    mifu_sm9_g1 s;
    mifu_sm9_g2 p;
    mifu_u256 k, h;

    kat_sm9_same_h1(t, id, hid);
    memcpy(&g, master->g, sizeof g);
    kat_sm9_same_gt(t, "g", &g);
    mifu_u256_from_bytes(&h, sig.data);
    if (kat_has(t, "r")) {
        mifu_u256_from_bytes(&k, kat_hex_sized(t, "r", 32).data);
        kernels->gt_power(&w, &g, &k);
        kat_sm9_same_gt(t, "w", &w);
        mifu_sm9n_sub(&k, &k, &h);
        mifu_u256_to_bytes(bytes, &k);
        kat_sm9_same(t, "l", bytes, 32);
    }
    kernels->gt_power(&w, &g, &h);
    kat_sm9_same_gt(t, "v_t", &w);
    kat_status(t, "P", MIFU_OK, mifu_sm9_sign_identity_point(&p, master, id.data, id.len, hid));
    mifu_sm9_g2_to_bytes(bytes, &p);
    kat_sm9_same(t, "v_p", bytes, 128);
    kat_status(t, "S", MIFU_OK, mifu_sm9_g1_from_wire(&s, sig.data + 32));
    kernels->pairing(&u, &s, &p);
    kat_sm9_same_gt(t, "v_u", &u);
    kernels->fp12_mul(&u, &u, &w);
    kat_sm9_same_gt(t, "v_w", &u);
}

/* A good signature by every way of verifying, and changed ones. */
static void verify_good(kat_test *t, const mifu_sm9_sign_master_public_key *master, kat_bytes id,
                        uint8_t hid, kat_bytes msg, kat_bytes sig)
{
    kat_bytes other = kat_copy(t, sig.data, sig.len);
    mifu_sm9_verifier verifier;
    mifu_sm3 message;

    kat_status(t, "verify", MIFU_OK,
               mifu_sm9_verify(master, id.data, id.len, hid, msg.data, msg.len, sig.data));
    mifu_sm9_message_init(&message);
    for (size_t at = 0, n; at < msg.len; at += n) {
        n = kat_random_chunk(t, msg.len - at);
        mifu_sm3_update(&message, msg.data + at, n);
    }
    kat_status(t, "verify in pieces", MIFU_OK,
               mifu_sm9_verify_message(master, id.data, id.len, hid, &message, sig.data));
    kat_status(t, "verifier", MIFU_OK,
               mifu_sm9_verifier_init(&verifier, master, id.data, id.len, hid));
    kat_status(t, "verify by the verifier", MIFU_OK,
               mifu_sm9_verifier_verify(&verifier, msg.data, msg.len, sig.data));
    kat_status(t, "verify in pieces by the verifier", MIFU_OK,
               mifu_sm9_verifier_verify_message(&verifier, &message, sig.data));
    other.data[kat_random_below(t, sig.len)] ^= (uint8_t)(1 << kat_random_below(t, 8));
    kat_status(t, "verify a changed signature", MIFU_INVALID,
               mifu_sm9_verify(master, id.data, id.len, hid, msg.data, msg.len, other.data));
    kat_status(t, "verify a changed signature by the verifier", MIFU_INVALID,
               mifu_sm9_verifier_verify(&verifier, msg.data, msg.len, other.data));
    kat_status(t, "verify with another hid", MIFU_INVALID,
               mifu_sm9_verify(master, id.data, id.len, hid ^ 2, msg.data, msg.len, sig.data));
}

void kat_run_sm9_sign(kat_test *t)
{
    kat_bytes id = kat_hex_or_empty(t, "user_id"), msg = kat_message(t, "msg"), ds, r, expected;
    uint8_t hid = kat_sm9_hid(t, MIFU_SM9_HID_SIGN);
    kat_bytes sig = kat_buffer(t, MIFU_SM9_SIGNATURE_SIZE);
    mifu_sm9_sign_master_public_key master = kat_sm9_sign_master(t, "ppub_s");
    mifu_sm9_sign_key key;
    mifu_sm3 message;
    kat_nonces nonces;

    if (kat_has(t, "ks"))
        kat_run_sm9_extract(t);
    ds = kat_hex(t, "ds");
    r = kat_hex_sized(t, "r", 32);
    nonces = (kat_nonces){r.data, 1, 0};
    expected = listed_signature(t);
    kat_status(t, "ds", MIFU_OK, mifu_sm9_sign_key_from_bytes(&key, &master, ds.data, ds.len));
    mifu_sm9_message_init(&message);
    mifu_sm3_update(&message, msg.data, msg.len);
    kat_status(
        t, "sign with r", MIFU_OK,
        mifu_sm9_sign_message_with_nonces(sig.data, &key, &message, kat_next_nonce, &nonces));
    kat_equal(t, "h || S", expected, sig.data, sig.len);
    encodings(t, expected);
    intermediate(t, &master, id, hid, expected);
    verify_good(t, &master, id, hid, msg, expected);
    kat_status(t, "sign", MIFU_OK, mifu_sm9_sign(sig.data, &key, msg.data, msg.len));
    kat_true(t, "the library's own r is the listed one",
             memcmp(sig.data, expected.data, sig.len) != 0);
    kat_status(t, "verify an own signature", MIFU_OK,
               mifu_sm9_verify(&master, id.data, id.len, hid, msg.data, msg.len, sig.data));
}

void kat_run_sm9_verify(kat_test *t)
{
    kat_bytes id = kat_hex_or_empty(t, "user_id"), msg = kat_message(t, "msg"), point, der;
    uint8_t hid = kat_sm9_hid(t, MIFU_SM9_HID_SIGN);
    kat_bytes sig = kat_buffer(t, MIFU_SM9_SIGNATURE_SIZE);
    mifu_sm9_sign_master_public_key master;
    mifu_status status;

    if (kat_is_valid(t)) {
        master = kat_sm9_sign_master(t, "ppub_s");
        sig = listed_signature(t);
        encodings(t, sig);
        intermediate(t, &master, id, hid, sig);
        verify_good(t, &master, id, hid, msg, sig);
        return;
    }
    point = kat_hex(t, "ppub_s");
    status = mifu_sm9_sign_master_public_key_from_bytes(&master, point.data, point.len);
    if (status != MIFU_OK) {
        kat_is_error(t, "ppub_s", status);
        kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)&master, sizeof master});
        return;
    }
    der = kat_hex(t, "sig_der");
    status = mifu_sm9_signature_from_der(sig.data, der.data, der.len);
    if (status != MIFU_OK) {
        kat_is_error(t, "signature from DER", status);
        kat_is_zero(t, "a refused signature", sig);
        return;
    }
    kat_status(t, "verify", MIFU_INVALID,
               mifu_sm9_verify(&master, id.data, id.len, hid, msg.data, msg.len, sig.data));
}
