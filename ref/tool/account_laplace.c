/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/laplace.h"
#include "tool/account.h"
#include "tool/account_options.h"

enum { SCALE, SENSITIVITY, EPSILON, DELTA };

static const struct account_command laplace = {
	{ "scale", "sensitivity", "epsilon", "delta" }, { NULL }, { NULL },
	"usage: dpmf account laplace --scale=B --sensitivity=D [--epsilon=e | --delta=d] [--json]\n\n"
	"Laplace noise of scale B in every coordinate of a statistic of L1 sensitivity D.\n\n"
	"  --scale=B         scale of the noise\n"
	"  --sensitivity=D   how far the statistic moves between neighbours, in the L1 norm\n"
	"  --epsilon=e       gives exact: the least delta at e\n"
	"  --delta=d         gives exact: the least epsilon at d\n"
	"  --json            one JSON document\n\n"
	"pure is the epsilon without delta.\n\n"
	"example:\n"
	"  dpmf account laplace --scale=2 --sensitivity=1 --delta=1e-5"
};

static enum dpmf_status delta_at(const void *law, const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                 struct dpmf_error *error)
{
	return dpmf_laplace_delta(law, epsilon, delta, error);
}

static enum dpmf_status epsilon_at(const void *law, const struct dpmf_enclosure *delta, struct dpmf_enclosure *epsilon,
                                   struct dpmf_error *error)
{
	return dpmf_laplace_epsilon(law, delta, epsilon, error);
}

/* The curve depends on the pure epsilon alone. */
static enum dpmf_status say_laplace(struct account_asked *asked, struct dpmf_error *error)
{
	struct dpmf_enclosure pure;
	const struct account_curve curve = { &pure, &pure, EPSILON, DELTA, delta_at, epsilon_at };
	enum dpmf_status status = account_need(&laplace, asked, SCALE, error);

	if (status == DPMF_OK)
		status = account_need(&laplace, asked, SENSITIVITY, error);
	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&pure);
	status = dpmf_laplace_pure(&asked->number[SCALE], &asked->number[SENSITIVITY], &pure, error);
	if (status == DPMF_OK)
		status = account_say_curve(asked, &curve, error);
	dpmf_enclosure_clear(&pure);
	return status;
}

enum dpmf_status account_laplace(int argc, char **argv, struct dpmf_error *error)
{
	return account_run(&laplace, say_laplace, argc, argv, error);
}
