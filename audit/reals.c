/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/reals.h"

void reals_init(struct dpmf_enclosure *x, size_t count)
{
	dpmf_interval_init(x, count, AUDIT_REAL_BITS);
	for (size_t i = 0; i < count; i++)
		dpmf_interval_set_ui(&x[i], 0);
}

void reals_set(struct dpmf_enclosure *x, const double *value, size_t count)
{
	for (size_t i = 0; i < count; i++)
		dpmf_interval_set_d(&x[i], value[i]);
}

void reals_clear(struct dpmf_enclosure *x, size_t count)
{
	dpmf_interval_clear(x, count);
}

void reals_dot(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y, size_t count)
{
	struct dpmf_enclosure sum, product;

	reals_init(&sum, 1);
	reals_init(&product, 1);
	for (size_t i = 0; i < count; i++) {
		dpmf_interval_mul(&product, &x[i], &y[i]);
		dpmf_interval_add(&sum, &sum, &product);
	}
	dpmf_interval_set(z, &sum);
	reals_clear(&sum, 1);
	reals_clear(&product, 1);
}

void reals_add_scaled(const struct dpmf_enclosure *a, const struct dpmf_enclosure *x, size_t count, struct dpmf_enclosure *y)
{
	struct dpmf_enclosure product;

	reals_init(&product, 1);
	for (size_t i = 0; i < count; i++) {
		dpmf_interval_mul(&product, a, &x[i]);
		dpmf_interval_add(&y[i], &y[i], &product);
	}
	reals_clear(&product, 1);
}

void reals_scale(const struct dpmf_enclosure *a, struct dpmf_enclosure *y, size_t count)
{
	for (size_t i = 0; i < count; i++)
		dpmf_interval_mul(&y[i], a, &y[i]);
}

void reals_clip(struct dpmf_enclosure *x, size_t count, double radius)
{
	struct dpmf_enclosure factor, one;

	reals_init(&factor, 1);
	reals_init(&one, 1);
	dpmf_interval_set_d(&one, radius);
	reals_l2(&factor, x, count);
	dpmf_interval_div(&factor, &factor, &one);
	dpmf_interval_set_ui(&one, 1);
	dpmf_interval_max(&factor, &factor, &one);
	dpmf_interval_div(&factor, &one, &factor);
	reals_scale(&factor, x, count);
	reals_clear(&factor, 1);
	reals_clear(&one, 1);
}

void reals_l1(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, size_t count)
{
	struct dpmf_enclosure sum, size;

	reals_init(&sum, 1);
	reals_init(&size, 1);
	for (size_t i = 0; i < count; i++) {
		dpmf_interval_sqr(&size, &x[i]);
		dpmf_interval_sqrt(&size, &size);
		dpmf_interval_add(&sum, &sum, &size);
	}
	dpmf_interval_set(z, &sum);
	reals_clear(&sum, 1);
	reals_clear(&size, 1);
}

void reals_l2(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, size_t count)
{
	reals_dot(z, x, x, count);
	dpmf_interval_sqrt(z, z);
}

void reals_largest(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, size_t count)
{
	struct dpmf_enclosure most, size;

	reals_init(&most, 1);
	reals_init(&size, 1);
	for (size_t i = 0; i < count; i++) {
		dpmf_interval_neg(&size, &x[i]);
		dpmf_interval_max(&size, &size, &x[i]);
		dpmf_interval_max(&most, &most, &size);
	}
	dpmf_interval_set(z, &most);
	reals_clear(&most, 1);
	reals_clear(&size, 1);
}

void reals_cut(struct dpmf_enclosure *x, size_t count, const struct dpmf_enclosure *most)
{
	for (size_t i = 0; i < count; i++) {
		dpmf_interval_min(&x[i], &x[i], most);
		dpmf_interval_neg(&x[i], &x[i]);
		dpmf_interval_min(&x[i], &x[i], most);
		dpmf_interval_neg(&x[i], &x[i]);
	}
}
