/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Algorithm 1. Below, rows are the parties' own side (users) and columns the
   side that is released (items); by_items turns the ratings over before. */
#include <stdlib.h>
#include <string.h>

#include "core/transpose.h"
#include "core/vector.h"
#include "core/wipe.h"
#include "mech/dpimf/party.h"
#include "mech/dpimf/train.h"
#include "mech/implicit.h"
#include "noise/textbook.h"

struct federation {
	const struct dpmf_ratings *ratings;
	const struct dpmf_dpimf_options *options;
	const struct dpmf_key *key;
	struct dpmf_door *door;
	struct dpmf_dpimf_party *party;
	double **own;      /* each party's rows x d */
	double *shared;    /* columns x d, from the server */
	double *released;  /* columns x d, of the party at work */
	double *sum;       /* of the parties' released */
	struct dpmf_model model; /* for the listener and at the end; u: rows, v: columns until it is handed over */
};

/* Line 1 of Algorithm 2: entries uniform in (0, 1). */
static void start(const struct dpmf_key *key, const char *name, uint64_t number, size_t d, double *profile)
{
	struct dpmf_key sub;
	struct dpmf_stream stream;

	dpmf_key_derive(key, name, &sub);
	dpmf_stream_open(&stream, &sub, number, 0, 0);
	for (size_t l = 0; l < d; l++)
		profile[l] = dpmf_uniform(&stream);
}

/* Phase 1. */
static enum dpmf_status initialize(struct federation *f, struct dpmf_error *error)
{
	const size_t d = f->options->factors, columns = f->ratings->items * d, parties = f->options->parties;
	enum dpmf_status status = DPMF_OK;

	f->party = calloc(parties, sizeof *f->party);
	f->own = calloc(parties, sizeof *f->own);
	f->shared = calloc(columns, sizeof *f->shared);
	f->released = calloc(columns, sizeof *f->released);
	f->sum = calloc(columns, sizeof *f->sum);
	f->model = (struct dpmf_model){ .users = f->ratings->users, .items = f->ratings->items, .factors = d };
	f->model.u = calloc(f->ratings->users * d, sizeof *f->model.u);
	f->model.v = calloc(columns, sizeof *f->model.v);
	if (!f->party || !f->own || !f->shared || !f->released || !f->sum || !f->model.u || !f->model.v)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu parties and the profiles of %zu rows and %zu columns",
		                 parties, f->ratings->users, f->ratings->items);
	status = dpmf_dpimf_parties_draw(f->ratings, parties, f->key, f->party, error);
	for (size_t k = 0; status == DPMF_OK && k < parties; k++) {
		const struct dpmf_dpimf_party *party = &f->party[k];

		f->own[k] = calloc(party->ratings.users * d, sizeof **f->own);
		if (!f->own[k])
			return dpmf_fail(error, DPMF_FAILED, "no memory for the profiles of party %zu", k);
		for (size_t u = 0; u < party->ratings.users; u++)
			start(f->key, "initial profiles of a party", party->member[u], d, f->own[k] + u * d);
	}
	for (size_t i = 0; i < f->ratings->items; i++)
		start(f->key, "initial shared profiles", i, d, f->shared + i * d);
	return status;
}

static void free_all(struct federation *f)
{
	for (size_t k = 0; f->own && f->party && k < f->options->parties; k++)
		dpmf_wipe_free(f->own[k], f->party[k].ratings.users * f->options->factors * sizeof **f->own);
	if (f->party)
		dpmf_dpimf_parties_free(f->party, f->options->parties);
	free(f->party);
	free(f->own);
	free(f->shared);
	free(f->released);
	free(f->sum);
	dpmf_model_free(&f->model);
}

/* A party's own profiles, without noise, from those at hand of the other side. */
static enum dpmf_status fit_own(struct federation *f, size_t k, const double *other, struct dpmf_error *error)
{
	const struct dpmf_dpimf_options *o = f->options;
	const struct dpmf_implicit_loss loss = {
		.keep = o->scheme == DPMF_DPIMF_STR ? 1 : 1 - o->alpha0, .alpha0 = o->alpha0, .lambda = o->lambda
	};

	return dpmf_implicit_side(&f->party[k].ratings, false, &loss, other, o->factors, o->jobs, f->own[k], error);
}

static enum dpmf_status check_stop(const struct federation *f, uint64_t round, struct dpmf_error *error)
{
	if (f->options->stop && *f->options->stop)
		return dpmf_fail(error, DPMF_FAILED, "stopped by a signal in round %llu of %zu", (unsigned long long)round,
		                 f->options->rounds);
	return DPMF_OK;
}

/* Lines 6 to 11. The first pass of all takes the party's profiles as they
   started, which know nothing of the ratings. */
static enum dpmf_status update_locally(struct federation *f, size_t k, uint64_t round, struct dpmf_error *error)
{
	const struct dpmf_dpimf_options *o = f->options;
	const double *at_hand = f->shared;
	enum dpmf_status status = DPMF_OK;

	for (uint64_t l = 0; status == DPMF_OK && l < o->local; l++) {
		const uint64_t pass = (round - 1) * o->local + l + 1;

		if (pass > 1)
			status = fit_own(f, k, at_hand, error);
		if (status == DPMF_OK)
			status = dpmf_dpimf_pass(&f->party[k].ratings, o, f->own[k], k, pass, f->door, f->released, error);
		if (status == DPMF_OK)
			status = check_stop(f, round, error);
		at_hand = f->released;
	}
	return status;
}

static void tell(struct federation *f, uint64_t round)
{
	const size_t d = f->options->factors;

	memcpy(f->model.v, f->shared, f->ratings->items * d * sizeof *f->model.v);
	for (size_t k = 0; k < f->options->parties; k++)
		for (size_t u = 0; u < f->party[k].ratings.users; u++)
			memcpy(f->model.u + f->party[k].member[u] * d, f->own[k] + u * d, d * sizeof *f->model.u);
	if (round && f->options->listener.round)
		f->options->listener.round(f->options->listener.context, round, &f->model);
}

/* Lines 5 to 13. */
static enum dpmf_status run_round(struct federation *f, uint64_t round, struct dpmf_error *error)
{
	const size_t columns = f->ratings->items * f->options->factors, parties = f->options->parties;
	enum dpmf_status status = DPMF_OK;

	memset(f->sum, 0, columns * sizeof *f->sum);
	for (size_t k = 0; status == DPMF_OK && k < parties; k++) {
		status = update_locally(f, k, round, error);
		if (status == DPMF_OK)
			dpmf_add_scaled(1, f->released, columns, f->sum);
	}
	if (status != DPMF_OK)
		return status;
	dpmf_scale(1 / (double)parties, f->sum, columns, f->shared);
	if (f->options->listener.round)
		tell(f, round);
	return DPMF_OK;
}

static enum dpmf_status run(struct federation *f, struct dpmf_error *error)
{
	enum dpmf_status status = initialize(f, error);

	for (uint64_t round = 1; status == DPMF_OK && round <= f->options->rounds; round++)
		status = run_round(f, round, error);
	for (size_t k = 0; status == DPMF_OK && k < f->options->parties; k++)
		status = fit_own(f, k, f->shared, error);
	if (status == DPMF_OK)
		tell(f, 0);
	return status;
}

/* The model as users and items have it. */
static void hand_over(struct federation *f, struct dpmf_model *model)
{
	*model = f->model;
	if (f->options->by_items)
		*model = (struct dpmf_model){ .users = f->model.items, .items = f->model.users, .factors = f->model.factors,
		                              .u = f->model.v, .v = f->model.u };
	f->model = (struct dpmf_model){ .u = NULL };
}

enum dpmf_status dpmf_dpimf_train(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                  struct dpmf_error *error)
{
	struct federation f = { .ratings = ratings, .options = options, .key = key, .door = door };
	struct dpmf_ratings turned = { .users = 0 };
	enum dpmf_status status = dpmf_dpimf_options_check(options, ratings, error);

	if (status != DPMF_OK)
		return status;
	if (options->by_items) {
		status = dpmf_ratings_transpose(ratings, &turned, error);
		f.ratings = &turned;
	}
	if (status == DPMF_OK)
		status = run(&f, error);
	if (status == DPMF_OK)
		hand_over(&f, model);
	free_all(&f);
	dpmf_ratings_free(&turned);
	return status;
}
