/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time per rating and epoch, and memory per rating, of the published training of
   hdpmf, gaussmf and privsr at 10^5, 10^6 and 10^7 synthetic ratings in the shapes
   of the MovieLens sets. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/ratings_build.h"
#include "mech/gaussmf/train.h"
#include "mech/hdpmf/train.h"
#include "mech/privsr/train.h"
#include "noise/door.h"
#include "noise/exact.h"

static const struct shape {
	size_t users, items, ratings;
} shapes[] = { { 943, 1682, 100000 }, { 6040, 3706, 1000000 }, { 71567, 10681, 10000000 } };

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Bytes of the largest resident set so far. */
static double peak(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	return (double)used.ru_maxrss * 1024;
}

/* Every user rates the items start, start + step, ..., with random start and
   step: distinct, and scattered over memory. */
static enum dpmf_status make(const struct shape *shape, struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	const size_t each = shape->ratings / shape->users + 1;
	struct dpmf_triple *triple = malloc(shape->ratings * sizeof *triple);
	struct dpmf_stream stream;
	struct dpmf_key key;
	size_t made = 0;
	enum dpmf_status status;

	if (!triple)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu ratings", shape->ratings);
	dpmf_key_from_seed(1, &key);
	for (size_t i = 0; made < shape->ratings; i++) {
		size_t item, step;

		dpmf_stream_open(&stream, &key, i, 0, 0);
		item = dpmf_uniform_below(&stream, shape->items);
		step = 1 + dpmf_uniform_below(&stream, shape->items / each - 1);
		for (size_t a = 0; a < each && made < shape->ratings; a++) {
			triple[made++] = (struct dpmf_triple){ (uint32_t)i, (uint32_t)item,
			                                       (double)(1 + dpmf_uniform_below(&stream, 5)) };
			item = (item + step) % shape->items;
		}
	}
	status = dpmf_ratings_build(triple, made, 0, NULL, NULL, ratings, error);
	free(triple);
	return status;
}

struct watch {
	double last, least; /* the quickest epoch after the first, which also draws the noise */
};

static void epoch_ended(void *context, uint64_t round, const struct dpmf_model *model)
{
	struct watch *watch = context;
	const double now = seconds();

	(void)model;
	if (round > 1 && now - watch->last < watch->least)
		watch->least = now - watch->last;
	watch->last = now;
}

static void round_ended(void *context, uint64_t round, const struct dpmf_model *model, double train_rmse)
{
	(void)train_rmse;
	epoch_ended(context, round, model);
}

enum { FACTORS = 10, EPOCHS = 7, FRIENDS = 3 };

static struct dpmf_options options_for(struct watch *watch)
{
	return (struct dpmf_options){
		.epsilon = 1, .rating_min = 1, .rating_max = 5, .factors = FACTORS, .rate = 0.05, .lambda = 0.01,
		.jobs = 1, .epochs = EPOCHS, .listener = { .context = watch, .round = epoch_ended },
	};
}

static enum dpmf_status train_hdpmf(const struct dpmf_ratings *ratings, const struct dpmf_key *key,
                                    struct dpmf_door *door, struct watch *watch, struct dpmf_model *model,
                                    struct dpmf_error *error)
{
	const struct dpmf_options options = options_for(watch);
	struct dpmf_weights weights;
	enum dpmf_status status = dpmf_weights_draw(ratings->users, ratings->items, &dpmf_users_of_table2,
	                                            &dpmf_items_of_table2, key, &weights, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_hdpmf_train(ratings, &weights, &options, key, door, model, error);
	dpmf_weights_free(&weights);
	return status;
}

static enum dpmf_status train_gaussmf(const struct dpmf_ratings *ratings, const struct dpmf_key *key,
                                      struct dpmf_door *door, struct watch *watch, struct dpmf_model *model,
                                      struct dpmf_error *error)
{
	const struct dpmf_gaussmf_options options = {
		.rating_min = 1, .rating_max = 5, .factors = FACTORS, .steps = EPOCHS, .rate = 1e-5, .lambda = 0.01, .clip = 1,
		.eps_i = 0.4, .delta = 0.01, .delta_r = 1e-5, .jobs = 1, .listener = { .context = watch, .round = round_ended },
	};

	return dpmf_gaussmf_train(ratings, &options, key, door, model, error);
}

/* Every user trusts the next ones. */
static enum dpmf_status make_friends(const struct dpmf_ratings *ratings, struct dpmf_social *social,
                                     struct dpmf_error *error)
{
	struct dpmf_edges edges = { 0, malloc(FRIENDS * ratings->users * sizeof *edges.edge) };
	enum dpmf_status status;

	if (!edges.edge)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the friends of %zu users", ratings->users);
	for (size_t i = 0; i < ratings->users; i++)
		for (size_t f = 1; f <= FRIENDS; f++)
			edges.edge[edges.count++] = (struct dpmf_edge){ ratings->user_id[i],
				ratings->user_id[(i + f) % ratings->users], 1 };
	status = dpmf_social_build(&edges, ratings, social, error);
	free(edges.edge);
	return status;
}

static enum dpmf_status train_privsr(const struct dpmf_ratings *ratings, const struct dpmf_key *key,
                                     struct dpmf_door *door, struct watch *watch, struct dpmf_model *model,
                                     struct dpmf_error *error)
{
	const struct dpmf_privsr_options options = {
		.run = options_for(watch), .beta = 0.5, .sensitive_share = 0.5, .social_weight = 1,
	};
	struct dpmf_social social;
	enum dpmf_status status = make_friends(ratings, &social, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_privsr_train(ratings, &social, &options, key, door, model, error);
	dpmf_social_free(&social);
	return status;
}

static const struct mechanism {
	const char *name;
	enum dpmf_status (*train)(const struct dpmf_ratings *ratings, const struct dpmf_key *key, struct dpmf_door *door,
	                          struct watch *watch, struct dpmf_model *model, struct dpmf_error *error);
} mechanisms[] = { { "hdpmf", train_hdpmf }, { "gaussmf", train_gaussmf }, { "privsr", train_privsr } };

/* Trains on one shape; *least is the quickest epoch, in seconds. */
static enum dpmf_status train(const struct mechanism *mechanism, const struct shape *shape, double *least,
                              struct dpmf_error *error)
{
	struct watch watch = { 0, 1e9 };
	struct dpmf_ratings ratings;
	struct dpmf_model model;
	struct dpmf_door door;
	struct dpmf_key key;
	enum dpmf_status status = dpmf_stream_start(error);

	if (status != DPMF_OK || (status = make(shape, &ratings, error)) != DPMF_OK)
		return status;
	dpmf_key_from_seed(1, &key);
	status = dpmf_door_open(&door, &key, error);
	if (status == DPMF_OK)
		status = mechanism->train(&ratings, &key, &door, &watch, &model, error);
	if (status == DPMF_OK)
		dpmf_model_free(&model);
	dpmf_door_close(&door);
	dpmf_ratings_free(&ratings);
	*least = watch.least;
	return status;
}

/* What 1,000 ratings take is what the program takes at any size. */
static enum dpmf_status measure(const struct mechanism *mechanism, const struct shape *shape,
                                struct dpmf_error *error)
{
	static const struct shape tiny = { 100, 200, 1000 };
	const double count = (double)shape->ratings;
	double least, small;
	enum dpmf_status status = train(mechanism, &tiny, &least, error);

	small = peak();
	if (status == DPMF_OK)
		status = train(mechanism, shape, &least, error);
	if (status == DPMF_OK)
		printf("%-9s  %9zu  %20.1f  %34.1f\n", mechanism->name, shape->ratings, least / count * 1e9,
		       (peak() - small - 8.0 * FACTORS * (double)(shape->users + 2 * shape->items)) / count);
	return status;
}

/* Each in a process of its own, so that memory is its own. */
static int measure_alone(const struct mechanism *mechanism, const struct shape *shape)
{
	int status = 0;
	const pid_t child = fork();

	if (child == 0) {
		struct dpmf_error error = { "" };
		const enum dpmf_status failed = measure(mechanism, shape, &error);

		if (failed)
			fprintf(stderr, "bench_descent: %s: %s\n", mechanism->name, error.text);
		fflush(stdout);
		_exit((int)failed);
	}
	return child < 0 || waitpid(child, &status, 0) < 0 ? 1 : status;
}

int main(void)
{
	printf("K = %d, one thread, the quickest of %d epochs in processor time; the factors are users + 2 items rows of K\n"
	       "mechanism    ratings  ns per rating, epoch  peak bytes a rating beside factors\n", FACTORS, EPOCHS - 1);
	fflush(stdout);
	for (size_t m = 0; m < sizeof mechanisms / sizeof *mechanisms; m++)
		for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
			if (measure_alone(&mechanisms[m], &shapes[i]) != 0)
				return 3;
	return 0;
}
