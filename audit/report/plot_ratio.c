/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "audit/engine/binomial.h"
#include "audit/report/plot.h"
#include "audit/report/report.h"

/* Two panels over one axis: the ratio above, and below it how often each bin was hit. */
static const struct plot above = { NULL, 46, 354, 22, 150, { 0, 1 }, { -1, 1 } }, below = { NULL, 46, 354, 162, 214, { 0, 1 }, { -6, 0 } };

#define TWO_SIDED_95 1.959963984540054

struct bins {
	size_t count;
	double runs[2];
	double hits[2][AUDIT_PICTURE_BINS];
	double low[AUDIT_PICTURE_BINS], ratio[AUDIT_PICTURE_BINS], high[AUDIT_PICTURE_BINS]; /* ln, an interval of about 95 % */
};

static void measure_bin(struct bins *bins, size_t b)
{
	double lower[2], upper[2];

	for (int w = 0; w < 2; w++) {
		const uint64_t n = (uint64_t)bins->runs[w], k = (uint64_t)bins->hits[w][b];

		lower[w] = audit_probability_lower_about(n, k, TWO_SIDED_95);
		upper[w] = audit_probability_upper_about(n, k, TWO_SIDED_95);
	}
	bins->low[b] = lower[0] > 0 ? log(lower[0] / upper[1]) : -INFINITY;
	bins->high[b] = lower[1] > 0 ? log(upper[0] / lower[1]) : INFINITY;
	bins->ratio[b] = log(bins->hits[0][b] / bins->runs[0]) - log(bins->hits[1][b] / bins->runs[1]);
}

static struct bins read_bins(const json_t *picture)
{
	const json_t *counts = json_object_get(picture, "counts");
	struct bins bins = { .count = json_array_size(json_array_get(counts, 0)) };

	if (bins.count > AUDIT_PICTURE_BINS)
		bins.count = AUDIT_PICTURE_BINS;
	for (size_t w = 0; w < 2; w++) {
		for (size_t b = 0; b < bins.count; b++) {
			bins.hits[w][b] = plot_number_at(json_array_get(counts, w), b);
			bins.runs[w] += bins.hits[w][b];
		}
	}
	for (size_t b = 0; b < bins.count; b++)
		measure_bin(&bins, b);
	return bins;
}

/* The ratios that are shown: the claim, and what is known of the bins. */
static double reach_of(const struct bins *bins, double claimed)
{
	double reach = fmax(1.4 * claimed, 0.2);

	for (size_t b = 0; b < bins->count; b++) {
		if (bins->hits[0][b] + bins->hits[1][b] == 0)
			continue;
		const bool open = isinf(bins->low[b]) || isinf(bins->high[b]);

		reach = fmax(reach, (open ? 1.6 : 1.15) * fmax(bins->low[b], -bins->high[b]));
		if (isfinite(bins->ratio[b]) && bins->hits[0][b] + bins->hits[1][b] >= 20)
			reach = fmax(reach, 1.15 * fabs(bins->ratio[b]));
	}
	return fmin(reach, 12);
}

static void draw_ratio_axis(const struct plot *plot)
{
	static const double multiples[] = { 1.1, 1.2, 1.5, 2, 3, 5, 10, 30, 100, 1000, 10000, 100000 };
	double last = 0;
	char text[40];

	plot_tick_y(plot, 0, "equal");
	for (size_t i = 0; i < sizeof(multiples) / sizeof(*multiples); i++) {
		const double y = log(multiples[i]);

		if (y > plot->y[1] || y - last < plot->y[1] / 4.5)
			continue;
		last = y;
		snprintf(text, sizeof(text), "%g×", multiples[i]);
		plot_tick_y(plot, y, text);
		plot_tick_y(plot, -y, text);
	}
}

/* Where the event lies, in both panels. */
static void shade(FILE *out, const struct plot *plot, double from, double to, int world)
{
	const double left = isnan(from) ? plot->left : plot_x(plot, from), right = isnan(to) ? plot->right : plot_x(plot, to);

	fprintf(out, "<rect class=\"event%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", world, left, above.top, fmax(1.5, right - left),
	        below.bottom - above.top);
}

static void draw_event(FILE *out, const struct plot *plot, const json_t *event, bool answer)
{
	const double high = plot_number_at(json_object_get(event, "thresholds"), 0), low = plot_number_at(json_object_get(event, "thresholds"), 1);

	for (size_t world = 0; world < 2 && answer; world++) {
		const json_t *list = json_array_get(json_object_get(event, "intervals"), world);

		for (size_t i = 0; i < json_array_size(list); i++)
			shade(out, plot, plot_number_at(json_array_get(list, i), 0), plot_number_at(json_array_get(list, i), 1), (int)world);
	}
	if (!answer && !isnan(high))
		shade(out, plot, high, NAN, 0);
	if (!answer && !isnan(low))
		shade(out, plot, NAN, low, 1);
}

static double middle_of(const struct plot *plot, const struct bins *bins, size_t b)
{
	return plot->left + (plot->right - plot->left) * ((double)b + 0.5) / (double)bins->count;
}

static void draw_ratios(const struct plot *plot, const struct bins *bins, double claimed)
{
	for (size_t b = 0; b < bins->count; b++) {
		const double x = middle_of(plot, bins, b);
		const bool out_of_band = bins->low[b] > claimed || bins->high[b] < -claimed;

		/* One without an end is drawn to the frame where it tells something: only one data set gave this. */
		if (bins->hits[0][b] + bins->hits[1][b] == 0 || (!out_of_band && bins->high[b] - bins->low[b] > 2.5 * plot->y[1] + 8))
			continue;
		fprintf(plot->out, "<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", out_of_band ? "out" : "in", x, x,
		        plot_y(plot, fmax(bins->low[b], plot->y[0])), plot_y(plot, fmin(bins->high[b], plot->y[1])));
		if (isfinite(bins->ratio[b]))
			fprintf(plot->out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\"/>", out_of_band ? "out" : "in", x, plot_y(plot, bins->ratio[b]));
	}
}

/* Bars of both worlds side by side; log scale from one run to all of them. */
static void draw_shares(const struct plot *plot, const struct bins *bins)
{
	const double wide = (plot->right - plot->left) / (double)bins->count;

	for (int w = 0; w < 2; w++) {
		for (size_t b = 0; b < bins->count; b++) {
			const double top = plot_y(plot, log10(bins->hits[w][b] / bins->runs[w]));

			if (bins->hits[w][b] > 0)
				fprintf(plot->out, "<rect class=\"w%d\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\"/>", w,
				        plot->left + ((double)b + 0.5 * w) * wide, top, 0.5 * wide, fmax(0.8, plot->bottom - top));
		}
	}
}

static void draw_share_axis(struct plot *plot, const struct bins *bins)
{
	const double deepest = fmax(-7, floor(-log10(fmax(10, fmin(bins->runs[0], bins->runs[1])))));
	char text[40];

	plot->y[0] = deepest;
	for (double y = 0; y >= deepest; y -= deepest < -3 ? 2 : 1) {
		snprintf(text, sizeof(text), "%g %%", 100 * pow(10, y));
		plot_tick_y(plot, y, text);
	}
}

static void name_words(const struct plot *plot, const struct bins *bins, const json_t *words)
{
	for (size_t b = 0; b < bins->count; b++) {
		const double x = middle_of(plot, bins, b);
		const char *word = json_string_value(json_array_get(words, b));

		fprintf(plot->out, "<text class=\"end small\" transform=\"translate(%.1f %.1f) rotate(-35)\">", x + 3, plot->bottom + 9);
		audit_print_escaped(plot->out, word ? word : "?");
		fputs("</text>", plot->out);
	}
}

static void draw_band(const struct plot *plot, double claimed)
{
	const double top = plot_y(plot, claimed), bottom = plot_y(plot, -claimed);

	fprintf(plot->out, "<rect class=\"band\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", plot->left, top, plot->right - plot->left,
	        fmax(1, bottom - top));
}

void plot_ratio(FILE *out, const json_t *one)
{
	const json_t *picture = json_object_get(one, "picture");
	const char *axis = json_string_value(json_object_get(picture, "axis"));
	const struct bins bins = read_bins(picture);
	const double claimed = plot_number(one, "epsilon_claimed"), reach = reach_of(&bins, claimed);
	const bool answer = axis && strcmp(axis, "answer") == 0, words = axis && strcmp(axis, "words") == 0;
	struct plot top = above, bottom = below;
	char text[120];

	top.out = bottom.out = out;
	top.x[0] = bottom.x[0] = plot_number(picture, "low");
	top.x[1] = bottom.x[1] = plot_number(picture, "high");
	top.y[0] = -reach, top.y[1] = reach;
	fputs("<svg viewBox=\"0 0 360 262\" role=\"img\" aria-label=\"How many times likelier each answer is on one data set than on the other\">", out);
	if (!words)
		draw_event(out, &top, json_object_get(one, "event"), answer);
	draw_band(&top, claimed);
	draw_ratio_axis(&top);
	draw_share_axis(&bottom, &bins);
	draw_ratios(&top, &bins, claimed);
	draw_shares(&bottom, &bins);
	plot_frame(&top);
	plot_frame(&bottom);
	snprintf(text, sizeof(text), "up: likelier on data set 0; down: on 1; green: claimed, at most %.3g×", exp(claimed));
	plot_text(&top, 4, top.top - 9, "start small", text);
	if (words) {
		name_words(&bottom, &bins, json_object_get(picture, "words"));
	} else {
		struct plot labels = bottom;

		labels.top = labels.bottom;
		plot_ticks_x(&labels);
		plot_title_x(&bottom, answer ? "the answer" : "the score: how much what is seen speaks for data set 0");
	}
	fputs("</svg>\n", out);
}
