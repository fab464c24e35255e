/* SPDX-License-Identifier: Apache-2.0 */
/* mifu convert key, signature, ciphertext: the same thing in another form. Those of SM9 are in
 * cli_convert_sm9.c. */
#include <string.h>

#include "cli_encoding.h"
#include "cli_input.h"
#include "cli_output.h"
#include "cli_password.h"
#include "cli_sm2_format.h"
#include "cli_sm2_key.h"
#include "cli_sm9_verbs.h"
#include "cli_verbs.h"

/* ---- Keys ---- */

static const cli_option key_options[] = {
    {"in", 0, "FILE", "the key (or name it as the argument)"},
    {"from", 0, "NAME", "how it is written: auto (default), pem, der, hex, base64 or binary"},
    {"pass", 0, "SOURCE", "its password: " CLI_PASSWORD_SOURCES},
    {"to", 0, "NAME",
     "private: pkcs8 (default), sec1 or d; public: spki (default), point, compressed or xy"},
    {"as", 0, "NAME", "pem, der, hex, base64 or binary; default pem, bare numbers hex"},
    {"out", 0, "FILE", "the result"},
    {"new-pass", 0, "SOURCE", "encrypt the key that is written (pkcs8)"},
    CLI_NEW_KEY_OPTIONS,
    {NULL, 0, NULL, NULL},
};

enum { TO_PKCS8 = 1, TO_SEC1, TO_D, TO_SPKI, TO_POINT, TO_COMPRESSED, TO_XY };

static const cli_choice_row forms[] = {
    {"auto", CLI_KEY_AUTO},
    {"pem", CLI_KEY_PEM},
    {"der", CLI_KEY_DER},
    {"hex", CLI_KEY_HEX},
    {"base64", CLI_KEY_BASE64},
    {"binary", CLI_KEY_BINARY},
    {NULL, 0},
};

static int is_private(int to)
{
    return to == TO_PKCS8 || to == TO_SEC1 || to == TO_D;
}

static int is_structure(int to)
{
    return to == TO_PKCS8 || to == TO_SEC1 || to == TO_SPKI;
}

/* PEM labels of the structures, without a password. */
static const char *label_of(int to)
{
    return to == TO_PKCS8 ? "PRIVATE KEY" : to == TO_SEC1 ? "EC PRIVATE KEY" : "PUBLIC KEY";
}

/* The bytes of the key in the wanted structure. */
static int encode(cli_buffer *bytes, const cli_sm2_key *key, int to)
{
    mifu_status code = MIFU_OK;
    int status = cli_buffer_reserve(bytes, 1024);

    if (status != CLI_DONE)
        return status;
    switch (to) {
    case TO_PKCS8:
        code =
            mifu_sm2_private_key_to_pkcs8(bytes->data, bytes->cap, &bytes->len, &key->private_key);
        break;
    case TO_SEC1:
        code =
            mifu_sm2_private_key_to_sec1(bytes->data, bytes->cap, &bytes->len, &key->private_key);
        break;
    case TO_D:
        mifu_sm2_private_key_to_bytes(bytes->data, &key->private_key);
        bytes->len = MIFU_SM2_PRIVATE_KEY_SIZE;
        break;
    case TO_SPKI:
        code = mifu_sm2_public_key_to_der(bytes->data, bytes->cap, &bytes->len, &key->public_key);
        break;
    case TO_COMPRESSED:
        mifu_sm2_public_key_to_compressed(bytes->data, &key->public_key);
        bytes->len = MIFU_SM2_COMPRESSED_SIZE;
        break;
    default:
        mifu_sm2_public_key_to_bytes(bytes->data, &key->public_key);
        bytes->len = MIFU_SM2_PUBLIC_KEY_SIZE;
        if (to == TO_XY)
            memmove(bytes->data, bytes->data + 1, --bytes->len);
        break;
    }
    return cli_fail_status(code, "the key", NULL);
}

/* An encrypted PKCS#8 key: made as PEM, and as DER from there. */
static int encode_encrypted(cli_buffer *bytes, cli_key_form as, const cli_sm2_key *key,
                            const cli_arguments *arguments)
{
    cli_buffer pem = {0};
    int status = cli_sm2_private_key_pem(&pem, &key->private_key, arguments, "new-pass");

    if (status == CLI_DONE && as == CLI_KEY_PEM)
        status = cli_buffer_append(bytes, pem.data, pem.len);
    else if (status == CLI_DONE) {
        status = cli_buffer_reserve(bytes, pem.len);
        if (status == CLI_DONE)
            status = cli_fail_status(mifu_pem_to_der(bytes->data, bytes->cap, &bytes->len, NULL,
                                                     (const char *)pem.data, pem.len),
                                     "the key", NULL);
    }
    cli_buffer_free(&pem);
    return status;
}

static int to_pem(cli_buffer *bytes, int to)
{
    cli_buffer pem = {0}, swap;
    int status = cli_buffer_reserve(&pem, 2 * bytes->len + 128);

    if (status == CLI_DONE)
        status = cli_fail_status(mifu_pem_from_der((char *)pem.data, pem.cap, &pem.len,
                                                   label_of(to), bytes->data, bytes->len),
                                 "the key", NULL);
    swap = *bytes;
    *bytes = pem;
    cli_buffer_free(&swap);
    return status;
}

static int write_key(const cli_arguments *arguments, const cli_sm2_key *key, int to,
                     cli_key_form as)
{
    int encrypted = cli_given(arguments, "new-pass");
    int flags = is_private(to) ? CLI_OUTPUT_SECRET : 0;
    const char *path = cli_value(arguments, "out");
    cli_buffer bytes = {0};
    int status = encrypted ? encode_encrypted(&bytes, as, key, arguments) : encode(&bytes, key, to);

    if (status == CLI_DONE && as == CLI_KEY_PEM && !encrypted)
        status = to_pem(&bytes, to);
    if (status == CLI_DONE && as == CLI_KEY_PEM)
        status = cli_output_whole(path, flags, bytes.data, bytes.len);
    else if (status == CLI_DONE)
        status = cli_encoded_write(path, flags,
                                   as == CLI_KEY_HEX      ? CLI_HEX
                                   : as == CLI_KEY_BASE64 ? CLI_BASE64
                                                          : CLI_BINARY,
                                   bytes.data, bytes.len);
    cli_buffer_free(&bytes);
    return status;
}

static int check_target(const cli_arguments *arguments, const cli_sm2_key *key, int to,
                        cli_key_form as)
{
    if (is_private(to) && !key->is_private)
        return cli_fail(CLI_BAD_INPUT, "this is a public key: it has no form --to %s",
                        cli_value(arguments, "to"));
    if (as == CLI_KEY_PEM && !is_structure(to))
        return cli_fail_usage("--as pem goes with --to pkcs8, sec1 and spki");
    if (cli_given(arguments, "new-pass") && to != TO_PKCS8)
        return cli_fail_usage("--new-pass goes with --to pkcs8");
    if (!cli_given(arguments, "new-pass") &&
        (cli_given(arguments, "prf") || cli_given(arguments, "iterations")))
        return cli_fail_usage("--prf and --iterations go with --new-pass");
    return CLI_DONE;
}

static int convert_key(const cli_arguments *arguments)
{
    static const cli_choice_row targets[] = {
        {"pkcs8", TO_PKCS8}, {"sec1", TO_SEC1},   {"d", TO_D},
        {"spki", TO_SPKI},   {"point", TO_POINT}, {"compressed", TO_COMPRESSED},
        {"xy", TO_XY},       {NULL, 0},
    };
    static cli_sm2_key key;
    const char *name;
    int from = CLI_KEY_AUTO, to = 0, as = 0;
    int status = cli_choice(arguments, "from", forms, &from);

    if (status == CLI_DONE)
        status = cli_choice(arguments, "to", targets, &to);
    if (status == CLI_DONE)
        status = cli_choice(arguments, "as", forms + 1, &as);
    if (status == CLI_DONE)
        status = cli_input_name(arguments, &name);
    if (status == CLI_DONE)
        status = cli_sm2_key_read(&key, name, (cli_key_form)from, CLI_WANT_ANY, arguments, "pass");
    if (status == CLI_DONE && to == 0)
        to = key.is_private ? TO_PKCS8 : TO_SPKI;
    if (as == 0)
        as = is_structure(to) ? CLI_KEY_PEM : CLI_KEY_HEX;
    if (status == CLI_DONE)
        status = check_target(arguments, &key, to, (cli_key_form)as);
    if (status == CLI_DONE)
        status = write_key(arguments, &key, to, (cli_key_form)as);
    cli_sm2_key_wipe(&key);
    return status;
}

/* ---- Signatures and ciphertexts ---- */

static const cli_option signature_options[] = {
    {"in", 0, "FILE", "the signature (or name it as the argument)"},
    {"from", 0, "NAME",
     "der (default), raw (r || s), skf, or der-lenient (needless zero bytes permitted)"},
    {"to", 0, "NAME", "der (default), raw or skf"},
    CLI_ENCODINGS_OPTIONS,
    {"out", 0, "FILE", "the result"},
    {NULL, 0, NULL, NULL},
};

static int convert_signature(const cli_arguments *arguments)
{
    uint8_t sig[MIFU_SM2_SIGNATURE_SIZE];
    cli_buffer in = {0}, out = {0};
    cli_signature_format from, to;
    cli_encoding encoding;
    const char *name = NULL;
    mifu_status code = MIFU_OK;
    int status = cli_signature_format_choice(arguments, "from", 1, &from);

    if (status == CLI_DONE)
        status = cli_signature_format_choice(arguments, "to", 0, &to);
    if (status == CLI_DONE)
        status = cli_encodings_read(&in, &encoding, &name, arguments, CLI_SMALL_LIMIT);
    if (status == CLI_DONE)
        status = cli_signature_decode(sig, &code, from, &in, name);
    if (status == CLI_DONE)
        status = cli_fail_status(code, name, "--from names the format of the input");
    if (status == CLI_DONE)
        status = cli_signature_encode(&out, to, sig);
    if (status == CLI_DONE)
        status = cli_encoded_write(cli_value(arguments, "out"), 0, encoding, out.data, out.len);
    cli_buffer_free(&in);
    cli_buffer_free(&out);
    return status;
}

static const cli_option ciphertext_options[] = {
    {"in", 0, "FILE", "the ciphertext (or name it as the argument)"},
    {"from", 0, "NAME", "der (default), c1c3c2, c1c2c3, c1c3c2-no-04, c1c2c3-no-04 or auto"},
    {"to", 0, "NAME", "der (default), c1c3c2, c1c2c3, c1c3c2-no-04 or c1c2c3-no-04"},
    CLI_ENCODINGS_OPTIONS,
    {"out", 0, "FILE", "the result"},
    {NULL, 0, NULL, NULL},
};

static int convert_ciphertext(const cli_arguments *arguments)
{
    cli_buffer in = {0}, out = {0};
    mifu_sm2_format from = MIFU_SM2_DER, to = MIFU_SM2_DER;
    cli_encoding encoding;
    const char *name = NULL;
    int status = cli_ciphertext_format_choice(arguments, "from", 1, &from);

    if (status == CLI_DONE)
        status = cli_ciphertext_format_choice(arguments, "to", 0, &to);
    if (status == CLI_DONE)
        status = cli_encodings_read(&in, &encoding, &name, arguments, CLI_LARGE_LIMIT);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(&out, mifu_sm2_ciphertext_size(to, in.len) + 1);
    if (status == CLI_DONE)
        status = cli_fail_status(
            mifu_sm2_ciphertext_convert(out.data, out.cap, &out.len, to, from, in.data, in.len),
            name, "--from names the format of the input");
    if (status == CLI_DONE)
        status = cli_encoded_write(cli_value(arguments, "out"), 0, encoding, out.data, out.len);
    cli_buffer_free(&in);
    cli_buffer_free(&out);
    return status;
}

const cli_verb cli_convert_verbs[] = {
    {"key", "a private or public key", "[FILE]", 1, key_options,
     "A private key has public forms too: --to spki takes the public key out of it. Bare\n"
     "numbers in binary (32 bytes of d; 65, 64 or 33 of a point) are read only where\n"
     "--from binary says so.\n\n"
     "examples:\n"
     "  mifu convert key --in key.pem --to sec1 --out sec1.pem\n"
     "  mifu convert key --in key.pem --new-pass prompt --prf sha256 --out openssl.pem\n"
     "  mifu convert key --in pub.pem --to point\n",
     convert_key},
    {"signature", "an SM2 signature", "[FILE]", 1, signature_options,
     "example:\n"
     "  mifu convert signature --in contract.sig --to raw --to-encoding hex\n",
     convert_signature},
    {"ciphertext", "an SM2 ciphertext, without decrypting it", "[FILE]", 1, ciphertext_options,
     "example:\n"
     "  mifu convert ciphertext --in note.sm2 --to c1c3c2 --out note.raw\n",
     convert_ciphertext},
    {"sm9-key", "an SM9 master key or user's key, private or public", "[FILE]", 1,
     cli_convert_sm9_key_options,
     "Reads what GmSSL and gmsm write, and the bare INTEGER or BIT STRING of GB/T 41389,\n"
     "which do not say what kind of key they are: --type does.\n\n"
     "examples:\n"
     "  mifu convert sm9-key --in alice.key --new-pass prompt --out for-gmssl.pem\n"
     "  mifu convert sm9-key --in alice.key --to bare --out alice.hex\n"
     "  mifu convert sm9-key --in ks.pub --to bare\n",
     cli_convert_sm9_key},
    {"sm9-signature", "an SM9 signature", "[FILE]", 1, cli_convert_sm9_signature_options,
     "example:\n"
     "  mifu convert sm9-signature --in alice.sig --to raw --to-encoding hex\n",
     cli_convert_sm9_signature},
    {"sm9-ciphertext", "an SM9 ciphertext, without decrypting it", "[FILE]", 1,
     cli_convert_sm9_ciphertext_options,
     "GmSSL's ciphertexts have another C3, which takes the key: decrypt with --format gmssl.\n\n"
     "example:\n"
     "  mifu convert sm9-ciphertext --in bob.sm9 --to c1c3c2 --out bob.raw\n",
     cli_convert_sm9_ciphertext},
    {0},
};
