/* SPDX-License-Identifier: Apache-2.0 */
/* Field cases of SM2 signatures and identities. */
#include "field_cases.h"

#include "kat_sm2.h"
#include "kat_sm2_nonce.h"
#include "mifu/sm2_encoding.h"

static kat_bytes default_id(kat_test *t)
{
    return kat_copy(t, MIFU_SM2_DEFAULT_ID);
}

/* What a program with a DER signature does: read it strictly, then verify. */
static mifu_status verify_der(kat_test *t, kat_bytes der, kat_bytes id, kat_bytes msg)
{
    mifu_sm2_public_key pub = kat_sm2_public_key(t, "pub");
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE];
    mifu_status status = mifu_sm2_signature_from_der(sig, der.data, der.len);

    return status != MIFU_OK ? status
                             : mifu_sm2_verify(&pub, id.data, id.len, msg.data, msg.len, sig);
}

static kat_bytes raw_of(kat_test *t, kat_bytes der)
{
    kat_bytes sig = kat_buffer(t, MIFU_SM2_SIGNATURE_SIZE);

    kat_status(t, "from DER", MIFU_OK, mifu_sm2_signature_from_der(sig.data, der.data, der.len));
    return sig;
}

static void same_der(kat_test *t, const char *what, kat_bytes expected, kat_bytes raw)
{
    uint8_t der[MIFU_SM2_SIGNATURE_DER_MAX_SIZE];
    size_t len = 0;

    kat_status(t, what, MIFU_OK, mifu_sm2_signature_to_der(der, sizeof der, &len, raw.data));
    kat_equal(t, what, expected, der, len);
}

static void leading_zero(kat_test *t)
{
    kat_bytes der = kat_hex(t, "sig_der"), raw = raw_of(t, der);

    field_case_wants(t, "=verdict", "valid");
    kat_status(t, "verify", MIFU_OK, verify_der(t, der, kat_hex(t, "uid"), kat_hex(t, "msg")));
    kat_equal(t, "raw", kat_hex(t, "=sig_raw"), raw.data, raw.len);
    same_der(t, "DER again", kat_hex(t, "=der_again"), raw);
}

static void non_minimal(kat_test *t)
{
    kat_bytes der = kat_hex(t, "sig_der"), canonical = kat_hex(t, "sig_der_canonical");
    kat_bytes id = kat_hex(t, "uid"), msg = kat_hex(t, "msg"), raw = raw_of(t, canonical);
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE];

    field_case_wants(t, "=strict_default", "invalid (encoding error, named as such)");
    field_case_wants(t, "=canonical", "valid");
    kat_status(t, "strict", MIFU_ERR_ENCODING_NOT_MINIMAL, verify_der(t, der, id, msg));
    kat_status(t, "canonical", MIFU_OK, verify_der(t, canonical, id, msg));
    kat_status(t, "lenient", MIFU_OK, mifu_sm2_signature_from_der_lenient(sig, der.data, der.len));
    kat_equal(t, "lenient", raw, sig, sizeof sig);
    same_der(t, "normalised", canonical, raw);
}

static void range(kat_test *t)
{
    static const char *const bad[] = {"r_plus_n",   "s_zero",     "r_zero",
                                      "r_equals_n", "s_equals_n", "s_plus_n"};
    kat_bytes id = kat_hex(t, "uid"), msg = kat_hex(t, "msg"), good = kat_hex(t, "good_der");
    kat_bytes raw = raw_of(t, good), n, other;
    mifu_sm2_public_key pub = kat_sm2_public_key(t, "pub");

    field_case_wants(t, "=good", "valid");
    field_case_wants(t, "=all_others", "invalid");
    kat_status(t, "good", MIFU_OK, verify_der(t, good, id, msg));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        mifu_status status = verify_der(t, kat_hex(t, bad[i]), id, msg);

        if (mifu_status_class(status) != MIFU_ERR_RANGE)
            kat_fail(t, "%s: %s", bad[i], mifu_status_name(status));
    }
    /* Raw signatures do not pass the DER reader; r and s at 0, n and all ones must not verify. */
    n = kat_hex(t, "s_equals_n");
    n = kat_copy(t, n.data + n.len - 32, 32);
    for (int place = 0; place <= 32; place += 32) {
        other = kat_copy(t, raw.data, raw.len);
        memcpy(other.data + place, n.data, 32);
        kat_status(t, "raw, n", MIFU_INVALID,
                   mifu_sm2_verify(&pub, id.data, id.len, msg.data, msg.len, other.data));
        memset(other.data + place, 0, 32);
        kat_status(t, "raw, 0", MIFU_INVALID,
                   mifu_sm2_verify(&pub, id.data, id.len, msg.data, msg.len, other.data));
        memset(other.data + place, 0xff, 32);
        kat_status(t, "raw, 2^256 - 1", MIFU_INVALID,
                   mifu_sm2_verify(&pub, id.data, id.len, msg.data, msg.len, other.data));
    }
}

static void low_s(kat_test *t)
{
    kat_bytes id = kat_hex(t, "uid"), msg = kat_hex(t, "msg");

    field_case_wants(t, "=original", "valid");
    field_case_wants(t, "=low_s", "invalid");
    kat_status(t, "original", MIFU_OK, verify_der(t, kat_hex(t, "sig_der"), id, msg));
    kat_status(t, "low s", MIFU_INVALID, verify_der(t, kat_hex(t, "sig_low_s"), id, msg));
}

static void ecdsa(kat_test *t)
{
    kat_bytes msg = kat_hex(t, "msg"), der = kat_hex(t, "sig_der_ecdsa_sm3");

    field_case_wants(t, "=verdict", "invalid for every user ID");
    kat_status(t, "default ID", MIFU_INVALID, verify_der(t, der, default_id(t), msg));
    kat_status(t, "empty ID", MIFU_INVALID, verify_der(t, der, kat_buffer(t, 0), msg));
    for (size_t len = 1; len <= 32; len++)
        kat_status(t, "some ID", MIFU_INVALID, verify_der(t, der, kat_buffer(t, len), msg));
}

static void hash_before_sign(kat_test *t)
{
    kat_bytes id = kat_hex(t, "uid"), transcript = kat_hex(t, "transcript");
    kat_bytes first = kat_hex(t, "sig_over_sm3_of_transcript");
    kat_bytes second = kat_hex(t, "sig_over_transcript"), digest = kat_buffer(t, 32);

    field_case_wants(t, "=tlcp_certificate_verify", "M = SM3(transcript)");
    mifu_sm3_hash(digest.data, transcript.data, transcript.len);
    kat_status(t, "first over the transcript", MIFU_INVALID, verify_der(t, first, id, transcript));
    kat_status(t, "first over its digest", MIFU_OK, verify_der(t, first, id, digest));
    kat_status(t, "second over the transcript", MIFU_OK, verify_der(t, second, id, transcript));
    kat_status(t, "second over its digest", MIFU_INVALID, verify_der(t, second, id, digest));
}

static void id_length(kat_test *t)
{
    kat_bytes msg = kat_hex(t, "msg"), id17 = kat_hex(t, "uid_17"), id16 = kat_hex(t, "uid_16");
    kat_bytes sig17 = kat_hex(t, "sig_der_17"), sig16 = kat_hex(t, "sig_der_16");

    field_case_wants(t, "=sig17_with_uid17", "valid");
    field_case_wants(t, "=sig17_with_uid16", "invalid");
    field_case_wants(t, "=sig16_with_uid16", "valid");
    kat_equal(t, "the default identity", id16, mifu_sm2_default_id, sizeof mifu_sm2_default_id);
    kat_status(t, "17 with 17", MIFU_OK, verify_der(t, sig17, id17, msg));
    kat_status(t, "17 with 16", MIFU_INVALID, verify_der(t, sig17, id16, msg));
    kat_status(t, "16 with 16", MIFU_OK, verify_der(t, sig16, id16, msg));
    kat_status(t, "16 with 17", MIFU_INVALID, verify_der(t, sig16, id17, msg));
}

static void id_empty(kat_test *t)
{
    kat_bytes msg = kat_hex(t, "msg"), der = kat_hex(t, "sig_der"), z = kat_buffer(t, 32);
    mifu_sm2_public_key pub = kat_sm2_public_key(t, "pub");

    field_case_wants(t, "=verdict", "valid with uid of length 0");
    field_case_wants(t, "=with_default_id", "invalid");
    kat_status(t, "empty ID", MIFU_OK, verify_der(t, der, kat_hex(t, "uid"), msg));
    kat_status(t, "default ID", MIFU_INVALID, verify_der(t, der, default_id(t), msg));
    kat_status(t, "z", MIFU_OK, mifu_sm2_z(z.data, &pub, MIFU_SM2_EMPTY_ID));
    kat_equal(t, "ZA", kat_hex(t, "=ZA"), z.data, z.len);
    kat_status(t, "no ID", MIFU_ERR_ARGUMENT_NULL, mifu_sm2_z(z.data, &pub, NULL, 0));
}

static void id_encoding(kat_test *t)
{
    kat_bytes msg = kat_hex(t, "msg"), der = kat_hex(t, "sig_der");
    static const char text[] = "31323334353637383132333435363738";

    field_case_wants(t, "=with_16_bytes_3132__38", "valid");
    field_case_wants(t, "=with_32_ascii_characters", "invalid");
    kat_status(t, "16 bytes", MIFU_OK, verify_der(t, der, default_id(t), msg));
    kat_status(t, "32 characters", MIFU_INVALID,
               verify_der(t, der, kat_copy(t, (const uint8_t *)text, 32), msg));
}

static void zero_s(kat_test *t)
{
    mifu_sm2_private_key key = kat_sm2_private_key(t, "priv");
    kat_bytes e = kat_hex_sized(t, "e", 32), sig = kat_buffer(t, MIFU_SM2_SIGNATURE_SIZE);
    kat_bytes both = kat_join(t, 2, kat_hex(t, "k_first"), kat_hex(t, "k_next"));
    kat_nonces nonces = {both.data, 2, 0};

    field_case_wants(t, "=must", "reject k_first and take the next nonce");
    kat_status(t, "sign", MIFU_OK,
               mifu_sm2_sign_digest_with_nonces(sig.data, &key, e.data, kat_next_nonce, &nonces));
    kat_true(t, "the first nonce was used", nonces.used == 2);
    kat_equal(t, "signature", kat_hex(t, "=sig_raw"), sig.data, sig.len);
}

static void token_blob(kat_test *t)
{
    kat_bytes blob = kat_hex_sized(t, "skf_signature_128", MIFU_SM2_SIGNATURE_SKF_SIZE), other;
    kat_bytes id = kat_hex(t, "uid"), msg = kat_hex(t, "msg"), sig = kat_buffer(t, 64);
    uint8_t back[MIFU_SM2_SIGNATURE_SKF_SIZE];
    mifu_sm2_public_key pub = kat_sm2_public_key(t, "pub");

    field_case_wants(t, "=verdict", "valid");
    field_case_wants(t, "=note", "non-zero bytes in the 32-byte pads must be an error");
    kat_status(t, "from the blob", MIFU_OK, mifu_sm2_signature_from_skf(sig.data, blob.data));
    kat_equal(t, "raw", kat_hex(t, "=sig_raw"), sig.data, sig.len);
    same_der(t, "DER", kat_hex(t, "=sig_der"), sig);
    kat_status(t, "verify", MIFU_OK,
               mifu_sm2_verify(&pub, id.data, id.len, msg.data, msg.len, sig.data));
    mifu_sm2_signature_to_skf(back, sig.data);
    kat_equal(t, "blob again", blob, back, sizeof back);
    for (size_t i = 0; i < MIFU_SM2_SIGNATURE_SKF_SIZE; i++) {
        if (i % 64 >= 32)
            continue;
        other = kat_copy(t, blob.data, blob.len);
        other.data[i] = 1;
        kat_status(t, "a pad that is not zero", MIFU_ERR_ENCODING_PADDING,
                   mifu_sm2_signature_from_skf(sig.data, other.data));
    }
}

/* The public keys of sparse scalars; the timing itself is tested in tests/timing. */
static void sparse_scalars(kat_test *t)
{
    static const char *const inputs[] = {"d_class_0", "d_class_1", "d_class_2"};
    static const char *const outputs[] = {"=public_d0", "=public_d1", "=public_d2"};
    static const char *const nonces_in[] = {"k_class_a", "k_class_b"};
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE];

    for (size_t i = 0; i < 3; i++) {
        mifu_sm2_private_key key = kat_sm2_private_key(t, inputs[i]);
        mifu_sm2_public_key pub;

        mifu_sm2_public_key_from_private(&pub, &key);
        kat_sm2_same_point(t, outputs[i], kat_hex(t, outputs[i]), &pub);
        for (size_t j = 0; j < 2; j++) {
            kat_bytes k = kat_hex_sized(t, nonces_in[j], 32), e = kat_buffer(t, 32);
            kat_nonces nonces = {k.data, 1, 0};

            kat_status(
                t, "sign", MIFU_OK,
                mifu_sm2_sign_digest_with_nonces(sig, &key, e.data, kat_next_nonce, &nonces));
            kat_status(t, "verify", MIFU_OK, mifu_sm2_verify_digest(&pub, e.data, sig));
        }
    }
}

const field_case_kind field_cases_signature[] = {
    {"sig-der-leading-zero", "sm2", leading_zero},
    {"sig-der-nonminimal", "sm2", non_minimal},
    {"sig-range", "sm2", range},
    {"sig-malleable-lows", "sm2", low_s},
    {"alg-confusion-ecdsa", "sm2", ecdsa},
    {"hash-before-sign", "sm2 sm3", hash_before_sign},
    {"uid-length", "sm2 sm3", id_length},
    {"uid-empty", "sm2 sm3", id_empty},
    {"uid-encoding", "sm2 sm3", id_encoding},
    {"sign-zero-s", "sm2", zero_s},
    {"hw-token-blob", "sm2", token_blob},
    {"timing-leak", "sm2", sparse_scalars},
    {NULL, NULL, NULL},
};
