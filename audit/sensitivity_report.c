/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/sensitivity_report.h"
#include "tool/wrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

bool audit_sensitivity_as_meant(const struct audit_sensitivity *result, bool mutants)
{
	if (mutants && strcmp(result->target->variant, "sound") != 0)
		return !audit_sensitivity_expected(result);
	return audit_sensitivity_expected(result);
}

static const char *verdict(const struct audit_sensitivity *result, bool mutants)
{
	if (!audit_sensitivity_as_meant(result, mutants))
		return mutants ? "NOT CAUGHT" : "UNEXPECTED";
	if (mutants && strcmp(result->target->variant, "sound") != 0)
		return "caught";
	return result->exceeds ? "exceeds, as known" : "within";
}

static const char *norm_name(enum dpmf_norm norm)
{
	switch (norm) {
	case DPMF_L1: return "l1";
	case DPMF_L2: return "l2";
	case DPMF_LARGEST: return "largest";
	}
	return "";
}

static void print_numbers(FILE *out, const char *name, const double *x, size_t rows, size_t columns)
{
	int at = fprintf(out, "  %-21s", name);
	char text[40];

	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < columns; j++) {
			snprintf(text, sizeof text, " %.17g%s", x[i * columns + j], j + 1 < columns || i + 1 == rows ? "" : ";");
			if (at + (int)strlen(text) > tool_width())
				at = fprintf(out, "\n%23s", "") - 1;
			at += fprintf(out, "%s", text);
		}
	fputc('\n', out);
}

static void print_instance(FILE *out, const struct audit_instance *one, size_t round)
{
	const struct audit_shape *s = one->shape;

	print_numbers(out, "ratings", one->rating[0], s->users, s->items);
	if (s->row || s->neighbours == DPMF_USER)
		print_numbers(out, "user 0, neighbour", one->rating[1], 1, s->items);
	else if (s->neighbours == DPMF_EDGE)
		print_numbers(out, "user 0, neighbour", one->u[1], 1, s->factors);
	else
		print_numbers(out, "rating, neighbour", one->rating[1], 1, 1);
	print_numbers(out, "users' start", one->u[0], s->users, s->factors);
	print_numbers(out, "items' start", one->v, s->items, s->factors);
	for (size_t t = 0; t < round; t++) {
		char name[48];

		snprintf(name, sizeof(name), "answers, release %zu", t + 1);
		print_numbers(out, name, one->answer[t], s->pieces, s->factors);
	}
	if (s->weight_min < 1)
		print_numbers(out, "weight of user 0", &one->weight, 1, 1);
	fprintf(out, "  %-22s%.17g, lambda %.17g\n", "rate", one->rate, s->lambda);
}

void audit_sensitivity_print(FILE *out, const struct audit_sensitivity *results, size_t count, bool mutants)
{
	char text[400];

	for (size_t i = 0; i < count; i++) {
		const struct audit_sensitivity *one = &results[i];

		snprintf(text, sizeof text, "%s %s, view %s: %s, in %s: release %zu, most in piece %llu, after %llu evaluations",
		         one->target->mechanism, one->target->variant, one->target->view, one->target->statistic,
		         norm_name(one->norm), one->round + 1, (unsigned long long)one->piece,
		         (unsigned long long)one->evaluations);
		tool_wrap(out, "", 0, text);
		print_instance(out, &one->found, one->round);
		fprintf(out, "  %-22s[%s, %s]\n", "moved by", one->moved_real.lo, one->moved_real.hi);
		fprintf(out, "  %-22s[%s, %s]\n", "claimed", one->claimed_real.lo, one->claimed_real.hi);
		fprintf(out, "  %-22smoved %.15g, declared %.15g\n\n", "the door saw", one->moved, one->declared);
	}
	tool_wrap(out, "ratio:", 7, "largest change found over claimed bound, rounded down; in real arithmetic, by interval arithmetic");
	tool_last(out, fprintf(out, "\n%-9s  %-19s  %-9s  %-15s  %7s  %8s", "mechanism", "variant", "who looks", "claim", "release", "ratio") - 1, "verdict");
	for (size_t i = 0; i < count; i++) {
		const struct audit_sensitivity *one = &results[i];

		snprintf(text, sizeof text, "%s%s", verdict(one, mutants), one->agrees ? "" : ": door and formula disagree");
		tool_last(out, fprintf(out, "%-9s  %-19s  %-9s  %-15s  %7zu  %8.4f", one->target->mechanism, one->target->variant,
		                       one->target->view, one->target->claim, one->round + 1,
		                       floor(strtod(one->ratio_real.lo, NULL) * 1e4) / 1e4), text);
	}
}

static json_t *rows_of(const double *x, size_t rows, size_t columns)
{
	json_t *outer = json_array();

	for (size_t i = 0; i < rows; i++) {
		json_t *inner = json_array();

		for (size_t j = 0; j < columns; j++)
			json_array_append_new(inner, json_real(x[i * columns + j]));
		json_array_append_new(outer, inner);
	}
	return outer;
}

static json_t *instance_of(const struct audit_instance *one, size_t round)
{
	const struct audit_shape *s = one->shape;
	json_t *answers = json_array();

	for (size_t t = 0; t < round; t++)
		json_array_append_new(answers, rows_of(one->answer[t], s->pieces, s->factors));
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:f, s:f, s:f}",
	                 "ratings", rows_of(one->rating[0], s->users, s->items),
	                 "ratings_neighbour", rows_of(one->rating[1], s->users, s->items),
	                 "users_start", rows_of(one->u[0], s->users, s->factors),
	                 "users_start_neighbour", rows_of(one->u[1], s->users, s->factors),
	                 "items_start", rows_of(one->v, s->items, s->factors), "answers", answers,
	                 "rate", one->rate, "lambda", s->lambda, "weight_of_user_0", one->weight);
}

static json_t *enclosure_of(const struct dpmf_decimals *decimals)
{
	return json_pack("{s:s, s:s}", "lo", decimals->lo, "hi", decimals->hi);
}

static json_t *describe(const struct audit_sensitivity *one, bool mutants)
{
	const struct audit_search_target *target = one->target;

	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:o, s:o, s:o, s:b, s:b, s:b, s:b, s:b, s:o}",
	                 "mechanism", target->mechanism, "variant", target->variant, "view", target->view,
	                 "claim", target->claim, "statistic", target->statistic,
	                 "norm", norm_name(one->norm), "round", (json_int_t)one->round + 1,
	                 "piece", (json_int_t)one->piece, "evaluations", (json_int_t)one->evaluations,
	                 "moved", enclosure_of(&one->moved_real), "claimed", enclosure_of(&one->claimed_real),
	                 "ratio", enclosure_of(&one->ratio_real), "exceeds", one->exceeds, "excess_known", target->exceeds,
	                 "door_agrees", one->agrees, "asked_otherwise", one->strayed,
	                 "as_expected", audit_sensitivity_as_meant(one, mutants),
	                 "instance", instance_of(&one->found, one->round));
}

enum dpmf_status audit_sensitivity_print_json(FILE *out, const struct audit_sensitivity *results, size_t count,
                                              bool mutants, struct dpmf_error *error)
{
	json_t *array = json_array(), *document = json_pack("{s:s, s:i, s:o}", "format", "dpmf-audit-sensitivity", "version", 1, "sensitivities", array);
	int failed = !document;

	for (size_t i = 0; i < count && !failed; i++)
		failed = json_array_append_new(array, describe(&results[i], mutants));
	if (!failed)
		failed = json_dumpf(document, out, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0 || fputc('\n', out) == EOF;
	json_decref(document);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON") : DPMF_OK;
}
