/* SPDX-License-Identifier: Apache-2.0 */
/* The points that stand for an identity: [H1(ID || hid)]P plus the master public key. Public. */
#include "sm9_internal.h"
#include "sm9_kernels.h"

/* [h1]P + [k]P is infinity exactly where h1 + k = 0, where extraction fails too (t1 = 0). */

mifu_status mifu_sm9_encrypt_identity_point(mifu_sm9_g1 *q,
                                            const mifu_sm9_encrypt_master_public_key *master,
                                            const uint8_t *id, size_t id_len, uint8_t hid)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    mifu_sm9_g1 point;
    mifu_u256 h1;

    mifu_sm9_h1(&h1, id, id_len, hid);
    kernels->g1_base_multiply(q, &h1);
    memcpy(&point, master->point, sizeof point);
    return kernels->g1_add(q, q, &point) ? MIFU_OK : MIFU_ERR_RANGE_MASTER_KEY_IDENTITY;
}

mifu_status mifu_sm9_sign_identity_point(mifu_sm9_g2 *p,
                                         const mifu_sm9_sign_master_public_key *master,
                                         const uint8_t *id, size_t id_len, uint8_t hid)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    mifu_sm9_g2 point;
    mifu_u256 h1;

    mifu_sm9_h1(&h1, id, id_len, hid);
    kernels->g2_base_multiply(p, &h1);
    memcpy(&point, master->point, sizeof point);
    return kernels->g2_add(p, p, &point) ? MIFU_OK : MIFU_ERR_RANGE_MASTER_KEY_IDENTITY;
}
