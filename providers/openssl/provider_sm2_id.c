/* SPDX-License-Identifier: Apache-2.0 */
/* Identities of SM2. */
#include "provider_sm2_id.h"

#include <string.h>

#include "mifu/sm2.h"
#include "provider_error.h"
#include "provider_params.h"

/* A copy of bytes, also of none: never NULL but for want of memory. */
static uint8_t *copy_bytes(provider_context *provider, const uint8_t *bytes, size_t len)
{
    uint8_t *copy = provider_zalloc(provider, len + 1);

    if (copy != NULL && len > 0)
        memcpy(copy, bytes, len);
    return copy;
}

int provider_sm2_id_set(provider_context *provider, provider_sm2_id *id, const OSSL_PARAM *param)
{
    const uint8_t *bytes;
    uint8_t *copy;
    size_t len;

    if (!provider_param_octets(param, &bytes, &len)) {
        PROVIDER_RAISE(provider, PROVIDER_R_PARAMETER, "%s", param->key);
        return 0;
    }
    if (len > MIFU_SM2_ID_MAX_SIZE)
        return PROVIDER_CHECK(provider, MIFU_ERR_ARGUMENT_ID, param->key);
    copy = copy_bytes(provider, bytes, len);
    if (copy == NULL)
        return 0;
    provider_sm2_id_free(provider, id);
    id->bytes = copy;
    id->len = len;
    return 1;
}

int provider_sm2_id_copy(provider_context *provider, provider_sm2_id *to,
                         const provider_sm2_id *from)
{
    *to = *from;
    if (from->bytes != NULL)
        to->bytes = copy_bytes(provider, from->bytes, from->len);
    return from->bytes == NULL || to->bytes != NULL;
}

void provider_sm2_id_free(provider_context *provider, provider_sm2_id *id)
{
    provider_clear_free(provider, id->bytes, id->len);
    id->bytes = NULL;
    id->len = 0;
}

void provider_sm2_id_choose(const provider_context *provider, const provider_sm2_id *id,
                            const uint8_t **bytes, size_t *len)
{
    const char *configured = provider->config.default_distid;

    *bytes = mifu_sm2_default_id; /* with a length of 0: the empty identity */
    *len = 0;
    if (id->bytes != NULL) {
        *bytes = id->bytes;
        *len = id->len;
    } else if (configured != NULL) {
        *bytes = (const uint8_t *)configured;
        *len = strlen(configured);
    }
}
