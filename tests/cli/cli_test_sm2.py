# SPDX-License-Identifier: Apache-2.0
"""mifu sm2: keys, signatures, encryption, key exchange, envelopes, certificates."""
import json
import os
import subprocess

from cli_support import BAD_INPUT, DONE, INVALID, MIFU, SYSTEM, USAGE, Case, field_case, main

DEFAULT_ID = "1234567812345678"


class Sm2(Case):
    def setUp(self):
        super().setUp()
        self.ok("sm2", "keygen", "--out", "key.pem", "--pub-out", "pub.pem")
        self.write("msg", b"message\0with a zero byte\n")


class Keys(Sm2):
    def test_keygen(self):
        self.assertTrue(self.read("key.pem").startswith(b"-----BEGIN PRIVATE KEY-----\n"))
        self.assertTrue(self.read("pub.pem").startswith(b"-----BEGIN PUBLIC KEY-----\n"))
        self.assertEqual((self.mode("key.pem"), self.mode("pub.pem")), (0o600, 0o644))
        self.assertEqual(self.ok("sm2", "pubkey", "--key", "key.pem").out, self.read("pub.pem"))
        self.assertTrue(self.ok("sm2", "keygen").out.startswith(b"-----BEGIN PRIVATE KEY-----\n"))

    def test_existing_keys_are_kept(self):
        old = self.read("key.pem")
        self.fails(USAGE, "--force", "sm2", "keygen", "--out", "key.pem")
        self.fails(USAGE, "--force", "sm2", "keygen", "--out", "new.pem", "--pub-out", "pub.pem")
        self.assertEqual(self.read("key.pem"), old)
        self.ok("sm2", "keygen", "--out", "key.pem", "--pub-out", "pub.pem", "--force")
        self.assertNotEqual(self.read("key.pem"), old)
        self.fails(USAGE, "same file", "sm2", "keygen", "--out", "a", "--pub-out", "a")

    def test_encrypted_key(self):
        secret = ["--pass", "env:SECRET"]
        env = {"SECRET": "pass word"}
        for prf in ("sm3", "sha256"):
            self.ok("sm2", "keygen", *secret, "--prf", prf, "--iterations", 1000, "--force", "--out",
                    "e.pem", "--pub-out", "e.pub", env=env)
            self.assertTrue(self.read("e.pem").startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n"))
            self.assertEqual(self.ok("sm2", "pubkey", "--key", "e.pem", *secret, env=env).out,
                             self.read("e.pub"))
            self.fails(USAGE, "--pass", "sm2", "pubkey", "--key", "e.pem")
            self.fails(BAD_INPUT, "wrong password", "sm2", "pubkey", "--key", "e.pem", *secret,
                       env={"SECRET": "other"})
        shown = self.openssl("pkey", "-in", "e.pem", "-passin", "pass:pass word", "-pubout")
        self.assertEqual(shown.out, self.read("e.pub"), shown.err)
        self.fails(USAGE, "go with --pass", "sm2", "keygen", "--prf", "sha256")

    def test_openssl_reads_and_writes(self):
        self.assertEqual(self.openssl("pkey", "-in", "key.pem", "-pubout").out, self.read("pub.pem"))
        self.openssl("genpkey", "-algorithm", "SM2", "-out", "o.pem")
        self.openssl("pkey", "-in", "o.pem", "-pubout", "-out", "o.pub")
        self.assertEqual(self.ok("sm2", "pubkey", "--key", "o.pem").out, self.read("o.pub"))
        self.openssl("ecparam", "-name", "SM2", "-genkey", "-out", "old.pem")
        self.openssl("pkey", "-in", "old.pem", "-pubout", "-out", "old.pub")
        self.assertEqual(self.ok("sm2", "pubkey", "--key", "old.pem").out, self.read("old.pub"))

    def test_wrong_kinds(self):
        self.fails(BAD_INPUT, "private key and a public key", "sm2", "encrypt", "--pub", "key.pem",
                   "msg")
        self.fails(BAD_INPUT, "public key and a private key", "sm2", "sign", "--key", "pub.pem", "msg",
                   "--out", "x")
        self.fails(BAD_INPUT, "no key", "sm2", "pubkey", "--key", "msg")
        self.fails(SYSTEM, "cannot open", "sm2", "pubkey", "--key", "missing")
        self.write("empty", b"")
        self.fails(BAD_INPUT, "an empty file", "sm2", "pubkey", "--key", "empty")

    def test_field_cases(self):
        for name, fields in (("PEM-01", ("pem",)), ("PEM-03", ("pem",))):
            case = field_case(name)
            for field in fields:
                self.write("k", case["inputs"][field])
                self.assertEqual(self.ok("convert", "key", "k", "--to", "d").text.strip(),
                                 case["expected"]["d"])
                self.assertEqual(self.ok("convert", "key", "k", "--to", "point").text.strip(),
                                 case["expected"]["pub"])
        case = field_case("KEY-01")
        self.write("k", case["inputs"]["d"])
        self.fails(BAD_INPUT, "[1, n-2]", "sm2", "pubkey", "--key", "k")
        self.write("k", bytes.fromhex(case["inputs"]["pkcs8_der"]))
        self.fails(BAD_INPUT, "[1, n-2]", "sm2", "pubkey", "--key", "k")
        case = field_case("KEY-04")
        self.write("k", case["inputs"]["d_33_bytes"])
        self.fails(BAD_INPUT, "33 bytes, leading zero", "sm2", "pubkey", "--key", "k")
        self.write("k", case["inputs"]["d_33_bad"])
        self.fails(BAD_INPUT, "", "sm2", "pubkey", "--key", "k")
        case = field_case("PEM-10")
        self.write("k", next(v for v in case["inputs"].values() if "Proc-Type" in str(v)))
        self.fails(BAD_INPUT, "legacy", "sm2", "pubkey", "--key", "k", "--pass", "pass:x")
        case = field_case("PUB-04")
        for value in case["inputs"].values():
            self.write("k", value)
            self.fails(BAD_INPUT, "k: ", "sm2", "encrypt", "--pub", "k", "msg", "--out", "x")

    def test_other_key_encryption_is_named(self):
        done = self.openssl("pkey", "-in", "key.pem", "-aes256", "-passout", "pass:a", "-out", "aes.pem")
        self.assertEqual(done.status, 0, done.err)
        self.fails(BAD_INPUT, "AES-256-CBC", "sm2", "pubkey", "--key", "aes.pem", "--pass", "pass:a")


class Signatures(Sm2):
    def sign(self, *options, **more):
        return self.ok("sm2", "sign", "--key", "key.pem", *options, **more).out

    def test_identities(self):
        forms = {"default": [], "text": ["--id", "alice"], "hex": ["--id-hex", "616c696365"],
                 "empty": ["--id-empty"], "named": ["--id", DEFAULT_ID]}
        same = {"default": {"default", "named"}, "named": {"default", "named"},
                "text": {"text", "hex"}, "hex": {"text", "hex"}, "empty": {"empty"}}
        for signer, options in forms.items():
            self.ok("sm2", "sign", "--key", "key.pem", *options, "--in", "msg", "--out", "sig")
            for verifier, theirs in forms.items():
                result = self.run_mifu("sm2", "verify", "--pub", "pub.pem", *theirs, "--sig", "sig",
                                       "msg")
                valid = verifier in same[signer]
                self.assertEqual((result.status, result.text),
                                 (DONE, "valid\n") if valid else (INVALID, "invalid\n"))
                self.assertEqual(valid, result.err == "")
        self.fails(USAGE, "exclude", "sm2", "sign", "--key", "key.pem", "--id", "a", "--id-empty")
        self.fails(USAGE, "--id-empty", "sm2", "sign", "--key", "key.pem", "--id", "", "msg")
        self.fails(USAGE, "8191", "sm2", "sign", "--key", "key.pem", "--id", "x" * 8192, "msg")
        self.sign("--id", "x" * 8191, "msg")

    def test_identity_field_cases(self):
        """UID-03, UID-06: empty and default differ; text and hex are two options."""
        for name, good, bad in (("UID-03", ["--id-empty"], []),
                                ("UID-06", ["--id-hex", DEFAULT_ID.encode().hex()],
                                 ["--id", DEFAULT_ID.encode().hex()])):
            values = field_case(name)["inputs"]
            self.write("p", values["pub"])
            self.write("s", bytes.fromhex(values["sig_der"]))
            verify = ["sm2", "verify", "--pub", "p", "--sig", "s"]
            data = bytes.fromhex(values["msg"])
            self.assertEqual(self.run_mifu(*verify, *good, input=data).status, DONE)
            result = self.run_mifu(*verify, *bad, input=data)
            self.assertEqual(result.status, INVALID)
            self.assertIn("--id", result.err)

    def test_formats(self):
        for form, size in (("der", None), ("raw", 64), ("skf", 128)):
            for encoding in ("binary", "hex", "base64"):
                options = ["--format", form, "--encoding", encoding]
                self.write("sig", self.sign(*options, "msg"))
                if size and encoding == "binary":
                    self.assertEqual(len(self.read("sig")), size)
                self.assertEqual(self.ok("sm2", "verify", "--pub", "pub.pem", *options, "--sig", "sig",
                                         "msg").text, "valid\n")
        self.write("sig", self.sign("--format", "raw", "msg"))
        verify = ["sm2", "verify", "--pub", "pub.pem", "--sig", "sig"]
        self.fails(BAD_INPUT, "sig: ", *verify, "msg")
        self.fails(BAD_INPUT, "128 bytes", *verify, "--format", "skf", "msg")
        self.fails(BAD_INPUT, "not hexadecimal", *verify, "--encoding", "hex", "msg")

    def test_encoding_field_cases(self):
        """SIG-01, SIG-03, SIG-06, SKF-01."""
        values = field_case("SIG-01")["inputs"]
        data = bytes.fromhex(values["msg"])
        self.write("p", values["pub"])
        verify = ["sm2", "verify", "--pub", "p", "--sig", "s"]
        self.write("s", bytes.fromhex(values["sig_der"]))
        self.assertEqual(self.ok(*verify, input=data).text, "valid\n")
        values = field_case("SIG-03")["inputs"]
        self.write("s", bytes.fromhex(values["sig_der"]))
        self.fails(BAD_INPUT, ["minimal", "der-lenient"], *verify, input=data)
        self.ok(*verify, "--format", "der-lenient", input=data)
        values = field_case("SIG-06")["inputs"]
        for name, value in values.items():
            if name in ("pub", "msg", "uid", "good_der"):
                continue
            self.write("s", bytes.fromhex(value))
            result = self.run_mifu(*verify, input=data)
            self.assertIn(result.status, (INVALID, BAD_INPUT), name)
            if name in ("r_zero", "s_zero", "r_equals_n", "s_equals_n"):
                self.assertEqual((result.status, result.text), (INVALID, "invalid\n"), name)
        values = field_case("SKF-01")["inputs"]
        self.write("s", bytes.fromhex(values["skf_signature_128"]))
        self.ok(*verify, "--format", "skf", input=bytes.fromhex(values["msg"]))
        self.write("s", b"\1" + bytes.fromhex(values["skf_signature_128"])[1:])
        self.fails(BAD_INPUT, "padding", *verify, "--format", "skf", input=bytes.fromhex(values["msg"]))

    def test_digest(self):
        """A digest is said; a 32-byte message is a message (SIG-11)."""
        digest = self.ok("sm2", "digest", "--pub", "pub.pem", "msg").text.strip()
        self.write("e", bytes.fromhex(digest))
        verify = ["sm2", "verify", "--pub", "pub.pem", "--sig", "sig"]
        for options in (["--digest", digest], ["--digest-file", "e"]):
            self.write("sig", self.sign(*options))
            self.ok(*verify, "msg")
            self.ok(*verify, *options)
            self.assertEqual(self.run_mifu(*verify, "e").status, INVALID)
        self.write("sig", self.sign("e"))
        self.ok(*verify, "e")
        self.assertIn("Z || M", self.run_mifu(*verify, "--digest-file", "e").err)
        sign = ["sm2", "sign", "--key", "key.pem"]
        self.fails(USAGE, "32 bytes", *sign, "--digest", digest[2:])
        self.fails(BAD_INPUT, "32 bytes", *sign, "--digest-file", "msg")
        self.fails(USAGE, "does not go with a digest", *sign, "--digest", digest, "msg")
        self.fails(USAGE, "does not go with a digest", *sign, "--digest", digest, "--id", "a")
        self.fails(USAGE, "exclude", *sign, "--digest", digest, "--digest-file", "e")

    def test_z_and_digest_against_sm3(self):
        point = self.ok("convert", "key", "pub.pem", "--to", "xy").text.strip()
        curve = ("fffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffc"
                 "28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93"
                 "32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7"
                 "bc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0")
        identity = "0028" + b"alice".hex()
        z = self.ok("sm3", "--raw", input=bytes.fromhex(identity + curve + point)).out
        self.assertEqual(self.ok("sm2", "digest", "--pub", "pub.pem", "--z", "--id", "alice").hex, z)
        e = self.ok("sm3", "--raw", input=z + self.read("msg")).out
        self.assertEqual(self.ok("sm2", "digest", "--pub", "pub.pem", "--id", "alice", "msg").hex, e)

    def test_against_openssl(self):
        for identity, ours in ((DEFAULT_ID, []), ("alice", ["--id", "alice"])):
            for size in (0, 1, 64, 300000):
                self.write("data", os.urandom(size))
                done = self.openssl("pkeyutl", "-sign", "-rawin", "-digest", "sm3", "-in", "data",
                                    "-inkey", "key.pem", "-pkeyopt", f"distid:{identity}", "-out", "sig")
                self.assertEqual(done.status, 0, done.err)
                self.ok("sm2", "verify", "--pub", "pub.pem", *ours, "--sig", "sig", "data")
                self.ok("sm2", "sign", "--key", "key.pem", *ours, "data", "--out", "sig")
                done = self.openssl("pkeyutl", "-verify", "-rawin", "-digest", "sm3", "-in", "data",
                                    "-pubin", "-inkey", "pub.pem", "-pkeyopt", f"distid:{identity}",
                                    "-sigfile", "sig")
                self.assertEqual(done.status, 0, done.text)

    def test_hostile_signatures(self):
        good = self.sign("msg")
        verify = ["sm2", "verify", "--pub", "pub.pem", "--sig", "sig", "msg"]
        for data in [good[:size] for size in range(0, len(good), 7)] + [good + b"\0", os.urandom(72),
                                                                     b"\x30\x84\xff\xff\xff\xff", b""]:
            self.write("sig", data)
            self.fails(BAD_INPUT, "sig: ", *verify)
        self.write("sig", bytes((1 << 20) + 1))
        self.fails(BAD_INPUT, "more than", *verify)

    def test_json_and_usage(self):
        self.write("sig", self.sign("msg"))
        verify = ["sm2", "verify", "--pub", "pub.pem", "--sig", "sig", "--json"]
        self.assertEqual(json.loads(self.ok(*verify, "msg").text), {"valid": True})
        self.assertEqual(json.loads(self.run_mifu(*verify, "sig").text), {"valid": False})
        self.fails(USAGE, "--sig FILE is required", "sm2", "verify", "--pub", "pub.pem", "msg")
        self.fails(USAGE, "--key FILE is required", "sm2", "sign", "msg")
        self.fails(USAGE, "asked for twice", "sm2", "verify", "--pub", "pub.pem", "--sig", "-",
                   input=self.read("sig"))


class Encryption(Sm2):
    FORMATS = ("der", "c1c3c2", "c1c2c3", "c1c3c2-no-04", "c1c2c3-no-04")

    def test_formats(self):
        for form in self.FORMATS:
            for encoding in ("binary", "hex", "base64"):
                for data in (b"\0", b"\0\0\5", bytes(range(256)) * 300):
                    options = ["--format", form, "--encoding", encoding]
                    secret = self.ok("sm2", "encrypt", "--pub", "pub.pem", *options, input=data).out
                    for reading in (form, "auto"):
                        again = self.ok("sm2", "decrypt", "--key", "key.pem", "--format", reading,
                                        "--encoding", encoding, input=secret).out
                        self.assertEqual(again, data)
        self.ok("sm2", "encrypt", "--pub", "pub.pem", "msg", "--out", "secret")
        self.ok("sm2", "decrypt", "--key", "key.pem", "secret", "--out", "again")
        self.assertEqual((self.read("again"), self.mode("again")), (self.read("msg"), 0o600))

    def test_large_message(self):
        data = os.urandom(3000000)
        secret = self.ok("sm2", "encrypt", "--pub", "pub.pem", input=data).out
        self.assertEqual(self.ok("sm2", "decrypt", "--key", "key.pem", input=secret).out, data)

    def test_empty_message(self):
        """Field case ENC-13."""
        self.fails(BAD_INPUT, "empty", "sm2", "encrypt", "--pub", "pub.pem", "--out", "x", input=b"")

    def test_order_field_case(self):
        """Field case ENC-03: each order in its own mode, an error in the other."""
        case = field_case("ENC-03")
        self.write("k", case["inputs"]["priv"])
        text = case["expected"]["each_in_its_own_mode"]
        for field, form, other in (("ct_c1c3c2", "c1c3c2", "c1c2c3"), ("ct_c1c2c3", "c1c2c3", "c1c3c2"),
                                   ("ct_der", "der", "c1c3c2")):
            data = bytes.fromhex(case["inputs"][field])
            decrypt = ["sm2", "decrypt", "--key", "k", "--format"]
            self.assertEqual(self.ok(*decrypt, form, input=data).out.hex(), text)
            self.assertEqual(self.ok(*decrypt, "auto", input=data).out.hex(), text)
            result = self.run_mifu(*decrypt, other, "--out", "x", input=data)
            self.assertIn(result.status, (INVALID, BAD_INPUT))
            self.assertIn("--format auto", result.err)
            self.assertNotIn("x", self.files())

    def test_trailing_data(self):
        """Field case ENC-01."""
        case = field_case("ENC-01")
        self.write("k", case["inputs"]["priv"])
        self.fails(BAD_INPUT, "trailing", "sm2", "decrypt", "--key", "k", "--out", "x",
                   input=bytes.fromhex(case["inputs"]["ct_der_plus_0000"]))
        self.assertEqual(self.ok("sm2", "decrypt", "--key", "k",
                                 input=bytes.fromhex(case["inputs"]["ct_der"])).out.hex(),
                         case["expected"]["without_tail"])

    def test_hostile_ciphertexts(self):
        secret = self.ok("sm2", "encrypt", "--pub", "pub.pem", "--format", "c1c3c2", "msg").out
        decrypt = ["sm2", "decrypt", "--key", "key.pem", "--out", "x", "--format"]
        for form in self.FORMATS + ("auto",):
            for data in [secret[:size] for size in (0, 1, 64, 65, 96, 97, len(secret) - 1)] + \
                    [os.urandom(200), secret[:70] + bytes([secret[70] ^ 1]) + secret[71:]]:
                result = self.run_mifu(*decrypt, form, input=data)
                self.assertIn(result.status, (INVALID, BAD_INPUT), f"{form} {len(data)}")
                self.assertEqual(len(result.err.splitlines()), 1)
                self.assertNotIn("x", self.files())
        self.ok("sm2", "keygen", "--out", "other.pem")
        self.fails(INVALID, "decryption failed", "sm2", "decrypt", "--key", "other.pem", "--format",
                   "c1c3c2", input=secret)

    def test_against_openssl(self):
        for size in (1, 31, 32, 33, 100, 1000):
            self.write("data", os.urandom(size))
            self.ok("sm2", "encrypt", "--pub", "pub.pem", "data", "--out", "secret")
            done = self.openssl("pkeyutl", "-decrypt", "-inkey", "key.pem", "-in", "secret", "-out",
                                "again")
            self.assertEqual((done.status, self.read("again")), (0, self.read("data")), done.err)
            self.openssl("pkeyutl", "-encrypt", "-pubin", "-inkey", "pub.pem", "-in", "data", "-out",
                         "secret")
            self.assertEqual(self.ok("sm2", "decrypt", "--key", "key.pem", "secret").out,
                             self.read("data"))

    def test_usage(self):
        self.fails(USAGE, "auto is for reading", "sm2", "encrypt", "--pub", "pub.pem", "--format", "auto",
                   "msg")
        self.fails(USAGE, "did you mean 'c1c3c2'", "sm2", "encrypt", "--pub", "pub.pem", "--format",
                   "c1c3c3", "msg")


class Exchange(Sm2):
    def setUp(self):
        super().setUp()
        self.ok("sm2", "keygen", "--out", "b.pem", "--pub-out", "b.pub")

    def both(self, initiator, responder):
        """Runs both sides at once; gives their exit statuses and messages."""
        common = ["--length", "48", "--timeout", "20"]
        a = subprocess.Popen([MIFU, "sm2", "exchange", "--role", "initiator", "--key", "key.pem",
                              "--peer-pub", "b.pub", "--send", "ra", "--receive", "rb", "--out", "ka",
                              *common, *initiator], cwd=self.folder, stderr=subprocess.PIPE)
        b = subprocess.Popen([MIFU, "sm2", "exchange", "--role", "responder", "--key", "b.pem",
                              "--peer-pub", "pub.pem", "--send", "rb", "--receive", "ra", "--out", "kb",
                              *common, *responder], cwd=self.folder, stderr=subprocess.PIPE)
        return [(p.wait(60), err) for p in (a, b) for err in [p.communicate()[1].decode()]]

    def test_without_confirmation(self):
        self.assertEqual(self.both([], []), [(DONE, "")] * 2)
        self.assertEqual(self.read("ka"), self.read("kb"))
        self.assertEqual((len(self.read("ka")), self.mode("ka")), (97, 0o600))

    def test_with_confirmation_and_identities(self):
        self.assertEqual(self.both(
            ["--confirm-send", "sa", "--confirm-receive", "sb", "--id", "alice", "--peer-id", "bob",
             "--raw"],
            ["--confirm-send", "sb", "--confirm-receive", "sa", "--id", "bob", "--peer-id-hex",
             "616c696365", "--raw"]), [(DONE, "")] * 2)
        self.assertEqual(self.read("ka"), self.read("kb"))
        self.assertEqual(len(self.read("ka")), 48)

    def test_other_identity(self):
        results = self.both(["--confirm-receive", "sb"], ["--confirm-send", "sb", "--id", "mallory"])
        self.assertEqual(results[0][0], INVALID)
        self.assertIn("another key", results[0][1])
        self.assertNotIn("ka", self.files())

    def test_hostile_points(self):
        point = self.ok("convert", "key", "b.pub", "--to", "point").text.strip()
        for text in ("", "zz", point[:-2], point[:-1] + ("0" if point[-1] != "0" else "1"), "00" * 65,
                     "06" + point[2:]):
            self.write("rb", text)
            result = self.run_mifu("sm2", "exchange", "--role", "initiator", "--key", "key.pem",
                                   "--peer-pub", "b.pub", "--send", "ra", "--receive", "rb", "--out",
                                   "ka", "--length", 16)
            self.assertEqual(result.status, BAD_INPUT, text)
            self.assertNotIn("ka", self.files())

    def test_timeout_and_usage(self):
        start = ["sm2", "exchange", "--key", "key.pem", "--peer-pub", "b.pub", "--send", "/dev/null",
                 "--receive", "never", "--length", 16]
        self.fails(SYSTEM, "within 1 seconds", *start, "--role", "initiator", "--timeout", 1)
        self.fails(USAGE, "--role NAME is required", *start)
        self.fails(USAGE, "did you mean 'initiator'", *start, "--role", "initator")

    def test_typed_in(self):
        self.write("rb", self.ok("convert", "key", "b.pub", "--to", "point").out)
        result = self.run_mifu("sm2", "exchange", "--role", "initiator", "--key", "key.pem",
                               "--peer-pub", "b.pub", "--send", "ra", "--receive", "-",
                               "--confirm-receive", "-", "--length", 16,
                               input=self.read("rb") + b"00" * 32 + b"\n")
        self.assertEqual((result.status, result.out), (INVALID, b""))


class Envelopes(Sm2):
    def test_there_and_back(self):
        self.ok("sm2", "keygen", "--out", "new.pem", "--pub-out", "new.pub")
        for encoding in ("binary", "base64"):
            self.ok("sm2", "envelope", "--seal", "--key", "new.pem", "--pub", "pub.pem", "--out", "env",
                    "--encoding", encoding)
            self.ok("sm2", "envelope", "--open", "--key", "key.pem", "--in", "env", "--out", "again.pem",
                    "--encoding", encoding)
            self.assertEqual(self.read("again.pem"), self.read("new.pem"))
            self.assertEqual(self.mode("again.pem"), 0o600)
        self.ok("sm2", "envelope", "--seal", "--key", "new.pem", "--pub", "pub.pem", "--out", "env")
        self.ok("sm2", "envelope", "--open", "--key", "key.pem", "env", "--new-pass", "pass:a",
                "--iterations", 1000, "--out", "locked.pem")
        self.assertEqual(self.ok("sm2", "pubkey", "--key", "locked.pem", "--pass", "pass:a").out,
                         self.read("new.pub"))
        result = self.run_mifu("sm2", "envelope", "--open", "--key", "new.pem", "env", "--out", "x")
        self.assertIn(result.status, (INVALID, BAD_INPUT))
        self.assertNotIn("x", self.files())

    def test_field_case(self):
        """ENV-01."""
        case = field_case("ENV-01")
        self.write("k", case["inputs"]["recipient_priv"])
        self.write("env", bytes.fromhex(case["inputs"]["der"]))
        self.ok("sm2", "envelope", "--open", "--key", "k", "env", "--out", "new.pem")
        self.assertEqual(self.ok("convert", "key", "new.pem", "--to", "d").text.strip(),
                         case["expected"]["d"])

    def test_usage(self):
        self.fails(USAGE, "--seal or --open", "sm2", "envelope", "--key", "key.pem")
        self.fails(USAGE, "exclude", "sm2", "envelope", "--seal", "--open", "--key", "key.pem")
        self.fails(USAGE, "goes with --open", "sm2", "envelope", "--seal", "--in", "x")
        self.fails(USAGE, "goes with --seal", "sm2", "envelope", "--open", "--pub", "x")


class Certificates(Case):
    def test_field_case(self):
        """CRT-01: the default identity by default; the message hints at an empty one."""
        values = field_case("CRT-01")["inputs"]
        self.write("good.pem", values["cert_default_id_pem"])
        self.write("empty.pem", values["cert_empty_id_pem"])
        self.assertEqual(self.ok("sm2", "verify-cert", "good.pem").text, "valid\n")
        result = self.run_mifu("sm2", "verify-cert", "--in", "empty.pem")
        self.assertEqual((result.status, result.text), (INVALID, "invalid\n"))
        self.assertIn("--id-empty", result.err)
        self.ok("sm2", "verify-cert", "empty.pem", "--id-empty")
        self.assertEqual(self.run_mifu("sm2", "verify-cert", "good.pem", "--pub", "empty.pem").status,
                         INVALID)
        self.ok("sm2", "verify-cert", "good.pem", "--pub", "good.pem")
        self.assertIn("EMPTY", self.ok("inspect", "empty.pem").text)
        self.write("junk", b"junk")
        self.fails(BAD_INPUT, "junk", "sm2", "verify-cert", "junk")

    def test_openssl_certificate(self):
        self.openssl("genpkey", "-algorithm", "SM2", "-out", "key.pem")
        done = self.openssl("req", "-x509", "-new", "-key", "key.pem", "-sm3", "-subj", "/CN=test",
                            "-sigopt", "distid:1234567812345678", "-out", "cert.pem")
        self.assertEqual(done.status, 0, done.err)
        self.ok("sm2", "verify-cert", "cert.pem")
        self.write("msg", b"data")
        self.ok("sm2", "sign", "--key", "key.pem", "msg", "--out", "sig")
        self.ok("sm2", "verify", "--pub", "cert.pem", "--sig", "sig", "msg")


if __name__ == "__main__":
    main()
