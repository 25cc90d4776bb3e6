/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `dpmf account pbm`; argv[0] is "pbm". */
#ifndef DPMF_TOOL_ACCOUNT_PBM_H
#define DPMF_TOOL_ACCOUNT_PBM_H
#include "core/status.h"

enum dpmf_status account_pbm(int argc, char **argv, struct dpmf_error *error);

#endif
