/* SPDX-License-Identifier: 0BSD */
/* The kernels of dpmf-rp and its public draws, written from the notes of their vector files. */
#include "dpmf_rp.h"

#include <math.h>
#include <string.h>

#include "samplers.h"

static double clip_error(double error, double most)
{
	return fmax(-most, fmin(error, most));
}

double rp_clip(double *u, size_t k, double most)
{
	double size = 0;

	for (size_t l = 0; l < k; l++)
		size += fabs(u[l]);
	for (size_t l = 0; l < k && size > most; l++)
		u[l] *= most / size;
	return size;
}

RUN(dpmf_rp_clip)
{
	const double error = in_double(t, "error"), e = in_double(t, "most_error"), most = in_double(t, "most_profile");
	struct list u = in_list(t, "u");

	t->refused = !finite_all((const double[]){ error, e, most }, 3) || !finite_all(u.x, u.n) || u.n == 0 || e <= 0 || most <= 0;
	if (t->malformed || t->refused)
		return;
	out_double(t, "error", clip_error(error, e));
	out_double(t, "l1", rp_clip(u.x, u.n, most));
	out_list(t, "u", u.x, u.n);
}

static void add_outer(double factor, const double *v, size_t k, double *matrix)
{
	for (size_t i = 0; i < k * k; i++)
		matrix[i] += factor * v[i / k] * v[i % k];
}

void rp_system(const struct rp_user *x, double *gram, double *matrix, double *right)
{
	const size_t k = x->k;

	memset(gram, 0, k * k * sizeof *gram);
	memset(right, 0, k * sizeof *right);
	for (size_t j = 0; j < x->items; j++)
		add_outer(1, x->v + j * k, k, gram);
	for (size_t i = 0; i < k * k; i++)
		matrix[i] = x->unobserved * gram[i] + (i % (k + 1) == 0 ? x->lambda : 0);
	for (size_t a = 0; a < x->count; a++) {
		const double *v = x->v + (size_t)x->item[a] * k;

		add_outer(1 + x->kappa - x->unobserved, v, k, matrix);
		for (size_t l = 0; l < k; l++)
			right[l] += (1 + x->kappa) * x->rating[a] * v[l];
	}
}

void rp_solve(double *matrix, double *right, size_t k)
{
	for (size_t j = 0; j < k; j++)
		for (size_t i = j + 1; i < k; i++) {
			const double factor = matrix[i * k + j] / matrix[j * k + j];

			for (size_t l = j; l < k; l++)
				matrix[i * k + l] -= factor * matrix[j * k + l];
			right[i] -= factor * right[j];
		}
	for (size_t i = k; i-- > 0;)
		right[i] = (right[i] - dot(matrix + i * k + i + 1, right + i + 1, k - i - 1)) / matrix[i * k + i];
}

/* v and rating are kept in the lists. */
struct inputs {
	struct list v, rating;
	int64_t item[MOST];
};

static void read_user(struct test *t, struct rp_user *x, struct inputs *in)
{
	in->v = in_rows(t, "v", &x->items);
	in->rating = in_list(t, "rating");
	x->count = in_i64s(t, "item", in->item);
	x->kappa = in_double(t, "kappa");
	x->unobserved = in_double(t, "unobserved");
	x->v = in->v.x;
	x->rating = in->rating.x;
	x->item = in->item;
	t->malformed |= x->items == 0 || in->rating.n != x->count;
	x->k = x->items == 0 ? 0 : in->v.n / x->items;
	t->refused = x->k < 1 || x->k > RP_K || !finite_all(in->v.x, in->v.n) || !finite_all(in->rating.x, x->count) || !isfinite(x->kappa) ||
	             x->kappa < 0 || !(x->unobserved >= 0 && x->unobserved <= 1);
	for (size_t a = 0; a < x->count; a++)
		t->refused |= in->item[a] < (a > 0 ? in->item[a - 1] + 1 : 0) || in->item[a] >= (int64_t)x->items;
}

RUN(dpmf_rp_profile)
{
	double gram[RP_K * RP_K], matrix[RP_K * RP_K], right[RP_K];
	struct rp_user x;
	struct inputs in;

	read_user(t, &x, &in);
	x.lambda = in_double(t, "lambda");
	t->refused |= !isfinite(x.lambda) || x.lambda <= 0;
	if (t->malformed || t->refused)
		return;
	rp_system(&x, gram, matrix, right);
	out_rows(t, "gram", gram, x.k, x.k);
	out_rows(t, "matrix", matrix, x.k, x.k);
	out_list(t, "right", right, x.k);
	rp_solve(matrix, right, x.k);
	out_list(t, "u", right, x.k);
}

void rp_gradient(const struct rp_user *x, const struct rp_projection *s, const double *u, double *error, double *b)
{
	size_t a = 0;

	memset(b, 0, s->rows * x->k * sizeof *b);
	for (size_t j = 0; j < x->items; j++) {
		const bool rated = a < x->count && x->item[a] == (int64_t)j;
		const double weight = rated ? 1 + x->kappa : x->unobserved, rating = rated ? x->rating[a] : 0;

		a += rated;
		error[j] = clip_error(rating - dot(u, x->v + j * x->k, x->k), x->most_error);
		for (size_t l = 0; l < x->k; l++)
			b[(size_t)s->row[j] * x->k + l] += (double)s->sign[j] * weight * error[j] * u[l];
	}
}

static bool signs_refused(const int64_t *sign, size_t count)
{
	bool refused = false;

	for (size_t j = 0; j < count; j++)
		refused |= sign[j] != 1 && sign[j] != -1;
	return refused;
}

/* row and sign, for so many rows. */
static void read_columns(struct test *t, struct rp_projection *s, size_t rows)
{
	s->rows = rows;
	s->items = in_i64s(t, "row", s->row);
	t->malformed |= in_i64s(t, "sign", s->sign) != s->items;
	t->refused |= signs_refused(s->sign, s->items);
	for (size_t j = 0; j < s->items; j++)
		t->refused |= s->row[j] < 0 || s->row[j] >= (int64_t)rows;
}

RUN(dpmf_rp_gradient)
{
	double error[MOST], b[MOST];
	struct rp_projection s;
	struct rp_user x;
	struct inputs in;

	read_user(t, &x, &in);
	x.most_error = in_double(t, "most_error");
	const struct list u = in_list(t, "u");
	const uint64_t p = in_u64(t, "p");
	read_columns(t, &s, p);
	t->malformed |= u.n != x.k || s.items != x.items;
	t->refused |= !isfinite(x.most_error) || x.most_error <= 0 || !finite_all(u.x, u.n) || p < 1 || p > x.items;
	if (t->malformed || t->refused)
		return;
	rp_gradient(&x, &s, u.x, error, b);
	out_list(t, "error", error, x.items);
	out_rows(t, "gradient", b, p, x.k);
}

size_t rp_padded(size_t rows)
{
	size_t padded = 1;

	while (padded < rows)
		padded *= 2;
	return padded;
}

static void draw_signs(const unsigned char key[32], const char *name, size_t count, int64_t *sign)
{
	struct tape s;

	tape_of_stream(&s, key, name, (const uint64_t[3]){ 0 }, count);
	for (size_t i = 0; i < count; i++)
		sign[i] = tape_word(&s) % 2 == 1 ? -1 : 1;
}

void rp_draw_projection(const unsigned char key[32], size_t items, size_t rows, struct rp_projection *s)
{
	struct tape words;

	s->items = items;
	s->rows = rows;
	s->padded = rp_padded(rows);
	tape_of_stream(&words, key, "projection rows", (const uint64_t[3]){ 0 }, items + 8);
	for (size_t j = 0; j < items; j++) {
		s->row[j] = rows < items ? (int64_t)uniform_below(&words, rows) : (int64_t)j;
		s->sign[j] = 1;
	}
	if (rows < items)
		draw_signs(key, "projection signs", items, s->sign);
	draw_signs(key, "flattening signs", s->padded, s->flip);
}

RUN(dpmf_rp_projection)
{
	const uint64_t items = in_u64(t, "items"), rows = in_u64(t, "rows");
	struct rp_projection s;
	unsigned char key[32];

	t->malformed |= in_bytes(t, "key", key, 32) != 32 || items > MOST;
	t->refused = rows < 1 || rows > items;
	if (t->malformed || t->refused)
		return;
	rp_draw_projection(key, items, rows, &s);
	out_u64(t, "padded", s.padded);
	out_i64s(t, "row", s.row, items);
	out_i64s(t, "sign", s.sign, items);
	out_i64s(t, "flip", s.flip, s.padded);
}

void rp_expand(const struct rp_projection *s, const double *b, size_t k, double *v)
{
	for (size_t i = 0; i < s->items * k; i++)
		v[i] = (double)s->sign[i / k] * b[(size_t)s->row[i / k] * k + i % k];
}

RUN(dpmf_rp_expand)
{
	struct rp_projection s;
	double v[MOST], compressed[MOST] = { 0 };
	size_t rows, x_rows;
	const struct list b = in_rows(t, "b", &rows), x = in_rows(t, "x", &x_rows);
	const size_t k = rows == 0 ? 0 : b.n / rows;

	read_columns(t, &s, rows);
	t->malformed |= x_rows != s.items || x.n != s.items * k;
	t->refused |= k == 0 || !finite_all(b.x, b.n) || !finite_all(x.x, x.n);
	if (t->malformed || t->refused)
		return;
	rp_expand(&s, b.x, k, v);
	out_rows(t, "v", v, s.items, k);
	for (size_t i = 0; i < x.n; i++)
		compressed[(size_t)s.row[i / k] * k + i % k] += (double)s.sign[i / k] * x.x[i];
	out_rows(t, "compressed", compressed, rows, k);
}

static void hadamard(double *x, size_t rows, size_t k)
{
	for (size_t half = 1; half < rows; half *= 2)
		for (size_t i = 0; i < rows * k; i++) {
			if ((i / k & half) != 0)
				continue;
			const double a = x[i], b = x[i + half * k];

			x[i] = a + b;
			x[i + half * k] = a - b;
		}
	for (size_t i = 0; i < rows * k; i++)
		x[i] /= sqrt((double)rows);
}

static void flip_rows(const struct rp_projection *s, double *x, size_t k)
{
	for (size_t i = 0; i < s->padded * k; i++)
		x[i] *= (double)s->flip[i / k];
}

void rp_flatten(const struct rp_projection *s, const double *b, size_t k, double *flat)
{
	memset(flat, 0, s->padded * k * sizeof *flat);
	memcpy(flat, b, s->rows * k * sizeof *flat);
	flip_rows(s, flat, k);
	hadamard(flat, s->padded, k);
}

void rp_reverse(const struct rp_projection *s, const double *flat, size_t k, double *b)
{
	memmove(b, flat, s->padded * k * sizeof *b);
	hadamard(b, s->padded, k);
	flip_rows(s, b, k);
}

RUN(dpmf_rp_flatten)
{
	struct rp_projection s;
	double x[MOST];
	size_t rows;
	const struct list b = in_rows(t, "b", &s.rows), received = in_rows(t, "received", &rows);

	s.padded = in_i64s(t, "flip", s.flip);
	t->malformed |= s.rows == 0 || b.n == 0;
	t->refused = s.padded != rp_padded(s.rows) || rows != s.padded || signs_refused(s.flip, s.padded) || !finite_all(b.x, b.n) ||
	             !finite_all(received.x, received.n);
	if (t->malformed || t->refused)
		return;
	const size_t k = b.n / s.rows;
	t->malformed = received.n != rows * k;
	if (t->malformed)
		return;
	rp_flatten(&s, b.x, k, x);
	out_rows(t, "flat", x, rows, k);
	rp_reverse(&s, received.x, k, x);
	out_rows(t, "reversed", x, s.rows, k);
}

int64_t rp_steps(double x, double c, bool cut)
{
	const double most = cut ? 0x1p24 : 0x1p40;

	return llround(fmax(-most, fmin(most, x / c * 0x1p24)));
}

RUN(dpmf_rp_chance)
{
	const double x = in_double(t, "x"), c = in_double(t, "c");
	const uint64_t cut = in_u64(t, "cut");
	const int64_t theta = in_i64(t, "theta_steps"), half = INT64_C(1) << 39;

	t->refused = !isfinite(x) || !isfinite(c) || c <= 0 || cut > 1 || theta < 0 || theta > 16384;
	if (t->malformed || t->refused)
		return;
	const int64_t steps = rp_steps(x, c, cut == 1);
	t->refused = theta * steps > half || theta * steps < -half;
	if (t->refused)
		return;
	out_i64(t, "steps", steps);
	out_i64(t, "chance", half + theta * steps);
}

double rp_delta(double most_error, double kappa, double most_profile)
{
	return 2 * most_error * (1 + kappa) * most_profile;
}

double rp_estimate(double sum, double users, double quanta, double theta, double c)
{
	return (sum - users * quanta / 2) * c / (quanta * theta);
}

RUN(dpmf_rp_estimate)
{
	const double e = in_double(t, "most_error"), kappa = in_double(t, "kappa"), most = in_double(t, "most_profile"),
		bound = in_double(t, "bound");
	const uint64_t rows = in_u64(t, "rows"), users = in_u64(t, "users"), quanta = in_u64(t, "quanta"), theta = in_u64(t, "theta_steps");
	double published[MOST], corrected[MOST];
	int64_t sum[MOST];
	const size_t n = in_i64s(t, "sum", sum);

	t->refused = !finite_all((const double[]){ e, kappa, most, bound }, 4) || e <= 0 || kappa < 0 || most <= 0 || bound < 0 || rows < 1 ||
	             users < 1 || quanta < 1 || quanta > 1u << 20 || theta < 1 || theta > 16384;
	for (size_t l = 0; l < n; l++)
		t->refused |= sum[l] < 0 || (uint64_t)sum[l] > users * quanta;
	if (t->malformed || t->refused)
		return;
	const double delta = rp_delta(e, kappa, most), server = delta / sqrt((double)rp_padded(rows)), c = bound > 0 ? bound : server;
	for (size_t l = 0; l < n; l++) {
		published[l] = rp_estimate((double)sum[l], (double)users, (double)quanta, (double)theta / 65536, server);
		corrected[l] = rp_estimate((double)sum[l], (double)users, (double)quanta, (double)theta / 65536, c);
	}
	out_double(t, "delta", delta);
	out_double(t, "c_user", delta / sqrt((double)rows));
	out_double(t, "c_server", server);
	out_double(t, "c", c);
	out_list(t, "published", published, n);
	out_list(t, "corrected", corrected, n);
}
