/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Certificates, requests and keys as the openssl command makes them: a root, a certificate under it
 * and a request, with the default identity, another one and none; `openssl verify` is the peer.
 */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */

#include <unistd.h>

#include "cross_support.h"
#include "mifu/sm2_encoding.h"
#include "support_keys.h"

static char folder[] = "/tmp/mifu-certificates-XXXXXX";

/* A text file of the folder, as far as it goes. */
typedef struct text {
    char data[8192];
    size_t len;
} text;

static text load(const char *name)
{
    text t;
    char path[256];
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "rb");
    assert_non_null(file);
    memset(&t, 0, sizeof t);
    t.len = fread(t.data, 1, sizeof t.data, file);
    (void)fclose(file);
    assert_true(t.len > 0 && t.len < sizeof t.data);
    return t;
}

static void store(const char *name, const char *data, size_t len)
{
    char path[256];
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, len, file), len);
    assert_int_equal(fclose(file), 0);
}

static int run(const char *command)
{
    char line[1024];

    (void)snprintf(line, sizeof line, "cd '%s' && { %s; } >>log 2>&1", folder, command);
    return system(line);
}

static void must_run(const char *command)
{
    if (run(command) != 0)
        fail_msg("failed: %s (log in %s)", command, folder);
}

typedef struct der {
    uint8_t data[4096];
    size_t len;
} der;

static der der_of(const char *name)
{
    text t = load(name);
    der d;

    assert_int_equal(mifu_pem_to_der(d.data, sizeof d.data, &d.len, NULL, t.data, t.len), MIFU_OK);
    return d;
}

#define DEFAULT_ID "-sigopt distid:1234567812345678"

static void make_files(void)
{
    must_run("openssl ecparam -name SM2 -genkey -out root.key");
    must_run("openssl ecparam -name SM2 -genkey -noout -out user.key");
    must_run("openssl req -new -x509 -sm3 " DEFAULT_ID
             " -key root.key -subj '/C=CN/O=Test/CN=Root' "
             "-days 3650 -out root.pem");
    must_run("openssl req -new -sm3 " DEFAULT_ID " -key user.key -subj '/C=CN/O=Test/CN=User' "
             "-addext 'subjectAltName=DNS:example.org' -out user.csr");
    must_run("openssl x509 -req -sm3 " DEFAULT_ID " -vfyopt distid:1234567812345678 -in user.csr "
             "-CA root.pem -CAkey root.key -set_serial 0x00ff -days 365 -out user.pem");
    must_run("openssl req -new -x509 -sm3 -sigopt distid:other -key root.key -subj '/CN=Other ID' "
             "-out other.pem");
    must_run("openssl req -new -x509 -sm3 -key root.key -subj '/CN=Empty ID' -out empty.pem");
}

static void check(const char *file, const char *issuer_file, const uint8_t *id, size_t id_len,
                  mifu_status expected)
{
    der d = der_of(file), issuer = der_of(issuer_file);
    mifu_sm2_certificate certificate, issuer_certificate;

    assert_int_equal(mifu_sm2_certificate_from_der(&certificate, d.data, d.len), MIFU_OK);
    assert_int_equal(mifu_sm2_certificate_from_der(&issuer_certificate, issuer.data, issuer.len),
                     MIFU_OK);
    assert_int_equal(
        mifu_sm2_certificate_verify(&certificate, &issuer_certificate.subject, id, id_len),
        expected);
}

static void signatures(void **state)
{
    (void)state;
    must_run("openssl verify -vfyopt distid:1234567812345678 -CAfile root.pem user.pem");
    check("root.pem", "root.pem", MIFU_SM2_DEFAULT_ID, MIFU_OK);
    check("user.pem", "root.pem", MIFU_SM2_DEFAULT_ID, MIFU_OK);
    check("user.pem", "user.pem", MIFU_SM2_DEFAULT_ID, MIFU_INVALID);
    check("user.csr", "user.csr", MIFU_SM2_DEFAULT_ID, MIFU_OK);
    check("user.csr", "root.pem", MIFU_SM2_DEFAULT_ID, MIFU_INVALID);
    check("other.pem", "root.pem", (const uint8_t *)"other", 5, MIFU_OK);
    check("other.pem", "root.pem", MIFU_SM2_DEFAULT_ID, MIFU_INVALID);
    check("empty.pem", "root.pem", MIFU_SM2_EMPTY_ID, MIFU_OK);
    check("empty.pem", "root.pem", MIFU_SM2_DEFAULT_ID, MIFU_INVALID);
}

/* The key of a certificate is the one of the key file, with EC PARAMETERS before it and without. */
static void keys(void **state)
{
    static const char *const pairs[][2] = {{"root.key", "root.pem"}, {"user.key", "user.pem"}};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        text key_text = load(pairs[i][0]), certificate = load(pairs[i][1]);
        mifu_sm2_private_key key;
        mifu_sm2_public_key derived, of_certificate;

        assert_int_equal(mifu_sm2_private_key_from_pem(&key, key_text.data, key_text.len, NULL, 0),
                         MIFU_OK);
        mifu_sm2_public_key_from_private(&derived, &key);
        assert_int_equal(
            mifu_sm2_public_key_from_pem(&of_certificate, certificate.data, certificate.len),
            MIFU_OK);
        assert_int_equal(mifu_sm2_public_key_equal(&derived, &of_certificate), 1);
    }
}

/* Every kind of key file that the command writes, and files of ours that it reads. */
static void key_files(void **state)
{
    static const char *const commands[] = {
        "openssl pkcs8 -topk8 -nocrypt -in user.key -out out.key",
        ("openssl pkcs8 -topk8 -v2 sm4-cbc -v2prf hmacWithSHA256 -passout pass:secret -in user.key "
         "-out out.key"),
        "openssl ec -in user.key -out out.key",
        "openssl ec -in user.key -param_enc explicit -out out.key",
        "openssl ec -in user.key -conv_form compressed -out out.key",
        "openssl ec -in user.key -no_public -out out.key",
    };
    text original = load("user.key");
    mifu_sm2_private_key key, other;
    uint8_t d[32];
    char pem[1024];
    size_t len;

    (void)state;
    assert_int_equal(mifu_sm2_private_key_from_pem(&key, original.data, original.len, NULL, 0),
                     MIFU_OK);
    mifu_sm2_private_key_to_bytes(d, &key);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        text t;

        must_run(commands[i]);
        t = load("out.key");
        if (mifu_sm2_private_key_from_pem(&other, t.data, t.len, (const uint8_t *)"secret", 6) !=
            MIFU_OK)
            fail_msg("not read: %s", commands[i]);
        assert_private_key(&other, d);
    }
    must_run("openssl ec -sm4-cbc -passout pass:secret -in user.key -out old.key");
    original = load("old.key");
    assert_non_null(strstr(original.data, "Proc-Type: 4,ENCRYPTED"));
    assert_int_equal(mifu_sm2_private_key_from_pem(&other, original.data, original.len,
                                                   (const uint8_t *)"secret", 6),
                     MIFU_ERR_UNSUPPORTED_LEGACY_PEM);
    assert_int_equal(mifu_sm2_private_key_to_encrypted_pem(pem, sizeof pem, &len, &key,
                                                           (const uint8_t *)"secret", 6,
                                                           MIFU_HASH_SHA256, 2048),
                     MIFU_OK);
    store("ours.key", pem, len);
    must_run("openssl pkey -passin pass:secret -in ours.key -out back.key");
    must_run("openssl pkey -in user.key -out plain.key && cmp plain.key back.key");
    if (run("openssl pkey -passin pass:wrong -in ours.key") == 0)
        fail_msg("a wrong password opens the key");
}

/* Certificates by other algorithms are refused by name, and the subject's key is read anyway. */
static void other_algorithms(void **state)
{
    der d;
    text t;
    mifu_sm2_certificate certificate;
    mifu_sm2_public_key key;
    mifu_sm2_identity identity;

    (void)state;
    must_run("openssl ecparam -name prime256v1 -genkey -noout -out p256.key");
    must_run("openssl req -new -x509 -sha256 -key p256.key -subj /CN=P256 -out p256.pem");
    must_run("openssl x509 -new -subj /CN=User -force_pubkey user.key -CA p256.pem -CAkey p256.key "
             "-sha256 -set_serial 1 -out mixed.pem || "
             "openssl x509 -req -in user.csr -vfyopt distid:1234567812345678 -CA p256.pem "
             "-CAkey p256.key -sha256 -set_serial 1 -out mixed.pem");
    d = der_of("p256.pem");
    assert_int_equal(mifu_sm2_certificate_from_der(&certificate, d.data, d.len),
                     MIFU_ERR_UNSUPPORTED_ALGORITHM);
    mifu_sm2_identify(&identity, d.data, d.len);
    assert_int_equal(identity.kind, MIFU_SM2_KIND_CERTIFICATE);
    assert_string_equal(identity.algorithm, "ECDSA-with-SHA256, id-ecPublicKey, P-256");
    d = der_of("mixed.pem");
    assert_int_equal(mifu_sm2_certificate_from_der(&certificate, d.data, d.len),
                     MIFU_ERR_UNSUPPORTED_ALGORITHM);
    t = load("mixed.pem");
    assert_int_equal(mifu_sm2_public_key_from_pem(&key, t.data, t.len), MIFU_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signatures),
        cmocka_unit_test(keys),
        cmocka_unit_test(key_files),
        cmocka_unit_test(other_algorithms),
    };
    int failed;

    if (system("openssl version >/dev/null 2>&1") != 0) {
        puts("skipped: the openssl command is not there");
        return 77;
    }
    if (mkdtemp(folder) == NULL)
        return 1;
    make_files();
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (failed == 0 && run("rm -rf \"$PWD\"") != 0)
        puts("the folder of the test could not be removed");
    return failed;
}
