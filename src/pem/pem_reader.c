/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PEM blocks in a text: RFC 7468 clause 3, with the RFC 1421 header that marks a block encrypted by
 * OpenSSL's old method, which is recognised so that it can be refused by name.
 */
#include "mifu/pem.h"

#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"

#include "der_reader.h"

/*
 * Is the character this one? The body may be a private key. The characters looked for are dashes,
 * line ends and those of labels and headers: where these stand is the layout, which is public.
 */
static int is_character(char c, char what)
{
    uint64_t mask = mifu_mask_equal64((unsigned char)c, (unsigned char)what);

    mifu_declassify(&mask, sizeof mask);
    return mask != 0;
}

/* 1 where the text begins with this zero-terminated string; *length is the string's length. */
static int begins_with(const char *text, size_t len, const char *what, size_t *length)
{
    size_t n = 0;

    while (what[n] != '\0') {
        if (n == len || !is_character(text[n], what[n]))
            return 0;
        n++;
    }
    *length = n;
    return 1;
}

/* Length of the first line, without its line end; *total with it. */
static size_t first_line(const char *text, size_t len, size_t *total)
{
    size_t n = 0;

    while (n < len && !is_character(text[n], '\n'))
        n++;
    *total = n < len ? n + 1 : n;
    while (n > 0 && (is_character(text[n - 1], '\r') || is_character(text[n - 1], ' ') ||
                     is_character(text[n - 1], '\t')))
        n--;
    return n;
}

/* The label of an encapsulation boundary "-----BEGIN label-----"; 1 where the line is one. */
static int boundary(const char *line, size_t len, const char *prefix, const char **label,
                    size_t *label_len)
{
    size_t n;
    size_t dashes;

    if (!begins_with(line, len, prefix, &n) || len - n < 5)
        return 0;
    if (!begins_with(line + len - 5, 5, "-----", &dashes))
        return 0;
    *label = line + n;
    *label_len = len - n - dashes;
    return 1;
}

mifu_status mifu_pem_next(mifu_pem_block *block, const char *text, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    const char *label;
    size_t label_len;
    size_t line;
    size_t total;
    size_t unused;

    if (block == NULL || (text == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    memset(block, 0, sizeof *block);
    /* The byte order mark that Windows editors put before UTF-8 text. */
    if (begins_with(text, len, "\xef\xbb\xbf", &unused)) {
        text += unused;
        len -= unused;
    }
    for (;;) {
        if (len == 0)
            return MIFU_ERR_ENCODING_PEM;
        line = first_line(text, len, &total);
        if (boundary(text, line, "-----BEGIN ", &block->label, &block->label_len))
            break;
        text += total;
        len -= total;
    }
    text += total;
    len -= total;
    block->body = text;
    block->legacy_encrypted = begins_with(text, len, "Proc-Type:", &unused);
    for (;;) {
        if (len == 0)
            break;
        line = first_line(text, len, &total);
        if (boundary(text, line, "-----END ", &label, &label_len)) {
            if (label_len != block->label_len || memcmp(label, block->label, label_len) != 0)
                break;
            block->body_len = (size_t)(text - block->body);
            block->rest = text + total;
            block->rest_len = len - total;
            return MIFU_OK;
        }
        /* Another dash at the start of a line: a block without its end. */
        if (line != 0 && is_character(text[0], '-'))
            break;
        text += total;
        len -= total;
    }
    memset(block, 0, sizeof *block);
    return MIFU_ERR_ENCODING_PEM;
}

int mifu_pem_label_is(const mifu_pem_block *block, const char *label)
{
    size_t n = strlen(label);

    return n == block->label_len && (n == 0 || memcmp(block->label, label, n) == 0);
}

mifu_status mifu_pem_block_to_der(uint8_t *der, size_t der_cap, size_t *der_len,
                                  const mifu_pem_block *block)
{
    MIFU_REFUSE_WHEN_CLOSED();
    if (der_len == NULL || block == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    if (block->legacy_encrypted)
        return MIFU_ERR_UNSUPPORTED_LEGACY_PEM;
    return mifu_base64_decode(der, der_cap, der_len, block->body, block->body_len);
}

mifu_status mifu_pem_to_der(uint8_t *der, size_t der_cap, size_t *der_len, const char *label,
                            const char *pem, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_pem_block block;

    if (der_len == NULL || (pem == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    do {
        mifu_status status = mifu_pem_next(&block, pem, len);

        if (status != MIFU_OK)
            return status;
        pem = block.rest;
        len = block.rest_len;
    } while (label != NULL && !mifu_pem_label_is(&block, label));
    return mifu_pem_block_to_der(der, der_cap, der_len, &block);
}

mifu_status mifu_der_element_size(size_t *size, const uint8_t *data, size_t len)
{
    MIFU_REFUSE_WHEN_CLOSED();
    mifu_der_reader r;

    if (size == NULL || (data == NULL && len != 0))
        return MIFU_ERR_ARGUMENT_NULL;
    r = mifu_der_reader_of(data, len);
    *size = mifu_der_get_element(&r).len;
    return r.status;
}
