/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pbm.h: x steps become Binomial(q, 1/2 + theta x / c), from the user who is the piece. */
#include "noise/law/law.h"
#include "noise/pbm.h"

enum { MOST_THETA = 1 << (DPMF_PBM_THETA_BITS - 2) };

/* The budget is that of a sum of so many messages, which only the honest make. */
static enum dpmf_status check_counted(const struct dpmf_entry *entry, struct dpmf_error *error)
{
	const size_t counted = entry->least > 0 ? entry->least : entry->pieces;
	const size_t certain = dpmf_honest_of(&entry->colluding, entry->pieces);

	if (counted > certain)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" counts on %zu honest messages, where %zu are certain", entry->statistic, counted,
		                 certain);
	return DPMF_OK;
}

static enum dpmf_status check(const struct dpmf_entry *entry, struct dpmf_error *error)
{
	if (entry->rate_p == 0 || entry->rate_p > MOST_THETA)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares theta = %llu 2^-%d: theta is above 0 and at most 1/4",
		                 entry->statistic, (unsigned long long)entry->rate_p, DPMF_PBM_THETA_BITS);
	if (entry->rate_q == 0 || entry->rate_q > UINT32_MAX)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares %llu trials: there are 1 to 2^32 - 1", entry->statistic,
		                 (unsigned long long)entry->rate_q);
	if (entry->scale != 0)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" declares a scale of %g, which the Poisson binomial mechanism does not have",
		                 entry->statistic, entry->scale);
	return check_counted(entry, error);
}

/* Beyond c a chance may leave 1/2 - theta .. 1/2 + theta, but never 0 .. 1. */
static int64_t within_chance(int64_t steps, int64_t theta_steps)
{
	const int64_t most = ((int64_t)1 << (DPMF_PBM_WHOLE_BITS - 1)) / theta_steps;

	if (steps > most)
		return most;
	return steps < -most ? -most : steps;
}

static int64_t draw(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	const int64_t theta_steps = (int64_t)d->p;

	return dpmf_pbm_draw(s, (uint32_t)d->q, dpmf_pbm_chance(within_chance(d->statistic, theta_steps), theta_steps));
}

const struct dpmf_noise_law dpmf_law_poisson_binomial = {
	.name = "poisson-binomial", .density = "Binomial(Q, 1/2 + P X 2^-40)", .parameter = { "p", "q", "x" },
	.unit = DPMF_STEPS, .source = DPMF_BY_PIECE, .stream = 5,
	.charged = DPMF_CHARGED_ELSEWHERE, .coordinates = 1 << 20,
	.check = check, .draw_steps = draw, .replaces = true, .least = INT64_MIN, .most = INT64_MAX,
	.limits = "exact", .distance = DPMF_EXACT, .timing = DPMF_TELLS_ANSWER,
};
