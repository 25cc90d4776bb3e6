/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What hdpmf, privsr and dpmf-rp, corrected, have in common: noise in shares, sums that are revealed through
   secure aggregation, and users who may work together. */
#ifndef DPMF_TOOL_TRAIN_SHARES_H
#define DPMF_TOOL_TRAIN_SHARES_H
#include "tool/train_guarantee.h"

/* Whether it matters how many must stay. */
bool train_shares_stay(const struct train_options *options);

/* `together`: the default of --colluding, from the table that `make tables MECH=hdpmf-colluding` makes. */
#define TRAIN_SHARES_USES(together) \
	{ .id = OPT_COLLUDING, .where = TRAIN_CORRECTED, together, .why_not = "only corrected reckons with them: elsewhere everybody knows h" }, \
	{ .id = OPT_SERVER, .where = TRAIN_CORRECTED, "curious", .why_not = "only corrected has secure aggregation: elsewhere the server sees each message" }, \
	{ .id = OPT_SUM, .where = TRAIN_CORRECTED, "ideal", .why_not = "only corrected has secure aggregation: elsewhere the server sees each message" }, \
	{ .id = OPT_STAY, .where = TRAIN_CORRECTED, .shown = "2/3", .when = train_shares_stay, .unless = "--server=lying or --sum=secagg", \
	  .why_not = "published has no secure aggregation" }

/* Hands the options on to where the mechanisms read them. */
enum dpmf_status train_shares_settle(struct train_options *options, struct dpmf_error *error);
/* Corrected hdpmf and privsr have no factors and no steps to choose: what the library asks for and does not use. */
void train_shares_skip(struct train_options *options);
/* `who`: "an item's raters". */
void train_shares_guarantee(const struct train_options *options, const char *who, struct train_guarantee *guarantee);

#endif
