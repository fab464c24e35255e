/* SPDX-License-Identifier: Apache-2.0 */
/* Master public keys as DER and PEM. */
#include "base_state.h"
#include "base_bytes.h"
#include "sm9_key_info.h"

/* ---- Signature ---- */

mifu_status mifu_sm9_sign_master_public_key_from_der(mifu_sm9_sign_master_public_key *key,
                                                     const uint8_t *der, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_der_bytes point = {NULL, 0};
    mifu_status status;

    if (key == NULL || (der == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm9_public_read(&point, MIFU_SM9_KIND_SIGN_MASTER, der, len);
    if (status == MIFU_OK && point.len == MIFU_SM9_G2_SIZE - 1) /* 04 is not left off in DER */
        status = MIFU_ERR_ENCODING_POINT;
    if (status == MIFU_OK)
        return mifu_sm9_sign_master_public_key_from_bytes(key, point.data, point.len);
    memset(key, 0, sizeof *key);
    return status;
}

mifu_status mifu_sm9_sign_master_public_key_to_der(uint8_t *der, size_t der_cap, size_t *der_len,
                                                   const mifu_sm9_sign_master_public_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t point[MIFU_SM9_G2_SIZE];
    const mifu_der_bytes bytes = {point, sizeof point};

    if (der_len == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    mifu_sm9_sign_master_public_key_to_bytes(point, key);
    return mifu_sm9_public_write(der, der_cap, der_len, bytes, 0);
}

mifu_status mifu_sm9_sign_master_public_key_from_pem(mifu_sm9_sign_master_public_key *key,
                                                     const char *pem, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t der[MIFU_SM9_KEY_FILE_MAX_SIZE];
    size_t der_len;
    mifu_status status;

    if (key == NULL || (pem == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm9_pem_read(der, &der_len, MIFU_SM9_KIND_SIGN_MASTER, 1, pem, len);
    if (status == MIFU_OK)
        return mifu_sm9_sign_master_public_key_from_der(key, der, der_len);
    memset(key, 0, sizeof *key);
    return status;
}

/* The SEQUENCE under GmSSL's label. */
static mifu_status to_pem(char *pem, size_t pem_cap, size_t *pem_len, mifu_sm9_kind kind,
                          mifu_der_bytes point)
{
    uint8_t der[MIFU_SM9_KEY_CONTENT_MAX_SIZE];
    size_t der_len;
    mifu_status status = mifu_sm9_public_write(der, sizeof der, &der_len, point, 1);

    if (status != MIFU_OK)
        return status;
    return mifu_pem_from_der(pem, pem_cap, pem_len, mifu_sm9_pem_label(kind, 1, 0), der, der_len);
}

mifu_status mifu_sm9_sign_master_public_key_to_pem(char *pem, size_t pem_cap, size_t *pem_len,
                                                   const mifu_sm9_sign_master_public_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t point[MIFU_SM9_G2_SIZE];
    const mifu_der_bytes bytes = {point, sizeof point};

    if (pem_len == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    mifu_sm9_sign_master_public_key_to_bytes(point, key);
    return to_pem(pem, pem_cap, pem_len, MIFU_SM9_KIND_SIGN_MASTER, bytes);
}

/* ---- Encryption and key exchange ---- */

mifu_status mifu_sm9_encrypt_master_public_key_from_der(mifu_sm9_encrypt_master_public_key *key,
                                                        const uint8_t *der, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_der_bytes point = {NULL, 0};
    mifu_status status;

    if (key == NULL || (der == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm9_public_read(&point, MIFU_SM9_KIND_ENCRYPT_MASTER, der, len);
    if (status == MIFU_OK && point.len == MIFU_SM9_G1_SIZE - 1)
        status = MIFU_ERR_ENCODING_POINT;
    if (status == MIFU_OK)
        return mifu_sm9_encrypt_master_public_key_from_bytes(key, point.data, point.len);
    memset(key, 0, sizeof *key);
    return status;
}

mifu_status mifu_sm9_encrypt_master_public_key_to_der(uint8_t *der, size_t der_cap, size_t *der_len,
                                                      const mifu_sm9_encrypt_master_public_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t point[MIFU_SM9_G1_SIZE];
    const mifu_der_bytes bytes = {point, sizeof point};

    if (der_len == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    mifu_sm9_encrypt_master_public_key_to_bytes(point, key);
    return mifu_sm9_public_write(der, der_cap, der_len, bytes, 0);
}

mifu_status mifu_sm9_encrypt_master_public_key_from_pem(mifu_sm9_encrypt_master_public_key *key,
                                                        const char *pem, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t der[MIFU_SM9_KEY_FILE_MAX_SIZE];
    size_t der_len;
    mifu_status status;

    if (key == NULL || (pem == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm9_pem_read(der, &der_len, MIFU_SM9_KIND_ENCRYPT_MASTER, 1, pem, len);
    if (status == MIFU_OK)
        return mifu_sm9_encrypt_master_public_key_from_der(key, der, der_len);
    memset(key, 0, sizeof *key);
    return status;
}

mifu_status mifu_sm9_encrypt_master_public_key_to_pem(char *pem, size_t pem_cap, size_t *pem_len,
                                                      const mifu_sm9_encrypt_master_public_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t point[MIFU_SM9_G1_SIZE];
    const mifu_der_bytes bytes = {point, sizeof point};

    if (pem_len == NULL || key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    mifu_sm9_encrypt_master_public_key_to_bytes(point, key);
    return to_pem(pem, pem_cap, pem_len, MIFU_SM9_KIND_ENCRYPT_MASTER, bytes);
}
