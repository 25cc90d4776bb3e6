/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Usage: arb SETTINGS SEED   of each quantity so many random settings; exit 1 where an enclosure does not hold the
   exact value, or where Arb cannot tell. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "account/budget.h"
#include "account/directed.h"
#include "account/discrete_laplace.h"
#include "account/gaussian.h"
#include "account/laplace.h"
#include "account/mixture.h"
#include "balls.h"

/* --- settings --- */

static uint64_t state;

static uint64_t word(void) /* SplitMix64 */
{
	uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* 10^e, e uniform. */
static double between(double least, double most)
{
	return pow(10, least + (most - least) * ((double)(word() >> 11) * 0x1p-53));
}

static struct setting draw(double smallest_delta)
{
	struct setting s = { .x = between(-3, 4), .epsilon = between(-4, 2), .delta = between(smallest_delta, -0.01), .count = 1 + word() % 1000 };

	s.y = s.x * between(-2, 1);
	s.q = 1 + word() % 100000;
	s.p = 1 + word() % (2 * s.q);
	s.steps = 1 + word() % 60;
	return s;
}

/* --- quantities: the enclosure of ref/account, and whether Arb agrees --- */

struct found {
	struct dpmf_enclosure x, y, epsilon, delta, mu, answer;
};

typedef enum verdict quantity(const struct setting *s, struct found *f, struct dpmf_error *error);

static void take(const struct setting *s, struct found *f)
{
	dpmf_enclosure_set(&f->x, s->x);
	dpmf_enclosure_set(&f->y, s->y);
	dpmf_enclosure_set(&f->epsilon, s->epsilon);
	dpmf_enclosure_set(&f->delta, s->delta);
}

static enum verdict gaussian_delta(const struct setting *s, struct found *f, struct dpmf_error *error)
{
	if (dpmf_gaussian_mu(&f->x, &f->y, s->count, &f->mu, error) != DPMF_OK ||
	    dpmf_gaussian_delta(&f->mu, &f->epsilon, &f->answer, error) != DPMF_OK)
		return UNDECIDED;
	return arb_inside(arb_gaussian_delta, s, &f->answer);
}

static enum verdict gaussian_epsilon(const struct setting *s, struct found *f, struct dpmf_error *error)
{
	if (dpmf_gaussian_mu(&f->x, &f->y, s->count, &f->mu, error) != DPMF_OK ||
	    dpmf_gaussian_epsilon(&f->mu, &f->delta, &f->answer, error) != DPMF_OK)
		return UNDECIDED;
	return arb_passes(arb_gaussian_delta, s, &f->answer);
}

static enum verdict laplace_delta(const struct setting *s, struct found *f, struct dpmf_error *error)
{
	if (dpmf_laplace_pure(&f->x, &f->y, &f->mu, error) != DPMF_OK || dpmf_laplace_delta(&f->mu, &f->epsilon, &f->answer, error) != DPMF_OK)
		return UNDECIDED;
	return arb_inside(arb_laplace_delta, s, &f->answer);
}

static enum verdict known_h_delta(const struct setting *s, struct found *f, struct dpmf_error *error)
{
	if (dpmf_mixture_delta(&f->x, &f->y, &f->epsilon, true, &f->answer, error) != DPMF_OK)
		return UNDECIDED;
	return arb_inside(arb_known_h_delta, s, &f->answer);
}

static enum verdict discrete_laplace_delta(const struct setting *s, struct found *f, struct dpmf_error *error)
{
	const struct dpmf_on_steps law = { s->p, s->q, s->steps };

	if (dpmf_discrete_laplace_delta(&law, &f->epsilon, &f->answer, error) != DPMF_OK)
		return UNDECIDED;
	return arb_inside(arb_discrete_laplace_delta, s, &f->answer);
}

static enum verdict sum_of_costs(const struct setting *s, struct found *f, struct dpmf_error *error)
{
	struct dpmf_entry entry[] = {
		{ .statistic = "in doubles", .norm = DPMF_L1, .law = DPMF_LAPLACE, .sensitivity = s->y, .scale = s->x, .touched = s->count, .coordinates = 1, .draw = 1 },
		{ .statistic = "on steps", .norm = DPMF_L1, .law = DPMF_DISCRETE_LAPLACE, .sensitivity = (double)s->steps, .rate_p = s->p, .rate_q = s->q,
		  .touched = 1, .coordinates = 1, .draw = 2 },
	};
	const struct dpmf_record record = { entry, 2, 2 };
	struct dpmf_budget budget;
	enum verdict verdict = UNDECIDED;

	(void)f;
	dpmf_budget_init(&budget);
	if (dpmf_budget_compose(&record, &budget, error) == DPMF_OK && budget.finite && budget.draws == 2)
		verdict = arb_inside(arb_sum_of_costs, s, &budget.epsilon);
	dpmf_budget_clear(&budget);
	return verdict;
}

/* delta (y - x) sqrt(count), as a mechanism in doubles declares its sensitivity */
static enum verdict range_root(const struct setting *given, struct found *f, struct dpmf_error *error)
{
	struct setting s = *given;
	struct dpmf_between found;

	(void)error;
	s.y = s.x + s.y;
	found = dpmf_range_root(s.delta, s.x, s.y, s.count);
	mpfr_set_d(f->answer.lo, found.least, MPFR_RNDD);
	mpfr_set_d(f->answer.hi, found.most, MPFR_RNDU);
	return arb_inside(arb_range_root, &s, &f->answer);
}

static enum verdict quotient_above(const struct setting *s, struct found *f, struct dpmf_error *error)
{
	const double above = dpmf_quotient_above(s->y, s->x);

	(void)error;
	mpfr_set_d(f->answer.lo, nextafter(above, 0), MPFR_RNDD);
	mpfr_set_d(f->answer.hi, above, MPFR_RNDU);
	return arb_inside(arb_quotient, s, &f->answer);
}

static const struct {
	const char *name;
	quantity *check;
	double smallest_delta;
} quantities[] = {
	{ "gaussian, delta", gaussian_delta, -10 }, { "gaussian, epsilon", gaussian_epsilon, -280 }, { "laplace, delta", laplace_delta, -10 },
	{ "mixture with h known, delta", known_h_delta, -10 }, { "discrete laplace, delta", discrete_laplace_delta, -10 },
	{ "a record's budget", sum_of_costs, -10 }, { "sensitivity in doubles", range_root, -10 }, { "quotient in doubles", quotient_above, -10 },
};

/* How many of the settings do not come out; the first of them in full. */
static unsigned long run(size_t which, unsigned long settings, struct found *f)
{
	unsigned long wrong = 0;

	for (unsigned long i = 0; i < settings; i++) {
		const struct setting s = draw(quantities[which].smallest_delta);
		struct dpmf_error error = { "" };
		enum verdict verdict;

		take(&s, f);
		verdict = quantities[which].check(&s, f, &error);
		if (verdict == INSIDE || ++wrong > 1)
			continue;
		printf("%s: %s %s: x %.17g, y %.17g, epsilon %.17g, delta %.17g, count %lu, p %" PRIu64 ", q %" PRIu64 ", steps %" PRIu64 "\n",
		       quantities[which].name, verdict == OUTSIDE ? "outside" : "undecided", error.text, s.x, s.y, s.epsilon, s.delta, s.count, s.p, s.q, s.steps);
		mpfr_printf("  [%.30Rg, %.30Rg]\n", f->answer.lo, f->answer.hi);
	}
	printf("%s: %lu settings, %lu not as Arb has them\n", quantities[which].name, settings, wrong);
	fflush(stdout);
	return wrong;
}

static bool number(const char *text, uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && errno == 0;
}

int main(int count, char **argument)
{
	struct found f;
	struct dpmf_enclosure *part[] = { &f.x, &f.y, &f.epsilon, &f.delta, &f.mu, &f.answer };
	uint64_t settings;
	unsigned long wrong = 0;

	if (count != 3 || !number(argument[1], &settings) || settings == 0 || !number(argument[2], &state)) {
		fprintf(stderr, "usage: arb SETTINGS SEED\n");
		return 2;
	}
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		dpmf_enclosure_init(part[i]);
	for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++)
		wrong += run(i, settings, &f);
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		dpmf_enclosure_clear(part[i]);
	flint_cleanup();
	mpfr_free_cache();
	return wrong > 0;
}
