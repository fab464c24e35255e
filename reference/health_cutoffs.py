#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cutoffs of the continuous health tests: SP 800-90B 4.4.1 and 4.4.2, by exact arithmetic.

usage: health_cutoffs.py [HEADER]    with src/rng/rng_health.h: compares them with what stands there
"""
import re
import sys
from fractions import Fraction
from math import comb

ENTROPY = 4       # H, bits of min-entropy per sample
ALPHA = 40        # a false alarm at a sample has at most the probability 2^-ALPHA
WINDOW = 512      # samples that are not binary


def repetition_cutoff(entropy, alpha):
    """C = 1 + ceil(alpha / H): C - 1 repetitions have the probability 2^(-H (C - 1))."""
    return 1 + -(-alpha // entropy)


def proportion_cutoff(window, entropy, alpha):
    """C = 1 + critbinom(W, p, 1 - 2^-alpha): the least k with P(X <= k) >= 1 - 2^-alpha, plus 1."""
    p = Fraction(1, 2 ** entropy)
    above = Fraction(0)  # P(X > k)
    k = window
    while True:
        here = comb(window, k) * p ** k * (1 - p) ** (window - k)
        if above + here > Fraction(1, 2 ** alpha):
            return 1 + k
        above += here
        k -= 1


def main():
    figures = {
        'MIFU_HEALTH_WINDOW': WINDOW,
        'MIFU_HEALTH_REPETITION_CUTOFF': repetition_cutoff(ENTROPY, ALPHA),
        'MIFU_HEALTH_PROPORTION_CUTOFF': proportion_cutoff(WINDOW, ENTROPY, ALPHA),
    }
    faults = 0
    text = open(sys.argv[1], encoding='utf-8').read() if len(sys.argv) > 1 else None
    for name, value in figures.items():
        print(name, value)
        if text is not None and re.search(rf'#define {name}\s+{value}\b', text) is None:
            print(f'{sys.argv[1]} has another {name}')
            faults += 1
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
