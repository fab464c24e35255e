# SPDX-License-Identifier: Apache-2.0
"""Operations of ZUC."""

import zuc
import zuc_aead
from octets import integer_to_octets, xor
from operation import operation, verify_tag


@operation("zuc.keystream", "key iv words")
def keystream(request):
    """As many words as the request has in words, or as many bytes as size says; ZUC-128 or ZUC-256 by the key."""
    state = zuc.zuc(request.octets("key"), request.octets("iv"))
    size = len(request.octets("words")) if "words" in request else request.number("size")
    results = {
        "lfsr_after_init": [integer_to_octets(s, 4) for s in state.s],
        "r1": integer_to_octets(state.R1, 4), "r2": integer_to_octets(state.R2, 4),
    }
    if len(request.octets("key")) == 16:
        cells = zuc.load_128(request.octets("key"), request.octets("iv"))
        results["lfsr_init"] = [integer_to_octets(s, 4) for s in cells]
    return results | {"words": state.keystream(size)}


@operation("zuc.word", "key iv number")
def word(request):
    """The key stream word of a number, the first being 1."""
    state = zuc.zuc(request.octets("key"), request.octets("iv"))
    words = [state.word() for _ in range(request.number("number"))]
    return {"word": integer_to_octets(words[-1], 4)}


@operation("zuc.encrypt", "key iv pt", "key iv ct")
def encrypt(request):
    """Exclusive or of the bytes with the key stream."""
    source, result = ("pt", "ct") if "pt" in request else ("ct", "pt")
    text = request.octets(source)
    return {result: xor(text, zuc.zuc(request.octets("key"), request.octets("iv")).keystream(len(text)))}


@operation("zuc.eea3", "key count bearer direction bits pt", "key count bearer direction bits ct")
def eea3(request):
    """Bits past the length are ignored, and 0 in the result."""
    source, result = ("pt", "ct") if "pt" in request else ("ct", "pt")
    return {result: zuc.eea3(request.octets("key"), request.octets("count"), request.number("bearer"),
                             request.number("direction"), request.number("bits"), request.octets(source))}


def mac_results(request, mac):
    if "mac" in request:
        verify_tag(mac, request.octets("mac"))
        return {}
    return {"mac": mac}


@operation("zuc.eia3", "key count bearer direction bits msg", "key count bearer direction bits msg mac")
def eia3(request):
    return mac_results(request, zuc.eia3(
        request.octets("key"), request.octets("count"), request.number("bearer"), request.number("direction"),
        request.number("bits"), request.message()))


MAC_256 = "key iv bits tag_bits msg msg_pattern msg_repeat"


@operation("zuc.zuc256-mac", MAC_256, MAC_256 + " mac")
def zuc256_mac(request):
    return mac_results(request, zuc.zuc256_mac(
        request.octets("key"), request.octets("iv"), request.number("bits"), request.message(),
        request.number("tag_bits")))


@operation("zuc.zuc-gxm", "key hkey iv aad pt tag_len", "key hkey iv aad ct tag")
def gxm(request):
    arguments = [request.octets(name) for name in ("key", "hkey", "iv", "aad")]
    if "pt" not in request:
        return {"pt": zuc_aead.gxm_open(*arguments, request.octets("ct"), request.octets("tag"))}
    ct, tag = zuc_aead.gxm_seal(*arguments, request.octets("pt"), request.number("tag_len", 16))
    return {"ct": ct, "tag": tag}


@operation("zuc.zuc-mur", "key key2 hkey iv aad pt tag_len", "key key2 hkey iv aad ct tag")
def mur(request):
    arguments = [request.octets(name) for name in ("key", "key2", "hkey", "iv", "aad")]
    if "pt" not in request:
        return {"pt": zuc_aead.mur_open(*arguments, request.octets("ct"), request.octets("tag"))}
    ct, tag = zuc_aead.mur_seal(*arguments, request.octets("pt"), request.number("tag_len", 16))
    return {"ct": ct, "tag": tag}
