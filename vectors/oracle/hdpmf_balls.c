/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdpmf_balls.h"

static const double unit = 0x1p-53;

void gradient_init(struct gradient *g)
{
	ball_init(&g->dot, 1);
	ball_init(&g->error, 1);
	ball_init(g->share, BALLS_K);
}

void gradient_clear(struct gradient *g)
{
	ball_clear(&g->dot, 1);
	ball_clear(&g->error, 1);
	ball_clear(g->share, BALLS_K);
}

void gradient_of(struct gradient *g, const struct ball *u, const struct ball *v, size_t k, double w, double r)
{
	struct ball weight, rating, twice;

	ball_init(&weight, 1);
	ball_init(&rating, 1);
	ball_init(&twice, 1);
	ball_set(&weight, w);
	ball_set(&rating, r);
	ball_mul(&rating, &rating, &weight);
	ball_dot(&g->dot, u, v, k);
	ball_sub(&g->error, &g->dot, &rating);
	ball_twice(&twice, &g->error);
	for (size_t l = 0; l < k; l++)
		ball_mul(&g->share[l], &twice, &u[l]);
	ball_clear(&weight, 1);
	ball_clear(&rating, 1);
	ball_clear(&twice, 1);
}

void balls_step(struct ball *v, const struct ball *gradient, size_t k, double rate, double lambda)
{
	struct ball t, factor;

	ball_init(&t, 1);
	ball_init(&factor, 1);
	for (size_t l = 0; l < k; l++) {
		ball_set(&factor, 2 * lambda);
		ball_mul(&t, &factor, &v[l]);
		ball_add(&t, &gradient[l], &t);
		ball_set(&factor, rate);
		ball_mul(&t, &factor, &t);
		ball_sub(&v[l], &v[l], &t);
	}
	ball_clear(&t, 1);
	ball_clear(&factor, 1);
}

void balls_step_rows(struct ball *v, const struct ball *gradient, size_t rows, size_t k, double rate, double lambda)
{
	for (size_t i = 0; i < rows; i++)
		balls_step(v + i * k, gradient + i * k, k, rate, lambda);
}

void terms_init(struct terms *terms)
{
	for (size_t l = 0; l < BALLS_K; l++)
		ball_init(terms->term[l], TERMS_MOST);
	terms->count = 0;
}

void terms_add(struct terms *terms, const struct ball *x, size_t k)
{
	for (size_t l = 0; l < k; l++)
		ball_copy(&terms->term[l][terms->count], &x[l]);
	terms->count++;
}

size_t rated_raters(const struct rated *rated, size_t item, size_t group)
{
	size_t count = 0;

	for (size_t n = 0; n < rated->count; n++)
		count += rated->item[n] == item && (rated->group ? rated->group[n] : 0) == group;
	return count;
}

void terms_gather(struct terms *terms, const struct rated *rated, bool of_items, size_t row, const struct ball *other,
                  const struct ball *own, const struct ball *noise, size_t k)
{
	struct gradient g;

	gradient_init(&g);
	for (size_t n = 0; n < rated->count; n++) {
		if ((of_items ? rated->item[n] : rated->user[n]) != row)
			continue;
		gradient_of(&g, other + (of_items ? rated->user[n] : rated->item[n]) * k, own, k, rated->weight ? rated->weight[n] : 1,
		            rated->rating[n]);
		terms_add(terms, g.share, k);
		if (noise)
			terms_add(terms, noise + n * k, k);
	}
	gradient_clear(&g);
}

void terms_sum(struct terms *terms, struct ball *sum, size_t k)
{
	for (size_t l = 0; l < k; l++)
		ball_sum(&sum[l], terms->term[l], terms->count);
	for (size_t l = 0; l < BALLS_K; l++)
		ball_clear(terms->term[l], TERMS_MOST);
}

void balls_noise_scale(struct ball *scale, double delta, size_t k, double epsilon)
{
	struct ball t;

	ball_init(&t, 1);
	ball_set(&t, (double)k);
	ball_sqrt(&t, &t);
	ball_set(scale, 2 * delta);
	ball_mul(scale, scale, &t);
	ball_set(&t, epsilon);
	ball_div(scale, scale, &t);
	ball_clear(&t, 1);
}

void balls_noise_share(struct ball *x, const struct ball *scale, double h, double c, size_t raters)
{
	struct ball t;

	ball_init(&t, 1);
	ball_set(x, 2 * h);
	ball_set(&t, (double)raters);
	ball_div(x, x, &t);
	ball_sqrt(x, x);
	ball_mul(x, scale, x);
	ball_set(&t, c);
	ball_mul(x, x, &t);
	ball_clear(&t, 1);
}

/* The norm in binary64 is off by at most (k / 2 + 2) units. A factor that is
   lowered by 1, 2, 4, ... units until the norm fits is lowered by less than
   twice what was missing. */
bool balls_project(struct ball *x, struct ball *norm, size_t k, double radius, bool *outside)
{
	struct ball factor;

	ball_dot(norm, x, x, k);
	ball_sqrt(norm, norm);
	const int side = ball_against(norm, radius);
	*outside = side > 0;
	if (side <= 0)
		return side < 0;
	ball_init(&factor, 1);
	ball_set(&factor, radius);
	ball_div(&factor, &factor, norm);
	for (size_t l = 0; l < k; l++) {
		ball_mul(&x[l], &x[l], &factor);
		ball_widen(&x[l], (4 * (double)k + 24) * unit);
	}
	ball_clear(&factor, 1);
	return true;
}

bool balls_project_rows(struct ball *x, size_t rows, size_t k, double radius)
{
	struct ball norm;
	bool outside, good = true;

	ball_init(&norm, 1);
	for (size_t i = 0; i < rows; i++)
		good = balls_project(x + i * k, &norm, k, radius, &outside) && good;
	ball_clear(&norm, 1);
	return good;
}

void balls_noise_rows(struct ball *noise, const struct rated *rated, const struct ball *scale, const double *h,
                      const double *c, size_t k)
{
	for (size_t n = 0; n < rated->count; n++) {
		const size_t item = rated->item[n], group = rated->group ? rated->group[n] : 0;
		const size_t raters = rated_raters(rated, item, group);

		for (size_t l = 0; l < k; l++)
			balls_noise_share(&noise[n * k + l], &scale[group], h[item * k + l], c[n * k + l], raters);
	}
}

bool balls_step_users(struct ball *u, struct ball *stepped, const struct ball *gradient, const struct step_of_users *step)
{
	balls_step_rows(u, gradient, step->users, step->k, step->rate, step->lambda);
	for (size_t x = 0; x < step->users * step->k; x++)
		ball_copy(&stepped[x], &u[x]);
	return balls_project_rows(u, step->users, step->k, step->radius);
}
