/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_MECH_GAUSSMF_SPENT_H
#define DPMF_MECH_GAUSSMF_SPENT_H
#include <stdbool.h>
#include "account/enclosure.h"
#include "mech/gaussmf/train.h"

/* What was spent, composed from the record. Published: Eq. (9), and the same
   releases by the best Renyi conversion and by the exact curve, all three only
   as far as the record's premise goes. Corrected: `rdp` is the guarantee;
   `exact` is the curve of normal noise with the same sigma, to compare. */
struct dpmf_gaussmf_spent {
	size_t steps;     /* rounds in the record */
	bool converged;   /* before J */
	const char *premise; /* NULL: nothing is taken for granted */
	struct dpmf_enclosure published, rdp, exact; /* epsilon at delta_r */
};
void dpmf_gaussmf_spent_init(struct dpmf_gaussmf_spent *spent);
void dpmf_gaussmf_spent_clear(struct dpmf_gaussmf_spent *spent);
enum dpmf_status dpmf_gaussmf_spent_of(const struct dpmf_record *record, const struct dpmf_gaussmf_options *options,
                                  struct dpmf_gaussmf_spent *spent, struct dpmf_error *error);

#endif
