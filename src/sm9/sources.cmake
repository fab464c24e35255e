set(sm9_sources sm9_dispatch.c sm9_types.c)
