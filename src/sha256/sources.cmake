set(sha256_sources sha256.c sha256_many.c sha256_dispatch.c)
