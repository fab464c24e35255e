#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checksums of a folder of small files: mifu sm3 against openssl dgst -sm3, and a run for each file.

usage: bench/many_files.py [--files 10000] [--bytes 4096] [--runs 5] [--mifu build/bin/mifu]
                           [--in-process build/bin/mifu-bench-files]

A program gets all files in one command line, but for the last row; the digests are compared. The time
is that of the processor, user and system, of the best run: waiting for other programs does not enter.
What the lanes alone gain is told by a program that hashes the same files in lanes and one by one.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]


def run(words, folder, environment):
    """Processor seconds and the digests."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(words, cwd=folder, env=environment, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"many_files: {words[0]} {words[1]} exited with {process.returncode}")
        out.seek(0)
        return usage.ru_utime + usage.ru_stime, [line.split()[0] for line in out]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=10000)
    parser.add_argument("--bytes", type=int, default=4096)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--mifu", default=str(ROOT / "build" / "bin" / "mifu"))
    parser.add_argument("--in-process", default=str(ROOT / "build" / "bin" / "mifu-bench-files"))
    options = parser.parse_args()
    mifu = os.path.abspath(options.mifu)
    programs = [("mifu sm3", [mifu, "sm3"], {})]
    if shutil.which("openssl"):
        programs.append(("openssl dgst -sm3", ["openssl", "dgst", "-sm3", "-r"], {}))
    programs.append(("mifu sm3, portable", [mifu, "sm3"], {"MIFU_CPU": "none"}))

    best, digests, in_process = {}, {}, []
    with tempfile.TemporaryDirectory(prefix="mifu-many-files-") as folder:
        names = [f"file-{i:05d}" for i in range(options.files)]
        for name in names:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(os.urandom(options.bytes))
        for _ in range(options.runs):
            for title, words, more in programs:
                seconds, digests[title] = run(words + names, folder, {**os.environ, **more})
                best[title] = min(seconds / options.files, best.get(title, seconds))
            in_process.append([float(us) for us in subprocess.run(
                [os.path.abspath(options.in_process), *names], cwd=folder, check=True, capture_output=True,
                text=True).stdout.split()])
        few = names[:options.files // 50 + 1]
        alone = [run([mifu, "sm3", name], folder, os.environ) for name in few]
    best["mifu sm3, a run for each file"] = sum(seconds for seconds, _ in alone) / len(few)
    print(f"{options.files} files of {options.bytes} bytes, processor time of the best of "
          f"{options.runs} runs")
    for title, seconds in best.items():
        print(f"{title:<30} {1e6 * seconds:9.2f} us a file  {seconds / best['mifu sm3']:6.2f} times mifu")
    reading, lanes, one_by_one = map(min, zip(*in_process))
    print(f"in one process: reading {reading:.2f} us a file, hashing in lanes {lanes:.2f}, one by one {one_by_one:.2f}: "
          f"{one_by_one / lanes:.2f} times; with reading {(reading + one_by_one) / (reading + lanes):.2f} times")
    if any(other != digests["mifu sm3"] for other in digests.values()) or \
            [out[0] for _, out in alone] != digests["mifu sm3"][:len(few)]:
        sys.exit("many_files: the digests differ")


if __name__ == "__main__":
    main()
