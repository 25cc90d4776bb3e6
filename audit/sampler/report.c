/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "audit/exec/shell.h"
#include "audit/report/report.h"
#include "audit/sampler/sampler.h"
#include "tool/wrap.h"

enum { INDENT = 15, TEXT = 700 };

void sampler_event_words(const struct sampler_event *e, char *text, size_t room)
{
	switch (e->kind) {
	case SAMPLER_WITHIN:
		if (isinf(e->low))
			snprintf(text, room, "a draw is at most %.6g", e->high);
		else if (isinf(e->high))
			snprintf(text, room, "a draw is above %.6g", e->low);
		else
			snprintf(text, room, "a draw is above %.6g and at most %.6g", e->low, e->high);
		return;
	case SAMPLER_UPTO: snprintf(text, room, "a draw is at most %.6g", e->high); return;
	case SAMPLER_TAILS: snprintf(text, room, "a draw is at most %.6g or above %.6g", e->low, e->high); return;
	case SAMPLER_BIT: snprintf(text, room, "bit %g of a draw is set", e->low); return;
	case SAMPLER_IMPOSSIBLE: snprintf(text, room, "a draw is one that the law never has"); return;
	case SAMPLER_NEXT_ABOVE: snprintf(text, room, "a draw and the next one are above %.6g", e->low); return;
	case SAMPLER_NEXT_FAR: snprintf(text, room, "a draw and the next one are each at most %.6g or above %.6g", e->low, e->high); return;
	case SAMPLER_FIRST_ABOVE: snprintf(text, room, "the first draws of two requests are above %.6g", e->low); return;
	case SAMPLER_FIRST_FAR: snprintf(text, room, "the first draws of two requests are each at most %.6g or above %.6g", e->low, e->high); return;
	}
}

static void print_fit(FILE *out, const struct sampler_seen *seen)
{
	const struct sampler_fit *fit = &seen->fit;
	const struct sampler_event *e = &fit->worst;
	char words[200], text[TEXT], count[AUDIT_GROUPED], of[AUDIT_GROUPED];

	sampler_event_words(e, words, sizeof words);
	snprintf(text, sizeof text, "%s: %s times of %s, where the law has %.6g in the mean; p = %.2g for this event alone", words, audit_grouped(e->count, count),
	         audit_grouped(e->of, of), e->chance * (double)e->of, e->p);
	tool_wrap(out, sampler_fits(seen) ? "farthest off" : "what was seen", INDENT, text);
	snprintf(text, sizeof text, "%zu events, each by its exact binomial law: p = %.2g for all together. A sampler that draws independently, and from this law, "
	         "has p <= 1e-6 in at most one audit of a million", fit->events, fit->p);
	tool_wrap(out, "test", INDENT, text);
	snprintf(text, sizeof text, "with a probability of 90 %%: an event whose chance is 1/2 by the law, and off by %.2g; one of 1/1000 that is off by %.2g %% of it. "
	         "What happens in fewer than one of %s draws was not seen, nor how draws that lie farther apart depend on each other", fit->seen, 100 * fit->seen_rare,
	         audit_grouped(fit->draws, count));
	tool_wrap(out, "could be seen", INDENT, text);
}

/* The rows of exponents in which each draw ends in zeros, or how many end in one, where none does. */
static void print_bits(FILE *out, const struct doubles *d)
{
	char text[TEXT] = "";
	uint64_t draws = 0, even = 0, ends = 0;
	unsigned most = 0;

	for (int i = 0; i < DOUBLES_EXPONENTS; i++) {
		const struct doubles_row *row = &d->row[i];

		draws += row->draws;
		even += row->even;
		if (row->draws < DOUBLES_ROW_LEAST || row->zeros == 0)
			continue;
		ends += row->draws;
		most = row->zeros > most ? row->zeros : most;
	}
	if (draws == 0)
		return;
	snprintf(text, sizeof text, "%.4g %% of the draws end in a bit 0, where half of them would", 100 * (double)even / (double)draws);
	if (d->single)
		snprintf(text + strlen(text), sizeof text - strlen(text), "; all of them have single precision");
	if (d->lattice)
		snprintf(text + strlen(text), sizeof text - strlen(text), "; all are multiples of 2^%d", d->exponent);
	if (ends > 0)
		snprintf(text + strlen(text), sizeof text - strlen(text), "; at some exponents each draw ends in zeros, in up to %u (--json has them)", most);
	tool_wrap(out, "last bits", INDENT, text);
}

static void print_images(FILE *out, const struct doubles_images *images, const char *what, const char *gap)
{
	const int exponent = (int)round(log2(images->denominator));
	const double beside = images->denominator - ldexp(1, exponent);
	char text[TEXT], count[AUDIT_GROUPED], denominator[40];

	if (!(images->denominator > 0))
		return;
	snprintf(denominator, sizeof denominator, beside == 0 ? "2^%d" : "(2^%d %c %g)", exponent, beside < 0 ? '-' : '+', fabs(beside));
	snprintf(text, sizeof text, "%s put back through the law's distribution function are multiples of 1/%s (%s of them were compared): it is what they were made of. "
	         "%s lies between 0 and %.2g, and a double that lies between two such images never occurs", what, denominator, audit_grouped(images->draws, count), gap, images->gap);
	tool_wrap(out, "near zero", INDENT, text);
}

static void print_doubles(FILE *out, const struct doubles *d)
{
	char text[TEXT], looked[AUDIT_GROUPED], repeats[AUDIT_GROUPED];

	snprintf(text, sizeof text, "what the first %s draws give away as doubles, besides their size:", audit_grouped(d->looked, looked));
	tool_wrap(out, "in doubles", INDENT, text);
	print_bits(out, d);
	print_images(out, &d->alone, "draws", "No draw");
	print_images(out, &d->pairs, "the radii of two consecutive draws", "No radius");
	if (!(d->alone.denominator > 0) && !(d->pairs.denominator > 0))
		tool_wrap(out, "near zero", INDENT, "no multiples were found that the draws, put back through the law's distribution function, would be");
	snprintf(text, sizeof text, "%llu draws are 0, %llu of them -0; the smallest other one is %.3g, the largest %.6g: so many draws of the law have none beyond it with "
	         "a probability of %.2g", (unsigned long long)d->zeros, (unsigned long long)d->negative_zeros, d->least, d->most, d->most_chance);
	tool_wrap(out, "ends", INDENT, text);
	const double pairs = (double)d->looked * ((double)d->looked - 1) / 2;

	if (d->repeats > 0)
		snprintf(text, sizeof text, "%s pairs of draws are the same double, as if there were some 2^%.1f of them", audit_grouped(d->repeats, repeats), log2(pairs / (double)d->repeats));
	else
		snprintf(text, sizeof text, "no two draws are the same double");
	tool_wrap(out, "repeats", INDENT, text);
	tool_wrap(out, "note", INDENT, "whoever adds such noise to a statistic publishes a double of which the other data set may have no chance at all, whatever the law "
	          "(audit/README.md: Noise in doubles). Draw whole numbers of steps instead.");
}

void sampler_print(FILE *out, const struct sampler_request *request, const struct sampler_seen *seen, const char *again)
{
	char name[SHELL_NAME], text[TEXT], draws[AUDIT_GROUPED];

	shell_words(request->argv, name, sizeof name);
	audit_grouped(seen->fit.draws, draws);
	if (sampler_fits(seen))
		snprintf(text, sizeof text, "%s: no difference from %s was found in %s draws.", name, seen->law.words, draws);
	else
		snprintf(text, sizeof text, "%s: its draws are NOT FROM %s.", name, seen->law.words);
	tool_wrap(out, "", 0, text);
	print_fit(out, seen);
	if (seen->in_doubles)
		print_doubles(out, &seen->doubles);
	tool_wrap(out, "again", INDENT, again);
}
