/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "dpmf_rp_draws.h"
#include "vectors/format/number.h"
#include "oracle.h"

static void put_chance(struct book *b, double x, double c, bool cut, int64_t theta_steps)
{
	book_in_double(b, "x", x);
	book_in_double(b, "c", c);
	book_in_u64(b, "cut", cut);
	book_in_i64(b, "theta_steps", theta_steps);
}

static void chance_test(struct book *b, const char *flags, const char *comment, double x, double c, bool cut, int64_t theta_steps)
{
	const int64_t steps = rp_draws_cut(rp_draws_steps(x, c), cut);

	book_test(b, flags, "%s", comment);
	put_chance(b, x, c, cut, theta_steps);
	book_out(b, "steps", "exact", number_i64(steps));
	book_out(b, "chance", "exact", number_i64(rp_draws_chance(rp_draws_within(steps, theta_steps), theta_steps)));
	book_mistake(b, "a factor 2 too many beside one half", "chance", "exact", number_i64(2 * rp_draws_chance(steps, theta_steps) - (INT64_C(1) << 39)));
	book_mistake(b, "theta_steps is left out", "chance", "exact", number_i64((INT64_C(1) << 39) + steps));
	book_mistake(b, "one half is not added", "chance", "exact", number_i64(rp_draws_chance(steps, theta_steps) - (INT64_C(1) << 39)));
}

static void chance_refused(struct book *b, const char *comment, double x, double c, int64_t theta_steps)
{
	book_refused(b, comment);
	put_chance(b, x, c, true, theta_steps);
}

static void chance_cases(struct book *b)
{
	book_group(b, "inside", "|x| <= c.");
	chance_test(b, "Ordinary", "theta = 1/4", 0.3, 1, true, 16384);
	chance_test(b, "Ordinary", "theta = 1/4, below 0", -0.7, 1.1, true, 16384);
	chance_test(b, "Ordinary", "a small theta", 0.123, 2.75, true, 37);
	chance_test(b, "Ordinary", "not cut, but inside", -1.9, 2.75, false, 1311);
	chance_test(b, "Ordinary", "x = 0: one half", 0, 3, true, 16384);
	chance_test(b, "Ordinary", "theta = 0: one half", 1, 3, true, 0);
	chance_test(b, "Ordinary", "so small that it is 0 steps", 1e-9, 1, true, 16384);
	book_group(b, "edges", "x = c, and ties between two steps.");
	chance_test(b, "Boundary", "x = c: 3/4", 1.7, 1.7, true, 16384);
	chance_test(b, "Boundary", "x = -c: 1/4", -1.7, 1.7, false, 16384);
	chance_test(b, "Tie", "half a step: away from 0", 0x1p-25, 1, true, 16384);
	chance_test(b, "Tie", "half a step below 0", -0x1p-25, 1, true, 16384);
	chance_test(b, "Tie", "2.5 steps: 3", 0x1.4p-23, 1, false, 16384);
	chance_test(b, "Tie", "-2.5 steps of c = 1/4: -3", -0x1.4p-25, 0.25, false, 16384);
	chance_test(b, "Boundary", "one double below half a step", 0x1.fffffffffffffp-26, 1, true, 16384);
	book_group(b, "beyond", "|x| > c.");
	chance_test(b, "Cut", "above", 1.8, 1.7, true, 16384);
	chance_test(b, "Cut", "far below", -1e9, 1.7, true, 9999);
	chance_test(b, "Beyond", "not cut: above 3/4", 1.8, 1.7, false, 16384);
	chance_test(b, "Beyond", "not cut: just above 0", -3.39, 1.7, false, 16384);
	chance_test(b, "Beyond Boundary", "not cut: 2 c, a chance of 1", 3.5, 1.75, false, 16384);
	chance_test(b, "Beyond Boundary", "not cut: -2 c, a chance of 0", -3.5, 1.75, false, 16384);
	chance_test(b, "Beyond", "theta = 1/8, 3.9 c", 3.9, 1, false, 8192);
}

ORACLE(dpmf_rp_chance)
{
	book_open(b, "dpmf_rp_chance");
	chance_cases(b);
	book_group(b, "refused", "What an implementation must refuse.");
	chance_refused(b, "c = 0", 1, 0, 16384);
	chance_refused(b, "c below 0", 1, -1, 16384);
	chance_refused(b, "theta above 1/4", 0.5, 1, 16385);
	chance_refused(b, "theta below 0", 0.5, 1, -1);
	chance_refused(b, "not a number", NAN, 1, 16384);
	book_refused(b, "not cut, beyond 2 c: no chance");
	put_chance(b, 3.6, 1.75, false, 16384);
	book_group(b, "rounded", "x / c is rounded before it is cut into steps: its exact value lies on the other side of the tie.");
	chance_test(b, "Tie", "x / c rounds up to 4.5 steps: 5", 0x1.e999999999999p-22, 1.7, true, 16384);
	chance_test(b, "Tie", "x / c rounds down to -4.5 steps: -5", -0x1.a199999999999p-21, 2.9, false, 16384);
}

LATER(dpmf_rp_chance)
{
	chance_test(b, "Beyond", "theta = 0, not cut: between 2^39 and 2^40 steps", 0x1.8p15, 1, false, 0);
	chance_test(b, "Beyond Boundary", "theta = 0, not cut: -2^40 steps", -0x1p16, 1, false, 0);
	chance_test(b, "Beyond", "theta = 0, not cut: more than 2^40 steps, 2^40 are kept", 0x1p17, 1, false, 0);
}

struct estimation {
	double most_error, kappa, most_profile, bound;
	uint64_t rows, users, quanta;
	int64_t theta_steps, sum[4];
};

static void put_estimation(struct book *b, const struct estimation *e)
{
	book_in_double(b, "most_error", e->most_error);
	book_in_double(b, "kappa", e->kappa);
	book_in_double(b, "most_profile", e->most_profile);
	book_in_double(b, "bound", e->bound);
	book_in_u64(b, "rows", e->rows);
	book_in_u64(b, "users", e->users);
	book_in_u64(b, "quanta", e->quanta);
	book_in_i64(b, "theta_steps", e->theta_steps);
	book_in(b, "sum", book_i64s(e->sum, 4));
}

static size_t padded(size_t rows)
{
	size_t most = 1;

	while (most < rows)
		most *= 2;
	return most;
}

static void estimate_test(struct book *b, const char *flags, const char *comment, const struct estimation *e)
{
	struct ball delta, user, server, c, z[2][4];

	ball_init(&delta, 1);
	ball_init(&user, 1);
	ball_init(&server, 1);
	ball_init(&c, 1);
	rp_balls_delta(&delta, e->most_error, e->kappa, e->most_profile);
	rp_balls_over_root(&user, &delta, e->rows);
	rp_balls_over_root(&server, &delta, padded(e->rows));
	if (e->bound > 0)
		ball_set(&c, e->bound);
	else
		ball_copy(&c, &server);
	for (int i = 0; i < 2; i++) {
		ball_init(z[i], 4);
		for (size_t l = 0; l < 4; l++)
			rp_balls_estimate(&z[i][l], e->sum[l], e->users, e->quanta, ldexp((double)e->theta_steps, -16), i == 0 ? &server : &c);
	}
	book_test(b, flags, "%s", comment);
	put_estimation(b, e);
	book_out(b, "delta", "enclosure", ball_interval(&delta));
	book_out(b, "c_user", "enclosure", ball_interval(&user));
	book_out(b, "c_server", "enclosure", ball_interval(&server));
	book_out(b, "c", "enclosure", ball_interval(&c));
	book_out(b, "published", "enclosure", ball_intervals(z[0], 4));
	book_out(b, "corrected", "enclosure", ball_intervals(z[1], 4));
	for (int i = 0; i < 2; i++) {
		for (size_t l = 0; l < 4; l++)
			rp_balls_estimate(&z[i][l], e->sum[l], 0, e->quanta, ldexp((double)e->theta_steps, -16), i == 0 ? &server : &c);
		book_mistake(b, "users quanta / 2 is not subtracted", i == 0 ? "published" : "corrected", "enclosure", ball_intervals(z[i], 4));
	}
	for (int i = 0; i < 2; i++)
		ball_clear(z[i], 4);
	ball_clear(&delta, 1);
	ball_clear(&user, 1);
	ball_clear(&server, 1);
	ball_clear(&c, 1);
}

static void estimate_refused(struct book *b, const char *comment, const struct estimation *e)
{
	book_refused(b, comment);
	put_estimation(b, e);
}

static const struct estimation base = {
	.most_error = 2.5, .kappa = 1.5, .most_profile = 0.9, .rows = 12, .users = 10, .quanta = 4, .theta_steps = 5000, .sum = { 0, 17, 20, 40 },
};

static void estimate_cases(struct book *b)
{
	struct estimation e = base;

	book_group(b, "sums", "Four sums each.");
	estimate_test(b, "Ordinary", "p = 12, p' = 16", &e);
	e.bound = 0.75;
	estimate_test(b, "Bound", "a bound of one's own", &e);
	e = base;
	e.rows = 16;
	estimate_test(b, "PowerOfTwo", "p = 16: the published constants agree", &e);
	e.rows = 100;
	e.quanta = 1;
	e.users = 33;
	e.theta_steps = 16384;
	e.sum[3] = 33;
	estimate_test(b, "Ordinary", "p = 100, an odd number of trials, theta = 1/4", &e);
	e.rows = 1;
	e.theta_steps = 1;
	e.sum[2] = 16;
	e.sum[1] = 15;
	estimate_test(b, "PowerOfTwo", "p = 1, the least theta", &e);
	e = base;
	e.users = 94;
	e.quanta = UINT64_C(1) << 20;
	e.rows = 700;
	e.sum[1] = 49283072;
	e.sum[2] = 49999999;
	e.sum[3] = 98566144;
	estimate_test(b, "Ordinary", "many trials", &e);
}

ORACLE(dpmf_rp_estimate)
{
	struct estimation e = base;

	book_open(b, "dpmf_rp_estimate");
	estimate_cases(b);
	book_group(b, "refused", "What an implementation must refuse.");
	e.sum[3] = 41;
	estimate_refused(b, "more successes than trials", &e);
	e = base;
	e.theta_steps = 0;
	estimate_refused(b, "theta 0", &e);
	e = base;
	e.quanta = 0;
	estimate_refused(b, "quanta 0", &e);
	e = base;
	e.rows = 0;
	estimate_refused(b, "no rows", &e);
	e = base;
	e.bound = -1;
	estimate_refused(b, "bound below 0", &e);
	e = base;
	e.kappa = NAN;
	estimate_refused(b, "kappa is no number", &e);
	e = base;
	e.quanta = (1 << 20) + 1;
	estimate_refused(b, "quanta above 2^20", &e);
	e = base;
	e.theta_steps = 16385;
	estimate_refused(b, "theta above 1/4", &e);
	e = base;
	e.most_profile = 0;
	estimate_refused(b, "no profile but 0", &e);
}
