#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every public function knows the error state (src/base/base_state.h): the first line of one that returns a status
refuses, that of one that returns nothing but writes an output zeroes it. What is left out is named here.

usage: api_closed.py SOURCE_FOLDER
"""
import os
import re
import sys

# These work in the error state: they tell, choose back-ends, wipe, or hold data until a function is asked for a result.
OPEN = re.compile(
    r'mifu_(cpu_restrict|backend_select|status_class|selftest_(state|pairwise)|random_(state|wipe_thread)|'
    r'drbg_uninstantiate|sm4_xts_tweak_from_sector|sm9_message_init|hash_update|hash_final|hmac_init|hmac_update|'
    r'sm3_(init|update|copy)|sha(256|224)_(init|update|copy|hash))$|_wipe$')
# hash_final and sha256_hash come to a function that zeroes; tests/unit/test_selftest.c sees to that.
GUARD = re.compile(r'\s*MIFU_(REFUSE_WHEN_CLOSED\(\)|REFUSE_MANY_WHEN_CLOSED\(.*\)|ZEROS_WHEN_CLOSED\(.*\));')


def functions(include):
    for header in sorted(os.listdir(os.path.join(include, 'mifu'))):
        with open(os.path.join(include, 'mifu', header), encoding='utf-8') as file:
            text = re.sub(r'/\*.*?\*/', ' ', file.read(), flags=re.DOTALL)
        text = re.sub(r'^[ \t]*#[ \t]*define\b(?:.*\\\n)*.*$', ' ', text, flags=re.MULTILINE)
        for match in re.finditer(r'\bMIFU_API\b([^;]*);', text):
            declaration = ' '.join(match.group(1).replace('MIFU_MUST_CHECK', '').split())
            name = re.search(r'(\w+)\s*\(', declaration)
            if name is not None:
                yield declaration[:name.start()].strip(), name.group(1)


def definitions(source):
    """Name -> first line of the body. Names that a macro puts together, KEY(to_der) or MODE(_init), for each beginning
    that some file gives the macro."""
    first_lines, pasted, beginnings = {}, {}, {}
    for folder, _, names in os.walk(os.path.join(source, 'src')):
        for name in sorted(names):
            if not name.endswith(('.c', '.inc')):
                continue
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                text = file.read()
            for match in re.finditer(r'^(?:mifu_status|void)\s+(mifu_\w+)\([^;{]*\)\n\{\n(.*)\n', text, re.MULTILINE):
                first_lines[match.group(1)] = match.group(2)
            for match in re.finditer(r'^(?:mifu_status|void)\s+([A-Z]+)\((\w+)\)\([^;{]*\)\n\{\n(.*)\n', text,
                                     re.MULTILINE):
                pasted[match.group(1), match.group(2)] = match.group(3)
            for match in re.finditer(r'#define ([A-Z]+)\((\w+)\)\s+(mifu_\w+)##\2', text):
                beginnings.setdefault(match.group(1), []).append(match.group(3))
    for (macro, part), line in pasted.items():
        for beginning in beginnings.get(macro, []):
            first_lines.setdefault(beginning + part, line)
    return first_lines


def main():
    source = sys.argv[1]
    lines = definitions(source)
    faults = checked = 0
    for returned, name in functions(os.path.join(source, 'include')):
        if returned not in ('mifu_status', 'void') or OPEN.search(name):
            continue
        checked += 1
        if name == 'mifu_selftest' or name == 'mifu_selftest_integrity':
            continue  # refuse too, after the declaration of what they work on
        if name not in lines:
            print(f'{name}: no definition found')
            faults += 1
        elif not GUARD.match(lines[name]):
            print(f'{name}: begins with "{lines[name].strip()}"')
            faults += 1
    print(f'{checked} functions, {faults} that do not know the error state')
    return 1 if faults or checked < 200 else 0


if __name__ == '__main__':
    sys.exit(main())
