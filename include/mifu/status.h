/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one result type of libmifu.
 *
 * Every function that can fail returns a mifu_status, which the compiler insists on being looked
 * at. MIFU_OK       done, or "valid" from a verification MIFU_INVALID  the negative answer of a
 * verification; not an error MIFU_ERR_*    nothing was done; outputs are untouched or zeroed, as
 * the function says
 *
 * Errors fall into classes. The value of a class is a multiple of 100 and is itself a status; the
 * members of a class name the cause more closely. mifu_status_class() maps a member to its class,
 * so a caller may switch over a dozen classes and print mifu_status_text() for the exact cause. New
 * members may be added to a class in later versions.
 */
#ifndef MIFU_STATUS_H
#define MIFU_STATUS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(MIFU_BUILDING) && (defined(__GNUC__) || defined(__clang__))
#    define MIFU_API __attribute__((visibility("default")))
#else
#    define MIFU_API
#endif

#if defined(__GNUC__) || defined(__clang__)
#    define MIFU_MUST_CHECK __attribute__((warn_unused_result))
#else
#    define MIFU_MUST_CHECK
#endif

/* Name, value, sentence: the only place where a status is written. */
/* clang-format off */
#define MIFU_STATUS_TABLE(X) \
    X(MIFU_OK, 0, "done") \
    X(MIFU_INVALID, 1, "the signature or tag does not verify") \
    X(MIFU_ERR_ARGUMENT, 100, "the call is wrong") \
    X(MIFU_ERR_ARGUMENT_NULL, 101, "a required pointer is NULL") \
    X(MIFU_ERR_ARGUMENT_LENGTH, 102, "the operation does not permit this length") \
    X(MIFU_ERR_ARGUMENT_OVERLAP, 103, "input and output overlap other than exactly") \
    X(MIFU_ERR_ARGUMENT_STATE, 104, "calls of a streaming object out of order") \
    X(MIFU_ERR_ARGUMENT_ID, 105, "an identity has more than 8191 bytes") \
    X(MIFU_ERR_ARGUMENT_EMPTY, 106, "the message is empty") \
    X(MIFU_ERR_ARGUMENT_NAME, 107, "no algorithm, option or back-end of this name") \
    X(MIFU_ERR_ENCODING, 200, "malformed encoding") \
    X(MIFU_ERR_ENCODING_TRUNCATED, 201, "the data ends before the structure does") \
    X(MIFU_ERR_ENCODING_TRAILING, 202, "trailing data after the end of the structure") \
    X(MIFU_ERR_ENCODING_TAG, 203, "another ASN.1 type than expected") \
    X(MIFU_ERR_ENCODING_LENGTH, 204, "an ASN.1 length is not minimal, indefinite, too large or wrong for its type") \
    X(MIFU_ERR_ENCODING_NOT_MINIMAL, 205, "an INTEGER is not minimally encoded") \
    X(MIFU_ERR_ENCODING_NEGATIVE, 206, "an INTEGER is negative") \
    X(MIFU_ERR_ENCODING_POINT, 207, "the bytes are no encoded point: wrong length or first byte") \
    X(MIFU_ERR_ENCODING_PEM, 208, "no complete PEM block of the expected kind") \
    X(MIFU_ERR_ENCODING_BASE64, 209, "malformed Base64 inside a PEM block") \
    X(MIFU_ERR_ENCODING_HEX, 210, "not hexadecimal") \
    X(MIFU_ERR_ENCODING_PADDING, 211, "the padding bytes of a fixed-width field are not zero") \
    X(MIFU_ERR_ENCODING_AMBIGUOUS, 212, "more than one reading of the data fits") \
    X(MIFU_ERR_RANGE, 300, "a value is out of range") \
    X(MIFU_ERR_RANGE_PRIVATE_KEY, 301, "the private key is not in [1, n-2]") \
    X(MIFU_ERR_RANGE_SIGNATURE, 302, "r or s of the signature is not in [1, n-1]") \
    X(MIFU_ERR_RANGE_COORDINATE, 303, "a coordinate is not below the field prime") \
    X(MIFU_ERR_RANGE_NOT_ON_CURVE, 304, "the point is not on the curve") \
    X(MIFU_ERR_RANGE_INFINITY, 305, "the point is the point at infinity") \
    X(MIFU_ERR_RANGE_KEY_MISMATCH, 306, "the public key does not belong to the private key") \
    X(MIFU_ERR_RANGE_SUBGROUP, 307, "the point is not in the subgroup of order N") \
    X(MIFU_ERR_RANGE_MASTER_KEY, 308, "the master private key is not in [1, N-1]") \
    X(MIFU_ERR_RANGE_MASTER_KEY_IDENTITY, 309, "H1 of this identity is opposite to the master key: the master key must be changed") \
    X(MIFU_ERR_UNSUPPORTED, 400, "not supported") \
    X(MIFU_ERR_UNSUPPORTED_ALGORITHM, 401, "the algorithm identifier is not supported") \
    X(MIFU_ERR_UNSUPPORTED_CURVE, 402, "the curve is not sm2p256v1") \
    X(MIFU_ERR_UNSUPPORTED_POINT, 403, "the hybrid point forms 06 and 07 are not supported") \
    X(MIFU_ERR_UNSUPPORTED_CIPHER, 404, "the key encryption is not PBES2 with PBKDF2 and SM4-CBC") \
    X(MIFU_ERR_UNSUPPORTED_LEGACY_PEM, 405, "legacy PEM encryption (Proc-Type: 4,ENCRYPTED) is not supported") \
    X(MIFU_ERR_UNSUPPORTED_CONTAINER, 406, "a vendor's private container is not supported") \
    X(MIFU_ERR_BUFFER, 500, "the output buffer is too small") \
    X(MIFU_ERR_AUTHENTICATION, 600, "decryption failed: wrong key or password, or damaged data") \
    X(MIFU_ERR_PASSWORD_NEEDED, 601, "the key is encrypted and no password was given") \
    X(MIFU_ERR_RANDOM, 700, "the operating system gave no randomness") \
    X(MIFU_ERR_RANDOM_HEALTH, 701, "a health test of the entropy failed and the generator is closed") \
    X(MIFU_ERR_SELFTEST, 800, "a self-test failed and the library is closed") \
    X(MIFU_ERR_LIMIT, 900, "a limit of the algorithm is reached")
/* clang-format on */

typedef enum mifu_status {
#define MIFU_STATUS_ROW(name, value, text) name = (value),
    MIFU_STATUS_TABLE(MIFU_STATUS_ROW)
#undef MIFU_STATUS_ROW
} mifu_status;

/* The class of a status: MIFU_OK, MIFU_INVALID or the multiple of 100 it belongs to. Never fails.
 */
MIFU_API mifu_status mifu_status_class(mifu_status status);

/* A sentence in English without a full stop, for any value; static storage, never NULL. */
MIFU_API const char *mifu_status_text(mifu_status status);

/* The symbol of a status, such as "MIFU_ERR_RANGE_SIGNATURE"; static storage, never NULL. */
MIFU_API const char *mifu_status_name(mifu_status status);

#ifdef __cplusplus
}
#endif

#endif
