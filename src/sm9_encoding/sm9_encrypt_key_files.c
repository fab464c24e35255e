/* SPDX-License-Identifier: Apache-2.0 */
/* Users' keys for decryption and key exchange as DER and PEM. */
#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "sm9_key_info.h"

#define KEY(name)        mifu_sm9_encrypt_key_##name
#define KEY_TYPE         mifu_sm9_encrypt_key
#define KIND             MIFU_SM9_KIND_ENCRYPT_USER
#define MASTER_PARAMETER , const mifu_sm9_encrypt_master_public_key *master
#define MASTER_ARGUMENT  , master

static mifu_status from_parts(mifu_sm9_encrypt_key *key,
                              const mifu_sm9_encrypt_master_public_key *master,
                              const mifu_sm9_key_parts *parts)
{
    mifu_sm9_encrypt_master_public_key stored;
    mifu_status status;

    if (parts->point.len != MIFU_SM9_G2_SIZE)
        return MIFU_ERR_ENCODING_POINT;
    if (parts->master_point.len != 0) {
        status = mifu_sm9_encrypt_master_public_key_from_bytes(&stored, parts->master_point.data,
                                                               parts->master_point.len);
        if (status != MIFU_OK)
            return status;
        if (master != NULL && !mifu_sm9_encrypt_master_public_key_equal(master, &stored))
            return MIFU_ERR_RANGE_KEY_MISMATCH;
        master = &stored;
    }
    return mifu_sm9_encrypt_key_from_bytes(key, master, parts->point.data, parts->point.len);
}

static mifu_status to_der(uint8_t *der, size_t der_cap, size_t *der_len,
                          const mifu_sm9_encrypt_key *key, const uint8_t *password,
                          size_t password_len, uint32_t iterations)
{
    uint8_t de[MIFU_SM9_G2_SIZE], point[MIFU_SM9_G1_SIZE];
    const mifu_der_bytes private_point = {de, sizeof de};
    mifu_der_bytes master = {point, 0};
    mifu_status status;

    mifu_sm9_encrypt_key_to_bytes(de, key);
    if (key->has_master) {
        mifu_sm9_encrypt_master_public_key_to_bytes(point, &key->master);
        master.len = sizeof point;
    }
    status = mifu_sm9_key_write(der, der_cap, der_len, KIND, NULL, private_point, master, password,
                                password_len, iterations);
    mifu_wipe(de, sizeof de);
    return status;
}

#include "sm9_key_files.inc"
