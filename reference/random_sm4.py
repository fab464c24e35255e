# SPDX-License-Identifier: Apache-2.0
"""Random cases of SM4."""

import gf128
from octets import integer_to_octets, octets_to_integer
from operations import run
from padding import PAD
from random_source import case, generator
from sm4 import SM4

LONGEST = 700


def either(name, source, fields, pt):
    """A valid case: both directions hold, ct comes from pt."""
    return case(name, fields | {"pt": pt.hex()}, f"{len(pt)} bytes", ("ct", "tag"))


@generator("sm4.block")
def block(source, i):
    return case("sm4.block", {"key": source.hex(16), "pt": source.hex(16)}, results=("ct",))


@generator("sm4.ecb")
def ecb(source, i):
    return either("sm4.ecb", source, {"key": source.hex(16)}, source.octets(16 * source.randrange(LONGEST // 16)))


@generator("sm4.cbc")
def cbc(source, i):
    fields = {"key": source.hex(16), "iv": source.hex(16)}
    return either("sm4.cbc", source, fields, source.octets(16 * source.randrange(LONGEST // 16)))


def padded_case(name, source, fields):
    """Valid, or with the padding spoilt before encryption, or of a length that can not be."""
    pt = source.octets(source.length(0, LONGEST))
    kind = source.randrange(4)
    if kind == 0:
        padded = PAD[fields["padding"]](pt)
        spoilt = padded[:-16] + source.choice((
            source.octets(16), bytes(16), source.flip(padded[-16:]), source.flip(padded[-16:]),
            bytes(15) + bytes([source.randrange(256)]), bytes([source.randrange(20)]) * 16))
        ct = run(name, fields | {"padding": "none", "pt": spoilt.hex()})["ct"]
        return case(name, fields | {"ct": ct}, "padding changed")
    if kind == 1 and source.chance(4):
        ct = source.choice((b"", source.octets(source.randrange(1, 16)), source.octets(16 * source.randrange(9) + 5)))
        return case(name, fields | {"ct": ct.hex()}, f"{len(ct)} bytes of ciphertext")
    return either(name, source, fields, pt)


def add_padded(padding):
    @generator("sm4.ecb", f"sm4.ecb-{padding}")
    def padded_ecb(source, i):
        return padded_case("sm4.ecb", source, {"key": source.hex(16), "padding": padding})

    @generator("sm4.cbc", f"sm4.cbc-{padding}")
    def padded_cbc(source, i):
        return padded_case("sm4.cbc", source, {"key": source.hex(16), "iv": source.hex(16), "padding": padding})


for padding_name in ("pkcs7", "ansi-x9.23", "iso9797-m2"):
    add_padded(padding_name)


@generator("sm4.cfb")
def cfb128(source, i):
    return either("sm4.cfb", source, {"key": source.hex(16), "iv": source.hex(16), "feedback_bits": 128},
                  source.octets(source.length(0, LONGEST)))


@generator("sm4.cfb", "sm4.cfb8")
def cfb8(source, i):
    return either("sm4.cfb", source, {"key": source.hex(16), "iv": source.hex(16), "feedback_bits": 8},
                  source.octets(source.length(0, 100)))


@generator("sm4.ofb")
def ofb(source, i):
    return either("sm4.ofb", source, {"key": source.hex(16), "iv": source.hex(16)},
                  source.octets(source.length(0, LONGEST)))


@generator("sm4.ctr")
def ctr(source, i):
    """Often with a counter that carries far while in use."""
    iv = source.octets(16)
    if source.chance(2):
        ones = source.randrange(1, 17)
        counter = octets_to_integer(iv[:16 - ones] + b"\xff" * ones) - source.randrange(40)
        iv = integer_to_octets(counter % 2 ** 128, 16)
    return either("sm4.ctr", source, {"key": source.hex(16), "iv": iv.hex()}, source.octets(source.length(0, LONGEST)))


def xts_case(source, order):
    fields = {"key": source.hex(32), "order": order}
    if source.chance(3):
        fields["sector"] = source.choice((source.randrange(1000), source.getrandbits(32), source.getrandbits(62)))
    else:
        fields["tweak"] = source.hex(16)
    if source.chance(20):
        return case("sm4.xts", fields | {"ct": source.hex(source.randrange(16))})
    return either("sm4.xts", source, fields, source.octets(source.length(16, LONGEST)))


@generator("sm4.xts", "sm4.xts-gb")
def xts_gb(source, i):
    return xts_case(source, "GB")


@generator("sm4.xts", "sm4.xts-ieee")
def xts_ieee(source, i):
    return xts_case(source, "IEEE")


@generator("sm4.hctr")
def hctr(source, i):
    fields = {"key": source.hex(16), "key2": source.hex(16), "tweak": source.hex(16)}
    return either("sm4.hctr", source, fields, source.octets(source.length(16, LONGEST)))


@generator("sm4.bc")
def bc(source, i):
    return either("sm4.bc", source, {"key": source.hex(16), "iv": source.hex(16)},
                  source.octets(16 * source.randrange(20)))


@generator("sm4.ofbnlf")
def ofbnlf(source, i):
    return either("sm4.ofbnlf", source, {"key": source.hex(16), "iv": source.hex(16)},
                  source.octets(16 * source.randrange(10)))


# Authenticated encryption

def aead_case(name, source, fields, tag_length):
    """Valid; or one bit changed in tag, ciphertext, associated data, nonce or key; or the tag shortened."""
    fields |= {"aad": source.hex(source.length(0, 100)), "tag_len": tag_length}
    pt = source.octets(source.length(0, LONGEST))
    test = either(name, source, fields, pt)
    if test["result"] == "invalid" or source.randrange(3):
        return test
    broken = {field: test[field] for field in ("key", "iv", "aad", "ct", "tag")}
    field = source.choice([field for field in ("tag", "tag", "ct", "aad", "iv", "key") if broken[field]])
    broken[field] = source.flip(bytes.fromhex(broken[field])).hex()
    return case(name, broken, f"one bit of {field} changed") | {"pt": pt.hex()}


def refused_case(name, source, iv_length, tag_length):
    """A nonce or tag of a length that can not be; ciphertext and tag mean nothing."""
    length = source.length(0, 60)
    fields = {"key": source.hex(16), "iv": source.hex(iv_length), "aad": source.hex(source.length(0, 40)),
              "ct": source.hex(length), "tag": source.hex(tag_length)}
    return case(name, fields, f"nonce of {iv_length} bytes, tag of {tag_length} bytes") | {"pt": source.hex(length)}


@generator("sm4.gcm")
def gcm(source, i):
    if source.chance(20):
        return refused_case("sm4.gcm", source, *source.choice(((0, 16), (12, 3), (12, 0), (12, 17), (16, 1))))
    iv_length = 12 if source.chance(2) else source.length(1, 80)
    tag_length = 16 if source.chance(2) else source.randrange(4, 17)
    return aead_case("sm4.gcm", source, {"key": source.hex(16), "iv": source.hex(iv_length)}, tag_length)


def gf128_invert(X):
    """X^(2^128 - 2)."""
    result = 1 << 127       # the element 1
    for _ in range(127):
        X = gf128.multiply(X, X)
        result = gf128.multiply(result, X)
    return result


@generator("sm4.gcm", "sm4.gcm-counter-wrap")
def gcm_counter_wrap(source, i):
    """An IV of 16 bytes chosen so that the last 32 bits of J_0 overflow while the text is encrypted."""
    key = source.octets(16)
    H = gf128.from_block(SM4(key).encrypt(bytes(16)))
    J0 = source.getrandbits(96) << 32 | (2 ** 32 - 1 - source.randrange(LONGEST // 16 - 1))
    # J_0 = (IV * H xor [128]64) * H
    H_inverse = gf128_invert(H)
    iv = gf128.multiply(gf128.multiply(J0, H_inverse) ^ 128, H_inverse)
    if sm4_initial_counter(H, iv) != J0:
        raise AssertionError("the IV does not give the counter it was made for")
    fields = {"key": key.hex(), "iv": gf128.to_block(iv).hex(), "aad": source.hex(source.length(0, 40)), "tag_len": 16}
    return either("sm4.gcm", source, fields, source.octets(LONGEST)) | {
        "comment": f"J0 = {gf128.to_block(J0).hex()}"}


def sm4_initial_counter(H, iv):
    return gf128.multiply(gf128.multiply(iv, H) ^ 128, H)


@generator("sm4.gmac")
def gmac(source, i):
    fields = {"key": source.hex(16), "iv": source.hex(12 if source.chance(2) else source.length(1, 40)),
              "aad": source.hex(source.length(0, 300)), "tag_len": source.choice((16, 16, source.randrange(4, 17)))}
    test = case("sm4.gmac", fields, results=("tag", "ct")) | {"pt": ""}
    if source.chance(4):
        broken = {field: test[field] for field in ("key", "iv", "aad", "tag")}
        broken["tag"] = source.flip(bytes.fromhex(broken["tag"])).hex()
        return case("sm4.gmac", broken, "one bit of tag changed") | {"pt": "", "ct": ""}
    return test


@generator("sm4.ccm")
def ccm(source, i):
    if source.chance(20):
        return refused_case("sm4.ccm", source, *source.choice(
            ((6, 16), (0, 16), (14, 16), (16, 16), (12, 3), (12, 5), (12, 15), (12, 2), (12, 0), (12, 17), (12, 18))))
    fields = {"key": source.hex(16), "iv": source.hex(source.randrange(7, 14))}
    return aead_case("sm4.ccm", source, fields, 2 * source.randrange(2, 9))


@generator("sm4.gcm-siv")
def gcm_siv(source, i):
    return aead_case("sm4.gcm-siv", source, {"key": source.hex(16), "iv": source.hex(12)}, 16)


# Message authentication codes

def mac_case(name, source, fields, size=16):
    fields |= {"msg": source.hex(source.length(0, 300))}
    if fields.get("padding") == "none":
        fields["msg"] = source.hex(16 * source.randrange(1, 20))
    length = size if source.chance(2) else source.randrange(4, size + 1)
    test = case(name, fields | {"tag_len": length})
    if source.chance(4):
        return case(name, fields | {"tag": source.flip(bytes.fromhex(test["tag"])).hex()}, "one bit of tag changed")
    return test


def add_padded_mac(name, two_keys, paddings):
    @generator(name)
    def padded_mac(source, i):
        fields = {"key": source.hex(16), "padding": source.choice(paddings)}
        if two_keys:
            fields["key2"] = source.hex(16)
        if name == "sm4.macdes":
            # two blocks at least
            fields["padding"] = "iso9797-m3"
        return mac_case(name, source, fields)


add_padded_mac("sm4.cbc-mac", False, ("none", "iso9797-m1", "iso9797-m2", "iso9797-m3"))
add_padded_mac("sm4.emac", True, ("iso9797-m2", "iso9797-m3"))
add_padded_mac("sm4.ansi-retail-mac", True, ("iso9797-m2", "iso9797-m3"))
add_padded_mac("sm4.macdes", True, ("iso9797-m3",))
add_padded_mac("sm4.lmac", False, ("iso9797-m2", "iso9797-m3"))


@generator("sm4.cmac")
def cmac(source, i):
    return mac_case("sm4.cmac", source, {"key": source.hex(16)})


@generator("sm4.trcbc")
def trcbc(source, i):
    return mac_case("sm4.trcbc", source, {"key": source.hex(16)}, 8)


@generator("sm4.cbcr")
def cbcr(source, i):
    return mac_case("sm4.cbcr", source, {"key": source.hex(16)})


# Key wrap

def wrap_case(name, source, key):
    fields = {"key": source.hex(16)}
    test = either(name, source, fields, key)
    if source.chance(3):
        return case(name, fields | {"ct": source.mutate(bytes.fromhex(test["ct"])).hex()}, "changed")
    return test


@generator("sm4.key-wrap")
def key_wrap(source, i):
    return wrap_case("sm4.key-wrap", source, source.octets(8 * source.randrange(2, 9)))


@generator("sm4.key-wrap-padded")
def key_wrap_padded(source, i):
    return wrap_case("sm4.key-wrap-padded", source, source.octets(source.randrange(1, 70)))
