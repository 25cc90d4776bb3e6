/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noise on whole steps, and how far the statistic moves beneath it. */
#ifndef DPMF_ACCOUNT_ON_STEPS_H
#define DPMF_ACCOUNT_ON_STEPS_H
#include <stdint.h>
#include "core/public.h"
#include "core/status.h"

DPMF_BEGIN

/* Discrete Laplace: P(x) ~ exp(-|x| p / q). Discrete Gaussian: sigma^2 = p / q. 0 < p, 0 < q, all at most 2^53. */
struct dpmf_on_steps {
	uint64_t p, q, steps;
};

enum dpmf_status dpmf_on_steps_check(const struct dpmf_on_steps *law, struct dpmf_error *error);

DPMF_END

#endif
