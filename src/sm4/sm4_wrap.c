/* SPDX-License-Identifier: Apache-2.0 */
/* Key wrap with SM4: RFC 3394 and, for any length, RFC 5649 (NIST SP 800-38F KW and KWP). */
#include "base_state.h"
#include "sm4_kernels.h"

#include "base_secret.h"
#include "mifu/sm4_aead.h"
#include "sm4_check.h"

#define IV_3394 UINT64_C(0xa6a6a6a6a6a6a6a6) /* RFC 3394 2.2.3.1 */
#define IV_5649 UINT32_C(0xa65959a6)         /* RFC 5649 clause 3; the length follows */

#define MAX_SEMIBLOCKS ((UINT64_C(1) << 54) - 1) /* of a key to be wrapped: SP 800-38F 5.3.1 */

/* RFC 3394 2.2.1 steps 2 and 3 on A and R[1] .. R[n] = r[0 .. 8n). */
static MIFU_NOINLINE uint64_t wrap(const mifu_sm4_key *key, uint64_t a, uint8_t *r, size_t n)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    uint8_t block[16];
    uint64_t t = 1;

    for (unsigned j = 0; j < 6; j++)
        for (size_t i = 0; i < n; i++, t++) {
            mifu_store64_be(block, a);
            memcpy(block + 8, r + 8 * i, 8);
            kernels->encrypt(key, block, block, 1);
            a = mifu_load64_be(block) ^ t;
            memcpy(r + 8 * i, block + 8, 8);
        }
    mifu_wipe(block, sizeof block);
    return a;
}

/* RFC 3394 2.2.2 steps 1 and 2. */
static MIFU_NOINLINE uint64_t unwrap(const mifu_sm4_key *key, uint64_t a, uint8_t *r, size_t n)
{
    const mifu_sm4_kernels *kernels = mifu_sm4_kernels_in_use();
    uint8_t block[16];
    uint64_t t = 6 * (uint64_t)n;

    for (unsigned j = 0; j < 6; j++)
        for (size_t i = n; i-- > 0; t--) {
            mifu_store64_be(block, a ^ t);
            memcpy(block + 8, r + 8 * i, 8);
            kernels->decrypt(key, block, block, 1);
            a = mifu_load64_be(block);
            memcpy(r + 8 * i, block + 8, 8);
        }
    mifu_wipe(block, sizeof block);
    return a;
}

mifu_status mifu_sm4_wrap(uint8_t *out, const mifu_sm4_key *key, const uint8_t *in, size_t in_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (out == NULL || key == NULL || in == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (in_len < 16 || in_len % 8 != 0)
        return MIFU_ERR_ARGUMENT_LENGTH;
    if ((uint64_t)in_len / 8 > MAX_SEMIBLOCKS || in_len > SIZE_MAX - 8)
        return MIFU_ERR_LIMIT;
    if (mifu_overlaps_badly(out, in_len + 8, in, in_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    memmove(out + 8, in, in_len);
    mifu_store64_be(out, wrap(key, IV_3394, out + 8, in_len / 8));
    return MIFU_OK;
}

mifu_status mifu_sm4_unwrap(uint8_t *out, const mifu_sm4_key *key, const uint8_t *in, size_t in_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint64_t a, good;
    size_t n;

    if (out == NULL || key == NULL || in == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (in_len < 24 || in_len % 8 != 0)
        return MIFU_ERR_ARGUMENT_LENGTH;
    if ((uint64_t)in_len / 8 > MAX_SEMIBLOCKS + 1)
        return MIFU_ERR_LIMIT;
    n = in_len - 8;
    if (mifu_overlaps_badly(out, n, in, in_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    a = mifu_load64_be(in);
    memmove(out, in + 8, n);
    a = unwrap(key, a, out, n / 8);
    good = mifu_mask_equal64(a, IV_3394);
    mifu_declassify(&good, sizeof good); /* is the status */
    if (good == 0)
        mifu_wipe(out, n);
    return good != 0 ? MIFU_OK : MIFU_ERR_AUTHENTICATION;
}

mifu_status mifu_sm4_wrap_padded(uint8_t *out, size_t out_cap, size_t *out_len,
                                 const mifu_sm4_key *key, const uint8_t *in, size_t in_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    size_t padded;
    uint64_t a;

    if (out_len == NULL || key == NULL || in == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    *out_len = 0;
    if (in_len == 0 || (uint64_t)in_len > UINT32_MAX || in_len > SIZE_MAX - 15)
        return MIFU_ERR_ARGUMENT_LENGTH;
    padded = (in_len + 7) / 8 * 8;
    *out_len = padded + 8;
    if (out_cap < padded + 8)
        return MIFU_ERR_BUFFER;
    *out_len = 0;
    if (out == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (mifu_overlaps_badly(out, padded + 8, in, in_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    memmove(out + 8, in, in_len);
    memset(out + 8 + in_len, 0, padded - in_len);
    a = (uint64_t)IV_5649 << 32 | (uint32_t)in_len;
    if (padded == 8) { /* RFC 5649 4.1: a single block is encrypted as it is */
        mifu_store64_be(out, a);
        mifu_sm4_one_encrypt(out, key, out);
    } else {
        mifu_store64_be(out, wrap(key, a, out + 8, padded / 8));
    }
    *out_len = padded + 8;
    return MIFU_OK;
}

mifu_status mifu_sm4_unwrap_padded(uint8_t *out, size_t out_cap, size_t *out_len,
                                   const mifu_sm4_key *key, const uint8_t *in, size_t in_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t block[16], tail = 0;
    uint64_t a, good, length;
    size_t n;

    if (out_len == NULL || key == NULL || in == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    *out_len = 0;
    if (in_len < 16 || in_len % 8 != 0 || (uint64_t)in_len > (UINT64_C(1) << 32) + 8)
        return MIFU_ERR_ARGUMENT_LENGTH;
    n = in_len - 8;
    *out_len = n;
    if (out_cap < n)
        return MIFU_ERR_BUFFER;
    *out_len = 0;
    if (out == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (mifu_overlaps_badly(out, n, in, in_len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    if (n == 8) {
        mifu_sm4_one_decrypt(block, key, in);
        a = mifu_load64_be(block);
        memcpy(out, block + 8, 8);
        mifu_wipe(block, sizeof block);
    } else {
        a = mifu_load64_be(in);
        memmove(out, in + 8, n);
        a = unwrap(key, a, out, n / 8);
    }
    /* RFC 5649 clause 3: the constant, n - 8 < length <= n, and zeros after it. */
    length = a & UINT32_MAX;
    good = mifu_mask_equal64(a >> 32, IV_5649);
    good &= ~mifu_mask_less64(n, length) & mifu_mask_less64(n - 8, length);
    for (size_t i = n - 8; i < n; i++)
        tail |= (uint8_t)(out[i] & ~mifu_mask_less64(i, length));
    good &= mifu_mask_zero64(tail);
    mifu_declassify(&good, sizeof good);     /* is the status */
    mifu_declassify(&length, sizeof length); /* is the length, where the status is good */
    if (good == 0) {
        mifu_wipe(out, n);
        return MIFU_ERR_AUTHENTICATION;
    }
    *out_len = (size_t)length;
    return MIFU_OK;
}
