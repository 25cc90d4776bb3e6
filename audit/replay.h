/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The record replayed. A mechanism runs on a data set, and the door remembers
   what it released. Then it runs on a neighbour with the same randomness, and
   the door hands out the first run's answers. If all that is private leaves
   through the door, the second run draws alike, asks alike and ends alike; and
   what it hands to the door differs by no more than was declared. */
#ifndef DPMF_AUDIT_REPLAY_H
#define DPMF_AUDIT_REPLAY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "mech/options.h"

/* Two random small data sets that differ in one rating, or in all that one user gave. */
struct audit_neighbours {
	struct dpmf_ratings ratings[2];
	struct dpmf_weights weights;
	struct dpmf_options options;
	struct dpmf_key key;   /* of the mechanism */
	size_t user, item;     /* whose rating differs: with whole rows, the first of them */
	double rating[2];
	double weight;         /* W of that rating */
};

enum dpmf_status audit_neighbours_draw(const struct dpmf_key *key, uint64_t number, bool row,
                                       struct audit_neighbours *pair, struct dpmf_error *error);
void audit_neighbours_free(struct audit_neighbours *pair);

struct audit_replay_target {
	const char *mechanism, *variant, *view;
	bool hold_users; /* view `model`: the other factor held */
	bool exceeds;    /* the declared sensitivity is known to be exceeded */
	bool past;       /* something is known to leave past the door */
	bool loops;      /* how much is drawn is known to depend on ratings */
	bool row;        /* the neighbours differ in a whole row */
	bool unweighted; /* the mechanism has no privacy weights */
	bool edges;      /* what is compared is what friends send, whatever else moves (one friend sends to one user) */
	bool users_out;  /* what is public of the model is U, not V */
	size_t pairs_most; /* where a run takes long; 0: as many as asked for */
	enum dpmf_status (*train)(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
	                          const struct dpmf_options *options, const struct dpmf_key *key,
	                          struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);
	/* By how much every release moves in L1, exactly; NULL where that is not derived. */
	double (*moved)(const struct audit_neighbours *pair, const struct dpmf_model *model);
};

/* Where the largest change was, against what was declared. */
struct audit_excess {
	double ratio;
	double moved, declared;
	size_t neighbours; /* number of the pair */
	uint64_t round, piece;
};

struct audit_replay_result {
	const struct audit_replay_target *target;
	size_t pairs;
	/* Pairs in which ... */
	size_t draws;    /* the draws differed: control flow depends on a rating */
	size_t strayed;  /* the second run asked the door for something else, or declared it otherwise */
	size_t outputs;  /* what is public differed although the door answered alike: something left past it */
	size_t beyond;   /* a statistic moved further than declared */
	size_t edges;    /* what friends send moved */
	size_t beyond_edge; /* and further than was declared for one friend */
	size_t unequal;  /* it did not move by what was derived */
	struct audit_excess largest;
};

/* A statistic's sums round: changes are compared up to this much per unit of
   1 + the statistic's L1 norm. */
#define AUDIT_REPLAY_ROUNDING 1e-9

enum dpmf_status audit_replay_run(const struct audit_replay_target *target, uint64_t seed, size_t pairs,
                                  struct audit_replay_result *result, struct dpmf_error *error);

/* Nothing but what is known; a known fault that does not show
   itself in this many pairs is a surprise, too. */
enum { AUDIT_REPLAY_ENOUGH = 100 };
bool audit_replay_expected(const struct audit_replay_result *result);
/* Whether anything at all was found. */
bool audit_replay_caught(const struct audit_replay_result *result);

struct audit_target_list {
	const struct audit_replay_target *first;
	size_t count;
};
enum { AUDIT_TARGET_LISTS = 16 };
size_t audit_replay_targets(struct audit_target_list lists[AUDIT_TARGET_LISTS]);
size_t audit_replay_mutants(struct audit_target_list lists[AUDIT_TARGET_LISTS]);

#endif
