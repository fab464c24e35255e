/* SPDX-License-Identifier: Apache-2.0 */
/* Users' private keys: GM/T 0044.2-2016 5.3, 0044.3-2016 5.3, 0044.4-2016 5.3. */
#include "base_state.h"
#include "sm9_internal.h"
#include "sm9_kernels.h"

/*
 * t2 = ks / (h1 + ks). The public hash and the secret key are added in constant time; that t1 is
 * zero tells the master key, which is why the standard has it changed then.
 */
int mifu_sm9_extraction_scalar(mifu_u256 *t2, const mifu_u256 *master, const uint8_t *id,
                               size_t id_len, uint8_t hid)
{
    mifu_u256 t1;
    uint64_t zero;

    mifu_sm9_h1(&t1, id, id_len, hid);
    mifu_sm9n_add(&t1, &t1, master);
    zero = mifu_u256_mask_zero(&t1);
    mifu_declassify(&zero, sizeof zero);
    mifu_sm9n_to_montgomery(&t1, &t1);
    mifu_sm9n_inverse(&t1, &t1);
    mifu_sm9n_mul(t2, &t1, master); /* one factor in Montgomery form: the result is plain */
    mifu_wipe(&t1, sizeof t1);
    return zero == 0;
}

mifu_status mifu_sm9_sign_key_extract(mifu_sm9_sign_key *key,
                                      const mifu_sm9_sign_master_key *master, const uint8_t *id,
                                      size_t id_len, uint8_t hid)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_u256 ks, t2;
    mifu_sm9_g1 ds;
    int good;

    if (key == NULL || master == NULL || (id == NULL && id_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    memcpy(ks.v, master->ks, sizeof ks.v);
    mifu_mark_secret(&ks, sizeof ks);
    good = mifu_sm9_extraction_scalar(&t2, &ks, id, id_len, hid);
    if (good) {
        mifu_sm9_kernels_in_use()->g1_base_multiply(&ds, &t2);
        memcpy(key->ds, &ds, sizeof key->ds);
        key->master = master->public_key;
        key->table = NULL;
        mifu_wipe(&ds, sizeof ds);
    } else {
        mifu_wipe(key, sizeof *key);
    }
    mifu_wipe(&ks, sizeof ks);
    mifu_wipe(&t2, sizeof t2);
    mifu_sm9_wipe_stack();
    return good ? MIFU_OK : MIFU_ERR_RANGE_MASTER_KEY_IDENTITY;
}

mifu_status mifu_sm9_encrypt_key_extract(mifu_sm9_encrypt_key *key,
                                         const mifu_sm9_encrypt_master_key *master,
                                         const uint8_t *id, size_t id_len, uint8_t hid)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_u256 ke, t2;
    mifu_sm9_g2 de;
    int good;

    if (key == NULL || master == NULL || (id == NULL && id_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    memcpy(ke.v, master->ke, sizeof ke.v);
    mifu_mark_secret(&ke, sizeof ke);
    good = mifu_sm9_extraction_scalar(&t2, &ke, id, id_len, hid);
    memset(key, 0, sizeof *key);
    if (good) {
        mifu_sm9_kernels_in_use()->g2_base_multiply(&de, &t2);
        memcpy(key->de, &de, sizeof key->de);
        key->has_master = 1;
        key->master = master->public_key;
        mifu_wipe(&de, sizeof de);
    }
    mifu_wipe(&ke, sizeof ke);
    mifu_wipe(&t2, sizeof t2);
    mifu_sm9_wipe_stack();
    return good ? MIFU_OK : MIFU_ERR_RANGE_MASTER_KEY_IDENTITY;
}
