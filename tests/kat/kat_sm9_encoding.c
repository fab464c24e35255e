/* SPDX-License-Identifier: Apache-2.0 */
/* Files of SM9 keys: each form that is read; what is written is read again. */
#include "kat_sm9.h"

#include "mifu/sm9_encoding.h"

static const uint8_t password[] = {'p', 'a', 's', 's'};

/* DER and PEM out and in again, plain and encrypted: one function per kind. */
#define FILES(kind, from_der_arguments)                                                            \
    static void kind##_files(kat_test *t, const mifu_sm9_##kind *key)                              \
    {                                                                                              \
        mifu_sm9_##kind back;                                                                      \
        for (int encrypted = 0; encrypted < 2; encrypted++) {                                      \
            const uint8_t *word = encrypted ? password : NULL;                                     \
            size_t word_len = encrypted ? sizeof password : 0, len = 0;                            \
            kat_bytes der, pem;                                                                    \
            kat_status(t, "size query", MIFU_ERR_BUFFER,                                           \
                       mifu_sm9_##kind##_to_der(NULL, 0, &len, key, word, word_len, 3));           \
            der = kat_buffer(t, len);                                                              \
            kat_status(t, "one byte short", MIFU_ERR_BUFFER,                                       \
                       mifu_sm9_##kind##_to_der(der.data, len - 1, &len, key, word, word_len, 3)); \
            kat_nothing_written(t, "one byte short", der);                                         \
            kat_status(t, "to DER", MIFU_OK,                                                       \
                       mifu_sm9_##kind##_to_der(der.data, der.len, &len, key, word, word_len, 3)); \
            kat_true(t, "the size asked for", len == der.len);                                     \
            kat_status(                                                                            \
                t, "from DER", MIFU_OK,                                                            \
                mifu_sm9_##kind##_from_der from_der_arguments(der.data, len, word, word_len));     \
            kat_true(t, "another key from DER", memcmp(&back, key, sizeof back) == 0);             \
            kat_is_error(t, "truncated DER",                                                       \
                         mifu_sm9_##kind##_from_der from_der_arguments(                            \
                             der.data, kat_random_below(t, len), word, word_len));                 \
            kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)&back, sizeof back});           \
            if (encrypted) {                                                                       \
                kat_status(t, "no password", MIFU_ERR_PASSWORD_NEEDED,                             \
                           mifu_sm9_##kind##_from_der from_der_arguments(der.data, len, NULL, 0)); \
                kat_status(t, "another password", MIFU_ERR_AUTHENTICATION,                         \
                           mifu_sm9_##kind##_from_der from_der_arguments(                          \
                               der.data, len, (const uint8_t *)"word", 4));                        \
            }                                                                                      \
            kat_status(t, "PEM size query", MIFU_ERR_BUFFER,                                       \
                       mifu_sm9_##kind##_to_pem(NULL, 0, &len, key, word, word_len, 3));           \
            pem = kat_buffer(t, len);                                                              \
            kat_status(t, "to PEM", MIFU_OK,                                                       \
                       mifu_sm9_##kind##_to_pem((char *)pem.data, pem.len, &len, key, word,        \
                                                word_len, 3));                                     \
            kat_status(t, "from PEM", MIFU_OK,                                                     \
                       mifu_sm9_##kind##_from_pem from_der_arguments((const char *)pem.data, len,  \
                                                                     word, word_len));             \
            kat_true(t, "another key from PEM", memcmp(&back, key, sizeof back) == 0);             \
        }                                                                                          \
    }

#define MASTER(...) (&back, __VA_ARGS__)
#define USER(...)   (&back, NULL, __VA_ARGS__)

FILES(sign_master_key, MASTER)
FILES(encrypt_master_key, MASTER)
FILES(sign_key, USER)
FILES(encrypt_key, USER)

static void sign_public(kat_test *t, kat_bytes der)
{
    mifu_sm9_sign_master_public_key key, back;
    uint8_t point[MIFU_SM9_G2_SIZE];
    kat_bytes out = kat_buffer(t, 400);
    size_t len = 0;

    kat_status(t, "from DER", MIFU_OK,
               mifu_sm9_sign_master_public_key_from_der(&key, der.data, der.len));
    mifu_sm9_sign_master_public_key_to_bytes(point, &key);
    kat_equal(t, "ppub_s", kat_hex(t, "ppub_s"), point + 1, 128);
    if (kat_has(t, "pem")) {
        const char *pem = kat_text(t, "pem");

        kat_status(t, "from PEM", MIFU_OK,
                   mifu_sm9_sign_master_public_key_from_pem(&back, pem, strlen(pem)));
        kat_true(t, "the key of PEM", mifu_sm9_sign_master_public_key_equal(&key, &back) == 1);
        kat_status(t, "to PEM", MIFU_OK,
                   mifu_sm9_sign_master_public_key_to_pem((char *)out.data, out.len, &len, &key));
        kat_true(t, "PEM again", len == strlen(pem) && memcmp(out.data, pem, len) == 0);
    }
    kat_status(t, "to DER", MIFU_OK,
               mifu_sm9_sign_master_public_key_to_der(out.data, out.len, &len, &key));
    if (strstr(kat_text(t, "format"), "bitstring") != NULL)
        kat_equal(t, "DER again", der, out.data, len);
    kat_status(t, "from DER again", MIFU_OK,
               mifu_sm9_sign_master_public_key_from_der(&back, out.data, len));
    for (size_t cut = 0; cut < len; cut++)
        kat_is_error(t, "truncated",
                     mifu_sm9_sign_master_public_key_from_der(&back, out.data, cut));
    kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)&back, sizeof back});
}

static void encrypt_public(kat_test *t, kat_bytes der)
{
    mifu_sm9_encrypt_master_public_key key, back;
    uint8_t point[MIFU_SM9_G1_SIZE];
    kat_bytes out = kat_buffer(t, 400);
    size_t len = 0;

    kat_status(t, "from DER", MIFU_OK,
               mifu_sm9_encrypt_master_public_key_from_der(&key, der.data, der.len));
    mifu_sm9_encrypt_master_public_key_to_bytes(point, &key);
    kat_equal(t, "ppub_e", kat_hex(t, "ppub_e"), point + 1, 64);
    if (kat_has(t, "pem")) {
        const char *pem = kat_text(t, "pem");

        kat_status(t, "from PEM", MIFU_OK,
                   mifu_sm9_encrypt_master_public_key_from_pem(&back, pem, strlen(pem)));
        kat_true(t, "the key of PEM", mifu_sm9_encrypt_master_public_key_equal(&key, &back) == 1);
        kat_status(
            t, "to PEM", MIFU_OK,
            mifu_sm9_encrypt_master_public_key_to_pem((char *)out.data, out.len, &len, &key));
        kat_true(t, "PEM again", len == strlen(pem) && memcmp(out.data, pem, len) == 0);
    }
    kat_status(t, "to DER", MIFU_OK,
               mifu_sm9_encrypt_master_public_key_to_der(out.data, out.len, &len, &key));
    if (strstr(kat_text(t, "format"), "bitstring") != NULL)
        kat_equal(t, "DER again", der, out.data, len);
    for (size_t cut = 0; cut < len; cut++)
        kat_is_error(t, "truncated",
                     mifu_sm9_encrypt_master_public_key_from_der(&back, out.data, cut));
    kat_is_zero(t, "a refused key", (kat_bytes){(uint8_t *)&back, sizeof back});
}

static void sign_master(kat_test *t, kat_bytes der)
{
    mifu_sm9_sign_master_key key, back;
    mifu_sm9_sign_key user;
    uint8_t ks[32], out[400];
    size_t len = 0;

    kat_status(t, "from DER", MIFU_OK,
               mifu_sm9_sign_master_key_from_der(&key, der.data, der.len, NULL, 0));
    mifu_sm9_sign_master_key_to_bytes(ks, &key);
    kat_equal(t, "ks", kat_hex(t, "ks"), ks, 32);
    if (kat_has(t, "ppub_s")) {
        mifu_sm9_sign_master_public_key master;
        uint8_t point[MIFU_SM9_G2_SIZE];

        mifu_sm9_sign_master_public_key_from_private(&master, &key);
        mifu_sm9_sign_master_public_key_to_bytes(point, &master);
        kat_equal(t, "ppub_s", kat_hex(t, "ppub_s"), point + 1, 128);
    }
    if (kat_has(t, "pem")) {
        const char *pem = kat_text(t, "pem");

        kat_status(t, "from PEM", MIFU_OK,
                   mifu_sm9_sign_master_key_from_pem(&back, pem, strlen(pem), NULL, 0));
        kat_true(t, "the key of PEM", memcmp(&key, &back, sizeof key) == 0);
    }
    if (strstr(kat_text(t, "format"), "pkcs8") != NULL) {
        kat_status(t, "to DER", MIFU_OK,
                   mifu_sm9_sign_master_key_to_der(out, sizeof out, &len, &key, NULL, 0, 0));
        kat_equal(t, "DER again", der, out, len);
    }
    sign_master_key_files(t, &key);
    kat_status(t, "extract", MIFU_OK,
               mifu_sm9_sign_key_extract(&user, &key, (const uint8_t *)"Alice", 5, 1));
    sign_key_files(t, &user);
}

static void encrypt_master(kat_test *t, kat_bytes der)
{
    mifu_sm9_encrypt_master_key key;
    mifu_sm9_encrypt_key user;
    uint8_t ke[32];

    kat_status(t, "from DER", MIFU_OK,
               mifu_sm9_encrypt_master_key_from_der(&key, der.data, der.len, NULL, 0));
    mifu_sm9_encrypt_master_key_to_bytes(ke, &key);
    kat_equal(t, "ke", kat_hex(t, "ke"), ke, 32);
    if (kat_has(t, "ppub_e")) {
        mifu_sm9_encrypt_master_public_key master;
        uint8_t point[MIFU_SM9_G1_SIZE];

        mifu_sm9_encrypt_master_public_key_from_private(&master, &key);
        mifu_sm9_encrypt_master_public_key_to_bytes(point, &master);
        kat_equal(t, "ppub_e", kat_hex(t, "ppub_e"), point + 1, 64);
    }
    encrypt_master_key_files(t, &key);
    kat_status(t, "extract", MIFU_OK,
               mifu_sm9_encrypt_key_extract(&user, &key, (const uint8_t *)"Bob", 3, 3));
    encrypt_key_files(t, &user);
}

static void encrypt_user(kat_test *t, kat_bytes der)
{
    mifu_sm9_encrypt_key key;
    uint8_t de[MIFU_SM9_G2_SIZE];

    kat_status(t, "from DER", MIFU_OK,
               mifu_sm9_encrypt_key_from_der(&key, NULL, der.data, der.len, NULL, 0));
    mifu_sm9_encrypt_key_to_bytes(de, &key);
    kat_equal(t, "de", kat_hex(t, "de"), de + 1, 128);
    encrypt_key_files(t, &key);
}

void kat_run_sm9_key_decode(kat_test *t)
{
    const char *format = kat_text(t, "format");
    kat_bytes der = kat_hex(t, "der");

    if (strncmp(format, "sign-master-public", 18) == 0)
        sign_public(t, der);
    else if (strncmp(format, "enc-master-public", 17) == 0)
        encrypt_public(t, der);
    else if (strncmp(format, "sign-master-private", 19) == 0)
        sign_master(t, der);
    else if (strncmp(format, "enc-master-private", 18) == 0)
        encrypt_master(t, der);
    else if (strncmp(format, "enc-user-private", 16) == 0)
        encrypt_user(t, der);
    else
        kat_skip(t, "the key format \"%.40s\" is not known", format);
}
