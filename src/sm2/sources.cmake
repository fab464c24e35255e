set(sm2_sources sm2_ciphertext.c sm2_decrypt.c sm2_dispatch.c sm2_ecdh.c sm2_encrypt.c sm2_exchange.c
  sm2_key.c sm2_nonce.c sm2_pair.c sm2_prepared.c sm2_sign.c sm2_testing.c sm2_verify.c sm2_za.c)
