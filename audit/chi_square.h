/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pearson's goodness of fit against the masses of a law. The bins are the
   32nd parts of the law and, where the draws suffice, the halvings of both
   tails; a bin that is expected to catch fewer than 20 draws is pooled with the
   next. */
#ifndef DPMF_AUDIT_CHI_SQUARE_H
#define DPMF_AUDIT_CHI_SQUARE_H
#include <stddef.h>
#include <stdint.h>

#include "audit/masses.h"
#include "core/status.h"

enum { CHI_SQUARE_BINS_MOST = 128 };

/* Bin i holds cut[i - 1] < x <= cut[i]; the first and the last are open. */
struct chi_square_bins {
	size_t count;
	double cut[CHI_SQUARE_BINS_MOST];
	double mass[CHI_SQUARE_BINS_MOST];
};

struct chi_square_fit {
	uint64_t draws;
	size_t bins;
	double chi2;
	double p; /* upper tail of chi-square with bins - 1 degrees of freedom */
};

/* DPMF_INPUT when so few draws do not fill two bins. */
enum dpmf_status chi_square_bins(const struct masses *masses, uint64_t draws,
                                 struct chi_square_bins *bins, struct dpmf_error *error);
size_t chi_square_bin_of(const struct chi_square_bins *bins, double x);
void chi_square_fit(const struct chi_square_bins *bins, const uint64_t *caught, struct chi_square_fit *fit);

#endif
