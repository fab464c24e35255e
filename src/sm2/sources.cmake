set(sm2_sources sm2_dispatch.c sm2_key.c sm2_testing.c sm2_za.c)
