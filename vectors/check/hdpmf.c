/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "check.h"
#include "core/vector.h"
#include "inputs.h"
#include "mech/hdpmf/kernels.h"
#include "noise/noise_share.h"
#include "vectors/format/number.h"

static bool weight_allowed(double w)
{
	return w > 0 && w <= 1;
}

static int put(json_t *got, const char *name, double x)
{
	return json_object_set_new(got, name, number_double(x));
}

static int put_vector(json_t *got, const char *name, const double *x, size_t n)
{
	return json_object_set_new(got, name, book_doubles(x, n));
}

static enum checked done(int failed)
{
	return failed == 0 ? CHECKED : CHECK_FAILED;
}

static enum checked gradient(const json_t *inputs, bool add, json_t *got)
{
	struct vector u, v, out;
	double w, r;

	if (!input_vector(inputs, "u", &u) || !input_vector(inputs, "v", &v) || !input_double(inputs, "w", &w) ||
	    !input_double(inputs, "r", &r) || u.n != v.n)
		return CHECK_MALFORMED;
	if (add ? !input_vector(inputs, "sum", &out) || out.n != u.n : 0)
		return CHECK_MALFORMED;
	if (u.n == 0 || !weight_allowed(w) || !isfinite(r) || !all_finite(u.x, u.n) || !all_finite(v.x, v.n) ||
	    (add && !all_finite(out.x, u.n)))
		return CHECK_REFUSES;
	if (add)
		dpmf_hdpmf_gradient_add(u.x, v.x, u.n, w, r, out.x);
	else
		dpmf_hdpmf_gradient_share(u.x, v.x, u.n, w, r, out.x);
	const double dot = dpmf_dot(u.x, v.x, u.n);
	return done(put(got, "dot", dot) | put(got, "error", dot - w * r) | put_vector(got, add ? "sum" : "share", out.x, u.n));
}

CHECK(hdpmf_gradient_share)
{
	(void)expected;
	return gradient(inputs, false, got);
}

CHECK(hdpmf_gradient_add)
{
	(void)expected;
	return gradient(inputs, true, got);
}

CHECK(hdpmf_step)
{
	struct vector v, g;
	double rate, lambda;

	(void)expected;
	if (!input_vector(inputs, "v", &v) || !input_vector(inputs, "gradient", &g) || !input_double(inputs, "rate", &rate) ||
	    !input_double(inputs, "lambda", &lambda) || v.n != g.n)
		return CHECK_MALFORMED;
	if (v.n == 0 || !(rate > 0) || !(lambda >= 0) || isinf(rate) || isinf(lambda) || !all_finite(v.x, v.n) || !all_finite(g.x, g.n))
		return CHECK_REFUSES;
	dpmf_hdpmf_step(v.x, g.x, v.n, rate, lambda);
	return done(put_vector(got, "v", v.x, v.n));
}

CHECK(hdpmf_noise_scale)
{
	double delta, epsilon;
	uint64_t k;

	(void)expected;
	if (!input_double(inputs, "delta", &delta) || !input_double(inputs, "epsilon", &epsilon) || !input_u64(inputs, "k", &k))
		return CHECK_MALFORMED;
	if (k == 0 || !(delta >= 0) || isinf(delta) || !(epsilon > 0) || isinf(epsilon))
		return CHECK_REFUSES;
	return done(put(got, "scale", dpmf_hdpmf_noise_scale(delta, k, epsilon)));
}

static bool none_negative(const double *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(x[i] >= 0))
			return false;
	return true;
}

CHECK(hdpmf_noise_share)
{
	struct vector h, c, x;
	double scale;
	uint64_t raters;

	(void)expected;
	if (!input_vector(inputs, "h", &h) || !input_vector(inputs, "c", &c) || !input_double(inputs, "scale", &scale) ||
	    !input_u64(inputs, "raters", &raters) || h.n != c.n)
		return CHECK_MALFORMED;
	if (h.n == 0 || raters == 0 || !(scale >= 0) || isinf(scale) || !none_negative(h.x, h.n) || !all_finite(h.x, h.n) ||
	    !all_finite(c.x, c.n))
		return CHECK_REFUSES;
	dpmf_hdpmf_noise_share(scale, h.x, c.x, h.n, raters, x.x);
	return done(put_vector(got, "x", x.x, h.n));
}

CHECK(hdpmf_predict)
{
	struct vector u, v;
	double w;

	(void)expected;
	if (!input_vector(inputs, "u", &u) || !input_vector(inputs, "v", &v) || !input_double(inputs, "w", &w) || u.n != v.n)
		return CHECK_MALFORMED;
	if (u.n == 0 || !weight_allowed(w) || !all_finite(u.x, u.n) || !all_finite(v.x, v.n))
		return CHECK_REFUSES;
	return done(put(got, "dot", dpmf_dot(u.x, v.x, u.n)) | put(got, "rating", dpmf_hdpmf_predict(u.x, v.x, u.n, w)));
}

CHECK(project_ball)
{
	struct vector x;
	double radius;

	(void)expected;
	if (!input_vector(inputs, "x", &x) || !input_double(inputs, "radius", &radius))
		return CHECK_MALFORMED;
	if (x.n == 0 || !(radius >= 0) || isinf(radius) || !all_finite(x.x, x.n))
		return CHECK_REFUSES;
	int failed = put(got, "norm", dpmf_l2(x.x, x.n));
	dpmf_project_ball(x.x, x.n, radius);
	return done(failed | put_vector(got, "x", x.x, x.n) | put(got, "norm_after", dpmf_l2(x.x, x.n)));
}

CHECK(hdpmf_contribute)
{
	int64_t rating, weight, feature[INPUT_COORDINATES], sum[INPUT_COORDINATES], stretched, part, after;
	size_t k, n;

	(void)expected;
	if (!input_i64(inputs, "rating_steps", &rating) || !input_i64(inputs, "weight_steps", &weight) ||
	    !input_i64s(inputs, "feature", feature, &k) || !input_i64s(inputs, "sum", sum, &n) || k != n)
		return CHECK_MALFORMED;
	if (k == 0 || __builtin_mul_overflow(rating, weight, &stretched))
		return CHECK_REFUSES;
	for (size_t l = 0; l < k; l++)
		if (__builtin_mul_overflow(stretched, feature[l], &part) || __builtin_add_overflow(sum[l], part, &after))
			return CHECK_REFUSES;
	dpmf_hdpmf_contribute(rating, weight, feature, k, sum);
	return done(json_object_set_new(got, "stretched", number_i64(stretched)) |
	            json_object_set_new(got, "sum", book_i64s(sum, k)));
}
