/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account.h"

#include "inputs.h"
#include "vectors/format/number.h"

static bool read_one(const json_t *inputs, const struct account_input *input, double *x)
{
	uint64_t whole;

	if (!input->whole)
		return input_double(inputs, input->name, x);
	if (!input_u64(inputs, input->name, &whole))
		return false;
	*x = (double)whole;
	return true;
}

static enum checked answer(const struct account *a, const double *x, json_t *got)
{
	struct dpmf_enclosure in[ACCOUNT_INPUTS], out;
	enum checked done = CHECK_FAILED;
	enum dpmf_status status;

	for (int i = 0; i < ACCOUNT_INPUTS; i++) {
		dpmf_enclosure_init(&in[i]);
		dpmf_enclosure_set(&in[i], x[i]);
	}
	dpmf_enclosure_init(&out);
	status = a->f(x, in, &out);
	if (status != DPMF_OK)
		done = check_refused(status);
	else if (json_object_set_new(got, a->output, number_double(a->above ? mpfr_get_d(out.hi, MPFR_RNDU) :
	                                                           mpfr_get_d(out.lo, MPFR_RNDD))) == 0)
		done = CHECKED;
	for (int i = 0; i < ACCOUNT_INPUTS; i++)
		dpmf_enclosure_clear(&in[i]);
	dpmf_enclosure_clear(&out);
	return done;
}

enum checked account_check(const struct account *a, const json_t *inputs, json_t *got)
{
	double x[ACCOUNT_INPUTS] = { 0 };
	bool within = true;

	for (size_t i = 0; a->inputs[i].name != NULL; i++) {
		if (!read_one(inputs, &a->inputs[i], &x[i]))
			return CHECK_MALFORMED;
		within = within && a->inputs[i].least <= x[i] && x[i] <= a->inputs[i].most;
	}
	return within ? answer(a, x, got) : CHECK_REFUSES;
}
