/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/discrete_laplace.h"
#include "account/interval.h"
#include "account/interval_falling.h"
#include "account/interval_root.h"
#include "account/lattice.h"

#define GREATEST (UINT64_C(1) << 53)
#define WIDTH 1e-14

enum dpmf_status dpmf_grid_steps(const struct dpmf_enclosure *sensitivity, const struct dpmf_enclosure *step,
                                 uint64_t coordinates, uint64_t *steps, struct dpmf_error *error)
{
	struct dpmf_enclosure ratio;
	enum dpmf_status status = DPMF_OK;

	if (mpfr_sgn(step->lo) <= 0 || mpfr_sgn(sensitivity->lo) < 0 || coordinates < 1)
		return dpmf_fail(error, DPMF_INPUT, "the step must be above 0, the sensitivity 0 or more, the coordinates 1 or more");
	dpmf_interval_init(&ratio, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_div(&ratio, sensitivity, step);
	mpfr_floor(ratio.hi, ratio.hi);
	if (mpfr_cmp_ui(ratio.hi, GREATEST) > 0 || !dpmf_steps_moved(mpfr_get_ui(ratio.hi, MPFR_RNDU), coordinates, steps))
		status = dpmf_fail(error, DPMF_INPUT, "the sensitivity is more than 2^53 steps: take a coarser grid");
	dpmf_interval_clear(&ratio, 1);
	return status;
}

static void rate(const struct dpmf_on_steps *law, struct dpmf_enclosure *t)
{
	dpmf_interval_set_ui(t, law->p);
	dpmf_interval_div_ui(t, t, law->q);
}

enum dpmf_status dpmf_discrete_laplace_pure(const struct dpmf_on_steps *law, struct dpmf_enclosure *epsilon0,
                                            struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_on_steps_check(law, error);

	if (status != DPMF_OK)
		return status;
	dpmf_interval_set_ui(epsilon0, law->p);
	dpmf_interval_mul_ui(epsilon0, epsilon0, law->steps);
	dpmf_interval_div_ui(epsilon0, epsilon0, law->q);
	return DPMF_OK;
}

/* delta with the threshold at m, 0 <= m < k: both terms are 0 or more. */
static void with_threshold(const struct dpmf_on_steps *law, const struct dpmf_enclosure *epsilon, uint64_t m,
                           struct dpmf_enclosure *delta)
{
	struct dpmf_enclosure t, x, y;

	dpmf_interval_init(&t, 1, dpmf_interval_bits(delta));
	dpmf_interval_init(&x, 1, dpmf_interval_bits(delta));
	dpmf_interval_init(&y, 1, dpmf_interval_bits(delta));
	rate(law, &t);
	dpmf_interval_mul_ui(&x, &t, law->steps - m);
	dpmf_interval_sub(&x, epsilon, &x);
	dpmf_interval_expm1(&x, &x);
	dpmf_interval_neg(&x, &x);
	dpmf_interval_neg(&t, &t);
	dpmf_interval_mul_ui(&y, &t, m);
	dpmf_interval_expm1(&y, &y);
	dpmf_interval_exp(&t, &t);
	dpmf_interval_mul(&y, &y, &t);
	dpmf_interval_sub(&x, &x, &y);
	dpmf_interval_add_si(&t, &t, 1);
	dpmf_interval_div(delta, &x, &t);
	dpmf_interval_clear(&t, 1);
	dpmf_interval_clear(&x, 1);
	dpmf_interval_clear(&y, 1);
}

/* The greatest whole number below x, brought into 0 .. k - 1. */
static uint64_t below(mpfr_srcptr x, uint64_t k)
{
	mpfr_t m;
	uint64_t answer = 0;

	mpfr_init2(m, mpfr_get_prec(x));
	mpfr_ceil(m, x);
	mpfr_sub_ui(m, m, 1, MPFR_RNDN);
	if (mpfr_cmp_ui(m, k) >= 0)
		answer = k - 1;
	else if (mpfr_sgn(m) > 0)
		answer = mpfr_get_ui(m, MPFR_RNDN);
	mpfr_clear(m);
	return answer;
}

/* Every threshold gives a lower bound, the right one gives delta: so the greatest
   over the thresholds that it may be. */
static void enclose(const struct dpmf_on_steps *law, const struct dpmf_enclosure *epsilon,
                    struct dpmf_enclosure *delta)
{
	struct dpmf_enclosure t, x, z;

	dpmf_interval_init(&t, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_init(&x, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_init(&z, 1, dpmf_interval_bits(delta));
	rate(law, &t);
	dpmf_interval_div(&t, epsilon, &t);
	dpmf_interval_set_ui(&x, law->steps);
	dpmf_interval_sub(&x, &x, &t);
	dpmf_interval_scale(&x, &x, -1);
	dpmf_interval_set_ui(&z, 0);
	if (law->steps > 0 && mpfr_sgn(x.hi) > 0) {
		with_threshold(law, epsilon, below(x.lo, law->steps), &t);
		dpmf_interval_max(&z, &z, &t);
		with_threshold(law, epsilon, below(x.hi, law->steps), &t);
		dpmf_interval_max(&z, &z, &t);
	}
	dpmf_interval_set(delta, &z);
	dpmf_interval_clear(&t, 1);
	dpmf_interval_clear(&x, 1);
	dpmf_interval_clear(&z, 1);
}

static enum dpmf_status delta_for(const void *context, mpfr_srcptr epsilon,
                                  struct dpmf_enclosure *delta, struct dpmf_error *error)
{
	const struct dpmf_on_steps *law = context;
	struct dpmf_enclosure end;

	(void)error;
	dpmf_interval_init(&end, 1, mpfr_get_prec(epsilon));
	dpmf_interval_set_fr(&end, epsilon);
	enclose(law, &end, delta);
	dpmf_interval_clear(&end, 1);
	return DPMF_OK;
}

enum dpmf_status dpmf_discrete_laplace_delta(const struct dpmf_on_steps *law,
                                             const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                             struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_on_steps_check(law, error);

	if (status != DPMF_OK)
		return status;
	if (mpfr_sgn(epsilon->lo) < 0)
		return dpmf_fail(error, DPMF_INPUT, "epsilon must be 0 or more");
	return dpmf_interval_falling(delta_for, law, epsilon, delta, error);
}

struct wanted {
	const struct dpmf_on_steps *law;
	mpfr_srcptr delta;
};

/* delta - delta(x), which grows with x up to epsilon0. */
static void excess(const void *context, mpfr_srcptr x, struct dpmf_enclosure *y)
{
	const struct wanted *wanted = context;
	struct dpmf_enclosure epsilon, delta;

	dpmf_interval_init(&epsilon, 1, mpfr_get_prec(x));
	dpmf_interval_init(&delta, 1, dpmf_interval_bits(y));
	dpmf_interval_set_fr(&epsilon, x);
	enclose(wanted->law, &epsilon, y);
	dpmf_interval_set_fr(&delta, wanted->delta);
	dpmf_interval_sub(y, &delta, y);
	dpmf_interval_clear(&epsilon, 1);
	dpmf_interval_clear(&delta, 1);
}

static enum dpmf_status epsilon_for(const void *context, mpfr_srcptr delta,
                                    struct dpmf_enclosure *epsilon, struct dpmf_error *error)
{
	const struct dpmf_on_steps *law = context;
	const struct wanted wanted = { law, delta };
	const struct dpmf_root root = { excess, &wanted, "epsilon of the discrete Laplace law" };
	struct dpmf_enclosure at_zero;
	enum dpmf_status status;
	bool free_of_charge, in_doubt;

	if (mpfr_zero_p(delta))
		return dpmf_discrete_laplace_pure(law, epsilon, error);
	dpmf_interval_init(&at_zero, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_set_ui(&at_zero, 0);
	excess(&wanted, at_zero.lo, &at_zero);
	free_of_charge = mpfr_sgn(at_zero.lo) >= 0;
	in_doubt = mpfr_sgn(at_zero.hi) >= 0;
	dpmf_interval_clear(&at_zero, 1);
	if (free_of_charge) {
		dpmf_interval_set_ui(epsilon, 0);
		return DPMF_OK;
	}
	status = dpmf_discrete_laplace_pure(law, epsilon, error);
	mpfr_set_zero(epsilon->lo, 1);
	return status == DPMF_OK && !in_doubt ? dpmf_interval_root(&root, WIDTH / 4, epsilon, error) : status;
}

enum dpmf_status dpmf_discrete_laplace_epsilon(const struct dpmf_on_steps *law,
                                               const struct dpmf_enclosure *delta, struct dpmf_enclosure *epsilon,
                                               struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_on_steps_check(law, error);

	if (status != DPMF_OK)
		return status;
	if (mpfr_sgn(delta->lo) < 0 || mpfr_cmp_ui(delta->hi, 1) >= 0)
		return dpmf_fail(error, DPMF_INPUT, "delta must be 0 or more and below 1: at 1 nothing is "
		                 "promised (Dwork and Roth 2014, Definition 2.4)");
	return dpmf_interval_falling(epsilon_for, law, delta, epsilon, error);
}
