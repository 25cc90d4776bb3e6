/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "dpmf_rp_balls.h"
#include "vectors/format/number.h"
#include "oracle.h"

struct clip {
	double error, most_error, u[RP_K], most_profile;
	size_t k;
};

static void put_clip(struct book *b, const struct clip *c)
{
	book_in_double(b, "error", c->error);
	book_in_double(b, "most_error", c->most_error);
	book_in_doubles(b, "u", c->u, c->k);
	book_in_double(b, "most_profile", c->most_profile);
}

static void put_other_norm(struct book *b, const struct clip *c)
{
	struct ball u[RP_K], norm, factor;

	ball_init(u, RP_K);
	ball_init(&norm, 1);
	ball_init(&factor, 1);
	ball_set_all(u, c->u, c->k);
	ball_dot(&norm, u, u, c->k);
	ball_sqrt(&norm, &norm);
	ball_set(&factor, c->most_profile);
	if (ball_against(&norm, c->most_profile) > 0) {
		ball_div(&factor, &factor, &norm);
		for (size_t l = 0; l < c->k; l++)
			ball_mul(&u[l], &u[l], &factor);
	}
	book_mistake(b, "the 2-norm stands for the 1-norm", "u", "enclosure", ball_intervals(u, c->k));
	ball_clear(u, RP_K);
	ball_clear(&norm, 1);
	ball_clear(&factor, 1);
}

static void clip_test(struct book *b, const char *flags, const char *comment, struct clip c)
{
	struct ball u[RP_K], l1, error;

	ball_init(u, RP_K);
	ball_init(&l1, 1);
	ball_init(&error, 1);
	ball_set(&error, c.error);
	rp_balls_clip_error(&error, c.most_error);
	ball_set_all(u, c.u, c.k);
	rp_balls_clip_profile(u, &l1, c.k, c.most_profile);
	book_test(b, flags, "%s", comment);
	put_clip(b, &c);
	book_out(b, "error", "exact", number_double(mpfr_get_d(error.mid, MPFR_RNDN)));
	book_out(b, "l1", "enclosure", ball_interval(&l1));
	if (ball_against(&l1, c.most_profile) < 0)
		book_out(b, "u", "exact", book_doubles(c.u, c.k));
	else
		book_out(b, "u", "enclosure", ball_intervals(u, c.k));
	put_other_norm(b, &c);
	ball_clear(u, RP_K);
	ball_clear(&l1, 1);
	ball_clear(&error, 1);
}

static void clip_refused(struct book *b, const char *comment, struct clip c)
{
	book_refused(b, comment);
	put_clip(b, &c);
}

#define CLIP(error, e, b1, n, ...) (struct clip){ error, e, { __VA_ARGS__ }, b1, n }

ORACLE(dpmf_rp_clip)
{
	book_open(b, "dpmf_rp_clip");
	book_group(b, "clipped", "Eqs. (16) and (17).");
	clip_test(b, "Inside", "both inside", CLIP(0.75, 1.5, 2, 3, 0.5, -0.25, 0.1));
	clip_test(b, "ErrorClipped", "above", CLIP(4, 1.5, 2, 2, 0.5, -0.25));
	clip_test(b, "ErrorClipped", "below", CLIP(-1.75, 1.5, 2, 2, -0.5, 0.25));
	clip_test(b, "ProfileClipped", "outside, one sign", CLIP(1, 1.5, 2, 3, 1.5, 0.75, 0.6));
	clip_test(b, "ProfileClipped", "outside, both signs", CLIP(1, 1.5, 0.3, 4, 0.4, -0.1, 0.7, -1.3));
	clip_test(b, "ProfileClipped", "one coordinate", CLIP(0, 1, 3, 1, -7));
	clip_test(b, "ErrorClipped ProfileClipped", "far outside", CLIP(-1e300, 1e-3, 1e-100, 2, 1e150, -3e149));
	clip_test(b, "Boundary", "the error on the bound, the profile half of it", CLIP(1.5, 1.5, 2, 2, 0.5, -0.5));
	clip_test(b, "Boundary", "the error on the lower bound", CLIP(-1.5, 1.5, 2, 2, 0.5, -0.5));
	clip_test(b, "Boundary ErrorClipped", "the error one double above", CLIP(0x1.8000000000001p+0, 1.5, 2, 2, 0.5, -0.5));
	clip_test(b, "Boundary", "l1 is most_profile", CLIP(0, 1.5, 1, 2, 0.5, -0.5));
	clip_test(b, "Boundary", "l1 near most_profile", CLIP(0, 1.5, 1, 3, 0.7, 0.2, 0.1));
	clip_test(b, "Inside", "the profile 0", CLIP(0, 1.5, 1, 2, 0, 0));
	book_group(b, "refused", "What an implementation must refuse.");
	clip_refused(b, "most_error 0", CLIP(1, 0, 1, 1, 0.5));
	clip_refused(b, "most_profile 0", CLIP(1, 1, 0, 1, 0.5));
	clip_refused(b, "most_profile below 0", CLIP(1, 1, -1, 1, 0.5));
	clip_refused(b, "no coordinate", CLIP(1, 1, 1, 0, 0));
	clip_refused(b, "not a number", CLIP(NAN, 1, 1, 1, 0.5));
	clip_refused(b, "infinite", CLIP(1, 1, 1, 1, INFINITY));
}

struct user { /* with V = S'B, and the projection for the gradient */
	struct rp_user_case c;
	double v[RP_MOST], u[RP_K];
	struct rp_projection s;
};

static void put_user(struct book *b, const struct user *x)
{
	book_in_rows(b, "v", x->v, x->c.items, x->c.k);
	book_in_sizes(b, "item", x->c.item, x->c.count);
	book_in_doubles(b, "rating", x->c.rating, x->c.count);
	book_in_double(b, "kappa", x->c.kappa);
	book_in_double(b, "unobserved", x->c.unobserved);
}

static void put_profile(struct book *b, const struct user *x)
{
	put_user(b, x);
	book_in_double(b, "lambda", x->c.lambda);
}

static void profile_test(struct book *b, const char *flags, const char *comment, const struct user *x)
{
	struct ball v[RP_MOST], gram[RP_K * RP_K], matrix[RP_K * RP_K], right[RP_K], u[RP_K];
	const size_t k = x->c.k;

	ball_init(v, RP_MOST);
	ball_init(gram, RP_K * RP_K);
	ball_init(matrix, RP_K * RP_K);
	ball_init(right, RP_K);
	ball_init(u, RP_K);
	ball_set_all(v, x->v, x->c.items * k);
	rp_balls_system(&x->c, v, gram, matrix, right);
	if (!rp_balls_solve(matrix, right, k, u))
		b->failed = true;
	book_test(b, flags, "%s", comment);
	put_profile(b, x);
	book_out(b, "gram", "enclosure", ball_interval_rows(gram, k, k));
	book_out(b, "matrix", "enclosure", ball_interval_rows(matrix, k, k));
	book_out(b, "right", "enclosure", ball_intervals(right, k));
	book_out(b, "u", "enclosure", ball_intervals(u, k));
	for (size_t i = 0; i < 4; i++) {
		static const char *const names[] = { "lambda is left out", "the confidence 1 + kappa is left out", "items without a rating weigh 1", "2 lambda stands for lambda" };
		struct rp_user_case other = x->c;

		other.lambda = i == 0 ? 0 : i == 3 ? 2 * other.lambda : other.lambda;
		other.kappa = i == 1 ? 0 : other.kappa;
		other.unobserved = i == 2 ? 1 : other.unobserved;
		rp_balls_system(&other, v, gram, matrix, right);
		if (!rp_balls_solve(matrix, right, k, u))
			continue;
		book_mistake(b, names[i], "matrix", "enclosure", ball_interval_rows(matrix, k, k));
		book_mistake(b, names[i], "right", "enclosure", ball_intervals(right, k));
		book_mistake(b, names[i], "u", "enclosure", ball_intervals(u, k));
	}
	ball_clear(v, RP_MOST);
	ball_clear(gram, RP_K * RP_K);
	ball_clear(matrix, RP_K * RP_K);
	ball_clear(right, RP_K);
	ball_clear(u, RP_K);
}

static void profile_refused(struct book *b, const char *comment, const struct user *x)
{
	book_refused(b, comment);
	put_profile(b, x);
}

static const struct user base = {
	.c = { .items = 5, .k = 2, .count = 3, .item = { 0, 2, 3 }, .rating = { 5, 3, 1 }, .lambda = 0.1, .kappa = 2, .unobserved = 1,
	       .most_error = 2.5, .most_profile = 1 },
	.v = { 0.6, 0.7, -0.25, 0.5, 0.9, 0.1, 0.3, -0.8, 0.2, 0.4 }, .u = { 0.9, -0.35 },
	.s = { .items = 5, .rows = 3, .row = { 2, 0, 2, 1, 0 }, .sign = { 1, -1, -1, 1, 1 } },
};

static struct user wide(void)
{
	struct user x = base;

	x.c.k = 4;
	x.c.items = 4;
	x.c.count = 2;
	x.c.item[0] = 1;
	x.c.item[1] = 3;
	x.s.items = 4;
	for (size_t i = 0; i < 16; i++)
		x.v[i] = ldexp((double)((i * 37 + 11) % 64), -5) - 0.9;
	x.u[2] = 0.15;
	x.u[3] = -0.6;
	return x;
}

static void profile_cases(struct book *b)
{
	struct user x = base;

	book_group(b, "users", "One user each.");
	profile_test(b, "Ordinary", "three of five items, two factors", &x);
	x.c.unobserved = 0;
	profile_test(b, "ObservedOnly", "items without a rating weigh nothing", &x);
	x.c.unobserved = 0.25;
	x.c.kappa = 0;
	profile_test(b, "Ordinary", "they weigh a quarter, kappa 0", &x);
	x.c.count = 0;
	profile_test(b, "NoRatings", "no ratings: u = 0", &x);
	x = wide();
	profile_test(b, "Ordinary", "four factors", &x);
	x.c.unobserved = 0;
	x.c.lambda = 0x1p-10;
	profile_test(b, "ObservedOnly", "two ratings, four factors, a small lambda", &x);
	x = base;
	x.c.k = 1;
	profile_test(b, "Ordinary", "one factor", &x);
	x = base;
	x.c.kappa = 40;
	x.c.lambda = 100;
	profile_test(b, "Ordinary", "much confidence, much regularization", &x);
}

ORACLE(dpmf_rp_profile)
{
	struct user x = base;

	book_open(b, "dpmf_rp_profile");
	profile_cases(b);
	book_group(b, "refused", "What an implementation must refuse.");
	x.c.lambda = 0;
	profile_refused(b, "lambda 0", &x);
	x = base;
	x.c.kappa = -0.5;
	profile_refused(b, "kappa below 0", &x);
	x = base;
	x.c.unobserved = 1.5;
	profile_refused(b, "unobserved above 1", &x);
	x = base;
	x.c.item[2] = 5;
	profile_refused(b, "there is no item 5", &x);
	x.c.item[2] = 2;
	profile_refused(b, "an item twice", &x);
	x = base;
	x.v[3] = NAN;
	profile_refused(b, "not a number", &x);
}

static void put_gradient(struct book *b, const struct user *x)
{
	put_user(b, x);
	book_in_double(b, "most_error", x->c.most_error);
	book_in_doubles(b, "u", x->u, x->c.k);
	book_in_u64(b, "p", x->s.rows);
	book_in(b, "row", book_i64s(x->s.row, x->s.items));
	book_in(b, "sign", book_i64s(x->s.sign, x->s.items));
}

static void gradient_test(struct book *b, const char *flags, const char *comment, const struct user *x)
{
	struct ball v[RP_MOST], u[RP_K], error[RP_MOST], gradient[RP_MOST];

	ball_init(v, RP_MOST);
	ball_init(u, RP_K);
	ball_init(error, RP_MOST);
	ball_init(gradient, RP_MOST);
	ball_set_all(v, x->v, x->c.items * x->c.k);
	ball_set_all(u, x->u, x->c.k);
	rp_balls_gradient(&x->c, &x->s, v, u, error, gradient);
	book_test(b, flags, "%s", comment);
	put_gradient(b, x);
	book_out(b, "error", "enclosure", ball_intervals(error, x->c.items));
	book_out(b, "gradient", "enclosure", ball_interval_rows(gradient, x->s.rows, x->c.k));
	for (size_t i = 0; i < 4; i++) {
		static const char *const names[] = { "the errors are not clipped", "the confidence 1 + kappa is left out", "items without a rating weigh 1", "the signs are left out" };
		struct rp_user_case other = x->c;
		struct rp_projection flat = x->s;

		other.most_error = i == 0 ? 0x1p500 : other.most_error;
		other.kappa = i == 1 ? 0 : other.kappa;
		other.unobserved = i == 2 ? 1 : other.unobserved;
		for (size_t j = 0; j < flat.items && i == 3; j++)
			flat.sign[j] = 1;
		rp_balls_gradient(&other, &flat, v, u, error, gradient);
		book_mistake(b, names[i], "error", "enclosure", ball_intervals(error, x->c.items));
		book_mistake(b, names[i], "gradient", "enclosure", ball_interval_rows(gradient, x->s.rows, x->c.k));
	}
	ball_clear(v, RP_MOST);
	ball_clear(u, RP_K);
	ball_clear(error, RP_MOST);
	ball_clear(gradient, RP_MOST);
}

static void gradient_refused(struct book *b, const char *comment, const struct user *x)
{
	book_refused(b, comment);
	put_gradient(b, x);
}

static void gradient_cases(struct book *b)
{
	struct user x = base;

	book_group(b, "users", "One user each.");
	gradient_test(b, "Ordinary", "five items in three rows, one error clipped", &x);
	x.c.most_error = 0.3;
	gradient_test(b, "Clipped", "most errors are clipped, either sign", &x);
	x.c.unobserved = 0;
	gradient_test(b, "ObservedOnly", "items without a rating weigh nothing", &x);
	x.c.unobserved = 0.25;
	gradient_test(b, "Clipped", "they weigh a quarter", &x);
	x = base;
	x.c.count = 0;
	gradient_test(b, "NoRatings", "no ratings", &x);
	x.s.row[3] = 0;
	gradient_test(b, "EmptyRow", "no item in row 1", &x);
	x = base;
	x.s.rows = 1;
	for (size_t j = 0; j < x.s.items; j++)
		x.s.row[j] = 0;
	gradient_test(b, "Ordinary", "all in one row", &x);
	x = base;
	x.s.rows = 5;
	for (size_t j = 0; j < x.s.items; j++) {
		x.s.row[j] = (int64_t)j;
		x.s.sign[j] = 1;
	}
	gradient_test(b, "Identity", "no projection", &x);
	x = wide();
	gradient_test(b, "Ordinary", "four factors", &x);
}

ORACLE(dpmf_rp_gradient)
{
	struct user x = base;

	book_open(b, "dpmf_rp_gradient");
	gradient_cases(b);
	book_group(b, "refused", "What an implementation must refuse.");
	x.c.most_error = 0;
	gradient_refused(b, "most_error 0", &x);
	x = base;
	x.s.row[4] = 3;
	gradient_refused(b, "there is no row 3", &x);
	x = base;
	x.s.sign[4] = 2;
	gradient_refused(b, "a sign that is none", &x);
	x = base;
	x.s.rows = 6;
	gradient_refused(b, "more rows than items", &x);
	x = base;
	x.c.item[0] = 4;
	gradient_refused(b, "items that do not ascend", &x);
	x = base;
	x.u[0] = INFINITY;
	gradient_refused(b, "infinite", &x);
}
