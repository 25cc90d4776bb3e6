/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program dpmf: one function a subcommand. Each takes its own arguments
   (argv[0] is the subcommand), prints to stdout and stderr, and returns the
   exit code. */
#ifndef DPMF_TOOL_TOOL_H
#define DPMF_TOOL_TOOL_H
#include "core/status.h"

enum dpmf_status tool_train(int argc, char **argv);
enum dpmf_status tool_list(int argc, char **argv);
enum dpmf_status tool_predict(int argc, char **argv);
enum dpmf_status tool_guarantee(int argc, char **argv);
enum dpmf_status tool_synth(int argc, char **argv);
enum dpmf_status tool_account(int argc, char **argv);
enum dpmf_status tool_sample(int argc, char **argv);

#endif
