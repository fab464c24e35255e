/* SPDX-License-Identifier: Apache-2.0 */
/* cmocka with the headers that it wants included before it. */
#ifndef MIFU_SUPPORT_CMOCKA_H
#define MIFU_SUPPORT_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#endif
