set(random_sources random.c random_exit.c random_scalar.c)
