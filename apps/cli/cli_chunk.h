/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The file format of mifu sm4 encrypt: a header, then chunks of SM4-GCM that are authenticated one
 * by one and in their order. docs/file-format.md describes every byte.
 */
#ifndef MIFU_CLI_CHUNK_H
#define MIFU_CLI_CHUNK_H

#include "mifu/sm4_aead.h"

#include "cli_parallel.h"

#define CLI_CHUNK_HEADER_SIZE ((size_t)80)
#define CLI_CHUNK_FIELDS_SIZE ((size_t)48) /* of the header, before its tag */
#define CLI_CHUNK_TAG_SIZE    ((size_t)16)

#define CLI_CHUNK_MIN_SIZE     ((uint64_t)1 << 10)
#define CLI_CHUNK_MAX_SIZE     ((uint64_t)1 << 20)
#define CLI_CHUNK_DEFAULT_SIZE ((uint64_t)1 << 16)

#define CLI_CHUNK_MIN_ITERATIONS     ((uint64_t)1000)
#define CLI_CHUNK_DEFAULT_ITERATIONS ((uint64_t)600000)
#define CLI_CHUNK_MAX_ITERATIONS     ((uint64_t)10000000) /* that a reader accepts unasked */

/* The fields of a header. */
typedef struct cli_chunk_header {
    int with_password;
    uint64_t chunk_size;
    uint64_t iterations;
    uint8_t fields[CLI_CHUNK_HEADER_SIZE]; /* the bytes, tag included */
} cli_chunk_header;

/* A password or a key of 16 bytes, and the associated data that the header's tag covers. */
typedef struct cli_chunk_secret {
    int with_password;
    const uint8_t *secret;
    size_t secret_len;
    const uint8_t *aad;
    size_t aad_len;
    uint64_t max_iterations;
} cli_chunk_secret;

/* What a secret and a header give. Secret; wipe it. */
typedef struct cli_chunk_keys {
    mifu_sm4_key key;
    uint8_t nonce_prefix[7];
    uint8_t header_tag[32];
} cli_chunk_keys;

/* Makes a header with a fresh salt; its tag is set by cli_chunk_derive(). */
int cli_chunk_header_make(cli_chunk_header *header, const cli_chunk_secret *secret,
                          uint64_t chunk_size, uint64_t iterations);

/* Reads and checks the fields of a header; `name` is for messages. */
int cli_chunk_header_read(cli_chunk_header *header, const uint8_t *bytes, size_t len,
                          const char *name);

/* 1 where bytes begin as a file of this format does. */
int cli_chunk_is_header(const uint8_t *bytes, size_t len);

/* Derives the keys and the tag that the header must have. */
int cli_chunk_derive(cli_chunk_keys *keys, const cli_chunk_header *header,
                     const cli_chunk_secret *secret);

/* The nonce of chunk number `index`. */
void cli_chunk_nonce(uint8_t nonce[MIFU_SM4_GCM_IV_SIZE], const cli_chunk_keys *keys,
                     uint32_t index, int last);

/*
 * Writes header and chunks, the same for any number of threads. Of `files` the inputs, outputs and
 * threads count.
 */
int cli_chunk_encrypt(const cli_parallel *files, const cli_chunk_header *header,
                      const cli_chunk_keys *keys);

/* Writes a chunk once its tag was found right, so that nothing unauthenticated gets out. */
int cli_chunk_decrypt(const cli_parallel *files, const cli_chunk_header *header,
                      const cli_chunk_keys *keys);

#endif
