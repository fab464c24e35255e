# The warnings every C file of the project is built with; errors where MIFU_WERROR is on (CI).
function(mifu_set_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes
    -Wmissing-prototypes -Wpointer-arith -Wundef -Wvla)
  if(CMAKE_SIZEOF_VOID_P LESS 8)
    # Limits of 2^36 bytes and the like lie above SIZE_MAX there: the comparisons are always false, as they should be.
    target_compile_options(${target} PRIVATE -Wno-type-limits)
  endif()
  if(MIFU_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
