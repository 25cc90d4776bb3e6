/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/sampler/events.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "audit/engine/binomial.h"

/* The last bits of whole numbers are looked at where so many hold all but 2^-48 of the law. */
enum { SPAN_MOST = 1 << 14 };
#define NINE_OF_TEN 1.29

struct sampler_events {
	struct masses law;
	struct chi_square_bins bins;
	uint64_t draws, caught[CHI_SQUARE_BINS_MOST];
	bool discrete, bits;
	double bit_chance[SAMPLER_BITS];
	uint64_t bit[SAMPLER_BITS], impossible;
	double least, most;           /* between which the law has anything */
	size_t middle, tail;          /* above: beyond bin `middle`; far: up to bin `tail`, or beyond count - 2 - tail */
	double above, far;            /* their chances */
	uint64_t next, next_above, next_far;
	uint64_t first, first_above, first_far;
	bool waits;                   /* the first draw of an answer, for that of the next */
	bool waits_above, waits_far;
};

static double mass_of(const struct masses *law, double low, double high)
{
	mpfr_t mass;

	mpfr_init2(mass, MASSES_PRECISION);
	masses_between(law, low, high, mass);
	const double rounded = mpfr_get_d(mass, MPFR_RNDN);

	mpfr_clear(mass);
	return rounded;
}

static double tails_of(const struct sampler_events *e, size_t tail)
{
	const double *cut = e->bins.cut;

	return mass_of(&e->law, -INFINITY, cut[tail]) + mass_of(&e->law, cut[e->bins.count - 2 - tail], INFINITY);
}

static void find_support(const struct masses *law, double *least, double *most)
{
	*least = 0;
	*most = INFINITY;
	switch (law->law) {
	case MASSES_LAPLACE:
	case MASSES_NORMAL:
	case MASSES_DISCRETE_LAPLACE:
	case MASSES_DISCRETE_GAUSSIAN:
	case MASSES_LAPLACE_SHARE: *least = -INFINITY; break;
	case MASSES_UNIFORM:
	case MASSES_BERNOULLI:
	case MASSES_BERNOULLI_EXP:
	case MASSES_FLIPPED: *most = 1; break;
	case MASSES_UNIFORM_BELOW: *most = (double)law->q - 1; break;
	case MASSES_BINOMIAL: *most = (double)law->q; break;
	case MASSES_EXPONENTIAL:
	case MASSES_GEOMETRIC:
	case MASSES_POLYA: break;
	}
}

/* The events that are nearest to a chance of 1/2. */
static void choose_halves(struct sampler_events *e)
{
	double best[2] = { 2, 2 };

	for (size_t i = 0; i + 1 < e->bins.count; i++) {
		const double above = mass_of(&e->law, e->bins.cut[i], INFINITY);

		if (fabs(above - 0.5) < best[0]) {
			best[0] = fabs(above - 0.5);
			e->middle = i;
			e->above = above;
		}
	}
	for (size_t i = 0; 2 * i + 2 < e->bins.count; i++) {
		const double far = tails_of(e, i);

		if (fabs(far - 0.5) < best[1]) {
			best[1] = fabs(far - 0.5);
			e->tail = i;
			e->far = far;
		}
	}
}

/* The chances of the last bits, by adding up; none where each bin has one number, or there are too many. */
static void add_up_bits(struct sampler_events *e)
{
	const double low = masses_quantile(&e->law, 0x1p-49), high = masses_quantile(&e->law, 1 - 0x1p-49);

	if (!e->discrete || !(high - low > (double)e->bins.count && high - low < SPAN_MOST))
		return;
	for (double x = low; x <= high; x++) {
		const double mass = mass_of(&e->law, x - 1, x);

		for (int b = 0; b < SAMPLER_BITS; b++)
			e->bit_chance[b] += (int64_t)x >> b & 1 ? mass : 0;
	}
	e->bits = true;
}

enum dpmf_status sampler_events_open(const struct masses *law, uint64_t draws, struct sampler_events **events, struct dpmf_error *error)
{
	struct sampler_events *e = calloc(1, sizeof(*e));

	if (!e)
		return dpmf_fail(error, DPMF_FAILED, "no memory to count draws");
	enum dpmf_status status = masses_open(law, &e->law, error);

	if (status == DPMF_OK)
		status = chi_square_bins(&e->law, draws, &e->bins, error);
	if (status != DPMF_OK) {
		sampler_events_close(e);
		return status;
	}
	e->discrete = masses_is_discrete(law->law);
	find_support(law, &e->least, &e->most);
	choose_halves(e);
	add_up_bits(e);
	*events = e;
	return DPMF_OK;
}

void sampler_events_close(struct sampler_events *e)
{
	if (e && e->law.upto)
		masses_close(&e->law);
	free(e);
}

static bool is_above(const struct sampler_events *e, size_t bin)
{
	return bin > e->middle;
}

static bool is_far(const struct sampler_events *e, size_t bin)
{
	return bin <= e->tail || bin > e->bins.count - 2 - e->tail;
}

static void take_one(struct sampler_events *e, double x, size_t bin)
{
	e->draws++;
	e->caught[bin]++;
	e->impossible += x < e->least || x > e->most || (e->discrete && x != floor(x));
	if (e->bits && fabs(x) < 0x1p62)
		for (int b = 0; b < SAMPLER_BITS; b++)
			e->bit[b] += (uint64_t)((int64_t)x >> b & 1);
}

/* Of two answers, one beside the other. */
static void take_first(struct sampler_events *e, size_t bin)
{
	if (e->waits) {
		e->first++;
		e->first_above += e->waits_above && is_above(e, bin);
		e->first_far += e->waits_far && is_far(e, bin);
	}
	e->waits = !e->waits;
	e->waits_above = is_above(e, bin);
	e->waits_far = is_far(e, bin);
}

void sampler_events_take(struct sampler_events *e, const double *x, uint64_t count)
{
	size_t before = 0;

	for (uint64_t i = 0; i < count; i++) {
		const size_t bin = chi_square_bin_of(&e->bins, x[i]);

		take_one(e, x[i], bin);
		if (i == 0)
			take_first(e, bin);
		if (i % 2) {
			e->next++;
			e->next_above += is_above(e, before) && is_above(e, bin);
			e->next_far += is_far(e, before) && is_far(e, bin);
		}
		before = bin;
	}
}

/* Both tails; the one on the other side of the mean says 1. */
static double p_of(const struct sampler_event *event)
{
	const uint64_t n = event->of, k = event->count;

	if (!(event->chance > 0))
		return k > 0 ? 0 : 1;
	if (!(event->chance < 1))
		return k < n ? 0 : 1;
	const bool many = (double)k > (double)n * event->chance;

	return fmin(1, 2 * (many ? audit_binomial_tail(n, k, event->chance) : audit_binomial_tail(n, n - k, 1 - event->chance)));
}

static void note(struct sampler_fit *fit, struct sampler_event event)
{
	if (event.of == 0)
		return;
	event.p = p_of(&event);
	if (fit->events == 0 || event.p < fit->worst.p)
		fit->worst = event;
	fit->events++;
}

static void note_parts(const struct sampler_events *e, struct sampler_fit *fit)
{
	const size_t count = e->bins.count;
	const double *cut = e->bins.cut;
	uint64_t upto[CHI_SQUARE_BINS_MOST], all = 0;

	for (size_t i = 0; i < count; i++) {
		const double low = i > 0 ? cut[i - 1] : -INFINITY;

		upto[i] = all += e->caught[i];
		note(fit, (struct sampler_event){ SAMPLER_WITHIN, low, cut[i], mass_of(&e->law, low, cut[i]), e->caught[i], e->draws, 1 });
	}
	for (size_t i = 0; i + 1 < count; i++)
		note(fit, (struct sampler_event){ SAMPLER_UPTO, -INFINITY, cut[i], mass_of(&e->law, -INFINITY, cut[i]), upto[i], e->draws, 1 });
	for (size_t i = 0; 2 * i + 2 < count; i++)
		note(fit, (struct sampler_event){ SAMPLER_TAILS, cut[i], cut[count - 2 - i], tails_of(e, i), upto[i] + all - upto[count - 2 - i], e->draws, 1 });
}

void sampler_events_end(const struct sampler_events *e, struct sampler_fit *fit)
{
	const double *cut = e->bins.cut, above = e->above, far = e->far, low = cut[e->tail], high = cut[e->bins.count - 2 - e->tail], middle = cut[e->middle];

	*fit = (struct sampler_fit){ .draws = e->draws };
	note_parts(e, fit);
	note(fit, (struct sampler_event){ SAMPLER_IMPOSSIBLE, e->least, e->most, 0, e->impossible, e->draws, 1 });
	for (int b = 0; b < SAMPLER_BITS && e->bits; b++)
		note(fit, (struct sampler_event){ SAMPLER_BIT, b, b, e->bit_chance[b], e->bit[b], e->draws, 1 });
	note(fit, (struct sampler_event){ SAMPLER_NEXT_ABOVE, middle, middle, above * above, e->next_above, e->next, 1 });
	note(fit, (struct sampler_event){ SAMPLER_FIRST_ABOVE, middle, middle, above * above, e->first_above, e->first, 1 });
	if (far > 0) { /* there are three parts at least */
		note(fit, (struct sampler_event){ SAMPLER_NEXT_FAR, low, high, far * far, e->next_far, e->next, 1 });
		note(fit, (struct sampler_event){ SAMPLER_FIRST_FAR, low, high, far * far, e->first_far, e->first, 1 });
	}
	fit->p = fmin(1, fit->worst.p * (double)fit->events);
	const double z = gsl_cdf_ugaussian_Qinv(SAMPLER_LEVEL / 2 / (double)fit->events) + NINE_OF_TEN;

	fit->seen = z * 0.5 / sqrt((double)e->draws);
	fit->seen_rare = z * sqrt(1000 / (double)e->draws);
}
