/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of SM2 below its public interface: field arithmetic, multiplication, addition. */
#include "kat_sm2.h"

#include "sm2_testing.h"

void kat_run_sm2_field_arithmetic(kat_test *t)
{
    static const struct {
        const char *name;
        mifu_sm2_field_operation operation;
        bool two_operands;
    } operations[] = {
        {"add", MIFU_SM2_FIELD_ADD, true},  {"sub", MIFU_SM2_FIELD_SUB, true},
        {"mul", MIFU_SM2_FIELD_MUL, true},  {"sqr", MIFU_SM2_FIELD_SQR, false},
        {"inv", MIFU_SM2_FIELD_INV, false}, {"half", MIFU_SM2_FIELD_HALF, false},
    };
    const char *op = kat_text(t, "op"), *modulus = kat_text(t, "mod");
    kat_bytes a = kat_hex_sized(t, "in1", 32), b = a, out = kat_hex_sized(t, "out", 32);
    kat_bytes got = kat_buffer(t, 32);
    bool p = strcmp(modulus, "p") == 0;
    const mifu_sm2_kernels *kernels = mifu_sm2_kernels_in_use();
    size_t i = 0;

    if (!p && strcmp(modulus, "n") != 0)
        kat_skip(t, "the modulus \"%.40s\" is not known", modulus);
    while (i < sizeof operations / sizeof operations[0] && strcmp(op, operations[i].name) != 0)
        i++;
    if (i == sizeof operations / sizeof operations[0] ||
        (!p && operations[i].operation == MIFU_SM2_FIELD_HALF))
        kat_skip(t, "the operation \"%.40s\" modulo %s is not there", op, modulus);
    if (operations[i].two_operands)
        b = kat_hex_sized(t, "in2", 32);

    if (p)
        mifu_sm2_test_field_p(kernels, operations[i].operation, got.data, a.data, b.data);
    else
        mifu_sm2_test_field_n(operations[i].operation, got.data, a.data, b.data);
    if (!kat_is_valid(t)) {
        kat_true(t, "an invalid test matches", memcmp(out.data, got.data, 32) != 0);
        return;
    }
    kat_equal(t, "out", out, got.data, 32);
    if (operations[i].operation == MIFU_SM2_FIELD_MUL && memcmp(a.data, b.data, 32) == 0 && p) {
        mifu_sm2_test_field_p(kernels, MIFU_SM2_FIELD_SQR, got.data, a.data, NULL);
        kat_equal(t, "out of the squaring", out, got.data, 32);
    }
    if (operations[i].operation == MIFU_SM2_FIELD_ADD ||
        operations[i].operation == MIFU_SM2_FIELD_MUL) { /* commutes */
        if (p)
            mifu_sm2_test_field_p(kernels, operations[i].operation, got.data, b.data, a.data);
        else
            mifu_sm2_test_field_n(operations[i].operation, got.data, b.data, a.data);
        kat_equal(t, "out with the operands exchanged", out, got.data, 32);
    }
}

/* The expected point, or the mark of infinity. */
static void same(kat_test *t, const uint8_t xy[64], int finite)
{
    if (kat_flag(t, "infinity")) {
        kat_true(t, "the result is not infinity", finite == 0);
        kat_is_zero(t, "infinity", (kat_bytes){(uint8_t *)(uintptr_t)xy, 64});
        return;
    }
    kat_true(t, "the result is infinity", finite == 1);
    kat_equal(t, "x || y", kat_join(t, 2, kat_hex_sized(t, "x", 32), kat_hex_sized(t, "y", 32)), xy,
              64);
}

static void valid_only(kat_test *t)
{
    if (!kat_is_valid(t))
        kat_skip(t, "an invalid test of plain arithmetic");
}

void kat_run_sm2_scalar_base_mult(kat_test *t)
{
    kat_bytes k = kat_hex_sized(t, "k", 32), got = kat_buffer(t, 64);
    const mifu_sm2_kernels *kernels = mifu_sm2_kernels_in_use();
    mifu_sm2_private_key key;
    mifu_sm2_public_key pub;

    valid_only(t);
    same(t, got.data, mifu_sm2_test_base_multiply(kernels, got.data, k.data));
    kat_sm2_many_multiply(t, "x || y in a batch", k, NULL, got);
    if (mifu_sm2_private_key_from_bytes(&key, k.data) == MIFU_OK) {
        uint8_t point[MIFU_SM2_PUBLIC_KEY_SIZE];

        mifu_sm2_public_key_from_private(&pub, &key);
        mifu_sm2_public_key_to_bytes(point, &pub);
        same(t, point + 1, 1);
    }
}

void kat_run_sm2_scalar_mult(kat_test *t)
{
    kat_bytes k = kat_hex_sized(t, "k", 32), got = kat_buffer(t, 64);
    kat_bytes point = kat_join(t, 2, kat_hex_sized(t, "px", 32), kat_hex_sized(t, "py", 32));
    const mifu_sm2_kernels *kernels = mifu_sm2_kernels_in_use();
    mifu_sm2_private_key key;
    mifu_sm2_public_key pub;

    valid_only(t);
    same(t, got.data, mifu_sm2_test_point_multiply(kernels, got.data, k.data, point.data));
    kat_sm2_many_multiply(t, "x || y in a batch", k, point.data, got);
    if (mifu_sm2_private_key_from_bytes(&key, k.data) == MIFU_OK && kat_has(t, "x")) {
        kat_status(t, "point", MIFU_OK, mifu_sm2_public_key_from_xy(&pub, point.data));
        mifu_sm2_ecdh(got.data, &key, &pub);
        kat_equal(t, "x by ECDH", kat_hex(t, "x"), got.data, 32);
    }
}

void kat_run_sm2_point_add(kat_test *t)
{
    kat_bytes p = kat_join(t, 2, kat_hex_sized(t, "px", 32), kat_hex_sized(t, "py", 32));
    kat_bytes q = kat_join(t, 2, kat_hex_sized(t, "qx", 32), kat_hex_sized(t, "qy", 32));
    kat_bytes got = kat_buffer(t, 64);
    const mifu_sm2_kernels *kernels = mifu_sm2_kernels_in_use();

    valid_only(t);
    same(t, got.data, mifu_sm2_test_point_add(kernels, got.data, p.data, q.data));
    same(t, got.data, mifu_sm2_test_point_add(kernels, got.data, q.data, p.data));
}
