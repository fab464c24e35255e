/* SPDX-License-Identifier: Apache-2.0 */
/* Master private keys for signatures as DER and PEM. */
#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "sm9_key_info.h"

#define KEY(name) mifu_sm9_sign_master_key_##name
#define KEY_TYPE  mifu_sm9_sign_master_key
#define KIND      MIFU_SM9_KIND_SIGN_MASTER
#define MASTER_PARAMETER
#define MASTER_ARGUMENT

/* The public part, where there is one, must be that of the private part. */
static mifu_status from_parts(mifu_sm9_sign_master_key *key, const mifu_sm9_key_parts *parts)
{
    uint8_t point[MIFU_SM9_G2_SIZE];
    mifu_status status = mifu_sm9_sign_master_key_from_bytes(key, parts->number);

    if (status != MIFU_OK || parts->master_point.len == 0)
        return status;
    mifu_sm9_sign_master_public_key_to_bytes(point, &key->public_key);
    if (!mifu_der_equal(parts->master_point, point, sizeof point))
        return MIFU_ERR_RANGE_KEY_MISMATCH;
    return MIFU_OK;
}

static mifu_status to_der(uint8_t *der, size_t der_cap, size_t *der_len,
                          const mifu_sm9_sign_master_key *key, const uint8_t *password,
                          size_t password_len, uint32_t iterations)
{
    uint8_t number[MIFU_SM9_SCALAR_SIZE], point[MIFU_SM9_G2_SIZE];
    const mifu_der_bytes none = {NULL, 0}, public_point = {point, sizeof point};
    mifu_status status;

    mifu_sm9_sign_master_key_to_bytes(number, key);
    mifu_sm9_sign_master_public_key_to_bytes(point, &key->public_key);
    status = mifu_sm9_key_write(der, der_cap, der_len, KIND, number, none, public_point, password,
                                password_len, iterations);
    mifu_wipe(number, sizeof number);
    return status;
}

#include "sm9_key_files.inc"
