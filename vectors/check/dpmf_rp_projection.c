/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "dpmf_rp.h"
#include "mech/dpmf-rp/kernels.h"
#include "mech/dpmf-rp/message.h"
#include "noise/pbm.h"
#include "vectors/format/number.h"

enum { ROOM = INPUT_COORDINATES };

CHECK(dpmf_rp_projection)
{
	struct dpmf_key key = { .log = NULL };
	struct dpmf_projection s;
	int64_t row[ROOM];
	uint64_t items, rows;
	size_t length;
	int failed;

	(void)expected;
	if (!number_get_bytes(json_object_get(inputs, "key"), key.bytes, 32, &length) || length != 32 || !input_u64(inputs, "items", &items) ||
	    !input_u64(inputs, "rows", &rows) || items > ROOM || rows > ROOM)
		return CHECK_MALFORMED;
	const enum dpmf_status status = dpmf_projection_draw(items, rows, &key, &s, NULL);
	if (status != DPMF_OK)
		return check_refused(status);
	for (size_t j = 0; j < items; j++)
		row[j] = s.row[j];
	failed = json_object_set_new(got, "padded", number_u64(s.padded)) | json_object_set_new(got, "row", book_i64s(row, items)) |
	         rp_put_signs(got, "sign", s.sign, items) | rp_put_signs(got, "flip", s.flip, s.padded);
	dpmf_projection_free(&s);
	return failed == 0 ? CHECKED : CHECK_FAILED;
}

CHECK(dpmf_rp_expand)
{
	int64_t row[ROOM], sign[ROOM];
	size_t items, signs, rows, x_rows, k;
	struct rp_tables tables;
	struct vector b, x;
	double v[ROOM], compressed[ROOM];

	(void)expected;
	if (!input_i64s(inputs, "row", row, &items) || !input_i64s(inputs, "sign", sign, &signs) || !input_rows(inputs, "b", &b, &rows) ||
	    !input_rows(inputs, "x", &x, &x_rows) || signs != items || rows == 0 || x_rows != items || x.n != b.n / rows * items)
		return CHECK_MALFORMED;
	k = b.n / rows;
	if (k == 0 || !all_finite(b.x, b.n) || !all_finite(x.x, x.n) || !rp_rows_allowed(row, items, rows, &tables) || !rp_signs_allowed(sign, signs, tables.sign))
		return CHECK_REFUSES;
	dpmf_projection_expand(&tables.projection, b.x, k, v);
	dpmf_projection_compress(&tables.projection, x.x, k, compressed);
	return (check_put_rows(got, "v", v, items, k) | check_put_rows(got, "compressed", compressed, rows, k)) == 0 ? CHECKED : CHECK_FAILED;
}

CHECK(dpmf_rp_flatten)
{
	int64_t flip[ROOM];
	size_t flips, rows, received_rows, k;
	struct rp_tables tables;
	struct vector b, received;
	double flat[ROOM];

	(void)expected;
	if (!input_i64s(inputs, "flip", flip, &flips) || !input_rows(inputs, "b", &b, &rows) || !input_rows(inputs, "received", &received, &received_rows) ||
	    rows == 0 || b.n == 0 || received.n != b.n / rows * received_rows)
		return CHECK_MALFORMED;
	k = b.n / rows;
	if (!rp_rows_allowed(NULL, 0, rows, &tables) || flips != tables.projection.padded || received_rows != flips || flips * k > ROOM ||
	    !rp_signs_allowed(flip, flips, tables.flip) || !all_finite(b.x, b.n) || !all_finite(received.x, received.n))
		return CHECK_REFUSES;
	dpmf_projection_flatten(&tables.projection, b.x, k, flat);
	dpmf_projection_reverse(&tables.projection, received.x, k);
	return (check_put_rows(got, "flat", flat, flips, k) | check_put_rows(got, "reversed", received.x, rows, k)) == 0 ? CHECKED : CHECK_FAILED;
}

static bool theta_allowed(int64_t theta_steps, int64_t least)
{
	return theta_steps >= least && theta_steps <= 16384;
}

CHECK(dpmf_rp_chance)
{
	struct dpmf_rp_scale scale = { .user = 0 };
	int64_t theta_steps, steps;
	uint64_t cut;
	double x;

	(void)expected;
	if (!input_double(inputs, "x", &x) || !input_double(inputs, "c", &scale.user) || !input_u64(inputs, "cut", &cut) ||
	    !input_i64(inputs, "theta_steps", &theta_steps))
		return CHECK_MALFORMED;
	if (!isfinite(x) || !isfinite(scale.user) || !(scale.user > 0) || cut > 1 || !theta_allowed(theta_steps, 0))
		return CHECK_REFUSES;
	scale.cut = cut == 1;
	steps = dpmf_rp_steps(&scale, x);
	if (fabs((double)theta_steps * (double)steps) > 0x1p39)
		return CHECK_REFUSES;
	return (json_object_set_new(got, "steps", number_i64(steps)) |
	        json_object_set_new(got, "chance", number_u64(dpmf_pbm_chance(steps, theta_steps)))) == 0 ? CHECKED : CHECK_FAILED;
}

struct estimation {
	struct dpmf_rp_options options;
	uint64_t rows, users, quanta;
	int64_t theta_steps, sum[ROOM];
	size_t n;
};

static bool read_estimation(const json_t *inputs, struct estimation *e)
{
	struct dpmf_rp_user_setting *user = &e->options.user;

	memset(e, 0, sizeof *e);
	*user = (struct dpmf_rp_user_setting){ .lambda = 1 };
	return input_double(inputs, "most_error", &user->most_error) && input_double(inputs, "kappa", &user->kappa) &&
	       input_double(inputs, "most_profile", &user->most_profile) && input_double(inputs, "bound", &e->options.bound) &&
	       input_u64(inputs, "rows", &e->rows) && input_u64(inputs, "users", &e->users) && input_u64(inputs, "quanta", &e->quanta) &&
	       input_i64(inputs, "theta_steps", &e->theta_steps) && input_i64s(inputs, "sum", e->sum, &e->n);
}

static bool estimation_allowed(const struct estimation *e)
{
	if (!rp_setting_allowed(&e->options.user) || !(e->options.bound >= 0) || !isfinite(e->options.bound) || e->rows < 1 ||
	    e->rows > UINT32_MAX || e->users < 1 || e->users > UINT32_MAX || e->quanta < 1 || e->quanta > 1u << 20 || !theta_allowed(e->theta_steps, 1))
		return false;
	for (size_t l = 0; l < e->n; l++)
		if (e->sum[l] < 0 || (uint64_t)e->sum[l] > e->users * e->quanta)
			return false;
	return true;
}

CHECK(dpmf_rp_estimate)
{
	double theta, z[2][ROOM];
	struct estimation e;

	(void)expected;
	if (!read_estimation(inputs, &e))
		return CHECK_MALFORMED;
	if (!estimation_allowed(&e))
		return CHECK_REFUSES;
	const struct dpmf_projection s = { .rows = e.rows, .padded = dpmf_rp_padded(e.rows) };
	const struct dpmf_rp_scale scale[2] = { dpmf_rp_scale_published(&e.options, &s), dpmf_rp_scale_corrected(&e.options, &s) };
	theta = ldexp((double)e.theta_steps, -DPMF_PBM_THETA_BITS);
	for (size_t l = 0; l < e.n; l++)
		for (int i = 0; i < 2; i++)
			z[i][l] = dpmf_rp_estimate((double)e.sum[l], (double)e.users, (double)e.quanta, theta, scale[i].server);
	return (json_object_set_new(got, "delta", number_double(dpmf_rp_delta(&e.options.user))) |
	        json_object_set_new(got, "c_user", number_double(scale[0].user)) |
	        json_object_set_new(got, "c_server", number_double(scale[0].server)) |
	        json_object_set_new(got, "c", number_double(scale[1].user)) |
	        json_object_set_new(got, "published", book_doubles(z[0], e.n)) |
	        json_object_set_new(got, "corrected", book_doubles(z[1], e.n))) == 0 ? CHECKED : CHECK_FAILED;
}
