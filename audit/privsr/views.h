/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What views see of privsr beyond what they see of hdpmf (audit/hdpmf/views.h). */
#ifndef DPMF_AUDIT_PRIVSR_VIEWS_H
#define DPMF_AUDIT_PRIVSR_VIEWS_H
#include "audit/hdpmf/views.h"

/* V and user 0's vector at the end; one item, one factor, one round. */
hdpmf_sample privsr_see_both;
hdpmf_ratio privsr_ratio_both;

#endif
