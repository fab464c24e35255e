# MIFU_OPENSSL_MODULES_DIR: where mifu.so is installed. OpenSSL looks for providers in one folder: the same place under
# the prefix as that one under libcrypto's, so that the prefix /usr hits it and any other prefix stays below itself.
find_package(PkgConfig)
if(PkgConfig_FOUND)
  pkg_get_variable(mifu_modules_dir libcrypto modulesdir)
  pkg_get_variable(mifu_modules_prefix libcrypto prefix)
endif()
if(mifu_modules_dir AND mifu_modules_prefix)
  file(RELATIVE_PATH mifu_modules_dir "${mifu_modules_prefix}" "${mifu_modules_dir}")
else()
  set(mifu_modules_dir "${CMAKE_INSTALL_LIBDIR}/ossl-modules")
endif()
set(MIFU_OPENSSL_MODULES_DIR "${mifu_modules_dir}" CACHE STRING "Folder for mifu.so, absolute or under the prefix")
