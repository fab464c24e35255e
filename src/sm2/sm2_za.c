/* SPDX-License-Identifier: Apache-2.0 */
/* Z and the digest that is signed: GB/T 32918.2-2016 5.5 and 6.1 A1, A2. All of it is public. */
#include "base_block_hash.h"
#include "base_state.h"
#include "sm2_internal.h"
#include "sm3_kernels.h"

const uint8_t mifu_sm2_default_id[16] = {'1', '2', '3', '4', '5', '6', '7', '8',
                                         '1', '2', '3', '4', '5', '6', '7', '8'};

/* a || b || x_G || y_G, GB/T 32918.5 clause 2. */
static const uint8_t parameters[128] = {
    0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfc,
    0x28, 0xe9, 0xfa, 0x9e, 0x9d, 0x9f, 0x5e, 0x34, 0x4d, 0x5a, 0x9e, 0x4b, 0xcf, 0x65, 0x09, 0xa7,
    0xf3, 0x97, 0x89, 0xf5, 0x15, 0xab, 0x8f, 0x92, 0xdd, 0xbc, 0xbd, 0x41, 0x4d, 0x94, 0x0e, 0x93,
    0x32, 0xc4, 0xae, 0x2c, 0x1f, 0x19, 0x81, 0x19, 0x5f, 0x99, 0x04, 0x46, 0x6a, 0x39, 0xc9, 0x94,
    0x8f, 0xe3, 0x0b, 0xbf, 0xf2, 0x66, 0x0b, 0xe1, 0x71, 0x5a, 0x45, 0x89, 0x33, 0x4c, 0x74, 0xc7,
    0xbc, 0x37, 0x36, 0xa2, 0xf4, 0xf6, 0x77, 0x9c, 0x59, 0xbd, 0xce, 0xe3, 0x6b, 0x69, 0x21, 0x53,
    0xd0, 0xa9, 0x87, 0x7c, 0xc6, 0x2a, 0x47, 0x40, 0x02, 0xdf, 0x32, 0xe5, 0x21, 0x39, 0xf0, 0xa0};

/*
 * ENTL || ID || parameters is 146 bytes for the default identity. The state of SM3 after its first
 * 128, two whole blocks, saves half of the work for each key; tests/unit/test_sm2_key.c compares
 * with the long way.
 */
static const uint32_t default_state[8] = {0xadadedb5, 0x0446043f, 0x08a87ace, 0xe86d2243,
                                          0x8e232383, 0xbfc81fe2, 0xcf9117c8, 0x4707011d};
#define DEFAULT_STATE_LENGTH 128
#define DEFAULT_STATE_REST                                                                         \
    (2 + sizeof mifu_sm2_default_id + sizeof parameters - DEFAULT_STATE_LENGTH)

static void hash_point(mifu_sm3 *sm3, const mifu_affine *point)
{
    uint8_t xy[64];

    mifu_sm2_point_to_xy(xy, point);
    mifu_sm3_update(sm3, xy, sizeof xy);
}

void mifu_sm2_public_key_set(mifu_sm2_public_key *key, const mifu_affine *point)
{
    uint8_t rest[DEFAULT_STATE_REST + 64];
    uint32_t state[8];

    memcpy(key->x, point->x.v, sizeof key->x);
    memcpy(key->y, point->y.v, sizeof key->y);
    memcpy(rest, parameters + sizeof parameters - DEFAULT_STATE_REST, DEFAULT_STATE_REST);
    mifu_sm2_point_to_xy(rest + DEFAULT_STATE_REST, point);
    memcpy(state, default_state, sizeof state);
    mifu_block_hash_end(state, DEFAULT_STATE_LENGTH, mifu_sm3_kernels_in_use()->compress, rest,
                        sizeof rest);
    mifu_block_hash_write(key->default_z, 8, state);
}

static int is_default_id(const uint8_t *id, size_t id_len)
{
    return id_len == sizeof mifu_sm2_default_id && memcmp(id, mifu_sm2_default_id, id_len) == 0;
}

mifu_status mifu_sm2_z(uint8_t z[MIFU_SM2_DIGEST_SIZE], const mifu_sm2_public_key *key,
                       const uint8_t *id, size_t id_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_sm3 sm3;
    mifu_affine point;
    uint8_t entl[2];

    if (z == NULL || key == NULL || id == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (id_len > MIFU_SM2_ID_MAX_SIZE)
        return MIFU_ERR_ARGUMENT_ID;
    if (is_default_id(id, id_len)) {
        memcpy(z, key->default_z, sizeof key->default_z);
        return MIFU_OK;
    }
    entl[0] = (uint8_t)(id_len >> 5); /* of the length in bits */
    entl[1] = (uint8_t)(id_len << 3);
    mifu_sm3_init(&sm3);
    mifu_sm3_update(&sm3, entl, sizeof entl);
    mifu_sm3_update(&sm3, id, id_len);
    mifu_sm3_update(&sm3, parameters, sizeof parameters);
    mifu_sm2_point_of(&point, key);
    hash_point(&sm3, &point);
    mifu_sm3_finish(z, &sm3);
    return MIFU_OK;
}

mifu_status mifu_sm2_digest_init(mifu_sm3 *sm3, const mifu_sm2_public_key *key, const uint8_t *id,
                                 size_t id_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t z[MIFU_SM2_DIGEST_SIZE];
    mifu_status status;

    if (sm3 == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = mifu_sm2_z(z, key, id, id_len);
    if (status != MIFU_OK)
        return status;
    mifu_sm3_init(sm3);
    mifu_sm3_update(sm3, z, sizeof z);
    return MIFU_OK;
}

/* Of messages up to this length Z and message are hashed from one buffer, which is sooner by a
 * fifth for 32 bytes. */
#define SHORT_MESSAGE 96

mifu_status mifu_sm2_digest(uint8_t e[MIFU_SM2_DIGEST_SIZE], const mifu_sm2_public_key *key,
                            const uint8_t *id, size_t id_len, const uint8_t *msg, size_t msg_len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    uint8_t input[MIFU_SM2_DIGEST_SIZE + SHORT_MESSAGE];
    mifu_sm3 sm3;
    mifu_status status;

    if (e == NULL || (msg == NULL && msg_len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    if (msg_len <= SHORT_MESSAGE) {
        status = mifu_sm2_z(input, key, id, id_len);
        if (status != MIFU_OK)
            return status;
        mifu_copy(input + MIFU_SM2_DIGEST_SIZE, msg, msg_len);
        mifu_sm3_digest(e, input, MIFU_SM2_DIGEST_SIZE + msg_len);
        return MIFU_OK;
    }
    status = mifu_sm2_digest_init(&sm3, key, id, id_len);
    if (status != MIFU_OK)
        return status;
    mifu_sm3_update(&sm3, msg, msg_len);
    mifu_sm3_finish(e, &sm3);
    return MIFU_OK;
}
