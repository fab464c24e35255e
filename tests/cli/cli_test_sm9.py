# SPDX-License-Identifier: Apache-2.0
"""mifu sm9: master keys, users' keys, signatures, encryption, encapsulation, key exchange."""
import json
import subprocess

from cli_support import BAD_INPUT, DONE, INVALID, MIFU, SYSTEM, USAGE, Case, field_case, main

ALICE, BOB = ("--id", "alice@example.com"), ("--id", "bob@example.com")


class Sm9(Case):
    def setUp(self):
        super().setUp()
        self.ok("sm9", "setup", "--type", "sign", "--out", "ks.pem", "--pub-out", "ks.pub")
        self.ok("sm9", "setup", "--type", "encrypt", "--out", "ke.pem", "--pub-out", "ke.pub")
        self.ok("sm9", "keygen", "--type", "sign", "--master", "ks.pem", *ALICE, "--out", "alice.pem")
        self.ok("sm9", "keygen", "--type", "encrypt", "--master", "ke.pem", *BOB, "--out", "bob.pem")
        self.write("msg", b"message\0with a zero byte\n")


class Keys(Sm9):
    def test_files(self):
        for name in ("ks.pem", "ke.pem", "alice.pem", "bob.pem"):
            self.assertTrue(self.read(name).startswith(b"-----BEGIN PRIVATE KEY-----\n"))
            self.assertEqual(self.mode(name), 0o600)
        self.assertTrue(self.read("ks.pub").startswith(b"-----BEGIN SM9 SIGN MASTER PUBLIC KEY-----\n"))
        self.assertTrue(self.read("ke.pub").startswith(b"-----BEGIN SM9 ENC MASTER PUBLIC KEY-----\n"))
        self.assertEqual(self.mode("ks.pub"), 0o644)

    def test_existing_keys_are_kept(self):
        old = self.read("ks.pem")
        self.fails(USAGE, "--force", "sm9", "setup", "--type", "sign", "--out", "ks.pem")
        self.fails(USAGE, "--force", "sm9", "keygen", "--type", "sign", "--master", "ks.pem", *ALICE,
                   "--out", "alice.pem")
        self.assertEqual(self.read("ks.pem"), old)

    def test_encrypted_files(self):
        env = {"M": "master word", "U": "user word"}
        quick = ("--iterations", 1000)
        self.ok("sm9", "setup", "--type", "sign", "--pass", "env:M", *quick, "--out", "m.pem", "--pub-out",
                "m.pub", env=env)
        self.assertTrue(self.read("m.pem").startswith(b"-----BEGIN ENCRYPTED SM9 SIGN MASTER KEY-----\n"))
        self.fails(USAGE, "--master-pass", "sm9", "keygen", "--type", "sign", "--master", "m.pem", *ALICE)
        self.fails(BAD_INPUT, "wrong password", "sm9", "keygen", "--type", "sign", "--master", "m.pem",
                   "--master-pass", "env:U", *ALICE, env=env)
        self.ok("sm9", "keygen", "--type", "sign", "--master", "m.pem", "--master-pass", "env:M", *ALICE,
                "--pass", "env:U", *quick, "--out", "a.pem", env=env)
        self.assertTrue(self.read("a.pem").startswith(b"-----BEGIN ENCRYPTED SM9 SIGN PRIVATE KEY-----\n"))
        self.ok("sm9", "sign", "--key", "a.pem", "--pass", "env:U", "msg", "--out", "sig", env=env)
        self.ok("sm9", "verify", "--master-pub", "m.pub", *ALICE, "--sig", "sig", "msg")

    def test_wrong_kinds(self):
        self.fails(BAD_INPUT, "", "sm9", "keygen", "--type", "encrypt", "--master", "ks.pem", *BOB)
        self.fails(BAD_INPUT, "", "sm9", "sign", "--key", "bob.pem", "msg", "--out", "x")
        self.fails(BAD_INPUT, "", "sm9", "verify", "--master-pub", "ke.pub", *ALICE, "--sig", "msg", "msg")
        self.fails(USAGE, "--id is required", "sm9", "keygen", "--type", "sign", "--master", "ks.pem")
        self.fails(USAGE, "--id-empty", "sm9", "keygen", "--type", "sign", "--master", "ks.pem", "--id", "")
        self.fails(USAGE, "--type NAME is required", "sm9", "setup")
        self.fails(USAGE, "type", "sm9", "setup", "--type", "exchange")

    def test_master_key_must_be_changed(self):
        case = field_case("SM9-15")["inputs"]
        number = bytes.fromhex(case["master_ks"])
        self.write("bad.der", b"\x02\x21\0" + number)
        self.fails(BAD_INPUT, "master key must be changed", "sm9", "keygen", "--type", "sign", "--master",
                   "bad.der", "--id-hex", case["id"])
        self.ok("sm9", "keygen", "--type", "sign", "--master", "bad.der", "--id-hex", case["other_id"])

    def test_forms_of_a_master_public_key(self):
        case = field_case("SM9-01")["inputs"]
        self.write("p.der", b"\x03\x81\x82\0" + bytes.fromhex(case["master_pub_g2"]))
        self.write("m", bytes.fromhex(case["msg"]))
        self.write("s", bytes.fromhex(case["sig_der"]))
        self.ok("sm9", "verify", "--master-pub", "p.der", "--id-hex", case["id"], "--sig", "s", "m")
        self.fails(INVALID, "does not verify", "sm9", "verify", "--master-pub", "p.der", "--id-hex",
                   case["id_with_nul"], "--sig", "s", "m")


class Signatures(Sm9):
    def test_sign_and_verify(self):
        for options in ((), ("--format", "raw"), ("--encoding", "hex"), ("--format", "raw", "--encoding", "base64")):
            self.ok("sm9", "sign", "--key", "alice.pem", *options, "msg", "--out", "sig")
            verify = ("sm9", "verify", "--master-pub", "ks.pub", *options, "--sig", "sig")
            self.assertEqual(self.ok(*verify, *ALICE, "msg").text, "valid\n")
            self.fails(INVALID, "does not verify", *verify, *BOB, "msg")
            self.fails(INVALID, "does not verify", *verify, *ALICE, "--hid", 3, "msg")
            self.fails(INVALID, "does not verify", *verify, *ALICE, "ks.pub")
        answer = self.ok("sm9", "verify", "--master-pub", "ks.pub", "--sig", "sig", *options, *ALICE, "--json", "msg")
        self.assertEqual(json.loads(answer.text), {"valid": True})

    def test_bad_signature_files(self):
        self.write("short", b"12")
        for options in ((), ("--format", "raw")):
            self.fails(BAD_INPUT, "short", "sm9", "verify", "--master-pub", "ks.pub", *options, *ALICE, "--sig",
                       "short", "msg")

    def test_empty_identity_and_hid(self):
        self.ok("sm9", "keygen", "--type", "sign", "--master", "ks.pem", "--id-empty", "--hid", 77, "--out", "e.pem")
        self.ok("sm9", "sign", "--key", "e.pem", "msg", "--out", "sig")
        self.ok("sm9", "verify", "--master-pub", "ks.pub", "--id-empty", "--hid", 77, "--sig", "sig", "msg")


class Encryption(Sm9):
    def test_round_trips(self):
        for cipher in ("xor", "sm4-ecb", "sm4-cbc", "sm4-ofb", "sm4-cfb"):
            for form in ("der", "c1c3c2", "c1c3c2-no-04", "gmssl"):
                self.ok("sm9", "encrypt", "--master-pub", "ke.pub", *BOB, "--cipher", cipher, "--format", form,
                        "msg", "--out", "ct")
                named = () if form in ("der", "gmssl") else ("--cipher", cipher)
                self.ok("sm9", "decrypt", "--key", "bob.pem", *BOB, *named, "--format", form, "ct", "--out", "pt")
                self.assertEqual(self.read("pt"), self.read("msg"))

    def test_failures_leave_no_file(self):
        self.ok("sm9", "encrypt", "--master-pub", "ke.pub", *BOB, "msg", "--out", "ct")
        for status, wrong in ((INVALID, ALICE), (INVALID, (*BOB, "--format", "gmssl")),
                              (BAD_INPUT, (*BOB, "--format", "c1c3c2")), (BAD_INPUT, (*BOB, "--cipher", "sm4-cbc"))):
            self.fails(status, "ct", "sm9", "decrypt", "--key", "bob.pem", *wrong, "ct", "--out", "pt")
        self.write("empty", b"")
        self.fails(BAD_INPUT, "empty", "sm9", "encrypt", "--master-pub", "ke.pub", *BOB, "empty", "--out", "x")

    def test_forged_points_are_refused(self):
        case = field_case("SM9-10")["inputs"]
        point = bytes.fromhex(case["user_key_g2"])
        self.write("u.der", b"\x03\x81\x82\0" + point)
        for name, status in (("ct_off_curve", BAD_INPUT), ("ct_x_ge_q", BAD_INPUT), ("ct_flip_c3", INVALID)):
            self.write("ct", bytes.fromhex(case[name]))
            self.fails(status, "ct", "sm9", "decrypt", "--key", "u.der", "--id-hex", case["id"], "ct", "--out", "pt")

    def test_encapsulation(self):
        self.ok("sm9", "encap", "--master-pub", "ke.pub", *BOB, "--length", 20, "--cipher-out", "c", "--out", "k1")
        self.ok("sm9", "decap", "--key", "bob.pem", *BOB, "--length", 20, "c", "--out", "k2")
        self.assertEqual(self.read("k1"), self.read("k2"))
        self.assertEqual(len(self.read("k1")), 41)
        self.assertEqual(self.mode("k1"), 0o600)
        self.write("bad", self.read("c")[:-1])
        self.fails(BAD_INPUT, "65 bytes", "sm9", "decap", "--key", "bob.pem", *BOB, "--length", 20, "bad")

    def test_exchange(self):
        for name in ("alice", "bob"):
            self.ok("sm9", "keygen", "--type", "exchange", "--master", "ke.pem", "--id", name, "--out", name + ".ex")
        common = ["--length", "24", "--timeout", "30"]
        other = subprocess.Popen(
            [MIFU, "sm9", "exchange", "--role", "responder", "--key", "bob.ex", "--id", "bob", "--peer-id", "alice",
             "--send", "rb", "--receive", "ra", "--confirm-send", "sb", "--confirm-receive", "sa", "--out", "key.b",
             *common], cwd=self.folder)
        self.ok("sm9", "exchange", "--role", "initiator", "--key", "alice.ex", "--id", "alice", "--peer-id", "bob",
                "--send", "ra", "--receive", "rb", "--confirm-send", "sa", "--confirm-receive", "sb", "--out", "key.a",
                *common)
        self.assertEqual(other.wait(), DONE)
        self.assertEqual(self.read("key.a"), self.read("key.b"))
        self.fails(SYSTEM, "did not appear", "sm9", "exchange", "--role", "responder", "--key", "alice.ex", "--id",
                   "alice", "--peer-id", "bob", "--send", "x", "--receive", "y", "--length", 1, "--timeout", 1)


class Conversions(Sm9):
    def convert(self, source, *options, **more):
        return self.ok("convert", "sm9-key", source, *options, **more).out

    def test_private_keys(self):
        for name, kind in (("ks.pem", "sign-master"), ("ke.pem", "encrypt-master"), ("alice.pem", "sign"),
                           ("bob.pem", "encrypt")):
            original = self.read(name)
            self.assertEqual(self.convert(name), original)
            for form in ("der", "hex", "base64"):
                self.write("other", self.convert(name, "--as", form))
                self.assertEqual(self.convert("other"), original, f"{name} {form}")
            self.write("bare", self.convert(name, "--to", "bare"))
            if kind.endswith("master"):
                self.fails(USAGE, "--type", "convert", "sm9-key", "bare")
                self.assertEqual(self.convert("bare", "--type", kind), original)
        # A user's key alone: de decrypts, ds lacks what it signs under.
        self.write("bare", self.convert("alice.pem", "--to", "bare", "--as", "der"))
        self.assertEqual(len(self.read("bare")), 68)
        self.fails(BAD_INPUT, "lacks the master public key", "convert", "sm9-key", "bare", "--type", "sign")
        self.write("bare", self.convert("bob.pem", "--to", "bare"))
        self.ok("convert", "sm9-key", "bare", "--type", "encrypt", "--out", "de.pem")
        self.assertEqual(self.mode("de.pem"), 0o600)
        self.ok("sm9", "encrypt", "--master-pub", "ke.pub", *BOB, "msg", "--out", "c")
        self.assertEqual(self.ok("sm9", "decrypt", "--key", "de.pem", *BOB, "c").out, self.read("msg"))

    def test_passwords(self):
        lock = ("--new-pass", "pass:new", "--iterations", 1000)
        for form in ("pem", "der"):
            self.ok("convert", "sm9-key", "alice.pem", *lock, "--as", form, "--out", "locked")
            type_option = ("--type", "sign") if form == "der" else ()
            self.assertEqual(self.convert("locked", *type_option, "--pass", "pass:new"), self.read("alice.pem"))
            self.fails(BAD_INPUT, "wrong password", "convert", "sm9-key", "locked", *type_option, "--pass",
                       "pass:old")
            self.fails(USAGE, "--pass", "convert", "sm9-key", "locked", *type_option)
        self.ok("convert", "sm9-key", "alice.pem", *lock, "--out", "locked")
        self.assertTrue(self.read("locked").startswith(b"-----BEGIN ENCRYPTED SM9 SIGN PRIVATE KEY-----\n"))
        self.fails(USAGE, "goes with --to pkcs8", "convert", "sm9-key", "ks.pub", *lock[:2])
        self.fails(USAGE, "goes with --new-pass", "convert", "sm9-key", "alice.pem", "--iterations", 5)

    def test_public_keys(self):
        for name, kind, size in (("ks.pub", "sign-master-pub", 132 + 1), ("ke.pub", "encrypt-master-pub", 68)):
            original = self.read(name)
            self.assertEqual(self.convert(name), original)
            self.write("other", self.convert(name, "--as", "der"))
            self.assertEqual(self.convert("other", "--type", kind), original)
            self.write("other", self.convert(name, "--to", "bare", "--as", "der"))
            self.assertEqual(len(self.read("other")), size)
            self.fails(USAGE, "--type", "convert", "sm9-key", "other")
            self.assertEqual(self.convert("other", "--type", kind), original)
        self.fails(USAGE, "--to pkcs8 goes with", "convert", "sm9-key", "ks.pub", "--to", "pkcs8")
        self.fails(USAGE, "--as pem goes with", "convert", "sm9-key", "ks.pub", "--to", "bare", "--as", "pem")
        self.fails(BAD_INPUT, "no SM9 key", "convert", "sm9-key", "msg")
        self.fails(BAD_INPUT, "", "convert", "sm9-key", "ks.pub", "--type", "encrypt")

    def test_signatures_and_ciphertexts(self):
        self.ok("sm9", "sign", "--key", "alice.pem", "msg", "--out", "sig")
        raw = self.ok("convert", "sm9-signature", "sig", "--to", "raw").out
        self.assertEqual(len(raw), 97)
        self.write("raw", raw)
        self.assertEqual(self.ok("convert", "sm9-signature", "raw", "--from", "raw").out, self.read("sig"))
        self.write("short", raw[:-1])
        self.fails(BAD_INPUT, "97 bytes", "convert", "sm9-signature", "short", "--from", "raw")
        self.fails(BAD_INPUT, "raw", "convert", "sm9-signature", "raw")
        for cipher in ("xor", "sm4-cbc"):
            self.ok("sm9", "encrypt", "--master-pub", "ke.pub", *BOB, "--cipher", cipher, "msg", "--out", "c")
            for form in ("c1c3c2", "c1c3c2-no-04"):
                self.ok("convert", "sm9-ciphertext", "c", "--to", form, "--out", "r")
                self.assertEqual(self.ok("convert", "sm9-ciphertext", "r", "--from", form, "--cipher", cipher).out,
                                 self.read("c"))
                self.assertEqual(self.ok("sm9", "decrypt", "--key", "bob.pem", *BOB, "--format", form, "--cipher",
                                         cipher, "r").out, self.read("msg"))
        self.fails(BAD_INPUT, "c: ", "convert", "sm9-ciphertext", "c", "--from", "c1c3c2", "--out", "x")

    def test_inspect(self):
        self.ok("sm9", "sign", "--key", "alice.pem", "msg", "--out", "sig")
        self.ok("sm9", "encrypt", "--master-pub", "ke.pub", *BOB, "msg", "--out", "c")
        found = {}
        for name, text in (("ks.pem", "master private key for signatures"),
                           ("ke.pem", "master private key for encryption"),
                           ("alice.pem", "user's private key for signatures"),
                           ("bob.pem", "user's private key for encryption"),
                           ("ks.pub", "master public key for signatures"),
                           ("ke.pub", "master public key for encryption"),
                           ("sig", "SM9 signature"), ("c", "SM9 ciphertext")):
            report = json.loads(self.ok("inspect", "--json", name).text)
            self.assertIn(text, report["content"])
            self.assertEqual(report["readable"], "yes")
            found[name] = report.get("fingerprint")
        self.assertEqual(found["ks.pem"], found["ks.pub"])
        self.assertEqual(found["alice.pem"], found["ks.pub"])
        self.assertEqual(found["bob.pem"], found["ke.pub"])
        # Bare ones show nothing: they may be secret.
        for name, kind, text in (("alice.pem", "sign", "point of G1"), ("bob.pem", "encrypt", "point of G2"),
                                 ("ks.pem", "sign-master", "does not say")):
            self.write("bare", self.convert(name, "--to", "bare"))
            report = json.loads(self.ok("inspect", "--json", "bare").text)
            self.assertIn(text, report["content"])
            self.assertNotIn("fingerprint", report)
            self.assertNotIn(self.read("bare").strip()[8:].decode(), self.ok("inspect", "bare").text)
        self.ok("convert", "sm9-key", "alice.pem", "--new-pass", "pass:x", "--iterations", 1000, "--out", "locked")
        self.assertIn("ENCRYPTED SM9 SIGN PRIVATE KEY", self.ok("inspect", "locked").text)


if __name__ == "__main__":
    main()
