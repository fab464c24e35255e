/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mifu-seal: writes the HMAC-SM3 of a linked image into it, as the last step of the build. See
 * src/selftest/selftest_image.h for what it covers.
 *
 * usage: mifu-seal FILE...     ELF files of this machine's kind, each with one seal
 */
#define _DEFAULT_SOURCE 1 /* <link.h> */

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "selftest_image.h"

static int fail(const char *file, const char *what)
{
    fprintf(stderr, "mifu-seal: %s: %s\n", file, what);
    return 1;
}

static uint8_t *read_all(const char *path, size_t *len)
{
    FILE *file = fopen(path, "rb");
    uint8_t *content = NULL;
    long size;

    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0 &&
        fseek(file, 0, SEEK_SET) == 0) {
        *len = (size_t)size;
        content = malloc(*len);
        if (content != NULL && fread(content, 1, *len, file) != *len) {
            free(content);
            content = NULL;
        }
    }
    fclose(file);
    return content;
}

/* The one place of the mark; NULL where there is none, or more than one. */
static uint8_t *find_seal(uint8_t *content, size_t len)
{
    uint8_t *found = NULL;

    for (size_t i = 0; i + sizeof(mifu_image_seal) <= len; i++)
        if (memcmp(content + i, mifu_image_seal_here.mark, MIFU_SEAL_MARK_SIZE) == 0) {
            if (found != NULL)
                return NULL;
            found = content + i;
        }
    return found;
}

/* 0, or what is wrong with the file. */
static const char *compute(uint8_t *mac_place, const uint8_t *content, size_t len)
{
    mifu_hmac hmac;
    ElfW(Ehdr) header;
    size_t headers_end;

    if (len < sizeof header)
        return "too short";
    memcpy(&header, content, sizeof header);
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) ||
        header.e_phentsize != sizeof(ElfW(Phdr)))
        return "not an ELF file of this machine's kind";
    headers_end = header.e_phoff + (size_t)header.e_phnum * sizeof(ElfW(Phdr));
    if (header.e_phoff > len || headers_end > len)
        return "program headers out of the file";
    if (mifu_seal_begin(&hmac) != MIFU_OK)
        return "the library refuses";
    for (size_t i = 0; i < header.e_phnum; i++) {
        ElfW(Phdr) segment;
        size_t skip;

        memcpy(&segment, content + header.e_phoff + i * sizeof segment, sizeof segment);
        if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) != 0)
            continue;
        if (segment.p_offset > len || segment.p_filesz > len - segment.p_offset)
            return "a segment out of the file";
        skip = segment.p_offset == 0 && headers_end <= segment.p_filesz ? headers_end : 0;
        mifu_seal_segment(&hmac, segment.p_vaddr + skip, content + segment.p_offset + skip,
                          segment.p_filesz - skip, mac_place);
    }
    mifu_hmac_final(mac_place, &hmac);
    return NULL;
}

static int seal(const char *path)
{
    size_t len = 0;
    uint8_t *content = read_all(path, &len);
    uint8_t *place;
    const char *fault;
    FILE *file;
    int written;

    if (content == NULL)
        return fail(path, "cannot be read");
    place = find_seal(content, len);
    fault = place == NULL ? "not one place for a seal"
                          : compute(place + offsetof(mifu_image_seal, mac), content, len);
    file = fault == NULL ? fopen(path, "r+b") : NULL;
    if (fault != NULL || file == NULL) {
        free(content);
        return fail(path, fault != NULL ? fault : "cannot be written");
    }
    written = fseek(file, (long)(place - content), SEEK_SET) == 0 &&
              fwrite(place, 1, sizeof(mifu_image_seal), file) == sizeof(mifu_image_seal);
    written = fclose(file) == 0 && written;
    free(content);
    return written ? 0 : fail(path, "cannot be written");
}

int main(int argc, char **argv)
{
    int failed = argc < 2;

    if (failed)
        fputs("usage: mifu-seal FILE...\n", stderr);
    for (int i = 1; i < argc; i++)
        failed |= seal(argv[i]);
    return failed;
}
