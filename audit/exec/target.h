/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program of the user's own as what is audited. It is asked on its standard
   input, one request a line, `sample W COUNT SEED`, and answers with COUNT lines
   of K fields each. */
#ifndef DPMF_AUDIT_EXEC_TARGET_H
#define DPMF_AUDIT_EXEC_TARGET_H
#include <stdint.h>
#include <time.h>

#include "audit/exec/keeper.h"

struct target;

enum dpmf_status target_start(char *const *argv, unsigned timeout, struct target **target, struct dpmf_error *error);
/* Sends one request; the answer is read line by line, and checked to have ended. DPMF_INPUT, and why, when the target died, hung, or
   answered something else. */
enum dpmf_status target_ask(struct target *target, int world, uint64_t count, uint64_t seed, struct dpmf_error *error);
/* The same of a request in other words: a whole line, its newline included, of less than 64 KiB. */
enum dpmf_status target_request(struct target *target, const char *request, size_t length, uint64_t count, struct dpmf_error *error);
enum dpmf_status target_line(struct target *target, char **line, struct dpmf_error *error);
enum dpmf_status target_bytes(struct target *target, void *to, size_t bytes, struct dpmf_error *error);
enum dpmf_status target_end_of_answer(struct target *target, struct dpmf_error *error);
void target_stop(struct target *target);

#endif
