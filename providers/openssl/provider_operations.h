/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of algorithms, one per operation, each in a file of its own. */
#ifndef MIFU_PROVIDER_OPERATIONS_H
#define MIFU_PROVIDER_OPERATIONS_H

#include "provider_context.h"

/* What a property query selects: "provider=mifu". */
#define PROVIDER_PROPERTIES "provider=mifu"

/* A row of a table of algorithms, and of a table of functions. */
#define PROVIDER_ALGORITHM(names, functions, description)                                          \
    {                                                                                              \
        names, PROVIDER_PROPERTIES, functions, description                                         \
    }
#define PROVIDER_FUNCTION(id, function)                                                            \
    {                                                                                              \
        (id), (void (*)(void))(function)                                                           \
    }
#define PROVIDER_FUNCTIONS_END                                                                     \
    {                                                                                              \
        0, NULL                                                                                    \
    }

const OSSL_ALGORITHM *provider_digests(const provider_context *context);
const OSSL_ALGORITHM *provider_ciphers(const provider_context *context);
const OSSL_ALGORITHM *provider_macs(const provider_context *context);
const OSSL_ALGORITHM *provider_kdfs(const provider_context *context);
const OSSL_ALGORITHM *provider_rands(const provider_context *context);
const OSSL_ALGORITHM *provider_keymgmts(const provider_context *context);
const OSSL_ALGORITHM *provider_keyexchs(const provider_context *context);
const OSSL_ALGORITHM *provider_signatures(const provider_context *context);
const OSSL_ALGORITHM *provider_asym_ciphers(const provider_context *context);
const OSSL_ALGORITHM *provider_encoders(const provider_context *context);
const OSSL_ALGORITHM *provider_decoders(const provider_context *context);

OSSL_FUNC_provider_get_capabilities_fn provider_get_capabilities;

#endif
