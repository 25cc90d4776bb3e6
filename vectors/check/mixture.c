/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "check.h"
#include "inputs.h"
#include "noise/mixture.h"
#include "noise/textbook.h"
#include "vectors/format/number.h"

static bool key_input(const json_t *inputs, struct dpmf_key *key)
{
	size_t length;

	key->log = NULL;
	return number_get_bytes(json_object_get(inputs, "key"), key->bytes, sizeof key->bytes, &length) && length == sizeof key->bytes;
}

static int put_uniform(json_t *got, struct dpmf_stream *s, size_t count)
{
	double u[2 * INPUT_COORDINATES];

	for (size_t i = 0; i < count; i++)
		u[i] = dpmf_uniform(s);
	return json_object_set_new(got, "uniform", book_doubles(u, count));
}

CHECK(mixture_h)
{
	struct dpmf_key key;
	struct dpmf_stream s;
	uint64_t item, draw, k;
	double h[INPUT_COORDINATES];

	(void)expected;
	if (!key_input(inputs, &key) || !input_u64(inputs, "item", &item) || !input_u64(inputs, "draw", &draw) ||
	    !input_u64(inputs, "k", &k) || k > INPUT_COORDINATES)
		return CHECK_MALFORMED;
	if (k == 0)
		return CHECK_REFUSES;
	dpmf_mixture_h(&key, item, draw, k, h);
	dpmf_stream_open(&s, &key, 0, item, draw);
	return (put_uniform(got, &s, k) | json_object_set_new(got, "h", book_doubles(h, k))) == 0 ? CHECKED : CHECK_FAILED;
}

CHECK(mixture_share)
{
	struct dpmf_key key;
	struct dpmf_stream s;
	struct vector h;
	uint64_t user, item, draw, raters;
	double scale, c[INPUT_COORDINATES], share[INPUT_COORDINATES];
	bool negative = false;

	(void)expected;
	if (!key_input(inputs, &key) || !input_u64(inputs, "user", &user) || !input_u64(inputs, "item", &item) ||
	    !input_u64(inputs, "draw", &draw) || !input_double(inputs, "scale", &scale) || !input_vector(inputs, "h", &h) ||
	    !input_u64(inputs, "raters", &raters))
		return CHECK_MALFORMED;
	for (size_t l = 0; l < h.n; l++)
		negative |= h.x[l] < 0;
	if (h.n == 0 || raters == 0 || negative || !all_finite(h.x, h.n) || !(scale >= 0) || isinf(scale))
		return CHECK_REFUSES;
	dpmf_mixture_share(&key, &(struct dpmf_mixture_place){ user, item, draw }, scale, h.x, h.n, raters, share);
	dpmf_stream_open(&s, &key, user, item, draw);
	for (size_t l = 0; l < h.n; l++)
		c[l] = dpmf_normal(&s);
	dpmf_stream_open(&s, &key, user, item, draw);
	return (put_uniform(got, &s, 2 * h.n) | json_object_set_new(got, "c", book_doubles(c, h.n)) |
	        json_object_set_new(got, "share", book_doubles(share, h.n))) == 0 ? CHECKED : CHECK_FAILED;
}
