/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every mechanism and baseline in every variant, each called the same way. */
#ifndef TESTS_ALL_MECHANISMS_H
#define TESTS_ALL_MECHANISMS_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/catalogue.h"
#include "core/ratings_build.h"
#include "core/ratings_make.h"
#include "core/ratings_parts.h"
#include "mech/dpals/train.h"
#include "mech/dpimf/train.h"
#include "mech/dpmf-rp/train.h"
#include "mech/dppop/train.h"
#include "mech/gaussmf/train.h"
#include "mech/hdpmf/train.h"
#include "mech/means/train.h"
#include "mech/privsr/train.h"
#include "peers/dplcf.h"
#include "peers/dpmf01.h"
#include "peers/ials.h"
#include "peers/peers.h"
#include "peers/popularity.h"
#include "peers/soreg.h"

struct world {
	struct dpmf_ratings ratings;   /* 1 to 5; what is read as interactions is a rating */
	struct dpmf_weights weights;
	struct dpmf_social social;
};

struct dpmf_call {
	const struct world *world;
	const struct dpmf_key *coins;
	struct dpmf_door *door;
	struct dpmf_model *model;
	struct dpmf_error *error;
};

enum { FACTORS = 3 };

static inline struct dpmf_options test_options(void)
{
	return (struct dpmf_options){ .epsilon = 1, .rating_min = 1, .rating_max = 5, .factors = FACTORS, .epochs = 3,
	                              .rate = 0.02, .lambda = 0.01, .jobs = 1 };
}

static inline struct dpmf_privsr_options test_privsr(void)
{
	return (struct dpmf_privsr_options){ .run = test_options(), .beta = 0.5, .sensitive_share = 0.5, .social_weight = 1 };
}

static inline struct dpmf_gaussmf_options test_gaussmf(void)
{
	return (struct dpmf_gaussmf_options){ .rating_min = 1, .rating_max = 5, .factors = FACTORS, .steps = 3, .rate = 0.01,
	                                 .lambda = 0.1, .clip = 1, .eps_i = 0.5, .delta = 1e-5, .delta_r = 1e-4, .jobs = 1 };
}

static inline struct dpmf_dpimf_options test_dpimf(enum dpmf_dpimf_scheme scheme)
{
	return (struct dpmf_dpimf_options){
		.scheme = scheme, .epsilon = 1, .factors = FACTORS, .lambda = 0.1,
		.alpha0 = scheme == DPMF_DPIMF_OPT || scheme == DPMF_DPIMF_OPT_IS ? 1 : 0.75, .share = { 0.25, 0.5, 0.25 }, .target = 2,
		.parties = 2, .rounds = 2, .local = 1, .neighbours = DPMF_ENTRY, .most = 3, .jobs = 1,
	};
}

static inline struct dpmf_rp_options test_rp(void)
{
	return (struct dpmf_rp_options){
		.user = { .factors = FACTORS, .lambda = 0.25, .kappa = 15, .unobserved = 1, .most_error = 1, .most_profile = 0.5 },
		.rows = 3, .rounds = 3, .participation = 0.6, .mu = 0.1, .rate = 0.05, .beta1 = 0.9, .beta2 = 0.8,
		.noise = true, .theta = 0.25, .quanta = 4, .threshold = 0.75, .jobs = 1
	};
}

static inline struct dpmf_means_options test_means(double delta, bool items_only)
{
	return (struct dpmf_means_options){ .rating_min = 1, .rating_max = 5, .epsilon = 1, .delta = delta, .items_only = items_only, .jobs = 1 };
}

static inline struct dpmf_dpals_options test_dpals(void)
{
	return (struct dpmf_dpals_options){ .rating_min = 1, .rating_max = 5, .epsilon = 1, .delta = 1e-5, .factors = FACTORS,
	                                    .rounds = 2, .most = 3, .lambda = 0.5, .bound = 1, .jobs = 1 };
}

#define CALL(name, train, type, ...) \
	static enum dpmf_status name(const struct dpmf_call *c) \
	{ \
		const struct type options = __VA_ARGS__; \
\
		return train(&c->world->ratings, &options, c->coins, c->door, c->model, c->error); \
	}
#define CALL_WITH(name, train, with, type, ...) \
	static enum dpmf_status name(const struct dpmf_call *c) \
	{ \
		const struct type options = __VA_ARGS__; \
\
		return train(&c->world->ratings, &c->world->with, &options, c->coins, c->door, c->model, c->error); \
	}

static inline struct dpmf_options anew(void)
{
	struct dpmf_options options = test_options();

	options.noise_per_epoch = true;
	options.step = DPMF_STEP_MESSAGE;
	return options;
}

static inline struct dpmf_options as_run(void)
{
	struct dpmf_options options = anew();

	options.as_run = true;
	return options;
}

static inline struct dpmf_dpimf_options dpimf_with(enum dpmf_dpimf_scheme scheme, enum dpmf_relation neighbours, bool by_items, double bound,
                                                   size_t parties)
{
	struct dpmf_dpimf_options kept = test_dpimf(scheme);

	kept.neighbours = neighbours;
	kept.by_items = by_items;
	kept.bound = bound;
	kept.parties = parties;
	return kept;
}

static inline struct dpmf_rp_options rp_with(enum dpmf_rp_sum sum, bool noise, double unobserved)
{
	struct dpmf_rp_options kept = test_rp();

	kept.sum = sum;
	kept.noise = noise;
	kept.user.unobserved = unobserved;
	return kept;
}

CALL(run_mf, dpmf_mf_train, dpmf_options, test_options())
CALL_WITH(run_dpmf, dpmf_train, weights, dpmf_options, test_options())
CALL_WITH(run_hdpmf, dpmf_hdpmf_train, weights, dpmf_options, test_options())
CALL_WITH(run_hdpmf_anew, dpmf_hdpmf_train, weights, dpmf_options, anew())
CALL_WITH(run_hdpmf_as_run, dpmf_hdpmf_train, weights, dpmf_options, as_run())
CALL_WITH(run_hdpmf_corrected, dpmf_hdpmf_train_corrected, weights, dpmf_options, test_options())
CALL_WITH(run_privsr, dpmf_privsr_train, social, dpmf_privsr_options, test_privsr())
CALL_WITH(run_privsr_corrected, dpmf_privsr_train_corrected, social, dpmf_privsr_options, test_privsr())
CALL(run_gaussmf, dpmf_gaussmf_train, dpmf_gaussmf_options, test_gaussmf())
CALL(run_gaussmf_corrected, dpmf_gaussmf_train_corrected, dpmf_gaussmf_options, test_gaussmf())
CALL(run_dpimf_str, dpmf_dpimf_train, dpmf_dpimf_options, dpimf_with(DPMF_DPIMF_STR, DPMF_ENTRY, false, 0, 1))
CALL(run_dpimf_com, dpmf_dpimf_train, dpmf_dpimf_options, dpimf_with(DPMF_DPIMF_COM, DPMF_ENTRY, false, 1, 2))
CALL(run_dpimf_sym, dpmf_dpimf_train, dpmf_dpimf_options, dpimf_with(DPMF_DPIMF_SYM, DPMF_ENTRY, true, 1, 2))
CALL(run_dpimf_opt, dpmf_dpimf_train, dpmf_dpimf_options, dpimf_with(DPMF_DPIMF_OPT, DPMF_ENTRY, false, 0, 1))
CALL(run_dpimf_opt_is, dpmf_dpimf_train, dpmf_dpimf_options, dpimf_with(DPMF_DPIMF_OPT_IS, DPMF_ENTRY, false, 1, 2))
CALL(run_dpimf_corrected, dpmf_dpimf_train_corrected, dpmf_dpimf_options, dpimf_with(DPMF_DPIMF_OPT, DPMF_ENTRY, false, 1, 1))
CALL(run_dpimf_corrected_is, dpmf_dpimf_train_corrected, dpmf_dpimf_options, dpimf_with(DPMF_DPIMF_OPT_IS, DPMF_ENTRY, false, 1, 1))
CALL(run_dpimf_corrected_user, dpmf_dpimf_train_corrected, dpmf_dpimf_options, dpimf_with(DPMF_DPIMF_OPT, DPMF_USER, false, 1, 1))
CALL(run_rp, dpmf_rp_train, dpmf_rp_options, rp_with(DPMF_RP_SUM_IDEAL, true, 1))
CALL(run_rp_all_seen, dpmf_rp_train, dpmf_rp_options, rp_with(DPMF_RP_SUM_IDEAL, true, 0))
CALL(run_rp_none, dpmf_rp_train, dpmf_rp_options, rp_with(DPMF_RP_SUM_NONE, true, 1))
CALL(run_rp_plain, dpmf_rp_train, dpmf_rp_options, rp_with(DPMF_RP_SUM_IDEAL, false, 1))
CALL(run_rp_corrected, dpmf_rp_train_corrected, dpmf_rp_options, rp_with(DPMF_RP_SUM_IDEAL, true, 1))
CALL(run_rp_secagg, dpmf_rp_train_corrected, dpmf_rp_options, rp_with(DPMF_RP_SUM_SECAGG, true, 1))
CALL(run_dpals, dpmf_dpals_train, dpmf_dpals_options, test_dpals())
CALL(run_dpals_corrected, dpmf_dpals_train_corrected, dpmf_dpals_options, test_dpals())
CALL(run_dppop, dpmf_dppop_train, dpmf_dppop_options, { .epsilon = 1, .most = 2, .jobs = 1 })
CALL(run_means, dpmf_means_train, dpmf_means_options, test_means(0, false))
CALL(run_means_items, dpmf_means_train, dpmf_means_options, test_means(1e-5, true))
CALL(run_ials, dpmf_ials_train, dpmf_ials_options, { .factors = FACTORS, .epochs = 2, .alpha0 = 0.2, .lambda = 0.01, .jobs = 1 })
CALL(run_dpmf01, dpmf_dpmf01_train, dpmf_dpmf01_options, { .epsilon = 1, .lambda = 0.1, .factors = FACTORS, .epochs = 2, .jobs = 1 })
CALL_WITH(run_soreg, dpmf_soreg_train, social, dpmf_soreg_options, { .run = test_options(), .social_weight = 1 })

static enum dpmf_status run_pdpmf(const struct dpmf_call *c)
{
	const struct dpmf_options options = test_options();

	return dpmf_pdpmf_train(&c->world->ratings, &c->world->weights, 0.5, &options, c->coins, c->door, c->model, c->error);
}

static enum dpmf_status run_popularity(const struct dpmf_call *c)
{
	return dpmf_popularity_train(&c->world->ratings, c->door, c->model, c->error);
}

/* No model: a user's factors are those that the neighbours' weights are. */
static enum dpmf_status run_neighbours(const struct dpmf_call *c, bool ldpicf)
{
	const struct dpmf_dplcf_options options = { .epsilon = 2, .neighbours = 4, .jobs = 1 };
	struct dpmf_neighbours found;
	enum dpmf_status status = (ldpicf ? dpmf_ldpicf_train : dpmf_dplcf_train)(&c->world->ratings, &options, c->door, &found, c->error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_model_blank(&c->world->ratings, 4, c->model, c->error);
	for (size_t j = 0; status == DPMF_OK && j < found.items; j++)
		for (size_t n = 0; n < found.count[j]; n++)
			c->model->v[j * 4 + n] = found.weight[j * found.most + n];
	dpmf_neighbours_free(&found);
	return status;
}

static enum dpmf_status run_dplcf(const struct dpmf_call *c)
{
	return run_neighbours(c, false);
}

static enum dpmf_status run_ldpicf(const struct dpmf_call *c)
{
	return run_neighbours(c, true);
}

static const struct mechanism {
	const char *name;
	enum dpmf_status (*run)(const struct dpmf_call *c);
	bool coins;   /* draws something public: the start, groups, a projection, a schedule, what is contributed */
	bool noise;   /* its first release has noise */
	bool samples; /* its first statistic is of a secret sample */
	bool raw;     /* what it publishes is a function of more than the door's answers: its users' factors of the sample */
} mechanisms[] = {
	{ "mf", run_mf, .coins = true },
	{ "dpmf", run_dpmf, .coins = true, .noise = true },
	{ "pdpmf", run_pdpmf, .coins = true, .noise = true, .samples = true, .raw = true },
	{ "hdpmf", run_hdpmf, .coins = true, .noise = true },
	{ "hdpmf, noise anew", run_hdpmf_anew, .coins = true, .noise = true },
	{ "hdpmf as-run", run_hdpmf_as_run, .coins = true, .noise = true },
	{ "hdpmf corrected", run_hdpmf_corrected, .noise = true },
	{ "privsr", run_privsr, .coins = true, .noise = true },
	{ "privsr corrected", run_privsr_corrected, .noise = true },
	{ "soreg", run_soreg, .coins = true },
	{ "gaussmf", run_gaussmf, .coins = true, .noise = true },
	{ "gaussmf corrected", run_gaussmf_corrected, .coins = true, .noise = true },
	{ "dpimf str", run_dpimf_str, .coins = true, .noise = true },
	{ "dpimf com", run_dpimf_com, .coins = true, .noise = true },
	{ "dpimf sym by items", run_dpimf_sym, .coins = true, .noise = true },
	{ "dpimf opt", run_dpimf_opt, .coins = true, .noise = true },
	{ "dpimf opt-is", run_dpimf_opt_is, .coins = true, .noise = true, .samples = true },
	{ "dpimf corrected", run_dpimf_corrected, .coins = true, .noise = true },
	{ "dpimf corrected, sampled", run_dpimf_corrected_is, .coins = true, .noise = true, .samples = true },
	{ "dpimf corrected, a row", run_dpimf_corrected_user, .coins = true, .noise = true },
	{ "dpmf-rp", run_rp, .coins = true, .noise = true },
	{ "dpmf-rp, unobserved 0", run_rp_all_seen, .coins = true, .noise = true },
	{ "dpmf-rp, every message seen", run_rp_none, .coins = true, .noise = true },
	{ "dpmf-rp without noise", run_rp_plain, .coins = true },
	{ "dpmf-rp corrected", run_rp_corrected, .coins = true, .noise = true },
	{ "dpmf-rp corrected, secure aggregation", run_rp_secagg, .coins = true, .noise = true },
	{ "dpals", run_dpals, .coins = true, .noise = true },
	{ "dpals corrected", run_dpals_corrected, .coins = true, .noise = true },
	{ "dppop", run_dppop, .coins = true, .noise = true },
	{ "means", run_means, .noise = true },
	{ "means, delta, items alone", run_means_items, .noise = true },
	{ "ials", run_ials, .coins = true },
	{ "dpmf01", run_dpmf01, .coins = true, .noise = true },
	{ "pop", run_popularity, .coins = false },
	{ "dplcf", run_dplcf, .noise = true },
	{ "ldpicf", run_ldpicf, .noise = true },
};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

/* Ratings of the given triples among users 1 .. users and items 1 .. items, and a ring of trust among all users. */
static inline void make_world(const struct dpmf_triple *triple, size_t count, size_t users, size_t items, struct world *world)
{
	const struct dpmf_triples part[2] = { { triple, count }, { NULL, 0 } };
	struct dpmf_catalogue all_users, all_items;
	struct dpmf_edge edge[256];
	struct dpmf_edges edges = { .edge = edge };
	struct dpmf_error error = { "" };
	struct dpmf_key key;
	size_t place[2];

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	assert_int_equal(dpmf_catalogue_first(users, &all_users, NULL), DPMF_OK);
	assert_int_equal(dpmf_catalogue_first(items, &all_items, NULL), DPMF_OK);
	if (dpmf_ratings_build_parts(part, &(struct dpmf_universe){ .users = &all_users, .items = &all_items }, 0, place,
	                             &world->ratings, &error))
		fail_msg("%s", error.text);
	dpmf_key_from_seed(9, &key);
	assert_int_equal(dpmf_weights_draw(users, items, &dpmf_users_of_table2, &dpmf_items_of_table2, &key, &world->weights,
	                                   NULL), DPMF_OK);
	for (uint32_t i = 1; i <= users && edges.count + 2 < 256; i++)
		for (uint32_t step = 1; step <= 2; step++)
			if ((i - 1 + step) % users + 1 != i)
				edge[edges.count++] = (struct dpmf_edge){ i, (uint32_t)((i - 1 + step) % users + 1), 1 };
	if (dpmf_social_build(&edges, &world->ratings, &world->social, &error))
		fail_msg("%s", error.text);
	dpmf_catalogue_free(&all_users);
	dpmf_catalogue_free(&all_items);
}

static inline void free_world(struct world *world)
{
	dpmf_ratings_free(&world->ratings);
	dpmf_weights_free(&world->weights);
	dpmf_social_free(&world->social);
}

#endif
