# SPDX-License-Identifier: Apache-2.0
"""Encodings of SM2 keys: SEC 1 / RFC 5915, RFC 5480 (SubjectPublicKeyInfo), RFC 5958 (PKCS #8)."""

import der
from errors import Invalid
from octets import integer_to_octets, octets_to_integer
from sm2 import (SM2P256V1, check_private_key, check_public_key, decode_point, encode_point, field_octets,
                 public_key)

OID_EC_PUBLIC_KEY = "1.2.840.10045.2.1"     # RFC 5480 2.1.1
OID_PRIME_FIELD = "1.2.840.10045.1.1"       # RFC 3279 2.3.5
OID_SM2P256V1 = "1.2.156.10197.1.301"       # GM/T 0006

WIDTH = 32      # octets of a scalar


# Curve parameters: RFC 5480 2.1.1, namedCurve; SEC 1 C.2 ECParameters only if they are those of sm2p256v1

def encode_curve():
    return der.encode_oid(OID_SM2P256V1)


def read_curve(reader):
    if reader.next_tag() == der.OBJECT_IDENTIFIER:
        if reader.oid() != OID_SM2P256V1:
            raise Invalid("not the SM2 curve")
        return
    curve = SM2P256V1
    parameters = reader.sequence()
    if parameters.integer() != 1:
        raise Invalid("version of ECParameters")
    field = parameters.sequence()
    same = field.oid() == OID_PRIME_FIELD and field.integer() == curve.p
    field.end()
    coefficients = parameters.sequence()
    same &= coefficients.octet_string() == field_octets(curve, curve.a)
    same &= coefficients.octet_string() == field_octets(curve, curve.b)
    if not coefficients.at_end():
        coefficients.bit_string()       # the seed, which defines nothing
    coefficients.end()
    same &= decode_point(curve, parameters.octet_string()) == curve.G
    same &= parameters.integer() == curve.n
    if not parameters.at_end():
        same &= parameters.integer() == curve.h
    parameters.end()
    if not same:
        raise Invalid("explicit parameters that are not those of the SM2 curve")


def encode_algorithm():
    """AlgorithmIdentifier: id-ecPublicKey with the curve as parameters."""
    return der.encode_sequence(der.encode_oid(OID_EC_PUBLIC_KEY), encode_curve())


def read_algorithm(reader):
    """Read as well: the curve OID in the place of id-ecPublicKey."""
    algorithm = reader.sequence()
    if algorithm.oid() not in (OID_EC_PUBLIC_KEY, OID_SM2P256V1):
        raise Invalid("not an elliptic curve key")
    read_curve(algorithm)
    algorithm.end()


# Public key: RFC 5480 clause 2, SubjectPublicKeyInfo

def public_key_to_spki(P, form="uncompressed"):
    return der.encode_sequence(encode_algorithm(), der.encode_bit_string(encode_point(SM2P256V1, P, form)))


def read_spki(reader):
    info = reader.sequence()
    read_algorithm(info)
    P = decode_point(SM2P256V1, info.bit_string())
    info.end()
    check_public_key(SM2P256V1, P)
    return P


def public_key_from_spki(octets):
    reader = der.Reader(octets)
    P = read_spki(reader)
    reader.end()
    return P


# Private key: RFC 5915 clause 3 (SEC 1 C.4), ECPrivateKey ::= SEQUENCE { version INTEGER { 1 },
# privateKey OCTET STRING, parameters [0] OPTIONAL, publicKey [1] BIT STRING OPTIONAL }

def private_key_to_sec1(d, parameters=True, public=True):
    elements = [der.encode_integer(1), der.encode_octet_string(integer_to_octets(d, WIDTH))]
    if parameters:
        elements.append(der.encode(der.explicit(0), encode_curve()))
    if public:
        P = encode_point(SM2P256V1, public_key(SM2P256V1, d))
        elements.append(der.encode(der.explicit(1), der.encode_bit_string(P)))
    return der.encode_sequence(*elements)


def private_key_from_sec1(octets, parameters_required=False):
    reader = der.Reader(octets)
    key = reader.sequence()
    reader.end()
    if key.integer() != 1:
        raise Invalid("version of ECPrivateKey")
    d_octets = key.octet_string()
    if len(d_octets) != WIDTH:
        raise Invalid("privateKey has 32 bytes")
    d = octets_to_integer(d_octets)
    check_private_key(SM2P256V1, d)
    if key.next_tag() == der.explicit(0):
        parameters = der.Reader(key.read(der.explicit(0)))
        read_curve(parameters)
        parameters.end()
    elif parameters_required:
        raise Invalid("no curve parameters")
    if key.next_tag() == der.explicit(1):
        public = der.Reader(key.read(der.explicit(1)))
        P = decode_point(SM2P256V1, public.bit_string())
        public.end()
        if P != public_key(SM2P256V1, d):
            raise Invalid("public key does not match the private key")
    key.end()
    return d


# Private key: RFC 5958 clause 2, OneAsymmetricKey ::= SEQUENCE { version INTEGER, privateKeyAlgorithm,
# privateKey OCTET STRING, attributes [0] OPTIONAL, publicKey [1] OPTIONAL }

def private_key_to_pkcs8(d):
    return der.encode_sequence(der.encode_integer(0), encode_algorithm(),
                               der.encode_octet_string(private_key_to_sec1(d, parameters=False)))


def private_key_from_pkcs8(octets):
    reader = der.Reader(octets)
    key = reader.sequence()
    reader.end()
    version = key.integer()
    if version not in (0, 1):
        raise Invalid("version of OneAsymmetricKey")
    read_algorithm(key)
    d = private_key_from_sec1(key.octet_string())
    if key.next_tag() == der.explicit(0):
        key.read(der.explicit(0))       # attributes say nothing about the key
    if version == 1 and key.next_tag() == der.implicit(1):
        contents = key.read(der.implicit(1))
        P = decode_point(SM2P256V1, der.Reader(der.encode(der.BIT_STRING, contents)).bit_string())
        if P != public_key(SM2P256V1, d):
            raise Invalid("public key does not match the private key")
    key.end()
    return d
