# SPDX-License-Identifier: Apache-2.0
"""The frame: help, typos, usage errors, exit statuses, version, random bytes."""
import json
import os
import re
import subprocess
import time

from cli_support import BAD_INPUT, DONE, MIFU, SYSTEM, USAGE, Case, main


def commands():
    """(group, verb) pairs as the help lists them."""
    def listed(text):
        part = re.split(r"\n(?:commands|verbs):\n", text)
        return re.findall(r"^  ([a-z0-9-]+)", part[1].split("\n\n")[0], re.M) if len(part) > 1 else []

    def help_of(*words):
        return subprocess.run([MIFU, *words, "--help"], capture_output=True, check=True,
                              text=True).stdout

    for group in listed(help_of()):
        verbs = listed(help_of(group))
        for verb in verbs:
            yield [group, verb]
        if not verbs:
            yield [group]


class Frame(Case):
    def test_help_at_every_level(self):
        self.assertIn("usage: mifu COMMAND", self.ok("--help").text)
        self.assertEqual(self.ok("help").text, self.ok("--help").text)
        found = list(commands())
        self.assertGreater(len(found), 5)
        for command in found:
            text = self.ok(*command, "--help").text
            self.assertTrue(text.startswith("mifu " + " ".join(command) + " - "), text)
            self.assertIn("--help", text)
            self.assertEqual(text, self.ok("help", *command).text)
            for line in text.splitlines():
                self.assertLessEqual(len(line), 100, line)
            self.assertEqual(text, self.ok(*command, "-h").text)

    def test_help_of_a_group(self):
        text = self.ok("sm2", "--help").text
        self.assertIn("keygen", text)
        for words in (["help", "sm2"], ["sm2", "help"], ["sm2", "--help", "sign"], ["sm2", "-h"]):
            self.assertEqual(self.ok(*words).text, text)
        result = self.run_mifu("sm2")
        self.assertEqual((result.status, result.err), (USAGE, text))

    def test_no_command(self):
        result = self.run_mifu()
        self.assertEqual(result.status, USAGE)
        self.assertIn("usage: mifu", result.err)

    def test_typos(self):
        self.fails(USAGE, "did you mean 'sm3'", "sm33")
        self.fails(USAGE, "did you mean 'hmac'", "hamc")
        self.fails(USAGE, "did you mean '--check'", "sm3", "--chekc", "x")
        self.fails(USAGE, "did you mean '--tag'", "sm3", "-tag", "x")
        self.fails(USAGE, "did you mean 'sha256'", "hmac", "--hash", "sha265")
        self.fails(USAGE, "one of sm3, sha256, sha224", "hmac", "--hash", "whirlpool")
        self.assertNotIn("did you mean", self.fails(USAGE, "unknown", "completely-else").err)

    def test_options(self):
        self.fails(USAGE, "needs a value", "hmac", "--key-hex")
        self.fails(USAGE, "needs a value", "hmac", "--key-hex", "--raw")
        self.fails(USAGE, "takes no value", "hmac", "--raw=1")
        self.fails(USAGE, "given twice", "rand", "--length", "1", "--length=2")
        self.fails(USAGE, "unexpected argument 'b'", "hmac", "--key-hex", "00", "a", "b")
        self.fails(USAGE, "a command comes first", "--raw", "rand")
        self.assertEqual(len(self.ok("rand", "--length=3").hex), 3)
        self.write("--raw", b"abc")
        self.assertEqual(self.ok("sm3", "--", "--raw").text.split()[1], "--raw")

    def test_numbers(self):
        for bad in ("", "0", "-1", "1x", " 1", "0x10", "99999999999999999999999"):
            self.fails(USAGE, "not a whole number", "rand", "--length", bad)

    def test_control_characters_stay_out_of_messages(self):
        result = self.run_mifu("sm3", "no\x1b[31m\nsuch")
        self.assertEqual(result.status, SYSTEM)
        self.assertNotIn("\x1b", result.err)
        self.assertEqual(result.err.count("\n"), 1)

    def test_version(self):
        self.assertRegex(self.ok("version").text, r"^mifu \d+\.\d+\.\d+\n$")
        self.assertEqual(self.ok("--version").text, self.ok("version").text)
        data = json.loads(self.ok("version", "--json").text)
        self.assertEqual(data["version"], data["library"])

    def test_full_device(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([MIFU, "version"], stdout=full, stderr=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, SYSTEM)
            done = subprocess.run([MIFU, "rand", "--raw"], stdout=full, stderr=subprocess.PIPE,
                                  check=False)
            self.assertEqual(done.returncode, SYSTEM)

    def test_closed_streams(self):
        """A closed stream fails where it is needed, and is never mistaken for a file."""
        def shell(line):
            return subprocess.run(["sh", "-c", line.replace("mifu", MIFU)], cwd=self.folder,
                                  capture_output=True, check=False)

        self.write("abc", b"abc")
        self.assertEqual(shell("mifu sm3 abc >&-").returncode, SYSTEM)
        self.assertEqual(shell("mifu sm3 <&-").returncode, SYSTEM)
        self.assertEqual(shell("mifu nonsense 2>&-").returncode, USAGE)
        self.assertEqual(shell("mifu rand 8 --raw --out key <&- >&- 2>&-").returncode, DONE)
        self.assertEqual(len(self.read("key")), 8)

    def test_secrets_leave_the_command_line(self):
        """ps does not show a key once it was read."""
        secret = "00112233445566778899aabbccddeeff"
        for words in (["hmac", "--key-hex", secret], ["hmac", "--key-text", secret],
                      ["sm4", "encrypt", "--key-hex", secret, "--out", "x"],
                      ["sm4", "encrypt", "--pass", "pass:" + secret, "--out", "x", "--iterations", "1000"]):
            process = subprocess.Popen([MIFU, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       cwd=self.folder)
            for _ in range(500):
                with open(f"/proc/{process.pid}/cmdline", "rb") as file:
                    shown = file.read()
                if MIFU.encode() in shown and secret.encode() not in shown:
                    break
                time.sleep(0.01)
            process.communicate(b"data")
            self.assertNotIn(secret.encode(), shown, words)

    def test_rand(self):
        first, second = self.ok("rand").hex, self.ok("rand").hex
        self.assertEqual(len(first), 32)
        self.assertNotEqual(first, second)
        self.assertEqual(len(self.ok("rand", "100000", "--raw").out), 100000)
        self.ok("rand", "16", "--raw", "--out", "key")
        self.assertEqual((len(self.read("key")), self.mode("key")), (16, 0o600))

    def test_directory_as_input(self):
        self.fails(SYSTEM, "directory", "hmac", "--key-hex", "00", ".")

    def test_output_into_missing_folder(self):
        self.fails(SYSTEM, "cannot create no/such", "rand", "--out", "no/such")

    def test_symbolic_link_is_kept(self):
        self.write("real", b"old")
        os.symlink("real", self.path("link"))
        self.ok("rand", "8", "--raw", "--out", "link")
        self.assertTrue(os.path.islink(self.path("link")))
        self.assertEqual(len(self.read("real")), 8)

    def test_device_as_output(self):
        self.ok("rand", "--out", "/dev/null")
        self.assertFalse(os.path.isfile("/dev/null"))

    def test_terminal_gets_no_binary_data(self):
        import pty
        master, slave = pty.openpty()
        done = subprocess.run([MIFU, "rand", "--raw"], stdout=slave, stderr=subprocess.PIPE,
                              check=False)
        self.assertEqual(done.returncode, USAGE)
        self.assertIn(b"terminal", done.stderr)
        done = subprocess.run([MIFU, "rand", "--raw", "--out", "-"], stdout=slave, check=False)
        self.assertEqual(done.returncode, DONE)
        os.close(slave)
        os.close(master)


if __name__ == "__main__":
    main()
