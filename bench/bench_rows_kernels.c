/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of the kernels, called through the struct that a back-end's table row points to. */
#include "bench.h"

#include <string.h>

#include "ghash_kernels.h"
#include "sha256_kernels.h"
#include "sm2_kernels.h"
#include "sm2_many_kernels.h"
#include "sm3_kernels.h"
#include "sm4_kernels.h"

#define KERNEL(op, algorithm, unit, lanes) op, "mifu", algorithm, unit, BENCH_MINIMUM, lanes

static uint32_t hash_state[8];

static void sm3_compress(const bench_case *c)
{
    const mifu_sm3_kernels *kernels = c->kernels;

    kernels->compress(hash_state, bench_in, c->bytes / 64);
}

static void sha256_compress(const bench_case *c)
{
    const mifu_sha256_kernels *kernels = c->kernels;

    kernels->compress(hash_state, bench_in, c->bytes / 64);
}

/* ---- SM4. In place: the output of one call is the input of the next, so that few blocks show
 * their latency. */

static mifu_sm4_key sm4_key;
static uint8_t chain[16];

static int prepare_sm4(const bench_case *c)
{
    const mifu_sm4_kernels *kernels = c->kernels;

    kernels->key_expand(&sm4_key, bench_in);
    return 1;
}

static void sm4_encrypt(const bench_case *c)
{
    const mifu_sm4_kernels *kernels = c->kernels;

    kernels->encrypt(&sm4_key, bench_out, bench_out, c->bytes / 16);
}

static void sm4_decrypt(const bench_case *c)
{
    const mifu_sm4_kernels *kernels = c->kernels;

    kernels->decrypt(&sm4_key, bench_out, bench_out, c->bytes / 16);
}

static void sm4_ctr(const bench_case *c)
{
    const mifu_sm4_kernels *kernels = c->kernels;

    kernels->ctr(&sm4_key, chain, bench_out, bench_out, c->bytes / 16);
}

static void sm4_cbc_mac(const bench_case *c)
{
    const mifu_sm4_kernels *kernels = c->kernels;

    kernels->cbc_mac(&sm4_key, chain, bench_in, c->bytes / 16);
}

static void sm4_key_expand(const bench_case *c)
{
    const mifu_sm4_kernels *kernels = c->kernels;

    kernels->key_expand(&sm4_key, bench_in);
}

/* ---- GHASH */

static uint64_t ghash_key[MIFU_GHASH_KEY_WORDS];

static int prepare_ghash(const bench_case *c)
{
    const mifu_ghash_kernels *kernels = c->kernels;

    ghash_key[0] = 0x0123456789abcdef;
    ghash_key[1] = 0xfedcba9876543210;
    kernels->derive(ghash_key, c->bytes);
    return 1;
}

static void ghash_update(const bench_case *c)
{
    const mifu_ghash_kernels *kernels = c->kernels;

    kernels->update(ghash_key, chain, bench_in, c->bytes / 16);
}

static void ghash_derive(const bench_case *c)
{
    prepare_ghash(c);
}

/* ---- SM2: the field, each result the next input; scalar multiplications. */

static mifu_u256 element, scalar;
static mifu_affine generator_multiple, product;

static int prepare_sm2(const bench_case *c)
{
    const mifu_sm2_kernels *kernels = c->kernels;

    memcpy(&scalar, bench_in, sizeof scalar);
    scalar.v[MIFU_COUNT_OF(scalar.v) - 1] >>= 1; /* below n */
    kernels->base_multiply(&generator_multiple, &scalar);
    element = generator_multiple.x;
    return 1;
}

static void fp_mul(const bench_case *c)
{
    const mifu_sm2_kernels *kernels = c->kernels;

    kernels->fp_mul(&element, &element, &generator_multiple.y);
}

static void fp_sqr(const bench_case *c)
{
    const mifu_sm2_kernels *kernels = c->kernels;

    kernels->fp_sqr(&element, &element);
}

static void fp_inverse(const bench_case *c)
{
    const mifu_sm2_kernels *kernels = c->kernels;

    kernels->fp_inverse(&element, &element);
}

static void base_multiply(const bench_case *c)
{
    const mifu_sm2_kernels *kernels = c->kernels;

    kernels->base_multiply(&product, &scalar);
}

static void point_multiply(const bench_case *c)
{
    const mifu_sm2_kernels *kernels = c->kernels;

    kernels->point_multiply(&product, &scalar, &generator_multiple);
}

/* ---- SM2, many at once */

static mifu_u256 scalars[32];
static mifu_affine points[32], products[32];
static uint8_t kernel_scratch[MIFU_SM2_MANY_KERNEL_SCRATCH] MIFU_ALIGNED(64);

static int prepare_sm2_many(const bench_case *c)
{
    const mifu_sm2_many_kernels *kernels = c->kernels;

    memcpy(scalars, bench_in, sizeof scalars);
    for (size_t i = 0; i < MIFU_COUNT_OF(scalars); i++)
        scalars[i].v[MIFU_COUNT_OF(scalar.v) - 1] >>= 1;
    kernels->base_multiply(points, scalars, MIFU_COUNT_OF(scalars), kernel_scratch);
    return 1;
}

static void base_multiply_many(const bench_case *c)
{
    const mifu_sm2_many_kernels *kernels = c->kernels;

    kernels->base_multiply(products, scalars, c->lanes, kernel_scratch);
}

static void multiply_many(const bench_case *c)
{
    const mifu_sm2_many_kernels *kernels = c->kernels;

    kernels->multiply(products, scalars, points, c->lanes, kernel_scratch);
}

static const size_t block_sizes[] = {16, 32, 64, 128, 256, 1024, 8192, BENCH_END};

static const bench_row rows[] = {
    {KERNEL("kernel.sm3.compress", "sm3", BENCH_BYTE, 1), bench_small_sizes, 8192, NULL,
     sm3_compress},
    {KERNEL("kernel.sha256.compress", "sha256", BENCH_BYTE, 1), bench_small_sizes, 8192, NULL,
     sha256_compress},
    {KERNEL("kernel.sm4.encrypt", "sm4", BENCH_BYTE, 1), block_sizes, 8192, prepare_sm4,
     sm4_encrypt},
    {KERNEL("kernel.sm4.decrypt", "sm4", BENCH_BYTE, 1), block_sizes, 8192, prepare_sm4,
     sm4_decrypt},
    {KERNEL("kernel.sm4.ctr", "sm4", BENCH_BYTE, 1), block_sizes, 8192, prepare_sm4, sm4_ctr},
    {KERNEL("kernel.sm4.cbc_mac", "sm4", BENCH_BYTE, 1), bench_small_sizes, 8192, prepare_sm4,
     sm4_cbc_mac},
    {KERNEL("kernel.sm4.key_expand", "sm4", BENCH_OP, 1), bench_no_size, 0, NULL, sm4_key_expand},
    {KERNEL("kernel.ghash.update", "ghash", BENCH_BYTE, 1), bench_small_sizes, 8192, prepare_ghash,
     ghash_update},
    {KERNEL("kernel.ghash.derive", "ghash", BENCH_OP, 1), bench_small_sizes, 8192, NULL,
     ghash_derive},
    {KERNEL("kernel.sm2.fp_mul", "sm2", BENCH_OP, 1), bench_no_size, 0, prepare_sm2, fp_mul},
    {KERNEL("kernel.sm2.fp_sqr", "sm2", BENCH_OP, 1), bench_no_size, 0, prepare_sm2, fp_sqr},
    {KERNEL("kernel.sm2.fp_inverse", "sm2", BENCH_OP, 1), bench_no_size, 0, prepare_sm2,
     fp_inverse},
    {KERNEL("kernel.sm2.base_multiply", "sm2", BENCH_OP, 1), bench_no_size, 0, prepare_sm2,
     base_multiply},
    {KERNEL("kernel.sm2.point_multiply", "sm2", BENCH_OP, 1), bench_no_size, 0, prepare_sm2,
     point_multiply},
    {KERNEL("kernel.sm2_many.base_multiply", "sm2_many", BENCH_OP, 8), bench_no_size, 0,
     prepare_sm2_many, base_multiply_many},
    {KERNEL("kernel.sm2_many.base_multiply", "sm2_many", BENCH_OP, 32), bench_no_size, 0,
     prepare_sm2_many, base_multiply_many},
    {KERNEL("kernel.sm2_many.multiply", "sm2_many", BENCH_OP, 8), bench_no_size, 0,
     prepare_sm2_many, multiply_many},
};

const bench_table bench_rows_kernels = {rows, MIFU_COUNT_OF(rows)};
