/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "audit/report/report.h"

bool audit_result_expected(const struct audit_result *result)
{
	return result->finding == result->one->expected;
}

void audit_view_name(const struct audit_case *one, char *text, size_t room)
{
	char view[64], detail[64];

	audit_case_part(one, AUDIT_VIEW, view, sizeof(view));
	audit_case_part(one, AUDIT_DETAIL, detail, sizeof(detail));
	for (char *slash = detail; (slash = strchr(slash, '/')); )
		*slash = ' ';
	snprintf(text, room, "%s%s%s", view, *detail ? ", " : "", detail);
}

static void print_exact(FILE *out, double exact)
{
	if (isnan(exact))
		fprintf(out, "  %6s  ", "?");
	else if (isinf(exact))
		fprintf(out, "  %6s  ", "none");
	else
		fprintf(out, "  %6.3f  ", exact);
}

/* Widths of the columns that are not always equally wide. */
struct widths {
	int mechanism, variant, view, found;
};

static void print_row(FILE *out, const struct audit_result *result, struct widths width)
{
	const struct audit_case *one = result->one;
	char mechanism[32], variant[32], view[140], neighbours[32];

	audit_case_part(one, AUDIT_MECHANISM, mechanism, sizeof(mechanism));
	audit_case_part(one, AUDIT_VARIANT, variant, sizeof(variant));
	audit_case_part(one, AUDIT_NEIGHBOURS, neighbours, sizeof(neighbours));
	audit_view_name(one, view, sizeof(view));
	/* Rounded down: more was found than is printed, never less. */
	fprintf(out, "%-*s  %-*s  %-*s  %-10s  %7.3f  > %-*.3f", width.mechanism, mechanism, width.variant, variant, width.view, view, neighbours,
	        one->epsilon, width.found - 2, floor(result->epsilon_lower * 1000) / 1000);
	print_exact(out, one->exact);
	fprintf(out, "%-10s  %s%s\n", result->finding == AUDIT_VIOLATED ? "VIOLATED" : "consistent", one->why,
	        audit_result_expected(result) ? "" : "  <-- NOT WHAT WAS EXPECTED");
}

static int widest(int width, const char *text)
{
	const int length = (int)strlen(text);

	return length > width ? length : width;
}

void audit_print_table(FILE *out, const struct audit_result *results, size_t count, double confidence)
{
	size_t surprises = 0;
	struct widths width = { .mechanism = 9, .variant = 9, .view = 9 };
	char part[140], found[64];

	for (size_t i = 0; i < count; i++) {
		surprises += !audit_result_expected(&results[i]);
		audit_view_name(results[i].one, part, sizeof(part));
		width.view = widest(width.view, part);
		audit_case_part(results[i].one, AUDIT_MECHANISM, part, sizeof(part));
		width.mechanism = widest(width.mechanism, part);
		audit_case_part(results[i].one, AUDIT_VARIANT, part, sizeof(part));
		width.variant = widest(width.variant, part);
	}
	fprintf(out, "claimed     the epsilon that the paper promises for one changed rating or interaction (entry),\n"
	        "            a changed row (user) or friend's vector (edge); with the delta of the claim, which --json prints, where it has one\n"
	        "found       with this confidence, in each line by itself, the true epsilon is larger\n"
	        "exact       the true epsilon, where it is derived; none: no epsilon will do; ?: not derived\n"
	        "consistent  nothing above the claim was found; VIOLATED: with this confidence the claim is false\n"
	        "%zu cases, %zu as expected\n\n", count, count - surprises);
	snprintf(found, sizeof(found), "found, %.6g %%", 100 * confidence);
	width.found = (int)strlen(found);
	fprintf(out, "%-*s  %-*s  %-*s  %-10s  %7s  %s  %6s  %-10s  %s\n", width.mechanism, "mechanism", width.variant, "variant", width.view, "who looks",
	        "neighbours", "claimed", found, "exact", "verdict", "why");
	for (size_t i = 0; i < count; i++)
		print_row(out, &results[i], width);
}
