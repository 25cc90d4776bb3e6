/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_colluding.h"

#include <stdio.h>
#include <string.h>

#include "tool/arguments.h"
#include "tool/train_mech.h"

static const char *const servers[] = { "curious", "lying", NULL };

static enum dpmf_status no_coalition(const char *text, struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_INPUT, "--colluding is \"%.40s\": give how many of those who take part in a sum work together, a whole "
	                 "number, or which share of them, such as 0.1 or 10%%", text);
}

/* A share of 1 or more as a decimal would be a count with a slip of the pen. */
static enum dpmf_status read_share(const char *text, double whole, struct dpmf_colluding *colluding, struct dpmf_error *error)
{
	double share;

	if (tool_number("colluding", text, &share, NULL) != DPMF_OK || !(share >= 0) || share > 100 || (whole == 1 && share >= 1))
		return no_coalition(text, error);
	colluding->of_all = true;
	colluding->share = share / whole;
	return DPMF_OK;
}

static enum dpmf_status read_coalition(const char *text, struct dpmf_colluding *colluding, struct dpmf_error *error)
{
	const size_t length = strlen(text);
	char number[32];
	size_t count;

	if (length >= sizeof number)
		return no_coalition(text, error);
	snprintf(number, sizeof number, "%s", text);
	if (length > 1 && text[length - 1] == '%') {
		number[length - 1] = '\0';
		return read_share(number, 100, colluding, error);
	}
	if (strchr(text, '.'))
		return read_share(number, 1, colluding, error);
	if (tool_count("colluding", text, &count, NULL) != DPMF_OK)
		return no_coalition(text, error);
	colluding->of_all = false;
	colluding->count = count;
	return DPMF_OK;
}

enum dpmf_status train_colluding_read(const char *name, const char *text, struct dpmf_colluding *colluding,
                                      struct dpmf_error *error)
{
	enum dpmf_status status;
	int place;

	if (strcmp(name, "colluding") == 0)
		return read_coalition(text, colluding, error);
	status = tool_choice(name, text, servers, &place, error);
	if (status == DPMF_OK)
		colluding->lying = place == 1;
	return status;
}

enum dpmf_status train_colluding_settle(struct train_options *o, struct dpmf_error *error)
{
	const struct rp_options *given = &o->rp.options; /* --sum and --stay are read there */

	if (!o->corrected && o->own[TRAIN_COLLUDING])
		return dpmf_fail(error, DPMF_INPUT, "--%s: published has no such option; --variant=corrected has", o->own[TRAIN_COLLUDING]);
	if (given->sum == RP_SUM_NONE)
		return dpmf_fail(error, DPMF_INPUT, "--sum is \"none\": %s adds up what users send, ideal or secagg", o->mech->name);
	if (!(given->threshold > 0.5 && given->threshold <= 1))
		return dpmf_fail(error, DPMF_INPUT, "--stay is %g: it must be above 1/2 and at most 1", given->threshold);
	o->run.sum = given->sum == RP_SUM_SECAGG ? DPMF_SUM_SECAGG : DPMF_SUM_IDEAL;
	o->run.colluding.stay = given->threshold;
	return DPMF_OK;
}

json_t *train_colluding_json(const struct train_options *o)
{
	static const char *const sums[] = { "ideal", "secagg", "none" };
	const struct dpmf_colluding *c = &o->run.colluding;

	return json_pack("{s:o, s:s, s:f, s:s}", "colluding", c->of_all ? json_pack("{s:f}", "share", c->share)
	                                                                : json_pack("{s:I}", "count", (json_int_t)c->count),
	                 "server", servers[c->lying], "stay", o->rp.options.threshold, "sum", sums[o->rp.options.sum]);
}
