/* SPDX-License-Identifier: GPL-3.0-or-later */
/* P(x) ~ exp(-|x| p / q) on the steps. */
#include "noise/exact.h"
#include "noise/law/law.h"

static int64_t draw(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return dpmf_discrete_laplace(s, d->p, d->q);
}

const struct dpmf_noise_law dpmf_law_discrete_laplace = {
	.name = "discrete-laplace", .density = "P(x) ~ exp(-|x| P/Q)", .parameter = { "p", "q" },
	.unit = DPMF_STEPS, .source = DPMF_BY_SERVER, .stream = 4,
	.charged = DPMF_CHARGED_LAPLACE, .scale_of = dpmf_law_laplace_scale, .coordinates = 1 << 20,
	.check = dpmf_law_rate_is_laplace, .draw_steps = draw,
	.limits = "|x| p < 1024 q; differs from the law named by less than 2^-1473", .distance = -1473,
	.timing = DPMF_TELLS_MAGNITUDE,
};
