/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "check.h"
#include "inputs.h"
#include "noise/textbook.h"
#include "vectors/format/number.h"

enum law { UNIFORM, EXPONENTIAL, NORMAL, LAPLACE, MIXTURE };

static double draw(enum law law, struct dpmf_stream *s, double scale)
{
	switch (law) {
	case UNIFORM:
		return dpmf_uniform(s);
	case EXPONENTIAL:
		return dpmf_exponential(s);
	case NORMAL:
		return dpmf_normal(s);
	case LAPLACE:
		return dpmf_laplace(s, scale);
	case MIXTURE:
		return dpmf_mixture(s, scale);
	}
	return NAN;
}

static int intermediates(enum law law, const struct tape_bytes *tape, uint64_t words, json_t *got)
{
	struct dpmf_stream s;
	double u[4];
	int failed = 0;

	dpmf_stream_tape(&s, tape->bytes, tape->length);
	for (uint64_t i = 0; i < words && i < 4; i++)
		u[i] = dpmf_uniform(&s);
	failed |= json_object_set_new(got, "uniform", book_doubles(u, words));
	if (law == MIXTURE) {
		dpmf_stream_tape(&s, tape->bytes, tape->length);
		failed |= json_object_set_new(got, "h", number_double(dpmf_exponential(&s)));
		failed |= json_object_set_new(got, "c", number_double(dpmf_normal(&s)));
	}
	return failed;
}

static enum checked check(enum law law, const json_t *inputs, json_t *got)
{
	struct tape_bytes tape;
	struct dpmf_stream s;
	double scale = 1;

	if (!input_tape(inputs, "tape", &tape) || ((law == LAPLACE || law == MIXTURE) && !input_double(inputs, "scale", &scale)))
		return CHECK_MALFORMED;
	if (!(scale > 0) || isinf(scale))
		return CHECK_REFUSES;
	dpmf_stream_tape(&s, tape.bytes, tape.length);
	const double value = draw(law, &s, scale);
	if (s.dry || s.words > 4)
		return CHECK_MALFORMED;
	if (json_object_set_new(got, "words", number_u64(s.words)) != 0 ||
	    json_object_set_new(got, "value", number_double(value)) != 0 || intermediates(law, &tape, s.words, got) != 0)
		return CHECK_FAILED;
	return CHECKED;
}

#define LAW(name, law) \
	CHECK(textbook_##name) \
	{ \
		(void)expected; \
		return check(law, inputs, got); \
	}

LAW(uniform, UNIFORM)
LAW(exponential, EXPONENTIAL)
LAW(normal, NORMAL)
LAW(laplace, LAPLACE)
LAW(mixture, MIXTURE)
