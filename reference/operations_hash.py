# SPDX-License-Identifier: Apache-2.0
"""Operations of SM3, SHA-2, HMAC and the key derivation functions."""

import kdf
import sm3
from mac_hmac import hmac
from octets import blocks, integer_to_octets, octets_to_integer
from operation import Malformed, operation, verify_tag
from sha2 import SHA224, SHA256
from sm3 import SM3

HASHES = {"sm3": SM3, "sha256": SHA256, "sha224": SHA224}


def hash_of(request, default="sm3"):
    name = request.text("algo", default)
    if name not in HASHES:
        raise Malformed(f"no hash function {name}")
    return HASHES[name]


def hash_message(hash, request):
    """One update per chunk, where chunks are given."""
    message = request.message()
    state = hash()
    position = 0
    for size in request.get("chunks", [len(message)]):
        state.update(message[position:position + size])
        position += size
    return {"digest": state.digest()}


MESSAGE = "msg msg_pattern msg_repeat msg_rule msg_len start chunks"


@operation("sm3.hash", MESSAGE)
def sm3_hash(request):
    return hash_message(SM3, request)


@operation("sha2.hash", "algo " + MESSAGE)
def sha2_hash(request):
    return hash_message(hash_of(request, "sha256"), request)


def words(octets):
    return tuple(octets_to_integer(word) for word in blocks(octets, 4))


@operation("sm3.padding", "msg")
def sm3_padding(request):
    """The padded message, a whole number of blocks."""
    message = request.octets("msg")
    return {"block": message + sm3.padding(len(message))}


@operation("sm3.compress", "iv block")
def sm3_compress(request):
    block = request.octets("block")
    W, W1 = sm3.expand(block)
    rounds = []
    V = sm3.compress(words(request.octets("iv")), block, rounds)
    return {
        "w": [integer_to_octets(word, 4) for word in W],
        "w1": [integer_to_octets(word, 4) for word in W1],
        "rounds": [sm3.words_to_octets(registers) for registers in rounds],
        "out": sm3.words_to_octets(V),
    }


@operation("sha2.hmac", "algo key msg mac_len", "algo key msg mac")
@operation("kdf_hmac.hmac", "algo key msg mac_len", "algo key msg mac")
def hmac_operation(request):
    mac = hmac(hash_of(request), request.octets("key"), request.message())
    if "mac" in request:
        verify_tag(mac, request.octets("mac"))
        return {}
    return {"mac": mac[:request.number("mac_len", len(mac))]}


@operation("kdf_hmac.hkdf", "algo ikm salt info size")
def hkdf(request):
    hash = hash_of(request)
    prk = kdf.hkdf_extract(hash, request.octets("salt", b""), request.octets("ikm"))
    return {"prk": prk, "okm": kdf.hkdf_expand(hash, prk, request.octets("info", b""), request.number("size"))}


@operation("kdf_hmac.pbkdf2", "algo password salt iterations size")
def pbkdf2(request):
    return {"dk": kdf.pbkdf2(hash_of(request), request.octets("password"), request.octets("salt"),
                             request.number("iterations"), request.number("size"))}


@operation("kdf_hmac.kdf", "z klen")
def sm2_kdf(request):
    return {"k": kdf.kdf(request.octets("z"), request.number("klen"))}


@operation("kdf_hmac.prf", "algo secret label seed size")
def prf(request):
    return {"out": kdf.prf(hash_of(request), request.octets("secret"), request.octets("label"),
                           request.octets("seed"), request.number("size"))}


@operation("kdf_hmac.hkdf-expand-label", "algo secret label context size")
def hkdf_expand_label(request):
    return {"out": kdf.hkdf_expand_label(hash_of(request), request.octets("secret"), request.octets("label"),
                                         request.octets("context"), request.number("size"))}
