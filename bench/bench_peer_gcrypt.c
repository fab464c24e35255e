/* SPDX-License-Identifier: Apache-2.0 */
/* The same work in libgcrypt, with contexts and keys kept. */
#include "bench.h"

#include <gcrypt.h>

#define ROW(op)       op, "libgcrypt", GCRYPT_VERSION
#define PER_BYTE(h)   BENCH_BYTE, BENCH_MEDIAN, 1, bench_all_sizes, h
#define PER_OP        BENCH_OP, BENCH_MEDIAN, 1, bench_no_size, 0
#define REQUIRE(call) bench_require((call) == 0, "libgcrypt: " #call)

static void start(void)
{
    static int started;

    if (!started) {
        bench_require(gcry_check_version(NULL) != NULL, "start of libgcrypt");
        gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
        gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
        started = 1;
    }
}

/* ---- Hashes and HMAC */

static gcry_md_hd_t md;

static int open_md(int algorithm, unsigned flags)
{
    start();
    gcry_md_close(md);
    md = NULL;
    return gcry_md_open(&md, algorithm, flags) == 0;
}

static int prepare_sm3(const bench_case *c)
{
    (void)c;
    return open_md(GCRY_MD_SM3, 0);
}

static int prepare_sha256(const bench_case *c)
{
    (void)c;
    return open_md(GCRY_MD_SHA256, 0);
}

static int prepare_hmac_sm3(const bench_case *c)
{
    (void)c;
    return open_md(GCRY_MD_SM3, GCRY_MD_FLAG_HMAC) && gcry_md_setkey(md, bench_in, 32) == 0;
}

static void hash(const bench_case *c)
{
    gcry_md_reset(md);
    gcry_md_write(md, bench_in, c->bytes);
    bench_require(gcry_md_read(md, 0) != NULL, "libgcrypt digest");
}

/* ---- SM4 */

static gcry_cipher_hd_t cipher;
static const uint8_t iv[16] = {1, 2, 3};

static int open_cipher(int mode, size_t key_len)
{
    start();
    gcry_cipher_close(cipher);
    cipher = NULL;
    return gcry_cipher_open(&cipher, GCRY_CIPHER_SM4, mode, 0) == 0 &&
           gcry_cipher_setkey(cipher, bench_in, key_len) == 0;
}

#define PREPARE(name, mode, key_len)                                                               \
    static int prepare_##name(const bench_case *c)                                                 \
    {                                                                                              \
        (void)c;                                                                                   \
        return open_cipher(mode, key_len);                                                         \
    }
PREPARE(ecb, GCRY_CIPHER_MODE_ECB, 16)
PREPARE(ctr, GCRY_CIPHER_MODE_CTR, 16)
PREPARE(cbc, GCRY_CIPHER_MODE_CBC, 16)
PREPARE(xts, GCRY_CIPHER_MODE_XTS, 32)
PREPARE(gcm, GCRY_CIPHER_MODE_GCM, 16)
PREPARE(ccm, GCRY_CIPHER_MODE_CCM, 16)

static void ecb(const bench_case *c)
{
    REQUIRE(gcry_cipher_encrypt(cipher, bench_out, c->bytes, bench_in, c->bytes));
}

static void ctr(const bench_case *c)
{
    REQUIRE(gcry_cipher_setctr(cipher, iv, 16));
    REQUIRE(gcry_cipher_encrypt(cipher, bench_out, c->bytes, bench_in, c->bytes));
}

static void iv_encrypt(const bench_case *c)
{
    REQUIRE(gcry_cipher_setiv(cipher, iv, 16));
    REQUIRE(gcry_cipher_encrypt(cipher, bench_out, c->bytes, bench_in, c->bytes));
}

static void iv_decrypt(const bench_case *c)
{
    REQUIRE(gcry_cipher_setiv(cipher, iv, 16));
    REQUIRE(gcry_cipher_decrypt(cipher, bench_out, c->bytes, bench_in, c->bytes));
}

static void gcm_encrypt(const bench_case *c)
{
    uint8_t tag[16];

    REQUIRE(gcry_cipher_setiv(cipher, iv, 12));
    REQUIRE(gcry_cipher_encrypt(cipher, bench_out, c->bytes, bench_in, c->bytes));
    REQUIRE(gcry_cipher_gettag(cipher, tag, sizeof tag));
}

/* Decrypts what is no ciphertext of this key: the tag is computed and compared all the same. */
static void gcm_decrypt(const bench_case *c)
{
    REQUIRE(gcry_cipher_setiv(cipher, iv, 12));
    REQUIRE(gcry_cipher_decrypt(cipher, bench_out, c->bytes, bench_in, c->bytes));
    (void)gcry_cipher_checktag(cipher, iv, 16);
}

static void ccm(const bench_case *c)
{
    uint64_t lengths[3] = {c->bytes, 0, 16};
    uint8_t tag[16];

    REQUIRE(gcry_cipher_setiv(cipher, iv, 12));
    REQUIRE(gcry_cipher_ctl(cipher, GCRYCTL_SET_CCM_LENGTHS, lengths, sizeof lengths));
    REQUIRE(gcry_cipher_encrypt(cipher, bench_out, c->bytes, bench_in, c->bytes));
    REQUIRE(gcry_cipher_gettag(cipher, tag, sizeof tag));
}

static void key_expand(const bench_case *c)
{
    (void)c;
    REQUIRE(gcry_cipher_setkey(cipher, bench_in, 16));
}

/* ---- SM2 */

static gcry_sexp_t key, data, signature;

static int prepare_key(const bench_case *c)
{
    gcry_sexp_t parameters;

    (void)c;
    start();
    if (key == NULL) {
        if (gcry_sexp_build(&parameters, NULL, "(genkey (ecc (curve sm2p256v1) (flags sm2)))") != 0)
            return 0;
        REQUIRE(gcry_pk_genkey(&key, parameters));
        gcry_sexp_release(parameters);
        REQUIRE(gcry_sexp_build(&data, NULL, "(data (flags sm2) (hash sm3 %b))", 32,
                                (const char *)bench_in));
    }
    gcry_sexp_release(signature);
    signature = NULL;
    return gcry_pk_sign(&signature, data, key) == 0;
}

static void keygen(const bench_case *c)
{
    gcry_sexp_t parameters, fresh;

    (void)c;
    REQUIRE(gcry_sexp_build(&parameters, NULL, "(genkey (ecc (curve sm2p256v1) (flags sm2)))"));
    REQUIRE(gcry_pk_genkey(&fresh, parameters));
    gcry_sexp_release(parameters);
    gcry_sexp_release(fresh);
}

static void sign_digest(const bench_case *c)
{
    gcry_sexp_t result;

    (void)c;
    REQUIRE(gcry_pk_sign(&result, data, key));
    gcry_sexp_release(result);
}

static void verify_digest(const bench_case *c)
{
    (void)c;
    REQUIRE(gcry_pk_verify(signature, data, key));
}

/* The multiplication that a key agreement is. */
static gcry_ctx_t curve;
static gcry_mpi_t scalar, x;
static gcry_mpi_point_t point, product;

static int prepare_ecdh(const bench_case *c)
{
    gcry_mpi_point_t generator;

    (void)c;
    start();
    if (curve != NULL)
        return 1;
    if (gcry_mpi_ec_new(&curve, NULL, "sm2p256v1") != 0)
        return 0;
    REQUIRE(gcry_mpi_scan(&scalar, GCRYMPI_FMT_USG, bench_in, 31, NULL));
    x = gcry_mpi_new(0);
    point = gcry_mpi_point_new(0);
    product = gcry_mpi_point_new(0);
    generator = gcry_mpi_ec_get_point("g", curve, 1);
    gcry_mpi_ec_mul(point, scalar, generator, curve);
    gcry_mpi_point_release(generator);
    return 1;
}

static void ecdh(const bench_case *c)
{
    (void)c;
    gcry_mpi_ec_mul(product, scalar, point, curve);
    REQUIRE(gcry_mpi_ec_get_affine(x, NULL, product, curve));
}

static const bench_row rows[] = {
    {ROW("sm3.hash"), PER_BYTE(8192), prepare_sm3, hash},
    {ROW("sha256.hash"), PER_BYTE(8192), prepare_sha256, hash},
    {ROW("hmac_sm3.mac"), BENCH_OP, BENCH_MEDIAN, 1, bench_all_sizes, 64, prepare_hmac_sm3, hash},
    {ROW("sm4.ecb"), PER_BYTE(65536), prepare_ecb, ecb},
    {ROW("sm4.ctr"), PER_BYTE(65536), prepare_ctr, ctr},
    {ROW("sm4.cbc_encrypt"), PER_BYTE(8192), prepare_cbc, iv_encrypt},
    {ROW("sm4.cbc_decrypt"), PER_BYTE(65536), prepare_cbc, iv_decrypt},
    {ROW("sm4.xts"), PER_BYTE(65536), prepare_xts, iv_encrypt},
    {ROW("sm4.gcm_encrypt"), PER_BYTE(8192), prepare_gcm, gcm_encrypt},
    {ROW("sm4.gcm_decrypt"), PER_BYTE(8192), prepare_gcm, gcm_decrypt},
    {ROW("sm4.ccm"), PER_BYTE(8192), prepare_ccm, ccm},
    {ROW("sm4.key_expand"), PER_OP, prepare_ecb, key_expand},
    {ROW("sm2.keygen"), PER_OP, prepare_key, keygen},
    {ROW("sm2.sign_digest"), PER_OP, prepare_key, sign_digest},
    {ROW("sm2.verify_digest"), PER_OP, prepare_key, verify_digest},
    {ROW("sm2.ecdh"), PER_OP, prepare_ecdh, ecdh},
};

const bench_table bench_rows_gcrypt = {rows, MIFU_COUNT_OF(rows)};
