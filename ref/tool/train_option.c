/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_option.h"

#include <math.h>
#include <string.h>

#include "tool/arguments.h"
#include "tool/train_options.h"
#include "tool/train_readers.h"

#define AT(field) offsetof(struct train_options, field)

static const char *const variants[] = { "published", "corrected", "as-run", NULL };
static const char *const duplicates[] = { "refuse", "last", NULL };
static const char *const servers[] = { "curious", "lying", NULL };
static const char *const steps[] = { "mean", "sum", "message", NULL };
static const char *const noises[] = { "once", "epoch", NULL };
static const char *const schemes[] = { "str", "com", "sym", "opt", "opt-is", NULL };
static const char *const sides[] = { "users", "items", NULL };
static const char *const protects[] = { "entry", "user", NULL };
static const char *const releases[] = { "both", "items", NULL };
static const char *const sums[] = { "ideal", "secagg", "none", NULL };

#define TEXT(field) TRAIN_TEXT, AT(field)
#define NUMBER(field) TRAIN_NUMBER, AT(field)
#define COUNT(field) TRAIN_COUNT, AT(field)
#define YES_NO(field) TRAIN_YES_NO, AT(field)

const struct train_option train_option[TRAIN_IDS] = {
	[OPT_MECH] = { "mech", TRAIN_OTHER, .value = "NAME", .what = "which mechanism or baseline" },
	[OPT_VARIANT] = { "variant", TRAIN_OTHER, .value = "V", .what = "published, or corrected; every mechanism needs it, no baseline takes it (hdpmf has as-run, too)",
	                  .choices = variants },
	[OPT_RATINGS] = { "ratings", TEXT(ratings), .value = "FILE", .what = "lines of user, item, rating and perhaps a time; ids are whole numbers", .unsaid = true },
	[OPT_FORMAT] = { "format", TRAIN_OTHER, .value = "F", .what = "of the files: auto, ml100k, ml1m, csv or triples", .read = train_read_format, .unsaid = true },
	[OPT_DUPLICATES] = { "duplicates", TRAIN_CHOICE, AT(duplicates), "D", "where a pair has two ratings: refuse the file, or take the last", .choices = duplicates,
	                     .unsaid = true },
	[OPT_TEST] = { "test", TEXT(test), .value = "FILE", .what = "the test ratings; without it, they are held out of the ratings", .unsaid = true },
	[OPT_HOLDOUT] = { "holdout", TRAIN_OTHER, .value = "H", .what = "what is held out of every user's ratings: so many at random, random (one of them), or latest (by the column of times)",
	                  .read = train_read_holdout },
	[OPT_RANGE] = { "range", TRAIN_OTHER, .value = "MIN:MAX", .what = "the public range of ratings; without it the range is read off the ratings, and no guarantee holds",
	                .read = train_read_range },
	[OPT_ITEMS] = { "items", TEXT(items), .value = "FILE|N", .what = "the public catalogue: a file of ids, one a line, or N for the ids 1 to N", .unsaid = true },
	[OPT_USERS] = { "users", TEXT(users), .value = "FILE|N", .what = "the public universe of users, in the same way", .unsaid = true },
	[OPT_EPSILON] = { "epsilon", NUMBER(run.epsilon), .value = "E", .what = "the budget that is asked for" },
	[OPT_EPS_I] = { "eps-i", NUMBER(eps_i), .value = "E", .what = "the epsilon of one round, below 1" },
	[OPT_DELTA] = { "delta", NUMBER(delta), .value = "D", .what = "the delta of --epsilon; with gaussmf, of --eps-i" },
	[OPT_DELTA_R] = { "delta-r", NUMBER(delta_r), .value = "D", .what = "the delta of all rounds together" },
	[OPT_COLLUDING] = { "colluding", TRAIN_OTHER, .value = "C", .what = "how many of those who add a share of noise may work together: a number, or a share such as 0.1 or 10%",
	                    .read = train_read_colluding },
	[OPT_SERVER] = { "server", TRAIN_EITHER, AT(colluding.lying), "S", "what the server may do: curious follows the protocol, lying may leave users out of a sum",
	                 .choices = servers },
	[OPT_USER_GROUPS] = { "user-groups", TRAIN_GROUPS, AT(user_groups), "A,B,C,D", .what = "privacy weights: a share A of the users has a weight in [C, D), a share B one in [D, 1), and the rest 1 (the paper's Table II)" },
	[OPT_ITEM_GROUPS] = { "item-groups", TRAIN_GROUPS, AT(item_groups), "A,B,C,D", .what = "the same for the items" },
	[OPT_FACTORS] = { "factors", COUNT(run.factors), .value = "K", .what = "columns of the users' and the items' factors", .low = 1 },
	[OPT_EPOCHS] = { "epochs", COUNT(run.epochs), .value = "T", .what = "rounds of training" },
	[OPT_RATE] = { "rate", NUMBER(run.rate), .value = "R", .what = "the first step size" },
	[OPT_LAMBDA] = { "lambda", NUMBER(run.lambda), .value = "L", .what = "regularization" },
	[OPT_STEP] = { "step", TRAIN_CHOICE, AT(step), "S", "mean: the full gradient, at the rate divided by the ratings of that item or user; sum: the full gradient, at the rate; message: a step after every message", .choices = steps },
	[OPT_NOISE] = { "noise", TRAIN_EITHER, AT(run.noise_per_epoch), "N", "once: noise is drawn once and used again; epoch: drawn anew in every epoch", .choices = noises },
	[OPT_HOLD_USERS] = { "hold-users", TRAIN_FLAG, AT(run.hold_users), .what = "the users' factors stay as they started, as in the proof of Theorem 2" },
	[OPT_RESCALE] = { "rescale", YES_NO(rescale), .value = "yes|no", .what = "yes: a prediction is u.v divided by the weights of user and item; no: it is u.v" },
	[OPT_AS_RUN] = { "as-run", TRAIN_FLAG, AT(run.as_run), .what = "makes the choices of the program that hdpmf's authors published: one h for all items, factors that start as N(0, 0.01), users projected after each step" },
	[OPT_THRESHOLD] = { "threshold", NUMBER(threshold), .value = "T", .what = "the sampling threshold t: a rating whose own epsilon is t or more is always used" },
	[OPT_NORM] = { "norm", NUMBER(norm), .value = "C", .what = "profiles are clipped to this 2-norm where they weigh a gradient" },
	[OPT_TOLERANCE] = { "tolerance", NUMBER(tolerance), .value = "T", .what = "training ends when ten rounds lower the RMSE by no more than this part of it; 0: not before --epochs" },
	[OPT_SOCIAL] = { "social", TEXT(social), .value = "FILE", .what = "the trust list: lines of truster, trustee and perhaps a weight", .unsaid = true },
	[OPT_SOCIAL_WEIGHT] = { "social-weight", NUMBER(social_weight), .value = "W", .what = "how much the friends' term weighs" },
	[OPT_BETA] = { "beta", NUMBER(beta), .value = "B", .what = "a sensitive rating has B times the epsilon of another one, 0 < B <= 1" },
	[OPT_SENSITIVE] = { "sensitive", NUMBER(sensitive), .value = "S", .what = "the share of ratings that are sensitive, drawn from the public coins" },
	[OPT_SCHEME] = { "scheme", TRAIN_CHOICE, AT(scheme), "S", "where the noise goes: str, com, sym, opt or opt-is (corrected: opt or opt-is)", .choices = schemes },
	[OPT_BUDGET_SPLIT] = { "budget-split", TRAIN_SHARES, AT(dpimf.share), "A,B,C", .what = "the shares of the first order, the second order and the regularizer in the budget" },
	[OPT_PARTIES] = { "parties", COUNT(dpimf.parties), .value = "N", .what = "among how many parties the data are divided" },
	[OPT_BY] = { "by", TRAIN_EITHER, AT(dpimf.by_items), "B", "what is divided among the parties: users or items", .choices = sides },
	[OPT_LOCAL] = { "local", COUNT(dpimf.local), .value = "L", .what = "how many passes a party makes in each of --epochs rounds" },
	[OPT_BOUND] = { "bound", NUMBER(bound), .value = "C", .what = "profiles are clipped to this 2-norm; dpimf takes 0 for the largest profile at hand" },
	[OPT_TARGET] = { "target", NUMBER(dpimf.target), .value = "R", .what = "the epsilon' of Algorithm 3 is R times epsilon, R >= 1" },
	[OPT_PROTECT] = { "protect", TRAIN_CHOICE, AT(protect), "P", "entry: one interaction; user: all of a user's", .choices = protects },
	[OPT_MOST] = { "most", COUNT(most), .value = "N", .what = "how many interactions a user contributes at most" },
	[OPT_RELEASE] = { "release", TRAIN_EITHER, AT(items_only), "R", "both: the sums of items and of users leave; items: those of items, and a user's effect stays on the user's device", .choices = releases },
	[OPT_VALUE] = { "value", NUMBER(value), .value = "X", .what = "what is predicted for every rating" },
	[OPT_ALPHA0] = { "alpha0", NUMBER(alpha0), .value = "A", .what = "the weight of what was not observed, 0 < A <= 1" },
	[OPT_NEIGHBOURS] = { "neighbours", COUNT(neighbours), .value = "N", .what = "how many neighbours of every item are published" },
	[OPT_RATIO] = { "ratio", NUMBER(rp.ratio), .value = "R", .what = "how many items share a row of the projected gradient, m / p; 1: no projection" },
	[OPT_PARTICIPATION] = { "participation", NUMBER(rp.options.participation), .value = "B", .what = "the share of the users who take part in a round" },
	[OPT_THETA] = { "theta", NUMBER(rp.options.theta), .value = "T", .what = "theta of the Poisson binomial mechanism; needs --quanta" },
	[OPT_QUANTA] = { "quanta", COUNT(rp.quanta), .value = "Q", .what = "q of the Poisson binomial mechanism; needs --theta", .low = 1, .high = 1 << 20 },
	[OPT_CUT] = { "cut", NUMBER(rp.options.bound), .value = "C", .what = "every coordinate of a flattened gradient is cut to -C .. C" },
	[OPT_SUM] = { "sum", TRAIN_CHOICE, AT(sum), "S", "how what the users send is added: ideal (as if by a trusted party), secagg (by secure aggregation), or none (dpmf-rp only: the server sees each message)", .choices = sums },
	[OPT_STAY] = { "stay", NUMBER(colluding.stay), .value = "S", .what = "secure aggregation: the share of users that must stay to the end" },
	[OPT_PRIVATE] = { "private", YES_NO(rp.options.noise), .value = "yes|no", .what = "no: no noise is added, to see what projection alone costs" },
	[OPT_ERRORS] = { "errors", YES_NO(rp.errors), .value = "yes|no", .what = "yes: measures what projection and noise do to every round's gradient" },
	[OPT_MU] = { "mu", NUMBER(rp.options.mu), .value = "M", .what = "how much the items' profiles are regularized, mu of Eq. (4)" },
	[OPT_KAPPA] = { "kappa", NUMBER(rp.options.user.kappa), .value = "K", .what = "how much a rating raises the weight of its entry, kappa of Eqs. (3) and (5)" },
	[OPT_UNOBSERVED] = { "unobserved", NUMBER(rp.options.user.unobserved), .value = "W", .what = "the weight of an item without a rating, Eq. (3)" },
	[OPT_MOST_ERROR] = { "most-error", NUMBER(rp.options.user.most_error), .value = "E", .what = "a rating's error is cut to -E .. E, Eq. (16)" },
	[OPT_MOST_PROFILE] = { "most-profile", NUMBER(rp.options.user.most_profile), .value = "B", .what = "a user's profile is clipped to this 1-norm, Eq. (17)" },
	[OPT_CLIP] = { "clip", YES_NO(clip), .value = "yes|no", .what = "predictions are cut to the range" },
	[OPT_TOP] = { "top", COUNT(top), .value = "K", .what = "the length of the lists that HR and NDCG look at" },
	[OPT_NEGATIVES] = { "negatives", COUNT(negatives), .value = "N", .what = "how many items are drawn to rank a held-out item among" },
	[OPT_SEED] = { "seed", TEXT(seed), .value = "S", .what = "for experiments: coins and noise come from this number, and no guarantee holds", .unsaid = true },
	[OPT_COINS] = { "coins", TEXT(coins), .value = "S", .what = "the public randomness comes from this number; the noise stays secret", .unsaid = true },
	[OPT_JOBS] = { "jobs", COUNT(jobs), .value = "J", .what = "how many threads; the result does not depend on it", .low = 1, .high = 64, .unsaid = true },
	[OPT_OUT] = { "out", TEXT(out), .value = "DIR", .what = "writes the model there, to a folder that does not exist yet", .unsaid = true },
	[OPT_JSON] = { "json", TRAIN_FLAG, AT(json), .what = "one JSON document on stdout", .unsaid = true },
	[OPT_HELP] = { "help", TRAIN_FLAG, AT(help), .what = "this help; with --mech=NAME, the options of that mechanism", .unsaid = true },
};

static enum dpmf_status read_count(const struct train_option *option, const char *text, size_t *value, struct dpmf_error *error)
{
	size_t count;
	const enum dpmf_status status = tool_size(option->name, text, &count, error);

	if (status != DPMF_OK)
		return status;
	if (count < option->low && option->high == 0)
		return dpmf_fail(error, DPMF_INPUT, "--%s is %zu: give %zu or more", option->name, count, option->low);
	if (count < option->low || (option->high > 0 && count > option->high))
		return dpmf_fail(error, DPMF_INPUT, "--%s is %zu: give %zu to %zu", option->name, count, option->low, option->high);
	*value = count;
	return DPMF_OK;
}

enum dpmf_status train_option_read(enum train_id id, const char *text, struct train_options *options,
                                   struct dpmf_error *error)
{
	const struct train_option *option = &train_option[id];
	void *place = (char *)options + option->offset;
	enum dpmf_status status;
	int chosen;

	switch (option->kind) {
	case TRAIN_TEXT: *(const char **)place = text; return DPMF_OK;
	case TRAIN_FLAG: *(bool *)place = true; return DPMF_OK;
	case TRAIN_YES_NO: return tool_yes_no(option->name, text, place, error);
	case TRAIN_NUMBER: return tool_number(option->name, text, place, error);
	case TRAIN_COUNT: return read_count(option, text, place, error);
	case TRAIN_CHOICE: return tool_choice(option->name, text, option->choices, place, error);
	case TRAIN_EITHER:
		status = tool_choice(option->name, text, option->choices, &chosen, error);
		if (status == DPMF_OK)
			*(bool *)place = chosen == 1;
		return status;
	case TRAIN_GROUPS: return train_read_groups(option->name, text, place, error);
	case TRAIN_SHARES: return tool_numbers(option->name, text, ',', 3, place, error);
	case TRAIN_OTHER: return option->read ? option->read(option->name, text, options, error) : DPMF_OK;
	}
	return DPMF_FAILED;
}

static json_t *number_json(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

json_t *train_option_json(enum train_id id, const struct train_options *options)
{
	const struct train_option *option = &train_option[id];
	const void *place = (const char *)options + option->offset;
	const struct dpmf_groups *groups = place;
	const double *share = place;

	switch (option->kind) {
	case TRAIN_TEXT: return *(const char *const *)place ? json_string(*(const char *const *)place) : json_null();
	case TRAIN_FLAG: case TRAIN_YES_NO: return json_boolean(*(const bool *)place);
	case TRAIN_NUMBER: return number_json(*(const double *)place);
	case TRAIN_COUNT: return *(const size_t *)place < option->low ? json_null() : json_integer((json_int_t)*(const size_t *)place);
	case TRAIN_CHOICE: return json_string(option->choices[*(const int *)place]);
	case TRAIN_EITHER: return json_string(option->choices[*(const bool *)place ? 1 : 0]);
	case TRAIN_GROUPS: return json_pack("[f, f, f, f]", groups->conservative, groups->moderate, groups->weight_conservative,
	                                    groups->weight_moderate);
	case TRAIN_SHARES: return json_pack("[f, f, f]", share[0], share[1], share[2]);
	case TRAIN_OTHER: return NULL;
	}
	return NULL;
}

enum train_id train_option_named(const char *name, size_t length)
{
	enum train_id id = 0;

	while (id < TRAIN_IDS && (strncmp(train_option[id].name, name, length) != 0 || train_option[id].name[length] != '\0'))
		id++;
	return id;
}
