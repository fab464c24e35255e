set(sm2_encoding_sources
  sm2_certificate.c sm2_ciphertext_convert.c sm2_curve_der.c sm2_key_der.c sm2_oid.c sm2_signature_der.c)
