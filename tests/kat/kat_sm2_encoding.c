/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of SM2 on files and structures: keys, certificates, enveloped keys. */
#include "kat_sm2.h"
#include "mifu/sm2_encoding.h"

typedef mifu_status writer(uint8_t *out, size_t cap, size_t *len, const mifu_sm2_private_key *key);

static mifu_status to_pem(uint8_t *out, size_t cap, size_t *len, const mifu_sm2_private_key *key)
{
    return mifu_sm2_private_key_to_pem((char *)out, cap, len, key);
}

/* Size query, too small, exact: gives what was written. */
static kat_bytes written(kat_test *t, writer *write, const mifu_sm2_private_key *key)
{
    size_t len = 0, again = 0;
    kat_bytes out;

    kat_status(t, "size query", MIFU_ERR_BUFFER, write(NULL, 0, &len, key));
    out = kat_buffer(t, len);
    kat_status(t, "a buffer one byte short", MIFU_ERR_BUFFER,
               write(out.data, len - 1, &again, key));
    kat_true(t, "the size differs from the size query", again == len);
    kat_status(t, "write", MIFU_OK, write(out.data, len, &again, key));
    kat_true(t, "the length differs from the size query", again == len);
    return out;
}

static void same_private_key(kat_test *t, const char *what, const mifu_sm2_private_key *key)
{
    uint8_t d[32];

    mifu_sm2_private_key_to_bytes(d, key);
    kat_equal(t, what, kat_hex(t, "d"), d, sizeof d);
    if (kat_has(t, "pub")) {
        mifu_sm2_public_key pub;

        mifu_sm2_public_key_from_private(&pub, key);
        kat_sm2_same_point(t, what, kat_hex(t, "pub"), &pub);
    }
}

/* Writes every form and reads it back. */
static void rewrite(kat_test *t, const mifu_sm2_private_key *key)
{
    mifu_sm2_private_key other;
    kat_bytes out = written(t, mifu_sm2_private_key_to_pkcs8, key);

    kat_status(t, "PKCS#8 back", MIFU_OK, mifu_sm2_private_key_from_der(&other, out.data, out.len));
    same_private_key(t, "PKCS#8 back", &other);
    out = written(t, mifu_sm2_private_key_to_sec1, key);
    kat_status(t, "SEC1 back", MIFU_OK, mifu_sm2_private_key_from_der(&other, out.data, out.len));
    same_private_key(t, "SEC1 back", &other);
    out = written(t, to_pem, key);
    kat_status(t, "PEM back", MIFU_OK,
               mifu_sm2_private_key_from_pem(&other, (const char *)out.data, out.len, NULL, 0));
    same_private_key(t, "PEM back", &other);
}

static void rewrite_public(kat_test *t, const mifu_sm2_public_key *key)
{
    kat_bytes der = kat_buffer(t, 91);
    mifu_sm2_public_key other;
    size_t len;

    kat_status(t, "SPKI", MIFU_OK, mifu_sm2_public_key_to_der(der.data, der.len, &len, key));
    kat_status(t, "SPKI back", MIFU_OK, mifu_sm2_public_key_from_der(&other, der.data, len));
    kat_sm2_same_point(t, "SPKI back", kat_hex(t, "pub"), &other);
}

/* Truncations and trailing data of a good encoding are refused. */
static void cut_public(kat_test *t, kat_bytes der)
{
    mifu_sm2_public_key key;
    kat_bytes longer = kat_buffer(t, der.len + 1);

    memcpy(longer.data, der.data, der.len);
    longer.data[der.len] = 0;
    kat_is_error(t, "trailing byte", mifu_sm2_public_key_from_der(&key, longer.data, longer.len));
    for (size_t len = 0; len < der.len; len++) {
        kat_bytes cut = kat_copy(t, der.data, len);

        kat_is_error(t, "truncated", mifu_sm2_public_key_from_der(&key, cut.data, cut.len));
    }
}

static void cut_private(kat_test *t, kat_bytes der)
{
    mifu_sm2_private_key key;
    kat_bytes longer = kat_buffer(t, der.len + 1);

    memcpy(longer.data, der.data, der.len);
    longer.data[der.len] = 0;
    kat_is_error(t, "trailing byte", mifu_sm2_private_key_from_der(&key, longer.data, longer.len));
    for (size_t len = 0; len < der.len; len++) {
        kat_bytes cut = kat_copy(t, der.data, len);

        kat_is_error(t, "truncated", mifu_sm2_private_key_from_der(&key, cut.data, cut.len));
        kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)&key, sizeof key});
    }
}

static void public_key(kat_test *t)
{
    kat_bytes der = kat_hex_or_empty(t, "der");
    mifu_sm2_public_key key;
    mifu_status status = mifu_sm2_public_key_from_der(&key, der.data, der.len);

    if (!kat_is_valid(t)) {
        kat_is_error(t, "from_der", status);
        if (kat_has(t, "pem")) {
            const char *pem = kat_text(t, "pem");

            kat_is_error(t, "from_pem", mifu_sm2_public_key_from_pem(&key, pem, strlen(pem)));
        }
        return;
    }
    kat_status(t, "from_der", MIFU_OK, status);
    if (status != MIFU_OK)
        return;
    kat_sm2_same_point(t, "pub", kat_hex(t, "pub"), &key);
    if (kat_has(t, "pem")) {
        const char *pem = kat_text(t, "pem");

        kat_status(t, "from_pem", MIFU_OK, mifu_sm2_public_key_from_pem(&key, pem, strlen(pem)));
        kat_sm2_same_point(t, "pub of PEM", kat_hex(t, "pub"), &key);
    }
    rewrite_public(t, &key);
    cut_public(t, der);
}

static void private_key(kat_test *t)
{
    kat_bytes der = kat_hex_or_empty(t, "der");
    mifu_sm2_private_key key;
    mifu_status status = mifu_sm2_private_key_from_der(&key, der.data, der.len);

    if (!kat_is_valid(t)) {
        kat_is_error(t, "from_der", status);
        kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)&key, sizeof key});
        if (kat_has(t, "pem")) {
            const char *pem = kat_text(t, "pem");

            kat_is_error(t, "from_pem",
                         mifu_sm2_private_key_from_pem(&key, pem, strlen(pem), NULL, 0));
        }
        return;
    }
    kat_status(t, "from_der", MIFU_OK, status);
    if (status != MIFU_OK)
        return;
    same_private_key(t, "key", &key);
    if (kat_has(t, "pem")) {
        const char *pem = kat_text(t, "pem");

        kat_status(t, "from_pem", MIFU_OK,
                   mifu_sm2_private_key_from_pem(&key, pem, strlen(pem), NULL, 0));
        same_private_key(t, "key of PEM", &key);
    }
    rewrite(t, &key);
    cut_private(t, der);
}

static void encrypted_key(kat_test *t)
{
    kat_bytes der = kat_hex_or_empty(t, "der");
    const char *password = kat_text_or(t, "password", ""), *pem = kat_text_or(t, "pem", NULL);
    size_t password_len = strlen(password);
    mifu_sm2_private_key key;
    mifu_status status = mifu_sm2_private_key_from_encrypted_der(
        &key, der.data, der.len, (const uint8_t *)password, password_len);

    if (!kat_is_valid(t)) {
        kat_is_error(t, "from_encrypted_der", status);
        kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)&key, sizeof key});
        if (pem != NULL)
            kat_is_error(t, "from_pem",
                         mifu_sm2_private_key_from_pem(&key, pem, strlen(pem),
                                                       (const uint8_t *)password, password_len));
        return;
    }
    kat_status(t, "from_encrypted_der", MIFU_OK, status);
    if (status != MIFU_OK)
        return;
    same_private_key(t, "key", &key);
    if (pem != NULL) {
        kat_status(t, "from_pem", MIFU_OK,
                   mifu_sm2_private_key_from_pem(&key, pem, strlen(pem), (const uint8_t *)password,
                                                 password_len));
        same_private_key(t, "key of PEM", &key);
        kat_status(t, "from_pem without password", MIFU_ERR_PASSWORD_NEEDED,
                   mifu_sm2_private_key_from_pem(&key, pem, strlen(pem), NULL, 0));
    }
    kat_status(t, "from_der", MIFU_ERR_PASSWORD_NEEDED,
               mifu_sm2_private_key_from_der(&key, der.data, der.len));
    kat_status(t, "another password", MIFU_ERR_AUTHENTICATION,
               mifu_sm2_private_key_from_encrypted_der(&key, der.data, der.len,
                                                       (const uint8_t *)"no such word", 12));
    kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)&key, sizeof key});
}

void kat_run_sm2_key_decode(kat_test *t)
{
    const char *format = kat_text(t, "format");

    if (strcmp(format, "spki") == 0)
        public_key(t);
    else if (strcmp(format, "sec1") == 0 || strcmp(format, "pkcs8") == 0)
        private_key(t);
    else if (strcmp(format, "pkcs8-encrypted") == 0)
        encrypted_key(t);
    else
        kat_skip(t, "the key format \"%.40s\" is not known", format);
}

/* ---- Certificates and requests */

void kat_run_sm2_certificate_verify(kat_test *t)
{
    kat_bytes der = kat_hex(t, "der"), issuer = kat_hex(t, "issuer_pub"), e = kat_buffer(t, 32);
    kat_bytes id = kat_sm2_identity(t, "user_id");
    mifu_sm2_certificate certificate;
    mifu_sm2_public_key key;
    mifu_status status = mifu_sm2_certificate_from_der(&certificate, der.data, der.len);

    if (status == MIFU_OK)
        status = mifu_sm2_public_key_from_bytes(&key, issuer.data, issuer.len);
    if (status == MIFU_OK)
        status = mifu_sm2_certificate_verify(&certificate, &key, id.data, id.len);
    if (!kat_is_valid(t)) {
        kat_is_refused(t, "verify", status);
        return;
    }
    kat_status(t, "verify", MIFU_OK, status);
    if (status != MIFU_OK)
        return;
    if (kat_has(t, "tbs"))
        kat_equal(t, "tbs", kat_hex(t, "tbs"), certificate.tbs, certificate.tbs_len);
    if (kat_has(t, "r") && kat_has(t, "s"))
        kat_equal(t, "r || s", kat_join(t, 2, kat_hex(t, "r"), kat_hex(t, "s")),
                  certificate.signature, sizeof certificate.signature);
    if (kat_has(t, "sig")) {
        kat_bytes sig = kat_buffer(t, MIFU_SM2_SIGNATURE_DER_MAX_SIZE);
        size_t len = 0;

        kat_status(t, "signature", MIFU_OK,
                   mifu_sm2_signature_to_der(sig.data, sig.len, &len, certificate.signature));
        kat_equal(t, "sig", kat_hex(t, "sig"), sig.data, len);
    }
    kat_status(
        t, "digest", MIFU_OK,
        mifu_sm2_digest(e.data, &key, id.data, id.len, certificate.tbs, certificate.tbs_len));
    if (kat_has(t, "e"))
        kat_equal(t, "e", kat_hex(t, "e"), e.data, e.len);
    if (kat_has(t, "za")) {
        kat_status(t, "z", MIFU_OK, mifu_sm2_z(e.data, &key, id.data, id.len));
        kat_equal(t, "za", kat_hex(t, "za"), e.data, e.len);
    }
    if (kat_has(t, "pem")) {
        const char *pem = kat_text(t, "pem");
        kat_bytes out = kat_buffer(t, strlen(pem));
        size_t len = 0;

        kat_status(t, "PEM", MIFU_OK,
                   mifu_pem_to_der(out.data, out.len, &len, kat_text_or(t, "label", NULL), pem,
                                   strlen(pem)));
        kat_equal(t, "DER of PEM", der, out.data, len);
    }
    der = kat_copy(t, der.data, der.len); /* one changed bit anywhere: refused */
    der.data[kat_random_below(t, der.len)] ^= (uint8_t)(1 << kat_random_below(t, 8));
    status = mifu_sm2_certificate_from_der(&certificate, der.data, der.len);
    if (status == MIFU_OK)
        status = mifu_sm2_certificate_verify(&certificate, &key, id.data, id.len);
    kat_is_refused(t, "a changed certificate", status);
}

/* ---- SM2EnvelopedKey */

/* The SM4 key is inside the second element of the SEQUENCE, an SM2Cipher. */
static void symmetric_key(kat_test *t, const mifu_sm2_private_key *key, kat_bytes der)
{
    size_t header = (der.data[1] & 0x80) != 0 ? 2 + (der.data[1] & 0x7fu) : 2, first = 0;
    size_t second = 0, len = 0;
    kat_bytes out = kat_buffer(t, 16);

    kat_status(t, "algorithm element", MIFU_OK,
               mifu_der_element_size(&first, der.data + header, der.len - header));
    header += first;
    kat_status(t, "ciphertext element", MIFU_OK,
               mifu_der_element_size(&second, der.data + header, der.len - header));
    kat_status(
        t, "decrypt the SM4 key", MIFU_OK,
        mifu_sm2_decrypt(out.data, out.len, &len, key, MIFU_SM2_DER, der.data + header, second));
    kat_equal(t, "sym_key", kat_hex(t, "sym_key"), out.data, len);
}

void kat_run_sm2_enveloped_key_open(kat_test *t)
{
    mifu_sm2_private_key key = kat_sm2_private_key(t, "d"), enclosed;
    kat_bytes der = kat_hex(t, "der"), out;
    mifu_sm2_public_key pub;
    mifu_status status = mifu_sm2_enveloped_key_open(&enclosed, &key, der.data, der.len);
    uint8_t d[32];
    size_t len = 0;

    if (!kat_is_valid(t)) {
        kat_is_error(t, "open", status);
        kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)&enclosed, sizeof enclosed});
        return;
    }
    kat_status(t, "open", MIFU_OK, status);
    if (status != MIFU_OK)
        return;
    mifu_sm2_private_key_to_bytes(d, &enclosed);
    kat_equal(t, "target_d", kat_hex(t, "target_d"), d, sizeof d);
    mifu_sm2_public_key_from_private(&pub, &enclosed);
    if (kat_has(t, "pub"))
        kat_sm2_same_point(t, "pub", kat_hex(t, "pub"), &pub);
    if (kat_has(t, "sym_key"))
        symmetric_key(t, &key, der);

    /* Sealed anew for the same recipient, it opens again. */
    mifu_sm2_public_key_from_private(&pub, &key);
    kat_status(t, "seal, size query", MIFU_ERR_BUFFER,
               mifu_sm2_enveloped_key_seal(NULL, 0, &len, &pub, &enclosed));
    out = kat_buffer(t, len);
    kat_status(t, "seal", MIFU_OK,
               mifu_sm2_enveloped_key_seal(out.data, out.len, &len, &pub, &enclosed));
    mifu_sm2_private_key_wipe(&enclosed);
    kat_status(t, "open again", MIFU_OK,
               mifu_sm2_enveloped_key_open(&enclosed, &key, out.data, len));
    mifu_sm2_private_key_to_bytes(d, &enclosed);
    kat_equal(t, "target_d again", kat_hex(t, "target_d"), d, sizeof d);
}
