/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "audit/foreign/replay.h"
#include "audit/report/json_parts.h"
#include "audit/exec/shell.h"
#include "tool/wrap.h"

enum { INDENT = 15 };

static size_t faults_of(const struct foreign_result *result)
{
	size_t count = 0;

	for (int f = 0; f < FAULTS; f++)
		count += result->fault[f].pairs > 0;
	return count;
}

static void print_fault(FILE *out, const struct space *space, enum fault fault, const struct foreign_fault *found)
{
	char text[700];
	json_t *data[2];

	snprintf(text, sizeof(text), "%s.%s%s%s %s%s", fault_words(fault), *found->first.addition ? " \"" : "", found->first.addition,
	         *found->first.addition ? "\":" : "", found->first.detail, found->on_pair ? "" : "; on data set 0");
	fputc('\n', out);
	tool_wrap(out, fault_name(fault), INDENT, text);
	pair_data(space, &found->pair, data);
	for (int w = 0; w < (found->on_pair ? 2 : 1); w++) {
		char *shown = space_dump(data[w], 0);

		tool_wrap(out, w ? "  data set 1" : "  data set 0", INDENT, shown ? shown : "(no memory to show it)");
		free(shown);
	}
	json_decref(data[0]);
	json_decref(data[1]);
}

static void print_budget(FILE *out, const struct foreign_request *request, const struct composed *composed)
{
	char text[300];

	if (request->epsilon < 0)
		snprintf(text, sizeof(text), "was not asked for: --epsilon=E compares it");
	else if (composed->is == COMPOSED_NOT)
		snprintf(text, sizeof(text), "not composed: that is done for Laplace noise without a delta, and for normal noise");
	else
		snprintf(text, sizeof(text), "what was declared composes to %s of %.6g%s", composed->is == COMPOSED_EPSILON ? "an epsilon" : "a delta", composed->at_least,
		         composed->is == COMPOSED_EPSILON ? "" : ", at the epsilon that was asked for");
	tool_wrap(out, "budget", INDENT, text);
}

void foreign_print(FILE *out, const struct foreign_request *request, const struct space *space, const struct foreign_result *result)
{
	const size_t faults = faults_of(result);
	char name[SHELL_NAME], text[400], relation[200];

	shell_words(request->command, name, sizeof(name));
	if (faults > 0)
		snprintf(text, sizeof(text), "%s has faults of %zu kind%s.", name, faults, faults > 1 ? "s" : "");
	else
		snprintf(text, sizeof(text), "%s: no fault was found in what it reports. The noise itself was not looked at: dpmf-audit search does this.", name);
	tool_wrap(out, "", 0, text);
	space_relation_words(space, relation, sizeof(relation));
	snprintf(text, sizeof(text), "%zu pairs of neighbours (%s), with %zu additions of noise in a run", result->pairs, relation, result->additions);
	tool_wrap(out, "looked at", INDENT, text);
	print_budget(out, request, &result->composed);
	for (int f = 0; f < FAULTS; f++)
		if (result->fault[f].pairs > 0)
			print_fault(out, space, (enum fault)f, &result->fault[f]);
}

static json_t *fault_json(const struct space *space, enum fault fault, const struct foreign_fault *found)
{
	json_t *data[2];

	pair_data(space, &found->pair, data);
	json_t *list = found->on_pair ? json_pack("[O, O]", data[0], data[1]) : json_pack("[O]", data[0]);

	json_decref(data[0]);
	json_decref(data[1]);
	return json_pack("{s:s, s:s, s:o, s:o, s:I, s:o}", "kind", fault_name(fault), "what", fault_words(fault), "addition",
	                 *found->first.addition ? audit_json_text(found->first.addition) : json_null(), "detail", audit_json_text(found->first.detail),
	                 "pairs", (json_int_t)found->pairs, "data", list);
}

enum dpmf_status foreign_print_json(FILE *out, const struct foreign_request *request, const struct space *space, const struct foreign_result *result,
                                    struct dpmf_error *error)
{
	static const char *const composed[] = { [COMPOSED_NOT] = NULL, [COMPOSED_EPSILON] = "epsilon", [COMPOSED_DELTA] = "delta" };
	json_t *faults = json_array();
	char relation[200];

	space_relation_words(space, relation, sizeof(relation));
	for (int f = 0; f < FAULTS; f++)
		if (result->fault[f].pairs > 0)
			json_array_append_new(faults, fault_json(space, (enum fault)f, &result->fault[f]));
	json_t *document = json_pack("{s:s, s:i, s:s, s:I, s:I, s:I, s:o, s:f, s:{s:s?, s:o}, s:o}",
		"format", "dpmf-audit-foreign", "version", 1, "neighbours", relation, "pairs", (json_int_t)result->pairs, "additions", (json_int_t)result->additions,
		"seed", (json_int_t)request->seed, "epsilon_asked", request->epsilon < 0 ? json_null() : json_real(request->epsilon), "delta_asked", request->delta,
		"composed", "is", composed[result->composed.is], "at_least", result->composed.is == COMPOSED_NOT ? json_null() : json_real(result->composed.at_least),
		"faults", faults);
	char *text = document ? space_dump(document, JSON_INDENT(2)) : NULL;
	const int failed = !text || fprintf(out, "%s\n", text) < 0;

	json_decref(document);
	free(text);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON") : DPMF_OK;
}
