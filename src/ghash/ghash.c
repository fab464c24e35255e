/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH over the back-end in use: SP 800-38D 6.4. */
#include "ghash_kernels.h"

#include "base_bytes.h"
#include "base_secret.h"

static const mifu_ghash_kernels *own(uint64_t key[MIFU_GHASH_KEY_WORDS], uint64_t bytes)
{
    const mifu_ghash_kernels *kernels = mifu_ghash_kernels_in_use();

    if (key[MIFU_GHASH_OWNER] != kernels->owner) {
        kernels->derive(key, bytes);
        key[MIFU_GHASH_OWNER] = kernels->owner;
    }
    return kernels;
}

void mifu_ghash_init(uint64_t key[MIFU_GHASH_KEY_WORDS], const uint8_t h[16], uint64_t bytes)
{
    key[0] = mifu_load64_be(h);
    key[1] = mifu_load64_be(h + 8);
    key[MIFU_GHASH_OWNER] = 0;
    (void)own(key, bytes);
}

void mifu_ghash_update(uint64_t key[MIFU_GHASH_KEY_WORDS], uint8_t hash[16], const uint8_t *data,
                       size_t blocks)
{
    if (blocks != 0)
        own(key, (uint64_t)blocks * 16)->update(key, hash, data, blocks);
}

void mifu_ghash_update_padded(uint64_t key[MIFU_GHASH_KEY_WORDS], uint8_t hash[16],
                              const uint8_t *data, size_t len)
{
    uint8_t last[16] = {0};

    mifu_ghash_update(key, hash, data, len / 16);
    if (len % 16 != 0) {
        memcpy(last, data + (len - len % 16), len % 16);
        mifu_ghash_update(key, hash, last, 1);
        mifu_wipe(last, sizeof last);
    }
}
