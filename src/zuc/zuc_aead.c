/* SPDX-License-Identifier: Apache-2.0 */
#include "zuc_aead_internal.h"

#include "base_bytes.h"
#include "base_secret.h"
#include "ghash_kernels.h"

_Static_assert(sizeof((mifu_zuc_hash *)0)->key == MIFU_GHASH_KEY_WORDS * sizeof(uint64_t),
               "the public header knows the size of a key of GHASH");

void mifu_zuc_hash_init(mifu_zuc_hash *hash, const uint8_t hash_key[MIFU_ZUC_HASH_KEY_SIZE],
                        uint64_t bytes)
{
    uint8_t h[16];

    memcpy(h, hash_key, sizeof h);
    mifu_mark_secret(h, sizeof h);
    mifu_ghash_init(hash->key, h, bytes);
    mifu_wipe(h, sizeof h);
    memset(hash->hash, 0, sizeof hash->hash);
    hash->aad_len = 0;
    hash->text_len = 0;
    hash->fill = 0;
}

/* Bytes of a block that is not whole yet wait in `partial`. */
static void absorb(mifu_zuc_hash *hash, const uint8_t *bytes, size_t len)
{
    if (hash->fill != 0) {
        size_t n = len < 16 - hash->fill ? len : 16 - hash->fill;

        mifu_copy(hash->partial + hash->fill, bytes, n);
        hash->fill += (uint32_t)n;
        if (hash->fill < 16)
            return;
        mifu_ghash_update(hash->key, hash->hash, hash->partial, 1);
        bytes += n;
        len -= n;
    }
    mifu_ghash_update(hash->key, hash->hash, bytes, len / 16);
    if (len % 16 != 0)
        memcpy(hash->partial, bytes + (len - len % 16), len % 16);
    hash->fill = (uint32_t)(len % 16);
}

/* Fills the block that waits, if one does, with zeros. */
static void pad(mifu_zuc_hash *hash)
{
    if (hash->fill == 0)
        return;
    memset(hash->partial + hash->fill, 0, 16 - hash->fill);
    mifu_ghash_update(hash->key, hash->hash, hash->partial, 1);
    hash->fill = 0;
}

void mifu_zuc_hash_aad(mifu_zuc_hash *hash, const uint8_t *aad, size_t len)
{
    hash->aad_len += len;
    absorb(hash, aad, len);
}

void mifu_zuc_hash_text(mifu_zuc_hash *hash, const uint8_t *text, size_t len)
{
    if (hash->text_len == 0) /* what waits, if anything, is associated data */
        pad(hash);
    hash->text_len += len;
    absorb(hash, text, len);
}

void mifu_zuc_hash_final(uint8_t out[16], mifu_zuc_hash *hash)
{
    uint8_t lengths[16];

    pad(hash);
    mifu_store64_be(lengths, hash->aad_len * 8);
    mifu_store64_be(lengths + 8, hash->text_len * 8);
    mifu_ghash_update(hash->key, hash->hash, lengths, 1);
    memcpy(out, hash->hash, 16);
    mifu_wipe(hash, sizeof *hash);
}

mifu_status mifu_zuc_aead_check(const mifu_zuc_aead_call *c, const uint8_t *key,
                                const uint8_t *hash_key, const uint8_t *iv)
{
    if (key == NULL || hash_key == NULL || iv == NULL || c->tag == NULL ||
        (c->aad == NULL && c->aad_len != 0) || ((c->in == NULL || c->out == NULL) && c->len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (c->tag_len < 4 || c->tag_len > MIFU_ZUC_TAG_SIZE)
        return MIFU_ERR_ARGUMENT_LENGTH;
    if (c->len >= MIFU_ZUC_AEAD_LIMIT || c->aad_len >= MIFU_ZUC_AEAD_LIMIT)
        return MIFU_ERR_LIMIT;
    if (mifu_overlaps_badly(c->out, c->len, c->in, c->len) ||
        mifu_overlaps(c->tag, c->tag_len, c->out, c->len) ||
        mifu_overlaps(c->aad, c->aad_len, c->out, c->len))
        return MIFU_ERR_ARGUMENT_OVERLAP;
    return MIFU_OK;
}
