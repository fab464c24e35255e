/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timing in core cycles. The wall clock gives nanoseconds; a chain of dependent additions, each of
 * which takes one cycle on every processor of interest, timed right before and after each sample of
 * work, gives the length of a cycle at that moment. Time-stamp ticks do not enter: they run at a
 * constant rate whatever the core does.
 *
 * Disturbances (interrupts, other programs, a changing frequency) only ever lengthen a chain. A
 * sample is kept when the chains around it are within 1 % of the shortest chain of the measurement,
 * so that a chain that was interrupted cannot make the work look cheap.
 */
#include "bench.h"

#include <stdlib.h>
#include <time.h>

#define CHAIN_STEPS      400 /* of 100 additions: about 11 microseconds */
#define CHAIN_CYCLES     (CHAIN_STEPS * 100.0)
#define SAMPLE_NS        40000.0 /* aimed at for one sample of work */
#define LONG_SAMPLE_NS   250000.0
#define MUCH_TOO_LONG_NS 1e9 /* for an interruption */
#define MIN_SAMPLES      5
#define MAX_SAMPLES      20000
#define ENOUGH_SPREAD    0.03 /* of a round: median / minimum - 1 */
#define ROUNDS           4    /* of the time asked for, where no round has so little */
#define CHAIN_TOLERATE   1.01

static double read_ns(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double bench_now_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

#define TEN(x) x x x x x x x x x x

#if defined(__x86_64__) || defined(__i386__)
/* Register to register: some cores resolve additions of a constant without executing them. */
#    define ONE_ADD "add %1, %0\n\t"
#elif defined(__aarch64__)
#    define ONE_ADD "add %0, %0, %1\n\t"
#endif

static double chain_ns(void)
{
    size_t x = 1;
    size_t y = 3;
    double begin = bench_now_ns();

    for (int i = 0; i < CHAIN_STEPS; i++) {
#ifdef ONE_ADD
        __asm__ volatile(TEN(TEN(ONE_ADD)) : "+r"(x) : "r"(y));
#else
        /* Elsewhere the compiler may do better or worse than one cycle: figures are approximate. */
        for (int j = 0; j < 100; j++) {
            x += y;
#    if defined(__GNUC__) || defined(__clang__)
            __asm__ volatile("" : "+r"(x));
#    endif
        }
#endif
    }
    return bench_now_ns() - begin;
}

/* What the two readings of the clock themselves take; the minimum of many. */
static double clock_overhead_ns(void)
{
    static double overhead = -1;

    if (overhead < 0) {
        overhead = 1e9;
        for (int i = 0; i < 1000; i++) {
            double begin = bench_now_ns();
            double taken = bench_now_ns() - begin;

            if (taken < overhead)
                overhead = taken;
        }
    }
    return overhead;
}

double bench_ns_per_cycle(void)
{
    double best = 1e18;

    for (int i = 0; i < 200; i++) {
        double taken = chain_ns();

        if (taken < best)
            best = taken;
    }
    return (best - clock_overhead_ns()) / CHAIN_CYCLES;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

static double repeat(void (*run)(const bench_case *c), const bench_case *c, uint64_t count,
                     clockid_t clock)
{
    double begin = read_ns(clock);

    for (uint64_t i = 0; i < count; i++)
        run(c);
    return read_ns(clock) - begin - clock_overhead_ns();
}

typedef struct samples {
    double work[MAX_SAMPLES];  /* nanoseconds of one sample */
    double chain[MAX_SAMPLES]; /* the shorter of the chains before and after it */
    size_t count;
} samples;

static bench_result evaluate(const samples *s, uint64_t calls, bench_statistic statistic)
{
    static double kept[MAX_SAMPLES];
    double shortest = 1e18;
    double ns_per_cycle, chosen;
    bench_result result;
    size_t n = 0;

    for (size_t i = 0; i < s->count; i++)
        if (s->chain[i] < shortest)
            shortest = s->chain[i];
    for (size_t i = 0; i < s->count; i++)
        if (s->chain[i] <= shortest * CHAIN_TOLERATE)
            kept[n++] = s->work[i];
    qsort(kept, n, sizeof kept[0], compare_doubles);
    ns_per_cycle = (shortest - clock_overhead_ns()) / CHAIN_CYCLES;
    chosen = statistic == BENCH_MINIMUM ? kept[0] : kept[n / 2];
    result.ns = chosen / (double)calls;
    result.cycles = result.ns / ns_per_cycle;
    result.spread = kept[n / 2] / kept[0] - 1;
    return result;
}

/* Samples for about `seconds`, and what they say. */
static bench_result measure_round(void (*run)(const bench_case *c), const bench_case *c,
                                  uint64_t calls, clockid_t clock, bench_statistic statistic,
                                  double seconds)
{
    static samples s;
    double before = chain_ns();
    double begin = bench_now_ns();

    s.count = 0;
    while (s.count < MAX_SAMPLES &&
           (s.count < MIN_SAMPLES || bench_now_ns() - begin < seconds * 1e9)) {
        double work = repeat(run, c, calls, clock);
        double after = chain_ns();

        s.work[s.count] = work;
        s.chain[s.count++] = before < after ? before : after;
        before = after;
    }
    return evaluate(&s, calls, statistic);
}

bench_result bench_measure(void (*run)(const bench_case *c), const bench_case *c,
                           bench_statistic statistic, double seconds)
{
    uint64_t calls = 1;
    clockid_t clock = CLOCK_MONOTONIC;
    bench_result best = {0};
    double taken, begin;

    /* Warms up, and finds how many calls make a sample. The shorter of two: an interruption here
     * would make samples of too few calls. */
    for (;;) {
        double again;

        taken = repeat(run, c, calls, clock);
        if (taken >= SAMPLE_NS / 2 && taken < MUCH_TOO_LONG_NS &&
            (again = repeat(run, c, calls, clock)) < taken)
            taken = again;
        if (taken >= SAMPLE_NS / 2)
            break;
        calls *= 2;
    }
    if (taken < SAMPLE_NS)
        calls *= 2;
    /* Few samples fit in the time, and other programs get their turn within each: count our own
     * turns only. Reading this clock takes too long for short samples. */
    if (taken > LONG_SAMPLE_NS)
        clock = CLOCK_THREAD_CPUTIME_ID;

    begin = bench_now_ns();
    do {
        bench_result result = measure_round(run, c, calls, clock, statistic, seconds);

        if (best.cycles == 0 || result.cycles < best.cycles)
            best = result;
    } while (best.spread > ENOUGH_SPREAD && bench_now_ns() - begin < ROUNDS * seconds * 1e9);
    return best;
}
