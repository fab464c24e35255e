/* SPDX-License-Identifier: Apache-2.0 */
/* The part of mifu_sm2_identify() that looks at DER structures, whole or cut short. */
#ifndef MIFU_SM2_IDENTIFY_STRUCTURE_H
#define MIFU_SM2_IDENTIFY_STRUCTURE_H

#include "mifu/sm2_encoding.h"

/* The kind that the first tags inside say; _UNKNOWN where they say none. */
mifu_sm2_kind mifu_sm2_kind_of_der(const uint8_t *data, size_t len);

/* Appends the names of the algorithms to a text of MIFU_SM2_ALGORITHM_TEXT_SIZE bytes. */
void mifu_sm2_name_algorithms(char *text, mifu_sm2_kind kind, const uint8_t *data, size_t len);

#endif
