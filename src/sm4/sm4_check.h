/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of arguments that all modes share. */
#ifndef MIFU_SM4_CHECK_H
#define MIFU_SM4_CHECK_H

#include "base_bytes.h"
#include "mifu/status.h"

/* Input and output of `len` bytes each. */
MIFU_INLINE mifu_status mifu_sm4_check_text(const uint8_t *out, const uint8_t *in, size_t len)
{
    if ((out == NULL || in == NULL) && len != 0)
        return MIFU_ERR_ARGUMENT_NULL;
    return mifu_overlaps_badly(out, len, in, len) ? MIFU_ERR_ARGUMENT_OVERLAP : MIFU_OK;
}

#endif
