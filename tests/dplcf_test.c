/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget_relation.h"
#include "core/ratings_build.h"
#include "noise/flip.h"
#include "peers/dplcf.h"
#include "peers/flipped.h"
#include "tests/near.h"
#include "tests/scale.h"

enum { USERS = 150, ITEMS = 12 };

static bool one(size_t i, size_t j)
{
	return (i * (j + 3) + i / 7) % 4 == 0 || j == i % ITEMS || (j < 3 && i % 3 == 0);
}

static void make(struct dpmf_ratings *ratings)
{
	struct dpmf_triple triple[USERS * ITEMS];
	size_t count = 0;

	for (uint32_t i = 0; i < USERS; i++)
		for (uint32_t j = 0; j < ITEMS; j++)
			if (one(i, j))
				triple[count++] = (struct dpmf_triple){ i, j, 2 };
	assert_int_equal(dpmf_ratings_build(triple, count, 0, NULL, NULL, ratings, NULL), DPMF_OK);
}

static void open_door(uint64_t seed, struct dpmf_door *door)
{
	struct dpmf_key key;

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(seed, &key);
	assert_int_equal(dpmf_door_open(door, &key, NULL), DPMF_OK);
}

/* Turned over as often as it says: within five deviations. */
static void how_often(void **state)
{
	const struct { uint64_t p, q; } rates[] = { { 0, 1 }, { 1, 10 }, { 1, 1 }, { 5, 2 }, { 6, 1 } };
	const double draws = SCALED(200000, 5000);
	struct dpmf_stream stream;
	struct dpmf_key key;

	(void)state;
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(1, &key);
	for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
		const double f = 1 / (1 + exp((double)rates[r].p / (double)rates[r].q));
		double turned = 0;

		dpmf_stream_open(&stream, &key, r, 0, 0);
		for (double n = 0; n < draws; n++)
			turned += dpmf_flip(&stream, rates[r].p, rates[r].q);
		assert_near(turned, draws * f, 5 * sqrt(draws * f * (1 - f)));
	}
}

static void a_stream_of_zeros_ends(void **state)
{
	const unsigned char none[1] = { 0 };
	struct dpmf_stream stream;

	(void)state;
	dpmf_stream_tape(&stream, none, 0);
	assert_false(dpmf_flip(&stream, 1, 2));
}

/* Over all 64 outcomes of three users and two items, weighted as they come up. */
static void unbiased_by_enumeration(void **state)
{
	(void)state;
	for (unsigned truth = 0; truth < 64; truth++)
		for (double epsilon = 0.125; epsilon < 5; epsilon *= 3) {
			const double f = 1 / (1 + exp(epsilon));
			double one_i = 0, together = 0, mean_one = 0, mean_both = 0;

			for (unsigned u = 0; u < 3; u++) {
				one_i += truth >> (2 * u) & 1;
				together += (truth >> (2 * u) & 3) == 3;
			}
			for (unsigned sent = 0; sent < 64; sent++) {
				const int turned = __builtin_popcount(truth ^ sent);
				const double mass = pow(f, turned) * pow(1 - f, 6 - turned);
				double s_i = 0, s_j = 0, s_ij = 0;

				for (unsigned u = 0; u < 3; u++) {
					s_i += sent >> (2 * u) & 1;
					s_j += sent >> (2 * u + 1) & 1;
					s_ij += (sent >> (2 * u) & 3) == 3;
				}
				mean_one += mass * dpmf_unflip_one(3, f, s_i);
				mean_both += mass * dpmf_unflip_both(3, f, s_i, s_j, s_ij);
			}
			assert_near(mean_one, one_i, 1e-11);
			assert_near(mean_both, together, 1e-11);
		}
}

/* What the nearest point of a simplex is: all that stay moved by the same, and what is 0 would be below it. */
static void nearest_tables(void **state)
{
	struct dpmf_stream stream;
	struct dpmf_key key;

	(void)state;
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(4, &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	for (int n = 0; n < SCALED(100000, 1000); n++) {
		double table[4], from[4], sum = 0, after = 0, shift = NAN;

		for (int c = 0; c < 4; c++) {
			from[c] = (double)(dpmf_stream_word(&stream) % 2001) - 700;
			sum += from[c];
		}
		if (sum <= 0)
			continue;
		memcpy(table, from, sizeof table);
		dpmf_nearest_table(table);
		for (int c = 0; c < 4; c++) {
			assert_true(table[c] >= 0);
			after += table[c];
			if (table[c] > 0) {
				assert_true(isnan(shift) || fabs(table[c] - from[c] - shift) < 1e-9);
				shift = table[c] - from[c];
			}
		}
		for (int c = 0; c < 4; c++)
			assert_true(table[c] > 0 || from[c] + shift <= 1e-9);
		assert_near(after, sum, 1e-9);
	}
}

static void rows_through_the_door(void **state)
{
	struct dpmf_ratings ratings;
	struct dpmf_flipped sent, other;
	struct dpmf_door door;
	double turned = 0, expected, ones = 0;

	(void)state;
	make(&ratings);
	open_door(1, &door);
	assert_int_equal(dpmf_flipped_make(&ratings, 1.5, 1, &door, &sent, NULL), DPMF_OK);
	dpmf_door_close(&door);
	open_door(1, &door);
	assert_int_equal(dpmf_flipped_make(&ratings, 1.5, 3, &door, &other, NULL), DPMF_OK);
	assert_memory_equal(sent.bit, other.bit, sent.items * sent.words * sizeof *sent.bit);
	for (size_t j = 0; j < ITEMS; j++) {
		for (size_t i = 0; i < USERS; i++) {
			const bool bit = sent.bit[j * sent.words + i / 64] >> i % 64 & 1;

			turned += bit != one(i, j);
			ones += bit;
		}
		ones -= sent.ones[j];
	}
	assert_true(ones == 0);
	assert_near(sent.flip, 1 / (1 + exp(1.5)), 1e-15);
	expected = USERS * ITEMS * sent.flip;
	assert_near(turned, expected, 5 * sqrt(expected * (1 - sent.flip)));
	dpmf_flipped_free(&sent);
	dpmf_flipped_free(&other);
	dpmf_door_close(&door);
	dpmf_ratings_free(&ratings);
}

static double epsilon_for(const struct dpmf_record *record, enum dpmf_relation neighbours)
{
	struct dpmf_budget budget;
	double epsilon;

	dpmf_budget_init(&budget);
	assert_int_equal(dpmf_budget_compose_for(record, neighbours, &budget, NULL), DPMF_OK);
	assert_true(budget.finite);
	assert_true(mpfr_equal_p(budget.epsilon.lo, budget.epsilon.hi));
	epsilon = mpfr_get_d(budget.epsilon.hi, MPFR_RNDU);
	dpmf_budget_clear(&budget);
	return epsilon;
}

static void budgets(void **state)
{
	const struct dpmf_dplcf_options options = { .epsilon = 1.25, .neighbours = 3, .jobs = 1 };
	struct dpmf_neighbours neighbours;
	struct dpmf_ratings ratings;
	struct dpmf_door door;

	(void)state;
	make(&ratings);
	open_door(1, &door);
	assert_int_equal(dpmf_dplcf_train(&ratings, &options, &door, &neighbours, NULL), DPMF_OK);
	assert_true(epsilon_for(&door.record, DPMF_ENTRY) == 1.25);
	assert_true(epsilon_for(&door.record, DPMF_USER) == 1.25 * ITEMS);
	dpmf_neighbours_free(&neighbours);
	dpmf_door_close(&door);
	dpmf_ratings_free(&ratings);
}

static double true_count(size_t i, size_t j)
{
	double count = 0;

	for (size_t u = 0; u < USERS; u++)
		count += one(u, i) && one(u, j);
	return count;
}

/* Bits that are practically never turned: the cosines of the interactions themselves, by both. */
static void without_noise(void **state)
{
	const struct dpmf_dplcf_options options = { .epsilon = 60, .neighbours = 4, .jobs = 2 };
	struct dpmf_neighbours neighbours;
	struct dpmf_ratings ratings;
	struct dpmf_door door;

	(void)state;
	make(&ratings);
	for (int which = 0; which < 2; which++) {
		open_door(1, &door);
		assert_int_equal((which ? dpmf_ldpicf_train : dpmf_dplcf_train)(&ratings, &options, &door, &neighbours, NULL), DPMF_OK);
		for (size_t i = 0; i < ITEMS; i++) {
			assert_int_equal(neighbours.count[i], 4);
			for (size_t j = 0; j < ITEMS; j++) {
				const double cosine = true_count(i, j) / sqrt(true_count(i, i) * true_count(j, j));
				const double last = neighbours.weight[4 * i + 3];
				bool listed = false;

				for (size_t k = 4 * i; k < 4 * i + 4; k++)
					if (neighbours.item[k] == j) {
						assert_near(neighbours.weight[k], cosine, 1e-12);
						listed = true;
					}
				assert_true(i == j ? !listed : listed || cosine <= last + 1e-12);
			}
		}
		dpmf_neighbours_free(&neighbours);
		dpmf_door_close(&door);
	}
	dpmf_ratings_free(&ratings);
}

/* One by one: user 2 has items 0 and 1. */
static void scores(void **state)
{
	const struct dpmf_neighbours n = {
		.items = 4, .most = 2, .count = (size_t[]){ 2, 1, 2, 0 }, .item = (uint32_t[]){ 2, 1, 2, 9, 0, 1, 9, 9 },
		.weight = (double[]){ 0.5, 0.25, 0.125, 9, 9, 9, 9, 9 },
	};
	const struct dpmf_ratings train = { .users = 3, .items = 4, .row = (size_t[]){ 0, 0, 0, 2 }, .item = (uint32_t[]){ 0, 1 } };
	double score[4];

	(void)state;
	dpmf_neighbours_scores(&n, &train, 2, score);
	assert_true(score[0] == 0 && score[1] == 0.25 && score[2] == 0.625 && score[3] == 0);
	dpmf_neighbours_scores(&n, &train, 1, score);
	assert_true(score[2] == 0);
}

static void refuses(double epsilon, size_t most, const char *word)
{
	const struct dpmf_dplcf_options options = { .epsilon = epsilon, .neighbours = most, .jobs = 1 };
	struct dpmf_neighbours neighbours = { .items = 77 };
	struct dpmf_error error = { "" };
	struct dpmf_ratings ratings;
	struct dpmf_door door;

	make(&ratings);
	open_door(1, &door);
	assert_int_equal(dpmf_dplcf_train(&ratings, &options, &door, &neighbours, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, word));
	assert_int_equal(neighbours.items, 77);
	dpmf_door_close(&door);
	dpmf_ratings_free(&ratings);
}

static void refusals(void **state)
{
	const struct dpmf_ratings wide = { .users = 1, .items = ((size_t)1 << 20) + 1 };
	struct dpmf_flipped flipped = { .items = 77 };
	struct dpmf_error error = { "" };
	struct dpmf_door door;

	(void)state;
	open_door(1, &door);
	assert_int_equal(dpmf_flipped_make(&wide, 1, 1, &door, &flipped, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "most frequent"));
	assert_true(flipped.items == 77 && door.record.count == 0);
	dpmf_door_close(&door);
	refuses(0, 3, "epsilon");
	refuses(NAN, 3, "epsilon");
	refuses(100, 3, "epsilon");
	refuses(1, 0, "neighbours");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(how_often), cmocka_unit_test(a_stream_of_zeros_ends), cmocka_unit_test(unbiased_by_enumeration),
		cmocka_unit_test(nearest_tables), cmocka_unit_test(rows_through_the_door), cmocka_unit_test(budgets),
		cmocka_unit_test(without_noise), cmocka_unit_test(scores), cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
