/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program must know of a mechanism or a baseline: one descriptor each,
   listed in TRAIN_MECHANISMS. Help, settings and the refusal of options that do not
   apply come from its options; the guarantee from its units and premises. */
#ifndef DPMF_TOOL_TRAIN_MECH_H
#define DPMF_TOOL_TRAIN_MECH_H
#include "eval/ranking.h"
#include "noise/door.h"
#include "tool/train_data.h"
#include "tool/train_guarantee.h"
#include "tool/train_report.h"

struct train_mech {
	const char *name, *what;
	const char *published, *corrected; /* what the two variants are, as half a sentence; NULL: a baseline, which has none */
	const char *as_run;                /* a third: what the authors' own program does, where it is not what they published; NULL: there is none */
	const char *published_claim, *corrected_claim, *as_run_claim; /* what the ledger (proofs/claims.json) says of them */
	const struct train_use *use;       /* its own options; train_common_use has the others */
	size_t uses;
	bool ranking;        /* trained on interactions: each line is one, whatever its rating */
	bool lists;          /* lists are scored, too: relevant is what is rated high in the test ratings */
	bool traffic;        /* it reports what users send, and the errors of groups of users */
	bool neighbours;     /* publishes neighbours of items in place of factors */
	bool data_free;      /* reads no rating, and releases nothing */
	bool pattern_public; /* who rated what may be public: its neighbours differ in a value */
	/* Fills in what was not given; refuses what can be refused without the data. NULL: nothing to settle. */
	enum dpmf_status (*settle)(struct train_options *options, struct dpmf_error *error);
	/* `coins` is the key of the public randomness; the noise is the door's. */
	enum dpmf_status (*train)(const struct train_options *options, const struct train_data *data,
	                          const struct dpmf_key *coins, struct dpmf_door *door, struct dpmf_model *model,
	                          struct train_result *result, struct dpmf_error *error);
	/* The budget of what left through the door. */
	enum dpmf_status (*compose)(const struct train_options *options, const struct train_facts *facts,
	                            const struct dpmf_record *record, struct train_result *result, struct dpmf_error *error);
	/* Its units, its own premises, against whom. NULL: nothing is protected. */
	void (*guarantee)(const struct train_options *options, const struct train_facts *facts,
	                  const struct train_result *result, struct train_guarantee *guarantee);
	double (*asked)(const struct train_options *options); /* the epsilon of the first unit that was asked for; NULL or NAN: none */
	bool (*users_public)(const struct train_options *options); /* NULL: the users' factors stay on devices */
	bool (*items_private)(const struct train_options *options); /* NULL: the items' factors are released */
	dpmf_scorer *scores; /* of a struct train_result, to rank by; NULL: u.v of the model */
	bool (*rescaled)(const struct train_options *options); /* NULL: predictions never are */
	const double *user_without_device; /* corrected: as many numbers as the model has factors, in place of those of a user who is not at
	                                      hand; NULL: no prediction */
	const char *(*noise)(const struct train_options *options); /* NULL: none */
	/* Further lines and JSON about what was released. NULL: none. */
	void (*print)(FILE *out, const struct train_options *options, const struct train_result *result);
	json_t *(*budget)(const struct train_options *options, const struct train_result *result);
};

/* NULL when there is none of that name. */
const struct train_mech *train_mech_named(const char *name);
/* "hdpmf, ...; or a baseline: mf, ..." */
enum { TRAIN_NAMES = 256 };
void train_mech_names(char names[TRAIN_NAMES]);
/* The one at this place; NULL behind the last. */
const struct train_mech *train_mech_at(size_t place);

/* What every mechanism takes, as far as `when` does not say otherwise of the mechanism. */
extern const struct train_use train_common_use[];
extern const size_t train_common_uses;

/* Every mechanism, then every baseline: the name of its descriptor behind train_. */
#define TRAIN_MECHANISMS(X) \
	X(hdpmf) X(gaussmf) X(dpimf) X(dpmf_rp) X(privsr) X(dpals) \
	X(mf) X(dpmf) X(pdpmf) X(soreg) X(gd) X(dpmf01) X(dplcf) X(ldpicf) X(ials) X(pop) \
	X(means) X(dppop) X(constant)
#define TRAIN_DECLARED(name) extern const struct train_mech train_##name;
TRAIN_MECHANISMS(TRAIN_DECLARED)

#define TRAIN_USES(array) .use = (array), .uses = sizeof (array) / sizeof *(array)

#endif
