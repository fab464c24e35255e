/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Telling a forked child from its parent, so that the state of a generator is not used by both.
 *
 * How: one page of the process is marked MADV_WIPEONFORK and holds a non-zero flag. The kernel
 * gives every copy of the address space (fork, clone without CLONE_VM, _Fork, a raw system call) a
 * page of zeros there, and the process that finds zeros has been forked: it counts the generation
 * up and sets the flag again. A generator remembers the generation it was seeded in.
 *
 * vfork and clone with CLONE_VM share memory: parent and child then see one generator, and what
 * one takes is gone for the other. (A CLONE_VM child that runs beside its parent on the same
 * thread's storage breaks every use of thread-local variables, the C library's own first.)
 *
 * Why not process numbers: they repeat, and the first process of a PID namespace has the number 1
 * in the child as in the parent; and asking the kernel costs the system call that a generator in
 * the process is there to save. Why not pthread_atfork: a raw clone does not run its handlers, and
 * it ties a library that has no threads of its own to the thread library. So where the kernel has
 * no MADV_WIPEONFORK (Linux before 4.14, other systems) the generation is 0 and nothing is
 * kept: each request goes to the system.
 */
#ifndef MIFU_RNG_FORK_H
#define MIFU_RNG_FORK_H

#include <stdint.h>

/* The generation of this process, or 0: forks cannot be told, keep nothing. Any thread. */
uint64_t mifu_rng_fork_generation(void);

/* Makes all generators seeded so far stale. */
void mifu_rng_fork_advance(void);

#endif
