/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each view sees of a run of hdpmf's corrected variant. */
#ifndef DPMF_AUDIT_HDPMF_CORRECTED_VIEWS_H
#define DPMF_AUDIT_HDPMF_CORRECTED_VIEWS_H
#include "audit/hdpmf/views.h"

/* The fitted item factors, one number an item; the users are always trained. */
hdpmf_sample hdpmf_corrected_see_model;
/* All that went through the door in all rounds: one noisy sum an item. */
hdpmf_sample hdpmf_corrected_see_sums;
hdpmf_ratio hdpmf_corrected_ratio_sums;
/* User 0's upload for item 0 under an ideal mask of secure aggregation. */
hdpmf_sample hdpmf_corrected_see_masked;

#endif
