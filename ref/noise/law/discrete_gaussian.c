/* SPDX-License-Identifier: GPL-3.0-or-later */
/* P(x) ~ exp(-x^2 / (2 sigma^2)) on the steps, sigma^2 = p / q. */
#include "noise/exact.h"
#include "noise/law/law.h"

static int64_t draw(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return dpmf_discrete_gaussian(s, d->p, d->q);
}

const struct dpmf_noise_law dpmf_law_discrete_gaussian = {
	.name = "discrete-gaussian", .density = "P(x) ~ exp(-x^2 / (2 sigma^2)), sigma^2 = P/Q", .parameter = { "p", "q" },
	.unit = DPMF_STEPS, .source = DPMF_BY_SERVER, .stream = 2,
	.charged = DPMF_CHARGED_NORMAL, .scale_of = dpmf_law_gaussian_scale, .coordinates = 1 << 20,
	.check = dpmf_law_rate_is_gaussian, .draw_steps = draw,
	.limits = "|x| < 4096 sigma; differs from the law named by less than 2^-1473", .distance = -1473,
	.timing = DPMF_TELLS_MAGNITUDE,
};
