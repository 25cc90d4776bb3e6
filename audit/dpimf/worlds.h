/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two small neighbouring data sets of interactions for dpimf, and profiles of the
   users. User 0 interacted with the first `touched` items in world 0 only; with
   the items behind those in both, if it is `busy`. User 1, where there is one,
   interacted with the items numbered `from` and above. */
#ifndef DPMF_AUDIT_DPIMF_WORLDS_H
#define DPMF_AUDIT_DPIMF_WORLDS_H
#include <stdbool.h>
#include "audit/case.h"
#include "mech/dpimf/train.h"

enum { DPIMF_SEEN_MOST = 64, DPIMF_USERS_MOST = 2, DPIMF_ITEMS_MOST = 32, DPIMF_D_MOST = 2 };

struct dpimf_setting {
	struct dpmf_dpimf_options options;
	size_t users, items, touched, from;
	bool busy;
	bool trained;  /* the users' profiles are fitted to the world's own data, from public items' profiles: 1 for
	                  item 0, `rest` for the others; otherwise held: (c, .., c) / sqrt(d), c being the bound */
	double rest, other; /* other: user 1's profile, where profiles are held */
	size_t passes; /* over the same profiles, each with noise of its own */
};

/* What a world says of the numbers seen: factor x - mean is Laplace(scale), each by itself. */
struct dpimf_law {
	size_t count;
	double factor[DPIMF_SEEN_MOST], mean[DPIMF_SEEN_MOST], scale[DPIMF_SEEN_MOST];
};

struct dpimf_worlds {
	const struct dpimf_setting *setting;
	struct dpmf_ratings ratings[2];
	double profiles[2][DPIMF_USERS_MOST * DPIMF_D_MOST];
	struct dpimf_law coefficients[2];
	struct dpimf_law solved[2];      /* one factor, scheme opt: q = (a + b) / (2 A) inside the ball */
	double start[DPIMF_USERS_MOST];  /* the driver's initial profiles under start_key, one factor */
	struct dpmf_key start_key;
};

/* case.parameters is a struct dpimf_setting. */
enum dpmf_status dpimf_worlds_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
void dpimf_worlds_teardown(void *instance);

/* An interaction for every true cell of users x items, row after row, everybody kept. */
enum dpmf_status dpimf_interactions(const bool *cell, size_t users, size_t items, struct dpmf_ratings *ratings,
                                    struct dpmf_error *error);

/* All passes by dpmf_dpimf_pass, with the noise and the sample of `key`: at a door that remembers. */
enum dpmf_status dpimf_worlds_pass(const struct dpimf_worlds *worlds, int world, const struct dpmf_key *key,
                                   struct dpmf_door *door, double *solved, struct dpmf_error *error);
/* Profiles of the users, fitted to that world from these of the items; one factor. */
enum dpmf_status dpimf_worlds_fit(const struct dpimf_worlds *worlds, int world, const double *items, double *users,
                                  struct dpmf_error *error);
/* One factor, scheme opt: the law of every item's q where the users' profiles are these. */
void dpimf_worlds_law_of_solved(const struct dpimf_worlds *worlds, int world, const double *users, struct dpimf_law *law);

#endif
