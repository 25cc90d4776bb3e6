/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One page that needs nothing else: a table, and for every case the scores of
   both worlds, one above the other. */
#include <math.h>

#include "audit/report/report.h"

enum { BAR = 8, HALF = 60 };

static void print_bars(FILE *out, const struct audit_picture *picture, int world, double most)
{
	for (int b = 0; b < AUDIT_PICTURE_BINS; b++) {
		const double height = (double)picture->count[world][b] / most * HALF;

		if (height > 0)
			fprintf(out, "<rect class=\"w%d\" x=\"%d\" y=\"%.2f\" width=\"%d\" height=\"%.2f\"/>",
			        world, b * BAR, world ? (double)HALF : HALF - height, BAR - 1, height);
	}
}

static void print_threshold(FILE *out, const struct audit_result *result)
{
	const struct audit_picture *picture = &result->picture;
	const double at[2] = { result->event.high, result->event.low };

	for (int i = 0; i < 2; i++) {
		const double x = fmax(0, fmin(1, (at[i] - picture->low) / (picture->high - picture->low))) * BAR * AUDIT_PICTURE_BINS;

		if (isfinite(at[i]))
			fprintf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>", x, x, 2 * HALF);
	}
}

static void print_picture(FILE *out, const struct audit_result *result)
{
	char text[AUDIT_SENTENCE];
	double most = 1;

	for (int world = 0; world < 2; world++)
		for (int b = 0; b < AUDIT_PICTURE_BINS; b++)
			most = fmax(most, (double)result->picture.count[world][b]);
	fprintf(out, "<figure><svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">",
	        BAR * AUDIT_PICTURE_BINS, 2 * HALF, BAR * AUDIT_PICTURE_BINS, 2 * HALF);
	for (int world = 0; world < 2; world++)
		print_bars(out, &result->picture, world, most);
	print_threshold(out, result);
	fputs("</svg><figcaption><code>", out);
	audit_print_escaped(out, result->one->id);
	fputs("</code><br>", out);
	audit_event_sentence(result, text, sizeof(text));
	audit_print_escaped(out, text);
	fputs("</figcaption></figure>\n", out);
}

static void print_exact(FILE *out, double exact)
{
	if (isnan(exact))
		fputs("?", out);
	else if (isinf(exact))
		fputs("none", out);
	else
		fprintf(out, "%.3f", exact);
}

static void print_row(FILE *out, const struct audit_result *result)
{
	fprintf(out, "<tr class=\"%s\"><td><code>", result->finding == AUDIT_VIOLATED ? "bad" : "good");
	audit_print_escaped(out, result->one->id);
	fprintf(out, "</code></td><td>%.3f</td><td>&gt; %.3f</td><td>", result->one->epsilon,
	        floor(result->epsilon_lower * 1000) / 1000);
	print_exact(out, result->one->exact);
	fprintf(out, "</td><td>%s%s</td><td>", audit_finding_name(result->finding),
	        audit_result_expected(result) ? "" : " (not what was expected)");
	audit_print_escaped(out, result->one->why);
	fputs("</td></tr>\n", out);
}

void audit_print_html(FILE *out, const struct audit_result *results, size_t count, double confidence)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>dpmf-audit</title>\n<style>\n"
	      "body{font:15px/1.4 sans-serif;max-width:75em;margin:2em auto;padding:0 1em}\n"
	      "table{border-collapse:collapse}td,th{padding:.2em .7em;border-bottom:1px solid #ccc;text-align:left}\n"
	      ".bad td:nth-child(5){color:#b00;font-weight:bold}.good td:nth-child(5){color:#070}\n"
	      "figure{display:inline-block;margin:1em 1em 0 0;width:22em;vertical-align:top;font-size:13px;overflow-wrap:anywhere}\n"
	      "svg{max-width:100%;background:#f6f6f6}.w0{fill:#27c}.w1{fill:#e80}line{stroke:#000}\n"
	      "</style></head><body>\n<h1>dpmf-audit</h1>\n<p>Two data sets that differ in one rating. Whoever looks scores "
	      "what is seen; blue above: runs on the first, orange below: on the second; the line is the threshold that was "
	      "chosen on other runs. The more the two differ beyond the line, the larger is epsilon.</p>\n<table>\n<tr><th>case</th>"
	      "<th>claimed</th>", out);
	fprintf(out, "<th>found, %.6g %%</th><th>exact</th><th>verdict</th><th>why</th></tr>\n", 100 * confidence);
	for (size_t i = 0; i < count; i++)
		print_row(out, &results[i]);
	fputs("</table>\n", out);
	for (size_t i = 0; i < count; i++)
		print_picture(out, &results[i]);
	fputs("</body></html>\n", out);
}
