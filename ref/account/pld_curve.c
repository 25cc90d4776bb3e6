/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pld_curve.h"

#include <math.h>
#include <stdlib.h>

#include "account/interval.h"

/* The slope from (t0, d0) to (t1, d1). */
static void slope(const struct dpmf_enclosure *t0, mpfr_srcptr d0, const struct dpmf_enclosure *t1, mpfr_srcptr d1,
                  struct dpmf_enclosure *x, struct dpmf_enclosure *z)
{
	dpmf_interval_sub(x, t1, t0);
	mpfr_sub(z->lo, d1, d0, MPFR_RNDD);
	mpfr_sub(z->hi, d1, d0, MPFR_RNDU);
	dpmf_interval_div(z, z, x);
}

static void ratio_at(long point, int power, struct dpmf_enclosure *t)
{
	dpmf_interval_set_d(t, ldexp((double)point, -power));
	dpmf_interval_exp(t, t);
}

enum dpmf_status dpmf_pld_of_curve(struct dpmf_pld *pld, const mpfr_t *delta, int power, long first, size_t count,
                                   struct dpmf_error *error)
{
	struct dpmf_enclosure t[2], before, after, x;
	mpfr_t one;
	double *mass = count < 3 ? NULL : calloc(count, sizeof *mass);

	if (!mass)
		return dpmf_fail(error, count < 3 ? DPMF_INPUT : DPMF_FAILED, count < 3 ?
		                 "a curve of %zu points: give 3 or more" : "no memory for a curve of %zu points", count);
	dpmf_interval_init(t, 2, DPMF_ACCOUNT_BITS);
	dpmf_enclosure_init(&before);
	dpmf_enclosure_init(&after);
	dpmf_enclosure_init(&x);
	mpfr_init2(one, 2);
	mpfr_set_ui(one, 1, MPFR_RNDN);
	dpmf_interval_set_ui(&t[1], 0);
	ratio_at(first, power, &t[0]);
	slope(&t[1], one, &t[0], delta[0], &x, &before);
	for (size_t i = 0; i < count; i++) {
		dpmf_interval_set_ui(&after, 0);
		if (i + 1 < count) {
			ratio_at(first + (long)i + 1, power, &t[1]);
			slope(&t[0], delta[i], &t[1], delta[i + 1], &x, &after);
		}
		dpmf_interval_sub(&x, &after, &before);
		dpmf_interval_mul(&x, &x, &t[0]);
		mass[i] = mpfr_sgn(x.hi) > 0 ? mpfr_get_d(x.hi, MPFR_RNDU) : 0;
		dpmf_interval_set(&before, &after);
		dpmf_interval_set(&t[0], &t[1]);
	}
	*pld = (struct dpmf_pld){ .side = DPMF_PLD_UPPER, .power = power, .first = first, .count = count, .mass = mass,
		                  .infinite = mpfr_get_d(delta[count - 1], MPFR_RNDU) };
	mpfr_clear(one);
	dpmf_interval_clear(t, 2);
	dpmf_enclosure_clear(&before);
	dpmf_enclosure_clear(&after);
	dpmf_enclosure_clear(&x);
	return DPMF_OK;
}
