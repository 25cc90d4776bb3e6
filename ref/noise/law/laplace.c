/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laplace(scale), drawn as textbooks do. */
#include "noise/law/law.h"
#include "noise/textbook.h"

static double draw(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return dpmf_laplace(s, d->scale);
}

const struct dpmf_noise_law dpmf_law_laplace = {
	.name = "laplace", .density = "density ~ exp(-|x| / B)", .parameter = { "scale" },
	.unit = DPMF_DOUBLES, .source = DPMF_BY_SERVER, .stream = 3,
	.charged = DPMF_CHARGED_LAPLACE, .coordinates = 1 << 20,
	.check = dpmf_law_scale_is_positive, .draw = draw,
	.limits = "drawn in doubles, whose grid gives the statistic away", .distance = DPMF_NO_BOUND,
	.timing = DPMF_TELLS_MAGNITUDE,
};
