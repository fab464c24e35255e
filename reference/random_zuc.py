# SPDX-License-Identifier: Apache-2.0
"""Random cases of ZUC and of the random bit generators."""

from random_source import case, generator


def zuc_fields(source, key_size, iv_size):
    """Often with bits that are all equal in key or IV."""
    def value(size):
        return source.choice((bytes(size), b"\xff" * size, *(source.octets(size) for _ in range(6))))
    iv = value(iv_size)
    if iv_size == 25:
        iv = iv[:17] + bytes(b & 0x3F for b in iv[17:])
    return {"key": value(key_size).hex(), "iv": iv.hex()}


def keystream_case(source, key_size, iv_size):
    test = case("zuc.keystream", zuc_fields(source, key_size, iv_size) | {"size": 4 * source.randrange(1, 60)},
                results=("words",))
    del test["size"]
    return test


@generator("zuc.keystream", "zuc.keystream-128")
def keystream_128(source, i):
    return keystream_case(source, 16, 16)


@generator("zuc.keystream", "zuc.keystream-256")
def keystream_256(source, i):
    return keystream_case(source, 32, source.choice((23, 25)))


@generator("zuc.encrypt", "zuc.encrypt-256-addendum")
def encrypt_addendum(source, i):
    return case("zuc.encrypt", zuc_fields(source, 32, 16) | {"pt": source.hex(source.length(0, 200, 4))})


def evaluation_fields(source):
    return {"key": source.hex(16), "count": source.hex(4), "bearer": source.randrange(32),
            "direction": source.randrange(2)}


def bits_of(source):
    """A length in bits and a string with at least that many."""
    bits = source.length(1, 1500, 32)
    return bits, source.octets(-(-bits // 8))


@generator("zuc.eea3")
def eea3(source, i):
    bits, pt = bits_of(source)
    unused = -bits % 8
    pt = pt[:-1] + bytes([pt[-1] >> unused << unused])
    return case("zuc.eea3", evaluation_fields(source) | {"bits": bits, "pt": pt.hex()}, f"{bits} bits")


@generator("zuc.eia3")
def eia3(source, i):
    """Bits past the length mean nothing."""
    bits, msg = bits_of(source)
    fields = evaluation_fields(source) | {"bits": bits, "msg": msg.hex()}
    return case("zuc.eia3", fields, f"{bits} bits")


@generator("zuc.zuc256-mac")
def zuc256_mac(source, i):
    bits, msg = bits_of(source)
    fields = zuc_fields(source, 32, 23) | {"bits": bits, "msg": msg.hex(), "tag_bits": (32, 64, 128)[i % 3]}
    return case("zuc.zuc256-mac", fields, f"{bits} bits")


def sealed_case(name, source, fields):
    fields |= {"key": source.hex(16), "hkey": source.hex(16), "iv": source.hex(16),
               "aad": source.hex(source.length(0, 60))}
    tag_length = source.choice((16, 16, source.randrange(4, 17)))
    test = case(name, fields | {"pt": source.hex(source.length(0, 300)), "tag_len": tag_length})
    if source.chance(3):
        broken = fields | {"ct": test["ct"], "tag": test["tag"]}
        field = source.choice([field for field in ("tag", "ct", "aad", "iv") if broken[field]])
        broken[field] = source.flip(bytes.fromhex(broken[field])).hex()
        return case(name, broken, f"one bit of {field} changed")
    return test


@generator("zuc.zuc-gxm")
def gxm(source, i):
    return sealed_case("zuc.zuc-gxm", source, {})


@generator("zuc.zuc-mur")
def mur(source, i):
    return sealed_case("zuc.zuc-mur", source, {"key2": source.hex(16)})


def drbg_case(name, source, mode, longest):
    fields = {"mode": mode, "entropy": source.hex(source.randrange(32, 70)),
              "nonce": source.hex(source.randrange(16, 40)), "personalization": source.hex(source.length(0, 40)),
              "out_len": source.randrange(1, longest + 1)}
    if source.chance(2):
        fields |= {"entropy_reseed": source.hex(source.randrange(32, 70)),
                   "additional_reseed": source.hex(source.length(0, 40))}
    return case(name, fields | {"additional1": source.hex(source.length(0, 40)),
                                "additional2": source.hex(source.length(0, 40))})


def add_drbg(kind, mode, longest):
    @generator(f"drbg.{kind}-drbg", f"drbg.{kind}-drbg-{mode}")
    def draw(source, i):
        return drbg_case(f"drbg.{kind}-drbg", source, mode, longest)


add_drbg("hash", "gm", 32)
add_drbg("hash", "nist", 200)
add_drbg("ctr", "gm", 16)
add_drbg("ctr", "nist", 200)
add_drbg("hmac", "nist", 200)
