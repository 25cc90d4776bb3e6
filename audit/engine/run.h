/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One case from runs to verdict. */
#ifndef DPMF_AUDIT_RUN_H
#define DPMF_AUDIT_RUN_H
#include <stdatomic.h>
#include <stdbool.h>
#include "audit/case.h"
#include "audit/engine/band.h"
#include "audit/engine/picture.h"
#include "audit/engine/statistic.h"
#include "audit/engine/stretch.h"
#include "audit/engine/verdict.h"

/* Of the events that share the error (learn.h). */
enum audit_which { AUDIT_CAREFUL, AUDIT_BOLD, AUDIT_RARE, AUDIT_EVENTS };

struct audit_guesses {
	int world;
	enum audit_which which; /* audit_result tells which one the verdict is of */
	size_t runs, guessed[2];
};

struct audit_settings {
	uint64_t trials;      /* runs of each world; 0: what the case asks for */
	double confidence;    /* of each case by itself */
	uint64_t seed;
	unsigned jobs;
	enum audit_curve curve; /* AUDIT_GAUSSIAN: --assume=gaussian */
	atomic_size_t *done;  /* NULL: nobody watches */
	const atomic_bool *stop; /* NULL, or: ends the runs with DPMF_FAILED when it becomes true */
	/* NULL, or is told what each event guesses on each part of the runs of the bound, in the order in which they came. */
	void (*watch)(void *watcher, const struct audit_guesses *part);
	void *watcher;
};

enum { AUDIT_WORDS = 500 };

struct audit_result {
	const struct audit_case *one;
	uint64_t trials;      /* runs of each world, learning included */
	uint64_t seed;
	double confidence;
	enum audit_curve curve;
	bool sequential;      /* --until=decided: counts are of bets, and `trials` of both worlds together */
	struct audit_event event;
	enum audit_which which;
	struct audit_pair counts; /* on the runs that neither score nor threshold has seen */
	char words[2][AUDIT_WORDS]; /* the event in words: what speaks for world 0, for world 1; "" where nothing does */
	size_t parts[2]; /* of how many stretches, cells or words the event consists, of which words[] tells the most frequent */
	struct stretches stretch[2]; /* the same as stretches of the number line, where one number is seen */
	bool by_bits; /* the event is of what doubles give away besides their size; not so of whole numbers */
	bool fine;    /* most of what was seen are doubles down to their last bits */
	double epsilon_lower;
	double mu_lower;      /* NAN unless AUDIT_GAUSSIAN */
	enum audit_finding finding;
	double could_epsilon, could_share; /* could.h; INFINITY where there is nothing to say */
	const char *again;    /* the line that repeats it; NULL: dpmf-audit run --case=ID ... */
	struct audit_band band;
	struct audit_picture picture;
};

enum { AUDIT_TRIALS_LEAST = 400 };

/* trials >= AUDIT_TRIALS_LEAST and 0 < confidence < 1, or DPMF_INPUT. */
enum dpmf_status audit_run(const struct audit_case *one, const struct audit_settings *settings,
                           struct audit_result *result, struct dpmf_error *error);

/* The same on runs that have been made: seen[world], trials x dims. `instance` is for the case's own likelihood ratio. Runs that
   come one after the other: judging.h. */
enum dpmf_status audit_judge(const struct audit_case *one, const void *instance, const struct audit_settings *settings,
                             const double *const seen[2], size_t trials, struct audit_result *result, struct dpmf_error *error);

#endif
