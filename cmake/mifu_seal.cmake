# mifu_seal(TARGET): writes the HMAC of a linked image into it, by tools/seal_image.c, as a step of the build. Without
# it, as in a cross build that has no emulator, the self-test of integrity answers that there is no seal. Sanitized
# builds have none either: reading whole segments is what AddressSanitizer forbids.
set(MIFU_CAN_SEAL OFF)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT MIFU_SANITIZE AND (NOT CMAKE_CROSSCOMPILING OR CMAKE_CROSSCOMPILING_EMULATOR))
  set(MIFU_CAN_SEAL ON)
endif()

function(mifu_seal target)
  if(MIFU_CAN_SEAL)
    add_custom_command(TARGET ${target} POST_BUILD COMMAND mifu-seal "$<TARGET_FILE:${target}>" VERBATIM)
    add_dependencies(${target} mifu-seal)
  endif()
endfunction()
