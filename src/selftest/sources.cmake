set(selftest_sources selftest.c selftest_drbg.c selftest_hash.c selftest_image.c selftest_many.c selftest_sm2.c
  selftest_sm4.c selftest_sm4_mac.c selftest_sm9.c selftest_sm9_exchange.c selftest_zuc.c)
