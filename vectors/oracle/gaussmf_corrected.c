/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "gaussmf_case.h"
#include "vectors/format/number.h"
#include "oracle.h"

struct round {
	struct gaussmf_case g;
	int rating_bits, outer_bits;
	int64_t middle;
	int64_t noise_theta[GAUSSMF_MOST], noise_x[GAUSSMF_MOST];
};

struct side { /* items or users */
	int64_t steps[GAUSSMF_MOST], released[GAUSSMF_MOST];
	struct ball profile[GAUSSMF_MOST], outer[GAUSSMF_MOST], taken[GAUSSMF_MOST], gradient[GAUSSMF_MOST];
};

struct state {
	int64_t bound, rating_steps[GAUSSMF_RATINGS];
	struct ball residual[GAUSSMF_RATINGS];
	struct side x, theta;
};

static void side_each(struct side *s, void (*apply)(struct ball *, size_t))
{
	apply(s->profile, GAUSSMF_MOST);
	apply(s->outer, GAUSSMF_MOST);
	apply(s->taken, GAUSSMF_MOST);
	apply(s->gradient, GAUSSMF_MOST);
}

static void state_each(struct state *s, void (*apply)(struct ball *, size_t))
{
	apply(s->residual, GAUSSMF_RATINGS);
	side_each(&s->x, apply);
	side_each(&s->theta, apply);
}

/* Both are exact: the doubles have 53 bits, the results fewer than 64. */
static int64_t nearest_away(double x, int bits)
{
	mpfr_t scaled;

	mpfr_init2(scaled, 128);
	mpfr_set_d(scaled, x, MPFR_RNDN);
	mpfr_mul_2si(scaled, scaled, bits, MPFR_RNDN);
	mpfr_round(scaled, scaled);
	const int64_t steps = mpfr_get_sj(scaled, MPFR_RNDN);
	mpfr_clear(scaled);
	return steps;
}

static int64_t floor_of(double x, int bits)
{
	mpfr_t scaled;

	mpfr_init2(scaled, 128);
	mpfr_set_d(scaled, x, MPFR_RNDN);
	mpfr_mul_2si(scaled, scaled, bits, MPFR_RNDN);
	const int64_t steps = mpfr_get_sj(scaled, MPFR_RNDD);
	mpfr_clear(scaled);
	return steps;
}

/* Cut towards 0; false when the ends of the ball are not cut to the same. */
static bool cut(const struct ball *x, int bits, int64_t *steps)
{
	mpfr_t end;

	mpfr_init2(end, 320);
	mpfr_sub(end, x->mid, x->rad, MPFR_RNDD);
	mpfr_mul_2si(end, end, bits, MPFR_RNDN);
	*steps = mpfr_get_sj(end, MPFR_RNDZ);
	mpfr_add(end, x->mid, x->rad, MPFR_RNDU);
	mpfr_mul_2si(end, end, bits, MPFR_RNDN);
	const bool same = mpfr_get_sj(end, MPFR_RNDZ) == *steps;
	mpfr_clear(end);
	return same;
}

static bool too_long(const int64_t *steps, size_t n, int64_t bound)
{
	int64_t squares = 0;

	for (size_t l = 0; l < n; l++)
		squares += steps[l] * steps[l];
	return squares > bound * bound;
}

static bool cut_profiles(const struct round *r, struct side *s, size_t rows, int64_t bound)
{
	const size_t n = r->g.n;
	struct ball clipped[GAUSSMF_MOST];
	bool good = true;

	ball_init(clipped, GAUSSMF_MOST);
	balls_clip_rows(clipped, s->profile, rows, n, r->g.clip);
	for (size_t i = 0; i < rows * n; i++)
		good = cut(&clipped[i], r->outer_bits, &s->steps[i]) && good;
	for (size_t i = 0; i < rows; i++)
		while (too_long(s->steps + i * n, n, bound))
			for (size_t l = i * n; l < (i + 1) * n; l++)
				s->steps[l] += (s->steps[l] < 0) - (s->steps[l] > 0);
	for (size_t i = 0; i < rows * n; i++)
		ball_set(&s->outer[i], ldexp((double)s->steps[i], -r->outer_bits));
	ball_clear(clipped, GAUSSMF_MOST);
	return good;
}

/* The sums with their noise, and what they take from the gradient. */
static void release(const struct round *r, const struct state *s, const size_t *row, const size_t *from,
                    const struct side *other, const int64_t *noise, size_t rows, struct side *own)
{
	const size_t n = r->g.n;

	for (size_t i = 0; i < rows * n; i++)
		own->released[i] = noise[i];
	for (size_t a = 0; a < r->g.count; a++)
		for (size_t l = 0; l < n; l++)
			own->released[row[a] * n + l] += s->rating_steps[a] * other->steps[from[a] * n + l];
	for (size_t i = 0; i < rows * n; i++)
		ball_set(&own->taken[i], ldexp((double)own->released[i], -(r->rating_bits + r->outer_bits)));
}

static bool play(const struct round *r, struct state *s)
{
	const struct gaussmf_case *g = &r->g;
	double middle[GAUSSMF_RATINGS];

	ball_set_all(s->x.profile, g->x, g->items * g->n);
	ball_set_all(s->theta.profile, g->theta, g->users * g->n);
	s->bound = floor_of(g->clip, r->outer_bits);
	for (size_t a = 0; a < g->count; a++) {
		s->rating_steps[a] = nearest_away(g->rating[a], r->rating_bits) - r->middle;
		middle[a] = ldexp((double)r->middle, -r->rating_bits);
	}
	const bool good_x = cut_profiles(r, &s->x, g->items, s->bound), good_theta = cut_profiles(r, &s->theta, g->users, s->bound);
	release(r, s, g->user, g->item, &s->x, r->noise_theta, g->users, &s->theta);
	release(r, s, g->item, g->user, &s->theta, r->noise_x, g->items, &s->x);
	balls_residuals(g, s->x.profile, s->theta.profile, middle, s->residual);
	balls_gradient(g, &(struct gaussmf_line){ false, s->residual, s->x.outer, s->theta.profile, s->theta.taken }, s->theta.gradient);
	balls_gradient(g, &(struct gaussmf_line){ true, s->residual, s->theta.outer, s->x.profile, s->x.taken }, s->x.gradient);
	balls_descend(s->theta.profile, s->theta.gradient, g->users * g->n, g->mu);
	balls_descend(s->x.profile, s->x.gradient, g->items * g->n, g->mu);
	return good_x && good_theta;
}

static void put_inputs(struct book *b, const struct round *r)
{
	gaussmf_put_ratings(b, &r->g);
	gaussmf_put_numbers(b, &r->g);
	book_in_i64(b, "rating_bits", r->rating_bits);
	book_in_i64(b, "outer_bits", r->outer_bits);
	book_in_i64(b, "middle", r->middle);
	book_in(b, "noise_theta", book_i64s(r->noise_theta, r->g.users * r->g.n));
	book_in(b, "noise_x", book_i64s(r->noise_x, r->g.items * r->g.n));
}

static void test(struct book *b, const char *flags, const char *comment, const struct round *r)
{
	const struct gaussmf_case *g = &r->g;
	const size_t of_x = g->items * g->n, of_theta = g->users * g->n;
	struct state s;

	state_each(&s, ball_init);
	if (!play(r, &s))
		b->failed = true;
	book_test(b, flags, "%s", comment);
	put_inputs(b, r);
	book_out(b, "bound", "exact", number_i64(s.bound));
	book_out(b, "rating_steps", "exact", book_i64s(s.rating_steps, g->count));
	book_out(b, "outer_x", "exact", book_i64s(s.x.steps, of_x));
	book_out(b, "outer_theta", "exact", book_i64s(s.theta.steps, of_theta));
	book_out(b, "released_theta", "exact", book_i64s(s.theta.released, of_theta));
	book_out(b, "released_x", "exact", book_i64s(s.x.released, of_x));
	book_out(b, "residual", "enclosure", ball_intervals(s.residual, g->count));
	book_out(b, "gradient_theta", "enclosure", ball_interval_rows(s.theta.gradient, g->users, g->n));
	book_out(b, "gradient_x", "enclosure", ball_interval_rows(s.x.gradient, g->items, g->n));
	book_out(b, "theta", "enclosure", ball_interval_rows(s.theta.profile, g->users, g->n));
	book_out(b, "x", "enclosure", ball_interval_rows(s.x.profile, g->items, g->n));
	state_each(&s, ball_clear);
}

static void refused(struct book *b, const char *comment, const struct round *r)
{
	book_refused(b, comment);
	put_inputs(b, r);
}

static const struct round base = {
	.g = { .users = 3, .items = 2, .n = 2, .count = 5, .user = { 0, 0, 1, 2, 2 }, .item = { 0, 1, 0, 0, 1 },
	       .rating = { 5, 3, 1, 4, 2.5 }, .x = { 0.6, 0.7, -0.2, 1.4 }, .theta = { 0.8, 0.1, -0.3, 0.9, 2.5, -1 },
	       .mu = 0.0005, .lambda = 0.1, .clip = 1 },
	.rating_bits = 3, .outer_bits = 10, .middle = 24,
	.noise_theta = { 1500, -70210, 0, 31007, -4, 88123 }, .noise_x = { -60001, 12, 45000, -998 },
};

static void tests(struct book *b)
{
	struct round r = base;

	book_group(b, "rounds", "One round each.");
	test(b, "Ordinary", "five ratings of three users, from 1 to 5", &r);
	r.g.count = 3;
	test(b, "Sparse", "user 2 has rated nothing", &r);
	r = base;
	r.g.clip = 0.3;
	r.outer_bits = 4;
	test(b, "Shrunk", "a clip that is no whole number of steps: a cut profile is still too long", &r);
	r.g.clip = 0.45;
	test(b, "Shrunk", "the same with other profiles", &r);
	r = base;
	r.g.rating[0] = 4.0625;
	r.g.rating[1] = -1.0625;
	r.middle = 12;
	test(b, "Tie", "ratings half way between two steps, either sign", &r);
	r = base;
	r.outer_bits = 20;
	r.g.mu = 0.05;
	test(b, "Ordinary", "the finest steps, a larger mu", &r);
	r = base;
	for (size_t i = 0; i < GAUSSMF_MOST; i++)
		r.noise_theta[i] = r.noise_x[i] = 0;
	r.g.lambda = 0;
	test(b, "NoNoise", "no noise, no regularization", &r);
	r = base;
	r.rating_bits = -2;
	r.middle = 13;
	for (size_t a = 0; a < 5; a++)
		r.g.rating[a] *= 20;
	test(b, "Ordinary", "ratings to 100 in steps of 4", &r);
}

static void refusals(struct book *b)
{
	struct round r = base;

	book_group(b, "refused", "What an implementation must refuse.");
	r.g.clip = 0;
	refused(b, "clip 0", &r);
	r.g.clip = 0x1p-11;
	refused(b, "a clip below one step", &r);
	r = base;
	r.outer_bits = 21;
	refused(b, "steps that are too fine", &r);
	r = base;
	r.g.mu = 0;
	refused(b, "mu 0", &r);
	r = base;
	r.g.user[1] = 3;
	refused(b, "there is no user 3", &r);
	r = base;
	r.g.item[1] = 0;
	refused(b, "the same pair twice", &r);
}

/* Cut to steps, user 0 has (-2, 8, 0) and item 0 (8, 0, -2): one step towards 0 leaves a 0 where it is. */
static const struct round zeros = {
	.g = { .users = 3, .items = 2, .n = 3, .count = 5, .user = { 0, 0, 1, 2, 2 }, .item = { 0, 1, 0, 0, 1 }, .rating = { 5, 3, 1, 4, 2.5 },
	       .x = { 0.525, 0, -0.14375, -0.2, 0.1, 0.3 }, .theta = { -0.14375, 0.525, 0, -0.3, 0.9, 0.01, 0.1, -1, 0.4 }, .mu = 0.0005, .lambda = 0.1, .clip = 0.55 },
	.rating_bits = 3, .outer_bits = 4, .middle = 24, .noise_theta = { 1500, -70210, 0, 31007, -4, 88123, 7, -7, 12 },
	.noise_x = { -60001, 12, 45000, -998, 0, 3 },
};

static void edges(struct book *b)
{
	struct round r = base;

	book_group(b, "edges of the domain", "The last numbers that are allowed, and the first that are not.");
	r.g.x[0] = 1.075;
	r.g.x[1] = 0.23375;
	r.g.clip = 0.55;
	r.outer_bits = 4;
	test(b, "Shrunk", "item 0 has (8, 1) steps, and then (7, 0)", &r);
	r = base;
	r.g.clip = 0x1p-10;
	test(b, "Ordinary", "a clip of one step: bound 1", &r);
	r = base;
	r.rating_bits = 39;
	refused(b, "a rating of more than 2^40 steps", &r);
	r = base;
	r.middle = (INT64_C(1) << 40) + 1;
	refused(b, "a middle of more than 2^40 steps", &r);
	r = base;
	r.g.lambda = -1;
	refused(b, "negative lambda", &r);
}

ORACLE(gaussmf_corrected_round)
{
	book_open(b, "gaussmf_corrected_round");
	tests(b);
	refusals(b);
	book_group(b, "zeros", "A profile that is still too long has a coordinate 0.");
	test(b, "Shrunk", "a 0 stays 0, before and after others", &zeros);
	edges(b);
}

LATER(gaussmf_corrected_round)
{
	struct round r = base;

	r.rating_bits = 38;
	r.g.rating[0] = 4;
	r.g.rating[1] = -4;
	r.g.rating[3] = 3.5;
	r.middle = INT64_C(1) << 40;
	r.outer_bits = 4;
	for (size_t i = 0; i < GAUSSMF_MOST; i++)
		r.noise_theta[i] = r.noise_x[i] = 0;
	test(b, "Ordinary", "ratings and a middle of 2^40 steps", &r);
	r.middle = -(INT64_C(1) << 40);
	test(b, "Ordinary", "a middle of -2^40 steps", &r);
	r = base;
	r.rating_bits = -61;
	r.middle = 0;
	refused(b, "steps of ratings that are too wide", &r);
	r = base;
	r.outer_bits = 61;
	r.g.clip = 0x1p-45;
	refused(b, "steps of profiles that are too fine", &r);
}
