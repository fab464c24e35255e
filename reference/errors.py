# SPDX-License-Identifier: Apache-2.0
"""The one exception of the reference twins."""


class Invalid(Exception):
    """An input that the standard, or the strict reading of an encoding, refuses.

    Raised for a failed check of any kind: an octet string that does not decode, a
    number out of range, a point off the curve, a tag that does not match. Anything
    else that a twin raises is an error of the twin itself.
    """
