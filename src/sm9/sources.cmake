set(sm9_sources sm9_base_tables.c sm9_ciphertext.c sm9_decompose.c sm9_decrypt.c sm9_dispatch.c sm9_encrypt.c sm9_exchange.c
  sm9_extract.c sm9_hash.c sm9_kem.c sm9_many.c sm9_master.c sm9_pair.c sm9_point.c sm9_prepare.c sm9_sign.c
  sm9_types.c sm9_user_key.c sm9_verify.c)
