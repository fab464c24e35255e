/* SPDX-License-Identifier: Apache-2.0 */
/* mifu sm9: the table of its verbs. */
#include "cli_sm9_verbs.h"
#include "cli_verbs.h"

const cli_verb cli_sm9_verbs[] = {
    {"setup", "make a master key pair: found a key generation centre", NULL, 0,
     cli_sm9_setup_options,
     "Whoever has the master private key can sign and read as any user: use --pass.\n"
     "Signatures and encryption have master keys of their own. Files have the form that\n"
     "GmSSL reads: with a password its PEM label, without one PKCS#8.\n\n"
     "examples:\n"
     "  mifu sm9 setup --type sign --pass prompt --out sign.msk --pub-out sign.mpk\n"
     "  mifu sm9 setup --type encrypt --out enc.msk --pub-out enc.mpk\n",
     cli_sm9_setup},
    {"keygen", "extract the private key of a user from the master key", NULL, 0,
     cli_sm9_keygen_options,
     "The identity is the public key: an address, a name, a number, exactly these bytes.\n\n"
     "examples:\n"
     "  mifu sm9 keygen --type sign --master ks.pem --id alice@example.com --out alice.sign\n"
     "  mifu sm9 keygen --type encrypt --master ke.pem --id bob@example.com --pass prompt \\\n"
     "      --out bob.enc\n",
     cli_sm9_keygen},
    {"sign", "sign a file of any size", "[FILE]", 1, cli_sm9_sign_options,
     "example:\n"
     "  mifu sm9 sign --key alice.key --in contract.pdf --out contract.sm9\n",
     cli_sm9_sign},
    {"verify", "verify a signature by an identity", "[FILE]", 1, cli_sm9_verify_options,
     "Prints valid (exit status 0) or invalid (1). A signature file that cannot be read as\n"
     "such is an error (3).\n\n"
     "example:\n"
     "  mifu sm9 verify --master-pub ks.pub --id alice@example.com --sig alice.sig contract.pdf\n",
     cli_sm9_verify},
    {"encrypt", "encrypt a message to an identity", "[FILE]", 1, cli_sm9_encrypt_options,
     "The whole message is held in memory.\n\n"
     "examples:\n"
     "  mifu sm9 encrypt --master-pub ke.pub --id bob@example.com --in note.txt --out note.sm9\n"
     "  mifu sm9 encrypt --master-pub ke.pub --id bob@example.com --cipher sm4-cbc note.txt \\\n"
     "      --out note.sm9\n",
     cli_sm9_encrypt},
    {"decrypt", "decrypt with a user's private key", "[FILE]", 1, cli_sm9_decrypt_options,
     "example:\n"
     "  mifu sm9 decrypt --key bob.key --id bob@example.com --in bob.sm9 --out note.again\n",
     cli_sm9_decrypt},
    {"encap", "make a key and what carries it to an identity", NULL, 0, cli_sm9_encap_options,
     "example:\n"
     "  mifu sm9 encap --master-pub ke.pub --id bob@example.com --length 16 \\\n"
     "      --cipher-out carrier --raw --out key.bin\n",
     cli_sm9_encap},
    {"decap", "take a key out of what carries it", "[FILE]", 1, cli_sm9_decap_options,
     "Nothing tells a wrong key or identity here: another key comes out.\n\n"
     "example:\n"
     "  mifu sm9 decap --key bob.key --id bob@example.com --length 16 bob.cap --raw --out "
     "key.bin\n",
     cli_sm9_decap},
    {"exchange", "agree on a key with another party", NULL, 0, cli_sm9_exchange_options,
     "Both parties run this at the same time, as mifu sm2 exchange --help describes. Their\n"
     "keys are of type exchange.\n\n"
     "examples:\n"
     "  mifu sm9 exchange --role initiator --key alice.ex --id alice --peer-id bob \\\n"
     "      --send ra --receive rb --confirm-send sa --confirm-receive sb --length 16 --out key.a\n"
     "  mifu sm9 exchange --role responder --key bob.ex --id bob --peer-id alice \\\n"
     "      --send rb --receive ra --confirm-send sb --confirm-receive sa --length 16 --out "
     "key.b\n",
     cli_sm9_exchange},
    {0},
};
