/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/dpimf/replay.h"

#include <string.h>

#include "audit/dpimf/worlds.h"

enum { CELLS_MOST = 64 };

enum dpmf_status dpimf_replay_interactions(const struct dpmf_ratings *ratings, struct dpmf_ratings *interactions,
                                           struct dpmf_error *error)
{
	bool cell[CELLS_MOST] = { false };

	if (ratings->users * ratings->items > CELLS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "at most %d cells of users and items", CELLS_MOST);
	for (size_t u = 0; u < ratings->users; u++)
		for (size_t a = ratings->row[u]; a < ratings->row[u + 1]; a++)
			cell[u * ratings->items + ratings->item[a]] = ratings->value[a] >= 3;
	cell[ratings->users * ratings->items - 1] = true;
	return dpimf_interactions(cell, ratings->users, ratings->items, interactions, error);
}

struct dpmf_dpimf_options dpimf_replay_options(const struct dpmf_options *options, enum dpmf_dpimf_scheme scheme, size_t rounds)
{
	const bool first_only = scheme == DPMF_DPIMF_OPT || scheme == DPMF_DPIMF_OPT_IS;

	return (struct dpmf_dpimf_options){
		.scheme = scheme, .epsilon = options->epsilon, .factors = options->factors, .lambda = options->lambda,
		.alpha0 = first_only ? 1 : 0.8, .share = { 0.25, 0.5, 0.25 }, .target = 1.5, .bound = 0.75,
		.parties = 1, .rounds = rounds, .local = 1, .neighbours = DPMF_ENTRY, .most = 2, .jobs = 1,
	};
}

typedef enum dpmf_status trainer(const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                                 const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                 struct dpmf_error *error);

static enum dpmf_status train(trainer *trains, const struct dpmf_ratings *ratings, const struct dpmf_dpimf_options *options,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                              struct dpmf_error *error)
{
	struct dpmf_ratings interactions;
	enum dpmf_status status = dpimf_replay_interactions(ratings, &interactions, error);

	if (status != DPMF_OK)
		return status;
	status = trains(&interactions, options, key, door, model, error);
	dpmf_ratings_free(&interactions);
	return status;
}

/* In the first round the users' profiles are the start's: P is held. */
#define DRIVER(name, trains, scheme, rounds, relation) \
	static enum dpmf_status train_##name(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights, \
	                                     const struct dpmf_options *options, const struct dpmf_key *key, \
	                                     struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error) \
	{ \
		struct dpmf_dpimf_options own = dpimf_replay_options(options, scheme, rounds); \
		(void)weights; \
		own.neighbours = relation; \
		return train(trains, ratings, &own, key, door, model, error); \
	}

DRIVER(str, dpmf_dpimf_train, DPMF_DPIMF_STR, 1, DPMF_ENTRY)
DRIVER(com, dpmf_dpimf_train, DPMF_DPIMF_COM, 1, DPMF_ENTRY)
DRIVER(sym, dpmf_dpimf_train, DPMF_DPIMF_SYM, 1, DPMF_ENTRY)
DRIVER(sampled, dpmf_dpimf_train, DPMF_DPIMF_OPT_IS, 1, DPMF_ENTRY)
DRIVER(sym_trained, dpmf_dpimf_train, DPMF_DPIMF_SYM, 1 + options->epochs, DPMF_ENTRY)
DRIVER(opt_trained, dpmf_dpimf_train, DPMF_DPIMF_OPT, 1 + options->epochs, DPMF_ENTRY)
DRIVER(entry, dpmf_dpimf_train_corrected, DPMF_DPIMF_OPT, options->epochs, DPMF_ENTRY)
DRIVER(entry_sampled, dpmf_dpimf_train_corrected, DPMF_DPIMF_OPT_IS, options->epochs, DPMF_ENTRY)
DRIVER(user, dpmf_dpimf_train_corrected, DPMF_DPIMF_OPT, options->epochs, DPMF_USER)

/* opt-is: the weight is in the statistic and not in what is declared. With P
   trained, every statistic tells of it, and at alpha0 = 1 G goes past the door. */
const struct audit_replay_target dpimf_replay_targets[DPIMF_REPLAY_TARGETS] = {
	{ "dpimf", "published str", "model", .unweighted = true, .train = train_str },
	{ "dpimf", "published com", "model", .unweighted = true, .train = train_com },
	{ "dpimf", "published sym", "model", .unweighted = true, .train = train_sym },
	{ "dpimf", "published opt-is", "model", .exceeds = true, .unweighted = true, .train = train_sampled },
	{ "dpimf", "published sym", "joint", .exceeds = true, .unweighted = true, .train = train_sym_trained },
	{ "dpimf", "published opt", "joint", .exceeds = true, .past = true, .unweighted = true, .train = train_opt_trained },
	{ "dpimf", "corrected entry", "joint", .unweighted = true, .train = train_entry },
	{ "dpimf", "corrected opt-is", "joint", .unweighted = true, .train = train_entry_sampled },
	{ "dpimf", "corrected user", "joint", .unweighted = true, .train = train_user },
};
