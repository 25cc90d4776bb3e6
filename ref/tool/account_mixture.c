/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/mixture_many.h"
#include "tool/account.h"
#include "tool/account_options.h"

static const struct account_command mixture = {
	{ "scale", "sensitivity", "epsilon" }, { "coordinates" }, { "known-h" },
	"usage: dpmf account mixture --scale=B --sensitivity=D --epsilon=E [--coordinates=K] [--known-h] [--json]\n\n"
	"The delta at which the exponential-normal mixture b sqrt(2 h) c is (epsilon, delta)-DP, as an enclosure.\n"
	"In one coordinate by its closed form; in K, each with its own h, by curves on a grid, some 1e-3 apart.\n\n"
	"  --scale=B         scale b of the Laplace law that the mixture has\n"
	"  --sensitivity=D   how far each coordinate of the statistic moves between neighbours\n"
	"  --coordinates=K   how many of them do (default 1)\n"
	"  --epsilon=E       the epsilon\n"
	"  --known-h         the adversary knows h (hdpmf: the recommender draws it)\n"
	"  --json            one JSON document\n\n"
	"example:\n"
	"  dpmf account mixture --scale=1 --sensitivity=1 --epsilon=1 --known-h"
};

static enum dpmf_status say_mixture(struct account_asked *asked, struct dpmf_error *error)
{
	const struct dpmf_enclosure *x = asked->number;
	struct dpmf_enclosure delta;
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; i < 3 && status == DPMF_OK; i++)
		status = account_need(&mixture, asked, i, error);
	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&delta);
	status = dpmf_mixture_many_delta(&x[0], &x[1], asked->count[0], &x[2], asked->flag[0], &delta, error);
	if (status == DPMF_OK)
		account_say(asked, "delta", &delta);
	dpmf_enclosure_clear(&delta);
	return status;
}

enum dpmf_status account_mixture(int argc, char **argv, struct dpmf_error *error)
{
	return account_run(&mixture, say_mixture, argc, argv, error);
}
