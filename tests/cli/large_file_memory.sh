#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A sparse file of 5 GiB through everything that streams, with peak memory below 32 MiB, and with
# the right result beyond 4 GiB. Takes some minutes; runs by hand or nightly.
#
# usage: large_file_memory.sh [MIFU]      SIZE_MIB=5120, LIMIT_KIB=32768; ALL=1 adds the slow modes
set -euo pipefail

mifu=$(realpath "${1:-${MIFU:-build/bin/mifu}}")
size_mib=${SIZE_MIB:-5120}
limit_kib=${LIMIT_KIB:-32768}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

export MIFU_KEY=0123456789abcdeffedcba9876543210
iv=f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff
truncate -s "${size_mib}M" large
"$mifu" sm2 keygen --out key.pem --pub-out pub.pem

# Runs a command; prints its peak memory and fails where that is over the limit.
measured() {
    python3 - "$limit_kib" "$@" <<'PYTHON'
import os, sys, time
limit, words = int(sys.argv[1]), sys.argv[2:]
begin = time.monotonic()
_, status, usage = os.wait4(os.posix_spawn(words[0], words, os.environ,
                            file_actions=[(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)]), 0)
peak, code = usage.ru_maxrss, os.waitstatus_to_exitcode(status)
print(f"{peak:6d} KiB  {time.monotonic() - begin:6.1f} s  mifu {' '.join(words[1:4])}", file=sys.stderr)
sys.exit(code if code else 1 if peak >= limit else 0)
PYTHON
}

measured "$mifu" sm3 large | tee sum
if command -v openssl >/dev/null && openssl dgst -sm3 large >/dev/null 2>&1; then
    [ "$(cut -d' ' -f1 sum)" = "$(openssl dgst -sm3 -r large | cut -d' ' -f1)" ] ||
        { echo 'large_file_memory: the SM3 digest is wrong' >&2; exit 1; }
fi
measured "$mifu" sm2 sign --key key.pem --in large --out large.sig
measured "$mifu" sm2 verify --pub pub.pem --sig large.sig --in large
measured "$mifu" hmac --key-hex $MIFU_KEY large >/dev/null
measured "$mifu" sm4 encrypt --mode ctr --key-hex $MIFU_KEY --iv-hex $iv --in large --out /dev/null
measured "$mifu" sm4 decrypt --mode cbc --padding none --key-hex $MIFU_KEY --iv-hex $iv --in large --out /dev/null
measured "$mifu" sm4 encrypt --mode gcm --raw --key-hex $MIFU_KEY --iv-hex ${iv:0:24} --in large --out /dev/null
if [ -n "${ALL:-}" ]; then # modes that chain block to block: slow without special instructions
    measured "$mifu" sm4 mac --key-hex $MIFU_KEY large >/dev/null
    measured "$mifu" sm4 encrypt --mode cbc --key-hex $MIFU_KEY --iv-hex $iv --in large --out /dev/null
    measured "$mifu" sm4 encrypt --mode ccm --key-hex $MIFU_KEY --iv-hex ${iv:0:20} --in large --out /dev/null
fi

# the file format, there and back, without a copy on disk
mkfifo pipe
"$mifu" sm4 encrypt --key-hex $MIFU_KEY --in large --out pipe &
measured "$mifu" sm4 decrypt --key-hex $MIFU_KEY --in pipe --out - | "$mifu" sm3 >again
wait
[ "$(cut -d' ' -f1 sum)" = "$(cut -d' ' -f1 again)" ] ||
    { echo 'large_file_memory: the decrypted file differs' >&2; exit 1; }
echo "all below $limit_kib KiB"
