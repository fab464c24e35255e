/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4 keys with a count of their users. The streaming contexts of libmifu point to their key, which
 * must stay in place; a context that OpenSSL copies is copied with that pointer.
 */
#include <stdatomic.h>

#include "provider_cipher.h"

struct provider_sm4_key {
    atomic_uint references;
    mifu_sm4_key key;
};

provider_sm4_key *provider_sm4_key_new(provider_context *context,
                                       const uint8_t k[MIFU_SM4_KEY_SIZE])
{
    provider_sm4_key *key = provider_zalloc(context, sizeof *key);

    if (key != NULL) {
        atomic_init(&key->references, 1);
        mifu_sm4_key_init(&key->key, k);
    }
    return key;
}

provider_sm4_key *provider_sm4_key_share(provider_sm4_key *key)
{
    if (key != NULL)
        atomic_fetch_add_explicit(&key->references, 1, memory_order_relaxed);
    return key;
}

void provider_sm4_key_release(provider_context *context, provider_sm4_key *key)
{
    if (key != NULL && atomic_fetch_sub_explicit(&key->references, 1, memory_order_acq_rel) == 1)
        provider_clear_free(context, key, sizeof *key);
}

const mifu_sm4_key *provider_sm4_key_of(const provider_sm4_key *key)
{
    return &key->key;
}
