/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM4-CCM: GB/T 36624-2018, RFC 8998, NIST SP 800-38C, whose names are used here: B_0, B_1, ... are
 * the blocks of the CBC-MAC, Ctr_0, Ctr_1, ... those of the counter.
 */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "mifu/sm4_aead.h"
#include "sm4_block.h"
#include "sm4_check.h"
#include "sm4_stage.h"

/* Bytes into the CBC-MAC; those of a block not yet whole are xored into `mac` and wait there. */
static void mac_bytes(mifu_sm4_ccm *ccm, const uint8_t *data, size_t len)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();

    while (len > 0 && (ccm->mac_fill != 0 || len < 16)) {
        ccm->mac[ccm->mac_fill++] ^= *data++;
        len--;
        if (ccm->mac_fill == 16) {
            kernels->encrypt(ccm->key, ccm->mac, ccm->mac, 1);
            ccm->mac_fill = 0;
        }
    }
    if (len >= 16)
        kernels->cbc_mac(ccm->key, ccm->mac, data, len / 16);
    for (size_t i = len - len % 16; i < len; i++)
        ccm->mac[ccm->mac_fill++] ^= data[i];
}

/* Zeros up to a whole block, if there is a partial one. */
static void mac_pad(mifu_sm4_ccm *ccm)
{
    if (ccm->mac_fill != 0)
        mifu_sm4_kernels_in_use()->encrypt(ccm->key, ccm->mac, ccm->mac, 1);
    ccm->mac_fill = 0;
}

/* A.2.2: the length of the associated data in front of it. */
static void mac_aad_length(mifu_sm4_ccm *ccm, uint64_t aad_len)
{
    uint8_t prefix[10] = {0xff, 0xfe};

    if (aad_len == 0)
        return;
    if (aad_len < 0xff00) {
        prefix[0] = (uint8_t)(aad_len >> 8);
        prefix[1] = (uint8_t)aad_len;
        mac_bytes(ccm, prefix, 2);
    } else if (aad_len >> 32 == 0) {
        mifu_store32_be(prefix + 2, (uint32_t)aad_len);
        mac_bytes(ccm, prefix, 6);
    } else {
        prefix[1] = 0xff;
        mifu_store64_be(prefix + 2, aad_len);
        mac_bytes(ccm, prefix, 10);
    }
}

static mifu_status check_lengths(size_t nonce_len, size_t tag_len, uint64_t text_len)
{
    unsigned q = (unsigned)(15 - nonce_len); /* bytes of the length field */

    if (nonce_len < 7 || nonce_len > 13 || tag_len < 4 || tag_len > 16 || tag_len % 2 != 0)
        return MIFU_ERR_ARGUMENT_LENGTH;
    return q < 8 && text_len >> (8 * q) != 0 ? MIFU_ERR_LIMIT : MIFU_OK;
}

static mifu_status init(mifu_sm4_ccm *ccm, const mifu_sm4_key *key, const uint8_t *nonce,
                        size_t nonce_len, uint64_t aad_len, uint64_t text_len, size_t tag_len,
                        uint32_t stage)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    uint8_t first[2][16];
    mifu_status status;
    size_t q;

    if (ccm == NULL || key == NULL || nonce == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = check_lengths(nonce_len, tag_len, text_len);
    if (status != MIFU_OK)
        return status;
    memset(ccm, 0, sizeof *ccm);
    q = 15 - nonce_len;
    ccm->key = key;
    ccm->stage = stage;
    ccm->tag_len = (uint32_t)tag_len;
    ccm->aad_left = aad_len;
    ccm->text_left = text_len;

    /* B_0 = flags || N || Q (A.2.1), Ctr_0 = flags || N || 0 (A.3) */
    memset(first, 0, sizeof first);
    mifu_store64_be(first[0] + 8, text_len); /* the nonce covers the zeros above q bytes */
    first[0][0] = (uint8_t)((aad_len != 0 ? 64 : 0) + 8 * ((tag_len - 2) / 2) + (q - 1));
    memcpy(first[0] + 1, nonce, nonce_len);
    first[1][0] = (uint8_t)(q - 1);
    memcpy(first[1] + 1, nonce, nonce_len);
    memcpy(ccm->counter, first[1], 16);
    mifu_sm4_counter_add(ccm->counter, 1);
    kernels->encrypt(key, first[0], first[0], 2);
    memcpy(ccm->mac, first[0], 16);
    memcpy(ccm->tag_mask, first[1], 16);
    mac_aad_length(ccm, aad_len);
    mifu_wipe(first, sizeof first);
    return MIFU_OK;
}

mifu_status mifu_sm4_ccm_encrypt_init(mifu_sm4_ccm *ccm, const mifu_sm4_key *key,
                                      const uint8_t *nonce, size_t nonce_len, uint64_t aad_len,
                                      uint64_t text_len, size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(ccm, key, nonce, nonce_len, aad_len, text_len, tag_len, MIFU_SM4_STAGE_ENCRYPT);
}

mifu_status mifu_sm4_ccm_decrypt_init(mifu_sm4_ccm *ccm, const mifu_sm4_key *key,
                                      const uint8_t *nonce, size_t nonce_len, uint64_t aad_len,
                                      uint64_t text_len, size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(ccm, key, nonce, nonce_len, aad_len, text_len, tag_len, MIFU_SM4_STAGE_DECRYPT);
}

static void mac_aad(mifu_sm4_ccm *ccm, const uint8_t *aad, size_t aad_len)
{
    mac_bytes(ccm, aad, aad_len);
    ccm->aad_left -= aad_len;
    if (ccm->aad_left == 0 && aad_len != 0)
        mac_pad(ccm);
}

mifu_status mifu_sm4_ccm_aad_update(mifu_sm4_ccm *ccm, const uint8_t *aad, size_t aad_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (ccm == NULL || (aad == NULL && aad_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (ccm->stage == MIFU_SM4_STAGE_ENDED)
        return MIFU_ERR_ARGUMENT_STATE;
    if (aad_len > ccm->aad_left)
        return MIFU_ERR_ARGUMENT_LENGTH;
    mac_aad(ccm, aad, aad_len);
    return MIFU_OK;
}

/*
 * Counter mode, at most up to the end of a block. The counter field of q bytes does not overflow:
 * the length was checked.
 */
static void count(mifu_sm4_ccm *ccm, uint8_t *out, const uint8_t *in, size_t len)
{
    if (ccm->used == 0) {
        mifu_sm4_kernels_in_use()->encrypt(ccm->key, ccm->stream, ccm->counter, 1);
        mifu_sm4_counter_add(ccm->counter, 1);
    }
    mifu_xor_bytes(out, in, ccm->stream + ccm->used, len);
    ccm->used = (uint32_t)((ccm->used + len) % 16);
}

/* The text's blocks begin where those of the counter do, so both are cut at the same places. */
static void crypt_text(mifu_sm4_ccm *ccm, uint8_t *out, const uint8_t *in, size_t len)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();

    ccm->text_left -= len;
    while (len > 0) {
        int encrypts = ccm->stage == MIFU_SM4_STAGE_ENCRYPT;
        size_t n = len;

        if (ccm->used == 0 && len >= 16) { /* then mac_fill is 0 too */
            n = len - len % 16;
            (encrypts ? kernels->ccm_encrypt : kernels->ccm_decrypt)(ccm->key, ccm->counter,
                                                                     ccm->mac, out, in, n / 16);
        } else {
            if (ccm->used != 0 && n > 16 - ccm->used)
                n = 16 - ccm->used;
            if (encrypts)
                mac_bytes(ccm, in, n);
            count(ccm, out, in, n);
            if (!encrypts)
                mac_bytes(ccm, out, n);
        }
        out += n;
        in += n;
        len -= n;
    }
}

static mifu_status update(uint8_t *out, mifu_sm4_ccm *ccm, const uint8_t *in, size_t len,
                          uint32_t stage)
{
    mifu_status status;

    if (ccm == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (ccm->stage != stage || (ccm->aad_left != 0 && len != 0))
        return MIFU_ERR_ARGUMENT_STATE;
    status = mifu_sm4_check_text(out, in, len);
    if (status != MIFU_OK)
        return status;
    if (len > ccm->text_left)
        return MIFU_ERR_ARGUMENT_LENGTH;
    crypt_text(ccm, out, in, len);
    return MIFU_OK;
}

mifu_status mifu_sm4_ccm_encrypt_update(uint8_t *ct, mifu_sm4_ccm *ccm, const uint8_t *pt,
                                        size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return update(ct, ccm, pt, len, MIFU_SM4_STAGE_ENCRYPT);
}

mifu_status mifu_sm4_ccm_decrypt_update_unverified(uint8_t *pt, mifu_sm4_ccm *ccm,
                                                   const uint8_t *ct, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return update(pt, ccm, ct, len, MIFU_SM4_STAGE_DECRYPT);
}

static void make_tag(uint8_t tag[16], mifu_sm4_ccm *ccm)
{
    mac_pad(ccm);
    mifu_sm4_xor_block(tag, ccm->mac, ccm->tag_mask);
}

mifu_status mifu_sm4_ccm_encrypt_final(uint8_t *tag, mifu_sm4_ccm *ccm)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t full[16];
    mifu_status status = MIFU_OK;

    if (tag == NULL || ccm == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (ccm->stage != MIFU_SM4_STAGE_ENCRYPT)
        return MIFU_ERR_ARGUMENT_STATE;
    if (ccm->aad_left != 0 || ccm->text_left != 0) {
        status = MIFU_ERR_ARGUMENT_LENGTH;
    } else {
        make_tag(full, ccm);
        memcpy(tag, full, ccm->tag_len);
        mifu_wipe(full, sizeof full);
    }
    mifu_sm4_ccm_wipe(ccm);
    return status;
}

mifu_status mifu_sm4_ccm_decrypt_final(mifu_sm4_ccm *ccm, const uint8_t *tag)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t full[16];
    mifu_status status = MIFU_OK;

    if (tag == NULL || ccm == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (ccm->stage != MIFU_SM4_STAGE_DECRYPT)
        return MIFU_ERR_ARGUMENT_STATE;
    if (ccm->aad_left != 0 || ccm->text_left != 0) {
        status = MIFU_ERR_ARGUMENT_LENGTH;
    } else {
        make_tag(full, ccm);
        if (mifu_compare_tags(full, tag, ccm->tag_len) != MIFU_OK)
            status = MIFU_ERR_AUTHENTICATION;
        mifu_wipe(full, sizeof full);
    }
    mifu_sm4_ccm_wipe(ccm);
    return status;
}

void mifu_sm4_ccm_wipe(mifu_sm4_ccm *ccm)
{
    mifu_wipe(ccm, sizeof *ccm);
}

mifu_status mifu_sm4_ccm_seal(uint8_t *ct, uint8_t *tag, size_t tag_len, const mifu_sm4_key *key,
                              const uint8_t *nonce, size_t nonce_len, const uint8_t *aad,
                              size_t aad_len, const uint8_t *pt, size_t pt_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_ccm ccm;
    mifu_status status = mifu_sm4_check_text(ct, pt, pt_len);

    if (tag == NULL || (aad == NULL && aad_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (status == MIFU_OK && mifu_overlaps(tag, tag_len, ct, pt_len))
        status = MIFU_ERR_ARGUMENT_OVERLAP;
    if (status == MIFU_OK)
        status =
            init(&ccm, key, nonce, nonce_len, aad_len, pt_len, tag_len, MIFU_SM4_STAGE_ENCRYPT);
    if (status != MIFU_OK)
        return status;
    mac_aad(&ccm, aad, aad_len);
    crypt_text(&ccm, ct, pt, pt_len);
    status = mifu_sm4_ccm_encrypt_final(tag, &ccm);
    mifu_declassify(ct, pt_len); /* ciphertext and tag are what may be seen */
    mifu_declassify(tag, tag_len);
    return status;
}

mifu_status mifu_sm4_ccm_open(uint8_t *pt, const mifu_sm4_key *key, const uint8_t *nonce,
                              size_t nonce_len, const uint8_t *aad, size_t aad_len,
                              const uint8_t *ct, size_t ct_len, const uint8_t *tag, size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_ccm ccm;
    uint8_t received[16]; /* the tag may lie where the plaintext goes */
    mifu_status status = mifu_sm4_check_text(pt, ct, ct_len);

    if (tag == NULL || (aad == NULL && aad_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (status == MIFU_OK)
        status =
            init(&ccm, key, nonce, nonce_len, aad_len, ct_len, tag_len, MIFU_SM4_STAGE_DECRYPT);
    if (status != MIFU_OK)
        return status;
    memcpy(received, tag, tag_len);
    mac_aad(&ccm, aad, aad_len);
    crypt_text(&ccm, pt, ct, ct_len);
    status = mifu_sm4_ccm_decrypt_final(&ccm, received);
    if (status != MIFU_OK)
        mifu_wipe(pt, ct_len);
    return status;
}
