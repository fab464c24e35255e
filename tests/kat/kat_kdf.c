/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of the HMAC and KDF family: hmac, hkdf, pbkdf2, kdf, prf, hkdf-expand-label. */
#include "kat_hash.h"
#include "mifu/kdf.h"

/* A length that a buffer can have; an absurd one of an invalid test must be refused all the same.
 */
static kat_bytes output(kat_test *t, uint64_t size)
{
    if (size > (UINT64_C(1) << 26))
        kat_skip(t, "%lu bytes of output asked for", (unsigned long)size);
    return kat_buffer(t, (size_t)size);
}

static uint64_t size_of(kat_test *t, const char *size, const char *out)
{
    return kat_has(t, size) ? kat_integer(t, size) : kat_hex(t, out).len;
}

/* An invalid test is refused or, where it merely lists a wrong value, gives another one. */
static void not_as_listed(kat_test *t, const char *field, kat_bytes got, mifu_status status)
{
    if (status != MIFU_OK) {
        kat_nothing_written(t, "an error", got);
    } else {
        kat_bytes listed = kat_hex_or_empty(t, field);

        kat_true(t, "an invalid test gives a result",
                 listed.len == got.len && memcmp(listed.data, got.data, got.len) != 0);
    }
}

static void run_hkdf(kat_test *t)
{
    kat_bytes ikm = kat_message(t, "ikm"), salt = kat_hex_or_empty(t, "salt");
    kat_bytes info = kat_hex_or_empty(t, "info"), got = output(t, size_of(t, "size", "okm"));
    mifu_hash_algorithm algorithm = kat_hash_algorithm(t, 0);
    kat_bytes prk = kat_buffer(t, mifu_hash_digest_size(algorithm));
    mifu_status status = mifu_hkdf(got.data, got.len, algorithm, salt.data, salt.len, ikm.data,
                                   ikm.len, info.data, info.len);

    if (!kat_is_valid(t)) {
        not_as_listed(t, "okm", got, status);
        return;
    }
    kat_status(t, "hkdf", MIFU_OK, status);
    kat_equal(t, "okm", kat_hex(t, "okm"), got.data, got.len);
    kat_status(t, "extract", MIFU_OK,
               mifu_hkdf_extract(prk.data, algorithm, salt.data, salt.len, ikm.data, ikm.len));
    if (kat_has(t, "prk"))
        kat_equal(t, "prk", kat_hex(t, "prk"), prk.data, prk.len);
    memset(got.data, 0, got.len);
    kat_status(
        t, "expand", MIFU_OK,
        mifu_hkdf_expand(got.data, got.len, algorithm, prk.data, prk.len, info.data, info.len));
    kat_equal(t, "okm of extract, then expand", kat_hex(t, "okm"), got.data, got.len);
}

static void run_pbkdf2(kat_test *t)
{
    kat_bytes password = kat_hex(t, "password"), salt = kat_hex_or_empty(t, "salt");
    kat_bytes got = output(t, size_of(t, "size", "dk"));
    uint64_t iterations = kat_integer(t, "iterations");
    mifu_status status;

    if (iterations > UINT32_MAX)
        kat_skip(t, "more than 2^32 iterations");
    status = mifu_pbkdf2(got.data, got.len, kat_hash_algorithm(t, 0), password.data, password.len,
                         salt.data, salt.len, (uint32_t)iterations);
    if (!kat_is_valid(t)) {
        not_as_listed(t, "dk", got, status);
        return;
    }
    kat_status(t, "pbkdf2", MIFU_OK, status);
    kat_equal(t, "dk", kat_hex(t, "dk"), got.data, got.len);
}

static void run_kdf(kat_test *t)
{
    kat_bytes z = kat_message(t, "z"), got = output(t, size_of(t, "klen", "k"));
    mifu_status status = mifu_kdf_sm3(got.data, got.len, z.data, z.len);

    if (!kat_is_valid(t)) {
        not_as_listed(t, "k", got, status);
        return;
    }
    kat_status(t, "kdf", MIFU_OK, status);
    kat_equal(t, "k", kat_hex(t, "k"), got.data, got.len);
    if (got.len > 1) { /* a shorter key is the beginning of a longer one */
        kat_bytes shorter = kat_buffer(t, 1 + kat_random_below(t, got.len - 1));

        kat_status(t, "kdf", MIFU_OK, mifu_kdf_sm3(shorter.data, shorter.len, z.data, z.len));
        kat_equal(t, "a shorter k", (kat_bytes){got.data, shorter.len}, shorter.data, shorter.len);
    }
}

static void run_prf(kat_test *t)
{
    kat_bytes secret = kat_hex(t, "secret"), label = kat_hex(t, "label"), seed = kat_hex(t, "seed");
    kat_bytes got = output(t, size_of(t, "size", "out"));
    mifu_status status = mifu_tlcp_prf(got.data, got.len, kat_hash_algorithm(t, 0), secret.data,
                                       secret.len, label.data, label.len, seed.data, seed.len);

    if (!kat_is_valid(t)) {
        not_as_listed(t, "out", got, status);
        return;
    }
    kat_status(t, "prf", MIFU_OK, status);
    kat_equal(t, "out", kat_hex(t, "out"), got.data, got.len);
}

static void run_expand_label(kat_test *t)
{
    kat_bytes secret = kat_hex(t, "secret"), label = kat_hex(t, "label");
    kat_bytes context = kat_hex_or_empty(t, "context"), got = output(t, size_of(t, "size", "out"));
    mifu_status status =
        mifu_hkdf_expand_label(got.data, got.len, kat_hash_algorithm(t, 0), secret.data, secret.len,
                               label.data, label.len, context.data, context.len);

    if (!kat_is_valid(t)) {
        not_as_listed(t, "out", got, status);
        return;
    }
    kat_status(t, "expand-label", MIFU_OK, status);
    kat_equal(t, "out", kat_hex(t, "out"), got.data, got.len);
}

const kat_operation kat_kdf_operations[] = {
    {"hmac", "key msg* mac algo", "sm3 sha256", kat_run_hmac},
    {"hkdf", "ikm* salt info size prk okm algo", "sm3 sha256", run_hkdf},
    {"pbkdf2", "password salt iterations size dk algo", "sm3 sha256", run_pbkdf2},
    {"kdf", "z* klen k", "sm3", run_kdf},
    {"prf", "secret label seed size out algo", "sm3 sha256", run_prf},
    {"hkdf-expand-label", "secret label context size out algo", "sm3 sha256", run_expand_label},
    {NULL, NULL, NULL, NULL},
};
