/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uint64_t abi_call(void (*function)(), const void *a, const void *b, size_t c, uint64_t after[8]);
 *
 * Calls function(a, b, c) with known values in the registers that a callee must give back (System V
 * psABI 3.2.1) and stores what they hold afterwards: rbx, rbp, r12 to r15, the distance by which rsp
 * moved, the flags.
 */
    .intel_syntax noprefix
    .text
    .globl abi_call
    .type abi_call, @function
abi_call:
    push rbx
    push rbp
    push r12
    push r13
    push r14
    push r15
    push r8
    mov rax, rdi
    mov rdi, rsi
    mov rsi, rdx
    mov rdx, rcx
    mov rbx, 0x1111111111111111
    mov rbp, 0x2222222222222222
    mov r12, 0x3333333333333333
    mov r13, 0x4444444444444444
    mov r14, 0x5555555555555555
    mov r15, 0x6666666666666666
    mov [rip + stack_before], rsp
    call rax
    mov rcx, rsp
    sub rcx, [rip + stack_before]
    mov rsp, [rip + stack_before]
    pop r8
    mov [r8], rbx
    mov [r8 + 8], rbp
    mov [r8 + 16], r12
    mov [r8 + 24], r13
    mov [r8 + 32], r14
    mov [r8 + 40], r15
    mov [r8 + 48], rcx
    pushfq
    pop rax
    mov [r8 + 56], rax
    cld
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbp
    pop rbx
    ret
    .size abi_call, . - abi_call

    .local stack_before
    .comm stack_before, 8, 8
    .section .note.GNU-stack, "", @progbits
