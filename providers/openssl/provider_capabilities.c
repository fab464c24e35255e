/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What libssl learns of the provider, provider-base(7): the group curveSM2 and the signature
 * scheme sm2sig_sm3 of TLS 1.3 (RFC 8998). OpenSSL asks for signature schemes from 3.2 on.
 */
#include <string.h>

#include "provider_operations.h"
#include "provider_params.h"

enum {
    TLS_GROUP_CURVE_SM2 = 41,
    TLS_SIGNATURE_SM2SIG_SM3 = 0x0708,
    TLS_1_3 = 0x0304,
    SECURITY_BITS = 128,
    NEVER = -1, /* no version of DTLS */
};

/* OSSL_PARAM has no const for the data that it points to. */
#define TEXT(key, text)                                                                            \
    {                                                                                              \
        (key), OSSL_PARAM_UTF8_STRING, (void *)(uintptr_t)(text), sizeof(text), 0                  \
    }
#define UNSIGNED(key, variable)                                                                    \
    {                                                                                              \
        (key), OSSL_PARAM_UNSIGNED_INTEGER, &(variable), sizeof(variable), 0                       \
    }
#define SIGNED(key, variable)                                                                      \
    {                                                                                              \
        (key), OSSL_PARAM_INTEGER, &(variable), sizeof(variable), 0                                \
    }
static int give_group(OSSL_CALLBACK *callback, void *argument)
{
    unsigned id = TLS_GROUP_CURVE_SM2, bits = SECURITY_BITS, is_kem = 0;
    int min_tls = TLS_1_3, max_tls = 0 /* none */, dtls = NEVER;
    const OSSL_PARAM group[] = {
        TEXT(OSSL_CAPABILITY_TLS_GROUP_NAME, "curveSM2"),
        TEXT(OSSL_CAPABILITY_TLS_GROUP_NAME_INTERNAL, "SM2"),
        TEXT(OSSL_CAPABILITY_TLS_GROUP_ALG, "SM2"),
        UNSIGNED(OSSL_CAPABILITY_TLS_GROUP_ID, id),
        UNSIGNED(OSSL_CAPABILITY_TLS_GROUP_SECURITY_BITS, bits),
        UNSIGNED(OSSL_CAPABILITY_TLS_GROUP_IS_KEM, is_kem),
        SIGNED(OSSL_CAPABILITY_TLS_GROUP_MIN_TLS, min_tls),
        SIGNED(OSSL_CAPABILITY_TLS_GROUP_MAX_TLS, max_tls),
        SIGNED(OSSL_CAPABILITY_TLS_GROUP_MIN_DTLS, dtls),
        SIGNED(OSSL_CAPABILITY_TLS_GROUP_MAX_DTLS, dtls),
        PROVIDER_PARAM_END,
    };

    return callback(group, argument);
}

/*
 * The keys have no names in the headers of 3.0. libssl looks the peer's key type up by the name of
 * the scheme, so that is SM2. There is no word of the hash, as libssl knows no SM3 and would find
 * the scheme unsuitable; it is part of the signature.
 */
static int give_signature(OSSL_CALLBACK *callback, void *argument)
{
    unsigned code_point = TLS_SIGNATURE_SM2SIG_SM3, bits = SECURITY_BITS;
    int min_tls = TLS_1_3, max_tls = 0, dtls = NEVER;
    const OSSL_PARAM scheme[] = {
        TEXT("tls-sigalg-iana-name", "sm2sig_sm3"),
        TEXT("tls-sigalg-name", "SM2"),
        TEXT("tls-sigalg-oid", "1.2.156.10197.1.301"),
        UNSIGNED("tls-sigalg-code-point", code_point),
        UNSIGNED("tls-sigalg-sec-bits", bits),
        SIGNED(OSSL_CAPABILITY_TLS_GROUP_MIN_TLS, min_tls),
        SIGNED(OSSL_CAPABILITY_TLS_GROUP_MAX_TLS, max_tls),
        SIGNED(OSSL_CAPABILITY_TLS_GROUP_MIN_DTLS, dtls),
        SIGNED(OSSL_CAPABILITY_TLS_GROUP_MAX_DTLS, dtls),
        PROVIDER_PARAM_END,
    };

    return callback(scheme, argument);
}

int provider_get_capabilities(void *provctx, const char *capability, OSSL_CALLBACK *callback,
                              void *argument)
{
    (void)provctx;
    if (strcmp(capability, "TLS-GROUP") == 0)
        return give_group(callback, argument);
    if (strcmp(capability, "TLS-SIGALG") == 0)
        return give_signature(callback, argument);
    return 1; /* others: nothing to give */
}
