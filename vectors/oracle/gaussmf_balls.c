/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaussmf_balls.h"

void balls_residual(struct ball *residual, const struct ball *x, const struct ball *theta, size_t n, double v)
{
	struct ball rating;

	ball_init(&rating, 1);
	ball_set(&rating, v);
	ball_dot(residual, x, theta, n);
	ball_sub(residual, residual, &rating);
	ball_clear(&rating, 1);
}

/* Where the norm may lie on either side of the sphere, the divisor is within
   (relative radius of the norm) of 1, whichever way an implementation takes. */
void balls_clip(struct ball *clipped, struct ball *norm, const struct ball *x, size_t n, double clip)
{
	struct ball divisor;

	ball_dot(norm, x, x, n);
	ball_sqrt(norm, norm);
	const int side = ball_against(norm, clip);
	ball_init(&divisor, 1);
	ball_set(&divisor, clip);
	ball_div(&divisor, norm, &divisor);
	for (size_t l = 0; l < n; l++) {
		if (side > 0)
			ball_div(&clipped[l], &x[l], &divisor);
		else
			ball_copy(&clipped[l], &x[l]);
		if (side == 0)
			ball_widen(&clipped[l], 4 * ball_relative(norm) + 0x1p-50);
	}
	ball_clear(&divisor, 1);
}

void balls_clip_rows(struct ball *clipped, const struct ball *x, size_t rows, size_t n, double clip)
{
	struct ball norm;

	ball_init(&norm, 1);
	for (size_t i = 0; i < rows; i++)
		balls_clip(clipped + i * n, &norm, x + i * n, n, clip);
	ball_clear(&norm, 1);
}

void balls_sigma(struct ball *sigma, double tau, double clip, double eps_i, double delta)
{
	struct ball t, root;

	ball_init(&t, 1);
	ball_init(&root, 1);
	ball_set(&root, 1.25);
	ball_set(&t, delta);
	ball_div(&root, &root, &t);
	ball_log(&root, &root);
	ball_twice(&t, &root);
	ball_sqrt(&root, &t);
	ball_set(sigma, tau);
	ball_set(&t, clip);
	ball_mul(sigma, sigma, &t);
	ball_set(&t, eps_i);
	ball_div(sigma, sigma, &t);
	ball_mul(sigma, sigma, &root);
	ball_clear(&t, 1);
	ball_clear(&root, 1);
}

void balls_descend(struct ball *profile, const struct ball *gradient, size_t n, double mu)
{
	struct ball t, rate;

	ball_init(&t, 1);
	ball_init(&rate, 1);
	ball_set(&rate, mu);
	for (size_t l = 0; l < n; l++) {
		ball_mul(&t, &rate, &gradient[l]);
		ball_sub(&profile[l], &profile[l], &t);
	}
	ball_clear(&t, 1);
	ball_clear(&rate, 1);
}

void balls_residuals(const struct gaussmf_case *g, const struct ball *x, const struct ball *theta, const double *from,
                     struct ball *residual)
{
	for (size_t a = 0; a < g->count; a++)
		balls_residual(&residual[a], x + g->item[a] * g->n, theta + g->user[a] * g->n, g->n, from[a]);
}

static void gradient_of_row(const struct gaussmf_case *g, const struct gaussmf_line *line, size_t row, size_t l, struct ball *sum)
{
	struct ball term[GAUSSMF_RATINGS + 2], lambda;
	size_t terms = 0;

	ball_init(term, GAUSSMF_RATINGS + 2);
	ball_init(&lambda, 1);
	ball_set(&lambda, g->lambda);
	for (size_t a = 0; a < g->count; a++)
		if ((line->of_items ? g->item[a] : g->user[a]) == row)
			ball_mul(&term[terms++], &line->residual[a], &line->outer[(line->of_items ? g->user[a] : g->item[a]) * g->n + l]);
	ball_mul(&term[terms++], &lambda, &line->own[row * g->n + l]);
	if (line->minus)
		ball_sub(&term[terms++], &term[GAUSSMF_RATINGS + 1], &line->minus[row * g->n + l]);
	ball_sum(sum, term, terms);
	ball_clear(term, GAUSSMF_RATINGS + 2);
	ball_clear(&lambda, 1);
}

void balls_gradient(const struct gaussmf_case *g, const struct gaussmf_line *line, struct ball *gradient)
{
	for (size_t row = 0; row < (line->of_items ? g->items : g->users); row++)
		for (size_t l = 0; l < g->n; l++)
			gradient_of_row(g, line, row, l, &gradient[row * g->n + l]);
}
