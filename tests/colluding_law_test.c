/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact epsilon of a noisy sum against those who collude, by enumeration:
   on a small grid the shares that hdpmf and privsr divide the noise into are
   convolved, mass for mass, for every set of honest shares that the colluders and
   the server can leave in the sum. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <mpfr.h>

#include "core/ratings_build.h"
#include "mech/item_means.h"
#include "mech/privsr/division.h"
#include "mech/privsr/train.h"
#include "tests/scale.h"

/* exp(-|x| / 2) on the steps, and neighbours 2 steps apart: epsilon is 1. Beyond REACH steps lies less than 2^-110. */
enum { BITS = 150, REACH = 160, CELLS = 2 * REACH + 1, MOVED = 2, MOST = 6, SEEN = 30 };
static const double rate = 0.5, claimed = 1, rounding = 1e-15;

typedef mpfr_t law[CELLS];

static void law_open(law *p)
{
	for (size_t i = 0; i < CELLS; i++) {
		mpfr_init2((*p)[i], BITS);
		mpfr_set_zero((*p)[i], 1);
	}
}

static void law_close(law *p)
{
	for (size_t i = 0; i < CELLS; i++)
		mpfr_clear((*p)[i]);
}

/* NB(r, a), r = part / whole: mass(k) = mass(k - 1) (r + k - 1) / k a. */
static void polya_masses(uint64_t part, uint64_t whole, law *mass)
{
	mpfr_t a, r, factor;

	mpfr_inits2(BITS, a, r, factor, (mpfr_ptr)0);
	mpfr_set_d(a, -rate, MPFR_RNDN);
	mpfr_exp(a, a, MPFR_RNDN);
	mpfr_set_ui(r, part, MPFR_RNDN);
	mpfr_div_ui(r, r, whole, MPFR_RNDN);
	mpfr_ui_sub((*mass)[0], 1, a, MPFR_RNDN);
	mpfr_pow((*mass)[0], (*mass)[0], r, MPFR_RNDN);
	for (unsigned long k = 1; k < CELLS; k++) {
		mpfr_add_ui(factor, r, k - 1, MPFR_RNDN);
		mpfr_div_ui(factor, factor, k, MPFR_RNDN);
		mpfr_mul(factor, factor, a, MPFR_RNDN);
		mpfr_mul((*mass)[k], (*mass)[k - 1], factor, MPFR_RNDN);
	}
	mpfr_clears(a, r, factor, (mpfr_ptr)0);
}

/* One share: the difference of two Polya variables. */
static void share_law(uint64_t part, uint64_t whole, law *p)
{
	law mass;

	law_open(&mass);
	polya_masses(part, whole, &mass);
	for (int x = -REACH; x <= REACH; x++) {
		const int size = x < 0 ? -x : x;

		mpfr_set_zero((*p)[x + REACH], 1);
		for (int k = 0; k + size < CELLS; k++)
			mpfr_fma((*p)[x + REACH], mass[k], mass[k + size], (*p)[x + REACH], MPFR_RNDN);
	}
	law_close(&mass);
}

static void convolve(law *p, law *q)
{
	law sum;

	law_open(&sum);
	for (int x = -REACH; x <= REACH; x++)
		for (int y = -REACH; y <= REACH; y++)
			if (x - y >= -REACH && x - y <= REACH)
				mpfr_fma(sum[x + REACH], (*p)[y + REACH], (*q)[x - y + REACH], sum[x + REACH], MPFR_RNDN);
	for (size_t i = 0; i < CELLS; i++)
		mpfr_set((*p)[i], sum[i], MPFR_RNDN);
	law_close(&sum);
}

/* The largest ln P(x) / P(x + MOVED) where anything is to be seen. */
static double epsilon_of(law *p)
{
	mpfr_t ratio;
	double largest = 0;

	mpfr_init2(ratio, BITS);
	for (int x = -SEEN; x <= SEEN; x++) {
		mpfr_div(ratio, (*p)[x + REACH], (*p)[x + MOVED + REACH], MPFR_RNDN);
		mpfr_log(ratio, ratio, MPFR_RNDN);
		largest = fmax(largest, mpfr_get_d(ratio, MPFR_RNDN));
	}
	mpfr_clear(ratio);
	return largest;
}

/* So many honest shares of each group are all the noise that is not known. */
static double epsilon_against(const struct dpmf_share share[2], const size_t honest[2])
{
	law sum, one;
	double epsilon;

	law_open(&sum);
	law_open(&one);
	mpfr_set_ui(sum[REACH], 1, MPFR_RNDN);
	for (int g = 0; g < 2; g++) {
		if (honest[g] > 0)
			share_law(share[g].part, share[g].whole, &one);
		for (size_t i = 0; i < honest[g]; i++)
			convolve(&sum, &one);
	}
	epsilon = epsilon_of(&sum);
	law_close(&sum);
	law_close(&one);
	return epsilon;
}

/* Item 0 with so many raters, of whom the first are sensitive. */
struct item {
	struct dpmf_ratings ratings;
	unsigned char group[MOST];
	size_t of[2];
	uint64_t beta_steps;
	struct dpmf_item_groups groups;
	struct dpmf_item_release release;
};

static void make_item(struct item *item, size_t sensitive, size_t others, double beta, const struct dpmf_colluding *colluding)
{
	struct dpmf_triple triple[MOST];
	const size_t n = sensitive + others;

	for (uint32_t i = 0; i < n; i++) {
		triple[i] = (struct dpmf_triple){ i, 0, 3 };
		item->group[i] = i >= sensitive;
	}
	item->of[0] = sensitive;
	item->of[1] = others;
	assert_int_equal(dpmf_ratings_build(triple, n, 0, NULL, NULL, &item->ratings, NULL), DPMF_OK);
	item->beta_steps = beta > 0 ? dpmf_privsr_beta_steps(beta) : 0;
	item->groups = dpmf_privsr_division(item->group, &item->beta_steps);
	item->release = (struct dpmf_item_release){ .ratings = &item->ratings, .groups = beta > 0 ? &item->groups : NULL,
		                                        .colluding = colluding };
}

/* The shares that the driver hands to the door. */
static struct dpmf_participants shares_of(const struct item *item, struct dpmf_share share[2])
{
	const struct dpmf_participants who = dpmf_item_participants(&item->release, 0, share);

	assert_int_equal(who.count, item->of[0] + item->of[1]);
	if (!who.group)
		share[0] = share[1] = (struct dpmf_share){ .part = 1, .whole = who.of };
	return who;
}

/* The worst that is left when this many honest shares are, of whichever group: what the adversary leaves it chooses. */
static double worst(const struct item *item, const struct dpmf_share share[2], size_t honest)
{
	double largest = 0;

	for (size_t first = 0; first <= honest; first++) {
		const size_t of[2] = { first, honest - first };

		if (of[0] <= item->of[0] && of[1] <= item->of[1])
			largest = fmax(largest, epsilon_against(share, of));
	}
	return largest;
}

/* Nobody's word is taken for it: all participants but those who collude, or as many as must stay but those. */
static size_t left(const struct dpmf_colluding *colluding, size_t n, size_t together)
{
	const size_t in_the_sum = colluding->lying ? dpmf_threshold_of(colluding, n) : n;

	return in_the_sum > together + 1 ? in_the_sum - together : 1;
}

static void equal_shares(void **state)
{
	(void)state;
	for (size_t n = 1; n <= SCALED(MOST, 3); n++)
		for (size_t c = 0; c < n; c++)
			for (int lying = 0; lying < 2; lying++) {
				const struct dpmf_colluding colluding = { .count = c, .lying = lying, .stay = n % 2 ? 0.75 : 0 };
				struct dpmf_share share[2];
				struct item item;
				size_t honest;

				make_item(&item, n, 0, 0, &colluding);
				shares_of(&item, share);
				honest = left(&colluding, n, c);
				assert_true(fabs(worst(&item, share, honest) - claimed) < rounding);
				if (honest > 1)
					assert_true(worst(&item, share, honest - 1) > claimed + 0.1);
				if (honest < n)
					assert_true(worst(&item, share, honest + 1) < claimed - 0.01);
				dpmf_ratings_free(&item.ratings);
			}
}

/* privsr: with beta below 1, too, the worst that the adversary can leave is exactly the claim, unless
   one share alone is the whole law. */
static void unequal_shares(void **state)
{
	const struct { size_t sensitive, others; double beta; } worlds[] = {
		{ 1, 1, 1 }, { 2, 2, 0.5 }, { 1, 3, 0.5 }, { 3, 1, 0.5 }, { 4, 1, 0.1 }, { 1, 4, 0.1 }, { 2, 3, 0.9 }, { 4, 0, 0.5 }, { 0, 3, 0.5 },
	};

	(void)state;
	for (size_t w = 0; w < SCALED(sizeof worlds / sizeof *worlds, 2); w++)
		for (size_t c = 0; c < worlds[w].sensitive + worlds[w].others; c++)
			for (int lying = 0; lying < 2; lying++) {
				const struct dpmf_colluding colluding = { .count = c, .lying = lying };
				struct dpmf_share share[2];
				struct item item;
				size_t honest;
				double found;

				make_item(&item, worlds[w].sensitive, worlds[w].others, worlds[w].beta, &colluding);
				shares_of(&item, share);
				for (int g = 0; g < 2; g++) /* what the sampler takes */
					assert_true(item.of[g] == 0 || (share[g].part > 0 && share[g].part <= share[g].whole));
				honest = left(&colluding, item.of[0] + item.of[1], c);
				found = worst(&item, share, honest);
				assert_true(fabs(found - claimed) < rounding);
				if (honest > 1)
					assert_true(worst(&item, share, honest - 1) > claimed + 1e-3);
				dpmf_ratings_free(&item.ratings);
			}
}

/* Shares made for nobody colluding are worth less when half of the raters do, and less still when all but one do. */
static void who_was_not_reckoned_with(void **state)
{
	const struct dpmf_colluding nobody = { .count = 0 };
	struct dpmf_share share[2];
	const size_t half[2] = { 3, 0 }, one[2] = { 1, 0 };
	struct item item;

	(void)state;
	make_item(&item, MOST, 0, 0, &nobody);
	shares_of(&item, share);
	assert_true(epsilon_against(share, half) > 1.5);
	assert_true(epsilon_against(share, one) > 2.5);
	dpmf_ratings_free(&item.ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_shares),
		cmocka_unit_test(unequal_shares),
		cmocka_unit_test(who_was_not_reckoned_with),
	};
	const int failed = cmocka_run_group_tests_name("colluding law", tests, NULL, NULL);

	mpfr_free_cache();
	return failed;
}
