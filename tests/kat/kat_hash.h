/* SPDX-License-Identifier: Apache-2.0 */
/* What the hash and the KDF operations share. */
#ifndef MIFU_KAT_HASH_H
#define MIFU_KAT_HASH_H

#include "kat.h"

/* By the field `algo`; without it the family's hash, told by `size` where it has two. */
mifu_hash_algorithm kat_hash_algorithm(kat_test *t, size_t size);

void kat_run_hmac(kat_test *t);

#endif
