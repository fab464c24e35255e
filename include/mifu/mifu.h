/* SPDX-License-Identifier: Apache-2.0 */
/* The umbrella header of libmifu, and its version. */
#ifndef MIFU_MIFU_H
#define MIFU_MIFU_H

#include "cpu.h"
#include "drbg.h"
#include "hash.h"
#include "hmac.h"
#include "kdf.h"
#include "pem.h"
#include "random.h"
#include "selftest.h"
#include "sha256.h"
#include "sm2.h"
#include "sm2_many.h"
#include "sm2_encoding.h"
#include "sm3.h"
#include "sm4.h"
#include "sm4_aead.h"
#include "sm4_mac.h"
#include "sm4_many.h"
#include "sm4_modes.h"
#include "sm9.h"
#include "sm9_encoding.h"
#include "sm9_many.h"
#include "status.h"
#include "zuc.h"
#include "zuc_aead.h"
#include "zuc_many.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Version of these headers. The library follows semantic versioning from 1.0 on. */
#define MIFU_VERSION_MAJOR  0
#define MIFU_VERSION_MINOR  1
#define MIFU_VERSION_PATCH  0
#define MIFU_VERSION_STRING "0.1.0"

/* Version of the library that is linked, such as "0.1.0"; static storage. */
MIFU_API const char *mifu_version(void);

#ifdef __cplusplus
}
#endif

#endif
