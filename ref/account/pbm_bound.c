/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/pbm_bound.h"

#include "account/interval.h"

/* 8 alpha^2 theta^2 / (1 - 4 theta^2)^2 */
static void exponent(const struct dpmf_enclosure *theta, const struct dpmf_enclosure *alpha, struct dpmf_enclosure *z)
{
	struct dpmf_enclosure x;

	dpmf_enclosure_init(&x);
	dpmf_interval_scale(&x, theta, 1);
	dpmf_interval_sqr(&x, &x);
	dpmf_interval_neg(&x, &x);
	dpmf_interval_add_si(&x, &x, 1);
	dpmf_interval_mul(z, theta, alpha);
	dpmf_interval_div(z, z, &x);
	dpmf_interval_sqr(z, z);
	dpmf_interval_scale(z, z, 3);
	dpmf_enclosure_clear(&x);
}

/* E min(e^(x / (J + 1)), most), J ~ Binomial(others, 1 / odds): odds of a J are 1 / (odds - 1). */
static void mean(unsigned long others, const struct dpmf_enclosure *odds, const struct dpmf_enclosure *x,
                 const struct dpmf_enclosure *most, struct dpmf_enclosure *sum)
{
	struct dpmf_enclosure weight, step, y;

	dpmf_enclosure_init(&weight);
	dpmf_enclosure_init(&step);
	dpmf_enclosure_init(&y);
	dpmf_interval_add_si(&step, odds, -1);
	dpmf_interval_div(&weight, &step, odds);
	dpmf_interval_pow_si(&weight, &weight, (long)others);
	dpmf_interval_set_ui(sum, 0);
	for (unsigned long j = 0; j <= others; j++) {
		dpmf_interval_div_ui(&y, x, j + 1);
		dpmf_interval_exp(&y, &y);
		dpmf_interval_min(&y, &y, most);
		dpmf_interval_mul(&y, &y, &weight);
		dpmf_interval_add(sum, sum, &y);
		dpmf_interval_mul_ui(&weight, &weight, others - j);
		dpmf_interval_div_ui(&weight, &weight, j + 1);
		dpmf_interval_div(&weight, &weight, &step);
	}
	dpmf_enclosure_clear(&weight);
	dpmf_enclosure_clear(&step);
	dpmf_enclosure_clear(&y);
}

enum dpmf_status dpmf_pbm_bound(const struct dpmf_pbm *pbm, const struct dpmf_enclosure *alpha,
                                struct dpmf_enclosure *bound, struct dpmf_error *error)
{
	struct dpmf_enclosure odds, x, most, sum;
	enum dpmf_status status = dpmf_pbm_check(pbm, error);

	if (status == DPMF_OK)
		status = dpmf_pbm_check_order(alpha, error);
	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&odds);
	dpmf_enclosure_init(&x);
	dpmf_enclosure_init(&most);
	dpmf_enclosure_init(&sum);
	dpmf_pbm_odds(&pbm->theta, &odds);
	exponent(&pbm->theta, alpha, &x);
	dpmf_interval_add_si(&sum, alpha, -1);
	dpmf_interval_pow(&most, &odds, &sum);
	mean(pbm->users - 1, &odds, &x, &most, &sum);
	dpmf_interval_log(&sum, &sum);
	dpmf_interval_add_si(&x, alpha, -1);
	dpmf_interval_div(&sum, &sum, &x);
	dpmf_interval_mul_ui(&sum, &sum, pbm->quanta);
	dpmf_interval_mul_ui(bound, &sum, pbm->coordinates * pbm->rounds);
	dpmf_enclosure_clear(&odds);
	dpmf_enclosure_clear(&x);
	dpmf_enclosure_clear(&most);
	dpmf_enclosure_clear(&sum);
	return DPMF_OK;
}
