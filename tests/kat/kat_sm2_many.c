/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The vectors of SM2 once more, through the functions for many items: the test's item stands in
 * every second place of a batch of one group and a tail, between items that must fail or give
 * something else.
 */
#include "kat_sm2.h"

#include <string.h>

#include "mifu/sm2_many.h"
#include "sm2_internal.h"
#include "sm2_many_kernels.h"

#define ITEMS   11
#define OURS(i) ((i) % 2 == 0)
#define EMPTY   5 /* an item without a key */

static uint8_t kernel_scratch[MIFU_SM2_MANY_KERNEL_SCRATCH] MIFU_ALIGNED(64);

/* xy of [k] G, or of [k] point where that is not NULL; infinity is 64 zeros. k < n. */
void kat_sm2_many_multiply(kat_test *t, const char *what, kat_bytes k, const uint8_t *point,
                           kat_bytes expected)
{
    mifu_u256 scalars[ITEMS];
    mifu_affine points[ITEMS], products[ITEMS];
    uint8_t xy[64];

    for (unsigned i = 0; i < ITEMS; i++) {
        mifu_u256_from_bytes(&scalars[i], k.data);
        mifu_fn_reduce(&scalars[i], &scalars[i]);
        points[i] = mifu_curve_base;
        if (point != NULL)
            kat_status(t, what, MIFU_OK, mifu_sm2_point_from_xy(&points[i], point));
        if (!OURS(i))
            scalars[i] = (mifu_u256){{i, 0, 0, 0}};
        else if (mifu_u256_mask_zero(&scalars[i]) != 0) /* the batches are for 1 .. n - 1 */
            return;
    }
    if (point != NULL)
        mifu_sm2_many_kernels_in_use()->multiply(products, scalars, points, ITEMS, kernel_scratch);
    else
        mifu_sm2_many_kernels_in_use()->base_multiply(products, scalars, ITEMS, kernel_scratch);
    for (unsigned i = 0; i < ITEMS; i++)
        if (OURS(i)) {
            mifu_sm2_point_to_xy(xy, &products[i]);
            kat_equal(t, what, expected, xy, sizeof xy);
        }
}

void kat_sm2_many_verify_digest(kat_test *t, const mifu_sm2_public_key *pub, kat_bytes e,
                                kat_bytes sig, mifu_status expected)
{
    const mifu_sm2_public_key *keys[ITEMS];
    uint8_t digests[ITEMS][32], sigs[ITEMS][64];
    mifu_status status[ITEMS];

    for (unsigned i = 0; i < ITEMS; i++) {
        keys[i] = i == EMPTY ? NULL : pub;
        memcpy(digests[i], e.data, 32);
        memcpy(sigs[i], sig.data, 64);
        if (!OURS(i))
            digests[i][i] ^= 0x10;
    }
    kat_true(t, "the result of a batch of verifications",
             mifu_sm2_verify_digest_many(status, keys, digests[0], sigs[0], ITEMS, NULL, 0) !=
                 MIFU_OK);
    for (unsigned i = 0; i < ITEMS; i++)
        kat_status(t, "verify the digest in a batch",
                   i == EMPTY ? MIFU_ERR_ARGUMENT_NULL : (OURS(i) ? expected : MIFU_INVALID),
                   status[i]);
}

void kat_sm2_many_verify(kat_test *t, const mifu_sm2_public_key *pub, kat_bytes id, kat_bytes msg,
                         kat_bytes sig, mifu_status expected)
{
    const mifu_sm2_public_key *keys[ITEMS];
    const uint8_t *msgs[ITEMS];
    size_t lens[ITEMS];
    uint8_t sigs[ITEMS][64];
    mifu_status status[ITEMS];

    for (unsigned i = 0; i < ITEMS; i++) {
        keys[i] = pub;
        msgs[i] = msg.data;
        lens[i] = msg.len;
        memcpy(sigs[i], sig.data, 64);
        if (!OURS(i))
            sigs[i][3 * i] ^= 0x10;
    }
    kat_true(t, "the result of a batch of verifications",
             mifu_sm2_verify_many(status, keys, id.data, id.len, msgs, lens, sigs[0], ITEMS, NULL,
                                  0) != MIFU_OK);
    for (unsigned i = 0; i < ITEMS; i++)
        kat_status(t, "verify in a batch", OURS(i) || expected != MIFU_OK ? expected : MIFU_INVALID,
                   status[i]);
}

/* The batches choose their nonces themselves: the parts with the listed k, then own signatures. */
void kat_sm2_many_sign_digest(kat_test *t, const mifu_sm2_private_key *key, kat_bytes e,
                              kat_bytes k, kat_bytes expected)
{
    const mifu_sm2_private_key *keys[ITEMS];
    uint8_t digests[ITEMS][32], sigs[ITEMS][64];
    mifu_status status[ITEMS];
    mifu_u256 scalars[ITEMS], digest, r, s;
    mifu_affine points[ITEMS];

    mifu_u256_from_bytes(&digest, e.data);
    mifu_fn_reduce(&digest, &digest);
    for (unsigned i = 0; i < ITEMS; i++) {
        keys[i] = i == EMPTY ? NULL : key;
        memcpy(digests[i], e.data, 32);
        mifu_u256_from_bytes(&scalars[i], k.data);
    }
    mifu_sm2_many_kernels_in_use()->base_multiply(points, scalars, ITEMS, kernel_scratch);
    for (unsigned i = 0; i < ITEMS; i++) {
        kat_true(t, "a batch rejects the listed k",
                 mifu_sm2_finish_signature(&r, &s, key, &digest, &scalars[i], &points[i].x) != 0);
        mifu_u256_to_bytes(sigs[i], &r);
        mifu_u256_to_bytes(sigs[i] + 32, &s);
        kat_equal(t, "r || s in a batch", expected, sigs[i], 64);
    }
    kat_status(t, "the result of a batch of signatures", MIFU_ERR_ARGUMENT_NULL,
               mifu_sm2_sign_digest_many(sigs[0], status, keys, digests[0], ITEMS, NULL, 0));
    for (unsigned i = 0; i < ITEMS; i++) {
        kat_status(t, "sign the digest in a batch", i == EMPTY ? MIFU_ERR_ARGUMENT_NULL : MIFU_OK,
                   status[i]);
        if (i != EMPTY)
            kat_status(t, "verify a signature of a batch", MIFU_OK,
                       mifu_sm2_verify_digest(&key->public_key, e.data, sigs[i]));
    }
}

void kat_sm2_many_sign(kat_test *t, const mifu_sm2_private_key *key, kat_bytes id, kat_bytes msg)
{
    const mifu_sm2_private_key *keys[ITEMS];
    const uint8_t *msgs[ITEMS];
    size_t lens[ITEMS];
    uint8_t sigs[ITEMS][64];
    mifu_status status[ITEMS];

    for (unsigned i = 0; i < ITEMS; i++) {
        keys[i] = key;
        msgs[i] = msg.data;
        lens[i] = msg.len;
    }
    kat_status(
        t, "sign in a batch", MIFU_OK,
        mifu_sm2_sign_many(sigs[0], status, keys, id.data, id.len, msgs, lens, ITEMS, NULL, 0));
    for (unsigned i = 0; i < ITEMS; i++)
        kat_status(t, "verify a signature of a batch", MIFU_OK,
                   mifu_sm2_verify(&key->public_key, id.data, id.len, msg.data, msg.len, sigs[i]));
}

void kat_sm2_many_ecdh(kat_test *t, const mifu_sm2_private_key *key, const mifu_sm2_public_key *pub,
                       kat_bytes expected)
{
    const mifu_sm2_private_key *keys[ITEMS];
    const mifu_sm2_public_key *peers[ITEMS];
    uint8_t shared[ITEMS][MIFU_SM2_SHARED_SECRET_SIZE];
    mifu_status status[ITEMS];

    for (unsigned i = 0; i < ITEMS; i++) {
        keys[i] = i == EMPTY ? NULL : key;
        peers[i] = OURS(i) ? pub : &key->public_key;
    }
    kat_status(t, "ecdh in a batch", MIFU_ERR_ARGUMENT_NULL,
               mifu_sm2_ecdh_many(shared[0], status, keys, peers, ITEMS, NULL, 0));
    for (unsigned i = 0; i < ITEMS; i++) {
        kat_status(t, "the status of a shared secret in a batch",
                   i == EMPTY ? MIFU_ERR_ARGUMENT_NULL : MIFU_OK, status[i]);
        if (OURS(i))
            kat_equal(t, "shared in a batch", expected, shared[i], sizeof shared[i]);
    }
}

void kat_sm2_many_decrypt(kat_test *t, const mifu_sm2_private_key *key, mifu_sm2_format format,
                          kat_bytes ct, const kat_bytes *pt)
{
    const mifu_sm2_private_key *keys[ITEMS];
    const uint8_t *cts[ITEMS];
    size_t ct_lens[ITEMS], caps[ITEMS], lens[ITEMS];
    kat_bytes outs[ITEMS];
    uint8_t *out[ITEMS];
    mifu_status status[ITEMS], single;

    for (unsigned i = 0; i < ITEMS; i++) {
        outs[i] = kat_buffer(t, ct.len + 1);
        out[i] = outs[i].data;
        caps[i] = outs[i].len;
        keys[i] = i == EMPTY ? NULL : key;
        cts[i] = ct.data;
        ct_lens[i] = OURS(i) ? ct.len : kat_random_below(t, ct.len);
    }
    kat_true(t, "the result of a batch of decryptions",
             mifu_sm2_decrypt_many(out, caps, lens, status, keys, format, cts, ct_lens, ITEMS, NULL,
                                   0) != MIFU_OK);
    for (unsigned i = 0; i < ITEMS; i++) {
        size_t len;
        kat_bytes own = kat_buffer(t, ct.len + 1);

        if (pt != NULL && OURS(i)) {
            kat_status(t, "decrypt in a batch", MIFU_OK, status[i]);
            kat_equal(t, "pt in a batch", *pt, out[i], lens[i] <= caps[i] ? lens[i] : caps[i]);
            continue;
        }
        single = mifu_sm2_decrypt(own.data, own.len, &len, keys[i], format, ct.data, ct_lens[i]);
        kat_status(t, "decrypt in a batch", single, status[i]);
        kat_is_error(t, "decrypt in a batch", status[i]);
        kat_no_plaintext(t, "decrypt in a batch", outs[i]);
    }
}

void kat_sm2_many_encrypt(kat_test *t, const mifu_sm2_private_key *key,
                          const mifu_sm2_public_key *pub, mifu_sm2_format format, kat_bytes pt)
{
    const mifu_sm2_public_key *keys[ITEMS];
    const uint8_t *pts[ITEMS];
    size_t pt_lens[ITEMS], caps[ITEMS], lens[ITEMS];
    uint8_t *cts[ITEMS];
    mifu_status status[ITEMS];

    for (unsigned i = 0; i < ITEMS; i++) {
        kat_bytes ct = kat_buffer(t, mifu_sm2_ciphertext_size(format, pt.len));

        keys[i] = pub;
        pts[i] = pt.data;
        pt_lens[i] = pt.len;
        cts[i] = ct.data;
        caps[i] = OURS(i) ? ct.len : ct.len - 1;
    }
    kat_status(
        t, "the result of a batch of encryptions", MIFU_ERR_BUFFER,
        mifu_sm2_encrypt_many(cts, caps, lens, status, keys, format, pts, pt_lens, ITEMS, NULL, 0));
    for (unsigned i = 0; i < ITEMS; i++) {
        kat_bytes out = kat_buffer(t, pt.len);
        size_t len = 0;

        kat_status(t, "encrypt in a batch", OURS(i) ? MIFU_OK : MIFU_ERR_BUFFER, status[i]);
        if (status[i] != MIFU_OK)
            continue;
        kat_status(t, "decrypt a ciphertext of a batch", MIFU_OK,
                   mifu_sm2_decrypt(out.data, out.len, &len, key, format, cts[i], lens[i]));
        kat_equal(t, "a ciphertext of a batch", pt, out.data, len <= out.len ? len : out.len);
    }
}
