/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for neighbours that break a claim, and why what it says has the confidence that it prints.

   1. Explore. Pairs of neighbours are drawn, scored by what the engine promises on few runs, and changed step by step where that
      promises more. Nothing is concluded from these runs.
   2. Bound. The best F = HUNT_FINALISTS pairs are each audited on fresh runs (other seeds), as dpmf-audit exec would, at confidence
      1 - (1 - C) / 2F. The choice of the F pairs has not seen these runs.
   3. Minimise. If one of them violates the claim, rows and values are taken away for as long as fresh runs still show a violation.
      Again nothing is concluded from these runs: they choose the witness.
   4. Confirm. The witness is audited on fresh runs at confidence 1 - (1 - C) / 2R. Where that fails, it is once more, then the one before the
      last step, then the one from halfway, and then the finalist itself stands with its bound of step 2: R = HUNT_CONFIRMATIONS attempts at most.

   A bound that is printed is one of those F + R. Given what chose its pair, each is wrong with probability (1 - C) / 2F or (1 - C) / 2R at
   most; by the union bound all of them hold together with probability C. A program that keeps its claim for all neighbours of the space is
   called VIOLATED with probability 1 - C at most, however many pairs were looked at. This takes runs that are independent for different
   seeds: what can be seen of the contrary (exec/honesty.h) is refused. */
#ifndef DPMF_AUDIT_SEARCH_HUNT_H
#define DPMF_AUDIT_SEARCH_HUNT_H
#include "audit/engine/run.h"
#include "audit/progress.h"
#include "audit/search/door.h"
#include "audit/search/pair.h"

enum { HUNT_FINALISTS = 4, HUNT_CONFIRMATIONS = 4 };
_Static_assert((int)HUNT_FINALISTS == (int)HUNT_CONFIRMATIONS, "every bound has the same share of the error: witness.c looks for it");

struct hunt_setting {
	char *const *command;
	const struct space *space;
	double epsilon, delta, confidence;
	uint64_t trials;      /* of each data set for a bound */
	uint64_t pairs;       /* that are scored */
	uint64_t seed;
	unsigned timeout;
	struct audit_progress *progress;
};

/* A pair, audited. */
struct hunt_audit {
	struct pair pair;
	uint64_t seed;        /* of the asking: the same gives the same runs */
	double confidence;    /* of this bound by itself */
	struct audit_case one;
	struct audit_result result;
	struct door_answers answers; /* keeps the words; without runs */
	bool silent;          /* both data sets gave one and the same answer always: there is no bound */
};

struct hunt_result {
	bool violated;
	bool minimal;         /* with these trials nothing can be taken away */
	struct hunt_audit best; /* the witness, or the finalist with the largest bound */
	uint64_t runs;        /* of the target, in all */
	size_t pairs;         /* that were scored */
	size_t refused;       /* that were left out, since the target refused one of the two */
	char why[DOOR_WHY];   /* as it said the first time */
	json_t *refused_data; /* which data set that was; NULL: none */
	size_t steps;         /* of what was taken away */
};

/* DPMF_INPUT: no neighbours in the space, or a target that no verdict can be given on. */
enum dpmf_status hunt(const struct hunt_setting *setting, struct hunt_result *result, struct dpmf_error *error);
void hunt_free(struct hunt_result *result);

/* One pair on `trials` runs of each data set; `confidence` is that of this bound. Checked as exec checks a target. */
enum dpmf_status hunt_judge(struct door *door, const struct hunt_setting *setting, json_t *const data[2], uint64_t seed, double confidence,
                            struct hunt_audit *audit, char refused[DOOR_WHY], struct dpmf_error *error);
void hunt_audit_free(struct hunt_audit *audit);

#endif
