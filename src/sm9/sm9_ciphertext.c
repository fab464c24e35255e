/* SPDX-License-Identifier: Apache-2.0 */
/* The layouts of an SM9 ciphertext: sm9_ciphertext.h. */
#include "sm9_ciphertext.h"

#include "mifu/hmac.h"
#include "mifu/sm4.h"

#include "der_reader.h"
#include "der_writer.h"
#include "hmac_internal.h"
#include "sm3_kernels.h"

/* Headers and everything that is not C2 take less than this in any format. */
#define MAX_OVERHEAD 160

static int is_cipher(mifu_sm9_cipher cipher)
{
    return cipher == MIFU_SM9_XOR || cipher == MIFU_SM9_SM4_ECB || cipher == MIFU_SM9_SM4_CBC ||
           cipher == MIFU_SM9_SM4_OFB || cipher == MIFU_SM9_SM4_CFB;
}

static int is_der(mifu_sm9_format format)
{
    return format == MIFU_SM9_DER || format == MIFU_SM9_GMSSL;
}

static int is_raw(mifu_sm9_format format)
{
    return format == MIFU_SM9_C1C3C2 || format == MIFU_SM9_C1C3C2_NO_04;
}

size_t mifu_sm9_iv_size(mifu_sm9_cipher cipher)
{
    return cipher == MIFU_SM9_XOR || cipher == MIFU_SM9_SM4_ECB ? 0 : MIFU_SM4_BLOCK_SIZE;
}

/* ---- Reading ---- */

static mifu_status parse_der(mifu_sm9_ciphertext *parts, mifu_sm9_cipher cipher, const uint8_t *ct,
                             size_t ct_len)
{
    mifu_der_reader r = mifu_der_reader_of(ct, ct_len);
    const uint8_t *outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    uint32_t type = mifu_der_get_uint32(&r);
    mifu_der_bytes c1 = mifu_der_get_bits(&r), c2;
    mifu_status status;

    parts->c3 = mifu_der_get_octets_of(&r, MIFU_SM9_C3_SIZE);
    c2 = mifu_der_get_octets(&r);
    mifu_der_leave(&r, outer);
    status = mifu_der_finish(&r);
    if (status != MIFU_OK)
        return status;
    if (type > MIFU_SM9_SM4_CFB || !is_cipher((mifu_sm9_cipher)type) ||
        (cipher != MIFU_SM9_CIPHER_NAMED && cipher != (mifu_sm9_cipher)type))
        return MIFU_ERR_UNSUPPORTED_ALGORITHM;
    if (c1.len == 64) /* 04 is not left off in DER */
        return MIFU_ERR_ENCODING_POINT;
    parts->cipher = (mifu_sm9_cipher)type;
    parts->c1 = c1.data;
    parts->c1_len = c1.len;
    parts->c2 = c2.data;
    parts->c2_len = c2.len;
    return MIFU_OK;
}

static mifu_status parse_raw(mifu_sm9_ciphertext *parts, mifu_sm9_cipher cipher,
                             mifu_sm9_format format, const uint8_t *ct, size_t ct_len)
{
    size_t head = format == MIFU_SM9_C1C3C2 ? 65 : 64;

    if (ct_len < head + MIFU_SM9_C3_SIZE)
        return MIFU_ERR_ENCODING_TRUNCATED;
    parts->cipher = cipher;
    parts->c1 = ct;
    parts->c1_len = head;
    parts->c3 = ct + head;
    parts->c2 = ct + head + MIFU_SM9_C3_SIZE;
    parts->c2_len = ct_len - head - MIFU_SM9_C3_SIZE;
    return MIFU_OK;
}

mifu_status mifu_sm9_ciphertext_parse(mifu_sm9_ciphertext *parts, mifu_sm9_cipher cipher,
                                      mifu_sm9_format format, const uint8_t *ct, size_t ct_len)
{
    mifu_status status;
    size_t iv_len;

    if (!(is_cipher(cipher) && (is_der(format) || is_raw(format))) &&
        !(cipher == MIFU_SM9_CIPHER_NAMED && is_der(format)))
        return MIFU_ERR_ARGUMENT_NAME;
    status = is_der(format) ? parse_der(parts, cipher, ct, ct_len)
                            : parse_raw(parts, cipher, format, ct, ct_len);
    if (status != MIFU_OK)
        return status;
    iv_len = mifu_sm9_iv_size(parts->cipher);
    if (parts->c2_len < iv_len)
        return MIFU_ERR_ENCODING_TRUNCATED;
    if (parts->c2_len == iv_len)
        return MIFU_ERR_ARGUMENT_EMPTY;
    parts->iv = iv_len != 0 ? parts->c2 : NULL;
    parts->body = parts->c2 + iv_len;
    parts->body_len = parts->c2_len - iv_len;
    return MIFU_OK;
}

/* ---- Writing ---- */

size_t mifu_sm9_c2_size(mifu_sm9_cipher cipher, size_t pt_len)
{
    if (!is_cipher(cipher) || pt_len > SIZE_MAX - MAX_OVERHEAD)
        return 0;
    if (cipher == MIFU_SM9_SM4_ECB || cipher == MIFU_SM9_SM4_CBC)
        pt_len = mifu_sm4_padded_size(MIFU_SM4_PADDING_PKCS7, pt_len);
    return mifu_sm9_iv_size(cipher) + pt_len;
}

typedef struct layout {
    mifu_sm9_cipher cipher;
    size_t c2_len;
    uint8_t **c1, **c2, **c3; /* where the places are told */
} layout;

/* Leaves room for x || y of C1, for C3 and C2. */
static void put_ciphertext(mifu_der_writer *w, const void *arg)
{
    static const uint8_t prefix[2] = {0x00, 0x04}; /* no unused bits; the form of the point */
    const layout *parts = arg;
    size_t mark = mifu_der_mark(w), point;

    *parts->c2 = mifu_der_put_room(w, parts->c2_len);
    mifu_der_put_header(w, MIFU_DER_OCTET_STRING, parts->c2_len);
    *parts->c3 = mifu_der_put_room(w, MIFU_SM9_C3_SIZE);
    mifu_der_put_header(w, MIFU_DER_OCTET_STRING, MIFU_SM9_C3_SIZE);
    point = mifu_der_mark(w);
    *parts->c1 = mifu_der_put_room(w, 64);
    mifu_der_put_bytes(w, prefix, sizeof prefix);
    mifu_der_close(w, MIFU_DER_BIT_STRING, point);
    mifu_der_put_uint32(w, (uint32_t)parts->cipher);
    mifu_der_close(w, MIFU_DER_SEQUENCE, mark);
}

/* With ct NULL it counts. */
static size_t lay_out_der(uint8_t **c1, uint8_t **c3, uint8_t **c2, uint8_t *ct, size_t cap,
                          mifu_sm9_cipher cipher, size_t c2_len)
{
    layout parts = {cipher, c2_len, c1, c2, c3};
    size_t size = 0;
    mifu_status status = mifu_der_encode(ct, cap, &size, put_ciphertext, &parts);

    (void)status; /* MIFU_ERR_BUFFER where it only counts */
    return size;
}

size_t mifu_sm9_layout_size(mifu_sm9_cipher cipher, mifu_sm9_format format, size_t c2_len)
{
    uint8_t *c1, *c2, *c3;

    if (c2_len == 0 || c2_len > SIZE_MAX - MAX_OVERHEAD)
        return 0;
    if (is_der(format))
        return lay_out_der(&c1, &c3, &c2, NULL, 0, cipher, c2_len);
    if (!is_raw(format))
        return 0;
    return (size_t)(format == MIFU_SM9_C1C3C2 ? 65 : 64) + MIFU_SM9_C3_SIZE + c2_len;
}

size_t mifu_sm9_ciphertext_size(mifu_sm9_cipher cipher, mifu_sm9_format format, size_t pt_len)
{
    return mifu_sm9_layout_size(cipher, format, mifu_sm9_c2_size(cipher, pt_len));
}

uint8_t *mifu_sm9_ciphertext_lay_out(uint8_t **c1, uint8_t **c3, uint8_t *ct,
                                     mifu_sm9_cipher cipher, mifu_sm9_format format, size_t c2_len)
{
    uint8_t *c2;

    if (is_der(format)) {
        (void)lay_out_der(c1, c3, &c2, ct, mifu_sm9_layout_size(cipher, format, c2_len), cipher,
                          c2_len);
        return c2;
    }
    if (format == MIFU_SM9_C1C3C2)
        *ct++ = 0x04;
    *c1 = ct;
    *c3 = ct + 64;
    return ct + 64 + MIFU_SM9_C3_SIZE;
}

/* ---- C3 ---- */

mifu_status mifu_sm9_mac(uint8_t c3[MIFU_SM9_C3_SIZE], mifu_sm9_format format,
                         const uint8_t k2[MIFU_SM9_K2_SIZE], const uint8_t *c2, size_t c2_len)
{
    mifu_hmac_key key;
    mifu_sm3 sm3;
    mifu_status status;

    if (format == MIFU_SM9_GMSSL) {
        status = mifu_hmac_key_init(&key, MIFU_HASH_SM3, k2, MIFU_SM9_K2_SIZE);
        if (status == MIFU_OK)
            mifu_hmac_tag(c3, &key, c2, c2_len);
        mifu_hmac_key_wipe(&key);
        return status;
    }
    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, c2, c2_len);
    mifu_sm3_update(&sm3, k2, MIFU_SM9_K2_SIZE);
    mifu_sm3_finish(c3, &sm3);
    return MIFU_OK;
}
