/* SPDX-License-Identifier: Apache-2.0 */
/* Users' signing keys as DER and PEM. */
#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "sm9_key_info.h"

#define KEY(name)        mifu_sm9_sign_key_##name
#define KEY_TYPE         mifu_sm9_sign_key
#define KIND             MIFU_SM9_KIND_SIGN_USER
#define MASTER_PARAMETER , const mifu_sm9_sign_master_public_key *master
#define MASTER_ARGUMENT  , master

static mifu_status from_parts(mifu_sm9_sign_key *key, const mifu_sm9_sign_master_public_key *master,
                              const mifu_sm9_key_parts *parts)
{
    mifu_sm9_sign_master_public_key stored;
    mifu_status status;

    if (parts->point.len != MIFU_SM9_G1_SIZE)
        return MIFU_ERR_ENCODING_POINT;
    if (parts->master_point.len != 0) {
        status = mifu_sm9_sign_master_public_key_from_bytes(&stored, parts->master_point.data,
                                                            parts->master_point.len);
        if (status != MIFU_OK)
            return status;
        if (master != NULL && !mifu_sm9_sign_master_public_key_equal(master, &stored))
            return MIFU_ERR_RANGE_KEY_MISMATCH;
        master = &stored;
    }
    return mifu_sm9_sign_key_from_bytes(key, master, parts->point.data, parts->point.len);
}

static mifu_status to_der(uint8_t *der, size_t der_cap, size_t *der_len,
                          const mifu_sm9_sign_key *key, const uint8_t *password,
                          size_t password_len, uint32_t iterations)
{
    uint8_t ds[MIFU_SM9_G1_SIZE], point[MIFU_SM9_G2_SIZE];
    const mifu_der_bytes private_point = {ds, sizeof ds}, master = {point, sizeof point};
    mifu_status status;

    mifu_sm9_sign_key_to_bytes(ds, key);
    mifu_sm9_sign_master_public_key_to_bytes(point, &key->master);
    status = mifu_sm9_key_write(der, der_cap, der_len, KIND, NULL, private_point, master, password,
                                password_len, iterations);
    mifu_wipe(ds, sizeof ds);
    return status;
}

#include "sm9_key_files.inc"
