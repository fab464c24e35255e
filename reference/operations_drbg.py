# SPDX-License-Identifier: Apache-2.0
"""Operations of the random bit generators."""

import drbg
from operation import Malformed, operation

INSTANTIATE = "mode entropy nonce personalization out_len"
CALLS = INSTANTIATE + " entropy_reseed additional_reseed additional1 additional2"


def instantiate(request, kind):
    arguments = (request.octets("entropy"), request.octets("nonce"), request.octets("personalization", b""))
    mode = request.text("mode")
    if mode not in ("gm", "nist"):
        raise Malformed("mode is gm or nist")
    if kind == "hash":
        return drbg.HashDRBG(*arguments, gm=mode == "gm")
    if kind == "ctr":
        return drbg.CTRDRBG(*arguments, gm=mode == "gm")
    if kind == "hmac":
        return drbg.HMACDRBG(*arguments)
    raise Malformed("drbg is hash, ctr or hmac")


def calls(request, kind):
    """Instantiate, reseed where entropy for that is given, generate twice; the state after each."""
    generator = instantiate(request, kind)
    results = {}

    def state(number):
        for name, attribute in (("v", "V"), ("c", "C"), ("key", "Key")):
            if hasattr(generator, attribute):
                results[f"{name}{number}"] = getattr(generator, attribute)

    state(0)
    if "entropy_reseed" in request:
        generator.reseed(request.octets("entropy_reseed"), request.octets("additional_reseed", b""))
        state(1)
    for number in (1, 2):
        results[f"returned{number}"] = generator.generate(
            request.number("out_len"), request.octets(f"additional{number}", b""))
        state(number + 1)
    return results


@operation("drbg.hash-drbg", CALLS)
def hash_drbg(request):
    return calls(request, "hash")


@operation("drbg.ctr-drbg", CALLS)
def ctr_drbg(request):
    return calls(request, "ctr")


@operation("drbg.hmac-drbg", CALLS)
def hmac_drbg(request):
    return calls(request, "hmac")


@operation("drbg.drbg-sequence", INSTANTIATE + " drbg count")
def sequence(request):
    """count calls of generate, 8 if absent; drbg is hash, ctr or hmac."""
    generator = instantiate(request, request.text("drbg"))
    return {"generates": [generator.generate(request.number("out_len")) for _ in range(request.number("count", 8))]}


@operation("drbg.hash-df", "df_in out_len")
def hash_df(request):
    return {"df_out": drbg.hash_df(request.octets("df_in"), request.number("out_len"))}


@operation("drbg.block-cipher-df", "df_in out_len")
def block_cipher_df(request):
    return {"df_out": drbg.block_cipher_df(request.octets("df_in"), request.number("out_len"))}
