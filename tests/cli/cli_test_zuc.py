# SPDX-License-Identifier: Apache-2.0
"""mifu zuc: encryption and MACs, by the published examples."""
from cli_support import INVALID, USAGE, Case, main

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


if __name__ == "__main__":
    main()
