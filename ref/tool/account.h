/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subcommands of `dpmf account`; argv[0] is the subcommand. */
#ifndef DPMF_TOOL_ACCOUNT_H
#define DPMF_TOOL_ACCOUNT_H
#include "core/status.h"

enum dpmf_status account_gaussian(int argc, char **argv, struct dpmf_error *error);
enum dpmf_status account_gaussmf(int argc, char **argv, struct dpmf_error *error);
enum dpmf_status account_laplace(int argc, char **argv, struct dpmf_error *error);
enum dpmf_status account_discrete_laplace(int argc, char **argv, struct dpmf_error *error);
enum dpmf_status account_discrete_gaussian(int argc, char **argv, struct dpmf_error *error);
enum dpmf_status account_mixture(int argc, char **argv, struct dpmf_error *error);
enum dpmf_status account_record(int argc, char **argv, struct dpmf_error *error); /* DPMF_NO: it has said that no epsilon holds */

#endif
