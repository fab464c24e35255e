/* SPDX-License-Identifier: Apache-2.0 */
/* Checks on key objects that several tests share. */
#ifndef MIFU_SUPPORT_KEYS_H
#define MIFU_SUPPORT_KEYS_H

#include "mifu/sm2.h"

#include "base_compiler.h"
#include "support_cmocka.h"

/* All bytes of the object are zero: what readers leave behind on an error. */
MIFU_UNUSED static void assert_zeroed(const void *object, size_t size)
{
    const uint8_t *bytes = object;

    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], 0);
}

MIFU_UNUSED static void assert_private_key(const mifu_sm2_private_key *key, const uint8_t d[32])
{
    uint8_t bytes[32];

    mifu_sm2_private_key_to_bytes(bytes, key);
    assert_memory_equal(bytes, d, 32);
}

MIFU_UNUSED static void assert_public_key(const mifu_sm2_public_key *key, const uint8_t point[65])
{
    uint8_t bytes[65];

    mifu_sm2_public_key_to_bytes(bytes, key);
    assert_memory_equal(bytes, point, 65);
}

MIFU_UNUSED static void assert_public_of(const mifu_sm2_private_key *key, const uint8_t point[65])
{
    mifu_sm2_public_key public_key;

    mifu_sm2_public_key_from_private(&public_key, key);
    assert_public_key(&public_key, point);
}

#endif
