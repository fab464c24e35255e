/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The other providers of the library context. Names such as HMAC and HKDF stand for a construction
 * with any digest; a program that fetches "HMAC" may be given this provider's and then ask for
 * SHA-512. What is not ours is handed to the next provider that has the algorithm, as a whole, so
 * that activating this provider takes nothing away from a program.
 *
 * The core tells which providers come and go (provider_register_child_cb of provider-base(7)) and
 * gives their tables of functions.
 */
#ifndef MIFU_PROVIDER_DELEGATE_H
#define MIFU_PROVIDER_DELEGATE_H

#include "provider_context.h"

/* An algorithm of another provider, which stays in memory until the release. */
typedef struct provider_delegate {
    const OSSL_CORE_HANDLE *owner; /* NULL: there is none */
    const OSSL_DISPATCH *functions;
    void *provctx;
} provider_delegate;

/* Begins and ends watching the other providers. */
int provider_delegates_open(provider_context *context);
void provider_delegates_close(provider_context *context);

/* The first of the others that has an algorithm of this name: 1, or 0 with an error raised. */
int provider_delegate_find(provider_context *context, int operation, const char *name,
                           provider_delegate *delegate);

/* The same, of those that have all of the properties, such as
 * "output=pem,structure=PrivateKeyInfo". */
int provider_delegate_find_with(provider_context *context, int operation, const char *name,
                                const char *properties, provider_delegate *delegate);

/* A second one for a copy of what uses the first. */
void provider_delegate_share(provider_context *context, const provider_delegate *delegate);
void provider_delegate_release(provider_context *context, provider_delegate *delegate);

/* The delegate's function of that number, or NULL; to be cast to its type. */
void (*provider_delegate_function(const OSSL_DISPATCH *functions, int id))(void);

#endif
