# The warnings every C file of the project is built with; errors where MIFU_WERROR is on (CI).
function(mifu_set_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes
    -Wmissing-prototypes -Wpointer-arith -Wundef -Wvla)
  if(MIFU_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
