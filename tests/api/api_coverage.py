#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every function that include/mifu declares is called in some test program.

usage: api_coverage.py SOURCE_FOLDER
"""
import os
import re
import sys

from api_symbols import declared_by_header, without_planned


def main():
    source = sys.argv[1]
    words = set()
    for folder, _, names in os.walk(os.path.join(source, 'tests')):
        for name in names:
            if name.endswith('.c') or name.endswith('.h'):
                with open(os.path.join(folder, name), encoding='utf-8') as file:
                    text = re.sub(r'/\*.*?\*/', ' ', file.read(), flags=re.DOTALL)
                words.update(re.findall(r'\bmifu_\w+', text))
                # Names that a macro puts together: mifu_sm4_##name##_update.
                for left, right in re.findall(r'\b(mifu_\w+)##\w+##(\w+)', text):
                    words.add((left, right))
    pasted = [word for word in words if isinstance(word, tuple)]
    headers = declared_by_header(os.path.join(source, 'include'))
    tested = {name for names in headers.values() for name in names if name in words or any(
        name.startswith(left) and name.endswith(right) and len(name) > len(left + right) for left, right in pasted)}
    public = without_planned(headers, tested)
    missing = sorted(public - tested)
    for name in missing:
        print(f'{name} is called by no test')
    print(f'{len(public)} public names, {len(missing)} without a test')
    return 1 if missing or not public else 0


if __name__ == '__main__':
    sys.exit(main())
