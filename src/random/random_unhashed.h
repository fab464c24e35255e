/* SPDX-License-Identifier: Apache-2.0 */
/* What mifu_random_bytes() hashes for a small request. */
#ifndef MIFU_RANDOM_UNHASHED_H
#define MIFU_RANDOM_UNHASHED_H

#include <stdint.h>

#include "base_compiler.h"
#include "mifu/status.h"

#define MIFU_RANDOM_UNHASHED_SIZE 48

/*
 * 32 bytes of the thread's generator, and 16 fresh bytes behind them; where no generator may be
 * kept, 48 bytes of the system. For one who puts all of them through a hash of his own, together
 * with a secret: copies of a process may get the same 32 bytes, and only the hash makes of the
 * fresh ones, which need not be random, that outputs are unrelated. Errors as for
 * mifu_random_bytes(); out is zeroed then.
 */
MIFU_MUST_CHECK mifu_status mifu_random_unhashed(uint8_t out[MIFU_RANDOM_UNHASHED_SIZE]);

#endif
