/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpmf-rp/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mech/dpmf-rp/kernels.h"
#include "noise/pbm.h"

double dpmf_rp_delta(const struct dpmf_rp_user_setting *setting)
{
	return dpmf_rp_reach(setting->most_error, setting->kappa, setting->most_profile);
}

struct dpmf_rp_scale dpmf_rp_scale_published(const struct dpmf_rp_options *options, const struct dpmf_projection *projection)
{
	const double delta = dpmf_rp_delta(&options->user);

	return (struct dpmf_rp_scale){ delta / sqrt((double)projection->rows), delta / sqrt((double)projection->padded), false };
}

struct dpmf_rp_scale dpmf_rp_scale_corrected(const struct dpmf_rp_options *options, const struct dpmf_projection *projection)
{
	const double c = options->bound > 0 ? options->bound : dpmf_rp_delta(&options->user) / sqrt((double)projection->padded);

	return (struct dpmf_rp_scale){ c, c, true };
}

/* Whom the budget takes for honest; of the server it takes nothing where it sees every message. */
static const char *premise_of(const struct dpmf_rp_options *options)
{
	const bool together = dpmf_anybody_colludes(&options->colluding);

	if (options->sum == DPMF_RP_SUM_NONE)
		return NULL;
	if (options->colluding.lying)
		return together ? "sums are revealed only through secure aggregation with signed messages, of as many users' messages as must stay, and "
		                  "no more of a round's users pool what they know than was said"
		                : "sums are revealed only through secure aggregation with signed messages, of as many users' messages as must stay";
	return together ? "sums are revealed only through secure aggregation, of the messages of all users of a round, and no more of them pool "
	                  "what they know than was said"
	                : "sums are revealed only through secure aggregation, of the messages of all users of a round";
}

enum dpmf_status dpmf_rp_round_declare(struct dpmf_rp_round *round, size_t count, uint64_t number, struct dpmf_error *error)
{
	const struct dpmf_rp_options *options = round->options;
	const struct dpmf_colluding colluding = dpmf_rp_colluding(options);
	const struct dpmf_entry entry = {
		.statistic = "a user's flattened gradient",
		.premise = premise_of(options),
		.neighbours = DPMF_USER,
		.norm = DPMF_LARGEST,
		.sensitivity = ldexp(1, DPMF_PBM_STEP_BITS + 1),
		.law = DPMF_POISSON_BINOMIAL,
		.rate_p = (uint64_t)ldexp(options->theta, DPMF_PBM_THETA_BITS),
		.rate_q = options->quanta,
		.colluding = options->sum == DPMF_RP_SUM_NONE ? (struct dpmf_colluding){ .count = 0 } : colluding,
		.least = options->sum == DPMF_RP_SUM_NONE ? 1 : dpmf_honest_of(&colluding, count),
		.pieces = options->sum == DPMF_RP_SUM_NONE ? 1 : count,
		.ids = round->ratings->users,
		.touched = 1,
		.coordinates = dpmf_rp_message_length(options, round->projection),
		.round = number,
		.draw = number,
	};

	return options->noise ? dpmf_door_declare(round->door, &entry, &round->number, error) : DPMF_OK;
}

size_t dpmf_rp_message_length(const struct dpmf_rp_options *options, const struct dpmf_projection *projection)
{
	return (options->noise ? projection->padded : projection->rows) * options->user.factors;
}

_Static_assert(DPMF_PBM_STEP_BITS == 24, "dpmf_rp_cut_steps counts in 2^-24 of c");

int64_t dpmf_rp_steps(const struct dpmf_rp_scale *scale, double x)
{
	return dpmf_rp_cut_steps(x, scale->user, (int64_t)1 << (scale->cut ? DPMF_PBM_STEP_BITS : DPMF_PBM_WHOLE_BITS));
}

static enum dpmf_status privatize(const struct dpmf_rp_round *round, size_t user, size_t length, double *message)
{
	int64_t *steps = malloc(length * sizeof *steps);
	enum dpmf_status status;

	if (!steps)
		return DPMF_FAILED;
	for (size_t l = 0; l < length; l++)
		steps[l] = dpmf_rp_steps(round->scale, message[l]);
	status = dpmf_door_release_steps(round->door, round->number, user, NULL, steps, NULL);
	for (size_t l = 0; status == DPMF_OK && l < length; l++)
		message[l] = (double)steps[l];
	free(steps);
	return status;
}

enum dpmf_status dpmf_rp_message(const struct dpmf_rp_round *round, size_t user, double *message)
{
	const struct dpmf_rp_user_setting *setting = &round->options->user;
	double u[DPMF_FACTORS_MOST];
	double *work = malloc(setting->factors * setting->factors * sizeof *work);
	bool solved;

	if (!work)
		return DPMF_FAILED;
	solved = dpmf_rp_profile(setting, round->ratings, user, round->v, round->gram, work, u);
	free(work);
	if (!solved && !round->scale->cut)
		return DPMF_FAILED;
	/* Corrected: a failure would tell of the ratings, and who cannot solve sends what 0 leads to. */
	if (!solved)
		memset(u, 0, setting->factors * sizeof *u);
	dpmf_rp_clip_profile(u, setting->factors, setting->most_profile);
	dpmf_rp_gradient(setting, round->ratings, user, round->projection, round->v, u, message);
	if (!round->options->noise)
		return DPMF_OK;
	dpmf_projection_flatten(round->projection, message, setting->factors, message);
	return privatize(round, user, dpmf_rp_message_length(round->options, round->projection), message);
}
