/* SPDX-License-Identifier: Apache-2.0 */
/* Many decryptions: GB/T 32918.4-2016 clause 7. */
#include "base_state.h"
#include "sm2_many_internal.h"

#include "sm2_ciphertext.h"

/* Reads one ciphertext: everything that does not need the key. */
static mifu_status read_item(mifu_sm2_ciphertext *parts, mifu_affine *c1, uint8_t *pt,
                             size_t pt_cap, size_t *pt_len, const mifu_sm2_private_key *key,
                             mifu_sm2_format format, const uint8_t *ct, size_t ct_len)
{
    mifu_status status;

    *pt_len = 0;
    if (key == NULL || (ct == NULL && ct_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (pt != NULL && mifu_sm2_overlaps(pt, pt_cap < ct_len ? pt_cap : ct_len, ct, ct_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    status = mifu_sm2_ciphertext_read(parts, c1, format, ct, ct_len);
    if (status != MIFU_OK)
        return status;
    *pt_len = parts->c2_len;
    return pt == NULL || pt_cap < parts->c2_len ? MIFU_ERR_BUFFER : MIFU_OK;
}

static void decrypt_chunk(uint8_t *const *pts, const size_t *pt_caps, size_t *pt_lens,
                          mifu_status *status, const mifu_sm2_private_key *const *keys,
                          mifu_sm2_format format, const uint8_t *const *cts, const size_t *ct_lens,
                          size_t count)
{
    mifu_sm2_ciphertext parts[MIFU_SM2_MANY_CHUNK];
    mifu_u256 d[MIFU_SM2_MANY_CHUNK];
    mifu_affine c1[MIFU_SM2_MANY_CHUNK], shared[MIFU_SM2_MANY_CHUNK];

    for (size_t i = 0; i < count; i++) {
        status[i] = read_item(&parts[i], &c1[i], pts[i], pt_caps[i], &pt_lens[i], keys[i], format,
                              cts[i], ct_lens[i]);
        if (status[i] == MIFU_OK) {
            mifu_u256_from_words(&d[i], keys[i]->d);
            mifu_mark_secret(&d[i], sizeof d[i]);
        } else {
            c1[i] = mifu_curve_base;
            mifu_sm2_many_idle(&d[i]);
        }
    }
    mifu_sm2_many_kernels_in_use()->multiply(shared, d, c1, count);
    for (size_t i = 0; i < count; i++) {
        if (status[i] != MIFU_OK)
            continue;
        status[i] = mifu_sm2_decrypt_with_point(pts[i], &parts[i], &shared[i]);
        if (status[i] != MIFU_OK)
            pt_lens[i] = 0;
    }
    mifu_wipe(d, sizeof d);
    mifu_wipe(shared, sizeof shared);
}

mifu_status mifu_sm2_decrypt_many(uint8_t *const *pts, const size_t *pt_caps, size_t *pt_lens,
                                  mifu_status *status, const mifu_sm2_private_key *const *keys,
                                  mifu_sm2_format format, const uint8_t *const *cts,
                                  const size_t *ct_lens, size_t count)
{
    MIFU_REFUSE_MANY_WHEN_CLOSED(status, count);
    if (count != 0 && (pts == NULL || pt_caps == NULL || pt_lens == NULL || status == NULL ||
                       keys == NULL || cts == NULL || ct_lens == NULL))
        return MIFU_ERR_ARGUMENT_NULL;
    if (format == MIFU_SM2_AUTO) { /* an item may have several readings: one by one */
        for (size_t i = 0; i < count; i++)
            status[i] = mifu_sm2_decrypt(pts[i], pt_caps[i], &pt_lens[i], keys[i], format, cts[i],
                                         ct_lens[i]);
    } else {
        for (size_t i = 0; i < count; i += MIFU_SM2_MANY_CHUNK)
            decrypt_chunk(pts + i, pt_caps + i, pt_lens + i, status + i, keys + i, format, cts + i,
                          ct_lens + i, mifu_sm2_many_chunk(count - i));
    }
    return mifu_sm2_many_result(status, count);
}
