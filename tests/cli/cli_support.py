# SPDX-License-Identifier: Apache-2.0
"""What the end-to-end tests of the command line share: running it, and a folder per test."""
import json
import os
import pathlib
import shutil
import stat
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("MIFU_SOURCE", pathlib.Path(__file__).parents[2])).resolve()
MIFU = os.environ.get("MIFU", str(SOURCE / "build" / "bin" / "mifu"))
OPENSSL = shutil.which("openssl")

DONE, INVALID, USAGE, BAD_INPUT, SYSTEM = 0, 1, 2, 3, 4


class Result:
    """What a run of the program gave."""

    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout
        self.err = done.stderr.decode()

    @property
    def text(self):
        return self.out.decode()

    @property
    def hex(self):
        """Output that is one line of hexadecimal digits, as bytes."""
        return bytes.fromhex(self.text.strip())


class Case(unittest.TestCase):
    """A test case in an empty folder of its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="mifu-cli-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
        return name

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def files(self):
        return sorted(os.listdir(self.folder))

    def mode(self, name):
        return stat.S_IMODE(os.stat(self.path(name)).st_mode)

    def run_mifu(self, *arguments, input=b"", env=None, **more):
        """Runs the program in the test's folder; checks what holds for every run."""
        environment = dict(os.environ, **(env or {}))
        done = subprocess.run([MIFU, *map(str, arguments)], input=input, capture_output=True,
                              cwd=self.folder, env=environment, timeout=600, check=False, **more)
        result = Result(done)
        self.assertIn(result.status, (DONE, INVALID, USAGE, BAD_INPUT, SYSTEM),
                      f"{arguments}: {result.err}")
        return result

    def ok(self, *arguments, **more):
        """A run that must succeed, without a word on standard error."""
        result = self.run_mifu(*arguments, **more)
        self.assertEqual((result.status, result.err), (DONE, ""), f"{arguments}")
        return result

    def fails(self, status, words, *arguments, **more):
        """A run that must fail: one line on standard error, with these words; no file appears."""
        before = self.files()
        result = self.run_mifu(*arguments, **more)
        self.assertEqual(result.status, status, f"{arguments}: {result.err}")
        lines = result.err.splitlines()
        self.assertEqual(len(lines), 1, f"{arguments}: {result.err}")
        self.assertTrue(lines[0].startswith("mifu"), result.err)
        for word in [words] if isinstance(words, str) else words:
            self.assertIn(word, result.err, f"{arguments}")
        self.assertEqual(self.files(), before, f"{arguments}: files left behind")
        return result

    def openssl(self, *arguments, input=b""):
        """Runs the openssl command; a test that needs it is skipped where there is none."""
        if OPENSSL is None:
            self.skipTest("there is no openssl command")
        done = subprocess.run([OPENSSL, *map(str, arguments)], input=input, capture_output=True,
                              cwd=self.folder, timeout=600, check=False)
        return Result(done)


def vectors(name):
    with open(SOURCE / "tests" / "vectors" / name, encoding="utf-8") as file:
        return json.load(file)


def field_case(name):
    """A field case by its identifier."""
    return next(case for case in vectors("field_cases.json")["cases"] if case["id"] == name)


main = unittest.main
