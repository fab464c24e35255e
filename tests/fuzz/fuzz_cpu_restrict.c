/* SPDX-License-Identifier: Apache-2.0 */
/* The specification of CPU features, which comes from the environment. */
#include "fuzz_support.h"

#include "mifu/cpu.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    mifu_status status;

    FUZZ_CHECK(text != NULL);
    for (size_t i = 0; i < size; i++)
        text[i] = (char)data[i];
    text[size] = '\0';
    status = mifu_cpu_restrict(text);
    FUZZ_CHECK(status == MIFU_OK || status == MIFU_ERR_ARGUMENT_NAME);
    /* Whatever is left, every algorithm has a back-end. */
    for (unsigned i = 0; mifu_backend_algorithm(i) != NULL; i++)
        FUZZ_CHECK(mifu_backend_active(mifu_backend_algorithm(i)) != NULL);
    FUZZ_CHECK(mifu_cpu_restrict("all") == MIFU_OK);
    free(text);
    return 0;
}
