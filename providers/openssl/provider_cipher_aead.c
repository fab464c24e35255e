/* SPDX-License-Identifier: Apache-2.0 */
/* Tags, and lengths of IVs. */
#include "provider_cipher_aead.h"

#include <string.h>

int provider_tag_set(provider_cipher *cipher, provider_tag *tag, const OSSL_PARAM params[],
                     unsigned step)
{
    const OSSL_PARAM *param = provider_param_find(params, OSSL_CIPHER_PARAM_AEAD_TAG);

    if (param == NULL)
        return 1;
    if (param->data_type != OSSL_PARAM_OCTET_STRING) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_PARAMETER, "%s", param->key);
        return 0;
    }
    if (param->data_size < 4 || param->data_size > MIFU_SM4_TAG_SIZE ||
        param->data_size % step != 0) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_TAG_LENGTH, "%zu bytes", param->data_size);
        return 0;
    }
    if (param->data != NULL && cipher->encrypt) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_PARAMETER, "%s: encryption makes the tag",
                       param->key);
        return 0;
    }
    if (cipher->stage == PROVIDER_STAGE_RUNNING && step != 1) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_STARTED, "%s", param->key);
        return 0;
    }
    tag->len = param->data_size;
    tag->set = param->data != NULL;
    if (param->data != NULL)
        memcpy(tag->bytes, param->data, tag->len);
    return 1;
}

int provider_tag_get(provider_cipher *cipher, const provider_tag *tag, OSSL_PARAM params[])
{
    const OSSL_PARAM *param = provider_param_find(params, OSSL_CIPHER_PARAM_AEAD_TAG);

    if (!provider_param_set_size(params, OSSL_CIPHER_PARAM_AEAD_TAGLEN, tag->len)) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_PARAMETER, "%s", OSSL_CIPHER_PARAM_AEAD_TAGLEN);
        return 0;
    }
    if (param == NULL)
        return 1;
    if (!tag->made) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_TAG_MISSING, "%s",
                       cipher->encrypt ? "the message has not ended" : "decryption makes none");
        return 0;
    }
    /* The place says how much of the tag is wanted. */
    if (param->data_type != OSSL_PARAM_OCTET_STRING || param->data_size == 0 ||
        param->data_size > tag->len || param->data == NULL) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_TAG_LENGTH, "%zu of %zu bytes",
                       param->data_size, tag->len);
        return 0;
    }
    return provider_param_set_octets(params, param->key, tag->bytes, param->data_size);
}

int provider_iv_len_set(provider_cipher *cipher, const OSSL_PARAM params[], size_t least,
                        size_t most)
{
    const OSSL_PARAM *param = provider_param_find(params, OSSL_CIPHER_PARAM_AEAD_IVLEN);
    size_t len;

    if (param == NULL)
        return 1;
    if (!provider_param_size(param, &len) || len < least || len > most) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_IV_LENGTH, "must be %zu to %zu bytes", least,
                       most);
        return 0;
    }
    if (cipher->stage == PROVIDER_STAGE_RUNNING) {
        PROVIDER_RAISE(cipher->provider, PROVIDER_R_STARTED, "%s", param->key);
        return 0;
    }
    if (len != cipher->iv_len)
        cipher->iv_set = 0;
    cipher->iv_len = len;
    return 1;
}

const OSSL_PARAM *provider_aead_gettable_ctx_params(void *cctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_KEYLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_IVLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_AEAD_TAGLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_IV, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_UPDATED_IV, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_AEAD_TAG, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_END,
    };

    (void)cctx, (void)provctx;
    return table;
}

const OSSL_PARAM *provider_aead_settable_ctx_params(void *cctx, void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_AEAD_IVLEN, OSSL_PARAM_UNSIGNED_INTEGER),
        PROVIDER_PARAM_ROW(OSSL_CIPHER_PARAM_AEAD_TAG, OSSL_PARAM_OCTET_STRING),
        PROVIDER_PARAM_END,
    };

    (void)cctx, (void)provctx;
    return table;
}
