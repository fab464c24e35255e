/* SPDX-License-Identifier: Apache-2.0 */
/*
 * By a key of POSIX threads, whose destructor runs before the storage of the thread goes. These
 * functions are in libc itself wherever threads can be started (glibc since 2.34, musl, the BSDs,
 * macOS). An older glibc has them in libpthread, which this library does not ask for: the weak
 * references find them in programs that use threads, and in the others no thread ever ends.
 */
#include "random_exit.h"

#if defined(__unix__) || defined(__APPLE__)

#    include <pthread.h>
#    include <stdatomic.h>

#    if defined(__GLIBC__) && !(__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 34))
#        pragma weak pthread_key_create
#        pragma weak pthread_key_delete
#        pragma weak pthread_setspecific
#        define HAVE_KEYS (&pthread_key_create != 0 && &pthread_setspecific != 0)
#    else
#        define HAVE_KEYS 1
#    endif

enum { NONE, BEING_MADE, MADE };

static pthread_key_t key;
static atomic_int key_state;

/* The key belongs to this code: without it, threads must not call the code any more. */
__attribute__((destructor)) static void delete_key(void)
{
    if (atomic_exchange(&key_state, NONE) == MADE)
        pthread_key_delete(key);
}

int mifu_random_at_exit(void *object, void (*wipe)(void *object))
{
    int none = NONE;

    if (!HAVE_KEYS)
        return 1;
    if (atomic_compare_exchange_strong(&key_state, &none, BEING_MADE))
        atomic_store(&key_state, pthread_key_create(&key, wipe) == 0 ? MADE : NONE);
    /* Where another thread is just making the key, this one keeps nothing this time. */
    return atomic_load(&key_state) == MADE && pthread_setspecific(key, object) == 0;
}

#else

int mifu_random_at_exit(void *object, void (*wipe)(void *object))
{
    (void)object;
    (void)wipe;
    return 0;
}

#endif
