/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From canaries to a verdict. */
#ifndef DPMF_AUDIT_SCORES_JUDGE_H
#define DPMF_AUDIT_SCORES_JUDGE_H
#include "audit/engine/joint.h"
#include "audit/scores/guess.h"
#include "audit/scores/read.h"

struct scores_setting {
	double epsilon, delta, confidence;
	enum audit_curve curve;  /* AUDIT_GAUSSIAN needs a delta */
	enum scores_side side;
	uint64_t guesses;        /* 0: a grid, whose numbers share the error */
	uint64_t seed;           /* of the order of equal scores */
};

struct scores_result {
	uint64_t canaries, in;
	uint64_t guesses, guessed_in, right; /* of the number of guesses that gave the best bound */
	unsigned looks;                      /* numbers of guesses that were tried: they share 1 - confidence */
	double epsilon, mu;                  /* lower bounds; mu: NAN but for AUDIT_GAUSSIAN */
	bool violated;
};

/* What so many canaries can show at all: the bound if every guess is right; and the least true epsilon that is told from the claim
   with a probability of 0.9, if every guess is right as often as that epsilon allows (randomised response of every canary).
   INFINITY: there is none, or a law is assumed. */
struct scores_outlook {
	double most_epsilon, could_epsilon;
};

/* The numbers of guesses are all canaries (half of them where one side is guessed), half as many, and so on, down to 10;
   they follow from how many canaries there are, and not from their coins or scores.
   DPMF_INPUT: more guesses than canaries, or coins that are not fair: so many in, or so few, with a probability below 10^-6. */
enum dpmf_status scores_judge(const struct scores_canaries *canaries, const struct scores_setting *setting,
                              struct scores_result *result, struct dpmf_error *error);
enum dpmf_status scores_outlook(size_t canaries, const struct scores_setting *setting, struct scores_outlook *outlook, struct dpmf_error *error);

#endif
