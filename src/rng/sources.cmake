set(rng_sources rng_entropy.c rng_fork.c rng_hardware.c rng_health.c rng_system.c)
