/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The naive Poisson binomial mechanism in rationals, and what its tests share. */
#ifndef DPMF_TESTS_ACCOUNT_PBM_NAIVE_H
#define DPMF_TESTS_ACCOUNT_PBM_NAIVE_H
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
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

static inline void naive_init(struct naive *law)
{
	for (int s = 0; s <= MOST; s++)
		mpq_init(law->mass[s]);
	mpq_set_ui(law->mass[0], 1, 1);
	law->n = 0;
}

static inline void naive_clear(struct naive *law)
{
	for (int s = 0; s <= MOST; s++)
		mpq_clear(law->mass[s]);
}

static inline void naive_add(struct naive *law, unsigned long p64, int times)
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
static inline void naive_moment(const struct naive *p, const struct naive *q, int alpha, mpq_t sum)
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
static inline void naive_delta(const struct naive *p, const struct naive *q, mpq_t sum)
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

static inline int setup(void **state)
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

static inline int teardown(void **state)
{
	struct fixture *f = *state;

	dpmf_interval_clear(&f->theta, 6);
	dpmf_pbm_worst_clear(&f->worst);
	return 0;
}

/* theta = steps / 64 */
static inline void set_theta(struct fixture *f, unsigned long steps)
{
	dpmf_interval_set_ui(&f->theta, steps);
	dpmf_interval_div_ui(&f->theta, &f->theta, 64);
	dpmf_pbm_odds(&f->theta, &f->odds);
}

static inline struct dpmf_pbm mechanism(const struct fixture *f, unsigned long users, unsigned long quanta)
{
	struct dpmf_pbm pbm = { .users = users, .quanta = quanta, .coordinates = 1, .rounds = 1 };

	pbm.theta = f->theta; /* shares the digits, which stay the fixture's */
	return pbm;
}

/* e^((alpha - 1) divergence), against the exact moment */
static inline void to_moment(const struct dpmf_enclosure *divergence, int alpha, struct dpmf_enclosure *z)
{
	dpmf_interval_mul_ui(z, divergence, (unsigned long)alpha - 1);
	dpmf_interval_exp(z, z);
}

static inline void assert_holds(const struct dpmf_enclosure *x, const mpq_t exact, double width)
{
	assert_true(mpfr_cmp_q(x->lo, exact) <= 0);
	assert_true(mpfr_cmp_q(x->hi, exact) >= 0);
	assert_true(dpmf_interval_width(x) <= width);
}

#endif
