# SPDX-License-Identifier: Apache-2.0
"""What the tests of programs share: an openssl.cnf and ports."""

import socket
import time

ID = "1234567812345678"
CONFIG = """openssl_conf = init
[init]
providers = list
[list]
mifu = mifu
default = others
[others]
activate = 1
[mifu]
module = {module}
activate = 1
default-distid = {id}
[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical, CA:true
keyUsage = critical, digitalSignature, keyCertSign, cRLSign
[leaf]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
"""


def write_config(path, module):
    """The module by its path as the program sees it."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(CONFIG.format(module=module, id=ID))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for_port(port, process):
    for _ in range(600):
        if process.poll() is not None:
            return False
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.1)
    return False
