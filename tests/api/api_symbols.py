#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the libraries export and what they call.

1. The shared library exports exactly what include/mifu declares with MIFU_API, and every name begins with mifu_.
2. Every global name of the static library begins with mifu_.
3. The objects call nothing outside the library but the names below: no allocator, no stdio.
4. There is no writable global data but of the kinds named below.

usage: api_symbols.py STATIC_LIBRARY SHARED_LIBRARY INCLUDE_FOLDER
"""
import collections
import os
import re
import subprocess
import sys

# Called from outside, by reason.
ALLOWED = {
    'memory and strings': 'memcpy memmove memset memcmp strcmp strncmp strlen strchr memchr strcspn strspn '
                          '__memcpy_chk __memmove_chk __memset_chk explicit_bzero bcmp',
    'environment': 'getenv secure_getenv',
    'system': 'getrandom getentropy open open64 __open_2 __open64_2 read close fstat fstat64 syscall getpid getauxval '
              'sysconf pthread_key_create pthread_key_delete pthread_setspecific clock_gettime dl_iterate_phdr madvise mmap munmap __errno_location poll',
    'compiler': '__stack_chk_fail __stack_chk_fail_local _GLOBAL_OFFSET_TABLE_ __tls_get_addr ___tls_get_addr '
                '__stack_chk_guard __udivdi3 __umoddi3 __popcountdi2 __cpu_model __cpu_indicator_init',
}
# Writable global data: which back-end is chosen, what the processor has, the generators,
# the error state.
STATE = r'_dispatch\.c\.o:mifu_\w+_dispatch$|^cpu_features\.c\.o:|^base_state\.c\.o:|^(rng|random)\w*\.c\.o:'
NAMES = {name for names in ALLOWED.values() for name in names.split()}


def nm(*arguments):
    return subprocess.run(['nm', *arguments], check=True, capture_output=True, text=True).stdout.splitlines()


def declared_by_header(include):
    """Header -> names that stand after MIFU_API in it."""
    headers = {}
    for header in sorted(os.listdir(os.path.join(include, 'mifu'))):
        with open(os.path.join(include, 'mifu', header), encoding='utf-8') as file:
            text = re.sub(r'/\*.*?\*/', ' ', file.read(), flags=re.DOTALL)
        text = re.sub(r'^[ \t]*#[ \t]*define\b(?:.*\\\n)*.*$', ' ', text, flags=re.MULTILINE)
        headers[header] = set()
        for match in re.finditer(r'\bMIFU_API\b([^;]*);', text):
            declaration = match.group(1)
            name = re.search(r'\b([A-Za-z_]\w*)\s*(?:\(|\[)', declaration.replace('MIFU_MUST_CHECK', ''))
            if name is None:
                sys.exit(f'{header}: no name in: {" ".join(declaration.split())}')
            headers[header].add(name.group(1))
    return headers


def without_planned(headers, there):
    """All names but those of headers of which nothing is there yet: such a header is a plan, and named."""
    for header in sorted(headers):
        if headers[header] and not headers[header] & there:
            print(f'skipped: {header}, of which nothing is there yet')
    return set().union(*(names for names in headers.values() if names & there))


def main():
    static, shared, include = sys.argv[1:4]
    faults = []

    exported = {line.split()[-1].split('@')[0] for line in nm('-D', '--defined-only', shared)}
    exported -= {'_init', '_fini', '__bss_start', '_edata', '_end'}
    public = without_planned(declared_by_header(include), exported)
    for name in sorted(exported):
        if not name.startswith('mifu_'):
            faults.append(f'{name} is exported without the prefix')
        elif name not in public:
            faults.append(f'{name} is exported and not declared in include/mifu')
    for name in sorted(public - exported):
        faults.append(f'{name} is declared in include/mifu and not exported')

    defined, needed, writable = set(), collections.defaultdict(set), []
    member = ''
    for line in nm('--format=sysv', static):
        if line.endswith(']:') or line.endswith(':') and '[' in line:
            member = re.sub(r'.*\[(.*)\]:$', r'\1', line)
            continue
        words = [word.strip() for word in line.split('|')]
        if len(words) < 7 or words[0] in ('', 'Name'):
            continue
        name, kind, section = words[0], words[2], words[6]
        if kind == 'U':
            needed[name].add(member)
        elif kind.isupper() or kind in ('w', 'v'):
            defined.add(name)
            if not name.startswith('mifu_') and not re.match(r'__x86\.get_pc_thunk|DW\.ref', name):
                faults.append(f'{member}: {name} is global without the prefix')
        if re.match(r'\.(data|bss|tdata|tbss)(?!\.rel\.ro)|\*COM\*', section) and words[3] in ('OBJECT', 'TLS'):
            writable.append((member, name))
    for name in sorted(set(needed) - defined - NAMES):
        faults.append(f'{", ".join(sorted(needed[name]))}: calls {name}, which is not in the list of permitted names')
    for member, name in writable:
        if not re.search(STATE, f'{member}:{name}'):
            faults.append(f'{member}: {name} is writable global data')

    for fault in faults:
        print(fault)
    print(f'{len(exported)} exported, {len(public)} declared, {len(defined)} global names, '
          f'{len(set(needed) - defined)} names from outside, {len(writable)} writable: {len(faults)} faults')
    return 1 if faults or not exported or not defined else 0


if __name__ == '__main__':
    sys.exit(main())
