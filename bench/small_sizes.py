#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hashes and HMAC of short messages: the back-end that is chosen here against the portable code.

usage: bench/small_sizes.py [--bench build/bin/mifu-bench] [FILE]

FILE is output of mifu-bench --json; without it the benchmark runs for these rows.
"""
import argparse
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
SIZES = (16, 64, 256)
TOLERATED = 1.03  # differences below are noise


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench", default=str(ROOT / "build" / "bin" / "mifu-bench"))
    parser.add_argument("file", nargs="?")
    options = parser.parse_args()
    if options.file:
        text = open(options.file).read()
    else:
        text = subprocess.run([options.bench, "--json", "--filter", "^(sm3|sha256|hmac_[a-z0-9]*)[.]"],
                              capture_output=True, text=True, check=True).stdout
    rows = {}
    for line in text.splitlines():
        row = json.loads(line)
        if row["impl"] == "mifu" and row["lanes"] == 1 and row["bytes"] in SIZES:
            # Back-ends come best first: the first is the one that is chosen.
            rows.setdefault((row["op"], row["bytes"]), {})[row["backend"]] = row["cycles"]
    print("short messages: cycles of the chosen back-end / of the portable code")
    for (op, size), cycles in sorted(rows.items()):
        chosen = next(iter(cycles))
        if chosen == "portable" or "portable" not in cycles:
            continue
        ratio = cycles[chosen] / cycles["portable"]
        print(f"{op:<16} {size:>4} bytes  {chosen:<8} {ratio:5.2f}"
              f"{'  SLOWER' if ratio > TOLERATED else ''}")


if __name__ == "__main__":
    main()
