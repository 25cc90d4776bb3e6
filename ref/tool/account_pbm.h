/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `dpmf account pbm`; argv[0] is "pbm". */
#ifndef DPMF_TOOL_ACCOUNT_PBM_H
#define DPMF_TOOL_ACCOUNT_PBM_H
#include "account/pbm.h"

enum dpmf_status account_pbm(int argc, char **argv, struct dpmf_error *error);
/* Comma-separated, over a fixed grid of theta, q, n and alpha: the exact divergence
   and the smallest C_0 of Theorem 4.1; the last line says which C_0 covers all. */
enum dpmf_status account_pbm_table(struct dpmf_error *error);

#endif
