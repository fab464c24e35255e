/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same work in OpenSSL, the way a program that cares uses it: algorithms fetched once, contexts
 * and keys kept.
 */
#include "bench.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/opensslv.h>
#include <string.h>

#define ROW(op)       op, "openssl", OPENSSL_VERSION_STR
#define PER_BYTE(h)   BENCH_BYTE, BENCH_MEDIAN, 1, bench_all_sizes, h
#define PER_OP(s, h)  BENCH_OP, BENCH_MEDIAN, 1, s, h
#define REQUIRE(call) bench_require((call), "OpenSSL: " #call)

/* ---- Hashes and HMAC */

static EVP_MD_CTX *md_ctx;
static EVP_MD *md;

static int prepare_digest(const char *name)
{
    if (md_ctx == NULL)
        md_ctx = EVP_MD_CTX_new();
    EVP_MD_free(md);
    md = EVP_MD_fetch(NULL, name, NULL);
    return md != NULL;
}

static int prepare_sm3(const bench_case *c)
{
    (void)c;
    return prepare_digest("SM3");
}

static int prepare_sha256(const bench_case *c)
{
    (void)c;
    return prepare_digest("SHA256");
}

static void hash(const bench_case *c)
{
    REQUIRE(EVP_DigestInit_ex2(md_ctx, md, NULL));
    REQUIRE(EVP_DigestUpdate(md_ctx, bench_in, c->bytes));
    REQUIRE(EVP_DigestFinal_ex(md_ctx, bench_out, NULL));
}

static EVP_MAC_CTX *mac_ctx;

static int prepare_hmac_sm3(const bench_case *c)
{
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    char name[] = "SM3";
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0),
                                 OSSL_PARAM_construct_end()};

    (void)c;
    EVP_MAC_CTX_free(mac_ctx);
    mac_ctx = mac != NULL ? EVP_MAC_CTX_new(mac) : NULL;
    EVP_MAC_free(mac);
    return mac_ctx != NULL && EVP_MAC_init(mac_ctx, bench_in, 32, params);
}

static void hmac(const bench_case *c)
{
    size_t len;

    REQUIRE(EVP_MAC_init(mac_ctx, NULL, 0, NULL)); /* the key stays */
    REQUIRE(EVP_MAC_update(mac_ctx, bench_in, c->bytes));
    REQUIRE(EVP_MAC_final(mac_ctx, bench_out, &len, 64));
}

/* ---- SM4 */

static EVP_CIPHER_CTX *cipher_ctx;
static EVP_CIPHER *cipher;
static const uint8_t iv[16] = {1, 2, 3};

static int prepare_cipher(const char *name, int encrypt)
{
    if (cipher_ctx == NULL)
        cipher_ctx = EVP_CIPHER_CTX_new();
    EVP_CIPHER_free(cipher);
    cipher = EVP_CIPHER_fetch(NULL, name, NULL);
    return cipher != NULL && EVP_CIPHER_CTX_reset(cipher_ctx) &&
           EVP_CipherInit_ex2(cipher_ctx, cipher, bench_in, iv, encrypt, NULL) &&
           EVP_CIPHER_CTX_set_padding(cipher_ctx, 0);
}

static int prepare_ecb(const bench_case *c)
{
    (void)c;
    return prepare_cipher("SM4-ECB", 1);
}

static int prepare_ctr(const bench_case *c)
{
    (void)c;
    return prepare_cipher("SM4-CTR", 1);
}

static int prepare_cbc_encrypt(const bench_case *c)
{
    (void)c;
    return prepare_cipher("SM4-CBC", 1);
}

static int prepare_cbc_decrypt(const bench_case *c)
{
    (void)c;
    return prepare_cipher("SM4-CBC", 0);
}

static void crypt(const bench_case *c)
{
    int len;

    REQUIRE(EVP_CipherInit_ex2(cipher_ctx, NULL, NULL, iv, -1, NULL)); /* the key stays */
    REQUIRE(EVP_CipherUpdate(cipher_ctx, bench_out, &len, bench_in, (int)c->bytes));
}

static void key_expand(const bench_case *c)
{
    (void)c;
    REQUIRE(EVP_CipherInit_ex2(cipher_ctx, NULL, bench_in, NULL, -1, NULL));
}

/* ---- SM2 */

static EVP_PKEY *key;
static EVP_PKEY_CTX *key_ctx;
static uint8_t message[32], signature[80], ciphertext[256];
static size_t signature_len, ciphertext_len;

static int prepare_key(const bench_case *c)
{
    (void)c;
    if (key == NULL)
        key = EVP_PKEY_Q_keygen(NULL, NULL, "SM2");
    EVP_PKEY_CTX_free(key_ctx);
    key_ctx = key != NULL ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
    return key_ctx != NULL;
}

static int prepare_keygen(const bench_case *c)
{
    (void)c;
    EVP_PKEY_CTX_free(key_ctx);
    key_ctx = EVP_PKEY_CTX_new_from_name(NULL, "SM2", NULL);
    return key_ctx != NULL && EVP_PKEY_keygen_init(key_ctx) > 0;
}

static void keygen(const bench_case *c)
{
    EVP_PKEY *fresh = NULL;

    (void)c;
    REQUIRE(EVP_PKEY_generate(key_ctx, &fresh) > 0);
    EVP_PKEY_free(fresh);
}

/* A message of 32 bytes under the default identity of GM/T 0009: Z and e are computed each time. */
static void sign_or_verify(int sign)
{
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    EVP_PKEY_CTX *pctx = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);

    REQUIRE(ctx != NULL && pctx != NULL);
    REQUIRE(EVP_PKEY_CTX_set1_id(pctx, "1234567812345678", 16) > 0);
    EVP_MD_CTX_set_pkey_ctx(ctx, pctx);
    if (sign) {
        signature_len = sizeof signature;
        REQUIRE(EVP_DigestSignInit_ex(ctx, NULL, "SM3", NULL, NULL, key, NULL) > 0);
        REQUIRE(EVP_DigestSign(ctx, signature, &signature_len, message, sizeof message) > 0);
    } else {
        REQUIRE(EVP_DigestVerifyInit_ex(ctx, NULL, "SM3", NULL, NULL, key, NULL) > 0);
        REQUIRE(EVP_DigestVerify(ctx, signature, signature_len, message, sizeof message) > 0);
    }
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_CTX_free(pctx);
}

static void sign(const bench_case *c)
{
    (void)c;
    sign_or_verify(1);
}

static int prepare_verify(const bench_case *c)
{
    if (!prepare_key(c))
        return 0;
    sign_or_verify(1);
    return 1;
}

static void verify(const bench_case *c)
{
    (void)c;
    sign_or_verify(0);
}

static int prepare_sign_digest(const bench_case *c)
{
    return prepare_key(c) && EVP_PKEY_sign_init(key_ctx) > 0;
}

static void sign_digest(const bench_case *c)
{
    (void)c;
    signature_len = sizeof signature;
    REQUIRE(EVP_PKEY_sign(key_ctx, signature, &signature_len, message, 32) > 0);
}

static int prepare_encrypt(const bench_case *c)
{
    return prepare_key(c) && EVP_PKEY_encrypt_init(key_ctx) > 0;
}

static void encrypt(const bench_case *c)
{
    ciphertext_len = sizeof ciphertext;
    REQUIRE(EVP_PKEY_encrypt(key_ctx, ciphertext, &ciphertext_len, message, c->bytes) > 0);
}

static int prepare_decrypt(const bench_case *c)
{
    if (!prepare_encrypt(c))
        return 0;
    encrypt(c);
    return EVP_PKEY_decrypt_init(key_ctx) > 0;
}

static void decrypt(const bench_case *c)
{
    size_t len = sizeof ciphertext;

    (void)c;
    REQUIRE(EVP_PKEY_decrypt(key_ctx, bench_out, &len, ciphertext, ciphertext_len) > 0);
}

/* OpenSSL has no key agreement for keys of type SM2; the multiplication that it would be. */
static EC_GROUP *group;
static EC_POINT *point, *product;
static BIGNUM *scalar, *x_coordinate;

static int prepare_ecdh(const bench_case *c)
{
    (void)c;
    if (group != NULL)
        return 1;
    group = EC_GROUP_new_by_curve_name(NID_sm2);
    scalar = BN_bin2bn(bench_in, 31, NULL);
    x_coordinate = BN_new();
    if (group == NULL || scalar == NULL || x_coordinate == NULL)
        return 0;
    point = EC_POINT_dup(EC_GROUP_get0_generator(group), group);
    product = EC_POINT_new(group);
    return point != NULL && product != NULL &&
           EC_POINT_mul(group, point, scalar, NULL, NULL, NULL); /* not the generator itself */
}

static void ecdh(const bench_case *c)
{
    (void)c;
    REQUIRE(EC_POINT_mul(group, product, NULL, point, scalar, NULL));
    REQUIRE(EC_POINT_get_affine_coordinates(group, product, x_coordinate, NULL, NULL));
}

static const bench_row rows[] = {
    {ROW("sm3.hash"), PER_BYTE(8192), prepare_sm3, hash},
    {ROW("sha256.hash"), PER_BYTE(8192), prepare_sha256, hash},
    {ROW("hmac_sm3.mac"), BENCH_OP, BENCH_MEDIAN, 1, bench_all_sizes, 64, prepare_hmac_sm3, hmac},
    {ROW("sm4.ecb"), PER_BYTE(65536), prepare_ecb, crypt},
    {ROW("sm4.ctr"), PER_BYTE(65536), prepare_ctr, crypt},
    {ROW("sm4.cbc_encrypt"), PER_BYTE(8192), prepare_cbc_encrypt, crypt},
    {ROW("sm4.cbc_decrypt"), PER_BYTE(65536), prepare_cbc_decrypt, crypt},
    {ROW("sm4.key_expand"), PER_OP(bench_no_size, 0), prepare_ecb, key_expand},
    {ROW("sm2.keygen"), PER_OP(bench_no_size, 0), prepare_keygen, keygen},
    {ROW("sm2.sign"), PER_OP(bench_no_size, 0), prepare_key, sign},
    {ROW("sm2.sign_digest"), PER_OP(bench_no_size, 0), prepare_sign_digest, sign_digest},
    {ROW("sm2.verify"), PER_OP(bench_no_size, 0), prepare_verify, verify},
    {ROW("sm2.ecdh"), PER_OP(bench_no_size, 0), prepare_ecdh, ecdh},
    {ROW("sm2.encrypt"), PER_OP(bench_size_32, 32), prepare_encrypt, encrypt},
    {ROW("sm2.decrypt"), PER_OP(bench_size_32, 32), prepare_decrypt, decrypt},
};

const bench_table bench_rows_openssl = {rows, MIFU_COUNT_OF(rows)};
