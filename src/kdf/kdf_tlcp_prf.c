/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The PRF of TLCP (GB/T 38636-2020 5.2) and TLS 1.2 (RFC 5246 5): with S = label || seed,
 * A(0) = S, A(i) = HMAC(secret, A(i-1)), output HMAC(secret, A(1) || S) || HMAC(secret, A(2) || S)
 * and so on.
 */
#include "mifu/kdf.h"

#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "hmac_internal.h"

mifu_status mifu_tlcp_prf(uint8_t *out, size_t out_len, mifu_hash_algorithm algorithm,
                          const uint8_t *secret, size_t secret_len, const uint8_t *label,
                          size_t label_len, const uint8_t *seed, size_t seed_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    size_t size = mifu_hash_digest_size(algorithm);
    uint8_t a[MIFU_HASH_MAX_DIGEST_SIZE];
    uint8_t block[MIFU_HASH_MAX_DIGEST_SIZE];
    mifu_hmac_key key;
    mifu_hmac hmac;
    mifu_status status;

    if (size == 0)
        return MIFU_ERR_ARGUMENT_NAME;
    if (out_len == 0)
        return MIFU_ERR_ARGUMENT_LENGTH;
    status = mifu_hmac_key_init(&key, algorithm, secret, secret_len);
    if (status != MIFU_OK)
        return status;

    mifu_hmac_init(&hmac, &key);
    mifu_hmac_update(&hmac, label, label_len);
    mifu_hmac_update(&hmac, seed, seed_len);
    mifu_hmac_finish(a, &hmac);
    for (;;) {
        size_t take = out_len < size ? out_len : size;

        mifu_hmac_init(&hmac, &key);
        mifu_hmac_update(&hmac, a, size);
        mifu_hmac_update(&hmac, label, label_len);
        mifu_hmac_update(&hmac, seed, seed_len);
        mifu_hmac_finish(block, &hmac);
        memcpy(out, block, take);
        out += take;
        out_len -= take;
        if (out_len == 0)
            break;
        mifu_hmac_tag(a, &key, a, size);
    }
    mifu_wipe(a, sizeof a);
    mifu_wipe(block, sizeof block);
    mifu_hmac_key_wipe(&key);
    mifu_wipe_stack_2k();
    return MIFU_OK;
}
