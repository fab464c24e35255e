/* SPDX-License-Identifier: Apache-2.0 */
/* Memory with an unreadable page before and after it: an access one byte outside is a crash. */
#ifndef MIFU_SUPPORT_GUARDED_H
#define MIFU_SUPPORT_GUARDED_H

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct guarded {
    uint8_t *first; /* the first accessible byte */
    uint8_t *end;   /* behind the last one */
    uint8_t *map;
    size_t map_size;
} guarded;

/* Maps at least `size` accessible bytes. */
static inline void guarded_init(guarded *g, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t room = (size + page - 1) / page * page;

    g->map_size = room + 2 * page;
    g->map = mmap(NULL, g->map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(g->map != MAP_FAILED);
    g->first = g->map + page;
    g->end = g->first + room;
    assert_int_equal(mprotect(g->map, page, PROT_NONE), 0);
    assert_int_equal(mprotect(g->end, page, PROT_NONE), 0);
}

static inline void guarded_free(guarded *g)
{
    munmap(g->map, g->map_size);
}

#endif
