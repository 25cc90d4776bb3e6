/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/budget_pbm.h"

#include <string.h>

#include "account/interval.h"
#include "noise/pbm.h"

void dpmf_pbm_budget_init(struct dpmf_pbm_budget *budget)
{
	memset(budget, 0, sizeof *budget);
	dpmf_enclosure_init(&budget->pbm.theta);
	dpmf_enclosure_init(&budget->delta);
	dpmf_pbm_worst_init(&budget->epsilon);
}

void dpmf_pbm_budget_clear(struct dpmf_pbm_budget *budget)
{
	dpmf_enclosure_clear(&budget->pbm.theta);
	dpmf_enclosure_clear(&budget->delta);
	dpmf_pbm_worst_clear(&budget->epsilon);
}

static bool alike(const struct dpmf_entry *a, const struct dpmf_entry *b)
{
	return a->pieces == b->pieces && a->least == b->least && a->coordinates == b->coordinates && a->rate_p == b->rate_p && a->rate_q == b->rate_q;
}

static enum dpmf_status check_record(const struct dpmf_record *record, struct dpmf_error *error)
{
	if (record->count == 0)
		return dpmf_fail(error, DPMF_INPUT, "the record is empty: there is nothing to compose");
	for (size_t i = 0; i < record->count; i++) {
		const struct dpmf_entry *entry = &record->entry[i];

		if (entry->law != DPMF_POISSON_BINOMIAL || entry->neighbours != DPMF_USER || entry->touched != 1)
			return dpmf_fail(error, DPMF_INPUT, "the record's \"%s\" is no round of the Poisson binomial mechanism with one "
			                 "message a user", entry->statistic);
		if (entry->withheld > 0 && entry->withheld < entry->pieces)
			return dpmf_fail(error, DPMF_INPUT, "round %zu of the record has %zu messages where it declares %zu: what a sum of "
			                 "fewer costs was not declared", i + 1, entry->pieces - entry->withheld, entry->pieces);
		if (!alike(entry, &record->entry[0]))
			return dpmf_fail(error, DPMF_INPUT, "round %zu of the record has other users, coordinates, theta or quanta than the first: "
			                 "only like rounds are composed", i + 1);
		for (size_t j = 0; j < i; j++)
			if (record->entry[j].draw == entry->draw)
				return dpmf_fail(error, DPMF_INPUT, "the record uses the draw of round %llu again: as rounds with fresh draws they "
				                 "cannot be composed", (unsigned long long)entry->draw);
	}
	return DPMF_OK;
}

enum dpmf_status dpmf_pbm_compose_record(const struct dpmf_record *record, size_t most,
                                         const struct dpmf_enclosure *delta, struct dpmf_pbm_budget *budget,
                                         struct dpmf_error *error)
{
	enum dpmf_status status = check_record(record, error);
	const struct dpmf_entry *entry = record->entry;
	struct dpmf_pbm *pbm = &budget->pbm;

	if (status != DPMF_OK)
		return status;
	if (most < 1)
		return dpmf_fail(error, DPMF_INPUT, "a user takes part in 1 round or more, not %zu", most);
	pbm->users = entry->least > 0 ? entry->least : entry->pieces;
	pbm->quanta = entry->rate_q;
	pbm->coordinates = entry->coordinates;
	pbm->rounds = most < record->count ? most : record->count;
	dpmf_interval_set_d(&pbm->theta, (double)entry->rate_p / (1 << DPMF_PBM_THETA_BITS));
	dpmf_interval_set(&budget->delta, delta);
	budget->releases = record->count;
	return dpmf_pbm_epsilon(pbm, delta, &budget->epsilon, &budget->order, error);
}
