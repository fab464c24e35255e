# SPDX-License-Identifier: Apache-2.0
"""The file format of mifu sm4 encrypt: both directions against the twin, and hostile files."""
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import time
import unittest

from cli_support import BAD_INPUT, DONE, INVALID, MIFU, SOURCE, SYSTEM, USAGE, Case, main

sys.path.insert(0, str(SOURCE / "reference"))
import file_format as twin  # noqa: E402 (needs the path)
from errors import Invalid  # noqa: E402

KEY = "0123456789abcdeffedcba9876543210"
BINARY_KEY = bytes.fromhex(KEY)
CHUNK = 1024
FULL = CHUNK + 16
HEADER = 80


def data_of(size):
    return bytes((i * 7 + i // 256) & 255 for i in range(size))


class Format(Case):
    def encrypt(self, data, *options, secret=("--key-hex", KEY)):
        return self.ok("sm4", "encrypt", *secret, "--chunk-size", CHUNK, *options, input=data).out

    def decrypt(self, file, *options, secret=("--key-hex", KEY)):
        return self.ok("sm4", "decrypt", *secret, *options, input=file).out

    def test_twin_reads_what_mifu_writes(self):
        for size in (0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5):
            file = self.encrypt(data_of(size))
            self.assertEqual(len(file), HEADER + size + 16 * max(1, -(-size // CHUNK)))
            self.assertEqual(twin.open_file(BINARY_KEY, file), data_of(size))
            self.assertEqual(self.decrypt(file), data_of(size))
        file = self.encrypt(b"data", "--iterations", 1000, "--aad", "name",
                            secret=("--pass", "pass:pass word"))
        self.assertEqual(twin.open_file(b"pass word", file, b"name"), b"data")

    def test_mifu_reads_what_the_twin_writes(self):
        salt = bytes(range(32))
        for size in (0, 1, CHUNK, CHUNK + 1, 2 * CHUNK):
            self.assertEqual(self.decrypt(twin.seal(BINARY_KEY, data_of(size), salt, 10)),
                             data_of(size))
        file = twin.seal(b"pass word", b"data", salt, 20, 3, b"name")
        self.assertEqual(self.decrypt(file, "--aad", "name", secret=("--pass", "pass:pass word")),
                         b"data")

    def test_example_of_the_manual(self):
        text = (SOURCE / "docs" / "file-format.md").read_text(encoding="utf-8")
        part = text.split("## 5. Example")[1].split("## 6")[0]
        file = bytes.fromhex("".join(re.findall(r"^    ([0-9a-f ]+)$", part, re.M)))
        self.assertEqual(len(file), 99)
        self.assertEqual(file, twin.seal(BINARY_KEY, b"abc", bytes(range(32))))
        self.assertEqual(self.decrypt(file), b"abc")

    def test_default_sizes(self):
        self.write("data", data_of(200000))
        for more in ([], ["--chunk-size", 1 << 20], ["--chunk-size", 65536]):
            self.ok("sm4", "encrypt", "--key-hex", KEY, *more, "data", "--out", "secret")
            self.ok("sm4", "decrypt", "--key-hex", KEY, "secret", "--out", "again")
            self.assertEqual(self.read("again"), data_of(200000))
        self.assertNotEqual(self.encrypt(b"data"), self.encrypt(b"data"))

    def refused(self, file, *options, status=INVALID, words="", secret=("--key-hex", KEY),
                plaintext=b""):
        """A file that mifu and the twin both refuse, at most after giving out whole chunks."""
        result = self.fails(status, words, "sm4", "decrypt", *secret, *options, "--out", "out",
                            input=file)
        self.assertNotIn("out", self.files())
        piped = self.run_mifu("sm4", "decrypt", *secret, *options, input=file)
        self.assertEqual(piped.status, status)
        self.assertTrue(plaintext.startswith(piped.out), "unauthenticated output")
        return result

    def test_truncation_at_every_boundary(self):
        data = data_of(3 * CHUNK + 100)
        file = self.encrypt(data)
        for size in (0, 1, 8, 47, 48, 79):
            self.refused(file[:size], status=BAD_INPUT)
        ends = {HEADER + k * FULL for k in range(4)}
        sizes = {end + around for end in ends for around in (0, 1, 15, 16, 17)} | {len(file) - 1}
        for size in sorted(size for size in sizes if size < len(file)):
            result = self.refused(file[:size], plaintext=data)
            with self.assertRaises(Invalid):
                twin.open_file(BINARY_KEY, file[:size])
            if size in ends:
                self.assertIn("truncated", result.err)
        self.refused(file + b"\0", plaintext=data)
        self.refused(file + file[HEADER:], plaintext=data)
        exact = self.encrypt(data_of(2 * CHUNK))
        self.assertIn("more data after", self.refused(exact + b"0" * 40, plaintext=data).err)
        self.refused(exact + bytes(16), plaintext=data)

    def test_reordered_chunks(self):
        data = data_of(4 * CHUNK)
        file = self.encrypt(data)
        header, chunks = file[:HEADER], [file[HEADER + k * FULL:HEADER + (k + 1) * FULL]
                                         for k in range(4)]
        for order in ((1, 0, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2), (0, 1, 1, 2, 3), (0, 2, 3), (1, 2, 3),
                      (3,), (0, 3), (0, 1, 2), (3, 2, 1, 0)):
            self.refused(header + b"".join(chunks[k] for k in order), plaintext=data)
        other = self.encrypt(data)
        self.refused(header + other[HEADER:], plaintext=b"")
        self.refused(header + chunks[0] + other[HEADER + FULL:], plaintext=data)

    def test_changed_bits(self):
        data = data_of(CHUNK + 50)
        file = self.encrypt(data)
        places = list(range(HEADER)) + [HEADER, HEADER + 500, HEADER + CHUNK, HEADER + FULL - 1,
                                        HEADER + FULL, len(file) - 17, len(file) - 1]
        for place in places:
            changed = bytearray(file)
            changed[place] ^= 1
            result = self.run_mifu("sm4", "decrypt", "--key-hex", KEY, "--out", "out",
                                   input=bytes(changed))
            self.assertIn(result.status, (INVALID, BAD_INPUT, USAGE), f"byte {place}")
            self.assertEqual(self.files(), [])
            with self.assertRaises(Invalid):
                twin.open_file(BINARY_KEY, bytes(changed))

    def test_header_that_is_refused(self):
        file = self.encrypt(b"data")

        def changed(place, value):
            return file[:place] + bytes(value) + file[place + len(value):]

        for place, value, words in ((8, [2], "version 2"), (9, [2], "algorithm 2"),
                                    (10, [3], "kind of key 3"), (11, [9], "2^9"), (11, [21], "2^21"),
                                    (11, [255], "2^255"), (12, [1], "iteration"), (0, [0], "--raw")):
            self.refused(changed(place, value), status=BAD_INPUT, words=words)
        self.refused(b"", status=BAD_INPUT)
        self.refused(os.urandom(1000), status=BAD_INPUT)

    def test_hostile_iteration_count(self):
        file = twin.header_fields(2, 16, 0xffffffff, bytes(32)) + bytes(32 + 16)
        begin = time.monotonic()
        self.refused(file, status=BAD_INPUT, words="--max-iterations", secret=("--pass", "pass:a"))
        self.assertLess(time.monotonic() - begin, 60)
        small = twin.seal(b"a", b"data", bytes(32), 10, 1500)
        self.refused(small, "--max-iterations", 1000, status=BAD_INPUT, words="1500",
                     secret=("--pass", "pass:a"))

    def test_wrong_secrets(self):
        file = self.encrypt(b"data")
        self.refused(file, words="wrong key", secret=("--key-hex", KEY[2:] + "00"))
        self.refused(file, status=USAGE, words="--key-hex", secret=("--pass", "pass:a"))
        self.refused(file, "--aad", "x", words="associated data")
        file = self.encrypt(b"data", "--iterations", 1000, secret=("--pass", "pass:a"))
        self.refused(file, words="wrong password", secret=("--pass", "pass:b"))
        self.refused(file, status=USAGE, words="--pass")

    def test_interrupted_run_leaves_no_file(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = subprocess.Popen([MIFU, "sm4", "encrypt", "--key-hex", KEY, "--out", "out"],
                                       stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder)
            process.stdin.write(data_of(1 << 20))
            process.stdin.flush()
            while not self.files():
                time.sleep(0.01)
            self.assertTrue(self.files()[0].startswith("out.mifu-"))
            process.send_signal(number)
            process.stdin.close()
            self.assertEqual(process.wait(), -number)
            process.stderr.close()
            self.assertEqual(self.files(), [])

    def test_progress(self):
        self.write("data", data_of(300000))
        common = ["sm4", "encrypt", "--key-hex", KEY, "data", "--out", "out"]
        shown = self.run_mifu(*common, "--progress").err
        self.assertRegex(shown, r"\[#+\] 100 %.*/s")
        self.assertEqual(self.ok(*common, "--no-progress").err, "")
        self.fails(USAGE, "exclude", *common[:-1], "out", "--progress", "--no-progress")
        self.assertEqual(pathlib.Path(self.path("out")).stat().st_size,
                         HEADER + 300000 + 5 * 16)


class Threads(Case):
    """What does not depend on the number of threads: the output, the message, what is left behind."""

    COUNTS = (1, 2, 3, 8)
    BATCH = 1 << 17  # bytes that a thread takes at a time, in small chunks

    def encrypt(self, threads, data, *options, **more):
        return self.ok("sm4", "encrypt", "--key-hex", KEY, "--threads", threads, *options,
                       input=data, **more).out

    def test_same_file(self):
        # a file has one encoding: its header says the salt, and the twin makes the rest of it
        for size in (0, 1, CHUNK, self.BATCH - 1, self.BATCH, self.BATCH + 1, 5 * self.BATCH + 777):
            data = data_of(size)
            self.write("data", data)
            for threads in self.COUNTS:
                piped = self.encrypt(threads, data, "--chunk-size", CHUNK)
                self.ok("sm4", "encrypt", "--key-hex", KEY, "--threads", threads, "--chunk-size",
                        CHUNK, "data", "--out", "secret", "--no-sync")
                for file in (piped, self.read("secret")):
                    self.assertEqual(file[:HEADER][11], 10)
                    self.assertEqual(len(file), HEADER + size + 16 * max(1, -(-size // CHUNK)))
                    self.assertEqual(self.ok("sm4", "decrypt", "--key-hex", KEY, "--threads",
                                             threads, input=file).out, data)
                self.ok("sm4", "decrypt", "--key-hex", KEY, "--threads", threads, "secret", "--out",
                        "again", "--no-sync")
                self.assertEqual(self.read("again"), data)
            # the twin is slow
            if size <= self.BATCH + 1:
                self.assertEqual(twin.seal(BINARY_KEY, data, piped[16:48], 10), piped)

    def test_large_chunks(self):
        data = data_of((5 << 20) + 99)
        for size in (1 << 16, 1 << 20):
            for threads in self.COUNTS:
                file = self.encrypt(threads, data, "--chunk-size", size)
                self.assertEqual(self.ok("sm4", "decrypt", "--key-hex", KEY, "--threads", threads,
                                         input=file).out, data)

    def test_first_fault_is_told(self):
        data = data_of(9 * self.BATCH)
        file = bytearray(self.encrypt(2, data, "--chunk-size", CHUNK))
        first, second = 3 * self.BATCH // CHUNK + 5, 3 * self.BATCH // CHUNK + 300
        for chunk in (first, second, 8 * self.BATCH // CHUNK):
            file[HEADER + chunk * FULL] ^= 1
        self.write("file", bytes(file))
        for threads in self.COUNTS:
            for repeat in range(4):
                self.fails(INVALID, f"chunk {first + 1} does not authenticate", "sm4", "decrypt",
                           "--key-hex", KEY, "--threads", threads, "file", "--out", "out")
                piped = self.fails(INVALID, f"chunk {first + 1} ", "sm4", "decrypt", "--key-hex",
                                   KEY, "--threads", threads, input=bytes(file))
                self.assertEqual(piped.out, data[:first * CHUNK])

    def small_files(self):
        """In the child: no file may grow beyond some batches."""
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (5 * self.BATCH // 2, 5 * self.BATCH // 2))

    def test_full_disk(self):
        data = data_of(20 * self.BATCH)
        for threads in self.COUNTS:
            self.fails(SYSTEM, "cannot write out", "sm4", "encrypt", "--key-hex", KEY, "--threads",
                       threads, "--out", "out", input=data, preexec_fn=self.small_files)
            self.fails(SYSTEM, "cannot write /dev/full", "sm4", "encrypt", "--key-hex", KEY,
                       "--threads", threads, "--out", "/dev/full", input=data)
            self.fails(SYSTEM, "cannot read /proc/self/mem", "sm4", "encrypt", "--key-hex", KEY,
                       "--threads", threads, "/proc/self/mem", "--out", "out")

    def test_failure_does_not_wait_for_input(self):
        # a thread may be waiting in read() when another one fails to write
        for threads in self.COUNTS:
            with subprocess.Popen([MIFU, "sm4", "encrypt", "--key-hex", KEY, "--threads",
                                   str(threads), "--out", "out"], stdin=subprocess.PIPE,
                                  stderr=subprocess.PIPE, cwd=self.folder,
                                  preexec_fn=self.small_files) as process:
                try:
                    process.stdin.write(data_of(4 * self.BATCH))
                    process.stdin.flush()
                except BrokenPipeError:
                    pass
                self.assertEqual(process.wait(timeout=300), SYSTEM)
                self.assertEqual(process.stderr.read().count(b"\n"), 1)
                self.assertEqual(self.files(), [])
                try:
                    process.stdin.close()
                except BrokenPipeError:
                    pass

    def test_reader_that_goes_away(self):
        file = self.write("data", data_of(40 * self.BATCH))
        for threads in self.COUNTS:
            with subprocess.Popen([MIFU, "sm4", "encrypt", "--key-hex", KEY, "--threads",
                                   str(threads), file], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, cwd=self.folder) as process:
                self.assertEqual(len(process.stdout.read(100)), 100)
                process.stdout.close()
                self.assertEqual(process.wait(timeout=300), -signal.SIGPIPE)
                self.assertEqual(process.stderr.read(), b"")

    def test_signal_in_any_thread(self):
        for threads in self.COUNTS:
            with subprocess.Popen([MIFU, "sm4", "encrypt", "--key-hex", KEY, "--threads",
                                   str(threads), "--out", "out", "/dev/zero"], cwd=self.folder,
                                  stderr=subprocess.PIPE) as process:
                while not self.files():
                    time.sleep(0.01)
                time.sleep(0.05)
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.wait(timeout=300), -signal.SIGTERM)
                self.assertEqual(self.files(), [])

    @unittest.skipIf(os.environ.get("MIFU_SANITIZE"), "a sanitizer needs memory of its own")
    def test_memory(self):
        with open(self.path("large"), "wb") as large:
            large.truncate(96 << 20)
        # a small parent: a process begins with the peak of the one that starts it
        measure = ("import os, sys\n"
                   "pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)\n"
                   "_, status, usage = os.wait4(pid, 0)\n"
                   "print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)\n")
        for options in (("--threads", "16"), ("--threads", "4", "--chunk-size", str(1 << 20))):
            out = subprocess.run([sys.executable, "-S", "-c", measure, MIFU, "sm4", "encrypt",
                                  "--key-hex", KEY, "--no-sync", "--out", "secret", "large", *options],
                                 cwd=self.folder, capture_output=True, check=True).stdout
            status, peak = map(int, out.split())
            self.assertEqual(status, DONE)
            self.assertLess(peak, 24 << 10, "KiB")

    def test_options(self):
        for bad in (0, 257, "two", ""):
            self.fails(USAGE, "--threads", "sm4", "encrypt", "--key-hex", KEY, "--threads", bad)
        self.fails(USAGE, "--threads goes with the file format", "sm4", "encrypt", "--key-hex", KEY,
                   "--mode", "ecb", "--threads", 2)


if __name__ == "__main__":
    main()
