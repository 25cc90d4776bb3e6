/* SPDX-License-Identifier: 0BSD */
/* dpimf: sensitivities, importance weights, and one item's loss from its coefficients to the minimiser. */
#include <math.h>
#include <string.h>

#include "algorithms.h"

enum { SENSES = 5 };

static void senses_from(double l1, double squares, double keep, double sense[SENSES])
{
	sense[0] = 2 * l1 + l1 * l1 + 1;
	sense[1] = 2 * l1;
	sense[2] = keep * l1 * l1;
	sense[3] = keep * (l1 * l1 + squares) / 2;
	sense[4] = keep;
}

static void senses_of(const double *p, size_t d, double keep, double sense[SENSES])
{
	double l1 = 0;

	for (size_t l = 0; l < d; l++)
		l1 += fabs(p[l]);
	senses_from(l1, dot(p, p, d), keep, sense);
}

static void largest(const double *p, size_t users, size_t d, double keep, double sense[SENSES])
{
	double one[SENSES];

	for (size_t u = 0; u < users; u++) {
		senses_of(p + u * d, d, keep, one);
		for (size_t s = 0; s < SENSES; s++)
			sense[s] = u == 0 ? one[s] : fmax(sense[s], one[s]);
	}
}

RUN(dpimf_sensitivity)
{
	static const char *const names[] = { "loss", "first", "full", "triu" };
	size_t users;
	const struct list p = in_rows(t, "p", &users);
	const double alpha0 = in_double(t, "alpha0"), bound = in_double(t, "bound"), keep = 1 - alpha0;
	double sense[SENSES], each[4][MOST];

	t->refused = users == 0 || p.n == 0 || !finite_all(p.x, p.n) || !(alpha0 >= 0 && alpha0 <= 1) || !(bound > 0) || isinf(bound);
	if (t->malformed || t->refused)
		return;
	const size_t d = p.n / users;
	for (size_t u = 0; u < users; u++) {
		senses_of(p.x + u * d, d, keep, sense);
		for (size_t s = 0; s < 4; s++)
			each[s][u] = sense[s];
	}
	for (size_t s = 0; s < 4; s++)
		out_list(t, names[s], each[s], users);
	largest(p.x, users, d, keep, sense);
	out_list(t, "delta", sense, SENSES);
	senses_from(bound * sqrt((double)d), bound * bound, keep, sense);
	out_list(t, "bounds", sense, SENSES);
}

struct item {
	const char *scheme;
	bool str, sym;
	size_t users, d, count, draws;
	int64_t user[MOST];
	struct list p, w, beta;
	double alpha0, lambda, epsilon, bound, keep, draw[2 * MOST], scale[3];
};

/* false: the tape has another length than what is drawn. */
static bool take_draws(struct test *t, struct item *c)
{
	unsigned char bytes[16 * MOST];
	const size_t n = in_bytes(t, "tape", bytes, sizeof bytes), second = c->sym ? c->d * (c->d + 1) / 2 : c->d * c->d;

	c->draws = c->d + (c->keep > 0 ? second + 1 : 0);
	if (n != 8 * c->draws)
		return false;
	for (size_t i = 0; i < c->draws; i++) {
		uint64_t k = 0;

		for (size_t j = 8; j-- > 0;)
			k = k << 8 | bytes[8 * i + j];
		const double u = ((double)(k >> 12) + 0.5) / 4503599627370496.0;
		c->draw[i] = u < 0.5 ? log(2 * u) : -log(2 * (1 - u));
	}
	return true;
}

static void read_item(struct test *t, struct item *c)
{
	memset(c, 0, sizeof *c);
	c->scheme = json_text(json_member(t->inputs, "scheme"));
	c->str = strcmp(c->scheme, "str") == 0;
	c->sym = strcmp(c->scheme, "sym") == 0;
	c->p = in_rows(t, "p", &c->users);
	c->count = in_i64s(t, "user", c->user);
	c->w = in_list(t, "w");
	c->beta = in_list(t, "beta");
	c->alpha0 = in_double(t, "alpha0");
	c->lambda = in_double(t, "lambda");
	c->epsilon = in_double(t, "epsilon");
	c->bound = in_double(t, "bound");
	c->d = c->users == 0 ? 0 : c->p.n / c->users;
	c->keep = c->str ? 1 : 1 - c->alpha0;
	t->malformed |= c->w.n != c->count || c->beta.n != 3 || c->d * c->d > MOST;
}

static bool users_allowed(const struct item *c)
{
	for (size_t a = 0; a < c->count; a++) {
		if (c->user[a] < 0 || (size_t)c->user[a] >= c->users || !(c->w.x[a] >= 1))
			return false;
		for (size_t b = 0; b < a; b++)
			if (c->user[a] == c->user[b])
				return false;
	}
	for (size_t u = 0; u < c->users && c->bound > 0; u++)
		if (norm(c->p.x + u * c->d, c->d) > c->bound * (1 + 0x1p-40))
			return false;
	return true;
}

static bool allowed(const struct item *c)
{
	const double number[] = { c->lambda, c->epsilon, c->bound };

	return (c->str || c->sym || strcmp(c->scheme, "com") == 0) && c->d > 0 && users_allowed(c) && finite_all(number, 3) &&
	       finite_all(c->p.x, c->p.n) && finite_all(c->w.x, c->w.n) && finite_all(c->beta.x, 3) && c->alpha0 >= 0 && c->alpha0 <= 1 &&
	       c->lambda > 0 && c->epsilon > 0 && c->bound >= 0 && c->beta.x[0] > 0 && c->beta.x[1] > 0 && c->beta.x[2] > 0;
}

static void calibrate(struct test *t, struct item *c)
{
	double sense[SENSES], delta[3];

	if (c->bound > 0)
		senses_from(c->bound * sqrt((double)c->d), c->bound * c->bound, 1 - c->alpha0, sense);
	else
		largest(c->p.x, c->users, c->d, 1 - c->alpha0, sense);
	delta[0] = sense[c->str ? 0 : 1];
	delta[1] = sense[c->str ? 0 : c->sym ? 3 : 2];
	delta[2] = sense[c->str ? 0 : 4];
	for (size_t k = 0; k < 3; k++)
		c->scale[k] = delta[k] / (c->str || c->keep == 0 ? c->epsilon : c->epsilon * c->beta.x[k]);
	out_list(t, "delta", delta, 3);
	out_list(t, "scale", c->scale, 3);
}

/* sum + w p p' */
static void add_outer(const double *p, size_t d, double w, double *sum)
{
	for (size_t i = 0; i < d * d; i++)
		sum[i] += w * p[i / d] * p[i % d];
}

static void coefficients(struct test *t, const struct item *c, double *first, double *second)
{
	const size_t d = c->d;
	double all[MOST] = { 0 }, item[MOST] = { 0 };

	for (size_t u = 0; u < c->users; u++)
		add_outer(c->p.x + u * d, d, 1, all);
	for (size_t a = 0; a < c->count; a++) {
		const double *p = c->p.x + (size_t)c->user[a] * d;

		add_outer(p, d, c->w.x[a], item);
		for (size_t l = 0; l < d; l++)
			first[l] += 2 * c->w.x[a] * p[l];
	}
	for (size_t i = 0; i < d * d; i++)
		second[i] = c->keep * item[i] + c->alpha0 * all[i] +
		            (i % (d + 1) == 0 ? c->lambda * (c->keep * (double)c->count + c->alpha0 * (double)c->users) : 0);
	out_rows(t, "g_all", all, d, d);
	out_rows(t, "g_item", item, d, d);
	out_list(t, "a_1", first, d);
	out_rows(t, "a_2", second, d, d);
}

static double noise_at(const struct item *c, size_t j, size_t l)
{
	if (c->keep == 0)
		return 0;
	if (!c->sym)
		return c->scale[1] * c->draw[c->d + j * c->d + l];
	return j > l ? noise_at(c, l, j) : c->scale[1] * c->draw[c->d + j * c->d - j * (j + 1) / 2 + l];
}

static void perturb(struct test *t, const struct item *c, double *first, double *second)
{
	const size_t d = c->d;
	double noise[MOST];

	for (size_t l = 0; l < d; l++)
		first[l] += c->scale[0] * c->draw[l];
	for (size_t i = 0; i < d * d; i++) {
		noise[i] = noise_at(c, i / d, i % d);
		second[i] += noise[i];
		if (i % (d + 1) == 0 && c->keep > 0)
			second[i] += c->lambda * c->scale[2] * c->draw[c->draws - 1];
	}
	out_list(t, "draw", c->draw, c->draws);
	out_rows(t, "noise", noise, d, d);
	out_list(t, "noisy_1", first, d);
	out_rows(t, "noisy_2", second, d, d);
}

RUN(dpimf_coefficients)
{
	struct item c;
	double first[MOST] = { 0 }, second[MOST] = { 0 }, q[MOST];

	read_item(t, &c);
	t->refused = t->malformed || !allowed(&c) || !take_draws(t, &c);
	if (t->malformed || t->refused)
		return;
	calibrate(t, &c);
	coefficients(t, &c, first, second);
	perturb(t, &c, first, second);
	minimise_over_ball(second, first, c.d, sqrt(1 / c.lambda), q);
	if (json_member(t->outputs, "q") != NULL)
		out_list(t, "q", q, c.d);
}

/* The largest w from `lo` on with (e^(a w) - 1 + more) / w <= e^target - 1. */
static double last_allowed(double a, double target, double more, double lo)
{
	const double most = expm1(target);
	double hi = 2 * lo;

	while ((expm1(a * hi) + more) / hi <= most)
		hi *= 2;
	for (int i = 0; i < 2200; i++) {
		const double middle = lo + (hi - lo) / 2;

		if ((expm1(a * middle) + more) / middle <= most)
			lo = middle;
		else
			hi = middle;
	}
	return lo;
}

static double loss_at(double a, double w)
{
	return log1p(expm1(a * w) / w);
}

RUN(dpimf_weights)
{
	const double a = in_double(t, "a"), target = in_double(t, "target");

	t->refused = !(a > 0) || !(a <= target) || !(target <= 100);
	if (t->malformed || t->refused)
		return;
	const double weight = last_allowed(a, target, 0, 1);
	out_double(t, "weight", weight);
	out_double(t, "loss", loss_at(a, weight));
	if (json_member(t->outputs, "printed") == NULL)
		return;
	const double printed = last_allowed(a, target, 1, fmax(1, 1 / a));
	out_double(t, "printed", printed);
	out_double(t, "printed_loss", loss_at(a, printed));
}
