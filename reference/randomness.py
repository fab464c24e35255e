# SPDX-License-Identifier: Apache-2.0
"""The fifteen randomness tests: GM/T 0005-2021 clauses 5.1 to 5.15, in the order of their steps.

A sequence is a list of 0 and 1. Every test gives a pair (P, Q). Nothing here is taken from the C program: the incomplete
gamma function has the closed forms that it has for whole and half numbers, the transform is the textbook's recursion,
the linear complexity works on Python's integers.
"""
from cmath import exp as complex_exp
from math import ceil, erfc, exp, isqrt, log, log2, pi, sqrt


def igamc(a, x):
    """Q(a, x) for 2a a whole number, from Q(1/2, x) = erfc(sqrt x) or Q(1, x) = e^-x upwards by
    Q(a + 1, x) = Q(a, x) + x^a e^-x / Gamma(a + 1)."""
    if x <= 0:
        return 1.0
    whole = a == int(a)
    at = 1.0 if whole else 0.5
    total = exp(-x) if whole else erfc(sqrt(x))
    term = x * exp(-x) if whole else 2 * sqrt(x / pi) * exp(-x)  # x^at e^-x / Gamma(at + 1)
    while at < a:
        total += term
        at += 1
        term *= x / at
    return total


def chi_squared(v, degrees):
    p = igamc(degrees / 2, v / 2)
    return p, p


def two_sided(v):
    return erfc(abs(v) / sqrt(2)), erfc(v / sqrt(2)) / 2


def number(bits):
    """Bits as an integer, the first being the highest."""
    return int(''.join(map(str, bits)) or '0', 2)


def frequency(e):
    return two_sided(sum(2 * x - 1 for x in e) / sqrt(len(e)))


def block_frequency(e, m):
    blocks = len(e) // m
    proportions = [sum(e[i * m:(i + 1) * m]) / m for i in range(blocks)]
    return chi_squared(4 * m * sum((p - 0.5) ** 2 for p in proportions), blocks)


def poker(e, m):
    blocks = len(e) // m
    counts = {}
    for i in range(blocks):
        pattern = number(e[i * m:(i + 1) * m])
        counts[pattern] = counts.get(pattern, 0) + 1
    v = 2 ** m / blocks * sum(c * c for c in counts.values()) - blocks
    return chi_squared(v, 2 ** m - 1)


def patterns(e, m):
    """How often each pattern of m bits is there, the sequence being closed to a ring."""
    ring = e + e[:m - 1]
    counts = {}
    for i in range(len(e)):
        pattern = tuple(ring[i:i + m])
        counts[pattern] = counts.get(pattern, 0) + 1
    return counts


def serial(e, m):
    def psi2(length):
        if length == 0:
            return 0.0
        return 2 ** length / len(e) * sum(c * c for c in patterns(e, length).values()) - len(e)
    a, b, c = psi2(m), psi2(m - 1), psi2(m - 2)
    return chi_squared(a - b, 2 ** (m - 1)), chi_squared(a - 2 * b + c, 2 ** (m - 2))


def runs(e):
    n = len(e)
    p = sum(e) / n
    observed = 1 + sum(e[i] != e[i + 1] for i in range(n - 1))
    if p in (0, 1):
        return 0.0, 0.0
    v = (observed - 2 * n * p * (1 - p)) / (2 * sqrt(2 * n) * p * (1 - p))
    return erfc(abs(v)), erfc(v) / 2


def lengths_of_runs(e):
    at = 0
    while at < len(e):
        end = at
        while end < len(e) and e[end] == e[at]:
            end += 1
        yield e[at], end - at
        at = end


def runs_distribution(e):
    n = len(e)
    k = max(i for i in range(1, 60) if (n - i + 3) / 2 ** (i + 2) >= 5)
    counts = {(bit, i): 0 for bit in (0, 1) for i in range(1, k + 1)}
    for bit, length in lengths_of_runs(e):
        counts[bit, min(length, k)] += 1
    total = sum(counts.values())
    v = 0
    for i in range(1, k + 1):
        expected = total / 2 ** (i + 1) if i < k else total / 2 ** k
        v += sum((counts[bit, i] - expected) ** 2 / expected for bit in (0, 1))
    return chi_squared(v, 2 * k - 2)


LONGEST_RUN = {
    8: (1, [0.2148, 0.3672, 0.2305, 0.1875]),
    128: (4, [0.1174, 0.2430, 0.2493, 0.1752, 0.1027, 0.1124]),
    10000: (10, [0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727]),
}


def against(counts, probabilities):
    total = sum(counts)
    return sum((c - total * p) ** 2 / (total * p) for c, p in zip(counts, probabilities))


def longest_run(e, m, bit):
    least, probabilities = LONGEST_RUN[m]
    counts = [0] * len(probabilities)
    for i in range(len(e) // m):
        longest = max((length for b, length in lengths_of_runs(e[i * m:(i + 1) * m]) if b == bit), default=0)
        counts[min(max(longest, least) - least, len(counts) - 1)] += 1
    return chi_squared(against(counts, probabilities), len(counts) - 1)


def binary_derivative(e, k):
    for _ in range(k):
        e = [a ^ b for a, b in zip(e, e[1:])]
    return frequency(e)


def autocorrelation(e, d):
    rest = len(e) - d
    differ = sum(e[i] ^ e[i + d] for i in range(rest))
    return two_sided(2 * (differ - rest / 2) / sqrt(rest))


def rank(rows):
    found = 0
    rows = list(rows)
    while rows:
        pivot = rows.pop()
        if pivot:
            found += 1
            low = pivot & -pivot
            rows = [row ^ pivot if row & low else row for row in rows]
    return found


def matrix_rank(e):
    counts = [0, 0, 0]
    for i in range(len(e) // 1024):
        r = rank(number(e[1024 * i + 32 * j:1024 * i + 32 * j + 32]) for j in range(32))
        counts[min(32 - r, 2)] += 1
    return chi_squared(against(counts, [0.2888, 0.5776, 0.1336]), 2)


def cumulative_sums(e, backward):
    n, s, z = len(e), 0, 0
    for x in reversed(e) if backward else e:
        s += 2 * x - 1
        z = max(z, abs(s))

    def normal(x):
        return erfc(-x / sqrt(2)) / 2

    def cut(x):
        return int(x)  # towards 0
    steps = n // z
    p = 1.0
    for i in range(cut((-steps + 1) / 4), cut((steps - 1) / 4) + 1):
        p -= normal((4 * i + 1) * z / sqrt(n)) - normal((4 * i - 1) * z / sqrt(n))
    for i in range(cut((-steps - 3) / 4), cut((steps - 1) / 4) + 1):
        p += normal((4 * i + 3) * z / sqrt(n)) - normal((4 * i + 1) * z / sqrt(n))
    p = min(max(p, 0.0), 1.0)
    return p, p


def approximate_entropy(e, m):
    def phi(length):
        return sum(c / len(e) * log(c / len(e)) for c in patterns(e, length).values())
    return chi_squared(2 * len(e) * (log(2) - (phi(m) - phi(m + 1))), 2 ** m)


def complexity(e):
    """Berlekamp and Massey; polynomials are integers, bit i the coefficient of x^i."""
    c, b, length, m, window = 1, 1, 0, 1, 0
    for n, bit in enumerate(e):
        window = window << 1 | bit
        if bin(c & window).count('1') % 2 == 0:
            m += 1
        elif 2 * length <= n:
            c, b, length, m = c ^ b << m, c, n + 1 - length, 1
        else:
            c ^= b << m
            m += 1
    return length


def linear_complexity(e, m):
    counts = [0] * 7
    mean = m / 2 + (9 + (-1) ** (m + 1)) / 36 - (m / 3 + 2 / 9) / 2.0 ** m
    for i in range(len(e) // m):
        t = (-1) ** m * (complexity(e[i * m:(i + 1) * m]) - mean) + 2 / 9
        counts[min(max(ceil(t + 2.5), 0), 6)] += 1
    return chi_squared(against(counts, [0.010417, 0.03125, 0.125, 0.5, 0.25, 0.0625, 0.020833]), 6)


def maurer(e, l=7, q=1280):
    expected, variance = 6.1962507, 3.125  # for l = 7
    last, total = {}, 0
    k = len(e) // l - q
    for i in range(1, q + k + 1):
        block = number(e[(i - 1) * l:i * l])
        if i > q:
            total += log2(i - last.get(block, 0))
        last[block] = i
    c = 0.7 - 0.8 / l + (4 + 32 / l) * k ** (-3 / l) / 15
    return two_sided((total / k - expected) / (c * sqrt(variance / k)))


def transform(x):
    n = len(x)
    factor = next((f for f in range(2, n) if n % f == 0), n)
    if n == 1:
        return x
    parts = [transform(x[i::factor]) for i in range(factor)]
    roots = [complex_exp(-2j * pi * k / n) for k in range(n)]
    size = n // factor
    return [sum(parts[f][k % size] * roots[f * k % n] for f in range(factor)) for k in range(n)]


def fourier(e):
    n = len(e)
    bound = sqrt(2.995732274 * n)
    below = sum(abs(value) < bound for value in transform([2 * x - 1 for x in e])[:n // 2])
    return two_sided((below - 0.95 * n / 2) / sqrt(0.95 * 0.05 * n / 3.8))


def suite(e):
    """The values for samples of 20000 and 1000000 bits, in the order of annex A."""
    n = len(e)
    long = n == 1000000
    values = [frequency(e), block_frequency(e, 10000 if long else 1000), poker(e, 4), poker(e, 8), *serial(e, 3),
              *serial(e, 5), runs(e), runs_distribution(e)]
    m = 10000 if long else 128
    values += [longest_run(e, m, 1), longest_run(e, m, 0), binary_derivative(e, 3), binary_derivative(e, 7)]
    values += [autocorrelation(e, d) for d in ((1, 2, 8, 16) if long else (2, 8, 16))]
    values += [matrix_rank(e)] if long else []
    values += [cumulative_sums(e, False), cumulative_sums(e, True), approximate_entropy(e, 2), approximate_entropy(e, 5)]
    values += [linear_complexity(e, 500), linear_complexity(e, 1000), maurer(e)] if long else []
    return values + [fourier(e)]


def bits_of_e(n):
    """The first n binary digits of e = 10.10110111..., by its series, split in halves."""
    def split(low, high):
        """p / q = the sum of low! / k! for k from low + 1 to high."""
        if high - low == 1:
            return 1, high
        middle = (low + high) // 2
        p1, q1 = split(low, middle)
        p2, q2 = split(middle, high)
        return p1 * q2 + p2, q1 * q2
    precision = n + 64
    terms = 2
    while terms * (log2(terms) - 1.5) < precision:  # less than log2 of terms!
        terms = terms * 5 // 4 + 1
    p, q = split(0, terms)
    return [int(c) for c in bin((((p + q) << precision) // q) >> (precision - n + 2))[2:]]


def bits_of_pi(n):
    """The first n binary digits of pi = 11.00100100..., by the series of the Chudnovskys, split in halves."""
    def split(low, high):
        if high - low == 1:
            p = -(6 * low - 5) * (2 * low - 1) * (6 * low - 1)
            q = 10939058860032000 * low ** 3
            return p, q, p * (13591409 + 545140134 * low)
        middle = (low + high) // 2
        p1, q1, t1 = split(low, middle)
        p2, q2, t2 = split(middle, high)
        return p1 * p2, q1 * q2, t1 * q2 + p1 * t2
    precision = n + 64
    _, q, t = split(1, precision // 47 + 2)  # a term gives 47 bits
    root = isqrt(10005 << 2 * precision)
    value = 426880 * root * q // (13591409 * q + t)
    return [int(c) for c in bin(value >> (precision - n + 2))[2:]]
