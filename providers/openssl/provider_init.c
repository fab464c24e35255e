/* SPDX-License-Identifier: Apache-2.0 */
/* The entry point, and what OpenSSL asks of the provider as a whole: provider-base(7). */
#include "mifu/mifu.h"

#include "provider_delegate.h"
#include "provider_error.h"
#include "provider_operations.h"
#include "provider_params.h"

static OSSL_FUNC_provider_teardown_fn teardown;
static OSSL_FUNC_provider_gettable_params_fn gettable_params;
static OSSL_FUNC_provider_get_params_fn get_params;
static OSSL_FUNC_provider_query_operation_fn query_operation;
static OSSL_FUNC_provider_get_reason_strings_fn get_reason_strings;
static OSSL_FUNC_provider_self_test_fn self_test;

/* The one symbol that the module exports; <openssl/core.h> declares its type alone. */
__attribute__((visibility("default"))) OSSL_provider_init_fn OSSL_provider_init;

static void teardown(void *provctx)
{
    provider_context *context = provctx;

    provider_delegates_close(context);
    context->core.free(context, "", 0);
}

static const OSSL_PARAM *gettable_params(void *provctx)
{
    static const OSSL_PARAM table[] = {
        PROVIDER_PARAM_ROW(OSSL_PROV_PARAM_NAME, OSSL_PARAM_UTF8_PTR),
        PROVIDER_PARAM_ROW(OSSL_PROV_PARAM_VERSION, OSSL_PARAM_UTF8_PTR),
        PROVIDER_PARAM_ROW(OSSL_PROV_PARAM_BUILDINFO, OSSL_PARAM_UTF8_PTR),
        PROVIDER_PARAM_ROW(OSSL_PROV_PARAM_STATUS, OSSL_PARAM_INTEGER),
        PROVIDER_PARAM_END,
    };

    (void)provctx;
    return table;
}

static int get_params(void *provctx, OSSL_PARAM params[])
{
    const provider_context *context = provctx;

    return provider_param_set_text(params, OSSL_PROV_PARAM_NAME, "mifu, ShangMi cryptography") &&
           provider_param_set_text(params, OSSL_PROV_PARAM_VERSION, mifu_version()) &&
           provider_param_set_text(params, OSSL_PROV_PARAM_BUILDINFO,
                                   "mifu " MIFU_VERSION_STRING) &&
           provider_param_set_int(params, OSSL_PROV_PARAM_STATUS, context->running);
}

static const OSSL_ITEM *get_reason_strings(void *provctx)
{
    (void)provctx;
    return provider_reasons();
}

static int self_test(void *provctx)
{
    provider_context *context = provctx;

    context->running = provider_self_test(context);
    return context->running;
}

static const OSSL_ALGORITHM *query_operation(void *provctx, int operation, int *no_cache)
{
    const provider_context *context = provctx;

    *no_cache = 0;
    if (!context->running)
        return NULL;
    switch (operation) {
    case OSSL_OP_DIGEST:
        return provider_digests(context);
    case OSSL_OP_CIPHER:
        return provider_ciphers(context);
    case OSSL_OP_MAC:
        return provider_macs(context);
    case OSSL_OP_KDF:
        return provider_kdfs(context);
    case OSSL_OP_RAND:
        return provider_rands(context);
    case OSSL_OP_KEYMGMT:
        return provider_keymgmts(context);
    case OSSL_OP_KEYEXCH:
        return provider_keyexchs(context);
    case OSSL_OP_SIGNATURE:
        return provider_signatures(context);
    case OSSL_OP_ASYM_CIPHER:
        return provider_asym_ciphers(context);
    case OSSL_OP_ENCODER:
        return provider_encoders(context);
    case OSSL_OP_DECODER:
        return provider_decoders(context);
    default:
        return NULL;
    }
}

/* Takes from the core's table what the provider uses; 0 where a function that it needs is not
 * there.
 */
static int take_core(provider_core *core, const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in)
{
    core->handle = handle;
    for (; in->function_id != 0; in++)
        switch (in->function_id) {
#define TAKE(id, member, name)                                                                     \
    case id:                                                                                       \
        core->member = OSSL_FUNC_##name(in);                                                       \
        break;
            TAKE(OSSL_FUNC_CORE_GET_PARAMS, get_params, core_get_params)
            TAKE(OSSL_FUNC_CORE_NEW_ERROR, new_error, core_new_error)
            TAKE(OSSL_FUNC_CORE_SET_ERROR_DEBUG, set_error_debug, core_set_error_debug)
            TAKE(OSSL_FUNC_CORE_VSET_ERROR, vset_error, core_vset_error)
            TAKE(OSSL_FUNC_CRYPTO_ZALLOC, zalloc, CRYPTO_zalloc)
            TAKE(OSSL_FUNC_CRYPTO_FREE, free, CRYPTO_free)
            TAKE(OSSL_FUNC_CRYPTO_CLEAR_FREE, clear_free, CRYPTO_clear_free)
            TAKE(OSSL_FUNC_OPENSSL_CLEANSE, cleanse, OPENSSL_cleanse)
            TAKE(OSSL_FUNC_SELF_TEST_CB, self_test_callback, self_test_cb)
            TAKE(OSSL_FUNC_CORE_GET_LIBCTX, get_libctx, core_get_libctx)
            TAKE(OSSL_FUNC_CORE_OBJ_CREATE, obj_create, core_obj_create)
            TAKE(OSSL_FUNC_CORE_OBJ_ADD_SIGID, obj_add_sigid, core_obj_add_sigid)
            TAKE(OSSL_FUNC_BIO_READ_EX, bio_read_ex, BIO_read_ex)
            TAKE(OSSL_FUNC_BIO_WRITE_EX, bio_write_ex, BIO_write_ex)
            TAKE(OSSL_FUNC_BIO_UP_REF, bio_up_ref, BIO_up_ref)
            TAKE(OSSL_FUNC_BIO_FREE, bio_free, BIO_free)
            TAKE(OSSL_FUNC_BIO_GETS, bio_gets, BIO_gets)
            TAKE(OSSL_FUNC_BIO_PUTS, bio_puts, BIO_puts)
            TAKE(OSSL_FUNC_BIO_CTRL, bio_ctrl, BIO_ctrl)
            TAKE(OSSL_FUNC_PROVIDER_REGISTER_CHILD_CB, register_child, provider_register_child_cb)
            TAKE(OSSL_FUNC_PROVIDER_DEREGISTER_CHILD_CB, deregister_child,
                 provider_deregister_child_cb)
            TAKE(OSSL_FUNC_PROVIDER_GET0_DISPATCH, provider_dispatch, provider_get0_dispatch)
            TAKE(OSSL_FUNC_PROVIDER_GET0_PROVIDER_CTX, provider_context, provider_get0_provider_ctx)
            TAKE(OSSL_FUNC_PROVIDER_UP_REF, provider_up_ref, provider_up_ref)
            TAKE(OSSL_FUNC_PROVIDER_FREE, provider_free, provider_free)
#undef TAKE
        default: /* later versions have more */
            break;
        }
    return core->get_params != NULL && core->new_error != NULL && core->set_error_debug != NULL &&
           core->vset_error != NULL && core->zalloc != NULL && core->free != NULL &&
           core->clear_free != NULL && core->cleanse != NULL;
}

int OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                       const OSSL_DISPATCH **out, void **provctx)
{
    static const OSSL_DISPATCH functions[] = {
        PROVIDER_FUNCTION(OSSL_FUNC_PROVIDER_TEARDOWN, teardown),
        PROVIDER_FUNCTION(OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, gettable_params),
        PROVIDER_FUNCTION(OSSL_FUNC_PROVIDER_GET_PARAMS, get_params),
        PROVIDER_FUNCTION(OSSL_FUNC_PROVIDER_QUERY_OPERATION, query_operation),
        PROVIDER_FUNCTION(OSSL_FUNC_PROVIDER_GET_REASON_STRINGS, get_reason_strings),
        PROVIDER_FUNCTION(OSSL_FUNC_PROVIDER_SELF_TEST, self_test),
        PROVIDER_FUNCTION(OSSL_FUNC_PROVIDER_GET_CAPABILITIES, provider_get_capabilities),
        PROVIDER_FUNCTIONS_END,
    };
    provider_core core = {0};
    provider_context *context;

    if (!take_core(&core, handle, in))
        return 0; /* there is no way to say why */
    context = core.zalloc(sizeof *context, "", 0);
    if (context == NULL)
        return 0;
    context->core = core;
    context->running = 1;
    if (!provider_config_read(context) || (context->config.selftest && !self_test(context)) ||
        !provider_delegates_open(context)) {
        teardown(context);
        return 0;
    }
    *out = functions;
    *provctx = context;
    return 1;
}
