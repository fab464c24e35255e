/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a thread. */
#ifndef MIFU_RANDOM_EXIT_H
#define MIFU_RANDOM_EXIT_H

/*
 * Has `wipe` called with `object`, not NULL, when this thread ends; once per thread and object of
 * thread-local storage. 1, or 0 where that cannot be had: then keep nothing.
 */
int mifu_random_at_exit(void *object, void (*wipe)(void *object));

#endif
