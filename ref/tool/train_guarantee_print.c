/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "tool/train_guarantee.h"
#include "tool/train_report.h"
#include "tool/wrap.h"

enum { INDENT = 14 };

static const char *const states[] = { "met", "assumed", "broken" };

static void print_unit(FILE *out, const char *head, const struct train_guarantee *g, const struct train_unit *unit)
{
	struct dpmf_decimals epsilon, delta;
	char text[1024];

	if (!unit->epsilon) {
		snprintf(text, sizeof text, "k times that epsilon for %s%s", unit->unit,
		         g->unit[0].delta && mpfr_cmp_d(g->unit[0].delta->hi, 1e-300) > 0 ? ", at k exp((k - 1) epsilon) times that delta" : "");
		tool_wrap(out, head, INDENT, text);
		return;
	}
	dpmf_enclosure_print(unit->epsilon, &epsilon);
	snprintf(text, sizeof text, "epsilon = %.12g for %s", mpfr_get_d(unit->epsilon->hi, MPFR_RNDU), unit->unit);
	tool_wrap(out, head, INDENT, text);
	snprintf(text, sizeof text, "in [%s, %s]", epsilon.lo, epsilon.hi);
	tool_wrap(out, "", INDENT, text);
	if (!unit->delta || mpfr_zero_p(unit->delta->hi))
		return;
	dpmf_enclosure_print(unit->delta, &delta);
	snprintf(text, sizeof text, "delta at most %s", delta.hi);
	tool_wrap(out, "", INDENT, text);
}

static void print_state(FILE *out, const struct train_guarantee *g, enum train_state state)
{
	const char *head = states[state];

	for (size_t i = 0; i < g->premises; i++)
		if (g->premise[i].state == state) {
			tool_wrap(out, head, INDENT, g->premise[i].text);
			head = "";
		}
}

static void print_covered(FILE *out, const struct train_guarantee *g)
{
	char text[TRAIN_COVERED * 64] = "";

	for (size_t i = 0; i < g->covered; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? ", " : "", g->covers[i]);
	if (g->covered)
		tool_wrap(out, "covers", INDENT, text);
}

void train_guarantee_print(FILE *out, const struct train_guarantee *g)
{
	const bool holds = train_guarantee_holds(g);

	tool_wrap(out, "guarantee", INDENT, holds ? "HOLDS, under what is assumed below" :
	          g->units ? "DOES NOT HOLD: no epsilon. What is broken stands below" : "NONE: nothing protects the ratings");
	if (!holds && g->otherwise[0])
		tool_wrap(out, "if", INDENT, g->otherwise);
	for (size_t i = 0; i < g->units; i++)
		print_unit(out, holds ? "" : "would be", g, &g->unit[i]);
	if (g->against[0])
		tool_wrap(out, "against", INDENT, g->against);
	for (int state = TRAIN_BROKEN; state >= TRAIN_MET; state--)
		print_state(out, g, (enum train_state)state);
	print_covered(out, g);
}

static json_t *units_json(const struct train_guarantee *g)
{
	json_t *units = json_array();

	for (size_t i = 0; i < g->units; i++) {
		const struct train_unit *unit = &g->unit[i];

		json_array_append_new(units, json_pack("{s:s, s:s, s:o, s:o*}", "relation", unit->relation, "unit", unit->unit,
		                                       unit->epsilon ? "epsilon" : "epsilon_times",
		                                       unit->epsilon ? train_enclosure_json(unit->epsilon) : json_string("k"),
		                                       "delta", unit->delta ? train_enclosure_json(unit->delta) : NULL));
	}
	return units;
}

static json_t *premises_json(const struct train_guarantee *g)
{
	json_t *premises = json_array();

	for (size_t i = 0; i < g->premises; i++)
		json_array_append_new(premises, json_pack("{s:s, s:s, s:s}", "id", g->premise[i].id, "state", states[g->premise[i].state],
		                                          "text", g->premise[i].text));
	return premises;
}

json_t *train_guarantee_json(const struct train_guarantee *g)
{
	const bool holds = train_guarantee_holds(g);
	json_t *covers = json_array(), *otherwise = json_null();
	json_t *epsilon = holds ? train_enclosure_json(g->unit[0].epsilon) : json_null();
	json_t *delta = g->units && g->unit[0].delta ? train_enclosure_json(g->unit[0].delta) : json_null();

	for (size_t i = 0; i < g->covered; i++)
		json_array_append_new(covers, json_string(g->covers[i]));
	if (!holds && g->units)
		otherwise = json_pack("{s:s, s:o, s:o}", "text", g->otherwise, "protects", units_json(g), "delta", json_incref(delta));
	return json_pack("{s:b, s:o, s:o, s:o, s:s, s:o, s:o, s:o}", "holds", holds, "epsilon", epsilon, "delta", holds ? delta : (json_decref(delta), json_null()),
	                 "protects", holds ? units_json(g) : json_array(), "against", g->against, "premises", premises_json(g),
	                 "covers", covers, "if", otherwise);
}
