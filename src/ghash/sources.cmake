set(ghash_sources ghash.c ghash_dispatch.c)
