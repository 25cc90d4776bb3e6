/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "dpmf_rp.h"
#include "core/vector.h"
#include "mech/dpmf-rp/kernels.h"
#include "vectors/format/number.h"

enum { ROOM = INPUT_COORDINATES, FACTORS = 4 };

bool rp_rows_allowed(const int64_t *row, size_t count, size_t rows, struct rp_tables *tables)
{
	for (size_t j = 0; j < count; j++) {
		if (row[j] < 0 || (uint64_t)row[j] >= rows)
			return false;
		tables->row[j] = (uint32_t)row[j];
	}
	tables->projection = (struct dpmf_projection){ .items = count, .rows = rows, .padded = dpmf_rp_padded(rows),
	                                               .row = tables->row, .sign = tables->sign, .flip = tables->flip };
	return true;
}

bool rp_signs_allowed(const int64_t *sign, size_t count, double *table)
{
	for (size_t j = 0; j < count; j++) {
		if (sign[j] != 1 && sign[j] != -1)
			return false;
		table[j] = (double)sign[j];
	}
	return true;
}

int rp_put_signs(json_t *got, const char *name, const double *sign, size_t count)
{
	int64_t whole[ROOM];

	for (size_t j = 0; j < count; j++)
		whole[j] = (int64_t)sign[j];
	return json_object_set_new(got, name, book_i64s(whole, count));
}

bool rp_setting_allowed(const struct dpmf_rp_user_setting *s)
{
	const double number[] = { s->lambda, s->kappa, s->most_error, s->most_profile };

	return all_finite(number, 4) && s->lambda > 0 && s->kappa >= 0 && s->unobserved >= 0 && s->unobserved <= 1 && s->most_error > 0 &&
	       s->most_profile > 0;
}

CHECK(dpmf_rp_clip)
{
	double error, most_error, most_profile, l1;
	struct vector u;

	(void)expected;
	if (!input_double(inputs, "error", &error) || !input_double(inputs, "most_error", &most_error) || !input_vector(inputs, "u", &u) ||
	    !input_double(inputs, "most_profile", &most_profile))
		return CHECK_MALFORMED;
	if (u.n == 0 || !all_finite((double[]){ error, most_error, most_profile }, 3) || !all_finite(u.x, u.n) || !(most_error > 0) ||
	    !(most_profile > 0))
		return CHECK_REFUSES;
	l1 = dpmf_l1(u.x, u.n);
	dpmf_rp_clip_profile(u.x, u.n, most_profile);
	return (json_object_set_new(got, "error", number_double(dpmf_rp_clip_error(error, most_error))) |
	        json_object_set_new(got, "l1", number_double(l1)) |
	        json_object_set_new(got, "u", book_doubles(u.x, u.n))) == 0 ? CHECKED : CHECK_FAILED;
}

/* One user, who is the only row of its ratings. */
struct user {
	struct vector v, rating;
	int64_t number[ROOM];
	size_t row[2];
	uint32_t item[ROOM];
	struct dpmf_ratings ratings;
	struct dpmf_rp_user_setting setting;
};

static bool read_user(const json_t *inputs, struct user *x)
{
	size_t items, count;

	memset(x, 0, sizeof *x);
	x->setting = (struct dpmf_rp_user_setting){ .lambda = 1, .most_error = 1, .most_profile = 1 };
	if (!input_rows(inputs, "v", &x->v, &items) || !input_i64s(inputs, "item", x->number, &count) ||
	    !input_vector(inputs, "rating", &x->rating) || !input_double(inputs, "kappa", &x->setting.kappa) ||
	    !input_double(inputs, "unobserved", &x->setting.unobserved) || x->rating.n != count || items == 0)
		return false;
	x->setting.factors = x->v.n / items;
	x->row[1] = count;
	x->ratings = (struct dpmf_ratings){ .users = 1, .items = items, .count = count, .row = x->row, .item = x->item, .value = x->rating.x };
	return true;
}

static bool user_allowed(struct user *x)
{
	if (x->setting.factors < 1 || x->setting.factors > FACTORS || !rp_setting_allowed(&x->setting) || !all_finite(x->v.x, x->v.n) ||
	    !all_finite(x->rating.x, x->rating.n))
		return false;
	for (size_t a = 0; a < x->ratings.count; a++) {
		if (x->number[a] < (a > 0 ? x->number[a - 1] + 1 : 0) || (uint64_t)x->number[a] >= x->ratings.items)
			return false;
		x->item[a] = (uint32_t)x->number[a];
	}
	return true;
}

/* Eq. (5)'s matrix, all of it, and its right-hand side: dpmf_rp_profile builds them inside. */
static void build_system(const struct user *x, const double *gram, double *matrix, double *right)
{
	const struct dpmf_rp_user_setting *s = &x->setting;
	const size_t k = s->factors;

	memset(right, 0, k * sizeof *right);
	dpmf_scale(s->unobserved, gram, k * k, matrix);
	for (size_t a = 0; a < x->ratings.count; a++) {
		const double *v = x->v.x + x->item[a] * k;

		dpmf_add_scaled((1 + s->kappa) * x->rating.x[a], v, k, right);
		for (size_t l = 0; l < k; l++)
			dpmf_add_scaled((1 + s->kappa - s->unobserved) * v[l], v, k, matrix + l * k);
	}
	for (size_t l = 0; l < k; l++)
		matrix[l * k + l] += s->lambda;
}

CHECK(dpmf_rp_profile)
{
	double gram[FACTORS * FACTORS] = { 0 }, matrix[FACTORS * FACTORS], work[FACTORS * FACTORS], right[FACTORS], u[FACTORS];
	struct user x;
	size_t k;

	(void)expected;
	if (!read_user(inputs, &x) || !input_double(inputs, "lambda", &x.setting.lambda))
		return CHECK_MALFORMED;
	if (!user_allowed(&x))
		return CHECK_REFUSES;
	k = x.setting.factors;
	for (size_t j = 0; j < x.ratings.items; j++)
		for (size_t l = 0; l < k; l++)
			dpmf_add_scaled(x.v.x[j * k + l], x.v.x + j * k, k, gram + l * k);
	build_system(&x, gram, matrix, right);
	if (!dpmf_rp_profile(&x.setting, &x.ratings, 0, x.v.x, gram, work, u))
		return CHECK_REFUSES;
	return (check_put_rows(got, "gram", gram, k, k) | check_put_rows(got, "matrix", matrix, k, k) |
	        json_object_set_new(got, "right", book_doubles(right, k)) |
	        json_object_set_new(got, "u", book_doubles(u, k))) == 0 ? CHECKED : CHECK_FAILED;
}

static json_t *errors_of(const struct user *x, const double *u)
{
	const size_t k = x->setting.factors;
	double error[ROOM];
	size_t a = 0;

	for (size_t j = 0; j < x->ratings.items; j++) {
		const double rating = a < x->ratings.count && x->item[a] == j ? x->rating.x[a++] : 0;

		error[j] = dpmf_rp_clip_error(rating - dpmf_dot(u, x->v.x + j * k, k), x->setting.most_error);
	}
	return book_doubles(error, x->ratings.items);
}

CHECK(dpmf_rp_gradient)
{
	int64_t row[ROOM], sign[ROOM];
	size_t rows, signs;
	struct rp_tables tables;
	double gradient[ROOM];
	struct vector u;
	struct user x;
	uint64_t p;

	(void)expected;
	if (!read_user(inputs, &x) || !input_double(inputs, "most_error", &x.setting.most_error) || !input_vector(inputs, "u", &u) ||
	    !input_u64(inputs, "p", &p) || !input_i64s(inputs, "row", row, &rows) || !input_i64s(inputs, "sign", sign, &signs) ||
	    u.n != x.setting.factors || rows != x.ratings.items || signs != rows)
		return CHECK_MALFORMED;
	if (!user_allowed(&x) || !all_finite(u.x, u.n) || p < 1 || p > rows || !rp_rows_allowed(row, rows, p, &tables) ||
	    !rp_signs_allowed(sign, signs, tables.sign))
		return CHECK_REFUSES;
	dpmf_rp_gradient(&x.setting, &x.ratings, 0, &tables.projection, x.v.x, u.x, gradient);
	return (json_object_set_new(got, "error", errors_of(&x, u.x)) |
	        check_put_rows(got, "gradient", gradient, p, x.setting.factors)) == 0 ? CHECKED : CHECK_FAILED;
}
