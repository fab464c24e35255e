#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every algorithm that include/mifu offers is used by some self-test.

A function that src/selftest does not call must be of a kind that needs no known answer of its own, listed below.
A line of the list that fits no function is an error, too.

usage: api_selftest.py SOURCE_FOLDER
"""
import glob
import os
import re
import sys

from api_symbols import declared_by_header

# Headers without algorithms: texts and choices, encodings, the system's randomness, the self-tests themselves.
NO_ALGORITHM = {'status.h', 'cpu.h', 'mifu.h', 'pem.h', 'sm2_encoding.h', 'sm9_encoding.h', 'random.h', 'selftest.h'}

# Functions of any algorithm that compute nothing secret or new.
PLAIN = (
    r'_wipe', r'_copy', r'_equal', r'_size', r'_name', r'_max',  # objects and numbers
    r'_(to|from)_\w+',                                           # encodings
)

# Parts and forms of an algorithm: (how the name ends, how the name of what is called begins, behind the same words).
FORMS = (
    (r'(_encrypt|_decrypt|_mac|_digest)?_init', ''),  # streaming, of which the one-shot is tested
    (r'(_aad|_encrypt|_decrypt)?_update', ''),
    (r'_(encrypt|decrypt)_update_unverified', ''),
    (r'(_encrypt|_decrypt)?_final', ''),
    (r'_verify', '_mac'),         # compares what _mac gives
    (r'_digest_prepared', ''),    # over e, where the message is tested
    (r'_prepare', ''),            # a table that makes the same faster
    (r'_check', ''),              # of a key that was extracted
    (r'_keygen', '_key_from_bytes'),  # has the pairwise test
    (r'_message', ''),            # the message was hashed beforehand
    (r'_message_init', '_sign'),
    (r'_(extract|expand)', ''),   # the halves of HKDF
)

# Single functions.
SINGLE = {
    'mifu_sha256_hash_many': 'mifu_hash_digest_many() calls it',
    'mifu_sha224_hash_many': 'likewise',
    'mifu_sm2_default_id': 'a constant',
    'mifu_sm2_z': 'a part of mifu_sm2_digest()',
    'mifu_sm2_sign_digest': 'mifu_sm2_sign() without the hash',
    'mifu_sm9_encapsulate': 'mifu_sm9_encapsulate_many() of one',
    'mifu_sm9_encrypt_master_public_key_prepare': 'a table that makes the same faster',
    'mifu_sm9_exchange_ephemeral': 'with the numbers of the example instead of random ones',
    'mifu_zuc_update': 'mifu_zuc_encrypt() in pieces',
    'mifu_zuc_skip': 'mifu_zuc_keystream() thrown away',
}


def called(source):
    words = set()
    for path in glob.glob(os.path.join(source, 'src', 'selftest', '*.c')):
        with open(path, encoding='utf-8') as file:
            words.update(re.findall(r'\bmifu_\w+(?=\()', file.read()))
    return words


def reason(name, words, used):
    """Whether a function that is not called needs no test; marks the line that says so."""
    if name in SINGLE:
        used.add(name)
        return True
    for ending in PLAIN:
        if re.search(ending + '$', name):
            used.add(ending)
            return True
    for ending, other in FORMS:
        match = re.search(ending + '$', name)
        if match and any(word.startswith(name[:match.start()] + other) for word in words):
            used.add(ending)
            return True
    return False


def main():
    source = sys.argv[1]
    words, used, missing, count = called(source), set(), [], 0
    for header, names in declared_by_header(os.path.join(source, 'include')).items():
        if os.path.basename(header) in NO_ALGORITHM:
            continue
        count += len(names)
        missing += [(header, name) for name in sorted(names) if name not in words and not reason(name, words, used)]
    idle = (set(PLAIN) | set(SINGLE) | {ending for ending, _ in FORMS}) - used
    for header, name in missing:
        print(f'{header}: {name} is in no self-test')
    for line in sorted(idle):
        print(f'{line} fits no function')
    print(f'{count} functions, {len(missing)} in no self-test, {len(idle)} idle lines')
    return 1 if missing or idle or count < 200 else 0


if __name__ == '__main__':
    sys.exit(main())
