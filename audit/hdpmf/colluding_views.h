/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a server sees of a run of hdpmf's or privsr's corrected variant that works
   together with raters, who take their contributions and their shares of the
   noise away; a server that lies leaves others out, which comes to the same.
   Never user 0's; of the others the largest shares first. */
#ifndef DPMF_AUDIT_COLLUDING_VIEWS_H
#define DPMF_AUDIT_COLLUDING_VIEWS_H
#include "audit/hdpmf/views.h"

/* For each item the sum of what is left when setting->taken participants are taken away. */
hdpmf_sample colluding_see_sums;
hdpmf_ratio colluding_ratio_sums;
/* How much of the whole law of an item's noise is left. */
double colluding_left(const struct hdpmf_worlds *worlds, size_t item);

#endif
