/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/gaussian.h"
#include "check.h"
#include "inputs.h"
#include "vectors/format/number.h"

typedef enum dpmf_status (*function)(const struct dpmf_enclosure *x, const struct dpmf_enclosure *y, struct dpmf_enclosure *z,
                                     struct dpmf_error *error);

/* The end that is safe to claim, `above` or below. */
static enum checked answer(function f, const double x[2], const char *name, bool above, json_t *got)
{
	struct dpmf_enclosure in[2], out;
	enum checked done = CHECK_FAILED;
	enum dpmf_status status;

	for (int i = 0; i < 2; i++) {
		dpmf_enclosure_init(&in[i]);
		dpmf_enclosure_set(&in[i], x[i]);
	}
	dpmf_enclosure_init(&out);
	status = f(&in[0], &in[1], &out, NULL);
	if (status != DPMF_OK)
		done = check_refused(status);
	else if (json_object_set_new(got, name, number_double(above ? mpfr_get_d(out.hi, MPFR_RNDU) : mpfr_get_d(out.lo, MPFR_RNDD))) == 0)
		done = CHECKED;
	dpmf_enclosure_clear(&in[0]);
	dpmf_enclosure_clear(&in[1]);
	dpmf_enclosure_clear(&out);
	return done;
}

static bool within(double x, double least, double most)
{
	return least <= x && x <= most;
}

CHECK(gaussian_delta)
{
	double x[2];

	(void)expected;
	if (!input_double(inputs, "mu", &x[0]) || !input_double(inputs, "epsilon", &x[1]))
		return CHECK_MALFORMED;
	if (!within(x[0], 0x1p-10, 64) || !within(x[1], 0, 1000))
		return CHECK_REFUSES;
	return answer(dpmf_gaussian_delta, x, "delta", true, got);
}

CHECK(gaussian_epsilon)
{
	double x[2];

	(void)expected;
	if (!input_double(inputs, "mu", &x[0]) || !input_double(inputs, "delta", &x[1]))
		return CHECK_MALFORMED;
	if (!within(x[0], 0x1p-10, 64) || !within(x[1], 1e-300, 0.5))
		return CHECK_REFUSES;
	return answer(dpmf_gaussian_epsilon, x, "epsilon", true, got);
}

CHECK(gaussian_mu)
{
	double x[2];

	(void)expected;
	if (!input_double(inputs, "epsilon", &x[0]) || !input_double(inputs, "delta", &x[1]))
		return CHECK_MALFORMED;
	if (!within(x[0], 0x1p-10, 1000) || !within(x[1], 1e-300, 0.5))
		return CHECK_REFUSES;
	return answer(dpmf_gaussian_largest_mu, x, "mu", false, got);
}
