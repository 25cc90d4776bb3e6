/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdpmf_balls.h"
#include "oracle.h"
#include "privsr_balls.h"

enum { USERS = 3, ITEMS = 2, K = 2, MOST = USERS * ITEMS, EDGES = 4 };

struct training {
	size_t count, edges; /* of ratings, of trust */
	size_t user[MOST], item[MOST], group[MOST], truster[EDGES], trustee[EDGES];
	double rating[MOST], similarity[EDGES];
	double u[USERS * K], v[ITEMS * K], h[ITEMS * K], c[MOST * K], h_friends[USERS * K], c_friends[EDGES * K];
	double delta, epsilon, beta, rate, lambda, radius, weight;
};

struct state {
	struct privsr_scales scales;
	struct ball u[USERS * K], v[ITEMS * K], before[USERS * K];
	struct ball noise[MOST * K], noisy[ITEMS * K], friend_noise[EDGES * K], message[USERS * K], gradient_u[USERS * K], stepped[USERS * K];
};

static void state_each(struct state *s, void (*apply)(struct ball *, size_t))
{
	apply(s->u, USERS * K);
	apply(s->v, ITEMS * K);
	apply(s->before, USERS * K);
	apply(s->noise, MOST * K);
	apply(s->noisy, ITEMS * K);
	apply(s->friend_noise, EDGES * K);
	apply(s->message, USERS * K);
	apply(s->gradient_u, USERS * K);
	apply(s->stepped, USERS * K);
}

static size_t friends(const struct training *t, size_t user)
{
	size_t count = 0;

	for (size_t e = 0; e < t->edges; e++)
		count += t->truster[e] == user;
	return count;
}

static struct rated rated_of(const struct training *t)
{
	return (struct rated){ t->count, t->user, t->item, t->rating, NULL, t->group };
}

static void draw_noise(const struct training *t, struct state *s)
{
	const struct rated rated = rated_of(t);

	privsr_scales_of(&s->scales, t->delta, K, t->epsilon, t->beta);
	balls_noise_rows(s->noise, &rated, s->scales.scale, t->h, t->c, K);
	for (size_t e = 0; e < t->edges; e++)
		for (size_t l = 0; l < K; l++)
			balls_noise_share(&s->friend_noise[e * K + l], &s->scales.friends, t->h_friends[t->truster[e] * K + l],
			                  t->c_friends[e * K + l], friends(t, t->truster[e]));
}

/* The messages of the item's raters, with their noise. */
static void gather_item(const struct training *t, struct state *s, size_t item)
{
	const struct rated rated = rated_of(t);
	struct terms terms;

	terms_init(&terms);
	terms_gather(&terms, &rated, true, item, s->u, s->v + item * K, s->noise, K);
	terms_sum(&terms, s->noisy + item * K, K);
}

/* What the user's friends send, with their noise; the sum of the S_if. */
static void gather_friends(const struct training *t, struct state *s, size_t user, struct ball *total)
{
	struct ball sent[K], s_if[EDGES];
	struct terms terms;
	size_t count = 0;

	terms_init(&terms);
	ball_init(s_if, EDGES);
	for (size_t e = 0; e < t->edges; e++) {
		if (t->truster[e] != user)
			continue;
		ball_init(sent, K);
		privsr_balls_send(sent, t->u + t->trustee[e] * K, K, t->similarity[e]);
		terms_add(&terms, sent, K);
		terms_add(&terms, s->friend_noise + e * K, K);
		ball_set(&s_if[count++], t->similarity[e]);
		ball_clear(sent, K);
	}
	terms_sum(&terms, s->message + user * K, K);
	ball_sum(total, s_if, count);
	ball_clear(s_if, EDGES);
}

static void gather_user(const struct training *t, struct state *s, size_t user)
{
	const struct rated rated = rated_of(t);
	struct ball total, pull[K];
	struct terms terms;

	terms_init(&terms);
	ball_init(&total, 1);
	ball_init(pull, K);
	terms_gather(&terms, &rated, false, user, s->v, s->before + user * K, NULL, K);
	gather_friends(t, s, user, &total);
	privsr_balls_pull(pull, s->message + user * K, t->u + user * K, K, &total, t->weight);
	terms_add(&terms, pull, K);
	terms_sum(&terms, s->gradient_u + user * K, K);
	ball_clear(&total, 1);
	ball_clear(pull, K);
}

/* false: some u lies too near the sphere to tell on which side. */
static bool play(const struct training *t, struct state *s)
{
	const struct step_of_users step = { USERS, K, t->rate, t->lambda, t->radius };

	ball_set_all(s->u, t->u, USERS * K);
	ball_set_all(s->before, t->u, USERS * K);
	ball_set_all(s->v, t->v, ITEMS * K);
	draw_noise(t, s);
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
	book_in_sizes(b, "group", t->group, t->count);
	book_in_sizes(b, "truster", t->truster, t->edges);
	book_in_sizes(b, "trustee", t->trustee, t->edges);
	book_in_doubles(b, "similarity", t->similarity, t->edges);
	book_in_double(b, "delta", t->delta);
	book_in_double(b, "epsilon", t->epsilon);
	book_in_double(b, "beta", t->beta);
	book_in_double(b, "rate", t->rate);
	book_in_double(b, "lambda", t->lambda);
	book_in_double(b, "radius", t->radius);
	book_in_double(b, "weight", t->weight);
	book_in_rows(b, "h", t->h, ITEMS, K);
	book_in_rows(b, "c", t->c, t->count, K);
	book_in_rows(b, "h_friends", t->h_friends, USERS, K);
	book_in_rows(b, "c_friends", t->c_friends, t->edges, K);
}

static void test(struct book *b, const char *flags, const char *comment, const struct training *t)
{
	struct state s;

	state_each(&s, ball_init);
	privsr_scales_init(&s.scales);
	if (!play(t, &s))
		b->failed = true;
	book_test(b, flags, "%s", comment);
	put_inputs(b, t);
	book_out(b, "noise", "enclosure", ball_interval_rows(s.noise, t->count, K));
	book_out(b, "noisy", "enclosure", ball_interval_rows(s.noisy, ITEMS, K));
	book_out(b, "v", "enclosure", ball_interval_rows(s.v, ITEMS, K));
	book_out(b, "friend_noise", "enclosure", ball_interval_rows(s.friend_noise, t->edges, K));
	book_out(b, "message", "enclosure", ball_interval_rows(s.message, USERS, K));
	book_out(b, "gradient_u", "enclosure", ball_interval_rows(s.gradient_u, USERS, K));
	book_out(b, "stepped", "enclosure", ball_interval_rows(s.stepped, USERS, K));
	book_out(b, "u", "enclosure", ball_interval_rows(s.u, USERS, K));
	privsr_scales_clear(&s.scales);
	state_each(&s, ball_clear);
}

static void refused(struct book *b, const char *comment, const struct training *t)
{
	book_refused(b, comment);
	put_inputs(b, t);
}

static const struct training base = {
	.count = 5, .user = { 0, 0, 1, 1, 2 }, .item = { 0, 1, 0, 1, 0 }, .group = { 0, 0, 1, 1, 0 },
	.rating = { 5, 3, 1, 4, 2 },
	.edges = 4, .truster = { 0, 0, 1, 2 }, .trustee = { 1, 2, 0, 1 }, .similarity = { 0.9, 0.25, 0.9, 0.5 },
	.u = { 0.6, 0.7, -0.2, 0.4, 0.1, -0.5 }, .v = { 0.8, 0.1, -0.3, 0.9 },
	.h = { 0.25, 1.5, 0.7, 2.125 }, .c = { 0.5, -1, 0.3, 0.8, -0.7, 0.1, 1.6, -0.4, 0.2, -0.9 },
	.h_friends = { 1, 0.3, 0.8, 1.75, 0.1, 2.5 }, .c_friends = { -0.6, 0.2, 1.1, -0.3, 0.7, 0.4, -1.2, 0.9 },
	.delta = 4, .epsilon = 1, .beta = 0.5, .rate = 0.05, .lambda = 0.01, .radius = 1, .weight = 1,
};

static void tests(struct book *b)
{
	struct training t = base;

	book_group(b, "rounds", "One round each.");
	test(b, "Ordinary", "five ratings, four edges, both groups", &t);
	t.beta = 1;
	test(b, "Ordinary", "beta = 1", &t);
	for (size_t n = 0; n < MOST; n++)
		t.group[n] = 0;
	test(b, "Alone", "all ratings are sensitive", &t);
	for (size_t n = 0; n < MOST; n++)
		t.group[n] = 1;
	t.beta = 0.1;
	test(b, "Alone", "no rating is sensitive", &t);
	t = base;
	t.edges = 1;
	test(b, "Sparse", "one user has one friend", &t);
	t.edges = 0;
	test(b, "Sparse", "nobody has friends", &t);
	t = base;
	t.count = 4;
	test(b, "Sparse", "user 2 has rated nothing, and has a friend", &t);
	t = base;
	t.weight = 0.3;
	test(b, "Ordinary", "social weight 0.3", &t);
	t.weight = 0;
	test(b, "Zero", "social weight 0", &t);
	t = base;
	for (size_t i = 0; i < ITEMS * K; i++)
		t.h[i] = 0;
	for (size_t i = 0; i < USERS * K; i++)
		t.h_friends[i] = 0;
	test(b, "Zero", "h = 0: no noise, soreg", &t);
	t = base;
	t.epsilon = 0.1;
	test(b, "Ordinary", "much noise", &t);
	t = base;
	t.lambda = 0;
	t.rate = 0.002;
	test(b, "Ordinary", "no regularization, a small rate", &t);
}

static void refusals(struct book *b)
{
	struct training t = base;

	book_group(b, "refused", "What an implementation must refuse.");
	t.epsilon = 0;
	refused(b, "epsilon 0", &t);
	t = base;
	t.beta = 0;
	refused(b, "beta 0", &t);
	t.beta = 2;
	refused(b, "beta above 1", &t);
	t = base;
	t.group[1] = 2;
	refused(b, "there is no group 2", &t);
	t = base;
	t.trustee[0] = 0;
	refused(b, "a user's trust in itself", &t);
	t.trustee[0] = 3;
	refused(b, "there is no user 3", &t);
	t = base;
	t.trustee[1] = 1;
	refused(b, "the same edge twice", &t);
	t = base;
	t.user[1] = 1;
	refused(b, "the same pair twice", &t);
	t = base;
	t.similarity[2] = 1.5;
	refused(b, "a similarity above 1", &t);
	t = base;
	t.h_friends[3] = -1;
	refused(b, "negative h", &t);
	t = base;
	t.weight = -1;
	refused(b, "negative social weight", &t);
}

static void edges(struct book *b)
{
	struct training t = base;

	book_group(b, "edges of the domain", "The last numbers that are allowed, and the first that are not.");
	t.delta = 0;
	t.epsilon = 0.75;
	test(b, "Zero", "every rating is the same: no noise of theirs", &t);
	t = base;
	t.radius = 0;
	t.rate = 1.5;
	test(b, "Zero", "radius 0, a large rate", &t);
	t = base;
	t.rate = 0;
	refused(b, "rate 0", &t);
	t = base;
	t.lambda = -0.5;
	refused(b, "negative lambda", &t);
	t = base;
	t.radius = -0.5;
	refused(b, "negative radius", &t);
	t = base;
	t.delta = -0.5;
	refused(b, "negative width", &t);
	t = base;
	t.similarity[1] = -0.5;
	refused(b, "negative similarity", &t);
	t = base;
	t.item[3] = 2;
	refused(b, "there is no item 2", &t);
	t = base;
	t.user[3] = 3;
	refused(b, "a rating of no user", &t);
	t = base;
	t.truster[3] = 3;
	refused(b, "nobody's trust", &t);
}

ORACLE(privsr_round)
{
	book_open(b, "privsr_round");
	tests(b);
	refusals(b);
	edges(b);
}

LATER(privsr_round)
{
	struct training t = base;

	t.similarity[0] = 0;
	t.similarity[3] = 1;
	test(b, "Zero", "a friend of similarity 0, and one of 1", &t);
	t = base;
	t.item[0] = 1;
	t.item[1] = 0;
	t.count = 3;
	test(b, "Ordinary", "a user's items do not ascend", &t);
	t = base;
	t.user[0] = t.user[1] = 2;
	t.item[4] = 1;
	t.count = 2;
	test(b, "Sparse", "users 0 and 1 have rated nothing", &t);
	t = base;
	t.count = 2;
	t.item[0] = 1;
	t.user[1] = 1;
	test(b, "Sparse", "item 0 has no rating", &t);
	t = base;
	t.radius = 0.25;
	t.delta = 0;
	test(b, "Zero", "a radius below 1, no noise", &t);
}
