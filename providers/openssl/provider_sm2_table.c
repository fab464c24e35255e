/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of public keys, with a count of their users. */
#include "provider_sm2_table.h"

#include <stdatomic.h>

/* The verification that makes the table. Making it takes as long as one without it does, which a
 * key that is used once is not worth. */
enum { UNTIL_TABLE = 2 };

struct provider_sm2_table {
    atomic_uint references;
    atomic_uint verifications; /* before there was a table */
    atomic_int is_made;        /* set by the thread that wrote what follows */
    mifu_sm2_prepared_key prepared;
    uint64_t words[MIFU_SM2_PREPARED_SMALL_SIZE / sizeof(uint64_t)];
};

provider_sm2_table *provider_sm2_table_new(provider_context *provider)
{
    provider_sm2_table *table = provider->core.zalloc(sizeof *table, "", 0);

    if (table != NULL) {
        atomic_init(&table->references, 1);
        atomic_init(&table->verifications, 0);
        atomic_init(&table->is_made, 0);
    }
    return table;
}

provider_sm2_table *provider_sm2_table_share(provider_sm2_table *table)
{
    if (table != NULL)
        atomic_fetch_add_explicit(&table->references, 1, memory_order_relaxed);
    return table;
}

void provider_sm2_table_release(provider_context *provider, provider_sm2_table *table)
{
    if (table != NULL &&
        atomic_fetch_sub_explicit(&table->references, 1, memory_order_acq_rel) == 1)
        provider_clear_free(provider, table, sizeof *table);
}

/* Whether the table is there. One caller counts exactly to UNTIL_TABLE and makes it; others do
 * without until then. */
static int is_made(provider_sm2_table *table, const mifu_sm2_public_key *key)
{
    if (atomic_load_explicit(&table->is_made, memory_order_acquire))
        return 1;
    if (atomic_fetch_add_explicit(&table->verifications, 1, memory_order_relaxed) + 1 !=
            UNTIL_TABLE ||
        mifu_sm2_prepare(&table->prepared, table->words, sizeof table->words, key) != MIFU_OK)
        return 0;
    atomic_store_explicit(&table->is_made, 1, memory_order_release);
    return 1;
}

mifu_status provider_sm2_table_verify(provider_sm2_table *table, const mifu_sm2_public_key *key,
                                      const uint8_t e[MIFU_SM2_DIGEST_SIZE],
                                      const uint8_t sig[MIFU_SM2_SIGNATURE_SIZE])
{
    return table != NULL && is_made(table, key)
               ? mifu_sm2_verify_digest_prepared(&table->prepared, e, sig)
               : mifu_sm2_verify_digest(key, e, sig);
}
