/* SPDX-License-Identifier: Apache-2.0 */
/* Where a streaming context stands. A zeroed context is ended. */
#ifndef MIFU_SM4_STAGE_H
#define MIFU_SM4_STAGE_H

enum {
    MIFU_SM4_STAGE_ENDED = 0,
    MIFU_SM4_STAGE_ENCRYPT = 1,
    MIFU_SM4_STAGE_DECRYPT = 2,
    MIFU_SM4_STAGE_ENCRYPT_AAD = 3, /* associated data may still come */
    MIFU_SM4_STAGE_DECRYPT_AAD = 4,
    MIFU_SM4_STAGE_MAC = 5
};

#endif
