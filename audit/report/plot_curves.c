/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "audit/report/plot.h"

/* Of the test "the score is at least t: it was data set 0": its two errors. */
struct corner {
	double alarm, miss; /* data set 1 taken for 0; data set 0 taken for 1 */
};

enum { POINTS_MOST = 64, CLAIM_POINTS = 100 };

/* At most (high) or at least so large, with the curve's confidence. */
static size_t read_corners(const json_t *points, bool high, struct corner *corner)
{
	size_t count = json_array_size(points);

	count = count < POINTS_MOST ? count : POINTS_MOST;
	for (size_t k = 0; k < count; k++) {
		const json_t *point = json_array_get(points, k);

		corner[k].alarm = plot_number_at(json_object_get(point, "data_set_1"), high);
		corner[k].miss = 1 - plot_number_at(json_object_get(point, "data_set_0"), !high);
	}
	return count;
}

/* (epsilon, delta): miss >= 1 - delta - e^epsilon alarm, and the same the other way round. */
static void forbid(const struct plot *plot, double epsilon, double delta)
{
	const double corner = (1 - delta) / (1 + exp(epsilon));

	fprintf(plot->out, "<path class=\"forbidden\" d=\"M%.2f %.2fL%.2f %.2fL%.2f %.2fL%.2f %.2fz\"/>", plot_x(plot, 0), plot_y(plot, 0),
	        plot_x(plot, 0), plot_y(plot, 1 - delta), plot_x(plot, corner), plot_y(plot, corner), plot_x(plot, 1 - delta), plot_y(plot, 0));
}

static bool is_forbidden(const struct corner *c, double epsilon, double delta)
{
	return c->miss < 1 - delta - exp(epsilon) * c->alarm || c->alarm < 1 - delta - exp(epsilon) * c->miss;
}

static void draw_corners(const struct plot *plot, const json_t *one, const json_t *points)
{
	const double epsilon = plot_number(one, "epsilon_claimed"), delta = plot_number(one, "delta");
	struct corner near[POINTS_MOST], far[POINTS_MOST];
	const size_t count = read_corners(points, true, far);

	read_corners(points, false, near);
	/* Thresholds ascend: alarms fall, misses rise. */
	fputs("<path class=\"curve\" d=\"", plot->out);
	fprintf(plot->out, "M%.2f %.2f", plot_x(plot, 1), plot_y(plot, 0));
	for (size_t k = 0; k < count; k++)
		fprintf(plot->out, "L%.2f %.2f", plot_x(plot, far[k].alarm), plot_y(plot, far[k].miss));
	fprintf(plot->out, "L%.2f %.2f", plot_x(plot, 0), plot_y(plot, 1));
	for (size_t k = count; k-- > 0; )
		fprintf(plot->out, "L%.2f %.2f", plot_x(plot, near[k].alarm), plot_y(plot, near[k].miss));
	fputs("z\"/>", plot->out);
	for (size_t k = 0; k < count; k++)
		fprintf(plot->out, "<circle class=\"%s\" cx=\"%.2f\" cy=\"%.2f\" r=\"1.8\"/>", is_forbidden(&far[k], epsilon, delta) ? "out" : "in",
		        plot_x(plot, far[k].alarm), plot_y(plot, far[k].miss));
}

void plot_errors(FILE *out, const json_t *one)
{
	const struct plot plot = { out, 46, 354, 22, 222, { 0, 1 }, { 0, 1 } };
	const json_t *points = json_object_get(json_object_get(one, "curve"), "points");

	fputs("<svg viewBox=\"0 0 360 262\" role=\"img\" aria-label=\"Both errors of guessing the data set, and what the claim forbids\">", out);
	plot_ticks_x(&plot);
	plot_tick_y(&plot, 0, "0");
	plot_tick_y(&plot, 0.5, "0.5");
	plot_tick_y(&plot, 1, "1");
	forbid(&plot, plot_number(one, "epsilon_claimed"), plot_number(one, "delta"));
	fprintf(out, "<line class=\"idle\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", plot.left, plot.top, plot.right, plot.bottom);
	draw_corners(&plot, one, points);
	plot_frame(&plot);
	plot_text(&plot, plot.left + 8, plot.bottom - 8, "start small claimtext", "the claim forbids this region");
	plot_text(&plot, plot.right - 6, plot.top + 14, "end small", "dashed: guessing by a coin");
	plot_text(&plot, plot.left, plot.top - 9, "start small", "up: share of runs on data set 0 that are taken for 1");
	plot_title_x(&plot, "share of runs on data set 1 that are taken for 0");
	fputs("</svg>\n", out);
}

/* What (epsilon, delta) says of every other epsilon. */
static double claimed_delta(double epsilon, double delta, double at)
{
	return at >= epsilon ? delta : 1 - (1 - delta) * (1 + exp(at)) / (1 + exp(epsilon));
}

static void draw_found(const struct plot *plot, const json_t *list)
{
	fputs("<path class=\"foundline\" d=\"", plot->out);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const double y = plot_number(json_array_get(list, i), "delta");

		fprintf(plot->out, "%s%.2f %.2f", i ? "L" : "M", plot_x(plot, plot_number(json_array_get(list, i), "epsilon")),
		        y > 0 ? plot_y(plot, log10(y)) : plot->bottom);
	}
	fputs("\"/>", plot->out);
}

static void draw_claimed(const struct plot *plot, double epsilon, double delta)
{
	fputs("<path class=\"claimline\" d=\"", plot->out);
	for (int i = 0; i <= CLAIM_POINTS; i++) {
		const double at = epsilon * i / CLAIM_POINTS, y = claimed_delta(epsilon, delta, at);

		fprintf(plot->out, "%s%.2f %.2f", i ? "L" : "M", plot_x(plot, at), y > 0 ? plot_y(plot, log10(y)) : plot->bottom);
	}
	fprintf(plot->out, "L%.2f %.2f\"/>", plot->right, delta > 0 ? plot_y(plot, log10(delta)) : plot->bottom);
}

static void mark_excess(const struct plot *plot, const json_t *one, const json_t *list)
{
	const double epsilon = plot_number(one, "epsilon_claimed"), delta = plot_number(one, "delta");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const double at = plot_number(json_array_get(list, i), "epsilon"), y = plot_number(json_array_get(list, i), "delta");

		if (y > 0 && y > claimed_delta(epsilon, delta, at))
			fprintf(plot->out, "<circle class=\"out\" cx=\"%.2f\" cy=\"%.2f\" r=\"2.4\"/>", plot_x(plot, at), plot_y(plot, log10(y)));
	}
}

void plot_deltas(FILE *out, const json_t *one)
{
	const json_t *list = json_object_get(json_object_get(one, "curve"), "delta_at_epsilon");
	const double exact = plot_number(one, "epsilon_exact"), delta = plot_number(one, "delta");
	struct plot plot = { out, 46, 354, 22, 222, { 0, plot_number(json_array_get(list, json_array_size(list) - 1), "epsilon") }, { -6, 0 } };
	char text[40];

	if (delta > 0 && log10(delta) < -5)
		plot.y[0] = floor(log10(delta)) - 1;
	fputs("<svg viewBox=\"0 0 360 262\" role=\"img\" aria-label=\"The smallest delta that goes with each epsilon: found and claimed\">", out);
	plot_ticks_x(&plot);
	for (double y = 0; y > plot.y[0]; y -= 2) {
		snprintf(text, sizeof(text), "%g", pow(10, y));
		plot_tick_y(&plot, y, text);
	}
	plot_text(&plot, plot.left - 4, plot.bottom + 3, "end", "0");
	draw_claimed(&plot, plot_number(one, "epsilon_claimed"), delta);
	draw_found(&plot, list);
	mark_excess(&plot, one, list);
	if (isfinite(exact) && exact <= plot.x[1])
		fprintf(out, "<path class=\"exact\" d=\"M%.1f %.1fl5 5l-5 5l-5 -5z\"/>", plot_x(&plot, exact),
		        (delta > 0 ? plot_y(&plot, log10(delta)) : plot.bottom) - 5);
	plot_frame(&plot);
	plot_text(&plot, plot.left, plot.top - 9, "start small", "up: delta; solid: at least this was found; dashed: claimed");
	plot_title_x(&plot, "epsilon");
	fputs("</svg>\n", out);
}
