/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact test has the error that it states, and sees each kind of mistake; what doubles give away is counted right. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "audit/sampler/doubles.h"
#include "audit/sampler/events.h"
#include "noise/exact.h"
#include "noise/textbook.h"
#include "tests/scale.h"

static void open_stream(struct dpmf_stream *s, uint64_t seed)
{
	struct dpmf_key key;

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(seed, &key);
	dpmf_stream_open(s, &key, 0, 0, 0);
}

typedef double draw(struct dpmf_stream *s);

/* In answers of 100 draws. */
static struct sampler_fit fit_of(const struct masses *law, draw *next, struct dpmf_stream *s, uint64_t draws)
{
	struct sampler_events *events = NULL;
	struct sampler_fit fit;
	double x[100];

	assert_int_equal(sampler_events_open(law, draws, &events, NULL), DPMF_OK);
	for (uint64_t left = draws; left > 0; left -= 100) {
		for (int i = 0; i < 100; i++)
			x[i] = next(s);
		sampler_events_take(events, x, 100);
	}
	sampler_events_end(events, &fit);
	sampler_events_close(events);
	assert_int_equal(fit.draws, draws);
	return fit;
}

static const struct masses whole = { .law = MASSES_DISCRETE_LAPLACE, .scale = 1, .p = 1, .q = 40 }, coin = { .law = MASSES_BERNOULLI, .p = 3, .q = 7 },
	bell = { .law = MASSES_NORMAL, .scale = 1 };

static double sound(struct dpmf_stream *s)
{
	return (double)dpmf_discrete_laplace(s, 1, 40);
}

static double sound_coin(struct dpmf_stream *s)
{
	return dpmf_bernoulli(s, 3, 7);
}

/* Were the tails not rounded the safe way, or events forgotten, p would be small too often. */
static void p_is_small_as_rarely_as_it_says(void **state)
{
	const struct {
		const struct masses *law;
		draw *next;
	} laws[] = { { &whole, sound }, { &coin, sound_coin }, { &bell, dpmf_normal } };
	const unsigned times = SCALED(50, 4);
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 31);
	for (size_t l = 0; l < 3; l++) {
		unsigned small = 0;

		for (unsigned i = 0; i < times; i++)
			small += fit_of(laws[l].law, laws[l].next, &s, 2000).p <= 0.2;
		assert_true(small <= times / 5 + 2 * sqrt(times)); /* five standard deviations */
	}
}

static double twice_the_same(struct dpmf_stream *s)
{
	static double last;
	static int again;

	again = !again;
	if (again)
		last = sound(s);
	return last;
}

static double never_odd(struct dpmf_stream *s)
{
	return 2 * floor(sound(s) / 2 + (double)(dpmf_stream_word(s) >> 63) / 2);
}

static double three_in_ten_thousand_are_halves(struct dpmf_stream *s)
{
	return sound(s) + (dpmf_bernoulli(s, 3, 10000) ? 0.5 : 0);
}

static double lightly_biased(struct dpmf_stream *s)
{
	const double x = sound(s);

	return dpmf_bernoulli(s, 1, 20) ? fabs(x) : x;
}

static double cut_off(struct dpmf_stream *s)
{
	double x = sound(s);

	while (fabs(x) > 300)
		x = sound(s);
	return x;
}

static double too_narrow(struct dpmf_stream *s)
{
	return (double)dpmf_discrete_laplace(s, 1, 39);
}

static void each_mistake_is_seen(void **state)
{
	const struct {
		draw *next;
		int kind; /* of the event, -1: any */
	} twins[] = { { twice_the_same, -1 }, { never_odd, SAMPLER_BIT }, { three_in_ten_thousand_are_halves, SAMPLER_IMPOSSIBLE },
	              { lightly_biased, SAMPLER_UPTO }, { cut_off, -1 }, { too_narrow, SAMPLER_TAILS } };
	struct dpmf_stream s;

	(void)state;
	open_stream(&s, 32);
	assert_true(fit_of(&whole, sound, &s, 200000).p > SAMPLER_LEVEL);
	for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
		const struct sampler_fit fit = fit_of(&whole, twins[i].next, &s, 200000);

		if (fit.p > SAMPLER_LEVEL || (twins[i].kind >= 0 && (int)fit.worst.kind != twins[i].kind))
			fail_msg("twin %zu: p %g, event %d", i, fit.p, (int)fit.worst.kind);
	}
}

static double few_bits(struct dpmf_stream *s)
{
	return -log(1 - (double)(dpmf_stream_word(s) >> 48) * 0x1p-16);
}

static double many_bits(struct dpmf_stream *s)
{
	return -log(((double)(dpmf_stream_word(s) >> 12) + 0.5) * 0x1p-52);
}

static double on_a_grid(struct dpmf_stream *s)
{
	return round(0x1p20 * dpmf_exponential(s)) * 0x1p-20;
}

static double single(struct dpmf_stream *s)
{
	return (double)(float)dpmf_exponential(s);
}

/* All 53 bits at every size. */
static double fine(struct dpmf_stream *s)
{
	return (dpmf_exponential(s) + 0x1p-60 * dpmf_exponential(s)) * (1 + 0x1p-40 * dpmf_uniform(s));
}

static struct doubles look(draw *next, const struct masses *law)
{
	enum { DRAWS = 60000 };
	static double x[DRAWS];
	struct doubles found;
	struct dpmf_stream s;

	open_stream(&s, 33);
	for (size_t i = 0; i < DRAWS; i++)
		x[i] = next(&s);
	x[5] = -0.0;
	x[6] = 0;
	assert_int_equal(doubles_look(law, x, DRAWS, &found, NULL), DPMF_OK);
	assert_int_equal(found.looked, DRAWS);
	assert_int_equal(found.negative_zeros, 1);
	return found;
}

/* Three values, all of them far out. */
static double far_out(struct dpmf_stream *s)
{
	return 1e9 + (double)dpmf_uniform_below(s, 3);
}

static double box_muller(struct dpmf_stream *s)
{
	static double next;
	static int waits;

	waits = !waits;
	if (!waits)
		return next;
	const double radius = sqrt(-2 * log(1 - (double)(dpmf_stream_word(s) >> 11) * 0x1p-53)), angle = 6.283185307179586 * dpmf_uniform(s);

	next = radius * sin(angle);
	return radius * cos(angle);
}

static void doubles_give_away_what_they_are_made_of(void **state)
{
	const struct masses law = { .law = MASSES_EXPONENTIAL, .scale = 1 };
	struct doubles d;

	(void)state;
	d = look(few_bits, &law);
	assert_true(d.alone.denominator == 0x1p16 && d.repeats > 20000 && d.repeats < 35000);
	assert_true(d.zeros > 1);
	d = look(many_bits, &law);
	assert_true(d.alone.denominator == 0x1p53 && d.repeats == 0 && d.zeros == 2 && !d.lattice);
	d = look(on_a_grid, &law);
	assert_true(d.lattice && d.exponent == -20);
	d = look(single, &law);
	assert_true(d.single);
	d = look(fine, &law);
	assert_true(d.alone.denominator == 0 && !d.lattice && !d.single && d.repeats == 0 && d.most_chance > 1e-4);
	d = look(far_out, &bell);
	assert_true(d.alone.denominator == 0 && d.pairs.denominator == 0 && d.most_chance == 1);
	d = look(box_muller, &bell);
	assert_true(d.alone.denominator == 0 && d.pairs.denominator == 0x1p53);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(p_is_small_as_rarely_as_it_says),
		cmocka_unit_test(each_mistake_is_seen),
		cmocka_unit_test(doubles_give_away_what_they_are_made_of),
	};

	return cmocka_run_group_tests_name("sampler", tests, NULL, NULL);
}
