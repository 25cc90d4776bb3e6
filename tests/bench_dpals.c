/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole training of dpals, with the options that it has when none are given, on synthetic ratings in the shapes of
   MovieLens-1M and -10M, uneven as those are, on two threads: seconds by the clock, those of all processors, and the peak
   of reading and training together. */
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "mech/dpals/train.h"
#include "noise/door.h"
#include "tests/bench.h"

static const struct shape {
	const char *name;
	size_t users, items, ratings;
} shapes[] = {
	{ "6,040 x 3,706", 6040, 3706, 1000209 },
	{ "71,567 x 10,681", 71567, 10681, 10000000 },
};

static double seconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static enum dpmf_status train(const struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	const struct dpmf_dpals_options options = {
		.rating_min = 1, .rating_max = 5, .epsilon = 4, .delta = 1e-5, .factors = 2, .rounds = 2, .most = 50,
		.lambda = 10, .bound = 1, .jobs = 2,
	};
	struct dpmf_model model;
	struct dpmf_door door;
	struct dpmf_key key;
	enum dpmf_status status;

	dpmf_key_from_seed(1, &key);
	status = dpmf_door_open(&door, &key, error);
	if (status != DPMF_OK)
		return status;
	status = dpmf_dpals_train_corrected(ratings, &options, &key, &door, &model, error);
	dpmf_door_close(&door);
	if (status == DPMF_OK)
		dpmf_model_free(&model);
	return status;
}

static int run(size_t line)
{
	const struct shape *shape = &shapes[line];
	struct dpmf_error error = { "" };
	struct dpmf_ratings ratings;
	struct rusage used;
	double clock, busy;

	if (dpmf_stream_start(&error) != DPMF_OK ||
	    bench_ratings(shape->users, shape->items, shape->ratings, false, &ratings, &error) != DPMF_OK)
		return fprintf(stderr, "%s\n", error.text), 1;
	clock = seconds(CLOCK_MONOTONIC);
	busy = seconds(CLOCK_PROCESS_CPUTIME_ID);
	if (train(&ratings, &error) != DPMF_OK)
		return fprintf(stderr, "%s\n", error.text), 1;
	clock = seconds(CLOCK_MONOTONIC) - clock;
	busy = seconds(CLOCK_PROCESS_CPUTIME_ID) - busy;
	getrusage(RUSAGE_SELF, &used);
	printf("%-16s %9zu %9.2f %9.2f %8.0f MB\n", shape->name, ratings.count, clock, busy, (double)used.ru_maxrss / 1024);
	dpmf_ratings_free(&ratings);
	return 0;
}

int main(void)
{
	printf("%-16s %9s %9s %9s %11s\n", "shape", "ratings", "clock s", "busy s", "peak");
	return bench_lines(run, sizeof shapes / sizeof *shapes);
}
