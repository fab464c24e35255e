/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Randomness of the operating system: getrandom(2) on Linux, getentropy(3) on the BSDs and macOS.
 * Where a Linux kernel has no getrandom (before 3.17, or a seccomp filter answers ENOSYS) and on
 * other Unix systems: /dev/urandom, checked to be a character device. Nothing else: on a system
 * that has none of these, and on every error, the answer is MIFU_ERR_RANDOM.
 */
#if defined(__linux__)
#    define _GNU_SOURCE 1
#elif defined(__APPLE__)
#    define _DARWIN_C_SOURCE 1
#endif

#include "rng_system.h"

#include "base_compiler.h"

#if defined(__unix__) || defined(__APPLE__)

#    include <errno.h>
#    include <fcntl.h>
#    include <poll.h>
#    include <sys/stat.h>
#    include <sys/types.h>
#    include <unistd.h>

#    if defined(__linux__)
#        include <sys/random.h>
#        include <sys/sysmacros.h>
#        define USE_GETRANDOM 1
#    else
#        define USE_GETRANDOM 0
#    endif
#    if defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__)
#        if defined(__APPLE__)
#            include <sys/random.h>
#        endif
#        define USE_GETENTROPY 1
#    else
#        define USE_GETENTROPY 0
#    endif

/* Opens a device and checks that it is one: a plain file put in its place is refused. */
static int open_device(const char *path, unsigned minor_number)
{
    struct stat status;
    int fd;

    do
        fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return -1;
    if (fstat(fd, &status) != 0 || !S_ISCHR(status.st_mode)
#    if defined(__linux__)
        || status.st_rdev != makedev(1, minor_number) /* 1:8 random, 1:9 urandom: devices.txt */
#    endif
    ) {
        close(fd);
        return -1;
    }
    (void)minor_number;
    return fd;
}

/* Linux's urandom answers before it is seeded; random becomes readable once it is. */
static mifu_status wait_until_seeded(void)
{
#    if defined(__linux__)
    struct pollfd waiting = {.fd = open_device("/dev/random", 8), .events = POLLIN};
    int ready;

    if (waiting.fd < 0)
        return MIFU_ERR_RANDOM;
    do
        ready = poll(&waiting, 1, -1);
    while (ready < 0 && (errno == EINTR || errno == EAGAIN));
    close(waiting.fd);
    return ready == 1 && (waiting.revents & POLLIN) != 0 ? MIFU_OK : MIFU_ERR_RANDOM;
#    else
    return MIFU_OK;
#    endif
}

MIFU_UNUSED static mifu_status from_device(uint8_t *out, size_t len)
{
    mifu_status result = MIFU_ERR_RANDOM;
    int fd;

    if (wait_until_seeded() != MIFU_OK)
        return MIFU_ERR_RANDOM;
    fd = open_device("/dev/urandom", 9);
    if (fd < 0)
        return MIFU_ERR_RANDOM;
    while (len > 0) {
        ssize_t got = read(fd, out, len < 65536 ? len : 65536);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) /* an end of file is an error too */
            goto done;
        out += got;
        len -= (size_t)got;
    }
    result = MIFU_OK;
done:
    close(fd);
    return result;
}

mifu_status mifu_rng_system(uint8_t *out, size_t len)
{
#    if USE_GETRANDOM
    while (len > 0) {
        /* Without flags it waits for the seed; a signal may interrupt or shorten it. */
        ssize_t got = getrandom(out, len < 65536 ? len : 65536, 0);

        if (got < 0) {
            if (errno == EINTR)
                continue;
            return errno == ENOSYS ? from_device(out, len) : MIFU_ERR_RANDOM;
        }
        if (got == 0)
            return MIFU_ERR_RANDOM;
        out += got;
        len -= (size_t)got;
    }
    return MIFU_OK;
#    elif USE_GETENTROPY
    while (len > 0) {
        size_t take = len < 256 ? len : 256; /* its limit */

        if (getentropy(out, take) != 0)
            return MIFU_ERR_RANDOM;
        out += take;
        len -= take;
    }
    return MIFU_OK;
#    else
    return from_device(out, len);
#    endif
}

#else

mifu_status mifu_rng_system(uint8_t *out, size_t len)
{
    (void)out;
    (void)len;
    return MIFU_ERR_RANDOM;
}

#endif
