#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The seal of the shared library: holds as built and stripped; breaks with any bit of code or constants, and with a bit
of the seal; a library without one says so.

usage: api_integrity.py PROGRAM SHARED_LIBRARY
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

MARK = b'mifu HMAC-SM3 of this image: v1\n'


def answer(program, folder):
    run = subprocess.run([program], env=dict(os.environ, LD_LIBRARY_PATH=folder), capture_output=True, text=True,
                         check=True)
    return run.stdout.strip()


def segments(library):
    """(file offset, address, size) of what is loaded and not written."""
    text = subprocess.run(['readelf', '-lW', library], check=True, capture_output=True, text=True).stdout
    for match in re.finditer(r'^\s+LOAD\s+(0x\w+)\s+(0x\w+)\s+0x\w+\s+(0x\w+)\s+0x\w+\s+(\S(?: ?\S)*)\s+0x', text,
                             re.MULTILINE):
        if 'W' not in match.group(4):
            yield tuple(int(match.group(i), 16) for i in (1, 2, 3))


def offset_of(library, symbol):
    text = subprocess.run(['nm', '-D', library], check=True, capture_output=True, text=True).stdout
    address = int(re.search(rf'^(\w+) T {symbol}$', text, re.MULTILINE).group(1), 16)
    for at, begin, size in segments(library):
        if begin <= address < begin + size:
            return at + address - begin
    sys.exit(f'{symbol} is in no segment')


def main():
    program, library = sys.argv[1:3]
    with open(library, 'rb') as file:
        image = file.read()
    seal = image.index(MARK)
    assert image.count(MARK) == 1
    # Code that the program does not run, a constant that it does not use, and the seal itself.
    changes = {'code': offset_of(library, 'mifu_sm9_decrypt') + 8,
               'text of a status': image.index(b'the point is not on the curve') + 4,
               'seal': seal + len(MARK) + 5}
    sealed = 'MIFU_OK MIFU_OK'
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, subprocess.run(
            ['sh', '-c', 'readelf -d "$1" | sed -n "s/.*SONAME.*\\[\\(.*\\)\\].*/\\1/p"', 'sh', library], check=True,
            capture_output=True, text=True).stdout.strip())

        def check(what, content, wanted):
            with open(copy, 'wb') as file:
                file.write(content)
            said = answer(program, folder)
            print(f'{what}: {said}')
            return said != wanted

        faults += check('as built', image, sealed)
        for what, at in changes.items():
            changed = bytearray(image)
            changed[at] ^= 0x10
            faults += check(f'{what} changed', changed, 'MIFU_ERR_SELFTEST MIFU_ERR_SELFTEST')
        unsealed = image[:seal + len(MARK)] + bytes(32) + image[seal + len(MARK) + 32:]
        faults += check('without a seal', unsealed, 'MIFU_ERR_UNSUPPORTED MIFU_OK')
        if shutil.which('strip'):
            shutil.copy(library, copy)
            subprocess.run(['strip', copy], check=True)
            said = answer(program, folder)
            print(f'stripped: {said}')
            faults += said != sealed
    print(f'{faults} faults')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
