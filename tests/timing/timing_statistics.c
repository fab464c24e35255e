/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timing statistics after Reparaz, Balasch and Verbauwhede, "Dude, is my code constant time?"
 * (2017): an operation runs on inputs of two classes, fixed and random, in random order; Welch's t
 * says whether the two mean times differ. Prints figures, gives no verdict: above 10 is worth a
 * look with the other tests, and on a shared machine figures wander.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base_compiler.h"
#include "mifu/hmac.h"
#include "mifu/sm2.h"
#include "mifu/sm4.h"
#include "mifu/sm4_modes.h"

#define INPUTS 64

static uint64_t random_state = 1;

static uint64_t next_random(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return random_state >> 33;
}

static void fill(uint8_t *p, size_t len)
{
    while (len-- > 0)
        *p++ = (uint8_t)next_random();
}

/* Input 0 of each list is the fixed class, the others are the random one. */
static uint8_t scalars[INPUTS][32], keys[INPUTS][16], text[4096], out[4096];
static mifu_sm2_private_key private_keys[INPUTS];
static mifu_sm2_public_key peer;
static mifu_sm4_key sm4_keys[INPUTS];
static mifu_hmac_key hmac_keys[INPUTS];
static mifu_status last;

/* What an operation works on: copied here before the clock starts, so that the classes do not
 * differ in what is in the cache. */
static struct {
    uint8_t scalar[32], key[16];
    mifu_sm2_private_key private_key;
    mifu_sm4_key sm4_key;
    mifu_hmac_key hmac_key;
} now;

static void choose(unsigned i)
{
    memcpy(now.scalar, scalars[i], sizeof now.scalar);
    memcpy(now.key, keys[i], sizeof now.key);
    now.private_key = private_keys[i];
    now.sm4_key = sm4_keys[i];
    now.hmac_key = hmac_keys[i];
}

static void require(mifu_status status)
{
    if (status != MIFU_OK) {
        fprintf(stderr, "timing-statistics: %s\n", mifu_status_text(status));
        exit(1);
    }
}

static void load_key(void)
{
    mifu_sm2_private_key key;

    last = mifu_sm2_private_key_from_bytes(&key, now.scalar);
}

static void sign(void)
{
    last = mifu_sm2_sign_digest(out, &now.private_key, text);
}

static void ecdh(void)
{
    mifu_sm2_ecdh(out, &now.private_key, &peer);
}

static void sm4_key(void)
{
    mifu_sm4_key key;

    mifu_sm4_key_init(&key, now.key);
}

static void sm4_ctr(void)
{
    last = mifu_sm4_ctr_crypt(out, &now.sm4_key, text, text, sizeof text);
}

static void hmac(void)
{
    mifu_hmac_mac(out, &now.hmac_key, text, 256);
}

static void prepare(void)
{
    for (unsigned i = 0; i < INPUTS; i++) {
        fill(scalars[i], 32);
        fill(keys[i], 16);
        scalars[i][0] &= 0x7f;
        if (i == 0) { /* a fixed class that would show special cases */
            memset(scalars[0], 0, 31);
            scalars[0][31] = 1;
            memset(keys[0], 0, 16);
        }
        require(mifu_sm2_private_key_from_bytes(&private_keys[i], scalars[i]));
        mifu_sm4_key_init(&sm4_keys[i], keys[i]);
        require(mifu_hmac_key_init(&hmac_keys[i], MIFU_HASH_SM3, keys[i], 16));
    }
    mifu_sm2_public_key_from_private(&peer, &private_keys[1]);
    fill(text, sizeof text);
}

static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Mean and variance of one class, as they grow (Welford 1962). */
typedef struct moments {
    double n, mean, m2;
} moments;

static void add(moments *m, double x)
{
    double d = x - m->mean;

    m->n += 1;
    m->mean += d / m->n;
    m->m2 += d * (x - m->mean);
}

static void measure(const char *name, void (*run)(void), unsigned samples)
{
    moments classes[2] = {{0, 0, 0}, {0, 0, 0}};
    double limit = 1e18, t;

    /* Samples above twice the shortest of a first run are disturbances of the machine; both classes
     * lose them alike. */
    for (unsigned i = 0; i < 200; i++) {
        double begin, taken;

        choose(i % INPUTS);
        begin = now_ns();
        run();
        taken = now_ns() - begin;
        if (2 * taken < limit)
            limit = 2 * taken;
    }
    for (unsigned s = 0; s < samples; s++) {
        unsigned class = next_random() & 1;
        unsigned i = class == 0 ? 0 : 1 + (unsigned)(next_random() % (INPUTS - 1));
        double begin, taken;

        choose(i);
        begin = now_ns();
        run();
        taken = now_ns() - begin;
        if (taken < limit)
            add(&classes[class], taken);
    }
    require(last);
    t = (classes[0].mean - classes[1].mean) / sqrt(classes[0].m2 / (classes[0].n * classes[0].n) +
                                                   classes[1].m2 / (classes[1].n * classes[1].n));
    printf("%-16s t = %7.2f   fixed %.1f ns, random %.1f ns, %.0f samples\n", name, t,
           classes[0].mean, classes[1].mean, classes[0].n + classes[1].n);
}

int main(void)
{
    prepare();
    measure("sm2 load key", load_key, 20000);
    measure("sm2 sign", sign, 20000);
    measure("sm2 ecdh", ecdh, 5000);
    measure("sm4 key", sm4_key, 100000);
    measure("sm4 ctr 4096", sm4_ctr, 50000);
    measure("hmac sm3 256", hmac, 100000);
    return 0;
}
