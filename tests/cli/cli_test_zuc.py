# SPDX-License-Identifier: Apache-2.0
"""mifu zuc: encryption and MACs, by the published examples."""
from cli_support import BAD_INPUT, INVALID, USAGE, Case, main, vectors

# 3GPP TS 35.223, cut to whole bytes: 128-EEA3 test set 1.
KEY, COUNT = "173d14ba5003731d7a60049470f00a29", "66035492"
PLAIN = bytes.fromhex("6cf65340735552ab0c9752fa6f9025fe0bd675d9005875b2")
CIPHER = bytes.fromhex("a6c85fc66afb8533aafc2518dfe784940ee1e4b030238cc8")
EEA3 = ("--key-hex", KEY, "--count", COUNT, "--bearer", 15, "--direction", 0)
ZEROS, ONES = "00" * 16, "ff" * 32


class Zuc(Case):
    def test_eea3(self):
        self.write("in", PLAIN)
        self.ok("zuc", "encrypt", *EEA3, "in", "--out", "out")
        self.assertEqual(self.read("out"), CIPHER)
        self.ok("zuc", "encrypt", *EEA3, "--in", "out", "--out", "back")
        self.assertEqual(self.read("back"), PLAIN)

    def test_stream(self):
        self.write("in", bytes(8))
        self.ok("zuc", "encrypt", "--key-hex", ZEROS, "--iv-hex", ZEROS, "in", "--out", "out")
        self.assertEqual(self.read("out").hex(), "27bede74018082da")

    def test_zuc256(self):
        self.write("in", bytes(16))
        for iv in ("ff" * 23, "ff" * 17 + "3f" * 8):
            self.ok("zuc", "encrypt", "--key-hex", ONES, "--iv-hex", iv, "in", "--out", "out")
            self.assertEqual(self.read("out").hex(), "3356cbaed1a1c18b6baa4ffe343f777c")

    def test_long_file(self):
        data = bytes(range(256)) * 2000 + b"end"
        self.write("in", data)
        self.ok("zuc", "encrypt", *EEA3, "in", "--out", "out")
        self.assertNotEqual(self.read("out"), data)
        self.ok("zuc", "encrypt", *EEA3, "out", "--out", "back")
        self.assertEqual(self.read("back"), data)

    def test_eia3(self):
        self.write("in", bytes(1))
        options = ("--key-hex", ZEROS, "--count", "00000000", "--bearer", 0, "--direction", 0)
        self.assertEqual(self.ok("zuc", "mac", *options, "in").out, b"390a91b7\n")
        self.ok("zuc", "mac", *options, "in", "--verify", "390a91b7")
        self.assertEqual(self.run_mifu("zuc", "mac", *options, "in", "--verify", "390a91b6").status, INVALID)

    def test_mac256(self):
        self.write("in", bytes(50))
        options = ("--key-hex", "00" * 32, "--iv-hex", "00" * 23, "in")
        self.assertEqual(self.ok("zuc", "mac", *options, "--tag-length", 4).out, b"9b972a74\n")

    def test_wrong_calls(self):
        self.write("in", PLAIN)
        self.fails(USAGE, "a key is required", "zuc", "encrypt", "--iv-hex", ZEROS, "in")
        self.fails(USAGE, "either --iv-hex or --count", "zuc", "encrypt", "--key-hex", KEY, "in")
        self.fails(USAGE, "go together", "zuc", "encrypt", "--key-hex", KEY, "--count", COUNT, "in")
        self.fails(USAGE, "must have 16", "zuc", "encrypt", "--key-hex", KEY, "--iv-hex", "00", "in")
        self.fails(USAGE, "16, 23 or 25", "zuc", "encrypt", "--key-hex", ONES, "--iv-hex", "00", "in")
        self.fails(USAGE, "above 3f", "zuc", "encrypt", "--key-hex", ONES, "--iv-hex", "ff" * 25, "in")
        self.fails(USAGE, "16 or 32", "zuc", "mac", "--key-hex", "00", "--iv-hex", ZEROS, "in")
        self.fails(USAGE, "4, 8 or 16", "zuc", "mac", "--key-hex", ONES, "--iv-hex", "00" * 23,
                   "--tag-length", 5, "in")
        self.fails(USAGE, "goes with --count", "zuc", "mac", "--key-hex", KEY, "--iv-hex", ZEROS, "in")
        self.fails(USAGE, "bearer", "zuc", "mac", "--key-hex", KEY, "--count", COUNT, "--bearer", 32,
                   "--direction", 0, "in")


def groups(operation):
    """The tests of an operation."""
    return [test for group in vectors("zuc.json")["groups"] if group["operation"] == operation
            for test in group["tests"]]


def message(test, name):
    """A field in bytes, or a pattern that is repeated."""
    if name in test:
        return bytes.fromhex(test[name])
    return bytes.fromhex(test[name + "_pattern"]) * test[name + "_repeat"]


def mobile(test):
    return ("--key-hex", test["key"], "--count", test["count"], "--bearer", test["bearer"], "--direction",
            test["direction"], "--bits", test["bits"])


def sealed(test):
    options = ["--mode", "mur" if "key2" in test else "gxm", "--key-hex", test["key"], "--hash-key-hex",
               test["hkey"], "--iv-hex", test["iv"], "--tag-length", len(test["tag"]) // 2]
    if "key2" in test:
        options += ["--tag-key-hex", test["key2"]]
    return options + (["--aad-hex", test["aad"]] if test.get("aad") else [])


class Vectors(Case):
    def test_eea3(self):
        for test in groups("eea3"):
            with self.subTest(test["id"]):
                pt, ct, bits = message(test, "pt"), message(test, "ct"), test["bits"]
                self.assertEqual(self.ok("zuc", "encrypt", *mobile(test), input=pt).out, ct)
                if bits % 8 != 0:  # bits behind the last one mean nothing
                    ct = ct[:-1] + bytes([ct[-1] | 0xff >> bits % 8])
                    pt = pt[:-1] + bytes([pt[-1] & 0xff00 >> bits % 8])
                self.assertEqual(self.ok("zuc", "decrypt", *mobile(test), input=ct).out, pt)

    def test_eia3(self):
        for test in groups("eia3"):
            with self.subTest(test["id"]):
                self.assertEqual(self.ok("zuc", "mac", *mobile(test), input=message(test, "msg")).hex.hex(),
                                 test["mac"])

    def test_mac256(self):
        lengths = set()
        for test in groups("zuc256-mac"):
            with self.subTest(test["id"]):
                options = ("--key-hex", test["key"], "--iv-hex", test["iv"], "--bits", test["bits"],
                           "--tag-length", test["tag_bits"] // 8)
                lengths.add(test["tag_bits"])
                self.assertEqual(self.ok("zuc", "mac", *options, input=message(test, "msg")).hex.hex(),
                                 test["mac"])
        self.assertEqual(lengths, {32, 64, 128})

    def test_sealed(self):
        tests = groups("zuc-gxm") + groups("zuc-mur")
        self.assertGreater(len(tests), 10)
        for test in tests:
            with self.subTest(test["id"]):
                pt, both = message(test, "pt"), message(test, "ct") + bytes.fromhex(test["tag"])
                self.assertEqual(self.ok("zuc", "encrypt", *sealed(test), input=pt).out, both)
                self.assertEqual(self.ok("zuc", "decrypt", *sealed(test), input=both).out, pt)
                for at in {0, len(both) // 2, len(both) - 1}:
                    damaged = bytearray(both)
                    damaged[at] ^= 1 << at % 8
                    result = self.fails(INVALID, "decryption failed", "zuc", "decrypt", *sealed(test), "--out",
                                        "out", input=bytes(damaged))
                    self.assertEqual(result.out, b"")
                    result = self.fails(INVALID, "decryption failed", "zuc", "decrypt", *sealed(test),
                                        input=bytes(damaged))
                    self.assertEqual(result.out, b"")


class Sealed(Case):
    """GXM and MUR beyond the vectors: large inputs, and what must not go well."""

    def setUp(self):
        super().setUp()
        for name in ("zuc.key", "hash.key", "tag.key"):
            self.write(name, name.encode().ljust(16, b"."))
        self.gxm = ["--mode", "gxm", "--key-file", "zuc.key", "--hash-key-file", "hash.key", "--iv-hex", ZEROS]
        self.mur = ["--mode", "mur", "--tag-key-file", "tag.key", *self.gxm[2:]]

    def test_large(self):
        """Around the size of a piece, and past what is held in memory for a pipe."""
        for mode in (self.gxm, self.mur):
            for size in (0, 1, 262128, 262143, 262144, 262145, 2 * 262144, 9 << 20):
                data = (bytes(range(251)) * (size // 251 + 1))[:size]
                self.write("in", data)
                self.ok("zuc", "encrypt", *mode, "in", "--out", "out")
                self.assertEqual(len(self.read("out")), size + 16)
                self.ok("zuc", "decrypt", *mode, "out", "--out", "back")
                self.assertEqual(self.read("back"), data)
                self.assertEqual(self.mode("back"), 0o600)
        self.ok("zuc", "encrypt", *self.gxm, "in", "--out", "out")
        result = self.fails(BAD_INPUT, "use --out FILE", "zuc", "decrypt", *self.gxm, "out")
        self.assertEqual(result.out, b"")

    def test_wrong_tags(self):
        self.write("in", PLAIN)
        for mode in (self.gxm, self.mur):
            self.ok("zuc", "encrypt", *mode, "--aad", "header", "--tag-length", 12, "in", "--out", "out")
            good = ["zuc", "decrypt", *mode, "--aad", "header", "--tag-length", 12, "out"]
            self.assertEqual(self.ok(*good).out, PLAIN)
            for change in (["--aad", "headers"], ["--tag-length", 11], ["--iv-hex", "01" + ZEROS[2:]]):
                bad = list(good)
                bad[bad.index(change[0]) + 1] = change[1]
                self.assertEqual(self.fails(INVALID, "decryption failed", *bad).out, b"")
            self.fails(BAD_INPUT, "too short to hold a tag of 16 bytes", "zuc", "decrypt", *mode,
                       input=bytes(15))

    def test_wrong_calls(self):
        crypt = ["zuc", "encrypt"]
        self.fails(USAGE, "--hash-key-hex or --hash-key-file is required", *crypt, "--mode", "gxm", "--key-hex",
                   KEY, "--iv-hex", ZEROS)
        self.fails(USAGE, "--tag-key-hex or --tag-key-file is required", *crypt, "--mode", "mur", *self.gxm[2:])
        self.fails(USAGE, "goes with --mode mur", *crypt, *self.gxm, "--tag-key-hex", KEY)
        self.fails(USAGE, "a key of 16 bytes", *crypt, "--mode", "gxm", "--key-hex", ONES, "--iv-hex", ZEROS,
                   "--hash-key-hex", KEY)
        self.fails(USAGE, "the IV has 15 bytes", *crypt, *self.gxm[:-1], ZEROS[2:])
        self.fails(USAGE, "the key has 15 bytes", *crypt, *self.mur[:2], *self.gxm[2:], "--tag-key-hex", KEY[2:])
        self.write("short.key", bytes(17))
        self.fails(BAD_INPUT, "--hash-key-file: the key has 17 bytes", *crypt, "--mode", "gxm", "--key-hex", KEY,
                   "--iv-hex", ZEROS, "--hash-key-file", "short.key")
        for length in (3, 17):
            self.fails(USAGE, "tag-length", *crypt, *self.gxm, "--tag-length", length)
        self.fails(USAGE, "does not go with --mode", *crypt, *self.gxm, "--bits", 5)
        self.fails(USAGE, "either --iv-hex or --count", *crypt, *self.gxm, "--count", COUNT, "--bearer", 0,
                   "--direction", 0)
        for option in ("--aad", "--tag-length", "--hash-key-hex"):
            self.fails(USAGE, "goes with --mode gxm and mur", *crypt, "--key-hex", KEY, "--iv-hex", ZEROS, option,
                       "4" * 32)


class Bits(Case):
    def test_lengths(self):
        """Around the size of a piece; the output is that of a longer message, cut."""
        for size in (262143, 262144, 262145):
            data = (bytes(range(1, 252)) * (size // 251 + 1))[:size]
            whole = self.ok("zuc", "encrypt", *EEA3, input=data).out
            cut = self.ok("zuc", "encrypt", *EEA3, "--bits", 8 * size - 3, input=data).out
            self.assertEqual(cut, whole[:-1] + bytes([whole[-1] & 0xf8]))
            macs = {bits: self.ok("zuc", "mac", *EEA3, "--bits", bits, input=data).hex
                    for bits in (8 * size - 3, 8 * size)}
            self.assertEqual(macs[8 * size], self.ok("zuc", "mac", *EEA3, input=data).hex)
            self.assertNotEqual(macs[8 * size - 3], macs[8 * size])
            data = data[:-1] + bytes([data[-1] ^ 7])
            self.assertEqual(macs[8 * size - 3], self.ok("zuc", "mac", *EEA3, "--bits", 8 * size - 3,
                                                         input=data).hex)
        self.assertEqual(self.ok("zuc", "encrypt", *EEA3, "--bits", 0).out, b"")

    def test_wrong_lengths(self):
        data = bytes(24)
        for verb in ("encrypt", "mac"):
            for bits, words in ((193, "fewer than the 25 bytes"), (184, "more than the 23 bytes"), (0, "more than"),
                                (0xffffffff, "fewer than the 536870912 bytes")):
                self.write("in", data)
                self.fails(BAD_INPUT, words, "zuc", verb, *EEA3, "--bits", bits, "in", "--out", "out")
            self.fails(USAGE, "bits", "zuc", verb, *EEA3, "--bits", 1 << 32, input=data)
            self.fails(USAGE, "bits", "zuc", verb, *EEA3, "--bits", "-1", input=data)
        self.fails(USAGE, "--bits goes with --count", "zuc", "encrypt", "--key-hex", KEY, "--iv-hex", ZEROS,
                   "--bits", 8, input=data)
        self.fails(USAGE, "bits", "zuc", "mac", "--key-hex", ONES, "--iv-hex", "00" * 23, "--bits", 1 << 61,
                   input=data)


if __name__ == "__main__":
    main()
