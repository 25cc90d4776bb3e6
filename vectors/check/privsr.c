/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "check.h"
#include "inputs.h"
#include "mech/hdpmf/kernels.h"
#include "mech/privsr/kernels.h"
#include "vectors/format/number.h"

static int put(json_t *got, const char *name, double x)
{
	return json_object_set_new(got, name, number_double(x));
}

static enum checked done(int failed)
{
	return failed == 0 ? CHECKED : CHECK_FAILED;
}

CHECK(privsr_scales)
{
	double delta, epsilon, beta;
	uint64_t k;

	(void)expected;
	if (!input_double(inputs, "delta", &delta) || !input_u64(inputs, "k", &k) || !input_double(inputs, "epsilon", &epsilon) ||
	    !input_double(inputs, "beta", &beta))
		return CHECK_MALFORMED;
	if (k == 0 || !(delta >= 0) || isinf(delta) || !(epsilon > 0) || isinf(epsilon) || !(beta > 0 && beta <= 1))
		return CHECK_REFUSES;
	const double sensitive = dpmf_privsr_epsilon_sensitive(epsilon, beta), other = dpmf_privsr_epsilon_other(epsilon, beta);
	return done(put(got, "epsilon_sensitive", sensitive) | put(got, "epsilon_other", other) |
	            put(got, "scale_sensitive", dpmf_hdpmf_noise_scale(delta, k, sensitive)) |
	            put(got, "scale_other", dpmf_hdpmf_noise_scale(delta, k, other)) |
	            put(got, "combined", dpmf_privsr_combined_scale(delta, k, epsilon, beta)) |
	            put(got, "friends", dpmf_privsr_friend_scale(k, epsilon)));
}

CHECK(privsr_friend_add)
{
	struct vector u, sum;
	double s;

	(void)expected;
	if (!input_vector(inputs, "u", &u) || !input_double(inputs, "similarity", &s) || !input_vector(inputs, "sum", &sum) || u.n != sum.n)
		return CHECK_MALFORMED;
	if (u.n == 0 || !(s >= 0 && s <= 1) || !all_finite(u.x, u.n) || !all_finite(sum.x, sum.n))
		return CHECK_REFUSES;
	dpmf_privsr_friend_add(u.x, u.n, s, sum.x);
	return done(json_object_set_new(got, "sum", book_doubles(sum.x, sum.n)));
}

CHECK(privsr_friend_gradient)
{
	struct vector message, u, sum;
	double s, weight;

	(void)expected;
	if (!input_vector(inputs, "message", &message) || !input_vector(inputs, "u", &u) || !input_double(inputs, "similarity", &s) ||
	    !input_double(inputs, "weight", &weight) || !input_vector(inputs, "sum", &sum) || u.n != sum.n || message.n != u.n)
		return CHECK_MALFORMED;
	if (u.n == 0 || !(s >= 0) || isinf(s) || !(weight >= 0) || isinf(weight) || !all_finite(u.x, u.n) || !all_finite(sum.x, u.n) ||
	    !all_finite(message.x, u.n))
		return CHECK_REFUSES;
	dpmf_privsr_friend_gradient(message.x, u.x, u.n, s, weight, sum.x);
	return done(json_object_set_new(got, "sum", book_doubles(sum.x, sum.n)));
}

CHECK(privsr_parts)
{
	const uint64_t most = UINT64_C(1) << 32;
	uint64_t beta, sensitive, others, part[2], whole[2];

	(void)expected;
	if (!input_u64(inputs, "beta_steps", &beta) || !input_u64(inputs, "sensitive", &sensitive) || !input_u64(inputs, "others", &others))
		return CHECK_MALFORMED;
	if (beta == 0 || beta > 4096 || sensitive > most || others > most || sensitive + others == 0)
		return CHECK_REFUSES;
	dpmf_privsr_parts(beta, sensitive, others, part, whole);
	return done(json_object_set_new(got, "part", book_u64s(part, 2)) | json_object_set_new(got, "whole", book_u64s(whole, 2)));
}

CHECK(privsr_friend_contribute)
{
	const int64_t room = INT64_C(1) << 62;
	int64_t vector[INPUT_COORDINATES], sum[INPUT_COORDINATES], most;
	size_t k, n;

	(void)expected;
	if (!input_i64s(inputs, "vector", vector, &k) || !input_i64(inputs, "most", &most) || !input_i64s(inputs, "sum", sum, &n) || k != n)
		return CHECK_MALFORMED;
	if (k == 0 || most < 0 || most > INT64_C(1) << 32)
		return CHECK_REFUSES;
	for (size_t l = 0; l < k; l++)
		if (sum[l] < -room || sum[l] > room)
			return CHECK_REFUSES;
	dpmf_privsr_friend_contribute(vector, k, most, sum);
	return done(json_object_set_new(got, "sum", book_i64s(sum, k)));
}
