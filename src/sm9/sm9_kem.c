/* SPDX-License-Identifier: Apache-2.0 */
/* Key encapsulation and decapsulation: GM/T 0044.4-2016 6 and 7, GB/T 38635.2-2020. */
#include "base_state.h"
#include "sm9_kem.h"

/* KDF(C || w || ID). */
static void start_kdf(mifu_kdf_sm3_stream *stream, const uint8_t c_xy[64], const mifu_sm9_fp12 *w,
                      const uint8_t *id, size_t id_len)
{
    uint8_t bytes[MIFU_SM9_GT_SIZE];
    mifu_sm3 sm3;

    mifu_sm9_fp12_to_bytes(bytes, w);
    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, c_xy, 64);
    mifu_sm3_update(&sm3, bytes, sizeof bytes);
    mifu_sm3_update(&sm3, id, id_len);
    mifu_kdf_sm3_init_absorbed(stream, &sm3);
    mifu_sm3_wipe(&sm3);
    mifu_wipe(bytes, sizeof bytes);
}

/*
 * A1, A3: C = [r]Q, Q = [h1]P1 + Ppub-e; from a prepared master key as [r h1]P1 + [r]Ppub-e.
 * Infinity, which is public, where h1 + ke = 0: r is not 0.
 */
static int carrier(mifu_sm9_g1 *c, const mifu_sm9_encrypt_master_public_key *master,
                   const uint8_t *id, size_t id_len, uint8_t hid, const mifu_u256 *r)
{
    const mifu_sm9_kernels *kernels = mifu_sm9_kernels_in_use();
    mifu_sm9_g1 q;
    mifu_u256 k;
    int finite;

    if (master->table == NULL) {
        if (mifu_sm9_encrypt_identity_point(&q, master, id, id_len, hid) != MIFU_OK)
            return 0;
        return kernels->g1_multiply(c, r, &q);
    }
    mifu_sm9_h1(&k, id, id_len, hid);
    mifu_sm9n_to_montgomery(&k, &k);
    mifu_sm9n_mul(&k, &k, r);
    finite = kernels->g1_two_combs_multiply(c, &k, r, mifu_sm9_comb_in(&master->table->point));
    mifu_wipe(&k, sizeof k);
    return finite;
}

mifu_status mifu_sm9_kem_make(uint8_t c_xy[64], mifu_kdf_sm3_stream *stream,
                              const mifu_sm9_encrypt_master_public_key *master, const uint8_t *id,
                              size_t id_len, uint8_t hid, mifu_sm9_nonce_source *source,
                              void *context)
{
    mifu_sm9_fp12 w;
    mifu_sm9_g1 c;
    mifu_u256 r;
    mifu_status status = mifu_sm9_next_scalar(&r, source, context); /* A2 */

    if (status == MIFU_OK) {
        int finite = carrier(&c, master, id, id_len, hid, &r);

        mifu_declassify(&finite, sizeof finite);
        if (!finite)
            status = MIFU_ERR_RANGE_MASTER_KEY_IDENTITY;
    }
    if (status == MIFU_OK) {
        mifu_declassify(&c, sizeof c); /* goes to the recipient */
        mifu_sm9_g1_to_bytes(c_xy, &c);
        mifu_sm9_power_of_g(&w, master->g, master->table == NULL ? NULL : &master->table->g,
                            &r); /* A4, A5 */
        start_kdf(stream, c_xy, &w, id, id_len);
        mifu_wipe(&w, sizeof w);
    }
    mifu_wipe(&r, sizeof r);
    mifu_sm9_wipe_stack();
    return status;
}

void mifu_sm9_kem_open(mifu_kdf_sm3_stream *stream, const mifu_sm9_encrypt_key *key,
                       const uint8_t *id, size_t id_len, const mifu_sm9_g1 *c)
{
    uint8_t c_xy[64];
    mifu_sm9_fp12 w;

    mifu_sm9_pairing_with_key(&w, c, key);
    mifu_sm9_g1_to_bytes(c_xy, c);
    start_kdf(stream, c_xy, &w, id, id_len);
    mifu_wipe(&w, sizeof w);
    mifu_sm9_wipe_stack();
}

static int length_is_good(size_t k_len)
{
    return k_len != 0 && (uint64_t)k_len <= (uint64_t)0xffffffff * 32;
}

/* K, and whether it is all zero: this tells nothing about a key that is given out. */
static mifu_status take_key(uint8_t *k, size_t k_len, mifu_kdf_sm3_stream *stream, uint64_t *zero)
{
    mifu_status status = mifu_kdf_sm3_squeeze(stream, k, k_len);

    *zero = 0;
    if (status == MIFU_OK)
        *zero = mifu_mask_zero_bytes(k, k_len);
    mifu_declassify(zero, sizeof *zero);
    mifu_kdf_sm3_wipe(stream);
    return status;
}

mifu_status mifu_sm9_encapsulate_with_nonces(uint8_t *k, size_t k_len, uint8_t c[MIFU_SM9_G1_SIZE],
                                             const mifu_sm9_encrypt_master_public_key *master,
                                             const uint8_t *id, size_t id_len, uint8_t hid,
                                             mifu_sm9_nonce_source *source, void *context)
{
    mifu_kdf_sm3_stream stream;
    mifu_status status;
    uint64_t zero = 0;

    if (k == NULL || c == NULL || master == NULL || (id == NULL && id_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (!length_is_good(k_len))
        return MIFU_ERR_ARGUMENT_LENGTH;
    do {
        status = mifu_sm9_kem_make(c + 1, &stream, master, id, id_len, hid, source, context);
        if (status == MIFU_OK)
            status = take_key(k, k_len, &stream, &zero);
    } while (status == MIFU_OK && zero);
    c[0] = 0x04;
    if (status != MIFU_OK) {
        memset(c, 0, MIFU_SM9_G1_SIZE);
        mifu_wipe(k, k_len);
    }
    return status;
}

mifu_status mifu_sm9_encapsulate(uint8_t *k, size_t k_len, uint8_t c[MIFU_SM9_G1_SIZE],
                                 const mifu_sm9_encrypt_master_public_key *master,
                                 const uint8_t *id, size_t id_len, uint8_t hid)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return mifu_sm9_encapsulate_with_nonces(k, k_len, c, master, id, id_len, hid,
                                            mifu_random_scalar_bytes, NULL);
}

mifu_status mifu_sm9_decapsulate(uint8_t *k, size_t k_len, const mifu_sm9_encrypt_key *key,
                                 const uint8_t *id, size_t id_len,
                                 const uint8_t c[MIFU_SM9_G1_SIZE])
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_kdf_sm3_stream stream;
    mifu_sm9_g1 point;
    mifu_status status;
    uint64_t zero = 0;

    if (k == NULL || key == NULL || c == NULL || (id == NULL && id_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (!length_is_good(k_len))
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_sm9_g1_from_wire(&point, c); /* B1 */
    if (status == MIFU_OK) {
        mifu_sm9_kem_open(&stream, key, id, id_len, &point);
        status = take_key(k, k_len, &stream, &zero);
        if (status == MIFU_OK && zero)
            status = MIFU_ERR_AUTHENTICATION;
    }
    if (status != MIFU_OK)
        mifu_wipe(k, k_len);
    return status;
}
