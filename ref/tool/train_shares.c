/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_shares.h"

#include <math.h>

enum { SUM_NONE = 2 }; /* the place of "none" among the choices of --sum */

enum dpmf_status train_shares_settle(struct train_options *o, struct dpmf_error *error)
{
	train_default(&o->colluding.stay, 0);
	if (!o->corrected)
		return DPMF_OK;
	if (o->sum == SUM_NONE)
		return dpmf_fail(error, DPMF_INPUT, "--sum is \"none\": each share alone protects nothing; give ideal or secagg");
	if (!(o->colluding.stay >= 0 && o->colluding.stay <= 1))
		return dpmf_fail(error, DPMF_INPUT, "--stay is %g: it is a share, above 1/2 and at most 1", o->colluding.stay);
	o->run.colluding = o->colluding;
	o->run.sum = (enum dpmf_sum)o->sum;
	return DPMF_OK;
}

void train_shares_skip(struct train_options *o)
{
	if (!o->corrected)
		return;
	o->run.factors = o->run.epochs = 1;
	o->run.rate = 1;
}

void train_shares_guarantee(const struct train_options *o, const char *who, struct train_guarantee *g)
{
	const struct dpmf_colluding *c = &o->colluding;
	char most[80];

	if (c->of_all)
		snprintf(most, sizeof most, "up to %g %% of %s", 100 * c->share, who);
	else if (c->count == 0)
		snprintf(most, sizeof most, "none of %s", who);
	else
		snprintf(most, sizeof most, "up to %zu of %s", c->count, who);
	train_guarantee_add(g, "sums aggregated", TRAIN_ASSUMED, "sums are revealed only through secure aggregation%s",
	                    c->lying ? ", in its authenticated setting" : "");
	train_guarantee_add(g, "server", TRAIN_ASSUMED, c->lying ? "the server may leave out whom it likes, down to the protocol's threshold" :
	                    "the server follows the protocol and leaves nobody out (--server=lying does without this)");
	train_guarantee_add(g, "colluders", TRAIN_ASSUMED, "%s work together or with the server", most);
	snprintf(g->against, sizeof g->against, "everybody who sees public/, %s server that works with %s among them; not against "
	         "whoever runs this simulation", c->lying ? "a lying" : "an honest-but-curious", most);
}
