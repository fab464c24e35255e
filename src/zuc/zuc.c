/* SPDX-License-Identifier: Apache-2.0 */
/* ZUC as a stream cipher over the back-end in use: GM/T 0001.1 4.6, streaming and one-shot. */
#include "mifu/zuc.h"

#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "zuc_internal.h"
#include "zuc_kernels.h"

#define CHUNK 256 /* bytes passed over at a time */

void mifu_zuc_start(mifu_zuc *zuc, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                    const uint8_t iv[MIFU_ZUC_IV_SIZE])
{
    mifu_zuc_load(&zuc->state, key, iv);
    zuc->left = 0;
    zuc->stage = MIFU_ZUC_STAGE_STREAM;
}

void mifu_zuc_init(mifu_zuc *zuc, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                   const uint8_t iv[MIFU_ZUC_IV_SIZE])
{
    MIFU_ZEROS_WHEN_CLOSED(zuc, sizeof *zuc);
    mifu_zuc_start(zuc, key, iv);
}

mifu_status mifu_zuc256_init(mifu_zuc *zuc, const uint8_t key[MIFU_ZUC256_KEY_SIZE],
                             const uint8_t *iv, size_t iv_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status;

    if (zuc == NULL || key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_zuc256_load(&zuc->state, key, iv, iv_len, 0);
    if (status == MIFU_OK) {
        zuc->left = 0;
        zuc->stage = MIFU_ZUC_STAGE_STREAM;
    }
    return status;
}

/* out = in xor n bytes of the word that is held, or those bytes where `in` is NULL. */
static void take(uint8_t *out, mifu_zuc *zuc, const uint8_t *in, size_t n)
{
    const uint8_t *held = zuc->stream + (4 - zuc->left);

    if (in != NULL)
        mifu_xor_bytes(out, in, held, n);
    else
        memcpy(out, held, n);
    zuc->left -= (uint32_t)n;
}

/* out = in xor key stream, or the key stream where `in` is NULL. */
static void run(uint8_t *out, mifu_zuc *zuc, const uint8_t *in, size_t len)
{
    const mifu_zuc_kernels *kernels = mifu_zuc_kernels_in_use();
    size_t n = len < zuc->left ? len : zuc->left;

    if (n > 0)
        take(out, zuc, in, n);
    if ((len - n) / 4 > 0) {
        kernels->crypt(out + n, &zuc->state, in != NULL ? in + n : NULL, (len - n) / 4);
        n += (len - n) / 4 * 4;
    }
    if (n < len) {
        kernels->crypt(zuc->stream, &zuc->state, NULL, 1);
        zuc->left = 4;
        take(out + n, zuc, in != NULL ? in + n : NULL, len - n);
    }
}

mifu_status mifu_zuc_update(uint8_t *out, mifu_zuc *zuc, const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (zuc == NULL || ((out == NULL || in == NULL) && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (zuc->stage != MIFU_ZUC_STAGE_STREAM)
        return MIFU_ERR_ARGUMENT_STATE;
    if (mifu_overlaps_badly(out, len, in, len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    run(out, zuc, in, len);
    return MIFU_OK;
}

mifu_status mifu_zuc_keystream(uint8_t *out, mifu_zuc *zuc, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (zuc == NULL || (out == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (zuc->stage != MIFU_ZUC_STAGE_STREAM)
        return MIFU_ERR_ARGUMENT_STATE;
    run(out, zuc, NULL, len);
    return MIFU_OK;
}

mifu_status mifu_zuc_skip(mifu_zuc *zuc, uint64_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t passed[CHUNK];

    if (zuc == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (zuc->stage != MIFU_ZUC_STAGE_STREAM)
        return MIFU_ERR_ARGUMENT_STATE;
    while (len > 0) {
        size_t n = len < CHUNK ? (size_t)len : CHUNK;

        run(passed, zuc, NULL, n);
        len -= n;
    }
    mifu_wipe(passed, sizeof passed);
    return MIFU_OK;
}

void mifu_zuc_wipe(mifu_zuc *zuc)
{
    mifu_wipe(zuc, sizeof *zuc);
}

mifu_status mifu_zuc_encrypt(uint8_t *out, const uint8_t key[MIFU_ZUC_KEY_SIZE],
                             const uint8_t iv[MIFU_ZUC_IV_SIZE], const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_zuc zuc;
    mifu_status status;

    if (key == NULL || iv == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    mifu_zuc_start(&zuc, key, iv);
    status = mifu_zuc_update(out, &zuc, in, len);
    mifu_zuc_wipe(&zuc);
    mifu_wipe_stack_2k();
    return status;
}

mifu_status mifu_zuc256_encrypt(uint8_t *out, const uint8_t key[MIFU_ZUC256_KEY_SIZE],
                                const uint8_t *iv, size_t iv_len, const uint8_t *in, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_zuc zuc;
    mifu_status status = mifu_zuc256_init(&zuc, key, iv, iv_len);

    if (status == MIFU_OK)
        status = mifu_zuc_update(out, &zuc, in, len);
    mifu_zuc_wipe(&zuc);
    mifu_wipe_stack_2k();
    return status;
}
