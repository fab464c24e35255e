/* SPDX-License-Identifier: Apache-2.0 */
/* The library's vectors of hashes and ciphers through EVP. */
#include "provider_group.h"
#include "provider_vectors.h"

static int run_hash(const json_t *test, int valid)
{
    EVP_MD *md = EVP_MD_fetch(host.context, "SM3", OURS);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    field msg = field_of(test, "msg"), digest = field_of(test, "digest");
    const json_t *chunks = json_object_get(test, "chunks");
    uint8_t out[64];
    size_t done = 0;
    unsigned len = 0;

    assert_true(valid);
    assert_int_equal(EVP_DigestInit_ex2(context, md, NULL), 1);
    for (size_t i = 0; i < json_array_size(chunks); i++) {
        size_t piece = (size_t)json_integer_value(json_array_get(chunks, i));

        assert_int_equal(EVP_DigestUpdate(context, msg.data + done, piece), 1);
        done += piece;
    }
    assert_int_equal(EVP_DigestUpdate(context, msg.data + done, msg.len - done), 1);
    assert_int_equal(EVP_DigestFinal_ex(context, out, &len), 1);
    assert_int_equal(len, digest.len);
    assert_memory_equal(out, digest.data, len);
    free(msg.data);
    free(digest.data);
    EVP_MD_CTX_free(context);
    EVP_MD_free(md);
    return 1;
}

/* One direction of a cipher without authentication; the length of the output, or -1. */
static int cipher_once(const char *name, int encrypt, const field *key, const field *iv,
                       const OSSL_PARAM *params, int padding, const field *in, uint8_t *out)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(host.context, name, OURS);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int first = 0, last = 0, done;

    assert_non_null(cipher);
    assert_int_equal(EVP_CIPHER_get_key_length(cipher), key->len);
    assert_int_equal(EVP_CIPHER_get_iv_length(cipher), iv->len);
    assert_int_equal(EVP_CipherInit_ex2(context, cipher, key->data, iv->data, encrypt, params), 1);
    assert_int_equal(EVP_CIPHER_CTX_set_padding(context, padding), 1);
    done = EVP_CipherUpdate(context, out, &first, in->data, (int)in->len) == 1 &&
           EVP_CipherFinal_ex(context, out + first, &last) == 1;
    EVP_CIPHER_CTX_free(context);
    EVP_CIPHER_free(cipher);
    return done ? first + last : -1;
}

static int run_cipher(const char *name, const json_t *test, int valid, field iv,
                      const OSSL_PARAM *params)
{
    field key = field_of(test, "key"), pt = field_of(test, "pt"), ct = field_of(test, "ct");
    int padding = text_of(test, "padding") != NULL && strcmp(text_of(test, "padding"), "none") != 0;
    uint8_t *out = malloc(pt.len + ct.len + 64);

    if (valid) {
        /* XTS refuses to encrypt under two equal keys. */
        if (key.len == 32 && memcmp(key.data, key.data + 16, 16) == 0) {
            support_error_is(cipher_once(name, 1, &key, &iv, params, padding, &pt, out),
                             "the two halves of the key are equal");
        } else {
            assert_int_equal(cipher_once(name, 1, &key, &iv, params, padding, &pt, out), ct.len);
            assert_memory_equal(out, ct.data, ct.len);
        }
        assert_int_equal(cipher_once(name, 0, &key, &iv, params, padding, &ct, out), pt.len);
        assert_memory_equal(out, pt.data, pt.len);
    } else {
        assert_int_equal(cipher_once(name, 0, &key, &iv, params, padding, &ct, out), -1);
    }
    free(out);
    free(key.data);
    free(iv.data);
    free(pt.data);
    free(ct.data);
    return 1;
}

static int run_ecb(const json_t *test, int valid)
{
    return run_cipher("SM4-ECB", test, valid, field_of_hex(""), NULL);
}

static int run_cbc(const json_t *test, int valid)
{
    const char *padding = text_of(test, "padding");

    if (padding != NULL && strcmp(padding, "none") != 0 && strcmp(padding, "pkcs7") != 0)
        return 0;
    return run_cipher("SM4-CBC", test, valid, field_of(test, "iv"), NULL);
}

static int run_cfb(const json_t *test, int valid)
{
    if (number_of(test, "feedback_bits") == 8)
        return 0;
    return run_cipher("SM4-CFB", test, valid, field_of(test, "iv"), NULL);
}

static int run_ofb(const json_t *test, int valid)
{
    return run_cipher("SM4-OFB", test, valid, field_of(test, "iv"), NULL);
}

static int run_ctr(const json_t *test, int valid)
{
    return run_cipher("SM4-CTR", test, valid, field_of(test, "iv"), NULL);
}

static int run_xts(const json_t *test, int valid)
{
    OSSL_PARAM params[] = {OSSL_PARAM_END, OSSL_PARAM_END};
    char order[8];
    field tweak = field_of(test, "tweak");

    if (text_of(test, "tweak") == NULL) {
        tweak.data = realloc(tweak.data, 16);
        tweak.len = 16;
        memset(tweak.data, 0, 16);
        for (int i = 0; i < 8; i++)
            tweak.data[i] =
                (uint8_t)((uint64_t)json_integer_value(json_object_get(test, "sector")) >> 8 * i);
    }
    snprintf(order, sizeof order, "%s", text_of(test, "order"));
    params[0] = OSSL_PARAM_construct_utf8_string("xts_standard", order, 0);
    return run_cipher("SM4-XTS", test, valid, tweak, params);
}

/* The key stream is what zeros become. */
static int run_zuc(const json_t *test, int valid)
{
    field key = field_of(test, "key"), iv = field_of(test, "iv"), zeros;
    const json_t *words = json_object_get(test, "words");
    uint8_t *out;

    assert_true(valid);
    if (key.len == 16) {
        zeros.len = 4 * json_array_size(words);
        zeros.data = calloc(zeros.len + 1, 1);
        out = malloc(zeros.len + 1);
        assert_int_equal(cipher_once("ZUC-128", 1, &key, &iv, NULL, 1, &zeros, out), zeros.len);
        for (size_t i = 0; i < json_array_size(words); i++) {
            field word = field_of_hex(json_string_value(json_array_get(words, i)));

            assert_memory_equal(out + 4 * i, word.data, 4);
            free(word.data);
        }
        free(zeros.data);
        free(out);
    }
    free(key.data);
    free(iv.data);
    return key.len == 16;
}

static int run_eea3(const json_t *test, int valid)
{
    size_t count;
    field iv;

    if (number_of(test, "bits") % 8 != 0)
        return 0;
    count = strtoul(text_of(test, "count"), NULL, 16);
    iv = field_of_hex("0000000000");
    for (int i = 0; i < 4; i++)
        iv.data[i] = (uint8_t)(count >> (24 - 8 * i));
    iv.data[4] = (uint8_t)(number_of(test, "bearer") << 3 | number_of(test, "direction") << 2);
    return run_cipher("ZUC-128-EEA3", test, valid, iv, NULL);
}

/* Either direction of GCM and CCM: 1 where all calls succeed. */
static int aead_once(const char *name, int encrypt, const field *key, const field *iv,
                     const field *aad, const field *in, uint8_t *out, uint8_t *tag, size_t tag_len)
{
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(host.context, name, OURS);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int is_ccm = strcmp(name, "SM4-CCM") == 0, n, done;

    assert_non_null(cipher);
    done = EVP_CipherInit_ex2(context, cipher, NULL, NULL, encrypt, NULL) == 1 &&
           EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, (int)iv->len, NULL) == 1 &&
           (encrypt && !is_ccm ? 1
                               : EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, (int)tag_len,
                                                     encrypt ? NULL : tag) == 1) &&
           EVP_CipherInit_ex2(context, NULL, key->data, iv->data, encrypt, NULL) == 1;
    if (done && is_ccm)
        done = EVP_CipherUpdate(context, NULL, &n, NULL, (int)in->len) == 1;
    if (done && aad->len > 0)
        done = EVP_CipherUpdate(context, NULL, &n, aad->data, (int)aad->len) == 1;
    done = done && EVP_CipherUpdate(context, out, &n, in->data, (int)in->len) == 1;
    if (done)
        assert_int_equal(n, in->len);
    done = done && EVP_CipherFinal_ex(context, out + in->len, &n) == 1;
    if (done && encrypt)
        done = EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, (int)tag_len, tag) == 1;
    EVP_CIPHER_CTX_free(context);
    EVP_CIPHER_free(cipher);
    return done;
}

static int run_aead(const char *name, const json_t *test, int valid)
{
    field key = field_of(test, "key"), iv = field_of(test, "iv"), aad = field_of(test, "aad"),
          pt = field_of(test, "pt"), ct = field_of(test, "ct"), tag = field_of(test, "tag");
    uint8_t *out = calloc(pt.len + 16, 1), made[16] = {0};

    if (valid) {
        assert_int_equal(aead_once(name, 1, &key, &iv, &aad, &pt, out, made, tag.len), 1);
        assert_memory_equal(out, ct.data, ct.len);
        assert_memory_equal(made, tag.data, tag.len);
        assert_int_equal(aead_once(name, 0, &key, &iv, &aad, &ct, out, tag.data, tag.len), 1);
        assert_memory_equal(out, pt.data, pt.len);
    } else {
        assert_int_equal(aead_once(name, 0, &key, &iv, &aad, &ct, out, tag.data, tag.len), 0);
        if (strcmp(name, "SM4-CCM") == 0) /* nothing leaves */
            for (size_t i = 0; i < pt.len; i++)
                assert_int_equal(out[i], 0);
    }
    free(out);
    free(key.data);
    free(iv.data);
    free(aad.data);
    free(pt.data);
    free(ct.data);
    free(tag.data);
    return 1;
}

static int run_gcm(const json_t *test, int valid)
{
    /* EVP ends IVs at 128 bytes. */
    if (strlen(text_of(test, "iv")) > 2 * 128)
        return 0;
    return run_aead("SM4-GCM", test, valid);
}

static int run_ccm(const json_t *test, int valid)
{
    return run_aead("SM4-CCM", test, valid);
}

static void test_sm3(void **state)
{
    static const vector_operation table[] = {{"hash", run_hash, 120}, {0}};

    (void)state;
    run_vectors("sm3.json", table);
}

static void test_sm4(void **state)
{
    static const vector_operation table[] = {
        {"ecb", run_ecb, 30},  {"cbc", run_cbc, 80},  {"cfb", run_cfb, 15},
        {"ofb", run_ofb, 10},  {"ctr", run_ctr, 40},  {"xts", run_xts, 40},
        {"gcm", run_gcm, 120}, {"ccm", run_ccm, 120}, {0},
    };

    (void)state;
    run_vectors("sm4.json", table);
}

static void test_zuc(void **state)
{
    static const vector_operation table[] = {{"keystream", run_zuc, 4}, {"eea3", run_eea3, 5}, {0}};

    (void)state;
    run_vectors("zuc.json", table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sm3),
        cmocka_unit_test(test_sm4),
        cmocka_unit_test(test_zuc),
    };

    return cmocka_run_group_tests(tests, group_open, group_close);
}
