set(sm2_many_sources sm2_many_decrypt.c sm2_many_digest.c sm2_many_dispatch.c sm2_many_ecdh.c
    sm2_many_encrypt.c sm2_many_keygen.c sm2_many_run.c sm2_many_sign.c sm2_many_verify.c)
