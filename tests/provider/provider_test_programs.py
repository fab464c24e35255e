#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of others with the provider: Debian's own packages of them, by openssl.cnf alone.

Environment: OPENSSL_MODULES, the folder of mifu.so. Each program that is not installed is skipped by its name.
"""

import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from provider_script import ID, free_port, wait_for_port, write_config

MODULES = os.environ["OPENSSL_MODULES"]
# GB/T 32905-2016 A.1, GB/T 32907-2016 A.1
SM3_ABC = "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"
SM4_KEY = "0123456789abcdeffedcba9876543210"
SM4_CT = "681edf34d206965e86b3e94f536e4246"

# Programs that say which libraries they have loaded show that the provider was in use.
LOADED = "mifu.so"


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"{program} is not installed")


class Programs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="mifu-programs-")
        os.chmod(self.folder, 0o755)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.config = self.path("openssl.cnf")
        # A copy of the module where other users, such as a database's, may read it.
        shutil.copy(os.path.join(MODULES, "mifu.so"), self.path("mifu.so"))
        write_config(self.config, self.path("mifu.so"))
        # OPENSSL_MODULES would hide OpenSSL's own modules, which python3-cryptography wants.
        environment = {name: value for name, value in os.environ.items() if name != "OPENSSL_MODULES"}
        self.environment = dict(environment, OPENSSL_CONF=self.config)
        self.plain = dict(environment, OPENSSL_CONF="/dev/null")

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_program(self, *command, data=None, environment=None, code=0, **kwargs):
        result = subprocess.run(
            command, input=data, env=environment or self.environment, capture_output=True, timeout=300,
            cwd=self.folder, check=False, **kwargs)
        if code is not None:
            self.assertEqual(result.returncode, code, (command, result.stdout[-2000:], result.stderr[-2000:]))
        return result.stdout

    def openssl(self, *arguments, **kwargs):
        return self.run_program("openssl", *arguments, **kwargs)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)

    def key_and_certificate(self, name, algorithm="SM2", *options):
        self.openssl("genpkey", "-algorithm", algorithm, *options, "-out", f"{name}.key")
        self.openssl("req", "-x509", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-days", "30",
                     "-config", self.config, "-extensions", "ca", "-out", f"{name}.crt")


@needs("openssl")
class Openssl(Programs):
    def test_is_active(self):
        self.assertIn(b"mifu, ShangMi cryptography", self.openssl("list", "-providers"))

    def test_digest(self):
        self.write("abc", b"abc")
        self.assertIn(SM3_ABC, self.openssl("dgst", "-sm3", "abc").decode())
        self.assertIn(SM3_ABC, self.openssl("dgst", "-sm3", "-propquery", "provider=mifu", "abc").decode())

    def test_keys_and_signatures(self):
        self.write("text", b"a contract")
        for ours, theirs in ((self.environment, self.plain), (self.plain, self.environment)):
            self.openssl("genpkey", "-algorithm", "SM2", "-out", "a.key", environment=ours)
            self.openssl("pkey", "-in", "a.key", "-check", "-noout", environment=theirs)
            self.openssl("pkey", "-in", "a.key", "-pubout", "-out", "a.pub", environment=theirs)
            self.openssl("dgst", "-sm3", "-sign", "a.key", "-sigopt", f"distid:{ID}", "-out", "a.sig", "text",
                         environment=ours)
            self.openssl("dgst", "-sm3", "-verify", "a.pub", "-sigopt", f"distid:{ID}", "-signature", "a.sig", "text",
                         environment=theirs)
            self.openssl("dgst", "-sm3", "-verify", "a.pub", "-sigopt", "distid:other", "-signature", "a.sig", "text",
                         environment=theirs, code=1)
            # The configured identity where none is given.
            self.openssl("dgst", "-sm3", "-verify", "a.pub", "-signature", "a.sig", "text")
            self.openssl("dgst", "-sm3", "-verify", "a.pub", "-signature", "a.sig", "text", environment=self.plain,
                         code=1)

    def test_encrypted_keys(self):
        for cipher in ("-sm4-cbc", "-aes-256-cbc"):
            for ours, theirs in ((self.environment, self.plain), (self.plain, self.environment)):
                self.openssl("genpkey", "-algorithm", "SM2", cipher, "-pass", "pass:secret", "-out", "a.key",
                             environment=ours)
                with open(self.path("a.key"), encoding="ascii") as file:
                    self.assertIn("ENCRYPTED", file.readline())
                self.openssl("pkey", "-in", "a.key", "-passin", "pass:secret", "-check", "-noout", environment=theirs)
                self.openssl("pkey", "-in", "a.key", "-passin", "pass:wrong", "-noout", environment=theirs, code=1)

    def test_pkeyutl(self):
        self.write("text", b"a short secret")
        self.openssl("genpkey", "-algorithm", "SM2", "-out", "a.key")
        self.openssl("pkey", "-in", "a.key", "-pubout", "-out", "a.pub")
        for ours, theirs in ((self.environment, self.plain), (self.plain, self.environment)):
            self.openssl("pkeyutl", "-encrypt", "-pubin", "-inkey", "a.pub", "-in", "text", "-out", "ct",
                         environment=ours)
            self.assertEqual(self.openssl("pkeyutl", "-decrypt", "-inkey", "a.key", "-in", "ct", environment=theirs),
                             b"a short secret")
            self.openssl("pkeyutl", "-sign", "-rawin", "-digest", "sm3", "-inkey", "a.key", "-in", "text", "-out",
                         "sig", "-pkeyopt", f"distid:{ID}", environment=ours)
            self.openssl("pkeyutl", "-verify", "-rawin", "-digest", "sm3", "-pubin", "-inkey", "a.pub", "-in", "text",
                         "-sigfile", "sig", "-pkeyopt", f"distid:{ID}", environment=theirs)
        self.openssl("genpkey", "-algorithm", "SM2", "-out", "b.key")
        self.openssl("pkey", "-in", "b.key", "-pubout", "-out", "b.pub")
        self.assertEqual(self.openssl("pkeyutl", "-derive", "-inkey", "a.key", "-peerkey", "b.pub"),
                         self.openssl("pkeyutl", "-derive", "-inkey", "b.key", "-peerkey", "a.pub"))

    def test_authorities(self):
        """A root, an authority below it and a leaf; verified with and without the provider."""
        self.key_and_certificate("root")
        for name, issuer, section in (("middle", "root", "ca"), ("leaf", "middle", "leaf")):
            self.openssl("genpkey", "-algorithm", "SM2", "-out", f"{name}.key")
            self.openssl("req", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-config", self.config,
                         "-out", f"{name}.csr")
            self.openssl("req", "-in", f"{name}.csr", "-verify", "-noout")
            self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", f"{issuer}.crt", "-CAkey", f"{issuer}.key",
                         "-CAcreateserial", "-days", "30", "-sm3", "-extfile", self.config, "-extensions", section,
                         "-out", f"{name}.crt")
        chain = ("-CAfile", "root.crt", "-untrusted", "middle.crt", "leaf.crt")
        self.assertIn(b"leaf.crt: OK", self.openssl("verify", *chain))
        # Without the provider the identity must be given by hand, and goes to the last certificate alone.
        self.assertIn(b"middle.crt: OK", self.openssl("verify", "-vfyopt", f"distid:{ID}", "-CAfile", "root.crt",
                                                      "middle.crt", environment=self.plain))
        self.openssl("verify", "-CAfile", "root.crt", "middle.crt", environment=self.plain, code=2)
        self.assertIn(b"SM2-with-SM3", self.openssl("x509", "-in", "leaf.crt", "-noout", "-text"))
        # A certificate changed by a bit.
        der = bytearray(self.openssl("x509", "-in", "leaf.crt", "-outform", "DER"))
        der[-5] ^= 1
        self.write("bad.der", bytes(der))
        self.openssl("x509", "-inform", "DER", "-in", "bad.der", "-out", "bad.crt")
        self.openssl("verify", "-CAfile", "root.crt", "-untrusted", "middle.crt", "bad.crt", code=2)

    def test_enc(self):
        plain = os.urandom(100000)
        self.write("plain", plain)
        iv = "00112233445566778899aabbccddeeff"
        for mode in ("ecb", "cbc", "cfb", "ofb", "ctr"):
            options = ("enc", f"-sm4-{mode}", "-K", SM4_KEY) + (() if mode == "ecb" else ("-iv", iv))
            for ours, theirs in ((self.environment, self.plain), (self.plain, self.environment)):
                self.openssl(*options, "-in", "plain", "-out", "ct", environment=ours)
                self.assertEqual(self.openssl(*options, "-d", "-in", "ct", environment=theirs), plain)

    def test_cms_with_sm4(self):
        """OpenSSL 3.0 has no CMS for SM2 keys; SM4 as the cipher of a message it has."""
        self.key_and_certificate("rsa", "RSA", "-pkeyopt", "rsa_keygen_bits:2048")
        self.write("text", b"a letter")
        self.openssl("cms", "-encrypt", "-binary", "-sm4-cbc", "-in", "text", "-outform", "DER", "-out", "cms",
                     "rsa.crt")
        self.assertEqual(self.openssl("cms", "-decrypt", "-inform", "DER", "-in", "cms", "-inkey", "rsa.key",
                                      environment=self.plain), b"a letter")

    def test_tls(self):
        """TLS 1.3 over curveSM2, which OpenSSL 3.0 does not have by itself."""
        self.key_and_certificate("server", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
        port = free_port()
        with subprocess.Popen(
                ["openssl", "s_server", "-accept", str(port), "-key", "server.key", "-cert", "server.crt", "-tls1_3",
                 "-groups", "curveSM2", "-www"], env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            try:
                self.assertTrue(wait_for_port(port, server))
                client = ("s_client", "-connect", f"127.0.0.1:{port}", "-tls1_3", "-CAfile", "server.crt",
                          "-verify_return_error")
                output = self.openssl(*client, "-groups", "curveSM2", data=b"").decode()
                self.assertIn("Verify return code: 0 (ok)", output)
                self.assertIn("TLSv1.3", output)
                # The server has no other group.
                self.openssl(*client, "-groups", "X25519", data=b"", code=1)
            finally:
                server.kill()


@unittest.skipUnless(os.path.exists("/usr/bin/python3"), "Debian's python3 is not installed")
class Python(Programs):
    def python(self, source):
        return self.run_program("/usr/bin/python3", "-c", source).decode()

    def test_hashlib(self):
        output = self.python(
            "import hashlib\nprint(hashlib.new('sm3', b'abc').hexdigest())\nprint(open('/proc/self/maps').read())")
        self.assertIn(SM3_ABC, output)
        self.assertIn(LOADED, output)

    def test_cryptography(self):
        if subprocess.run(["/usr/bin/python3", "-c", "import cryptography"], capture_output=True,
                          check=False).returncode != 0:
            self.skipTest("python3-cryptography is not installed")
        output = self.python(
            "from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes\n"
            "from cryptography.hazmat.primitives import hashes\n"
            f"key = bytes.fromhex('{SM4_KEY}')\n"
            "e = Cipher(algorithms.SM4(key), modes.ECB()).encryptor()\n"
            "print((e.update(key) + e.finalize()).hex())\n"
            "h = hashes.Hash(hashes.SM3())\nh.update(b'abc')\nprint(h.finalize().hex())\n"
            "print(open('/proc/self/maps').read())")
        self.assertIn(SM4_CT, output)
        self.assertIn(SM3_ABC, output)
        self.assertIn(LOADED, output)


@needs("php")
class Php(Programs):
    def test_openssl_encrypt(self):
        output = self.run_program(
            "php", "-r",
            f"$k = hex2bin('{SM4_KEY}');"
            "echo bin2hex(openssl_encrypt($k, 'sm4-ecb', $k, OPENSSL_RAW_DATA | OPENSSL_ZERO_PADDING)), PHP_EOL;"
            "$iv = str_repeat('i', 16); foreach (['sm4-cbc', 'sm4-ctr', 'sm4-cfb', 'sm4-ofb'] as $m) {"
            " $c = openssl_encrypt('a message', $m, $k, OPENSSL_RAW_DATA, $iv);"
            " echo $m, '=', openssl_decrypt($c, $m, $k, OPENSSL_RAW_DATA, $iv), PHP_EOL; }"
            "echo openssl_digest('abc', 'sm3'), PHP_EOL; echo file_get_contents('/proc/self/maps');").decode()
        self.assertIn(SM4_CT, output)
        self.assertEqual(output.count("=a message"), 4)
        self.assertIn(SM3_ABC, output)
        self.assertIn(LOADED, output)


def postgresql():
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres"))
    return os.path.dirname(found[-1]) if found else None


@unittest.skipUnless(postgresql(), "postgresql is not installed")
class Postgresql(Programs):
    """A server of its own, on a socket in the test's folder, as a user that is not root."""

    def test_pgcrypto(self):
        options = {}
        if os.getuid() == 0:
            try:
                user = pwd.getpwnam("postgres")
            except KeyError:
                self.skipTest("there is no user postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            options = {"user": user.pw_uid, "group": user.pw_gid}
        tools, data = postgresql(), self.path("data")
        environment = dict(self.environment, HOME=self.folder, LC_ALL="C")
        self.run_program(f"{tools}/initdb", "-D", data, "-A", "trust", "-U", "test", "--no-sync", environment=environment,
                         **options)
        with subprocess.Popen(
                [f"{tools}/postgres", "-D", data, "-k", self.folder, "-h", "", "-F"], env=environment, cwd=self.folder,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options) as server:
            try:
                sql = ("CREATE EXTENSION pgcrypto;"
                       "SELECT encode(digest('abc', 'sm3'), 'hex');"
                       "SELECT encode(hmac('abc', 'key', 'sm3'), 'hex');"
                       "SELECT count(*) > 0 AS loaded FROM regexp_split_to_table(pg_read_file('/proc/self/maps'), "
                       f"'\\n') AS line WHERE line LIKE '%{LOADED}%';")
                for _ in range(300):
                    if os.path.exists(self.path(".s.PGSQL.5432")):
                        ready = subprocess.run([f"{tools}/pg_isready", "-h", self.folder], env=environment,
                                               capture_output=True, check=False)
                        if ready.returncode == 0:
                            break
                    time.sleep(0.1)
                output = self.run_program(f"{tools}/psql", "-h", self.folder, "-U", "test", "-At", "-v",
                                          "ON_ERROR_STOP=1", "postgres", data=sql.encode(), environment=environment,
                                          **options).decode()
            finally:
                server.send_signal(signal.SIGQUIT)
                server.wait(60)
        lines = output.split("\n")
        self.assertIn(SM3_ABC, lines)
        self.assertIn("t", lines)
        mac = self.openssl("dgst", "-sm3", "-hmac", "key", environment=self.plain, data=b"abc").decode()
        self.assertIn(mac.split()[-1], lines)


@needs("nginx")
@needs("openssl")
class Nginx(Programs):
    def test_tls(self):
        self.key_and_certificate("server", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
        port = free_port()
        with open(self.path("nginx.conf"), "w", encoding="utf-8") as file:
            file.write(f"""daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;
events {{ }}
http {{
  access_log off; client_body_temp_path {self.folder}/t1; proxy_temp_path {self.folder}/t2;
  fastcgi_temp_path {self.folder}/t3; uwsgi_temp_path {self.folder}/t4; scgi_temp_path {self.folder}/t5;
  server {{
    listen 127.0.0.1:{port} ssl; ssl_protocols TLSv1.3; ssl_ecdh_curve curveSM2;
    ssl_certificate {self.folder}/server.crt; ssl_certificate_key {self.folder}/server.key;
    location / {{ return 200 "served"; }}
  }}
}}
""")
        with subprocess.Popen(
                ["nginx", "-c", self.path("nginx.conf"), "-e", self.path("error.log")], env=self.environment,
                cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as server:
            try:
                started = wait_for_port(port, server)
                self.assertTrue(started, None if started else server.stderr.read())
                client = ("s_client", "-connect", f"127.0.0.1:{port}", "-tls1_3", "-CAfile", "server.crt",
                          "-verify_return_error", "-ign_eof")
                output = self.openssl(*client, "-groups", "curveSM2",
                                      data=b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n").decode()
                self.assertIn("Verify return code: 0 (ok)", output)
                self.assertIn("served", output)
                self.openssl(*client, "-groups", "X25519", data=b"", code=1)
            finally:
                server.send_signal(signal.SIGQUIT)
                server.wait(60)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
