/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key decryption: GB/T 32918.4-2016 clause 7. */
#include "base_state.h"
#include "kdf_sm3.h"
#include "sm2_ciphertext.h"
#include "sm2_internal.h"
#include "sm2_kernels.h"
#include "sm3_kernels.h"

mifu_status mifu_sm2_decrypt_with_point(uint8_t *pt, const mifu_sm2_ciphertext *parts,
                                        const mifu_affine *shared)
{
    uint8_t secret[64], c3[MIFU_SM2_C3_SIZE];
    mifu_kdf_sm3_stream stream;
    mifu_sm3 sm3;
    mifu_status status;
    uint64_t good;

    mifu_sm2_point_to_xy(secret, shared);
    mifu_kdf_sm3_init(&stream, secret, sizeof secret);
    status = mifu_kdf_sm3_xor(&stream, pt, parts->c2, parts->c2_len);
    if (status == MIFU_OK) {
        mifu_sm3_init(&sm3);
        mifu_sm3_update(&sm3, secret, 32);
        mifu_sm3_update(&sm3, pt, parts->c2_len);
        mifu_sm3_update(&sm3, secret + 32, 32);
        mifu_sm3_finish(c3, &sm3);
        /* B4: the key stream is all zero exactly where the message is C2. */
        good = mifu_mask_equal_bytes(c3, parts->c3, sizeof c3) &
               ~mifu_mask_equal_bytes(pt, parts->c2, parts->c2_len);
        /* Success or failure is the answer. */
        mifu_declassify(&good, sizeof good);
        if (!good)
            status = MIFU_ERR_AUTHENTICATION;
    }
    if (status != MIFU_OK)
        mifu_wipe(pt, parts->c2_len);
    mifu_kdf_sm3_wipe(&stream);
    mifu_wipe(secret, sizeof secret);
    mifu_wipe(c3, sizeof c3);
    return status;
}

/* B1-B6 for parts that are well formed. pt has c2_len bytes. */
static MIFU_NOINLINE mifu_status open_parts(uint8_t *pt, const mifu_sm2_private_key *key,
                                            const mifu_sm2_ciphertext *parts, const mifu_affine *c1)
{
    mifu_affine shared;
    mifu_u256 d;
    mifu_status status;

    mifu_u256_from_words(&d, key->d);
    mifu_mark_secret(&d, sizeof d);
    mifu_sm2_kernels_in_use()->point_multiply(&shared, &d, c1); /* not infinity: prime order */
    status = mifu_sm2_decrypt_with_point(pt, parts, &shared);
    mifu_wipe(&d, sizeof d);
    mifu_wipe(&shared, sizeof shared);
    return status;
}

mifu_status mifu_sm2_ciphertext_read(mifu_sm2_ciphertext *parts, mifu_affine *c1,
                                     mifu_sm2_format format, const uint8_t *ct, size_t ct_len)
{
    mifu_status status = mifu_sm2_ciphertext_parse(parts, format, ct, ct_len);

    return status == MIFU_OK ? mifu_sm2_point_from_any(c1, parts->c1, parts->c1_len) : status;
}

static mifu_status decrypt_as(uint8_t *pt, size_t pt_cap, size_t *pt_len,
                              const mifu_sm2_private_key *key, mifu_sm2_format format,
                              const uint8_t *ct, size_t ct_len)
{
    mifu_sm2_ciphertext parts;
    mifu_affine c1;
    mifu_status status = mifu_sm2_ciphertext_read(&parts, &c1, format, ct, ct_len);

    if (status != MIFU_OK)
        return status;
    *pt_len = parts.c2_len;
    if (pt == NULL || pt_cap < parts.c2_len)
        return MIFU_ERR_BUFFER;
    status = open_parts(pt, key, &parts, &c1);
    if (status != MIFU_OK)
        *pt_len = 0;
    return status;
}

/* The readings that AUTO tries. */
static const mifu_sm2_format auto_formats[] = {MIFU_SM2_DER, MIFU_SM2_C1C3C2, MIFU_SM2_C1C2C3,
                                               MIFU_SM2_C1C3C2_NO_04, MIFU_SM2_C1C2C3_NO_04};

/* One reading of AUTO: the formats with 04 begin with 04 here, not with another form of C1. */
static mifu_status read_auto(mifu_sm2_ciphertext *parts, mifu_affine *c1, mifu_sm2_format format,
                             const uint8_t *ct, size_t ct_len)
{
    if ((format == MIFU_SM2_C1C3C2 || format == MIFU_SM2_C1C2C3) && ct_len != 0 && ct[0] != 0x04)
        return MIFU_ERR_ENCODING_POINT;
    return mifu_sm2_ciphertext_read(parts, c1, format, ct, ct_len);
}

/*
 * The longest message of any reading whose C1 is on the curve. Where there is none: the fault, of
 * the reading with 04 if it begins so, since that says most.
 */
static mifu_status auto_bound(size_t *bound, const uint8_t *ct, size_t ct_len)
{
    mifu_status status = MIFU_ERR_ENCODING_TRUNCATED;
    mifu_sm2_ciphertext parts;
    mifu_affine c1;

    *bound = 0;
    for (size_t i = 0; i < MIFU_COUNT_OF(auto_formats); i++) {
        mifu_status reading = read_auto(&parts, &c1, auto_formats[i], ct, ct_len);

        if (reading == MIFU_OK && parts.c2_len > *bound)
            *bound = parts.c2_len;
        if (status == MIFU_ERR_ENCODING_TRUNCATED && auto_formats[i] != MIFU_SM2_DER &&
            reading != MIFU_ERR_ENCODING_POINT)
            status = reading;
    }
    return *bound != 0 ? MIFU_OK : status;
}

/*
 * Every reading whose C1 is on the curve is tried; exactly one must have the right C3. Two right
 * readings would be a collision of SM3, but in doubt this fails.
 */
static mifu_status decrypt_auto(uint8_t *pt, size_t pt_cap, size_t *pt_len,
                                const mifu_sm2_private_key *key, const uint8_t *ct, size_t ct_len)
{
    unsigned matches = 0;
    mifu_sm2_format match = MIFU_SM2_AUTO;
    mifu_sm2_ciphertext parts;
    mifu_affine c1;
    size_t bound;
    mifu_status status = auto_bound(&bound, ct, ct_len);

    if (status != MIFU_OK)
        return status;
    if (pt == NULL || pt_cap < bound) {
        *pt_len = bound;
        return MIFU_ERR_BUFFER;
    }
    for (size_t i = 0; i < MIFU_COUNT_OF(auto_formats); i++) {
        if (read_auto(&parts, &c1, auto_formats[i], ct, ct_len) != MIFU_OK)
            continue;
        status = open_parts(pt, key, &parts, &c1);
        if (status == MIFU_OK) {
            matches++;
            match = auto_formats[i];
            *pt_len = parts.c2_len;
        }
    }
    if (matches == 1 && status == MIFU_OK)
        return MIFU_OK;
    mifu_wipe(pt, bound);
    *pt_len = 0;
    if (matches == 1) /* a later reading has overwritten the message */
        return decrypt_as(pt, pt_cap, pt_len, key, match, ct, ct_len);
    return matches == 0 ? MIFU_ERR_AUTHENTICATION : MIFU_ERR_ENCODING_AMBIGUOUS;
}

mifu_status mifu_sm2_decrypt(uint8_t *pt, size_t pt_cap, size_t *pt_len,
                             const mifu_sm2_private_key *key, mifu_sm2_format format,
                             const uint8_t *ct, size_t ct_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status;

    if (pt_len == NULL || (ct == NULL && ct_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    *pt_len = 0;
    status = mifu_sm2_private_key_status(key);
    if (status != MIFU_OK)
        return status;
    /* What is written is shorter than the ciphertext. */
    if (pt != NULL && mifu_sm2_overlaps(pt, pt_cap < ct_len ? pt_cap : ct_len, ct, ct_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    if (format == MIFU_SM2_AUTO)
        status = decrypt_auto(pt, pt_cap, pt_len, key, ct, ct_len);
    else
        status = decrypt_as(pt, pt_cap, pt_len, key, format, ct, ct_len);
    mifu_sm2_wipe_stack();
    return status;
}
