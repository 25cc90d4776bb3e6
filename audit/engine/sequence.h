/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `--until=decided`: runs one by one, and bets on them (betting.h). Event and score are learned from the runs
   before, again each time there are half as many more; of each world the first SEQUENCE_KEPT are learned from. */
#ifndef DPMF_AUDIT_SEQUENCE_H
#define DPMF_AUDIT_SEQUENCE_H
#include "audit/engine/betting.h"
#include "audit/engine/learn.h"
#include "audit/engine/run.h"

enum { SEQUENCE_KEPT = 100000 };

struct audit_sequence {
	const struct audit_case *one;
	const void *instance;
	double confidence, alpha;
	struct audit_learned learned;
	struct audit_bets bets;
	uint64_t runs[2];      /* of each world, those that were only shown among them */
	double *kept[2];
	uint64_t room[2];
	uint64_t learned_from; /* of each world; 0: nothing yet */
};

struct audit_sequence audit_sequence_of(const struct audit_case *one, const void *instance, double confidence);
/* Runs that are learned from and not bet on. */
enum dpmf_status audit_sequence_show(struct audit_sequence *sequence, int world, const double *seen, size_t count, struct dpmf_error *error);
/* One run, whose world a fair coin has chosen. What is guessed from it was settled by the runs before. */
enum dpmf_status audit_sequence_bet(struct audit_sequence *sequence, int world, const double *seen, struct dpmf_error *error);
/* Whether the program looks now: it does after every sixteen guesses. */
bool audit_sequence_looks(const struct audit_sequence *sequence);
/* Whether the claim is refuted. */
bool audit_sequence_refutes(const struct audit_sequence *sequence);
void audit_sequence_conclude(const struct audit_sequence *sequence, uint64_t seed, struct audit_result *result);
void audit_sequence_close(struct audit_sequence *sequence);

#endif
