#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the library for aarch64 with Debian's cross compiler and runs the unit tests of its
# instruction-set back-ends under qemu-user. Exits with 77 where either is missing.
#
# usage: tests/emulated/run_aarch64.sh SOURCE-FOLDER BUILD-FOLDER
set -eu
source=$1 build=$2

for tool in aarch64-linux-gnu-gcc qemu-aarch64; do
    command -v "$tool" >/dev/null || { echo "skipped: there is no $tool here"; exit 77; }
done

cmake -S "$source" -B "$build" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
    -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DMIFU_WERROR=ON -DMIFU_BUILD_CLI=OFF \
    -DMIFU_BUILD_TESTS=OFF -DMIFU_BUILD_BENCH=OFF -DMIFU_BUILD_EXAMPLES=OFF -DMIFU_BUILD_PROVIDER=OFF >"$build.log" 2>&1 ||
    { cat "$build.log"; exit 1; }
cmake --build "$build" --target mifu_static >>"$build.log" 2>&1 || { cat "$build.log"; exit 1; }

includes="-I$source/tests/emulated -I$source/tests/support -I$source/include"
for folder in "$source"/src/*/; do
    includes="$includes -I$folder"
done

# Each back-end that the tables have for aarch64 must be there to be tested: "max" has all that the
# emulator knows, and a row that it lacks is named by the tests as skipped.
for test in test_hash test_hash_many test_hmac test_kdf test_sm4_kernels test_sm4_many; do
    aarch64-linux-gnu-gcc -std=c11 -O1 -D_GNU_SOURCE $includes "$source/tests/unit/$test.c" \
        "$build/lib/libmifu.a" -lpthread -o "$build/$test"
    echo "--- $test"
    qemu-aarch64 -cpu max -L /usr/aarch64-linux-gnu "$build/$test"
done
# Without the instructions the portable code is chosen, and works.
echo "--- test_hash, portable"
qemu-aarch64 -cpu cortex-a53 -L /usr/aarch64-linux-gnu -E MIFU_CPU=none "$build/test_hash" >"$build/portable.log"
grep -c '^passed' "$build/portable.log"
