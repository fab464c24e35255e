# SPDX-License-Identifier: Apache-2.0
"""Every example of docs/command-line.md, of the README and of the --help texts is run."""
import os
import pty
import random
import re
import shutil
import subprocess

from cli_support import MIFU, SOURCE, Case, field_case, main
from cli_test_frame import commands


class Manual(Case):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("bin"))
        os.symlink(MIFU, self.path("bin/mifu"))
        self.environment = dict(os.environ, PASSWORD="secret",
                                PATH=self.path("bin") + os.pathsep + os.environ["PATH"])
        for name in ("README.md", "LICENSE"):
            shutil.copy(SOURCE / name, self.folder)
        self.write("contract.pdf", b"%PDF\0" + bytes(1000))
        self.write("note.txt", b"a note\n")
        self.write("a.txt", b"a text\n")
        self.write("samples", random.Random(2).randbytes(60 * 2500))  # which happen to pass
        self.write("root.crt", field_case("CRT-01")["inputs"]["cert_default_id_pem"])
        subprocess.run(["tar", "cf", "backup.tar", "README.md", "LICENSE"], cwd=self.folder, check=True)
        self.write("SHA256SUMS", self.ok("sha256", "LICENSE").out)

    def at_terminal(self, script):
        """Runs a script at a terminal of its own and answers all prompts; gives its exit status."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.execvpe("bash", ["bash", "-euo", "pipefail", "-c", script], self.environment)
        screen = b""
        answered = 0
        try:
            while chunk := os.read(terminal, 4096):
                screen += chunk
                while screen.count(b"assword of the file: ") + screen.count(b"again: ") + \
                        screen.count(b"of the key: ") + screen.count(b"Password: ") > answered:
                    answered += 1
                    os.write(terminal, b"secret\n")
        except OSError:
            pass
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.close(terminal)
        return status, screen.decode(errors="replace")

    def blocks(self, document):
        text = (SOURCE / document).read_text(encoding="utf-8")
        return re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)

    def test_command_line_page(self):
        """All examples, in one shell, in the order of the page."""
        blocks = self.blocks("docs/command-line.md")
        self.assertGreater(len(blocks), 10)
        script = "\n".join(blocks)
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=self.folder,
                              env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        for one, other in (("received.tar", "backup.tar"), ("backup.pw.tar", "backup.tar"),
                           ("note.again", "note.txt"), ("opened.pem", "new.pem")):
            self.assertEqual(self.read(one), self.read(other))
        listed = set(re.findall(r"\bmifu ([a-z0-9-]+)(?: ([a-z][a-z0-9-]*))?", script))
        for command in commands():
            pair = (command[0], command[1] if len(command) > 1 else "")
            if len(command) > 1:
                self.assertIn(pair, listed, "no example in the manual")
            elif command[0] != "sha224":
                self.assertIn(command[0], {group for group, _ in listed}, "no example in the manual")

    def test_readme(self):
        script = next(block for block in self.blocks("README.md") if "mifu sm2 keygen" in block)
        self.write("disk.iso", b"image")
        self.ok("sm2", "keygen", "--out", "other.pem")
        self.write("unknown.der", self.ok("convert", "key", "other.pem", "--as", "der").out)
        status, screen = self.at_terminal(script)
        self.assertEqual(status, 0, screen)

    def examples(self, command):
        """The examples of a help text, continuation lines joined."""
        text = subprocess.run([MIFU, *command, "--help"], capture_output=True, text=True,
                              check=True).stdout
        return re.findall(r"^  (mifu .*)$", text.replace("\\\n", " "), re.M)

    def prepare(self, example):
        """What the example reads, made by other commands; what it writes is taken away."""
        script = """
            rm -f key.pem pub.pem
            mifu sm2 keygen --out key.pem --pub-out pub.pem
            cp pub.pem cert.pem; cp root.crt root.pem; cp root.crt issuer.pem
            cp key.pem new.pem; cp key.pem a.pem; cp key.pem b.pem; cp pub.pem a.pub; cp pub.pem b.pub
            cp backup.tar large.tar
            printf 0123456789abcdef > sm4.key; cp sm4.key mac.key; cp sm4.key shared.key; cp sm4.key kek.key
            mifu sm3 README.md LICENSE > SUMS
            mifu sm2 sign --key key.pem contract.pdf --out contract.sig
            mifu sm2 sign --key key.pem --id-empty a.txt --out a.sig
            mifu sm2 encrypt --pub pub.pem note.txt --out note.sm2
            mifu sm2 envelope --seal --key new.pem --pub pub.pem --out new.env
            mifu sm4 encrypt --pass pass:secret --iterations 1000 backup.tar --out backup.tar.mifu
            mifu sm4 encrypt --mode gcm --raw --key-file sm4.key --iv-hex 000102030405060708090a0b note.txt --out message.bin
            mifu sm4 wrap --key-file kek.key sm4.key --out sm4.key.wrapped
            cp sm4.key zuc.key; printf fedcba9876543210 > hash.key
            mifu zuc encrypt --mode gxm --key-file zuc.key --hash-key-file hash.key --iv-hex 000102030405060708090a0b0c0d0e0f note.txt --out note.gxm
        """
        if example.startswith(("mifu sm9", "mifu convert sm9")):
            script += """
            rm -f ks.pem ks.pub ke.pem ke.pub *.sign *.enc *.ex alice.key bob.key ra rb sa sb
            mifu sm9 setup --type sign --out ks.pem --pub-out ks.pub
            mifu sm9 setup --type encrypt --out ke.pem --pub-out ke.pub
            mifu sm9 keygen --type sign --master ks.pem --id alice@example.com --out alice.key
            mifu sm9 keygen --type encrypt --master ke.pem --id bob@example.com --out bob.key
            mifu sm9 keygen --type exchange --master ke.pem --id alice --out alice.ex
            mifu sm9 keygen --type exchange --master ke.pem --id bob --out bob.ex
            mifu sm9 sign --key alice.key contract.pdf --out alice.sig
            mifu sm9 encrypt --master-pub ke.pub --id bob@example.com note.txt --out bob.sm9
            mifu sm9 encap --master-pub ke.pub --id bob@example.com --length 16 --cipher-out bob.cap --out /dev/null
            """
        if example.startswith("mifu sha"):
            script += "\n" + re.sub(r"mifu (sha\w+).*", r"mifu \1 LICENSE > SUMS", example)
        if "verify-cert --in cert.pem" in example:
            script += "\ncp root.crt cert.pem"
        subprocess.run(["bash", "-euc", script], cwd=self.folder, env=self.environment, check=True)
        for written in re.findall(r"--(?:pub-)?out (\S+)", example):
            if os.path.exists(self.path(written)) and "backup.tar " not in example + " ":
                os.remove(self.path(written))

    def test_help_texts(self):
        count = 0
        for command in commands():
            examples = self.examples(command)
            if command[0] not in ("version",):
                self.assertTrue(examples, f"{command} has no example")
            if command in (["sm2", "exchange"], ["sm9", "exchange"]):
                examples = [" & ".join(examples) + "; wait"]
            for example in examples:
                self.prepare(example)
                status, screen = self.at_terminal(example)
                self.assertEqual(status, 0, f"{example}\n{screen}")
                count += 1
        self.assertGreater(count, 25)


if __name__ == "__main__":
    main()
