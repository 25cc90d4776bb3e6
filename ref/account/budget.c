/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/budget.h"

#include <string.h>

#include "account/charge.h"
#include "account/interval.h"
#include "noise/law/law.h"

void dpmf_budget_init(struct dpmf_budget *budget)
{
	memset(budget, 0, sizeof *budget);
	dpmf_enclosure_init(&budget->epsilon);
}

void dpmf_budget_clear(struct dpmf_budget *budget)
{
	dpmf_enclosure_clear(&budget->epsilon);
}

static bool is_laplace(const struct dpmf_entry *entry)
{
	const struct dpmf_noise_law *law = dpmf_law_of(entry->law);

	return entry->norm == DPMF_L1 && law && law->charged == DPMF_CHARGED_LAPLACE &&
	       (law->unit == DPMF_STEPS) == dpmf_entry_on_steps(entry);
}

static bool same_draw(const struct dpmf_entry *a, const struct dpmf_entry *b)
{
	return a->draw == b->draw && strcmp(a->statistic, b->statistic) == 0;
}

static bool same_cost(const struct dpmf_entry *a, const struct dpmf_entry *b)
{
	return dpmf_same_noise(a, b) && a->sensitivity == b->sensitivity && a->scale == b->scale &&
	       a->sensitivity_least == b->sensitivity_least && a->scale_most == b->scale_most &&
	       a->sampled_weight == b->sampled_weight && a->sampled_sensitivity == b->sampled_sensitivity;
}

/* The entry that had this one's draw before, or NULL. To be asked of every entry in order: *top is the largest
   draw so far, beyond which nothing is looked for. */
static const struct dpmf_entry *repeats(const struct dpmf_record *record, size_t i, uint64_t *top)
{
	const uint64_t draw = record->entry[i].draw;

	if (i == 0 || draw > *top) {
		*top = draw;
		return NULL;
	}
	for (size_t j = i; j-- > 0; )
		if (same_draw(&record->entry[i], &record->entry[j]))
			return &record->entry[j];
	return NULL;
}

static enum dpmf_status add_part(const struct dpmf_record *record, size_t part, struct dpmf_enclosure *epsilon,
                                 struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	struct dpmf_enclosure one;
	uint64_t top = 0;

	dpmf_enclosure_init(&one);
	for (size_t i = 0; status == DPMF_OK && i < record->count; i++) {
		const bool again = repeats(record, i, &top) != NULL;

		if (record->entry[i].part != part || record->entry[i].law == DPMF_NO_NOISE || again)
			continue;
		status = dpmf_entry_cost(&record->entry[i], &one, error);
		dpmf_interval_add(epsilon, epsilon, &one);
	}
	dpmf_enclosure_clear(&one);
	return status;
}

/* The next part of the data that something looks at; 0: there is none beyond this one. */
static size_t next_part(const struct dpmf_record *record, size_t part)
{
	size_t next = 0;

	for (size_t i = 0; i < record->count; i++)
		if (record->entry[i].part > part && (next == 0 || record->entry[i].part < next))
			next = record->entry[i].part;
	return next;
}

/* What looks at all of the data adds up; of what looks at disjoint parts of it, the costliest part counts. */
static enum dpmf_status add_all(const struct dpmf_record *record, struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	struct dpmf_enclosure worst, one;
	enum dpmf_status status;

	dpmf_enclosure_init(&worst);
	dpmf_enclosure_init(&one);
	dpmf_enclosure_set(&worst, 0);
	dpmf_enclosure_set(epsilon, 0);
	status = add_part(record, 0, epsilon, error);
	for (size_t part = next_part(record, 0); status == DPMF_OK && part > 0; part = next_part(record, part)) {
		dpmf_enclosure_set(&one, 0);
		status = add_part(record, part, &one, error);
		dpmf_interval_max(&worst, &worst, &one);
	}
	dpmf_interval_add(epsilon, epsilon, &worst);
	dpmf_enclosure_clear(&worst);
	dpmf_enclosure_clear(&one);
	return status;
}

enum dpmf_status dpmf_budget_compose(const struct dpmf_record *record, struct dpmf_budget *budget,
                                     struct dpmf_error *error)
{
	uint64_t top = 0;

	if (!dpmf_one_relation(record->entry, record->count))
		return dpmf_fail(error, DPMF_INPUT, "the record speaks of several kinds of neighbours, whose budgets have no sum: "
		                 "compose each kind by itself (budget_relation.h)");
	budget->finite = true;
	budget->releases = record->count;
	budget->draws = 0;
	budget->premise = NULL;
	budget->repeats = false;
	for (size_t i = 0; i < record->count; i++) {
		const struct dpmf_entry *entry = &record->entry[i], *before = repeats(record, i, &top);

		if (entry->law == DPMF_NO_NOISE) {
			budget->finite = budget->finite && entry->pieces > 0 && entry->withheld == entry->pieces;
			continue;
		}
		if (!is_laplace(entry))
			return dpmf_fail(error, DPMF_FAILED, "the record's \"%s\" is not Laplace noise against an L1 norm, "
			                 "which alone has this budget", entry->statistic);
		if (entry->premise)
			budget->premise = entry->premise;
		if (before) {
			if (!same_cost(entry, before))
				return dpmf_fail(error, DPMF_FAILED, "the record's \"%s\" uses a draw again at another sensitivity or "
				                 "scale, which one budget does not cover", entry->statistic);
			budget->repeats = true;
			budget->finite = budget->finite && entry->premise;
			continue;
		}
		budget->draws++;
	}
	return add_all(record, &budget->epsilon, error);
}
