#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/check-layers accepts a small tree that keeps the rules, and refuses each way to break one.

usage: api_layers.py CHECK_LAYERS
"""
import os
import subprocess
import sys
import tempfile

GOOD = {
    'src/CMakeLists.txt': 'set(folders base field top)\n',
    'src/base/base_a.h': '#include <stdint.h>\n',
    'src/field/field_a.c': '#include "base_a.h"\n#include "field_a.h"\n#include "mifu/thing.h"\n',
    'src/field/field_a.h': '',
    'src/top/top_a.c': '#include "field_a.h"\n',
    'include/mifu/thing.h': '#include <stddef.h>\n#include "other.h"\n',
    'include/mifu/other.h': '#include <stdint.h>\n',
    'apps/tool/tool.c': '#include <stdio.h>\n#include "tool.h"\n#include "mifu/thing.h"\n',
    'apps/tool/tool.h': '',
    'apps/CMakeLists.txt': 'target_link_libraries(tool mifu_static)\n',
    'src/README.md': '',
    'apps/README.md': '',
}

# What is broken: file, new text, words of the complaint.
BAD = [
    ('src/base/base_b.c', '#include "field_a.h"\n', 'base is below field'),
    ('src/field/field_b.c', '# include  "top_a.h"\n', 'no "top_a.h"'),
    ('src/field/field_b.c', '#include "field/field_a.h"\n', 'not a bare file name'),
    ('src/field/field_b.c', '#include <stdio.h>\n', '<stdio.h> has no place'),
    ('src/field/field_b.c', '#include <malloc.h>\n', '<malloc.h> has no place'),
    ('src/field/field_b.c', '#include "mifu/nothing.h"\n', 'no public header'),
    ('src/extra/extra_a.c', '\n', 'not in the list of layers'),
    ('src/field/deep/field_c.c', '\n', 'sources of the library lie in'),
    ('include/mifu/bad.h', '#include <string.h>\n', 'must not need <string.h>'),
    ('include/mifu/bad.h', '#include "base_a.h"\n', 'not a public header'),
    ('apps/tool/more.c', '#include "base_a.h"\n', 'private to the library'),
    ('apps/tool/more.c', '#include "../../src/field/field_a.h"\n', 'private to the library'),
    ('apps/tool/more.c', '#include "mifu/nothing.h"\n', 'no public header'),
    ('providers/x/more.c', '#include <field_a.h>\n', 'private to the library'),
    ('apps/tool/CMakeLists.txt', 'target_link_libraries(tool mifu_internal)\n', 'sees only include/mifu'),
    ('tests/unit/field_a.c', '\n', 'more than one file of this name'),
]


def run(script, files):
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), 'w', encoding='utf-8') as file:
                file.write(text)
        answer = subprocess.run([sys.executable, script, root], capture_output=True, text=True)
        return answer.returncode, answer.stdout + answer.stderr


def main():
    script = sys.argv[1]
    faults = 0
    status, text = run(script, GOOD)
    if status != 0:
        print('the good tree is refused:', text)
        faults += 1
    for path, content, words in BAD:
        status, text = run(script, GOOD | {path: content})
        if status != 1 or words not in text:
            print(f'{path} with {content!r}: status {status}, expected "{words}":', text)
            faults += 1
    print(f'{1 + len(BAD)} trees, {faults} faults')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
