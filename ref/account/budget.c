/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/budget.h"

#include <string.h>

#include "account/charge.h"

void dpmf_budget_init(struct dpmf_budget *budget)
{
	memset(budget, 0, sizeof *budget);
	dpmf_enclosure_init(&budget->epsilon);
}

void dpmf_budget_clear(struct dpmf_budget *budget)
{
	dpmf_enclosure_clear(&budget->epsilon);
}

/* sensitivity / scale on doubles; sensitivity * p / q on steps, where nothing
   was rounded. */
static void cost(const struct dpmf_entry *entry, mpfr_rnd_t to, mpfr_ptr epsilon)
{
	mpfr_set_d(epsilon, entry->sensitivity, to);
	if (entry->law == DPMF_LAPLACE_SHARES) {
		mpfr_mul_ui(epsilon, epsilon, entry->rate_p, to);
		mpfr_div_ui(epsilon, epsilon, entry->rate_q, to);
	} else {
		mpfr_div_d(epsilon, epsilon, entry->scale, to);
	}
	mpfr_mul_ui(epsilon, epsilon, entry->touched, to);
}

static void add_entry(const struct dpmf_entry *entry, struct dpmf_enclosure *epsilon)
{
	mpfr_t one;

	mpfr_init2(one, DPMF_ACCOUNT_BITS);
	cost(entry, MPFR_RNDD, one);
	mpfr_add(epsilon->lo, epsilon->lo, one, MPFR_RNDD);
	cost(entry, MPFR_RNDU, one);
	mpfr_add(epsilon->hi, epsilon->hi, one, MPFR_RNDU);
	mpfr_clear(one);
}

static bool is_laplace(const struct dpmf_entry *entry)
{
	return entry->norm == DPMF_L1 && (entry->law == DPMF_MIXTURE_SHARES || entry->law == DPMF_LAPLACE_SHARES);
}

static bool same_draw(const struct dpmf_entry *a, const struct dpmf_entry *b)
{
	return a->draw == b->draw && strcmp(a->statistic, b->statistic) == 0;
}

static bool same_cost(const struct dpmf_entry *a, const struct dpmf_entry *b)
{
	return dpmf_same_noise(a, b) && a->sensitivity == b->sensitivity && a->scale == b->scale;
}

enum dpmf_status dpmf_budget_compose(const struct dpmf_record *record, struct dpmf_budget *budget,
                                     struct dpmf_error *error)
{
	if (!dpmf_one_relation(record->entry, record->count))
		return dpmf_fail(error, DPMF_INPUT, "the record speaks of several kinds of neighbours, whose budgets have no sum: "
		                 "compose each kind by itself (budget_relation.h)");
	budget->finite = true;
	budget->releases = record->count;
	budget->draws = 0;
	budget->premise = NULL;
	budget->repeats = false;
	dpmf_enclosure_set(&budget->epsilon, 0);
	for (size_t i = 0; i < record->count; i++) {
		const struct dpmf_entry *entry = &record->entry[i];

		if (entry->law == DPMF_NO_NOISE) {
			budget->finite = false;
			continue;
		}
		if (!is_laplace(entry))
			return dpmf_fail(error, DPMF_FAILED, "the record's \"%s\" is not Laplace noise against an L1 norm, "
			                 "which alone has this budget", entry->statistic);
		if (entry->premise)
			budget->premise = entry->premise;
		if (i > 0 && same_draw(entry, &record->entry[i - 1])) {
			if (!same_cost(entry, &record->entry[i - 1]))
				return dpmf_fail(error, DPMF_FAILED, "the record's \"%s\" uses a draw again at another sensitivity or "
				                 "scale, which one budget does not cover", entry->statistic);
			budget->repeats = true;
			budget->finite = budget->finite && entry->premise;
			continue;
		}
		budget->draws++;
		add_entry(entry, &budget->epsilon);
	}
	return DPMF_OK;
}
