/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flip.h: each step is a bit, which the user who is the piece turns over with probability 1 / (1 + exp(p / q)). */
#include "noise/flip.h"
#include "noise/law/law.h"

static int64_t draw(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return dpmf_flip(s, d->p, d->q) ? 1 - d->statistic : d->statistic;
}

const struct dpmf_noise_law dpmf_law_randomized_response = {
	.name = "randomized-response", .density = "X, or 1 - X with chance 1 / (1 + exp(P/Q))", .parameter = { "p", "q", "x" },
	.unit = DPMF_STEPS, .source = DPMF_BY_PIECE, .stream = 6,
	.charged = DPMF_CHARGED_LAPLACE, .scale_of = dpmf_law_laplace_scale, .coordinates = 1 << 20,
	.check = dpmf_law_rate_is_laplace, .draw_steps = draw, .replaces = true, .least = 0, .most = 1,
	.limits = "a counter of exact.h stops at 2^64 - 1; differs from the law named by less than 2^-2000", .distance = -2000,
	.timing = DPMF_TELLS_ANSWER,
};
