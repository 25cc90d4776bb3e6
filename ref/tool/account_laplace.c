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

static enum dpmf_status say_laplace(struct account_asked *asked, struct dpmf_error *error)
{
	const struct dpmf_enclosure *x = asked->number;
	struct dpmf_enclosure pure, exact;
	enum dpmf_status status = account_need(&laplace, asked, SCALE, error);

	if (status == DPMF_OK)
		status = account_need(&laplace, asked, SENSITIVITY, error);
	if (status == DPMF_OK && asked->text[EPSILON] && asked->text[DELTA])
		status = dpmf_fail(error, DPMF_INPUT, "give --epsilon for delta or --delta for epsilon, not both");
	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&pure);
	dpmf_enclosure_init(&exact);
	status = dpmf_laplace_pure(&x[SCALE], &x[SENSITIVITY], &pure, error);
	if (status == DPMF_OK && asked->text[EPSILON])
		status = dpmf_laplace_delta(&pure, &x[EPSILON], &exact, error);
	else if (status == DPMF_OK && asked->text[DELTA])
		status = dpmf_laplace_epsilon(&pure, &x[DELTA], &exact, error);
	if (status == DPMF_OK) {
		account_say(asked, "pure", &pure);
		if (asked->text[EPSILON] || asked->text[DELTA])
			account_say_exact(asked, asked->text[DELTA] ? "epsilon" : "delta", &exact);
	}
	dpmf_enclosure_clear(&pure);
	dpmf_enclosure_clear(&exact);
	return status;
}

enum dpmf_status account_laplace(int argc, char **argv, struct dpmf_error *error)
{
	return account_run(&laplace, say_laplace, argc, argv, error);
}
