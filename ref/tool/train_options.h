/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_TOOL_TRAIN_OPTIONS_H
#define DPMF_TOOL_TRAIN_OPTIONS_H
#include "core/read.h"
#include "mech/dpimf_train.h"
#include "mech/options.h"
#include "tool/train_rp.h"

struct train_mech;

/* Options that only some mechanisms have. */
enum train_own {
	TRAIN_DELTA,     /* --delta */
	TRAIN_GAUSSIAN,  /* --eps-i, --delta-r */
	TRAIN_DESCENT,   /* --norm, --tolerance */
	TRAIN_SOCIAL,    /* --social, --social-weight */
	TRAIN_SENSITIVE, /* --beta, --sensitive */
	TRAIN_RANKING,   /* --top, --negatives: what is trained on interactions, not on ratings */
	TRAIN_IMPLICIT,  /* --alpha0 */
	TRAIN_NEIGHBOURS, /* --neighbours */
	TRAIN_DPIMF,     /* those in train_dpimf.h */
	TRAIN_RP,        /* those in train_rp.h: lists of explicit ratings are scored too */
	TRAIN_COLLUDING, /* --colluding, --server, --sum, --stay: of sums to which several add noise */
	TRAIN_OWNS
};

struct train_options {
	const struct train_mech *mech;
	bool corrected;
	const char *ratings, *test, *out, *seed;
	enum dpmf_format format;
	enum dpmf_duplicates duplicates;
	size_t holdout;  /* ratings of every user; SIZE_MAX: not given */
	bool latest;     /* hold out each user's latest instead */
	size_t top, negatives, neighbours;
	bool range_given;
	struct dpmf_groups user_groups, item_groups;
	double threshold;
	double eps_i, delta, delta_r, norm, tolerance; /* NAN: not given */
	const char *social;
	double social_weight, beta, sensitive, alpha0;
	const char *own[TRAIN_OWNS]; /* an option of this kind that was given; NULL: none was */
	bool rescale, clip, json, help;
	bool factors_given, epochs_given;
	struct dpimf_options dpimf; /* what is in `run` too is taken from there */
	struct train_rp rp;
	struct dpmf_options run;
};

enum dpmf_status train_options_read(int argc, char **argv, struct train_options *options, struct dpmf_error *error);
void train_help(void);

#endif
