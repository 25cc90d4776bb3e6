/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "adam_balls.h"
#include "dpmf_rp_draws.h"
#include "vectors/format/number.h"
#include "oracle.h"

enum { USERS = 4, RATINGS = 16 };

struct round {
	bool corrected;
	uint64_t key, number, quanta, step;
	size_t users, items, rows, k, part, count, user[RATINGS], item[RATINGS];
	double rating[RATINGS], b[RP_MOST], mean[RP_MOST], square[RP_MOST];
	double lambda, kappa, unobserved, most_error, most_profile, bound, mu, rate, beta1, beta2;
	int64_t theta_steps;
};

struct state {
	unsigned char key[RP_KEY];
	struct rp_projection s;
	int64_t part[USERS], steps[RP_MOST], message[RP_MOST], sum[RP_MOST];
	struct ball c_user, c_server;
	struct ball v[RP_MOST], profile[USERS * RP_K], flat[RP_MOST], estimate[RP_MOST], gradient[RP_MOST], descent[RP_MOST], b[RP_MOST];
};

static void state_each(struct state *s, void (*apply)(struct ball *, size_t))
{
	apply(&s->c_user, 1);
	apply(&s->c_server, 1);
	apply(s->v, RP_MOST);
	apply(s->profile, USERS * RP_K);
	apply(s->flat, RP_MOST);
	apply(s->estimate, RP_MOST);
	apply(s->gradient, RP_MOST);
	apply(s->descent, RP_MOST);
	apply(s->b, RP_MOST);
}

static struct rp_user_case case_of(const struct round *r, int64_t user)
{
	struct rp_user_case c = { .items = r->items, .k = r->k, .lambda = r->lambda, .kappa = r->kappa, .unobserved = r->unobserved,
		.most_error = r->most_error, .most_profile = r->most_profile };

	for (size_t a = 0; a < r->count; a++)
		if ((int64_t)r->user[a] == user) {
			c.item[c.count] = r->item[a];
			c.rating[c.count++] = r->rating[a];
		}
	return c;
}

static void constants(const struct round *r, struct state *s)
{
	struct ball delta;

	ball_init(&delta, 1);
	rp_balls_delta(&delta, r->most_error, r->kappa, r->most_profile);
	rp_balls_over_root(&s->c_server, &delta, s->s.padded);
	if (r->corrected && r->bound > 0)
		ball_set(&s->c_server, r->bound);
	if (r->corrected)
		ball_copy(&s->c_user, &s->c_server);
	else
		rp_balls_over_root(&s->c_user, &delta, r->rows);
	ball_clear(&delta, 1);
}

/* Eq. (5) to Algorithm 3, for the user of that place among those who take part. */
static bool compute_user(const struct round *r, struct state *s, size_t place)
{
	const struct rp_user_case c = case_of(r, s->part[place]);
	struct ball gram[RP_K * RP_K], matrix[RP_K * RP_K], right[RP_K], l1, error[RP_MOST], gradient[RP_MOST], *u = s->profile + place * r->k;
	bool good;

	ball_init(gram, RP_K * RP_K);
	ball_init(matrix, RP_K * RP_K);
	ball_init(right, RP_K);
	ball_init(&l1, 1);
	ball_init(error, RP_MOST);
	ball_init(gradient, RP_MOST);
	rp_balls_system(&c, s->v, gram, matrix, right);
	good = rp_balls_solve(matrix, right, r->k, u);
	rp_balls_clip_profile(u, &l1, r->k, r->most_profile);
	rp_balls_gradient(&c, &s->s, s->v, u, error, gradient);
	rp_balls_flatten(&s->s, gradient, r->k, s->flat + place * s->s.padded * r->k);
	ball_clear(gram, RP_K * RP_K);
	ball_clear(matrix, RP_K * RP_K);
	ball_clear(right, RP_K);
	ball_clear(&l1, 1);
	ball_clear(error, RP_MOST);
	ball_clear(gradient, RP_MOST);
	return good;
}

/* false where rounding decides between two steps. */
static bool privatize(const struct round *r, struct state *s, size_t place)
{
	const size_t length = s->s.padded * r->k, from = place * length;
	bool good = true;
	struct ball t;

	ball_init(&t, 1);
	for (size_t l = 0; l < length; l++) {
		ball_div(&t, &s->flat[from + l], &s->c_user);
		good = ball_nearest(&t, 24, &s->steps[from + l]) && good;
		s->steps[from + l] = rp_draws_cut(s->steps[from + l], r->corrected);
	}
	ball_clear(&t, 1);
	good = good && rp_draws_message(s->key, (size_t)s->part[place], r->number, r->quanta, r->theta_steps, s->steps + from, length, s->message + from);
	for (size_t l = 0; l < length; l++)
		s->sum[l] += s->message[from + l];
	return good;
}

/* Eq. (7) for B: -2 / share of the gradient, plus 2 mu B. */
static void descent(const struct round *r, struct state *s)
{
	struct ball factor, t;

	ball_init(&factor, 1);
	ball_init(&t, 1);
	for (size_t i = 0; i < r->rows * r->k; i++) {
		ball_set(&factor, (double)r->part);
		ball_set(&t, (double)r->users);
		ball_div(&factor, &factor, &t);
		ball_set(&t, -2);
		ball_div(&factor, &t, &factor);
		ball_mul(&s->descent[i], &factor, &s->gradient[i]);
		ball_set(&t, r->b[i]);
		ball_set(&factor, 2 * r->mu);
		ball_mul(&t, &t, &factor);
		ball_add(&s->descent[i], &s->descent[i], &t);
	}
	ball_clear(&factor, 1);
	ball_clear(&t, 1);
}

static bool play(const struct round *r, struct state *s)
{
	bool good;

	rp_draws_key(r->key, s->key);
	memset(s->sum, 0, sizeof s->sum);
	good = rp_draws_projection(s->key, r->items, r->rows, &s->s) && rp_draws_schedule(s->key, r->number, r->users, r->part, s->part);
	constants(r, s);
	for (size_t i = 0; i < r->items * r->k; i++)
		ball_set(&s->v[i], (double)s->s.sign[i / r->k] * r->b[(size_t)s->s.row[i / r->k] * r->k + i % r->k]);
	for (size_t place = 0; place < r->part; place++)
		good = compute_user(r, s, place) && privatize(r, s, place) && good;
	for (size_t l = 0; l < s->s.padded * r->k; l++)
		rp_balls_estimate(&s->estimate[l], s->sum[l], r->part, r->quanta, ldexp((double)r->theta_steps, -16), &s->c_server);
	rp_balls_reverse(&s->s, s->estimate, r->k, s->gradient);
	descent(r, s);
	for (size_t i = 0; i < r->rows * r->k; i++)
		adam_balls(&s->b[i], r->b[i], &s->descent[i], &(struct adam_case){ r->rate, r->beta1, r->beta2, r->mean[i], r->square[i], r->step });
	return good;
}

static void put_inputs(struct book *b, const struct round *r)
{
	unsigned char key[RP_KEY];

	rp_draws_key(r->key, key);
	book_in(b, "variant", json_string(r->corrected ? "corrected" : "published"));
	book_in(b, "key", number_bytes(key, RP_KEY));
	book_in_u64(b, "round", r->number);
	book_in_u64(b, "users", r->users);
	book_in_u64(b, "items", r->items);
	book_in_u64(b, "part", r->part);
	book_in_sizes(b, "user", r->user, r->count);
	book_in_sizes(b, "item", r->item, r->count);
	book_in_doubles(b, "rating", r->rating, r->count);
	book_in_rows(b, "b", r->b, r->rows, r->k);
	book_in_double(b, "lambda", r->lambda);
	book_in_double(b, "kappa", r->kappa);
	book_in_double(b, "unobserved", r->unobserved);
	book_in_double(b, "most_error", r->most_error);
	book_in_double(b, "most_profile", r->most_profile);
	book_in_double(b, "bound", r->bound);
	book_in_i64(b, "theta_steps", r->theta_steps);
	book_in_u64(b, "quanta", r->quanta);
	book_in_double(b, "mu", r->mu);
	book_in_double(b, "rate", r->rate);
	book_in_double(b, "beta1", r->beta1);
	book_in_double(b, "beta2", r->beta2);
	book_in_u64(b, "step", r->step);
	book_in_rows(b, "mean", r->mean, r->rows, r->k);
	book_in_rows(b, "square", r->square, r->rows, r->k);
}

static void test(struct book *b, const char *flags, const char *comment, const struct round *r)
{
	struct state s;

	state_each(&s, ball_init);
	if (!play(r, &s))
		b->failed = true;
	const size_t length = s.s.padded * r->k;
	book_test(b, flags, "%s", comment);
	put_inputs(b, r);
	book_out(b, "takes_part", "exact", book_i64s(s.part, r->part));
	book_out(b, "v", "enclosure", ball_interval_rows(s.v, r->items, r->k));
	book_out(b, "profile", "enclosure", ball_interval_rows(s.profile, r->part, r->k));
	book_out(b, "flat", "enclosure", ball_interval_rows(s.flat, r->part * s.s.padded, r->k));
	book_out(b, "steps", "exact", book_i64s(s.steps, r->part * length));
	book_out(b, "message", "exact", book_i64s(s.message, r->part * length));
	book_out(b, "sum", "exact", book_i64s(s.sum, length));
	book_out(b, "estimate", "enclosure", ball_interval_rows(s.estimate, s.s.padded, r->k));
	book_out(b, "gradient", "enclosure", ball_interval_rows(s.gradient, r->rows, r->k));
	book_out(b, "descent", "enclosure", ball_interval_rows(s.descent, r->rows, r->k));
	book_out(b, "b", "enclosure", ball_interval_rows(s.b, r->rows, r->k));
	state_each(&s, ball_clear);
}

static void refused(struct book *b, const char *comment, const struct round *r)
{
	book_refused(b, comment);
	put_inputs(b, r);
}

static const struct round base = {
	.key = 100, .number = 4, .quanta = 4, .step = 3, .users = 4, .items = 5, .rows = 3, .k = 2, .part = 3, .theta_steps = 16384,
	.count = 9, .user = { 0, 0, 0, 1, 1, 2, 3, 3, 3 }, .item = { 0, 1, 3, 1, 2, 4, 0, 2, 4 }, .rating = { 5, 3, 1, 4, 2, 5, 1, 3, 4 },
	.b = { 0.6, 0.7, -0.25, 0.5, 0.9, 0.1 }, .mean = { 0.5, -1.25, 0.75, 2, -0.3, 0.1 }, .square = { 4, 2.5, 0.75, 9, 1, 0.5 },
	.lambda = 0.5, .kappa = 1, .unobserved = 1, .most_error = 1.5, .most_profile = 1.25, .mu = 0.01, .rate = 0.05, .beta1 = 0.9, .beta2 = 0.999,
};

static void both(struct book *b, bool corrected)
{
	struct round r = base;

	r.corrected = corrected;
	test(b, "Ordinary", "three of four users, p = 3 of 5 items", &r);
	r.number = 8;
	r.most_profile = 6;
	r.theta_steps = 2500;
	r.quanta = 20;
	r.unobserved = 0.25;
	test(b, "Ordinary", "another round, other users, a smaller theta", &r);
	r.unobserved = 0;
	r.part = 4;
	r.step = 1;
	memset(r.mean, 0, sizeof r.mean);
	memset(r.square, 0, sizeof r.square);
	test(b, "ObservedOnly FirstStep", "all users, ratings only", &r);
	r = base;
	r.corrected = corrected;
	r.rows = 2;
	r.part = 1;
	r.key = 101;
	test(b, "PowerOfTwo", "p = 2, one user", &r);
	r.rows = r.items = 3;
	r.count = 5;
	r.item[2] = 2;
	r.part = 3;
	test(b, "Identity", "as many rows as items; two users have rated nothing", &r);
}

/* User 0 has given all items the best rating. */
static struct round far_out(void)
{
	struct round r = base;

	r.users = r.part = 2;
	r.items = 12;
	r.k = 1;
	r.count = 14;
	for (size_t a = 0; a < r.count; a++) {
		r.user[a] = a / 12;
		r.item[a] = a % 12 * (a < 12 ? 1 : 5);
		r.rating[a] = 5;
	}
	r.most_error = 0.125;
	r.most_profile = 0.5;
	return r;
}

static void refusals(struct book *b)
{
	struct round r = base;

	book_group(b, "refused", "What an implementation must refuse.");
	r.part = 5;
	refused(b, "more users than there are", &r);
	r = base;
	r.item[1] = 0;
	refused(b, "the same pair twice", &r);
	r = base;
	r.items = 2;
	refused(b, "there is no item 4, and fewer items than rows", &r);
	r = base;
	r.lambda = 0;
	refused(b, "lambda 0", &r);
	r = base;
	r.theta_steps = 16385;
	refused(b, "theta above 1/4", &r);
	r = base;
	r.beta2 = 1;
	refused(b, "beta2 1", &r);
	r = base;
	r.step = 0;
	refused(b, "step 0", &r);
	r = base;
	r.mean[5] = INFINITY;
	refused(b, "infinite", &r);
}

static void edges(struct book *b)
{
	struct round r = base;

	book_group(b, "edges of the domain", "The last numbers that are allowed, and the first that are not.");
	r.mu = 0;
	r.beta1 = r.beta2 = 0;
	test(b, "Ordinary", "no regularization, Adam without memory", &r);
	r = base;
	r.part = 0;
	refused(b, "nobody takes part", &r);
	r = base;
	r.rate = 0;
	refused(b, "rate 0", &r);
	r = base;
	r.mu = -0.5;
	refused(b, "negative mu", &r);
	r = base;
	r.square[1] = -0.5;
	refused(b, "negative square", &r);
	r = base;
	r.unobserved = -0.5;
	refused(b, "unobserved below 0", &r);
	r = base;
	r.unobserved = 1.5;
	refused(b, "unobserved above 1", &r);
	r = base;
	r.beta1 = 1;
	refused(b, "beta1 1", &r);
	r = base;
	r.beta1 = -0.5;
	refused(b, "negative beta1", &r);
	r = base;
	r.beta2 = -0.5;
	refused(b, "negative beta2", &r);
	r = base;
	r.theta_steps = 0;
	refused(b, "theta 0", &r);
	r = base;
	r.quanta = 0;
	refused(b, "quanta 0", &r);
	r = base;
	r.kappa = -0.5;
	refused(b, "negative kappa", &r);
}

ORACLE(dpmf_rp_round)
{
	struct round r = base;

	book_open(b, "dpmf_rp_round");
	book_group(b, "published", "One round each.");
	both(b, false);
	r = far_out();
	test(b, "Beyond", "a user whose clipped errors all have one sign, in twelve items", &r);
	r.key = 103;
	test(b, "Beyond", "under another key: both users, above and below", &r);
	r.key = 105;
	r.theta_steps = 12345;
	test(b, "Beyond", "a theta that divides no power of two: next to a chance of 1, but not there", &r);
	book_group(b, "corrected", "One round each.");
	both(b, true);
	r = base;
	r.corrected = true;
	r.bound = 0.5;
	test(b, "Cut", "a bound that some coordinates exceed", &r);
	refusals(b);
	edges(b);
}

LATER(dpmf_rp_round)
{
	struct round r = base;

	r.kappa = 0.5;
	r.unobserved = 0.25;
	test(b, "Ordinary", "kappa below 1", &r);
	r.kappa = 0;
	r.unobserved = 1;
	test(b, "Ordinary", "kappa 0, every item weighs alike", &r);
	r.unobserved = 0;
	r.lambda = 0.125;
	test(b, "Ordinary", "rated items alone, a small lambda", &r);
}
