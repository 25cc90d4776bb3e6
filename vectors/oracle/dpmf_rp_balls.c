/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dpmf_rp_balls.h"

#include <math.h>

#include "rational_qp.h"

void rp_balls_clip_error(struct ball *x, double e)
{
	const int above = ball_against(x, e), below = -ball_against(x, -e);

	if (above > 0)
		ball_set(x, e);
	else if (below > 0)
		ball_set(x, -e);
	else if (mpfr_cmp_d(x->mid, e) > 0) /* a cut moves no two numbers apart: the radius stays */
		mpfr_set_d(x->mid, e, MPFR_RNDN);
	else if (mpfr_cmp_d(x->mid, -e) < 0)
		mpfr_set_d(x->mid, -e, MPFR_RNDN);
}

/* Where |u|_1 may lie on either side of B_1, the factor is within its relative radius of 1. */
void rp_balls_clip_profile(struct ball *u, struct ball *l1, size_t k, double b1)
{
	struct ball size[RP_K], factor;

	ball_init(size, RP_K);
	ball_init(&factor, 1);
	for (size_t l = 0; l < k; l++) {
		ball_copy(&size[l], &u[l]);
		mpfr_abs(size[l].mid, size[l].mid, MPFR_RNDN);
	}
	ball_sum(l1, size, k);
	const int side = ball_against(l1, b1);
	ball_set(&factor, b1);
	if (side > 0)
		ball_div(&factor, &factor, l1);
	for (size_t l = 0; l < k; l++) {
		if (side > 0)
			ball_mul(&u[l], &u[l], &factor);
		else if (side == 0)
			ball_widen(&u[l], 4 * ball_relative(l1) + 0x1p-50);
	}
	ball_clear(size, RP_K);
	ball_clear(&factor, 1);
}

/* sum_j v_jl v_jn */
static void gram_entry(const struct rp_user_case *c, const struct ball *v, size_t l, size_t n, struct ball *z)
{
	struct ball column[2][RP_MOST];

	for (int i = 0; i < 2; i++)
		ball_init(column[i], RP_MOST);
	for (size_t j = 0; j < c->items; j++) {
		ball_copy(&column[0][j], &v[j * c->k + l]);
		ball_copy(&column[1][j], &v[j * c->k + n]);
	}
	ball_dot(z, column[0], column[1], c->items);
	for (int i = 0; i < 2; i++)
		ball_clear(column[i], RP_MOST);
}

static void matrix_entry(const struct rp_user_case *c, const struct ball *v, const struct ball *gram, size_t l, size_t n, struct ball *z)
{
	struct ball term[RP_MOST + 2], more, t;

	ball_init(term, RP_MOST + 2);
	ball_init(&more, 1);
	ball_init(&t, 1);
	ball_set(&more, 1);
	ball_set(&t, c->kappa);
	ball_add(&more, &more, &t);
	ball_set(&t, c->unobserved);
	ball_sub(&more, &more, &t);
	for (size_t a = 0; a < c->count; a++) {
		ball_mul(&term[a], &more, &v[c->item[a] * c->k + l]);
		ball_mul(&term[a], &term[a], &v[c->item[a] * c->k + n]);
	}
	ball_mul(&term[c->count], &t, gram);
	ball_set(&term[c->count + 1], l == n ? c->lambda : 0);
	ball_sum(z, term, c->count + 2);
	ball_clear(term, RP_MOST + 2);
	ball_clear(&more, 1);
	ball_clear(&t, 1);
}

/* weight x y */
static void product(struct ball *z, const struct rp_user_case *c, double x, const struct ball *y)
{
	struct ball t;

	ball_init(&t, 1);
	ball_set(z, 1);
	ball_set(&t, c->kappa);
	ball_add(z, z, &t);
	ball_set(&t, x);
	ball_mul(z, z, &t);
	ball_mul(z, z, y);
	ball_clear(&t, 1);
}

void rp_balls_system(const struct rp_user_case *c, const struct ball *v, struct ball *gram, struct ball *matrix, struct ball *right)
{
	struct ball term[RP_MOST];

	ball_init(term, RP_MOST);
	for (size_t l = 0; l < c->k; l++) {
		for (size_t n = 0; n < c->k; n++) {
			gram_entry(c, v, l, n, &gram[l * c->k + n]);
			matrix_entry(c, v, &gram[l * c->k + n], l, n, &matrix[l * c->k + n]);
		}
		for (size_t a = 0; a < c->count; a++)
			product(&term[a], c, c->rating[a], &v[c->item[a] * c->k + l]);
		ball_sum(&right[l], term, c->count);
	}
	ball_clear(term, RP_MOST);
}

/* x = A^-1 y, A the middles of `matrix`. */
static bool solve_middles(const struct ball *matrix, const mpq_t *y, size_t k, mpfr_t *x)
{
	mpq_t m[RP_K * RP_K], q[RP_K];
	bool definite;

	for (size_t i = 0; i < k * k; i++) {
		mpq_init(m[i]);
		mpfr_get_q(m[i], matrix[i].mid);
	}
	for (size_t l = 0; l < k; l++) {
		mpq_init(q[l]);
		mpq_set(q[l], y[l]);
	}
	definite = rational_solve(m, q, k);
	for (size_t l = 0; l < k; l++)
		mpfr_set_q(x[l], q[l], MPFR_RNDN);
	for (size_t i = 0; i < k * k; i++)
		mpq_clear(m[i]);
	for (size_t l = 0; l < k; l++)
		mpq_clear(q[l]);
	return definite;
}

/* above[i][l] >= |A^-1|_il */
static bool inverse(const struct ball *matrix, size_t k, double above[RP_K][RP_K])
{
	mpfr_t x[RP_K];
	mpq_t y[RP_K];
	bool definite = true;

	for (size_t l = 0; l < k; l++) {
		mpfr_init2(x[l], 320);
		mpq_init(y[l]);
	}
	for (size_t l = 0; l < k && definite; l++) {
		for (size_t i = 0; i < k; i++)
			mpq_set_ui(y[i], i == l, 1);
		definite = solve_middles(matrix, (const mpq_t *)y, k, x);
		for (size_t i = 0; i < k && definite; i++)
			above[i][l] = fabs(mpfr_get_d(x[i], MPFR_RNDA));
	}
	for (size_t l = 0; l < k; l++) {
		mpfr_clear(x[l]);
		mpq_clear(y[l]);
	}
	return definite;
}

/* What the computed solution solves is (A + F) x = b + g. Of Cholesky's method and of elimination without
   pivots |F| <= gamma_(3 k + 1) |R'| |R| with A = R'R, and (|R'| |R|)_ij <= sqrt(a_ii a_jj); Higham, Accuracy and
   Stability, Theorems 9.3, 9.4 and 10.4. Twice that, for what is of second order; the radii come on top. Then
   |x - A^-1 b| <= w + N |x - A^-1 b| with N = |A^-1| |F|, w = |A^-1| (|g| + |F| |A^-1 b|). */
static bool radii(const struct ball *matrix, const struct ball *right, size_t k, const double *x, double *radius)
{
	double above[RP_K][RP_K], w[RP_K] = { 0 }, n[RP_K] = { 0 }, most_w = 0, most_n = 0;

	if (!inverse(matrix, k, above))
		return false;
	for (size_t i = 0; i < k; i++) {
		for (size_t l = 0; l < k; l++) {
			double moved = ball_radius(&right[l]), all = 0;

			for (size_t j = 0; j < k; j++) {
				const double size = sqrt(mpfr_get_d(matrix[l * (k + 1)].mid, MPFR_RNDU) * mpfr_get_d(matrix[j * (k + 1)].mid, MPFR_RNDU));
				const double f = 2 * (3 * (double)k + 1) * 0x1p-53 * size + ball_radius(&matrix[l * k + j]);

				moved += f * x[j];
				all += f;
			}
			w[i] += above[i][l] * moved;
			n[i] += above[i][l] * all;
		}
		most_w = fmax(most_w, w[i]);
		most_n = fmax(most_n, n[i]);
	}
	for (size_t i = 0; i < k; i++)
		radius[i] = (w[i] + n[i] * most_w / (1 - most_n)) * (1 + 0x1p-30);
	return most_n < 0.5;
}

bool rp_balls_solve(const struct ball *matrix, const struct ball *right, size_t k, struct ball *u)
{
	double x[RP_K], radius[RP_K];
	mpfr_t middle[RP_K];
	mpq_t y[RP_K];
	bool good;

	for (size_t l = 0; l < k; l++) {
		mpfr_init2(middle[l], 320);
		mpq_init(y[l]);
		mpfr_get_q(y[l], right[l].mid);
	}
	good = solve_middles(matrix, (const mpq_t *)y, k, middle);
	for (size_t l = 0; l < k; l++)
		x[l] = fabs(mpfr_get_d(middle[l], MPFR_RNDA));
	good = good && radii(matrix, right, k, x, radius);
	for (size_t l = 0; l < k; l++) {
		mpfr_set(u[l].mid, middle[l], MPFR_RNDN);
		mpfr_set_d(u[l].rad, good ? radius[l] : 0, MPFR_RNDU);
		mpfr_clear(middle[l]);
		mpq_clear(y[l]);
	}
	return good;
}

void rp_balls_compress(const struct rp_projection *s, const struct ball *x, size_t k, struct ball *b)
{
	struct ball term[RP_MOST];

	ball_init(term, RP_MOST);
	for (size_t i = 0; i < s->rows * k; i++) {
		size_t terms = 0;

		for (size_t j = 0; j < s->items; j++) {
			if (s->row[j] != (int64_t)(i / k))
				continue;
			ball_copy(&term[terms], &x[j * k + i % k]);
			if (s->sign[j] < 0)
				mpfr_neg(term[terms].mid, term[terms].mid, MPFR_RNDN);
			terms++;
		}
		ball_sum(&b[i], term, terms);
	}
	ball_clear(term, RP_MOST);
}

/* c_ij e_ij of item j, e_ij cut. */
static void weighted_error(const struct rp_user_case *c, size_t j, const struct ball *v, const struct ball *u,
                           struct ball *error, struct ball *weighted)
{
	struct ball rating;
	size_t a = 0;

	while (a < c->count && c->item[a] != j)
		a++;
	ball_init(&rating, 1);
	ball_set(&rating, a < c->count ? c->rating[a] : 0);
	ball_dot(error, u, v + j * c->k, c->k);
	ball_sub(error, &rating, error);
	rp_balls_clip_error(error, c->most_error);
	if (a < c->count) {
		product(weighted, c, 1, error);
	} else {
		ball_set(weighted, c->unobserved);
		ball_mul(weighted, weighted, error);
	}
	ball_clear(&rating, 1);
}

void rp_balls_gradient(const struct rp_user_case *c, const struct rp_projection *s, const struct ball *v, const struct ball *u,
                       struct ball *error, struct ball *b)
{
	struct ball weighted[RP_MOST], x[RP_MOST];

	ball_init(weighted, RP_MOST);
	ball_init(x, RP_MOST);
	for (size_t j = 0; j < c->items; j++)
		weighted_error(c, j, v, u, &error[j], &weighted[j]);
	for (size_t i = 0; i < c->items * c->k; i++)
		ball_mul(&x[i], &weighted[i / c->k], &u[i % c->k]);
	rp_balls_compress(s, x, c->k, b);
	ball_clear(weighted, RP_MOST);
	ball_clear(x, RP_MOST);
}

static bool odd_bits(size_t x)
{
	bool odd = false;

	for (; x > 0; x &= x - 1)
		odd = !odd;
	return odd;
}

/* z_i = sum_j H_ij x_j; H_ij = 1 / sqrt(p'), negative where i and j have an odd number of common bits. */
static void hadamard(const struct ball *x, size_t rows, size_t k, struct ball *z)
{
	struct ball term[RP_MOST], entry;

	ball_init(term, RP_MOST);
	ball_init(&entry, 1);
	ball_set(&entry, 1);
	rp_balls_over_root(&entry, &entry, rows);
	for (size_t i = 0; i < rows * k; i++) {
		for (size_t j = 0; j < rows; j++) {
			ball_mul(&term[j], &entry, &x[j * k + i % k]);
			if (odd_bits(i / k & j))
				mpfr_neg(term[j].mid, term[j].mid, MPFR_RNDN);
		}
		ball_sum(&z[i], term, rows);
	}
	ball_clear(term, RP_MOST);
	ball_clear(&entry, 1);
}

static void flip_rows(const struct rp_projection *s, size_t k, struct ball *x)
{
	for (size_t i = 0; i < s->padded * k; i++)
		if (s->flip[i / k] < 0)
			mpfr_neg(x[i].mid, x[i].mid, MPFR_RNDN);
}

void rp_balls_flatten(const struct rp_projection *s, const struct ball *b, size_t k, struct ball *flat)
{
	struct ball x[RP_MOST];

	ball_init(x, RP_MOST);
	for (size_t i = 0; i < s->rows * k; i++)
		ball_copy(&x[i], &b[i]);
	flip_rows(s, k, x);
	hadamard(x, s->padded, k, flat);
	ball_clear(x, RP_MOST);
}

void rp_balls_reverse(const struct rp_projection *s, const struct ball *flat, size_t k, struct ball *b)
{
	hadamard(flat, s->padded, k, b);
	flip_rows(s, k, b);
}

void rp_balls_delta(struct ball *delta, double most_error, double kappa, double most_profile)
{
	struct ball t;

	ball_init(&t, 1);
	ball_set(delta, 1);
	ball_set(&t, kappa);
	ball_add(delta, delta, &t);
	ball_set(&t, 2 * most_error);
	ball_mul(delta, delta, &t);
	ball_set(&t, most_profile);
	ball_mul(delta, delta, &t);
	ball_clear(&t, 1);
}

void rp_balls_over_root(struct ball *z, const struct ball *x, size_t n)
{
	struct ball root;

	ball_init(&root, 1);
	ball_set(&root, (double)n);
	ball_sqrt(&root, &root);
	ball_div(z, x, &root);
	ball_clear(&root, 1);
}

void rp_balls_estimate(struct ball *z, int64_t sum, size_t users, uint64_t quanta, double theta, const struct ball *c)
{
	struct ball t, divisor;

	ball_init(&t, 1);
	ball_init(&divisor, 1);
	ball_set(z, (double)sum - (double)users * (double)quanta / 2);
	ball_mul(z, z, c);
	ball_set(&t, theta);
	ball_set(&divisor, (double)quanta);
	ball_mul(&divisor, &divisor, &t);
	ball_div(z, z, &divisor);
	ball_clear(&t, 1);
	ball_clear(&divisor, 1);
}
