#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mifu rand --test: values against the reference twin and against published ones, and the judgement of sets.

With MIFU_NIGHTLY in the environment also the expansions of pi and e to a million bits through the whole twin.
"""
import json
import os
import random
import sys
import unittest

from cli_support import BAD_INPUT, DONE, INVALID, USAGE, Case, main

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'reference'))
import randomness  # noqa: E402

NIGHTLY = 'MIFU_NIGHTLY' in os.environ


def pack(bits):
    return int(''.join(map(str, bits)), 2).to_bytes(len(bits) // 8, 'big')


class RandTest(Case):
    def values(self, name, bits, *options):
        """{(test, parameter): [(P, Q) of each sample]} and the whole answer."""
        status = self.run_mifu('rand', '--test', '--json', '--bits', str(bits), *options, name)
        data = json.loads(status.text)
        self.assertEqual(status.status, DONE if data['passed'] else INVALID)
        self.assertEqual(len(data['values']), data['samples'])
        return data

    def named(self, data, sample=0):
        return {(item['test'], item['parameter']): tuple(pair)
                for item, pair in zip(data['items'], data['values'][sample])}

    def check_twin(self, bits):
        self.write('sample', pack(bits))
        data = self.values('sample', len(bits))
        expected = randomness.suite(bits)
        self.assertEqual(len(expected), len(data['values'][0]))
        for item, found, wanted in zip(data['items'], data['values'][0], expected):
            for a, b in zip(found, wanted):
                self.assertAlmostEqual(a, b, delta=1e-9 + 1e-7 * b, msg=str(item))
        return data

    def test_against_twin(self):
        source = random.Random(5)
        self.check_twin([source.getrandbits(1) for _ in range(20000)])
        self.check_twin(randomness.bits_of_pi(20000))
        self.check_twin([int(source.random() < 0.52) for _ in range(20000)])  # not random

    def test_million_bits_of_e(self):
        """The examples of GM/T 0005-2021 annex C on e, and the frequency of SP 800-22 appendix B."""
        bits = randomness.bits_of_e(1000000)
        self.write('e', pack(bits))
        found = self.named(self.values('e', 1000000))
        for key, wanted in {('matrix rank', '32 x 32'): 0.307543, ('linear complexity', 'm=1000'): 0.844721,
                            ('Maurer universal', 'L=7, Q=1280'): 0.282568, ('frequency', ''): 0.953749,
                            ('cumulative sums', 'forward'): 0.669887, ('cumulative sums', 'backward'): 0.724266,
                            ('runs', ''): 0.561917, ('longest run', 'of ones, m=10000'): 0.718945}.items():
            self.assertAlmostEqual(found[key][0], wanted, delta=1e-6, msg=str(key))

    @unittest.skipUnless(NIGHTLY, 'nightly')
    def test_million_bits_of_both(self):
        self.check_twin(randomness.bits_of_e(1000000))
        data = self.check_twin(randomness.bits_of_pi(1000000))
        found = self.named(data)
        for key, wanted in {('frequency', ''): 0.578211, ('cumulative sums', 'forward'): 0.628308,
                            ('cumulative sums', 'backward'): 0.663369, ('runs', ''): 0.419268,
                            ('Maurer universal', 'L=7, Q=1280'): 0.669012}.items():
            self.assertAlmostEqual(found[key][0], wanted, delta=1e-6, msg=str(key))

    def test_sets(self):
        """A good source passes; one that is biased, one that repeats and one of zeros do not."""
        source = random.Random(2)  # of 60 samples, one set in three fails somewhere by chance
        self.write('good', source.randbytes(60 * 2500))
        data = self.values('good', 20000)
        self.assertTrue(data['passed'])
        self.assertEqual((data['samples'], data['threshold']), (60, 58))
        for item in data['items']:
            self.assertGreaterEqual(item['uniformity'], 0.0001)
        once = source.randbytes(2500)
        for name, content in {'repeated': once * 60, 'zero': bytes(60 * 2500),
                              'biased': bytes(b | source.randrange(256) & 0x10 for b in source.randbytes(60 * 2500))
                              }.items():
            self.write(name, content)
            self.assertFalse(self.values(name, 20000)['passed'], name)

    def test_samples_cross_files(self):
        source = random.Random(2)
        whole = source.randbytes(3 * 2500 + 100)  # what is left over is not tested
        self.write('whole', whole)
        self.write('first', whole[:3000])
        self.write('second', whole[3000:])
        one = self.run_mifu('rand', '--test', '--json', '--bits', '20000', 'whole').text
        two = self.run_mifu('rand', '--test', '--json', '--bits', '20000', 'first', 'second').text
        self.assertEqual(one, two)
        self.assertEqual(json.loads(one)['samples'], 3)
        self.assertEqual(self.values('whole', 20000, '--samples', '2')['samples'], 2)
        self.write('many', source.randbytes(11 * 2500))  # not a multiple of the number of threads
        answers = {self.run_mifu('rand', '--test', '--json', '--bits', '20000', '--threads', str(threads), 'many').text
                   for threads in (1, 2, 3, 8)}
        self.assertEqual(len(answers), 1)
        self.assertEqual(json.loads(answers.pop())['samples'], 11)
        for most in (1, 3, 4, 5):
            self.assertEqual(self.values('many', 20000, '--samples', str(most), '--threads', '4')['samples'], most)

    def test_table(self):
        self.ok('rand', '--length', str(50 * 2500), '--raw', '--out', 'made')
        text = self.run_mifu('rand', '--test', '--bits', '20000', 'made').text
        self.assertIn('50 samples of 20000 bits', text)
        for clause in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 15):
            self.assertIn(f'5.{clause} ', text)

    def test_refusals(self):
        self.write('short', bytes(2499))
        self.fails(BAD_INPUT, 'fewer than 2500 bytes', 'rand', '--test', '--bits', '20000', 'short')
        self.fails(USAGE, '20000, 1000000 and 100000000', 'rand', '--test', '--bits', '10000', 'short')
        self.fails(USAGE, 'needs files', 'rand', '--test')
        self.fails(USAGE, 'does not go with', 'rand', '--test', '--raw', 'short')
        self.fails(USAGE, 'needs --test', 'rand', '--bits', '20000')
        self.fails(USAGE, 'needs --test', 'rand', '--threads', '2')
        self.fails(USAGE, 'threads', 'rand', '--test', '--threads', '0', 'short')
        self.fails(USAGE, 'unexpected argument', 'rand', '3', '4')


if __name__ == '__main__':
    main()
