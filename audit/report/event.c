/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event of a verdict as a sentence, with its counts. */
#include <math.h>
#include <string.h>

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

void audit_event_sentence(const struct audit_result *result, char *text, size_t room)
{
	const struct audit_pair *c = &result->counts;
	char hits[2][AUDIT_GROUPED], runs[2][AUDIT_GROUPED];

	for (int i = 0; i < 2; i++) {
		audit_grouped(c->hits[i], hits[i]);
		audit_grouped(c->runs[i], runs[i]);
	}
	if (c->guesses) {
		snprintf(text, room, "data set 0 is guessed when %s; data set 1 when %s: right in %s of %s runs, wrong in %s",
		         result->words[0], result->words[1], hits[0], runs[0], hits[1]);
		return;
	}
	const int likely = result->event.toward == AUDIT_TOWARD_1;

	snprintf(text, room, "%s: in %s of %s runs on data set %d, in %s of %s runs on data set %d", result->words[likely],
	         hits[0], runs[0], likely, hits[1], runs[1], !likely);
}
