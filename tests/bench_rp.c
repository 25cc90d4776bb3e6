/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seconds of one round of dpmf-rp in the shape of the paper's Yelp set (10,000 users,
   30,000 items, 308,354 ratings, k = 20, m / p = 3), by how many users take part: with the ideal
   sum, and with keys, shares and masks. Two threads write messages for the ideal sum; the
   set-up and the users' last fit are in it. The peak is that of the whole process. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "mech/dpmf-rp/train.h"
#include "noise/door.h"
#include "tests/bench.h"

enum { USERS = 10000, ITEMS = 30000, RATINGS = 308354 };

static const struct round {
	double participation;
	enum dpmf_rp_sum sum;
} rounds[] = {
	{ 0.025, DPMF_RP_SUM_IDEAL }, { 0.05, DPMF_RP_SUM_IDEAL }, { 0.1, DPMF_RP_SUM_IDEAL }, { 0.005, DPMF_RP_SUM_SECAGG }, { 0.01, DPMF_RP_SUM_SECAGG },
};

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int run(size_t line)
{
	const struct round *round = &rounds[line];
	struct dpmf_error error = { "" };
	struct dpmf_ratings ratings;
	struct dpmf_model model;
	struct dpmf_door door;
	struct dpmf_key key;
	struct rusage used;
	double start;

	if (dpmf_stream_start(&error) != DPMF_OK || bench_ratings(USERS, ITEMS, RATINGS, false, &ratings, &error) != DPMF_OK)
		return fprintf(stderr, "%s\n", error.text), 1;
	const struct dpmf_rp_options options = {
		.user = { .factors = 20, .lambda = 0.25, .kappa = 15, .unobserved = 1, .most_error = 1.5, .most_profile = 0.001 },
		.rows = ratings.items / 3, .rounds = 1, .participation = round->participation, .mu = 0.9, .rate = 0.05,
		.beta1 = 0.9, .beta2 = 0.8, .noise = true, .theta = 0.25, .quanta = 1, .sum = round->sum, .threshold = 0.6667, .jobs = 2
	};
	dpmf_key_from_seed(1, &key);
	start = seconds();
	if (dpmf_door_open(&door, &key, &error) != DPMF_OK ||
	    dpmf_rp_train_corrected(&ratings, &options, &key, &door, &model, &error) != DPMF_OK)
		return fprintf(stderr, "%s\n", error.text), 1;
	getrusage(RUSAGE_SELF, &used);
	printf("%-18s %6zu %12zu %9.1f %12.1f %8.0f MB\n", round->sum == DPMF_RP_SUM_SECAGG ? "keys and masks" : "ideal sum",
	       dpmf_rp_taking_part(&options, ratings.users), door.record.entry[0].coordinates, seconds() - start,
	       1000 * (seconds() - start) / (double)dpmf_rp_taking_part(&options, ratings.users), (double)used.ru_maxrss / 1024);
	return 0;
}

int main(void)
{
	printf("%-18s %6s %12s %9s %12s %11s\n", "dpmf-rp, a round", "users", "coordinates", "seconds", "ms a user", "peak");
	return bench_lines(run, sizeof rounds / sizeof *rounds);
}
