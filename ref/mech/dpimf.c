/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpimf.h"

#include <math.h>

#include "core/vector.h"

double dpimf_delta_first(const double *p, size_t d)
{
	return 2 * dpmf_l1(p, d);
}

double dpimf_delta_full(const double *p, size_t d, double keep)
{
	const double l1 = dpmf_l1(p, d);

	return keep * l1 * l1;
}

double dpimf_delta_triu(const double *p, size_t d, double keep)
{
	const double l1 = dpmf_l1(p, d);

	return keep * (l1 * l1 + dpmf_dot(p, p, d)) / 2;
}

double dpimf_delta_loss(const double *p, size_t d)
{
	const double l1 = dpmf_l1(p, d);

	return 2 * l1 + l1 * l1 + 1;
}

double dpimf_bound_first(double c, size_t d)
{
	return 2 * c * sqrt((double)d);
}

double dpimf_bound_full(double c, size_t d)
{
	return c * c * (double)d;
}

double dpimf_bound_triu(double c, size_t d)
{
	return c * c * ((double)d + 1) / 2;
}

void dpimf_add_first(const double *p, size_t d, double w, double *first)
{
	dpmf_add_scaled(2 * w, p, d, first);
}

void dpimf_add_row(const double *p, size_t d, double w, size_t j, double *row)
{
	dpmf_add_scaled(w * p[j], p, d, row);
}

void dpimf_add_second(const double *p, size_t d, double w, double *second)
{
	for (size_t j = 0; j < d; j++)
		dpimf_add_row(p, d, w, j, second + j * d);
}

double dpimf_regularizer(double keep, double alpha0, double of_item, double of_all)
{
	return keep * of_item + alpha0 * of_all;
}

void dpimf_mix(double keep, double alpha0, const double *of_all, size_t n, double *of_item)
{
	for (size_t l = 0; l < n; l++)
		of_item[l] = keep * of_item[l] + alpha0 * of_all[l];
}

void dpimf_symmetric(const double *upper, size_t d, double *full)
{
	for (size_t j = 0; j < d; j++)
		for (size_t l = j; l < d; l++, upper++)
			full[j * d + l] = full[l * d + j] = *upper;
}

void dpimf_upper(const double *full, size_t d, double *upper)
{
	for (size_t j = 0; j < d; j++)
		for (size_t l = j; l < d; l++, upper++)
			*upper = full[j * d + l];
}
