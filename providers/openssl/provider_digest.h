/* SPDX-License-Identifier: Apache-2.0 */
/* Names of digests, for the constructions over them. */
#ifndef MIFU_PROVIDER_DIGEST_H
#define MIFU_PROVIDER_DIGEST_H

#include "provider_context.h"

/* The mifu_hash_algorithm of that name among the digests that are offered, or 0. */
int provider_digest_named(provider_context *context, const char *name, size_t len);

#endif
