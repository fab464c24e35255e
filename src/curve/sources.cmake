set(curve_sources curve_base_table.c curve_point.c)
if(MIFU_ARCH STREQUAL X86_64)
  list(APPEND curve_sources curve_base_table_avx2.c)
endif()
