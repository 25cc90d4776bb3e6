/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands behind an option, read strictly: the whole text, in range, or
   DPMF_INPUT with the option's name and the remedy. */
#ifndef DPMF_TOOL_ARGUMENTS_H
#define DPMF_TOOL_ARGUMENTS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"
#include "core/stream.h"

enum dpmf_status tool_number(const char *option, const char *text, double *value, struct dpmf_error *error);
/* Of a subcommand whose options are --json and --help alone; the rest begins at optind. */
enum dpmf_status tool_json_or_help(int argc, char **argv, bool *json, bool *help, struct dpmf_error *error);

enum dpmf_status tool_count(const char *option, const char *text, size_t *value, struct dpmf_error *error);
/* Below 2^63: what stands in JSON has a sign. */
enum dpmf_status tool_size(const char *option, const char *text, size_t *value, struct dpmf_error *error);
enum dpmf_status tool_yes_no(const char *option, const char *text, bool *value, struct dpmf_error *error);
/* The place of `text` in `names`, which ends with NULL. */
enum dpmf_status tool_choice(const char *option, const char *text, const char *const *names, int *place,
                             struct dpmf_error *error);
/* Exactly `count` numbers with `separator` between them. */
enum dpmf_status tool_numbers(const char *option, const char *text, char separator, size_t count, double *value,
                              struct dpmf_error *error);
/* The key of --seed; of the operating system when `text` is NULL. */
enum dpmf_status tool_key(const char *text, struct dpmf_key *key, struct dpmf_error *error);

/* "dpmf COMMAND: TEXT" on stderr; returns `status`. */
enum dpmf_status tool_complain(const char *command, const struct dpmf_error *error, enum dpmf_status status);

#endif
