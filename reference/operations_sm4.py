# SPDX-License-Identifier: Apache-2.0
"""Operations of SM4. With pt an operation encrypts, with ct it decrypts."""

import gf128
import sm4_aead
import sm4_key_wrap
import sm4_mac
import sm4_modes
from octets import integer_to_octets
from operation import Malformed, operation, verify_tag
from padding import PAD
from sm4 import SM4


def padding_of(request, default="none"):
    name = request.text("padding", default)
    if name not in PAD:
        raise Malformed(f"no padding {name}")
    return name


def either_way(request, encrypt, decrypt, *arguments):
    """Encryption of pt or decryption of ct; the text comes after the other arguments."""
    if "pt" in request:
        return {"ct": encrypt(*arguments, request.octets("pt"))}
    return {"pt": decrypt(*arguments, request.octets("ct"))}


@operation("sm4.block", "key pt", "key ct")
def block(request):
    cipher = SM4(request.octets("key"))
    if "ct" in request:
        return {"pt": cipher.decrypt(request.octets("ct"))}
    states = []
    ct = cipher.encrypt(request.octets("pt"), states)
    return {
        "ct": ct,
        "round_keys": [integer_to_octets(rk, 4) for rk in cipher.round_keys],
        "round_states": [integer_to_octets(X, 4) for X in states],
    }


@operation("sm4.block-iterated", "key pt iterations", "key ct iterations")
def block_iterated(request):
    cipher = SM4(request.octets("key"))
    step, name, result = (cipher.encrypt, "pt", "ct") if "pt" in request else (cipher.decrypt, "ct", "pt")
    block = request.octets(name)
    for _ in range(request.number("iterations")):
        block = step(block)
    return {result: block}


@operation("sm4.ecb", "key pt padding", "key ct padding")
def ecb(request):
    padding = padding_of(request)
    return either_way(request,
                      lambda key, text: sm4_modes.ecb_encrypt(key, text, padding),
                      lambda key, text: sm4_modes.ecb_decrypt(key, text, padding),
                      request.octets("key"))


@operation("sm4.cbc", "key iv pt padding", "key iv ct padding")
def cbc(request):
    padding = padding_of(request)
    return either_way(request,
                      lambda key, iv, text: sm4_modes.cbc_encrypt(key, iv, text, padding),
                      lambda key, iv, text: sm4_modes.cbc_decrypt(key, iv, text, padding),
                      request.octets("key"), request.octets("iv"))


@operation("sm4.cfb", "key iv pt feedback_bits", "key iv ct feedback_bits")
def cfb(request):
    bits = request.number("feedback_bits", 128)
    if bits not in (8, 128):
        raise Malformed("feedback_bits is 8 or 128")
    return either_way(request,
                      lambda key, iv, text: sm4_modes.cfb_encrypt(key, iv, text, bits),
                      lambda key, iv, text: sm4_modes.cfb_decrypt(key, iv, text, bits),
                      request.octets("key"), request.octets("iv"))


@operation("sm4.ofb", "key iv pt", "key iv ct")
def ofb(request):
    return either_way(request, sm4_modes.ofb_crypt, sm4_modes.ofb_crypt, request.octets("key"), request.octets("iv"))


@operation("sm4.ctr", "key iv pt", "key iv ct")
def ctr(request):
    return either_way(request, sm4_modes.ctr_crypt, sm4_modes.ctr_crypt, request.octets("key"), request.octets("iv"))


@operation("sm4.xts", "key tweak sector order pt", "key tweak sector order ct")
def xts(request):
    order = request.text("order").upper()
    if order not in ("GB", "IEEE"):
        raise Malformed("order is GB or IEEE")
    tweak = sm4_modes.sector_tweak(request.number("sector")) if "sector" in request else request.octets("tweak")
    return either_way(request,
                      lambda key, tweak, text: sm4_modes.xts_encrypt(key, tweak, text, order),
                      lambda key, tweak, text: sm4_modes.xts_decrypt(key, tweak, text, order),
                      request.octets("key"), tweak)


@operation("sm4.hctr", "key key2 tweak pt", "key key2 tweak ct")
def hctr(request):
    return either_way(request, sm4_modes.hctr_encrypt, sm4_modes.hctr_decrypt,
                      request.octets("key"), request.octets("key2"), request.octets("tweak"))


@operation("sm4.bc", "key iv pt", "key iv ct")
def bc(request):
    return either_way(request, sm4_modes.bc_encrypt, sm4_modes.bc_decrypt, request.octets("key"), request.octets("iv"))


@operation("sm4.ofbnlf", "key iv pt", "key iv ct")
def ofbnlf(request):
    return either_way(request, sm4_modes.ofbnlf_encrypt, sm4_modes.ofbnlf_decrypt,
                      request.octets("key"), request.octets("iv"))


@operation("sm4.key-wrap", "key pt", "key ct")
def key_wrap(request):
    return either_way(request, sm4_key_wrap.wrap, sm4_key_wrap.unwrap, request.octets("key"))


@operation("sm4.key-wrap-padded", "key pt", "key ct")
def key_wrap_padded(request):
    return either_way(request, sm4_key_wrap.wrap_padded, sm4_key_wrap.unwrap_padded, request.octets("key"))


# Authenticated encryption

def aad_of(request):
    return request.message("aad") if "aad" in request or "aad_pattern" in request else b""


@operation("sm4.gcm", "key iv aad aad_pattern aad_repeat pt tag_len", "key iv aad aad_pattern aad_repeat ct tag")
def gcm(request):
    key, iv, aad = request.octets("key"), request.octets("iv"), aad_of(request)
    if "pt" not in request:
        return {"pt": sm4_aead.gcm_open(key, iv, aad, request.octets("ct"), request.octets("tag"))}
    ct, tag = sm4_aead.gcm_seal(key, iv, aad, request.octets("pt"), request.number("tag_len", 16))
    H = gf128.from_block(SM4(key).encrypt(bytes(16)))
    return {"ct": ct, "tag": tag, "j0": sm4_aead.gcm_initial_counter(H, iv)}


@operation("sm4.gmac", "key iv aad tag_len", "key iv aad tag")
def gmac(request):
    key, iv, aad = request.octets("key"), request.octets("iv"), aad_of(request)
    if "tag" in request:
        return {"pt": sm4_aead.gcm_open(key, iv, aad, b"", request.octets("tag"))}
    return {"tag": sm4_aead.gmac(key, iv, aad, request.number("tag_len", 16)), "ct": b""}


@operation("sm4.ccm", "key iv aad aad_pattern aad_repeat pt tag_len", "key iv aad aad_pattern aad_repeat ct tag")
def ccm(request):
    key, iv, aad = request.octets("key"), request.octets("iv"), aad_of(request)
    if "pt" not in request:
        return {"pt": sm4_aead.ccm_open(key, iv, aad, request.octets("ct"), request.octets("tag"))}
    ct, tag = sm4_aead.ccm_seal(key, iv, aad, request.octets("pt"), request.number("tag_len", 16))
    return {"ct": ct, "tag": tag}


@operation("sm4.gcm-siv", "key iv aad pt", "key iv aad ct tag")
def gcm_siv(request):
    key, iv, aad = request.octets("key"), request.octets("iv"), aad_of(request)
    if "pt" not in request:
        return {"pt": sm4_aead.gcm_siv_open(key, iv, aad, request.octets("ct"), request.octets("tag"))}
    ct, tag = sm4_aead.gcm_siv_seal(key, iv, aad, request.octets("pt"))
    return {"ct": ct, "tag": tag}


# Message authentication codes: with tag the given, perhaps shortened, tag is verified

def tag_operation(request, tag):
    if "tag" in request:
        verify_tag(tag, request.octets("tag"))
        return {}
    return {"tag": tag[:request.number("tag_len", len(tag))]}


@operation("sm4.cbc-mac", "key msg padding tag_len", "key msg padding tag")
def cbc_mac(request):
    return tag_operation(request, sm4_mac.cbc_mac(
        request.octets("key"), request.message(), padding_of(request, "iso9797-m1")))


@operation("sm4.emac", "key key2 msg padding tag_len", "key key2 msg padding tag")
def emac(request):
    return tag_operation(request, sm4_mac.emac(
        request.octets("key"), request.octets("key2"), request.message(), padding_of(request, "iso9797-m2")))


@operation("sm4.ansi-retail-mac", "key key2 msg padding tag_len", "key key2 msg padding tag")
def ansi_retail_mac(request):
    return tag_operation(request, sm4_mac.ansi_retail_mac(
        request.octets("key"), request.octets("key2"), request.message(), padding_of(request, "iso9797-m2")))


@operation("sm4.macdes", "key key2 msg padding tag_len", "key key2 msg padding tag")
def macdes(request):
    return tag_operation(request, sm4_mac.macdes(
        request.octets("key"), request.octets("key2"), request.message(), padding_of(request, "iso9797-m2")))


@operation("sm4.cmac", "key msg tag_len", "key msg tag")
def cmac(request):
    return tag_operation(request, sm4_mac.cmac(request.octets("key"), request.message()))


@operation("sm4.lmac", "key msg padding tag_len", "key msg padding tag")
def lmac(request):
    return tag_operation(request, sm4_mac.lmac(
        request.octets("key"), request.message(), padding_of(request, "iso9797-m2")))


@operation("sm4.trcbc", "key msg tag_len", "key msg tag")
def trcbc(request):
    size = len(request.octets("tag")) if "tag" in request else request.number("tag_len", 8)
    return tag_operation(request, sm4_mac.trcbc(request.octets("key"), request.message(), size))


@operation("sm4.cbcr", "key msg tag_len", "key msg tag")
def cbcr(request):
    return tag_operation(request, sm4_mac.cbcr(request.octets("key"), request.message()))
