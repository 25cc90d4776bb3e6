/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each view sees of a run, and how likely that is in either world. The
   pairs belong together: sample and ratio read the same numbers. */
#ifndef DPMF_AUDIT_HDPMF_VIEWS_H
#define DPMF_AUDIT_HDPMF_VIEWS_H
#include "audit/hdpmf/worlds.h"

typedef enum dpmf_status hdpmf_sample(const void *instance, int world, const struct dpmf_key *key,
                                      double *seen, struct dpmf_error *error);
typedef double hdpmf_ratio(const void *instance, const double *seen);

/* V at the end. */
hdpmf_sample hdpmf_see_last;
hdpmf_ratio hdpmf_ratio_last;      /* U held, one item, noise once */
hdpmf_ratio hdpmf_order_last;      /* U held, one item, K = 1: no ratio, but rises with it */
/* V after every round. */
hdpmf_sample hdpmf_see_rounds;
hdpmf_ratio hdpmf_ratio_rounds;
hdpmf_ratio hdpmf_ratio_one_h;     /* one round, K = 1, one h for all items */
/* h of item 0 and the sum of its uploads; one round, K = 1. */
hdpmf_sample hdpmf_see_sum_and_h;
hdpmf_ratio hdpmf_ratio_sum_and_h;
/* h of item 0 and user 0's upload; one round, K = 1. */
hdpmf_sample hdpmf_see_upload_and_h;
hdpmf_ratio hdpmf_ratio_upload_and_h;
/* User 0's upload for item 0; one round, K = 1. */
hdpmf_sample hdpmf_see_upload;
hdpmf_ratio hdpmf_ratio_upload;
/* In every round user 0's upload for item 0, and V after it. */
hdpmf_sample hdpmf_see_uploads;
hdpmf_ratio hdpmf_ratio_uploads;

#endif
