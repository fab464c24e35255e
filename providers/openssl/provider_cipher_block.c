/* SPDX-License-Identifier: Apache-2.0 */
/* SM4 in ECB and CBC, with PKCS #7 padding (the default) or without. */
#include <openssl/evp.h>
#include <string.h>

#include "mifu/sm4_modes.h"
#include "provider_cipher.h"

/* Bytes of ciphertext that decryption may have taken and not yet used: a block held back and 15
 * bytes; the block before them is the chaining value. */
enum { TAIL = 48 };

typedef struct block_context {
    provider_cipher cipher;
    int no_padding;
    int raw; /* EVP_Cipher() is used: whole blocks, whatever the padding */
    union {
        mifu_sm4_ecb ecb;
        mifu_sm4_cbc cbc;
    } stream;
    uint64_t in, out;   /* bytes of the message so far */
    uint8_t tail[TAIL]; /* CBC: IV and ciphertext so far, their last bytes */
} block_context;

static OSSL_FUNC_cipher_update_fn block_update;
static OSSL_FUNC_cipher_final_fn block_final;
static OSSL_FUNC_cipher_cipher_fn block_cipher;
static OSSL_FUNC_cipher_gettable_ctx_params_fn block_gettable_ctx_params;
static OSSL_FUNC_cipher_settable_ctx_params_fn block_settable_ctx_params;

static int is_cbc(const block_context *block)
{
    return block->cipher.form->mode == EVP_CIPH_CBC_MODE;
}

static int block_start(provider_cipher *cipher)
{
    block_context *block = (block_context *)cipher;
    mifu_sm4_padding padding =
        block->no_padding || block->raw ? MIFU_SM4_PADDING_NONE : MIFU_SM4_PADDING_PKCS7;
    const mifu_sm4_key *key = provider_sm4_key_of(cipher->key);
    mifu_status status;

    if (is_cbc(block))
        status = cipher->encrypt
                     ? mifu_sm4_cbc_encrypt_init(&block->stream.cbc, key, cipher->iv, padding)
                     : mifu_sm4_cbc_decrypt_init(&block->stream.cbc, key, cipher->iv, padding);
    else
        status = cipher->encrypt ? mifu_sm4_ecb_encrypt_init(&block->stream.ecb, key, padding)
                                 : mifu_sm4_ecb_decrypt_init(&block->stream.ecb, key, padding);
    block->in = block->out = 0;
    memcpy(block->tail + TAIL - MIFU_SM4_BLOCK_SIZE, cipher->iv, MIFU_SM4_BLOCK_SIZE);
    return PROVIDER_CHECK(cipher->provider, status, "SM4");
}

/* Appends ciphertext to the tail. */
static void append(block_context *block, const uint8_t *data, size_t len)
{
    if (len > TAIL) {
        data += len - TAIL;
        len = TAIL;
    }
    if (len == 0)
        return;
    memmove(block->tail, block->tail + len, TAIL - len);
    memcpy(block->tail + TAIL - len, data, len);
}

/* The block that the next one is chained to: the last ciphertext block that has been used. */
static int block_updated_iv(provider_cipher *cipher, uint8_t *iv)
{
    const block_context *block = (const block_context *)cipher;
    size_t unused = cipher->encrypt ? 0 : (size_t)(block->in - block->out);

    if (cipher->stage != PROVIDER_STAGE_READY && cipher->key_set)
        memcpy(iv, block->tail + TAIL - unused - MIFU_SM4_BLOCK_SIZE, MIFU_SM4_BLOCK_SIZE);
    return 1;
}

static int block_update(void *cctx, unsigned char *out, size_t *outl, size_t outsize,
                        const unsigned char *in, size_t inl)
{
    block_context *block = cctx;
    provider_cipher *cipher = &block->cipher;
    mifu_status status;
    size_t len = 0;

    *outl = 0;
    if (!provider_cipher_run(cipher))
        return 0;
    if (!is_cbc(block)) {
        status = mifu_sm4_ecb_update(out, outsize, &len, &block->stream.ecb, in, inl);
    } else {
        if (!cipher->encrypt) /* now, as the output may take its place */
            append(block, in, inl);
        status = mifu_sm4_cbc_update(out, outsize, &len, &block->stream.cbc, in, inl);
    }
    if (!PROVIDER_CHECK(cipher->provider, status, "SM4 update")) {
        cipher->stage = PROVIDER_STAGE_NONE;
        return 0;
    }
    if (is_cbc(block) && cipher->encrypt)
        append(block, out, len);
    block->in += inl;
    block->out += len;
    *outl = len;
    return 1;
}

static int block_final(void *cctx, unsigned char *out, size_t *outl, size_t outsize)
{
    block_context *block = cctx;
    provider_cipher *cipher = &block->cipher;
    mifu_status status;
    size_t len = 0;

    *outl = 0;
    if (!provider_cipher_run(cipher))
        return 0;
    status = is_cbc(block) ? mifu_sm4_cbc_final(out, outsize, &len, &block->stream.cbc)
                           : mifu_sm4_ecb_final(out, outsize, &len, &block->stream.ecb);
    if (mifu_status_class(status) != MIFU_ERR_BUFFER)
        cipher->stage = PROVIDER_STAGE_NONE;
    if (!PROVIDER_CHECK(cipher->provider, status, "SM4 final"))
        return 0;
    if (is_cbc(block) && cipher->encrypt)
        append(block, out, len);
    block->out = block->in;
    *outl = len;
    return 1;
}

static int block_cipher(void *cctx, unsigned char *out, size_t *outl, size_t outsize,
                        const unsigned char *in, size_t inl)
{
    block_context *block = cctx;

    if (inl % MIFU_SM4_BLOCK_SIZE != 0) {
        PROVIDER_RAISE(block->cipher.provider, MIFU_ERR_ARGUMENT_LENGTH, "%zu bytes", inl);
        return 0;
    }
    if (block->cipher.stage == PROVIDER_STAGE_READY)
        block->raw = 1;
    return block_update(cctx, out, outl, outsize, in, inl);
}

static void block_reset(provider_cipher *cipher)
{
    ((block_context *)cipher)->raw = 0;
}

static int block_get(provider_cipher *cipher, OSSL_PARAM params[])
{
    const block_context *block = (const block_context *)cipher;

    if (provider_param_set_uint(params, OSSL_CIPHER_PARAM_PADDING, !block->no_padding))
        return 1;
    PROVIDER_RAISE(cipher->provider, PROVIDER_R_PARAMETER, "%s", OSSL_CIPHER_PARAM_PADDING);
    return 0;
}

static int block_set(provider_cipher *cipher, const OSSL_PARAM params[])
{
    block_context *block = (block_context *)cipher;
    const OSSL_PARAM *param = provider_param_find(params, OSSL_CIPHER_PARAM_PADDING);
    unsigned padding;

    if (param == NULL)
        return 1;
    if (!provider_param_uint(param, &padding)) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_PARAMETER, "%s", param->key);
        return 0;
    }
    if (cipher->stage == PROVIDER_STAGE_RUNNING && (padding == 0) != block->no_padding) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_STARTED, "%s", param->key);
        return 0;
    }
    block->no_padding = padding == 0;
    return 1;
}

static const OSSL_PARAM *block_gettable_ctx_params(void *cctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_KEYLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_IVLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_PADDING, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_IV, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_UPDATED_IV, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_END,
    };

    (void)cctx, (void)provctx;
    return table;
}

static const OSSL_PARAM *block_settable_ctx_params(void *cctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_PADDING, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_END,
    };

    (void)cctx, (void)provctx;
    return table;
}

#define FORM(name, mode_, iv_size_)                                                                \
    static const provider_cipher_form name##_form = {                                              \
        .mode = (mode_),                                                                           \
        .key_size = MIFU_SM4_KEY_SIZE,                                                             \
        .iv_size = (iv_size_),                                                                     \
        .block_size = MIFU_SM4_BLOCK_SIZE,                                                         \
        .context_size = sizeof(block_context),                                                     \
        .reset = block_reset,                                                                      \
        .start = block_start,                                                                      \
        .get = block_get,                                                                          \
        .set = block_set,                                                                          \
        .updated_iv = block_updated_iv,                                                            \
    };                                                                                             \
    PROVIDER_CIPHER(name, block)

FORM(sm4_ecb, EVP_CIPH_ECB_MODE, 0)
FORM(sm4_cbc, EVP_CIPH_CBC_MODE, MIFU_SM4_BLOCK_SIZE)
