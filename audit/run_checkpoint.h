/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checkpoint of `dpmf-audit run`: a line for each case that is finished, with its result. */
#ifndef DPMF_AUDIT_RUN_CHECKPOINT_H
#define DPMF_AUDIT_RUN_CHECKPOINT_H
#include "audit/checkpoint/checkpoint.h"
#include "audit/checkpoint/pack.h"
#include "audit/engine/run.h"
#include "audit/engine/select.h"

/* For these cases, with these settings; the jobs may differ. */
enum dpmf_status run_checkpoint_open(const char *path, bool resume, const struct audit_selection *selection, const struct audit_settings *settings,
                                     struct checkpoint **checkpoint, struct dpmf_error *error);
/* results[i] and done[i] of each case that was finished. */
enum dpmf_status run_checkpoint_kept(struct checkpoint *checkpoint, const struct audit_selection *selection, struct audit_result *results, bool *done,
                                     struct dpmf_error *error);
enum dpmf_status run_checkpoint_add(struct checkpoint *checkpoint, const struct audit_result *result, struct dpmf_error *error);

/* The line itself, which ranks send each other, too: pack_free() it; and back, to results[*i]. */
enum dpmf_status run_checkpoint_write(struct pack *pack, const struct audit_result *result, struct dpmf_error *error);
enum dpmf_status run_checkpoint_read(const char *line, const struct audit_selection *selection, size_t *i, struct audit_result *results,
                                     struct dpmf_error *error);

#endif
