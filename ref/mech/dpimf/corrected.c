/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpimf/corrected.h"

#include <stdlib.h>
#include <string.h>

#include "mech/dpimf/kernels.h"
#include "mech/implicit.h"
#include "noise/exact.h"

void dpmf_dpimf_start_public(const struct dpmf_key *key, size_t users, size_t d, double *profiles)
{
	struct dpmf_key sub;
	struct dpmf_stream stream;

	dpmf_key_derive(key, "groups", &sub);
	memset(profiles, 0, users * d * sizeof *profiles);
	for (size_t u = 0; u < users; u++) {
		dpmf_stream_open(&stream, &sub, u, 0, 0);
		profiles[u * d + dpmf_uniform_below(&stream, d)] = 1;
	}
}

void dpmf_dpimf_gram(const double *profiles, size_t rows, size_t d, double *gram)
{
	memset(gram, 0, d * d * sizeof *gram);
	for (size_t u = 0; u < rows; u++)
		dpmf_dpimf_add_second(profiles + u * d, d, 1, gram);
}

enum dpmf_status dpmf_dpimf_end_round(const struct dpmf_dpimf_options *options, uint64_t round, const struct dpmf_model *model,
                                      struct dpmf_error *error)
{
	if (options->listener.round)
		options->listener.round(options->listener.context, round, model);
	if (options->stop && *options->stop)
		return dpmf_fail(error, DPMF_FAILED, "stopped by a signal after round %llu of %zu", (unsigned long long)round,
		                 options->rounds);
	return DPMF_OK;
}

static enum dpmf_status check_neighbours(const struct dpmf_dpimf_options *options, struct dpmf_error *error)
{
	if (options->neighbours == DPMF_ENTRY)
		return DPMF_OK;
	if (options->neighbours != DPMF_USER)
		return dpmf_fail(error, DPMF_INPUT, "neighbours are entry or user: dpimf knows no edges");
	if (options->scheme != DPMF_DPIMF_OPT)
		return dpmf_fail(error, DPMF_INPUT, "importance sampling weighs single interactions, and neighbours are whole rows of "
		                 "them: take scheme opt, or neighbours entry");
	if (options->most < 1 || options->most > 1000000)
		return dpmf_fail(error, DPMF_INPUT, "most must be 1 to 1000000, not %zu: how many interactions a user contributes",
		                 options->most);
	if (!(options->bound > 0))
		return dpmf_fail(error, DPMF_INPUT, "bound is 0: users' profiles stay on their devices, and what they add to a sum needs a "
		                 "public bound on their 2-norm above 0");
	return DPMF_OK;
}

static enum dpmf_status check(const struct dpmf_dpimf_options *options, const struct dpmf_ratings *ratings,
                              struct dpmf_error *error)
{
	if (dpmf_dpimf_options_check(options, ratings, error) != DPMF_OK)
		return DPMF_INPUT;
	if (options->scheme != DPMF_DPIMF_OPT && options->scheme != DPMF_DPIMF_OPT_IS)
		return dpmf_fail(error, DPMF_INPUT, "the corrected variant has the schemes opt and opt-is only: once both sides' profiles "
		                 "leave through the door, the second order is public at alpha0 = 1, and what the other schemes add "
		                 "to it protects nothing");
	if (options->parties != 1)
		return dpmf_fail(error, DPMF_INPUT, "the corrected variant releases one sum for all parties, which needs less noise "
		                 "than %zu sums: give 1 party", options->parties);
	if (options->by_items)
		return dpmf_fail(error, DPMF_INPUT, "the corrected variant releases the items' profiles: an item's that its party fitted "
		                 "without noise would tell of all who interacted; divide by users");
	if (options->local != 1)
		return dpmf_fail(error, DPMF_INPUT, "the corrected variant releases in every round: give 1 local pass, not %zu, and "
		                 "count rounds", options->local);
	return check_neighbours(options, error);
}

static enum dpmf_status make_model(const struct dpmf_ratings *ratings, size_t d, struct dpmf_model *model,
                                   struct dpmf_error *error)
{
	*model = (struct dpmf_model){ .users = ratings->users, .items = ratings->items, .factors = d };
	model->u = calloc(ratings->users * d + 1, sizeof *model->u);
	model->v = calloc(ratings->items * d + 1, sizeof *model->v);
	if (model->u && model->v)
		return DPMF_OK;
	dpmf_model_free(model);
	return dpmf_fail(error, DPMF_FAILED, "no memory for the profiles of %zu users and %zu items", ratings->users,
	                 ratings->items);
}

enum dpmf_status dpmf_dpimf_train_corrected(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                            const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                            struct dpmf_error *error)
{
	const struct dpmf_implicit_loss loss = { .keep = 0, .alpha0 = 1, .lambda = options->lambda };
	struct dpmf_model made;
	enum dpmf_status status = check(options, ratings, error);

	if (status == DPMF_OK)
		status = make_model(ratings, options->factors, &made, error);
	if (status != DPMF_OK)
		return status;
	status = (options->neighbours == DPMF_USER ? dpmf_dpimf_train_user : dpmf_dpimf_train_entry)
		(ratings, options, key, door, &made, error);
	if (status == DPMF_OK)
		status = dpmf_implicit_side(ratings, false, &loss, made.v, options->factors, options->jobs, made.u, error);
	if (status == DPMF_OK)
		*model = made;
	else
		dpmf_model_free(&made);
	return status;
}
