/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A score learned from examples, for views whose likelihood ratio is not known
   in closed form: a line through the features (logistic regression), then the
   log ratio of two histograms along it. With one number seen, the histograms
   are of that number itself. A poor score makes the bound low, never wrong. */
#ifndef DPMF_AUDIT_SCORE_H
#define DPMF_AUDIT_SCORE_H
#include <stddef.h>
#include "core/status.h"

struct audit_score;

/* seen[world]: trials x dims. */
enum dpmf_status audit_score_learn(const double *seen[2], size_t trials, size_t dims,
                                   struct audit_score **score, struct dpmf_error *error);
double audit_score_of(const struct audit_score *score, const double *seen);
void audit_score_free(struct audit_score *score);

#endif
