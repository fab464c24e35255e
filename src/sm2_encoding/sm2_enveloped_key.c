/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SM2EnvelopedKey: GM/T 0009-2012 7.4, GB/T 35276-2017 7.4.
 *
 *     SEQUENCE { symAlgID AlgorithmIdentifier, symEncryptedKey SM2Cipher,
 *                sm2PublicKey BIT STRING, sm2EncryptedPrivateKey BIT STRING }
 *
 * An SM4 key is encrypted for the recipient, the 32 bytes of the enclosed d are encrypted under it
 * in ECB mode without padding. BIT STRINGs hold whole bytes, trailing zeros included.
 */
#include "base_state.h"
#include "sm2_enveloped_key.h"

#include "mifu/random.h"
#include "mifu/sm4.h"

#include "base_bytes.h"
#include "base_secret.h"

#include "der_writer.h"
#include "sm2_oid.h"
#include "sm4_kernels.h"

static void get_cipher_algorithm(mifu_der_reader *r, mifu_sm2_envelope *e)
{
    const uint8_t *outer = mifu_der_enter(r, MIFU_DER_SEQUENCE);
    mifu_sm2_oid oid;

    e->algorithm = mifu_der_get_oid(r);
    oid = mifu_sm2_oid_of(e->algorithm);
    if (oid != MIFU_SM2_OID_SM4 && oid != MIFU_SM2_OID_SM4_ECB)
        mifu_der_fail(r, MIFU_ERR_UNSUPPORTED_ALGORITHM);
    if (mifu_der_next_is(r, MIFU_DER_NULL))
        mifu_der_get_null(r);
    mifu_der_leave(r, outer);
}

mifu_status mifu_sm2_envelope_split(mifu_sm2_envelope *e, const uint8_t *der, size_t len)
{
    mifu_der_reader r = mifu_der_reader_of(der, len);
    const uint8_t *outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);

    memset(e, 0, sizeof *e);
    get_cipher_algorithm(&r, e);
    e->cipher = mifu_der_get_element(&r);
    e->point = mifu_der_get_bits(&r);
    e->encrypted = mifu_der_get_bits(&r);
    mifu_der_leave(&r, outer);
    if (r.status == MIFU_OK && e->encrypted.len != MIFU_SM2_PRIVATE_KEY_SIZE)
        mifu_der_fail(&r, MIFU_ERR_ENCODING_LENGTH);
    return mifu_der_finish(&r);
}

/* The 32 bytes of d in ECB mode, two blocks. */
static void crypt_d(uint8_t out[MIFU_SM2_PRIVATE_KEY_SIZE], const uint8_t k[MIFU_SM4_KEY_SIZE],
                    const uint8_t in[MIFU_SM2_PRIVATE_KEY_SIZE],
                    void (*crypt)(uint8_t *, const mifu_sm4_key *, const uint8_t *))
{
    mifu_sm4_key key;

    mifu_sm4_key_expand(&key, k);
    crypt(out, &key, in);
    crypt(out + MIFU_SM4_BLOCK_SIZE, &key, in + MIFU_SM4_BLOCK_SIZE);
    mifu_sm4_key_wipe(&key);
}

mifu_status mifu_sm2_enveloped_key_open(mifu_sm2_private_key *enclosed,
                                        const mifu_sm2_private_key *recipient, const uint8_t *der,
                                        size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm2_envelope e;
    mifu_sm2_private_key opened;
    mifu_sm2_public_key stored;
    mifu_sm2_public_key derived;
    uint8_t k[MIFU_SM4_KEY_SIZE];
    uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE];
    size_t k_len = 0;
    mifu_status status;

    if (enclosed == NULL || recipient == NULL || (der == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    memset(&opened, 0, sizeof opened);
    status = mifu_sm2_envelope_split(&e, der, len);
    if (status == MIFU_OK)
        status = mifu_sm2_public_key_from_bytes(&stored, e.point.data, e.point.len);
    if (status == MIFU_OK) {
        status = mifu_sm2_decrypt(k, sizeof k, &k_len, recipient, MIFU_SM2_DER, e.cipher.data,
                                  e.cipher.len);
        /* The length of the SM4 key is that of C2 and public. */
        if (status == MIFU_ERR_BUFFER || (status == MIFU_OK && k_len != sizeof k))
            status = MIFU_ERR_ENCODING_LENGTH;
    }
    if (status == MIFU_OK) {
        crypt_d(d, k, e.encrypted.data, mifu_sm4_decrypt_block);
        /* Nothing authenticates the encrypted d but its public part: one error for both. */
        if (mifu_sm2_private_key_from_bytes(&opened, d) != MIFU_OK) {
            status = MIFU_ERR_RANGE_KEY_MISMATCH;
        } else {
            mifu_sm2_public_key_from_private(&derived, &opened);
            if (!mifu_sm2_public_key_equal(&stored, &derived))
                status = MIFU_ERR_RANGE_KEY_MISMATCH;
        }
    }
    if (status == MIFU_OK)
        *enclosed = opened;
    else
        mifu_sm2_private_key_wipe(enclosed);
    mifu_sm2_private_key_wipe(&opened);
    mifu_wipe(k, sizeof k);
    mifu_wipe(d, sizeof d);
    return status;
}

/* Room for SEQUENCE { x, y, C3, C2 of 16 bytes }: two numbers of up to 33 bytes. */
#define CIPHER_MAX_SIZE (2 + 2 * (2 + 33) + (2 + 32) + (2 + MIFU_SM4_KEY_SIZE))

typedef struct sealed {
    uint8_t cipher[CIPHER_MAX_SIZE];
    size_t cipher_len;
    uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE];
    uint8_t encrypted[MIFU_SM2_PRIVATE_KEY_SIZE];
} sealed;

static void put_envelope(mifu_der_writer *w, const void *arg)
{
    const sealed *s = arg;
    size_t outer = mifu_der_mark(w);
    size_t mark;

    mifu_der_put_bits(w, s->encrypted, sizeof s->encrypted);
    mifu_der_put_bits(w, s->point, sizeof s->point);
    mifu_der_put_bytes(w, s->cipher, s->cipher_len);
    mark = mifu_der_mark(w);
    mifu_sm2_put_oid(w, MIFU_SM2_OID_SM4);
    mifu_der_close(w, MIFU_DER_SEQUENCE, mark);
    mifu_der_close(w, MIFU_DER_SEQUENCE, outer);
}

mifu_status mifu_sm2_enveloped_key_seal(uint8_t *der, size_t der_cap, size_t *der_len,
                                        const mifu_sm2_public_key *recipient,
                                        const mifu_sm2_private_key *enclosed)
{
    MIFU_REFUSE_WHEN_CLOSED();
    sealed s;
    mifu_sm2_public_key public_key;
    uint8_t k[MIFU_SM4_KEY_SIZE];
    uint8_t d[MIFU_SM2_PRIVATE_KEY_SIZE];
    mifu_status status;

    if (der_len == NULL || recipient == NULL || enclosed == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    *der_len = MIFU_SM2_ENVELOPED_KEY_MAX_SIZE;
    if (der == NULL || der_cap < MIFU_SM2_ENVELOPED_KEY_MAX_SIZE)
        return MIFU_ERR_BUFFER;
    status = mifu_random_bytes(k, sizeof k);
    if (status == MIFU_OK)
        status = mifu_sm2_encrypt(s.cipher, sizeof s.cipher, &s.cipher_len, recipient, MIFU_SM2_DER,
                                  k, sizeof k);
    if (status == MIFU_OK) {
        mifu_sm2_private_key_to_bytes(d, enclosed);
        crypt_d(s.encrypted, k, d, mifu_sm4_encrypt_block);
        mifu_sm2_public_key_from_private(&public_key, enclosed);
        mifu_sm2_public_key_to_bytes(s.point, &public_key);
        status = mifu_der_encode(der, der_cap, der_len, put_envelope, &s);
    }
    mifu_wipe(k, sizeof k);
    mifu_wipe(d, sizeof d);
    return status;
}
