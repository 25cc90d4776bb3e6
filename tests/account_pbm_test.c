/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gmp.h>

#include "account/interval.h"
#include "account/pbm_compose.h"

enum { MOST = 64 };

/* The naive law of the sum, in rationals: n Bernoullis with means p[i] / 64. */
struct naive {
	mpq_t mass[MOST + 1];
	int n;
};

static void naive_init(struct naive *law)
{
	for (int s = 0; s <= MOST; s++)
		mpq_init(law->mass[s]);
	mpq_set_ui(law->mass[0], 1, 1);
	law->n = 0;
}

static void naive_clear(struct naive *law)
{
	for (int s = 0; s <= MOST; s++)
		mpq_clear(law->mass[s]);
}

static void naive_add(struct naive *law, unsigned long p64, int times)
{
	mpq_t p, rest, x;

	mpq_inits(p, rest, x, NULL);
	mpq_set_ui(p, p64, 64);
	mpq_set_ui(rest, 64 - p64, 64);
	mpq_canonicalize(p);
	mpq_canonicalize(rest);
	for (int t = 0; t < times; t++) {
		law->n++;
		for (int s = law->n; s >= 0; s--) {
			mpq_mul(law->mass[s], law->mass[s], rest);
			if (s > 0) {
				mpq_mul(x, law->mass[s - 1], p);
				mpq_add(law->mass[s], law->mass[s], x);
			}
		}
	}
	mpq_clears(p, rest, x, NULL);
}

/* sum of P^alpha Q^(1 - alpha) */
static void naive_moment(const struct naive *p, const struct naive *q, int alpha, mpq_t sum)
{
	mpq_t x, r;

	mpq_inits(x, r, NULL);
	mpq_set_ui(sum, 0, 1);
	for (int s = 0; s <= p->n; s++) {
		mpq_div(r, p->mass[s], q->mass[s]);
		mpq_set(x, p->mass[s]);
		for (int i = 1; i < alpha; i++)
			mpq_mul(x, x, r);
		mpq_add(sum, sum, x);
	}
	mpq_clears(x, r, NULL);
}

/* sum of (P - 3/2 Q)+ */
static void naive_delta(const struct naive *p, const struct naive *q, mpq_t sum)
{
	mpq_t x, factor;

	mpq_inits(x, factor, NULL);
	mpq_set_ui(factor, 3, 2);
	mpq_set_ui(sum, 0, 1);
	for (int s = 0; s <= p->n; s++) {
		mpq_mul(x, q->mass[s], factor);
		mpq_sub(x, p->mass[s], x);
		if (mpq_sgn(x) > 0)
			mpq_add(sum, sum, x);
	}
	mpq_clears(x, factor, NULL);
}

struct fixture {
	struct dpmf_enclosure theta, odds, alpha, log32, x, y;
	struct dpmf_pbm_worst worst;
	struct dpmf_error error;
};

static int setup(void **state)
{
	static struct fixture f;

	dpmf_interval_init(&f.theta, 6, DPMF_ACCOUNT_BITS);
	dpmf_pbm_worst_init(&f.worst);
	dpmf_interval_set_d(&f.log32, 1.5);
	dpmf_interval_log(&f.log32, &f.log32);
	f.error.text[0] = '\0';
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	dpmf_interval_clear(&f->theta, 6);
	dpmf_pbm_worst_clear(&f->worst);
	return 0;
}

/* theta = steps / 64 */
static void set_theta(struct fixture *f, unsigned long steps)
{
	dpmf_interval_set_ui(&f->theta, steps);
	dpmf_interval_div_ui(&f->theta, &f->theta, 64);
	dpmf_pbm_odds(&f->theta, &f->odds);
}

static struct dpmf_pbm mechanism(const struct fixture *f, unsigned long users, unsigned long quanta)
{
	struct dpmf_pbm pbm = { .users = users, .quanta = quanta, .coordinates = 1, .rounds = 1 };

	pbm.theta = f->theta; /* shares the digits, which stay the fixture's */
	return pbm;
}

/* e^((alpha - 1) divergence), against the exact moment */
static void to_moment(const struct dpmf_enclosure *divergence, int alpha, struct dpmf_enclosure *z)
{
	dpmf_interval_mul_ui(z, divergence, (unsigned long)alpha - 1);
	dpmf_interval_exp(z, z);
}

static void assert_holds(const struct dpmf_enclosure *x, const mpq_t exact, double width)
{
	assert_true(mpfr_cmp_q(x->lo, exact) <= 0);
	assert_true(mpfr_cmp_q(x->hi, exact) >= 0);
	assert_true(dpmf_interval_width(x) <= width);
}

static void check_pair(struct fixture *f, unsigned long theta, int high, int low, int quanta)
{
	const struct dpmf_pbm_pair pair = { (unsigned long)high, (unsigned long)low, (unsigned long)quanta, &f->odds };
	struct naive p, q;
	mpq_t exact;

	naive_init(&p);
	naive_init(&q);
	mpq_init(exact);
	naive_add(&p, 32 + theta, high + quanta);
	naive_add(&p, 32 - theta, low);
	naive_add(&q, 32 + theta, high);
	naive_add(&q, 32 - theta, low + quanta);
	for (int alpha = 2; alpha <= 5; alpha += 3) {
		dpmf_interval_set_ui(&f->alpha, (unsigned long)alpha);
		assert_int_equal(dpmf_pbm_pair_renyi(&pair, &f->alpha, &f->x, &f->error), DPMF_OK);
		to_moment(&f->x, alpha, &f->y);
		naive_moment(&p, &q, alpha, exact);
		assert_holds(&f->y, exact, 1e-30);
	}
	assert_int_equal(dpmf_pbm_pair_delta(&pair, &f->log32, &f->x, &f->error), DPMF_OK);
	naive_delta(&p, &q, exact);
	assert_holds(&f->x, exact, 1e-28);
	/* epsilon at that very delta is the epsilon asked for, where delta is positive */
	if (mpq_sgn(exact) > 0) {
		assert_int_equal(dpmf_pbm_pair_epsilon(&pair, &f->x, &f->y, &f->error), DPMF_OK);
		assert_true(mpfr_cmp(f->y.lo, f->log32.hi) <= 0 && mpfr_cmp(f->y.hi, f->log32.lo) >= 0);
		assert_true(dpmf_interval_width(&f->y) <= 1e-25);
	}
	mpq_clear(exact);
	naive_clear(&p);
	naive_clear(&q);
}

static void test_a_placement_is_what_rationals_say(void **state)
{
	struct fixture *f = *state;

	for (unsigned long theta = 1; theta <= 16; theta += 5) {
		set_theta(f, theta);
		for (int quanta = 1; quanta <= 9; quanta += 4)
			for (int high = 0; high <= 12; high += 3)
				for (int low = 0; low <= 12; low += 4)
					check_pair(f, theta, high, low, quanta);
	}
}

static void test_fractional_order(void **state)
{
	struct fixture *f = *state;
	const struct dpmf_pbm_pair pair = { 3, 2, 2, &f->odds };

	set_theta(f, 10);
	/* 2.5 goes by square roots, 2.5000001 by powers: next to each other, in this order, and both wide of 2.6 */
	dpmf_interval_set_d(&f->alpha, 2.5);
	assert_int_equal(dpmf_pbm_pair_renyi(&pair, &f->alpha, &f->x, &f->error), DPMF_OK);
	dpmf_interval_set_d(&f->alpha, 2.5000001);
	assert_int_equal(dpmf_pbm_pair_renyi(&pair, &f->alpha, &f->y, &f->error), DPMF_OK);
	assert_true(dpmf_interval_less(&f->x, &f->y));
	dpmf_interval_sub(&f->y, &f->y, &f->x);
	assert_true(mpfr_cmp_d(f->y.hi, 1e-7) < 0);
	dpmf_interval_set_d(&f->alpha, 2.6);
	assert_int_equal(dpmf_pbm_pair_renyi(&pair, &f->alpha, &f->y, &f->error), DPMF_OK);
	dpmf_interval_sub(&f->y, &f->y, &f->x);
	assert_true(mpfr_cmp_d(f->y.lo, 1e-3) > 0);
}

/* A window holds what the whole law holds there, and its tails what is missing. */
static void test_window(void **state)
{
	static const unsigned long kinds[][2] = { { 3000, 0 }, { 0, 3000 }, { 1500, 1500 }, { 2400, 700 }, { 17, 2500 } };
	struct fixture *f = *state;

	set_theta(f, 9);
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		const unsigned long high = kinds[k][0], low = kinds[k][1], mean = (high * 41 + low * 23) / 64;
		struct dpmf_pbm_law whole, part;

		assert_int_equal(dpmf_pbm_law_init(&whole, high, low, &f->odds, 0, high + low, &f->error), DPMF_OK);
		assert_int_equal(dpmf_pbm_law_init(&part, high, low, &f->odds, mean - 150, mean + 190, &f->error), DPMF_OK);
		dpmf_interval_add(&f->x, &part.below, &part.above);
		for (size_t i = 0; i < part.count; i++) {
			const struct dpmf_enclosure *there = &whole.mass[part.from + i];

			assert_true(mpfr_cmp(part.mass[i].lo, there->hi) <= 0 && mpfr_cmp(there->lo, part.mass[i].hi) <= 0);
			assert_true(dpmf_interval_width(&part.mass[i]) < 1e-30 && dpmf_interval_width(there) < 1e-30);
			dpmf_interval_add(&f->x, &f->x, &part.mass[i]);
		}
		assert_true(mpfr_cmp_ui(f->x.lo, 1) <= 0 && mpfr_cmp_ui(f->x.hi, 1) >= 0);
		dpmf_interval_set_ui(&f->y, 0);
		for (unsigned long s = 0; s < part.from; s++)
			dpmf_interval_add(&f->y, &f->y, &whole.mass[s]);
		assert_true(mpfr_cmp(f->y.lo, part.below.hi) <= 0);
		assert_true(mpfr_cmp_d(part.below.hi, 1e-3) < 0 && mpfr_cmp_d(part.above.hi, 1e-3) < 0);
		dpmf_pbm_law_clear(&whole);
		dpmf_pbm_law_clear(&part);
	}
}

/* Visits every multiset of `left` users over the levels -c, ..., +c, and every
   pair of levels for the one who changes: moments of order 2 and deltas. */
struct every {
	int levels, quanta;
	unsigned long theta;
	mpq_t moment, delta; /* the largest found */
};

static unsigned long level_mean(const struct every *all, int level)
{
	return 32 - all->theta + 2 * all->theta * (unsigned long)level / (unsigned long)(all->levels - 1);
}

static void largest(mpq_t best, const mpq_t x)
{
	if (mpq_cmp(x, best) > 0)
		mpq_set(best, x);
}

static void change_one(struct every *all, const int *others)
{
	struct naive law[8];
	mpq_t x;

	mpq_init(x);
	for (int level = 0; level < all->levels; level++) {
		naive_init(&law[level]);
		for (int o = 0; o < all->levels; o++)
			naive_add(&law[level], level_mean(all, o), (others[o] + (o == level)) * all->quanta);
	}
	for (int a = 0; a < all->levels; a++)
		for (int b = 0; b < all->levels; b++) {
			naive_moment(&law[a], &law[b], 2, x);
			largest(all->moment, x);
			naive_delta(&law[a], &law[b], x);
			largest(all->delta, x);
		}
	for (int level = 0; level < all->levels; level++)
		naive_clear(&law[level]);
	mpq_clear(x);
}

static void place(struct every *all, int *others, int level, int left)
{
	if (level == all->levels - 1) {
		others[level] = left;
		change_one(all, others);
		return;
	}
	for (int here = 0; here <= left; here++) {
		others[level] = here;
		place(all, others, level + 1, left - here);
	}
}

static void check_worst(struct fixture *f, int users, int quanta, int levels, unsigned long theta)
{
	struct every all = { .levels = levels, .quanta = quanta, .theta = theta };
	const struct dpmf_pbm pbm = (set_theta(f, theta), mechanism(f, (unsigned long)users, (unsigned long)quanta));
	int others[8] = { 0 };

	mpq_inits(all.moment, all.delta, NULL);
	place(&all, others, 0, users - 1);
	dpmf_interval_set_ui(&f->alpha, 2);
	assert_int_equal(dpmf_pbm_rdp(&pbm, &f->alpha, &f->worst, &f->error), DPMF_OK);
	assert_true(f->worst.each);
	assert_int_equal(f->worst.users_high, users - 1);
	to_moment(&f->worst.value, 2, &f->x);
	assert_holds(&f->x, all.moment, 1e-30);
	/* delta may be larger inside: the enclosure is from the best of the extremes to the bound */
	assert_int_equal(dpmf_pbm_worst(&pbm, dpmf_pbm_pair_delta, &f->log32, 0, &f->worst, &f->error), DPMF_OK);
	assert_true(mpfr_cmp_q(f->worst.value.lo, all.delta) <= 0);
	assert_true(mpfr_cmp_q(f->worst.value.hi, all.delta) >= 0);
	if (quanta == 1)
		assert_holds(&f->worst.value, all.delta, 1e-28);
	mpq_clears(all.moment, all.delta, NULL);
}

static void test_no_input_is_worse(void **state)
{
	for (int users = 1; users <= 5; users++) {
		check_worst(*state, users, 1, 5, 16);
		check_worst(*state, users, 2, 5, 8);
		check_worst(*state, users, 3, 3, 16);
	}
	for (int users = 6; users <= 12; users++) {
		check_worst(*state, users, 1, 3, 16);
		check_worst(*state, users, 2, 3, 4);
		check_worst(*state, users, 5, 2, 12);
	}
}

static void read(struct dpmf_enclosure *x, const char *text)
{
	assert_int_equal(dpmf_enclosure_read(x, "number", text, NULL), DPMF_OK);
}

static void test_sizes_of_the_issue(void **state)
{
	static const struct {
		unsigned long users, quanta;
		const char *theta;
	} at[] = { { 10, 8, "0.25" }, { 40, 16, "0.15" }, { 100, 4, "0.1" } };
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof at / sizeof *at; i++)
		for (unsigned long alpha = 2; alpha <= 16; alpha += 14) {
			struct dpmf_pbm pbm;

			read(&f->theta, at[i].theta);
			pbm = mechanism(f, at[i].users, at[i].quanta);
			dpmf_interval_set_ui(&f->alpha, alpha);
			assert_int_equal(dpmf_pbm_rdp(&pbm, &f->alpha, &f->worst, &f->error), DPMF_OK);
			assert_true(dpmf_interval_width(&f->worst.value) <= 1e-10);
			assert_true(f->worst.each);
			assert_int_equal(f->worst.users_high, at[i].users - 1);
		}
}

/* Cells hold what single visits find, and are not far above it. */
static void test_cells(void **state)
{
	struct fixture *f = *state;
	struct dpmf_pbm pbm;

	read(&f->theta, "0.2");
	pbm = mechanism(f, 60, 3);
	dpmf_interval_set_ui(&f->alpha, 3);
	assert_int_equal(dpmf_pbm_worst(&pbm, dpmf_pbm_pair_renyi, &f->alpha, 0, &f->worst, &f->error), DPMF_OK);
	assert_true(f->worst.each);
	dpmf_interval_set(&f->x, &f->worst.value);
	assert_int_equal(dpmf_pbm_worst(&pbm, dpmf_pbm_pair_renyi, &f->alpha, 181 * 20, &f->worst, &f->error), DPMF_OK);
	assert_false(f->worst.each);
	assert_int_equal(f->worst.visited, 20);
	assert_true(mpfr_cmp(f->worst.value.lo, f->x.hi) <= 0);
	assert_true(mpfr_cmp(f->worst.value.hi, f->x.lo) >= 0);
	assert_true(dpmf_interval_width(&f->worst.value) < 0.06);
	assert_true(dpmf_interval_width(&f->worst.value) > 0.001);
}

/* 10,000 users and q = 16: no overflow. The law is near a normal with the variance
   n q (1/4 - theta^2), so D_2 is near (2 theta q)^2 over that. */
static void test_many_users(void **state)
{
	struct fixture *f = *state;
	const double normal = 4 * 0.25 * 0.25 * 16 / (10000 * (0.25 - 0.0625));
	struct dpmf_pbm pbm;

	read(&f->theta, "0.25");
	pbm = mechanism(f, 10000, 16);
	dpmf_interval_set_ui(&f->alpha, 2);
	assert_int_equal(dpmf_pbm_worst(&pbm, dpmf_pbm_pair_renyi, &f->alpha, 300000, &f->worst, &f->error), DPMF_OK);
	assert_true(dpmf_interval_width(&f->worst.value) < 0.05);
	assert_true(fabs(mpfr_get_d(f->worst.value.lo, MPFR_RNDN) / normal - 1) < 1e-3);
}

static void test_composition(void **state)
{
	struct fixture *f = *state;
	struct dpmf_pbm pbm;
	double order = -1;

	read(&f->theta, "0.1");
	pbm = mechanism(f, 30, 2);
	dpmf_interval_set_ui(&f->alpha, 4);
	assert_int_equal(dpmf_pbm_rdp(&pbm, &f->alpha, &f->worst, &f->error), DPMF_OK);
	dpmf_interval_set(&f->x, &f->worst.value);
	pbm.coordinates = 5;
	pbm.rounds = 3;
	assert_int_equal(dpmf_pbm_rdp(&pbm, &f->alpha, &f->worst, &f->error), DPMF_OK);
	dpmf_interval_mul_ui(&f->x, &f->x, 15);
	assert_true(mpfr_equal_p(f->x.lo, f->worst.value.lo) && mpfr_equal_p(f->x.hi, f->worst.value.hi));
	/* C_0 does not change with coordinates and rounds: here 0.1^2 / 0.8^4 16 / 3 2 / 30 15 below the sum */
	dpmf_pbm_c0(&pbm, &f->alpha, &f->worst.value, &f->y);
	assert_true(fabs(mpfr_get_d(f->y.lo, MPFR_RNDN) * (0.01 / 0.4096 * 16 / 3 * 2 / 30 * 15) /
	                 mpfr_get_d(f->x.lo, MPFR_RNDN) - 1) < 1e-12);
	read(&f->alpha, "1e-6");
	assert_int_equal(dpmf_pbm_epsilon(&pbm, &f->alpha, &f->worst, &order, &f->error), DPMF_OK);
	assert_true(order > 1);
	/* one coordinate of one round is below, fifteen times its pure epsilon above */
	dpmf_interval_log(&f->x, (dpmf_pbm_odds(&f->theta, &f->odds), &f->odds));
	dpmf_interval_mul_ui(&f->x, &f->x, 2 * 15);
	assert_true(dpmf_interval_less(&f->worst.value, &f->x));
	pbm.coordinates = pbm.rounds = 1;
	dpmf_interval_set(&f->x, &f->worst.value);
	assert_int_equal(dpmf_pbm_epsilon(&pbm, &f->alpha, &f->worst, &order, &f->error), DPMF_OK);
	assert_true(order == 0);
	assert_true(mpfr_cmp(f->worst.value.hi, f->x.hi) < 0);
	assert_true(mpfr_cmp(f->x.lo, f->worst.value.hi) <= 0);
	assert_true(mpfr_sgn(f->worst.value.lo) > 0);
}

/* What is chosen keeps the target; the next theta does not, even at one placement. */
static void test_choice(void **state)
{
	struct fixture *f = *state;
	struct dpmf_enclosure target;
	struct dpmf_pbm pbm = { .users = 20, .coordinates = 3, .rounds = 2 };
	const struct dpmf_pbm_target asked = { &target, NULL, &f->alpha, 6 };

	dpmf_enclosure_init(&target);
	dpmf_enclosure_init(&pbm.theta);
	dpmf_interval_set_ui(&f->alpha, 2);
	read(&target, "0.3");
	assert_int_equal(dpmf_pbm_select(&pbm, &asked, &f->error), DPMF_OK);
	assert_true(pbm.quanta == 1 || pbm.quanta == 2);
	assert_int_equal(dpmf_pbm_rdp(&pbm, &f->alpha, &f->worst, &f->error), DPMF_OK);
	assert_true(mpfr_cmp(f->worst.value.hi, target.lo) <= 0);
	dpmf_interval_set_d(&f->x, 0x1p-12);
	dpmf_interval_add(&pbm.theta, &pbm.theta, &f->x);
	assert_int_equal(dpmf_pbm_rdp(&pbm, &f->alpha, &f->worst, &f->error), DPMF_OK);
	assert_true(mpfr_cmp(f->worst.value.lo, target.hi) > 0);
	read(&target, "1e-9");
	assert_int_equal(dpmf_pbm_select(&pbm, &asked, &f->error), DPMF_NO);
	dpmf_enclosure_clear(&target);
	dpmf_enclosure_clear(&pbm.theta);
}

static void refused(struct fixture *f, unsigned long users, unsigned long quanta, const char *theta, const char *alpha,
                    const char *delta, const char *why)
{
	struct dpmf_pbm pbm;
	double order;

	read(&f->theta, theta);
	pbm = mechanism(f, users, quanta);
	dpmf_enclosure_set(&f->worst.value, 7);
	read(&f->alpha, alpha ? alpha : delta);
	assert_int_equal(alpha ? dpmf_pbm_rdp(&pbm, &f->alpha, &f->worst, &f->error)
	                       : dpmf_pbm_epsilon(&pbm, &f->alpha, &f->worst, &order, &f->error), DPMF_INPUT);
	assert_non_null(strstr(f->error.text, why));
	assert_non_null(strstr(f->error.text, "dpmf-rp"));
	assert_true(mpfr_cmp_ui(f->worst.value.lo, 7) == 0 && mpfr_cmp_ui(f->worst.value.hi, 7) == 0);
}

static void test_refusals(void **state)
{
	refused(*state, 0, 4, "0.1", "2", NULL, "users is 0");
	refused(*state, 9, 0, "0.1", "2", NULL, "quanta is 0");
	refused(*state, 9, 4, "0.2500001", "2", NULL, "theta is 0.25");
	refused(*state, 9, 4, "0", "2", NULL, "theta is 0:");
	refused(*state, 9, 4, "-0.1", "2", NULL, "theta is -0.1");
	refused(*state, 9, 4, "0.1", "1", NULL, "alpha is 1:");
	refused(*state, 9, 4, "0.1", "0.5", NULL, "alpha is 0.5");
	refused(*state, 9, 4, "0.1", NULL, "0", "delta is 0");
	refused(*state, 9, 4, "0.1", NULL, "1", "delta is 1");
	refused(*state, 9, 4, "0.1", NULL, "-1e-300", "delta is -1e-300");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_a_placement_is_what_rationals_say, setup, teardown),
		cmocka_unit_test_setup_teardown(test_fractional_order, setup, teardown),
		cmocka_unit_test_setup_teardown(test_window, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_input_is_worse, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sizes_of_the_issue, setup, teardown),
		cmocka_unit_test_setup_teardown(test_cells, setup, teardown),
		cmocka_unit_test_setup_teardown(test_many_users, setup, teardown),
		cmocka_unit_test_setup_teardown(test_composition, setup, teardown),
		cmocka_unit_test_setup_teardown(test_choice, setup, teardown),
		cmocka_unit_test_setup_teardown(test_refusals, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
