/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a back-end of SM4 (GB/T 32907) provides. A back-end writes `encrypt`, `decrypt` and
 * `key_expand` and whatever it does better than the general bodies; sm4_generic.inc fills the rest
 * of the struct from these, so that every struct is complete.
 *
 * Rules for all: `blocks` whole blocks, 0 permitted, of 16 bytes at any alignment; out is in or
 * disjoint from it; no byte outside is read or written; constant time. Keys: round_keys is all that
 * a back-end may rely on; `derived` is laid out in sm4_key.h and made by every key_expand alike.
 * chain, counter and tweak are read and left as the next call needs them, so that a message may be
 * cut into calls anywhere.
 */
#ifndef MIFU_SM4_KERNELS_H
#define MIFU_SM4_KERNELS_H

#include "cpu_dispatch.h"
#include "ghash_kernels.h"
#include "mifu/sm4.h"
#include "mifu/sm4_modes.h"

/* A mode that chains: iv in, the next iv out. */
typedef void mifu_sm4_chained(const mifu_sm4_key *key, uint8_t chain[16], uint8_t *out,
                              const uint8_t *in, size_t blocks);

#define MIFU_SM4_LANES 64 /* messages at once in cbc_encrypt_many */

typedef struct mifu_sm4_kernels {
    /* Fills all of the key object. */
    void (*key_expand)(mifu_sm4_key *key, const uint8_t k[16]);
    /* The same `count` times: key object i from the bytes 16 i and following of k. */
    void (*key_expand_many)(mifu_sm4_key *keys, const uint8_t *k, size_t count);

    void (*encrypt)(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in, size_t blocks);
    void (*decrypt)(const mifu_sm4_key *key, uint8_t *out, const uint8_t *in, size_t blocks);

    mifu_sm4_chained *ctr;   /* chain is the counter, + 1 mod 2^128 a block */
    mifu_sm4_chained *ctr32; /* the last four bytes + 1 mod 2^32, as GCM has it */
    mifu_sm4_chained *cbc_encrypt;
    mifu_sm4_chained *cbc_decrypt;
    mifu_sm4_chained *cfb_encrypt; /* 128-bit feedback */
    mifu_sm4_chained *cfb_decrypt;
    mifu_sm4_chained *ofb;

    /*
     * ctr on `in` together with cbc_mac over the plaintext, as CCM has them: `in` when encrypting,
     * `out` when decrypting.
     */
    void (*ccm_encrypt)(const mifu_sm4_key *key, uint8_t counter[16], uint8_t mac[16], uint8_t *out,
                        const uint8_t *in, size_t blocks);
    void (*ccm_decrypt)(const mifu_sm4_key *key, uint8_t counter[16], uint8_t mac[16], uint8_t *out,
                        const uint8_t *in, size_t blocks);

    /* chain = E(... E(chain ^ block 0) ... ^ block n-1) */
    void (*cbc_mac)(const mifu_sm4_key *key, uint8_t chain[16], const uint8_t *in, size_t blocks);

    /*
     * Lane i of `lanes` <= MIFU_SM4_LANES: chains[i] = E(... E(chains[i] ^ block 0 of in[i]) ...)
     * under keys[i], as cbc_encrypt with out[i], or as cbc_mac where out is NULL. out[i] is in[i]
     * or apart.
     */
    void (*cbc_encrypt_many)(const mifu_sm4_key *const *keys, uint8_t (*chains)[16],
                             uint8_t *const *out, const uint8_t *const *in, size_t blocks,
                             size_t lanes);

    /* tweak is the encrypted tweak of the first block; it is doubled after each block. */
    void (*xts_encrypt)(const mifu_sm4_key *key, mifu_sm4_xts_order order, uint8_t tweak[16],
                        uint8_t *out, const uint8_t *in, size_t blocks);
    void (*xts_decrypt)(const mifu_sm4_key *key, mifu_sm4_xts_order order, uint8_t tweak[16],
                        uint8_t *out, const uint8_t *in, size_t blocks);

    /* ctr32 together with GHASH over the ciphertext. */
    void (*gcm_encrypt)(const mifu_sm4_key *key, uint64_t hash_key[MIFU_GHASH_KEY_WORDS],
                        uint8_t counter[16], uint8_t hash[16], uint8_t *out, const uint8_t *in,
                        size_t blocks);
    void (*gcm_decrypt)(const mifu_sm4_key *key, uint64_t hash_key[MIFU_GHASH_KEY_WORDS],
                        uint8_t counter[16], uint8_t hash[16], uint8_t *out, const uint8_t *in,
                        size_t blocks);
} mifu_sm4_kernels;

/*
 * mifu_sm4_key_init(), _encrypt_block() and _decrypt_block() as the library itself uses them: a
 * call that is on its way when the library is closed (base_state.h) goes on with true blocks, not
 * with zeros that would become key stream.
 */
void mifu_sm4_key_expand(mifu_sm4_key *key, const uint8_t k[16]);
void mifu_sm4_one_encrypt(uint8_t out[16], const mifu_sm4_key *key, const uint8_t in[16]);
void mifu_sm4_one_decrypt(uint8_t out[16], const mifu_sm4_key *key, const uint8_t in[16]);

#define MIFU_BACKEND(isa, arch, flags, needs)                                                      \
    MIFU_ON_##arch(extern const mifu_sm4_kernels mifu_sm4_##isa;)
#include "sm4_backends.def"
#undef MIFU_BACKEND

extern mifu_dispatch mifu_sm4_dispatch;

static inline const mifu_sm4_kernels *mifu_sm4_kernels_in_use(void)
{
    return mifu_dispatch_kernels(&mifu_sm4_dispatch);
}

#endif
