/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One option of `dpmf train`: what it is called, what stands behind it and
   where its value lies. Which mechanism takes it, and what it is there when it
   is not given, each mechanism says itself (struct train_use). */
#ifndef DPMF_TOOL_TRAIN_OPTION_H
#define DPMF_TOOL_TRAIN_OPTION_H
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include "core/status.h"

enum train_id {
	OPT_MECH, OPT_VARIANT, OPT_RATINGS, OPT_FORMAT, OPT_DUPLICATES, OPT_TEST, OPT_HOLDOUT,
	OPT_RANGE, OPT_ITEMS, OPT_USERS, OPT_EPSILON, OPT_EPS_I, OPT_DELTA, OPT_DELTA_R, OPT_COLLUDING, OPT_SERVER,
	OPT_USER_GROUPS, OPT_ITEM_GROUPS, OPT_FACTORS, OPT_EPOCHS, OPT_RATE, OPT_LAMBDA, OPT_STEP, OPT_NOISE,
	OPT_HOLD_USERS, OPT_RESCALE, OPT_AS_RUN, OPT_THRESHOLD, OPT_NORM, OPT_TOLERANCE, OPT_SOCIAL, OPT_SOCIAL_WEIGHT, OPT_BETA,
	OPT_SENSITIVE, OPT_SCHEME, OPT_BUDGET_SPLIT, OPT_PARTIES, OPT_BY, OPT_LOCAL, OPT_BOUND, OPT_TARGET, OPT_PROTECT,
	OPT_MOST, OPT_RELEASE, OPT_VALUE, OPT_ALPHA0, OPT_NEIGHBOURS, OPT_RATIO, OPT_PARTICIPATION, OPT_THETA, OPT_QUANTA, OPT_CUT, OPT_SUM,
	OPT_STAY, OPT_PRIVATE, OPT_ERRORS, OPT_MU, OPT_KAPPA, OPT_UNOBSERVED, OPT_MOST_ERROR, OPT_MOST_PROFILE,
	OPT_CLIP, OPT_TOP, OPT_NEGATIVES, OPT_SEED, OPT_COINS, OPT_JOBS, OPT_OUT, OPT_JSON, OPT_HELP,
	TRAIN_IDS
};

enum train_kind {
	TRAIN_TEXT,       /* const char * */
	TRAIN_FLAG,       /* bool; takes no value */
	TRAIN_YES_NO,     /* bool */
	TRAIN_NUMBER,     /* double */
	TRAIN_COUNT,      /* size_t */
	TRAIN_CHOICE,     /* int: the place in `choices` */
	TRAIN_EITHER,     /* bool: whether it is the second of two choices */
	TRAIN_GROUPS,     /* struct dpmf_groups */
	TRAIN_SHARES,     /* double[3] */
	TRAIN_OTHER,      /* `read` knows */
};

struct train_options;

struct train_option {
	const char *name;
	enum train_kind kind;
	size_t offset;             /* in struct train_options */
	const char *value;         /* what the help writes behind "=" */
	const char *what;          /* one sentence for the help */
	const char *const *choices;
	size_t low, high;          /* TRAIN_COUNT; high 0: no limit */
	bool unsaid;               /* not among the settings: it says where something is read or written, or how fast */
	enum dpmf_status (*read)(const char *name, const char *text, struct train_options *options, struct dpmf_error *error);
};
extern const struct train_option train_option[TRAIN_IDS];

/* Reads one value into its place. */
enum dpmf_status train_option_read(enum train_id id, const char *text, struct train_options *options,
                                   struct dpmf_error *error);
/* What stands there, for the settings; NULL for TRAIN_OTHER. */
json_t *train_option_json(enum train_id id, const struct train_options *options);
/* The option that is called so (the first `length` bytes of `name`), or TRAIN_IDS. */
enum train_id train_option_named(const char *name, size_t length);

/* A baseline's only variant is the first. */
enum { TRAIN_PUBLISHED = 1, TRAIN_CORRECTED = 2, TRAIN_AS_RUN = 4, TRAIN_ALL = TRAIN_PUBLISHED | TRAIN_CORRECTED | TRAIN_AS_RUN };
enum { TRAIN_DESCENT = TRAIN_PUBLISHED | TRAIN_AS_RUN };

/* How one mechanism takes one option. */
struct train_use {
	enum train_id id;
	int where;                 /* in which variants */
	const char *preset;        /* what it is when it is not given; NULL: nothing, or the mechanism settles it */
	const char *as_run;        /* what it then is in the variant as-run; NULL: the same */
	const char *shown;         /* what the help says of that; NULL: the preset */
	const char *why_not;       /* "corrected hdpmf has no factors to choose: ..." for the variant that lacks it */
	bool (*when)(const struct train_options *options); /* NULL: always; asked after all have been read */
	const char *unless;        /* "--scheme=opt-is": what it needs */
};

#endif
