# SPDX-License-Identifier: Apache-2.0
"""mifu hmac, kdf, pbkdf2, hkdf, and the sources of passwords."""
import hashlib
import hmac
import os
import pty
import signal
import subprocess
import termios
import time

from cli_support import BAD_INPUT, DONE, INVALID, MIFU, SYSTEM, USAGE, Case, field_case, main


class Hmac(Case):
    def test_against_python(self):
        for size in (0, 1, 64, 65, 300000):
            data = bytes(i * 5 & 255 for i in range(size))
            self.write("data", data)
            for key in (b"", b"\0", b"k" * 64, b"\0\1\2" * 50):
                self.write("key", key)
                for name in ("sha256", "sha224"):
                    expected = hmac.new(key, data, name).digest()
                    for given in (["--key-hex", key.hex()], ["--key-file", "key"]):
                        self.assertEqual(self.ok("hmac", "--hash", name, *given, "data").hex, expected)

    def test_hex_and_text_keys(self):
        """Field case MAC-01: two options, two keys."""
        case = field_case("MAC-01")
        text, data = case["inputs"]["key_text"], bytes.fromhex(case["inputs"]["msg"])
        self.assertEqual(self.ok("hmac", "--key-hex", text, input=data).text.strip(),
                         case["expected"]["key_as_hex_16_bytes"])
        self.assertEqual(self.ok("hmac", "--key-text", text, input=data).text.strip(),
                         case["expected"]["key_as_text_32_bytes"])

    def test_verify(self):
        tag = self.ok("hmac", "--key-hex", "00", input=b"data").text.strip()
        self.assertEqual(self.ok("hmac", "--key-hex", "00", "--verify", tag, input=b"data").text,
                         "valid\n")
        result = self.run_mifu("hmac", "--key-hex", "00", "--verify", tag, input=b"date")
        self.assertEqual((result.status, result.text, result.err), (INVALID, "invalid\n", ""))
        self.fails(USAGE, "32 bytes", "hmac", "--key-hex", "00", "--verify", tag[:8], input=b"data")

    def test_usage(self):
        self.fails(USAGE, "a key is required", "hmac", "x")
        self.fails(USAGE, "exclude each other", "hmac", "--key-hex", "00", "--key-text", "a")
        self.fails(USAGE, "not a hexadecimal digit", "hmac", "--key-hex", "0x00")
        self.fails(USAGE, "no whole bytes", "hmac", "--key-hex", "000")
        self.fails(USAGE, "given twice", "hmac", "--key-hex", "00", "--in", "a", "b")
        self.fails(USAGE, "asked for twice", "hmac", "--key-file", "-", "--in", "-")


class Kdf(Case):
    def test_pbkdf2_against_python(self):
        for name in ("sha256", "sha224"):
            expected = hashlib.pbkdf2_hmac(name, b"secret", b"\0\1salt", 77, 45)
            self.assertEqual(self.ok("pbkdf2", "--hash", name, "--pass", "pass:secret", "--salt-hex",
                                     b"\0\1salt".hex(), "--iterations", 77, "--length", 45).hex,
                             expected)

    def test_sm3_kdf(self):
        def sm3(data):
            return self.ok("sm3", "--raw", input=data).out
        secret = bytes(range(64))
        expected = b"".join(sm3(secret + i.to_bytes(4, "big")) for i in (1, 2, 3))[:70]
        self.write("secret", secret)
        self.assertEqual(self.ok("kdf", "--secret-file", "secret", "--length", 70).hex, expected)
        self.ok("kdf", "--secret-hex", secret.hex(), "--length", 70, "--raw", "--out", "key")
        self.assertEqual((self.read("key"), self.mode("key")), (expected, 0o600))

    def test_hkdf(self):
        """RFC 5869, test case 1, whole and in steps."""
        prk = "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"
        okm = ("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
               "34007208d5b887185865")
        salt, info, ikm = "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9", "0b" * 22
        start = ["hkdf", "--hash", "sha256", "--secret-hex"]
        self.assertEqual(self.ok(*start, ikm, "--salt-hex", salt, "--info-hex", info, "--length",
                                 42).text.strip(), okm)
        self.assertEqual(self.ok(*start, ikm, "--salt-hex", salt, "--extract-only").text.strip(), prk)
        self.assertEqual(self.ok(*start, prk, "--info-hex", info, "--length", 42,
                                 "--expand-only").text.strip(), okm)
        self.assertEqual(self.ok(*start, ikm, "--info", "a", "--length", 5).text,
                         self.ok(*start, ikm, "--info-hex", "61", "--length", 5).text)
        self.fails(BAD_INPUT, "255", *start, ikm, "--length", 255 * 32 + 1)
        self.fails(USAGE, "exclude", *start, ikm, "--length", 5, "--extract-only")

    def test_usage(self):
        self.fails(USAGE, "--length BYTES is required", "kdf", "--secret-hex", "00")
        self.fails(USAGE, "a secret is required", "hkdf", "--length", 5)
        self.fails(USAGE, "--pass SOURCE is required", "pbkdf2", "--length", 5)


class Passwords(Case):
    def derive(self, source, **more):
        return ["pbkdf2", "--hash", "sha256", "--salt-hex", "00", "--iterations", 5, "--length", 16,
                "--pass", source], more

    def setUp(self):
        super().setUp()
        self.expected = hashlib.pbkdf2_hmac("sha256", b"pass word", b"\0", 5, 16)

    def test_sources(self):
        for content in (b"pass word", b"pass word\n", b"pass word\r\n", b"pass word\nmore\n"):
            self.write("pw", content)
            arguments, more = self.derive("file:pw")
            self.assertEqual(self.ok(*arguments, **more).hex, self.expected)
        arguments, _ = self.derive("env:SECRET")
        self.assertEqual(self.ok(*arguments, env={"SECRET": "pass word"}).hex, self.expected)
        arguments, _ = self.derive("pass:pass word")
        self.assertEqual(self.ok(*arguments).hex, self.expected)
        arguments, _ = self.derive("fd:0")
        self.assertEqual(self.ok(*arguments, input=b"pass word\n").hex, self.expected)
        read_end, write_end = os.pipe()
        os.write(write_end, b"pass word")
        os.close(write_end)
        arguments, _ = self.derive(f"fd:{read_end}")
        self.assertEqual(self.ok(*arguments, pass_fds=[read_end]).hex, self.expected)
        os.close(read_end)

    def test_bad_sources(self):
        for source, status, words in (
                ("secret", USAGE, "--pass takes env:NAME"), ("env:NOT_SET_ANYWHERE", USAGE, "no variable"),
                ("file:missing", SYSTEM, "missing"), ("fd:x", USAGE, "no file descriptor"),
                ("fd:-1", USAGE, "no file descriptor"), ("fd:99", SYSTEM, "descriptor"),
                ("pass:", BAD_INPUT, "empty"), ("fd:0", BAD_INPUT, "empty")):
            arguments, _ = self.derive(source)
            result = self.fails(status, words, *arguments)
            self.assertNotIn("secret", result.err)
        self.write("long", b"x" * 5000)
        self.fails(BAD_INPUT, "more than 4096", *self.derive("file:long")[0])

    def prompt(self, answers, *arguments):
        """Runs at a terminal of its own and types the answers; gives status, screen, output."""
        read_end, write_end = os.pipe()
        child, terminal = pty.fork()
        if child == 0:
            os.dup2(write_end, 1)
            os.chdir(self.folder)
            os.execv(MIFU, [MIFU, *map(str, arguments)])
        os.close(write_end)
        screen = b""
        for answer in answers:
            while not screen.rstrip(b" ").endswith(b":"):
                screen += os.read(terminal, 1000)
            os.write(terminal, answer)
            screen += b"\n"
        try:
            while chunk := os.read(terminal, 1000):
                screen += chunk
        except OSError:
            pass
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        output = b""
        while chunk := os.read(read_end, 1000):
            output += chunk
        os.close(read_end)
        os.close(terminal)
        return status, screen, output

    def test_prompt(self):
        status, screen, output = self.prompt([b"pass word\n"], *self.derive("prompt")[0])
        self.assertEqual((status, output.decode().strip()), (DONE, self.expected.hex()))
        self.assertIn(b"Password: ", screen)
        self.assertNotIn(b"pass word", screen)

    def test_new_password_is_asked_twice(self):
        keygen = ["sm2", "keygen", "--pass", "prompt", "--iterations", 1000, "--out", "key.pem"]
        status, screen, _ = self.prompt([b"one\n", b"other\n"], *keygen)
        self.assertEqual((status, self.files()), (BAD_INPUT, []), screen)
        self.assertIn(b"differ", screen)
        status, screen, _ = self.prompt([b"one\n", b"one\n"], *keygen)
        self.assertEqual((status, self.files()), (DONE, ["key.pem"]), screen)
        self.ok("sm2", "pubkey", "--key", "key.pem", "--pass", "pass:one")
        status, screen, _ = self.prompt([b"one\n"], "sm2", "pubkey", "--key", "key.pem", "--pass",
                                        "prompt")
        self.assertEqual(status, DONE)
        self.assertIn(b"Password of key.pem: ", screen)

    def test_interrupt_at_the_prompt(self):
        """Ctrl-C ends the program and gives the terminal its echo back."""
        child, terminal = pty.fork()
        if child == 0:
            os.execv(MIFU, [MIFU, *map(str, self.derive("prompt")[0])])
        self.addCleanup(os.close, terminal)
        screen = b""
        while not screen.endswith(b": "):
            screen += os.read(terminal, 1000)
        self.assertFalse(termios.tcgetattr(terminal)[3] & termios.ECHO)
        os.write(terminal, b"\x03")
        status = os.waitpid(child, os.WNOHANG)
        for _ in range(500):
            if status[0] != 0:
                break
            time.sleep(0.01)
            status = os.waitpid(child, os.WNOHANG)
        self.assertEqual(os.waitstatus_to_exitcode(status[1]), -signal.SIGINT)
        self.assertTrue(termios.tcgetattr(terminal)[3] & termios.ECHO)

    def test_prompt_without_terminal(self):
        arguments, _ = self.derive("prompt")
        done = subprocess.run([MIFU, *map(str, arguments)], stdin=subprocess.DEVNULL,
                              capture_output=True, start_new_session=True, check=False)
        self.assertEqual(done.returncode, SYSTEM)
        self.assertIn(b"no terminal", done.stderr)


if __name__ == "__main__":
    main()
