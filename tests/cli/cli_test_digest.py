# SPDX-License-Identifier: Apache-2.0
"""mifu sm3, sha256, sha224: sums and check lists."""
import hashlib
import json
import os
import shutil
import subprocess

from cli_support import BAD_INPUT, DONE, INVALID, MIFU, SYSTEM, USAGE, Case, field_case, main

ABC = "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"


class Sums(Case):
    def test_known_answers(self):
        self.write("abc", b"abc")
        self.assertEqual(self.ok("sm3", "abc").text, f"{ABC}  abc\n")
        self.assertEqual(self.ok("sm3", input=b"abc").text, f"{ABC}  -\n")
        self.assertEqual(self.ok("sm3", "-", input=b"abc").text, f"{ABC}  -\n")
        self.assertEqual(self.ok("sm3", "-b", "abc").text, f"{ABC} *abc\n")
        self.assertEqual(self.ok("sm3", "-t", "abc").text, f"{ABC}  abc\n")
        self.assertEqual(self.ok("sm3", "--tag", "abc").text, f"SM3 (abc) = {ABC}\n")
        self.assertEqual(self.ok("sm3", "-z", "abc").text, f"{ABC}  abc\0")
        self.assertEqual(self.ok("sm3", "--raw", "abc").out, bytes.fromhex(ABC))
        self.assertEqual(json.loads(self.ok("sm3", "--json", "abc").text),
                         {"algorithm": "sm3", "file": "abc", "digest": ABC})

    def test_sha2_against_python(self):
        for size in (0, 1, 55, 56, 63, 64, 65, 1000, 262143, 262144, 262145, 600000):
            data = bytes(i * 7 & 255 for i in range(size))
            self.write("data", data)
            for name in ("sha256", "sha224"):
                expected = hashlib.new(name, data).hexdigest()
                self.assertEqual(self.ok(name, "data").text, f"{expected}  data\n")

    def test_sm3_against_openssl(self):
        for size in (0, 55, 56, 64, 262144, 262145):
            self.write("data", bytes(i * 11 & 255 for i in range(size)))
            expected = self.openssl("dgst", "-sm3", "-r", "data").text.split()[0]
            self.assertEqual(self.ok("sm3", "data").text.split()[0], expected)

    def test_output_is_that_of_coreutils(self):
        if shutil.which("sha256sum") is None:
            self.skipTest("there is no sha256sum")
        names = ["plain", "with space", "back\\slash", "line\nend", "-dash"]
        for name in names:
            self.write(name, name)
        for options in ([], ["--tag"], ["-b"], ["-z"]):
            words = [*options, "--", *names]
            theirs = subprocess.run(["sha256sum", *words], cwd=self.folder, capture_output=True,
                                    check=True).stdout
            self.assertEqual(self.ok("sha256", *words).out, theirs)
            if options == ["-z"]:
                continue
            self.write("SUMS", theirs)
            self.assertEqual(self.ok("sha256", "-c", "SUMS").status, DONE)
            self.write("SUMS", self.ok("sha256", *words).out)
            subprocess.run(["sha256sum", "--quiet", "-c", "SUMS"], cwd=self.folder, check=True)

    def test_bytes_are_hashed_as_they_are(self):
        """Field case SM3-05: no conversion, no added line end."""
        case = field_case("SM3-05")
        for name, encoding in (("utf8", "utf-8"), ("gbk", "gbk"), ("utf16be", "utf-16-be")):
            text = bytes.fromhex(case["inputs"]["text_utf8"]).decode()
            self.write("text", text.encode(encoding))
            self.assertIn(case["expected"][name], self.ok("sm3", "text", env={"LC_ALL": "C"}).text)

    def test_one_bad_file_does_not_stop_the_others(self):
        self.write("abc", b"abc")
        result = self.run_mifu("sm3", "missing", "abc", ".")
        self.assertEqual(result.status, SYSTEM)
        self.assertEqual(result.text, f"{ABC}  abc\n")
        self.assertEqual(len(result.err.splitlines()), 2)

    def many(self):
        """Files that are hashed together, between others that are not: {name: digest} in order."""
        sums = {}
        for i in range(300):
            size = (0, 1, 55, 56, 63, 64, 65, 4096, 131071, 131072, 131073, 300000)[i % 12] if \
                i < 48 else i * 37 % 9000
            data = bytes((i + j * 31) & 255 for j in range(min(size, 997))) * (size // 997 + 1)
            self.write(f"file{i}", data[:size])
            sums[f"file{i}"] = hashlib.sha256(data[:size]).hexdigest()
        return sums

    def test_many_files(self):
        sums = self.many()
        lines = "".join(f"{digest}  {name}\n" for name, digest in sums.items())
        self.assertEqual(self.ok("sha256", *sums).text, lines)
        self.write("SUMS", lines)
        self.assertEqual(self.ok("sha256", "--check", "SUMS").text,
                         "".join(f"{name}: OK\n" for name in sums))
        mixed = [line.split() for line in self.ok("sm3", *sums).text.splitlines()]
        self.assertEqual([name for _, name in mixed], list(sums))
        for digest, name in mixed[:60:7]:  # alone as in company
            self.assertEqual(self.ok("sm3", name).text, f"{digest}  {name}\n")

    def test_errors_come_in_order_between_many_files(self):
        sums = self.many()
        names = list(sums)
        os.mkdir(self.path("folder"))
        words = names[:20] + ["missing"] + names[20:21] + ["folder", "gone"] + names[21:]
        both = subprocess.run([MIFU, "sha256", *words], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        self.assertEqual(both.returncode, SYSTEM)
        lines = both.stdout.decode().splitlines()
        self.assertEqual(len(lines), len(words))
        for word, line in zip(words, lines):
            if word in sums:
                self.assertEqual(line, f"{sums[word]}  {word}")
            else:
                self.assertTrue(line.startswith("mifu sha256: cannot ") and word in line, line)

        self.write("SUMS", "".join(f"{sums.get(word, '0' * 64)}  {word}\n" for word in words))
        self.write(names[5], b"changed")
        result = self.run_mifu("sha256", "-c", "SUMS")
        self.assertEqual(result.status, INVALID)
        self.assertEqual(result.text.splitlines(),
                         [f"{word}: FAILED" if word == names[5] else
                          f"{word}: OK" if word in sums else
                          f"{word}: FAILED open or read" for word in words])

    def test_a_result_does_not_wait_for_a_pipe(self):
        self.write("abc", b"abc")
        os.mkfifo(self.path("pipe"))
        with subprocess.Popen([MIFU, "sm3", "--tag", "abc", "pipe", "abc"], cwd=self.folder,
                              stdout=subprocess.PIPE) as process:
            with open(self.path("pipe"), "wb") as pipe:
                pipe.write(b"abc")
            out, _ = process.communicate()
        self.assertEqual(out.decode(), "".join(f"SM3 ({name}) = {ABC}\n"
                                               for name in ("abc", "pipe", "abc")))


class Check(Case):
    def setUp(self):
        super().setUp()
        self.write("a", b"abc")
        self.write("b", b"abcd")
        self.write("SUMS", self.ok("sm3", "a", "b").out)

    def test_good(self):
        self.assertEqual(self.ok("sm3", "--check", "SUMS").text, "a: OK\nb: OK\n")
        self.assertEqual(self.ok("sm3", "-c", input=self.read("SUMS")).text, "a: OK\nb: OK\n")
        self.assertEqual(self.ok("sm3", "-c", "--quiet", "SUMS").text, "")
        self.assertEqual(self.ok("sm3", "-c", "--status", "SUMS").text, "")

    def test_list_forms(self):
        for data in (self.read("SUMS").replace(b"\n", b"\r\n"), self.read("SUMS")[:-1],
                     self.read("SUMS").upper().replace(b"  A", b"  a").replace(b"  B", b"  b"),
                     b"# comment\n\n" + self.read("SUMS"), self.ok("sm3", "--tag", "a", "b").out):
            self.write("LIST", data)
            self.ok("sm3", "-c", "LIST")
        self.write("LIST", self.ok("sm3", "-z", "a", "b").out)
        self.ok("sm3", "-c", "-z", "LIST")

    def test_changed_file(self):
        self.write("b", b"abce")
        result = self.run_mifu("sm3", "-c", "SUMS")
        self.assertEqual((result.status, result.text), (INVALID, "a: OK\nb: FAILED\n"))
        self.assertIn("1 checksum(s) did NOT match", result.err)
        result = self.run_mifu("sm3", "-c", "--status", "SUMS")
        self.assertEqual((result.status, result.text, result.err), (INVALID, "", ""))
        self.assertEqual(self.run_mifu("sm3", "-c", "--quiet", "SUMS").text, "b: FAILED\n")

    def test_missing_file(self):
        os.remove(self.path("b"))
        result = self.run_mifu("sm3", "-c", "SUMS")
        self.assertEqual((result.status, result.text), (SYSTEM, "a: OK\nb: FAILED open or read\n"))
        self.assertEqual(self.ok("sm3", "-c", "--ignore-missing", "SUMS").text, "a: OK\n")
        os.remove(self.path("a"))
        self.fails(INVALID, "no file was checked", "sm3", "-c", "--ignore-missing", "SUMS")

    def test_malformed_lines(self):
        self.write("SUMS", self.read("SUMS") + b"something else\n")
        result = self.run_mifu("sm3", "-c", "SUMS")
        self.assertEqual(result.status, DONE)
        self.assertIn("1 malformed", result.err)
        self.assertEqual(self.run_mifu("sm3", "-c", "--strict", "SUMS").status, BAD_INPUT)
        self.assertIn("line 3 is no SM3", self.run_mifu("sm3", "-c", "-w", "SUMS").err)

    def test_nonsense_lists(self):
        good = self.read("SUMS")
        for data in (b"", b"\n", b"\0" * 100, b"66c7  a\n", good.replace(b"  ", b" "),
                     b"\\" + good[:66] + b"x\\q\n", b"SM3 (a) = 66c7\n", b"SM3 (a", b"SM3 () = " +
                     good[:64], os.urandom(1000)):
            self.write("LIST", data)
            self.fails(BAD_INPUT, "no checksum lines", "sm3", "-c", "LIST")
        self.write("LIST", self.ok("sha256", "--tag", "a").out)
        self.fails(BAD_INPUT, "no checksum lines", "sm3", "-c", "LIST")

    def test_options_that_do_not_go_together(self):
        self.fails(USAGE, "goes with --check", "sm3", "--quiet", "a")
        self.fails(USAGE, "exclude each other", "sm3", "--tag", "--json", "a")
        self.fails(USAGE, "exclude each other", "sm3", "--check", "--tag", "SUMS")
        self.fails(USAGE, "one file", "sm3", "--raw", "a", "b")


if __name__ == "__main__":
    main()
