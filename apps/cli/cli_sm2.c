/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm2: the table of its verbs. */
#include "cli_sm2_verbs.h"
#include "cli_verbs.h"

const cli_verb cli_sm2_verbs[] = {
    {"keygen", "make a key pair", NULL, 0, cli_sm2_keygen_options,
     "The private key is written as PKCS#8 in PEM, mode 0600, and does not replace an\n"
     "existing file. With --pass it is encrypted with PBKDF2 and SM4-CBC.\n\n"
     "examples:\n"
     "  mifu sm2 keygen --out key.pem --pub-out pub.pem\n"
     "  mifu sm2 keygen --pass prompt --out key.pem --pub-out pub.pem\n",
     cli_sm2_keygen},
    {"pubkey", "write the public key of a private key", NULL, 0, cli_sm2_pubkey_options,
     "example:\n"
     "  mifu sm2 pubkey --key key.pem --out pub.pem\n",
     cli_sm2_pubkey},
    {"sign", "sign a file of any size, or a digest", "[FILE]", 1, cli_sm2_sign_options,
     "A message is signed together with the signer's identity; the verifier must use the\n"
     "same one. A digest must be e = SM3(Z || M), with the identity in Z: mifu sm2 digest\n"
     "makes it. mifu sm3 alone does not.\n\n"
     "examples:\n"
     "  mifu sm2 sign --key key.pem --in contract.pdf --out contract.sig\n"
     "  mifu sm2 sign --key key.pem --id alice@example.com --format raw --encoding hex a.txt\n",
     cli_sm2_sign},
    {"verify", "verify a signature", "[FILE]", 1, cli_sm2_verify_options,
     "Prints valid (exit status 0) or invalid (1). A signature file that cannot be read as\n"
     "such is an error (3).\n\n"
     "examples:\n"
     "  mifu sm2 verify --pub pub.pem --sig contract.sig --in contract.pdf\n"
     "  mifu sm2 verify --pub cert.pem --id-empty --sig a.sig a.txt\n",
     cli_sm2_verify},
    {"verify-cert", "verify the signature of a certificate", "[FILE]", 1,
     cli_sm2_verify_cert_options,
     "Checks the issuer's signature on a certificate, or a request's own, and nothing else:\n"
     "no name, no date, no path. Certificates are signed with the default identity.\n\n"
     "examples:\n"
     "  mifu sm2 verify-cert --in root.pem\n"
     "  mifu sm2 verify-cert --in cert.pem --pub issuer.pem\n",
     cli_sm2_verify_cert},
    {"digest", "compute the digest that is signed", "[FILE]", 1, cli_sm2_digest_options,
     "example:\n"
     "  mifu sm2 digest --pub pub.pem --in contract.pdf\n",
     cli_sm2_digest},
    {"encrypt", "encrypt a short message to a public key", "[FILE]", 1, cli_sm2_encrypt_options,
     "SM2 encryption is for keys and other short messages: the whole message is held in\n"
     "memory. For a large file make a key, encrypt the file with it, and the key with SM2:\n\n"
     "  mifu rand 16 --raw --out sm4.key\n"
     "  mifu sm4 encrypt --key-file sm4.key --in large.tar --out large.tar.mifu\n"
     "  mifu sm2 encrypt --pub pub.pem --in sm4.key --out sm4.key.sm2\n\n"
     "example:\n"
     "  mifu sm2 encrypt --pub pub.pem --in note.txt --out note.sm2\n",
     cli_sm2_encrypt},
    {"decrypt", "decrypt with a private key", "[FILE]", 1, cli_sm2_decrypt_options,
     "The format is what the sender used; --format auto tries them all and takes the one\n"
     "whose point is on the curve and whose hash matches.\n\n"
     "example:\n"
     "  mifu sm2 decrypt --key key.pem --in note.sm2 --out note.txt\n",
     cli_sm2_decrypt},
    {"exchange", "agree on a key with another party", NULL, 0, cli_sm2_exchange_options,
     "Both parties run this at the same time. Each writes its ephemeral point (a line of\n"
     "hexadecimal digits) to --send and waits for the other's in --receive, which may be a\n"
     "file that appears later, a named pipe, or - for typing it in. The confirmation\n"
     "hashes, where used, travel in the same way; the key is written after the check.\n\n"
     "examples:\n"
     "  mifu sm2 exchange --role initiator --key a.pem --peer-pub b.pub --send ra --receive rb \\\n"
     "      --confirm-send sa --confirm-receive sb --length 16 --out key.a\n"
     "  mifu sm2 exchange --role responder --key b.pem --peer-pub a.pub --send rb --receive ra \\\n"
     "      --confirm-send sb --confirm-receive sa --length 16 --out key.b\n",
     cli_sm2_exchange},
    {"envelope", "seal or open an enveloped key pair", "[FILE]", 1, cli_sm2_envelope_options,
     "SM2EnvelopedKey of GM/T 0009: how a key management centre sends an encryption key\n"
     "pair to the holder of a signature key.\n\n"
     "examples:\n"
     "  mifu sm2 envelope --seal --key new.pem --pub pub.pem --out new.env\n"
     "  mifu sm2 envelope --open --key key.pem --in new.env --out new.pem\n",
     cli_sm2_envelope},
    {0},
};
