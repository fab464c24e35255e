set(selftest_sources selftest.c selftest_hash.c selftest_image.c selftest_sm2.c selftest_sm4.c selftest_sm9.c
  selftest_zuc.c)
