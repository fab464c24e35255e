# SPDX-License-Identifier: Apache-2.0
"""The SM2 curve for the scripts that write tables of its base point (GB/T 32918.5 clause 2)."""

P = 2**256 - 2**224 - 2**96 + 2**64 - 1
G = (0x32C4AE2C1F1981195F9904466A39C9948FE30BBFF2660BE1715A4589334C74C7,
     0xBC3736A2F4F6779C59BDCEE36B692153D0A9877CC62A474002DF32E52139F0A0)


def add(a, b):
    """Affine addition of finite points whose sum is finite (GB/T 32918.1 3.2.3.1)."""
    if a == b:
        slope = 3 * (a[0] * a[0] - 1) * pow(2 * a[1], -1, P) % P
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P) % P
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def odd_multiples(base, count):
    twice = add(base, base)
    points = [base]
    while len(points) < count:
        points.append(add(points[-1], twice))
    return points
