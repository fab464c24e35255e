/* SPDX-License-Identifier: Apache-2.0 */
#include "cpu_features.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_detect.h"

/* Set in the cached word once detection has run; no feature has this bit. */
#define DETECTED (UINT64_C(1) << 63)

static _Atomic uint64_t usable_features;

static const struct {
    const char *name;
    uint64_t mask;
} feature_names[] = {
#define MIFU_CPU_FEATURE(bit, symbol, name) {name, UINT64_C(1) << (bit)},
#include "cpu_features.def"
#undef MIFU_CPU_FEATURE
};

static uint64_t feature_by_name(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof feature_names / sizeof feature_names[0]; i++)
        if (strlen(feature_names[i].name) == len && memcmp(feature_names[i].name, name, len) == 0)
            return feature_names[i].mask;
    return 0;
}

/* Comma-separated words, left to right: "all", "none", "NAME" or "+NAME" adds, "-NAME" takes away.
 */
static mifu_status apply_specification(uint64_t *features, uint64_t detected, const char *text)
{
    uint64_t set = detected;
    int first = 1;

    while (*text != '\0') {
        size_t len = strcspn(text, ",");
        const char *word = text;
        char sign = '\0';

        if (len > 0 && (*word == '-' || *word == '+')) {
            sign = *word++;
            len--;
        }
        if (sign == '\0' && len == 4 && memcmp(word, "none", 4) == 0) {
            set = 0;
        } else if (sign == '\0' && len == 3 && memcmp(word, "all", 3) == 0) {
            set = detected;
        } else {
            uint64_t mask = feature_by_name(word, len);

            if (mask == 0)
                return MIFU_ERR_ARGUMENT_NAME;
            if (sign == '\0' && first)
                set = 0; /* a list that starts with a plain name is the whole list */
            set = sign == '-' ? set & ~mask : set | mask;
        }
        first = 0;
        text = word + len;
        if (*text == ',')
            text++;
    }
    *features = set & detected;
    return MIFU_OK;
}

uint64_t mifu_cpu_usable(void)
{
    uint64_t features = atomic_load_explicit(&usable_features, memory_order_relaxed);

    if (features == 0) {
        uint64_t detected = mifu_cpu_detect();
        const char *text = getenv("MIFU_CPU");

        features = detected;
        /* A word that does not exist must not switch anything on: fall back to the portable code.
         */
        if (text != NULL && apply_specification(&features, detected, text) != MIFU_OK)
            features = 0;
        features |= DETECTED;
        atomic_store_explicit(&usable_features, features, memory_order_relaxed);
    }
    return features & ~DETECTED;
}

mifu_status mifu_cpu_set_usable(const char *specification)
{
    uint64_t features = 0;
    mifu_status status;

    if (specification == NULL)
        return MIFU_ERR_ARGUMENT_NULL;
    status = apply_specification(&features, mifu_cpu_detect(), specification);
    if (status == MIFU_OK)
        atomic_store_explicit(&usable_features, features | DETECTED, memory_order_relaxed);
    return status;
}
