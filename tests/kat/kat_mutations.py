#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests mifu-vectors itself: every field of every group, changed by one bit, must make its test fail.

Takes one valid test of each group, changes one field at a time (a hexadecimal digit, a number), and runs the changed
copies. None may pass: one that does has a field that the program does not look at. (A change may also make a test that
cannot be interpreted, which is skipped.) Fields that the program cannot look at are named below. It also checks the shape of the output, the counts, the exit status, and that odd files are refused or
skipped by name.

usage: kat_mutations.py MIFU_VECTORS VECTOR_FILE...
"""
import copy
import json
import os
import re
import subprocess
import sys
import tempfile

# (operation, field): why a change may go unnoticed.
UNSEEN = {
    ('compress', 'w'): 'inside the compression function', ('compress', 'w1'): 'inside the compression function',
    ('compress', 'rounds'): 'inside the compression function',
    ('block', 'round_states'): 'only the last four words leave the cipher',
    ('point-decode', 'format'): 'a word for the reader',
    ('gcm', 'counter'): 'not the counter block of these SM4 keys: the cases keep the remark of their AES originals',
    **{('parameters of SM9', field): 'a constant that shows in no answer'
       for field in ('b', 'cid', 'eid', 't', 'trace', 'cofactor_g1', 'embedding_degree')},
    ('private-key-check', 'd'): 'an input without an output',
}
REMARKS = {'id', 'result', 'comment', 'flags', 'source_value'}
HEX = re.compile(r'^(?:[0-9a-fA-F]{2})+$')


def changed(value):
    """The value with one bit changed; None where this kind of value is left alone."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str) and HEX.match(value):
        at = len(value) // 2
        return value[:at] + '%x' % (int(value[at], 16) ^ 1) + value[at + 1:]
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return value[:-1] + [changed(value[-1])]
    return None


def run(program, *paths):
    answer = subprocess.run([program, *paths], capture_output=True, text=True)
    match = re.search(r'^(\d+) passed, (\d+) failed, (\d+) skipped\n\Z', answer.stdout, re.MULTILINE)
    if match is None:
        sys.exit(f'the last line is not the count: {answer.stdout[-300:]} {answer.stderr}')
    return answer.returncode, answer.stdout, tuple(int(number) for number in match.groups())


def mutations(path):
    with open(path, encoding='utf-8') as file:
        document = json.load(file)
    groups, wanted = [], {}
    for number, group in enumerate(document['groups']):
        if group.get('curve', 'sm2p256v1') != 'sm2p256v1':
            continue
        # The largest one of a moderate size: an empty message hides its key.
        candidates = [(len(json.dumps(t)), i, t) for i, t in enumerate(group['tests']) if t['result'] == 'valid']
        candidates = [c for c in candidates if c[0] < 20000] or candidates[:1]
        if not candidates:
            continue
        test = max(candidates)[2]
        tests = []
        for field, value in test.items():
            operations = {group['operation'], f"{group['operation']} of {document['algorithm']}"}
            if field in REMARKS or any((operation, field) in UNSEEN for operation in operations):
                continue
            other = changed(value)
            if other is None:
                continue
            mutant = copy.deepcopy(test)
            mutant[field] = other
            mutant['id'] = f'mutant-{number}-{field}'
            tests.append(mutant)
            wanted[mutant['id']] = f'{os.path.basename(path)}, group {group["name"]}, field {field}'
        groups.append({**group, 'tests': tests})
    return {**document, 'groups': groups}, wanted


def check_mutations(program, path, folder):
    document, wanted = mutations(path)
    name = os.path.join(folder, 'mutants.json')
    with open(name, 'w', encoding='utf-8') as file:
        json.dump(document, file)
    status, output, (passed, failed, skipped) = run(program, name)
    failures = set(re.findall(r'^FAIL mutants\.json: .*: (mutant-\d+-\w+): \[', output, re.MULTILINE))
    faults = []
    if passed != 0:
        faults.append(f'{passed} changes pass; they are among those that do not fail:')
        faults += ['    ' + wanted[one] for one in sorted(set(wanted) - failures)]
    if len(failures) != failed:
        faults.append('the failures listed are not those counted')
    if sum(int(number) for number in re.findall(r'^    (\d+) skipped: ', output, re.MULTILINE)) != skipped:
        faults.append('the skipped tests do not add up')
    if wanted and status != 1:
        faults.append(f'exit status {status}')
    if passed + failed + skipped != len(wanted):
        faults.append('the count is not the number of tests')
    print(f'{os.path.basename(path)}: {len(wanted)} changes: {failed} fail, {skipped} are skipped, {passed} pass')
    return faults


def check_shapes(program, good, folder):
    """Files that are no vectors, and vectors with what the program does not know."""
    faults = []
    with open(good, encoding='utf-8') as file:
        document = json.load(file)
    group = document['groups'][0]

    def case(what, content, expected_status, expected_counts, words):
        path = os.path.join(folder, 'case.json')
        with open(path, 'w', encoding='utf-8') as file:
            file.write(content if isinstance(content, str) else json.dumps(content))
        status, output, counts = run(program, path)
        if status != expected_status or counts != expected_counts or words not in output:
            faults.append(f'{what}: status {status}, counts {counts}: {output}')

    n = len(group['tests'])

    def with_group(**changes):
        return {**document, 'groups': [{**group, **changes}]}

    def with_field(**fields):
        return with_group(tests=[{**group['tests'][0], **fields}])

    case('good', with_group(), 0, (n, 0, 0), f'{n} passed')
    case('another name', with_group(name='whatever'), 0, (n, 0, 0), 'whatever')
    case('unknown operation', with_group(operation='nonsense'), 1, (0, 0, n), 'no operation "nonsense"')
    case('no operation', with_group(operation=None), 1, (0, 0, n), 'no operation')
    case('another curve', with_group(curve='nist-p256'), 1, (0, 0, n), 'the curve is "nist-p256"')
    case('unknown algorithm', {**document, 'algorithm': 'Rijndael'}, 1, (0, 0, sum(
        len(g['tests']) for g in document['groups'])), 'the algorithm "Rijndael" is not there yet')
    case('unknown field', with_field(surprise='00'), 1, (0, 0, 1), 'field "surprise" is not known')
    case('not hexadecimal', with_field(digest='0g'), 1, (0, 0, 1), 'is not hexadecimal')
    case('missing field', with_group(tests=[{k: v for k, v in group['tests'][0].items() if k != 'digest'}]), 1,
         (0, 0, 1), 'field "digest" is missing')
    case('unknown result', with_field(result='perhaps'), 1, (0, 0, 1), 'neither valid nor invalid')
    case('a right value called invalid', with_field(result='invalid'), 1, (0, 1, 0), 'FAIL')
    case('no tests', with_group(tests=[]), 1, (0, 0, 0), '0 tests')
    case('not JSON', '{"algorithm": ', 1, (0, 0, 0), 'cannot be read')
    case('no groups', {'algorithm': 'SM3'}, 1, (0, 0, 0), 'no "groups"')
    case('an array', [], 1, (0, 0, 0), 'no "algorithm"')
    status, output, _ = run(program, os.path.join(folder, 'not-there.json'), good)
    if status != 1:
        faults.append('a file that is not there does not count as trouble')
    for wrong in ([], ['--help']):
        answer = subprocess.run([program, *wrong], capture_output=True, text=True)
        if answer.returncode != 2 or 'usage' not in answer.stderr:
            faults.append(f'call with {wrong}: status {answer.returncode}')
    return faults


def main():
    program, paths = sys.argv[1], sys.argv[2:]
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            faults += check_mutations(program, path, folder)
        faults += check_shapes(program, next(p for p in paths if p.endswith('sm3.json')), folder)
    for fault in faults:
        print(fault)
    print(f'{len(faults)} faults')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
