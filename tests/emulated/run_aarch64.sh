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
cmake --build "$build" --target mifu_static -j2 >>"$build.log" 2>&1 || { cat "$build.log"; exit 1; }

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
# The vectors of whatever uses a back-end of this processor, on each of them.
flags="-std=c11 -O1 -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -I$source/tests/kat/stand_in -I$source/tests/kat"
kat=$(ls "$source"/tests/kat/kat_*.c)
aarch64-linux-gnu-gcc $flags $includes "$source/tests/kat/stand_in/kat_small_json.c" $kat \
    "$build/lib/libmifu.a" -o "$build/mifu-vectors"
echo "--- vectors"
for name in sm3 sha2 sm4 zuc; do
    qemu-aarch64 -cpu max -L /usr/aarch64-linux-gnu "$build/mifu-vectors" "$source/tests/vectors/$name.json" \
        >"$build/vectors.log" || { grep FAIL "$build/vectors.log" | head -n 40; exit 1; }
    tail -n 1 "$build/vectors.log" | sed "s/^/$name: /"
done
# Without the instructions the portable code is chosen, and works.
echo "--- test_hash, portable"
qemu-aarch64 -cpu cortex-a53 -L /usr/aarch64-linux-gnu -E MIFU_CPU=none "$build/test_hash" >"$build/portable.log"
grep -c '^passed' "$build/portable.log"
