set(field_sources field_inverse_sm2.c field_sm2.c field_sm9.c)
if(MIFU_ARCH STREQUAL X86_64)
  list(APPEND field_sources field_sm2p_avx2.S)
endif()
# Vectors of four words wait for words that have just been stored.
if(CMAKE_C_COMPILER_ID STREQUAL GNU)
  set_source_files_properties("${CMAKE_CURRENT_SOURCE_DIR}/field/field_sm2.c" PROPERTIES COMPILE_OPTIONS "-fno-tree-vectorize")
endif()
