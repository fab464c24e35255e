/* SPDX-License-Identifier: Apache-2.0 */
/* Random scalars. */
#include "random_scalar.h"

#include "mifu/random.h"

#include "base_secret.h"

mifu_status mifu_random_scalar_bytes(uint8_t bytes[32], void *context)
{
    (void)context;
    return mifu_random_bytes(bytes, 32);
}

mifu_status mifu_next_scalar(mifu_u256 *k, mifu_scalar_source *source, void *context,
                             uint64_t (*in_range)(mifu_u256 *k, const uint8_t bytes[32]))
{
    uint8_t bytes[32];
    mifu_status status;
    uint64_t good = 0;

    do {
        status = source(bytes, context);
        if (status != MIFU_OK)
            break;
        mifu_mark_secret(bytes, sizeof bytes);
        good = in_range(k, bytes);
        /* A rejected number is not used for anything. */
        mifu_declassify(&good, sizeof good);
    } while (!good);
    mifu_wipe_short(bytes, sizeof bytes);
    return status;
}
