/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a record costs: composed by the file of account/ that knows its noise, with what the samplers owe. */
#include "account/account.h"
#include "account/budget_normal.h"
#include "account/budget_relation.h"
#include "account/interval.h"
#include "account/limits.h"

struct composed {
	struct dpmf_enclosure epsilon, delta, limits;
	const char *premise;
};

/* Whether there is a question to answer, and whether any norm is the 2-norm. */
static enum dpmf_status look(const struct dpmf_record *record, enum dpmf_relation neighbours, bool *squares, struct dpmf_error *error)
{
	bool speaks = false;

	for (size_t i = 0; i < record->count; i++) {
		const struct dpmf_entry *entry = &record->entry[i];

		if (!dpmf_bears_on(entry, neighbours))
			continue;
		speaks = true;
		*squares = *squares || entry->norm == DPMF_L2;
		if (entry->law == DPMF_POISSON_BINOMIAL)
			return dpmf_fail(error, DPMF_INPUT, "what the rounds of \"%s\" cost depends on how many of them one user takes part in, which "
			                 "the record does not say: ask dpmf guarantee of the folder", entry->statistic);
	}
	return speaks ? DPMF_OK : dpmf_fail(error, DPMF_NO, "the record has no entry for these neighbours: nothing is promised to them");
}

static enum dpmf_status compose_normal(const struct dpmf_record *record, enum dpmf_relation neighbours, struct composed *all,
                                       struct dpmf_error *error)
{
	struct dpmf_normal_budget budget;
	enum dpmf_status status;

	dpmf_normal_budget_init(&budget);
	status = dpmf_normal_compose_record(record, neighbours, &all->delta, &budget, error);
	if (status == DPMF_OK) {
		dpmf_interval_set(&all->epsilon, budget.discrete ? &budget.rdp : &budget.exact);
		all->premise = budget.premise;
	}
	dpmf_normal_budget_clear(&budget);
	return status;
}

static enum dpmf_status compose_pure(const struct dpmf_record *record, enum dpmf_relation neighbours, struct composed *all,
                                     struct dpmf_error *error)
{
	struct dpmf_budget budget;
	enum dpmf_status status;

	dpmf_enclosure_set(&all->delta, 0);
	dpmf_budget_init(&budget);
	status = dpmf_budget_compose_for(record, neighbours, &budget, error);
	if (status == DPMF_OK && !budget.finite)
		status = dpmf_fail(error, DPMF_NO, "something left without noise: no epsilon holds");
	if (status == DPMF_OK) {
		dpmf_interval_set(&all->epsilon, &budget.epsilon);
		all->premise = budget.premise;
	}
	dpmf_budget_clear(&budget);
	return status;
}

enum dpmf_status dpmf_account_record(const struct dpmf_record *record, enum dpmf_relation neighbours, const char *delta,
                                     struct dpmf_record_cost *cost, struct dpmf_error *error)
{
	struct composed all = { .premise = NULL };
	bool squares = false;
	enum dpmf_status status = look(record, neighbours, &squares, error);

	dpmf_enclosure_init(&all.epsilon);
	dpmf_enclosure_init(&all.delta);
	dpmf_enclosure_init(&all.limits);
	if (status == DPMF_OK && squares)
		status = delta ? dpmf_enclosure_read(&all.delta, "delta", delta, error) :
		         dpmf_fail(error, DPMF_INPUT, "noise against the 2-norm has an epsilon at a delta only: give one, such as \"1e-6\"");
	if (status == DPMF_OK)
		status = squares ? compose_normal(record, neighbours, &all, error) : compose_pure(record, neighbours, &all, error);
	if (status == DPMF_OK)
		status = dpmf_record_limits(record, neighbours, &all.epsilon, &all.limits, error);
	if (status == DPMF_OK) {
		dpmf_interval_add(&all.delta, &all.delta, &all.limits);
		dpmf_enclosure_print(&all.epsilon, &cost->epsilon);
		dpmf_enclosure_print(&all.delta, &cost->delta);
		cost->premise = all.premise;
	}
	dpmf_enclosure_clear(&all.epsilon);
	dpmf_enclosure_clear(&all.delta);
	dpmf_enclosure_clear(&all.limits);
	return status;
}
