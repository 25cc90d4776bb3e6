/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chi_square.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

enum { PARTS = 32, EXPECTED_LEAST = 20 };

static double mass_between(const struct masses *masses, double low, double high)
{
	mpfr_t mass;
	double rounded;

	mpfr_init2(mass, MASSES_PRECISION);
	masses_between(masses, low, high, mass);
	rounded = mpfr_get_d(mass, MPFR_RNDN);
	mpfr_clear(mass);
	return rounded;
}

/* Ends the open bin at `cut` if it would catch enough. */
static void try_cut(const struct masses *masses, double least, double cut, struct chi_square_bins *bins)
{
	const double low = bins->count ? bins->cut[bins->count - 1] : -INFINITY;
	double mass;

	if (cut <= low)
		return;
	mass = mass_between(masses, low, cut);
	if (mass < least)
		return;
	bins->cut[bins->count] = cut;
	bins->mass[bins->count] = mass;
	bins->count++;
}

/* What is left of the last cut; joins the bin before when that is too little. */
static void close_bins(const struct masses *masses, double least, struct chi_square_bins *bins)
{
	if (bins->count > 0 && mass_between(masses, bins->cut[bins->count - 1], INFINITY) < least)
		bins->count--;
	const double low = bins->count ? bins->cut[bins->count - 1] : -INFINITY;

	bins->cut[bins->count] = INFINITY;
	bins->mass[bins->count] = mass_between(masses, low, INFINITY);
	bins->count++;
}

enum dpmf_status chi_square_bins(const struct masses *masses, uint64_t draws,
                                 struct chi_square_bins *bins, struct dpmf_error *error)
{
	const double least = EXPECTED_LEAST / (double)draws;
	struct chi_square_bins made = { .count = 0 };
	int halvings = 5; /* 2^-5 is one of the parts */

	while (halvings < 40 && ldexp(1, -halvings - 1) >= least)
		halvings++;
	for (int i = halvings; i > 5; i--)
		try_cut(masses, least, masses_quantile(masses, ldexp(1, -i)), &made);
	for (int part = 1; part < PARTS; part++)
		try_cut(masses, least, masses_quantile(masses, (double)part / PARTS), &made);
	for (int i = 6; i <= halvings; i++)
		try_cut(masses, least, masses_quantile(masses, 1 - ldexp(1, -i)), &made);
	close_bins(masses, least, &made);
	if (made.count < 2)
		return dpmf_fail(error, DPMF_INPUT, "%llu draws do not fill two bins with %d each: take more",
		                 (unsigned long long)draws, EXPECTED_LEAST);
	*bins = made;
	return DPMF_OK;
}

size_t chi_square_bin_of(const struct chi_square_bins *bins, double x)
{
	size_t low = 0, high = bins->count - 1;

	while (low < high) {
		const size_t middle = (low + high) / 2;

		if (x <= bins->cut[middle])
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

void chi_square_fit(const struct chi_square_bins *bins, const uint64_t *caught, struct chi_square_fit *fit)
{
	uint64_t draws = 0;
	double chi2 = 0;

	for (size_t i = 0; i < bins->count; i++)
		draws += caught[i];
	for (size_t i = 0; i < bins->count; i++) {
		const double expected = bins->mass[i] * (double)draws;
		const double excess = (double)caught[i] - expected;

		chi2 += excess * excess / expected;
	}
	fit->draws = draws;
	fit->bins = bins->count;
	fit->chi2 = chi2;
	fit->p = gsl_cdf_chisq_Q(chi2, (double)(bins->count - 1));
}
