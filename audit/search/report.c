/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/search/report.h"

#include <math.h>
#include <stdlib.h>

#include "audit/report/json_parts.h"
#include "audit/exec/shell.h"
#include "tool/wrap.h"

enum { INDENT = 15 };

void search_print_data(FILE *out, const struct space *space, json_t *const data[2])
{
	static const char *const heads[2] = { "data set 0", "data set 1" };
	char relation[200];

	for (int w = 0; w < 2; w++) {
		char *text = space_dump(data[w], 0);

		tool_wrap(out, heads[w], INDENT, text ? text : "(no memory to show it)");
		free(text);
	}
	space_relation_words(space, relation, sizeof(relation));
	tool_wrap(out, "neighbours", INDENT, relation);
}

void search_print_audit(FILE *out, const char *name, const struct hunt_audit *audit, double confidence)
{
	struct audit_result as_a_whole = audit->result;
	char text[AUDIT_SENTENCE + SHELL_NAME], sentence[AUDIT_SENTENCE];

	as_a_whole.one = &audit->one;
	as_a_whole.confidence = confidence;
	audit_verdict_sentence(&as_a_whole, sentence, sizeof(sentence));
	snprintf(text, sizeof(text), "%s %s", name, sentence);
	tool_wrap(out, "", 0, text);
	audit_event_sentence(&as_a_whole, sentence, sizeof(sentence));
	tool_wrap(out, "what was seen", INDENT, sentence);
	audit_note_sentence(&as_a_whole, sentence, sizeof(sentence));
	if (*sentence)
		tool_wrap(out, "note", INDENT, sentence);
}

/* How the confidence comes about. */
static void paid_sentence(const struct hunt_setting *setting, char *text, size_t room)
{
	snprintf(text, room, "%.6g %% confidence holds for the search as a whole: pairs are chosen on other runs than those of a bound, and %d bounds at most "
	         "share the error", 100 * setting->confidence, HUNT_FINALISTS + HUNT_CONFIRMATIONS);
}

static void small_sentence(const struct hunt_setting *setting, const struct hunt_result *result, char *text, size_t room)
{
	char trials[AUDIT_GROUPED];

	audit_grouped(setting->trials, trials);
	if (result->minimal)
		snprintf(text, room, "nothing can be taken away: without any one of its rows, or with any one of its values set to 0, %s runs of each data set "
		         "did not show the violation clearly", trials);
	else
		snprintf(text, room, "it may be possible to take more away: a smaller pair was not confirmed");
}

static void refused_sentence(const struct hunt_result *result, char *text, size_t room)
{
	char *data = space_dump(result->refused_data, JSON_COMPACT);

	snprintf(text, room, "%zu pairs were left out, since the target refused one of the two data sets, such as %.120s: \"%s\". If an adversary can see "
	         "that it refuses, this is an answer: then let it answer a word", result->refused, data ? data : "", result->why);
	free(data);
}

void search_print(FILE *out, const struct hunt_setting *setting, const struct hunt_result *result, const char *file)
{
	char name[SHELL_NAME], text[1000], runs[AUDIT_GROUPED];
	json_t *data[2];

	shell_words(setting->command, name, sizeof(name));
	search_print_audit(out, name, &result->best, setting->confidence);
	pair_data(setting->space, &result->best.pair, data);
	search_print_data(out, setting->space, data);
	json_decref(data[0]);
	json_decref(data[1]);
	if (result->violated) {
		small_sentence(setting, result, text, sizeof(text));
		tool_wrap(out, "minimal", INDENT, text);
	}
	snprintf(text, sizeof(text), "%zu pairs of neighbours, in %s runs in all", result->pairs, audit_grouped(result->runs, runs));
	tool_wrap(out, "looked at", INDENT, text);
	paid_sentence(setting, text, sizeof(text));
	tool_wrap(out, "how sure", INDENT, text);
	if (result->refused > 0) {
		refused_sentence(result, text, sizeof(text));
		tool_wrap(out, "left out", INDENT, text);
	}
	if (result->violated && file) {
		snprintf(text, sizeof(text), "dpmf-audit replay %.900s", file);
		tool_wrap(out, "again", INDENT, text);
	} else if (result->violated) {
		tool_wrap(out, "again", INDENT, "with --witness=FILE, the pair is kept for dpmf-audit replay FILE");
	}
}

enum dpmf_status search_print_json(FILE *out, const struct hunt_setting *setting, const struct hunt_result *result, struct dpmf_error *error)
{
	struct audit_result as_a_whole = result->best.result;
	char sentence[AUDIT_SENTENCE], seen[AUDIT_SENTENCE], relation[200];
	json_t *data[2];

	as_a_whole.confidence = setting->confidence;
	audit_verdict_sentence(&as_a_whole, sentence, sizeof(sentence));
	audit_event_sentence(&as_a_whole, seen, sizeof(seen));
	space_relation_words(setting->space, relation, sizeof(relation));
	pair_data(setting->space, &result->best.pair, data);
	json_t *document = json_pack("{s:s, s:i, s:f, s:f, s:f, s:f, s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:[o, o], s:b, s:o, s:{s:o, s:o}}",
		"format", "dpmf-audit-search", "version", 1, "epsilon_claimed", setting->epsilon, "delta", setting->delta,
		"confidence", setting->confidence, "epsilon_lower", floor(result->best.result.epsilon_lower * 1e12) / 1e12,
		"verdict", audit_finding_name(result->best.result.finding), "neighbours", relation, "trials", (json_int_t)setting->trials,
		"seed", (json_int_t)setting->seed, "pairs", (json_int_t)result->pairs, "runs", (json_int_t)result->runs,
		"refused", result->refused == 0 ? json_null() : json_pack("{s:I, s:O, s:o}", "pairs", (json_int_t)result->refused, "data",
		                                                          result->refused_data, "why", audit_json_text(result->why)),
		"data", data[0], data[1], "minimal", result->minimal, "witness", result->violated ? witness_json(setting, result) : json_null(),
		"sentences", "verdict", audit_json_text(sentence), "seen", audit_json_text(seen));
	char *text = document ? space_dump(document, JSON_INDENT(2)) : NULL;
	const int failed = !text || fprintf(out, "%s\n", text) < 0;

	json_decref(document);
	free(text);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON") : DPMF_OK;
}
