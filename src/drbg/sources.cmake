set(drbg_sources drbg.c drbg_hash.c drbg_hmac.c drbg_ctr.c)
