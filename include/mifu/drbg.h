/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Deterministic random bit generators: Hash-DRBG and HMAC-DRBG with SM3 and CTR-DRBG with SM4 (with
 * the derivation function), each in the form of GM/T 0105-2021 and in that of NIST SP 800-90A.
 *
 * mifu_random_bytes() is what programs need. This is for those whose rules name a mechanism.
 * The forms differ in three things: a GM generator gives at most one block of its hash or cipher
 * in a call, is reseeded after 2^10 calls instead of 2^48 unless told otherwise, and its Hash-DRBG
 * hashes fresh entropy before the old state. GM/T 0105 also wants a new seed after some time (60 or
 * 600 seconds by its level): there is no clock here, call mifu_drbg_reseed().
 * The system's entropy, which is the default, is under health tests: docs/random.md. Those of an
 * entropy source of the caller's are the caller's.
 *
 * Secret: everything but lengths. Constant time except for lengths. Nothing is allocated.
 * A child after fork() must instantiate a generator of its own: a copy gives the same bytes.
 * Pointers: byte strings may be NULL where their length is 0; everything else must not be NULL.
 * Output must not overlap input.
 * Threads: different objects in any thread; one object in one thread at a time.
 */
#ifndef MIFU_DRBG_H
#define MIFU_DRBG_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Values are stable and are never reused. */
typedef enum mifu_drbg_mechanism {
    MIFU_DRBG_HASH_SM3 = 1,
    MIFU_DRBG_HMAC_SM3 = 2,
    MIFU_DRBG_CTR_SM4 = 3
} mifu_drbg_mechanism;

typedef enum mifu_drbg_form {
    MIFU_DRBG_FORM_GM = 1,  /* GM/T 0105-2021 */
    MIFU_DRBG_FORM_NIST = 2 /* SP 800-90A Rev. 1 */
} mifu_drbg_form;

#define MIFU_DRBG_INPUT_MAX   65536 /* bytes of personalisation or additional input */
#define MIFU_DRBG_REQUEST_MAX 65536 /* bytes in a call, SP 800-90A form */
#define MIFU_DRBG_ENTROPY_MAX 256   /* bytes of entropy input, and of nonce */

/*
 * Fills `len` bytes with entropy; anything but MIFU_OK is a failure. Asked for the entropy input
 * and then for the nonce, each in one call. Statuses of the class MIFU_ERR_RANDOM are passed on,
 * others become MIFU_ERR_RANDOM.
 */
typedef mifu_status mifu_drbg_entropy(uint8_t *out, size_t len, void *context);

/* What may be chosen; all zeros is the usual choice. */
typedef struct mifu_drbg_options {
    mifu_drbg_entropy *entropy; /* NULL: the system's, under health tests */
    void *entropy_context;
    size_t entropy_len;        /* bytes, 32 to 256; 0: 48 */
    size_t nonce_len;          /* bytes, 16 to 256; 0: 24 */
    uint64_t reseed_interval;  /* calls; 0: that of the form, which is also the most */
    int prediction_resistance; /* not 0: fresh entropy before every call of generate */
} mifu_drbg_options;

/* A generator. Wipe it with _uninstantiate. Never copy it. Fields private. */
typedef struct mifu_drbg {
    uint32_t mechanism; /* 0: not instantiated */
    uint32_t form;
    mifu_drbg_options options; /* with the defaults filled in */
    uint64_t reseed_counter;   /* calls since the last seed, plus 1 */
    uint8_t v[55];
    uint8_t c[55];   /* Hash-DRBG */
    uint8_t key[32]; /* the others */
} mifu_drbg;

/*
 * Makes a generator from fresh entropy and the personalisation string. options may be NULL.
 *   MIFU_ERR_ARGUMENT_NAME   no such mechanism or form
 *   MIFU_ERR_ARGUMENT_LENGTH a length of the options is out of range
 *   MIFU_ERR_LIMIT           the personalisation string is too long, or the reseed interval
 *   MIFU_ERR_RANDOM          the entropy source failed
 *   MIFU_ERR_RANDOM_HEALTH   a health test of the system's entropy failed, now or before
 * After an error the object is zeroed and generates nothing.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_drbg_instantiate(
    mifu_drbg *drbg, mifu_drbg_mechanism mechanism, mifu_drbg_form form,
    const mifu_drbg_options *options, const uint8_t *personalization, size_t personalization_len);

/*
 * Mixes in fresh entropy and additional input.
 *   MIFU_ERR_ARGUMENT_STATE not instantiated
 *   MIFU_ERR_LIMIT          additional input too long
 *   MIFU_ERR_RANDOM         the entropy source failed; the state is as it was
 *   MIFU_ERR_RANDOM_HEALTH  likewise, by a health test of the system's entropy
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_drbg_reseed(mifu_drbg *drbg, const uint8_t *additional,
                                                      size_t additional_len);

/*
 * Gives `len` bytes, after a reseed where the interval is over or prediction resistance is asked
 * for. Errors as of _reseed; MIFU_ERR_LIMIT also where len is above mifu_drbg_request_max(). After
 * an error of the class MIFU_ERR_RANDOM out is zeroed, after the others untouched.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_drbg_generate(uint8_t *out, size_t len, mifu_drbg *drbg,
                                                        const uint8_t *additional,
                                                        size_t additional_len);

/* The most bytes in a call: 65536, in the GM form 32 (SM3) or 16 (SM4); 0 if not instantiated. */
MIFU_API size_t mifu_drbg_request_max(const mifu_drbg *drbg);

/* Zeroes the generator. */
MIFU_API void mifu_drbg_uninstantiate(mifu_drbg *drbg);

#ifdef __cplusplus
}
#endif

#endif
