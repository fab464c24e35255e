set(hash_sources hash.c)
