/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/interval_falling.h"

enum dpmf_status dpmf_interval_falling(dpmf_falling *f, const void *context, const struct dpmf_enclosure *x,
                                       struct dpmf_enclosure *y, struct dpmf_error *error)
{
	struct dpmf_enclosure low, high;
	enum dpmf_status status;

	dpmf_interval_init(&low, 1, dpmf_interval_bits(y));
	dpmf_interval_init(&high, 1, dpmf_interval_bits(y));
	status = f(context, x->hi, &low, error);
	if (status == DPMF_OK)
		status = f(context, x->lo, &high, error);
	if (status == DPMF_OK) {
		mpfr_swap(y->lo, low.lo);
		mpfr_swap(y->hi, high.hi);
	}
	dpmf_interval_clear(&low, 1);
	dpmf_interval_clear(&high, 1);
	return status;
}
