/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/budget_normal.h"

#include <string.h>

#include "account/budget_relation.h"
#include "account/gaussian.h"
#include "account/gaussian_rdp.h"
#include "account/interval.h"
#include "noise/law/law.h"

void dpmf_normal_budget_init(struct dpmf_normal_budget *budget)
{
	memset(budget, 0, sizeof *budget);
	dpmf_enclosure_init(&budget->mu);
	dpmf_enclosure_init(&budget->delta);
	dpmf_enclosure_init(&budget->exact);
	dpmf_enclosure_init(&budget->rdp);
	dpmf_enclosure_init(&budget->published);
}

void dpmf_normal_budget_clear(struct dpmf_normal_budget *budget)
{
	dpmf_enclosure_clear(&budget->mu);
	dpmf_enclosure_clear(&budget->delta);
	dpmf_enclosure_clear(&budget->exact);
	dpmf_enclosure_clear(&budget->rdp);
	dpmf_enclosure_clear(&budget->published);
}

/* mu^2 grows by touched ratio^2. */
static void add_square(const struct dpmf_enclosure *square, size_t touched, struct dpmf_normal_budget *budget)
{
	struct dpmf_enclosure x;

	dpmf_enclosure_init(&x);
	dpmf_interval_mul_ui(&x, square, touched);
	dpmf_interval_add(&budget->mu, &budget->mu, &x);
	dpmf_enclosure_clear(&x);
	budget->releases++;
}

/* `found`, whose mu is squared so far, takes the place of `budget`; without mu nothing is given away. */
static enum dpmf_status finish(struct dpmf_normal_budget *found, const struct dpmf_enclosure *delta,
                               struct dpmf_normal_budget *budget, struct dpmf_error *error)
{
	enum dpmf_status status;

	dpmf_interval_set(&found->delta, delta);
	dpmf_interval_sqrt(&found->mu, &found->mu);
	status = dpmf_gaussian_epsilon(&found->mu, delta, &found->exact, error);
	if (mpfr_zero_p(found->mu.hi)) {
		dpmf_interval_set_ui(&found->rdp, 0);
		dpmf_interval_set_ui(&found->published, 0);
	} else {
		if (status == DPMF_OK)
			status = dpmf_gaussian_rdp_epsilon(&found->mu, delta, &found->rdp, &found->order, error);
		if (status == DPMF_OK)
			status = dpmf_gaussian_published_epsilon(&found->mu, delta, &found->published, error);
	}
	if (status != DPMF_OK)
		return status;
	if (found->discrete) {
		mpfr_set_zero(found->exact.lo, 1);
		mpfr_set(found->exact.hi, found->rdp.hi, MPFR_RNDU);
	}
	dpmf_normal_budget_clear(budget);
	*budget = *found;
	return DPMF_OK;
}

enum dpmf_status dpmf_normal_compose(const struct dpmf_enclosure *ratio, size_t count, enum dpmf_relation neighbours,
                                     const struct dpmf_enclosure *delta, struct dpmf_normal_budget *budget,
                                     struct dpmf_error *error)
{
	struct dpmf_normal_budget found;
	struct dpmf_enclosure square;
	enum dpmf_status status = DPMF_OK;

	dpmf_normal_budget_init(&found);
	dpmf_enclosure_init(&square);
	found.neighbours = neighbours;
	dpmf_interval_set_ui(&found.mu, 0);
	for (size_t t = 0; t < count && status == DPMF_OK; t++) {
		if (mpfr_sgn(ratio[t].lo) < 0 || !mpfr_number_p(ratio[t].lo) || !mpfr_number_p(ratio[t].hi))
			status = dpmf_fail(error, DPMF_INPUT, "release %zu: its sensitivity over sigma is %g, which must be 0 or more",
			                   t, mpfr_get_d(ratio[t].lo, MPFR_RNDN));
		dpmf_interval_sqr(&square, &ratio[t]);
		add_square(&square, 1, &found);
	}
	if (status == DPMF_OK)
		status = finish(&found, delta, budget, error);
	if (status != DPMF_OK)
		dpmf_normal_budget_clear(&found);
	dpmf_enclosure_clear(&square);
	return status;
}

static enum dpmf_status check_entry(const struct dpmf_record *record, size_t i, enum dpmf_relation neighbours, struct dpmf_error *error)
{
	const struct dpmf_entry *entry = &record->entry[i];
	const struct dpmf_noise_law *law = dpmf_law_of(entry->law);
	const bool steps = law && law->unit == DPMF_STEPS;

	if (entry->norm != DPMF_L2 || !law || law->charged != DPMF_CHARGED_NORMAL)
		return dpmf_fail(error, DPMF_INPUT, "the record's \"%s\" is not normal noise against an L2 norm, which alone has "
		                 "this budget", entry->statistic);
	if (!(entry->sensitivity >= 0) || (steps ? entry->rate_p == 0 || entry->rate_q == 0 : !(entry->scale > 0)))
		return dpmf_fail(error, DPMF_INPUT, "the record's \"%s\" has no sensitivity of 0 or more with noise above 0",
		                 entry->statistic);
	for (size_t j = 0; j < i; j++)
		if (dpmf_bears_on(&record->entry[j], neighbours) && record->entry[j].draw == entry->draw &&
		    strcmp(record->entry[j].statistic, entry->statistic) == 0)
			return dpmf_fail(error, DPMF_INPUT, "the record's \"%s\" uses the draw of round %llu again: as releases with "
			                 "fresh noise they cannot be composed", entry->statistic, (unsigned long long)entry->draw);
	return DPMF_OK;
}

/* (D / sigma)^2 */
static void square_of(const struct dpmf_entry *entry, struct dpmf_enclosure *square)
{
	struct dpmf_enclosure x;

	dpmf_enclosure_init(&x);
	dpmf_interval_set_d(square, entry->sensitivity);
	if (entry->sensitivity_least > 0)
		mpfr_set_d(square->lo, entry->sensitivity_least, MPFR_RNDD);
	dpmf_interval_sqr(square, square);
	if (dpmf_law_of(entry->law)->unit == DPMF_STEPS) {
		dpmf_interval_mul_ui(square, square, entry->rate_q);
		dpmf_interval_div_ui(square, square, entry->rate_p);
	} else {
		dpmf_interval_set_d(&x, entry->scale);
		if (entry->scale_most > 0)
			mpfr_set_d(x.hi, entry->scale_most, MPFR_RNDU);
		dpmf_interval_sqr(&x, &x);
		dpmf_interval_div(square, square, &x);
	}
	dpmf_enclosure_clear(&x);
}

/* Of a row that moves all pieces together by so many times the sensitivity nothing says how it divides: it may be in
   one piece, which costs the square. */
static enum dpmf_status add_entry(const struct dpmf_entry *declared, enum dpmf_relation neighbours,
                                  struct dpmf_normal_budget *budget, struct dpmf_error *error)
{
	const bool row = neighbours == DPMF_USER && declared->neighbours == DPMF_ENTRY;
	struct dpmf_entry entry = *declared;
	struct dpmf_enclosure square;
	enum dpmf_status status = dpmf_entry_turn(&entry, neighbours, error);

	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&square);
	square_of(&entry, &square);
	if (row)
		dpmf_interval_mul_ui(&square, &square, entry.touched);
	add_square(&square, entry.touched, budget);
	dpmf_enclosure_clear(&square);
	return DPMF_OK;
}

enum dpmf_status dpmf_normal_compose_record(const struct dpmf_record *record, enum dpmf_relation neighbours,
                                            const struct dpmf_enclosure *delta, struct dpmf_normal_budget *budget,
                                            struct dpmf_error *error)
{
	struct dpmf_normal_budget found;
	enum dpmf_status status = DPMF_OK;

	dpmf_normal_budget_init(&found);
	found.neighbours = neighbours;
	dpmf_interval_set_ui(&found.mu, 0);
	for (size_t i = 0; i < record->count && status == DPMF_OK; i++) {
		const struct dpmf_entry *entry = &record->entry[i];

		if (!dpmf_bears_on(entry, neighbours))
			continue;
		status = check_entry(record, i, neighbours, error);
		if (status == DPMF_OK)
			status = add_entry(entry, neighbours, &found, error);
		if (status != DPMF_OK)
			break;
		found.discrete = found.discrete || dpmf_law_of(entry->law)->unit == DPMF_STEPS;
		if (entry->premise)
			found.premise = entry->premise;
	}
	if (status == DPMF_OK)
		status = finish(&found, delta, budget, error);
	if (status != DPMF_OK)
		dpmf_normal_budget_clear(&found);
	return status;
}

static enum dpmf_status hand_out(const struct dpmf_normal_budget *budget, enum dpmf_relation neighbours,
                                 struct dpmf_loss *loss, struct dpmf_error *error)
{
	static const char *const names[] = { [DPMF_ENTRY] = "entry", [DPMF_USER] = "user", [DPMF_EDGE] = "edge" };

	if (budget->neighbours != neighbours)
		return dpmf_fail(error, DPMF_INPUT, "a budget for one changed %s is asked for as one for a changed %s",
		                 names[budget->neighbours], names[neighbours]);
	dpmf_interval_set(&loss->epsilon, budget->discrete ? &budget->rdp : &budget->exact);
	dpmf_interval_set(&loss->delta, &budget->delta);
	return DPMF_OK;
}

enum dpmf_status dpmf_normal_entry(const struct dpmf_normal_budget *budget, struct dpmf_entry_budget *entry,
                                   struct dpmf_error *error)
{
	return hand_out(budget, DPMF_ENTRY, &entry->loss, error);
}

enum dpmf_status dpmf_normal_user(const struct dpmf_normal_budget *budget, struct dpmf_user_budget *user,
                                  struct dpmf_error *error)
{
	return hand_out(budget, DPMF_USER, &user->loss, error);
}

enum dpmf_status dpmf_normal_edge(const struct dpmf_normal_budget *budget, struct dpmf_edge_budget *edge,
                                  struct dpmf_error *error)
{
	return hand_out(budget, DPMF_EDGE, &edge->loss, error);
}
