/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/replay.h"
#include "core/ratings_build.h"
#include "noise/exact.h"
#include "noise/textbook.h"

enum { SIDE_MOST = 6 };

static size_t between(struct dpmf_stream *s, size_t least, size_t most)
{
	return least + (size_t)dpmf_uniform_below(s, most - least + 1);
}

/* Half steps from 1 to 5. */
static double draw_rating(struct dpmf_stream *s)
{
	return 1 + 0.5 * (double)dpmf_uniform_below(s, 9);
}

/* The first rating is there for certain; the others with probability 2/3. */
static size_t draw_triples(struct dpmf_stream *s, struct dpmf_triple *triple)
{
	const size_t users = between(s, 1, SIDE_MOST), items = between(s, 1, SIDE_MOST);
	size_t count = 0;

	for (size_t i = 0; i < users; i++)
		for (size_t j = 0; j < items; j++)
			if (count == 0 || dpmf_uniform_below(s, 3) > 0)
				triple[count++] = (struct dpmf_triple){ (uint32_t)i, (uint32_t)j, draw_rating(s) };
	return count;
}

static void draw_options(struct dpmf_stream *s, struct dpmf_options *options)
{
	static const double epsilons[] = { 0.5, 1, 2 };
	static const enum dpmf_step steps[] = { DPMF_STEP_MEAN, DPMF_STEP_SUM, DPMF_STEP_MESSAGE };

	*options = (struct dpmf_options){
		.epsilon = epsilons[dpmf_uniform_below(s, 3)],
		.rating_min = 1, .rating_max = 5,
		.factors = between(s, 1, 3), .epochs = between(s, 1, 8),
		.rate = 0.02 + 0.18 * dpmf_uniform(s), .lambda = 0.01,
		.step = steps[dpmf_uniform_below(s, 3)],
		.noise_per_epoch = dpmf_uniform_below(s, 2) == 1,
		.jobs = 1,
	};
}

static enum dpmf_status draw_weights(struct dpmf_stream *s, const struct dpmf_ratings *ratings,
                                     struct dpmf_weights *weights, struct dpmf_error *error)
{
	weights->users = ratings->users;
	weights->items = ratings->items;
	weights->user = malloc(ratings->users * sizeof(double));
	weights->item = malloc(ratings->items * sizeof(double));
	if (!weights->user || !weights->item)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the privacy weights");
	for (size_t i = 0; i < weights->users; i++)
		weights->user[i] = 1 - 0.9 * dpmf_uniform(s);
	for (size_t j = 0; j < weights->items; j++)
		weights->item[j] = 1 - 0.9 * dpmf_uniform(s);
	return DPMF_OK;
}

static double draw_another(struct dpmf_stream *s, double rating)
{
	double other;

	do
		other = draw_rating(s);
	while (other == rating);
	return other;
}

/* Another value for one rating; with `row`, for the others of its user, too. */
static void draw_change(struct dpmf_stream *s, bool row, size_t count, struct dpmf_triple *triple, struct audit_neighbours *pair)
{
	struct dpmf_triple *one = &triple[between(s, 0, count - 1)];

	pair->rating[0] = one->rating;
	pair->rating[1] = draw_another(s, one->rating);
	pair->user = dpmf_ratings_find_user(&pair->ratings[0], one->user);
	pair->item = dpmf_ratings_find_item(&pair->ratings[0], one->item);
	one->rating = pair->rating[1];
	for (size_t i = 0; i < count && row; i++)
		if (triple[i].user == one->user && &triple[i] != one)
			triple[i].rating = draw_another(s, triple[i].rating);
}

static enum dpmf_status draw(struct dpmf_stream *s, bool row, struct audit_neighbours *pair, struct dpmf_error *error)
{
	struct dpmf_triple triple[SIDE_MOST * SIDE_MOST];
	const size_t count = draw_triples(s, triple);
	enum dpmf_status status = dpmf_ratings_build(triple, count, 0, NULL, NULL, &pair->ratings[0], error);

	if (status != DPMF_OK)
		return status;
	draw_change(s, row, count, triple, pair);
	status = dpmf_ratings_build(triple, count, 0, NULL, NULL, &pair->ratings[1], error);
	if (status == DPMF_OK)
		status = draw_weights(s, &pair->ratings[0], &pair->weights, error);
	if (status != DPMF_OK)
		return status;
	pair->weight = dpmf_weight(&pair->weights, pair->user, pair->item);
	draw_options(s, &pair->options);
	return DPMF_OK;
}

enum dpmf_status audit_neighbours_draw(const struct dpmf_key *key, uint64_t number, bool row,
                                       struct audit_neighbours *pair, struct dpmf_error *error)
{
	struct audit_neighbours made;
	struct dpmf_stream stream, names;

	memset(&made, 0, sizeof(made));
	dpmf_stream_open(&stream, key, 0, 0, number);
	dpmf_stream_open(&names, key, 1, 0, number);
	for (size_t i = 0; i < sizeof(made.key.bytes); i += 8) {
		const uint64_t word = dpmf_stream_word(&names);

		memcpy(made.key.bytes + i, &word, sizeof(word));
	}
	const enum dpmf_status status = draw(&stream, row, &made, error);

	if (status == DPMF_OK)
		*pair = made;
	else
		audit_neighbours_free(&made);
	return status;
}

void audit_neighbours_free(struct audit_neighbours *pair)
{
	for (int world = 0; world < 2; world++)
		dpmf_ratings_free(&pair->ratings[world]);
	dpmf_weights_free(&pair->weights);
	memset(pair, 0, sizeof(*pair));
}
