/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opt-is corrected: the weights stand inside the sensitivity. */
#include <math.h>
#include <stdlib.h>

#include "account/entry_cost.h"
#include "mech/dpimf/corrected.h"
#include "mech/dpimf/weights.h"

enum { MOST_BITS = 42 }; /* of a weight: steps below 2^21 times it fit */

enum dpmf_status dpmf_dpimf_weigh_rows(const double *rows, size_t count, size_t d, double epsilon, double target,
                                       uint64_t *weight, struct dpmf_error *error)
{
	double *solved = malloc((count + 1) * sizeof *solved);
	enum dpmf_status status;

	if (!solved)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the weights of %zu rows", count);
	/* what rounds a pair's cost up is less than the part taken off here */
	status = dpmf_dpimf_weights_solve(rows, count, d, epsilon / target, epsilon * (1 - 0x1p-40), solved, error);
	for (size_t u = 0; status == DPMF_OK && u < count; u++)
		weight[u] = (uint64_t)fmin(ldexp(solved[u], DPMF_DPIMF_WEIGHT_BITS), ldexp(1, MOST_BITS));
	free(solved);
	return status;
}

/* The entry as if this row were the costliest. */
static void take_row(const int64_t *steps, size_t d, uint64_t weight, int64_t *weighed, struct dpmf_entry *entry)
{
	dpmf_dpimf_weigh_steps(steps, d, weight, weighed);
	entry->sampled_weight = ldexp((double)weight, -DPMF_DPIMF_WEIGHT_BITS);
	entry->sampled_sensitivity = (double)dpmf_dpimf_steps_size(weighed, d);
}

enum dpmf_status dpmf_dpimf_find_costliest(const int64_t *steps, size_t count, size_t d, const uint64_t *weight,
                                           struct dpmf_entry *entry, struct dpmf_error *error)
{
	int64_t *weighed = malloc(d * sizeof *weighed);
	enum dpmf_status status = DPMF_OK;
	struct dpmf_entry row = *entry;
	struct dpmf_enclosure loss;
	mpfr_t most;

	if (!weighed)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a profile of %zu factors", d);
	dpmf_enclosure_init(&loss);
	mpfr_init2(most, DPMF_ACCOUNT_BITS);
	mpfr_set_si(most, -1, MPFR_RNDN);
	for (size_t u = 0; status == DPMF_OK && u < count; u++) {
		take_row(steps + u * d, d, weight[u], weighed, &row);
		entry->sensitivity = fmax(entry->sensitivity, row.sampled_sensitivity);
		status = dpmf_entry_cost(&row, &loss, error);
		if (status != DPMF_OK || mpfr_cmp(loss.hi, most) <= 0)
			continue;
		mpfr_set(most, loss.hi, MPFR_RNDU);
		entry->sampled_weight = row.sampled_weight;
		entry->sampled_sensitivity = row.sampled_sensitivity;
	}
	mpfr_clear(most);
	dpmf_enclosure_clear(&loss);
	free(weighed);
	return status;
}
