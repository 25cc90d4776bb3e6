/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What friends send in privsr, in real arithmetic, written from the paper and
   from the header of the corrected variant; nothing of ref/mech is called here. */
#include <math.h>

#include "audit/reals.h"
#include "audit/privsr/sensitivity.h"

/* -2 S_if u_f, u_f in the unit ball. */
void privsr_real_message(const struct audit_instance *one, int world, size_t release, struct dpmf_enclosure *statistic)
{
	const size_t k = one->shape->factors;
	struct dpmf_enclosure factor;

	(void)release;
	reals_init(&factor, 1);
	dpmf_interval_set_d(&factor, -2);
	reals_set(statistic, one->u[world], k);
	reals_clip(statistic, k, 1);
	reals_scale(&factor, statistic, k);
	reals_clear(&factor, 1);
}

/* The proof of Theorem 2: 2 in the 2-norm, so that sqrt(K) 2 in the 1-norm. */
void privsr_real_bound(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	dpmf_interval_set_ui(bound, one->shape->factors);
	dpmf_interval_sqrt(bound, bound);
	dpmf_interval_mul_ui(bound, bound, 2);
}

/* corrected: what stands in the header of ref/mech/privsr/train.h, in real arithmetic. */
enum { FRIEND_ITEMS = PRIVSR_SEARCH_ITEMS, VECTOR_STEPS = 256 };

struct fit {
	const struct audit_instance *one;
	struct dpmf_enclosure x[FRIEND_ITEMS], r[FRIEND_ITEMS]; /* the released means, shrunk; ratings less the middle */
	struct dpmf_enclosure x_mean, r_mean, xx, xr, work;
};

static void fit_each(struct fit *f, void (*each)(struct dpmf_enclosure *, size_t))
{
	each(f->x, FRIEND_ITEMS);
	each(f->r, FRIEND_ITEMS);
	each(&f->x_mean, 1);
	each(&f->r_mean, 1);
	each(&f->xx, 1);
	each(&f->xr, 1);
	each(&f->work, 1);
}

/* Two raters an item, noise of scale b = Delta / epsilon with epsilon = 1: the
   means times signal / (signal + 2 b^2), signal the positive part of the mean
   of (2 mean)^2 - 2 b^2. */
static void shrink_means(struct fit *f)
{
	const double range = f->one->shape->rating_max - f->one->shape->rating_min;
	struct dpmf_enclosure *signal = &f->xx, zero;

	reals_init(&zero, 1);
	dpmf_interval_set_ui(signal, 0);
	for (size_t j = 0; j < FRIEND_ITEMS; j++) {
		dpmf_interval_set_d(&f->x[j], ldexp(trunc(f->one->answer[0][j * f->one->shape->factors]), -24) / 2);
		dpmf_interval_sqr(&f->work, &f->x[j]);
		dpmf_interval_mul_ui(&f->work, &f->work, 4);
		dpmf_interval_add(signal, signal, &f->work);
	}
	dpmf_interval_div_ui(signal, signal, FRIEND_ITEMS);
	dpmf_interval_set_d(&f->work, 2 * range * range);
	dpmf_interval_sub(signal, signal, &f->work);
	dpmf_interval_set_ui(&zero, 0);
	dpmf_interval_max(signal, signal, &zero);
	dpmf_interval_add(&f->work, &f->work, signal);
	dpmf_interval_div(signal, signal, &f->work);
	for (size_t j = 0; j < FRIEND_ITEMS; j++)
		dpmf_interval_mul(&f->x[j], &f->x[j], signal);
	reals_clear(&zero, 1);
}

/* The least squares of r ~ a + b x with lambda b^2 added: a in f->r_mean, b in f->xr. */
static void fit_line(struct fit *f)
{
	for (size_t j = 0; j < FRIEND_ITEMS; j++) {
		dpmf_interval_add(&f->x_mean, &f->x_mean, &f->x[j]);
		dpmf_interval_add(&f->r_mean, &f->r_mean, &f->r[j]);
	}
	dpmf_interval_div_ui(&f->x_mean, &f->x_mean, FRIEND_ITEMS);
	dpmf_interval_div_ui(&f->r_mean, &f->r_mean, FRIEND_ITEMS);
	dpmf_interval_set_d(&f->xx, f->one->shape->lambda);
	dpmf_interval_set_ui(&f->xr, 0);
	for (size_t j = 0; j < FRIEND_ITEMS; j++) {
		dpmf_interval_sub(&f->x[j], &f->x[j], &f->x_mean);
		dpmf_interval_sub(&f->r[j], &f->r[j], &f->r_mean);
		dpmf_interval_sqr(&f->work, &f->x[j]);
		dpmf_interval_add(&f->xx, &f->xx, &f->work);
		dpmf_interval_mul(&f->work, &f->x[j], &f->r[j]);
		dpmf_interval_add(&f->xr, &f->xr, &f->work);
	}
	dpmf_interval_div(&f->xr, &f->xr, &f->xx);
	dpmf_interval_mul(&f->work, &f->xr, &f->x_mean);
	dpmf_interval_sub(&f->r_mean, &f->r_mean, &f->work);
}

/* In steps of 2^-8, to the nearest, within -1 .. 1. */
static void vector_steps(const struct dpmf_enclosure *x, struct dpmf_enclosure *steps)
{
	struct dpmf_enclosure end;

	reals_init(&end, 1);
	dpmf_interval_mul_ui(steps, x, VECTOR_STEPS);
	mpfr_roundeven(steps->lo, steps->lo);
	mpfr_roundeven(steps->hi, steps->hi);
	dpmf_interval_set_d(&end, VECTOR_STEPS);
	dpmf_interval_min(steps, steps, &end);
	dpmf_interval_neg(&end, &end);
	dpmf_interval_max(steps, steps, &end);
	reals_clear(&end, 1);
}

void privsr_real_vector(const struct audit_instance *one, int world, size_t release, struct dpmf_enclosure *statistic)
{
	const struct audit_shape *shape = one->shape;
	const double middle = (shape->rating_min + shape->rating_max) / 2, quarter = (shape->rating_max - shape->rating_min) / 4;
	struct fit f = { .one = one };

	(void)release;
	fit_each(&f, reals_init);
	shrink_means(&f);
	for (size_t j = 0; j < FRIEND_ITEMS; j++) {
		dpmf_interval_set_d(&f.r[j], one->rating[world][j]);
		dpmf_interval_set_d(&f.work, middle);
		dpmf_interval_sub(&f.r[j], &f.r[j], &f.work);
	}
	fit_line(&f);
	dpmf_interval_set_d(&f.work, quarter);
	dpmf_interval_div(&f.r_mean, &f.r_mean, &f.work);
	dpmf_interval_set_ui(&f.work, 1);
	dpmf_interval_sub(&f.xr, &f.xr, &f.work);
	vector_steps(&f.r_mean, &statistic[0]);
	vector_steps(&f.xr, &statistic[1]);
	fit_each(&f, reals_clear);
}

/* Two coordinates, each from one end to the other. */
void privsr_real_bound_of_vectors(const struct audit_instance *one, struct dpmf_enclosure *bound)
{
	(void)one;
	dpmf_interval_set_ui(bound, 2 * 2 * VECTOR_STEPS);
}
