#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the build into an empty prefix and builds a program against it in the ways users do: pkg-config with
# the shared and with the static library, CMake's find_package with both, as C and as C++.
#
# usage: api_install.sh BUILD_FOLDER SOURCE_FOLDER VERSION
set -eu
build=$1 source=$2 version=$3
for tool in pkg-config cc c++ cmake; do
    command -v "$tool" >/dev/null || { echo "there is no $tool here"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

cmake --install "$build" --prefix "$prefix" >/dev/null
libdir=$(dirname "$(find "$prefix" -name libmifu.a)")
export PKG_CONFIG_PATH=$libdir/pkgconfig

[ "$(pkg-config --modversion mifu)" = "$version" ] || { echo "mifu.pc has another version"; exit 1; }
[ -e "$libdir/libmifu.so.${version%%.*}" ] || { echo "there is no library under the soname"; exit 1; }
readelf -d "$libdir/libmifu.so" | grep -q "SONAME.*libmifu.so.${version%%.*}]" || { echo "wrong soname"; exit 1; }
if grep -rqF "$source" "$prefix/include" "$libdir/pkgconfig" "$libdir/cmake"; then
    echo "an installed file names the source folder:"
    grep -rlF "$source" "$prefix/include" "$libdir/pkgconfig" "$libdir/cmake"
    exit 1
fi
for header in "$source"/include/mifu/*.h; do
    cmp -s "$header" "$prefix/include/mifu/$(basename "$header")" || { echo "$header is not installed"; exit 1; }
done

cd "$work"
cp "$source/tests/api/api_consumer.c" consumer.c
cp consumer.c consumer.cpp
flags=$(pkg-config --cflags --libs mifu)
for compile in "cc -std=c11" "c++ -std=c++11"; do
    file=consumer.c
    case $compile in c++*) file=consumer.cpp ;; esac
    # The flags are words.
    $compile -Wall -Wextra -Werror "$file" $flags -o shared
    ldd ./shared | grep -q 'libmifu.so' && { echo "found without a path?"; ldd ./shared | grep mifu | grep -v 'not found' && exit 1; }
    LD_LIBRARY_PATH=$libdir ./shared
    $compile -Wall -Wextra -Werror "$file" $(pkg-config --cflags mifu) -Wl,-Bstatic \
        $(pkg-config --static --libs mifu) -Wl,-Bdynamic -o static
    ! readelf -d ./static | grep -q libmifu || { echo "the static program needs the shared library"; exit 1; }
    ./static
done

mkdir project
cp consumer.c consumer.cpp project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(consumer C CXX)
find_package(mifu REQUIRED)
foreach(kind static shared)
  add_executable(c_${kind} consumer.c)
  target_link_libraries(c_${kind} PRIVATE mifu::${kind})
  add_executable(cxx_${kind} consumer.cpp)
  target_link_libraries(cxx_${kind} PRIVATE mifu::${kind})
endforeach()
END
cmake -S project -B project/build -DCMAKE_PREFIX_PATH="$prefix" >cmake.log 2>&1 || { cat cmake.log; exit 1; }
cmake --build project/build >>cmake.log 2>&1 || { cat cmake.log; exit 1; }
for program in c_static c_shared cxx_static cxx_shared; do
    "project/build/$program"
done
# An incompatible version is not taken.
sed -i 's/find_package(mifu REQUIRED)/find_package(mifu 999 REQUIRED)/' project/CMakeLists.txt
if cmake -S project -B project/build2 -DCMAKE_PREFIX_PATH="$prefix" >/dev/null 2>&1; then
    echo "find_package(mifu 999) is satisfied"
    exit 1
fi
echo "installed, found and used"
