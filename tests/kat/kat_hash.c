/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of the hash families: hash, compress (SM3), hmac. */
#include "kat_hash.h"

#include "base_bytes.h"
#include "mifu/hmac.h"
#include "mifu/sha256.h"
#include "mifu/sm3.h"
#include "sm3_kernels.h"

mifu_hash_algorithm kat_hash_algorithm(kat_test *t, size_t size)
{
    static const struct {
        const char *name;
        mifu_hash_algorithm algorithm;
    } names[] = {
        {"sm3", MIFU_HASH_SM3},        {"SM3", MIFU_HASH_SM3},        {"sha256", MIFU_HASH_SHA256},
        {"SHA-256", MIFU_HASH_SHA256}, {"sha-256", MIFU_HASH_SHA256}, {"sha224", MIFU_HASH_SHA224},
        {"SHA-224", MIFU_HASH_SHA224}, {"sha-224", MIFU_HASH_SHA224},
    };
    const char *algo = kat_text_or(t, "algo", NULL);

    if (algo == NULL) {
        if (strcmp(kat_family_name(t), "SHA-2") != 0)
            return MIFU_HASH_SM3;
        if (size == MIFU_SHA224_DIGEST_SIZE || size == MIFU_SHA256_DIGEST_SIZE)
            return size == MIFU_SHA224_DIGEST_SIZE ? MIFU_HASH_SHA224 : MIFU_HASH_SHA256;
        kat_skip(t, "field \"algo\" is missing");
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(algo, names[i].name) == 0)
            return names[i].algorithm;
    kat_skip(t, "the hash \"%.40s\" is not there", algo);
}

static void one_shot(mifu_hash_algorithm algorithm, uint8_t *digest, kat_bytes msg)
{
    switch (algorithm) {
    case MIFU_HASH_SM3:
        mifu_sm3_hash(digest, msg.data, msg.len);
        break;
    case MIFU_HASH_SHA256:
        mifu_sha256_hash(digest, msg.data, msg.len);
        break;
    case MIFU_HASH_SHA224:
        mifu_sha224_hash(digest, msg.data, msg.len);
        break;
    }
}

/* Feeds pieces of random sizes and goes on with a clone after one of them. */
static void streaming(kat_test *t, mifu_hash_algorithm algorithm, kat_bytes msg, kat_bytes digest)
{
    size_t clone_at = kat_random_below(t, msg.len + 1), at = 0, n;
    kat_bytes got = kat_buffer(t, digest.len);
    mifu_hash hash, clone;
    bool cloned = false;

    kat_status(t, "init", MIFU_OK, mifu_hash_init(&hash, algorithm));
    while (at < msg.len || !cloned) {
        if (!cloned && at >= clone_at) {
            clone = hash;
            mifu_hash_update(&clone, msg.data + at, msg.len - at);
            mifu_hash_final(got.data, &clone);
            kat_equal(t, "digest of a clone", digest, got.data, got.len);
            cloned = true;
        }
        n = at < msg.len ? kat_random_chunk(t, msg.len - at) : 0;
        mifu_hash_update(&hash, msg.data + at, n);
        at += n;
    }
    mifu_hash_final(got.data, &hash);
    kat_equal(t, "digest in pieces", digest, got.data, got.len);
}

static void chunks(kat_test *t, mifu_hash_algorithm algorithm, kat_bytes msg, kat_bytes digest)
{
    size_t count, at = 0;
    const uint64_t *sizes = kat_integers(t, "chunks", &count);
    kat_bytes got = kat_buffer(t, digest.len);
    mifu_hash hash;

    kat_status(t, "init", MIFU_OK, mifu_hash_init(&hash, algorithm));
    for (size_t i = 0; i < count; i++) {
        if (sizes[i] > msg.len - at)
            kat_skip(t, "field \"chunks\" has more bytes than the message");
        mifu_hash_update(&hash, msg.data + at, (size_t)sizes[i]);
        at += (size_t)sizes[i];
    }
    if (at != msg.len)
        kat_skip(t, "field \"chunks\" has fewer bytes than the message");
    mifu_hash_final(got.data, &hash);
    kat_equal(t, "digest in the listed chunks", digest, got.data, got.len);
}

static void run_hash(kat_test *t)
{
    kat_bytes digest = kat_hex(t, "digest"), msg = kat_message(t, "msg"), got, shifted;
    mifu_hash_algorithm algorithm = kat_hash_algorithm(t, digest.len);
    size_t offset = 1 + kat_random_below(t, 15);

    if (!kat_is_valid(t)) {
        got = kat_buffer(t, mifu_hash_digest_size(algorithm));
        one_shot(algorithm, got.data, msg);
        kat_true(t, "the digest of an invalid test matches",
                 got.len != digest.len || memcmp(got.data, digest.data, got.len) != 0);
        return;
    }
    if (digest.len != mifu_hash_digest_size(algorithm))
        kat_skip(t, "field \"digest\" has another size than the hash");
    if (kat_has(t, "msg_len") && kat_integer(t, "msg_len") != msg.len)
        kat_skip(t, "field \"msg_len\" is not the length of the message");

    got = kat_buffer(t, digest.len);
    one_shot(algorithm, got.data, msg);
    kat_equal(t, "digest", digest, got.data, got.len);
    kat_status(t, "digest by name", MIFU_OK,
               mifu_hash_digest(got.data, algorithm, msg.data, msg.len));
    kat_equal(t, "digest by name", digest, got.data, got.len);
    shifted = kat_buffer(t, msg.len + offset);
    memcpy(shifted.data + offset, msg.data, msg.len);
    one_shot(algorithm, got.data, (kat_bytes){shifted.data + offset, msg.len});
    kat_equal(t, "digest at an odd address", digest, got.data, got.len);
    for (int i = 0; i < 3; i++)
        streaming(t, algorithm, msg, digest);
    if (kat_has(t, "chunks"))
        chunks(t, algorithm, msg, digest);
}

/* The compression function of SM3 on one padded block; the trace inside it is not visible. */
static void run_compress(kat_test *t)
{
    kat_bytes block = kat_hex_sized(t, "block", 64), iv = kat_hex_list(t, "iv");
    kat_bytes out = kat_hex_list(t, "out"), got = kat_buffer(t, 32);
    uint32_t state[8];

    if (iv.len != 32 || out.len != 32)
        kat_skip(t, "field \"iv\" or \"out\" has not 32 bytes");
    for (size_t i = 0; i < 8; i++)
        state[i] = mifu_load32_be(iv.data + 4 * i);
    mifu_sm3_kernels_in_use()->compress(state, block.data, 1);
    for (size_t i = 0; i < 8; i++)
        mifu_store32_be(got.data + 4 * i, state[i]);
    kat_equal(t, "out", out, got.data, got.len);
    if (kat_has_message(t, "msg")) {
        kat_bytes msg = kat_message(t, "msg");

        if (msg.len < 56) { /* one block: out is the digest */
            mifu_sm3_hash(got.data, msg.data, msg.len);
            kat_equal(t, "digest", out, got.data, got.len);
        }
    }
}

void kat_run_hmac(kat_test *t)
{
    kat_bytes key = kat_hex(t, "key"), mac = kat_hex(t, "mac"), msg = kat_message(t, "msg");
    mifu_hash_algorithm algorithm = kat_hash_algorithm(t, mac.len);
    kat_bytes got = kat_buffer(t, mifu_hash_digest_size(algorithm));
    mifu_hmac_key prepared;
    mifu_hmac hmac;

    kat_status(t, "key", MIFU_OK, mifu_hmac_key_init(&prepared, algorithm, key.data, key.len));
    if (!kat_is_valid(t)) {
        kat_is_refused(t, "verify",
                       mifu_hmac_verify(&prepared, msg.data, msg.len, mac.data, mac.len));
        return;
    }
    if (mac.len == 0 || mac.len > got.len)
        kat_skip(t, "field \"mac\" has %zu bytes", mac.len);
    mifu_hmac_mac(got.data, &prepared, msg.data, msg.len);
    kat_equal(t, "mac", mac, got.data, mac.len);
    kat_status(t, "verify", MIFU_OK,
               mifu_hmac_verify(&prepared, msg.data, msg.len, mac.data, mac.len));
    mac.data[kat_random_below(t, mac.len)] ^= (uint8_t)(1 << kat_random_below(t, 8));
    kat_status(t, "verify a changed mac", MIFU_INVALID,
               mifu_hmac_verify(&prepared, msg.data, msg.len, mac.data, mac.len));
    mac = kat_hex(t, "mac");

    mifu_hmac_init(&hmac, &prepared);
    mifu_hmac_key_wipe(&prepared);
    for (size_t at = 0, n; at < msg.len; at += n) {
        n = kat_random_chunk(t, msg.len - at);
        mifu_hmac_update(&hmac, msg.data + at, n);
    }
    memset(got.data, 0, got.len);
    mifu_hmac_final(got.data, &hmac);
    kat_equal(t, "mac in pieces", mac, got.data, mac.len);
}

const kat_operation kat_sm3_operations[] = {
    {"hash", "msg* digest chunks algo", "sm3", run_hash},
    {"compress", "msg* block iv out w w1 rounds", "sm3", run_compress},
    {"hmac", "key msg* mac algo", "sm3", kat_run_hmac},
    {NULL, NULL, NULL, NULL},
};

const kat_operation kat_sha2_operations[] = {
    {"hash", "msg* digest chunks algo", "sha256", run_hash},
    {"hmac", "key msg* mac algo", "sha256", kat_run_hmac},
    {NULL, NULL, NULL, NULL},
};
