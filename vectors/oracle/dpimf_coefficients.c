/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "dpimf_balls.h"
#include "vectors/format/number.h"
#include "oracle.h"
#include "qp_book.h"
#include "tape.h"
#include "textbook_balls.h"

enum { USERS = 8, NOISES = DPIMF_SQUARE + DPIMF_FACTORS + 1 };

struct setting { /* of one item */
	const char *scheme;
	size_t users, d, count, user[USERS];
	double p[DPIMF_MOST], w[USERS], alpha0, lambda, epsilon, beta[3], bound;
	uint64_t tape;
};

struct state {
	struct ball draw[NOISES], delta[3], scale[3], all[DPIMF_SQUARE], item[DPIMF_SQUARE], first[DPIMF_FACTORS];
	struct ball second[DPIMF_SQUARE], noise[DPIMF_SQUARE], noisy_first[DPIMF_FACTORS], noisy_second[DPIMF_SQUARE];
};

static void state_each(struct state *s, void (*apply)(struct ball *, size_t))
{
	apply(s->draw, NOISES);
	apply(s->delta, 3);
	apply(s->scale, 3);
	apply(s->all, DPIMF_SQUARE);
	apply(s->item, DPIMF_SQUARE);
	apply(s->first, DPIMF_FACTORS);
	apply(s->second, DPIMF_SQUARE);
	apply(s->noise, DPIMF_SQUARE);
	apply(s->noisy_first, DPIMF_FACTORS);
	apply(s->noisy_second, DPIMF_SQUARE);
}

static bool is(const struct setting *c, const char *scheme)
{
	return strcmp(c->scheme, scheme) == 0;
}

static bool whole(const struct setting *c)
{
	return is(c, "str");
}

static size_t second_draws(const struct setting *c)
{
	if (!whole(c) && c->alpha0 == 1)
		return 0;
	return is(c, "sym") ? c->d * (c->d + 1) / 2 : c->d * c->d;
}

static size_t draws(const struct setting *c)
{
	return c->d + second_draws(c) + (second_draws(c) > 0);
}

static void sensitivities(const struct setting *c, struct state *s)
{
	const enum dpimf_sensitivity of[3] = { whole(c) ? SENSE_LOSS : SENSE_FIRST,
		whole(c) ? SENSE_LOSS : is(c, "sym") ? SENSE_TRIU : SENSE_FULL, whole(c) ? SENSE_LOSS : SENSE_REGULARIZER };
	struct ball sense[SENSES], budget, t;

	ball_init(sense, SENSES);
	ball_init(&budget, 1);
	ball_init(&t, 1);
	if (c->bound > 0)
		balls_sense_bound(sense, c->bound, c->d, c->alpha0);
	else
		balls_sense_most(sense, c->p, c->users, c->d, c->alpha0);
	for (size_t k = 0; k < 3; k++) {
		ball_copy(&s->delta[k], &sense[of[k]]);
		ball_set(&budget, c->epsilon);
		ball_set(&t, c->beta[k]);
		if (!whole(c) && c->alpha0 < 1)
			ball_mul(&budget, &budget, &t);
		ball_div(&s->scale[k], &s->delta[k], &budget);
	}
	ball_clear(sense, SENSES);
	ball_clear(&budget, 1);
	ball_clear(&t, 1);
}

static void coefficients(const struct setting *c, struct state *s)
{
	const size_t d = c->d, everybody[USERS] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	struct ball counts[2], lambda;

	ball_init(counts, 2);
	ball_init(&lambda, 1);
	balls_outer(s->all, c->p, d, everybody, NULL, c->users);
	balls_outer(s->item, c->p, d, c->user, c->w, c->count);
	balls_first(s->first, c->p, d, c->user, c->w, c->count);
	balls_mix(s->second, s->item, s->all, d * d, whole(c), c->alpha0);
	ball_set(&counts[0], (double)c->count);
	ball_set(&counts[1], (double)c->users);
	balls_mix(&counts[0], &counts[0], &counts[1], 1, whole(c), c->alpha0);
	ball_set(&lambda, c->lambda);
	ball_mul(&lambda, &lambda, &counts[0]);
	for (size_t j = 0; j < d; j++)
		ball_add(&s->second[j * d + j], &s->second[j * d + j], &lambda);
	ball_clear(counts, 2);
	ball_clear(&lambda, 1);
}

/* Where entry (j, l) of B stands among the draws. */
static size_t place(const struct setting *c, size_t j, size_t l)
{
	if (!is(c, "sym"))
		return c->d + j * c->d + l;
	if (j > l)
		return place(c, l, j);
	return c->d + j * c->d - j * (j + 1) / 2 + l;
}

static void perturb(const struct setting *c, const uint64_t *word, struct state *s)
{
	const size_t d = c->d, n = draws(c);
	struct ball t, lambda;

	ball_init(&t, 1);
	ball_init(&lambda, 1);
	for (size_t i = 0; i < n; i++)
		textbook_unit_laplace(&s->draw[i], textbook_uniform(word[i]));
	for (size_t l = 0; l < d; l++) {
		ball_mul(&t, &s->scale[0], &s->draw[l]);
		ball_add(&s->noisy_first[l], &s->first[l], &t);
	}
	if (n > d) {
		ball_set(&lambda, c->lambda);
		ball_mul(&lambda, &lambda, &s->scale[2]);
		ball_mul(&lambda, &lambda, &s->draw[n - 1]);
	}
	for (size_t i = 0; i < d * d; i++) {
		if (n > d)
			ball_mul(&s->noise[i], &s->scale[1], &s->draw[place(c, i / d, i % d)]);
		ball_add(&s->noisy_second[i], &s->second[i], &s->noise[i]);
		if (i % (d + 1) == 0)
			ball_add(&s->noisy_second[i], &s->noisy_second[i], &lambda);
	}
	ball_clear(&t, 1);
	ball_clear(&lambda, 1);
}

static double radius_of(const struct ball *x, size_t n)
{
	double most = 0;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, ball_radius(&x[i]));
	return most;
}

/* The problem of the middles, cut to 100 bits; what the radii may move is added. */
static void put_minimiser(struct book *b, const struct setting *c, const struct state *s)
{
	const size_t d = c->d;
	struct rational_qp exact;
	struct qp_answer answer;
	mpfr_t t;

	mpfr_init2(t, 100);
	rational_qp_init(&exact, d);
	qp_answer_init(&answer);
	for (size_t i = 0; i < d * d; i++) {
		mpfr_add(t, s->noisy_second[i].mid, s->noisy_second[i % d * d + i / d].mid, MPFR_RNDN);
		mpfr_get_q(exact.a[i], t);
		mpq_div_2exp(exact.a[i], exact.a[i], 1);
	}
	for (size_t l = 0; l < d; l++) {
		mpfr_set(t, s->noisy_first[l].mid, MPFR_RNDN);
		mpfr_get_q(exact.b[l], t);
	}
	mpfr_set_d(t, c->lambda, MPFR_RNDN);
	mpfr_rec_sqrt(t, t, MPFR_RNDN);
	mpfr_get_q(exact.r, t);
	rational_qp_solve(&exact, &answer);
	const double r = mpfr_get_d(t, MPFR_RNDU), many = (double)d, size = mpfr_get_d(answer.size, MPFR_RNDD);
	const double moved = (many * radius_of(s->noisy_second, d * d) * r + many * radius_of(s->noisy_first, d)) / size;

	if (qp_compares(&answer))
		book_out(b, "q", "enclosure", qp_intervals(&answer, d, qp_allowance(&answer, r) + 4 * answer.condition * answer.condition * moved));
	qp_answer_clear(&answer);
	rational_qp_clear(&exact);
	mpfr_clear(t);
}

static void put_inputs(struct book *b, const struct setting *c, const uint64_t *word)
{
	uint64_t user[USERS];

	for (size_t i = 0; i < c->count; i++)
		user[i] = c->user[i];
	book_in(b, "scheme", json_string(c->scheme));
	book_in_rows(b, "p", c->p, c->users, c->d);
	book_in(b, "user", book_u64s(user, c->count));
	book_in_doubles(b, "w", c->w, c->count);
	book_in_double(b, "alpha0", c->alpha0);
	book_in_double(b, "lambda", c->lambda);
	book_in_double(b, "epsilon", c->epsilon);
	book_in_doubles(b, "beta", c->beta, 3);
	book_in_double(b, "bound", c->bound);
	book_in(b, "tape", tape_bytes(word, draws(c)));
}

static void test(struct book *b, const char *flags, const char *comment, const struct setting *c)
{
	const size_t d = c->d;
	struct state s;
	uint64_t word[NOISES];

	tape_words("dpimf_coefficients", c->tape, word, NOISES);
	state_each(&s, ball_init);
	sensitivities(c, &s);
	coefficients(c, &s);
	perturb(c, word, &s);
	book_test(b, flags, "%s", comment);
	put_inputs(b, c, word);
	book_out(b, "draw", "enclosure", ball_intervals(s.draw, draws(c)));
	book_out(b, "delta", "enclosure", ball_intervals(s.delta, 3));
	book_out(b, "scale", "enclosure", ball_intervals(s.scale, 3));
	book_out(b, "g_all", "enclosure", ball_interval_rows(s.all, d, d));
	book_out(b, "g_item", "enclosure", ball_interval_rows(s.item, d, d));
	book_out(b, "a_1", "enclosure", ball_intervals(s.first, d));
	book_out(b, "a_2", "enclosure", ball_interval_rows(s.second, d, d));
	book_out(b, "noise", "enclosure", ball_interval_rows(s.noise, d, d));
	book_out(b, "noisy_1", "enclosure", ball_intervals(s.noisy_first, d));
	book_out(b, "noisy_2", "enclosure", ball_interval_rows(s.noisy_second, d, d));
	put_minimiser(b, c, &s);
	state_each(&s, ball_clear);
}

static void refused(struct book *b, const char *comment, const struct setting *c)
{
	uint64_t word[NOISES];

	tape_words("dpimf_coefficients", c->tape, word, NOISES);
	book_refused(b, comment);
	put_inputs(b, c, word);
}

static const struct setting base = {
	.scheme = "sym", .users = 5, .d = 2, .count = 3, .user = { 0, 2, 3 }, .w = { 1, 1, 1 },
	.p = { 0.6, 0.7, -0.25, 0.5, 0.9, 0.1, 0.3, -0.8, 0.2, 0.4 },
	.alpha0 = 0.8, .lambda = 0.1, .epsilon = 2, .beta = { 0.125, 0.75, 0.125 }, .bound = 1, .tape = 1,
};

static struct setting three_factors(const char *scheme)
{
	return (struct setting){
		.scheme = scheme, .users = 6, .d = 3, .count = 4, .user = { 5, 1, 0, 2 }, .w = { 1, 1, 1, 1 },
		.p = { 0.5, 0.25, 0.75, -0.125, 0.9, 0.3, 0.4, 0.1, -0.6, 0.7, 0.2, 0.2, -0.3, 0.8, 0.1, 0.05, -0.45, 0.85 },
		.alpha0 = 0.5, .lambda = 0.07, .epsilon = 1, .beta = { 0.1, 0.8, 0.1 }, .tape = 7,
	};
}

static void refusals(struct book *b)
{
	struct setting c = base;

	c.scheme = "opt";
	refused(b, "the scheme opt is written as sym with alpha0 1", &c);
	c = base;
	c.user[1] = 5;
	refused(b, "there is no user 5", &c);
	c = base;
	c.user[1] = 0;
	refused(b, "a user twice", &c);
	c = base;
	c.lambda = 0;
	refused(b, "lambda 0: no ball", &c);
	c = base;
	c.beta[1] = 0;
	refused(b, "no budget for the second order", &c);
	c = base;
	c.w[0] = 0.5;
	refused(b, "a weight below 1 is no inverse of a probability", &c);
	c = base;
	c.bound = 0.5;
	refused(b, "profiles beyond the bound", &c);
	c = base;
	c.epsilon = NAN;
	refused(b, "epsilon is no number", &c);
}

ORACLE(dpimf_coefficients)
{
	struct setting c = base;

	book_open(b, "dpimf_coefficients");
	book_group(b, "items", "One item each.");
	test(b, "Ordinary", "sym", &c);
	c.scheme = "com";
	test(b, "Ordinary", "com: d x d independent noise", &c);
	c.scheme = "str";
	test(b, "Ordinary", "str: one sensitivity for all", &c);
	c = base;
	c.alpha0 = 1;
	test(b, "Optimal", "opt", &c);
	c.w[0] = 2.5;
	c.w[2] = 8;
	test(b, "Optimal Weighted", "opt-is, two weights above 1", &c);
	c = base;
	c.w[1] = 3;
	c.epsilon = 8;
	test(b, "Weighted", "sym with a weight", &c);
	c = base;
	c.epsilon = 0.125;
	test(b, "Indefinite", "much noise", &c);
	c.scheme = "str";
	c.tape = 3;
	test(b, "Indefinite", "much noise, not symmetric", &c);
	c = base;
	c.count = 0;
	test(b, "Empty", "nobody interacted", &c);
	c = three_factors("sym");
	test(b, "DataDependent", "sym, three factors", &c);
	c = three_factors("com");
	test(b, "DataDependent", "com, three factors", &c);
	c = three_factors("str");
	c.epsilon = 10;
	test(b, "DataDependent", "str, three factors", &c);
	c = three_factors("sym");
	c.alpha0 = 1;
	test(b, "DataDependent Optimal", "opt, three factors", &c);
	c.d = 1;
	test(b, "DataDependent Optimal", "opt, one factor", &c);
	book_group(b, "refused", "What an implementation must refuse.");
	refusals(b);
	book_group(b, "shares", "The ends of alpha0.");
	c = base;
	c.alpha0 = 0;
	test(b, "Ordinary", "alpha0 0", &c);
}
