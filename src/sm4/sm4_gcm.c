/* SPDX-License-Identifier: Apache-2.0 */
/* SM4-GCM and GMAC: GB/T 36624-2018, RFC 8998, NIST SP 800-38D, whose names are used here. */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "mifu/sm4_aead.h"
#include "sm4_block.h"
#include "sm4_check.h"
#include "sm4_stage.h"

#define MAX_TEXT ((UINT64_C(1) << 36) - 32) /* bytes: 2^32 - 2 blocks */
#define MAX_AAD  (UINT64_C(1) << 61)        /* bytes: 2^64 bits */

static int is_encrypting(const mifu_sm4_gcm *gcm)
{
    return gcm->stage == MIFU_SM4_STAGE_ENCRYPT || gcm->stage == MIFU_SM4_STAGE_ENCRYPT_AAD;
}

static int is_before_text(const mifu_sm4_gcm *gcm)
{
    return gcm->stage == MIFU_SM4_STAGE_ENCRYPT_AAD || gcm->stage == MIFU_SM4_STAGE_DECRYPT_AAD;
}

/*
 * H = E(0) and, for the usual IV, E(J0) in the same call of the kernel. `bytes` is how much will
 * probably be hashed. 7.1 step 2.
 */
static mifu_status init(mifu_sm4_gcm *gcm, const mifu_sm4_key *key, const uint8_t *iv,
                        size_t iv_len, uint32_t stage, uint64_t bytes)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    uint8_t first[2][16] = {{0}, {0}};

    if (gcm == NULL || key == NULL || (iv == NULL && iv_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (iv_len == 0)
        return MIFU_ERR_ARGUMENT_LENGTH;
    if (iv_len >= MAX_AAD)
        return MIFU_ERR_LIMIT;
    gcm->key = key;
    gcm->stage = stage;
    gcm->used = 0;
    gcm->aad_len = 0;
    gcm->text_len = 0;
    memset(gcm->hash, 0, sizeof gcm->hash);
    if (iv_len == 12) {
        memcpy(gcm->counter, iv, 12);
        mifu_store32_be(gcm->counter + 12, 1);
        memcpy(first[1], gcm->counter, 16);
        kernels->encrypt(key, first[0], first[0], 2);
        mifu_ghash_init(gcm->hash_key, first[0], bytes);
        memcpy(gcm->tag_mask, first[1], 16);
    } else {
        kernels->encrypt(key, first[0], first[0], 1);
        mifu_ghash_init(gcm->hash_key, first[0], bytes > iv_len ? bytes : iv_len);
        memset(gcm->counter, 0, 16);
        mifu_ghash_update_padded(gcm->hash_key, gcm->counter, iv, iv_len);
        mifu_store64_be(first[1] + 8, (uint64_t)iv_len * 8);
        mifu_ghash_update(gcm->hash_key, gcm->counter, first[1], 1);
        kernels->encrypt(key, gcm->tag_mask, gcm->counter, 1);
    }
    mifu_sm4_counter32_add(gcm->counter, 1);
    mifu_wipe(first, sizeof first);
    return MIFU_OK;
}

/* A streaming message: its length is not known, and will pay for the powers of H. */
#define LONG_MESSAGE (UINT64_C(1) << 20)

mifu_status mifu_sm4_gcm_encrypt_init(mifu_sm4_gcm *gcm, const mifu_sm4_key *key, const uint8_t *iv,
                                      size_t iv_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(gcm, key, iv, iv_len, MIFU_SM4_STAGE_ENCRYPT_AAD, LONG_MESSAGE);
}

mifu_status mifu_sm4_gcm_decrypt_init(mifu_sm4_gcm *gcm, const mifu_sm4_key *key, const uint8_t *iv,
                                      size_t iv_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return init(gcm, key, iv, iv_len, MIFU_SM4_STAGE_DECRYPT_AAD, LONG_MESSAGE);
}

/* Associated data: bytes of a block not yet whole wait in `partial`. */
static void hash_aad(mifu_sm4_gcm *gcm, const uint8_t *aad, size_t aad_len)
{
    size_t fill = (size_t)(gcm->aad_len % 16), n;

    gcm->aad_len += aad_len;
    if (fill != 0) {
        n = aad_len < 16 - fill ? aad_len : 16 - fill;
        mifu_copy(gcm->partial + fill, aad, n);
        if (fill + n < 16)
            return;
        mifu_ghash_update(gcm->hash_key, gcm->hash, gcm->partial, 1);
        aad += n;
        aad_len -= n;
    }
    n = aad_len - aad_len % 16;
    mifu_ghash_update(gcm->hash_key, gcm->hash, aad, n / 16);
    if (aad_len != n)
        memcpy(gcm->partial, aad + n, aad_len - n);
}

mifu_status mifu_sm4_gcm_aad_update(mifu_sm4_gcm *gcm, const uint8_t *aad, size_t aad_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (gcm == NULL || (aad == NULL && aad_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (!is_before_text(gcm))
        return MIFU_ERR_ARGUMENT_STATE;
    if (aad_len >= MAX_AAD - gcm->aad_len)
        return MIFU_ERR_LIMIT;
    hash_aad(gcm, aad, aad_len);
    return MIFU_OK;
}

/* Fills up and hashes the block in `partial`, which has `fill` bytes. */
static void hash_partial(mifu_sm4_gcm *gcm, size_t fill)
{
    if (fill == 0)
        return;
    memset(gcm->partial + fill, 0, 16 - fill);
    mifu_ghash_update(gcm->hash_key, gcm->hash, gcm->partial, 1);
}

static void end_aad(mifu_sm4_gcm *gcm)
{
    if (!is_before_text(gcm))
        return;
    hash_partial(gcm, (size_t)(gcm->aad_len % 16));
    gcm->stage = is_encrypting(gcm) ? MIFU_SM4_STAGE_ENCRYPT : MIFU_SM4_STAGE_DECRYPT;
}

/* Bytes inside a block: its key stream is in `stream`, its ciphertext gathers in `partial`. */
static void crypt_bytes(mifu_sm4_gcm *gcm, uint8_t *out, const uint8_t *in, size_t len)
{
    int encrypting = is_encrypting(gcm);

    for (size_t i = 0; i < len; i++) {
        uint8_t from = in[i], to = (uint8_t)(from ^ gcm->stream[gcm->used]);

        gcm->partial[gcm->used++] = encrypting ? to : from;
        out[i] = to;
    }
    if (gcm->used == 16) {
        mifu_ghash_update(gcm->hash_key, gcm->hash, gcm->partial, 1);
        gcm->used = 0;
    }
}

static void crypt_text(mifu_sm4_gcm *gcm, uint8_t *out, const uint8_t *in, size_t len)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    size_t n;

    gcm->text_len += len;
    if (gcm->used != 0) {
        n = len < 16 - gcm->used ? len : 16 - gcm->used;
        crypt_bytes(gcm, out, in, n);
        if (n == len)
            return;
        out += n;
        in += n;
        len -= n;
    }
    n = len - len % 16;
    if (n != 0) {
        (is_encrypting(gcm) ? kernels->gcm_encrypt : kernels->gcm_decrypt)(
            gcm->key, gcm->hash_key, gcm->counter, gcm->hash, out, in, n / 16);
        out += n;
        in += n;
        len -= n;
    }
    if (len != 0) {
        kernels->encrypt(gcm->key, gcm->stream, gcm->counter, 1);
        mifu_sm4_counter32_add(gcm->counter, 1);
        crypt_bytes(gcm, out, in, len);
    }
}

static mifu_status update(uint8_t *out, mifu_sm4_gcm *gcm, const uint8_t *in, size_t len,
                          int encrypting)
{
    mifu_status status;

    if (gcm == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (gcm->stage == MIFU_SM4_STAGE_ENDED || is_encrypting(gcm) != encrypting)
        return MIFU_ERR_ARGUMENT_STATE;
    status = mifu_sm4_check_text(out, in, len);
    if (status != MIFU_OK)
        return status;
    if (len > MAX_TEXT - gcm->text_len)
        return MIFU_ERR_LIMIT;
    end_aad(gcm);
    if (len != 0)
        crypt_text(gcm, out, in, len);
    return MIFU_OK;
}

mifu_status mifu_sm4_gcm_encrypt_update(uint8_t *ct, mifu_sm4_gcm *gcm, const uint8_t *pt,
                                        size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return update(ct, gcm, pt, len, 1);
}

mifu_status mifu_sm4_gcm_decrypt_update_unverified(uint8_t *pt, mifu_sm4_gcm *gcm,
                                                   const uint8_t *ct, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return update(pt, gcm, ct, len, 0);
}

/* 7.1 steps 5 and 6. */
static void make_tag(uint8_t tag[16], mifu_sm4_gcm *gcm)
{
    uint8_t lengths[16];

    end_aad(gcm);
    hash_partial(gcm, gcm->used);
    mifu_store64_be(lengths, gcm->aad_len * 8);
    mifu_store64_be(lengths + 8, gcm->text_len * 8);
    mifu_ghash_update(gcm->hash_key, gcm->hash, lengths, 1);
    mifu_sm4_xor_block(tag, gcm->hash, gcm->tag_mask);
}

static mifu_status final(uint8_t *tag, size_t tag_len, mifu_sm4_gcm *gcm)
{
    mifu_status status = MIFU_OK;
    uint8_t full[16];

    if (tag_len < 4 || tag_len > 16) {
        status = MIFU_ERR_ARGUMENT_LENGTH;
    } else {
        make_tag(full, gcm);
        memcpy(tag, full, tag_len);
        mifu_wipe(full, sizeof full);
    }
    mifu_sm4_gcm_wipe(gcm);
    return status;
}

mifu_status mifu_sm4_gcm_encrypt_final(uint8_t *tag, size_t tag_len, mifu_sm4_gcm *gcm)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (tag == NULL || gcm == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (gcm->stage == MIFU_SM4_STAGE_ENDED || !is_encrypting(gcm))
        return MIFU_ERR_ARGUMENT_STATE;
    return final(tag, tag_len, gcm);
}

mifu_status mifu_sm4_gcm_decrypt_final(mifu_sm4_gcm *gcm, const uint8_t *tag, size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t expected[16];
    mifu_status status;

    if (tag == NULL || gcm == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (gcm->stage == MIFU_SM4_STAGE_ENDED || is_encrypting(gcm))
        return MIFU_ERR_ARGUMENT_STATE;
    status = final(expected, tag_len, gcm);
    if (status == MIFU_OK && mifu_compare_tags(expected, tag, tag_len) != MIFU_OK)
        status = MIFU_ERR_AUTHENTICATION;
    mifu_wipe(expected, sizeof expected);
    return status;
}

void mifu_sm4_gcm_wipe(mifu_sm4_gcm *gcm)
{
    mifu_wipe(gcm, sizeof *gcm);
}

/* What seal and open check before anything is written. */
static mifu_status check(const uint8_t *out, const uint8_t *aad, size_t aad_len, const uint8_t *in,
                         size_t len, const uint8_t *tag, size_t tag_len)
{
    if (tag == NULL || (aad == NULL && aad_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (tag_len < 4 || tag_len > 16)
        return MIFU_ERR_ARGUMENT_LENGTH;
    if (len > MAX_TEXT || aad_len >= MAX_AAD)
        return MIFU_ERR_LIMIT;
    return mifu_sm4_check_text(out, in, len);
}

mifu_status mifu_sm4_gcm_seal(uint8_t *ct, uint8_t *tag, size_t tag_len, const mifu_sm4_key *key,
                              const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len,
                              const uint8_t *pt, size_t pt_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_gcm gcm;
    mifu_status status = check(ct, aad, aad_len, pt, pt_len, tag, tag_len);

    if (status != MIFU_OK)
        return status;
    if (mifu_overlaps(tag, tag_len, ct, pt_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    status = init(&gcm, key, iv, iv_len, MIFU_SM4_STAGE_ENCRYPT_AAD, (uint64_t)pt_len + aad_len);
    if (status != MIFU_OK)
        return status;
    hash_aad(&gcm, aad, aad_len);
    end_aad(&gcm);
    if (pt_len != 0)
        crypt_text(&gcm, ct, pt, pt_len);
    status = final(tag, tag_len, &gcm);
    mifu_declassify(ct, pt_len); /* ciphertext and tag are what may be seen */
    mifu_declassify(tag, tag_len);
    return status;
}

/*
 * Hashes and decrypts in one pass and zeroes the output when the tag is wrong. The tag is copied
 * first: it may lie where the plaintext goes.
 */
mifu_status mifu_sm4_gcm_open(uint8_t *pt, const mifu_sm4_key *key, const uint8_t *iv,
                              size_t iv_len, const uint8_t *aad, size_t aad_len, const uint8_t *ct,
                              size_t ct_len, const uint8_t *tag, size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm4_gcm gcm;
    uint8_t expected[16], received[16];
    mifu_status status = check(pt, aad, aad_len, ct, ct_len, tag, tag_len);

    if (status != MIFU_OK)
        return status;
    memcpy(received, tag, tag_len);
    status = init(&gcm, key, iv, iv_len, MIFU_SM4_STAGE_DECRYPT_AAD, (uint64_t)ct_len + aad_len);
    if (status != MIFU_OK)
        return status;
    hash_aad(&gcm, aad, aad_len);
    end_aad(&gcm);
    if (ct_len != 0)
        crypt_text(&gcm, pt, ct, ct_len);
    status = final(expected, tag_len, &gcm);
    if (status == MIFU_OK && mifu_compare_tags(expected, received, tag_len) != MIFU_OK) {
        mifu_wipe(pt, ct_len);
        status = MIFU_ERR_AUTHENTICATION;
    }
    mifu_wipe(expected, sizeof expected);
    return status;
}

/* ---- GMAC: SP 800-38D clause 3 ---- */

mifu_status mifu_sm4_gmac_mac(uint8_t *tag, size_t tag_len, const mifu_sm4_key *key,
                              const uint8_t *iv, size_t iv_len, const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return mifu_sm4_gcm_seal(NULL, tag, tag_len, key, iv, iv_len, msg, msg_len, NULL, 0);
}

mifu_status mifu_sm4_gmac_verify(const mifu_sm4_key *key, const uint8_t *iv, size_t iv_len,
                                 const uint8_t *msg, size_t msg_len, const uint8_t *tag,
                                 size_t tag_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status =
        mifu_sm4_gcm_open(NULL, key, iv, iv_len, msg, msg_len, NULL, 0, tag, tag_len);

    return status == MIFU_ERR_AUTHENTICATION ? MIFU_INVALID : status;
}

mifu_status mifu_sm4_gmac_init(mifu_sm4_gmac *gmac, const mifu_sm4_key *key, const uint8_t *iv,
                               size_t iv_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (gmac == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm4_gcm_encrypt_init(&gmac->gcm, key, iv, iv_len);
}

mifu_status mifu_sm4_gmac_update(mifu_sm4_gmac *gmac, const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (gmac == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm4_gcm_aad_update(&gmac->gcm, msg, msg_len);
}

mifu_status mifu_sm4_gmac_final(uint8_t *tag, size_t tag_len, mifu_sm4_gmac *gmac)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (gmac == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_sm4_gcm_encrypt_final(tag, tag_len, &gmac->gcm);
}

void mifu_sm4_gmac_wipe(mifu_sm4_gmac *gmac)
{
    mifu_sm4_gcm_wipe(&gmac->gcm);
}
