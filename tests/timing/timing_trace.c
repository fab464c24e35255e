/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The constant-time test for back-ends that valgrind does not execute: runs a case natively, one
 * instruction at a time, with several secrets, and compares the runs. Wherever the order of
 * instructions, an address, or an operand of a division differs, it says so.
 *
 * The processor's trap flag raises SIGTRAP after each instruction, and the handler notes what an
 * observer of the next one would learn. Memory operands come from a table that timing_operands.py
 * made of this very program. All runs are calls from the same place, so that addresses on the stack
 * are the same too. x86-64 Linux.
 *
 * It sees less than valgrind: a leak that shows for none of the secrets tried stays unseen.
 */
#include "timing.h"

#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "timing_walk.h"

#define SECRETS                                                                                    \
    2 /* runs of a case with one back-end: a step takes some 10 us under a hypervisor              \
       */
#define MAX_STEPS 60000000U /* of one run; address space only, where they are not needed */
#define TRAP_FLAG 0x100     /* of RFLAGS: Intel SDM volume 1, 3.4.3.3 */

/* ---- The table of operands, sorted by address */

typedef struct operand {
    uint64_t address;
    int64_t displacement;
    uint8_t kind;               /* 'A', 'D' or 'G', as timing_operands.py has them */
    uint8_t base, index, scale; /* registers as in mcontext_t, or NONE */
} operand;

#define NONE 255

static operand *operands;
static size_t operand_count;

/* Segment bases do not change within a run, so they are no part of the comparison. */
static uint8_t register_by_name(const char *name)
{
#define REGISTER(r, R)                                                                             \
    {                                                                                              \
        r, REG_##R                                                                                 \
    }
    static const struct {
        const char *name;
        uint8_t number; /* in the array of mcontext_t */
    } registers[] = {
        REGISTER("rax", RAX), REGISTER("rbx", RBX), REGISTER("rcx", RCX), REGISTER("rdx", RDX),
        REGISTER("rsi", RSI), REGISTER("rdi", RDI), REGISTER("rbp", RBP), REGISTER("rsp", RSP),
        REGISTER("r8", R8),   REGISTER("r9", R9),   REGISTER("r10", R10), REGISTER("r11", R11),
        REGISTER("r12", R12), REGISTER("r13", R13), REGISTER("r14", R14), REGISTER("r15", R15)};
#undef REGISTER

    for (size_t i = 0; i < MIFU_COUNT_OF(registers); i++)
        if (strcmp(registers[i].name, name) == 0)
            return registers[i].number;
    return NONE;
}

static int by_address(const void *a, const void *b)
{
    const operand *x = a;
    const operand *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

static int read_operands(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[200], base[16], index[16];
    size_t capacity = 0;

    if (file == NULL)
        return 0;
    while (fgets(line, sizeof line, file) != NULL) {
        operand o = {.kind = (uint8_t)line[0], .base = NONE, .index = NONE, .scale = 1};
        unsigned scale = 1;
        int fields;

        if (operand_count == capacity) {
            capacity = capacity == 0 ? 65536 : 2 * capacity;
            operands = realloc(operands, capacity * sizeof *operands);
            if (operands == NULL)
                return 0;
        }
        base[0] = index[0] = '\0';
        fields = sscanf(line + 1, "%" SCNx64 " %15s %15s %u %" SCNd64, &o.address, base, index,
                        &scale, &o.displacement);
        o.base = register_by_name(base);
        o.index = register_by_name(index);
        o.scale = (uint8_t)scale;
        if (fields != (o.kind == 'A' ? 5 : o.kind == 'D' ? 2 : 1))
            return 0;
        operands[operand_count++] = o;
    }
    fclose(file);
    qsort(operands, operand_count, sizeof *operands, by_address);
    return operand_count != 0;
}

/* ---- One run */

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint64_t value_of(const greg_t *registers, uint8_t number)
{
    return number == NONE ? 0 : (uint64_t)registers[number];
}

typedef enum outcome { SAME, DIFFERS, GATHERS, TOO_LONG } outcome;

/* The handler's state. */
static uint64_t *trace; /* observations of the first run */
static size_t steps;    /* of the present run */
static size_t trace_steps;
static int comparing;
static outcome result;
static uint64_t where; /* the program counter where result came to be */

/* What an observer of the next instruction learns, as one word. */
static uint64_t observe(const greg_t *r)
{
    uint64_t rip = (uint64_t)r[REG_RIP];
    uint64_t hash = mix(1, rip);
    size_t low = 0, high = operand_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (operands[middle].address < rip)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < operand_count && operands[low].address == rip; low++) {
        const operand *o = &operands[low];

        if (o->kind == 'A')
            hash = mix(hash, value_of(r, o->base) + value_of(r, o->index) * o->scale +
                                 (uint64_t)o->displacement);
        else if (o->kind == 'D')
            hash = mix(mix(mix(hash, value_of(r, REG_RAX)), value_of(r, REG_RDX)),
                       value_of(r, o->base));
        else
            result = GATHERS;
    }
    return hash;
}

/* The traced stretch ends when the program counter comes to this function. */
static MIFU_NOINLINE void stretch_ends(void)
{
    __asm__ volatile("nop" ::: "memory");
}

static void on_step(int signal, siginfo_t *info, void *context)
{
    greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
    uint64_t seen;

    (void)signal, (void)info;
    if ((uint64_t)r[REG_RIP] == (uintptr_t)stretch_ends) {
        if (comparing && steps != trace_steps)
            result = DIFFERS;
    } else if (steps == MAX_STEPS) {
        result = TOO_LONG;
    } else {
        seen = observe(r);
        if (!comparing)
            trace[steps++] = seen;
        else if (steps == trace_steps || trace[steps++] != seen)
            result = DIFFERS;
        if (result == SAME)
            return;
    }
    where = (uint64_t)r[REG_RIP];
    r[REG_EFL] &= ~(greg_t)TRAP_FLAG; /* the rest of the run goes on at full speed */
}

static MIFU_NOINLINE void run(const timing_case *c, uint64_t secret, int compare)
{
    timing_seed(secret);
    comparing = compare;
    steps = 0;
    __asm__ volatile("pushfq\n\torq %0, (%%rsp)\n\tpopfq" ::"i"(TRAP_FLAG) : "memory", "cc");
    c->run();
    stretch_ends();
    if (!compare)
        trace_steps = steps;
}

/* ---- The walk */

static int judge(const timing_case *c, const char *backend, int leaks)
{
    static const char *const words[] = {"the same", "differ", "gather or scatter", "too long"};
    int ok;

    c->run(); /* what happens once in a process has happened */
    result = SAME;
    for (unsigned i = 0; i < SECRETS && result == SAME; i++)
        run(c, i + 1, i != 0);
    ok = result == (leaks ? DIFFERS : SAME);
    printf("%s %s %s: %s", ok ? "ok    " : "FAILED", c->name, backend, words[result]);
    if (result == SAME)
        printf(" in %zu instructions", trace_steps);
    else
        printf(" at 0x%" PRIx64, where);
    puts(leaks ? ", a seeded leak" : "");
    return ok;
}

int main(int argc, char **argv)
{
    int all = argc == 4 && strcmp(argv[3], "--all") == 0;
    /* Its own stack, so that it leaves nothing below the stack pointer of the traced code. */
    static uint8_t handler_stack[1 << 16];
    const stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};

    if (argc != 3 && !all) {
        fputs(
            "usage: timing-trace OPERANDS REGEX [--all]\n"
            "The cases whose name matches; --all: also on the back-ends that valgrind executes.\n",
            stderr);
        return 2;
    }
    if (!read_operands(argv[1])) {
        fprintf(stderr, "timing-trace: cannot read %s\n", argv[1]);
        return 2;
    }
    trace = mmap(NULL, MAX_STEPS * sizeof *trace, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    action.sa_sigaction = on_step;
    if (trace == MAP_FAILED || sigaltstack(&stack, NULL) != 0 ||
        sigaction(SIGTRAP, &action, NULL) != 0)
        return 2;
    return timing_walk(all ? TIMING_NATIVE : TIMING_NATIVE_ONLY, argv[2], judge);
}
