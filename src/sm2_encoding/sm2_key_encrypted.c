/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Encrypted private keys: EncryptedPrivateKeyInfo (RFC 5958 clause 3) with PBES2 and PBKDF2 (RFC
 * 8018 A.2, A.4; GM/T 0091-2020) and SM4-CBC.
 *
 *     SEQUENCE { SEQUENCE { PBES2, SEQUENCE {
 *                    SEQUENCE { PBKDF2, SEQUENCE { salt OCTET STRING, iterations INTEGER,
 *                                                  keyLength INTEGER OPTIONAL,
 *                                                  prf AlgorithmIdentifier DEFAULT } },
 *                    SEQUENCE { SM4-CBC, iv OCTET STRING (16) } } },
 *                ciphertext OCTET STRING }
 */
#include "base_state.h"
#include "sm2_key_encrypted.h"

#include "mifu/kdf.h"
#include "mifu/random.h"
#include "mifu/sm4_modes.h"

#include "base_bytes.h"
#include "base_secret.h"

#include "der_writer.h"
#include "sm2_key_der.h"
#include "sm4_kernels.h"

#define SALT_SIZE 16 /* bytes of a fresh salt */

/* Larger than any PrivateKeyInfo of SM2: explicit parameters make some 350 bytes, and there may be
 * attributes. */
#define PLAINTEXT_MAX_SIZE MIFU_SM2_ENCRYPTED_OPEN_MAX_SIZE

/* ---- Reading ---- */

/* The PRF: absent it is HMAC-SHA1 by RFC 8018, which is refused, and HMAC-SM3 by GM/T 0091. */
static void get_prf(mifu_der_reader *r, mifu_sm2_encrypted_parts *parts)
{
    const uint8_t *outer;

    if (mifu_der_at_end(r)) {
        parts->hash = MIFU_HASH_SM3;
        if (mifu_sm2_oid_of(parts->kdf) != MIFU_SM2_OID_PBKDF2_GM)
            mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_CIPHER);
        return;
    }
    outer = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    parts->prf = mifu_der_get_oid(r);
    switch (mifu_sm2_oid_of(parts->prf)) {
    case MIFU_SM2_OID_HMAC_SM3:
    case MIFU_SM2_OID_HMAC_SM3_GM:
        parts->hash = MIFU_HASH_SM3;
        break;
    case MIFU_SM2_OID_HMAC_SHA256:
        parts->hash = MIFU_HASH_SHA256;
        break;
    default:
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_CIPHER);
    }
    if (mifu_der_next_is(r, MIFU_DER_NULL))
        mifu_der_get_null(r);
    mifu_der_leave(r, outer);
}

static void get_kdf(mifu_der_reader *r, mifu_sm2_encrypted_parts *parts)
{
    const uint8_t *outer = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    const uint8_t *inner;
    uint32_t key_length = MIFU_SM4_KEY_SIZE;

    parts->kdf = mifu_der_get_oid(r);
    if (mifu_sm2_oid_of(parts->kdf) != MIFU_SM2_OID_PBKDF2 &&
        mifu_sm2_oid_of(parts->kdf) != MIFU_SM2_OID_PBKDF2_GM)
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_CIPHER);
    inner = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    parts->salt = mifu_der_get_octets(r);
    parts->iterations = mifu_der_get_uint32(r);
    if (r->status == MIFU_OK && parts->iterations == 0)
        mifu_der_fail(r, MIFU_ERR_RANGE);
    if (mifu_der_next_is(r, MIFU_DER_INTEGER))
        key_length = mifu_der_get_uint32(r);
    get_prf(r, parts);
    if (key_length != MIFU_SM4_KEY_SIZE)
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_CIPHER);
    mifu_der_leave(r, inner);
    mifu_der_leave(r, outer);
}

static void get_cipher(mifu_der_reader *r, mifu_sm2_encrypted_parts *parts)
{
    const uint8_t *outer = mifu_der_enter(r, MIFU_DER_SEQUENCE);

    switch (mifu_sm2_get_oid(r)) {
    case MIFU_SM2_OID_SM4:
    case MIFU_SM2_OID_SM4_CBC:
    case MIFU_SM2_OID_SM4_CBC_GM:
        break;
    default:
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_CIPHER);
    }
    parts->iv = mifu_der_get_octets_of(r, MIFU_SM4_BLOCK_SIZE);
    mifu_der_leave(r, outer);
}

/* The name of the cipher, which is worth telling also where the KDF before it is refused. */
static void peek_cipher(mifu_der_reader r, mifu_sm2_encrypted_parts *parts)
{
    (void)mifu_der_get(&r, MIFU_DER_SEQUENCE);
    (void)mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    parts->cipher = mifu_der_get_oid(&r);
}

mifu_status mifu_sm2_encrypted_split(mifu_sm2_encrypted_parts *parts, const uint8_t *der,
                                     size_t len)
{
    mifu_der_reader r = mifu_der_reader_of(der, len);
    const uint8_t *outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    const uint8_t *algorithm = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    const uint8_t *parameters;

    memset(parts, 0, sizeof *parts);
    parts->scheme = mifu_der_get_oid(&r);
    if (mifu_sm2_oid_of(parts->scheme) != MIFU_SM2_OID_PBES2 &&
        mifu_sm2_oid_of(parts->scheme) != MIFU_SM2_OID_PBES2_GM)
        mifu_der_fail(&r, MIFU_ERR_UNSUPPORTED_CIPHER);
    parameters = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    peek_cipher(r, parts);
    get_kdf(&r, parts);
    get_cipher(&r, parts);
    mifu_der_leave(&r, parameters);
    mifu_der_leave(&r, algorithm);
    parts->ciphertext = mifu_der_get_octets(&r);
    mifu_der_leave(&r, outer);
    if (r.status == MIFU_OK) {
        if (parts->ciphertext.len == 0 || parts->ciphertext.len % MIFU_SM4_BLOCK_SIZE != 0)
            mifu_der_fail(&r, MIFU_ERR_ENCODING_LENGTH);
        if (parts->iterations > MIFU_SM2_MAX_ITERATIONS)
            mifu_der_fail(&r, MIFU_ERR_LIMIT);
        if (parts->ciphertext.len > PLAINTEXT_MAX_SIZE) /* no SM2 key is so large */
            mifu_der_fail(&r, MIFU_ERR_UNSUPPORTED);
    }
    return mifu_der_finish(&r);
}

static mifu_status decrypt(uint8_t *plain, size_t *plain_len, const mifu_sm2_encrypted_parts *parts,
                           const uint8_t *password, size_t password_len)
{
    uint8_t k[MIFU_SM4_KEY_SIZE];
    mifu_sm4_key key;
    mifu_status status;

    status = mifu_pbkdf2(k, sizeof k, parts->hash, password, password_len, parts->salt.data,
                         parts->salt.len, parts->iterations);
    if (status == MIFU_OK) {
        mifu_sm4_key_expand(&key, k);
        status = mifu_sm4_cbc_decrypt(plain, PLAINTEXT_MAX_SIZE, plain_len, &key, parts->iv,
                                      MIFU_SM4_PADDING_PKCS7, parts->ciphertext.data,
                                      parts->ciphertext.len);
        mifu_sm4_key_wipe(&key);
    }
    mifu_wipe(k, sizeof k);
    return status;
}

mifu_status mifu_sm2_encrypted_open(uint8_t plain[MIFU_SM2_ENCRYPTED_OPEN_MAX_SIZE],
                                    size_t *plain_len, const uint8_t *der, size_t len,
                                    const uint8_t *password, size_t password_len)
{
    mifu_sm2_encrypted_parts parts;
    mifu_status status = mifu_sm2_encrypted_split(&parts, der, len);

    *plain_len = 0;
    if (status == MIFU_OK)
        status = decrypt(plain, plain_len, &parts, password, password_len);
    if (status == MIFU_OK) {
        /*
         * What comes out has the public structure of a key file around the secret number or point,
         * or else is the garbage of a wrong password: tags and lengths may be branched on. The
         * secret is marked again where it enters a key object.
         */
        mifu_declassify(plain, *plain_len);
    } else {
        mifu_wipe(plain, PLAINTEXT_MAX_SIZE);
        *plain_len = 0;
    }
    return status;
}

mifu_status mifu_sm2_private_key_from_encrypted_der(mifu_sm2_private_key *key, const uint8_t *der,
                                                    size_t len, const uint8_t *password,
                                                    size_t password_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t plain[PLAINTEXT_MAX_SIZE];
    size_t plain_len = 0;
    mifu_status status;

    if (key == NULL || (der == NULL && len != 0) || (password == NULL && password_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm2_encrypted_open(plain, &plain_len, der, len, password, password_len);
    if (status == MIFU_OK) {
        status = mifu_sm2_private_key_from_der(key, plain, plain_len);
        /* Only a well-formed key of another kind is told from a wrong password. */
        if (status != MIFU_OK && mifu_status_class(status) != MIFU_ERR_UNSUPPORTED)
            status = MIFU_ERR_AUTHENTICATION;
    }
    if (status != MIFU_OK)
        mifu_sm2_private_key_wipe(key);
    mifu_wipe(plain, sizeof plain);
    return status;
}

/* ---- Writing ---- */

#define CIPHERTEXT_MAX_SIZE (MIFU_SM2_ENCRYPTED_SEAL_MAX_SIZE + MIFU_SM4_BLOCK_SIZE)

typedef struct encrypted_key {
    mifu_hash_algorithm prf;
    uint32_t iterations;
    uint8_t salt[SALT_SIZE];
    uint8_t iv[MIFU_SM4_BLOCK_SIZE];
    size_t ciphertext_len;
    uint8_t ciphertext[CIPHERTEXT_MAX_SIZE];
} encrypted_key;

/* The identifiers of RFC 8018, which every reader knows, with SM4-CBC's own. */
static void put_encrypted(mifu_der_writer *w, const void *arg)
{
    const encrypted_key *e = arg;
    size_t outer = mifu_der_mark(w);
    size_t algorithm;
    size_t mark;
    size_t inner;

    mifu_der_put_octets(w, e->ciphertext, e->ciphertext_len);
    algorithm = mifu_der_mark(w);
    mifu_der_put_octets(w, e->iv, sizeof e->iv);
    mifu_sm2_put_oid(w, MIFU_SM2_OID_SM4_CBC);
    mifu_der_close(w, MIFU_DER_SEQUENCE, algorithm);

    mark = mifu_der_mark(w);
    if (e->prf == MIFU_HASH_SHA256) {
        mifu_der_put_null(w);
        mifu_sm2_put_oid(w, MIFU_SM2_OID_HMAC_SHA256);
    } else {
        mifu_sm2_put_oid(w, MIFU_SM2_OID_HMAC_SM3);
    }
    mifu_der_close(w, MIFU_DER_SEQUENCE, mark);
    inner = mark;
    mifu_der_put_uint32(w, MIFU_SM4_KEY_SIZE);
    mifu_der_put_uint32(w, e->iterations);
    mifu_der_put_octets(w, e->salt, sizeof e->salt);
    mifu_der_close(w, MIFU_DER_SEQUENCE, inner);
    mifu_sm2_put_oid(w, MIFU_SM2_OID_PBKDF2);
    mifu_der_close(w, MIFU_DER_SEQUENCE, inner);

    mifu_der_close(w, MIFU_DER_SEQUENCE, algorithm);
    mifu_sm2_put_oid(w, MIFU_SM2_OID_PBES2);
    mifu_der_close(w, MIFU_DER_SEQUENCE, algorithm);
    mifu_der_close(w, MIFU_DER_SEQUENCE, outer);
}

static mifu_status encrypt(encrypted_key *e, const uint8_t *plain, size_t plain_len,
                           const uint8_t *password, size_t password_len)
{
    uint8_t k[MIFU_SM4_KEY_SIZE];
    mifu_sm4_key key;
    size_t len;
    mifu_status status;

    status = mifu_random_bytes(e->salt, sizeof e->salt);
    if (status == MIFU_OK)
        status = mifu_random_bytes(e->iv, sizeof e->iv);
    if (status == MIFU_OK)
        status = mifu_pbkdf2(k, sizeof k, e->prf, password, password_len, e->salt, sizeof e->salt,
                             e->iterations);
    if (status == MIFU_OK) {
        mifu_sm4_key_expand(&key, k);
        status = mifu_sm4_cbc_encrypt(e->ciphertext, sizeof e->ciphertext, &len, &key, e->iv,
                                      MIFU_SM4_PADDING_PKCS7, plain, plain_len);
        mifu_sm4_key_wipe(&key);
    }
    mifu_wipe(k, sizeof k);
    return status;
}

mifu_status mifu_sm2_encrypted_seal(uint8_t *der, size_t der_cap, size_t *der_len,
                                    const uint8_t *plain, size_t plain_len, const uint8_t *password,
                                    size_t password_len, mifu_hash_algorithm prf,
                                    uint32_t iterations)
{
    encrypted_key e;
    mifu_status status;

    if (prf != MIFU_HASH_SM3 && prf != MIFU_HASH_SHA256)
        return MIFU_ERR_ARGUMENT_NAME;
    if (iterations == 0 || iterations > MIFU_SM2_MAX_ITERATIONS ||
        plain_len > MIFU_SM2_ENCRYPTED_SEAL_MAX_SIZE)
        return MIFU_ERR_ARGUMENT_LENGTH;
    memset(&e, 0, sizeof e);
    e.prf = prf;
    e.iterations = iterations;
    e.ciphertext_len = mifu_sm4_padded_size(MIFU_SM4_PADDING_PKCS7, plain_len);
    /* The size does not depend on the bytes that are not there yet. */
    status = mifu_der_encode(NULL, 0, der_len, put_encrypted, &e);
    if (der == NULL || der_cap < *der_len)
        return status;
    status = encrypt(&e, plain, plain_len, password, password_len);
    if (status != MIFU_OK)
        return status;
    return mifu_der_encode(der, der_cap, der_len, put_encrypted, &e);
}

mifu_status mifu_sm2_private_key_to_encrypted_der(uint8_t *der, size_t der_cap, size_t *der_len,
                                                  const mifu_sm2_private_key *key,
                                                  const uint8_t *password, size_t password_len,
                                                  mifu_hash_algorithm prf, uint32_t iterations)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t plain[MIFU_SM2_PKCS8_SIZE];
    size_t len;
    mifu_status status;

    if (der_len == NULL || key == NULL || (password == NULL && password_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm2_private_key_to_pkcs8(plain, sizeof plain, &len, key);
    if (status == MIFU_OK)
        status = mifu_sm2_encrypted_seal(der, der_cap, der_len, plain, sizeof plain, password,
                                         password_len, prf, iterations);
    mifu_wipe(plain, sizeof plain);
    return status;
}
