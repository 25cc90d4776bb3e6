/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a changed rating moves, and what the record says that it costs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "account/budget.h"
#include "account/gaussmf.h"
#include "core/vector.h"
#include "mech/gaussmf/kernels.h"
#include "mech/gaussmf/spent.h"
#include "tests/gaussmf/world.h"

static double distance(const struct dpmf_door *door, uint64_t round, size_t entry_in_round, size_t entries)
{
	double sum = 0;

	for (size_t p = 0; p < door->passages; p++) {
		const size_t entry = door->passage[p].entry;

		if (entry != (round - 1) * entries + entry_in_round)
			continue;
		for (size_t l = 0; l < door->record.entry[entry].coordinates; l++)
			sum += pow(door->passage[p].before[l] - door->now[p].before[l], 2);
	}
	return sqrt(sum);
}

/* Trains on both worlds, the second with the answers of the first. */
static void replay(trainer *run_it, const struct dpmf_gaussmf_options *options, struct run *run)
{
	struct dpmf_ratings ratings[2];
	struct dpmf_model again;
	struct dpmf_key key;

	make_ratings(5, &ratings[0]);
	make_ratings(1, &ratings[1]);
	open_run(run, &key);
	dpmf_door_remember(&run->door);
	assert_int_equal(run_it(&ratings[0], options, &key, &run->door, &run->model, &run->error), DPMF_OK);
	assert_int_equal(dpmf_door_replay(&run->door, &run->error), DPMF_OK);
	assert_int_equal(run_it(&ratings[1], options, &key, &run->door, &again, &run->error), DPMF_OK);
	assert_false(run->door.strayed);
	assert_memory_equal(run->model.u, again.u, USERS * options->factors * sizeof(double));
	if (run_it == dpmf_gaussmf_train_corrected)
		assert_memory_equal(run->model.v, again.v, ITEMS * options->factors * sizeof(double));
	else
		assert_memory_not_equal(run->model.v, again.v, ITEMS * options->factors * sizeof(double));
	dpmf_model_free(&again);
	dpmf_ratings_free(&ratings[0]);
	dpmf_ratings_free(&ratings[1]);
}

/* Eq. (6): |v' - v| |clip(x_i)| in round 1, where X is on the unit sphere; more later. */
static void equation_6_holds_in_round_1_only(void **state)
{
	struct dpmf_gaussmf_options options = usual();
	struct run run;
	double largest = 0;

	(void)state;
	options.clip = 0.75;
	options.rate = 0.02;
	options.steps = 60;
	options.eps_i = 0.2;
	replay(dpmf_gaussmf_train, &options, &run);
	assert_true(fabs(distance(&run.door, 1, 0, 1) - 4 * 0.75) < 1e-12);
	assert_true(run.door.record.entry[0].sensitivity == 4 * 0.75);
	for (uint64_t round = 2; round <= options.steps; round++)
		largest = fmax(largest, distance(&run.door, round, 0, 1));
	assert_true(largest > 1.05 * run.door.record.entry[0].sensitivity);
	finish(&run);
}

/* corrected: exactly (change in steps) |outer|, and never beyond what is declared. */
static void corrected_keeps_its_sensitivity(void **state)
{
	struct dpmf_gaussmf_options options = usual();
	struct run run;

	(void)state;
	options.rate = 0.05;
	options.steps = 40;
	replay(dpmf_gaussmf_train_corrected, &options, &run);
	for (uint64_t round = 1; round <= options.steps; round++)
		for (size_t entry = 0; entry < 2; entry++) {
			const double moved = distance(&run.door, round, entry, 2);

			assert_true(moved > 0.9 * run.door.record.entry[0].sensitivity || round > 1);
			assert_true(moved > 0 && moved <= run.door.record.entry[0].sensitivity);
		}
	finish(&run);
}

static void line_6(void **state)
{
	(void)state;
	assert_true(fabs(dpmf_gaussmf_sigma(4, 1, 0.4, 0.01) - 31.075114601) < 1e-8);
	assert_true(dpmf_gaussmf_sigma(8, 0.5, 0.4, 0.01) == dpmf_gaussmf_sigma(4, 1, 0.4, 0.01));
}

static void clipping(void **state)
{
	const double x[2] = { 3, -4 };
	double clipped[2];

	(void)state;
	dpmf_gaussmf_clip(x, 2, 1, clipped);
	assert_true(fabs(clipped[0] - 0.6) < 1e-15 && fabs(clipped[1] + 0.8) < 1e-15);
	dpmf_gaussmf_clip(x, 2, 10, clipped);
	assert_true(clipped[0] == 3 && clipped[1] == -4);
}

static void records(void **state)
{
	struct dpmf_gaussmf_options options = usual();
	struct dpmf_ratings ratings;
	struct dpmf_budget budget;
	struct run run;

	(void)state;
	make_ratings(4, &ratings);
	train(dpmf_gaussmf_train, &ratings, &options, &run);
	assert_int_equal(run.door.record.count, options.steps);
	for (size_t t = 0; t < run.door.record.count; t++) {
		const struct dpmf_entry *entry = &run.door.record.entry[t];

		assert_true(entry->law == DPMF_NORMAL && entry->norm == DPMF_L2 && entry->neighbours == DPMF_ENTRY);
		assert_true(entry->pieces == USERS && entry->touched == 1 && entry->coordinates == 4);
		assert_true(entry->scale == dpmf_gaussmf_sigma(4, 1, 0.5, 0.01) && entry->sensitivity == 4);
		assert_true(entry->round == t + 1 && entry->draw == t + 1 && entry->premise);
	}
	dpmf_budget_init(&budget);
	assert_int_not_equal(dpmf_budget_compose(&run.door.record, &budget, &run.error), DPMF_OK);
	dpmf_budget_clear(&budget);
	finish(&run);
	train(dpmf_gaussmf_train_corrected, &ratings, &options, &run);
	assert_int_equal(run.door.record.count, 2 * options.steps);
	for (size_t t = 0; t < run.door.record.count; t++) {
		const struct dpmf_entry *entry = &run.door.record.entry[t];

		assert_true(entry->law == DPMF_DISCRETE_GAUSSIAN && entry->norm == DPMF_L2 && !entry->premise);
		assert_true(entry->pieces == (t % 2 ? ITEMS : USERS) && entry->draw == t + 1);
	}
	finish(&run);
	dpmf_ratings_free(&ratings);
}

static double middle_of(const struct dpmf_enclosure *x)
{
	return mpfr_get_d(x->lo, MPFR_RNDN);
}

/* Published: what `dpmf account gaussmf` says of J steps. Corrected: that very epsilon is kept, and nothing wasted. */
static void spent(void **state)
{
	struct dpmf_gaussmf_options options = usual();
	struct dpmf_enclosure in[3];
	struct dpmf_gaussmf overall;
	struct dpmf_ratings ratings;
	struct dpmf_gaussmf_spent out;
	struct run run;

	(void)state;
	make_ratings(4, &ratings);
	dpmf_gaussmf_spent_init(&out);
	dpmf_gaussmf_init(&overall);
	for (size_t i = 0; i < 3; i++)
		dpmf_enclosure_init(&in[i]);
	dpmf_enclosure_set(&in[0], options.eps_i);
	dpmf_enclosure_set(&in[1], options.delta);
	dpmf_enclosure_set(&in[2], options.delta_r);
	assert_int_equal(dpmf_gaussmf_overall(&in[0], &in[1], &in[2], options.steps, &overall, NULL), DPMF_OK);
	train(dpmf_gaussmf_train, &ratings, &options, &run);
	assert_int_equal(dpmf_gaussmf_spent_of(&run.door.record, &options, &out, NULL), DPMF_OK);
	assert_true(out.steps == options.steps && !out.converged && out.premise);
	assert_true(fabs(middle_of(&out.published) / middle_of(&overall.published) - 1) < 1e-12);
	assert_true(fabs(middle_of(&out.rdp) / middle_of(&overall.rdp) - 1) < 1e-9);
	assert_true(fabs(middle_of(&out.exact) / middle_of(&overall.exact) - 1) < 1e-12);
	finish(&run);
	train(dpmf_gaussmf_train_corrected, &ratings, &options, &run);
	assert_int_equal(dpmf_gaussmf_spent_of(&run.door.record, &options, &out, NULL), DPMF_OK);
	assert_true(out.steps == options.steps && !out.premise);
	assert_true(mpfr_cmp(out.rdp.hi, overall.published.lo) <= 0);
	assert_true(middle_of(&out.rdp) > (1 - 1e-9) * middle_of(&overall.published));
	finish(&run);
	for (size_t i = 0; i < 3; i++)
		dpmf_enclosure_clear(&in[i]);
	dpmf_gaussmf_clear(&overall);
	dpmf_gaussmf_spent_clear(&out);
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equation_6_holds_in_round_1_only),
		cmocka_unit_test(corrected_keeps_its_sensitivity),
		cmocka_unit_test(line_6),
		cmocka_unit_test(clipping),
		cmocka_unit_test(records),
		cmocka_unit_test(spent),
	};

	return cmocka_run_group_tests_name("gaussmf", tests, NULL, NULL);
}
