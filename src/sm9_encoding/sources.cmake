set(sm9_encoding_sources sm9_encrypt_key_files.c sm9_encrypt_master_files.c sm9_key_info.c
  sm9_sign_key_files.c sm9_sign_master_files.c sm9_structures.c)
