/* SPDX-License-Identifier: Apache-2.0 */
#if defined(__linux__)
#    define _GNU_SOURCE 1
#endif

#include "selftest_image.h"

#include <string.h>

#include "base_bytes.h"
#include "base_secret.h"
#include "selftest_internal.h"

/* 32 characters without the zero. */
const mifu_image_seal mifu_image_seal_here = {
    {'m', 'i', 'f', 'u', ' ', 'H', 'M', 'A', 'C', '-', 'S', 'M', '3', ' ', 'o', 'f',
     ' ', 't', 'h', 'i', 's', ' ', 'i', 'm', 'a', 'g', 'e', ':', ' ', 'v', '1', '\n'},
    {0}};

mifu_status mifu_seal_begin(mifu_hmac *hmac)
{
    mifu_hmac_key key;
    mifu_status status = mifu_hmac_key_init(&key, MIFU_HASH_SM3, mifu_image_seal_here.mark,
                                            sizeof mifu_image_seal_here.mark);

    if (status == MIFU_OK)
        mifu_hmac_init(hmac, &key);
    return status;
}

void mifu_seal_segment(mifu_hmac *hmac, uint64_t address, const uint8_t *content, size_t len,
                       const uint8_t *mac)
{
    static const uint8_t zeros[MIFU_SEAL_MAC_SIZE] = {0};
    uintptr_t at = (uintptr_t)mac - (uintptr_t)content; /* huge where mac lies elsewhere */
    uint8_t head[16];

    mifu_store64_be(head, address);
    mifu_store64_be(head + 8, len);
    mifu_hmac_update(hmac, head, sizeof head);
    if (len >= sizeof zeros && at <= len - sizeof zeros) {
        mifu_hmac_update(hmac, content, at);
        mifu_hmac_update(hmac, zeros, sizeof zeros);
        content += at + sizeof zeros;
        len -= at + sizeof zeros;
    }
    mifu_hmac_update(hmac, content, len);
}

#if defined(__linux__) && defined(__ELF__)

#    include <link.h>

typedef struct search {
    const uint8_t *seal; /* in the image to be found */
    int found;
    mifu_hmac hmac;
} search;

static int holds(const struct dl_phdr_info *info, const uint8_t *place)
{
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

        if (segment->p_type == PT_LOAD &&
            (uintptr_t)place - (info->dlpi_addr + segment->p_vaddr) < segment->p_filesz)
            return 1;
    }
    return 0;
}

/* For dl_iterate_phdr(): hashes the image that holds the seal, and ends the search there. */
static int look_at(struct dl_phdr_info *info, size_t size, void *context)
{
    search *s = context;
    uintptr_t headers_end = (uintptr_t)(info->dlpi_phdr + info->dlpi_phnum);

    (void)size;
    if (!holds(info, s->seal))
        return 0;
    s->found = 1;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
        size_t skip = 0;

        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0)
            continue;
        if (segment->p_offset == 0 && headers_end - begin <= segment->p_filesz)
            skip = headers_end - begin;
        /* An address that the loader gives is a pointer to bytes of the image. */
        mifu_seal_segment(&s->hmac, segment->p_vaddr + skip, (const uint8_t *)(begin + skip),
                          segment->p_filesz - skip, s->seal + offsetof(mifu_image_seal, mac));
    }
    return 1;
}

mifu_status mifu_selftest_image(void)
{
    uint8_t mac[MIFU_SEAL_MAC_SIZE];
    search s = {.seal = (const uint8_t *)&mifu_image_seal_here};
    const uint8_t *sealed;

    /* The compiler knows the zeros above and must not put them here. */
    __asm__("" : "+r"(s.seal));
    sealed = s.seal + offsetof(mifu_image_seal, mac);
    if (mifu_mask_zero_bytes(sealed, MIFU_SEAL_MAC_SIZE) || mifu_seal_begin(&s.hmac) != MIFU_OK)
        return MIFU_ERR_UNSUPPORTED;
    (void)dl_iterate_phdr(look_at, &s);
    mifu_hmac_final(mac, &s.hmac);
    if (!s.found)
        return MIFU_ERR_UNSUPPORTED;
    return mifu_mask_equal_bytes(mac, sealed, sizeof mac) ? MIFU_OK : MIFU_ERR_SELFTEST;
}

#else

mifu_status mifu_selftest_image(void)
{
    return MIFU_ERR_UNSUPPORTED;
}

#endif
