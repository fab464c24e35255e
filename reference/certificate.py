# SPDX-License-Identifier: Apache-2.0
"""Certificates and certification requests signed with SM2, RFC 5280 and RFC 2986 (GM/T 0015-2012).

Only what a signature check needs is read: the signed octets, the signature, the public key.
"""

from typing import NamedTuple

import der
from errors import Invalid
from sm2 import DEFAULT_ID, SM2P256V1, verify
from sm2_encoding import signature_from_der
from sm2_keys import read_spki

OID_SM2_WITH_SM3 = "1.2.156.10197.1.501"    # GM/T 0006, SM2 signature with SM3


class Signed(NamedTuple):
    """The outer SEQUENCE { tbs, signatureAlgorithm, signature BIT STRING } of either."""

    tbs: bytes
    signature: bytes


def read_signature_algorithm(reader):
    """sm2sign-with-sm3; parameters are absent, or NULL in older certificates."""
    algorithm = reader.sequence()
    if algorithm.oid() != OID_SM2_WITH_SM3:
        raise Invalid("signature algorithm is not SM2 with SM3")
    if not algorithm.at_end():
        algorithm.null()
    algorithm.end()


def parse_signed(octets):
    reader = der.Reader(octets)
    outer = reader.sequence()
    reader.end()
    tbs = outer.read_element(der.SEQUENCE)
    read_signature_algorithm(outer)
    signature = outer.bit_string()
    outer.end()
    return Signed(tbs, signature)


def certificate_public_key(octets):
    """RFC 5280 4.1: version [0] OPTIONAL, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo."""
    tbs = der.Reader(parse_signed(octets).tbs).sequence()
    if tbs.next_tag() == der.explicit(0):
        tbs.read(der.explicit(0))
    tbs.read(der.INTEGER)
    read_signature_algorithm(tbs)
    for _ in ("issuer", "validity", "subject"):
        tbs.read(der.SEQUENCE)
    return read_spki(tbs)


def request_public_key(octets):
    """RFC 2986 4.1: version, subject, subjectPKInfo, attributes [0]."""
    info = der.Reader(parse_signed(octets).tbs).sequence()
    info.integer()
    info.read(der.SEQUENCE)
    return read_spki(info)


def verify_signed(octets, issuer, ID=DEFAULT_ID):
    """Whether the signature over the tbs octets is good under the public key of the issuer."""
    signed = parse_signed(octets)
    r, s = signature_from_der(signed.signature)
    return verify(SM2P256V1, issuer, ID, signed.tbs, r, s)
