/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaussmf_case.h"
#include "oracle.h"

struct pair {
	struct gaussmf_case g;        /* the first world; the second has `other` for its rating 0 */
	double other, tau;
	double released[GAUSSMF_MOST]; /* Theta after round 1, as released: the same in both worlds */
};

struct world {
	struct ball residual[GAUSSMF_RATINGS], outer[GAUSSMF_MOST], x[GAUSSMF_MOST], theta[GAUSSMF_MOST], gradient[GAUSSMF_MOST];
};

static void world_each(struct world *w, void (*apply)(struct ball *, size_t))
{
	apply(w->residual, GAUSSMF_RATINGS);
	apply(w->outer, GAUSSMF_MOST);
	apply(w->x, GAUSSMF_MOST);
	apply(w->theta, GAUSSMF_MOST);
	apply(w->gradient, GAUSSMF_MOST);
}

/* X of round 1, then the gradient of Theta of round 2 at the released Theta. */
static void play(const struct pair *p, const double *rating, struct world *w)
{
	const struct gaussmf_case *g = &p->g;
	const size_t of_x = g->items * g->n, of_theta = g->users * g->n;

	ball_set_all(w->x, g->x, of_x);
	ball_set_all(w->theta, g->theta, of_theta);
	balls_residuals(g, w->x, w->theta, rating, w->residual);
	balls_clip_rows(w->outer, w->theta, g->users, g->n, g->clip);
	balls_gradient(g, &(struct gaussmf_line){ true, w->residual, w->outer, w->x, NULL }, w->gradient);
	balls_descend(w->x, w->gradient, of_x, g->mu);
	ball_set_all(w->theta, p->released, of_theta);
	balls_residuals(g, w->x, w->theta, rating, w->residual);
	balls_clip_rows(w->outer, w->x, g->items, g->n, g->clip);
	balls_gradient(g, &(struct gaussmf_line){ false, w->residual, w->outer, w->theta, NULL }, w->gradient);
}

static void distance_of(const struct world *first, const struct world *second, size_t count, struct ball *distance)
{
	struct ball d[GAUSSMF_MOST];

	ball_init(d, GAUSSMF_MOST);
	for (size_t i = 0; i < count; i++)
		ball_sub(&d[i], &first->gradient[i], &second->gradient[i]);
	ball_dot(distance, d, d, count);
	ball_sqrt(distance, distance);
	ball_clear(d, GAUSSMF_MOST);
}

static void put_inputs(struct book *b, const struct pair *p)
{
	gaussmf_put_ratings(b, &p->g);
	book_in_double(b, "other", p->other);
	gaussmf_put_numbers(b, &p->g);
	book_in_double(b, "tau", p->tau);
	book_in_rows(b, "released", p->released, p->g.users, p->g.n);
}

static void test(struct book *b, const char *flags, const char *comment, const struct pair *p)
{
	const struct gaussmf_case *g = &p->g;
	struct world first, second;
	struct ball distance, declared, ratio;
	double rating[GAUSSMF_RATINGS];

	world_each(&first, ball_init);
	world_each(&second, ball_init);
	ball_init(&distance, 1);
	ball_init(&declared, 1);
	ball_init(&ratio, 1);
	for (size_t a = 0; a < g->count; a++)
		rating[a] = a == 0 ? p->other : g->rating[a];
	play(p, g->rating, &first);
	play(p, rating, &second);
	distance_of(&first, &second, g->users * g->n, &distance);
	ball_set(&declared, p->tau * g->clip);
	ball_div(&ratio, &distance, &declared);
	book_test(b, flags, "%s", comment);
	put_inputs(b, p);
	book_out(b, "x_first", "enclosure", ball_interval_rows(first.x, g->items, g->n));
	book_out(b, "x_second", "enclosure", ball_interval_rows(second.x, g->items, g->n));
	book_out(b, "gradient_first", "enclosure", ball_interval_rows(first.gradient, g->users, g->n));
	book_out(b, "gradient_second", "enclosure", ball_interval_rows(second.gradient, g->users, g->n));
	book_out(b, "distance", "enclosure", ball_interval(&distance));
	book_out(b, "declared", "enclosure", ball_interval(&declared));
	book_out(b, "ratio", "enclosure", ball_interval(&ratio));
	world_each(&first, ball_clear);
	world_each(&second, ball_clear);
	ball_clear(&distance, 1);
	ball_clear(&declared, 1);
	ball_clear(&ratio, 1);
}

/* One item, `raters` users with one rating each, profiles of one coordinate. */
static struct pair line(size_t raters, double mu, double released)
{
	struct pair p = { .g = { .users = raters, .items = 1, .n = 1, .count = raters, .mu = mu, .lambda = 0, .clip = 1 },
	                  .other = 1, .tau = 4 };

	p.g.x[0] = 1;
	for (size_t j = 0; j < raters; j++) {
		p.g.user[j] = j;
		p.g.theta[j] = 1;
		p.g.rating[j] = 5;
		p.released[j] = released;
	}
	return p;
}

ORACLE(gaussmf_excess)
{
	struct pair p = line(8, 0.5, 2);

	book_open(b, "gaussmf_excess");
	book_group(b, "pairs", "Two rounds each. Ratings of 1 to 5.");
	test(b, "Exceeds", "eight raters of one item, dyadic numbers throughout", &p);
	p = line(2, 0.5, 4);
	test(b, "Exceeds", "two raters", &p);
	p = line(20, 0x1p-11, 1024);
	test(b, "Exceeds", "a step of 2^-11, near that of the paper, and a trajectory that runs away", &p);
	p = line(20, 0x1p-11, 0x1p+40);
	test(b, "Exceeds", "the same, further: no bound holds", &p);
	p = line(8, 0.5, 2);
	p.g.theta[0] = 0;
	test(b, "Attained", "theta_j = 0: X does not move, and Eq. (6) is attained", &p);
	p = (struct pair){ .g = { .users = 4, .items = 2, .n = 2, .count = 6, .user = { 0, 1, 2, 3, 0, 2 }, .item = { 0, 0, 0, 0, 1, 1 },
	                          .rating = { 5, 4, 3, 5, 2, 1 }, .x = { 0.6, 0.8, -0.8, 0.6 },
	                          .theta = { 0.8, 0.6, 0.6, -0.8, 0, 1, -0.6, 0.8 }, .mu = 0.25, .lambda = 0.125, .clip = 1 },
	                   .other = 1, .tau = 4, .released = { 1.5, 2, 2.5, -1, 3, 0.5, 1, 2 } };
	test(b, "Exceeds", "two items, two coordinates, regularized", &p);
	book_group(b, "refused", "What an implementation must refuse.");
	p = line(2, 0, 1);
	book_test(b, "OutOfDomain", "mu 0");
	put_inputs(b, &p);
	book_invalid(b);
	p = line(2, 0.5, 1);
	p.g.user[1] = 0;
	book_test(b, "OutOfDomain", "the same pair twice");
	put_inputs(b, &p);
	book_invalid(b);
	book_group(b, "edges of the domain", "The last numbers that are allowed, and the first that are not.");
	p = line(8, 0.5, 2);
	p.tau = 0.5;
	test(b, "Exceeds", "tau below 1", &p);
	p.tau = 0;
	book_refused(b, "tau 0");
	put_inputs(b, &p);
}
