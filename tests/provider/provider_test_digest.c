/* SPDX-License-Identifier: Apache-2.0 */
/* Digests through EVP: against the default provider, and calls out of order. */
#include "provider_group.h"

/* The digest in pieces of random lengths, with a copy of the context on the way. */
static void digest_in_pieces(const EVP_MD *md, const uint8_t *data, size_t len, uint8_t *digest)
{
    EVP_MD_CTX *context = EVP_MD_CTX_new(), *copy = EVP_MD_CTX_new();
    size_t done = 0, change = support_random_below((unsigned)len + 1);
    unsigned n = 0;

    assert_int_equal(EVP_DigestInit_ex2(context, md, NULL), 1);
    while (done < len) {
        size_t piece = support_random_below((unsigned)(len - done)) + 1;

        assert_int_equal(EVP_DigestUpdate(context, data + done, piece), 1);
        done += piece;
        if (done >= change && change > 0) {
            EVP_MD_CTX *swap = copy;

            assert_int_equal(EVP_MD_CTX_copy_ex(copy, context), 1);
            copy = context;
            context = swap;
            change = len + 1;
        }
    }
    assert_int_equal(EVP_DigestFinal_ex(context, digest, &n), 1);
    assert_int_equal(n, EVP_MD_get_size(md));
    EVP_MD_CTX_free(context);
    EVP_MD_CTX_free(copy);
}

static void test_sm3_against_default(void **state)
{
    static uint8_t data[2000];
    EVP_MD *ours = EVP_MD_fetch(host.context, "SM3", OURS);
    EVP_MD *theirs = EVP_MD_fetch(host.context, "SM3", THEIRS);

    (void)state;
    assert_non_null(ours);
    assert_non_null(theirs);
    assert_int_equal(EVP_MD_get_block_size(ours), EVP_MD_get_block_size(theirs));
    assert_int_equal(EVP_MD_get_flags(ours), EVP_MD_get_flags(theirs));
    assert_int_equal(EVP_MD_get_type(ours), NID_sm3);
    for (int i = 0; i < support_runs(10000); i++) {
        size_t len = support_random_below(sizeof data + 1);
        uint8_t a[64], b[64];

        support_random_fill(data, len);
        digest_in_pieces(ours, data, len, a);
        digest_in_pieces(theirs, data, len, b);
        assert_memory_equal(a, b, 32);
    }
    EVP_MD_free(ours);
    EVP_MD_free(theirs);
}

static void test_out_of_order(void **state)
{
    EVP_MD *md = EVP_MD_fetch(host.context, "SM3", OURS);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    uint8_t digest[32];

    (void)state;
    assert_int_equal(EVP_DigestInit_ex2(context, md, NULL), 1);
    assert_int_equal(EVP_DigestUpdate(context, "abc", 3), 1);
    assert_int_equal(EVP_DigestFinal_ex(context, digest, NULL), 1);
    ERR_clear_error();
    assert_int_equal(EVP_DigestUpdate(context, "abc", 3), 0);
    assert_int_not_equal(ERR_get_error(), 0);
    assert_int_equal(EVP_DigestFinal_ex(context, digest, NULL), 0);
    ERR_clear_error();
    /* Started anew it works, freed in the middle of a message it leaves nothing. */
    assert_int_equal(EVP_DigestInit_ex2(context, NULL, NULL), 1);
    assert_int_equal(EVP_DigestUpdate(context, "abc", 3), 1);
    EVP_MD_CTX_free(context);
    EVP_MD_free(md);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sm3_against_default),
        cmocka_unit_test(test_out_of_order),
    };

    support_random_state = UINT64_C(0x9e3779b97f4a7c15);
    return cmocka_run_group_tests(tests, group_open, group_close);
}
