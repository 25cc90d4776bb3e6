/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_options.h"

#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tool/arguments.h"
#include "tool/train_mech.h"

void train_default(double *option, double value)
{
	if (isnan(*option))
		*option = value;
}

const struct train_use *train_use_of(const struct train_mech *mech, enum train_id id)
{
	for (size_t i = 0; i < mech->uses; i++)
		if (mech->use[i].id == id)
			return &mech->use[i];
	for (size_t i = 0; i < train_common_uses; i++)
		if (train_common_use[i].id == id && (!train_common_use[i].when || train_common_use[i].when(&(struct train_options){ .mech = mech })))
			return &train_common_use[i];
	return NULL;
}

int train_variant_of(const struct train_options *o)
{
	return o->corrected ? TRAIN_CORRECTED : o->as_run ? TRAIN_AS_RUN : TRAIN_PUBLISHED;
}

bool train_applies(const struct train_options *o, enum train_id id)
{
	const struct train_use *use = train_use_of(o->mech, id);

	return use && (use->where & train_variant_of(o)) && (!use->when || use->when(o));
}

/* What was written, before anything is read of it. */
static enum dpmf_status collect(int argc, char **argv, struct train_options *o, struct dpmf_error *error)
{
	struct option table[TRAIN_IDS + 1] = { { 0 } };
	int which;

	for (int id = 0; id < TRAIN_IDS; id++)
		table[id] = (struct option){ train_option[id].name, train_option[id].kind == TRAIN_FLAG ? no_argument : required_argument,
		                             NULL, id + 1 };
	optind = 0;
	while ((which = getopt_long(argc, argv, "", table, NULL)) != -1) {
		if (which < 1 || which > TRAIN_IDS)
			return dpmf_fail(error, DPMF_INPUT, "an option was not understood");
		o->given[which - 1] = optarg ? optarg : "";
	}
	if (optind < argc)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" is not an option", argv[optind]);
	return DPMF_OK;
}

static enum dpmf_status find_mech(struct train_options *o, struct dpmf_error *error)
{
	const char *name = o->given[OPT_MECH];
	char names[TRAIN_NAMES];

	train_mech_names(names);
	if (!name)
		return dpmf_fail(error, DPMF_INPUT, "--mech is missing: it is one of %s", names);
	o->mech = train_mech_named(name);
	return o->mech ? DPMF_OK : dpmf_fail(error, DPMF_INPUT, "--mech is \"%s\": it is one of %s", name, names);
}

static enum dpmf_status find_variant(struct train_options *o, struct dpmf_error *error)
{
	const char *name = o->given[OPT_VARIANT];
	int place;

	if (!o->mech->corrected)
		return name ? dpmf_fail(error, DPMF_INPUT, "--variant is \"%s\": %s is a baseline and has no variants; leave --variant out", name,
		                        o->mech->name) : DPMF_OK;
	if (!name)
		return dpmf_fail(error, DPMF_INPUT, "--variant is missing. %s has %s: published, %s; and corrected, %s%s%s", o->mech->name,
		                 o->mech->as_run ? "three" : "two", o->mech->published, o->mech->corrected, o->mech->as_run ? "; and as-run, " : "",
		                 o->mech->as_run ? o->mech->as_run : "");
	if (tool_choice("variant", name, train_option[OPT_VARIANT].choices, &place, error) != DPMF_OK)
		return DPMF_INPUT;
	if (place == 2 && !o->mech->as_run)
		return dpmf_fail(error, DPMF_INPUT, "--variant is \"as-run\": %s has published and corrected", o->mech->name);
	o->corrected = place == 1;
	o->as_run = o->run.as_run = place == 2;
	return DPMF_OK;
}

const char *train_where(const struct train_use *use)
{
	return use->where == TRAIN_ALL ? "all" : use->where == TRAIN_CORRECTED ? "corrected" : use->where == TRAIN_DESCENT ? "published and as-run" : "published";
}

static enum dpmf_status refuse(const struct train_options *o, enum train_id id, const struct train_use *use, struct dpmf_error *error)
{
	const char *name = train_option[id].name;

	if (!use)
		return dpmf_fail(error, DPMF_INPUT, "--%s: %s has no such option", name, o->mech->name);
	if (use->why_not)
		return dpmf_fail(error, DPMF_INPUT, "--%s does not apply: %s", name, use->why_not);
	return dpmf_fail(error, DPMF_INPUT, "--%s applies to %s %s only", name, train_where(use), o->mech->name);
}

static enum dpmf_status read_given(struct train_options *o, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (int id = 0; status == DPMF_OK && id < TRAIN_IDS; id++) {
		const struct train_use *use = o->given[id] ? train_use_of(o->mech, (enum train_id)id) : NULL;

		if (!o->given[id] || id == OPT_MECH || id == OPT_VARIANT)
			continue;
		status = use && (use->where & train_variant_of(o)) ? train_option_read((enum train_id)id, o->given[id], o, error) :
		                                         refuse(o, (enum train_id)id, use, error);
	}
	return status;
}

static enum dpmf_status read_preset(const struct train_use *use, struct train_options *o, struct dpmf_error *error)
{
	const char *preset = o->as_run && use->as_run ? use->as_run : use->preset;

	if (!preset || o->given[use->id] || !(use->where & train_variant_of(o)))
		return DPMF_OK;
	return train_option_read(use->id, preset, o, error);
}

/* A mechanism's own first: what an option is there may differ from what it commonly is. */
static enum dpmf_status read_presets(struct train_options *o, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; status == DPMF_OK && i < o->mech->uses; i++)
		status = read_preset(&o->mech->use[i], o, error);
	for (size_t i = 0; status == DPMF_OK && i < train_common_uses; i++)
		if (train_use_of(o->mech, train_common_use[i].id) == &train_common_use[i])
			status = read_preset(&train_common_use[i], o, error);
	return status;
}

/* What other options decide. */
static enum dpmf_status check_together(const struct train_options *o, struct dpmf_error *error)
{
	for (int id = 0; id < TRAIN_IDS; id++) {
		const struct train_use *use = o->given[id] ? train_use_of(o->mech, (enum train_id)id) : NULL;

		if (use && use->when && !use->when(o))
			return dpmf_fail(error, DPMF_INPUT, "--%s does not apply: it needs %s", train_option[id].name,
			                 use->unless ? use->unless : "other options");
	}
	return DPMF_OK;
}

/* What can be said without the data. */
static enum dpmf_status check(struct train_options *o, struct dpmf_error *error)
{
	if (!o->ratings)
		return dpmf_fail(error, DPMF_INPUT, "--ratings is missing: give the file of ratings");
	if (o->out && *o->out == '\0')
		return dpmf_fail(error, DPMF_INPUT, "--out is empty: name a folder");
	if (o->test && o->given[OPT_HOLDOUT])
		return dpmf_fail(error, DPMF_INPUT, "--test and --holdout: with a test file nothing is held out; give one of them");
	if (o->seed && o->coins)
		return dpmf_fail(error, DPMF_INPUT, "--seed and --coins: the seed sets the coins, too; give one of them");
	if (!isnan(o->run.epsilon) && !(o->run.epsilon > 0))
		return dpmf_fail(error, DPMF_INPUT, "--epsilon is %g: it must be above 0", o->run.epsilon);
	o->run.jobs = (unsigned)o->jobs;
	o->run.step = (enum dpmf_step)o->step;
	if (o->mech->settle && o->mech->settle(o, error) != DPMF_OK)
		return DPMF_INPUT;
	train_default(&o->colluding.stay, 0);
	return dpmf_colluding_check(&o->colluding, error);
}

void train_options_start(struct train_options *o)
{
	*o = (struct train_options){ .rp = { .options = { .beta1 = 0.9, .beta2 = 0.8 } } };
	for (int id = 0; id < TRAIN_IDS; id++)
		if (train_option[id].kind == TRAIN_NUMBER)
			*(double *)(void *)((char *)o + train_option[id].offset) = NAN;
}

enum dpmf_status train_options_settle(struct train_options *o, struct dpmf_error *error)
{
	enum dpmf_status status = find_mech(o, error);

	if (status == DPMF_OK)
		status = find_variant(o, error);
	if (status == DPMF_OK)
		status = read_given(o, error);
	if (status == DPMF_OK)
		status = read_presets(o, error);
	if (status == DPMF_OK)
		status = check_together(o, error);
	return status == DPMF_OK ? check(o, error) : status;
}

enum dpmf_status train_options_read(int argc, char **argv, struct train_options *options, struct dpmf_error *error)
{
	struct train_options o;
	enum dpmf_status status;

	train_options_start(&o);
	status = collect(argc, argv, &o, error);
	if (status == DPMF_OK && o.given[OPT_HELP]) {
		o.help = true;
		if (o.given[OPT_MECH])
			status = find_mech(&o, error);
	} else if (status == DPMF_OK) {
		status = train_options_settle(&o, error);
	}
	if (status == DPMF_OK)
		*options = o;
	return status;
}
