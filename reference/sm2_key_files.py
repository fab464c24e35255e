# SPDX-License-Identifier: Apache-2.0
"""SM2 private keys in protected form, and keys in PEM files."""

import der
import pem
import sm4_modes
from certificate import certificate_public_key
from errors import Invalid
from kdf import pbkdf2
from octets import integer_to_octets, octets_to_integer
from sha2 import SHA256
from sm2 import SM2P256V1, decode_point, decrypt, encode_point, encrypt, public_key
from sm2_encoding import ciphertext_to_der, read_ciphertext
from sm2_keys import (private_key_from_pkcs8, private_key_from_sec1, private_key_to_pkcs8, public_key_from_spki,
                      read_curve)
from sm3 import SM3

OID_SM4 = "1.2.156.10197.1.104"             # GM/T 0006
OID_SM4_ECB = "1.2.156.10197.1.104.1"
OID_SM4_CBC = "1.2.156.10197.1.104.2"
OID_HMAC_SM3 = "1.2.156.10197.1.401.2"
OID_HMAC_SHA256 = "1.2.840.113549.2.9"      # RFC 8018 B.1.2
OID_PBES2 = "1.2.840.113549.1.5.13"         # RFC 8018 A.4
OID_PBKDF2 = "1.2.840.113549.1.5.12"        # RFC 8018 A.2

WIDTH = 32      # octets of a private key


# Encrypted private key: RFC 5958 clause 3 with RFC 8018 PBES2, PBKDF2 and SM4-CBC (GM/T 0091-2020)

PRF = {OID_HMAC_SM3: SM3, OID_HMAC_SHA256: SHA256}


def private_key_to_encrypted_pkcs8(d, password, salt, iterations, iv, prf="sm3"):
    """EncryptedPrivateKeyInfo ::= SEQUENCE { encryptionAlgorithm, encryptedData OCTET STRING }."""
    prf_oid, hash = {"sm3": (OID_HMAC_SM3, SM3), "sha256": (OID_HMAC_SHA256, SHA256)}[prf]
    kdf_parameters = der.encode_sequence(
        der.encode_octet_string(salt), der.encode_integer(iterations), der.encode_integer(16),
        der.encode_sequence(der.encode_oid(prf_oid), der.encode_null()))
    algorithm = der.encode_sequence(der.encode_oid(OID_PBES2), der.encode_sequence(
        der.encode_sequence(der.encode_oid(OID_PBKDF2), kdf_parameters),
        der.encode_sequence(der.encode_oid(OID_SM4_CBC), der.encode_octet_string(iv))))
    key = pbkdf2(hash, password, salt, iterations, 16)
    return der.encode_sequence(algorithm, der.encode_octet_string(
        sm4_modes.cbc_encrypt(key, iv, private_key_to_pkcs8(d), "pkcs7")))


def read_pbkdf2(reader):
    """PBKDF2-params ::= SEQUENCE { salt, iterationCount, keyLength OPTIONAL, prf DEFAULT hmacWithSHA1 }."""
    function = reader.sequence()
    if function.oid() != OID_PBKDF2:
        raise Invalid("key derivation function is not PBKDF2")
    parameters = function.sequence()
    function.end()
    salt = parameters.octet_string()
    iterations = parameters.integer()
    if parameters.next_tag() == der.INTEGER and parameters.integer() != 16:
        raise Invalid("an SM4 key has 16 bytes")
    if parameters.at_end():
        raise Invalid("PRF hmacWithSHA1 is not supported")
    prf = parameters.sequence()
    parameters.end()
    oid = prf.oid()
    if not prf.at_end():
        prf.null()
    prf.end()
    if oid not in PRF:
        raise Invalid(f"PRF {oid} is not supported")
    return PRF[oid], salt, iterations


def private_key_from_encrypted_pkcs8(octets, password):
    reader = der.Reader(octets)
    info = reader.sequence()
    reader.end()
    algorithm = info.sequence()
    encrypted = info.octet_string()
    info.end()
    if algorithm.oid() != OID_PBES2:
        raise Invalid("encryption scheme is not PBES2")
    parameters = algorithm.sequence()
    algorithm.end()
    hash, salt, iterations = read_pbkdf2(parameters)
    cipher = parameters.sequence()
    parameters.end()
    oid = cipher.oid()
    if oid != OID_SM4_CBC:
        raise Invalid(f"cipher {oid} is not supported")
    iv = cipher.octet_string()
    cipher.end()
    key = pbkdf2(hash, password, salt, iterations, 16)
    if not encrypted:
        raise Invalid("no encrypted data")
    return private_key_from_pkcs8(sm4_modes.cbc_decrypt(key, iv, encrypted, "pkcs7"))


# Enveloped key: GM/T 0009 7.4, SM2EnvelopedKey ::= SEQUENCE { symAlgID AlgorithmIdentifier,
# symEncryptedKey SM2Cipher, Sm2PublicKey BIT STRING, Sm2EncryptedPrivateKey BIT STRING }

def seal_enveloped_key(P, target_d, sym_key, k):
    """target_d under SM4-ECB with sym_key, sym_key under SM2 for the key P with the random number k."""
    C = encrypt(SM2P256V1, P, sym_key, k)
    target_P = public_key(SM2P256V1, target_d)
    return der.encode_sequence(
        der.encode_sequence(der.encode_oid(OID_SM4_ECB), der.encode_null()),
        ciphertext_to_der(C.C1, C.C2, C.C3),
        der.encode_bit_string(encode_point(SM2P256V1, target_P)),
        der.encode_bit_string(sm4_modes.ecb_encrypt(sym_key, integer_to_octets(target_d, WIDTH))))


def open_enveloped_key(d, octets):
    """The protected private key and the symmetric key that was around it."""
    reader = der.Reader(octets)
    envelope = reader.sequence()
    reader.end()
    algorithm = envelope.sequence()
    oid = algorithm.oid()
    if oid not in (OID_SM4, OID_SM4_ECB):
        raise Invalid(f"cipher {oid} is not supported")
    if not algorithm.at_end():
        algorithm.null()
    algorithm.end()
    C1, C2, C3 = read_ciphertext(envelope)
    target_P = decode_point(SM2P256V1, envelope.bit_string())
    encrypted = envelope.bit_string()
    envelope.end()
    sym_key = decrypt(SM2P256V1, d, C1, C2, C3)
    if len(sym_key) != 16 or len(encrypted) != WIDTH:
        raise Invalid("length of the symmetric key or of the private key")
    target_d = octets_to_integer(sm4_modes.ecb_decrypt(sym_key, encrypted))
    if public_key(SM2P256V1, target_d) != target_P:
        raise Invalid("public key does not match the private key")
    return target_d, sym_key


# PEM: RFC 7468 clauses 10, 11, 13; EC PRIVATE KEY as in RFC 5915 clause 4

def private_key_from_pem(text, password=None):
    """The first block that is a private key; EC PARAMETERS before it have to be those of the SM2 curve."""
    for label, octets in pem.decode(text):
        if label == "EC PARAMETERS":
            reader = der.Reader(octets)
            read_curve(reader)
            reader.end()
        elif label in ("EC PRIVATE KEY", "SM2 PRIVATE KEY"):
            return private_key_from_sec1(octets)
        elif label == "PRIVATE KEY":
            return private_key_from_pkcs8(octets)
        elif label == "ENCRYPTED PRIVATE KEY":
            if password is None:
                raise Invalid("password needed")
            return private_key_from_encrypted_pkcs8(octets, password)
    raise Invalid("no private key")


def public_key_from_pem(text):
    """The first public key, or the key of the subject of a certificate."""
    for label, octets in pem.decode(text):
        if label == "PUBLIC KEY":
            return public_key_from_spki(octets)
        if label == "CERTIFICATE":
            return certificate_public_key(octets)
    raise Invalid("no public key")
