/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 and SHA-224 one-shot and streaming, over the compression kernel: FIPS 180-4. */
#include "mifu/sha256.h"

#include "base_state.h"
#include "base_block_hash.h"
#include "sha256_kernels.h"

/* First 32 fractional bits of the cube roots of the first 64 primes (4.2.2). */
MIFU_ALIGNED(64)
const uint32_t mifu_sha256_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* First 32 fractional bits of the square roots of the first eight primes (5.3.3). */
static const uint32_t sha256_iv[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* Second 32 fractional bits of the square roots of the ninth to sixteenth prime (5.3.2). */
static const uint32_t sha224_iv[8] = {
    0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
};

void mifu_sha256_init(mifu_sha256 *sha256)
{
    memcpy(sha256->state, sha256_iv, sizeof sha256->state);
    sha256->length = 0;
}

void mifu_sha224_init(mifu_sha256 *sha224)
{
    memcpy(sha224->state, sha224_iv, sizeof sha224->state);
    sha224->length = 0;
}

void mifu_sha256_update(mifu_sha256 *sha256, const uint8_t *data, size_t len)
{
    mifu_block_hash_update(sha256->state, &sha256->length, sha256->block,
                           mifu_sha256_kernels_in_use()->compress, data, len);
}

static void final(uint8_t *digest, unsigned words, mifu_sha256 *sha256)
{
    mifu_block_hash_final(digest, words, sha256->state, sha256->length, sha256->block,
                          mifu_sha256_kernels_in_use()->compress);
    mifu_sha256_wipe(sha256);
}

void mifu_sha256_final(uint8_t digest[MIFU_SHA256_DIGEST_SIZE], mifu_sha256 *sha256)
{
    MIFU_ZEROS_WHEN_CLOSED(digest, MIFU_SHA256_DIGEST_SIZE);
    final(digest, MIFU_SHA256_DIGEST_SIZE / 4, sha256);
}

void mifu_sha224_final(uint8_t digest[MIFU_SHA224_DIGEST_SIZE], mifu_sha256 *sha224)
{
    MIFU_ZEROS_WHEN_CLOSED(digest, MIFU_SHA224_DIGEST_SIZE);
    final(digest, MIFU_SHA224_DIGEST_SIZE / 4, sha224);
}

static void hash(uint8_t *digest, unsigned words, const uint32_t iv[8], const uint8_t *data,
                 size_t len)
{
    uint32_t state[8];

    memcpy(state, iv, sizeof state);
    mifu_block_hash_end(state, 0, mifu_sha256_kernels_in_use()->compress, data, len);
    mifu_block_hash_write(digest, words, state);
    mifu_wipe_short(state, sizeof state);
}

void mifu_sha256_hash(uint8_t digest[MIFU_SHA256_DIGEST_SIZE], const uint8_t *data, size_t len)
{
    MIFU_ZEROS_WHEN_CLOSED(digest, MIFU_SHA256_DIGEST_SIZE);
    hash(digest, MIFU_SHA256_DIGEST_SIZE / 4, sha256_iv, data, len);
}

void mifu_sha224_hash(uint8_t digest[MIFU_SHA224_DIGEST_SIZE], const uint8_t *data, size_t len)
{
    MIFU_ZEROS_WHEN_CLOSED(digest, MIFU_SHA224_DIGEST_SIZE);
    hash(digest, MIFU_SHA224_DIGEST_SIZE / 4, sha224_iv, data, len);
}

void mifu_sha256_copy(mifu_sha256 *copy, const mifu_sha256 *sha256)
{
    *copy = *sha256;
}

void mifu_sha256_wipe(mifu_sha256 *sha256)
{
    mifu_wipe(sha256, sizeof *sha256);
}
