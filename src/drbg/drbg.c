/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a generator around its mechanism: SP 800-90A Rev. 1 clause 9, GM/T 0105-2021. */
#include "mifu/drbg.h"

#include <string.h>

#include "base_state.h"
#include "base_secret.h"
#include "drbg_internal.h"
#include "rng_entropy.h"

#define INTERVAL_GM   (UINT64_C(1) << 10) /* the stricter of the two levels */
#define INTERVAL_NIST (UINT64_C(1) << 48) /* tables 2 and 3 */

static const mifu_drbg_mechanics *mechanics_of(uint32_t mechanism)
{
    switch (mechanism) {
    case MIFU_DRBG_HASH_SM3:
        return &mifu_drbg_hash;
    case MIFU_DRBG_HMAC_SM3:
        return &mifu_drbg_hmac;
    case MIFU_DRBG_CTR_SM4:
        return &mifu_drbg_ctr;
    default:
        return NULL;
    }
}

static mifu_status fill_in(mifu_drbg_options *options, mifu_drbg_form form)
{
    uint64_t most = form == MIFU_DRBG_FORM_GM ? INTERVAL_GM : INTERVAL_NIST;

    if (options->entropy_len == 0)
        options->entropy_len = 48;
    if (options->nonce_len == 0)
        options->nonce_len = 24;
    if (options->reseed_interval == 0)
        options->reseed_interval = most;
    if (options->entropy_len < 32 || options->entropy_len > MIFU_DRBG_ENTROPY_MAX ||
        options->nonce_len < 16 || options->nonce_len > MIFU_DRBG_ENTROPY_MAX)
        return MIFU_ERR_ARGUMENT_LENGTH;
    return options->reseed_interval > most ? MIFU_ERR_LIMIT : MIFU_OK;
}

/* Fresh bytes; zeros and an error of the class MIFU_ERR_RANDOM where the source fails. */
static mifu_status fresh(uint8_t *out, size_t len, const mifu_drbg_options *options)
{
    mifu_status status = options->entropy != NULL
                             ? options->entropy(out, len, options->entropy_context)
                             : mifu_entropy(out, len);

    if (status != MIFU_OK) {
        mifu_wipe(out, len);
        return mifu_status_class(status) == MIFU_ERR_RANDOM ? status : MIFU_ERR_RANDOM;
    }
    mifu_mark_secret(out, len);
    return MIFU_OK;
}

mifu_status mifu_drbg_instantiate(mifu_drbg *drbg, mifu_drbg_mechanism mechanism,
                                  mifu_drbg_form form, const mifu_drbg_options *options,
                                  const uint8_t *personalization, size_t personalization_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t entropy[MIFU_DRBG_ENTROPY_MAX], nonce[MIFU_DRBG_ENTROPY_MAX];
    const mifu_drbg_mechanics *mechanics = mechanics_of((uint32_t)mechanism);
    mifu_drbg_options chosen = {0};
    mifu_status status;

    if (drbg == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (options != NULL)
        chosen = *options;
    memset(drbg, 0, sizeof *drbg);
    if (personalization == NULL && personalization_len != 0)
        return MIFU_ERR_ARGUMENT_NULL;
    if (mechanics == NULL || (form != MIFU_DRBG_FORM_GM && form != MIFU_DRBG_FORM_NIST))
        return MIFU_ERR_ARGUMENT_NAME;
    if (personalization_len > MIFU_DRBG_INPUT_MAX)
        return MIFU_ERR_LIMIT;
    status = fill_in(&chosen, form);
    if (status == MIFU_OK)
        status = fresh(entropy, chosen.entropy_len, &chosen);
    if (status == MIFU_OK)
        status = fresh(nonce, chosen.nonce_len, &chosen);
    if (status == MIFU_OK) {
        const mifu_drbg_part parts[3] = {{entropy, chosen.entropy_len},
                                         {nonce, chosen.nonce_len},
                                         {personalization, personalization_len}};

        drbg->form = (uint32_t)form;
        drbg->options = chosen;
        mechanics->instantiate(drbg, parts, 3);
        drbg->reseed_counter = 1;
        drbg->mechanism = (uint32_t)mechanism;
    }
    mifu_wipe(entropy, sizeof entropy);
    mifu_wipe(nonce, sizeof nonce);
    mifu_wipe_stack_8k();
    return status;
}

static mifu_status check(const mifu_drbg *drbg, const uint8_t *additional, size_t additional_len)
{
    if (drbg == NULL || (additional == NULL && additional_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (mechanics_of(drbg->mechanism) == NULL)
        return MIFU_ERR_ARGUMENT_STATE;
    return additional_len > MIFU_DRBG_INPUT_MAX ? MIFU_ERR_LIMIT : MIFU_OK;
}

static mifu_status reseed(mifu_drbg *drbg, const mifu_drbg_part *additional)
{
    uint8_t bytes[MIFU_DRBG_ENTROPY_MAX];
    const mifu_drbg_part parts[2] = {{bytes, drbg->options.entropy_len}, *additional};
    mifu_status status = fresh(bytes, parts[0].len, &drbg->options);

    if (status == MIFU_OK) {
        mechanics_of(drbg->mechanism)->reseed(drbg, parts, 2);
        drbg->reseed_counter = 1;
    }
    mifu_wipe(bytes, sizeof bytes);
    return status;
}

mifu_status mifu_drbg_reseed(mifu_drbg *drbg, const uint8_t *additional, size_t additional_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const mifu_drbg_part part = {additional, additional_len};
    mifu_status status = check(drbg, additional, additional_len);

    if (status == MIFU_OK)
        status = reseed(drbg, &part);
    mifu_wipe_stack_8k();
    return status;
}

size_t mifu_drbg_request_max(const mifu_drbg *drbg)
{
    const mifu_drbg_mechanics *mechanics = mechanics_of(drbg->mechanism);

    if (mechanics == NULL)
        return 0;
    return drbg->form == MIFU_DRBG_FORM_GM ? mechanics->block : MIFU_DRBG_REQUEST_MAX;
}

mifu_status mifu_drbg_generate(uint8_t *out, size_t len, mifu_drbg *drbg, const uint8_t *additional,
                               size_t additional_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_drbg_part part = {additional, additional_len};
    mifu_status status = check(drbg, additional, additional_len);

    if (status == MIFU_OK && out == NULL && len != 0)
        return MIFU_ERR_ARGUMENT_NULL;
    if (status == MIFU_OK && len > mifu_drbg_request_max(drbg))
        return MIFU_ERR_LIMIT;
    /* 9.3.1: what a reseed has taken in is not used a second time. */
    if (status == MIFU_OK && (drbg->options.prediction_resistance != 0 ||
                              drbg->reseed_counter > drbg->options.reseed_interval)) {
        status = reseed(drbg, &part);
        part = (mifu_drbg_part){NULL, 0};
    }
    if (status == MIFU_OK) {
        mechanics_of(drbg->mechanism)->generate(out, len, drbg, &part);
        drbg->reseed_counter++;
    } else if (mifu_status_class(status) == MIFU_ERR_RANDOM) {
        mifu_wipe(out, len);
    }
    mifu_wipe_stack_8k();
    return status;
}

void mifu_drbg_uninstantiate(mifu_drbg *drbg)
{
    mifu_wipe(drbg, sizeof *drbg);
}
