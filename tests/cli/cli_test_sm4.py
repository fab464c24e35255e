# SPDX-License-Identifier: Apache-2.0
"""mifu sm4 encrypt, decrypt, mac in the bare modes."""
import itertools
import os
import sys

from cli_support import BAD_INPUT, INVALID, SOURCE, USAGE, Case, field_case, main, vectors

sys.path.insert(0, str(SOURCE / "reference"))
import sm4_key_wrap as key_wrap  # noqa: E402 (needs the path)

KEY = "0123456789abcdeffedcba9876543210"
IV = "000102030405060708090a0b0c0d0e0f"
SIZES = (0, 1, 15, 16, 17, 33, 262143, 262144, 262145)


def data_of(size):
    return bytes((i * 7 + i // 256) & 255 for i in range(size))


def cases(operation, *names):
    """Cases of the shared vectors of one operation."""
    for group in vectors("sm4.json")["groups"]:
        if group["operation"] == operation and group["name"] in names:
            yield from group.get("cases", group.get("tests"))


class Modes(Case):
    def there_and_back(self, data, *options):
        self.write("plain", data)
        self.ok("sm4", "encrypt", "--key-hex", KEY, *options, "--in", "plain", "--out", "secret")
        self.ok("sm4", "decrypt", "--key-hex", KEY, *options, "--in", "secret", "--out", "again")
        self.assertEqual(self.read("again"), data, f"{options} {len(data)}")
        self.assertEqual((self.mode("again"), self.mode("secret") & 0o777), (0o600, 0o644))
        piped = self.ok("sm4", "encrypt", "--key-hex", KEY, *options, input=data).out
        self.assertEqual(piped, self.read("secret"))
        piped = self.ok("sm4", "decrypt", "--key-hex", KEY, *options, "-", input=piped).out
        self.assertEqual(piped, data)
        return self.read("secret")

    def test_there_and_back(self):
        for size in SIZES:
            data = data_of(size)
            for mode in ("cbc", "cfb", "cfb8", "ofb", "ctr", "ecb"):
                if mode == "cfb8" and size > 1000:
                    continue
                iv = [] if mode == "ecb" else ["--iv-hex", IV]
                secret = self.there_and_back(data, "--mode", mode, *iv)
                padded = mode in ("cbc", "ecb")
                self.assertEqual(len(secret), size + 16 - size % 16 if padded else size)
            for mode, nonce in (("gcm", ["--raw"]), ("ccm", [])):
                secret = self.there_and_back(data, "--mode", mode, *nonce, "--iv-hex", IV[:24],
                                             "--aad", "header")
                self.assertEqual(len(secret), size + 16)

    def test_paddings(self):
        for padding, size in itertools.product(("pkcs7", "iso9797-m2", "ansi-x9.23"), (0, 5, 16)):
            secret = self.there_and_back(data_of(size), "--mode", "cbc", "--padding", padding,
                                         "--iv-hex", IV)
            self.assertEqual(len(secret), size + 16 - size % 16)
        self.there_and_back(data_of(32), "--mode", "ecb", "--padding", "none")
        encrypt = ["sm4", "encrypt", "--key-hex", KEY, "--mode", "ecb", "--padding", "none"]
        self.fails(BAD_INPUT, "multiple of 16", *encrypt, "--out", "x", input=b"12345")

    def test_wrong_padding(self):
        secret = self.ok("sm4", "encrypt", "--mode", "cbc", "--padding", "ansi-x9.23", "--key-hex", KEY,
                         "--iv-hex", IV, input=b"12345").out
        decrypt = ["sm4", "decrypt", "--mode", "cbc", "--key-hex", KEY, "--iv-hex", IV, "--out", "x"]
        self.fails(INVALID, "padding", *decrypt, input=secret)
        self.fails(BAD_INPUT, "multiple of 16", *decrypt, input=secret[:-1])
        self.fails(BAD_INPUT, "multiple of 16", *decrypt, input=b"")

    def test_against_openssl(self):
        for mode, size in itertools.product(("cbc", "cfb", "ofb", "ctr", "ecb"), SIZES):
            self.write("plain", data_of(size))
            iv = [] if mode == "ecb" else ["--iv-hex", IV]
            theirs = [] if mode == "ecb" else ["-iv", IV]
            done = self.openssl("enc", f"-sm4-{mode}", "-K", KEY, *theirs, "-in", "plain", "-out",
                                "theirs")
            self.assertEqual(done.status, 0, done.err)
            self.ok("sm4", "encrypt", "--mode", mode, "--key-hex", KEY, *iv, "plain", "--out", "ours")
            self.assertEqual(self.read("ours"), self.read("theirs"), f"{mode} {size}")
            self.ok("sm4", "decrypt", "--mode", mode, "--key-hex", KEY, *iv, "theirs", "--out", "back")
            self.assertEqual(self.read("back"), self.read("plain"))

    def test_vectors(self):
        for case in cases("cfb", "gbt17964-cfb8"):
            out = self.ok("sm4", "encrypt", "--mode", "cfb8", "--key-hex", case["key"], "--iv-hex",
                          case["iv"], input=bytes.fromhex(case["pt"])).out
            self.assertEqual(out.hex(), case["ct"])
        for operation, names in (("gcm", ("rfc8998-gcm", "gbt36624-gcm")), ("ccm", ("rfc8998-ccm",))):
            for case in cases(operation, *names):
                raw = ["--raw"] if operation == "gcm" else []
                aad = ["--aad-hex", case["aad"]] if case.get("aad") else []
                tag_len = len(case["tag"]) // 2
                out = self.ok("sm4", "encrypt", "--mode", operation, *raw, "--key-hex", case["key"],
                              "--iv-hex", case["iv"], *aad, "--tag-length", tag_len,
                              input=bytes.fromhex(case["pt"])).out
                self.assertEqual(out.hex(), case["ct"] + case["tag"])

    def test_counter_carry(self):
        """Field case CTR-01: the counter is the whole block."""
        case = field_case("CTR-01")
        values = case["inputs"]
        out = self.ok("sm4", "encrypt", "--mode", "ctr", "--key-hex", values["key"], "--iv-hex",
                      values["iv"], input=bytes.fromhex(values["msg"])).out
        self.assertEqual(out.hex(), case["expected"]["ct"])


class Xts(Case):
    def test_orders(self):
        """Field case XTS-01: two standards, both by name, no default."""
        case = field_case("XTS-01")
        values = case["inputs"]
        common = ["--mode", "xts", "--key-hex", values["key"], "--iv-hex", values["iv"]]
        for order in ("gb", "ieee"):
            out = self.ok("sm4", "encrypt", *common, "--xts", order,
                          input=bytes.fromhex(values["msg"])).out
            self.assertEqual(out.hex(), case["expected"][order])
            back = self.ok("sm4", "decrypt", *common, "--xts", order, input=out).out
            self.assertEqual(back.hex(), values["msg"])
        self.fails(USAGE, ["--xts gb", "--xts ieee"], "sm4", "encrypt", *common)

    def test_sectors(self):
        key = ["--mode", "xts", "--xts", "ieee", "--key-hex", KEY + IV]
        data = data_of(4096 * 3 + 100)
        whole = self.ok("sm4", "encrypt", *key, "--sector", 7, "--unit-size", 4096, input=data).out
        parts = b"".join(self.ok("sm4", "encrypt", *key, "--sector", 7 + i,
                                 input=data[4096 * i:4096 * i + 4096]).out for i in range(4))
        self.assertEqual(whole, parts)
        self.assertEqual(self.ok("sm4", "decrypt", *key, "--sector", 7, "--unit-size", 4096,
                                 input=whole).out, data)

    def test_faults(self):
        key = ["--mode", "xts", "--xts", "gb", "--out", "x"]
        self.fails(BAD_INPUT, "16 bytes or more", "sm4", "encrypt", *key, "--key-hex", KEY + IV,
                   "--sector", 0, input=b"short")
        self.fails(BAD_INPUT, "halves", "sm4", "encrypt", *key, "--key-hex", KEY + KEY, "--sector", 0)
        self.fails(USAGE, "must have 32", "sm4", "encrypt", *key, "--key-hex", KEY, "--sector", 0)
        self.fails(USAGE, "--sector", "sm4", "encrypt", *key, "--key-hex", KEY + IV)
        self.fails(BAD_INPUT, "--unit-size", "sm4", "encrypt", *key, "--key-hex", KEY + IV, "--sector",
                   0, input=bytes(16 * 1024 * 1024 + 1))


    def test_limits_of_units(self):
        """A data unit has 2^20 blocks at the most, and a sector number serves once."""
        key = ["--mode", "xts", "--xts", "gb", "--key-hex", KEY + IV]
        limit = 1 << 24
        self.write("limit", bytes(limit))
        self.write("more", bytes(limit + 16))
        self.ok("sm4", "encrypt", *key, "--sector", 0, "limit", "--out", "secret")
        self.ok("sm4", "decrypt", *key, "--sector", 0, "secret", "--out", "again")
        self.assertEqual(self.read("again"), bytes(limit))
        refused = self.fails(BAD_INPUT, ["at most 16 MiB", "--unit-size"], "sm4", "encrypt", *key,
                             "--sector", 0, "more")
        self.assertEqual(refused.out, b"")
        whole = self.ok("sm4", "encrypt", *key, "--sector", 0, "--unit-size", limit, "more").out
        self.assertEqual(whole[:limit], self.read("secret"))
        self.fails(USAGE, "--unit-size", "sm4", "encrypt", *key, "--sector", 0, "--unit-size",
                   limit + 1, "more")
        last = ["--sector", (1 << 64) - 1, "--unit-size", 16]
        one = self.ok("sm4", "encrypt", *key, *last, input=bytes(16)).out
        self.assertEqual(self.ok("sm4", "decrypt", *key, *last, input=one).out, bytes(16))
        self.fails(USAGE, "--sector", "sm4", "encrypt", *key, "--sector", 1 << 64)
        self.fails(BAD_INPUT, "more data units", "sm4", "encrypt", *key, *last, "--out", "x",
                   input=bytes(32))
        self.fails(BAD_INPUT, "16 bytes or more", "sm4", "encrypt", *key, "--sector", 0,
                   "--unit-size", 32, "--out", "x", input=bytes(40))


class WholeMessages(Case):
    """BC, OFBNLF, HCTR and GCM-SIV."""

    def check(self, mode, case, key, iv, text, *options):
        common = ["--mode", mode, "--key-hex", key, "--iv-hex", iv, *options]
        plain, secret = bytes.fromhex(case["pt"]), bytes.fromhex(text)
        self.assertEqual(self.ok("sm4", "encrypt", *common, input=plain).out, secret, case["id"])
        self.assertEqual(self.ok("sm4", "decrypt", *common, input=secret).out, plain, case["id"])

    def test_vectors(self):
        done = 0
        for mode in ("bc", "ofbnlf"):
            for case in cases(mode, f"gbt17964-{mode}", f"extra-{mode}"):
                self.check(mode, case, case["key"], case["iv"], case["ct"])
                done += 1
        for case in cases("hctr", "gbt17964-hctr", "gmsm-hctr", "lengths-hctr"):
            self.check("hctr", case, case["key"] + case["key2"], case["tweak"], case["ct"])
            done += 1
        for case in cases("gcm-siv", "gmsm-gcm-siv"):
            self.check("gcm-siv", case, case["key"], case["iv"], case["ct"] + case["tag"],
                       "--aad-hex", case["aad"])
            done += 1
        self.assertGreaterEqual(done, 30)

    def test_large(self):
        data = data_of(1 << 20)
        for mode, key, iv in (("bc", KEY, IV), ("hctr", KEY + IV, IV), ("gcm-siv", KEY, IV[:24])):
            common = ["--mode", mode, "--key-hex", key, "--iv-hex", iv]
            self.write("plain", data)
            self.ok("sm4", "encrypt", *common, "plain", "--out", "secret")
            self.ok("sm4", "decrypt", *common, "secret", "--out", "again")
            self.assertEqual(self.read("again"), data)
            self.assertEqual(self.mode("again"), 0o600)

    def test_gcm_siv_faults(self):
        common = ["--mode", "gcm-siv", "--key-hex", KEY]
        good = self.ok("sm4", "encrypt", *common, "--iv-hex", IV[:24], "--aad", "a", input=b"text").out
        self.assertEqual(len(good), 20)
        decrypt = ["sm4", "decrypt", *common, "--out", "x"]
        for place in range(len(good)):
            changed = bytearray(good)
            changed[place] ^= 1
            self.fails(INVALID, "nonce", *decrypt, "--iv-hex", IV[:24], "--aad", "a",
                       input=bytes(changed))
        self.fails(INVALID, "nonce", *decrypt, "--iv-hex", IV[2:26], "--aad", "a", input=good)
        self.fails(INVALID, "nonce", *decrypt, "--iv-hex", IV[:24], input=good)
        self.fails(BAD_INPUT, "too short", *decrypt, "--iv-hex", IV[:24], input=bytes(15))
        self.fails(USAGE, "takes 12", *decrypt, "--iv-hex", IV, input=good)
        self.fails(USAGE, "--iv-hex is required", *decrypt, input=good)
        self.fails(USAGE, "--tag-length goes with", *decrypt, "--iv-hex", IV[:24], "--tag-length", 8)

    def test_other_faults(self):
        for mode in ("bc", "ofbnlf"):
            common = ["--mode", mode, "--key-hex", KEY]
            for verb in ("encrypt", "decrypt"):
                self.fails(BAD_INPUT, "multiple of 16", "sm4", verb, *common, "--iv-hex", IV, "--out",
                           "x", input=bytes(17))
                self.fails(USAGE, "takes 16", "sm4", verb, *common, "--iv-hex", IV[:24])
                self.fails(USAGE, "--padding goes with", "sm4", verb, *common, "--iv-hex", IV,
                           "--padding", "pkcs7")
            self.assertEqual(self.ok("sm4", "encrypt", *common, "--iv-hex", IV, input=b"").out, b"")
        hctr = ["--mode", "hctr", "--key-hex", KEY + IV, "--iv-hex", IV, "--out", "x"]
        self.fails(BAD_INPUT, "16 bytes or more", "sm4", "encrypt", *hctr, input=bytes(15))
        self.fails(USAGE, "must have 32", "sm4", "encrypt", "--mode", "hctr", "--key-hex", KEY,
                   "--iv-hex", IV)
        self.fails(USAGE, "--aad goes with", "sm4", "encrypt", *hctr, "--aad", "a")


class Wrap(Case):
    def test_there_and_back(self):
        """Both RFCs, against the twin."""
        kek = bytes.fromhex(KEY)
        self.write("kek", kek)
        for size in (1, 7, 8, 9, 16, 20, 24, 32, 1000):
            key = self.write("key", data_of(size))
            runs = [["--padded"]] + ([[]] if size % 8 == 0 and size >= 16 else [])
            for more in runs:
                twin = key_wrap.wrap_padded if more else key_wrap.wrap
                wrapped = self.ok("sm4", "wrap", "--key-hex", KEY, *more, key).out
                self.assertEqual(wrapped, twin(kek, data_of(size)))
                self.ok("sm4", "wrap", "--key-file", "kek", *more, key, "--encoding", "base64",
                        "--out", "text")
                self.ok("sm4", "unwrap", "--key-file", "kek", *more, "text", "--encoding", "base64",
                        "--out", "again")
                self.assertEqual(self.read("again"), data_of(size))
                self.assertEqual(self.mode("again"), 0o600)

    def test_faults(self):
        wrap = ["sm4", "wrap", "--key-hex", KEY, "--out", "x"]
        unwrap = ["sm4", "unwrap", "--key-hex", KEY, "--out", "x"]
        for size in (0, 8, 15, 17):
            self.fails(BAD_INPUT, "--padded", *wrap, input=data_of(size))
        self.fails(BAD_INPUT, "empty", *wrap, "--padded", input=b"")
        good = self.ok(*wrap[:-2], input=data_of(16)).out
        for more, sizes in (([], (0, 16, 25)), (["--padded"], (0, 8, 17))):
            for size in sizes:
                self.fails(BAD_INPUT, "no wrapped key", *unwrap, *more, input=data_of(size))
        for place in range(len(good)):
            changed = bytearray(good)
            changed[place] ^= 0x80
            self.fails(INVALID, "wrapping key", *unwrap, input=bytes(changed))
        self.fails(INVALID, "--padded", *unwrap, "--padded", input=good)
        self.fails(INVALID, "wrapping key", "sm4", "unwrap", "--key-hex", IV, "--out", "x", input=good)
        self.fails(BAD_INPUT, "hexadecimal", *unwrap, "--encoding", "hex", input=good)
        for verb in ("wrap", "unwrap"):
            self.fails(USAGE, "a key is required", "sm4", verb, input=good)
            self.fails(USAGE, "must have 16", "sm4", verb, "--key-hex", KEY + KEY, input=good)


class Authenticated(Case):
    def test_missing_and_wrong_tags(self):
        """Field case GCM-05: no tag, no plaintext, and no file."""
        values = field_case("GCM-05")["inputs"]
        decrypt = ["sm4", "decrypt", "--mode", "gcm", "--raw", "--key-hex", values["key"], "--iv-hex",
                   values["iv"], "--aad-hex", values["aad"]]
        text = bytes.fromhex(values["ct"])
        good = self.ok(*decrypt, input=text + bytes.fromhex(values["tag"])).out
        self.assertEqual(good.hex(), "7461672074657374")
        for tag in ("tag_empty", "tag_1_byte", "tag_wrong"):
            for target in ([], ["--out", "x"]):
                result = self.run_mifu(*decrypt, *target, input=text + bytes.fromhex(values[tag]))
                self.assertIn(result.status, (INVALID, BAD_INPUT))
                self.assertEqual((result.out, self.files()), (b"", []))

    def test_every_bit_counts(self):
        for mode in (["gcm", "--raw"], ["ccm"]):
            common = ["--mode", *mode, "--key-hex", KEY, "--iv-hex", IV[:24], "--aad", "a"]
            secret = self.ok("sm4", "encrypt", *common, input=b"0123456789").out
            for bit in range(8 * len(secret)):
                changed = bytearray(secret)
                changed[bit // 8] ^= 1 << bit % 8
                if bit % 5 == 0:
                    self.fails(INVALID, "decryption failed", "sm4", "decrypt", *common, "--out", "x",
                               input=bytes(changed))
            for size in range(len(secret)):
                result = self.run_mifu("sm4", "decrypt", *common, input=secret[:size])
                self.assertIn(result.status, (INVALID, BAD_INPUT))
                self.assertEqual(result.out, b"")
            self.fails(INVALID, "", "sm4", "decrypt", *common[:-1], "b", input=secret)

    def test_old_file_stays_when_decryption_fails(self):
        common = ["--mode", "gcm", "--raw", "--key-hex", KEY, "--iv-hex", IV[:24]]
        self.write("out", b"old")
        self.write("bad", bytes(1000000))
        self.fails(INVALID, "decryption failed", "sm4", "decrypt", *common, "bad", "--out", "out")
        self.assertEqual(self.read("out"), b"old")

    def test_large_plaintext_goes_to_files_only(self):
        common = ["--mode", "gcm", "--raw", "--key-hex", KEY, "--iv-hex", IV[:24]]
        self.write("plain", bytes(9 << 20))
        self.ok("sm4", "encrypt", *common, "plain", "--out", "secret")
        self.assertEqual(self.fails(BAD_INPUT, "--out FILE", "sm4", "decrypt", *common, "secret").out,
                         b"")
        self.ok("sm4", "decrypt", *common, "secret", "--out", "again")
        self.assertEqual(self.read("again"), self.read("plain"))
        ccm = ["--mode", "ccm", "--key-hex", KEY, "--iv-hex", IV[:20]]
        self.ok("sm4", "encrypt", *ccm, "plain", "--out", "secret")
        self.ok("sm4", "decrypt", *ccm, "secret", "--out", "again")
        self.assertEqual(self.read("again"), self.read("plain"))
        self.fails(BAD_INPUT, "regular file", "sm4", "encrypt", *ccm, "--out", "x",
                   input=self.read("plain"))

    def test_iv_and_tag_lengths(self):
        """Field case GCM-04: any IV but an empty one."""
        for size in (1, 8, 12, 13, 16, 64, 200):
            iv = ["--mode", "gcm", "--raw", "--key-hex", KEY, "--iv-hex", "ab" * size]
            secret = self.ok("sm4", "encrypt", *iv, input=b"data").out
            self.assertEqual(self.ok("sm4", "decrypt", *iv, input=secret).out, b"data")
        start = ["sm4", "encrypt", "--key-hex", KEY, "--out", "x"]
        self.fails(USAGE, "0 bytes", *start, "--mode", "gcm", "--raw", "--iv-hex", "")
        for size in (6, 14):
            self.fails(USAGE, "7 to 13", *start, "--mode", "ccm", "--iv-hex", "ab" * size)
        self.fails(USAGE, "even", *start, "--mode", "ccm", "--iv-hex", "ab" * 7, "--tag-length", 5)
        self.fails(USAGE, "from 4 to 16", *start, "--mode", "ccm", "--iv-hex", "ab" * 7,
                   "--tag-length", 3)


class Keys(Case):
    def test_text_is_no_key(self):
        """Field case SM4-01: strict hexadecimal, exact length."""
        values = field_case("SM4-01")["inputs"]
        texts = [value for value in values.values() if isinstance(value, str)]
        for text in texts + ["0x" + KEY[2:], KEY[:-1] + "g", KEY + " ", " " + KEY]:
            result = self.fails(USAGE, "hexadecimal", "sm4", "encrypt", "--mode", "ecb", "--key-hex",
                                text)
            self.assertNotIn(text, result.err)
        for text in ("", "00", KEY[:-2], KEY + "00", KEY + KEY):
            self.fails(USAGE, "must have 16", "sm4", "encrypt", "--mode", "ecb", "--key-hex", text)
        self.write("hexkey", KEY)
        self.fails(BAD_INPUT, "not a key file", "sm4", "encrypt", "--mode", "ecb", "--key-file",
                   "hexkey")

    def test_key_file(self):
        self.write("key", bytes.fromhex(KEY))
        block = self.ok("sm4", "encrypt", "--mode", "ecb", "--padding", "none", "--key-file", "key",
                        input=bytes.fromhex(KEY)).out
        self.assertEqual(block.hex(), "681edf34d206965e86b3e94f536e4246")

    def test_options_that_do_not_go_together(self):
        start = ["sm4", "encrypt", "--key-hex", KEY]
        self.fails(USAGE, "--iv-hex is required", *start, "--mode", "cbc")
        self.fails(USAGE, "16", *start, "--mode", "cbc", "--iv-hex", "00")
        self.fails(USAGE, "--iv-hex goes with", *start, "--mode", "ecb", "--iv-hex", IV)
        self.fails(USAGE, "--iv-hex goes with", *start, "--iv-hex", IV)
        self.fails(USAGE, "--padding goes with", *start, "--mode", "ctr", "--padding", "none")
        self.fails(USAGE, "--aad goes with", *start, "--mode", "ctr", "--iv-hex", IV, "--aad", "a")
        self.fails(USAGE, "--raw goes with", *start, "--mode", "ctr", "--raw")
        self.fails(USAGE, "--pass goes with", "sm4", "encrypt", "--mode", "cbc", "--pass", "pass:a")
        self.fails(USAGE, "exclude each other", *start, "--pass", "pass:a")
        self.fails(USAGE, "a key is required", "sm4", "encrypt", "--mode", "ecb")
        self.fails(USAGE, "did you mean 'cbc'", *start, "--mode", "cbb")
        self.fails(USAGE, "goes with --pass", *start, "--iterations", 1000)
        self.fails(USAGE, "power of two", *start, "--chunk-size", 5000)

    def test_in_place(self):
        self.write("file", data_of(100000))
        common = ["--mode", "ctr", "--key-hex", KEY, "--iv-hex", IV, "--in", "file", "--out", "file"]
        self.ok("sm4", "encrypt", *common)
        self.assertNotEqual(self.read("file"), data_of(100000))
        self.ok("sm4", "decrypt", *common)
        self.assertEqual(self.read("file"), data_of(100000))


class Mac(Case):
    def test_vectors(self):
        paddings = {"iso9797-m1": "m1", "iso9797-m2": "m2", "iso9797-m3": "m3", "none": "none"}
        for case in cases("cmac", "gbt15852.1-mac5-cmac", "mac5-cmac-empty", "extra-mac5-cmac"):
            self.check(case, ["--algorithm", "cmac"])
        for case in cases("cbc-mac", "gbt15852.1-mac1-cbc-mac", "extra-mac1-cbc-mac"):
            padding = paddings[case["padding"]]
            self.check(case, ["--algorithm", "cbc-mac", "--padding", padding])
        for name, number in (("emac", 2), ("ansi-retail-mac", 3), ("macdes", 4), ("lmac", 6)):
            for case in cases(name, f"gbt15852.1-mac{number}-{name}", f"mac{number}-{name}-empty",
                              f"extra-mac{number}-{name}"):
                padding = {"iso9797-m1": "m1", "iso9797-m2": "m2", "iso9797-m3": "m3",
                           "none": "none"}[case["padding"]]
                self.check(dict(case, key=case["key"] + case.get("key2", "")),
                           ["--algorithm", name, "--padding", padding])
        for name, number in (("trcbc", 7), ("cbcr", 8)):
            for case in cases(name, f"gbt15852.1-mac{number}-{name}", f"extra-mac{number}-{name}"):
                self.check(case, ["--algorithm", name])
        for case in cases("gmac", "gbt15852.3-gmac"):
            message = case.get("msg", case.get("aad"))
            self.check(dict(case, msg=message), ["--algorithm", "gmac", "--iv-hex", case["iv"]])

    def check(self, case, options):
        self.write("msg", bytes.fromhex(case["msg"]))
        common = ["sm4", "mac", "--key-hex", case["key"], *options, "--tag-length",
                  len(case["tag"]) // 2]
        for source in (["--in", "msg"], []):
            result = self.ok(*common, *source, input=self.read("msg"))
            self.assertEqual(result.text.strip(), case["tag"], f"{case}")
        self.assertEqual(self.ok(*common, "--verify", case["tag"], "msg").text, "valid\n")
        wrong = ("0" if case["tag"][0] != "0" else "1") + case["tag"][1:]
        self.assertEqual(self.run_mifu(*common, "--verify", wrong, "msg").status, INVALID)

    def test_large_message(self):
        self.write("msg", data_of(1000000))
        common = ["sm4", "mac", "--key-hex", KEY]
        whole = self.ok(*common, "msg").text
        self.assertEqual(self.ok(*common, input=data_of(1000000)).text, whole)
        self.fails(BAD_INPUT, "regular file", *common, "--algorithm", "cbc-mac", "--padding", "m3",
                   input=data_of(1000000))
        self.ok(*common, "--algorithm", "cbc-mac", "--padding", "m3", "msg")

    def test_usage(self):
        common = ["sm4", "mac", "--key-hex", KEY]
        self.fails(USAGE, "cbc-mac needs --padding", *common, "--algorithm", "cbc-mac")
        self.fails(USAGE, "gmac needs --iv-hex", *common, "--algorithm", "gmac")
        for name in ("emac", "ansi-retail-mac", "macdes", "lmac"):
            self.fails(USAGE, f"{name} needs --padding", *common, "--algorithm", name)
            if name != "lmac":
                self.fails(USAGE, "must have 32", *common, "--algorithm", name, "--padding", "m2")
        for name in ("trcbc", "cbcr", "cmac"):
            self.fails(USAGE, "--padding goes with", *common, "--algorithm", name, "--padding", "m2")
        self.fails(USAGE, "--tag-length", *common, "--algorithm", "trcbc", "--tag-length", 9)
        self.fails(BAD_INPUT, "multiple of 16", *common, "--algorithm", "lmac", "--padding", "none",
                   input=b"12345")
        self.fails(USAGE, "goes with", *common, "--padding", "m1")
        self.fails(BAD_INPUT, "multiple of 16", *common, "--algorithm", "cbc-mac", "--padding", "none",
                   input=b"12345")


if __name__ == "__main__":
    main()
