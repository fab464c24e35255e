#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A row of a back-end table asks the processor for all that its code uses.

1. For each compiler flag of a row the row needs the feature, or one that no processor has without it.
2. On x86-64, the same for the instructions in the row's objects: assembly is not bound by flags. Instructions of
   extensions that no row can ask for must not occur.

usage: api_backend_rows.py SRC_FOLDER STATIC_LIBRARY ARCH
"""
import pathlib
import re
import shutil
import subprocess
import sys

ROW = re.compile(r'^MIFU_BACKEND\((\w+), *(\w+), *"([^"]*)", *(.*)\)$')
OF_FLAG = {
    '-mssse3': 'SSSE3', '-msse4.1': 'SSE41', '-maes': 'AESNI', '-mpclmul': 'PCLMUL', '-mbmi': 'BMI1', '-mbmi2': 'BMI2',
    '-madx': 'ADX', '-msha': 'SHANI', '-mavx': 'AVX', '-mavx2': 'AVX2', '-mgfni': 'GFNI', '-mvaes': 'VAES',
    '-mvpclmulqdq': 'VPCLMUL', '-mavx512f': 'AVX512F', '-mavx512vl': 'AVX512VL', '-mavx512bw': 'AVX512BW',
    '-mavx512dq': 'AVX512DQ', '-mavx512ifma': 'AVX512IFMA', '-mavx512vbmi': 'AVX512VBMI',
    '-mavx512vbmi2': 'AVX512VBMI2', '-march=armv8-a+crypto': 'ARMAES ARMPMULL ARMSHA2',
    '-march=armv8.2-a+sm4': 'ARMSM3 ARMSM4',
}
# What a processor with a feature has too (Intel SDM volume 1, chapters 12 to 15).
HAS_TOO = {'AVX512VL': 'AVX512F', 'AVX512BW': 'AVX512F', 'AVX512DQ': 'AVX512F', 'AVX512IFMA': 'AVX512F',
           'AVX512VBMI': 'AVX512BW', 'AVX512VBMI2': 'AVX512BW', 'AVX512F': 'AVX2', 'AVX2': 'AVX', 'AVX': 'SSE41',
           'VAES': 'AVX', 'VPCLMUL': 'AVX', 'SSE41': 'SSSE3'}
# By the whole instruction. tzcnt is not here: compilers write it for bsf, where both do the same.
OF_INSTRUCTION = [(re.compile(pattern), needs) for pattern, needs in (
    (r'(andn|bextr|bls(r|i|msk))\b', {'BMI1'}),
    (r'(rorx|sarx|shlx|shrx|mulx|bzhi|pdep|pext)\b', {'BMI2'}),
    (r'(adcx|adox)\b', {'ADX'}),
    (r'sha256', {'SHANI'}),
    (r'v?aes.*xmm', {'AESNI'}),
    (r'vaes.*[yz]mm', {'VAES'}),
    (r'v?pclmul.*xmm', {'PCLMUL'}),
    (r'vpclmul.*[yz]mm', {'VPCLMUL'}),
    (r'v?gf2p8', {'GFNI'}),
    (r'vpmadd52', {'AVX512IFMA'}),
    (r'v\w+ .*zmm', {'AVX512F'}),
    (r'v\w+ .*ymm', {'AVX2'}),
    (r'v\w+ .*%(xmm|ymm)(1[6-9]|2\d|3[01])\b', {'AVX512VL'}),
    (r'(vprol|vpternlog).*%[xy]mm', {'AVX512VL'}),
    (r'v\w', {'AVX'}),
    (r'(lzcnt|popcnt|movbe|vfn?m(add|sub)\w*|vcvtp[hs]2p[hs]|crc32\w*)\b', {'nothing that a row can ask for'}),
)]


def closure(features):
    """With all that comes with them."""
    result, todo = set(), list(features)
    while todo:
        feature = todo.pop()
        if feature not in result:
            result.add(feature)
            if feature in HAS_TOO:
                todo.append(HAS_TOO[feature])
    return result


def rows(source):
    for table in sorted(source.glob('*/*_backends.def')):
        algorithm = table.name.removesuffix('_backends.def')
        for line in table.read_text().splitlines():
            match = ROW.match(line)
            if match:
                needs = closure(re.findall(r'MIFU_CPU_MASK\((\w+)\)', match[4]))
                yield f'{algorithm}_{match[1]}', match[2], match[3].split(), needs
            elif line.startswith('MIFU_BACKEND'):
                sys.exit(f'{table}: a row is malformed: {line}')


def instructions(library):
    """Object file without its endings -> the instructions in it."""
    text = subprocess.run(['objdump', '-d', '--no-show-raw-insn', library], check=True, capture_output=True,
                          text=True).stdout
    found, name = {}, None
    for line in text.splitlines():
        member = re.match(r'(\w+)(?:\.c|\.S)?\.o: +file format', line)
        code = re.match(r' *[0-9a-f]+:\t(.*)', line)
        if member:
            name = member[1]
        elif code:
            found.setdefault(name, set()).add(code[1].split('#')[0].strip())
    return found


def main():
    source, library, arch = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    table = list(rows(source))
    complaints = []
    for name, _, flags, needs in table:
        for flag in flags:
            if flag not in OF_FLAG:
                complaints.append(f'{name}: which feature is {flag}?')
            elif not needs & set(OF_FLAG[flag].split()):
                complaints.append(f'{name}: is compiled with {flag} and does not need {OF_FLAG[flag]}')
    if not table:
        complaints.append('no tables')

    if arch == 'X86_64':
        if shutil.which('objdump') is None:
            print('objdump is not there: instructions were not looked at')
            sys.exit(1 if complaints else 77)
        found = instructions(library)
        for name, row_arch, _, needs in table:
            if row_arch not in ('ANY', arch):
                continue
            if not found.get(name):
                complaints.append(f'{name}: no code of it in {library}')
            for pattern, features in OF_INSTRUCTION:
                used = sorted(text for text in found.get(name, ()) if pattern.match(text))
                if used and not features <= needs:
                    complaints.append(f'{name}: does not need {" ".join(features)}, and has {used[0]}')
    for complaint in complaints:
        print(complaint)
    sys.exit(1 if complaints else 0)


if __name__ == '__main__':
    main()
