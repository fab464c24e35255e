/* SPDX-License-Identifier: Apache-2.0 */
/* What the ciphers share, and their table. */
#include "provider_cipher.h"

#include <openssl/evp.h>
#include <string.h>

void *provider_cipher_new(void *provctx, const provider_cipher_form *form)
{
    provider_cipher *cipher = provider_zalloc(provctx, form->context_size);

    if (cipher != NULL) {
        cipher->provider = provctx;
        cipher->form = form;
        cipher->iv_len = form->iv_size;
        if (form->reset != NULL)
            form->reset(cipher);
    }
    return cipher;
}

void provider_cipher_free(void *cctx)
{
    provider_cipher *cipher = cctx;

    if (cipher == NULL)
        return;
    provider_sm4_key_release(cipher->provider, cipher->key);
    if (cipher->form->release != NULL)
        cipher->form->release(cipher);
    provider_clear_free(cipher->provider, cipher, cipher->form->context_size);
}

void *provider_cipher_dup(void *cctx)
{
    const provider_cipher *cipher = cctx;
    provider_cipher *copy = provider_zalloc(cipher->provider, cipher->form->context_size);

    if (copy != NULL) {
        memcpy(copy, cipher, cipher->form->context_size);
        provider_sm4_key_share(copy->key);
        if (copy->form->share != NULL)
            copy->form->share(copy);
    }
    return copy;
}

static int set_key(provider_cipher *cipher, const uint8_t *key, size_t len)
{
    if (len != cipher->form->key_size) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_KEY_LENGTH, "%zu bytes instead of %zu", len,
                       cipher->form->key_size);
        return 0;
    }
    cipher->key_set = 0;
    if (cipher->form->set_key != NULL) {
        if (!cipher->form->set_key(cipher, key))
            return 0;
    } else {
        provider_sm4_key *fresh = provider_sm4_key_new(cipher->provider, key);

        if (fresh == NULL)
            return 0;
        provider_sm4_key_release(cipher->provider, cipher->key);
        cipher->key = fresh;
    }
    cipher->key_set = 1;
    return 1;
}

static int set_iv(provider_cipher *cipher, const uint8_t *iv, size_t len)
{
    if (cipher->form->iv_size == 0)
        return 1;
    if (len != cipher->iv_len) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_IV_LENGTH, "%zu bytes instead of %zu", len,
                       cipher->iv_len);
        return 0;
    }
    memcpy(cipher->iv, iv, len);
    cipher->iv_set = 1;
    return 1;
}

static int init(provider_cipher *cipher, int encrypt, const uint8_t *key, size_t key_len,
                const uint8_t *iv, size_t iv_len, const OSSL_PARAM params[])
{
    /* A counter goes on where the last message left it, unless an IV is given. */
    if (cipher->stage != PROVIDER_STAGE_READY && cipher->iv_set && iv == NULL &&
        cipher->form->updated_iv != NULL && cipher->form->mode == EVP_CIPH_CTR_MODE &&
        !cipher->form->updated_iv(cipher, cipher->iv))
        return 0;
    cipher->stage = PROVIDER_STAGE_NONE;
    cipher->encrypt = encrypt;
    if (cipher->form->reset != NULL)
        cipher->form->reset(cipher);
    if ((iv != NULL && !set_iv(cipher, iv, iv_len)) ||
        (key != NULL && !set_key(cipher, key, key_len)) ||
        !provider_cipher_set_ctx_params(cipher, params))
        return 0;
    cipher->stage = PROVIDER_STAGE_READY;
    return 1;
}

int provider_cipher_encrypt_init(void *cctx, const unsigned char *key, size_t keylen,
                                 const unsigned char *iv, size_t ivlen, const OSSL_PARAM params[])
{
    return init(cctx, 1, key, keylen, iv, ivlen, params);
}

int provider_cipher_decrypt_init(void *cctx, const unsigned char *key, size_t keylen,
                                 const unsigned char *iv, size_t ivlen, const OSSL_PARAM params[])
{
    return init(cctx, 0, key, keylen, iv, ivlen, params);
}

int provider_cipher_run(provider_cipher *cipher)
{
    if (cipher->stage == PROVIDER_STAGE_RUNNING)
        return 1;
    if (cipher->stage == PROVIDER_STAGE_NONE) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_NOT_STARTED, "cipher");
        return 0;
    }
    if (!cipher->key_set) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_KEY_MISSING, "cipher");
        return 0;
    }
    if (cipher->form->iv_size != 0 && !cipher->iv_set) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_IV_MISSING, "cipher");
        return 0;
    }
    if (!cipher->form->start(cipher))
        return 0;
    cipher->stage = PROVIDER_STAGE_RUNNING;
    if ((cipher->form->flags & PROVIDER_CIPHER_IV_ONCE) != 0)
        cipher->iv_set = 0;
    return 1;
}

int provider_cipher_end(void *cctx, unsigned char *out, size_t *outl, size_t outsize)
{
    provider_cipher *cipher = cctx;

    (void)out, (void)outsize;
    *outl = 0;
    if (!provider_cipher_run(cipher))
        return 0;
    cipher->stage = PROVIDER_STAGE_NONE;
    return 1;
}

int provider_cipher_room(provider_cipher *cipher, const uint8_t *out, size_t outsize, size_t len)
{
    if (len == 0 || (out != NULL && outsize >= len))
        return 1;
    PROVIDER_RAISE(cipher->provider, MIFU_ERR_BUFFER, "%zu of %zu bytes", out == NULL ? 0 : outsize,
                   len);
    return 0;
}

/* The answers for "iv" and "updated-iv" are copies: the place may be shorter than the IV. */
static int get_iv(provider_cipher *cipher, OSSL_PARAM params[], const char *key, int updated)
{
    uint8_t iv[PROVIDER_IV_MAX];

    if (provider_param_find(params, key) == NULL || cipher->form->iv_size == 0)
        return 1;
    memcpy(iv, cipher->iv, sizeof iv);
    if (updated && cipher->form->updated_iv != NULL && !cipher->form->updated_iv(cipher, iv))
        return 0;
    if (provider_param_set_octets(params, key, iv, cipher->iv_len))
        return 1;
    PROVIDER_RAISE(cipher->provider, PROVIDER_R_PARAMETER, "%s: %zu bytes", key, cipher->iv_len);
    return 0;
}

int provider_cipher_get_ctx_params(void *cctx, OSSL_PARAM params[])
{
    provider_cipher *cipher = cctx;

    if (!provider_param_set_size(params, OSSL_CIPHER_PARAM_KEYLEN, cipher->form->key_size) ||
        !provider_param_set_size(params, OSSL_CIPHER_PARAM_IVLEN, cipher->iv_len)) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_PARAMETER, "%s", "length");
        return 0;
    }
    return get_iv(cipher, params, OSSL_CIPHER_PARAM_IV, 0) &&
           get_iv(cipher, params, OSSL_CIPHER_PARAM_UPDATED_IV, 1) &&
           (cipher->form->get == NULL || cipher->form->get(cipher, params));
}

int provider_cipher_set_ctx_params(void *cctx, const OSSL_PARAM params[])
{
    /* What TLS asks of the ciphers of its own suites, of which none is here. */
    static const char *const refused[] = {
        OSSL_CIPHER_PARAM_TLS_VERSION,
        OSSL_CIPHER_PARAM_AEAD_TLS1_AAD,
        OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED,
        OSSL_CIPHER_PARAM_AEAD_TLS1_SET_IV_INV,
    };
    provider_cipher *cipher = cctx;
    const OSSL_PARAM *param = provider_param_find(params, OSSL_CIPHER_PARAM_KEYLEN);
    size_t len;

    if (params == NULL)
        return 1;
    if (param != NULL && (!provider_param_size(param, &len) || len != cipher->form->key_size)) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_KEY_LENGTH, "must be %zu bytes",
                       cipher->form->key_size);
        return 0;
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (provider_param_find(params, refused[i]) != NULL) {
            PROVIDER_RAISE(cipher->provider, PROVIDER_R_NOT_SUPPORTED, "%s", refused[i]);
            return 0;
        }
    return cipher->form->set == NULL || cipher->form->set(cipher, params);
}

const OSSL_PARAM *provider_cipher_gettable_params(void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_MODE, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_KEYLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_IVLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_BLOCK_SIZE, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_AEAD, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_CUSTOM_IV, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_CTS, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_HAS_RAND_KEY, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_END,
    };

    (void)provctx;
    return table;
}

int provider_cipher_get_params(OSSL_PARAM params[], const provider_cipher_form *form)
{
    return provider_param_set_uint(params, OSSL_CIPHER_PARAM_MODE, form->mode) &&
           provider_param_set_size(params, OSSL_CIPHER_PARAM_KEYLEN, form->key_size) &&
           provider_param_set_size(params, OSSL_CIPHER_PARAM_IVLEN, form->iv_size) &&
           provider_param_set_size(params, OSSL_CIPHER_PARAM_BLOCK_SIZE, form->block_size) &&
           provider_param_set_int(params, OSSL_CIPHER_PARAM_AEAD,
                                  (form->flags & PROVIDER_CIPHER_AEAD) != 0) &&
           provider_param_set_int(params, OSSL_CIPHER_PARAM_CUSTOM_IV,
                                  (form->flags & PROVIDER_CIPHER_CUSTOM_IV) != 0) &&
           provider_param_set_int(params, OSSL_CIPHER_PARAM_CTS, 0) &&
           provider_param_set_int(params, OSSL_CIPHER_PARAM_TLS1_MULTIBLOCK, 0) &&
           provider_param_set_int(params, OSSL_CIPHER_PARAM_HAS_RAND_KEY, 0);
}

const OSSL_ALGORITHM *provider_ciphers(const provider_context *context)
{
    /* The names are those of OpenSSL from 3.2 on, and for ZUC those of Tongsuo. */
    static const OSSL_ALGORITHM table[] = {
        PROVIDER_ALGORITHM("SM4-ECB:1.2.156.10197.1.104.1", provider_sm4_ecb_functions, "SM4 ECB"),
        PROVIDER_ALGORITHM("SM4-CBC:SM4:1.2.156.10197.1.104.2", provider_sm4_cbc_functions,
                           "SM4 CBC"),
        PROVIDER_ALGORITHM("SM4-OFB:SM4-OFB128:1.2.156.10197.1.104.3", provider_sm4_ofb_functions,
                           "SM4 OFB"),
        PROVIDER_ALGORITHM("SM4-CFB:SM4-CFB128:1.2.156.10197.1.104.4", provider_sm4_cfb_functions,
                           "SM4 CFB"),
        PROVIDER_ALGORITHM("SM4-CTR:1.2.156.10197.1.104.7", provider_sm4_ctr_functions, "SM4 CTR"),
        PROVIDER_ALGORITHM("SM4-GCM:1.2.156.10197.1.104.8", provider_sm4_gcm_functions, "SM4 GCM"),
        PROVIDER_ALGORITHM("SM4-CCM:1.2.156.10197.1.104.9", provider_sm4_ccm_functions, "SM4 CCM"),
        PROVIDER_ALGORITHM("SM4-XTS:1.2.156.10197.1.104.10", provider_sm4_xts_functions, "SM4 XTS"),
        PROVIDER_ALGORITHM("ZUC-128-EEA3:1.2.156.10197.1.801", provider_zuc_eea3_functions,
                           "128-EEA3"),
        PROVIDER_ALGORITHM("ZUC-128", provider_zuc128_functions, "ZUC-128"),
        {NULL, NULL, NULL, NULL},
    };

    (void)context;
    return table;
}
