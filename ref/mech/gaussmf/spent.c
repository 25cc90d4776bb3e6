/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "account/budget_normal.h"
#include "account/gaussian.h"
#include "account/interval.h"
#include "mech/gaussmf/spent.h"

void dpmf_gaussmf_spent_init(struct dpmf_gaussmf_spent *spent)
{
	memset(spent, 0, sizeof *spent);
	dpmf_enclosure_init(&spent->published);
	dpmf_enclosure_init(&spent->rdp);
	dpmf_enclosure_init(&spent->exact);
}

void dpmf_gaussmf_spent_clear(struct dpmf_gaussmf_spent *spent)
{
	dpmf_enclosure_clear(&spent->published);
	dpmf_enclosure_clear(&spent->rdp);
	dpmf_enclosure_clear(&spent->exact);
}

static size_t rounds_of(const struct dpmf_record *record)
{
	size_t rounds = 0;

	for (size_t i = 0; i < record->count; i++)
		rounds += i == 0 || record->entry[i].round != record->entry[i - 1].round;
	return rounds;
}

enum dpmf_status dpmf_gaussmf_spent_of(const struct dpmf_record *record, const struct dpmf_gaussmf_options *options,
                                       struct dpmf_gaussmf_spent *spent, struct dpmf_error *error)
{
	struct dpmf_enclosure delta, exact;
	struct dpmf_normal_budget budget;
	enum dpmf_status status;

	dpmf_enclosure_init(&delta);
	dpmf_enclosure_init(&exact);
	dpmf_normal_budget_init(&budget);
	dpmf_enclosure_set(&delta, options->delta_r);
	status = dpmf_normal_compose_record(record, DPMF_ENTRY, &delta, &budget, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_epsilon(&budget.mu, &delta, &exact, error);
	if (status == DPMF_OK) {
		spent->steps = rounds_of(record);
		spent->converged = spent->steps < options->steps;
		spent->premise = budget.premise;
		dpmf_interval_set(&spent->published, &budget.published);
		dpmf_interval_set(&spent->rdp, &budget.rdp);
		dpmf_interval_set(&spent->exact, &exact);
	}
	dpmf_normal_budget_clear(&budget);
	dpmf_enclosure_clear(&delta);
	dpmf_enclosure_clear(&exact);
	return status;
}
