/* SPDX-License-Identifier: Apache-2.0 */
/* How often a test repeats what is random: with MIFU_NIGHTLY in the environment, more often. */
#ifndef MIFU_SUPPORT_NIGHTLY_H
#define MIFU_SUPPORT_NIGHTLY_H

#include <stdlib.h>

static inline unsigned support_nightly(unsigned usually, unsigned nightly)
{
    return getenv("MIFU_NIGHTLY") != NULL ? nightly : usually;
}

#endif
