/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "mech/dpmf-rp/train.h"
#include "mech/dpmf-rp/schedule.h"
#include "noise/pbm.h"

static enum dpmf_status check_user(const struct dpmf_rp_user_setting *user, struct dpmf_error *error)
{
	if (user->factors < 1 || user->factors > DPMF_FACTORS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "factors must be 1 to %d, not %zu", DPMF_FACTORS_MOST, user->factors);
	if (!(user->lambda > 0) || !isfinite(user->lambda))
		return dpmf_fail(error, DPMF_INPUT, "lambda must be a finite number above 0, not %g", user->lambda);
	if (!(user->kappa >= 0) || !isfinite(user->kappa))
		return dpmf_fail(error, DPMF_INPUT, "kappa must be a finite number, 0 or more, not %g", user->kappa);
	if (!(user->unobserved >= 0 && user->unobserved <= 1))
		return dpmf_fail(error, DPMF_INPUT, "the weight of unobserved items must be 0 to 1, not %g", user->unobserved);
	if (!(user->most_error > 0) || !isfinite(user->most_error))
		return dpmf_fail(error, DPMF_INPUT, "the clipped error must be a finite number above 0, not %g", user->most_error);
	if (!(user->most_profile > 0) || !isfinite(user->most_profile))
		return dpmf_fail(error, DPMF_INPUT, "the clipped profile must be a finite number above 0, not %g", user->most_profile);
	return DPMF_OK;
}

static enum dpmf_status check_noise(const struct dpmf_rp_options *options, struct dpmf_error *error)
{
	if (options->noise && !(options->theta >= ldexp(1, -DPMF_PBM_THETA_BITS) && options->theta <= 0.25))
		return dpmf_fail(error, DPMF_INPUT, "theta must be 2^-%d to 1/4, not %g", DPMF_PBM_THETA_BITS, options->theta);
	if (options->noise && (options->quanta < 1 || options->quanta > 1u << 20))
		return dpmf_fail(error, DPMF_INPUT, "quanta must be 1 to %u, not %lu", 1u << 20, (unsigned long)options->quanta);
	if (!(options->bound >= 0) || !isfinite(options->bound))
		return dpmf_fail(error, DPMF_INPUT, "the bound of a coordinate must be a finite number, 0 or more, not %g", options->bound);
	if (options->sum == DPMF_RP_SUM_SECAGG && !options->noise)
		return dpmf_fail(error, DPMF_INPUT, "secure aggregation adds integers, which the gradients become with noise only");
	if (options->sum == DPMF_RP_SUM_SECAGG && !(options->threshold > 0.5 && options->threshold <= 1))
		return dpmf_fail(error, DPMF_INPUT, "the threshold must be above 1/2 and at most 1, not %g", options->threshold);
	return dpmf_colluding_check(&options->colluding, error);
}

static enum dpmf_status check_schedule(const struct dpmf_rp_options *options, struct dpmf_error *error)
{
	if (options->rounds < 1 || options->rounds > 1000000)
		return dpmf_fail(error, DPMF_INPUT, "rounds must be 1 to 1000000, not %zu", options->rounds);
	if (!(options->participation > 0 && options->participation <= 1))
		return dpmf_fail(error, DPMF_INPUT, "the participation must be above 0 and at most 1, not %g", options->participation);
	return DPMF_OK;
}

enum dpmf_status dpmf_rp_options_check(const struct dpmf_rp_options *options, const struct dpmf_ratings *ratings,
                                       struct dpmf_error *error)
{
	if (ratings->count == 0)
		return dpmf_fail(error, DPMF_INPUT, "there are no ratings to train on");
	if (check_user(&options->user, error) != DPMF_OK || check_noise(options, error) != DPMF_OK ||
	    check_schedule(options, error) != DPMF_OK)
		return DPMF_INPUT;
	if (options->rows < 1 || options->rows > ratings->items)
		return dpmf_fail(error, DPMF_INPUT, "the projected gradient must have 1 to %zu rows, as many as there are items, not %zu",
		                 ratings->items, options->rows);
	if (!(options->rate > 0) || !isfinite(options->rate))
		return dpmf_fail(error, DPMF_INPUT, "the rate must be a finite number above 0, not %g", options->rate);
	if (!(options->mu >= 0) || !isfinite(options->mu))
		return dpmf_fail(error, DPMF_INPUT, "mu must be a finite number, 0 or more, not %g", options->mu);
	return DPMF_OK;
}

size_t dpmf_rp_taking_part(const struct dpmf_rp_options *options, size_t users)
{
	const size_t count = (size_t)llround(options->participation * (double)users);

	return count < 1 ? 1 : count;
}

struct dpmf_colluding dpmf_rp_colluding(const struct dpmf_rp_options *options)
{
	struct dpmf_colluding colluding = options->colluding;

	colluding.stay = fmax(colluding.stay, options->threshold);
	return colluding;
}

size_t dpmf_rp_honest(const struct dpmf_rp_options *options, size_t users)
{
	const struct dpmf_colluding colluding = dpmf_rp_colluding(options);

	return options->sum == DPMF_RP_SUM_NONE ? 1 : dpmf_honest_of(&colluding, dpmf_rp_taking_part(options, users));
}

enum dpmf_status dpmf_rp_most_rounds(const struct dpmf_rp_options *options, size_t users, const struct dpmf_key *key,
                                     size_t *most, struct dpmf_error *error)
{
	const size_t count = dpmf_rp_taking_part(options, users);
	size_t *times, found = 0;
	uint32_t *order;

	if (check_schedule(options, error) != DPMF_OK)
		return DPMF_INPUT;
	order = calloc(users ? users : 1, sizeof *order);
	times = calloc(users ? users : 1, sizeof *times);
	if (order && times)
		for (uint64_t round = 1; round <= options->rounds; round++) {
			dpmf_rp_schedule(key, round, users, count, order);
			for (size_t i = 0; i < count; i++)
				if (++times[order[i]] > found)
					found = times[order[i]];
		}
	if (!order || !times) {
		free(order);
		free(times);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the schedule of %zu users", users);
	}
	free(order);
	free(times);
	*most = found;
	return DPMF_OK;
}
