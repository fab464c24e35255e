/* SPDX-License-Identifier: Apache-2.0 */
/* mifu convert sm9-key, sm9-signature, sm9-ciphertext. */
#include <string.h>

#include "cli_encoding.h"
#include "cli_input.h"
#include "cli_output.h"
#include "cli_sm9_key.h"
#include "cli_sm9_verbs.h"
#include "cli_text.h"

#define ROOM 4096 /* bytes: more than any key needs in any form */

/* ---- Keys ---- */

const cli_option cli_convert_sm9_key_options[] = {
    {"in", 0, "FILE", "the key: PEM, DER, or DER in hex or base64 (or name it as the argument)"},
    {"type", 0, "NAME",
     "what it is, where the file does not say: sign-master, encrypt-master, sign, encrypt, "
     "sign-master-pub or encrypt-master-pub"},
    {"pass", 0, "SOURCE", "its password: " CLI_PASSWORD_SOURCES},
    {"to", 0, "NAME",
     "private: pkcs8 (default); public: gmssl (default); both: bare, what GB/T 41389 has"},
    {"as", 0, "NAME", "pem (default for pkcs8 and gmssl), der, hex (default for bare) or base64"},
    {"out", 0, "FILE", "the result"},
    {"new-pass", 0, "SOURCE", "encrypt the key that is written (pkcs8)"},
    {"iterations", 0, "N", "iterations of PBKDF2 (default 65536)"},
    {NULL, 0, NULL, NULL},
};

enum { AS_PEM = 1, AS_DER, AS_HEX, AS_BASE64 };
enum { TO_PKCS8 = 1, TO_GMSSL, TO_BARE };

static const cli_choice_row kind_names[] = {
    /* 1 more than the kind: 0 is none */
    {"sign-master", 1 + CLI_SM9_SIGN_MASTER},
    {"encrypt-master", 1 + CLI_SM9_ENCRYPT_MASTER},
    {"sign", 1 + CLI_SM9_SIGN_USER},
    {"encrypt", 1 + CLI_SM9_ENCRYPT_USER},
    {"sign-master-pub", 1 + CLI_SM9_SIGN_MASTER_PUB},
    {"encrypt-master-pub", 1 + CLI_SM9_ENCRYPT_MASTER_PUB},
    {NULL, 0},
};

static int is_public(cli_sm9_kind kind)
{
    return kind == CLI_SM9_SIGN_MASTER_PUB || kind == CLI_SM9_ENCRYPT_MASTER_PUB;
}

/* Takes hex or Base64 off. */
static void decode(cli_buffer *bytes)
{
    cli_buffer decoded = {0};

    if (cli_hex_read(&decoded, bytes->data, bytes->len) ||
        cli_base64_read(&decoded, bytes->data, bytes->len)) {
        cli_buffer swap = *bytes;

        *bytes = decoded;
        decoded = swap;
    }
    cli_buffer_free(&decoded);
}

/* The kind, said or found out. */
static int find_kind(cli_sm9_kind *kind, const cli_arguments *arguments, const cli_buffer *bytes,
                     const char *name, int *encrypted)
{
    mifu_status code;
    unsigned kinds = cli_sm9_kinds_of(bytes, &code);
    int chosen = 0, status = cli_choice(arguments, "type", kind_names, &chosen);

    *encrypted = code == MIFU_ERR_PASSWORD_NEEDED;
    if (status != CLI_DONE)
        return status;
    if (chosen != 0) {
        *kind = (cli_sm9_kind)(chosen - 1);
        return CLI_DONE;
    }
    if (kinds == 0)
        return cli_fail(CLI_BAD_INPUT, "%s: no SM9 key", name);
    if ((kinds & (kinds - 1)) != 0)
        return cli_fail_usage("%s does not say what kind of key it is; add --type", name);
    *kind = CLI_SM9_SIGN_MASTER;
    while ((kinds & 1) == 0) {
        kinds >>= 1;
        *kind = (cli_sm9_kind)(*kind + 1);
    }
    return CLI_DONE;
}

static int read_key(cli_sm9_any_key *key, cli_sm9_kind kind, const cli_arguments *arguments,
                    const cli_buffer *bytes, const char *name, int encrypted)
{
    cli_buffer password = {0};
    mifu_status code;
    int given = 0, status = CLI_DONE;

    if (encrypted)
        status = cli_password(&password, &given, arguments, "pass", "Password of the key", 0);
    if (status == CLI_DONE && encrypted && !given)
        status = cli_fail_usage("%s: the key is encrypted and no password was given; add --pass "
                                "prompt",
                                name);
    if (status == CLI_DONE) {
        code = cli_sm9_read(key, kind, bytes, given ? password.data : NULL, password.len);
        if (code == MIFU_ERR_AUTHENTICATION)
            status = cli_fail(CLI_BAD_INPUT, "%s: wrong password, or the key is damaged", name);
        else if (code == MIFU_ERR_ARGUMENT_NULL)
            status = cli_fail(CLI_BAD_INPUT,
                              "%s: this signing key lacks the master public key, without which it "
                              "does not sign",
                              name);
        else
            status = cli_fail_status(code, name, "--type says what kind of key it is");
    }
    cli_buffer_free(&password);
    return status;
}

/* PKCS #8, or the public key as GmSSL has it; password NULL for none. */
static mifu_status to_pem(cli_buffer *pem, const cli_sm9_any_key *key, cli_sm9_kind kind,
                          const uint8_t *password, size_t len, uint32_t iterations)
{
    char *out = (char *)pem->data;

    switch (kind) {
    case CLI_SM9_SIGN_MASTER:
        return mifu_sm9_sign_master_key_to_pem(out, pem->cap, &pem->len, &key->sign_master,
                                               password, len, iterations);
    case CLI_SM9_ENCRYPT_MASTER:
        return mifu_sm9_encrypt_master_key_to_pem(out, pem->cap, &pem->len, &key->encrypt_master,
                                                  password, len, iterations);
    case CLI_SM9_SIGN_USER:
        return mifu_sm9_sign_key_to_pem(out, pem->cap, &pem->len, &key->sign_user, password, len,
                                        iterations);
    case CLI_SM9_ENCRYPT_USER:
        return mifu_sm9_encrypt_key_to_pem(out, pem->cap, &pem->len, &key->encrypt_user, password,
                                           len, iterations);
    case CLI_SM9_SIGN_MASTER_PUB:
        return mifu_sm9_sign_master_public_key_to_pem(out, pem->cap, &pem->len,
                                                      &key->sign_master_pub);
    default:
        return mifu_sm9_encrypt_master_public_key_to_pem(out, pem->cap, &pem->len,
                                                         &key->encrypt_master_pub);
    }
}

/* GB/T 41389: the INTEGER of a master key, the BIT STRING of a point. */
static mifu_status to_bare(cli_buffer *der, const cli_sm9_any_key *key, cli_sm9_kind kind)
{
    uint8_t number[MIFU_SM9_SCALAR_SIZE], *out = der->data;
    size_t zeros = 0;

    switch (kind) {
    case CLI_SM9_SIGN_USER:
        memcpy(out, "\x03\x42\x00", 3);
        mifu_sm9_sign_key_to_bytes(out + 3, &key->sign_user);
        der->len = 3 + MIFU_SM9_G1_SIZE;
        return MIFU_OK;
    case CLI_SM9_ENCRYPT_USER:
        memcpy(out, "\x03\x81\x82\x00", 4);
        mifu_sm9_encrypt_key_to_bytes(out + 4, &key->encrypt_user);
        der->len = 4 + MIFU_SM9_G2_SIZE;
        return MIFU_OK;
    case CLI_SM9_SIGN_MASTER_PUB:
        return mifu_sm9_sign_master_public_key_to_der(out, der->cap, &der->len,
                                                      &key->sign_master_pub);
    case CLI_SM9_ENCRYPT_MASTER_PUB:
        return mifu_sm9_encrypt_master_public_key_to_der(out, der->cap, &der->len,
                                                         &key->encrypt_master_pub);
    default:
        break;
    }
    if (kind == CLI_SM9_SIGN_MASTER)
        mifu_sm9_sign_master_key_to_bytes(number, &key->sign_master);
    else
        mifu_sm9_encrypt_master_key_to_bytes(number, &key->encrypt_master);
    while (zeros < sizeof number - 1 && number[zeros] == 0)
        zeros++;
    der->len = 2;
    if (number[zeros] >= 0x80)
        out[der->len++] = 0;
    memcpy(out + der->len, number + zeros, sizeof number - zeros);
    der->len += sizeof number - zeros;
    out[0] = 0x02;
    out[1] = (uint8_t)(der->len - 2);
    cli_wipe(number, sizeof number);
    return MIFU_OK;
}

static int make(cli_buffer *bytes, const cli_sm9_any_key *key, cli_sm9_kind kind, int to, int as,
                const cli_buffer *password, int encrypt, uint32_t iterations)
{
    cli_buffer pem = {0};
    mifu_status code = MIFU_OK;
    int status = cli_buffer_reserve(bytes, ROOM);

    if (status == CLI_DONE && to == TO_BARE)
        code = to_bare(bytes, key, kind);
    else if (status == CLI_DONE && as == AS_PEM)
        code = to_pem(bytes, key, kind, encrypt ? password->data : NULL, password->len, iterations);
    else if (status == CLI_DONE && (status = cli_buffer_reserve(&pem, ROOM)) == CLI_DONE) {
        code = to_pem(&pem, key, kind, encrypt ? password->data : NULL, password->len, iterations);
        if (code == MIFU_OK)
            code = mifu_pem_to_der(bytes->data, bytes->cap, &bytes->len, NULL,
                                   (const char *)pem.data, pem.len);
    }
    cli_buffer_free(&pem);
    return status == CLI_DONE ? cli_fail_status(code, "the key", NULL) : status;
}

/* --to and --as with their defaults, and --new-pass, for this kind of key. */
static int targets(int *to, int *as, cli_sm9_kind kind, const cli_arguments *arguments)
{
    static const cli_choice_row to_names[] = {
        {"pkcs8", TO_PKCS8}, {"gmssl", TO_GMSSL}, {"bare", TO_BARE}, {NULL, 0}};
    static const cli_choice_row as_names[] = {
        {"pem", AS_PEM}, {"der", AS_DER}, {"hex", AS_HEX}, {"base64", AS_BASE64}, {NULL, 0}};
    int status = cli_choice(arguments, "to", to_names, to);

    if (status == CLI_DONE)
        status = cli_choice(arguments, "as", as_names, as);
    if (*to == 0)
        *to = is_public(kind) ? TO_GMSSL : TO_PKCS8;
    if (*as == 0)
        *as = *to == TO_BARE ? AS_HEX : AS_PEM;
    if (status == CLI_DONE && *to == (is_public(kind) ? TO_PKCS8 : TO_GMSSL))
        status = cli_fail_usage("--to pkcs8 goes with private keys, --to gmssl with public ones");
    if (status == CLI_DONE && *to == TO_BARE && *as == AS_PEM)
        status = cli_fail_usage("--as pem goes with --to pkcs8 and gmssl");
    if (status == CLI_DONE && cli_given(arguments, "new-pass") && *to != TO_PKCS8)
        status = cli_fail_usage("--new-pass goes with --to pkcs8");
    if (status == CLI_DONE && cli_given(arguments, "iterations") &&
        !cli_given(arguments, "new-pass"))
        status = cli_fail_usage("--iterations goes with --new-pass");
    return status;
}

int cli_convert_sm9_key(const cli_arguments *arguments)
{
    static cli_sm9_any_key key;
    cli_buffer in = {0}, out = {0}, password = {0};
    cli_sm9_kind kind = CLI_SM9_SIGN_MASTER;
    uint64_t iterations = MIFU_SM9_DEFAULT_ITERATIONS;
    const char *name;
    int to = 0, as = 0, encrypted = 0, given = 0;
    int status = cli_number(arguments, "iterations", 1, MIFU_SM9_MAX_ITERATIONS, &iterations);

    if (status == CLI_DONE)
        status = cli_input_name(arguments, &name);
    if (status == CLI_DONE)
        status = cli_input_whole(&in, name, CLI_SMALL_LIMIT);
    decode(&in);
    if (status == CLI_DONE)
        status = find_kind(&kind, arguments, &in, cli_input_shown(name), &encrypted);
    if (status == CLI_DONE)
        status = read_key(&key, kind, arguments, &in, cli_input_shown(name), encrypted);
    if (status == CLI_DONE)
        status = targets(&to, &as, kind, arguments);
    if (status == CLI_DONE)
        status = cli_password(&password, &given, arguments, "new-pass", "New password of the key",
                              CLI_PASSWORD_CREATED);
    if (status == CLI_DONE)
        status = make(&out, &key, kind, to, as, &password, given, (uint32_t)iterations);
    if (status == CLI_DONE) {
        const char *path = cli_value(arguments, "out");
        int flags = is_public(kind) ? 0 : CLI_OUTPUT_SECRET;

        status = as == AS_PEM ? cli_output_whole(path, flags, out.data, out.len)
                              : cli_encoded_write(path, flags,
                                                  as == AS_HEX      ? CLI_HEX
                                                  : as == AS_BASE64 ? CLI_BASE64
                                                                    : CLI_BINARY,
                                                  out.data, out.len);
    }
    cli_wipe(&key, sizeof key);
    cli_buffer_free(&in);
    cli_buffer_free(&out);
    cli_buffer_free(&password);
    return status;
}

/* ---- Signatures and ciphertexts ---- */

const cli_option cli_convert_sm9_signature_options[] = {
    {"in", 0, "FILE", "the signature (or name it as the argument)"},
    {"from", 0, "NAME", "der (default), or raw: h || S, 97 bytes"},
    {"to", 0, "NAME", "der (default) or raw"},
    CLI_ENCODINGS_OPTIONS,
    {"out", 0, "FILE", "the result"},
    {NULL, 0, NULL, NULL},
};

const cli_option cli_convert_sm9_ciphertext_options[] = {
    {"in", 0, "FILE", "the ciphertext (or name it as the argument)"},
    {"from", 0, "NAME", "der (default), c1c3c2 or c1c3c2-no-04"},
    {"to", 0, "NAME", "der (default), c1c3c2 or c1c3c2-no-04"},
    {"cipher", 0, "NAME",
     "xor (default), sm4-ecb, sm4-cbc, sm4-ofb or sm4-cfb: what --from c1c3c2 does not say"},
    CLI_ENCODINGS_OPTIONS,
    {"out", 0, "FILE", "the result"},
    {NULL, 0, NULL, NULL},
};

int cli_convert_sm9_signature(const cli_arguments *arguments)
{
    enum { DER = 1, RAW };
    static const cli_choice_row forms[] = {{"der", DER}, {"raw", RAW}, {NULL, 0}};
    uint8_t sig[MIFU_SM9_SIGNATURE_SIZE], der[MIFU_SM9_SIGNATURE_DER_SIZE];
    cli_buffer in = {0};
    cli_encoding encoding;
    const char *name = NULL;
    mifu_status code = MIFU_OK;
    size_t len = sizeof sig;
    int from = DER, to = DER;
    int status = cli_choice(arguments, "from", forms, &from);

    if (status == CLI_DONE)
        status = cli_choice(arguments, "to", forms, &to);
    if (status == CLI_DONE)
        status = cli_encodings_read(&in, &encoding, &name, arguments, CLI_SMALL_LIMIT);
    if (status == CLI_DONE && from == RAW && in.len != sizeof sig)
        status = cli_fail(CLI_BAD_INPUT, "%s: a raw SM9 signature has %d bytes, not %zu", name,
                          MIFU_SM9_SIGNATURE_SIZE, in.len);
    if (status == CLI_DONE) {
        if (from == RAW)
            memcpy(sig, in.data, sizeof sig);
        else
            code = mifu_sm9_signature_from_der(sig, in.data, in.len);
        status = cli_fail_status(code, name, "--from names the format of the input");
    }
    if (status == CLI_DONE && to == DER)
        status = cli_fail_status(mifu_sm9_signature_to_der(der, sizeof der, &len, sig), name, NULL);
    if (status == CLI_DONE)
        status =
            cli_encoded_write(cli_value(arguments, "out"), 0, encoding, to == DER ? der : sig, len);
    cli_buffer_free(&in);
    return status;
}

int cli_convert_sm9_ciphertext(const cli_arguments *arguments)
{
    static const cli_choice_row forms[] = {{"der", MIFU_SM9_DER},
                                           {"c1c3c2", MIFU_SM9_C1C3C2},
                                           {"c1c3c2-no-04", MIFU_SM9_C1C3C2_NO_04},
                                           {NULL, 0}};
    cli_buffer in = {0}, out = {0};
    cli_encoding encoding;
    const char *name = NULL;
    int from = MIFU_SM9_DER, to = MIFU_SM9_DER, cipher = MIFU_SM9_XOR;
    int status = cli_choice(arguments, "from", forms, &from);

    if (status == CLI_DONE)
        status = cli_choice(arguments, "to", forms, &to);
    if (status == CLI_DONE)
        status = cli_choice(arguments, "cipher", cli_sm9_ciphers, &cipher);
    if (status == CLI_DONE && from == MIFU_SM9_DER && !cli_given(arguments, "cipher"))
        cipher = MIFU_SM9_CIPHER_NAMED;
    if (status == CLI_DONE)
        status = cli_encodings_read(&in, &encoding, &name, arguments, CLI_LARGE_LIMIT);
    if (status == CLI_DONE)
        status = cli_buffer_reserve(&out, in.len + 64);
    if (status == CLI_DONE)
        status =
            cli_fail_status(mifu_sm9_ciphertext_convert(out.data, out.cap, &out.len,
                                                        (mifu_sm9_format)to, (mifu_sm9_format)from,
                                                        (mifu_sm9_cipher)cipher, in.data, in.len),
                            name, "--from names the format of the input, --cipher how C2 was made");
    if (status == CLI_DONE)
        status = cli_encoded_write(cli_value(arguments, "out"), 0, encoding, out.data, out.len);
    cli_buffer_free(&in);
    cli_buffer_free(&out);
    return status;
}
