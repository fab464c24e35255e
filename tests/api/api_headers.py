#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every public header compiles alone and twice, as C11 and as C++11 and later, without a warning; the umbrella
header includes all others.

usage: api_headers.py INCLUDE_FOLDER C_COMPILER...   (the C++ compilers that belong to them are looked for)
"""
import os
import re
import shutil
import subprocess
import sys

C_FLAGS = ['-std=c11', '-Wall', '-Wextra', '-pedantic', '-Wstrict-prototypes', '-Wundef', '-Werror']
CXX_FLAGS = ['-Wall', '-Wextra', '-pedantic', '-Wundef', '-Werror']


def compiles(command, text):
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    if run.returncode != 0:
        print(' '.join(command))
        print(run.stderr)
    return run.returncode == 0


def main():
    include = sys.argv[1]
    headers = sorted(name for name in os.listdir(os.path.join(include, 'mifu')) if name.endswith('.h'))
    commands = []
    for compiler in ['gcc', 'clang']:
        if shutil.which(compiler):
            commands.append([compiler] + C_FLAGS + ['-x', 'c'])
    for compiler in ['g++', 'clang++']:
        if shutil.which(compiler):
            for standard in ['c++11', 'c++17', 'c++20']:
                commands.append([compiler, '-std=' + standard] + CXX_FLAGS + ['-x', 'c++'])
    if not any('c++' in command for command in commands):
        print('there is no C++ compiler here')
        return 77
    faults = 0
    for command in commands:
        for header in headers:
            text = f'#include <mifu/{header}>\n#include <mifu/{header}>\nint main(void) {{ return 0; }}\n'
            if not compiles(command + ['-I', include, '-fsyntax-only', '-'], text):
                faults += 1
    with open(os.path.join(include, 'mifu', 'mifu.h'), encoding='utf-8') as file:
        included = set(re.findall(r'#\s*include\s*"([^"]+)"', file.read()))
    for header in headers:
        if header != 'mifu.h' and header not in included:
            print(f'mifu.h does not include {header}')
            faults += 1
    print(f'{len(headers)} headers, {len(commands)} ways to compile them, {faults} faults')
    return 1 if faults or not headers else 0


if __name__ == '__main__':
    sys.exit(main())
