/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Modes whose output is as long as the input: SM4 in CFB (128 bits), OFB and CTR, and ZUC: 128-EEA3
 * with COUNT, BEARER and DIRECTION as an IV of five bytes, and ZUC-128 with its own.
 */
#include <openssl/evp.h>
#include <string.h>

#include "mifu/sm4_modes.h"
#include "mifu/zuc.h"
#include "provider_cipher.h"

enum { EEA3_IV_SIZE = 5 };

typedef struct stream_context {
    provider_cipher cipher;
    uint8_t zuc_key[MIFU_ZUC_KEY_SIZE];
    union {
        mifu_sm4_cfb cfb;
        mifu_sm4_ofb ofb;
        mifu_sm4_ctr ctr;
        mifu_zuc zuc;
    } stream;
    uint64_t len;                       /* bytes of the message so far */
    uint8_t chain[MIFU_SM4_BLOCK_SIZE]; /* CFB: the last ciphertext, OFB: the last key stream */
} stream_context;

static OSSL_FUNC_cipher_update_fn stream_update;
static OSSL_FUNC_cipher_gettable_ctx_params_fn stream_gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn stream_settable_ctx_params;

static const provider_cipher_form sm4_cfb_form, sm4_ofb_form, sm4_ctr_form, zuc_eea3_form;

static int stream_start(provider_cipher *cipher)
{
    stream_context *stream = (stream_context *)cipher;
    const mifu_sm4_key *key = provider_sm4_key_of(cipher->key);
    mifu_status status;

    stream->len = 0;
    memcpy(stream->chain, cipher->iv, sizeof stream->chain);
    if (cipher->form == &sm4_ctr_form)
        status = mifu_sm4_ctr_init(&stream->stream.ctr, key, cipher->iv);
    else if (cipher->form == &sm4_ofb_form)
        status = mifu_sm4_ofb_init(&stream->stream.ofb, key, cipher->iv);
    else
        status = cipher->encrypt ? mifu_sm4_cfb_encrypt_init(&stream->stream.cfb, key, cipher->iv)
                                 : mifu_sm4_cfb_decrypt_init(&stream->stream.cfb, key, cipher->iv);
    return PROVIDER_CHECK(cipher->provider, status, "SM4");
}

static int zuc_set_key(provider_cipher *cipher, const uint8_t *key)
{
    memcpy(((stream_context *)cipher)->zuc_key, key, cipher->form->key_size);
    return 1;
}

static int zuc_start(provider_cipher *cipher)
{
    stream_context *stream = (stream_context *)cipher;
    uint8_t iv[MIFU_ZUC_IV_SIZE] = {0};

    stream->len = 0;
    memcpy(iv, cipher->iv, cipher->iv_len);
    if (cipher->form == &zuc_eea3_form) {
        /* GM/T 0001.2 5.2; the two bits below DIRECTION have no meaning. */
        iv[EEA3_IV_SIZE - 1] &= 0xfc;
        memcpy(iv + 8, iv, 8);
    }
    mifu_zuc_init(&stream->stream.zuc, stream->zuc_key, iv);
    return 1;
}

/*
 * Keeps the last 16 bytes of ciphertext or key stream, aligned to blocks: chain[i] is the byte of
 * that kind that was last met at a place of the form 16 k + i.
 */
static void keep(stream_context *stream, const uint8_t *a, const uint8_t *b, size_t len)
{
    size_t i = len > MIFU_SM4_BLOCK_SIZE ? len - MIFU_SM4_BLOCK_SIZE : 0;

    for (; i < len; i++)
        stream->chain[(stream->len + i) % MIFU_SM4_BLOCK_SIZE] =
            (uint8_t)(a[i] ^ (b == NULL ? 0 : b[i]));
}

static mifu_status crypt(stream_context *stream, uint8_t *out, const uint8_t *in, size_t len)
{
    const provider_cipher_form *form = stream->cipher.form;
    uint8_t last[MIFU_SM4_BLOCK_SIZE];
    size_t kept = len < sizeof last ? len : sizeof last;
    mifu_status status;

    if (form == &sm4_ctr_form)
        return mifu_sm4_ctr_update(out, &stream->stream.ctr, in, len);
    if (form != &sm4_cfb_form && form != &sm4_ofb_form)
        return mifu_zuc_update(out, &stream->stream.zuc, in, len);
    if (len > 0)
        memcpy(last, in + len - kept, kept); /* the output may take its place */
    status = form == &sm4_ofb_form ? mifu_sm4_ofb_update(out, &stream->stream.ofb, in, len)
                                   : mifu_sm4_cfb_update(out, &stream->stream.cfb, in, len);
    if (status == MIFU_OK && len > 0) {
        stream->len += len - kept;
        if (form == &sm4_ofb_form)
            keep(stream, last, out + len - kept, kept);
        else
            keep(stream, stream->cipher.encrypt ? out + len - kept : last, NULL, kept);
        stream->len -= len - kept;
    }
    return status;
}

static int stream_update(void *cctx, unsigned char *out, size_t *outl, size_t outsize,
                         const unsigned char *in, size_t inl)
{
    stream_context *stream = cctx;
    provider_cipher *cipher = &stream->cipher;

    *outl = 0;
    if (!provider_cipher_run(cipher) || !provider_cipher_room(cipher, out, outsize, inl))
        return 0;
    if (!PROVIDER_CHECK(cipher->provider, crypt(stream, out, in, inl), "update"))
        return 0;
    stream->len += inl;
    *outl = inl;
    return 1;
}

/* CTR: the counter of the next whole block. */
static int counter_updated_iv(provider_cipher *cipher, uint8_t *iv)
{
    const stream_context *stream = (const stream_context *)cipher;
    uint64_t carry = stream->len / MIFU_SM4_BLOCK_SIZE + (stream->len % MIFU_SM4_BLOCK_SIZE != 0);

    if (cipher->stage == PROVIDER_STAGE_READY)
        return 1;
    for (int i = MIFU_SM4_BLOCK_SIZE - 1; i >= 0; i--) {
        uint64_t sum = iv[i] + (carry & 0xff);

        iv[i] = (uint8_t)sum;
        carry = (carry >> 8) + (sum >> 8);
    }
    return 1;
}

/* CFB and OFB: known between whole blocks; inside a block a part of it is still to come. */
static int chain_updated_iv(provider_cipher *cipher, uint8_t *iv)
{
    const stream_context *stream = (const stream_context *)cipher;

    if (cipher->stage == PROVIDER_STAGE_READY || !cipher->key_set)
        return 1;
    if (stream->len % MIFU_SM4_BLOCK_SIZE != 0) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_NOT_SUPPORTED, "%s inside a block",
                       OSSL_CIPHER_PARAM_UPDATED_IV);
        return 0;
    }
    memcpy(iv, stream->chain, sizeof stream->chain);
    return 1;
}

/* "num": bytes of the present block. */
static int stream_get(provider_cipher *cipher, OSSL_PARAM params[])
{
    const stream_context *stream = (const stream_context *)cipher;
    unsigned used =
        cipher->stage == PROVIDER_STAGE_RUNNING ? (unsigned)(stream->len % MIFU_SM4_BLOCK_SIZE) : 0;

    if (provider_param_set_uint(params, OSSL_CIPHER_PARAM_NUM, used))
        return 1;
    PROVIDER_RAISE(cipher->provider, PROVIDER_R_PARAMETER, "%s", OSSL_CIPHER_PARAM_NUM);
    return 0;
}

static int stream_set(provider_cipher *cipher, const OSSL_PARAM params[])
{
    const stream_context *stream = (const stream_context *)cipher;
    const OSSL_PARAM *param = provider_param_find(params, OSSL_CIPHER_PARAM_NUM);
    unsigned num;

    if (param == NULL)
        return 1;
    if (provider_param_uint(param, &num) &&
        num == (cipher->stage == PROVIDER_STAGE_RUNNING ? stream->len % MIFU_SM4_BLOCK_SIZE : 0))
        return 1;
    PROVIDER_RAISE(cipher->provider, PROVIDER_R_NOT_SUPPORTED, "moving inside of a block: %s",
                   param->key);
    return 0;
}

static const OSSL_PARAM *stream_gettable_ctx_params(void *cctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_KEYLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_IVLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_NUM, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_IV, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_UPDATED_IV, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_END,
    };

    (void)cctx, (void)provctx;
    return table;
}

static const OSSL_PARAM *stream_settable_ctx_params(void *cctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_NUM, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_END,
    };

    (void)cctx, (void)provctx;
    return table;
}

#define SM4_FORM(name, mode_, updated)                                                             \
    static const provider_cipher_form name##_form = {                                              \
        .mode = (mode_),                                                                           \
        .key_size = MIFU_SM4_KEY_SIZE,                                                             \
        .iv_size = MIFU_SM4_BLOCK_SIZE,                                                            \
        .block_size = 1,                                                                           \
        .context_size = sizeof(stream_context),                                                    \
        .start = stream_start,                                                                     \
        .get = stream_get,                                                                         \
        .set = stream_set,                                                                         \
        .updated_iv = (updated),                                                                   \
    };

#define ZUC_FORM(name, iv_size_)                                                                   \
    static const provider_cipher_form name##_form = {                                              \
        .mode = EVP_CIPH_STREAM_CIPHER,                                                            \
        .key_size = MIFU_ZUC_KEY_SIZE,                                                             \
        .iv_size = (iv_size_),                                                                     \
        .block_size = 1,                                                                           \
        .flags = PROVIDER_CIPHER_IV_ONCE,                                                          \
        .context_size = sizeof(stream_context),                                                    \
        .set_key = zuc_set_key,                                                                    \
        .start = zuc_start,                                                                        \
    };

#define stream_final provider_cipher_end

PROVIDER_CIPHER_AT_ONCE(stream)

SM4_FORM(sm4_cfb, EVP_CIPH_CFB_MODE, chain_updated_iv)
SM4_FORM(sm4_ofb, EVP_CIPH_OFB_MODE, chain_updated_iv)
SM4_FORM(sm4_ctr, EVP_CIPH_CTR_MODE, counter_updated_iv)
ZUC_FORM(zuc_eea3, EEA3_IV_SIZE)
ZUC_FORM(zuc128, MIFU_ZUC_IV_SIZE)

PROVIDER_CIPHER(sm4_cfb, stream)
PROVIDER_CIPHER(sm4_ofb, stream)
PROVIDER_CIPHER(sm4_ctr, stream)
PROVIDER_CIPHER(zuc_eea3, stream)
PROVIDER_CIPHER(zuc128, stream)
