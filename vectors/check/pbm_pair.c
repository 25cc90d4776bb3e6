/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pbm_pair.h"

#include "account/pbm_law.h"
#include "account.h"

typedef enum dpmf_status question(const struct dpmf_pbm_pair *pair, const struct dpmf_enclosure *argument, struct dpmf_enclosure *value,
                                  struct dpmf_error *error);

static enum dpmf_status ask(question *of, const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	struct dpmf_enclosure odds;
	const struct dpmf_pbm_pair pair = { (unsigned long)x[2], (unsigned long)x[3], (unsigned long)x[1], &odds };
	enum dpmf_status status;

	if (x[1] + x[2] + x[3] > 256)
		return DPMF_INPUT;
	dpmf_enclosure_init(&odds);
	dpmf_pbm_odds(&in[0], &odds);
	status = of(&pair, &in[4], out, NULL);
	dpmf_enclosure_clear(&odds);
	return status;
}

static enum dpmf_status delta(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return ask(dpmf_pbm_pair_delta, x, in, out);
}

static enum dpmf_status epsilon(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return ask(dpmf_pbm_pair_epsilon, x, in, out);
}

static enum dpmf_status renyi(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	return ask(dpmf_pbm_pair_renyi, x, in, out);
}

#define PLACED { "theta", 0x1p-6, 0.25, false }, { "quanta", 1, 256, true }, { "high", 0, 256, true }, { "low", 0, 256, true }

ACCOUNT_CHECK(pbm_delta, "delta", true, delta, PLACED, { "epsilon", 0, 100, false })
ACCOUNT_CHECK(pbm_epsilon, "epsilon", true, epsilon, PLACED, { "delta", 1e-100, 0.5, false })
ACCOUNT_CHECK(pbm_renyi, "renyi", true, renyi, PLACED, { "alpha", 1.125, 256, false })
