/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Renyi divergences: to (epsilon, delta), and of the Gaussian mechanism on a Poisson sample. */
#include "account/gaussian.h"
#include "account/interval.h"
#include "account/rdp.h"
#include "account/subsample.h"
#include "account.h"

typedef const double *numbers;
typedef const struct dpmf_enclosure *list;
typedef struct dpmf_enclosure *result;

static enum dpmf_status rdp_epsilon(numbers x, list in, result out)
{
	(void)x;
	return dpmf_rdp_epsilon(&in[0], &in[1], &in[2], out, NULL);
}

static enum dpmf_status rdp_delta(numbers x, list in, result out)
{
	(void)x;
	return dpmf_rdp_delta(&in[0], &in[1], &in[2], out, NULL);
}

static enum dpmf_status published_epsilon(numbers x, list in, result out)
{
	(void)x;
	return dpmf_rdp_published_epsilon(&in[0], &in[1], &in[2], out, NULL);
}

/* The whole mechanism's delta; `mu` is the context. */
static enum dpmf_status whole_delta(const void *mu, enum dpmf_subsample_neighbours neighbours, const struct dpmf_enclosure *epsilon,
                                    struct dpmf_enclosure *value, struct dpmf_error *error)
{
	(void)neighbours;
	return dpmf_gaussian_delta(mu, epsilon, value, error);
}

/* Its divergence alpha mu^2 / 2. */
static enum dpmf_status whole_renyi(const void *mu, enum dpmf_subsample_neighbours neighbours, const struct dpmf_enclosure *alpha,
                                    struct dpmf_enclosure *value, struct dpmf_error *error)
{
	(void)neighbours;
	(void)error;
	dpmf_interval_sqr(value, mu);
	dpmf_interval_mul(value, value, alpha);
	dpmf_interval_scale(value, value, -1);
	return DPMF_OK;
}

static enum dpmf_status sampled_delta(numbers x, list in, result out)
{
	const struct dpmf_subsample_base base = { whole_delta, &in[0] };

	return dpmf_subsample_delta(&base, &in[1], x[3] != 0 ? DPMF_SUBSAMPLE_REMOVE : DPMF_SUBSAMPLE_ADD, &in[2], out, NULL);
}

static enum dpmf_status sampled_renyi(numbers x, list in, result out)
{
	const struct dpmf_subsample_base base = { whole_renyi, &in[0] };

	return dpmf_subsample_renyi(&base, true, &in[1], DPMF_SUBSAMPLE_ADD, (unsigned long)x[2], out, NULL);
}

#define ALPHA { "alpha", 1 + 0x1p-10, 256, false }
#define RHO { "rho", 0, 1000, false }
#define EPSILON { "epsilon", 0, 1000, false }
#define DELTA { "delta", 1e-300, 0.5, false }
#define MU { "mu", 0x1p-10, 64, false }
#define RATE { "rate", 0x1p-30, 1, false }

ACCOUNT_CHECK(rdp_epsilon, "epsilon", true, rdp_epsilon, ALPHA, RHO, DELTA)
ACCOUNT_CHECK(rdp_delta, "delta", true, rdp_delta, ALPHA, RHO, EPSILON)
ACCOUNT_CHECK(rdp_published_epsilon, "epsilon", true, published_epsilon, ALPHA, RHO, DELTA)
ACCOUNT_CHECK(sampled_gaussian_delta, "delta", true, sampled_delta, MU, RATE, EPSILON, { "removed", 0, 1, true })
ACCOUNT_CHECK(sampled_gaussian_renyi, "renyi", true, sampled_renyi, MU, RATE, { "alpha", 2, 256, true })
