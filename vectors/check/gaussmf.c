/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "check.h"
#include "core/vector.h"
#include "inputs.h"
#include "mech/gaussmf/kernels.h"
#include "vectors/format/number.h"

static enum checked done(int failed)
{
	return failed == 0 ? CHECKED : CHECK_FAILED;
}

CHECK(gaussmf_clip)
{
	struct vector x, clipped;
	double clip;

	(void)expected;
	if (!input_vector(inputs, "x", &x) || !input_double(inputs, "clip", &clip))
		return CHECK_MALFORMED;
	if (x.n == 0 || !(clip > 0) || isinf(clip) || !all_finite(x.x, x.n))
		return CHECK_REFUSES;
	dpmf_gaussmf_clip(x.x, x.n, clip, clipped.x);
	return done(json_object_set_new(got, "norm", number_double(dpmf_l2(x.x, x.n))) |
	            json_object_set_new(got, "clipped", book_doubles(clipped.x, x.n)));
}

CHECK(gaussmf_sigma)
{
	double tau, clip, eps_i, delta;

	(void)expected;
	if (!input_double(inputs, "tau", &tau) || !input_double(inputs, "clip", &clip) || !input_double(inputs, "eps_i", &eps_i) ||
	    !input_double(inputs, "delta", &delta))
		return CHECK_MALFORMED;
	if (!(tau >= 0) || isinf(tau) || !(clip > 0) || isinf(clip) || !(eps_i > 0 && eps_i < 1) || !(delta > 0 && delta < 1))
		return CHECK_REFUSES;
	return done(json_object_set_new(got, "sigma", number_double(dpmf_gaussmf_sigma(tau, clip, eps_i, delta))));
}

CHECK(gaussmf_row)
{
	struct vector own, other, outer, gradient;
	double v, lambda, mu, residual;
	int failed;

	(void)expected;
	if (!input_vector(inputs, "own", &own) || !input_vector(inputs, "other", &other) || !input_vector(inputs, "outer", &outer) ||
	    !input_vector(inputs, "gradient", &gradient) || !input_double(inputs, "v", &v) ||
	    !input_double(inputs, "lambda", &lambda) || !input_double(inputs, "mu", &mu) || own.n != other.n || own.n != outer.n ||
	    own.n != gradient.n)
		return CHECK_MALFORMED;
	if (own.n == 0 || !isfinite(v) || !(lambda >= 0) || isinf(lambda) || !(mu > 0) || isinf(mu) || !all_finite(own.x, own.n) ||
	    !all_finite(other.x, own.n) || !all_finite(outer.x, own.n) || !all_finite(gradient.x, own.n))
		return CHECK_REFUSES;
	residual = dpmf_gaussmf_residual(other.x, own.x, own.n, v);
	dpmf_gaussmf_accumulate(residual, outer.x, own.n, gradient.x);
	failed = json_object_set_new(got, "residual", number_double(residual)) |
	         json_object_set_new(got, "accumulated", book_doubles(gradient.x, own.n));
	dpmf_gaussmf_regularize(lambda, own.x, own.n, gradient.x);
	failed |= json_object_set_new(got, "regularized", book_doubles(gradient.x, own.n));
	dpmf_gaussmf_step(own.x, gradient.x, own.n, mu);
	return done(failed | json_object_set_new(got, "stepped", book_doubles(own.x, own.n)));
}

CHECK(gaussmf_contribute)
{
	int64_t rating, outer[INPUT_COORDINATES], sum[INPUT_COORDINATES], after;
	size_t n, k;

	(void)expected;
	if (!input_i64(inputs, "rating_steps", &rating) || !input_i64s(inputs, "outer", outer, &n) ||
	    !input_i64s(inputs, "sum", sum, &k) || n != k)
		return CHECK_MALFORMED;
	for (size_t l = 0; l < n; l++)
		if (__builtin_mul_overflow(rating, outer[l], &after) || __builtin_add_overflow(sum[l], after, &after))
			return CHECK_REFUSES;
	if (n == 0)
		return CHECK_REFUSES;
	dpmf_gaussmf_contribute(rating, outer, n, sum);
	return done(json_object_set_new(got, "sum", book_i64s(sum, n)));
}
