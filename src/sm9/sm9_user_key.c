/* SPDX-License-Identifier: Apache-2.0 */
/* Users' private keys from and to bytes, and their check against an identity. */
#include "base_state.h"
#include "sm9_internal.h"
#include "sm9_kernels.h"

mifu_status mifu_sm9_sign_key_from_bytes(mifu_sm9_sign_key *key,
                                         const mifu_sm9_sign_master_public_key *master,
                                         const uint8_t *ds, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm9_g1 point;
    mifu_status status;

    if (key == NULL || master == NULL || (ds == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm9_g1_from_bytes(&point, ds, len);
    mifu_wipe(key, sizeof *key);
    if (status == MIFU_OK) {
        mifu_mark_secret(&point, sizeof point);
        memcpy(key->ds, &point, sizeof key->ds);
        key->master = *master;
    }
    mifu_wipe(&point, sizeof point);
    mifu_sm9_wipe_stack();
    return status;
}

mifu_status mifu_sm9_encrypt_key_from_bytes(mifu_sm9_encrypt_key *key,
                                            const mifu_sm9_encrypt_master_public_key *master,
                                            const uint8_t *de, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm9_g2 point;
    mifu_status status;

    if (key == NULL || (de == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm9_g2_from_bytes(&point, de, len);
    mifu_wipe(key, sizeof *key);
    if (status == MIFU_OK) {
        mifu_mark_secret(&point, sizeof point);
        memcpy(key->de, &point, sizeof key->de);
        if (master != NULL) {
            key->has_master = 1;
            key->master = *master;
        }
    }
    mifu_wipe(&point, sizeof point);
    mifu_sm9_wipe_stack();
    return status;
}

void mifu_sm9_sign_key_to_bytes(uint8_t ds[MIFU_SM9_G1_SIZE], const mifu_sm9_sign_key *key)
{
    MIFU_ZEROS_WHEN_CLOSED(ds, MIFU_SM9_G1_SIZE);
    mifu_sm9_g1 point;

    memcpy(&point, key->ds, sizeof point);
    ds[0] = 0x04;
    mifu_sm9_g1_to_bytes(ds + 1, &point);
    mifu_wipe(&point, sizeof point);
}

void mifu_sm9_encrypt_key_to_bytes(uint8_t de[MIFU_SM9_G2_SIZE], const mifu_sm9_encrypt_key *key)
{
    MIFU_ZEROS_WHEN_CLOSED(de, MIFU_SM9_G2_SIZE);
    mifu_sm9_g2 point;

    memcpy(&point, key->de, sizeof point);
    de[0] = 0x04;
    mifu_sm9_g2_to_bytes(de + 1, &point);
    mifu_wipe(&point, sizeof point);
}

/* g is known; the pairing with the private key equals it or not, which is the answer. */
static mifu_status compare(const mifu_sm9_fp12 *pairing, const uint64_t g[48])
{
    uint64_t words[48], difference = 0, equal;

    memcpy(words, pairing, sizeof words);
    for (int i = 0; i < 48; i++)
        difference |= words[i] ^ g[i];
    equal = mifu_mask_zero64(difference);
    mifu_declassify(&equal, sizeof equal);
    mifu_wipe(words, sizeof words);
    return equal ? MIFU_OK : MIFU_ERR_RANGE_KEY_MISMATCH;
}

mifu_status mifu_sm9_sign_key_check(const mifu_sm9_sign_key *key, const uint8_t *id, size_t id_len,
                                    uint8_t hid)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm9_g1 ds;
    mifu_sm9_g2 p;
    mifu_sm9_fp12 e;
    mifu_status status;

    if (key == NULL || (id == NULL && id_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (mifu_sm9_sign_identity_point(&p, &key->master, id, id_len, hid) != MIFU_OK)
        return MIFU_ERR_RANGE_KEY_MISMATCH;
    memcpy(&ds, key->ds, sizeof ds);
    mifu_sm9_kernels_in_use()->pairing(&e, &ds, &p);
    status = compare(&e, key->master.g);
    mifu_wipe(&ds, sizeof ds);
    mifu_wipe(&e, sizeof e);
    mifu_sm9_wipe_stack();
    return status;
}

mifu_status mifu_sm9_encrypt_key_check(const mifu_sm9_encrypt_key *key, const uint8_t *id,
                                       size_t id_len, uint8_t hid)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm9_g1 q;
    mifu_sm9_fp12 e;
    mifu_status status;

    if (key == NULL || (id == NULL && id_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (!key->has_master)
        return MIFU_ERR_ARGUMENT_STATE;
    if (mifu_sm9_encrypt_identity_point(&q, &key->master, id, id_len, hid) != MIFU_OK)
        return MIFU_ERR_RANGE_KEY_MISMATCH;
    mifu_sm9_pairing_with_key(&e, &q, key);
    status = compare(&e, key->master.g);
    mifu_wipe(&e, sizeof e);
    mifu_sm9_wipe_stack();
    return status;
}

void mifu_sm9_pairing_with_key(mifu_sm9_fp12 *r, const mifu_sm9_g1 *p,
                               const mifu_sm9_encrypt_key *key)
{
    mifu_sm9_g2 de;

    if (key->lines != NULL) {
        mifu_sm9_kernels_in_use()->pairing_with_lines(r, p, mifu_sm9_lines_in(key->lines));
        return;
    }
    memcpy(&de, key->de, sizeof de);
    mifu_mark_secret(&de, sizeof de);
    mifu_sm9_kernels_in_use()->pairing(r, p, &de);
    mifu_wipe(&de, sizeof de);
}

void mifu_sm9_sign_key_wipe(mifu_sm9_sign_key *key)
{
    mifu_wipe(key, sizeof *key);
}

void mifu_sm9_encrypt_key_wipe(mifu_sm9_encrypt_key *key)
{
    mifu_wipe(key, sizeof *key);
}
