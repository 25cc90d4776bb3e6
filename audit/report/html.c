/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One page that needs nothing else, made from the JSON document: a line and a strip a case, which folds open. */
#include <math.h>
#include <string.h>

#include "audit/report/html_style.h"
#include "audit/report/plot.h"
#include "audit/report/report.h"

enum { OPEN_MOST = 3 };

static const char *text_at(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static void put(FILE *out, const char *before, const char *text, const char *after)
{
	fputs(before, out);
	audit_print_escaped(out, text);
	fputs(after, out);
}

static bool is_violated(const json_t *one)
{
	return strcmp(text_at(one, "verdict"), "violated") == 0;
}

/* Of a program of the user's own nothing is expected. */
static bool is_expected(const json_t *one)
{
	return strcmp(text_at(one, "claim"), "given") == 0 || strcmp(text_at(one, "verdict"), text_at(one, "expected")) == 0;
}

/* Rounded down: more was found than is said, never less. */
static void put_figures(FILE *out, const json_t *one)
{
	const double exact = plot_number(one, "epsilon_exact"), delta = plot_number(one, "delta");

	fprintf(out, "<span class=\"figures\">claimed <b>%.4g</b>", plot_number(one, "epsilon_claimed"));
	if (delta > 0)
		fprintf(out, " (delta %.3g)", delta);
	fprintf(out, "<br>found &gt; <b>%.3f</b>", floor(plot_number(one, "epsilon_lower") * 1000) / 1000);
	if (isinf(exact))
		fputs("<br>exact: no epsilon will do", out);
	else if (!isnan(exact))
		fprintf(out, "<br>exact %.3f", exact);
	fputs("</span>", out);
}

static void put_summary(FILE *out, const json_t *one)
{
	fprintf(out, "<summary><span class=\"verdict\">%s</span><span class=\"name\">", is_violated(one) ? "VIOLATED" : "consistent");
	put(out, "<code>", text_at(one, "id"), "</code>");
	if (!is_expected(one))
		fputs(" <span class=\"surprise\">not what was expected</span>", out);
	put(out, "<span class=\"why\">", text_at(one, "why"), "</span></span><span class=\"stripcell\">");
	plot_strip(out, one);
	fputs("</span>", out);
	put_figures(out, one);
	fputs("</summary>\n", out);
}

static void put_picture(FILE *out, void (*plot)(FILE *out, const json_t *one), const json_t *one, const char *caption)
{
	fputs("<figure>", out);
	plot(out, one);
	fprintf(out, "<figcaption>%s</figcaption></figure>\n", caption);
}

static void put_pictures(FILE *out, const json_t *one)
{
	const bool delta = plot_number(one, "delta") > 0;

	if (!json_is_object(json_object_get(one, "curve")))
		return;
	fputs("<div class=\"pictures\">\n", out);
	put_picture(out, plot_ratio, one, delta
		? "How many times likelier one data set makes what is seen; each bar is an interval of about 95 %. Shaded: where the event lies. "
		  "<b>Red bars lie outside what the claim allows</b>; delta lets some answers do so, if they are rare. Below: how often each bin was hit on data set 0 "
		  "(<span class=\"key zero\"></span>) and 1 (<span class=\"key one\"></span>)."
		: "How many times likelier one data set makes what is seen; each bar is an interval of about 95 %. Shaded: where the event lies. "
		  "<b>Red bars lie outside what the claim allows</b>; one or two of forty may do so by chance. Below: how often each bin was hit on data set 0 "
		  "(<span class=\"key zero\"></span>) and 1 (<span class=\"key one\"></span>).");
	put_picture(out, plot_errors, one, "Who guesses the data set makes two kinds of errors. The claim allows nobody to get into the green region. The grey band holds "
	            "all guesses by this score, with the verdict's confidence at once. <b>A red point contradicts the claim.</b>");
	put_picture(out, plot_deltas, one, "Every delta at once. A claim (epsilon, delta) promises a point on the dashed line or below it. <b>Where the solid line lies "
	            "above the dashed one (red), the claim is contradicted.</b>");
	fputs("</div>\n", out);
}

static void put_row(FILE *out, const char *name, const char *text)
{
	if (*text) {
		fprintf(out, "<dt>%s</dt>", name);
		put(out, "<dd>", text, "</dd>\n");
	}
}

static void put_body(FILE *out, const json_t *one)
{
	const json_t *sentences = json_object_get(one, "sentences");
	const char *claim = text_at(one, "claim");

	fputs("<div class=\"body\">\n<dl>\n", out);
	put_row(out, "verdict", text_at(sentences, "verdict"));
	put_row(out, "what was seen", text_at(sentences, "seen"));
	put_row(out, "how sure", text_at(sentences, "intervals"));
	put_row(out, "could be seen", text_at(sentences, "could_be_seen"));
	put_row(out, "every delta", text_at(sentences, "other_deltas"));
	put_row(out, "note", text_at(sentences, "note"));
	fputs("<dt>at stake</dt><dd>", out);
	put(out, "<a href=\"#claim-", claim, "\">");
	put(out, "<code>", claim, "</code></a></dd>\n</dl>\n");
	put_pictures(out, one);
	put(out, "<p>The line that repeats it:</p><pre>", text_at(one, "again"), "</pre>\n</div>\n");
}

static void put_case(FILE *out, const json_t *one, bool open)
{
	fprintf(out, "<details class=\"case%s\"%s", is_violated(one) ? " bad" : "", open ? " open" : "");
	put(out, " id=\"", text_at(one, "id"), "\">\n");
	put_summary(out, one);
	put_body(out, one);
	fputs("</details>\n", out);
}

/* Each claim once, where it first stands. */
static bool is_first_of_claim(const json_t *cases, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (strcmp(text_at(json_array_get(cases, j), "claim"), text_at(json_array_get(cases, i), "claim")) == 0)
			return false;
	return true;
}

static void put_claims(FILE *out, const json_t *cases)
{
	fputs("<h2>What is at stake</h2>\n<p>A case tests an entry of the ledger of the papers' claims (proofs/claims.json), a classic whose privacy is known, or a claim that "
	      "was given.</p>\n<ul>\n", out);
	for (size_t i = 0; i < json_array_size(cases); i++) {
		const char *claim = text_at(json_array_get(cases, i), "claim");

		if (!is_first_of_claim(cases, i))
			continue;
		put(out, "<li id=\"claim-", claim, "\">");
		put(out, "<code>", claim, "</code>");
		if (strchr(claim, '.'))
			put(out, ", rechecked by <code>make claims ID=", claim, "</code>: ");
		else
			fputs(": ", out);
		for (size_t j = 0; j < json_array_size(cases); j++) {
			const json_t *one = json_array_get(cases, j);

			if (strcmp(text_at(one, "claim"), claim) != 0)
				continue;
			put(out, "<a href=\"#", text_at(one, "id"), "\">");
			put(out, "<code>", text_at(one, "id"), "</code></a> ");
		}
		fputs("</li>\n", out);
	}
	fputs("</ul>\n", out);
}

static void put_head(FILE *out, const json_t *cases)
{
	const size_t count = json_array_size(cases);
	size_t violated = 0, surprises = 0;

	for (size_t i = 0; i < count; i++) {
		violated += is_violated(json_array_get(cases, i));
		surprises += !is_expected(json_array_get(cases, i));
	}
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
	      "<meta name=\"color-scheme\" content=\"light dark\"><title>dpmf-audit</title>\n<style>\n", out);
	fputs(audit_html_style, out);
	fprintf(out, "</style></head>\n<body>\n<main>\n<h1>dpmf-audit: %zu violated, %zu consistent</h1>\n", violated, count - violated);
	if (surprises > 0)
		fprintf(out, "<p class=\"surprise\">%zu of %zu not as expected:", surprises, count);
	for (size_t i = 0; i < count; i++) {
		const json_t *one = json_array_get(cases, i);

		if (is_expected(one))
			continue;
		put(out, " <a href=\"#", text_at(one, "id"), "\">");
		put(out, "<code>", text_at(one, "id"), "</code></a>");
	}
	if (surprises > 0)
		fputs("</p>\n", out);
	else if (count > 0 && strcmp(text_at(json_array_get(cases, 0), "claim"), "given") != 0)
		fputs("<p>Every verdict is the one that was expected.</p>\n", out);
}

void audit_print_html(FILE *out, const json_t *document)
{
	const json_t *cases = json_object_get(document, "cases");
	const size_t count = json_array_size(cases);

	put_head(out, cases);
	fputs("<p>A case is a mechanism that runs on two data sets, 0 and 1, which differ in what is to be protected, and somebody who sees its answer. The claim: no "
	      "answer is more than e<sup>epsilon</sup> times likelier on one than on the other, up to delta. In each strip, the <span class=\"key claim\"></span> tick "
	      "is the claim, the bar is what was found at least (<span class=\"key red\"></span> where that is more than claimed), the <span class=\"key diamond\"></span> "
	      "diamond is the exact value where it is derived; small marks stand at 0.5, 2 and 5 times the claim, and the right end is infinity. A case folds open.</p>\n", out);
	if (count > 0)
		fprintf(out, "<p>Confidence of each verdict by itself: %.10g %%.</p>\n", 100 * plot_number(json_array_get(cases, 0), "confidence"));
	for (size_t i = 0; i < count; i++)
		put_case(out, json_array_get(cases, i), count <= OPEN_MOST);
	put_claims(out, cases);
	fputs("</main>\n</body>\n</html>\n", out);
}
