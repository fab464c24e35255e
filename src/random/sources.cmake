set(random_sources random.c random_exit.c)
