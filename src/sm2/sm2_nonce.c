/* SPDX-License-Identifier: Apache-2.0 */
/* Random scalars: GB/T 32918.1-2016 clause 6.1, GB/T 32918.2-2016 6.1 A3. Of 2^32 random numbers
 * one is out of range: 2^256 - n is about 2^224. */
#include "sm2_nonce.h"

#include "sm2_internal.h"

mifu_status mifu_sm2_next_nonce(mifu_u256 *k, mifu_sm2_nonce_source *source, void *context)
{
    return mifu_next_scalar(k, source, context, mifu_sm2_nonce_from_bytes);
}

mifu_status mifu_sm2_random_private_scalar(mifu_u256 *d)
{
    return mifu_next_scalar(d, mifu_random_scalar_bytes, NULL, mifu_sm2_private_scalar_from_bytes);
}
