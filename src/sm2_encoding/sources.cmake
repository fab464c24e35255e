set(sm2_encoding_sources
  sm2_certificate.c sm2_ciphertext_convert.c sm2_curve_der.c sm2_enveloped_key.c sm2_identify.c
  sm2_identify_structure.c sm2_key_der.c sm2_key_encrypted.c sm2_key_pem.c sm2_oid.c
  sm2_signature_der.c)
