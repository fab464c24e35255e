set(rng_sources rng.c rng_fork.c rng_system.c)
