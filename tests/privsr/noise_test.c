/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What privsr's noise is: its law, by the test of Kolmogorov and Smirnov, and
   what one changed rating moves before it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/ratings_build.h"
#include "mech/hdpmf/train.h"
#include "mech/privsr/kernels.h"
#include "noise/door.h"
#include "tests/privsr/world.h"
#include "tests/scale.h"

enum { RATERS = 12, MANY = 2000, WIDE = 20 };

/* RATERS users who all rate the same items and trust each other. */
static void make_wide_world(size_t items, struct world *world)
{
	struct dpmf_triple *triple = malloc(RATERS * items * sizeof *triple);
	struct dpmf_edge edge[RATERS * (RATERS - 1)];
	struct dpmf_edges edges = { 0, edge };

	assert_non_null(triple);
	for (size_t i = 0; i < RATERS; i++)
		for (size_t j = 0; j < items; j++)
			triple[i * items + j] = (struct dpmf_triple){ (uint32_t)i, (uint32_t)j, (double)((i + j) % 5 + 1) };
	for (uint32_t i = 0; i < RATERS; i++)
		for (uint32_t f = 0; f < RATERS; f++)
			if (i != f)
				edge[edges.count++] = (struct dpmf_edge){ i, f, 1 };
	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	assert_int_equal(dpmf_ratings_build(triple, RATERS * items, 0, NULL, NULL, &world->ratings, NULL), DPMF_OK);
	assert_int_equal(dpmf_social_build(&edges, &world->ratings, &world->social, NULL), DPMF_OK);
	free(triple);
}

/* The noise of every passage of one kind of neighbours. */
static size_t collect(const struct run *run, enum dpmf_relation neighbours, double **noise)
{
	size_t count = 0;

	*noise = malloc(run->door.passages * WIDE * sizeof **noise);
	assert_non_null(*noise);
	for (size_t p = 0; p < run->door.passages; p++) {
		const struct dpmf_passage *passage = &run->door.passage[p];
		const struct dpmf_entry *entry = &run->door.record.entry[passage->entry];

		for (size_t l = 0; entry->neighbours == neighbours && l < entry->coordinates; l++)
			(*noise)[count++] = passage->after[l] - passage->before[l];
	}
	return count;
}

static int ascending(const void *one, const void *other)
{
	const double a = *(const double *)one, b = *(const double *)other;

	return (a > b) - (a < b);
}

/* sqrt(n) times the distance of the empirical law to Laplace(scale). */
static double distance(double *x, size_t n, double scale)
{
	double most = 0;

	qsort(x, n, sizeof *x, ascending);
	for (size_t i = 0; i < n; i++) {
		const double tail = exp(-fabs(x[i]) / scale) / 2, below = x[i] < 0 ? tail : 1 - tail;

		most = fmax(most, fmax(below - (double)i / (double)n, (double)(i + 1) / (double)n - below));
	}
	return most * sqrt((double)n);
}

/* Beyond 2.7 the chance is below 1e-6. */
static void the_published_noise_has_the_scale_of_added_variances(void **state)
{
	const double betas[] = { 0.25, 1 };
	struct world world;

	(void)state;
	make_wide_world(SCALED(MANY, 30), &world);
	for (int b = 0; b < 2; b++) {
		struct dpmf_privsr_options options = usual();
		struct run run;
		double *noise;
		size_t count;

		options.beta = betas[b];
		options.run.factors = WIDE;
		options.run.epochs = 1;
		train(dpmf_privsr_train, &world, &options, true, &run);
		assert_int_equal(run.status, DPMF_OK);
		count = collect(&run, DPMF_ENTRY, &noise);
		assert_true(distance(noise, count, dpmf_privsr_combined_scale(4, WIDE, 1, betas[b])) < 2.7);
		if (!short_run())
			assert_true(distance(noise, count, 2 * 4 * sqrt(WIDE)) > 5); /* what Theorem 1 says */
		free(noise);
		finish(&run);
	}
	free_world(&world);
}

static void friends_noise_has_its_scale(void **state)
{
	struct dpmf_privsr_options options = usual();
	struct world world;
	struct run run;
	double *noise;
	size_t count;

	(void)state;
	make_wide_world(5, &world);
	options.run.factors = WIDE;
	options.run.epochs = (size_t)SCALED(50, 2);
	options.run.noise_per_epoch = true;
	train(dpmf_privsr_train, &world, &options, true, &run);
	assert_int_equal(run.status, DPMF_OK);
	count = collect(&run, DPMF_EDGE, &noise);
	assert_int_equal(count, options.run.epochs * RATERS * WIDE);
	assert_true(distance(noise, count, sqrt(WIDE)) < 2.7);
	if (!short_run())
		assert_true(distance(noise, count, 2 * sqrt(WIDE)) > 5);
	free(noise);
	finish(&run);
	free_world(&world);
}

/* Whatever beta is, the shares of both groups add up to the one law. */
static void the_corrected_noise_is_whole_for_every_beta(void **state)
{
	const double betas[] = { 0.1, 0.5, 1 };
	struct world world;

	(void)state;
	make_wide_world(SCALED(4 * MANY, 30), &world);
	for (int b = 0; b < 3; b++) {
		struct dpmf_privsr_options options = usual();
		struct run run;
		double *noise;
		size_t count;

		options.beta = betas[b];
		train(dpmf_privsr_train_corrected, &world, &options, true, &run);
		assert_int_equal(run.status, DPMF_OK);
		count = collect(&run, DPMF_ENTRY, &noise);
		assert_true(distance(noise, count, run.door.record.entry[0].scale) < 2.7);
		if (!short_run())
			assert_true(distance(noise, count, 1.3 * run.door.record.entry[0].scale) > 2.7);
		free(noise);
		finish(&run);
	}
	free_world(&world);
}

static void parts_add_up_exactly(void **state)
{
	(void)state;
	for (uint64_t beta = 1; beta <= 4096; beta += 5)
		for (uint64_t s = 0; s < 4; s++)
			for (uint64_t n = s == 0; n < 4; n++) {
				uint64_t part[2], whole[2], top;

				dpmf_privsr_parts(beta, s << 28, n << 28, part, whole);
				/* s part[0] / whole[0] + n part[1] / whole[1] == 1, cleared of its denominators, 2^28 cut off */
				top = s * part[0] * (n ? n : 1) + n * part[1] * (s ? s : 1);
				assert_true(top == (s && n ? (part[0] + part[1]) * s * n : s + n));
				assert_true(whole[0] == (s ? (s << 28) * (s && n ? part[0] + part[1] : 1) : 1));
				assert_true(whole[1] == (n ? (n << 28) * (s && n ? part[0] + part[1] : 1) : 1));
				assert_true(!s || !n || part[0] * beta * beta == part[1] << 24);
			}
}

static double change_of(const struct dpmf_door *door, size_t p)
{
	const size_t k = door->record.entry[door->passage[p].entry].coordinates;
	double change = 0;

	for (size_t l = 0; l < k; l++)
		change += fabs(door->now[p].before[l] - door->passage[p].before[l]);
	return change;
}

/* Replayed: with the first run's answers a changed rating moves one item's
   sum by the change exactly, and what its user tells those who trust it by at
   most the reach declared; nobody else is told anything else. */
static void a_rating_moves_one_sum_and_its_users_vector(void **state)
{
	const struct dpmf_triple changed = { 7, 1 + (6 * 7) % ITEMS, 5 }; /* user 7's first: 4 before */
	struct dpmf_privsr_options options = usual();
	struct world worlds[2];
	struct dpmf_key key;
	struct run run;
	size_t moved[2] = { 0, 0 };

	(void)state;
	make_world(&worlds[0], NULL);
	make_world(&worlds[1], &changed);
	train(dpmf_privsr_train_corrected, &worlds[0], &options, true, &run);
	assert_int_equal(run.status, DPMF_OK);
	dpmf_model_free(&run.model);
	assert_int_equal(dpmf_door_replay(&run.door, NULL), DPMF_OK);
	dpmf_key_from_seed(SEED, &key);
	assert_int_equal(dpmf_privsr_train_corrected(&worlds[1].ratings, &worlds[1].social, &options, &key, &run.door,
	                                             &run.model, NULL), DPMF_OK);
	assert_false(run.door.strayed);
	for (size_t p = 0; p < run.door.passages; p++) {
		const struct dpmf_passage *passage = &run.door.passage[p];
		const struct dpmf_entry *entry = &run.door.record.entry[passage->entry];
		const double change = change_of(&run.door, p);
		const size_t begin = worlds[0].social.row[passage->piece], end = worlds[0].social.row[passage->piece + 1];
		bool trusts = false;

		if (change == 0)
			continue;
		moved[entry->neighbours == DPMF_EDGE]++;
		if (entry->neighbours == DPMF_ENTRY) {
			assert_int_equal(passage->piece, changed.item - 1);
			assert_true(change == ldexp(1, DPMF_HDPMF_RATING_BITS + DPMF_HDPMF_WEIGHT_BITS));
			continue;
		}
		for (size_t e = begin; e < end; e++)
			trusts |= worlds[0].social.trustee[e] == changed.user - 1;
		assert_true(trusts);
		assert_true(change <= entry->sensitivity);
	}
	assert_int_equal(moved[0], 1);
	assert_true(moved[1] >= 1);
	finish(&run);
	free_world(&worlds[0]);
	free_world(&worlds[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_published_noise_has_the_scale_of_added_variances),
		cmocka_unit_test(friends_noise_has_its_scale),
		cmocka_unit_test(the_corrected_noise_is_whole_for_every_beta),
		cmocka_unit_test(parts_add_up_exactly),
		cmocka_unit_test(a_rating_moves_one_sum_and_its_users_vector),
	};

	return cmocka_run_group_tests_name("privsr noise", tests, NULL, NULL);
}
