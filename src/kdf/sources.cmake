set(kdf_sources kdf_hkdf.c kdf_pbkdf2.c kdf_sm3.c kdf_tlcp_prf.c)
