/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In the place of src/cpu/cpu_detect.c where AVX-512 is emulated: what the processor has, and what
 * immintrin.h emulates. The emulation is compiled for AVX2.
 */
#define mifu_cpu_detect detect_processor
#include "../../../src/cpu/cpu_detect.c"
#undef mifu_cpu_detect

uint64_t mifu_cpu_detect(void);

uint64_t mifu_cpu_detect(void)
{
    uint64_t features = detect_processor();

    if ((features & MIFU_CPU_MASK(AVX2)) != 0)
        features |= MIFU_CPU_MASK(GFNI) | MIFU_CPU_MASK(VPCLMUL) | MIFU_CPU_MASK(AVX512F) |
                    MIFU_CPU_MASK(AVX512VL) | MIFU_CPU_MASK(AVX512BW) | MIFU_CPU_MASK(AVX512DQ) |
                    MIFU_CPU_MASK(AVX512IFMA) | MIFU_CPU_MASK(AVX512VBMI);
    return features;
}
