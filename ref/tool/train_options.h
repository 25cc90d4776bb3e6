/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `dpmf train` is told. */
#ifndef DPMF_TOOL_TRAIN_OPTIONS_H
#define DPMF_TOOL_TRAIN_OPTIONS_H
#include "core/read.h"
#include "mech/dpimf/train.h"
#include "mech/dpmf-rp/train.h"
#include "mech/options.h"
#include "tool/train_option.h"

struct train_mech;

struct train_rp {
	struct dpmf_rp_options options; /* what is in `run` too is taken from there; theta and quanta 0, once settled: to be chosen */
	double ratio;              /* m / p */
	size_t quanta;
	bool errors;               /* measure the errors of every round's gradient */
};

struct train_options {
	const char *given[TRAIN_IDS]; /* as on the command line; NULL: not given */
	const struct train_mech *mech;
	bool corrected, as_run; /* neither: published */
	const char *ratings, *test, *out, *seed, *coins, *items, *users;
	enum dpmf_format format;
	int duplicates;
	size_t holdout;  /* ratings of every user */
	bool latest;     /* hold out each user's latest instead */
	size_t top, negatives, neighbours, jobs;
	size_t most;     /* of a user's ratings or interactions that are contributed */
	bool range_given;
	struct dpmf_groups user_groups, item_groups;
	double threshold, value;
	double eps_i, delta, delta_r, norm, tolerance, bound; /* NAN: not given */
	const char *social;
	double social_weight, beta, sensitive, alpha0;
	int step, scheme, protect, sum;
	struct dpmf_colluding colluding;
	bool rescale, clip, items_only, json, help;
	struct dpmf_dpimf_options dpimf; /* what is in `run` too is taken from there */
	struct train_rp rp;
	struct dpmf_options run;
};

enum dpmf_status train_options_read(int argc, char **argv, struct train_options *options, struct dpmf_error *error);
/* The same from options->given, as train_options_start left the rest. */
void train_options_start(struct train_options *options);
enum dpmf_status train_options_settle(struct train_options *options, struct dpmf_error *error);
/* Of all mechanisms, or of the one that was named. */
void train_help(const struct train_options *options);
/* How the mechanism takes the option; NULL: not at all. */
const struct train_use *train_use_of(const struct train_mech *mech, enum train_id id);
/* Of TRAIN_PUBLISHED, ...: the one that was chosen. */
int train_variant_of(const struct train_options *options);
/* In which variants an option is taken, in words. */
const char *train_where(const struct train_use *use);
/* Whether it takes it in this variant, with these other options. */
bool train_applies(const struct train_options *options, enum train_id id);
/* Sets what is NAN, that is, was not given. */
void train_default(double *option, double value);

#endif
