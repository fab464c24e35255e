/* SPDX-License-Identifier: Apache-2.0 */
/* Ciphers through EVP: against the default provider where it has them, and wrong use of each. */
#include "provider_group.h"

#define MOST 300

/*
 * A message in pieces of random lengths, now and then going on with a copy of the context; the
 * length of the output. *state: 64 bytes, what the context says of itself between pieces.
 */
static size_t in_pieces(const EVP_CIPHER *cipher, int encrypt, const uint8_t *key,
                        const uint8_t *iv, int padding, const uint8_t *in, size_t len, uint8_t *out,
                        uint64_t seed, uint8_t *updated_iv)
{
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    size_t done = 0, written = 0;
    int n = 0;

    support_random_state = seed; /* the same pieces for both providers */
    assert_int_equal(EVP_CipherInit_ex2(context, cipher, key, iv, encrypt, NULL), 1);
    assert_int_equal(EVP_CIPHER_CTX_set_padding(context, padding), 1);
    while (done < len) {
        size_t piece = support_random_below(len - done) + 1;

        if (support_random_below(4) == 0) {
            EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new();

            assert_int_equal(EVP_CIPHER_CTX_copy(copy, context), 1);
            EVP_CIPHER_CTX_free(context);
            context = copy;
        }
        assert_int_equal(EVP_CipherUpdate(context, out + written, &n, in + done, (int)piece), 1);
        written += (size_t)n;
        done += piece;
    }
    assert_int_equal(EVP_CIPHER_CTX_get_iv_length(context), EVP_CIPHER_get_iv_length(cipher));
    if (len % 16 == 0 && EVP_CIPHER_get_iv_length(cipher) > 0) {
        uint8_t original[16];

        assert_int_equal(EVP_CIPHER_CTX_get_original_iv(context, original, 16), 1);
        assert_memory_equal(original, iv, 16);
        assert_int_equal(EVP_CIPHER_CTX_get_updated_iv(context, updated_iv, 16), 1);
        assert_int_equal(EVP_CIPHER_CTX_get_num(context), 0);
    }
    assert_int_equal(EVP_CipherFinal_ex(context, out + written, &n), 1);
    EVP_CIPHER_CTX_free(context);
    return written + (size_t)n;
}

static void against_default(const char *name, int block)
{
    EVP_CIPHER *ours = EVP_CIPHER_fetch(host.context, name, OURS);
    EVP_CIPHER *theirs = EVP_CIPHER_fetch(host.context, name, THEIRS);

    assert_non_null(ours);
    assert_non_null(theirs);
    assert_int_equal(EVP_CIPHER_get_key_length(ours), EVP_CIPHER_get_key_length(theirs));
    assert_int_equal(EVP_CIPHER_get_iv_length(ours), EVP_CIPHER_get_iv_length(theirs));
    assert_int_equal(EVP_CIPHER_get_block_size(ours), EVP_CIPHER_get_block_size(theirs));
    assert_int_equal(EVP_CIPHER_get_mode(ours), EVP_CIPHER_get_mode(theirs));
    assert_int_equal(EVP_CIPHER_get_flags(ours), EVP_CIPHER_get_flags(theirs));
    assert_int_equal(EVP_CIPHER_get_nid(ours), EVP_CIPHER_get_nid(theirs));
    for (int i = 0; i < support_runs(10000); i++) {
        static uint8_t pt[MOST], a[MOST + 16], b[MOST + 16], back[MOST + 32];
        uint8_t key[16], iv[16], iv_a[16] = {0}, iv_b[16] = {0};
        size_t len = support_random_below(MOST + 1), n;
        int padding = i % 2;
        uint64_t seed, next;

        if ((block && !padding) || i % 5 == 0)
            len -= len % 16;
        support_random_fill(key, sizeof key);
        support_random_fill(iv, sizeof iv);
        if (i % 3 == 0)
            memset(iv + 16 - i % 16, 0xff, (size_t)i % 16); /* a counter that carries */
        support_random_fill(pt, len);
        seed = support_random64();
        next = support_random64();

        n = in_pieces(ours, 1, key, iv, padding, pt, len, a, seed, iv_a);
        assert_int_equal(in_pieces(theirs, 1, key, iv, padding, pt, len, b, seed, iv_b), n);
        assert_memory_equal(a, b, n);
        assert_memory_equal(iv_a, iv_b, 16);
        /* Each decrypts what the other has encrypted. */
        assert_int_equal(in_pieces(ours, 0, key, iv, padding, b, n, back, seed, iv_a), len);
        assert_memory_equal(back, pt, len);
        assert_int_equal(in_pieces(theirs, 0, key, iv, padding, a, n, back, seed, iv_b), len);
        assert_memory_equal(back, pt, len);
        assert_memory_equal(iv_a, iv_b, 16);
        support_random_state = next;
    }
    EVP_CIPHER_free(ours);
    EVP_CIPHER_free(theirs);
}

static void test_ecb(void **state)
{
    (void)state;
    against_default("SM4-ECB", 1);
}

static void test_cbc(void **state)
{
    (void)state;
    against_default("SM4-CBC", 1);
}

static void test_cfb(void **state)
{
    (void)state;
    against_default("SM4-CFB", 0);
}

static void test_ofb(void **state)
{
    (void)state;
    against_default("SM4-OFB", 0);
}

static void test_ctr(void **state)
{
    (void)state;
    against_default("SM4-CTR", 0);
}

static const char *const names[] = {
    "SM4-ECB", "SM4-CBC", "SM4-CFB", "SM4-OFB",      "SM4-CTR",
    "SM4-GCM", "SM4-CCM", "SM4-XTS", "ZUC-128-EEA3", "ZUC-128",
};

/* Calls `each` with a cipher, a context of it that has had no init, and bytes for keys and IVs. */
static void each_cipher(void (*each)(const EVP_CIPHER *cipher, EVP_CIPHER_CTX *context,
                                     const uint8_t *bytes))
{
    uint8_t bytes[64];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(host.context, names[i], OURS);
        EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();

        assert_non_null(cipher);
        support_random_fill(bytes, sizeof bytes);
        each(cipher, context, bytes);
        EVP_CIPHER_CTX_free(context);
        EVP_CIPHER_free(cipher);
    }
}

static int has_iv(const EVP_CIPHER *cipher)
{
    return EVP_CIPHER_get_iv_length(cipher) > 0;
}

static void without_key_or_iv(const EVP_CIPHER *cipher, EVP_CIPHER_CTX *context,
                              const uint8_t *bytes)
{
    uint8_t out[64];
    int n;

    for (int encrypt = 0; encrypt < 2; encrypt++) {
        assert_int_equal(EVP_CipherInit_ex2(context, cipher, NULL, NULL, encrypt, NULL), 1);
        support_error_is(EVP_CipherUpdate(context, out, &n, bytes, 32), "no key was set");
        support_error_is(EVP_CipherFinal_ex(context, out, &n), "no key was set");
        if (!has_iv(cipher))
            continue;
        assert_int_equal(EVP_CipherInit_ex2(context, cipher, bytes, NULL, encrypt, NULL), 1);
        support_error_is(EVP_CipherUpdate(context, out, &n, bytes, 32), "no IV was set");
        assert_int_equal(EVP_CIPHER_CTX_reset(context), 1);
    }
}

static void after_the_end(const EVP_CIPHER *cipher, EVP_CIPHER_CTX *context, const uint8_t *bytes)
{
    uint8_t out[96], again[96];
    int n = 0, last = 0;

    assert_int_equal(EVP_CipherInit_ex2(context, cipher, bytes, bytes, 1, NULL), 1);
    assert_int_equal(EVP_CipherUpdate(context, out, &n, bytes, 32), 1);
    assert_int_equal(EVP_CipherFinal_ex(context, out + n, &last), 1);
    support_error_is(EVP_CipherUpdate(context, again, &n, bytes, 32),
                     "the operation has not been started, or is finished");
    support_error_is(EVP_CipherFinal_ex(context, again, &n),
                     "the operation has not been started, or is finished");
    /* The key stays; with an IV the next message begins. */
    assert_int_equal(EVP_CipherInit_ex2(context, NULL, NULL, bytes, 1, NULL), 1);
    assert_int_equal(EVP_CipherUpdate(context, again, &n, bytes, 32), 1);
    assert_memory_equal(again, out, 32);
}

/* Where a second message under one IV would give its text away, there is none. */
static void iv_used_once(const EVP_CIPHER *cipher, EVP_CIPHER_CTX *context, const uint8_t *bytes)
{
    const char *name = EVP_CIPHER_get0_name(cipher);
    uint8_t out[96], again[96];
    int n = 0, last = 0;
    int once = strcmp(name, "SM4-GCM") == 0 || strcmp(name, "SM4-CCM") == 0 ||
               strncmp(name, "ZUC", 3) == 0;

    assert_int_equal(EVP_CipherInit_ex2(context, cipher, bytes, bytes, 1, NULL), 1);
    assert_int_equal(EVP_CipherUpdate(context, out, &n, bytes, 32), 1);
    assert_int_equal(EVP_CipherFinal_ex(context, out + n, &last), 1);
    assert_int_equal(EVP_CipherInit_ex2(context, NULL, NULL, NULL, 1, NULL), 1);
    if (once) {
        support_error_is(EVP_CipherUpdate(context, again, &n, bytes, 32), "no IV was set");
        return;
    }
    assert_int_equal(EVP_CipherUpdate(context, again, &n, bytes, 32), 1);
    /* As in the default provider a counter goes on, and an IV that is chained starts anew. */
    if (strcmp(name, "SM4-CTR") == 0)
        assert_memory_not_equal(again, out, 32);
    else
        assert_memory_equal(again, out, 32);
}

/* Lengths of key and IV that are not the cipher's, straight at the parameters. */
static void wrong_parameters(const EVP_CIPHER *cipher, EVP_CIPHER_CTX *context,
                             const uint8_t *bytes)
{
    size_t wrong = 15;
    int number = -1;
    char text[] = "no number";
    OSSL_PARAM params[] = {OSSL_PARAM_END, OSSL_PARAM_END};

    (void)bytes;
    assert_int_equal(EVP_CipherInit_ex2(context, cipher, NULL, NULL, 1, NULL), 1);
    params[0] = OSSL_PARAM_construct_size_t(OSSL_CIPHER_PARAM_KEYLEN, &wrong);
    support_error_is(EVP_CIPHER_CTX_set_params(context, params), "wrong length of the key");
    params[0] = OSSL_PARAM_construct_utf8_string(OSSL_CIPHER_PARAM_KEYLEN, text, 0);
    support_error_is(EVP_CIPHER_CTX_set_params(context, params), "wrong length of the key");
    params[0] = OSSL_PARAM_construct_octet_string(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD, text, 9);
    support_error_is(EVP_CIPHER_CTX_set_params(context, params), "does not support this");
    /* Parameters that nobody knows are passed over, as everywhere in OpenSSL. */
    params[0] = OSSL_PARAM_construct_int("no-such-parameter", &number);
    assert_int_equal(EVP_CIPHER_CTX_set_params(context, params), 1);
    ERR_clear_error();
}

static void freed_and_copied(const EVP_CIPHER *cipher, EVP_CIPHER_CTX *context,
                             const uint8_t *bytes)
{
    EVP_CIPHER_CTX *copy = EVP_CIPHER_CTX_new(), *second = EVP_CIPHER_CTX_new();
    uint8_t a[96], b[96];
    int n = 0, m = 0;

    assert_int_equal(EVP_CipherInit_ex2(context, cipher, NULL, NULL, 1, NULL), 1);
    assert_int_equal(EVP_CIPHER_CTX_copy(copy, context), 1); /* before the key */
    EVP_CIPHER_CTX_free(copy);
    copy = EVP_CIPHER_CTX_new();
    assert_int_equal(EVP_CipherInit_ex2(context, NULL, bytes, bytes, 1, NULL), 1);
    assert_int_equal(EVP_CIPHER_CTX_copy(second, context), 1); /* before the message */
    if (EVP_CIPHER_get_mode(cipher) != EVP_CIPH_CCM_MODE)
        assert_int_equal(EVP_CipherUpdate(context, a, &n, bytes, 16), 1);
    assert_int_equal(EVP_CIPHER_CTX_copy(copy, context), 1); /* in the middle */
    /* Another key in the copied context does not reach the copy. */
    assert_int_equal(EVP_CipherInit_ex2(context, NULL, bytes + 1, bytes, 1, NULL), 1);
    assert_int_equal(EVP_CipherUpdate(copy, a, &n, bytes + 16, 33), 1);
    if (EVP_CIPHER_get_mode(cipher) != EVP_CIPH_CCM_MODE)
        assert_int_equal(EVP_CipherUpdate(second, b, &m, bytes, 16), 1);
    EVP_CIPHER_CTX_free(copy);
    assert_int_equal(EVP_CipherUpdate(second, b, &m, bytes + 16, 33), 1);
    assert_int_equal(n, m);
    assert_memory_equal(a, b, (size_t)n);
    EVP_CIPHER_CTX_free(second);
}

static void test_without_key_or_iv(void **state)
{
    (void)state;
    each_cipher(without_key_or_iv);
}

static void test_after_the_end(void **state)
{
    (void)state;
    each_cipher(after_the_end);
}

static void test_iv_used_once(void **state)
{
    (void)state;
    each_cipher(iv_used_once);
}

static void test_wrong_parameters(void **state)
{
    (void)state;
    each_cipher(wrong_parameters);
}

static void test_freed_and_copied(void **state)
{
    (void)state;
    each_cipher(freed_and_copied);
}

static void test_padding(void **state)
{
    static const char *const block[] = {"SM4-ECB", "SM4-CBC"};
    uint8_t bytes[64] = {1}, out[96];
    int n;

    (void)state;
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(host.context, block[i], OURS);
        EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();

        /* Not whole blocks, without padding. */
        assert_int_equal(EVP_CipherInit_ex2(context, cipher, bytes, bytes, 1, NULL), 1);
        EVP_CIPHER_CTX_set_padding(context, 0);
        assert_int_equal(EVP_CipherUpdate(context, out, &n, bytes, 17), 1);
        support_error_is(EVP_CipherFinal_ex(context, out + n, &n),
                         "the operation does not permit this length");
        /* Decryption of nothing, of half a block, and of what has no padding. */
        for (int len = 0; len <= 16; len += 8) {
            assert_int_equal(EVP_CipherInit_ex2(context, cipher, bytes, bytes, 0, NULL), 1);
            EVP_CIPHER_CTX_set_padding(context, 1);
            if (len > 0)
                assert_int_equal(EVP_CipherUpdate(context, out, &n, bytes, len), 1);
            support_error_is(EVP_CipherFinal_ex(context, out, &n),
                             len == 16 ? "decryption failed" : "does not permit this length");
        }
        /* The choice comes before the data. */
        assert_int_equal(EVP_CipherInit_ex2(context, cipher, bytes, bytes, 1, NULL), 1);
        assert_int_equal(EVP_CipherUpdate(context, out, &n, bytes, 17), 1);
        {
            unsigned none = 0;
            OSSL_PARAM params[] = {OSSL_PARAM_construct_uint(OSSL_CIPHER_PARAM_PADDING, &none),
                                   OSSL_PARAM_END};

            support_error_is(EVP_CIPHER_CTX_set_params(context, params),
                             "must be set before data is processed");
        }
        EVP_CIPHER_CTX_free(context);
        EVP_CIPHER_free(cipher);
    }
}

/* EVP_Cipher(): whole blocks, padding left aside, as the default provider has it. */
static void test_at_once(void **state)
{
    uint8_t bytes[64], a[64], b[64], back[64];

    (void)state;
    support_random_fill(bytes, sizeof bytes);
    for (int i = 0; i < 5; i++) {
        EVP_CIPHER *ours = EVP_CIPHER_fetch(host.context, names[i], OURS);
        EVP_CIPHER *theirs = EVP_CIPHER_fetch(host.context, names[i], THEIRS);
        EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new(), *other = EVP_CIPHER_CTX_new();

        assert_int_equal(EVP_CipherInit_ex2(context, ours, bytes, bytes, 1, NULL), 1);
        assert_int_equal(EVP_CipherInit_ex2(other, theirs, bytes, bytes, 1, NULL), 1);
        for (int k = 0; k < 64; k += 32) {
            assert_int_equal(EVP_Cipher(context, a + k, bytes + k, 32), 32);
            assert_int_equal(EVP_Cipher(other, b + k, bytes + k, 32), 32);
        }
        assert_memory_equal(a, b, 64);
        assert_int_equal(EVP_CipherInit_ex2(context, ours, bytes, bytes, 0, NULL), 1);
        assert_int_equal(EVP_Cipher(context, back, a, 64), 64);
        assert_memory_equal(back, bytes, 64);
        if (EVP_CIPHER_get_block_size(ours) == 16)
            support_error_is(EVP_Cipher(context, back, a, 17), "does not permit this length");
        EVP_CIPHER_CTX_free(context);
        EVP_CIPHER_CTX_free(other);
        EVP_CIPHER_free(ours);
        EVP_CIPHER_free(theirs);
    }
}

static void test_gcm(void **state)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(host.context, "SM4-GCM", OURS);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    uint8_t bytes[64] = {7}, out[64], back[64], tag[16];
    int n;

    (void)state;
    assert_int_equal(EVP_CIPHER_get_flags(cipher) & EVP_CIPH_FLAG_AEAD_CIPHER,
                     EVP_CIPH_FLAG_AEAD_CIPHER);
    assert_int_equal(EVP_EncryptInit_ex2(context, cipher, bytes, bytes, NULL), 1);
    support_error_is(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag),
                     "no tag was set, or none has been made yet");
    support_error_is(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, tag),
                     "a parameter has the wrong type");
    assert_int_equal(EVP_EncryptUpdate(context, NULL, &n, bytes, 5), 1);
    assert_int_equal(EVP_EncryptUpdate(context, out, &n, bytes, 40), 1);
    support_error_is(EVP_EncryptUpdate(context, NULL, &n, bytes, 5), "out of order");
    support_error_is(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 8, NULL),
                     "must be set before");
    assert_int_equal(EVP_EncryptFinal_ex(context, NULL, &n), 1);
    support_error_is(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 17, tag),
                     "wrong length of the tag");
    assert_int_equal(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag), 1);

    for (int len = 1; len < 20; len++) {
        assert_int_equal(EVP_DecryptInit_ex2(context, cipher, bytes, bytes, NULL), 1);
        if (len >= 4 && len <= 16) {
            assert_int_equal(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, len, tag), 1);
        } else {
            support_error_is(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, len, tag), "");
            continue;
        }
        assert_int_equal(EVP_DecryptUpdate(context, NULL, &n, bytes, 5), 1);
        assert_int_equal(EVP_DecryptUpdate(context, back, &n, out, 40), 1);
        assert_memory_equal(back, bytes, 40);
        assert_int_equal(EVP_DecryptFinal_ex(context, NULL, &n), 1);
    }
    tag[0] ^= 1;
    assert_int_equal(EVP_DecryptInit_ex2(context, cipher, bytes, bytes, NULL), 1);
    assert_int_equal(EVP_DecryptUpdate(context, NULL, &n, bytes, 5), 1);
    assert_int_equal(EVP_DecryptUpdate(context, back, &n, out, 40), 1);
    support_error_is(EVP_DecryptFinal_ex(context, NULL, &n), "no tag was set");
    assert_int_equal(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, tag), 1);
    support_error_is(EVP_DecryptFinal_ex(context, NULL, &n), "decryption failed");
    assert_int_equal(EVP_DecryptInit_ex2(context, cipher, bytes, NULL, NULL), 1);
    support_error_is(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 129, NULL),
                     "wrong length of the IV");
    /* Of another length the IV that was set is none. */
    assert_int_equal(EVP_DecryptInit_ex2(context, cipher, bytes, bytes, NULL), 1);
    assert_int_equal(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 128, NULL), 1);
    support_error_is(EVP_DecryptUpdate(context, back, &n, out, 40), "no IV was set");
    EVP_CIPHER_CTX_free(context);
    EVP_CIPHER_free(cipher);
}

static void test_ccm(void **state)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(host.context, "SM4-CCM", OURS);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    uint8_t bytes[64] = {9}, out[64], back[64], tag[16];
    int n;

    (void)state;
    assert_int_equal(EVP_EncryptInit_ex2(context, cipher, bytes, bytes, NULL), 1);
    assert_int_equal(EVP_CIPHER_CTX_get_iv_length(context), 7);
    assert_int_equal(EVP_CIPHER_CTX_get_tag_length(context), 12);
    support_error_is(EVP_EncryptUpdate(context, NULL, &n, bytes, 5),
                     "a parameter that is needed was not given");
    assert_int_equal(EVP_EncryptUpdate(context, NULL, &n, NULL, 40), 1);
    assert_int_equal(EVP_EncryptUpdate(context, NULL, &n, bytes, 5), 1);
    support_error_is(EVP_EncryptUpdate(context, NULL, &n, bytes, 5), "must be set before");
    support_error_is(EVP_EncryptUpdate(context, NULL, &n, NULL, 41), "must be set before");
    support_error_is(EVP_EncryptUpdate(context, out, &n, bytes, 39), "does not permit this length");
    assert_int_equal(EVP_EncryptUpdate(context, out, &n, bytes, 40), 1);
    support_error_is(EVP_EncryptUpdate(context, out, &n, bytes, 40), "must be set before");
    assert_int_equal(EVP_EncryptFinal_ex(context, out + 40, &n), 1);
    assert_int_equal(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 12, tag), 1);

    for (int wrong = 0; wrong < 2; wrong++) {
        tag[11] ^= (uint8_t)wrong;
        memset(back, 0, sizeof back);
        assert_int_equal(EVP_DecryptInit_ex2(context, cipher, bytes, bytes, NULL), 1);
        assert_int_equal(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 12, tag), 1);
        assert_int_equal(EVP_DecryptUpdate(context, NULL, &n, NULL, 40), 1);
        assert_int_equal(EVP_DecryptUpdate(context, NULL, &n, bytes, 5), 1);
        if (wrong) {
            support_error_is(EVP_DecryptUpdate(context, back, &n, out, 40), "decryption failed");
            for (int i = 0; i < 40; i++)
                assert_int_equal(back[i], 0);
        } else {
            assert_int_equal(EVP_DecryptUpdate(context, back, &n, out, 40), 1);
            assert_memory_equal(back, bytes, 40);
        }
    }
    /* No tag; a tag of another length; IVs of other lengths. */
    assert_int_equal(EVP_DecryptInit_ex2(context, cipher, bytes, bytes, NULL), 1);
    support_error_is(EVP_DecryptUpdate(context, back, &n, out, 40), "no tag was set");
    support_error_is(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 5, tag),
                     "wrong length of the tag");
    assert_int_equal(EVP_DecryptInit_ex2(context, cipher, NULL, NULL, NULL), 1);
    support_error_is(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 6, NULL),
                     "wrong length of the IV");
    support_error_is(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 14, NULL),
                     "wrong length of the IV");
    EVP_CIPHER_CTX_free(context);
    EVP_CIPHER_free(cipher);
}

static void test_xts(void **state)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(host.context, "SM4-XTS", OURS);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    uint8_t bytes[64], out[64], gb[64], ieee[64];
    char standard[8] = "GB";
    OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string("xts_standard", standard, 0),
                           OSSL_PARAM_END};
    int n;

    (void)state;
    support_random_fill(bytes, sizeof bytes);
    assert_int_equal(EVP_EncryptInit_ex2(context, cipher, bytes, bytes, NULL), 1);
    support_error_is(EVP_EncryptUpdate(context, out, &n, bytes, 15), "does not permit this length");
    assert_int_equal(EVP_EncryptUpdate(context, out, &n, bytes, 50), 1);
    assert_int_equal(EVP_EncryptInit_ex2(context, cipher, bytes, bytes, params), 1);
    assert_int_equal(EVP_EncryptUpdate(context, gb, &n, bytes, 50), 1);
    assert_memory_equal(out, gb, 50); /* what is meant where nothing is said */
    strcpy(standard, "ieee");
    params[0] = OSSL_PARAM_construct_utf8_string("xts_standard", standard, 0);
    assert_int_equal(EVP_EncryptInit_ex2(context, cipher, bytes, bytes, params), 1);
    assert_int_equal(EVP_EncryptUpdate(context, ieee, &n, bytes, 50), 1);
    assert_memory_equal(gb, ieee, 16);
    assert_memory_not_equal(gb + 16, ieee + 16, 16);
    strcpy(standard, "NIST");
    support_error_is(EVP_CIPHER_CTX_set_params(context, params), "a parameter has the wrong type");
    memcpy(bytes + 16, bytes, 16);
    assert_int_equal(EVP_EncryptInit_ex2(context, cipher, bytes, bytes, NULL), 1);
    support_error_is(EVP_EncryptUpdate(context, out, &n, bytes, 50), "halves of the key are equal");
    assert_int_equal(EVP_DecryptInit_ex2(context, cipher, bytes, bytes, NULL), 1);
    assert_int_equal(EVP_DecryptUpdate(context, out, &n, bytes, 50), 1);
    EVP_CIPHER_CTX_free(context);
    EVP_CIPHER_free(cipher);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ecb),
        cmocka_unit_test(test_cbc),
        cmocka_unit_test(test_cfb),
        cmocka_unit_test(test_ofb),
        cmocka_unit_test(test_ctr),
        cmocka_unit_test(test_without_key_or_iv),
        cmocka_unit_test(test_after_the_end),
        cmocka_unit_test(test_iv_used_once),
        cmocka_unit_test(test_wrong_parameters),
        cmocka_unit_test(test_freed_and_copied),
        cmocka_unit_test(test_padding),
        cmocka_unit_test(test_at_once),
        cmocka_unit_test(test_gcm),
        cmocka_unit_test(test_ccm),
        cmocka_unit_test(test_xts),
    };

    return cmocka_run_group_tests(tests, group_open, group_close);
}
