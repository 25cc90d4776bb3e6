/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What surrounds the rounds of a descent and is in no paper: threads, the record's
   entry of a round, a run that diverges, a signal that asks to stop. */
#ifndef DPMF_MECH_DESCENT_ROUNDS_H
#define DPMF_MECH_DESCENT_ROUNDS_H
#include "core/ratings.h"
#include "core/status.h"
#include "mech/descent.h"
#include "noise/release.h"

struct dpmf_rounds {
	const struct dpmf_ratings *ratings;
	const struct dpmf_descent *how;
	struct dpmf_door *door;
	struct dpmf_model *model;
	double *rating;       /* by column, so that an item's ratings lie side by side */
	size_t number;        /* of this round's entry in the record, for the items */
	uint64_t round, draw; /* from 1 */
	double rate;
};

/* `rounds` has its first four members. */
enum dpmf_status dpmf_rounds_open(struct dpmf_rounds *rounds, struct dpmf_error *error);
void dpmf_rounds_close(struct dpmf_rounds *rounds);

/* Epoch t, from 0, begins: its round, draw and rate. */
void dpmf_rounds_begin(struct dpmf_rounds *rounds, size_t t);
/* Of a step along the sum of so many gradients. */
double dpmf_rounds_rate(const struct dpmf_rounds *rounds, double terms);
/* Declares what leaves in this round: `what`, a piece for each sum. */
enum dpmf_status dpmf_rounds_declare(const struct dpmf_rounds *rounds, const struct dpmf_entry *what, size_t sums,
                                     size_t *number, struct dpmf_error *error);
/* The same of what the items' raters send: a sum for each item, or where a step follows
   every message, a piece for each of them. */
enum dpmf_status dpmf_rounds_declare_items(struct dpmf_rounds *rounds, struct dpmf_error *error);
/* update(context, i) for every i below count, in parallel. */
typedef enum dpmf_status dpmf_update(const void *context, size_t i);
enum dpmf_status dpmf_rounds_each(const struct dpmf_rounds *rounds, size_t count, dpmf_update *update, const void *context,
                                  struct dpmf_error *error);
/* The round ends: the factors are finite, the listener is told, a signal is obeyed. */
enum dpmf_status dpmf_rounds_end(const struct dpmf_rounds *rounds, struct dpmf_error *error);

#endif
