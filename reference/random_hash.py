# SPDX-License-Identifier: Apache-2.0
"""Random cases of SM3, SHA-2, HMAC and the key derivation functions."""

from operations import run
from random_source import case, generator


def hash_case(name, source, fields):
    length = source.length(0, 2000, 64)
    if source.chance(8):
        fields |= {"msg_rule": "incrementing", "start": source.randrange(256), "msg_len": length}
    elif source.chance(8):
        pattern = source.octets(source.randrange(1, 70))
        fields |= {"msg_pattern": pattern.hex(), "msg_repeat": length // len(pattern)}
        length = len(pattern) * fields["msg_repeat"]
    else:
        fields |= {"msg": source.hex(length)}
    if source.chance(2):
        fields["chunks"] = source.pieces(length)
    return case(name, fields, f"{length} bytes")


@generator("sm3.hash")
def sm3_hash(source, i):
    return hash_case("sm3.hash", source, {})


@generator("sha2.hash")
def sha2_hash(source, i):
    # only SM3 messages begin an incrementing rule elsewhere than at zero
    test = hash_case("sha2.hash", source, {"algo": ("sha256", "sha224")[i % 2]})
    if "start" in test:
        start = test.pop("start")
        test["msg"] = bytes((start + j) % 256 for j in range(test.pop("msg_len"))).hex()
        del test["msg_rule"]
    return test


def hmac_case(name, source, fields, size):
    fields |= {"key": source.hex(source.length(0, 200, 64)), "msg": source.hex(source.length(0, 500, 64))}
    mac = bytes.fromhex(run(name, fields)["mac"])
    length = size if source.chance(2) else source.randrange(1, size + 1)
    mac = mac[:length]
    if source.chance(3):
        return case(name, fields | {"mac": source.flip(mac).hex()}, "one bit of the MAC changed")
    return case(name, fields | {"mac_len": length}, f"{length} bytes of MAC")


@generator("kdf_hmac.hmac")
def hmac_sm3(source, i):
    return hmac_case("kdf_hmac.hmac", source, {}, 32)


@generator("sha2.hmac")
def hmac_sha2(source, i):
    algo, size = (("sha256", 32), ("sha224", 28))[i % 2]
    return hmac_case("sha2.hmac", source, {"algo": algo}, size)


def hkdf_case(source, fields):
    size = 8161 + source.randrange(100) if source.chance(20) else source.length(1, 300, 32)
    if source.chance(40):
        size = 8160
    fields |= {"ikm": source.hex(source.length(0, 100, 64)), "salt": source.hex(source.length(0, 100, 64)),
               "info": source.hex(source.length(0, 100, 64)), "size": size}
    return case("kdf_hmac.hkdf", fields)


@generator("kdf_hmac.hkdf")
def hkdf(source, i):
    return hkdf_case(source, {})


@generator("kdf_hmac.hkdf", "kdf_hmac.hkdf-sha2")
def hkdf_sha2(source, i):
    test = hkdf_case(source, {"algo": ("sha256", "sha224")[i % 2]})
    return test


@generator("kdf_hmac.pbkdf2")
def pbkdf2(source, i, algo=None):
    fields = {"password": source.hex(source.length(0, 100, 64)), "salt": source.hex(source.length(0, 60, 32)),
              "iterations": source.choice((1, 1, 2, 3, source.randrange(1, 40))), "size": source.length(1, 100, 32)}
    return case("kdf_hmac.pbkdf2", fields | ({"algo": algo} if algo else {}))


@generator("kdf_hmac.pbkdf2", "kdf_hmac.pbkdf2-sha2")
def pbkdf2_sha2(source, i):
    return pbkdf2(source, i, ("sha256", "sha224")[i % 2])


@generator("kdf_hmac.kdf")
def kdf(source, i):
    return case("kdf_hmac.kdf", {"z": source.hex(source.length(0, 200, 64)), "klen": source.length(1, 400, 32)})


@generator("kdf_hmac.prf")
def prf(source, i):
    return case("kdf_hmac.prf", {"secret": source.hex(source.length(0, 100, 64)),
                                 "label": source.hex(source.length(0, 30, 16)),
                                 "seed": source.hex(source.length(0, 100, 64)), "size": source.length(1, 200, 32)})


@generator("kdf_hmac.hkdf-expand-label")
def hkdf_expand_label(source, i):
    label, context = source.length(1, 40, 16), source.length(0, 64, 32)
    if source.chance(20):
        label = source.randrange(248, 252)
    if source.chance(20):
        context = source.randrange(254, 258)
    return case("kdf_hmac.hkdf-expand-label", {
        "secret": source.hex(32), "label": source.hex(label), "context": source.hex(context),
        "size": source.length(1, 100, 32)})
