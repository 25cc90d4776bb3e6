/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noise on whole steps. */
#include "account/discrete_gaussian.h"
#include "account/discrete_laplace.h"
#include "account.h"

typedef enum dpmf_status (*curve)(const struct dpmf_on_steps *law, const struct dpmf_enclosure *x, struct dpmf_enclosure *y, struct dpmf_error *error);

static enum dpmf_status asked(curve f, bool within, const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	const struct dpmf_on_steps law = { (uint64_t)x[0], (uint64_t)x[1], (uint64_t)x[2] };

	return within ? f(&law, &in[3], out, NULL) : DPMF_INPUT;
}

/* sigma^2 <= 2^20, k <= 64 sigma */
static bool gaussian_within(const double *x)
{
	return x[0] <= 0x1p20 * x[1] && x[2] * x[2] * x[1] <= 4096 * x[0];
}

/* The pure epsilon is at most 1000. */
static bool laplace_within(const double *x)
{
	return x[2] * x[0] <= 1000 * x[1];
}

static enum dpmf_status gaussian_delta(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return asked(dpmf_discrete_gaussian_delta, gaussian_within(x), x, in, out);
}

static enum dpmf_status gaussian_epsilon(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return asked(dpmf_discrete_gaussian_epsilon, gaussian_within(x), x, in, out);
}

static enum dpmf_status laplace_delta(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return asked(dpmf_discrete_laplace_delta, laplace_within(x), x, in, out);
}

static enum dpmf_status laplace_epsilon(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return asked(dpmf_discrete_laplace_epsilon, laplace_within(x), x, in, out);
}

#define LAW { "p", 1, 0x1p40, true }, { "q", 1, 0x1p40, true }, { "steps", 1, 0x1p40, true }

ACCOUNT_CHECK(discrete_gaussian_delta, "delta", true, gaussian_delta, LAW, { "epsilon", 0, 1000, false })
ACCOUNT_CHECK(discrete_gaussian_epsilon, "epsilon", true, gaussian_epsilon, LAW, { "delta", 1e-300, 0.5, false })
ACCOUNT_CHECK(discrete_laplace_delta, "delta", true, laplace_delta, LAW, { "epsilon", 0, 1000, false })
ACCOUNT_CHECK(discrete_laplace_epsilon, "epsilon", true, laplace_epsilon, LAW, { "delta", 0, 0.5, false })
