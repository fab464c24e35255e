/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the cases on every usable back-end and searches their stack. */
#include "wipe.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "cpu_dispatch.h"
#include "rng_source.h"

#define STACK_SIZE ((size_t)512 << 10)
#define PATTERN    0xa5
#define WINDOW     8
#define MAX_NAMES  96

static const wipe_table *const tables[] = {&wipe_cases_hash, &wipe_cases_sm4, &wipe_cases_sm2,
                                           &wipe_cases_sm9,  &wipe_cases_zuc, &wipe_cases_drbg};

#define MIFU_ALGORITHM(name) extern mifu_dispatch mifu_##name##_dispatch;
#include "library_algorithms.def"
#undef MIFU_ALGORITHM

static mifu_dispatch *const dispatches[] = {
#define MIFU_ALGORITHM(name) &mifu_##name##_dispatch,
#include "library_algorithms.def"
#undef MIFU_ALGORITHM
};

/* ---- What cases use */

static uint64_t random_state;

void wipe_random(void *p, size_t len)
{
    uint8_t *bytes = p;

    for (size_t i = 0; i < len; i++) {
        random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        bytes[i] = (uint8_t)(random_state >> 56);
    }
}

void wipe_require(int ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "wipe: failed: %s\n", what);
        exit(1);
    }
}

mifu_status wipe_random_source(uint8_t *out, size_t len)
{
    wipe_random(out, len);
    return MIFU_OK;
}

/* ---- Windows: a table, hashed by their first two bytes */

typedef struct window {
    uint8_t bytes[WINDOW];
    uint8_t name;
    const char *form;
} window;

static window *windows;
static size_t window_count, window_capacity;
static const char *names[MAX_NAMES];
static int report_only[MAX_NAMES];
static size_t name_count;

static void add_window(const uint8_t *bytes, const char *form)
{
    if (window_count == window_capacity) {
        window_capacity = window_capacity == 0 ? 256 : 2 * window_capacity;
        windows = realloc(windows, window_capacity * sizeof *windows);
        wipe_require(windows != NULL, "memory");
    }
    memcpy(windows[window_count].bytes, bytes, WINDOW);
    windows[window_count].name = (uint8_t)(name_count - 1);
    windows[window_count++].form = form;
}

void wipe_secret(const char *name, const void *p, size_t len)
{
    const uint8_t *secret = p;

    wipe_require(len >= WINDOW && name_count < MAX_NAMES, "name of a secret");
    report_only[name_count] = 0;
    names[name_count++] = name;
    for (size_t i = 0; i + WINDOW <= len; i += 4) {
        uint8_t changed[WINDOW];

        add_window(secret + i, "as it is");
        for (unsigned b = 0; b < WINDOW; b++)
            changed[b] = secret[i + WINDOW - 1 - b];
        add_window(changed, "reversed");
        for (unsigned b = 0; b < WINDOW; b++)
            changed[b] = secret[i + (b ^ 3)];
        add_window(changed, "32-bit words swapped");
    }
}

void wipe_report(const char *name, const void *p, size_t len)
{
    wipe_secret(name, p, len);
    report_only[name_count - 1] = 1;
}

/* ---- The stack */

static uint8_t *stack;
static ucontext_t main_context, case_context;
static void (*entry)(void);

static void enter(void)
{
    entry();
}

static void run_on_stack(void (*run)(void))
{
    memset(stack, PATTERN, STACK_SIZE);
    entry = run;
    wipe_require(getcontext(&case_context) == 0, "getcontext");
    case_context.uc_stack.ss_sp = stack;
    case_context.uc_stack.ss_size = STACK_SIZE;
    case_context.uc_link = &main_context;
    makecontext(&case_context, enter, 0);
    wipe_require(swapcontext(&main_context, &case_context) == 0, "swapcontext");
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(((const window *)a)->bytes, ((const window *)b)->bytes, WINDOW);
}

static int compare_to_window(const void *bytes, const void *w)
{
    return memcmp(bytes, ((const window *)w)->bytes, WINDOW);
}

/* Says where secrets are, counted from the end; the number of places that count. */
static unsigned search_bytes(const uint8_t *bytes, size_t len, const char *where)
{
    unsigned found = 0, printed = 0;

    for (size_t i = 0; i + WINDOW <= len; i++) {
        const window *w =
            bsearch(bytes + i, windows, window_count, sizeof *windows, compare_to_window);

        if (w == NULL)
            continue;
        found += !report_only[w->name];
        if (printed++ < 8)
            printf("    %s%s, %s, %s %zu\n", report_only[w->name] ? "known: " : "", names[w->name],
                   w->form, where, len - i);
    }
    return found;
}

static const uint8_t *memory;
static size_t memory_size;

void wipe_memory(const void *p, size_t len)
{
    memory = p;
    memory_size = len;
}

/*
 * Around the zeros of the wipe: below them only what it saves itself, addresses and registers;
 * above them frames of the case, of the operation and of what it did last.
 */
#define MOST_BELOW 64
#define MOST_ABOVE 1920

static int one_piece;

void wipe_in_one_piece(void)
{
    one_piece = 1;
}

static size_t used_stack(void)
{
    size_t i = 0;

    while (i < STACK_SIZE && stack[i] == PATTERN)
        i++;
    return STACK_SIZE - i;
}

/* Says what the longest run of zeros leaves above and below; 1 where that is too much. */
static unsigned unwiped(void)
{
    const size_t lowest = STACK_SIZE - used_stack();
    size_t begin = lowest, end = lowest, zeros = 0, below = 0;

    for (size_t i = lowest; i < STACK_SIZE; i++) {
        zeros = stack[i] == 0 ? zeros + 1 : 0;
        if (zeros > end - begin) {
            end = i + 1;
            begin = end - zeros;
        }
    }
    for (size_t i = lowest; i < begin; i++)
        below += stack[i] != 0 && stack[i] != PATTERN;
    if (below <= MOST_BELOW && STACK_SIZE - end <= MOST_ABOVE)
        return 0;
    printf("    not wiped: %zu bytes below %zu of zeros, %zu above\n", below, end - begin,
           STACK_SIZE - end);
    return 1;
}

static unsigned search(void)
{
    qsort(windows, window_count, sizeof *windows, by_bytes);
    return search_bytes(stack, STACK_SIZE, "at depth") +
           search_bytes(memory, memory_size, "in its memory, before the end by");
}

/* ---- The walk */

static unsigned passed, failed;

static void run_case(const wipe_case *c, const char *algorithm, const char *backend)
{
    unsigned found;

    random_state = 1;
    window_count = 0;
    name_count = 0;
    memory_size = 0;
    one_piece = 0;
    c->prepare();
    run_on_stack(c->run);
    if (c->finish != NULL)
        c->finish();
    found = search();
    if (one_piece)
        found += unwiped();
    printf("%s %s %s/%s: %u places in %zu bytes\n", found == 0 ? "ok    " : "FAILED", c->name,
           algorithm, backend, found, used_stack());
    if (found == 0)
        passed++;
    else
        failed++;
}

static int has_word(const char *list, const char *word)
{
    size_t len = strlen(word);

    for (const char *at = list; (at = strstr(at, word)) != NULL; at += len)
        if ((at == list || at[-1] == ' ') && (at[len] == '\0' || at[len] == ' '))
            return 1;
    return 0;
}

static void run_on_all_backends(const wipe_case *c)
{
    for (size_t d = 0; d < MIFU_COUNT_OF(dispatches); d++) {
        if (!has_word(c->algorithms, dispatches[d]->algorithm))
            continue;
        for (unsigned i = 0; i < dispatches[d]->count; i++) {
            const mifu_backend *row = &dispatches[d]->rows[i];

            if (!mifu_backend_is_usable(row))
                continue;
            wipe_require(mifu_dispatch_select(dispatches[d], row->name) == MIFU_OK, row->name);
            run_case(c, dispatches[d]->algorithm, row->name);
        }
        mifu_dispatch_reset(dispatches[d]);
    }
}

/* The hunt itself: a secret left behind on purpose has to be found. */
static uint8_t bait[16];

static void prepare_bait(void)
{
    wipe_random(bait, sizeof bait);
    wipe_secret("bait", bait, sizeof bait);
}

static void leave_bait(void)
{
    static void *(*const volatile copy_bytes)(void *, const void *, size_t) = memcpy;
    uint8_t copy[1024]; /* deep enough that the end of the context does not overwrite it */

    copy_bytes(copy, bait, sizeof bait);
}

static int finds_bait(void)
{
    unsigned found;

    prepare_bait();
    run_on_stack(leave_bait);
    puts("a secret left on purpose:");
    found = search();
    return found != 0;
}

int main(int argc, char **argv)
{
    regex_t filter;

    if (argc > 2 || regcomp(&filter, argc == 2 ? argv[1] : "", REG_EXTENDED | REG_NOSUB) != 0) {
        fputs("usage: wipe-residue [REGEX]\n", stderr);
        return 2;
    }
    stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    wipe_require(stack != MAP_FAILED, "memory for a stack");
    mifu_rng_set_source(wipe_random_source, 0);
    if (finds_bait())
        passed++;
    else
        failed++;
    for (size_t t = 0; t < MIFU_COUNT_OF(tables); t++)
        for (size_t i = 0; i < tables[t]->count; i++)
            if (regexec(&filter, tables[t]->cases[i].name, 0, NULL, 0) == 0)
                run_on_all_backends(&tables[t]->cases[i]);
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed != 0;
}
