/* SPDX-License-Identifier: Apache-2.0 */
/* Keys as PEM: RFC 7468 clauses 10, 11, 13; EC PRIVATE KEY and EC PARAMETERS as OpenSSL has them.
 */
#include "mifu/sm2_encoding.h"

#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"

#include "sm2_certificate.h"
#include "sm2_curve_der.h"

/* Blocks are decoded on the stack: no SM2 key file comes near this size, certificates rarely do. */
#define KEY_MAX_SIZE         4096
#define CERTIFICATE_MAX_SIZE 16384

/* A block that is too large for the stack is not one of SM2. */
static mifu_status decode_block(uint8_t *der, size_t cap, size_t *len, const mifu_pem_block *block)
{
    mifu_status status = mifu_pem_block_to_der(der, cap, len, block);

    return status == MIFU_ERR_BUFFER ? MIFU_ERR_UNSUPPORTED : status;
}

static mifu_status check_curve_block(const mifu_pem_block *block)
{
    uint8_t der[512]; /* explicit parameters take some 250 bytes */
    size_t len = 0;
    mifu_der_reader r;
    mifu_status status = decode_block(der, sizeof der, &len, block);

    if (status != MIFU_OK)
        return status;
    r = mifu_der_reader_of(der, len);
    mifu_sm2_get_curve(&r);
    return mifu_der_finish(&r);
}

static mifu_status read_private_block(mifu_sm2_private_key *key, const mifu_pem_block *block,
                                      int encrypted, const uint8_t *password, size_t password_len)
{
    uint8_t der[KEY_MAX_SIZE];
    size_t len = 0;
    mifu_status status = decode_block(der, sizeof der, &len, block);

    if (status == MIFU_OK) {
        if (!encrypted)
            status = mifu_sm2_private_key_from_der(key, der, len);
        else if (password == NULL)
            status = MIFU_ERR_PASSWORD_NEEDED;
        else
            status = mifu_sm2_private_key_from_encrypted_der(key, der, len, password, password_len);
    }
    mifu_wipe(der, sizeof der);
    return status;
}

static int label_ends_with(const mifu_pem_block *block, const char *end)
{
    size_t n = strlen(end);

    return block->label_len >= n && memcmp(block->label + block->label_len - n, end, n) == 0;
}

mifu_status mifu_sm2_private_key_from_pem(mifu_sm2_private_key *key, const char *pem, size_t len,
                                          const uint8_t *password, size_t password_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_pem_block block;
    mifu_status curve = MIFU_OK;   /* what an EC PARAMETERS block said */
    mifu_status skipped = MIFU_OK; /* a private key of another kind was passed over */
    mifu_status status;

    if (key == NULL || (pem == NULL && len != 0) || (password == NULL && password_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    for (;;) {
        status = mifu_pem_next(&block, pem, len);
        if (status != MIFU_OK) {
            if (skipped != MIFU_OK)
                status = skipped;
            break;
        }
        pem = block.rest;
        len = block.rest_len;
        if (mifu_pem_label_is(&block, "EC PARAMETERS")) {
            curve = check_curve_block(&block);
        } else if (mifu_pem_label_is(&block, "EC PRIVATE KEY") ||
                   mifu_pem_label_is(&block, "SM2 PRIVATE KEY") ||
                   mifu_pem_label_is(&block, "PRIVATE KEY")) {
            status = curve;
            if (status == MIFU_OK)
                status = read_private_block(key, &block, 0, NULL, 0);
            break;
        } else if (mifu_pem_label_is(&block, "ENCRYPTED PRIVATE KEY")) {
            status = read_private_block(key, &block, 1, password, password_len);
            break;
        } else if (label_ends_with(&block, "PRIVATE KEY")) { /* RSA, DSA, OPENSSH, SM9 ... */
            skipped = MIFU_ERR_UNSUPPORTED_ALGORITHM;
        }
    }
    if (status != MIFU_OK)
        mifu_sm2_private_key_wipe(key);
    return status;
}

static mifu_status read_certificate_key(mifu_sm2_public_key *key, const uint8_t *der, size_t len)
{
    mifu_sm2_certificate_parts parts;
    mifu_status status = mifu_sm2_certificate_split(&parts, der, len);

    if (status != MIFU_OK)
        return status;
    return mifu_sm2_public_key_from_der(key, parts.subject_key.data, parts.subject_key.len);
}

mifu_status mifu_sm2_public_key_from_pem(mifu_sm2_public_key *key, const char *pem, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t der[CERTIFICATE_MAX_SIZE];
    size_t der_len = 0;
    mifu_pem_block block;
    int certificate;
    mifu_status status;

    if (key == NULL || (pem == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    memset(key, 0, sizeof *key);
    for (;;) {
        status = mifu_pem_next(&block, pem, len);
        if (status != MIFU_OK)
            return status;
        certificate = mifu_pem_label_is(&block, "CERTIFICATE");
        if (certificate || mifu_pem_label_is(&block, "PUBLIC KEY"))
            break;
        pem = block.rest;
        len = block.rest_len;
    }
    status = decode_block(der, sizeof der, &der_len, &block);
    if (status != MIFU_OK)
        return status;
    return certificate ? read_certificate_key(key, der, der_len)
                       : mifu_sm2_public_key_from_der(key, der, der_len);
}

mifu_status mifu_sm2_private_key_to_pem(char *pem, size_t pem_cap, size_t *pem_len,
                                        const mifu_sm2_private_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t der[256];
    size_t len = 0;
    mifu_status status = mifu_sm2_private_key_to_pkcs8(der, sizeof der, &len, key);

    if (status == MIFU_OK)
        status = mifu_pem_from_der(pem, pem_cap, pem_len, "PRIVATE KEY", der, len);
    mifu_wipe(der, sizeof der);
    return status;
}

mifu_status mifu_sm2_private_key_to_encrypted_pem(char *pem, size_t pem_cap, size_t *pem_len,
                                                  const mifu_sm2_private_key *key,
                                                  const uint8_t *password, size_t password_len,
                                                  mifu_hash_algorithm prf, uint32_t iterations)
{
    MIFU_REFUSE_WHEN_CLOSED();
    static const char label[] = "ENCRYPTED PRIVATE KEY";
    uint8_t der[512] = {0};
    size_t len = 0;
    mifu_status status;

    if (pem_len == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    /* The size first: nothing is derived for an answer that has no room. */
    status = mifu_sm2_private_key_to_encrypted_der(NULL, 0, &len, key, password, password_len, prf,
                                                   iterations);
    if (status != MIFU_ERR_BUFFER)
        return status;
    status = mifu_pem_from_der(NULL, 0, pem_len, label, der, len);
    if (pem == NULL || pem_cap < *pem_len)
        return status;
    status = mifu_sm2_private_key_to_encrypted_der(der, sizeof der, &len, key, password,
                                                   password_len, prf, iterations);
    if (status != MIFU_OK)
        return status;
    return mifu_pem_from_der(pem, pem_cap, pem_len, label, der, len);
}

mifu_status mifu_sm2_public_key_to_pem(char *pem, size_t pem_cap, size_t *pem_len,
                                       const mifu_sm2_public_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t der[256];
    size_t len = 0;
    mifu_status status = mifu_sm2_public_key_to_der(der, sizeof der, &len, key);

    if (status != MIFU_OK)
        return status;
    return mifu_pem_from_der(pem, pem_cap, pem_len, "PUBLIC KEY", der, len);
}
