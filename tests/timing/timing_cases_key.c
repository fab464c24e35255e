/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constant-time cases of key decoding and encoding. The structure around a key is public; the bytes
 * and the Base64 characters of d are secret, and so are passwords and all that is made from them.
 */
#include "timing.h"

#include <string.h>

#include "mifu/sm2.h"
#include "mifu/sm2_encoding.h"

static uint8_t d[32];
static mifu_sm2_private_key key, read_back;

static void make_key(void)
{
    timing_secret(d, sizeof d);
    timing_unmark(d, sizeof d); /* to be found in encodings; secret from mark_d() on */
    d[0] &= 0x7f;
    TIMING_OK(mifu_sm2_private_key_from_bytes(&key, d));
}

/* Where d stands in an encoding. */
static size_t find_d(const uint8_t *der, size_t len)
{
    for (size_t i = 0; i + sizeof d <= len; i++)
        if (memcmp(der + i, d, sizeof d) == 0)
            return i;
    timing_expect(MIFU_INVALID, MIFU_OK, "search for d in an encoding");
    return 0;
}

static void read_der(mifu_status (*encode)(uint8_t *der, size_t cap, size_t *len,
                                           const mifu_sm2_private_key *key))
{
    uint8_t der[400];
    size_t len;

    make_key();
    TIMING_OK(encode(der, sizeof der, &len, &key));
    timing_unmark(der, len);
    timing_mark(der + find_d(der, len), sizeof d);
    TIMING_OK(mifu_sm2_private_key_from_der(&read_back, der, len));
}

static void der(void)
{
    read_der(mifu_sm2_private_key_to_pkcs8);
    read_der(mifu_sm2_private_key_to_sec1);
}

/* Marks the Base64 characters that hold bits of d and none of its neighbours: four characters for
 * three bytes, from the line after BEGIN, without the line ends. */
static void mark_d_in_pem(char *pem, size_t len, size_t d_at)
{
    size_t first = (d_at * 8 + 5) / 6, last = (d_at + sizeof d) * 8 / 6;
    size_t n = 0, i = 0;

    while (i < len && pem[i] != '\n')
        i++;
    for (i++; i < len && pem[i] != '-'; i++) {
        if (pem[i] == '\n')
            continue;
        if (n >= first && n < last)
            timing_mark(pem + i, 1);
        n++;
    }
}

static void pem(void)
{
    uint8_t der_form[400];
    char text[800];
    size_t der_len, len;

    make_key();
    TIMING_OK(mifu_sm2_private_key_to_pkcs8(der_form, sizeof der_form, &der_len, &key));
    TIMING_OK(mifu_sm2_private_key_to_pem(text, sizeof text, &len, &key));
    timing_unmark(der_form, der_len);
    timing_unmark(text, len);
    mark_d_in_pem(text, len, find_d(der_form, der_len));
    TIMING_OK(mifu_sm2_private_key_from_pem(&read_back, text, len, NULL, 0));
}

/* The ciphertext of an encrypted key is public, the password is not. */
static void encrypted(void)
{
    static const mifu_hash_algorithm prfs[] = {MIFU_HASH_SM3, MIFU_HASH_SHA256};
    uint8_t der_form[600], password[12];
    size_t len;

    for (size_t i = 0; i < MIFU_COUNT_OF(prfs); i++) {
        make_key();
        timing_mark(d, sizeof d);
        timing_secret(password, sizeof password);
        TIMING_OK(mifu_sm2_private_key_to_encrypted_der(der_form, sizeof der_form, &len, &key,
                                                        password, sizeof password, prfs[i], 2));
        timing_unmark(&len, sizeof len);
        timing_unmark(der_form, len);
        TIMING_OK(mifu_sm2_private_key_from_encrypted_der(&read_back, der_form, len, password,
                                                          sizeof password));
        password[0] ^= 1;
        timing_expect(mifu_sm2_private_key_from_encrypted_der(&read_back, der_form, len, password,
                                                              sizeof password),
                      MIFU_ERR_AUTHENTICATION, "reading a key with a wrong password");
    }
}

static void encrypted_pem(void)
{
    uint8_t password[12];
    char text[1000];
    size_t len;

    make_key();
    timing_mark(d, sizeof d);
    timing_secret(password, sizeof password);
    TIMING_OK(mifu_sm2_private_key_to_encrypted_pem(text, sizeof text, &len, &key, password,
                                                    sizeof password, MIFU_HASH_SM3, 2));
    timing_unmark(text, len);
    TIMING_OK(mifu_sm2_private_key_from_pem(&read_back, text, len, password, sizeof password));
}

static void enveloped(void)
{
    mifu_sm2_private_key recipient;
    mifu_sm2_public_key recipient_public;
    uint8_t der_form[MIFU_SM2_ENVELOPED_KEY_MAX_SIZE];
    size_t len;

    make_key();
    timing_mark(d, sizeof d);
    TIMING_OK(mifu_sm2_keygen(&recipient));
    mifu_sm2_public_key_from_private(&recipient_public, &recipient);
    TIMING_OK(
        mifu_sm2_enveloped_key_seal(der_form, sizeof der_form, &len, &recipient_public, &key));
    timing_unmark(&len, sizeof len);
    timing_unmark(der_form, len);
    TIMING_OK(mifu_sm2_enveloped_key_open(&read_back, &recipient, der_form, len));
}

static const timing_case cases[] = {
    {"key.der", "sm2", der},
    {"key.pem", "sm2", pem},
    {"key.encrypted", "sm4", encrypted},
    {"key.encrypted_pem", "sm3", encrypted_pem},
    {"key.enveloped", "sm2", enveloped},
};

const timing_table timing_cases_key = {cases, MIFU_COUNT_OF(cases)};
