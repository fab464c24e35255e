# SPDX-License-Identifier: Apache-2.0
"""mifu openssl-config: its lines make OpenSSL use the provider, and it says whether they do."""
import os
import pathlib
import subprocess
import unittest

from cli_support import DONE, INVALID, MIFU, OPENSSL, SYSTEM, USAGE, Case, main

MODULES = pathlib.Path(MIFU).parent.parent / "lib" / "ossl-modules"


@unittest.skipUnless(OPENSSL and (MODULES / "mifu.so").exists(), "no openssl program, or no provider")
class OpensslConfig(Case):
    def setUp(self):
        super().setUp()
        self.plain = {"OPENSSL_CONF": os.devnull, "OPENSSL_MODULES": ""}
        self.plain.pop("OPENSSL_MODULES")

    def test_lines_activate(self):
        """The output is a complete configuration; sections of the host's own file are not needed."""
        out = self.ok("openssl-config", env=self.plain).text
        self.assertIn(f"module = {MODULES / 'mifu.so'}\n", out)
        self.assertIn("# Provider:       not active\n", out)
        self.write("provider.cnf", out)
        with_lines = {"OPENSSL_CONF": self.path("provider.cnf")}
        listed = subprocess.run([OPENSSL, "list", "-providers"], env=dict(os.environ, **with_lines),
                                capture_output=True, text=True, check=True).stdout
        self.assertLess(listed.index("  default\n"), len(listed))
        self.assertIn("mifu, ShangMi cryptography", listed)
        self.assertIn("# Provider:       active\n", self.ok("openssl-config", env=with_lines).text)

    def test_module_in_its_place(self):
        """Where OpenSSL finds it by itself no path is printed."""
        usual = dict(self.plain, OPENSSL_MODULES=str(MODULES))
        out = self.ok("openssl-config", env=usual).text
        self.assertNotIn("module = ", out)
        self.write("provider.cnf", out)
        usual["OPENSSL_CONF"] = self.path("provider.cnf")
        self.assertIn("  active\n", self.ok("openssl-config", "--check", env=usual).text.replace(
            "# Provider:      ", " "))

    def test_check(self):
        self.assertEqual(self.run_mifu("openssl-config", "--check", env=self.plain).status, INVALID)
        self.write("provider.cnf", self.ok("openssl-config", env=self.plain).text)
        active = {"OPENSSL_CONF": self.path("provider.cnf")}
        done = self.run_mifu("openssl-config", "--check", env=active)
        self.assertEqual((done.status, done.err), (DONE, ""))
        self.assertNotIn("openssl_conf", done.text)
        # A value that makes no sense: OpenSSL is silent, this command is not.
        self.write("provider.cnf", self.read("provider.cnf").replace(b"activate = 1\n\n[mifu_sect]",
                                                                     b"activate = 1\n\n[mifu_sect]\nsha2 = 2"))
        self.assertEqual(self.run_mifu("openssl-config", "--check", env=active).status, INVALID)

    def test_keys(self):
        out = self.ok("openssl-config", "--distid", "someone@example.org", "--sha2", env=self.plain).text
        self.assertIn("default-distid = someone@example.org\n", out)
        self.assertIn("sha2 = on\n", out)
        self.write("provider.cnf", out)
        listed = subprocess.run([OPENSSL, "list", "-digest-algorithms"], capture_output=True, text=True, check=True,
                                env=dict(os.environ, OPENSSL_CONF=self.path("provider.cnf"))).stdout
        self.assertRegex(listed, "SHA2-256.*@ mifu")
        self.fails(USAGE, ["cannot hold this text"], "openssl-config", "--distid", "a\nmodule = /evil.so")

    def test_module_option(self):
        out = self.ok("openssl-config", "--module", MODULES / "mifu.so", env=self.plain).text
        self.assertIn(f"module = {MODULES / 'mifu.so'}\n", out)
        self.fails(SYSTEM, ["nowhere.so"], "openssl-config", "--module", "nowhere.so")

    def test_json(self):
        import json
        facts = json.loads(self.ok("openssl-config", "--json", env=self.plain).out)
        self.assertEqual((facts["module"], facts["active"]), (str(MODULES / "mifu.so"), False))
        self.assertTrue(facts["openssl"].startswith("OpenSSL 3"))

    def test_without_openssl(self):
        """The lines come also where there is no program to ask."""
        out = self.ok("openssl-config", env=dict(self.plain, PATH=self.folder)).text
        self.assertIn("there is no program openssl", out)
        self.assertIn("[mifu_sect]\n", out)


if __name__ == "__main__":
    main()
