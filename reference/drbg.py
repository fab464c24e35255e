# SPDX-License-Identifier: Apache-2.0
"""Deterministic random bit generators: SP 800-90A Rev. 1 with SM3 and SM4, and GM/T 0105-2021.

The generators of GM/T 0105 are those of SP 800-90A with differences that a flag gm stands for.
Where entropy comes from, health tests and reseed intervals are not part of these twins.
"""

from errors import Invalid
from mac_hmac import hmac
from octets import blocks, integer_to_octets, octets_to_integer, xor
from sm3 import sm3, SM3
from sm4 import SM4


class HashDRBG:
    """10.1.1 Hash_DRBG with SM3; GM/T 0105 Annex B."""

    seedlen = 55        # 440 bits, table 2
    outlen = 32

    def __init__(self, entropy, nonce, personalization=b"", gm=False):
        """10.1.1.2 instantiate."""
        self.gm = gm
        self.seed(entropy + nonce + personalization)

    def seed(self, seed_material):
        self.V = hash_df(seed_material, self.seedlen)
        self.C = hash_df(b"\x00" + self.V, self.seedlen)
        self.reseed_counter = 1

    def reseed(self, entropy, additional=b""):
        """10.1.1.3; GM/T 0105 hashes the entropy before V."""
        first, second = (entropy, self.V) if self.gm else (self.V, entropy)
        self.seed(b"\x01" + first + second + additional)

    def add(self, *numbers):
        """V = (V + ...) mod 2^seedlen."""
        total = octets_to_integer(self.V) + sum(numbers)
        self.V = integer_to_octets(total % 2 ** (8 * self.seedlen), self.seedlen)

    def generate(self, length, additional=b""):
        """10.1.1.4."""
        if self.gm and length > self.outlen:
            raise Invalid("GM/T 0105 gives one hash value at most in a call")
        if additional:
            self.add(octets_to_integer(sm3(b"\x02" + self.V + additional)))
        returned = self.hashgen(length)
        H = sm3(b"\x03" + self.V)
        self.add(octets_to_integer(H), octets_to_integer(self.C), self.reseed_counter)
        self.reseed_counter += 1
        return returned

    def hashgen(self, length):
        """10.1.1.4 Hashgen: the hash values of V, V + 1, ..."""
        data = octets_to_integer(self.V)
        W = b""
        while len(W) < length:
            W += sm3(integer_to_octets(data % 2 ** (8 * self.seedlen), self.seedlen))
            data += 1
        return W[:length]


def hash_df(input_string, length):
    """10.3.1 Hash_df."""
    temp = b""
    counter = 1
    while len(temp) < length:
        temp += sm3(integer_to_octets(counter, 1) + integer_to_octets(8 * length, 4) + input_string)
        counter += 1
    return temp[:length]


class HMACDRBG:
    """10.1.2 HMAC_DRBG with HMAC-SM3."""

    def __init__(self, entropy, nonce, personalization=b""):
        """10.1.2.3 instantiate."""
        self.Key = bytes(32)
        self.V = b"\x01" * 32
        self.update(entropy + nonce + personalization)

    def update(self, provided):
        """10.1.2.2."""
        for separator in (b"\x00", b"\x01"):
            self.Key = hmac(SM3, self.Key, self.V + separator + provided)
            self.V = hmac(SM3, self.Key, self.V)
            if not provided:
                break

    def reseed(self, entropy, additional=b""):
        """10.1.2.4."""
        self.update(entropy + additional)

    def generate(self, length, additional=b""):
        """10.1.2.5."""
        if additional:
            self.update(additional)
        temp = b""
        while len(temp) < length:
            self.V = hmac(SM3, self.Key, self.V)
            temp += self.V
        self.update(additional)
        return temp[:length]


class CTRDRBG:
    """10.2.1 CTR_DRBG with SM4 and the derivation function; GM/T 0105 Annex E."""

    seedlen = 32        # key and block, 256 bits, table 3
    outlen = 16

    def __init__(self, entropy, nonce, personalization=b"", gm=False):
        """10.2.1.3.2 instantiate."""
        self.gm = gm
        self.Key = bytes(16)
        self.V = bytes(16)
        self.update(block_cipher_df(entropy + nonce + personalization, self.seedlen))

    def next_block(self):
        self.V = integer_to_octets((octets_to_integer(self.V) + 1) % 2 ** 128, 16)
        return SM4(self.Key).encrypt(self.V)

    def update(self, provided):
        """10.2.1.2."""
        temp = xor(self.next_block() + self.next_block(), provided)
        self.Key, self.V = temp[:16], temp[16:]

    def reseed(self, entropy, additional=b""):
        """10.2.1.4.2."""
        self.update(block_cipher_df(entropy + additional, self.seedlen))

    def generate(self, length, additional=b""):
        """10.2.1.5.2."""
        if self.gm and length > self.outlen:
            raise Invalid("GM/T 0105 gives one block at most in a call")
        if additional:
            additional = block_cipher_df(additional, self.seedlen)
            self.update(additional)
        temp = b""
        while len(temp) < length:
            temp += self.next_block()
        self.update(additional or bytes(self.seedlen))
        return temp[:length]


def bcc(cipher, data):
    """10.3.3 BCC: the CBC-MAC of whole blocks."""
    chaining_value = bytes(16)
    for block in blocks(data, 16):
        chaining_value = cipher.encrypt(xor(chaining_value, block))
    return chaining_value


def block_cipher_df(input_string, length):
    """10.3.2 Block_Cipher_df."""
    S = integer_to_octets(len(input_string), 4) + integer_to_octets(length, 4) + input_string + b"\x80"
    S += bytes(-len(S) % 16)
    cipher = SM4(bytes(range(16)))
    temp = b""
    i = 0
    while len(temp) < 32:
        IV = integer_to_octets(i, 4) + bytes(12)
        temp += bcc(cipher, IV + S)
        i += 1
    cipher, X = SM4(temp[:16]), temp[16:32]
    temp = b""
    while len(temp) < length:
        X = cipher.encrypt(X)
        temp += X
    return temp[:length]
