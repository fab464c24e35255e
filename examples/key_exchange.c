/* SPDX-License-Identifier: Apache-2.0 */
/* The SM2 key exchange with confirmation: Alice and Bob agree on a key and prove that they have it.
 */
#include <mifu/mifu.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    static const uint8_t alice_id[] = {'a', 'l', 'i', 'c', 'e'};
    static const uint8_t bob_id[] = {'b', 'o', 'b'};
    mifu_sm2_private_key alice_key, bob_key;
    mifu_sm2_public_key alice_pub, bob_pub;
    mifu_sm2_exchange alice, bob;
    uint8_t r_alice[MIFU_SM2_PUBLIC_KEY_SIZE], r_bob[MIFU_SM2_PUBLIC_KEY_SIZE];
    uint8_t s_alice[MIFU_SM2_DIGEST_SIZE], s_bob[MIFU_SM2_DIGEST_SIZE];
    uint8_t key_of_alice[16], key_of_bob[16];

    /* Each has a key pair and knows the other's public key and identity. */
    if (mifu_sm2_keygen(&alice_key) != MIFU_OK || mifu_sm2_keygen(&bob_key) != MIFU_OK)
        return 1;
    mifu_sm2_public_key_from_private(&alice_pub, &alice_key);
    mifu_sm2_public_key_from_private(&bob_pub, &bob_key);
    if (mifu_sm2_exchange_init(&alice, MIFU_SM2_INITIATOR, &alice_key, alice_id, sizeof alice_id,
                               &bob_pub, bob_id, sizeof bob_id) != MIFU_OK ||
        mifu_sm2_exchange_init(&bob, MIFU_SM2_RESPONDER, &bob_key, bob_id, sizeof bob_id,
                               &alice_pub, alice_id, sizeof alice_id) != MIFU_OK)
        return 1;

    /* Alice -> Bob: r_alice. Bob -> Alice: r_bob and s_bob. Alice -> Bob: s_alice. */
    if (mifu_sm2_exchange_ephemeral(r_alice, &alice) != MIFU_OK ||
        mifu_sm2_exchange_ephemeral(r_bob, &bob) != MIFU_OK ||
        mifu_sm2_exchange_compute(key_of_bob, sizeof key_of_bob, &bob, r_alice) != MIFU_OK ||
        mifu_sm2_exchange_confirm(s_bob, &bob) != MIFU_OK ||
        mifu_sm2_exchange_compute(key_of_alice, sizeof key_of_alice, &alice, r_bob) != MIFU_OK ||
        mifu_sm2_exchange_check(&alice, s_bob) != MIFU_OK ||
        mifu_sm2_exchange_confirm(s_alice, &alice) != MIFU_OK ||
        mifu_sm2_exchange_check(&bob, s_alice) != MIFU_OK)
        return 1;
    mifu_sm2_exchange_wipe(&alice);
    mifu_sm2_exchange_wipe(&bob);
    mifu_sm2_private_key_wipe(&alice_key);
    mifu_sm2_private_key_wipe(&bob_key);
    if (memcmp(key_of_alice, key_of_bob, sizeof key_of_alice) != 0)
        return 1;
    puts("both have the same key and know it");
    return 0;
}
