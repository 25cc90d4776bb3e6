/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "audit/report/plot.h"

enum { WIDE = 200, HIGH = 18, EDGE = 6 };

/* Multiples r of the claim stand at r / (1 + r): the claim in the middle, infinity at the end. */
static double place(double epsilon, double claimed)
{
	const double unit = claimed > 0 ? claimed : 1;

	return EDGE + (WIDE - 2 * EDGE) * (isinf(epsilon) ? 1 : epsilon / (epsilon + unit));
}

static void line(FILE *out, const char *class, double x, double from, double to)
{
	fprintf(out, "<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", class, x, x, from, to);
}

void plot_strip(FILE *out, const json_t *one)
{
	const double claimed = plot_number(one, "epsilon_claimed"), found = plot_number(one, "epsilon_lower"), exact = plot_number(one, "epsilon_exact");
	const double zero = place(0, claimed), tick = place(claimed, claimed), end = place(found, claimed), middle = HIGH / 2.0;
	const double multiples[] = { 0.5, 2, 5 };

	fprintf(out, "<svg class=\"strip\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"claimed %.4g, found more than %.4g", WIDE, HIGH, claimed, found);
	fprintf(out, isnan(exact) ? "\">" : isinf(exact) ? ", exact: infinite\">" : ", exact %.4g\">", exact);
	fprintf(out, "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", zero, (double)WIDE - EDGE, middle, middle);
	for (size_t i = 0; i < sizeof(multiples) / sizeof(*multiples) && claimed > 0; i++)
		line(out, "axis", place(multiples[i] * claimed, claimed), middle - 2, middle + 2);
	fprintf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"7\"/>", found > claimed ? "toomuch" : "found", zero, middle - 3.5,
	        fmax(0.5, end - zero));
	line(out, "claimed", tick, 1, HIGH - 1);
	if (!isnan(exact)) {
		const double x = place(exact, claimed);

		fprintf(out, "<path class=\"exact\" d=\"M%.1f %.1fl4.5 4.5l-4.5 4.5l-4.5 -4.5z\"/>", x, middle - 4.5);
	}
	fputs("</svg>", out);
}
