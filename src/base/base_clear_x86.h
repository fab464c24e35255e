/* SPDX-License-Identifier: Apache-2.0 */
/* Clearing the vector registers of x86-64 after secrets were in them. */
#ifndef MIFU_BASE_CLEAR_X86_H
#define MIFU_BASE_CLEAR_X86_H

#include "base_compiler.h"

/* ymm0 to ymm15; needs AVX. */
MIFU_INLINE void mifu_clear_ymm(void)
{
    __asm__ volatile("vzeroall" ::
                         : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
                           "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}

/* zmm0 to zmm31; needs AVX-512F. */
#define MIFU_CLEAR_ZMM(n) __asm__ volatile("vpxord %%zmm" #n ", %%zmm" #n ", %%zmm" #n ::: "xmm" #n)
#define mifu_clear_zmm()                                                                           \
    do {                                                                                           \
        mifu_clear_ymm();                                                                          \
        MIFU_CLEAR_ZMM(16);                                                                        \
        MIFU_CLEAR_ZMM(17);                                                                        \
        MIFU_CLEAR_ZMM(18);                                                                        \
        MIFU_CLEAR_ZMM(19);                                                                        \
        MIFU_CLEAR_ZMM(20);                                                                        \
        MIFU_CLEAR_ZMM(21);                                                                        \
        MIFU_CLEAR_ZMM(22);                                                                        \
        MIFU_CLEAR_ZMM(23);                                                                        \
        MIFU_CLEAR_ZMM(24);                                                                        \
        MIFU_CLEAR_ZMM(25);                                                                        \
        MIFU_CLEAR_ZMM(26);                                                                        \
        MIFU_CLEAR_ZMM(27);                                                                        \
        MIFU_CLEAR_ZMM(28);                                                                        \
        MIFU_CLEAR_ZMM(29);                                                                        \
        MIFU_CLEAR_ZMM(30);                                                                        \
        MIFU_CLEAR_ZMM(31);                                                                        \
    } while (0)

#endif
