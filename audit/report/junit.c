/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One test case a result, for the programs that collect those of a CI; and the same in Markdown, for its summary. */
#include <math.h>
#include <string.h>

#include "audit/report/report.h"

void audit_print_escaped(FILE *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '&': fputs("&amp;", out); break;
		case '"': fputs("&quot;", out); break;
		default:
			if ((unsigned char)*text >= ' ' || *text == '\n' || *text == '\t')
				fputc(*text, out);
		}
	}
}

static void print_case(FILE *out, const struct audit_result *result)
{
	char group[128], text[AUDIT_SENTENCE];

	audit_case_part(result->one, AUDIT_MECHANISM, group, sizeof(group));
	fputs("    <testcase classname=\"", out);
	audit_print_escaped(out, group);
	fputs("\" name=\"", out);
	audit_print_escaped(out, result->one->id);
	fputs("\">\n", out);
	audit_verdict_sentence(result, text, sizeof(text));
	if (!audit_result_expected(result)) {
		fputs("      <failure message=\"", out);
		audit_print_escaped(out, text);
		fputs("\">", out);
		audit_event_sentence(result, text, sizeof(text));
		audit_print_escaped(out, text);
		fputs("</failure>\n", out);
	}
	fputs("      <system-out>", out);
	audit_verdict_sentence(result, text, sizeof(text));
	audit_print_escaped(out, text);
	fputc('\n', out);
	audit_event_sentence(result, text, sizeof(text));
	audit_print_escaped(out, text);
	fputc('\n', out);
	audit_could_sentence(result, text, sizeof(text));
	audit_print_escaped(out, text);
	fputc('\n', out);
	audit_note_sentence(result, text, sizeof(text));
	audit_print_escaped(out, text);
	fputc('\n', out);
	audit_again_line(result, text, sizeof(text));
	audit_print_escaped(out, text);
	fputs("</system-out>\n    </testcase>\n", out);
}

void audit_print_junit(FILE *out, const struct audit_result *results, size_t count)
{
	size_t failures = 0;

	for (size_t i = 0; i < count; i++)
		failures += !audit_result_expected(&results[i]);
	fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"%zu\" failures=\"%zu\">\n"
	        "  <testsuite name=\"dpmf-audit\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"0\">\n", count, failures, count, failures);
	for (size_t i = 0; i < count; i++)
		print_case(out, &results[i]);
	fputs("  </testsuite>\n</testsuites>\n", out);
}

/* What would end a cell, or begin something else, is escaped. */
static void print_cell(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (strchr("\\`*_{}[]<>|", *text))
			fputc('\\', out);
		fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
	}
}

void audit_print_markdown(FILE *out, const struct audit_result *results, size_t count)
{
	char text[AUDIT_SENTENCE];

	fputs("| case | claimed | found | verdict |\n| --- | ---: | ---: | --- |\n", out);
	for (size_t i = 0; i < count; i++) {
		fputs("| ", out);
		print_cell(out, results[i].one->id);
		fprintf(out, " | %g | > %.4f | %s%s |\n", results[i].one->epsilon, floor(results[i].epsilon_lower * 1e4) / 1e4,
		        results[i].finding == AUDIT_VIOLATED ? "**VIOLATED**" : "consistent", audit_result_expected(&results[i]) || strcmp(results[i].one->claim, "given") == 0 ? "" : ", not as expected");
	}
	for (size_t i = 0; i < count; i++) {
		fputs("\n- ", out);
		print_cell(out, results[i].one->id);
		fputs(": ", out);
		audit_verdict_sentence(&results[i], text, sizeof(text));
		print_cell(out, text);
		fputs(" What was seen: ", out);
		audit_event_sentence(&results[i], text, sizeof(text));
		print_cell(out, text);
		audit_could_sentence(&results[i], text, sizeof(text));
		fputs(*text ? ". Could be seen: " : "", out);
		print_cell(out, text);
		audit_note_sentence(&results[i], text, sizeof(text));
		fputs(*text ? ". Note: " : "", out);
		print_cell(out, text);
		audit_again_line(&results[i], text, sizeof(text));
		fprintf(out, ".\n\n      %s\n", text);
	}
}
