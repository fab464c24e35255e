# SPDX-License-Identifier: Apache-2.0
"""Distinguished Encoding Rules, ITU-T X.690 (GB/T 16263.1): a strict reader and a writer.

The reader takes only what the writer would produce: definite lengths in the shortest form,
integers in the shortest form, nothing left over.
"""

from errors import Invalid

INTEGER = 0x02
BIT_STRING = 0x03
OCTET_STRING = 0x04
NULL = 0x05
OBJECT_IDENTIFIER = 0x06
SEQUENCE = 0x30
SET = 0x31


def explicit(n):
    """The identifier octet of the constructed context-specific tag [n]."""
    return 0xA0 | n


def implicit(n):
    """The identifier octet of the primitive context-specific tag [n]."""
    return 0x80 | n


# Writer

def encode_length(length):
    """8.1.3, 10.1: short form below 128, otherwise the long form with the fewest octets."""
    if length < 128:
        return bytes([length])
    octets = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([0x80 | len(octets)]) + octets


def encode(tag, contents):
    return bytes([tag]) + encode_length(len(contents)) + contents


def encode_sequence(*elements):
    return encode(SEQUENCE, b"".join(elements))


def encode_integer(x):
    """8.3, for x >= 0: two's complement in the fewest octets."""
    return encode(INTEGER, x.to_bytes(x.bit_length() // 8 + 1, "big"))


def encode_octet_string(octets):
    return encode(OCTET_STRING, octets)


def encode_bit_string(octets):
    """8.6, for a whole number of octets: no unused bits."""
    return encode(BIT_STRING, b"\x00" + octets)


def encode_null():
    return encode(NULL, b"")


def encode_oid(dotted):
    """8.19: the first two arcs in one number, each number in base 128."""
    first, second, *rest = (int(arc) for arc in dotted.split("."))
    contents = b""
    for number in [40 * first + second, *rest]:
        digits = [number & 0x7F]
        while number := number >> 7:
            digits.append(0x80 | number & 0x7F)
        contents += bytes(reversed(digits))
    return encode(OBJECT_IDENTIFIER, contents)


# Reader

class Reader:
    """Reads the elements of an octet string one after the other."""

    def __init__(self, octets):
        self.octets = octets
        self.position = 0

    def at_end(self):
        return self.position == len(self.octets)

    def end(self):
        """8.1.1.1: nothing follows."""
        if not self.at_end():
            raise Invalid("trailing data")

    def next_tag(self):
        """The identifier octet of the next element, or None at the end."""
        return None if self.at_end() else self.octets[self.position]

    def octet(self):
        if self.at_end():
            raise Invalid("truncated element")
        self.position += 1
        return self.octets[self.position - 1]

    def length(self):
        first = self.octet()
        if first < 0x80:
            return first
        count = first & 0x7F
        if count == 0:
            raise Invalid("indefinite length")
        length = 0
        for _ in range(count):
            length = length << 8 | self.octet()
        if encode_length(length)[0] != first or length < 128:
            raise Invalid("length not in the shortest form")
        return length

    def read(self, tag):
        """The contents of the next element, which must have the given identifier octet."""
        if self.octet() != tag:
            raise Invalid(f"element with tag {tag:02x} expected")
        length = self.length()
        if len(self.octets) - self.position < length:
            raise Invalid("truncated element")
        self.position += length
        return self.octets[self.position - length:self.position]

    def read_element(self, tag):
        """The whole next element with identifier and length, which must have the given identifier octet."""
        start = self.position
        self.read(tag)
        return self.octets[start:self.position]

    def sequence(self):
        """A reader of the elements of the SEQUENCE that comes next."""
        return Reader(self.read(SEQUENCE))

    def integer(self):
        """8.3.2: the first nine bits are not all zeros; negative numbers are refused."""
        contents = self.read(INTEGER)
        if not contents:
            raise Invalid("empty INTEGER")
        if contents[0] & 0x80:
            raise Invalid("negative INTEGER")
        x = int.from_bytes(contents, "big")
        if encode_integer(x) != encode(INTEGER, contents):
            raise Invalid("INTEGER not in the shortest form")
        return x

    def octet_string(self):
        return self.read(OCTET_STRING)

    def bit_string(self):
        """8.6: the octets of a BIT STRING without unused bits."""
        contents = self.read(BIT_STRING)
        if not contents or contents[0] != 0:
            raise Invalid("BIT STRING with unused bits")
        return contents[1:]

    def null(self):
        if self.read(NULL):
            raise Invalid("NULL with contents")

    def oid(self):
        """8.19: dotted form; each number in the fewest octets."""
        contents = self.read(OBJECT_IDENTIFIER)
        if not contents or contents[-1] & 0x80:
            raise Invalid("truncated OBJECT IDENTIFIER")
        numbers = []
        number = 0
        start = True
        for octet in contents:
            if start and octet == 0x80:
                raise Invalid("OBJECT IDENTIFIER not in the shortest form")
            number = number << 7 | octet & 0x7F
            start = not octet & 0x80
            if start:
                numbers.append(number)
                number = 0
        first = min(numbers[0] // 40, 2)
        return ".".join(str(arc) for arc in [first, numbers[0] - 40 * first, *numbers[1:]])
