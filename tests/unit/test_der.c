/* SPDX-License-Identifier: Apache-2.0 */
/* The DER reader and writer: what is refused and by which status, limits of lengths, bounds. */
#include "der_reader.h"
#include "der_writer.h"

#include "support_cmocka.h"

#define FAULT(text, s)                                                                             \
    {                                                                                              \
        text, sizeof(text) - 1, s                                                                  \
    }

typedef struct row {
    const char *bytes;
    size_t len;
    mifu_status status;
} row;

static const row integer_rows[] = {
    FAULT("\x02\x01\x00", MIFU_OK),
    FAULT("\x02\x01\x7f", MIFU_OK),
    FAULT("\x02\x02\x00\x80", MIFU_OK),
    FAULT("\x02\x04\x7f\xff\xff\xff", MIFU_OK),
    FAULT("\x02\x05\x00\xff\xff\xff\xff", MIFU_OK),
    FAULT("", MIFU_ERR_ENCODING_TRUNCATED),
    FAULT("\x02", MIFU_ERR_ENCODING_TRUNCATED),
    FAULT("\x02\x00", MIFU_ERR_ENCODING_LENGTH),
    FAULT("\x02\x01", MIFU_ERR_ENCODING_TRUNCATED),
    FAULT("\x03\x01\x00", MIFU_ERR_ENCODING_TAG),
    FAULT("\x02\x01\x00\x00", MIFU_ERR_ENCODING_TRAILING),
    FAULT("\x02\x81\x01\x00", MIFU_ERR_ENCODING_LENGTH),
    FAULT("\x02\x82\x00\x01\x00", MIFU_ERR_ENCODING_LENGTH),
    FAULT("\x02\x80\x01\x00\x00", MIFU_ERR_ENCODING_LENGTH),
    FAULT("\x02\xff\x01\x00", MIFU_ERR_ENCODING_LENGTH),
    FAULT("\x02\x89\x01\x01\x01\x01\x01\x01\x01\x01\x01\x00", MIFU_ERR_ENCODING_LENGTH),
    FAULT("\x02\x84\xff\xff\xff\xff\x00", MIFU_ERR_ENCODING_TRUNCATED),
    FAULT("\x02\x88\xff\xff\xff\xff\xff\xff\xff\xff\x00", MIFU_ERR_ENCODING_TRUNCATED),
    FAULT("\x02\x82\x01", MIFU_ERR_ENCODING_TRUNCATED),
    FAULT("\x02\x01\x80", MIFU_ERR_ENCODING_NEGATIVE),
    FAULT("\x02\x02\xff\xff", MIFU_ERR_ENCODING_NEGATIVE),
    FAULT("\x02\x02\x00\x7f", MIFU_ERR_ENCODING_NOT_MINIMAL),
    FAULT("\x02\x02\x00\x00", MIFU_ERR_ENCODING_NOT_MINIMAL),
    FAULT("\x02\x05\x01\x00\x00\x00\x00", MIFU_ERR_RANGE),
};

static void test_integer(void **state)
{
    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(integer_rows); i++) {
        const row *t = &integer_rows[i];
        mifu_der_reader r = mifu_der_reader_of((const uint8_t *)t->bytes, t->len);
        uint32_t value = mifu_der_get_uint32(&r);
        mifu_status status = mifu_der_finish(&r);

        if (status != t->status)
            fail_msg("row %zu: %s, not %s", i, mifu_status_name(status),
                     mifu_status_name(t->status));
        if (status == MIFU_OK) {
            uint8_t again[8];
            mifu_der_writer w = {again, sizeof again, 0};

            mifu_der_put_uint32(&w, value);
            assert_int_equal(w.len, t->len);
            assert_memory_equal(again + sizeof again - w.len, t->bytes, t->len);
        }
    }
}

static void test_integer_lenient(void **state)
{
    const uint8_t padded[] = {0x02, 0x04, 0x00, 0x00, 0x00, 0x07};
    mifu_der_reader r = mifu_der_reader_of(padded, sizeof padded);
    uint8_t value[2] = {1, 1};

    (void)state;
    mifu_der_get_integer_lenient(&r, value, sizeof value, MIFU_ERR_RANGE);
    assert_int_equal(mifu_der_finish(&r), MIFU_OK);
    assert_int_equal(value[0], 0);
    assert_int_equal(value[1], 7);
}

static mifu_status read_as(uint8_t tag, const char *bytes, size_t len)
{
    mifu_der_reader r = mifu_der_reader_of((const uint8_t *)bytes, len);

    switch (tag) {
    case MIFU_DER_BIT_STRING:
        mifu_der_get_bits(&r);
        break;
    case MIFU_DER_OID:
        mifu_der_get_oid(&r);
        break;
    case MIFU_DER_NULL:
        mifu_der_get_null(&r);
        break;
    case MIFU_DER_OCTET_STRING:
        (void)mifu_der_get_octets_of(&r, 2);
        break;
    default:
        mifu_der_get_element(&r);
    }
    return mifu_der_finish(&r);
}

static const struct {
    uint8_t tag;
    row r;
} typed_rows[] = {
    {MIFU_DER_BIT_STRING, FAULT("\x03\x01\x00", MIFU_OK)},
    {MIFU_DER_BIT_STRING, FAULT("\x03\x00", MIFU_ERR_ENCODING_LENGTH)},
    {MIFU_DER_BIT_STRING, FAULT("\x03\x02\x01\x00", MIFU_ERR_ENCODING_PADDING)},
    {MIFU_DER_OID, FAULT("\x06\x03\x2a\x81\x1c", MIFU_OK)},
    {MIFU_DER_OID, FAULT("\x06\x00", MIFU_ERR_ENCODING_LENGTH)},
    {MIFU_DER_OID, FAULT("\x06\x03\x2a\x80\x1c", MIFU_ERR_ENCODING_NOT_MINIMAL)},
    {MIFU_DER_OID, FAULT("\x06\x02\x2a\x81", MIFU_ERR_ENCODING_TRUNCATED)},
    {MIFU_DER_NULL, FAULT("\x05\x00", MIFU_OK)},
    {MIFU_DER_NULL, FAULT("\x05\x01\x00", MIFU_ERR_ENCODING_LENGTH)},
    {MIFU_DER_OCTET_STRING, FAULT("\x04\x02\x01\x02", MIFU_OK)},
    {MIFU_DER_OCTET_STRING, FAULT("\x04\x01\x01", MIFU_ERR_ENCODING_LENGTH)},
    {MIFU_DER_OCTET_STRING, FAULT("\x24\x02\x04\x00", MIFU_ERR_ENCODING_TAG)},
    {0, FAULT("\xa0\x03\x01\x01\xff", MIFU_OK)},
    {0, FAULT("\x1f\x81\x00\x00", MIFU_ERR_ENCODING_TAG)},
    {0, FAULT("\x00\x00", MIFU_ERR_ENCODING_TAG)},
};

static void test_types(void **state)
{
    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(typed_rows); i++) {
        const row *t = &typed_rows[i].r;
        mifu_status status = read_as(typed_rows[i].tag, t->bytes, t->len);

        if (status != t->status)
            fail_msg("row %zu: %s, not %s", i, mifu_status_name(status),
                     mifu_status_name(t->status));
    }
}

/* The inside of a structure ends where its length says, even if the input goes on. */
static void test_nesting(void **state)
{
    const uint8_t short_inside[] = {0x30, 0x02, 0x02, 0x02, 0x01, 0x02};
    const uint8_t left_over[] = {0x30, 0x04, 0x05, 0x00, 0x05, 0x00};
    const uint8_t *outer;
    mifu_der_reader r;

    (void)state;
    r = mifu_der_reader_of(short_inside, sizeof short_inside);
    outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    mifu_der_get_uint32(&r);
    mifu_der_leave(&r, outer);
    assert_int_equal(mifu_der_finish(&r), MIFU_ERR_ENCODING_TRUNCATED);

    r = mifu_der_reader_of(left_over, sizeof left_over);
    outer = mifu_der_enter(&r, MIFU_DER_SEQUENCE);
    assert_int_equal(mifu_der_next_is(&r, MIFU_DER_NULL), 1);
    mifu_der_get_null(&r);
    mifu_der_leave(&r, outer);
    assert_int_equal(mifu_der_finish(&r), MIFU_ERR_ENCODING_TRAILING);

    /* The first fault stays. */
    mifu_der_fail(&r, MIFU_ERR_ENCODING_TAG);
    assert_int_equal(mifu_der_finish(&r), MIFU_ERR_ENCODING_TRAILING);
    assert_int_equal(mifu_der_next_is(&r, MIFU_DER_NULL), 0);
    assert_int_equal(mifu_der_get(&r, MIFU_DER_NULL).len, 0);
    assert_null(mifu_der_get_octets_of(&r, 0));
}

static void put_octets(mifu_der_writer *w, const void *arg)
{
    size_t len = *(const size_t *)arg;
    uint8_t *room = mifu_der_put_room(w, len);

    if (room != NULL)
        memset(room, 0x5a, len);
    mifu_der_put_header(w, MIFU_DER_OCTET_STRING, len);
}

/* Around every change of the length form: exact size, one byte less, guard bytes. */
static void test_lengths(void **state)
{
    static const size_t lens[] = {0, 1, 127, 128, 129, 255, 256, 257, 65535, 65536};
    static uint8_t buffer[65536 + 16];

    (void)state;
    for (size_t i = 0; i < MIFU_COUNT_OF(lens); i++) {
        size_t need = 0, len = 0;
        mifu_der_reader r;

        assert_int_equal(mifu_der_encode(NULL, 0, &need, put_octets, &lens[i]), MIFU_ERR_BUFFER);
        memset(buffer, 0xee, sizeof buffer);
        assert_int_equal(mifu_der_encode(buffer, need - 1, &len, put_octets, &lens[i]),
                         MIFU_ERR_BUFFER);
        assert_int_equal(len, need);
        for (size_t j = 0; j < sizeof buffer; j++)
            assert_int_equal(buffer[j], 0xee);
        assert_int_equal(mifu_der_encode(buffer, need, &len, put_octets, &lens[i]), MIFU_OK);
        assert_int_equal(len, need);
        for (size_t j = need; j < sizeof buffer; j++)
            assert_int_equal(buffer[j], 0xee);
        r = mifu_der_reader_of(buffer, len);
        assert_int_equal(mifu_der_get_octets(&r).len, lens[i]);
        assert_int_equal(mifu_der_finish(&r), MIFU_OK);
    }
}

/* A writer whose buffer is too small counts on and keeps inside. */
static void test_overflow(void **state)
{
    uint8_t buffer[12];
    mifu_der_writer w = {buffer + 4, 4, 0};

    (void)state;
    memset(buffer, 0xee, sizeof buffer);
    mifu_der_put_octets(&w, (const uint8_t *)"abc", 3);
    mifu_der_put_octets(&w, (const uint8_t *)"abc", 3);
    mifu_der_put_null(&w);
    assert_int_equal(w.len, 12);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(buffer[i], 0xee);
        assert_int_equal(buffer[8 + i], 0xee);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integer), cmocka_unit_test(test_integer_lenient),
        cmocka_unit_test(test_types),   cmocka_unit_test(test_nesting),
        cmocka_unit_test(test_lengths), cmocka_unit_test(test_overflow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
