/* SPDX-License-Identifier: Apache-2.0 */
/* The hash functions with their oracles, and a walk over the back-ends that each of them has. */
#ifndef MIFU_SUPPORT_HASHES_H
#define MIFU_SUPPORT_HASHES_H

#include "mifu/cpu.h"
#include "mifu/hash.h"

#include "support_cmocka.h"
#include "support_slow_hash.h"

typedef struct support_hash {
    mifu_hash_algorithm algorithm;
    const char *name;
    const char *backend_table; /* whose back-ends it runs on */
    size_t size;
    slow_compress *compress;
    const uint32_t *iv;
} support_hash;

static const support_hash support_hashes[] = {
    {MIFU_HASH_SM3, "sm3", "sm3", 32, slow_sm3_compress, slow_sm3_iv},
    {MIFU_HASH_SHA256, "sha256", "sha256", 32, slow_sha256_compress, slow_sha256_iv},
    {MIFU_HASH_SHA224, "sha224", "sha256", 28, slow_sha256_compress, slow_sha224_iv},
};

#define SUPPORT_HASHES (sizeof support_hashes / sizeof support_hashes[0])

static inline void support_slow_digest(uint8_t *digest, const support_hash *hash,
                                       const uint8_t *data, size_t len)
{
    slow_finish(digest, hash->size, hash->compress, hash->iv, 0, data, len);
}

/* Runs the test with each hash on each usable back-end; names the ones that cannot run here. */
static inline void support_each_backend(void (*test)(const support_hash *hash))
{
    for (size_t i = 0; i < SUPPORT_HASHES; i++) {
        const support_hash *hash = &support_hashes[i];
        const char *backend;
        unsigned run = 0;

        for (unsigned j = 0; (backend = mifu_backend_name(hash->backend_table, j)) != NULL; j++) {
            if (!mifu_backend_usable(hash->backend_table, backend)) {
                print_message("skipped: %s on %s, which this processor lacks\n", hash->name,
                              backend);
                continue;
            }
            assert_int_equal(mifu_backend_select(hash->backend_table, backend), MIFU_OK);
            test(hash);
            run++;
        }
        assert_true(run > 0);
        assert_int_equal(mifu_backend_select(hash->backend_table, NULL), MIFU_OK);
    }
}

#endif
