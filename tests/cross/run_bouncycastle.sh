#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Has BouncyCastle (Debian's libbcprov-java) make random cases, and the program check them. Exits
# with 77 where there is no Java compiler or no BouncyCastle. MIFU_TEST_SEED repeats a run.
#
# usage: tests/cross/run_bouncycastle.sh SOURCE.java FOLDER PROGRAM
set -eu
source=$1 folder=$2 program=$3
jar=/usr/share/java/bcprov.jar
class=$(basename "$source" .java)
seed=${MIFU_TEST_SEED:-$(date +%s)}
count=$((100 * ${MIFU_TEST_COUNT:-1}))

command -v javac >/dev/null || { echo "skipped: there is no javac here"; exit 77; }
[ -r "$jar" ] || { echo "skipped: there is no $jar here"; exit 77; }

mkdir -p "$folder"
javac -cp "$jar" -d "$folder" "$source"
echo "$class: seed $seed, $count rounds"
java -cp "$jar:$folder" "$class" "$seed" "$count" >"$folder/$class.cases"
"$program" "$folder/$class.cases"
