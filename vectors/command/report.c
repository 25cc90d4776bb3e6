/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report.h"

#include <string.h>

static const char *text_of(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));

	return text == NULL ? "" : text;
}

static json_int_t number_of(const json_t *object, const char *name)
{
	return json_integer_value(json_object_get(object, name));
}

static json_int_t total(const json_t *report, const char *name)
{
	size_t i;
	json_t *one;
	json_int_t sum = 0;

	json_array_foreach(json_object_get(report, "algorithms"), i, one)
		sum += number_of(one, name);
	return sum;
}

static void put_flag_names(FILE *out, const json_t *failure)
{
	size_t i;
	json_t *flag;

	json_array_foreach(json_object_get(failure, "flags"), i, flag)
		fprintf(out, "%s%s", i > 0 ? " " : "", text_of(flag, "flag"));
}

static void put_failure(FILE *out, const char *algorithm, const json_t *failure)
{
	const char *output = text_of(failure, "output"), *draw = text_of(failure, "firstDifferingDraw"), *mistake = text_of(failure, "knownMistake");
	size_t i;
	json_t *flag;

	fprintf(out, "%s/%" JSON_INTEGER_FORMAT " [", algorithm, number_of(failure, "tcId"));
	put_flag_names(out, failure);
	fprintf(out, "] %s\n  %s%s%s\n", text_of(failure, "comment"), output, *output == '\0' ? "" : ": ", text_of(failure, "why"));
	if (*draw != '\0')
		fprintf(out, "  first differing draw: %s\n", draw);
	if (*mistake != '\0')
		fprintf(out, "  a known mistake gives exactly this: %s\n", mistake);
	json_array_foreach(json_object_get(failure, "flags"), i, flag)
		fprintf(out, "  %s: %s\n", text_of(flag, "bugType"), text_of(flag, "effect"));
}

void report_text(FILE *out, const json_t *report)
{
	size_t i, j;
	json_t *one, *failure;

	json_array_foreach(json_object_get(report, "algorithms"), i, one) {
		json_array_foreach(json_object_get(one, "failures"), j, failure)
			put_failure(out, text_of(one, "algorithm"), failure);
		fprintf(out, "%-24s %4" JSON_INTEGER_FORMAT " tests, %4" JSON_INTEGER_FORMAT " passed, %" JSON_INTEGER_FORMAT " failed, %" JSON_INTEGER_FORMAT
		        " unsupported\n", text_of(one, "algorithm"), number_of(one, "tests"), number_of(one, "passed"), number_of(one, "failed"),
		        number_of(one, "unsupported"));
	}
	fprintf(out, "%zu algorithms, %" JSON_INTEGER_FORMAT " tests: %" JSON_INTEGER_FORMAT " passed, %" JSON_INTEGER_FORMAT " failed, %" JSON_INTEGER_FORMAT
	        " unsupported\n", json_array_size(json_object_get(report, "algorithms")), total(report, "tests"), total(report, "passed"),
	        total(report, "failed"), total(report, "unsupported"));
}

/* What has a meaning of its own in a table of Markdown. */
static void put_cell(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (strchr("|\\`*_<>[]", *text) != NULL)
			fputc('\\', out);
		fputc(*text == '\n' ? ' ' : *text, out);
	}
}

void report_markdown(FILE *out, const json_t *report)
{
	size_t i, j;
	json_t *one, *failure;

	fputs("# Golden vectors\n\n| algorithm | tests | passed | failed | unsupported |\n| --- | ---: | ---: | ---: | ---: |\n", out);
	json_array_foreach(json_object_get(report, "algorithms"), i, one)
		fprintf(out, "| %s | %" JSON_INTEGER_FORMAT " | %" JSON_INTEGER_FORMAT " | %" JSON_INTEGER_FORMAT " | %" JSON_INTEGER_FORMAT " |\n",
		        text_of(one, "algorithm"), number_of(one, "tests"), number_of(one, "passed"), number_of(one, "failed"), number_of(one, "unsupported"));
	if (total(report, "failed") == 0)
		return;
	fputs("\n| test | output | what is wrong | first differing draw | known mistake |\n| --- | --- | --- | --- | --- |\n", out);
	json_array_foreach(json_object_get(report, "algorithms"), i, one)
		json_array_foreach(json_object_get(one, "failures"), j, failure) {
			fprintf(out, "| %s/%" JSON_INTEGER_FORMAT " | ", text_of(one, "algorithm"), number_of(failure, "tcId"));
			put_cell(out, text_of(failure, "output"));
			fputs(" | ", out);
			put_cell(out, text_of(failure, "why"));
			fputs(" | ", out);
			put_cell(out, text_of(failure, "firstDifferingDraw"));
			fputs(" | ", out);
			put_cell(out, text_of(failure, "knownMistake"));
			fputs(" |\n", out);
		}
}

static void put_xml(FILE *out, const char *text)
{
	for (; *text != '\0'; text++)
		switch (*text) {
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '&':
			fputs("&amp;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		default:
			fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
		}
}

void report_junit(FILE *out, const json_t *report)
{
	size_t i, j;
	json_t *one, *failure;

	fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"dpmf-vectors\" tests=\"%" JSON_INTEGER_FORMAT "\" failures=\"%"
	        JSON_INTEGER_FORMAT "\">\n", total(report, "tests"), total(report, "failed"));
	json_array_foreach(json_object_get(report, "algorithms"), i, one) {
		fprintf(out, " <testsuite name=\"%s\" tests=\"%" JSON_INTEGER_FORMAT "\" failures=\"%" JSON_INTEGER_FORMAT "\" skipped=\"%"
		        JSON_INTEGER_FORMAT "\">\n", text_of(one, "algorithm"), number_of(one, "tests"), number_of(one, "failed"), number_of(one, "unsupported"));
		json_array_foreach(json_object_get(one, "failures"), j, failure) {
			fprintf(out, "  <testcase classname=\"%s\" name=\"%" JSON_INTEGER_FORMAT "\"><failure message=\"", text_of(one, "algorithm"),
			        number_of(failure, "tcId"));
			put_xml(out, text_of(failure, "output"));
			fputs(": ", out);
			put_xml(out, text_of(failure, "why"));
			fputs("\">", out);
			put_xml(out, text_of(failure, "knownMistake"));
			fputs("</failure></testcase>\n", out);
		}
		fprintf(out, "  <testcase classname=\"%s\" name=\"the other %" JSON_INTEGER_FORMAT " tests\"/>\n </testsuite>\n", text_of(one, "algorithm"),
		        number_of(one, "passed"));
	}
	fputs("</testsuites>\n", out);
}
