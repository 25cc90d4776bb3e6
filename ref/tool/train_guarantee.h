/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a release promises, to whom, and under which premises: a document that
   is made from the options, a few facts of the run, and the door's record, so
   that whoever has the public folder can make it again. */
#ifndef DPMF_TOOL_TRAIN_GUARANTEE_H
#define DPMF_TOOL_TRAIN_GUARANTEE_H
#include <jansson.h>
#include <stdio.h>
#include "account/enclosure.h"
#include "noise/door.h"
#include "tool/train_options.h"

enum train_state { TRAIN_MET, TRAIN_ASSUMED, TRAIN_BROKEN };

struct train_premise {
	const char *id;
	enum train_state state;
	char text[256];
};

/* What has an epsilon of its own. */
struct train_unit {
	const char *relation;                 /* entry, user, edge */
	const char *unit;                     /* "the value of one rating" */
	const struct dpmf_enclosure *epsilon; /* NULL: that of the first unit for each entry that changes */
	const struct dpmf_enclosure *delta;   /* NULL: 0, or as epsilon says */
	const char *summed;                   /* what the sum over several releases is for; NULL: the same */
};

/* Facts of a run that are public and stand in the folder. */
struct train_facts {
	struct dpmf_key coins;
	bool seeded;                   /* the noise key comes from --seed */
	bool items_given, users_given;
	size_t items, users;
	size_t moves;                  /* how many training ratings one changed rating of the input can move */
};

enum { TRAIN_PREMISES = 24, TRAIN_UNITS = 4, TRAIN_COVERED = 8 };

struct train_guarantee {
	struct train_premise premise[TRAIN_PREMISES];
	struct train_unit unit[TRAIN_UNITS];
	size_t premises, units, covered;
	char covers[TRAIN_COVERED][48];
	char against[512];
	char otherwise[512];           /* what would hold if the broken premises held; "": nothing */
};

struct train_result;

void train_guarantee_add(struct train_guarantee *guarantee, const char *id, enum train_state state, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
void train_guarantee_unit(struct train_guarantee *guarantee, const char *relation, const char *unit,
                          const struct dpmf_enclosure *epsilon);
bool train_guarantee_holds(const struct train_guarantee *guarantee);

/* Composes the record into the result's budgets and says what they promise. DPMF_FAILED where the corrected variant
   spent more than was asked for. */
enum dpmf_status train_guarantee_make(const struct train_options *options, const struct train_facts *facts,
                                      const struct dpmf_record *record, struct train_result *result,
                                      struct train_guarantee *guarantee, struct dpmf_error *error);

void train_guarantee_print(FILE *out, const struct train_guarantee *guarantee);
json_t *train_guarantee_json(const struct train_guarantee *guarantee);

#endif
