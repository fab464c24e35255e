/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Header and keys of the file format.
 *
 *    0   8  4D 49 46 55 0D 0A 1A 0A: "MIFU" and line ends, which a transfer as text damages
 *    8   1  version, 01
 *    9   1  algorithm, 01: SM4-GCM with 16-byte tags
 *   10   1  key: 01 a key of 16 bytes, 02 a password with PBKDF2-HMAC-SM3
 *   11   1  n, 10 to 20: a chunk holds 2^n bytes of plaintext
 *   12   4  iterations of PBKDF2, big-endian; 0 for a key
 *   16  32  salt
 *   48  32  HMAC-SM3 of bytes 0 to 47 and the associated data
 */
#include <string.h>

#include "mifu/hmac.h"
#include "mifu/kdf.h"
#include "mifu/random.h"

#include "cli_chunk.h"

static const uint8_t magic[8] = {0x4d, 0x49, 0x46, 0x55, 0x0d, 0x0a, 0x1a, 0x0a};

enum { VERSION = 1, SM4_GCM = 1, FROM_KEY = 1, FROM_PASSWORD = 2 };
enum { SALT_AT = 16, SALT_SIZE = 32, DERIVED_SIZE = 16 + 7 + 32 };

int cli_chunk_header_make(cli_chunk_header *header, const cli_chunk_secret *secret,
                          uint64_t chunk_size, uint64_t iterations)
{
    uint8_t *fields = header->fields;
    unsigned exponent = 0;

    memset(header, 0, sizeof *header);
    header->with_password = secret->with_password;
    header->chunk_size = chunk_size;
    header->iterations = secret->with_password ? iterations : 0;
    while ((uint64_t)1 << exponent < chunk_size)
        exponent++;
    memcpy(fields, magic, sizeof magic);
    fields[8] = VERSION;
    fields[9] = SM4_GCM;
    fields[10] = secret->with_password ? FROM_PASSWORD : FROM_KEY;
    fields[11] = (uint8_t)exponent;
    for (int i = 0; i < 4; i++)
        fields[12 + i] = (uint8_t)(header->iterations >> (24 - 8 * i));
    return cli_fail_status(mifu_random_bytes(fields + SALT_AT, SALT_SIZE), "the salt", NULL);
}

int cli_chunk_is_header(const uint8_t *bytes, size_t len)
{
    return len >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

int cli_chunk_header_read(cli_chunk_header *header, const uint8_t *bytes, size_t len,
                          const char *name)
{
    unsigned exponent;

    if (!cli_chunk_is_header(bytes, len))
        return cli_fail(CLI_BAD_INPUT,
                        "%s: not a file that mifu sm4 encrypt made; a bare GCM ciphertext is "
                        "decrypted with --raw --iv-hex HEX",
                        name);
    if (len < CLI_CHUNK_HEADER_SIZE)
        return cli_fail_status(MIFU_ERR_ENCODING_TRUNCATED, name, NULL);
    if (bytes[8] != VERSION)
        return cli_fail(CLI_BAD_INPUT,
                        "%s: version %u of the file format, and this program reads "
                        "version %d; is there a newer mifu?",
                        name, bytes[8], VERSION);
    if (bytes[9] != SM4_GCM)
        return cli_fail(CLI_BAD_INPUT, "%s: unknown algorithm %u in the header", name, bytes[9]);
    if (bytes[10] != FROM_KEY && bytes[10] != FROM_PASSWORD)
        return cli_fail(CLI_BAD_INPUT, "%s: unknown kind of key %u in the header", name, bytes[10]);
    exponent = bytes[11];
    if (exponent > 20 || (uint64_t)1 << exponent < CLI_CHUNK_MIN_SIZE)
        return cli_fail(CLI_BAD_INPUT, "%s: chunk size 2^%u in the header is not supported", name,
                        exponent);
    memset(header, 0, sizeof *header);
    header->with_password = bytes[10] == FROM_PASSWORD;
    header->chunk_size = (uint64_t)1 << exponent;
    for (int i = 0; i < 4; i++)
        header->iterations = header->iterations << 8 | bytes[12 + i];
    if (header->with_password != (header->iterations != 0))
        return cli_fail(CLI_BAD_INPUT,
                        "%s: the iteration count in the header does not go with the "
                        "kind of key",
                        name);
    memcpy(header->fields, bytes, CLI_CHUNK_HEADER_SIZE);
    return CLI_DONE;
}

/* header_tag = HMAC-SM3(key, fields || aad) */
static mifu_status make_tag(uint8_t tag[32], const uint8_t key[32], const uint8_t *fields,
                            const cli_chunk_secret *secret)
{
    mifu_hmac_key prepared;
    mifu_hmac hmac;
    mifu_status status = mifu_hmac_key_init(&prepared, MIFU_HASH_SM3, key, 32);

    if (status != MIFU_OK)
        return status;
    mifu_hmac_init(&hmac, &prepared);
    mifu_hmac_update(&hmac, fields, CLI_CHUNK_FIELDS_SIZE);
    mifu_hmac_update(&hmac, secret->aad, secret->aad_len);
    mifu_hmac_final(tag, &hmac);
    mifu_hmac_key_wipe(&prepared);
    return MIFU_OK;
}

int cli_chunk_derive(cli_chunk_keys *keys, const cli_chunk_header *header,
                     const cli_chunk_secret *secret)
{
    static const char label[] = "mifu file 1";
    uint8_t info[sizeof label - 1 + CLI_CHUNK_FIELDS_SIZE];
    uint8_t stretched[32], derived[DERIVED_SIZE];
    const uint8_t *salt = header->fields + SALT_AT;
    const uint8_t *ikm = secret->secret;
    size_t ikm_len = secret->secret_len;
    mifu_status status = MIFU_OK;

    if (header->with_password) {
        status = mifu_pbkdf2(stretched, sizeof stretched, MIFU_HASH_SM3, secret->secret,
                             secret->secret_len, salt, SALT_SIZE, (uint32_t)header->iterations);
        ikm = stretched;
        ikm_len = sizeof stretched;
    }
    /* all fields take part, so that a header that was changed gives other keys */
    memcpy(info, label, sizeof label - 1);
    memcpy(info + sizeof label - 1, header->fields, CLI_CHUNK_FIELDS_SIZE);
    if (status == MIFU_OK)
        status = mifu_hkdf(derived, sizeof derived, MIFU_HASH_SM3, salt, SALT_SIZE, ikm, ikm_len,
                           info, sizeof info);
    if (status == MIFU_OK)
        status = make_tag(keys->header_tag, derived + 23, header->fields, secret);
    if (status == MIFU_OK) {
        mifu_sm4_key_init(&keys->key, derived);
        memcpy(keys->nonce_prefix, derived + 16, sizeof keys->nonce_prefix);
    }
    cli_wipe(stretched, sizeof stretched);
    cli_wipe(derived, sizeof derived);
    return cli_fail_status(status, "the file key", NULL);
}

void cli_chunk_nonce(uint8_t nonce[MIFU_SM4_GCM_IV_SIZE], const cli_chunk_keys *keys,
                     uint32_t index, int last)
{
    memcpy(nonce, keys->nonce_prefix, sizeof keys->nonce_prefix);
    for (int i = 0; i < 4; i++)
        nonce[7 + i] = (uint8_t)(index >> (24 - 8 * i));
    nonce[11] = (uint8_t)(last != 0);
}
