# SPDX-License-Identifier: Apache-2.0
"""The fields of SM9: F_q and the tower F_q2, F_q4, F_q12, GB/T 38635.1-2020 (GM/T 0044.1 and 0044.5-2016).

    F_q2  = F_q[u]  / (u^2 + 2)
    F_q4  = F_q2[v] / (v^2 - u)
    F_q12 = F_q4[w] / (w^3 - v)        so that w^6 = u, w^12 = -2

All classes have +, -, *, unary -, ** and inverse(). A member x0 is the coefficient of 1, x1
that of u, v or w, x2 that of w^2; octets have the highest coefficient first.
"""

from errors import Invalid
from octets import integer_to_octets, octets_to_integer

# GM/T 0044.5-2016 clause 4: the BN curve of parameter t
t = 0x600000000058F98A
q = 36 * t ** 4 + 36 * t ** 3 + 24 * t ** 2 + 6 * t + 1
N = 36 * t ** 4 + 36 * t ** 3 + 18 * t ** 2 + 6 * t + 1


class Field:
    """What the fields have in common."""

    def __pow__(self, k):
        """By repeated squaring from the most significant bit, k >= 0."""
        result = self.one()
        for bit in bin(k)[2:]:
            result = result * result
            if bit == "1":
                result = result * self
        return result

    def __eq__(self, other):
        return type(self) is type(other) and self.octets() == other.octets()

    def __hash__(self):
        return hash(self.octets())

    def __bool__(self):
        return self != self.zero()


class Fq(Field):
    """An element of F_q."""

    size = 32

    def __init__(self, value):
        self.value = value % q

    @classmethod
    def zero(cls):
        return cls(0)

    @classmethod
    def one(cls):
        return cls(1)

    def __add__(self, other):
        return Fq(self.value + other.value)

    def __sub__(self, other):
        return Fq(self.value - other.value)

    def __neg__(self):
        return Fq(-self.value)

    def __mul__(self, other):
        return Fq(self.value * other.value)

    def inverse(self):
        return Fq(pow(self.value, -1, q))

    def octets(self):
        return integer_to_octets(self.value, 32)

    @classmethod
    def from_octets(cls, octets):
        value = octets_to_integer(octets)
        if value >= q:
            raise Invalid("coordinate is not below q")
        return cls(value)


class Fq2(Field):
    """x1 u + x0 with u^2 = -2; the coefficients are integers below q."""

    size = 64

    def __init__(self, x1, x0):
        self.x1 = x1 % q
        self.x0 = x0 % q

    @classmethod
    def zero(cls):
        return cls(0, 0)

    @classmethod
    def one(cls):
        return cls(0, 1)

    def __add__(self, other):
        return Fq2(self.x1 + other.x1, self.x0 + other.x0)

    def __sub__(self, other):
        return Fq2(self.x1 - other.x1, self.x0 - other.x0)

    def __neg__(self):
        return Fq2(-self.x1, -self.x0)

    def __mul__(self, other):
        return Fq2(self.x1 * other.x0 + self.x0 * other.x1, self.x0 * other.x0 - 2 * self.x1 * other.x1)

    def multiply_by_u(self):
        """(x1 u + x0) u = x0 u - 2 x1."""
        return Fq2(self.x0, -2 * self.x1)

    def inverse(self):
        """(x0 - x1 u) / (x0^2 + 2 x1^2)."""
        norm_inverse = pow(self.x0 * self.x0 + 2 * self.x1 * self.x1, -1, q)
        return Fq2(-self.x1 * norm_inverse, self.x0 * norm_inverse)

    def octets(self):
        return integer_to_octets(self.x1, 32) + integer_to_octets(self.x0, 32)

    @classmethod
    def from_octets(cls, octets):
        return cls(Fq.from_octets(octets[:32]).value, Fq.from_octets(octets[32:]).value)


class Fq4(Field):
    """x1 v + x0 with v^2 = u; the coefficients are in F_q2."""

    size = 128

    def __init__(self, x1, x0):
        self.x1 = x1
        self.x0 = x0

    @classmethod
    def zero(cls):
        return cls(Fq2.zero(), Fq2.zero())

    @classmethod
    def one(cls):
        return cls(Fq2.zero(), Fq2.one())

    def __add__(self, other):
        return Fq4(self.x1 + other.x1, self.x0 + other.x0)

    def __sub__(self, other):
        return Fq4(self.x1 - other.x1, self.x0 - other.x0)

    def __neg__(self):
        return Fq4(-self.x1, -self.x0)

    def __mul__(self, other):
        return Fq4(self.x1 * other.x0 + self.x0 * other.x1,
                   self.x0 * other.x0 + (self.x1 * other.x1).multiply_by_u())

    def multiply_by_v(self):
        """(x1 v + x0) v = x0 v + x1 u."""
        return Fq4(self.x0, self.x1.multiply_by_u())

    def inverse(self):
        """(x0 - x1 v) / (x0^2 - x1^2 u)."""
        norm_inverse = (self.x0 * self.x0 - (self.x1 * self.x1).multiply_by_u()).inverse()
        return Fq4(-self.x1 * norm_inverse, self.x0 * norm_inverse)

    def octets(self):
        return self.x1.octets() + self.x0.octets()

    @classmethod
    def from_octets(cls, octets):
        return cls(Fq2.from_octets(octets[:64]), Fq2.from_octets(octets[64:]))


class Fq12(Field):
    """x2 w^2 + x1 w + x0 with w^3 = v; the coefficients are in F_q4."""

    size = 384

    def __init__(self, x2, x1, x0):
        self.x2 = x2
        self.x1 = x1
        self.x0 = x0

    @classmethod
    def zero(cls):
        return cls(Fq4.zero(), Fq4.zero(), Fq4.zero())

    @classmethod
    def one(cls):
        return cls(Fq4.zero(), Fq4.zero(), Fq4.one())

    @classmethod
    def w(cls):
        return cls(Fq4.zero(), Fq4.one(), Fq4.zero())

    @classmethod
    def embed(cls, x):
        """An element of F_q or F_q2 as one of F_q12."""
        if isinstance(x, Fq):
            x = Fq2(0, x.value)
        return cls(Fq4.zero(), Fq4.zero(), Fq4(Fq2.zero(), x))

    def __add__(self, other):
        return Fq12(self.x2 + other.x2, self.x1 + other.x1, self.x0 + other.x0)

    def __sub__(self, other):
        return Fq12(self.x2 - other.x2, self.x1 - other.x1, self.x0 - other.x0)

    def __neg__(self):
        return Fq12(-self.x2, -self.x1, -self.x0)

    def __mul__(self, other):
        a, b = self, other
        return Fq12(a.x2 * b.x0 + a.x1 * b.x1 + a.x0 * b.x2,
                    a.x1 * b.x0 + a.x0 * b.x1 + (a.x2 * b.x2).multiply_by_v(),
                    a.x0 * b.x0 + (a.x2 * b.x1 + a.x1 * b.x2).multiply_by_v())

    def inverse(self):
        """The norm to F_q4 is a0^3 + a1^3 v + a2^3 v^2 - 3 a0 a1 a2 v; the adjugate divided by it."""
        a0, a1, a2 = self.x0, self.x1, self.x2
        c0 = a0 * a0 - (a1 * a2).multiply_by_v()
        c1 = (a2 * a2).multiply_by_v() - a0 * a1
        c2 = a1 * a1 - a0 * a2
        norm_inverse = (a0 * c0 + (a2 * c1 + a1 * c2).multiply_by_v()).inverse()
        return Fq12(c2 * norm_inverse, c1 * norm_inverse, c0 * norm_inverse)

    def frobenius(self):
        """The q-power, from its definition."""
        return self ** q

    def conjugate(self):
        """The q^6-power, which sends w to -w, hence v = w^3 to -v and leaves u = w^6."""
        def bar(x):
            return Fq4(-x.x1, x.x0)
        return Fq12(bar(self.x2), -bar(self.x1), bar(self.x0))

    def octets(self):
        return self.x2.octets() + self.x1.octets() + self.x0.octets()

    @classmethod
    def from_octets(cls, octets):
        if len(octets) != cls.size:
            raise Invalid("an element of F_q12 has 384 bytes")
        return cls(*(Fq4.from_octets(octets[i:i + 128]) for i in (0, 128, 256)))
