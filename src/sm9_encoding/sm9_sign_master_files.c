/* SPDX-License-Identifier: Apache-2.0 */
/* Master keys for signatures as DER and PEM. */
#include "base_state.h"
#include "base_bytes.h"
#include "base_secret.h"
#include "sm9_key_info.h"

#define MASTER(name) mifu_sm9_sign_master_##name
#define KEY(name)    mifu_sm9_sign_master_key_##name
#define KEY_TYPE     mifu_sm9_sign_master_key
#define KIND         MIFU_SM9_KIND_SIGN_MASTER
#define POINT_SIZE   MIFU_SM9_G2_SIZE
#include "sm9_master_files.inc"
