/* SPDX-License-Identifier: Apache-2.0 */
/* Random scalars: GB/T 32918.1-2016 clause 6.1, GB/T 32918.2-2016 6.1 A3. */
#include "sm2_nonce.h"

#include "mifu/random.h"

#include "sm2_internal.h"

mifu_status mifu_sm2_random_nonce(uint8_t k[32], void *context)
{
    (void)context;
    return mifu_random_bytes(k, 32);
}

/* The first number of the source for which in_range() gives a mask of ones. Of 2^32 random ones one
 * is out of range: 2^256 - n is about 2^224. */
static mifu_status next(mifu_u256 *k, mifu_sm2_nonce_source *source, void *context,
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
    mifu_wipe(bytes, sizeof bytes);
    return status;
}

mifu_status mifu_sm2_next_nonce(mifu_u256 *k, mifu_sm2_nonce_source *source, void *context)
{
    return next(k, source, context, mifu_sm2_nonce_from_bytes);
}

mifu_status mifu_sm2_random_private_scalar(mifu_u256 *d)
{
    return next(d, mifu_sm2_random_nonce, NULL, mifu_sm2_private_scalar_from_bytes);
}
