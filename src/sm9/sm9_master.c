/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Master keys: GM/T 0044.2-2016 5.3, 0044.4-2016 5.3. The signature's public key is in G2, that of
 * encryption and exchange in G1; with it goes the element g of GT that every use needs.
 */
#include "mifu/random.h"

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

/* N is 0.71 * 2^256: three tries in ten fail. */
static mifu_status random_scalar(mifu_u256 *k)
{
    uint8_t bytes[32];
    mifu_status status;
    uint64_t in_range = 0;

    do {
        status = mifu_random_bytes(bytes, sizeof bytes);
        mifu_mark_secret(bytes, sizeof bytes);
        if (status != MIFU_OK)
            break;
        in_range = mifu_sm9_scalar_from_bytes(k, bytes);
        /* A rejected number is not used for anything. */
        mifu_declassify(&in_range, sizeof in_range);
    } while (!in_range);
    mifu_wipe(bytes, sizeof bytes);
    return status;
}

static void to_bytes(uint8_t bytes[32], const uint64_t words[4])
{
    mifu_u256 k;

    memcpy(k.v, words, sizeof k.v);
    mifu_u256_to_bytes(bytes, &k);
    mifu_wipe(&k, sizeof k);
}

/* ---- Signature ---- */

static void set_sign_public(mifu_sm9_sign_master_public_key *key, const mifu_sm9_g2 *point)
{
    mifu_sm9_fp12 g;

    mifu_sm9_kernels_in_use()->pairing(&g, &mifu_sm9_p1, point);
    memcpy(key->point, point, sizeof key->point);
    memcpy(key->g, &g, sizeof key->g);
    key->table = NULL;
}

static void set_sign_master(mifu_sm9_sign_master_key *key, const mifu_u256 *ks)
{
    mifu_sm9_g2 point;

    mifu_sm9_kernels_in_use()->g2_base_multiply(&point, ks);
    mifu_declassify(&point, sizeof point); /* the public key */
    memcpy(key->ks, ks->v, sizeof key->ks);
    set_sign_public(&key->public_key, &point);
}

mifu_status mifu_sm9_sign_master_key_from_bytes(mifu_sm9_sign_master_key *key,
                                                const uint8_t ks[MIFU_SM9_SCALAR_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_u256 k;
    mifu_status status;

    if (key == NULL || ks == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = from_bytes(&k, ks);
    if (status == MIFU_OK)
        set_sign_master(key, &k);
    else
        mifu_wipe(key, sizeof *key);
    mifu_wipe(&k, sizeof k);
    mifu_sm9_wipe_stack();
    return status;
}

mifu_status mifu_sm9_sign_master_keygen(mifu_sm9_sign_master_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_u256 k;
    mifu_status status;

    if (key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = random_scalar(&k);
    if (status == MIFU_OK)
        set_sign_master(key, &k);
    if (status == MIFU_OK && mifu_state_wants_pairwise())
        status = mifu_sm9_check_sign_pair(key);
    if (status != MIFU_OK)
        mifu_wipe(key, sizeof *key);
    mifu_wipe(&k, sizeof k);
    mifu_sm9_wipe_stack();
    return status;
}

void mifu_sm9_sign_master_key_to_bytes(uint8_t ks[MIFU_SM9_SCALAR_SIZE],
                                       const mifu_sm9_sign_master_key *key)
{
    MIFU_ZEROS_WHEN_CLOSED(ks, MIFU_SM9_SCALAR_SIZE);
    to_bytes(ks, key->ks);
}

void mifu_sm9_sign_master_key_wipe(mifu_sm9_sign_master_key *key)
{
    mifu_wipe(key, sizeof *key);
}

void mifu_sm9_sign_master_public_key_from_private(mifu_sm9_sign_master_public_key *key,
                                                  const mifu_sm9_sign_master_key *private_key)
{
    MIFU_ZEROS_WHEN_CLOSED(key, sizeof *key);
    *key = private_key->public_key;
}

mifu_status mifu_sm9_sign_master_public_key_from_bytes(mifu_sm9_sign_master_public_key *key,
                                                       const uint8_t *point, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm9_g2 p;
    mifu_status status;

    if (key == NULL || (point == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm9_g2_from_bytes(&p, point, len);
    if (status == MIFU_OK)
        set_sign_public(key, &p);
    else
        memset(key, 0, sizeof *key);
    return status;
}

void mifu_sm9_sign_master_public_key_to_bytes(uint8_t point[MIFU_SM9_G2_SIZE],
                                              const mifu_sm9_sign_master_public_key *key)
{
    MIFU_ZEROS_WHEN_CLOSED(point, MIFU_SM9_G2_SIZE);
    mifu_sm9_g2 p;

    memcpy(&p, key->point, sizeof p);
    point[0] = 0x04;
    mifu_sm9_g2_to_bytes(point + 1, &p);
}

int mifu_sm9_sign_master_public_key_equal(const mifu_sm9_sign_master_public_key *a,
                                          const mifu_sm9_sign_master_public_key *b)
{
    return memcmp(a->point, b->point, sizeof a->point) == 0;
}

/* ---- Encryption and key exchange ---- */

static void set_encrypt_public(mifu_sm9_encrypt_master_public_key *key, const mifu_sm9_g1 *point)
{
    mifu_sm9_fp12 g;

    mifu_sm9_kernels_in_use()->pairing(&g, point, &mifu_sm9_p2);
    memcpy(key->point, point, sizeof key->point);
    memcpy(key->g, &g, sizeof key->g);
    key->table = NULL;
}

static void set_encrypt_master(mifu_sm9_encrypt_master_key *key, const mifu_u256 *ke)
{
    mifu_sm9_g1 point;

    mifu_sm9_kernels_in_use()->g1_base_multiply(&point, ke);
    mifu_declassify(&point, sizeof point); /* the public key */
    memcpy(key->ke, ke->v, sizeof key->ke);
    set_encrypt_public(&key->public_key, &point);
}

mifu_status mifu_sm9_encrypt_master_key_from_bytes(mifu_sm9_encrypt_master_key *key,
                                                   const uint8_t ke[MIFU_SM9_SCALAR_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_u256 k;
    mifu_status status;

    if (key == NULL || ke == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = from_bytes(&k, ke);
    if (status == MIFU_OK)
        set_encrypt_master(key, &k);
    else
        mifu_wipe(key, sizeof *key);
    mifu_wipe(&k, sizeof k);
    mifu_sm9_wipe_stack();
    return status;
}

mifu_status mifu_sm9_encrypt_master_keygen(mifu_sm9_encrypt_master_key *key)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_u256 k;
    mifu_status status;

    if (key == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = random_scalar(&k);
    if (status == MIFU_OK)
        set_encrypt_master(key, &k);
    if (status == MIFU_OK && mifu_state_wants_pairwise())
        status = mifu_sm9_check_encrypt_pair(key);
    if (status != MIFU_OK)
        mifu_wipe(key, sizeof *key);
    mifu_wipe(&k, sizeof k);
    mifu_sm9_wipe_stack();
    return status;
}

void mifu_sm9_encrypt_master_key_to_bytes(uint8_t ke[MIFU_SM9_SCALAR_SIZE],
                                          const mifu_sm9_encrypt_master_key *key)
{
    MIFU_ZEROS_WHEN_CLOSED(ke, MIFU_SM9_SCALAR_SIZE);
    to_bytes(ke, key->ke);
}

void mifu_sm9_encrypt_master_key_wipe(mifu_sm9_encrypt_master_key *key)
{
    mifu_wipe(key, sizeof *key);
}

void mifu_sm9_encrypt_master_public_key_from_private(mifu_sm9_encrypt_master_public_key *key,
                                                     const mifu_sm9_encrypt_master_key *private_key)
{
    MIFU_ZEROS_WHEN_CLOSED(key, sizeof *key);
    *key = private_key->public_key;
}

mifu_status mifu_sm9_encrypt_master_public_key_from_bytes(mifu_sm9_encrypt_master_public_key *key,
                                                          const uint8_t *point, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm9_g1 p;
    mifu_status status;

    if (key == NULL || (point == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm9_g1_from_bytes(&p, point, len);
    if (status == MIFU_OK)
        set_encrypt_public(key, &p);
    else
        memset(key, 0, sizeof *key);
    return status;
}

void mifu_sm9_encrypt_master_public_key_to_bytes(uint8_t point[MIFU_SM9_G1_SIZE],
                                                 const mifu_sm9_encrypt_master_public_key *key)
{
    MIFU_ZEROS_WHEN_CLOSED(point, MIFU_SM9_G1_SIZE);
    mifu_sm9_g1 p;

    memcpy(&p, key->point, sizeof p);
    point[0] = 0x04;
    mifu_sm9_g1_to_bytes(point + 1, &p);
}

int mifu_sm9_encrypt_master_public_key_equal(const mifu_sm9_encrypt_master_public_key *a,
                                             const mifu_sm9_encrypt_master_public_key *b)
{
    return memcmp(a->point, b->point, sizeof a->point) == 0;
}
