/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "check.h"
#include "inputs.h"
#include "round.h"
#include "solve/adam.h"
#include "vectors/format/number.h"

enum { STEPS = 1 << 20 };

struct given {
	struct vector x, gradient, mean, square;
	double rate, beta1, beta2;
	uint64_t step;
};

static bool read_given(const json_t *inputs, struct given *g)
{
	return input_vector(inputs, "x", &g->x) && input_vector(inputs, "gradient", &g->gradient) && input_vector(inputs, "mean", &g->mean) &&
	       input_vector(inputs, "square", &g->square) && input_double(inputs, "rate", &g->rate) && input_double(inputs, "beta1", &g->beta1) &&
	       input_double(inputs, "beta2", &g->beta2) && input_u64(inputs, "step", &g->step) && g->gradient.n == g->x.n && g->mean.n == g->x.n &&
	       g->square.n == g->x.n;
}

/* The library goes through the steps itself; here what they left is put in. */
CHECK(adam_step)
{
	struct given g;
	struct dpmf_adam adam;
	struct dpmf_error error;
	enum dpmf_status status;
	int failed;

	(void)expected;
	if (!read_given(inputs, &g))
		return CHECK_MALFORMED;
	if (g.x.n == 0 || g.step < 1 || g.step > STEPS || !all_finite(g.x.x, g.x.n) || !all_finite(g.gradient.x, g.x.n) || !all_finite(g.mean.x, g.x.n) ||
	    !all_finite(g.square.x, g.x.n) || !none_negative(&g.square))
		return CHECK_REFUSES;
	status = dpmf_adam_open(&adam, g.x.n, g.rate, g.beta1, g.beta2, &error);
	if (status != DPMF_OK)
		return check_refused(status);
	memcpy(adam.mean, g.mean.x, g.x.n * sizeof *adam.mean);
	memcpy(adam.square, g.square.x, g.x.n * sizeof *adam.square);
	for (uint64_t t = 1; t < g.step; t++) {
		adam.power1 *= g.beta1;
		adam.power2 *= g.beta2;
	}
	dpmf_adam_step(&adam, g.gradient.x, g.x.x);
	failed = json_object_set_new(got, "mean", book_doubles(adam.mean, g.x.n)) | json_object_set_new(got, "square", book_doubles(adam.square, g.x.n)) |
	         json_object_set_new(got, "x", book_doubles(g.x.x, g.x.n));
	dpmf_adam_close(&adam);
	return failed == 0 ? CHECKED : CHECK_FAILED;
}
