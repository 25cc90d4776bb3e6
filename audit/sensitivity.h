/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The largest change of a statistic that a search over small instances finds,
   against the claimed bound. An instance is a pair of neighbours, a start and
   a public trajectory: what the door answered. In both worlds the real driver
   runs on the real door, which hands these answers out, so that the two
   statistics of a round stand side by side. The search works in doubles; what
   it found is evaluated again as an enclosure, by another text: the paper's
   formulas in interval arithmetic, from the exact doubles of the instance. */
#ifndef DPMF_AUDIT_SENSITIVITY_H
#define DPMF_AUDIT_SENSITIVITY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "account/enclosure.h"
#include "core/ratings.h"
#include "noise/door.h"

enum {
	AUDIT_SIDE_MOST = 4,     /* users, and items */
	AUDIT_FACTORS_MOST = 2,
	AUDIT_ROUNDS_MOST = 4,
	AUDIT_CELLS_MOST = AUDIT_SIDE_MOST * AUDIT_FACTORS_MOST,
	AUDIT_NUMBERS_MOST = 1 + AUDIT_SIDE_MOST * AUDIT_SIDE_MOST + 1 + 3 * AUDIT_CELLS_MOST +
	                     2 + AUDIT_ROUNDS_MOST * AUDIT_CELLS_MOST,
};

/* How large an instance is, and between which ends its numbers are sought. */
struct audit_shape {
	size_t users, items, factors, rounds;
	size_t pieces;           /* of `factors` numbers each, that the door releases in a round; `rounds` counts releases */
	size_t first;            /* what earlier releases move does not count: they lay the trajectory */
	/* DPMF_ENTRY: user 0's rating of item 0 differs; DPMF_EDGE: its start; DPMF_USER: all of its ratings. Only
	   releases that declare these neighbours count. */
	enum dpmf_relation neighbours;
	bool row;                /* with DPMF_EDGE: all of user 0's ratings differ instead of its start */
	double rating_min, rating_max;
	double start_most;       /* |coordinate| of u and v */
	double answer_most;      /* |coordinate| of what the door answers */
	double rate_min, rate_max;
	double weight_min;       /* of user 0's privacy weight; 1: no weights */
	double lambda;
};

/* Every user rates every item. */
struct audit_instance {
	const struct audit_shape *shape;
	double rating[2][AUDIT_SIDE_MOST * AUDIT_SIDE_MOST]; /* of both worlds, user by user */
	double u[2][AUDIT_CELLS_MOST];                       /* the users' start in both worlds */
	double v[AUDIT_CELLS_MOST];                          /* the items' start */
	double answer[AUDIT_ROUNDS_MOST][AUDIT_CELLS_MOST];
	double rate, weight;
};

struct audit_search_target {
	const char *mechanism, *variant, *view;
	const char *claim;       /* the entry of proofs/claims.json that is at stake */
	const char *statistic;
	bool exceeds;            /* known to exceed the claim; otherwise it must not, and must come near it */
	double declared_over_claimed; /* where the record declares what is so, and the paper less; 0: 1 */
	struct audit_shape shape;
	/* Where the driver starts as its key says (start_most is 0): that start; NULL: the search's own. */
	enum dpmf_status (*start)(struct audit_instance *one, const struct dpmf_key *key, struct dpmf_error *error);
	/* The real driver from the instance's start. */
	enum dpmf_status (*train)(const struct audit_instance *one, int world, const struct dpmf_ratings *ratings,
	                          const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_error *error);
	/* The statistic of release `round` (from 0) in that world, piece by piece, in real arithmetic. */
	void (*statistic_of)(const struct audit_instance *one, int world, size_t round, struct dpmf_enclosure *statistic);
	/* The bound that is claimed, for this weight. */
	void (*claimed)(const struct audit_instance *one, struct dpmf_enclosure *bound);
};

struct audit_sensitivity_settings {
	uint64_t seed;
	uint64_t evaluations;
};

struct audit_sensitivity {
	const struct audit_search_target *target;
	struct audit_instance found;
	uint64_t evaluations;
	size_t round;            /* from 0 */
	uint64_t piece;          /* that moved most */
	enum dpmf_norm norm;
	double moved, declared;  /* as the door saw it */
	bool strayed;            /* somewhere a second run asked the door for something else */
	bool agrees;             /* the door's figures lie where the enclosures say, up to rounding */
	bool exceeds;            /* certain: the enclosure of the ratio lies above 1 */
	bool near;               /* certain: it lies above 0.999 */
	struct dpmf_decimals moved_real, claimed_real, ratio_real;
};

enum { AUDIT_EVALUATIONS_LEAST = 10 };

/* Deterministic from the seed. evaluations >= AUDIT_EVALUATIONS_LEAST or DPMF_INPUT. */
enum dpmf_status audit_sensitivity_run(const struct audit_search_target *target,
                                       const struct audit_sensitivity_settings *settings,
                                       struct audit_sensitivity *result, struct dpmf_error *error);
/* Nothing but an excess that is known; and one that is known is found. */
bool audit_sensitivity_expected(const struct audit_sensitivity *result);

/* One instance through the door: where the largest change is, of all rounds. */
struct audit_change {
	double moved, declared, ratio;
	double last;   /* ratio of the last release */
	size_t round;
	uint64_t piece;
	enum dpmf_norm norm;
	bool strayed;
};
enum dpmf_status audit_sensitivity_measure(const struct audit_search_target *target, const struct audit_instance *one,
                                           struct audit_change *change, struct dpmf_error *error);
/* The same as enclosures, from the formulas; fills what is `_real` and certain. */
enum dpmf_status audit_sensitivity_enclose(struct audit_sensitivity *result, struct dpmf_error *error);

struct audit_search_list {
	const struct audit_search_target *first;
	size_t count;
};
enum { AUDIT_SEARCH_LISTS = 16 };
size_t audit_search_targets(struct audit_search_list lists[AUDIT_SEARCH_LISTS]);
size_t audit_search_mutants(struct audit_search_list lists[AUDIT_SEARCH_LISTS]);

#endif
