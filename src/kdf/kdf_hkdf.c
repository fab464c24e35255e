/* SPDX-License-Identifier: Apache-2.0 */
/* HKDF (RFC 5869) and the HKDF-Expand-Label of TLS 1.3 (RFC 8446 7.1). */
#include "mifu/kdf.h"

#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "hmac_internal.h"

#define MAX_BLOCKS 255 /* the counter is one byte that starts at 1 */

static const char label_prefix[] = "tls13 ";

#define PREFIX_SIZE      (sizeof label_prefix - 1)
#define MAX_LABEL_SIZE   (255 - PREFIX_SIZE)
#define MAX_CONTEXT_SIZE 255

mifu_status mifu_hkdf_extract(uint8_t *prk, mifu_hash_algorithm algorithm, const uint8_t *salt,
                              size_t salt_len, const uint8_t *ikm, size_t ikm_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_hmac_key key;
    mifu_status status;

    /* A salt of digest-size zeros and an empty one are the same HMAC key after padding. */
    status = mifu_hmac_key_init(&key, algorithm, salt, salt_len);
    if (status != MIFU_OK)
        return status;
    mifu_hmac_tag(prk, &key, ikm, ikm_len);
    mifu_hmac_key_wipe(&key);
    mifu_wipe_stack_2k();
    return MIFU_OK;
}

mifu_status mifu_hkdf_expand(uint8_t *out, size_t out_len, mifu_hash_algorithm algorithm,
                             const uint8_t *prk, size_t prk_len, const uint8_t *info,
                             size_t info_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    size_t size = mifu_hash_digest_size(algorithm);
    uint8_t block[MIFU_HASH_MAX_DIGEST_SIZE];
    mifu_hmac_key key;
    mifu_hmac hmac;
    mifu_status status;

    if (size == 0)
        return MIFU_ERR_ARGUMENT_NAME;
    if (out_len == 0 || out_len > MAX_BLOCKS * size)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_hmac_key_init(&key, algorithm, prk, prk_len);
    if (status != MIFU_OK)
        return status;
    for (uint8_t counter = 1; out_len > 0; counter++) {
        size_t take = out_len < size ? out_len : size;

        mifu_hmac_init(&hmac, &key);
        if (counter > 1)
            mifu_hmac_update(&hmac, block, size);
        mifu_hmac_update(&hmac, info, info_len);
        mifu_hmac_update(&hmac, &counter, 1);
        mifu_hmac_finish(block, &hmac);
        memcpy(out, block, take);
        out += take;
        out_len -= take;
    }
    mifu_wipe(block, sizeof block);
    mifu_hmac_key_wipe(&key);
    mifu_wipe_stack_2k();
    return MIFU_OK;
}

mifu_status mifu_hkdf(uint8_t *out, size_t out_len, mifu_hash_algorithm algorithm,
                      const uint8_t *salt, size_t salt_len, const uint8_t *ikm, size_t ikm_len,
                      const uint8_t *info, size_t info_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t prk[MIFU_HASH_MAX_DIGEST_SIZE];
    mifu_status status;

    status = mifu_hkdf_extract(prk, algorithm, salt, salt_len, ikm, ikm_len);
    if (status == MIFU_OK)
        status = mifu_hkdf_expand(out, out_len, algorithm, prk, mifu_hash_digest_size(algorithm),
                                  info, info_len);
    mifu_wipe(prk, sizeof prk);
    return status;
}

/* info = uint16 length, opaque label<7..255> = "tls13 " + label, opaque context<0..255>. */
mifu_status mifu_hkdf_expand_label(uint8_t *out, size_t out_len, mifu_hash_algorithm algorithm,
                                   const uint8_t *secret, size_t secret_len, const uint8_t *label,
                                   size_t label_len, const uint8_t *context, size_t context_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t info[2 + 1 + 255 + 1 + MAX_CONTEXT_SIZE];
    uint8_t *p = info;
    mifu_status status;

    if (label_len > MAX_LABEL_SIZE || context_len > MAX_CONTEXT_SIZE)
        return MIFU_ERR_ARGUMENT_LENGTH;
    /* out_len is at most 255 * 32 where expand accepts it, so 16 bits hold it. */
    *p++ = (uint8_t)(out_len >> 8);
    *p++ = (uint8_t)out_len;
    *p++ = (uint8_t)(PREFIX_SIZE + label_len);
    memcpy(p, label_prefix, PREFIX_SIZE);
    p += PREFIX_SIZE;
    mifu_copy(p, label, label_len);
    p += label_len;
    *p++ = (uint8_t)context_len;
    mifu_copy(p, context, context_len);
    p += context_len;
    status =
        mifu_hkdf_expand(out, out_len, algorithm, secret, secret_len, info, (size_t)(p - info));
    mifu_wipe(info, sizeof info); /* a context may be secret to the caller */
    return status;
}
