# SPDX-License-Identifier: Apache-2.0
"""Operations with named hexadecimal fields, as test vectors and the oracle have them.

An operation takes a Request and returns its results as a dictionary. Octet strings are
returned as bytes, everything else is left as it is. Invalid is raised for a refusal.
"""

from typing import Callable, NamedTuple

from errors import Invalid
from octets import octets_to_integer


class Malformed(Exception):
    """A request with a field missing or of the wrong kind; not a refusal of its values."""


class Request:
    """The fields of a request."""

    def __init__(self, fields):
        self.fields = fields

    def __contains__(self, name):
        return name in self.fields

    def get(self, name, *default):
        """A field as it stands."""
        if name in self.fields:
            return self.fields[name]
        if default:
            return default[0]
        raise Malformed(f"field {name} is missing")

    def octets(self, name, *default):
        """A hexadecimal field as bytes."""
        if name not in self.fields and default:
            return default[0]
        try:
            return bytes.fromhex(self.get(name))
        except (TypeError, ValueError):
            raise Malformed(f"field {name} is not hexadecimal") from None

    def integer(self, name):
        """A hexadecimal field as a big-endian integer."""
        return octets_to_integer(self.octets(name))

    def number(self, name, *default):
        """A field that is a number in JSON."""
        value = self.get(name, *default)
        if type(value) is not int or value < 0:
            raise Malformed(f"field {name} is not a number")
        return value

    def text(self, name, *default):
        """A field that is text."""
        value = self.get(name, *default)
        if not isinstance(value, str):
            raise Malformed(f"field {name} is not text")
        return value

    def message(self, name="msg"):
        """A message given by its octets, as a repeated pattern, or by a rule."""
        if name + "_pattern" in self.fields:
            return self.octets(name + "_pattern") * self.number(name + "_repeat")
        if name + "_rule" in self.fields:
            start, length = self.number("start", 0), self.number(name + "_len")
            return bytes((start + i) % 256 for i in range(length))
        return self.octets(name)


class Operation(NamedTuple):
    function: Callable
    directions: tuple       # for each way to call it, the names of the input fields


OPERATIONS = {}


def operation(name, *directions):
    """Enters a function under a name. Each direction is a string of field names; the last one is that of checking."""
    def enter(function):
        OPERATIONS[name] = Operation(function, tuple(direction.split() for direction in directions))
        return function
    return enter


def to_json(value):
    """Octet strings as hexadecimal digits, in lists as well."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, list):
        return [to_json(item) for item in value]
    return value


def run(name, fields):
    """The results of an operation, ready for JSON. Raises Invalid, Malformed, or KeyError for an unknown name."""
    results = OPERATIONS[name].function(Request(fields))
    return {field: to_json(value) for field, value in results.items()}


def verify_tag(expected, given):
    """A tag may be shortened to its leading octets, but not to nothing."""
    if not given or expected[:len(given)] != given:
        raise Invalid("authentication tag")
