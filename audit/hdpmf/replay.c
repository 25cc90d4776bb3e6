/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/hdpmf/replay.h"

#include <math.h>
#include <stdlib.h>

#include "core/vector.h"
#include "mech/hdpmf/train.h"

double hdpmf_moved_with_users_held(const struct audit_neighbours *pair, const struct dpmf_model *model)
{
	return 2 * pair->weight * fabs(pair->rating[0] - pair->rating[1]) *
	       dpmf_l1(model->u + pair->user * model->factors, model->factors);
}

/* In integers: the weight's steps times the change's. */
static double moved_corrected(const struct audit_neighbours *pair, const struct dpmf_model *model)
{
	struct dpmf_hdpmf_steps steps;

	(void)model;
	if (dpmf_hdpmf_steps_of(pair->options.epsilon, pair->options.rating_min, pair->options.rating_max, &steps, NULL) != DPMF_OK)
		return NAN;
	return (double)(dpmf_hdpmf_weight_steps(pair->weight) *
	                llabs(dpmf_hdpmf_rating_steps(&steps, pair->rating[0]) - dpmf_hdpmf_rating_steps(&steps, pair->rating[1])));
}

const struct audit_replay_target hdpmf_replay_targets[HDPMF_REPLAY_TARGETS] = {
	{ "hdpmf", "published", "model", .hold_users = true, .train = dpmf_hdpmf_train, .moved = hdpmf_moved_with_users_held },
	{ "hdpmf", "published", "joint", .exceeds = true, .train = dpmf_hdpmf_train },
	{ "hdpmf", "corrected", "joint", .train = dpmf_hdpmf_train_corrected, .moved = moved_corrected },
};
