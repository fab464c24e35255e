/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SHA-256 (FIPS 180-4 6.2.2) of four messages with the SHA instructions of x86.
 *
 * A block is 32 double rounds. Each waits four cycles for the one before it, but the unit takes one
 * every cycle, so four messages fill it: 32 cycles a block. On the reference machine sha256msg2 is
 * four micro-operations that keep the decoders for two cycles, so that what counts is the number of
 * instructions: ten for four rounds here. The double round wants its words in xmm0, and the SHA
 * instructions reach only xmm0 to xmm15: four states and the newest words of each message take
 * twelve of them. What else of the schedule is needed again lies on the stack.
 *
 * Registers: xmm1-xmm4 ABEF and xmm5-xmm8 CDGH of messages 0-3 (A and C in the highest lane),
 * xmm9-xmm12 and xmm14 in turn the newest four words of each and the next ones of one of them, xmm13
 * constants, xmm15 the byte order.
 * Stack, of message s: at 64s + 16i the words 4i to 4i+3 after sha256msg1, a ring; at OLDER + 16s the
 * words before the newest; then the states before the block.
 */
#if !defined(__x86_64__) || !defined(__ELF__)
#    error "this file is for x86-64 with the System V calling convention"
#endif
#if defined(__CET__)
#    include <cet.h>
#else
#    define _CET_ENDBR
#endif

#define OLDER  256
#define BEFORE 320
#define FRAME  (320 + 128 + 8)

/* The four rounds of a group, on its words in `newest` and its constants in xmm13. */
.macro rounds abef, cdgh, newest
    vpaddd \newest, %xmm13, %xmm0
    sha256rnds2 %xmm0, \abef, \cdgh
    vpshufd $0x0e, %xmm0, %xmm0
    sha256rnds2 %xmm0, \cdgh, \abef
.endm

/*
 * Words 4g to 4g+3 from the block into `next`, g < 4, and the rounds on those before them, which are
 * in `newest` and give their register away then.
 */
.macro begin s, g, pointer, abef, cdgh, newest, next
    vmovdqu 16 * \g(\pointer, %rax), \next
    vpshufb %xmm15, \next, \next
.if \g
    vmovdqa \newest, OLDER + 16 * \s(%rsp)
    rounds \abef, \cdgh, \newest
    sha256msg1 \next, \newest
    vmovdqa \newest, 64 * \s + 16 * (\g - 1)(%rsp)
.endif
.endm

/* Words 4g to 4g+3 from those before, g >= 4, and the rounds as above. */
.macro expand s, g, abef, cdgh, newest, next
    vpalignr $4, OLDER + 16 * \s(%rsp), \newest, \next
    vpaddd 64 * \s + 16 * (\g & 3)(%rsp), \next, \next
    sha256msg2 \newest, \next
.if \g < 15
    vmovdqa \newest, OLDER + 16 * \s(%rsp)
.endif
    rounds \abef, \cdgh, \newest
.if \g < 13
    sha256msg1 \next, \newest
    vmovdqa \newest, 64 * \s + 16 * ((\g - 1) & 3)(%rsp)
.endif
.endm

/* A group of all messages: each leaves its old register to the one after it. */
.macro beginning g, a, b, c, d, e
.if \g
    vmovdqa 16 * (\g - 1)(%rcx), %xmm13
.endif
    begin 0, \g, %r8, %xmm1, %xmm5, \a, \e
    begin 1, \g, %r9, %xmm2, %xmm6, \b, \a
    begin 2, \g, %r10, %xmm3, %xmm7, \c, \b
    begin 3, \g, %r11, %xmm4, %xmm8, \d, \c
.endm

.macro expanding g, a, b, c, d, e
    vmovdqa 16 * (\g - 1)(%rcx), %xmm13
    expand 0, \g, %xmm1, %xmm5, \a, \e
    expand 1, \g, %xmm2, %xmm6, \b, \a
    expand 2, \g, %xmm3, %xmm7, \c, \b
    expand 3, \g, %xmm4, %xmm8, \d, \c
.endm

/* Four registers of four words: rows become columns. xmm9 and xmm10 are lost. */
.macro transpose a, b, c, d
    vpunpckldq \b, \a, %xmm9
    vpunpckhdq \b, \a, \a
    vpunpckldq \d, \c, %xmm10
    vpunpckhdq \d, \c, \d
    vpunpckhqdq %xmm10, %xmm9, \b
    vpunpcklqdq \d, \a, \c
    vpunpckhqdq \d, \a, \d
    vpunpcklqdq %xmm10, %xmm9, \a
.endm

.macro feed_forward i, register
    vpaddd BEFORE + 16 * \i(%rsp), \register, \register
    vmovdqa \register, BEFORE + 16 * \i(%rsp)
.endm

    .text
    .globl mifu_sha256_compress_4_x86ni
    .hidden mifu_sha256_compress_4_x86ni
    .type mifu_sha256_compress_4_x86ni, @function
    .p2align 6
/* void mifu_sha256_compress_4_x86ni(uint32_t *states, const uint8_t *const *blocks, size_t count) */
mifu_sha256_compress_4_x86ni:
    .cfi_startproc
    _CET_ENDBR
    test %rdx, %rdx
    jz 3f
    sub $FRAME, %rsp
    .cfi_adjust_cfa_offset FRAME
    mov (%rsi), %r8
    mov 8(%rsi), %r9
    mov 16(%rsi), %r10
    mov 24(%rsi), %r11
    lea mifu_sha256_k(%rip), %rcx
    vmovdqa swap_bytes(%rip), %xmm15
    xor %eax, %eax

    /* Word i of all messages is row i. */
    vmovdqu 80(%rdi), %xmm1
    vmovdqu 64(%rdi), %xmm2
    vmovdqu 16(%rdi), %xmm3
    vmovdqu (%rdi), %xmm4
    vmovdqu 112(%rdi), %xmm5
    vmovdqu 96(%rdi), %xmm6
    vmovdqu 48(%rdi), %xmm7
    vmovdqu 32(%rdi), %xmm8
    transpose %xmm1, %xmm2, %xmm3, %xmm4
    transpose %xmm5, %xmm6, %xmm7, %xmm8
    vmovdqa %xmm1, BEFORE(%rsp)
    vmovdqa %xmm2, BEFORE + 16(%rsp)
    vmovdqa %xmm3, BEFORE + 32(%rsp)
    vmovdqa %xmm4, BEFORE + 48(%rsp)
    vmovdqa %xmm5, BEFORE + 64(%rsp)
    vmovdqa %xmm6, BEFORE + 80(%rsp)
    vmovdqa %xmm7, BEFORE + 96(%rsp)
    vmovdqa %xmm8, BEFORE + 112(%rsp)

    .p2align 6
1:
    beginning 0, %xmm9, %xmm10, %xmm11, %xmm12, %xmm14
    beginning 1, %xmm14, %xmm9, %xmm10, %xmm11, %xmm12
    beginning 2, %xmm12, %xmm14, %xmm9, %xmm10, %xmm11
    beginning 3, %xmm11, %xmm12, %xmm14, %xmm9, %xmm10
    expanding 4, %xmm10, %xmm11, %xmm12, %xmm14, %xmm9
    expanding 5, %xmm9, %xmm10, %xmm11, %xmm12, %xmm14
    expanding 6, %xmm14, %xmm9, %xmm10, %xmm11, %xmm12
    expanding 7, %xmm12, %xmm14, %xmm9, %xmm10, %xmm11
    expanding 8, %xmm11, %xmm12, %xmm14, %xmm9, %xmm10
    expanding 9, %xmm10, %xmm11, %xmm12, %xmm14, %xmm9
    expanding 10, %xmm9, %xmm10, %xmm11, %xmm12, %xmm14
    expanding 11, %xmm14, %xmm9, %xmm10, %xmm11, %xmm12
    expanding 12, %xmm12, %xmm14, %xmm9, %xmm10, %xmm11
    expanding 13, %xmm11, %xmm12, %xmm14, %xmm9, %xmm10
    expanding 14, %xmm10, %xmm11, %xmm12, %xmm14, %xmm9
    expanding 15, %xmm9, %xmm10, %xmm11, %xmm12, %xmm14
    vmovdqa 16 * 15(%rcx), %xmm13
    rounds %xmm1, %xmm5, %xmm14
    rounds %xmm2, %xmm6, %xmm9
    rounds %xmm3, %xmm7, %xmm10
    rounds %xmm4, %xmm8, %xmm11
    feed_forward 0, %xmm1
    feed_forward 1, %xmm2
    feed_forward 2, %xmm3
    feed_forward 3, %xmm4
    feed_forward 4, %xmm5
    feed_forward 5, %xmm6
    feed_forward 6, %xmm7
    feed_forward 7, %xmm8
    add $64, %rax
    dec %rdx
    jnz 1b

    transpose %xmm1, %xmm2, %xmm3, %xmm4
    transpose %xmm5, %xmm6, %xmm7, %xmm8
    vmovdqu %xmm1, 80(%rdi)
    vmovdqu %xmm2, 64(%rdi)
    vmovdqu %xmm3, 16(%rdi)
    vmovdqu %xmm4, (%rdi)
    vmovdqu %xmm5, 112(%rdi)
    vmovdqu %xmm6, 96(%rdi)
    vmovdqu %xmm7, 48(%rdi)
    vmovdqu %xmm8, 32(%rdi)

    /* The way out: no message word and no state stays behind. */
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    vpxor %xmm\n, %xmm\n, %xmm\n
    .endr
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
    vmovdqa %xmm0, 16 * \n(%rsp)
    .endr
    add $FRAME, %rsp
    .cfi_adjust_cfa_offset -FRAME
3:
    ret
    .cfi_endproc
    .size mifu_sha256_compress_4_x86ni, . - mifu_sha256_compress_4_x86ni

    .section .rodata
    .p2align 4
swap_bytes:
    .byte 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12
    .section .note.GNU-stack, "", @progbits
