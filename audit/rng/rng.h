/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stream against the batteries of TestU01 (L'Ecuyer and Simard 2007). */
#ifndef DPMF_AUDIT_RNG_H
#define DPMF_AUDIT_RNG_H
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

/* SmallCrush, Crush, BigCrush, and of SmallCrush the matrix ranks and Hamming
   weights alone, which take a second. */
enum rng_battery { RNG_SMALL, RNG_CRUSH, RNG_BIG, RNG_RANKS };

/* A generator under test: 32 bits a call. */
typedef uint32_t rng_bits(void *state);

enum rng_verdict { RNG_PASS, RNG_SUSPECT, RNG_FAIL };

/* p below 10^-10 or within 10^-10 of 1 is a failure; below 10^-3 or within
   10^-3 of 1, where TestU01 itself starts to report, is suspect and worth
   another seed. What is no number in [0, 1] is a failure. */
enum rng_verdict rng_judge(double p);

enum { RNG_STATISTICS_MOST = 300 };

struct rng_statistic {
	char name[40];
	double p;
	enum rng_verdict verdict;
};

struct rng_report {
	size_t count, suspect, failed;
	struct rng_statistic statistic[RNG_STATISTICS_MOST];
};

/* Runs the battery; what TestU01 prints is dropped. DPMF_NO when a statistic
   fails; DPMF_FAILED when there are none, or TestU01 cannot be silenced. Not
   reentrant: TestU01 keeps its results in globals. */
enum dpmf_status rng_run(enum rng_battery battery, rng_bits *bits, void *state,
                         struct rng_report *report, struct dpmf_error *error);

#endif
