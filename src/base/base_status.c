/* SPDX-License-Identifier: Apache-2.0 */
/* The sentences and names of mifu_status, from the table in the public header. */
#include "mifu/status.h"

mifu_status mifu_status_class(mifu_status status)
{
    return (mifu_status)((int)status < 100 ? (int)status : (int)status / 100 * 100);
}

const char *mifu_status_text(mifu_status status)
{
    switch (status) {
#define MIFU_STATUS_ROW(name, value, text)                                                         \
    case name:                                                                                     \
        return text;
        MIFU_STATUS_TABLE(MIFU_STATUS_ROW)
#undef MIFU_STATUS_ROW
    }
    return "unknown status";
}

const char *mifu_status_name(mifu_status status)
{
    switch (status) {
#define MIFU_STATUS_ROW(name, value, text)                                                         \
    case name:                                                                                     \
        return #name;
        MIFU_STATUS_TABLE(MIFU_STATUS_ROW)
#undef MIFU_STATUS_ROW
    }
    return "unknown status";
}
