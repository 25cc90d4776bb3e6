/* SPDX-License-Identifier: GPL-3.0-or-later */
/* N(0, scale^2), drawn as textbooks do. */
#include "noise/law/law.h"
#include "noise/textbook.h"

static double draw(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return d->scale * dpmf_normal(s);
}

const struct dpmf_noise_law dpmf_law_normal = {
	.name = "normal", .density = "deviation S", .parameter = { "sigma" },
	.unit = DPMF_DOUBLES, .source = DPMF_BY_SERVER, .stream = 1,
	.charged = DPMF_CHARGED_NORMAL, .coordinates = 1 << 20,
	.check = dpmf_law_scale_is_positive, .draw = draw,
	.limits = "drawn in doubles, whose grid gives the statistic away", .distance = DPMF_NO_BOUND,
	.timing = DPMF_TELLS_MAGNITUDE,
};
