/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval/synth.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/row.h"
#include "core/stream.h"
#include "core/vector.h"
#include "noise/exact.h"

#define FACTORS 4

/* What the last argument of dpmf_stream_open tells apart. */
enum purpose { LENGTHS, CHOICE, USER, ITEM, NOISE };

struct taste {
	double bias, factor[FACTORS];
};

struct synth {
	struct dpmf_key key;
	size_t users, items, count;
	bool trust;      /* items are users, and nobody is drawn for themself */
	bool long_tail;
	size_t *mark;    /* by item: 1 + the last user who drew it */
	uint32_t *drawn; /* the items of one user */
	struct taste *item;
};

/* Nearly normal with mean 0 and deviation 1: four uniforms of 16 bits. Sums
   and products alone, so that every machine gets the same. */
static double bell(struct dpmf_stream *stream)
{
	const uint64_t word = dpmf_stream_word(stream);
	const uint64_t sum = (word & 0xffff) + (word >> 16 & 0xffff) + (word >> 32 & 0xffff) + (word >> 48);

	return ((double)sum - 2 * 65535.0) / 37837.0;
}

static struct taste draw_taste(const struct synth *s, enum purpose purpose, size_t index)
{
	struct dpmf_stream stream;
	struct taste taste;

	dpmf_stream_open(&stream, &s->key, index, 0, purpose);
	taste.bias = bell(&stream);
	for (int l = 0; l < FACTORS; l++)
		taste.factor[l] = bell(&stream);
	return taste;
}

static int rate(const struct taste *user, const struct taste *item, struct dpmf_stream *noise)
{
	const double score = 3.6 + 0.4 * user->bias + 0.5 * item->bias +
	                     0.3 * dpmf_dot(user->factor, item->factor, FACTORS) + 0.8 * bell(noise);

	return score < 1.5 ? 1 : score >= 4.5 ? 5 : (int)(score + 0.5);
}

/* The share of the items, the popular ones first, that takes a share of the
   draws. A row draws no item twice, which levels that a little: 6040 users who
   give 3706 items 1000209 ratings give the first about 3450 (3428 in
   MovieLens-1M), and a tenth of the items two fifths (0.43 in ML-100K). */
static double long_tail(double draws)
{
	const double p2 = draws * draws, p8 = p2 * p2 * (p2 * p2);

	return 0.036 * draws + 0.34 * p2 + 0.624 * (p8 * p8);
}

/* Small numbers are the popular ones. */
static size_t draw_popular(const struct synth *s, struct dpmf_stream *stream)
{
	const double uniform = (double)(dpmf_stream_word(stream) >> 11) * 0x1p-53;

	return (size_t)((double)s->items * (s->long_tail ? long_tail(uniform) : uniform * uniform));
}

/* The ratings of all users before this one. The share that the idlest users
   give: a row has 0.19 of the mean, 0.6 in the middle and 4.4 at the end (0.19,
   0.61 and 6.9 in ML-100K, where 4.4 are the ten busiest in a thousand). */
static size_t before_row(const struct synth *s, size_t user)
{
	const double share = (double)user / (double)s->users;
	const double p2 = share * share, p8 = p2 * p2 * (p2 * p2);

	if (user == s->users)
		return s->count;
	return (size_t)((double)s->count * (0.19 * share + 0.38 * p2 + 0.43 * p8));
}

/* Neighbours in pairs: what one has more than the mean, the other has less. */
static size_t even_length(const struct synth *s, size_t user)
{
	const size_t mean = s->count / s->users, rest = s->count % s->users, most = s->items - s->trust;
	const size_t room = mean < most - mean ? mean : most - mean;
	const size_t own = mean + (user < rest);
	struct dpmf_stream stream;
	size_t shift;

	if (room < 2 || (user | 1) >= s->users)
		return own;
	dpmf_stream_open(&stream, &s->key, user / 2, 0, LENGTHS);
	shift = (size_t)dpmf_uniform_below(&stream, room / 2);
	return user % 2 ? own - shift : own + shift;
}

static size_t row_length(const struct synth *s, size_t user)
{
	return s->long_tail ? before_row(s, user + 1) - before_row(s, user) : even_length(s, user);
}

static void draw_marks(struct synth *s, size_t user, size_t wanted, bool unpopular, struct dpmf_stream *stream)
{
	for (size_t n = 0; n < wanted;) {
		const size_t popular = draw_popular(s, stream);
		const size_t item = unpopular ? s->items - 1 - popular : popular;

		if (s->mark[item] == user + 1)
			continue;
		s->mark[item] = user + 1;
		if (!unpopular)
			s->drawn[n] = (uint32_t)item;
		n++;
	}
}

/* Draws again what was drawn before, so at most half of the items are drawn:
   for more, those that are left out are. */
static void draw_row(struct synth *s, size_t user, size_t length, struct dpmf_stream *stream)
{
	const size_t most = s->items - s->trust;
	size_t n = 0;

	if (s->trust)
		s->mark[user] = user + 1;
	if (length <= most / 2) {
		draw_marks(s, user, length, false, stream);
		return;
	}
	draw_marks(s, user, most - length, true, stream);
	for (size_t item = 0; item < s->items; item++)
		if (s->mark[item] != user + 1)
			s->drawn[n++] = (uint32_t)item;
}

static enum dpmf_status write_failed(struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_FAILED, "the synthetic data cannot be written: %s", strerror(errno));
}

static enum dpmf_status write_rows(struct synth *s, bool implicit, FILE *out, struct dpmf_error *error)
{
	struct dpmf_stream choice, noise;

	for (size_t i = 0; i < s->users; i++) {
		const size_t length = row_length(s, i);
		const struct taste user = draw_taste(s, USER, i);

		dpmf_stream_open(&choice, &s->key, i, 0, CHOICE);
		dpmf_stream_open(&noise, &s->key, i, 0, NOISE);
		draw_row(s, i, length, &choice);
		for (size_t n = 0; n < length; n++) {
			const size_t j = s->drawn[n];
			const int rating = implicit || s->trust ? 1 : rate(&user, &s->item[j], &noise);

			if ((s->trust ? fprintf(out, "%zu\t%zu\n", i + 1, j + 1)
			              : fprintf(out, "%zu\t%zu\t%d\n", i + 1, j + 1, rating)) < 0)
				return write_failed(error);
		}
	}
	return fflush(out) ? write_failed(error) : DPMF_OK;
}

static enum dpmf_status prepare(struct synth *s, uint64_t seed, struct dpmf_error *error)
{
	enum dpmf_status status = dpmf_stream_start(error);

	if (status)
		return status;
	dpmf_key_from_seed(seed, &s->key);
	dpmf_key_derive(&s->key, s->trust ? "synth trust" : "synth ratings", &s->key);
	s->mark = calloc(s->items, sizeof *s->mark);
	s->drawn = malloc(s->items * sizeof *s->drawn);
	s->item = malloc(s->items * sizeof *s->item);
	if (!s->mark || !s->drawn || !s->item)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu synthetic items: ask for fewer", s->items);
	for (size_t j = 0; j < s->items; j++)
		s->item[j] = draw_taste(s, ITEM, j);
	return DPMF_OK;
}

static enum dpmf_status write_all(struct synth *s, bool implicit, uint64_t seed, FILE *out, struct dpmf_error *error)
{
	enum dpmf_status status = prepare(s, seed, error);

	if (!status)
		status = write_rows(s, implicit, out, error);
	free(s->mark);
	free(s->drawn);
	free(s->item);
	return status;
}

static enum dpmf_status check_size(const char *what, size_t size, struct dpmf_error *error)
{
	if (size == 0 || size > DPMF_ID_MOST)
		return dpmf_fail(error, DPMF_INPUT, "%s is %zu: ask for 1 to %u", what, size, DPMF_ID_MOST);
	return DPMF_OK;
}

static enum dpmf_status synth_ratings(struct synth *s, bool implicit, uint64_t seed, FILE *out,
                                      struct dpmf_error *error)
{
	const size_t users = s->users, items = s->items, ratings = s->count;
	enum dpmf_status status = check_size("the number of users", users, error);

	if (!status)
		status = check_size("the number of items", items, error);
	if (!status && (ratings == 0 || ratings > users * items))
		status = dpmf_fail(error, DPMF_INPUT, "%zu ratings: %zu users can give %zu items 1 to %zu of them",
		                   ratings, users, items, users * items);
	if (!status && s->long_tail && row_length(s, users - 1) > items)
		status = dpmf_fail(error, DPMF_INPUT, "the busiest of %zu users would give %zu ratings to %zu items: ask for "
		                   "at most %zu ratings with a long tail", users, row_length(s, users - 1), items,
		                   users * items / 5);
	return status ? status : write_all(s, implicit, seed, out, error);
}

enum dpmf_status dpmf_synth_ratings(size_t users, size_t items, size_t ratings, bool implicit, uint64_t seed,
                                    FILE *out, struct dpmf_error *error)
{
	struct synth s = { .users = users, .items = items, .count = ratings };

	return synth_ratings(&s, implicit, seed, out, error);
}

enum dpmf_status dpmf_synth_long_tail(size_t users, size_t items, size_t ratings, bool implicit, uint64_t seed,
                                      FILE *out, struct dpmf_error *error)
{
	struct synth s = { .users = users, .items = items, .count = ratings, .long_tail = true };

	return synth_ratings(&s, implicit, seed, out, error);
}

enum dpmf_status dpmf_synth_trust(size_t users, size_t edges, uint64_t seed, FILE *out, struct dpmf_error *error)
{
	struct synth s = { .users = users, .items = users, .count = edges, .trust = true };
	enum dpmf_status status = check_size("the number of users", users, error);

	if (!status && (edges == 0 || edges > users * (users - 1)))
		status = dpmf_fail(error, DPMF_INPUT, "%zu edges: among %zu users there are 1 to %zu of them",
		                   edges, users, users * (users - 1));
	return status ? status : write_all(&s, true, seed, out, error);
}
