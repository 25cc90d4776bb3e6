/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/ratings_build.h"
#include "core/subset.h"
#include "mech/social.h"

/* Users 10, 20, ...; user 10 rates items 1 to 4 with 1, 2, 3, 4. */
static const struct dpmf_triple triples[] = {
	{ 10, 1, 1 }, { 10, 2, 2 }, { 10, 3, 3 }, { 10, 4, 4 },
	{ 20, 1, 2 }, { 20, 2, 4 }, { 20, 3, 6 }, { 20, 4, 8 }, { 20, 9, -50 }, /* alike, and more besides */
	{ 30, 1, 4 }, { 30, 2, 3 }, { 30, 3, 2 }, { 30, 4, 1 },                 /* the opposite */
	{ 40, 4, 5 }, { 40, 9, 5 },                                             /* one item in common */
	{ 50, 1, 3 }, { 50, 2, 3 }, { 50, 3, 3 },                               /* all the same */
	{ 60, 1, 1 }, { 60, 2, 3 }, { 60, 3, 2 }, { 60, 4, 4 },                 /* r = 0.8 */
};
enum { COUNT = sizeof triples / sizeof *triples, USERS = 6 };

static void make_ratings(struct dpmf_ratings *ratings)
{
	assert_int_equal(dpmf_ratings_build(triples, COUNT, 0, NULL, NULL, ratings, NULL), DPMF_OK);
	assert_int_equal(ratings->users, USERS);
}

static void similarity_is_pearsons(void **state)
{
	const double expected[USERS] = { 1, 1, 0, 0.5, 0.5, 0.9 };
	struct dpmf_ratings ratings;

	(void)state;
	make_ratings(&ratings);
	for (size_t f = 0; f < USERS; f++) {
		assert_true(fabs(dpmf_social_similarity(&ratings, 0, f) - expected[f]) < 1e-15);
		assert_true(dpmf_social_similarity(&ratings, f, 0) == dpmf_social_similarity(&ratings, 0, f));
	}
	dpmf_ratings_free(&ratings);
}

/* The trustee 50 has no rating left to train on; 99 and 5 are unknown. */
static void edges_become_rows_and_columns(void **state)
{
	struct dpmf_edge edge[] = {
		{ 5, 10, 1 }, { 10, 20, 1 }, { 10, 30, 1 }, { 10, 50, 1 }, { 20, 20, 1 }, { 20, 99, 1 },
		{ 50, 10, 1 }, { 50, 60, 1 }, { 60, 10, 1 }, { 60, 20, 1 },
	};
	const struct dpmf_edges edges = { sizeof edge / sizeof *edge, edge };
	const uint32_t trustee[] = { 1, 2, 0, 5, 0, 1 }, truster[] = { 4, 5, 0, 5, 0, 4 };
	const size_t row[] = { 0, 2, 2, 2, 2, 4, 6 }, column[] = { 0, 2, 4, 5, 5, 5, 6 };
	unsigned char keep[COUNT];
	struct dpmf_ratings all, train;
	struct dpmf_social social;

	(void)state;
	make_ratings(&all);
	for (size_t a = 0; a < COUNT; a++)
		keep[a] = triples[a].user != 50;
	assert_int_equal(dpmf_ratings_subset(&all, keep, &train, NULL), DPMF_OK);
	assert_int_equal(dpmf_social_build(&edges, &train, &social, NULL), DPMF_OK);
	assert_int_equal(social.users, USERS);
	assert_int_equal(social.count, 6);
	assert_int_equal(social.dropped, 4);
	assert_memory_equal(social.row, row, sizeof row);
	assert_memory_equal(social.column, column, sizeof column);
	assert_memory_equal(social.trustee, trustee, sizeof trustee);
	assert_memory_equal(social.truster, truster, sizeof truster);
	for (size_t f = 0; f < USERS; f++)
		for (size_t e = column[f]; e < column[f + 1]; e++) {
			const size_t at = social.where[e];

			assert_int_equal(social.trustee[at], f);
			assert_true(row[social.truster[e]] <= at && at < row[social.truster[e] + 1]);
		}
	assert_true(social.similarity[0] > 1 - 1e-15 && social.similarity[1] < 1e-15);
	assert_true(social.similarity[3] == 0.5); /* who has no ratings agrees with nobody, and disagrees with nobody */
	dpmf_social_free(&social);
	assert_null(social.trustee);
	dpmf_ratings_free(&train);
	dpmf_ratings_free(&all);
}

static void a_list_without_an_edge_is_refused(void **state)
{
	struct dpmf_edge edge[] = { { 10, 10, 1 }, { 10, 77, 1 } };
	const struct dpmf_edges edges = { 2, edge };
	struct dpmf_ratings ratings;
	struct dpmf_social social, before;
	struct dpmf_error error;

	(void)state;
	make_ratings(&ratings);
	memset(&social, 0x5a, sizeof social);
	before = social;
	assert_int_equal(dpmf_social_build(&edges, &ratings, &social, &error), DPMF_INPUT);
	assert_non_null(strstr(error.text, "2 edges"));
	assert_memory_equal(&social, &before, sizeof social);
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(similarity_is_pearsons),
		cmocka_unit_test(edges_become_rows_and_columns),
		cmocka_unit_test(a_list_without_an_edge_is_refused),
	};

	return cmocka_run_group_tests_name("social", tests, NULL, NULL);
}
