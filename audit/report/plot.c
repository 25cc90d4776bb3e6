/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/report/plot.h"

#include <math.h>
#include <string.h>

static double between(double from, double to, double share)
{
	return from + (to - from) * fmax(0, fmin(1, share));
}

double plot_x(const struct plot *plot, double x)
{
	return between(plot->left, plot->right, (x - plot->x[0]) / (plot->x[1] - plot->x[0]));
}

double plot_y(const struct plot *plot, double y)
{
	return between(plot->bottom, plot->top, (y - plot->y[0]) / (plot->y[1] - plot->y[0]));
}

void plot_frame(const struct plot *plot)
{
	fprintf(plot->out, "<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", plot->left, plot->top,
	        plot->right - plot->left, plot->bottom - plot->top);
}

void plot_text(const struct plot *plot, double x, double y, const char *class_and_anchor, const char *text)
{
	fprintf(plot->out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">%s</text>", x, y, class_and_anchor, text);
}

void plot_tick_y(const struct plot *plot, double y, const char *text)
{
	const double at = plot_y(plot, y);

	fprintf(plot->out, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", plot->left, plot->right, at, at);
	plot_text(plot, plot->left - 4, at + 3.5, "end", text);
}

void plot_tick_x(const struct plot *plot, double x, const char *text)
{
	const double at = plot_x(plot, x);

	fprintf(plot->out, "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", at, at, plot->top, plot->bottom);
	plot_text(plot, at, plot->bottom + 12, "middle", text);
}

void plot_ticks_x(const struct plot *plot)
{
	const double span = plot->x[1] - plot->x[0], rough = span / 4, ten = pow(10, floor(log10(rough)));
	const double step = rough / ten > 5 ? 10 * ten : rough / ten > 2 ? 5 * ten : rough / ten > 1 ? 2 * ten : ten;
	const double first = ceil(plot->x[0] / step - 1e-9);
	char text[40];

	for (int i = 0; (first + i) * step <= plot->x[1] + 1e-9 * span && i < 12; i++) {
		const double x = (first + i) * step;

		snprintf(text, sizeof(text), "%.4g", fabs(x) < step / 1e3 ? 0 : x);
		plot_tick_x(plot, x, text);
	}
}

void plot_title_x(const struct plot *plot, const char *text)
{
	plot_text(plot, (plot->left + plot->right) / 2, plot->bottom + 26, "middle", text);
}

static double number_of(const json_t *value)
{
	if (json_is_number(value))
		return json_number_value(value);
	return json_is_string(value) && strcmp(json_string_value(value), "infinity") == 0 ? INFINITY : NAN;
}

double plot_number(const json_t *object, const char *key)
{
	return number_of(json_object_get(object, key));
}

double plot_number_at(const json_t *list, size_t i)
{
	return number_of(json_array_get(list, i));
}
