#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the memory operands of a program's instructions, for timing-trace.

usage: timing_operands.py PROGRAM > TABLE        (x86-64, not position-independent)

Reads objdump's disassembly. A line of the table is one operand:

    A address base index scale displacement    memory at base + index * scale + displacement
    D address register                         a division: its time depends on its operands
    G address                                  gather or scatter: addresses from a vector register

"-" is no register. Segment bases are left out: they do not change within a run.
Instructions that touch memory only through the stack pointer without naming it (push, call) and
operands relative to the program counter need no line: the order of instructions tells all.
"""
import re
import subprocess
import sys

INSTRUCTION = re.compile(r"^ *([0-9a-f]+):\t(.*)$")
OPERAND = re.compile(r"(-?0x[0-9a-f]+)?\((%[a-z0-9]+)?(?:,(%[a-z0-9]+),([1248]))?\)")
NAMES = {"r%d" % i for i in range(8, 16)} | {"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp"}
# What computes an address, or nothing, without going there.
NO_ACCESS = re.compile(r"^(?:[a-z0-9]+ )*(lea[lqw]?|nop[lw]?|data16|cs nop[lw]?)\b")
DIVISION = re.compile(r"\b(i?div)[bwlq]?\s+%([a-z0-9]+)")
WIDE = {"eax": "rax", "ebx": "rbx", "ecx": "rcx", "edx": "rdx", "esi": "rsi", "edi": "rdi", "ebp": "rbp"}


def register(name):
    if name is None or name in ("%riz", "%eiz"):
        return "-"
    if name[1:] not in NAMES:
        raise ValueError("register %s in an address" % name)
    return name[1:]


def operands(address, text):
    text = text.split("#")[0].split("<")[0]
    if NO_ACCESS.match(text):
        return
    division = DIVISION.search(text)
    if division:
        name = division.group(2)
        yield "D %s %s" % (address, WIDE.get(name, name.rstrip("dwb") if name[0] == "r" and name[1].isdigit() else name))
    for displacement, base, index, scale in OPERAND.findall(text):
        if base == "%rip":
            continue
        if index and index[1:4] in ("xmm", "ymm", "zmm"):
            yield "G %s" % address
            continue
        offset = int(displacement, 16) if displacement else 0
        yield "A %s %s %s %s %d" % (address, register(base or None), register(index or None), scale or 1, offset)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    listing = subprocess.run(["objdump", "-d", "--no-show-raw-insn", sys.argv[1]],
                             check=True, capture_output=True, text=True).stdout
    for line in listing.splitlines():
        match = INSTRUCTION.match(line)
        if match:
            for row in operands(match.group(1), match.group(2)):
                print(row)


main()
