/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Algorithm 2, lines 2 to 14, for one party. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "account/directed.h"
#include "core/parallel.h"
#include "core/vector.h"
#include "core/wipe.h"
#include "mech/dpimf/kernels.h"
#include "mech/dpimf/solve.h"
#include "mech/dpimf/train.h"
#include "mech/dpimf/weights.h"
#include "noise/textbook.h"
#include "solve/ball_qp.h"

enum statistic { FIRST, SECOND, WEIGHT, STATISTICS };

struct pass {
	const struct dpmf_ratings *ratings;
	const struct dpmf_dpimf_options *options;
	struct dpmf_door *door;
	struct dpmf_key sampling;
	uint64_t party, draw;
	double keep;
	double *profiles;           /* those at hand, clipped where there is a bound */
	double *of_all;             /* G */
	struct dpmf_dpimf_shared shared; /* first order only: the matrix of all */
	double *weight;             /* DPMF_DPIMF_OPT_IS: one a profile */
	size_t number[STATISTICS];  /* in the record; DPMF_DPIMF_STR releases all three as FIRST */
	double *solved;
};

struct work { /* of one thread */
	struct dpmf_ball_qp qp;
	double *coefficients;       /* second, first, weight: released */
	double *matrix;
};

static bool all_at_once(const struct pass *p)
{
	return p->options->scheme == DPMF_DPIMF_STR;
}

/* Whether what is quadratic is free of U_i, and goes without noise. */
static bool first_only(const struct pass *p)
{
	return p->keep == 0;
}

static size_t second_count(const struct pass *p)
{
	const size_t d = p->options->factors;

	return p->options->scheme == DPMF_DPIMF_STR || p->options->scheme == DPMF_DPIMF_COM ? d * d : d * (d + 1) / 2;
}

/* Line 2; Eq. (9), or Eqs. (15) to (18). */
static void sensitivities(const struct pass *p, double delta[STATISTICS])
{
	const size_t d = p->options->factors;
	const double c = p->options->bound;
	const bool full = p->options->scheme == DPMF_DPIMF_COM;

	memset(delta, 0, STATISTICS * sizeof *delta);
	delta[WEIGHT] = p->keep;
	if (c > 0) {
		delta[FIRST] = dpmf_dpimf_bound_first(c, d);
		delta[SECOND] = p->keep * (full || all_at_once(p) ? dpmf_dpimf_bound_full(c, d) : dpmf_dpimf_bound_triu(c, d));
		if (all_at_once(p))
			delta[FIRST] += delta[SECOND] + 1;
		return;
	}
	for (size_t u = 0; u < p->ratings->users; u++) {
		const double *profile = p->profiles + u * d;

		delta[FIRST] = fmax(delta[FIRST], all_at_once(p) ? dpmf_dpimf_delta_loss(profile, d) :
		                                  dpmf_dpimf_delta_first(profile, d));
		delta[SECOND] = fmax(delta[SECOND], full ? dpmf_dpimf_delta_full(profile, d, p->keep) :
		                                    dpmf_dpimf_delta_triu(profile, d, p->keep));
	}
}

static const char *premise_of(const struct dpmf_dpimf_options *options)
{
	if (options->scheme == DPMF_DPIMF_OPT_IS)
		return "the other side's profiles are held fixed, and a sampled interaction counts once, not by its weight";
	if (options->bound > 0)
		return "the other side's profiles are held fixed";
	return "the other side's profiles are held fixed, and with them the sensitivity, which is that of the largest at hand";
}

static enum dpmf_status declare(struct pass *p, uint64_t round, struct dpmf_error *error)
{
	static const char *const name[STATISTICS] = {
		"first-order coefficients of a profile's loss", "second-order coefficients of a profile's loss",
		"weight of a profile's regularizer",
	};
	const size_t d = p->options->factors;
	const size_t count[STATISTICS] = { all_at_once(p) ? d * d + d + 1 : d, second_count(p), 1 };
	double delta[STATISTICS];

	sensitivities(p, delta);
	for (int s = 0; s < STATISTICS; s++) {
		const struct dpmf_between sensitivity = dpmf_around(delta[s], d);
		const double share = all_at_once(p) || first_only(p) ? 1 : p->options->share[s];
		const struct dpmf_entry entry = {
			.statistic = all_at_once(p) ? "all coefficients of a profile's loss" : name[s],
			.premise = premise_of(p->options),
			.neighbours = DPMF_ENTRY,
			.norm = DPMF_L1,
			.sensitivity = sensitivity.most,
			.sensitivity_least = sensitivity.least,
			.law = DPMF_LAPLACE,
			.scale = dpmf_quotient_above(dpmf_quotient_above(sensitivity.most, share), p->options->epsilon),
			.pieces = p->ratings->items,
			.touched = 1,
			.touched_by_user = p->options->by_items ? p->ratings->users : p->ratings->items,
			.part = p->party + 1,
			.spread = p->options->by_items,
			.coordinates = count[s],
			.round = round,
			.draw = STATISTICS * p->draw + (uint64_t)s,
		};

		if (s != FIRST && (all_at_once(p) || first_only(p)))
			continue;
		if (!(delta[s] > 0) || !isfinite(entry.scale) || !(entry.scale > 0))
			return dpmf_fail(error, DPMF_INPUT, "the largest profile has a sensitivity of %g, from which no scale "
			                 "of noise follows: give a bound above 0", delta[s]);
		if (dpmf_door_declare(p->door, &entry, &p->number[s], error) != DPMF_OK)
			return DPMF_FAILED;
	}
	return DPMF_OK;
}

/* Definition 4: everybody draws, whether or not there is
   something to sample, so that the draws do not depend on the data. */
static void add_sample(const struct pass *p, size_t i, double *first)
{
	const struct dpmf_ratings *ratings = p->ratings;
	const size_t d = p->options->factors;
	size_t a = ratings->column[i];
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, &p->sampling, p->party, i, p->draw);
	for (size_t u = 0; u < ratings->users; u++) {
		const bool sampled = dpmf_uniform(&stream) < 1 / p->weight[u];

		if (a == ratings->column[i + 1] || ratings->user[a] != u)
			continue;
		a++;
		if (sampled)
			dpmf_dpimf_add_first(p->profiles + u * d, d, p->weight[u], first);
	}
}

/* Line 9: the coefficients before noise. */
static void collect(const struct pass *p, size_t i, struct work *w, double *first)
{
	const struct dpmf_ratings *ratings = p->ratings;
	const size_t d = p->options->factors;

	memset(first, 0, d * sizeof *first);
	if (!first_only(p))
		memset(w->matrix, 0, d * d * sizeof *w->matrix);
	if (p->weight) {
		add_sample(p, i, first);
		return;
	}
	for (size_t a = ratings->column[i]; a < ratings->column[i + 1]; a++) {
		const double *profile = p->profiles + ratings->user[a] * d;

		dpmf_dpimf_add_first(profile, d, 1, first);
		if (!first_only(p))
			dpmf_dpimf_add_second(profile, d, 1, w->matrix);
	}
}

/* What leaves of the second order, and what comes back: the matrix, its upper
   triangle, or nothing. */
static void pack(const struct pass *p, const struct work *w, double *second)
{
	const size_t d = p->options->factors;

	if (second_count(p) == d * d)
		memcpy(second, w->matrix, d * d * sizeof *second);
	else
		dpmf_dpimf_upper(w->matrix, d, second);
}

static void unpack(const struct pass *p, struct work *w, const double *second)
{
	const size_t d = p->options->factors;

	if (second_count(p) == d * d)
		memcpy(w->matrix, second, d * d * sizeof *second);
	else
		dpmf_dpimf_symmetric(second, d, w->matrix);
}

/* Lines 10 and 11. */
static enum dpmf_status perturb(const struct pass *p, size_t i, double *second, double *first, double *weight)
{
	if (all_at_once(p))
		return dpmf_door_release(p->door, p->number[FIRST], i, NULL, second, NULL);
	if (dpmf_door_release(p->door, p->number[FIRST], i, NULL, first, NULL) != DPMF_OK ||
	    dpmf_door_release(p->door, p->number[SECOND], i, NULL, second, NULL) != DPMF_OK)
		return DPMF_FAILED;
	return dpmf_door_release(p->door, p->number[WEIGHT], i, NULL, weight, NULL);
}

/* Lines 8 to 13 where only the first order has noise. */
static enum dpmf_status solve_first_order(const struct pass *p, size_t i, struct work *w)
{
	double *first = w->coefficients;

	collect(p, i, w, first);
	if (dpmf_door_release(p->door, p->number[FIRST], i, NULL, first, NULL) != DPMF_OK)
		return DPMF_FAILED;
	return dpmf_dpimf_shared_solve(&p->shared, &w->qp, first, p->solved + i * p->options->factors);
}

/* Lines 8 to 13 where everything has. */
static enum dpmf_status solve_all_orders(const struct pass *p, size_t i, struct work *w)
{
	const size_t d = p->options->factors, raters = p->ratings->column[i + 1] - p->ratings->column[i];
	const double lambda = p->options->lambda;
	double *second = w->coefficients, *first = second + second_count(p), *weight = first + d;

	collect(p, i, w, first);
	dpmf_dpimf_mix(p->keep, p->options->alpha0, p->of_all, d * d, w->matrix);
	*weight = dpmf_dpimf_regularizer(p->keep, p->options->alpha0, (double)raters, (double)p->ratings->users);
	pack(p, w, second);
	if (perturb(p, i, second, first, weight) != DPMF_OK)
		return DPMF_FAILED;
	unpack(p, w, second);
	for (size_t j = 0; j < d; j++)
		w->matrix[j * d + j] += lambda * *weight;
	return dpmf_ball_qp_solve(&w->qp, w->matrix, first, sqrt(1 / lambda), p->solved + i * d, NULL, NULL);
}

static enum dpmf_status solve_items(void *context, size_t begin, size_t end)
{
	const struct pass *p = context;
	const size_t d = p->options->factors;
	struct work w = { .qp = { 0 } };
	enum dpmf_status status = dpmf_ball_qp_open(&w.qp, d, NULL);

	w.coefficients = calloc(2 * d * d + d + 1, sizeof *w.coefficients);
	if (status == DPMF_OK && !w.coefficients)
		status = DPMF_FAILED;
	w.matrix = w.coefficients ? w.coefficients + d * d + d + 1 : NULL;
	for (size_t i = begin; status == DPMF_OK && i < end; i++)
		status = (first_only(p) ? solve_first_order : solve_all_orders)(p, i, &w);
	free(w.coefficients);
	dpmf_ball_qp_close(&w.qp);
	return status;
}

/* Lines 5 and 6. */
static enum dpmf_status weigh(struct pass *p, struct dpmf_error *error)
{
	const struct dpmf_dpimf_options *o = p->options;

	p->weight = malloc((p->ratings->users + 1) * sizeof *p->weight);
	if (!p->weight)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the weights of %zu users", p->ratings->users);
	return dpmf_dpimf_weights_solve(p->profiles, p->ratings->users, o->factors, o->epsilon, o->target * o->epsilon,
	                                p->weight, error);
}

/* The profiles, and line 3. */
static enum dpmf_status prepare(struct pass *p, const double *profiles, struct dpmf_error *error)
{
	const size_t d = p->options->factors, users = p->ratings->users;
	enum dpmf_status status = DPMF_OK;

	p->profiles = malloc((users * d + 1) * sizeof *p->profiles);
	p->of_all = calloc(d * d, sizeof *p->of_all);
	p->solved = malloc((p->ratings->items * d + 1) * sizeof *p->solved);
	if (!p->profiles || !p->of_all || !p->solved)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the profiles of %zu users and %zu items", users,
		                 p->ratings->items);
	memcpy(p->profiles, profiles, users * d * sizeof *p->profiles);
	for (size_t u = 0; u < users; u++) {
		if (p->options->bound > 0)
			dpmf_project_ball(p->profiles + u * d, d, p->options->bound);
		dpmf_dpimf_add_second(p->profiles + u * d, d, 1, p->of_all);
	}
	if (first_only(p))
		status = dpmf_dpimf_shared_open(p->of_all, d, p->options->lambda, users, &p->shared, error);
	if (status == DPMF_OK && p->options->scheme == DPMF_DPIMF_OPT_IS)
		status = weigh(p, error);
	return status;
}

enum dpmf_status dpmf_dpimf_pass(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                 const double *profiles, uint64_t party, uint64_t round,
                                 struct dpmf_door *door, double *solved, struct dpmf_error *error)
{
	struct pass p = { .ratings = ratings, .options = options, .door = door, .party = party };
	enum dpmf_status status;

	p.draw = round * options->parties + party;
	p.keep = options->scheme == DPMF_DPIMF_STR ? 1 : 1 - options->alpha0;
	dpmf_door_secret(door, "importance sample", &p.sampling);
	status = prepare(&p, profiles, error);
	if (status == DPMF_OK)
		status = declare(&p, round, error);
	if (status == DPMF_OK && (status = dpmf_parallel(ratings->items, options->jobs, solve_items, &p)) != DPMF_OK)
		dpmf_fail(error, status, "a profile of pass %llu, party %llu, could not be released or solved: the perturbed loss "
		          "leaves the range of numbers; take a larger epsilon or a smaller bound",
		          (unsigned long long)round, (unsigned long long)party);
	if (status == DPMF_OK)
		memcpy(solved, p.solved, ratings->items * options->factors * sizeof *solved);
	dpmf_wipe_free(p.solved, ratings->items * options->factors * sizeof *p.solved);
	dpmf_wipe_free(p.profiles, ratings->users * options->factors * sizeof *p.profiles);
	free(p.of_all);
	dpmf_dpimf_shared_close(&p.shared);
	free(p.weight);
	return status;
}
