set(hmac_sources hmac.c)
