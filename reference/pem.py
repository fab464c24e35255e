# SPDX-License-Identifier: Apache-2.0
"""Textual encoding, RFC 7468 (PEM)."""

import base64
import binascii
import re

from errors import Invalid

BLOCK = re.compile(r"-----BEGIN ([^\r\n]*?)-----[ \t]*\r?\n(.*?)\r?\n?-----END ([^\r\n]*?)-----[ \t]*(?:\r?\n|$)", re.S)


def encode(label, octets):
    """Clause 3, Figure 3 (strict): lines of 64 characters."""
    text = base64.b64encode(octets).decode()
    lines = [text[i:i + 64] for i in range(0, len(text), 64)]
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----"]) + "\n"


def decode(text):
    """Clause 2: the blocks of a text as pairs of label and octets; text outside of them is skipped."""
    found = []
    for begin, body, end in BLOCK.findall(text):
        if begin != end:
            raise Invalid("PEM labels of BEGIN and END differ")
        if ":" in body:
            raise Invalid("PEM headers: the legacy encryption of keys is not supported")
        try:
            octets = base64.b64decode("".join(body.split()), validate=True)
        except binascii.Error:
            raise Invalid("not base64") from None
        found.append((begin, octets))
    if not found:
        raise Invalid("no PEM block")
    return found
