/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MIFU_CPU_DETECT_H
#define MIFU_CPU_DETECT_H

#include <stdint.h>

/* What the processor has and the operating system supports, as MIFU_CPU_MASK bits. Not cached. */
uint64_t mifu_cpu_detect(void);

#endif
