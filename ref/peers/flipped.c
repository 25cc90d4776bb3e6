/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peers/flipped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"

enum { BITS = 64, GRID = 1 << 20, MOST_ITEMS = 1 << 20 };

struct making {
	const struct dpmf_ratings *ratings;
	struct dpmf_door *door;
	size_t number;
	struct dpmf_flipped *out;
};

void dpmf_flipped_free(struct dpmf_flipped *flipped)
{
	free(flipped->bit);
	free(flipped->ones);
	memset(flipped, 0, sizeof *flipped);
}

static enum dpmf_status send_row(const struct making *m, size_t user, int64_t *row)
{
	const struct dpmf_ratings *ratings = m->ratings;

	memset(row, 0, ratings->items * sizeof *row);
	for (size_t a = ratings->row[user]; a < ratings->row[user + 1]; a++)
		row[ratings->item[a]] = 1;
	if (dpmf_door_release_steps(m->door, m->number, user, NULL, row, NULL) != DPMF_OK)
		return DPMF_FAILED;
	for (size_t j = 0; j < ratings->items; j++)
		m->out->bit[j * m->out->words + user / BITS] |= (uint64_t)row[j] << user % BITS;
	return DPMF_OK;
}

/* The users of one word of every item. */
static enum dpmf_status send_words(void *context, size_t begin, size_t end)
{
	const struct making *m = context;
	const size_t users = m->ratings->users, last = end * BITS < users ? end * BITS : users;
	int64_t *row = malloc(m->ratings->items * sizeof *row);
	enum dpmf_status status = row ? DPMF_OK : DPMF_FAILED;

	for (size_t i = begin * BITS; status == DPMF_OK && i < last; i++)
		status = send_row(m, i, row);
	free(row);
	return status;
}

static double count_bits(const uint64_t *a, const uint64_t *b, size_t words)
{
	size_t count = 0;

	for (size_t w = 0; w < words; w++)
		count += (size_t)__builtin_popcountll(a[w] & b[w]);
	return (double)count;
}

double dpmf_flipped_both(const struct dpmf_flipped *f, size_t i, size_t j)
{
	return count_bits(f->bit + i * f->words, f->bit + j * f->words, f->words);
}

static enum dpmf_status declare(struct making *m, uint64_t p, struct dpmf_error *error)
{
	const struct dpmf_entry entry = {
		.statistic = "rows of bits", .neighbours = DPMF_ENTRY, .norm = DPMF_L1, .sensitivity = 1,
		.law = DPMF_RANDOMIZED_RESPONSE, .scale = (double)GRID / (double)p, .rate_p = p, .rate_q = GRID,
		.pieces = m->ratings->users, .touched = 1, .touched_by_user = m->ratings->items,
		.coordinates = m->ratings->items,
	};

	return dpmf_door_declare(m->door, &entry, &m->number, error);
}

static enum dpmf_status fill(struct making *m, uint64_t p, unsigned jobs, struct dpmf_error *error)
{
	struct dpmf_flipped *out = m->out;
	enum dpmf_status status = declare(m, p, error);

	if (status != DPMF_OK)
		return status;
	if (dpmf_parallel(out->words, jobs, send_words, m) != DPMF_OK)
		return dpmf_fail(error, DPMF_FAILED, "no memory to turn the bits of %zu items over", out->items);
	for (size_t j = 0; j < out->items; j++)
		out->ones[j] = dpmf_flipped_both(out, j, j);
	return DPMF_OK;
}

enum dpmf_status dpmf_flipped_make(const struct dpmf_ratings *ratings, double epsilon, unsigned jobs,
                                   struct dpmf_door *door, struct dpmf_flipped *flipped, struct dpmf_error *error)
{
	struct dpmf_flipped made = { .users = ratings->users, .items = ratings->items };
	struct making m = { ratings, door, 0, &made };
	enum dpmf_status status;

	if (!(epsilon >= 1.0 / 1024) || !(epsilon <= 64))
		return dpmf_fail(error, DPMF_INPUT, "epsilon of a bit is %g: randomized response takes 2^-10 to 64", epsilon);
	if (ratings->items > MOST_ITEMS)
		return dpmf_fail(error, DPMF_INPUT, "a row of %zu items is more than the %d that leave at once: train on the most "
		                 "frequent ones", ratings->items, MOST_ITEMS);
	made.words = made.users / BITS + (made.users % BITS > 0);
	made.bit = calloc(made.items * made.words + 1, sizeof *made.bit);
	made.ones = calloc(made.items + 1, sizeof *made.ones);
	made.flip = 1 / (1 + exp(floor(epsilon * GRID) / GRID));
	status = made.bit && made.ones ? fill(&m, (uint64_t)(epsilon * GRID), jobs, error)
	                               : dpmf_fail(error, DPMF_FAILED, "no memory for %zu x %zu bits: train on fewer users or items",
	                                           made.users, made.items);
	if (status == DPMF_OK)
		*flipped = made;
	else
		dpmf_flipped_free(&made);
	return status;
}

double dpmf_unflip_one(double n, double f, double s_i)
{
	return (s_i - n * f) / (1 - 2 * f);
}

double dpmf_unflip_both(double n, double f, double s_i, double s_j, double s_ij)
{
	return (s_ij - f * (s_i + s_j) + n * f * f) / ((1 - 2 * f) * (1 - 2 * f));
}

/* The same is taken from all that stay above 0, until none falls below. */
void dpmf_nearest_table(double table[4])
{
	bool kept[4] = { true, true, true, true };

	for (bool fallen = true; fallen;) {
		double owed = 0;
		int left = 0;

		fallen = false;
		for (int c = 0; c < 4; c++) {
			if (kept[c] && table[c] < 0)
				kept[c] = false, fallen = true;
			owed += kept[c] ? 0 : table[c];
			table[c] = kept[c] ? table[c] : 0;
			left += kept[c];
		}
		for (int c = 0; c < 4 && left > 0; c++)
			table[c] += kept[c] ? owed / left : 0;
	}
}
