/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_guarantee.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "account/interval.h"
#include "account/limits.h"
#include "noise/law/law.h"
#include "tool/train_mech.h"

void train_guarantee_add(struct train_guarantee *g, const char *id, enum train_state state, const char *format, ...)
{
	struct train_premise *premise = &g->premise[g->premises];
	va_list arguments;

	if (g->premises == TRAIN_PREMISES)
		return;
	premise->id = id;
	premise->state = state;
	va_start(arguments, format);
	vsnprintf(premise->text, sizeof premise->text, format, arguments);
	va_end(arguments);
	g->premises++;
}

void train_guarantee_unit(struct train_guarantee *g, const char *relation, const char *unit, const struct dpmf_enclosure *epsilon)
{
	if (g->units < TRAIN_UNITS)
		g->unit[g->units++] = (struct train_unit){ .relation = relation, .unit = unit, .epsilon = epsilon };
}

bool train_guarantee_holds(const struct train_guarantee *g)
{
	for (size_t i = 0; i < g->premises; i++)
		if (g->premise[i].state == TRAIN_BROKEN)
			return false;
	return g->units > 0;
}

/* What a release leaks although it adds noise, or that it adds none. */
static void judge_noise(const struct train_options *o, const struct dpmf_record *record, struct train_guarantee *g)
{
	bool bare = record->count == 0, doubles = false;

	for (size_t i = 0; i < record->count; i++) {
		bare = bare || record->entry[i].law == DPMF_NO_NOISE;
		doubles = doubles || dpmf_law_of(record->entry[i].law)->unit == DPMF_DOUBLES;
	}
	if (o->mech->data_free && record->count == 0)
		train_guarantee_add(g, "noise added", TRAIN_MET, "nothing was released that was computed from the data");
	else if (bare)
		train_guarantee_add(g, "noise added", TRAIN_BROKEN, "what was released carries no noise");
	else if (doubles)
		train_guarantee_add(g, "noise exact", TRAIN_BROKEN, "the noise is drawn in doubles, whose last bits can give the statistic away");
	else
		train_guarantee_add(g, "noise exact", TRAIN_MET, "the noise is drawn exactly, in whole steps");
}

static void judge_key(const struct train_facts *facts, struct train_guarantee *g)
{
	if (facts->seeded)
		train_guarantee_add(g, "noise secret", TRAIN_BROKEN, "the noise comes from --seed: whoever guesses the number knows the noise");
	else
		train_guarantee_add(g, "noise secret", TRAIN_MET, "the noise key comes from the operating system and was not kept");
}

static void judge_range(const struct train_options *o, struct train_guarantee *g)
{
	if (o->mech->ranking)
		return;
	if (o->range_given)
		train_guarantee_add(g, "range public", TRAIN_MET, "the range %.16g:%.16g was given", o->run.rating_min, o->run.rating_max);
	else
		train_guarantee_add(g, "range public", TRAIN_BROKEN, "the range was read off the ratings: give --range=MIN:MAX");
}

static void judge_universe(const struct train_options *o, const struct train_facts *facts, struct train_guarantee *g)
{
	const enum train_state otherwise = o->mech->pattern_public ? TRAIN_ASSUMED : TRAIN_BROKEN;

	if (o->mech->pattern_public)
		train_guarantee_add(g, "pattern public", TRAIN_ASSUMED, "who rated what is public");
	if (facts->items_given)
		train_guarantee_add(g, "items public", TRAIN_MET, "the catalogue was given (%zu items)", facts->items);
	else
		train_guarantee_add(g, "items public", otherwise, o->mech->pattern_public ? "so are the items that were rated" :
		                    "the items were read off the interactions: give --items=FILE or --items=N");
	if (facts->users_given)
		train_guarantee_add(g, "users public", TRAIN_MET, "the users were given (%zu)", facts->users);
	else
		train_guarantee_add(g, "users public", otherwise, o->mech->pattern_public ? "so are the users who rated" :
		                    "the users were read off the data: give --users=FILE or --users=N");
}

static void judge_split(const struct train_facts *facts, struct train_guarantee *g)
{
	if (facts->moves > 1)
		train_guarantee_add(g, "split stable", TRAIN_BROKEN, "one changed line of the input can move %zu lines of what is trained on: "
		                    "train without a test set (--holdout=0), or give one (--test)", facts->moves);
}

static void assume(struct train_guarantee *g)
{
	train_guarantee_add(g, "options public", TRAIN_ASSUMED, "no option was chosen by looking at these data");
	train_guarantee_add(g, "released once", TRAIN_ASSUMED, "nothing else was released from these data "
	                    "(dpmf guarantee DIR1 DIR2 adds up what was)");
	train_guarantee_add(g, "simulation trusted", TRAIN_ASSUMED, "nobody else sees this run, its input, devices/ or evaluation.json: "
	                    "whoever runs the simulation sees everything");
}

static enum dpmf_relation relation_of(const struct train_unit *unit)
{
	return strcmp(unit->relation, "user") == 0 ? DPMF_USER : strcmp(unit->relation, "edge") == 0 ? DPMF_EDGE : DPMF_ENTRY;
}

/* delta = what was asked for and what the samplers owe at that epsilon. A row that is replaced by another may touch twice
   what the record says of one that comes or goes. Of noise in doubles nothing is known; the premise that it is exact is
   broken then. */
static enum dpmf_status delta_of(const struct dpmf_record *record, const struct train_result *result, const struct train_unit *unit,
                                 struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_record_limits(record, relation_of(unit), unit->epsilon, delta, error);

	if (status == DPMF_NO)
		dpmf_interval_set_ui(delta, 0);
	else if (status != DPMF_OK)
		return status;
	dpmf_interval_mul_ui(delta, delta, 2);
	dpmf_interval_add(delta, delta, &result->delta);
	return DPMF_OK;
}

/* At a delta of 1 nothing is promised: of a unit that comes to that nothing is said, and without the first one nothing
   holds. */
static enum dpmf_status add_limits(const struct dpmf_record *record, struct train_result *result, struct train_guarantee *g,
                                   struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	const size_t units = g->units;

	g->units = 0;
	for (size_t i = 0; status == DPMF_OK && i < units; i++) {
		struct train_unit unit = g->unit[i];

		if (unit.epsilon) {
			unit.delta = &result->deltas[i];
			status = delta_of(record, result, &unit, &result->deltas[i], error);
			if (i > 0 && !(mpfr_cmp_ui(unit.delta->hi, 1) < 0))
				continue;
		}
		g->unit[g->units++] = unit;
	}
	if (g->units > 0 && g->unit[0].delta && !(mpfr_cmp_ui(g->unit[0].delta->hi, 1) < 0))
		train_guarantee_add(g, "delta below 1", TRAIN_BROKEN, "at an epsilon this large, what the samplers leave open comes to a delta of 1 "
		                    "or more, at which nothing is promised: give a smaller --epsilon");
	return status;
}

static bool same_colluders(const struct dpmf_colluding *one, const struct dpmf_colluding *other)
{
	return one->of_all == other->of_all && one->share == other->share && one->count == other->count && one->lying == other->lying;
}

/* The guarantee names the colluders of the options: the door must have planned for the same. A message that counts by
   itself needs no plan. */
static enum dpmf_status check_colluders(const struct train_options *o, const struct dpmf_record *record, struct dpmf_error *error)
{
	for (size_t i = 0; i < record->count; i++) {
		const struct dpmf_entry *entry = &record->entry[i];

		if ((dpmf_law_of(entry->law)->source == DPMF_BY_PARTICIPANTS || (entry->law == DPMF_POISSON_BINOMIAL && entry->least != 1)) &&
		    !same_colluders(&entry->colluding, &o->colluding))
			return dpmf_fail(error, DPMF_FAILED, "\"%s\" was released under a plan for other colluders, or another server, than the "
			                 "guarantee names; nothing is written", entry->statistic);
	}
	return DPMF_OK;
}

/* Neither a corrected variant nor a yardstick may spend more than it was asked to. */
static enum dpmf_status check_asked(const struct train_options *o, const struct train_guarantee *g, struct dpmf_error *error)
{
	const double asked = (o->corrected || !o->mech->corrected) && o->mech->asked ? o->mech->asked(o) : NAN;
	struct dpmf_decimals text;

	if (isnan(asked) || g->units == 0 || mpfr_cmp_d(g->unit[0].epsilon->hi, asked) <= 0)
		return DPMF_OK;
	dpmf_enclosure_print(g->unit[0].epsilon, &text);
	return dpmf_fail(error, DPMF_FAILED, "what was released composes to an epsilon of up to %s for %s, more than the %.17g that was asked "
	                 "for; nothing is written", text.hi, g->unit[0].unit, asked);
}

enum dpmf_status train_guarantee_make(const struct train_options *o, const struct train_facts *facts,
                                      const struct dpmf_record *record, struct train_result *result,
                                      struct train_guarantee *guarantee, struct dpmf_error *error)
{
	struct train_guarantee g = { .premises = 0 };
	enum dpmf_status status = o->mech->compose ? o->mech->compose(o, facts, record, result, error) : DPMF_OK;

	if (status != DPMF_OK)
		return status;
	judge_noise(o, record, &g);
	if (o->mech->guarantee) {
		if (o->corrected && result->budget.repeats)
			train_guarantee_add(&g, "noise fresh", TRAIN_BROKEN, "two releases carry the same noise: their difference carries none");
		judge_key(facts, &g);
		judge_range(o, &g);
		judge_universe(o, facts, &g);
		judge_split(facts, &g);
		o->mech->guarantee(o, facts, result, &g);
		assume(&g);
		status = add_limits(record, result, &g, error);
	}
	if (status == DPMF_OK && o->mech->guarantee)
		status = check_colluders(o, record, error);
	if (status == DPMF_OK && o->mech->guarantee)
		status = check_asked(o, &g, error);
	if (status == DPMF_OK)
		*guarantee = g;
	return status;
}
