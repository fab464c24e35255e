/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu_random_bytes(): a generator per thread, Hash-DRBG with SM3. docs/random.md tells what it
 * guarantees and what it costs.
 *
 * A small request takes 32 bytes of the generator's output, made in advance, and hashes them
 * together with 16 bytes that are fresh at this moment:
 *     out = SM3(32 bytes of output || 16 fresh bytes), cut
 * A large one is a call of the generator with the fresh bytes as additional input. So whoever has a
 * copy of the state (a machine restored twice from one image) gives other bytes: as the fresh bytes
 * are fed through SM3 together with secret ones, the outputs of the copies are also not related.
 * Without the fresh bytes being secret or even random, the output is as good as the generator's.
 *
 * The bytes are not marked secret here: only the caller knows whether they become a key or an IV.
 */
#if defined(__linux__)
#    define _GNU_SOURCE 1
#endif

#include "mifu/random.h"

#include <string.h>
#include <time.h>

#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "mifu/drbg.h"
#include "mifu/sm3.h"
#include "random_exit.h"
#include "random_unhashed.h"
#include "rng_entropy.h"
#include "rng_fork.h"
#include "rng_hardware.h"
#include "rng_source.h"
#include "sm3_kernels.h"

#define PIECE         32 /* bytes of output that a small request takes */
#define BUFFER_SIZE   1024
#define FRESH_SIZE    (MIFU_RANDOM_UNHASHED_SIZE - PIECE)
#define SEED_WORDS    4    /* of the processor, at each seeding */
#define SEED_INTERVAL 1024 /* calls of the generator: the stricter of the levels of GM/T 0105 */
#define SEED_SECONDS  60   /* likewise */

static _Thread_local struct {
    uint64_t generation; /* of the process when it was seeded; 0 matches none */
    int64_t seeded;      /* seconds */
    uint64_t last_word;  /* of the processor */
    size_t left;         /* bytes of output made in advance, at the end */
    int registered;      /* for wiping at the end of the thread */
    mifu_drbg drbg;
    uint8_t bytes[BUFFER_SIZE];
} mine;

static void forget(void)
{
    mine.generation = 0;
    mine.left = 0;
    mifu_drbg_uninstantiate(&mine.drbg);
    mifu_wipe(mine.bytes, sizeof mine.bytes);
}

static void forget_at_exit(void *object)
{
    (void)object;
    forget();
    mine.registered = 0;
}

/* Time enough for an interval: the clock that needs no system call and no reading of a counter. */
static int64_t seconds(void)
{
    struct timespec now = {0, 0};

#if defined(CLOCK_MONOTONIC_COARSE)
    (void)clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
#else
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
#endif
    return now.tv_sec;
}

/* What no copy of this state gets as well: of the processor, or else of the system. */
static mifu_status fresh_bytes(uint8_t fresh[FRESH_SIZE])
{
    uint64_t words[2];

    if (!mifu_hardware_fresh(words, &mine.last_word))
        return mifu_entropy(fresh, FRESH_SIZE);
    mifu_store64_be(fresh, words[0]);
    mifu_store64_be(fresh + 8, words[1]);
    mifu_wipe_short(words, sizeof words);
    return MIFU_OK;
}

/* Entropy of the system; words of the processor as additional input. */
static mifu_status seed(uint64_t generation, int64_t now)
{
    const mifu_drbg_options options = {.reseed_interval = SEED_INTERVAL};
    uint64_t words[SEED_WORDS];
    uint8_t additional[8 * SEED_WORDS];
    mifu_status status;

    (void)mifu_hardware_seed(words, SEED_WORDS);
    for (size_t i = 0; i < SEED_WORDS; i++)
        mifu_store64_be(additional + 8 * i, words[i]);
    mine.left = 0; /* gone, whatever happens now */
    if (mine.generation == generation)
        status = mifu_drbg_reseed(&mine.drbg, additional, sizeof additional);
    else
        status = mifu_drbg_instantiate(&mine.drbg, MIFU_DRBG_HASH_SM3, MIFU_DRBG_FORM_NIST,
                                       &options, additional, sizeof additional);
    if (status == MIFU_OK) {
        mine.generation = generation;
        mine.seeded = now;
    } else {
        forget();
    }
    mifu_wipe(words, sizeof words);
    mifu_wipe(additional, sizeof additional);
    return status;
}

/* out = SM3(piece || fresh): 48 bytes, which are one block with their padding. */
static void finish(uint8_t *out, size_t len, const uint8_t piece[PIECE],
                   const uint8_t fresh[FRESH_SIZE])
{
    uint8_t bytes[PIECE + FRESH_SIZE], digest[MIFU_SM3_DIGEST_SIZE];

    memcpy(bytes, piece, PIECE);
    memcpy(bytes + PIECE, fresh, FRESH_SIZE);
    mifu_sm3_digest(digest, bytes, sizeof bytes);
    memcpy(out, digest, len);
    mifu_wipe_short(bytes, sizeof bytes);
    mifu_wipe_short(digest, sizeof digest);
}

/* The next piece, and the fresh bytes behind it; or through SM3 what a request asks for. */
static mifu_status small_request(uint8_t *out, size_t len, int hashed,
                                 const uint8_t fresh[FRESH_SIZE])
{
    mifu_status status = MIFU_OK;

    if (mine.left == 0) {
        status = mifu_drbg_generate(mine.bytes, sizeof mine.bytes, &mine.drbg, fresh, FRESH_SIZE);
        if (status == MIFU_OK)
            mine.left = sizeof mine.bytes;
    }
    if (status == MIFU_OK) {
        uint8_t *piece = mine.bytes + sizeof mine.bytes - mine.left;

        mine.left -= PIECE;
        if (hashed) {
            finish(out, len, piece, fresh);
        } else {
            memcpy(out, piece, PIECE);
            memcpy(out + PIECE, fresh, FRESH_SIZE);
        }
        mifu_wipe_short(piece, PIECE);
    }
    return status;
}

static mifu_status large_request(uint8_t *out, size_t len, const uint8_t fresh[FRESH_SIZE])
{
    mifu_status status = MIFU_OK;

    while (len > 0 && status == MIFU_OK) {
        size_t n = len < MIFU_DRBG_REQUEST_MAX ? len : MIFU_DRBG_REQUEST_MAX;

        status = mifu_drbg_generate(out, n, &mine.drbg, fresh, FRESH_SIZE);
        out += n;
        len -= n;
    }
    return status;
}

static mifu_status take(uint8_t *out, size_t len, int hashed, uint64_t generation)
{
    int64_t now = seconds();
    uint8_t fresh[FRESH_SIZE];
    mifu_status status = MIFU_OK;

    if (mine.generation != generation || now - mine.seeded >= SEED_SECONDS)
        status = seed(generation, now);
    if (status == MIFU_OK)
        status = fresh_bytes(fresh);
    if (status == MIFU_OK)
        status = hashed && len > PIECE ? large_request(out, len, fresh)
                                       : small_request(out, len, hashed, fresh);
    if (status != MIFU_OK)
        forget();
    mifu_wipe_short(fresh, sizeof fresh);
    return status;
}

/* 1 where a state may be kept from call to call. */
static int may_keep(void)
{
    if (!mine.registered)
        mine.registered = mifu_random_at_exit(&mine, forget_at_exit);
    return mine.registered;
}

static mifu_status draw(uint8_t *out, size_t len, int hashed)
{
    mifu_rng_source *source = mifu_rng_unbuffered_source();
    mifu_status status = mifu_entropy_state();
    uint64_t generation;

    if (source != NULL)
        status = source(out, len) == MIFU_OK ? MIFU_OK : MIFU_ERR_RANDOM;
    else if (status == MIFU_OK)
        status = may_keep() && (generation = mifu_rng_fork_generation()) != 0
                     ? take(out, len, hashed, generation)
                     : mifu_entropy(out, len);
    if (status != MIFU_OK)
        mifu_wipe(out, len);
    return status;
}

mifu_status mifu_random_bytes(uint8_t *out, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    return len == 0 ? MIFU_OK : draw(out, len, 1);
}

mifu_status mifu_random_unhashed(uint8_t out[MIFU_RANDOM_UNHASHED_SIZE])
{
    return draw(out, MIFU_RANDOM_UNHASHED_SIZE, 0);
}

mifu_status mifu_random_restart(void)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_status status = mifu_entropy_restart();

    mifu_rng_fork_advance(); /* all threads seed anew */
    forget();
    return status;
}

mifu_status mifu_random_state(void)
{
    return mifu_entropy_state();
}

void mifu_random_wipe_thread(void)
{
    forget();
}
