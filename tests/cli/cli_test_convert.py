# SPDX-License-Identifier: Apache-2.0
"""mifu convert, inspect, selftest."""
import base64
import json
import os

from cli_support import BAD_INPUT, INVALID, USAGE, Case, field_case, main


class Keys(Case):
    def setUp(self):
        super().setUp()
        self.ok("sm2", "keygen", "--out", "key.pem", "--pub-out", "pub.pem")

    def convert(self, source, *options):
        return self.ok("convert", "key", source, *options).out

    def test_private_forms(self):
        original = self.read("key.pem")
        for options in (["--to", "pkcs8"], ["--to", "pkcs8", "--as", "der"], ["--to", "sec1"],
                        ["--to", "sec1", "--as", "der"], ["--to", "sec1", "--as", "hex"],
                        ["--to", "pkcs8", "--as", "base64"], ["--to", "d"], ["--to", "d", "--as", "base64"]):
            self.write("other", self.convert("key.pem", *options))
            self.assertEqual(self.convert("other"), original, options)
            self.assertEqual(self.convert("other", "--to", "spki"), self.read("pub.pem"))
        self.write("other", self.convert("key.pem", "--to", "d", "--as", "binary"))
        self.assertEqual(len(self.read("other")), 32)
        self.assertEqual(self.convert("other", "--from", "binary"), original)
        self.fails(BAD_INPUT, "--from binary", "convert", "key", "other")
        self.ok("convert", "key", "key.pem", "--to", "sec1", "--out", "sec1.pem")
        self.assertEqual(self.mode("sec1.pem"), 0o600)
        self.assertIn(b"BEGIN EC PRIVATE KEY", self.read("sec1.pem"))

    def test_public_forms(self):
        original = self.read("pub.pem")
        for options in (["--to", "spki", "--as", "der"], ["--to", "point"], ["--to", "compressed"],
                        ["--to", "xy"], ["--to", "point", "--as", "base64"],
                        ["--to", "spki", "--as", "base64"], ["--to", "spki", "--as", "hex"]):
            self.write("other", self.convert("pub.pem", *options))
            self.assertEqual(self.convert("other"), original, options)
        for form, size in (("point", 65), ("compressed", 33), ("xy", 64)):
            self.write("other", self.convert("pub.pem", "--to", form, "--as", "binary"))
            self.assertEqual(len(self.read("other")), size)
            self.assertEqual(self.convert("other", "--from", "binary"), original)

    def test_passwords(self):
        lock = ["--new-pass", "pass:new", "--iterations", 1000]
        for form in ("pem", "der"):
            self.ok("convert", "key", "key.pem", *lock, "--as", form, "--out", "locked")
            self.assertEqual(self.convert("locked", "--pass", "pass:new"), self.read("key.pem"))
            self.ok("convert", "key", "locked", "--pass", "pass:new", "--new-pass", "pass:newer",
                    "--iterations", 1000, "--out", "again")
            self.fails(BAD_INPUT, "wrong password", "convert", "key", "again", "--pass", "pass:new")
        self.fails(USAGE, "--pass", "convert", "key", "locked")
        self.fails(USAGE, "goes with --to pkcs8", "convert", "key", "key.pem", "--to", "sec1", *lock[:2])
        self.fails(USAGE, "go with --new-pass", "convert", "key", "key.pem", "--prf", "sha256")

    def test_faults(self):
        self.fails(BAD_INPUT, "public key", "convert", "key", "pub.pem", "--to", "sec1")
        self.fails(USAGE, "--as pem goes with", "convert", "key", "key.pem", "--to", "d", "--as", "pem")
        self.fails(USAGE, "one of pkcs8", "convert", "key", "key.pem", "--to", "whatever-else")
        self.fails(BAD_INPUT, "looks like PEM text (PRIVATE KEY)", "convert", "key", "key.pem", "--from",
                   "hex")

    def test_openssl_reads_all(self):
        for options, words in ((["--to", "sec1"], []), (["--to", "pkcs8", "--as", "der"], ["-inform",
                                                                                          "DER"]),
                               (["--new-pass", "pass:a", "--prf", "sha256"], ["-passin", "pass:a"])):
            self.write("other", self.convert("key.pem", *options))
            done = self.openssl("pkey", "-in", "other", *words, "-pubout")
            self.assertEqual(done.out, self.read("pub.pem"), done.err)

    def test_point_field_cases(self):
        """PUB-01 and PUB-06: each form by its name; another name says what the bytes look like."""
        case = field_case("PUB-01")
        for field in ("compressed", "compressed_spki_der"):
            self.write("k", case["inputs"][field])
            self.assertEqual(self.convert("k", "--to", "point").decode().strip(),
                             case["expected"]["uncompressed"])
        for field in ("bad_prefix_01", "short_32"):
            self.write("k", case["inputs"][field])
            result = self.run_mifu("sm2", "encrypt", "--pub", "k", input=b"data")
            self.assertEqual(result.status, BAD_INPUT)
        values = field_case("PUB-06")["inputs"]
        forms = {"der": bytes.fromhex(values["spki_der"]), "base64": values["spki_base64"].encode(),
                 "hex": values["raw_65"].encode(), "binary": bytes.fromhex(values["raw_64"])}
        for form, data in forms.items():
            self.write("k", data)
            self.assertEqual(self.convert("k", "--from", form, "--to", "point").decode().strip(),
                             values["raw_65"])
            for other in forms:
                if other != form:
                    self.fails(BAD_INPUT, "k: ", "convert", "key", "k", "--from", other)

    def test_hostile_keys(self):
        der = self.convert("key.pem", "--as", "der")
        for place in range(0, len(der), 3):
            for data in (der[:place], der[:place] + bytes([der[place] ^ 0x80]) + der[place + 1:]):
                self.write("k", data)
                result = self.run_mifu("convert", "key", "k", "--from", "der", "--to", "point")
                self.assertEqual(result.status, BAD_INPUT, f"{place}")
        pem = self.read("key.pem")
        for data in (pem[:100], pem.replace(b"END", b"EMD"), pem.replace(b"M", b"*", 5), pem * 2000,
                     b"-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n", os.urandom(500)):
            self.write("k", data)
            result = self.run_mifu("convert", "key", "k")
            if data != pem * 2000:
                self.assertEqual(result.status, BAD_INPUT)


class Signatures(Case):
    def test_there_and_back(self):
        case = field_case("SIG-01")
        self.write("s", bytes.fromhex(case["inputs"]["sig_der"]))
        raw = self.ok("convert", "signature", "s", "--to", "raw", "--to-encoding", "hex").text.strip()
        self.assertEqual(raw, case["expected"]["sig_raw"])
        self.write("r", raw)
        again = self.ok("convert", "signature", "r", "--from", "raw", "--from-encoding", "hex").out
        self.assertEqual(again, self.read("s"))
        case = field_case("SKF-01")
        self.write("s", bytes.fromhex(case["inputs"]["skf_signature_128"]))
        self.assertEqual(self.ok("convert", "signature", "s", "--from", "skf").out.hex(),
                         case["expected"]["sig_der"])
        self.write("d", bytes.fromhex(case["expected"]["sig_der"]))
        self.assertEqual(self.ok("convert", "signature", "d", "--to", "skf").out, self.read("s"))

    def test_normalising(self):
        """SIG-03: the way in for links that write needless zeros."""
        case = field_case("SIG-03")
        self.write("s", bytes.fromhex(case["inputs"]["sig_der"]))
        self.fails(BAD_INPUT, "minimal", "convert", "signature", "s", "--out", "x")
        self.assertEqual(self.ok("convert", "signature", "s", "--from", "der-lenient").out.hex(),
                         case["inputs"]["sig_der_canonical"])
        self.fails(USAGE, "unknown value", "convert", "signature", "s", "--to", "der-lenient")


class Ciphertexts(Case):
    def test_all_pairs(self):
        values = field_case("ENC-03")["inputs"]
        forms = {"der": values["ct_der"], "c1c3c2": values["ct_c1c3c2"], "c1c2c3": values["ct_c1c2c3"],
                 "c1c3c2-no-04": values["ct_c1c3c2"][2:], "c1c2c3-no-04": values["ct_c1c2c3"][2:]}
        for source, data in forms.items():
            self.write("c", bytes.fromhex(data))
            for target, expected in forms.items():
                out = self.ok("convert", "ciphertext", "c", "--from", source, "--to", target).out
                self.assertEqual(out.hex(), expected, f"{source} {target}")
        self.write("c", bytes.fromhex(values["ct_der"]))
        self.assertEqual(self.ok("convert", "ciphertext", "c", "--from", "auto", "--to", "c1c3c2").out.hex(),
                         values["ct_c1c3c2"])
        self.fails(BAD_INPUT, "c: ", "convert", "ciphertext", "c", "--from", "c1c3c2", "--out", "x")
        self.fails(USAGE, "auto is for reading", "convert", "ciphertext", "c", "--to", "auto")

    def test_a_coordinate_that_begins_with_04(self):
        """ENC-05: the first byte proves nothing; the format is said."""
        values = field_case("ENC-05")["inputs"]
        data = next(value for value in values.values()
                    if isinstance(value, str) and value.startswith("04"))
        self.write("c", bytes.fromhex(data))
        self.ok("convert", "ciphertext", "c", "--from", "c1c3c2-no-04", "--to", "der")
        self.fails(BAD_INPUT, "not on the curve", "convert", "ciphertext", "c", "--from", "c1c3c2")


class Inspect(Case):
    def found(self, data, *options):
        self.write("f", data)
        return self.ok("inspect", "f", *options).text

    def test_kinds(self):
        self.ok("sm2", "keygen", "--out", "key.pem", "--pub-out", "pub.pem")
        private = self.found(self.read("key.pem"))
        point = self.ok("convert", "key", "pub.pem", "--to", "point").text.strip()
        d = self.ok("convert", "key", "key.pem", "--to", "d").text.strip()
        self.assertIn("private key, PKCS#8", private)
        self.assertIn(point, private)
        self.assertNotIn(d, private)
        self.assertIn("public key", self.found(self.read("pub.pem")))
        self.assertIn(point, self.found(point))
        self.assertNotIn(d, self.found(d))
        self.write("msg", b"data")
        for form in ("der", "raw", "skf"):
            self.assertIn("signature", self.found(self.ok("sm2", "sign", "--key", "key.pem", "--format",
                                                          form, "msg").out))
        for form in ("der", "c1c3c2", "c1c3c2-no-04"):
            self.assertIn("ciphertext", self.found(self.ok("sm2", "encrypt", "--pub", "pub.pem",
                                                           "--format", form, "msg").out))
        self.assertIn("envelope", self.found(self.ok("sm2", "envelope", "--seal", "--key", "key.pem",
                                                     "--pub", "pub.pem").out))
        self.assertIn("self-signed:   yes", self.found(
            field_case("CRT-01")["inputs"]["cert_default_id_pem"]))
        chunked = self.ok("sm4", "encrypt", "--key-hex", "00" * 16, input=bytes(200000)).out
        text = self.found(chunked)
        self.assertRegex(text, r"chunks: +4\n")
        self.assertRegex(text, r"plaintext: +200000\n")

    def test_trailing_data_and_several_blocks(self):
        """ENC-01: the size of the structure is told, so that a caller can trim."""
        text = self.found(bytes.fromhex(field_case("ENC-01")["inputs"]["ct_der_plus_0000"]))
        self.assertRegex(text, r"trailing: +2\n")
        self.assertIn("trailing data", text)
        text = self.found(field_case("PEM-01")["inputs"]["pem"])
        self.assertIn("EC PARAMETERS", text)
        self.assertIn("EC PRIVATE KEY", text)

    def test_json(self):
        lines = self.found(field_case("PEM-01")["inputs"]["pem"], "--json").splitlines()
        objects = [json.loads(line) for line in lines]
        self.assertEqual([o["written_as"] for o in objects], ["PEM, EC PARAMETERS", "PEM, EC PRIVATE KEY"])
        self.assertEqual(objects[1]["public_key"], field_case("PEM-01")["expected"]["pub"])

    def test_unknown(self):
        for data in (b"nothing special at all", b"\0" * 100):
            self.write("f", data)
            result = self.run_mifu("inspect", "f")
            self.assertEqual(result.status, BAD_INPUT)
            self.assertIn("nothing that mifu knows", result.err)
        self.write("f", b"")
        self.fails(BAD_INPUT, "empty", "inspect", "f")
        self.write("f", bytes(2 << 20))
        self.fails(BAD_INPUT, "1 MiB", "inspect", "f")

    def test_base64(self):
        self.ok("sm2", "keygen", "--out", "key.pem", "--pub-out", "pub.pem")
        der = self.ok("convert", "key", "pub.pem", "--as", "der").out
        text = self.found(base64.b64encode(der))
        self.assertIn("Base64", text)
        self.assertIn("public key", text)


class Selftest(Case):
    def test_text(self):
        text = self.ok("selftest").text
        self.assertIn("all passed", text)
        self.assertIn("portable", text)
        self.assertIn("in use", text)

    def test_json(self):
        data = json.loads(self.ok("selftest", "--json").text)
        self.assertTrue(data["passed"])
        algorithms = {row["algorithm"] for row in data["backends"]}
        known = {"sm3", "sha256", "sm4", "ghash", "sm2", "sm2_many"}
        self.assertLessEqual(known, algorithms)
        for algorithm in algorithms:
            rows = [row for row in data["backends"] if row["algorithm"] == algorithm]
            self.assertEqual(sum(row["in_use"] for row in rows), 1)
            self.assertTrue(all(row["failed"] == 0 for row in rows))
            if algorithm in known:
                self.assertTrue(all(row["tested"] == row["usable"] for row in rows))

    def test_restricted(self):
        data = json.loads(self.ok("selftest", "--json", env={"MIFU_CPU": "none"}).text)
        self.assertEqual(data["features"], [])
        self.assertTrue(all(row["backend"] == "portable" for row in data["backends"] if row["in_use"]))


if __name__ == "__main__":
    main()
