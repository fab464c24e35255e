/* SPDX-License-Identifier: Apache-2.0 */
/* The two primes of sm2p256v1 for the divsteps of field_inverse_sm2.c and of back-ends. */
#ifndef MIFU_FIELD_INVERSE_SM2_H
#define MIFU_FIELD_INVERSE_SM2_H

#include "field_divsteps.h"

#if MIFU_HAVE_INT128
extern const mifu_divsteps_modulus mifu_fp_divsteps, mifu_fn_divsteps;
#endif

#endif
