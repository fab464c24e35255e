/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Master keys: GM/T 0044.2-2016 5.3, 0044.4-2016 5.3. The signature's public key is in G2, that of
 * encryption and exchange in G1; with it goes the element g of GT that every use needs. Also the
 * points that stand for an identity, [H1(ID || hid)]P plus the master public key: public.
 */
#include "base_state.h"
#include "sm9_internal.h"
#include "sm9_kernels.h"

/* ---- Numbers in [1, N-1] ---- */

static mifu_status from_bytes(mifu_u256 *k, const uint8_t bytes[32])
{
    uint64_t in_range = mifu_sm9_scalar_from_bytes(k, bytes);

    mifu_mark_secret(k, sizeof *k);
    /* Whether a key is a key is told by the status. */
    mifu_declassify(&in_range, sizeof in_range);
    return in_range ? MIFU_OK : MIFU_ERR_RANGE_MASTER_KEY;
}

static void to_bytes(uint8_t bytes[32], const uint64_t words[4])
{
    mifu_u256 k;

    memcpy(k.v, words, sizeof k.v);
    mifu_u256_to_bytes(bytes, &k);
    mifu_wipe(&k, sizeof k);
}

/* ---- Signature ---- */

#define MASTER(name)     mifu_sm9_sign_master_##name
#define CHECK_PAIR       mifu_sm9_check_sign_pair
#define IDENTITY_POINT   mifu_sm9_sign_identity_point
#define SECRET           ks
#define POINT            mifu_sm9_g2
#define GROUP(name)      g2_##name
#define POINT_FROM_BYTES mifu_sm9_g2_from_bytes
#define POINT_TO_BYTES   mifu_sm9_g2_to_bytes
#define POINT_SIZE       MIFU_SM9_G2_SIZE
#define PAIR(r, point)   mifu_sm9_kernels_in_use()->pairing(r, &mifu_sm9_p1, point)
#include "sm9_master.inc"

/* ---- Encryption and key exchange ---- */

#define MASTER(name)     mifu_sm9_encrypt_master_##name
#define CHECK_PAIR       mifu_sm9_check_encrypt_pair
#define IDENTITY_POINT   mifu_sm9_encrypt_identity_point
#define SECRET           ke
#define POINT            mifu_sm9_g1
#define GROUP(name)      g1_##name
#define POINT_FROM_BYTES mifu_sm9_g1_from_bytes
#define POINT_TO_BYTES   mifu_sm9_g1_to_bytes
#define POINT_SIZE       MIFU_SM9_G1_SIZE
#define PAIR(r, point)   mifu_sm9_kernels_in_use()->pairing(r, point, &mifu_sm9_p2)
#include "sm9_master.inc"
