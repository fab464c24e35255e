#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The provider in a later OpenSSL: Debian 13's 3.5, in the folder that scripts/prepare-openssl-host makes.

All test programs of the provider run there, and a TLS 1.3 handshake with SM2 certificates on both sides over curveSM2.
Environment: OPENSSL_MODULES, the folder of mifu.so; MIFU_SOURCE; MIFU_PROVIDER_TESTS, test programs separated by
spaces; MIFU_OPENSSL_HOST, the folder where it is elsewhere; MIFU_NIGHTLY=1 has the folder made.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from provider_script import free_port, wait_for_port, write_config

SOURCE = os.environ["MIFU_SOURCE"]
CACHE = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
HOST = os.environ.get("MIFU_OPENSSL_HOST") or os.path.join(CACHE, "mifu", "debian-13")
SKIPPED = 77


class Host(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="mifu-", dir=os.path.join(HOST, "tmp"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.inside = "/" + os.path.relpath(self.folder, HOST)
        shutil.copy(os.path.join(os.environ["OPENSSL_MODULES"], "mifu.so"), self.folder)
        write_config(os.path.join(self.folder, "openssl.cnf"), f"{self.inside}/mifu.so")

    def command(self, *arguments, **variables):
        """The command line of a program inside, in the test's folder."""
        environment = [f"{name}={value}" for name, value in variables.items()]
        return ["chroot", HOST, "env", "-C", self.inside, "-i", "PATH=/usr/bin:/bin",
                f"OPENSSL_MODULES={self.inside}", *environment, *arguments]

    def run_inside(self, *arguments, data=b"", code=0, **variables):
        result = subprocess.run(self.command(*arguments, **variables), input=data, capture_output=True, timeout=900,
                                check=False)
        if code is not None:
            self.assertEqual(result.returncode, code, (arguments, result.stdout[-3000:], result.stderr[-3000:]))
        return result.stdout

    def openssl(self, *arguments, **kwargs):
        return self.run_inside("openssl", *arguments, OPENSSL_CONF=f"{self.inside}/openssl.cnf", **kwargs)

    def test_programs(self):
        vectors = os.path.join(SOURCE, "tests", "vectors")
        copy = HOST + vectors  # the programs know the vectors by their place
        if not os.path.exists(copy):
            shutil.copytree(vectors, copy)
            self.addCleanup(shutil.rmtree, copy)
        for program in os.environ["MIFU_PROVIDER_TESTS"].split():
            with self.subTest(program=os.path.basename(program)):
                shutil.copy(program, self.folder)
                self.run_inside("./" + os.path.basename(program), OPENSSL_CONF="/dev/null")

    def certificate(self, name, issuer):
        self.openssl("genpkey", "-algorithm", "SM2", "-out", f"{name}.key")
        self.openssl("req", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-config", "openssl.cnf", "-sm3",
                     "-out", f"{name}.csr")
        signer = ("-signkey", f"{name}.key") if issuer == name else ("-CA", f"{issuer}.crt", "-CAkey",
                                                                     f"{issuer}.key", "-CAcreateserial")
        self.openssl("x509", "-req", "-in", f"{name}.csr", *signer, "-days", "30", "-sm3", "-extfile", "openssl.cnf",
                     "-extensions", "ca" if issuer == name else "leaf", "-out", f"{name}.crt")

    def test_tls_with_sm2_certificates(self):
        self.assertRegex(self.openssl("version").decode(), r"^OpenSSL 3\.([2-9]|\d\d)")
        for name, issuer in (("root", "root"), ("server", "root"), ("client", "root")):
            self.certificate(name, issuer)
        self.assertIn(b"OK", self.openssl("verify", "-CAfile", "root.crt", "server.crt"))
        port = free_port()
        common = ("-CAfile", "root.crt", "-groups", "curveSM2", "-sigalgs", "sm2sig_sm3", "-tls1_3",
                  "-verify_return_error")
        with subprocess.Popen(
                self.command("openssl", "s_server", "-accept", f"127.0.0.1:{port}", "-key", "server.key", "-cert",
                             "server.crt", "-Verify", "2", "-www", *common,
                             OPENSSL_CONF=f"{self.inside}/openssl.cnf"), stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
            try:
                self.assertTrue(wait_for_port(port, server))
                client = ("s_client", "-connect", f"127.0.0.1:{port}", *common)
                output = self.openssl(*client, "-key", "client.key", "-cert", "client.crt", "-ign_eof",
                                      data=b"GET / HTTP/1.0\r\n\r\n").decode()
                self.assertIn("Verify return code: 0 (ok)", output)
                self.assertRegex(output, "Peer signature type: sm2sig_sm3")
                self.assertRegex(output, "Negotiated TLS1.3 group: curveSM2|Server Temp Key: .*SM2|Peer Temp Key: .*SM2")
            finally:
                server.kill()
                log = server.stdout.read().decode(errors="replace")
                server.stdout.close()
        self.assertIn("depth=0 CN=client\nverify return:1", log)


def main():
    if os.environ.get("MIFU_NIGHTLY") == "1":
        subprocess.run([os.path.join(SOURCE, "scripts", "prepare-openssl-host"), HOST], check=False)
    if not os.path.exists(os.path.join(HOST, ".ready")):
        print("skipped: there is no Debian 13 at the place that scripts/prepare-openssl-host makes it")
        return SKIPPED
    if os.getuid() != 0:
        print("skipped: chroot needs root")
        return SKIPPED
    return 0 if unittest.main(argv=[sys.argv[0], "-v"], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
