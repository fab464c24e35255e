/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Key derivation: the KDF of SM2 and SM9, HKDF, PBKDF2, the TLS 1.3 HKDF-Expand-Label and the PRF
 * of TLCP.
 *
 * Secret: all inputs but lengths, labels and iteration counts. Constant time except for lengths and
 * counts. Nothing is allocated. Outputs must not overlap inputs unless a function says so.
 * On an error the output is not touched.
 */
#ifndef MIFU_KDF_H
#define MIFU_KDF_H

#include "hash.h"
#include "hmac.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * KDF(Z, out_len) of GB/T 32918.4 5.4.3 (SM2) and GB/T 38635.2 5.4.3 (SM9) with SM3: out_len bytes
 * of SM3(Z || 00000001) || SM3(Z || 00000002) || ... An out_len of 0 writes nothing.
 *   MIFU_ERR_ARGUMENT_LENGTH: out_len is above 32 * (2^32 - 1)
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_kdf_sm3(uint8_t *out, size_t out_len, const uint8_t *z,
                                                  size_t z_len);

/* HKDF-Extract of RFC 5869 2.2: writes digest-size bytes. An absent salt (salt_len 0) is zeros. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_hkdf_extract(uint8_t *prk, mifu_hash_algorithm algorithm,
                                                       const uint8_t *salt, size_t salt_len,
                                                       const uint8_t *ikm, size_t ikm_len);

/* HKDF-Expand of RFC 5869 2.3. MIFU_ERR_ARGUMENT_LENGTH: out_len is 0 or above 255 digests. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_hkdf_expand(uint8_t *out, size_t out_len,
                                                      mifu_hash_algorithm algorithm,
                                                      const uint8_t *prk, size_t prk_len,
                                                      const uint8_t *info, size_t info_len);

/* Extract, then expand. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_hkdf(uint8_t *out, size_t out_len,
                                               mifu_hash_algorithm algorithm, const uint8_t *salt,
                                               size_t salt_len, const uint8_t *ikm, size_t ikm_len,
                                               const uint8_t *info, size_t info_len);

/*
 * HKDF-Expand-Label of TLS 1.3 (RFC 8446 7.1, RFC 8998): `label` without the prefix "tls13 ", which
 * is added. Label at most 249 bytes, context at most 255, out_len at most 255 digests:
 * MIFU_ERR_ARGUMENT_LENGTH otherwise.
 */
MIFU_API MIFU_MUST_CHECK mifu_status
mifu_hkdf_expand_label(uint8_t *out, size_t out_len, mifu_hash_algorithm algorithm,
                       const uint8_t *secret, size_t secret_len, const uint8_t *label,
                       size_t label_len, const uint8_t *context, size_t context_len);

/*
 * PBKDF2 of RFC 8018 5.2 (GM/T 0091 with SM3) with HMAC over the named hash.
 *   MIFU_ERR_ARGUMENT_LENGTH: out_len is 0 or above (2^32 - 1) digests, or iterations is 0
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_pbkdf2(uint8_t *out, size_t out_len,
                                                 mifu_hash_algorithm algorithm,
                                                 const uint8_t *password, size_t password_len,
                                                 const uint8_t *salt, size_t salt_len,
                                                 uint32_t iterations);

/*
 * The PRF of TLCP (GB/T 38636-2020 5.2) and TLS 1.2 (RFC 5246 5): P_hash(secret, label || seed).
 *   MIFU_ERR_ARGUMENT_LENGTH: out_len is 0
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_tlcp_prf(uint8_t *out, size_t out_len,
                                                   mifu_hash_algorithm algorithm,
                                                   const uint8_t *secret, size_t secret_len,
                                                   const uint8_t *label, size_t label_len,
                                                   const uint8_t *seed, size_t seed_len);

#ifdef __cplusplus
}
#endif

#endif
