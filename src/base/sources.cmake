set(base_sources base_secret.c base_status.c)
