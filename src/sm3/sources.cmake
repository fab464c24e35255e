set(sm3_sources sm3.c sm3_many.c sm3_dispatch.c)
