/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Detection: CPUID leaves 1 and 7 with XGETBV on x86-64 (Intel SDM volume 1, chapter 13 and 14.3),
 * the auxiliary vector on aarch64 Linux. Any other processor has no features and runs the portable
 * code.
 */
#include "cpu_detect.h"

#include "cpu_features.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#    include <cpuid.h>

#    define XCR0_YMM 0x06U /* XMM and YMM state */
#    define XCR0_ZMM 0xe6U /* with opmask, upper halves of ZMM0-15, ZMM16-31 */

static uint32_t read_xcr0(void)
{
    uint32_t low, high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static uint64_t when(uint32_t word, unsigned bit, uint64_t mask)
{
    return (word >> bit & 1) != 0 ? mask : 0;
}

uint64_t mifu_cpu_detect(void)
{
    uint32_t a, b, c, d;
    uint32_t xcr0 = 0;
    uint64_t features = 0;
    int ymm, zmm;

    if (!__get_cpuid(1, &a, &b, &c, &d))
        return 0;
    if ((c >> 27 & 1) != 0) /* OSXSAVE */
        xcr0 = read_xcr0();
    ymm = (c >> 28 & 1) != 0 && (xcr0 & XCR0_YMM) == XCR0_YMM;
    zmm = ymm && (xcr0 & XCR0_ZMM) == XCR0_ZMM;

    features |= when(c, 9, MIFU_CPU_MASK(SSSE3)) | when(c, 19, MIFU_CPU_MASK(SSE41)) |
                when(c, 25, MIFU_CPU_MASK(AESNI)) | when(c, 1, MIFU_CPU_MASK(PCLMUL)) |
                when(c, 30, MIFU_CPU_MASK(RDRAND));
    if (ymm)
        features |= MIFU_CPU_MASK(AVX);

    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return features;
    features |= when(b, 3, MIFU_CPU_MASK(BMI1)) | when(b, 8, MIFU_CPU_MASK(BMI2)) |
                when(b, 19, MIFU_CPU_MASK(ADX)) | when(b, 29, MIFU_CPU_MASK(SHANI)) |
                when(b, 18, MIFU_CPU_MASK(RDSEED)) | when(c, 8, MIFU_CPU_MASK(GFNI));
    if (ymm)
        features |= when(b, 5, MIFU_CPU_MASK(AVX2)) | when(c, 9, MIFU_CPU_MASK(VAES)) |
                    when(c, 10, MIFU_CPU_MASK(VPCLMUL));
    if (zmm)
        features |= when(b, 16, MIFU_CPU_MASK(AVX512F)) | when(b, 31, MIFU_CPU_MASK(AVX512VL)) |
                    when(b, 30, MIFU_CPU_MASK(AVX512BW)) | when(b, 17, MIFU_CPU_MASK(AVX512DQ)) |
                    when(b, 21, MIFU_CPU_MASK(AVX512IFMA)) | when(c, 1, MIFU_CPU_MASK(AVX512VBMI)) |
                    when(c, 6, MIFU_CPU_MASK(AVX512VBMI2));
    if (__get_cpuid_count(7, 1, &a, &b, &c, &d) && ymm)
        features |= when(a, 1, MIFU_CPU_MASK(X86SM3)) | when(a, 2, MIFU_CPU_MASK(X86SM4));
    return features;
}

#elif defined(__aarch64__) && defined(__linux__)

#    include <sys/auxv.h>

uint64_t mifu_cpu_detect(void)
{
    /* Bits of AT_HWCAP, from the kernel's arm64 ELF hwcaps document. */
    unsigned long hwcap = getauxval(AT_HWCAP);
    uint64_t features = 0;

    if ((hwcap >> 3 & 1) != 0)
        features |= MIFU_CPU_MASK(ARMAES);
    if ((hwcap >> 4 & 1) != 0)
        features |= MIFU_CPU_MASK(ARMPMULL);
    if ((hwcap >> 6 & 1) != 0)
        features |= MIFU_CPU_MASK(ARMSHA2);
    if ((hwcap >> 18 & 1) != 0)
        features |= MIFU_CPU_MASK(ARMSM3);
    if ((hwcap >> 19 & 1) != 0)
        features |= MIFU_CPU_MASK(ARMSM4);
    return features;
}

#else

uint64_t mifu_cpu_detect(void)
{
    return 0;
}

#endif
