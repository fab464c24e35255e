/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products modulo the SM2 prime on four lanes with AVX2: see field_sm2p_avx2.h for the representation,
 * the contracts and the bounds.
 *
 * Column by column: column k of a product is the sum of a_i b_(k-i). The nine limbs of a stay in
 * registers, those of b are operands in memory. Columns 0 to 8 each give a digit of Montgomery's
 * reduction, columns 9 to 16 a limb of the result.
 *
 * Digit m_k = column k modulo 2^29 adds m_k p at column k. As p = -1 modulo 2^64 this clears the low bits
 * of column k, and the rest is p + 1 = 2^64 - 2^96 - 2^224 + 2^256 = (2^6 at k + 2) - (2^9 at k + 3) - (2^21 at
 * k + 7) + (2^24 at k + 8). With t_k = m_k - 8 m_(k-1) all digits together add
 *     2^6 t_(k-2) - 2^21 t_(k-7)                to column k,
 * six instructions a digit.
 *
 * Columns are signed and there is no arithmetic shift of 64 bits: 2^63 is added before a logical shift
 * by 29 and 2^34 taken off after it, both by one constant, 2^63 - 2^34, in every column but the first. A
 * column with its carry has to be in [-2^63, 2^63): |t_k| < 2^32 + 2^29, so that what a reduction adds is
 * below 2^54, and 2^63 - 2^54 is left for products.
 *
 * 81 multiplications, 64 additions and 125 other instructions a product, 45, 43 and 125 a square; four can
 * start in a cycle, two of them multiplications.
 */
#if !defined(__x86_64__) || !defined(__ELF__)
#    error "this file is for x86-64 with the System V calling convention"
#endif
#if defined(__CET__)
#    include <cet.h>
#else
#    define _CET_ENDBR
#endif
    .intel_syntax noprefix

/* Arguments: rdi the result, rsi = a, rdx = b, rcx what is subtracted. Registers: */
#define COLUMN ymm9
#define PART   ymm10
#define CARRY  ymm11
/* ymm0 to ymm8 the limbs of a; m_k in ymm12 for even k, in ymm15 for odd k; 2^6 t_k in ymm13, ymm14. */

    .macro LOAD_LIMBS
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8
    vmovdqa ymm\i, [rsi + 32 * \i]
    .endr
    .endm

/* COLUMN = sum of a_i b_(k-i). */
    .macro COLUMN_OF_PRODUCT k
    .set first, 1
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8
    .if (\k - \i >= 0) && (\k - \i <= 8)
    .if first
    vpmuldq COLUMN, ymm\i, [rdx + 32 * (\k - \i)]
    .set first, 0
    .else
    vpmuldq PART, ymm\i, [rdx + 32 * (\k - \i)]
    vpaddq COLUMN, COLUMN, PART
    .endif
    .endif
    .endr
    .endm

/* COLUMN = sum of a_i a_(k-i): twice those with i < k - i, and the square in the middle. */
    .macro COLUMN_OF_SQUARE k
    .set first, 1
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8
    .if (\k - \i <= 8) && (\i < \k - \i)
    .if first
    vpmuldq COLUMN, ymm\i, [rsi + 32 * (\k - \i)]
    .set first, 0
    .else
    vpmuldq PART, ymm\i, [rsi + 32 * (\k - \i)]
    vpaddq COLUMN, COLUMN, PART
    .endif
    .endif
    .endr
    .if first == 0
    vpaddq COLUMN, COLUMN, COLUMN
    .endif
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8
    .if 2 * \i == \k
    .if first
    vpmuldq COLUMN, ymm\i, ymm\i
    .else
    vpmuldq PART, ymm\i, ymm\i
    vpaddq COLUMN, COLUMN, PART
    .endif
    .endif
    .endr
    .endm

/* COLUMN = sum of a_i b_(k-i) - w_k. */
    .macro COLUMN_OF_PRODUCT_MINUS k
    COLUMN_OF_PRODUCT \k
    vpsubq COLUMN, COLUMN, [rcx + 32 * \k]
    .endm

/* Digit m_k from column k, 0 to 8. 2^21 t_k waits in the result's place for column k + 7: limb k is
   stored at column k + 9. */
    .macro DIGIT k, m, m_before, t
    .if \k >= 2
    vpaddq COLUMN, COLUMN, ymm\t
    .endif
    .if \k >= 7
    vpsubq COLUMN, COLUMN, [rdi + 32 * (\k - 7)]
    .endif
    .if \k == 0
    vpaddq COLUMN, COLUMN, [rip + bias]
    .else
    vpaddq COLUMN, COLUMN, [rip + bias_minus_carried_bias]
    vpaddq COLUMN, COLUMN, CARRY
    .endif
    vpand ymm\m, COLUMN, [rip + mask]
    vpsrlq CARRY, COLUMN, 29
    .if \k == 0
    vpsllq ymm\t, ymm\m, 6
    vpsllq PART, ymm\m, 21
    .else
    vpsllq PART, ymm\m_before, 3
    vpsubq PART, ymm\m, PART
    vpsllq ymm\t, PART, 6
    vpsllq PART, PART, 21
    .endif
    vmovdqa [rdi + 32 * \k], PART
    .endm

/* Limb k - 9 of the result from column k, 9 to 16. t_9 = -8 m_8 stands at columns 11 and 16. */
    .macro LIMB k
    .if \k == 9
    vpaddq COLUMN, COLUMN, ymm14
    .endif
    .if \k == 10
    vpaddq COLUMN, COLUMN, ymm13
    .endif
    .if \k == 11
    vpsllq PART, ymm12, 9
    vpsubq COLUMN, COLUMN, PART
    .endif
    .if \k == 16
    vpsllq PART, ymm12, 24
    vpaddq COLUMN, COLUMN, PART
    .else
    vpsubq COLUMN, COLUMN, [rdi + 32 * (\k - 7)]
    .endif
    vpaddq COLUMN, COLUMN, [rip + bias_minus_carried_bias]
    vpaddq COLUMN, COLUMN, CARRY
    vpand PART, COLUMN, [rip + mask]
    vpsrlq CARRY, COLUMN, 29
    vmovdqa [rdi + 32 * (\k - 9)], PART
    .endm

/* Columns 9 to 16 with a limb of e subtracted. */
    .macro LIMB_MINUS k
    vpsubq COLUMN, COLUMN, [rcx + 32 * (\k - 9)]
    LIMB \k
    .endm

    .macro REDUCED column, limb, minus
    .irp k, 0, 2, 4, 6, 8
    \column \k
    DIGIT \k, 12, 15, 13
    .if \k < 8
    \column (\k + 1)
    DIGIT (\k + 1), 15, 12, 14
    .endif
    .endr
    .irp k, 9, 10, 11, 12, 13, 14, 15, 16
    \column \k
    \limb \k
    .endr
    vpsubq CARRY, CARRY, [rip + carried_bias]
    .if \minus
    vpsubq CARRY, CARRY, [rcx + 32 * 8]
    .endif
    vmovdqa [rdi + 32 * 8], CARRY
    .endm

    .macro FUNCTION name
    .globl \name
    .hidden \name
    .type \name, @function
    .p2align 6
\name:
    .cfi_startproc
    _CET_ENDBR
    .endm

    .macro END name
    ret
    .cfi_endproc
    .size \name, . - \name
    .endm

    .text

    FUNCTION mifu_sm2p_avx2_mul
    LOAD_LIMBS
    REDUCED COLUMN_OF_PRODUCT, LIMB, 0
    END mifu_sm2p_avx2_mul

    FUNCTION mifu_sm2p_avx2_sqr
    LOAD_LIMBS
    REDUCED COLUMN_OF_SQUARE, LIMB, 0
    END mifu_sm2p_avx2_sqr

    FUNCTION mifu_sm2p_avx2_mul_minus
    LOAD_LIMBS
    REDUCED COLUMN_OF_PRODUCT, LIMB_MINUS, 1
    END mifu_sm2p_avx2_mul_minus

    FUNCTION mifu_sm2p_avx2_sqr_minus
    LOAD_LIMBS
    mov rcx, rdx
    REDUCED COLUMN_OF_SQUARE, LIMB_MINUS, 1
    END mifu_sm2p_avx2_sqr_minus

    FUNCTION mifu_sm2p_avx2_mul_minus_wide
    LOAD_LIMBS
    REDUCED COLUMN_OF_PRODUCT_MINUS, LIMB, 0
    END mifu_sm2p_avx2_mul_minus_wide

    FUNCTION mifu_sm2p_avx2_mul_wide
    LOAD_LIMBS
    .irp k, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
    COLUMN_OF_PRODUCT \k
    vmovdqa [rdi + 32 * \k], COLUMN
    .endr
    END mifu_sm2p_avx2_mul_wide

    .section .rodata
    .p2align 5
mask:
    .quad 0x1fffffff, 0x1fffffff, 0x1fffffff, 0x1fffffff
bias: /* 2^63 */
    .quad 0x8000000000000000, 0x8000000000000000, 0x8000000000000000, 0x8000000000000000
carried_bias: /* 2^34 = 2^63 / 2^29 */
    .quad 0x400000000, 0x400000000, 0x400000000, 0x400000000
bias_minus_carried_bias:
    .quad 0x7ffffffc00000000, 0x7ffffffc00000000, 0x7ffffffc00000000, 0x7ffffffc00000000
    .section .note.GNU-stack, "", @progbits
