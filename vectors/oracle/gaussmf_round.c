/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaussmf_case.h"
#include "oracle.h"

struct round {
	struct gaussmf_case g;
	double tau, eps_i, delta;
	double noise[GAUSSMF_MOST]; /* standard normal draws, users x n */
};

struct state {
	struct ball sigma, residual[GAUSSMF_RATINGS];
	struct ball x[GAUSSMF_MOST], theta[GAUSSMF_MOST], outer_x[GAUSSMF_MOST], outer_theta[GAUSSMF_MOST];
	struct ball gradient_x[GAUSSMF_MOST], gradient_theta[GAUSSMF_MOST], noisy[GAUSSMF_MOST];
};

static void state_each(struct state *s, void (*apply)(struct ball *, size_t))
{
	apply(&s->sigma, 1);
	apply(s->residual, GAUSSMF_RATINGS);
	apply(s->x, GAUSSMF_MOST);
	apply(s->theta, GAUSSMF_MOST);
	apply(s->outer_x, GAUSSMF_MOST);
	apply(s->outer_theta, GAUSSMF_MOST);
	apply(s->gradient_x, GAUSSMF_MOST);
	apply(s->gradient_theta, GAUSSMF_MOST);
	apply(s->noisy, GAUSSMF_MOST);
}

static void play(const struct round *r, struct state *s)
{
	const struct gaussmf_case *g = &r->g;
	struct ball t;

	ball_init(&t, 1);
	ball_set_all(s->x, g->x, g->items * g->n);
	ball_set_all(s->theta, g->theta, g->users * g->n);
	balls_sigma(&s->sigma, r->tau, g->clip, r->eps_i, r->delta);
	balls_residuals(g, s->x, s->theta, g->rating, s->residual);
	balls_clip_rows(s->outer_x, s->x, g->items, g->n, g->clip);
	balls_clip_rows(s->outer_theta, s->theta, g->users, g->n, g->clip);
	balls_gradient(g, &(struct gaussmf_line){ true, s->residual, s->outer_theta, s->x, NULL }, s->gradient_x);
	balls_gradient(g, &(struct gaussmf_line){ false, s->residual, s->outer_x, s->theta, NULL }, s->gradient_theta);
	for (size_t i = 0; i < g->users * g->n; i++) {
		ball_set(&t, r->noise[i]);
		ball_mul(&t, &s->sigma, &t);
		ball_add(&s->noisy[i], &s->gradient_theta[i], &t);
	}
	balls_descend(s->x, s->gradient_x, g->items * g->n, g->mu);
	balls_descend(s->theta, s->noisy, g->users * g->n, g->mu);
	ball_clear(&t, 1);
}

static void put_inputs(struct book *b, const struct round *r)
{
	gaussmf_put_ratings(b, &r->g);
	gaussmf_put_numbers(b, &r->g);
	book_in_double(b, "tau", r->tau);
	book_in_double(b, "eps_i", r->eps_i);
	book_in_double(b, "delta", r->delta);
	book_in_rows(b, "normal", r->noise, r->g.users, r->g.n);
}

static void test(struct book *b, const char *flags, const char *comment, const struct round *r)
{
	const struct gaussmf_case *g = &r->g;
	struct state s;

	state_each(&s, ball_init);
	play(r, &s);
	book_test(b, flags, "%s", comment);
	put_inputs(b, r);
	book_out(b, "sigma", "enclosure", ball_interval(&s.sigma));
	book_out(b, "residual", "enclosure", ball_intervals(s.residual, g->count));
	book_out(b, "outer_x", "enclosure", ball_interval_rows(s.outer_x, g->items, g->n));
	book_out(b, "outer_theta", "enclosure", ball_interval_rows(s.outer_theta, g->users, g->n));
	book_out(b, "gradient_x", "enclosure", ball_interval_rows(s.gradient_x, g->items, g->n));
	book_out(b, "gradient_theta", "enclosure", ball_interval_rows(s.gradient_theta, g->users, g->n));
	book_out(b, "noisy", "enclosure", ball_interval_rows(s.noisy, g->users, g->n));
	book_out(b, "x", "enclosure", ball_interval_rows(s.x, g->items, g->n));
	book_out(b, "theta", "enclosure", ball_interval_rows(s.theta, g->users, g->n));
	state_each(&s, ball_clear);
}

static void refused(struct book *b, const char *comment, const struct round *r)
{
	book_refused(b, comment);
	put_inputs(b, r);
}

static const struct round base = {
	.g = { .users = 3, .items = 2, .n = 2, .count = 5, .user = { 0, 0, 1, 2, 2 }, .item = { 0, 1, 0, 0, 1 },
	       .rating = { 5, 3, 1, 4, 2 }, .x = { 0.6, 0.7, -0.2, 1.4 }, .theta = { 0.8, 0.1, -0.3, 0.9, 2.5, -1 },
	       .mu = 0.0005, .lambda = 0.1, .clip = 1 },
	.tau = 4, .eps_i = 0.4, .delta = 0.01, .noise = { 0.5, -1, 0.3, 0.8, -0.7, 1.6 },
};

ORACLE(gaussmf_round)
{
	struct round r = base;

	book_open(b, "gaussmf_round");
	book_group(b, "rounds", "One round each.");
	test(b, "Ordinary", "five ratings of three users", &r);
	r.g.count = 3;
	test(b, "Sparse", "user 2 has rated nothing", &r);
	r = base;
	r.g.clip = 0.25;
	r.eps_i = 0.9;
	test(b, "Ordinary", "another clip and eps_i", &r);
	r = base;
	for (size_t i = 0; i < 6; i++)
		r.noise[i] = 0;
	r.g.mu = 0.05;
	r.g.lambda = 0;
	test(b, "NoNoise", "plain matrix factorization, no regularization", &r);
	book_group(b, "refused", "What an implementation must refuse.");
	r = base;
	r.eps_i = 1;
	refused(b, "eps_i 1", &r);
	r = base;
	r.g.item[1] = 2;
	refused(b, "there is no item 2", &r);
	r = base;
	r.g.item[1] = 0;
	refused(b, "the same pair twice", &r);
	r = base;
	r.g.clip = 0;
	refused(b, "clip 0", &r);
	book_group(b, "edges of the domain", "The last numbers that are allowed, and the first that are not.");
	r = base;
	r.tau = 0;
	test(b, "NoNoise", "tau = 0: no scale", &r);
	r.tau = -1;
	refused(b, "negative tau", &r);
	r = base;
	r.g.lambda = -1;
	refused(b, "negative lambda", &r);
	r = base;
	r.g.mu = 0;
	refused(b, "mu 0", &r);
	r = base;
	r.g.user[1] = 3;
	refused(b, "there is no user 3", &r);
}
