/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/scores/report.h"

#include <math.h>
#include <string.h>

#include "audit/report/json_parts.h"
#include "tool/wrap.h"

enum { INDENT = 15, PREMISES = 4 };

static const char *const premise[PREMISES] = {
	"each canary was in or out by a fair coin of its own, tossed before the run, and the coins are independent of all else",
	("the claim is for one canary going from in to out, or back; where in and out are two values of a rating, it is the epsilon of changing "
	 "one value"),
	"the scores were made without the coins; the score of one canary may depend on all that the run gave, and on the other canaries",
	"this file was made for this audit: of several files, the best one is no fair choice",
};

static void counts_sentence(const struct scores_result *r, char *text, size_t room)
{
	char number[6][AUDIT_GROUPED];
	const uint64_t what[6] = { r->right, r->guesses, r->guessed_in, r->guesses - r->guessed_in, r->in, r->canaries };

	for (int i = 0; i < 6; i++)
		audit_grouped(what[i], number[i]);
	snprintf(text, room, "%s of %s guesses are right. The %s highest scores were guessed to be in, the %s lowest to be out. %s of %s canaries were in",
	         number[0], number[1], number[2], number[3], number[4], number[5]);
	if (r->looks > 1)
		snprintf(text + strlen(text), room - strlen(text), ". %u numbers of guesses were tried, and share the error", r->looks);
}

/* What so many canaries can show at all. */
static void could_sentence(const struct scores_setting *setting, const struct scores_outlook *o, char *text, size_t room)
{
	const double most = floor(o->most_epsilon * 1e4) / 1e4;

	if (!(o->most_epsilon > setting->epsilon)) {
		snprintf(text, room, "nothing above the claim: if every guess had been right, the bound would be %.4f. Plant more canaries", most);
		return;
	}
	snprintf(text, room, "a bound of %.4f, if every guess had been right", most);
	if (isfinite(o->could_epsilon))
		snprintf(text + strlen(text), room - strlen(text), "; an epsilon of %.4g or more with a probability of about 0.9, from scores as telling as "
		         "randomised response of each canary. Scores that tell less need more", ceil(o->could_epsilon * 1e3) / 1e3);
}

static void verdict_sentence(const struct scores_setting *setting, const struct scores_result *r, char *text, size_t room)
{
	const struct audit_case one = { .epsilon = setting->epsilon, .delta = setting->delta };
	const struct audit_result result = {
		.one = &one, .confidence = setting->confidence, .curve = setting->curve, .epsilon_lower = r->epsilon, .mu_lower = r->mu,
		.finding = r->violated ? AUDIT_VIOLATED : AUDIT_CONSISTENT,
	};

	audit_verdict_sentence(&result, text, room);
}

void scores_print(FILE *out, const struct scores_report *report)
{
	char text[AUDIT_SENTENCE], head[AUDIT_SENTENCE + 128];

	verdict_sentence(report->setting, report->result, text, sizeof(text));
	snprintf(head, sizeof(head), "%.100s %s", strcmp(report->file, "-") == 0 ? "standard input" : report->file, text);
	tool_wrap(out, "", 0, head);
	counts_sentence(report->result, text, sizeof(text));
	tool_wrap(out, "what was seen", INDENT, text);
	if (!report->result->violated) {
		could_sentence(report->setting, report->outlook, text, sizeof(text));
		tool_wrap(out, "could be seen", INDENT, text);
	}
	for (int i = 0; i < PREMISES; i++)
		tool_wrap(out, i ? "" : "it holds if", INDENT, premise[i]);
	fprintf(out, "%-*s%s\n", INDENT, "again", report->again);
}

enum dpmf_status scores_print_json(FILE *out, const struct scores_report *report, struct dpmf_error *error)
{
	const struct scores_setting *setting = report->setting;
	const struct scores_result *r = report->result;
	char sentence[AUDIT_SENTENCE];

	verdict_sentence(setting, r, sentence, sizeof(sentence));
	json_t *document = json_pack("{s:s, s:i, s:s, s:s, s:f, s:f, s:f, s:f, s:o, s:s?, s:o, s:o}",
		"format", "dpmf-audit-scores", "version", 1, "verdict", r->violated ? "violated" : "consistent", "sentence", sentence,
		"epsilon_claimed", setting->epsilon, "delta", setting->delta, "confidence", setting->confidence, "epsilon_lower", r->epsilon,
		"mu_lower", audit_json_number(r->mu), "assumed", setting->curve == AUDIT_GAUSSIAN ? "gaussian" : NULL,
		"detectable_epsilon", audit_json_number(report->outlook->could_epsilon), "most_epsilon", audit_json_number(report->outlook->most_epsilon));
	json_t *rest = json_pack("{s:I, s:I, s:I, s:I, s:I, s:s, s:i, s:I, s:[s,s,s,s], s:o}",
		"canaries", (json_int_t)r->canaries, "in", (json_int_t)r->in, "guesses", (json_int_t)r->guesses, "guessed_in", (json_int_t)r->guessed_in,
		"right", (json_int_t)r->right, "side", scores_side_names[setting->side], "looks", (int)r->looks, "seed", (json_int_t)setting->seed,
		"premises", premise[0], premise[1], premise[2], premise[3], "again", audit_json_text(report->again));
	const bool failed = !document || !rest || json_object_update(document, rest) || json_dumpf(document, out, JSON_INDENT(2)) || fputc('\n', out) == EOF;

	json_decref(document);
	json_decref(rest);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON") : DPMF_OK;
}
