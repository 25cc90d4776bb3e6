/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one round of hdpmf and one of privsr have in common: rows, ratings, steps. */
#ifndef VECTORS_CHECK_ROUND_H
#define VECTORS_CHECK_ROUND_H
#include "check.h"
#include "inputs.h"

enum { ROUND_ROOM = INPUT_COORDINATES };

struct rated_round {
	size_t users, items, k, count;
	int64_t user[ROUND_ROOM], item[ROUND_ROOM];
	struct vector u, v, rating, h, c; /* h has a row an item, c a row a rating */
	double delta, epsilon, rate, lambda, radius;
	double noise[ROUND_ROOM], noisy[ROUND_ROOM], gradient_u[ROUND_ROOM], stepped[ROUND_ROOM];
};

/* false: a member is missing, or the lists do not fit each other. */
bool rated_round_read(const json_t *inputs, struct rated_round *r);
bool rated_round_in_domain(const struct rated_round *r);
bool none_negative(const struct vector *x);
void rated_round_step_items(struct rated_round *r);
/* Steps the user, keeps in `stepped` where it came, and projects it. */
void rated_round_step_user(struct rated_round *r, size_t user);

#endif
