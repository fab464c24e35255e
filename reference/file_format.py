# SPDX-License-Identifier: Apache-2.0
"""The file format of `mifu sm4 encrypt`: docs/file-format.md, section by section."""

from errors import Invalid
from kdf import hkdf, pbkdf2
from mac_hmac import hmac
from octets import blocks, integer_to_octets, octets_to_integer
from sm3 import SM3
from sm4_aead import gcm_open, gcm_seal

MAGIC = bytes.fromhex("4d4946550d0a1a0a")
VERSION = 1
SM4_GCM = 1
FROM_KEY, FROM_PASSWORD = 1, 2
HEADER, FIELDS, TAG = 80, 48, 16


def header_fields(kind, exponent, iterations, salt):
    """Section 2: bytes 0 to 47 of the header."""
    return (MAGIC + bytes([VERSION, SM4_GCM, kind, exponent]) + integer_to_octets(iterations, 4)
            + salt)


def derive(fields, secret):
    """Section 3: SM4 key, nonce prefix and header key, from a key or a password."""
    salt, iterations = fields[16:48], octets_to_integer(fields[12:16])
    ikm = pbkdf2(SM3, secret, salt, iterations, 32) if fields[10] == FROM_PASSWORD else secret
    okm = hkdf(SM3, salt, ikm, b"mifu file 1" + fields, 55)
    return okm[:16], okm[16:23], okm[23:]


def nonce(prefix, index, last):
    """Section 4: prefix || number of the chunk || 1 for the last chunk, else 0."""
    return prefix + integer_to_octets(index, 4) + bytes([1 if last else 0])


def seal(secret, plaintext, salt, exponent=16, iterations=0, aad=b""):
    """A whole file; iterations is 0 for a key of 16 bytes as the secret, else it is a password."""
    fields = header_fields(FROM_PASSWORD if iterations else FROM_KEY, exponent, iterations, salt)
    key, prefix, header_key = derive(fields, secret)
    file = fields + hmac(SM3, header_key, fields + aad)
    chunks = list(blocks(plaintext, 2 ** exponent)) or [b""]
    for index, chunk in enumerate(chunks):
        ciphertext, tag = gcm_seal(key, nonce(prefix, index, index == len(chunks) - 1), b"", chunk)
        file += ciphertext + tag
    return file


def check_fields(fields):
    """Section 2: what a reader refuses before any key is derived."""
    if fields[:8] != MAGIC or fields[8] != VERSION or fields[9] != SM4_GCM:
        raise Invalid("not this format, version or algorithm")
    if fields[10] not in (FROM_KEY, FROM_PASSWORD) or not 10 <= fields[11] <= 20:
        raise Invalid("kind of key or chunk size")
    if (fields[10] == FROM_PASSWORD) != (octets_to_integer(fields[12:16]) != 0):
        raise Invalid("iteration count")


def open_file(secret, file, aad=b""):
    """The plaintext of a whole file."""
    if len(file) < HEADER:
        raise Invalid("truncated header")
    fields = file[:FIELDS]
    check_fields(fields)
    key, prefix, header_key = derive(fields, secret)
    if hmac(SM3, header_key, fields + aad) != file[FIELDS:HEADER]:
        raise Invalid("wrong key or password, associated data or header")
    chunks = list(blocks(file[HEADER:], 2 ** fields[11] + TAG))
    if not chunks:
        raise Invalid("no chunk")
    plaintext = b""
    for index, chunk in enumerate(chunks):
        if len(chunk) < TAG or (len(chunk) == TAG and index > 0):
            raise Invalid("truncated chunk")
        plaintext += gcm_open(key, nonce(prefix, index, index == len(chunks) - 1), b"",
                              chunk[:-TAG], chunk[-TAG:])
    return plaintext
