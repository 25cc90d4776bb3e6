/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdpmf_balls.h"
#include "vectors/format/number.h"
#include "oracle.h"

enum { USERS = 2, ITEMS = 2, K = 2, MOST = USERS * ITEMS };

struct training {
	size_t count; /* of ratings */
	size_t user[MOST], item[MOST];
	double rating[MOST], weight[MOST];
	double u[USERS * K], v[ITEMS * K], h[ITEMS * K], c[MOST * K];
	double delta, epsilon, rate, lambda, radius;
};

struct state {
	struct ball scale, u[USERS * K], v[ITEMS * K];
	struct ball noise[MOST * K], gradient[ITEMS * K], noisy[ITEMS * K], gradient_u[USERS * K], stepped[USERS * K];
};

static void state_each(struct state *s, void (*apply)(struct ball *, size_t))
{
	apply(&s->scale, 1);
	apply(s->u, USERS * K);
	apply(s->v, ITEMS * K);
	apply(s->noise, MOST * K);
	apply(s->gradient, ITEMS * K);
	apply(s->noisy, ITEMS * K);
	apply(s->gradient_u, USERS * K);
	apply(s->stepped, USERS * K);
}

static struct rated rated_of(const struct training *t)
{
	return (struct rated){ t->count, t->user, t->item, t->rating, t->weight, NULL };
}

/* The shares of the item's raters, and the same with their noise. */
static void gather_item(const struct training *t, struct state *s, size_t item)
{
	const struct rated rated = rated_of(t);
	struct terms shares, noisy;

	terms_init(&shares);
	terms_init(&noisy);
	terms_gather(&shares, &rated, true, item, s->u, s->v + item * K, NULL, K);
	terms_gather(&noisy, &rated, true, item, s->u, s->v + item * K, s->noise, K);
	noisy.count = 2 * USERS; /* of who has not rated it, 0 */
	terms_sum(&shares, s->gradient + item * K, K);
	terms_sum(&noisy, s->noisy + item * K, K);
}

static void gather_user(const struct training *t, struct state *s, size_t user)
{
	const struct rated rated = rated_of(t);
	struct terms shares;

	terms_init(&shares);
	terms_gather(&shares, &rated, false, user, s->v, s->u + user * K, NULL, K);
	terms_sum(&shares, s->gradient_u + user * K, K);
}

/* false: some u lies too near the sphere to tell on which side. */
static bool play(const struct training *t, struct state *s)
{
	const struct rated rated = rated_of(t);
	const struct step_of_users step = { USERS, K, t->rate, t->lambda, t->radius };

	ball_set_all(s->u, t->u, USERS * K);
	ball_set_all(s->v, t->v, ITEMS * K);
	balls_noise_scale(&s->scale, t->delta, K, t->epsilon);
	balls_noise_rows(s->noise, &rated, &s->scale, t->h, t->c, K);
	for (size_t j = 0; j < ITEMS; j++)
		gather_item(t, s, j);
	balls_step_rows(s->v, s->noisy, ITEMS, K, t->rate, t->lambda);
	for (size_t i = 0; i < USERS; i++)
		gather_user(t, s, i);
	return balls_step_users(s->u, s->stepped, s->gradient_u, &step);
}

static void put_inputs(struct book *b, const struct training *t)
{
	book_in_rows(b, "u", t->u, USERS, K);
	book_in_rows(b, "v", t->v, ITEMS, K);
	book_in_sizes(b, "user", t->user, t->count);
	book_in_sizes(b, "item", t->item, t->count);
	book_in_doubles(b, "rating", t->rating, t->count);
	book_in_doubles(b, "weight", t->weight, t->count);
	book_in_double(b, "delta", t->delta);
	book_in_double(b, "epsilon", t->epsilon);
	book_in_double(b, "rate", t->rate);
	book_in_double(b, "lambda", t->lambda);
	book_in_double(b, "radius", t->radius);
	book_in_rows(b, "h", t->h, ITEMS, K);
	book_in_rows(b, "c", t->c, t->count, K);
}

static void put_outputs(struct book *b, const struct training *t, const struct state *s)
{
	book_out(b, "scale", "ulp:3", number_double(mpfr_get_d(s->scale.mid, MPFR_RNDN)));
	book_out(b, "noise", "enclosure", ball_interval_rows(s->noise, t->count, K));
	book_out(b, "gradient", "enclosure", ball_interval_rows(s->gradient, ITEMS, K));
	book_out(b, "noisy", "enclosure", ball_interval_rows(s->noisy, ITEMS, K));
	book_out(b, "v", "enclosure", ball_interval_rows(s->v, ITEMS, K));
	book_out(b, "gradient_u", "enclosure", ball_interval_rows(s->gradient_u, USERS, K));
	book_out(b, "stepped", "enclosure", ball_interval_rows(s->stepped, USERS, K));
	book_out(b, "u", "enclosure", ball_interval_rows(s->u, USERS, K));
}

static void test(struct book *b, const char *flags, const char *comment, const struct training *t)
{
	struct state s;

	state_each(&s, ball_init);
	if (!play(t, &s))
		b->failed = true;
	book_test(b, flags, "%s", comment);
	put_inputs(b, t);
	put_outputs(b, t, &s);
	state_each(&s, ball_clear);
}

static void refused(struct book *b, const char *comment, const struct training *t)
{
	book_refused(b, comment);
	put_inputs(b, t);
}

static const struct training base = {
	.count = 4, .user = { 0, 0, 1, 1 }, .item = { 0, 1, 0, 1 },
	.rating = { 5, 3, 1, 4 }, .weight = { 1, 0.5, 0.3, 0.15 },
	.u = { 0.6, 0.7, -0.2, 0.4 }, .v = { 0.8, 0.1, -0.3, 0.9 },
	.h = { 0.25, 1.5, 0.7, 2.125 }, .c = { 0.5, -1, 0.3, 0.8, -0.7, 0.1, 1.6, -0.4 },
	.delta = 4, .epsilon = 1, .rate = 0.05, .lambda = 0.01, .radius = 1,
};

static void tests(struct book *b)
{
	struct training t = base;

	book_group(b, "rounds", "One round each.");
	test(b, "Stretched", "four ratings, each with a weight of its own", &t);
	t.count = 3;
	test(b, "Sparse Stretched", "user 1 has not rated item 1", &t);
	t = base;
	t.count = 2;
	t.user[1] = 1;
	t.item[1] = 0;
	test(b, "Sparse Stretched", "nobody has rated item 1: it only shrinks", &t);
	t = base;
	for (size_t n = 0; n < MOST; n++)
		t.weight[n] = 1;
	test(b, "Ordinary", "all weights 1", &t);
	t.epsilon = 100;
	test(b, "Ordinary", "little noise", &t);
	for (size_t i = 0; i < ITEMS * K; i++)
		t.h[i] = 0;
	test(b, "NoNoise", "h = 0: plain matrix factorization", &t);
	t = base;
	t.epsilon = 0.1;
	test(b, "Stretched Projected", "much noise: both users are projected", &t);
	t = base;
	t.lambda = 0;
	t.rate = 0.002;
	test(b, "Stretched", "no regularization, a small rate", &t);
	t = base;
	t.radius = 0.25;
	test(b, "Stretched Projected", "a small ball", &t);
	t = base;
	for (size_t i = 0; i < 4; i++)
		t.rating[i] = 6 - t.rating[i];
	test(b, "Stretched", "other ratings", &t);
}

static void refusals(struct book *b)
{
	struct training t = base;

	book_group(b, "refused", "What an implementation must refuse.");
	t.epsilon = 0;
	refused(b, "epsilon 0", &t);
	t.epsilon = -1;
	refused(b, "negative epsilon", &t);
	t = base;
	t.weight[2] = 0;
	refused(b, "a weight of 0", &t);
	t.weight[2] = 1.25;
	refused(b, "a weight above 1", &t);
	t = base;
	t.h[3] = -1;
	refused(b, "negative h", &t);
	t = base;
	t.user[3] = 0;
	refused(b, "the same pair twice", &t);
	t.user[3] = 2;
	refused(b, "there is no user 2", &t);
	t = base;
	t.radius = -1;
	refused(b, "negative radius", &t);
}

static void edges(struct book *b)
{
	struct training t = base;

	book_group(b, "edges of the domain", "The last numbers that are allowed, and the first that are not.");
	t.delta = 0;
	t.epsilon = 0.75;
	test(b, "NoNoise", "every rating is the same", &t);
	t = base;
	t.rate = 0;
	refused(b, "rate 0", &t);
	t = base;
	t.lambda = -0.5;
	refused(b, "negative lambda", &t);
	t = base;
	t.delta = -0.5;
	refused(b, "negative width", &t);
	t = base;
	t.item[3] = 2;
	refused(b, "there is no item 2", &t);
}

ORACLE(hdpmf_round)
{
	book_open(b, "hdpmf_round");
	tests(b);
	refusals(b);
	edges(b);
}

LATER(hdpmf_round)
{
	struct training t = base;

	t.radius = 0;
	test(b, "Stretched Projected", "a ball of one point: both users become 0", &t);
}
