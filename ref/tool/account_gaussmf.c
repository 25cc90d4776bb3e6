/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/gaussmf.h"
#include "tool/account.h"
#include "tool/account_options.h"

static const struct account_command gaussmf = {
	{ "eps-i", "delta", "delta-r" }, { "steps" }, { NULL },
	"usage: dpmf account gaussmf --eps-i=E --delta=d --delta-r=r --steps=J [--json]\n\n"
	"The overall epsilon of gaussmf at delta r after J steps, each with the noise that the classical theorem sets for\n"
	"(E, d): published (Eq. 9), rdp (best order, best conversion), exact (the least that the J releases allow).\n\n"
	"  --eps-i=E     the epsilon of a step, below 1\n"
	"  --delta=d     the delta of a step\n"
	"  --delta-r=r   the overall delta\n"
	"  --steps=J     steps\n"
	"  --json        one JSON document\n\n"
	"It holds as far as the J gradients are J releases of one Gaussian mechanism each, as Theorem 2 takes for granted.\n\n"
	"example:\n"
	"  dpmf account gaussmf --eps-i=0.4 --delta=0.01 --delta-r=1e-5 --steps=100"
};

static enum dpmf_status say_gaussmf(struct account_asked *asked, struct dpmf_error *error)
{
	struct dpmf_gaussmf overall;
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; i < 3 && status == DPMF_OK; i++)
		status = account_need(&gaussmf, asked, i, error);
	if (status == DPMF_OK && !asked->counted[0])
		status = dpmf_fail(error, DPMF_INPUT, "--steps is missing");
	if (status != DPMF_OK)
		return status;
	dpmf_gaussmf_init(&overall);
	status = dpmf_gaussmf_overall(&asked->number[0], &asked->number[1], &asked->number[2], asked->count[0], &overall, error);
	if (status == DPMF_OK) {
		account_say(asked, "published", &overall.published);
		account_say(asked, "rdp", &overall.rdp);
		account_say(asked, "exact", &overall.exact);
		account_say(asked, "published_order", &overall.alpha);
		account_say_real(asked, "order", overall.best_alpha);
	}
	dpmf_gaussmf_clear(&overall);
	return status;
}

enum dpmf_status account_gaussmf(int argc, char **argv, struct dpmf_error *error)
{
	return account_run(&gaussmf, say_gaussmf, argc, argv, error);
}
