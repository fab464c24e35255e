set(sm2_many_sources sm2_many_dispatch.c)
