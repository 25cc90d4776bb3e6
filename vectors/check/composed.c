/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One release or one entry many times, and figures of papers. Optimal composition is summed by its formula, and wherever the loss
   lies on a grid, libdpmf's composed privacy-loss distributions have to enclose it. */
#include <math.h>

#include "account/gaussian_rdp.h"
#include "account/interval.h"
#include "account/pld.h"
#include "account/privsr.h"
#include "account/relation.h"
#include "account/sampling.h"
#include "account.h"

static enum dpmf_status user_delta(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	struct dpmf_entry_budget entry;
	struct dpmf_user_budget user;
	enum dpmf_status status;

	if (x[0] * x[2] > 600)
		return DPMF_INPUT;
	dpmf_loss_init(&entry.loss);
	dpmf_loss_init(&user.loss);
	dpmf_interval_set(&entry.loss.epsilon, &in[0]);
	dpmf_interval_set(&entry.loss.delta, &in[1]);
	status = dpmf_user_of_entries(&entry, (unsigned long)x[2], &user, NULL);
	dpmf_interval_set(out, &user.loss.delta);
	dpmf_loss_clear(&entry.loss);
	dpmf_loss_clear(&user.loss);
	return status;
}

/* P of the losses -e0 and e0, of which e^e0 / (1 + e^e0) is at e0; Q is turned round. */
struct response {
	double e0;
	struct dpmf_enclosure more, less;
};

static enum dpmf_status response_above(const void *context, double loss, struct dpmf_enclosure *p, struct dpmf_enclosure *q, struct dpmf_error *error)
{
	const struct response *of = context;

	(void)error;
	dpmf_interval_set_ui(p, loss < of->e0);
	dpmf_interval_set_ui(q, loss < of->e0);
	if (-of->e0 <= loss && loss < of->e0) {
		dpmf_interval_set(p, &of->more);
		dpmf_interval_set(q, &of->less);
	}
	return DPMF_OK;
}

/* z = the masses at i of k trials times 1 - e^(epsilon - (k - 2 i) e0), summed */
static void by_formula(const struct response *of, unsigned long k, double epsilon, struct dpmf_enclosure *z)
{
	struct dpmf_enclosure t[4];

	dpmf_interval_init(t, 4, 512);
	dpmf_interval_set(&t[0], &of->more);
	dpmf_interval_pow_si(&t[0], &t[0], (long)k);
	dpmf_interval_div(&t[3], &of->less, &of->more);
	dpmf_interval_set_ui(z, 0);
	for (unsigned long i = 0; 2 * i < k; i++) {
		dpmf_interval_set_d(&t[1], of->e0);
		dpmf_interval_mul_ui(&t[1], &t[1], k - 2 * i);
		dpmf_interval_set_d(&t[2], epsilon);
		dpmf_interval_sub(&t[1], &t[2], &t[1]);
		if (dpmf_interval_sign(&t[1]) >= 0)
			break;
		dpmf_interval_expm1(&t[1], &t[1]);
		dpmf_interval_mul(&t[1], &t[1], &t[0]);
		dpmf_interval_sub(z, z, &t[1]);
		dpmf_interval_mul(&t[0], &t[0], &t[3]);
		dpmf_interval_mul_ui(&t[0], &t[0], k - i);
		dpmf_interval_div_ui(&t[0], &t[0], i + 1);
	}
	dpmf_interval_clear(t, 4);
}

/* Whether the composed distributions on the grid of step e0 / points leave room for z. */
static enum dpmf_status enclosed(const struct response *of, int power, long points, unsigned long k, double epsilon, struct dpmf_enclosure *z)
{
	const struct dpmf_pld_pair pair = { response_above, of };
	struct dpmf_pld one, many;
	enum dpmf_status status = DPMF_OK;

	for (enum dpmf_pld_side side = DPMF_PLD_LOWER; side <= DPMF_PLD_UPPER && status == DPMF_OK; side++) {
		status = dpmf_pld_init(&one, side, &pair, power, -points - 1, points + 1, NULL);
		if (status != DPMF_OK)
			break;
		status = dpmf_pld_compose(&one, k, 1e-12, &many, NULL);
		dpmf_pld_clear(&one);
		if (status != DPMF_OK)
			break;
		if (side == DPMF_PLD_LOWER ? mpfr_cmp_d(z->hi, dpmf_pld_delta(&many, epsilon)) < 0 : mpfr_cmp_d(z->lo, dpmf_pld_delta(&many, epsilon)) > 0)
			dpmf_interval_set_d(z, dpmf_pld_delta(&many, epsilon)); /* what the library says is what is compared */
		dpmf_pld_clear(&many);
	}
	return status;
}

static enum dpmf_status optimal_delta(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	struct response of = { .e0 = x[0] };
	struct dpmf_enclosure t[2];
	enum dpmf_status status = DPMF_OK;
	int power = 0;

	if (x[0] * x[2] > 600)
		return DPMF_INPUT;
	dpmf_interval_init(&of.more, 1, 512);
	dpmf_interval_init(&of.less, 1, 512);
	dpmf_interval_init(t, 2, 512);
	dpmf_interval_exp(&t[0], &in[0]);
	dpmf_interval_add_si(&t[1], &t[0], 1);
	dpmf_interval_div(&of.more, &t[0], &t[1]);
	dpmf_interval_set_ui(&t[0], 1);
	dpmf_interval_div(&of.less, &t[0], &t[1]);
	by_formula(&of, (unsigned long)x[2], x[3], out);
	while (power < 10 && ldexp(x[0], power) != floor(ldexp(x[0], power)))
		power++;
	if (ldexp(x[0], power) == floor(ldexp(x[0], power)))
		status = enclosed(&of, power, (long)ldexp(x[0], power), (unsigned long)x[2], x[3], out);
	/* u + z (1 - u), 1 - u = (1 - delta0)^k */
	dpmf_interval_neg(&t[0], &in[1]);
	dpmf_interval_log1p(&t[0], &t[0]);
	dpmf_interval_mul_ui(&t[0], &t[0], (unsigned long)x[2]);
	dpmf_interval_exp(&t[1], &t[0]);
	dpmf_interval_expm1(&t[0], &t[0]);
	dpmf_interval_mul(out, out, &t[1]);
	dpmf_interval_sub(out, out, &t[0]);
	dpmf_interval_clear(t, 2);
	dpmf_interval_clear(&of.more, 1);
	dpmf_interval_clear(&of.less, 1);
	return status;
}

static enum dpmf_status order(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	(void)x;
	return dpmf_gaussian_published_order(&in[0], &in[1], out, NULL);
}

static enum dpmf_status published_loss(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	(void)x;
	return dpmf_importance_published(&in[0], &in[1], out, NULL);
}

static enum dpmf_status worth(const double *x, const struct dpmf_enclosure *in, struct dpmf_enclosure *out)
{
	struct dpmf_privsr found;
	enum dpmf_status status;

	(void)in;
	dpmf_privsr_init(&found);
	status = dpmf_privsr_worth(1, 1, x[0], x[1], &found, NULL);
	dpmf_interval_set(out, &found.both);
	dpmf_privsr_clear(&found);
	return status;
}

ACCOUNT_CHECK(user_delta, "delta", true, user_delta, { "epsilon", 0, 10, false }, { "delta", 1e-300, 1, false }, { "entries", 1, 1000, true })
ACCOUNT_CHECK(optimal_delta, "delta", true, optimal_delta, { "e0", 0x1p-10, 10, false }, { "delta0", 0, 0.5, false }, { "times", 1, 1000, true },
              { "epsilon", 0, 600, false })
ACCOUNT_CHECK(gaussian_published_order, "alpha", true, order, { "mu", 0x1p-20, 0x1p20, false }, { "delta", 1e-300, 0.5, false })
ACCOUNT_CHECK(importance_published_loss, "loss", true, published_loss, { "weight", 1, 0x1p20, false }, { "a", 0x1p-20, 700, false })
ACCOUNT_CHECK(privsr_worth, "both", true, worth, { "epsilon", 0x1p-20, 1000, false }, { "beta", 0x1p-20, 1, false })
