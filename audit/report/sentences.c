/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A verdict in sentences. */
#include <math.h>
#include <string.h>

#include "audit/engine/binomial.h"
#include "audit/report/report.h"

const char *audit_grouped(uint64_t number, char text[AUDIT_GROUPED])
{
	char plain[24];
	const size_t length = (size_t)snprintf(plain, sizeof(plain), "%llu", (unsigned long long)number);
	size_t at = 0;

	for (size_t i = 0; i < length; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			text[at++] = ',';
		text[at++] = plain[i];
	}
	text[at] = 0;
	return text;
}

/* Rounded down: more was found than is said, never less. */
void audit_verdict_sentence(const struct audit_result *result, char *text, size_t room)
{
	const struct audit_case *one = result->one;
	char claim[96], found[160];

	snprintf(claim, sizeof(claim), "epsilon = %g%s", one->epsilon, one->delta > 0 ? " with delta = " : "");
	if (one->delta > 0)
		snprintf(claim + strlen(claim), sizeof(claim) - strlen(claim), "%g", one->delta);
	snprintf(found, sizeof(found), "The true epsilon is at least %.4f, at %.6g %% confidence%s.", floor(result->epsilon_lower * 1e4) / 1e4, 100 * result->confidence,
	         result->curve == AUDIT_GAUSSIAN ? ", if the outcomes are as far apart as a Gaussian mechanism's (--assume=gaussian)" : "");
	if (result->finding == AUDIT_VIOLATED)
		snprintf(text, room, "VIOLATES %s. %s", claim, found);
	else
		snprintf(text, room, "is consistent with %s: nothing above it was found. %s", claim, found);
}

void audit_event_sentence(const struct audit_result *result, char *text, size_t room)
{
	const struct audit_pair *c = &result->counts;
	char hits[2][AUDIT_GROUPED], runs[2][AUDIT_GROUPED], neither[AUDIT_GROUPED];

	for (int i = 0; i < 2; i++) {
		audit_grouped(c->hits[i], hits[i]);
		audit_grouped(c->runs[i], runs[i]);
	}
	if (c->guesses) {
		audit_grouped(c->runs[0] - c->hits[0] - c->hits[1], neither);
		snprintf(text, room, "%s%s%s%s%s: right in %s of %s runs, wrong in %s, no guess in %s", *result->words[0] ? "data set 0 is guessed when " : "",
		         result->words[0], *result->words[0] && *result->words[1] ? "; " : "", *result->words[1] ? "data set 1 is guessed when " : "",
		         result->words[1], hits[0], runs[0], hits[1], neither);
		return;
	}
	const int likely = result->event.toward == AUDIT_TOWARD_1;

	snprintf(text, room, "%s: in %s of %s runs on data set %d, in %s of %s runs on data set %d", result->words[likely],
	         hits[0], runs[0], likely, hits[1], runs[1], !likely);
}

void audit_interval(const struct audit_result *result, int which, double interval[2])
{
	const struct audit_pair *c = &result->counts;
	const double alpha = (1 - result->confidence) / 2;

	interval[0] = audit_probability_lower(c->runs[which], c->hits[which], alpha);
	interval[1] = audit_probability_upper(c->runs[which], c->hits[which], alpha);
}

void audit_interval_sentence(const struct audit_result *result, char *text, size_t room)
{
	double likely[2], unlikely[2];
	char runs[AUDIT_GROUPED];

	if (result->sequential) {
		snprintf(text, room, "bets after learning; %s runs in all; whenever one stops, a true claim is called violated with a probability of at most %.6g %%",
		         audit_grouped(result->trials, runs), 100 * (1 - result->confidence));
		return;
	}
	audit_interval(result, 0, likely);
	audit_interval(result, 1, unlikely);
	snprintf(text, room, "the event was chosen on other runs; %.6g %% intervals, each by itself: %.4g to %.4g %%, %.4g to %.4g %%", 100 * result->confidence,
	         100 * likely[0], 100 * likely[1], 100 * unlikely[0], 100 * unlikely[1]);
}

void audit_could_sentence(const struct audit_result *result, char *text, size_t room)
{
	char epsilon[96] = "", leaks[160] = "", often[AUDIT_GROUPED];

	*text = 0;
	if (result->sequential || result->finding == AUDIT_VIOLATED)
		return;
	if (isfinite(result->could_epsilon) && result->curve == AUDIT_DP)
		snprintf(epsilon, sizeof(epsilon), "an epsilon of %.4g or more by this event", ceil(result->could_epsilon * 1e3) / 1e3);
	if (isfinite(result->could_share))
		snprintf(leaks, sizeof(leaks), "an answer (or a size, a pattern of last bits, a word) that only one data set gives, in more than 1 of %s runs",
		         audit_grouped((uint64_t)(1 / result->could_share), often));
	if (!*epsilon && !*leaks)
		snprintf(text, room, "with these trials nothing above the claim: use more --trials");
	else
		snprintf(text, room, "with these trials, each with a probability of about 0.9: %s%s%s", epsilon, *epsilon && *leaks ? "; " : "", leaks);
}

/* Of noise in doubles a sample shows what it may. */
void audit_note_sentence(const struct audit_result *result, char *text, size_t room)
{
	*text = 0;
	if (result->finding == AUDIT_VIOLATED && result->by_bits)
		snprintf(text, room, "the last bits of the answers give it away, not their size. Noise that is drawn in doubles does this. Draw it in whole numbers "
		                     "of steps instead (audit/README.md: Noise in doubles)");
	else if (result->finding == AUDIT_CONSISTENT && result->fine)
		snprintf(text, room, "the answers use the last bits of doubles. Noise that is drawn in doubles may leak in ways that these trials cannot show. "
		                     "So this verdict does not clear it (audit/README.md: Noise in doubles)");
}

/* Rounded down, as all that is found. */
void audit_curve_sentence(const struct audit_result *result, const struct audit_band_point *point, char *text, size_t room)
{
	static const double deltas[] = { 0, 1e-6, 1e-4, 1e-3, 1e-2, 1e-1 };
	const size_t count = result->band.count;
	size_t used = 0;

	*text = 0;
	for (size_t i = 0; i < sizeof(deltas) / sizeof(*deltas) && count > 0 && used < room; i++) {
		const double epsilon = floor(audit_band_epsilon(point, count, deltas[i]) * 1e3) / 1e3;

		if (epsilon > 0)
			used += (size_t)snprintf(text + used, room - used, "%s %.3f with delta = %g", used ? "," : "at once: epsilon is more than", epsilon, deltas[i]);
	}
	if (used > 0 && used < room)
		snprintf(text + used, room - used, "; with %.6g %% confidence%s", 100 * result->confidence,
		         audit_band_epsilon(point, count, result->one->delta) > result->epsilon_lower
		             ? ". It is more than the verdict's, since it looks at other events. Each holds by itself" : "");
	else if (count > 0)
		snprintf(text, room, "nothing that holds for every delta at once");
}

void audit_again_line(const struct audit_result *result, char *text, size_t room)
{
	if (result->again)
		snprintf(text, room, "%s", result->again);
	else
		snprintf(text, room, "dpmf-audit run --case=%s --trials=%llu --confidence=%.15g --seed=%llu", result->one->id,
		         (unsigned long long)result->trials, result->confidence, (unsigned long long)result->seed);
}

static void print_runs(FILE *out, const struct audit_result *result)
{
	struct audit_band_point point[AUDIT_BAND_MOST];
	char text[AUDIT_SENTENCE];

	audit_interval_sentence(result, text, sizeof(text));
	fprintf(out, "               (%s)\n", text);
	if (result->sequential)
		return;
	audit_could_sentence(result, text, sizeof(text));
	if (*text)
		fprintf(out, "could be seen  %s\n", text);
	audit_band_bounds(&result->band, result->confidence, point);
	audit_curve_sentence(result, point, text, sizeof(text));
	fprintf(out, "every delta    %s\n", text);
}

void audit_print_verdict(FILE *out, const struct audit_result *result, const char *name)
{
	char text[AUDIT_SENTENCE];

	audit_verdict_sentence(result, text, sizeof(text));
	fprintf(out, "%s %s\n", name, text);
	audit_event_sentence(result, text, sizeof(text));
	fprintf(out, "what was seen  %s\n", text);
	print_runs(out, result);
	audit_note_sentence(result, text, sizeof(text));
	if (*text)
		fprintf(out, "note           %s\n", text);
	audit_again_line(result, text, sizeof(text));
	fprintf(out, "again          %s\n", text);
}
