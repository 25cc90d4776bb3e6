/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Users trust each other in a ring, with a public S_if. */
#include "audit/privsr/replay.h"

#include <math.h>
#include <stdlib.h>

#include "core/vector.h"
#include "mech/hdpmf/train.h"
#include "mech/privsr/train.h"

enum { USERS_MOST = 16 };

struct ring {
	size_t row[USERS_MOST + 1];
	uint32_t trustee[USERS_MOST];
	double similarity[USERS_MOST];
};

static struct dpmf_social ring_of(size_t users, struct ring *ring)
{
	const size_t edges = users > 1 && users <= USERS_MOST ? users : 0;

	for (size_t i = 0; i <= USERS_MOST; i++)
		ring->row[i] = i < edges ? i : edges;
	for (size_t i = 0; i < edges; i++) {
		ring->trustee[i] = (uint32_t)((i + 1) % users);
		ring->similarity[i] = 0.75;
	}
	return (struct dpmf_social){ .users = users, .count = edges, .row = ring->row, .trustee = ring->trustee,
	                             .similarity = ring->similarity };
}

static struct dpmf_privsr_options options_of(const struct dpmf_options *run)
{
	return (struct dpmf_privsr_options){ .run = *run, .beta = 0.5, .sensitive_share = 0.5, .social_weight = 0.5 };
}

/* Theorem 1, with U held: 2 |r - r'| |u|_1. */
static double moved_with_users_held(const struct audit_neighbours *pair, const struct dpmf_model *model)
{
	return 2 * fabs(pair->rating[0] - pair->rating[1]) * dpmf_l1(model->u + pair->user * model->factors, model->factors);
}

double privsr_moved_corrected(const struct audit_neighbours *pair, const struct dpmf_model *model)
{
	struct dpmf_hdpmf_steps steps;

	(void)model;
	if (dpmf_hdpmf_steps_of(pair->options.epsilon, pair->options.rating_min, pair->options.rating_max, &steps, NULL) != DPMF_OK)
		return NAN;
	return (double)(dpmf_hdpmf_weight_steps(1) *
	                llabs(dpmf_hdpmf_rating_steps(&steps, pair->rating[0]) - dpmf_hdpmf_rating_steps(&steps, pair->rating[1])));
}

static enum dpmf_status train(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                              const struct dpmf_options *options, const struct dpmf_key *key,
                              struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_privsr_options own = options_of(options);
	struct ring ring;
	const struct dpmf_social social = ring_of(ratings->users, &ring);

	(void)weights;
	return dpmf_privsr_train(ratings, &social, &own, key, door, model, error);
}

enum dpmf_status privsr_replay_corrected(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                         const struct dpmf_options *options, const struct dpmf_key *key,
                                         struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error)
{
	const struct dpmf_privsr_options own = options_of(options);
	struct ring ring;
	const struct dpmf_social social = ring_of(ratings->users, &ring);

	(void)weights;
	return dpmf_privsr_train_corrected(ratings, &social, &own, key, door, model, error);
}

const struct audit_replay_target privsr_replay_targets[PRIVSR_REPLAY_TARGETS] = {
	{ "privsr", "published", "model", .hold_users = true, .unweighted = true, .train = train, .moved = moved_with_users_held },
	{ "privsr", "published", "joint", .exceeds = true, .unweighted = true, .train = train },
	{ "privsr", "corrected", "joint", .unweighted = true, .train = privsr_replay_corrected, .moved = privsr_moved_corrected },
	{ "privsr", "published", "friends", .row = true, .edges = true, .unweighted = true, .train = train },
	{ "privsr", "corrected", "friends", .row = true, .edges = true, .unweighted = true, .train = privsr_replay_corrected },
};
