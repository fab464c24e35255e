/* SPDX-License-Identifier: Apache-2.0 */
/* The ways of mifu sm4 to get from an open input to an open output. */
#ifndef MIFU_CLI_SM4_RUN_H
#define MIFU_CLI_SM4_RUN_H

#include "cli_input.h"
#include "cli_output.h"
#include "cli_progress.h"
#include "cli_sm4_options.h"

typedef struct cli_sm4_job {
    cli_sm4_settings settings;
    cli_input input;
    cli_output output;
    cli_progress progress;
} cli_sm4_job;

/* ECB, CBC, CFB, CFB8, OFB, CTR: one stream. */
int cli_sm4_run_stream(cli_sm4_job *job);

/* BC, OFBNLF, HCTR, and GCM-SIV with the tag after the ciphertext: in memory. */
int cli_sm4_run_whole(cli_sm4_job *job);

/* XTS: one data unit, or units of --unit-size. */
int cli_sm4_run_xts(cli_sm4_job *job);

/* GCM and CCM with the tag after the ciphertext. */
int cli_sm4_run_aead(cli_sm4_job *job);

#endif
