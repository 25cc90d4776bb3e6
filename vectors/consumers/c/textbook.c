/* SPDX-License-Identifier: 0BSD */
/* The textbook samplers, written from the notes of their vector files. */
#include <math.h>
#include <string.h>

#include "algorithms.h"

enum { WORDS = 16 };

struct tape {
	unsigned char bytes[8 * WORDS];
	size_t words, at;
	double uniform[WORDS];
};

static double uniform(struct test *t, struct tape *s)
{
	uint64_t k = 0;

	if (s->at == s->words) {
		wrong(t, "tape", "too short");
		return 0.5;
	}
	for (size_t i = 8; i-- > 0;)
		k = k << 8 | s->bytes[8 * s->at + i];
	return s->uniform[s->at++] = ((double)(k >> 12) + 0.5) / 4503599627370496.0;
}

static double exponential(struct test *t, struct tape *s)
{
	return -log(uniform(t, s));
}

static double normal(struct test *t, struct tape *s)
{
	const double size = sqrt(-2 * log(uniform(t, s)));

	return size * cos(6.283185307179586 * uniform(t, s));
}

static double laplace(struct test *t, struct tape *s, double scale)
{
	const double u = uniform(t, s);

	return u < 0.5 ? scale * log(2 * u) : -scale * log(2 * (1 - u));
}

static double mixture(struct test *t, struct tape *s, double scale)
{
	const double h = exponential(t, s), c = normal(t, s);

	out_double(t, "h", h);
	out_double(t, "c", c);
	return scale * sqrt(2 * h) * c;
}

static void textbook(const char *law, struct test *t)
{
	struct tape s = { .at = 0 };
	const bool scaled = strcmp(law, "laplace") == 0 || strcmp(law, "mixture") == 0;
	const double scale = scaled ? in_double(t, "scale") : 1;
	double value;

	s.words = in_bytes(t, "tape", s.bytes, sizeof s.bytes) / 8;
	if (t->malformed)
		return;
	t->refused = !(scale > 0) || isinf(scale);
	if (t->refused)
		return;
	if (strcmp(law, "uniform") == 0)
		value = uniform(t, &s);
	else if (strcmp(law, "exponential") == 0)
		value = exponential(t, &s);
	else if (strcmp(law, "normal") == 0)
		value = normal(t, &s);
	else if (strcmp(law, "laplace") == 0)
		value = laplace(t, &s, scale);
	else
		value = mixture(t, &s, scale);
	out_double(t, "value", value);
	out_u64(t, "words", s.at);
	out_list(t, "uniform", s.uniform, s.at);
}

#define TEXTBOOK(law) RUN(textbook_##law) { textbook(#law, t); }

TEXTBOOK(uniform)
TEXTBOOK(exponential)
TEXTBOOK(normal)
TEXTBOOK(laplace)
TEXTBOOK(mixture)
