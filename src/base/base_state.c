/* SPDX-License-Identifier: Apache-2.0 */
#include "base_state.h"

atomic_int mifu_state_closed;
atomic_int mifu_state_pairwise;

mifu_status mifu_state_refuse_all(mifu_status *status, size_t count)
{
    for (size_t i = 0; status != NULL && i < count; i++)
        status[i] = MIFU_ERR_SELFTEST;
    return MIFU_ERR_SELFTEST;
}

mifu_status mifu_state_close(void)
{
    atomic_store(&mifu_state_closed, 1);
    return MIFU_ERR_SELFTEST;
}
