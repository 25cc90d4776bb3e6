/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_shares.h"

#include <math.h>

#include "mech/secure_aggregation.h"

enum { SUM_NONE = 2 }; /* the place of "none" among the choices of --sum */

bool train_shares_stay(const struct train_options *o)
{
	return o->colluding.lying || o->sum != 0;
}

enum dpmf_status train_shares_settle(struct train_options *o, struct dpmf_error *error)
{
	train_default(&o->colluding.stay, 2.0 / 3);
	if (!o->corrected)
		return DPMF_OK;
	if (o->sum == SUM_NONE)
		return dpmf_fail(error, DPMF_INPUT, "--sum is \"none\": each share alone protects nothing; give ideal or secagg");
	if (!(o->colluding.stay > 0.5 && o->colluding.stay <= 1))
		return dpmf_fail(error, DPMF_INPUT, "--stay is %g: it must be above 1/2 and at most 1", o->colluding.stay);
	o->run.colluding = o->colluding;
	o->run.sum = o->sum ? &dpmf_secure_aggregation : NULL;
	return DPMF_OK;
}

void train_shares_skip(struct train_options *o)
{
	if (!o->corrected)
		return;
	o->run.factors = o->run.epochs = 1;
	o->run.rate = 1;
}

/* With nobody who works together even a single participant that knows its own share is left out of the claim. */
static void say_colluders(const struct dpmf_colluding *c, const char *who, struct train_guarantee *g, char most[120])
{
	if (c->of_all && c->share > 0)
		snprintf(most, 120, "up to %g %% of %s", 100 * c->share, who);
	else if (!c->of_all && c->count > 0)
		snprintf(most, 120, "up to %zu of %s", c->count, who);
	else
		most[0] = '\0';
	if (most[0])
		train_guarantee_add(g, "colluders", TRAIN_ASSUMED, "%s work together, and no more", most);
	else
		train_guarantee_add(g, "colluders", TRAIN_ASSUMED, "none of %s uses what it knows of its own share of the noise, not even alone "
		                    "(--colluding=1 does without this)", who);
}

void train_shares_guarantee(const struct train_options *o, const char *who, struct train_guarantee *g)
{
	const struct dpmf_colluding *c = &o->colluding;
	const char *server = c->lying ? "a lying server" : "an honest-but-curious server";
	char most[120];

	train_guarantee_add(g, "sums aggregated", TRAIN_ASSUMED, "sums are revealed only through secure aggregation%s",
	                    c->lying ? ", in its authenticated setting" : "");
	if (c->lying)
		train_guarantee_add(g, "server", TRAIN_MET, "the server may leave out whom it likes, down to the protocol's threshold");
	else
		train_guarantee_add(g, "server", TRAIN_ASSUMED, "the server follows the protocol and leaves nobody out (--server=lying does "
		                    "without this)");
	say_colluders(c, who, g, most);
	if (most[0])
		snprintf(g->against, sizeof g->against, "everybody who sees public/, %s, and %s who work together with them; not against whoever "
		         "runs this simulation", server, most);
	else
		snprintf(g->against, sizeof g->against, "%s and everybody who sees public/, %s apart; not against whoever runs this simulation",
		         server, who);
}
