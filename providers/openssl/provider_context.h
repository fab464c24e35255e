/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the provider knows in each library context that loads it: OpenSSL's functions, the
 * configuration, the state of the self-test. Every algorithm's context points to it.
 *
 * The provider does not link libcrypto: it calls OpenSSL only through the functions that the core
 * hands over, so that it also serves a program with a libcrypto of its own linked in.
 */
#ifndef MIFU_PROVIDER_CONTEXT_H
#define MIFU_PROVIDER_CONTEXT_H

#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <stddef.h>
#include <stdint.h>

/* OpenSSL's functions. Those in the second part may be NULL. */
typedef struct provider_core {
    const OSSL_CORE_HANDLE *handle;
    OSSL_FUNC_core_get_params_fn *get_params;
    OSSL_FUNC_core_new_error_fn *new_error;
    OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
    OSSL_FUNC_core_vset_error_fn *vset_error;
    OSSL_FUNC_CRYPTO_zalloc_fn *zalloc;
    OSSL_FUNC_CRYPTO_free_fn *free;
    OSSL_FUNC_CRYPTO_clear_free_fn *clear_free;
    OSSL_FUNC_OPENSSL_cleanse_fn *cleanse;

    OSSL_FUNC_self_test_cb_fn *self_test_callback;
    OSSL_FUNC_core_get_libctx_fn *get_libctx;
    OSSL_FUNC_core_obj_create_fn *obj_create;
    OSSL_FUNC_core_obj_add_sigid_fn *obj_add_sigid;
    OSSL_FUNC_BIO_read_ex_fn *bio_read_ex;
    OSSL_FUNC_BIO_write_ex_fn *bio_write_ex;
    OSSL_FUNC_BIO_up_ref_fn *bio_up_ref;
    OSSL_FUNC_BIO_free_fn *bio_free;
    OSSL_FUNC_BIO_gets_fn *bio_gets;
    OSSL_FUNC_BIO_puts_fn *bio_puts;
    OSSL_FUNC_BIO_ctrl_fn *bio_ctrl;
    OSSL_FUNC_provider_register_child_cb_fn *register_child;
    OSSL_FUNC_provider_deregister_child_cb_fn *deregister_child;
    OSSL_FUNC_provider_get0_dispatch_fn *provider_dispatch;
    OSSL_FUNC_provider_get0_provider_ctx_fn *provider_context;
    OSSL_FUNC_provider_up_ref_fn *provider_up_ref;
    OSSL_FUNC_provider_free_fn *provider_free;
} provider_core;

/* The keys of the provider's section in openssl.cnf: provider_config.c. */
typedef struct provider_config {
    const char *default_distid; /* NULL where the key is absent; owned by the core */
    int selftest;
    int sha2;
} provider_config;

typedef struct provider_context {
    provider_core core;
    provider_config config;
    struct provider_delegates *delegates; /* provider_delegate.c */
    int running; /* 0 after a failed self-test: nothing is offered any more */
} provider_context;

/* Zeroed memory from OpenSSL's allocator, or NULL with an error raised. */
void *provider_zalloc(provider_context *context, size_t size);
/* Wipes and frees; NULL is permitted. */
void provider_clear_free(provider_context *context, void *memory, size_t size);

/* Known answers of what the provider offers: 1 where all are right, else 0 with an error raised. */
int provider_self_test(provider_context *context);

/* Reads the section of openssl.cnf; 0 with an error raised where a value makes no sense. */
int provider_config_read(provider_context *context);

#endif
