/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mistake.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "vectors/format/number.h"

struct leaves {
	size_t n;
	double lo[MISTAKE_LEAVES], hi[MISTAKE_LEAVES], got[MISTAKE_LEAVES];
};

/* Every double of both, in the same order; false when the shapes differ, or there are too many. */
static bool flatten(const json_t *expected, const json_t *got, struct leaves *x)
{
	if (json_is_array(expected)) {
		if (!json_is_array(got) || json_array_size(got) != json_array_size(expected))
			return false;
		for (size_t i = 0; i < json_array_size(expected); i++)
			if (!flatten(json_array_get(expected, i), json_array_get(got, i), x))
				return false;
		return true;
	}
	if (x->n == MISTAKE_LEAVES || !number_get_double(got, &x->got[x->n]))
		return false;
	if (json_object_get(expected, "lo") != NULL) {
		if (!number_get_double(json_object_get(expected, "lo"), &x->lo[x->n]) || !number_get_double(json_object_get(expected, "hi"), &x->hi[x->n]))
			return false;
	} else if (!number_get_double(expected, &x->lo[x->n])) {
		return false;
	} else {
		x->hi[x->n] = x->lo[x->n];
	}
	x->n++;
	return true;
}

typedef double (*change)(double x, double with);

static double negated(double x, double with) { (void)with; return -x; }
static double times(double x, double with) { return x * with; }
static double over(double x, double with) { return x / with; }
static double plus(double x, double with) { return x + with; }
static double minus(double x, double with) { return x - with; }
static double squared(double x, double with) { (void)with; return x * x; }
static double root(double x, double with) { (void)with; return sqrt(x); }
static double reciprocal(double x, double with) { (void)with; return 1 / x; }
static double complement(double x, double with) { (void)with; return 1 - x; }
static double absolute(double x, double with) { (void)with; return fabs(x); }
static double single(double x, double with) { (void)with; return (double)(float)x; }
static double whole(double x, double with) { (void)with; return rint(x); }
static double cut(double x, double with) { (void)with; return x > 0 ? x : 0; }
static double logarithm(double x, double with) { (void)with; return log(x); }
static double exponential(double x, double with) { (void)with; return exp(x); }

static bool explains(const struct leaves *x, change f, double with)
{
	bool moved = false;

	for (size_t i = 0; i < x->n; i++) {
		const double a = f(x->lo[i], with), b = f(x->hi[i], with), got = x->got[i];
		const double lo = fmin(a, b), hi = fmax(a, b), room = 8 * 0x1p-52 * fmax(fabs(lo), fabs(hi));

		if (!isfinite(a) || !isfinite(b) || !(lo - room <= got && got <= hi + room))
			return false;
		moved |= !(x->lo[i] <= got && got <= x->hi[i]) && !(lo - room <= x->lo[i] && x->hi[i] <= hi + room);
	}
	return moved;
}

static void alone(const struct leaves *x, struct mistakes *m)
{
	static const struct {
		change f;
		double with;
		const char *name;
	} known[] = {
		{ negated, 0, "the sign is the other one" },
		{ over, 2, "a factor 2 is missing" },
		{ times, 2, "a factor 2 too many" },
		{ over, M_SQRT2, "a factor sqrt(2) is missing" },
		{ times, M_SQRT2, "a factor sqrt(2) too many" },
		{ over, 4, "a factor 4 is missing" },
		{ times, 4, "a factor 4 too many" },
		{ squared, 0, "its square (a variance where a scale is meant)" },
		{ root, 0, "its square root (a scale where a variance is meant)" },
		{ over, M_LN2, "log to base 2 where ln is meant" },
		{ times, M_LN2, "ln where log to base 2 is meant" },
		{ over, M_LN10, "log to base 10 where ln is meant" },
		{ over, 1.5174271293851465, "log to base 10 where ln is meant, under a root" }, /* sqrt(ln 10) */
		{ over, 0.83255461115769776, "log to base 2 where ln is meant, under a root" }, /* sqrt(ln 2) */
		{ times, 0.83255461115769776, "ln where log to base 2 is meant, under a root" },
		{ reciprocal, 0, "its reciprocal" },
		{ complement, 0, "1 minus it" },
		{ absolute, 0, "its absolute value" },
		{ cut, 0, "0 where it is negative" },
		{ single, 0, "it is rounded to single precision" },
		{ whole, 0, "it is rounded to a whole number" },
		{ logarithm, 0, "its logarithm" },
		{ exponential, 0, "its exponential" },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (explains(x, known[i].f, known[i].with))
			mistake_add(m->guessed, known[i].name, "");
}

/* `number` is an input, or how many elements one has. */
static void with_number(const struct leaves *x, const char *name, double number, struct mistakes *m)
{
	const struct {
		change f;
		double with;
		const char *name;
	} known[] = {
		{ over, number, "a factor %s is missing" }, { times, number, "a factor %s too many" },
		{ over, sqrt(number), "a factor sqrt(%s) is missing" }, { times, sqrt(number), "a factor sqrt(%s) too many" },
		{ over, number * number, "the square of %s is missing" }, { times, number * number, "the square of %s too many" },
		{ minus, number, "%s is not added" }, { plus, number, "%s is not subtracted" },
		{ times, number / (number - 1), "%s - 1 stands where %s is meant" },
		{ times, number / (number + 1), "%s + 1 stands where %s is meant" },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (isfinite(known[i].with) && known[i].with != 0 && explains(x, known[i].f, known[i].with))
			mistake_add(m->guessed, known[i].name, name);
}

static void with_input(const struct leaves *x, const char *name, const json_t *value, struct mistakes *m)
{
	char words[96];
	double number;
	uint64_t whole_number;

	if (number_get_u64(value, &whole_number)) {
		if (whole_number > 1)
			with_number(x, name, (double)whole_number, m);
	} else if (number_get_double(value, &number)) {
		if (isfinite(number) && number != 0 && number != 1)
			with_number(x, name, number, m);
	} else if (json_is_array(value) && json_array_size(value) > 1) {
		snprintf(words, sizeof words, "(the length of %s)", name);
		with_number(x, words, (double)json_array_size(value), m);
		snprintf(words, sizeof words, "(the columns of %s)", name);
		if (json_is_array(json_array_get(value, 0)) && json_array_size(json_array_get(value, 0)) > 1)
			with_number(x, words, (double)json_array_size(json_array_get(value, 0)), m);
	}
}

static bool is_sign_of_zero(const struct leaves *x)
{
	for (size_t i = 0; i < x->n; i++)
		if (!(x->lo[i] == x->got[i] && x->hi[i] == x->got[i]))
			return false;
	return x->n > 0;
}

static bool is_rounding(const struct leaves *x)
{
	for (size_t i = 0; i < x->n; i++)
		if (!(x->lo[i] <= x->got[i] && x->got[i] <= x->hi[i]) && number_ulps(x->lo[i], x->got[i]) > 16 && number_ulps(x->hi[i], x->got[i]) > 16)
			return false;
	return x->n > 0;
}

static bool is_reversed(const struct leaves *x)
{
	for (size_t i = 0; i < x->n; i++)
		if (!(x->lo[i] <= x->got[x->n - 1 - i] && x->got[x->n - 1 - i] <= x->hi[i]))
			return false;
	return x->n > 1;
}

/* Whether the answer is what is expected of another output, or an input as it came. */
static bool stands_for(const json_t *expected, const json_t *got)
{
	struct leaves x = { .n = 0 };
	bool all = flatten(expected, got, &x) && x.n > 0;

	for (size_t i = 0; i < x.n; i++)
		all = all && x.lo[i] <= x.got[i] && x.got[i] <= x.hi[i];
	return all;
}

static void another(const json_t *test, const json_t *expected, const json_t *got, struct mistakes *m)
{
	json_t *inputs = json_object_get(test, "inputs"), *outputs = json_object_get(test, "outputs"), *one;
	const char *name;

	json_object_foreach(inputs, name, one)
		if (stands_for(one, got))
			mistake_add(m->guessed, "the input %s comes back as it was", name);
	json_object_foreach(outputs, name, one)
		if (one != expected && stands_for(json_object_get(one, "value"), got))
			mistake_add(m->guessed, "the output %s stands in its place", name);
}

void mistake_real(const json_t *test, const json_t *expected, const json_t *got, struct mistakes *m)
{
	struct leaves x = { .n = 0 };
	const char *name;
	json_t *value;

	another(test, expected, got, m);
	if (!flatten(json_object_get(expected, "value"), got, &x) || x.n == 0)
		return;
	if (is_sign_of_zero(&x))
		mistake_add(m->plain, "the sign of a zero", "");
	else if (is_rounding(&x))
		mistake_add(m->plain, "rounding: at most 16 units in the last place off (another order of a sum, fused multiply-add, another library's "
		            "functions)", "");
	if (is_reversed(&x))
		mistake_add(m->guessed, "the list stands in reverse order", "");
	alone(&x, m);
	json_object_foreach(json_object_get(test, "inputs"), name, value)
		with_input(&x, name, value, m);
}
