/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ZUC: every back-end against the portable code, kernel by kernel. All counts up to 200 words, a
 * long one, states whose next cells are 0 modulo 2^31 - 1, in every lane, cells at both ends of
 * their range; buffers that end where readable memory ends, in place and apart.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "backends_support.h"
#include "support_guarded.h"
#include "support_slow_zuc.h"
#include "zuc_kernels.h"

#define WORDS 200
#define LONG  5003 /* words */

static const mifu_zuc_kernels *yardstick;
static guarded in_page, out_page;
static uint8_t text[4 * LONG], got[4 * LONG], expected[4 * LONG];

static void random_state(mifu_zuc_state *state)
{
    for (unsigned i = 0; i < 16; i++)
        state->cells[i] = 1 + (uint32_t)(support_random64() % UINT32_C(0x7fffffff));
    state->r[0] = (uint32_t)support_random64();
    state->r[1] = (uint32_t)support_random64();
}

/* A state whose register gives 0 modulo 2^31 - 1 in its first step, or in its second, ... */
static void state_with_zero(mifu_zuc_state *state, unsigned step)
{
    const uint64_t p = UINT64_C(0x7fffffff);
    uint64_t s[16 + 64], sum;

    random_state(state);
    for (unsigned i = 0; i < 16; i++)
        s[step + i] = state->cells[i];
    /* The cell s[step] for which it does, by trying: 257 s0 = -sum + k p. */
    sum = (s[step + 15] << 15) + (s[step + 13] << 17) + (s[step + 10] << 21) + (s[step + 4] << 20);
    for (sum = p - sum % p; sum % 257 != 0;)
        sum += p;
    s[step] = sum / 257;
    /* And the cells before, backwards: s0 = (s16 - ...) / 257. */
    for (unsigned i = step; i-- > 0;) {
        sum = (s[i + 15] << 15) + (s[i + 13] << 17) + (s[i + 10] << 21) + (s[i + 4] << 20);
        for (sum = s[i + 16] + p - sum % p; sum % 257 != 0;)
            sum += p;
        s[i] = sum / 257 % p == 0 ? p : sum / 257 % p;
    }
    for (unsigned i = 0; i < 16; i++)
        state->cells[i] = (uint32_t)s[i];
}

/* The same for a step of the initialisation, 0 to 3: before it no step has used the cell s[step].
 */
static void state_with_zero_initialising(mifu_zuc_state *state, unsigned step)
{
    const uint64_t p = UINT64_C(0x7fffffff);
    slow_zuc z = {{0}, 0, 0}, next;
    uint32_t x3;
    uint64_t sum;

    random_state(state);
    for (unsigned i = 0; i < 16; i++)
        z.s[i] = state->cells[i];
    for (unsigned i = 0; i < step; i++)
        (void)slow_step(&z, 1, &x3);
    next = z;
    sum = slow_step(&next, 1, &x3) >> 1;
    sum += (z.s[15] << 15) + (z.s[13] << 17) + (z.s[10] << 21) + (z.s[4] << 20);
    for (sum = p - sum % p; sum % 257 != 0;)
        sum += p;
    state->cells[step] = (uint32_t)(sum / 257);
    z.s[0] = sum / 257;
    (void)slow_step(&z, 1, &x3);
    assert_int_equal(z.s[15], p);
}

static void same_stream(const mifu_zuc_state *start, size_t count)
{
    const mifu_zuc_kernels *kernels = mifu_zuc_kernels_in_use();
    mifu_zuc_state a = *start, b = *start;
    uint8_t *in = in_page.end - 4 * count, *out = out_page.end - 4 * count;

    memcpy(in, text, 4 * count);
    yardstick->crypt(expected, &a, text, count);
    kernels->crypt(out, &b, in, count);
    assert_memory_equal(out, expected, 4 * count);
    assert_memory_equal(&a, &b, sizeof a);
    b = *start;
    kernels->crypt(in, &b, in, count);
    assert_memory_equal(in, expected, 4 * count);
    a = b = *start;
    yardstick->crypt(expected, &a, NULL, count);
    kernels->crypt(out, &b, NULL, count);
    assert_memory_equal(out, expected, 4 * count);
    assert_memory_equal(&a, &b, sizeof a);
}

static void streams(const char *backend)
{
    mifu_zuc_state state;

    (void)backend;
    for (size_t count = 0; count <= WORDS; count++) {
        random_state(&state);
        same_stream(&state, count);
        state_with_zero(&state, (unsigned)count % 40);
        same_stream(&state, count);
    }
    for (unsigned i = 0; i < 64; i++) { /* the smallest and largest cells, in turns */
        for (unsigned j = 0; j < 16; j++)
            state.cells[j] = (i >> j % 6 & 1) != 0 ? UINT32_C(0x7fffffff) : 1;
        state.r[0] = i % 2 != 0 ? UINT32_MAX : 0;
        state.r[1] = i % 3 != 0 ? UINT32_MAX : 0;
        same_stream(&state, 40);
    }
}

static void long_streams(const char *backend)
{
    mifu_zuc_state a, b;

    (void)backend;
    random_state(&a);
    b = a;
    yardstick->crypt(expected, &a, text, LONG);
    mifu_zuc_kernels_in_use()->crypt(got, &b, text, LONG);
    assert_memory_equal(got, expected, sizeof got);
    assert_memory_equal(&a, &b, sizeof a);
}

static void initialisations(const char *backend)
{
    (void)backend;
    for (unsigned i = 0; i < 200; i++) {
        mifu_zuc_state a, b;

        random_state(&a);
        if (i % 4 == 0)
            state_with_zero_initialising(&a, i / 4 % 4);
        b = a;
        yardstick->initialise(&a, i % 2 == 0 ? 32 : 48);
        mifu_zuc_kernels_in_use()->initialise(&b, i % 2 == 0 ? 32 : 48);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

/* ---- Lanes: states of which one is special, side by side */

#define UNITS 4 /* of 16 words */

/* Cells of a lane beside the special one: by chance, or all at one end of their range. */
static void other_state(mifu_zuc_state *state, unsigned kind)
{
    random_state(state);
    for (unsigned i = 0; i < 16 && kind % 3 != 0; i++)
        state->cells[i] = kind % 3 == 1 ? UINT32_C(0x7fffffff) : 1;
}

static void put_lane(mifu_zuc_lanes *lanes, unsigned lane, const mifu_zuc_state *state)
{
    for (unsigned i = 0; i < 16; i++)
        lanes->cells[i][lane] = state->cells[i];
    lanes->r[0][lane] = state->r[0];
    lanes->r[1][lane] = state->r[1];
}

static void expect_lane(const mifu_zuc_lanes *lanes, unsigned lane, const mifu_zuc_state *state)
{
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(lanes->cells[i][lane], state->cells[i]);
    assert_int_equal(lanes->r[0][lane], state->r[0]);
    assert_int_equal(lanes->r[1][lane], state->r[1]);
}

static void lanes_streams(unsigned special, unsigned step)
{
    const mifu_zuc_kernels *kernels = mifu_zuc_kernels_in_use();
    static uint8_t streams[MIFU_ZUC_LANES_MOST][64 * UNITS], wanted[64 * UNITS];
    mifu_zuc_state states[MIFU_ZUC_LANES_MOST];
    mifu_zuc_lanes lanes = {{{0}}, {{0}}};
    uint8_t *out[MIFU_ZUC_LANES_MOST];
    const uint8_t *in[MIFU_ZUC_LANES_MOST];
    int with_text = step % 2 != 0;

    for (unsigned l = 0; l < kernels->lanes; l++) {
        if (l == special)
            state_with_zero(&states[l], step);
        else
            other_state(&states[l], step + l);
        put_lane(&lanes, l, &states[l]);
        memcpy(streams[l], text + l, sizeof streams[l]);
        out[l] = streams[l];
        in[l] = step % 4 == 1 ? streams[l] : text + l; /* in place, or apart */
    }
    kernels->lanes_crypt(out, &lanes, with_text ? in : NULL, UNITS);
    for (unsigned l = 0; l < kernels->lanes; l++) {
        yardstick->crypt(wanted, &states[l], with_text ? text + l : NULL, 16 * UNITS);
        assert_memory_equal(streams[l], wanted, sizeof wanted);
        expect_lane(&lanes, l, &states[l]);
    }
}

static void lanes_initialisations(unsigned special, unsigned step)
{
    const mifu_zuc_kernels *kernels = mifu_zuc_kernels_in_use();
    mifu_zuc_state states[MIFU_ZUC_LANES_MOST];
    mifu_zuc_lanes lanes = {{{0}}, {{0}}};
    unsigned rounds = special % 2 == 0 ? 32 : 48;

    for (unsigned l = 0; l < kernels->lanes; l++) {
        if (l == special)
            state_with_zero_initialising(&states[l], step);
        else
            other_state(&states[l], step + l);
        put_lane(&lanes, l, &states[l]);
    }
    kernels->lanes_initialise(&lanes, rounds);
    for (unsigned l = 0; l < kernels->lanes; l++) {
        yardstick->initialise(&states[l], rounds);
        expect_lane(&lanes, l, &states[l]);
    }
}

static void lanes(const char *backend)
{
    const unsigned count = mifu_zuc_kernels_in_use()->lanes;

    (void)backend;
    for (unsigned special = 0; special < count; special++) {
        for (unsigned step = 0; step < 40; step++)
            lanes_streams(special, step);
        for (unsigned step = 0; step < 4; step++)
            lanes_initialisations(special, step);
    }
}

static void one_sum(unsigned tag_words, size_t count)
{
    mifu_zuc_state a, b;
    uint8_t window[2][MIFU_ZUC_WINDOW];
    uint32_t tag[2][4];
    uint8_t *msg = in_page.end - 4 * count;

    random_state(&a);
    b = a;
    support_random_fill(window[0], sizeof window[0]);
    support_random_fill((uint8_t *)tag[0], sizeof tag[0]);
    support_random_fill(msg, 4 * count);
    memcpy(window[1], window[0], sizeof window[0]);
    memcpy(tag[1], tag[0], sizeof tag[0]);
    yardstick->absorb(tag[0], tag_words, window[0], &a, msg, count);
    mifu_zuc_kernels_in_use()->absorb(tag[1], tag_words, window[1], &b, msg, count);
    assert_memory_equal(tag[1], tag[0], sizeof tag[0]);
    assert_memory_equal(window[1], window[0], sizeof window[0]);
    assert_memory_equal(&b, &a, sizeof a);
}

static void sums(const char *backend)
{
    (void)backend;
    for (unsigned tag_words = 1; tag_words <= 4; tag_words *= 2)
        for (size_t count = 0; count <= WORDS; count++)
            one_sum(tag_words, count);
}

static void on_each(void (*test)(const char *backend))
{
    assert_int_equal(mifu_backend_select("zuc", "portable"), MIFU_OK);
    yardstick = mifu_zuc_kernels_in_use();
    guarded_init(&in_page, 4 * WORDS);
    guarded_init(&out_page, 4 * WORDS);
    support_random_fill(text, sizeof text);
    backends_each("zuc", test);
    guarded_free(&in_page);
    guarded_free(&out_page);
}

static void test_streams(void **state)
{
    (void)state;
    on_each(streams);
}

static void test_long_streams(void **state)
{
    (void)state;
    on_each(long_streams);
}

static void test_initialisations(void **state)
{
    (void)state;
    on_each(initialisations);
}

static void test_lanes(void **state)
{
    (void)state;
    on_each(lanes);
}

static void test_sums(void **state)
{
    (void)state;
    on_each(sums);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_streams),
        cmocka_unit_test(test_long_streams),
        cmocka_unit_test(test_initialisations),
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_sums),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
