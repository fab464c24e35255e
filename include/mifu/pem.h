/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Base64 (RFC 4648 clause 4), PEM text (RFC 7468), and the length of a DER element: what files with
 * keys, certificates and signatures are wrapped in.
 *
 * Strict: no character outside the alphabet but white space between characters, padding complete
 * and its spare bits zero. The characters are handled in constant time, for they may carry a
 * private key; the layout (lengths, line ends, labels) is public.
 *
 * Variable-size outputs take a capacity and set a length. out == NULL asks for the size: the answer
 * is MIFU_ERR_BUFFER with the length set to the size needed; a capacity that is too small answers
 * the same way. On every error nothing is written. Text is ASCII and not zero-terminated.
 * Outputs must not overlap inputs. Any thread; nothing is allocated.
 */
#ifndef MIFU_PEM_H
#define MIFU_PEM_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Base64 of len bytes, one line, no line end: 4 * ceil(len / 3) characters. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_base64_encode(char *text, size_t text_cap,
                                                        size_t *text_len, const uint8_t *data,
                                                        size_t len);

/* The bytes of a Base64 text; spaces, tabs and line ends are skipped. MIFU_ERR_ENCODING_BASE64. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_base64_decode(uint8_t *data, size_t data_cap,
                                                        size_t *data_len, const char *text,
                                                        size_t len);

/* One block of a PEM text; pointers into the caller's text. */
typedef struct mifu_pem_block {
    const char *label; /* what stands after BEGIN */
    size_t label_len;
    const char *body; /* the lines between BEGIN and END */
    size_t body_len;
    int legacy_encrypted; /* 1: "Proc-Type: 4,ENCRYPTED"; the body holds headers too */
    const char *rest;     /* what follows the block, for the next call */
    size_t rest_len;
} mifu_pem_block;

/*
 * Finds the next block; text around blocks is ignored, lines end in LF or CRLF.
 * MIFU_ERR_ENCODING_PEM: there is none, or it has no matching END line.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_pem_next(mifu_pem_block *block, const char *text,
                                                   size_t len);

/* 1 where the block has this label (zero-terminated), else 0. */
MIFU_API int mifu_pem_label_is(const mifu_pem_block *block, const char *label);

/* The bytes of a block. MIFU_ERR_ENCODING_BASE64, MIFU_ERR_UNSUPPORTED_LEGACY_PEM. */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_pem_block_to_der(uint8_t *der, size_t der_cap,
                                                           size_t *der_len,
                                                           const mifu_pem_block *block);

/*
 * Any DER as a PEM block with the given zero-terminated label, such as "CERTIFICATE" or "EC PRIVATE
 * KEY"; 64 characters a line, LF. MIFU_ERR_ARGUMENT_NAME: RFC 7468 does not permit the label.
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_pem_from_der(char *pem, size_t pem_cap, size_t *pem_len,
                                                       const char *label, const uint8_t *der,
                                                       size_t der_len);

/*
 * The DER of the first PEM block with the given label (NULL: of any label). MIFU_ERR_ENCODING_PEM,
 * MIFU_ERR_ENCODING_BASE64, MIFU_ERR_UNSUPPORTED_LEGACY_PEM
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_pem_to_der(uint8_t *der, size_t der_cap, size_t *der_len,
                                                     const char *label, const char *pem,
                                                     size_t len);

/*
 * Length of the DER element at the start of `data`, which may have bytes after it: for protocols
 * that must trim. Only its tag and length are looked at. MIFU_ERR_ENCODING_...
 */
MIFU_API MIFU_MUST_CHECK mifu_status mifu_der_element_size(size_t *size, const uint8_t *data,
                                                           size_t len);

#ifdef __cplusplus
}
#endif

#endif
