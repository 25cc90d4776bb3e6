/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A real number that is known to lie between two, both in decimal and rounded outward to 20 significant
   digits. strtod, with rounding upward set, makes a double of `hi` that is on the safe side. */
#ifndef DPMF_ACCOUNT_DECIMALS_H
#define DPMF_ACCOUNT_DECIMALS_H

struct dpmf_decimals {
	char lo[48], hi[48];
};

#endif
