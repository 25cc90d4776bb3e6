/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "audit/report/report.h"
#include "tool/wrap.h"

bool audit_result_expected(const struct audit_result *result)
{
	return result->finding == result->one->expected;
}

static const char *exact_of(double exact, char text[16])
{
	if (isnan(exact))
		return "?";
	if (isinf(exact))
		return "none";
	snprintf(text, 16, "%.3f", exact);
	return text;
}

/* Two lines a case: what --case takes, the figures and the verdict; and why. */
static void print_row(FILE *out, const struct audit_result *result, int id, int found)
{
	const struct audit_case *one = result->one;
	char exact[16], why[AUDIT_SENTENCE];

	/* Rounded down: more was found than is printed, never less. */
	tool_last(out, fprintf(out, "%-*s %7.3f  > %-*.3f %6s", id, one->id, one->epsilon, found - 2,
	                       floor(result->epsilon_lower * 1000) / 1000, exact_of(one->exact, exact)),
	          result->finding == AUDIT_VIOLATED ? "VIOLATED" : "consistent");
	snprintf(why, sizeof(why), "%s%s", one->why, audit_result_expected(result) ? "" : " <-- NOT WHAT WAS EXPECTED");
	tool_wrap(out, "", 4, why);
}

void audit_print_table(FILE *out, const struct audit_result *results, size_t count, double confidence)
{
	size_t surprises = 0;
	char heading[32];
	const int found = snprintf(heading, sizeof(heading), "> at %.6g %%", 100 * confidence);
	const int room = tool_width() - found - 29; /* so much the other columns need */
	int id = 12;

	for (size_t i = 0; i < count; i++) {
		const int length = (int)strlen(results[i].one->id);

		surprises += !audit_result_expected(&results[i]);
		id = length > id && length <= room ? length : id;
	}
	tool_help(out, "  claimed     the epsilon that the paper promises for one changed rating or interaction (entry), a changed row "
	               "(user) or friend's vector (edge); with the delta of the claim, which --json prints, where it has one\n"
	               "  > at C %    with confidence C, in each line by itself, the true epsilon is larger\n"
	               "  exact       the true epsilon, where it is derived; none: no epsilon will do; ?: not derived\n"
	               "  consistent  nothing above the claim was found; VIOLATED: with this confidence the claim is false\n\n");
	fprintf(out, "%zu cases, %zu as expected\n\n", count, count - surprises);
	tool_last(out, fprintf(out, "%-*s %7s  %s %6s", id, "case", "claimed", heading, "exact"), "verdict");
	for (size_t i = 0; i < count; i++)
		print_row(out, &results[i], id, found);
}
