/* SPDX-License-Identifier: Apache-2.0 */
/* HMAC-DRBG with HMAC-SM3: SP 800-90A Rev. 1 10.1.2. */
#include "drbg_internal.h"

#include "base_bytes.h"
#include "base_secret.h"
#include "hmac_internal.h"
#include "mifu/hmac.h"

#define SIZE 32 /* bytes of Key and V */

/* out = HMAC(Key, V, and where `separator` is not NULL that byte and the parts). */
static void mac(uint8_t out[SIZE], const mifu_drbg *drbg, const uint8_t *separator,
                const mifu_drbg_part *parts, unsigned count)
{
    mifu_hmac_key key;
    mifu_hmac hmac;

    /* Cannot fail: the algorithm is known. */
    (void)!mifu_hmac_prepare(&key, MIFU_HASH_SM3, drbg->key, SIZE);
    mifu_hmac_init(&hmac, &key);
    mifu_hmac_update(&hmac, drbg->v, SIZE);
    if (separator != NULL) {
        mifu_hmac_update(&hmac, separator, 1);
        for (unsigned i = 0; i < count; i++)
            mifu_hmac_update(&hmac, parts[i].data, parts[i].len);
    }
    mifu_hmac_finish(out, &hmac);
    mifu_hmac_key_wipe(&key);
}

/* 10.1.2.2: one round, or two where data is provided. */
static void update(mifu_drbg *drbg, const mifu_drbg_part *parts, unsigned count)
{
    size_t provided = 0;
    uint8_t next[SIZE];

    for (unsigned i = 0; i < count; i++)
        provided |= parts[i].len;
    for (uint8_t separator = 0; separator < (provided != 0 ? 2 : 1); separator++) {
        mac(next, drbg, &separator, parts, count);
        memcpy(drbg->key, next, SIZE);
        mac(next, drbg, NULL, NULL, 0);
        memcpy(drbg->v, next, SIZE);
    }
    mifu_wipe(next, sizeof next);
}

static void instantiate(mifu_drbg *drbg, const mifu_drbg_part *parts, unsigned count)
{
    memset(drbg->key, 0, SIZE);
    memset(drbg->v, 1, SIZE);
    update(drbg, parts, count);
}

static void generate(uint8_t *out, size_t len, mifu_drbg *drbg, const mifu_drbg_part *additional)
{
    uint8_t next[SIZE];

    if (additional->len > 0)
        update(drbg, additional, 1);
    while (len > 0) {
        size_t n = len < SIZE ? len : SIZE;

        mac(next, drbg, NULL, NULL, 0);
        memcpy(drbg->v, next, SIZE);
        memcpy(out, next, n);
        out += n;
        len -= n;
    }
    update(drbg, additional, 1);
    mifu_wipe(next, sizeof next);
}

/* 10.1.2.4: a reseed is an update. */
const mifu_drbg_mechanics mifu_drbg_hmac = {SIZE, instantiate, update, generate};
