/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of one case, from the JSON document alone, as SVG inside a page. Colours are the page's classes. */
#ifndef DPMF_AUDIT_PLOT_H
#define DPMF_AUDIT_PLOT_H
#include <stdbool.h>
#include <stdio.h>

#include <jansson.h>

/* A frame and what its sides stand for. A scale is linear in x, and in y or ln y: callers take the logarithm. */
struct plot {
	FILE *out;
	double left, right, top, bottom; /* in the units of the viewBox; bottom > top */
	double x[2], y[2];               /* at left and right; at bottom and top */
};

/* What lies beyond a side is put on it. */
double plot_x(const struct plot *plot, double x);
double plot_y(const struct plot *plot, double y);
void plot_frame(const struct plot *plot);
/* A line across at y (down at x), and what it stands for. */
void plot_tick_y(const struct plot *plot, double y, const char *text);
void plot_tick_x(const struct plot *plot, double x, const char *text);
/* Ticks at round numbers of the x axis. */
void plot_ticks_x(const struct plot *plot);
void plot_title_x(const struct plot *plot, const char *text);
void plot_text(const struct plot *plot, double x, double y, const char *class_and_anchor, const char *text);

double plot_number(const json_t *object, const char *key);      /* NAN where it is not a number; "infinity" is INFINITY */
double plot_number_at(const json_t *list, size_t i);

/* The claimed tick, the bar that was found, the diamond of the exact value: one line of the summary. */
void plot_strip(FILE *out, const json_t *one);
/* How many times likelier each answer (or score) is on one data set than on the other; log scale. */
void plot_ratio(FILE *out, const json_t *one);
/* Both errors of guessing the data set; what the claim forbids; the band. */
void plot_errors(FILE *out, const json_t *one);
/* Every delta at once: the smallest delta that goes with each epsilon; log scale. */
void plot_deltas(FILE *out, const json_t *one);

#endif
