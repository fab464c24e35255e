/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the ciphers share: provider-cipher(7). A family of modes fills a provider_cipher_form and
 * puts a provider_cipher first in its context; the functions here then do everything that is not
 * the mode itself: memory, keys, IVs, the order of calls, the constants.
 *
 * Order of calls. Init makes a context ready, with a key, an IV, both, or neither of them; the
 * first update, or the final, starts the message from what there is then; final ends it. A message
 * that has ended takes no more: update and final are errors until the next init.
 */
#ifndef MIFU_PROVIDER_CIPHER_H
#define MIFU_PROVIDER_CIPHER_H

#include "mifu/sm4.h"
#include "provider_error.h"
#include "provider_operations.h"
#include "provider_params.h"

#define PROVIDER_IV_MAX 128 /* bytes: what OpenSSL permits for GCM */

/* A prepared key that contexts share: a copied context points to the key of the first. */
typedef struct provider_sm4_key provider_sm4_key;

/* A new key with one reference, or NULL with an error raised. */
provider_sm4_key *provider_sm4_key_new(provider_context *context,
                                       const uint8_t k[MIFU_SM4_KEY_SIZE]);
/* One reference more; NULL gives NULL. */
provider_sm4_key *provider_sm4_key_share(provider_sm4_key *key);
/* One reference less; NULL is permitted. */
void provider_sm4_key_release(provider_context *context, provider_sm4_key *key);
const mifu_sm4_key *provider_sm4_key_of(const provider_sm4_key *key);

typedef struct provider_cipher provider_cipher;

/* Flags of a form. IV_ONCE: every message needs an IV of its own. */
enum { PROVIDER_CIPHER_AEAD = 1, PROVIDER_CIPHER_CUSTOM_IV = 2, PROVIDER_CIPHER_IV_ONCE = 4 };

typedef struct provider_cipher_form {
    unsigned mode;       /* EVP_CIPH_..._MODE */
    size_t key_size;     /* bytes */
    size_t iv_size;      /* bytes, 0: there is none */
    size_t block_size;   /* bytes, 1 for stream modes */
    unsigned flags;      /* PROVIDER_CIPHER_... */
    size_t context_size; /* bytes of the family's context */
    /* Takes form->key_size bytes; NULL: prepares an SM4 key in cipher->key. */
    int (*set_key)(provider_cipher *cipher, const uint8_t *key);
    /* Shares, or releases, what the context points to beside cipher->key; may be NULL. */
    void (*share)(provider_cipher *copy);
    void (*release)(provider_cipher *cipher);
    /* A new context, and init before key and IV are taken; may be NULL. */
    void (*reset)(provider_cipher *cipher);
    /* Starts a message from key and IV: 1, or 0 with an error raised. */
    int (*start)(provider_cipher *cipher);
    /* Parameters of the family alone; may be NULL. */
    int (*get)(provider_cipher *cipher, OSSL_PARAM params[]);
    int (*set)(provider_cipher *cipher, const OSSL_PARAM params[]);
    /* The IV as the message has advanced it, of iv_len bytes; NULL: it does not change. */
    int (*updated_iv)(provider_cipher *cipher, uint8_t *iv);
} provider_cipher_form;

typedef enum provider_stage {
    PROVIDER_STAGE_NONE,    /* no init yet, or the message has ended */
    PROVIDER_STAGE_READY,   /* after init */
    PROVIDER_STAGE_RUNNING, /* the message has begun */
} provider_stage;

struct provider_cipher {
    provider_context *provider;
    const provider_cipher_form *form;
    provider_sm4_key *key;
    provider_stage stage;
    int encrypt;
    int key_set, iv_set;
    size_t iv_len; /* bytes */
    uint8_t iv[PROVIDER_IV_MAX];
};

void *provider_cipher_new(void *provctx, const provider_cipher_form *form);
OSSL_FUNC_cipher_freectx_fn provider_cipher_free;
OSSL_FUNC_cipher_dupctx_fn provider_cipher_dup;
OSSL_FUNC_cipher_encrypt_init_fn provider_cipher_encrypt_init;
OSSL_FUNC_cipher_decrypt_init_fn provider_cipher_decrypt_init;
OSSL_FUNC_cipher_get_ctx_params_fn provider_cipher_get_ctx_params;
OSSL_FUNC_cipher_set_ctx_params_fn provider_cipher_set_ctx_params;
OSSL_FUNC_cipher_gettable_params_fn provider_cipher_gettable_params;

int provider_cipher_get_params(OSSL_PARAM params[], const provider_cipher_form *form);

/* Before update and final: starts the message where it has not begun; 0 with an error raised. */
int provider_cipher_run(provider_cipher *cipher);

/* Room for `len` bytes of output: 1, or 0 with an error raised. */
int provider_cipher_room(provider_cipher *cipher, const uint8_t *out, size_t outsize, size_t len);

/* The final of ciphers that have given all output by then: ends the message. */
OSSL_FUNC_cipher_final_fn provider_cipher_end;

/* <family>_cipher for EVP_Cipher(): an update, or final where there is no input. */
#define PROVIDER_CIPHER_AT_ONCE(family)                                                            \
    static OSSL_FUNC_cipher_cipher_fn family##_cipher;                                             \
    static int family##_cipher(void *cctx, unsigned char *out, size_t *outl, size_t outsize,       \
                               const unsigned char *in, size_t inl)                                \
    {                                                                                              \
        return in == NULL ? family##_final(cctx, out, outl, outsize)                               \
                          : family##_update(cctx, out, outl, outsize, in, inl);                    \
    }

/*
 * A cipher from its form and the family's functions: <family>_update, <family>_final,
 * <family>_cipher, <family>_gettable_ctx_params and <family>_settable_ctx_params.
 */
#define PROVIDER_CIPHER(name, family)                                                              \
    static OSSL_FUNC_cipher_newctx_fn name##_newctx;                                               \
    static OSSL_FUNC_cipher_get_params_fn name##_get_params;                                       \
    static void *name##_newctx(void *provctx)                                                      \
    {                                                                                              \
        return provider_cipher_new(provctx, &name##_form);                                         \
    }                                                                                              \
    static int name##_get_params(OSSL_PARAM params[])                                              \
    {                                                                                              \
        return provider_cipher_get_params(params, &name##_form);                                   \
    }                                                                                              \
    const OSSL_DISPATCH provider_##name##_functions[] = {                                          \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_NEWCTX, name##_newctx),                                 \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_FREECTX, provider_cipher_free),                         \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_DUPCTX, provider_cipher_dup),                           \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_ENCRYPT_INIT, provider_cipher_encrypt_init),            \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_DECRYPT_INIT, provider_cipher_decrypt_init),            \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_UPDATE, family##_update),                               \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_FINAL, family##_final),                                 \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_CIPHER, family##_cipher),                               \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_GET_PARAMS, name##_get_params),                         \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_GETTABLE_PARAMS, provider_cipher_gettable_params),      \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_GET_CTX_PARAMS, provider_cipher_get_ctx_params),        \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, family##_gettable_ctx_params),     \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_SET_CTX_PARAMS, provider_cipher_set_ctx_params),        \
        PROVIDER_FUNCTION(OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, family##_settable_ctx_params),     \
        PROVIDER_FUNCTIONS_END,                                                                    \
    };

extern const OSSL_DISPATCH provider_sm4_ecb_functions[], provider_sm4_cbc_functions[],
    provider_sm4_cfb_functions[], provider_sm4_ofb_functions[], provider_sm4_ctr_functions[],
    provider_sm4_gcm_functions[], provider_sm4_ccm_functions[], provider_sm4_xts_functions[],
    provider_zuc_eea3_functions[], provider_zuc128_functions[];

#endif
