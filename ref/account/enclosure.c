/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/enclosure.h"

#include <ctype.h>

void dpmf_enclosure_init(struct dpmf_enclosure *x)
{
	mpfr_init2(x->lo, DPMF_ACCOUNT_BITS);
	mpfr_init2(x->hi, DPMF_ACCOUNT_BITS);
}

void dpmf_enclosure_clear(struct dpmf_enclosure *x)
{
	mpfr_clear(x->lo);
	mpfr_clear(x->hi);
}

void dpmf_enclosure_set(struct dpmf_enclosure *x, double value)
{
	mpfr_set_d(x->lo, value, MPFR_RNDD);
	mpfr_set_d(x->hi, value, MPFR_RNDU);
}

enum dpmf_status dpmf_enclosure_read(struct dpmf_enclosure *x, const char *what, const char *text,
                                     struct dpmf_error *error)
{
	char *end_lo = NULL, *end_hi = NULL;

	mpfr_strtofr(x->lo, text, &end_lo, 10, MPFR_RNDD);
	mpfr_strtofr(x->hi, text, &end_hi, 10, MPFR_RNDU);
	if (isspace((unsigned char)*text) || end_lo == text || *end_lo != '\0' ||
	    !mpfr_number_p(x->lo) || !mpfr_number_p(x->hi))
		return dpmf_fail(error, DPMF_INPUT, "%s is \"%s\": give a finite decimal number, such as 0.5", what, text);
	return DPMF_OK;
}

void dpmf_enclosure_print(const struct dpmf_enclosure *x, struct dpmf_decimals *text)
{
	mpfr_snprintf(text->lo, sizeof text->lo, "%.19RDe", x->lo);
	mpfr_snprintf(text->hi, sizeof text->hi, "%.19RUe", x->hi);
}
