/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Users' messages go through the door one by one: the second run has the first one's messages, and whatever is made of
   them must be the same. */
#include "audit/dpmf-rp/replay.h"

#include "core/ratings_build.h"

enum { COPIES = 4, RATINGS_MOST = 36 };

enum dpmf_status dpmf_rp_replay_ratings(const struct dpmf_ratings *ratings, struct dpmf_ratings *widened, struct dpmf_error *error)
{
	struct dpmf_triple triple[RATINGS_MOST * COPIES];
	size_t count = 0;

	if (ratings->count > RATINGS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "at most %d ratings", RATINGS_MOST);
	for (size_t i = 0; i < ratings->users; i++)
		for (size_t a = ratings->row[i]; a < ratings->row[i + 1]; a++)
			for (uint32_t copy = 0; copy < COPIES; copy++)
				triple[count++] = (struct dpmf_triple){ (uint32_t)i, COPIES * ratings->item[a] + copy, ratings->value[a] };
	return dpmf_ratings_build(triple, count, 0, NULL, NULL, widened, error);
}

struct dpmf_rp_options dpmf_rp_replay_options(const struct dpmf_ratings *ratings, const struct dpmf_options *options, enum dpmf_rp_sum sum)
{
	struct dpmf_rp_options own = {
		.user = { .factors = options->factors, .lambda = options->lambda, .kappa = 3, .unobserved = options->noise_per_epoch,
		          .most_error = 0.5, .most_profile = 0.5 },
		.rows = ratings->items / 2, .rounds = options->epochs, .participation = 0.75, .mu = 0.1, .rate = options->rate,
		.beta1 = 0.9, .beta2 = 0.8, .noise = true, .theta = 0.25, .quanta = 2, .sum = sum, .threshold = 0.6, .jobs = 1,
	};

	if (dpmf_rp_taking_part(&own, ratings->users) < 2) /* too few to aggregate */
		own.sum = DPMF_RP_SUM_IDEAL;
	return own;
}

typedef enum dpmf_status trainer(const struct dpmf_ratings *ratings, const struct dpmf_rp_options *options, const struct dpmf_key *key,
                                 struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

static enum dpmf_status train(trainer *trains, enum dpmf_rp_sum sum, const struct dpmf_ratings *ratings, const struct dpmf_options *options,
                              const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_ratings widened;
	enum dpmf_status status = dpmf_rp_replay_ratings(ratings, &widened, error);

	if (status != DPMF_OK)
		return status;
	const struct dpmf_rp_options own = dpmf_rp_replay_options(&widened, options, sum);

	status = trains(&widened, &own, key, door, model, error);
	dpmf_ratings_free(&widened);
	return status;
}

#define DRIVER(name, trains, sum) \
	static enum dpmf_status train_##name(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights, \
	                                     const struct dpmf_options *options, const struct dpmf_key *key, \
	                                     struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error) \
	{ \
		(void)weights; \
		return train(trains, sum, ratings, options, key, door, model, error); \
	}

DRIVER(published, dpmf_rp_train, DPMF_RP_SUM_IDEAL)
DRIVER(corrected, dpmf_rp_train_corrected, DPMF_RP_SUM_IDEAL)
DRIVER(alone, dpmf_rp_train_corrected, DPMF_RP_SUM_NONE)
DRIVER(masked, dpmf_rp_train_corrected, DPMF_RP_SUM_SECAGG)

/* published: a coordinate beyond 2 c has the chance 0 or 1 at theta = 1/4, for which the sampler draws nothing, so that how
   much is drawn tells of ratings, too. Keys and masks take their time. */
const struct audit_replay_target dpmf_rp_replay_targets[DPMF_RP_REPLAY_TARGETS] = {
	{ "dpmf-rp", "published", "joint", .exceeds = true, .loops = true, .row = true, .unweighted = true, .train = train_published },
	{ "dpmf-rp", "corrected", "joint", .row = true, .unweighted = true, .train = train_corrected },
	{ "dpmf-rp", "corrected", "message", .row = true, .unweighted = true, .train = train_alone },
	{ "dpmf-rp", "corrected secagg", "joint", .row = true, .unweighted = true, .pairs_most = 25, .train = train_masked },
};
