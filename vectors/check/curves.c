/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curves that have a closed form. */
#include "account/calibrate.h"
#include "account/gaussian_rdp.h"
#include "account/laplace.h"
#include "account/mixture.h"
#include "account/randomized.h"
#include "account/sampling.h"
#include "account.h"

typedef const double *numbers;
typedef const struct dpmf_enclosure *list;
typedef struct dpmf_enclosure *result;

#define TINY 0x1p-20
#define HUGE_ONE 0x1p20
#define EPSILON { "epsilon", 0, 1000, false }
#define DELTA { "delta", 1e-300, 0.5, false }
#define MU { "mu", 0x1p-10, 64, false }
#define SENSITIVITY { "sensitivity", 0, HUGE_ONE, false }
#define SCALE { "scale", TINY, HUGE_ONE, false }
#define WEIGHT { "weight", 1, HUGE_ONE, false }

static enum dpmf_status laplace_delta(numbers x, list in, result out)
{
	(void)x;
	const enum dpmf_status status = dpmf_laplace_pure(&in[0], &in[1], out, NULL);

	return status == DPMF_OK ? dpmf_laplace_delta(out, &in[2], out, NULL) : status;
}

static enum dpmf_status laplace_epsilon(numbers x, list in, result out)
{
	(void)x;
	const enum dpmf_status status = dpmf_laplace_pure(&in[0], &in[1], out, NULL);

	return status == DPMF_OK ? dpmf_laplace_epsilon(out, &in[2], out, NULL) : status;
}

static enum dpmf_status mixture_delta(numbers x, list in, result out)
{
	return dpmf_mixture_delta(&in[0], &in[1], &in[2], x[3] != 0, out, NULL);
}

static enum dpmf_status randomized_delta(numbers x, list in, result out)
{
	return dpmf_randomized_delta((unsigned long)x[0], &in[1], &in[2], out, NULL);
}

static enum dpmf_status randomized_renyi(numbers x, list in, result out)
{
	return dpmf_randomized_renyi((unsigned long)x[0], &in[1], &in[2], out, NULL);
}

static enum dpmf_status importance_loss(numbers x, list in, result out)
{
	(void)x;
	return dpmf_importance_loss(&in[0], &in[1], out, NULL);
}

static enum dpmf_status importance_delta(numbers x, list in, result out)
{
	(void)x;
	return dpmf_importance_delta(&in[0], &in[1], &in[2], out, NULL);
}

static enum dpmf_status importance_calibrate(numbers x, list in, result out)
{
	(void)x;
	return dpmf_importance_calibrate(&in[0], &in[1], out, NULL);
}

static enum dpmf_status gaussian_sigma(numbers x, list in, result out)
{
	return dpmf_gaussian_smallest_sigma(&in[0], &in[1], &in[2], (unsigned long)x[3], out, NULL);
}

static enum dpmf_status classical_sigma(numbers x, list in, result out)
{
	(void)x;
	return dpmf_gaussian_classical_sigma(&in[0], &in[1], &in[2], out, NULL);
}

static enum dpmf_status published_epsilon(numbers x, list in, result out)
{
	(void)x;
	return dpmf_gaussian_published_epsilon(&in[0], &in[1], out, NULL);
}

static enum dpmf_status published_delta(numbers x, list in, result out)
{
	(void)x;
	return dpmf_gaussian_published_delta(&in[0], &in[1], out, NULL);
}

ACCOUNT_CHECK(laplace_delta, "delta", true, laplace_delta, SCALE, SENSITIVITY, EPSILON)
ACCOUNT_CHECK(laplace_epsilon, "epsilon", true, laplace_epsilon, SCALE, SENSITIVITY, { "delta", 0, 0.5, false })
ACCOUNT_CHECK(mixture_delta, "delta", true, mixture_delta, SCALE, SENSITIVITY, EPSILON, { "known_h", 0, 1, true })
ACCOUNT_CHECK(randomized_delta, "delta", true, randomized_delta, { "answers", 2, 0x1p30, true }, { "e0", 0, 1000, false }, EPSILON)
ACCOUNT_CHECK(randomized_renyi, "renyi", true, randomized_renyi, { "answers", 2, 0x1p30, true }, { "e0", 0, 1000, false },
              { "alpha", 1 + 0x1p-10, 256, false })
ACCOUNT_CHECK(importance_loss, "loss", true, importance_loss, WEIGHT, { "a", 0, 1000, false })
ACCOUNT_CHECK(importance_delta, "delta", true, importance_delta, WEIGHT, { "a", 0, 1000, false }, EPSILON)
ACCOUNT_CHECK(importance_scale, "a", false, importance_calibrate, WEIGHT, EPSILON)
ACCOUNT_CHECK(gaussian_sigma, "sigma", true, gaussian_sigma, { "epsilon", 0x1p-10, 1000, false }, DELTA,
              { "sensitivity", TINY, HUGE_ONE, false }, { "releases", 1, 0x1p32, true })
ACCOUNT_CHECK(gaussian_classical_sigma, "sigma", true, classical_sigma, { "epsilon", 0x1p-10, 1, false }, DELTA,
              { "sensitivity", TINY, HUGE_ONE, false })
ACCOUNT_CHECK(gaussian_published_epsilon, "epsilon", true, published_epsilon, MU, DELTA)
ACCOUNT_CHECK(gaussian_published_delta, "delta", true, published_delta, MU, EPSILON)
