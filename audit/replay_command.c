/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "audit/commands.h"
#include "audit/progress.h"
#include "audit/replay.h"
#include "audit/targets.h"
#include "tool/wrap.h"

static const char usage[] =
	"usage: dpmf-audit replay [--mech=NAME] [--neighbours=N] [--seed=S] [--mutants] [--json]\n\n"
	"  --mech=NAME      only this mechanism\n"
	"  --neighbours=N   random pairs of small data sets, default 1000 (an excess that is known must show in 100)\n"
	"  --seed=S         default 1; the same seed gives the same results\n"
	"  --mutants        the broken twins, which must be caught, instead\n"
	"  --json           one JSON document on stdout\n\n"
	"A mechanism runs on a data set and on a neighbour with the same randomness, and in the second run the\n"
	"door hands out the answers of the first: draws, requests and results must be the same, and what went\n"
	"to the door must differ by no more than was declared. No statistics: one difference is one too many.\n\n"
	"exit: 0 all as expected, 1 something is not, 2 usage, 3 anything else\n";

static const struct audit_targets_command command = { "replay", usage, "neighbours", 1, 10000000 };

struct results {
	struct audit_replay_result of[AUDIT_TARGETS_MOST];
	size_t count;
};

static enum dpmf_status select_targets(const struct audit_targets_request *request, struct results *results,
                                       struct dpmf_error *error)
{
	struct audit_target_list lists[AUDIT_TARGET_LISTS];
	const size_t count = request->mutants ? audit_replay_mutants(lists) : audit_replay_targets(lists);
	struct audit_targets_chosen chosen = { .count = 0 };

	for (size_t i = 0; i < count; i++)
		audit_targets_add(request, lists[i].first, lists[i].count, sizeof(*lists[i].first), &chosen);
	for (results->count = 0; results->count < chosen.count; results->count++)
		results->of[results->count].target = chosen.target[results->count];
	return audit_targets_check(request, &chosen, error);
}

static bool as_expected(const struct audit_targets_request *request, const struct audit_replay_result *result)
{
	if (request->mutants && strcmp(result->target->variant, "sound") != 0)
		return audit_replay_caught(result);
	return audit_replay_expected(result);
}

static const char *verdict(const struct audit_targets_request *request, const struct audit_replay_result *result)
{
	if (!as_expected(request, result))
		return request->mutants ? "NOT CAUGHT" : "UNEXPECTED";
	return audit_replay_caught(result) ? (request->mutants ? "caught" : "exceeds, as known") : "exact";
}

static void print_legend(void)
{
	tool_help(stdout, "  draws    pairs whose draws differed: control flow depends on a rating\n"
	                  "  asked    pairs in which the second run asked the door for something else, or declared it otherwise\n"
	                  "  past     pairs whose public results differed although the door answered alike\n"
	                  "  beyond   pairs with a statistic that moved further than declared (W times the sensitivity), what "
	                  "friends send included\n"
	                  "  other    pairs in which it did not move by exactly what was derived (up to rounding)\n"
	                  "  largest  change over declared change, the largest of all pairs, rounds and items\n\n");
}

static void print_table(const struct audit_targets_request *request, const struct results *results)
{
	print_legend();
	tool_last(stdout, printf("%-8s %-18s %-7s %5s %5s %5s %4s %6s %5s %7s", "who", "variant", "view", "pairs",
	                         "draws", "asked", "past", "beyond", "other", "largest"), "verdict");
	for (size_t i = 0; i < results->count; i++) {
		const struct audit_replay_result *one = &results->of[i];

		tool_last(stdout, printf("%-8s %-18s %-7s %5zu %5zu %5zu %4zu %6zu %5zu %7.4f", one->target->mechanism,
		                         one->target->variant, one->target->view, one->pairs, one->draws, one->strayed, one->outputs,
		                         one->beyond + one->beyond_edge, one->unequal, one->largest.ratio), verdict(request, one));
	}
	for (size_t i = 0; i < results->count; i++) {
		const struct audit_replay_result *one = &results->of[i];

		if (one->beyond > 0)
			printf("\n%s %s, view %s:\n  pair %zu, round %llu, most in piece %llu: moved %.6g where %.6g was declared\n",
			       one->target->mechanism, one->target->variant, one->target->view, one->largest.neighbours,
			       (unsigned long long)one->largest.round, (unsigned long long)one->largest.piece,
			       one->largest.moved, one->largest.declared);
	}
}

static json_t *describe(const struct audit_targets_request *request, const struct audit_replay_result *one)
{
	const struct audit_excess *largest = &one->largest;

	return json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:{s:f, s:f, s:f, s:I, s:I, s:I}, s:b, s:b, s:b, s:b}",
	                 "mechanism", one->target->mechanism, "variant", one->target->variant, "view", one->target->view,
	                 "neighbours", (json_int_t)one->pairs, "draws_differ", (json_int_t)one->draws,
	                 "asked_otherwise", (json_int_t)one->strayed, "past_the_door", (json_int_t)one->outputs,
	                 "beyond_declared", (json_int_t)one->beyond, "not_as_derived", (json_int_t)one->unequal,
	                 "friends_moved", (json_int_t)one->edges, "friends_beyond", (json_int_t)one->beyond_edge,
	                 "largest", "ratio", largest->ratio, "moved", largest->moved, "declared", largest->declared,
	                 "pair", (json_int_t)largest->neighbours, "round", (json_int_t)largest->round,
	                 "piece", (json_int_t)largest->piece,
	                 "excess_known", one->target->exceeds, "past_known", one->target->past,
	                 "loops_known", one->target->loops, "as_expected", as_expected(request, one));
}

static enum dpmf_status print_json(const struct audit_targets_request *request, const struct results *results, struct dpmf_error *error)
{
	json_t *array = json_array(), *document = json_pack("{s:s, s:i, s:o}", "format", "dpmf-audit-replay", "version", 1, "replays", array);
	int failed = !document;

	for (size_t i = 0; i < results->count && !failed; i++)
		failed = json_array_append_new(array, describe(request, &results->of[i]));
	if (!failed)
		failed = json_dumpf(document, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) != 0 || putchar('\n') == EOF;
	json_decref(document);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON") : DPMF_OK;
}

static enum dpmf_status replay_all(const struct audit_targets_request *request, struct results *results, struct dpmf_error *error)
{
	struct audit_progress progress;
	enum dpmf_status status = DPMF_OK;

	audit_progress_start(&progress);
	audit_progress_turn(&progress, "replay", results->count);
	for (size_t i = 0; i < results->count && status == DPMF_OK; i++) {
		status = audit_replay_run(results->of[i].target, request->seed, (size_t)request->number, &results->of[i], error);
		atomic_fetch_add(&progress.done, 1);
	}
	audit_progress_end(&progress);
	return status;
}

int audit_replay(int argc, char **argv)
{
	struct audit_targets_request request = { .number = 1000, .seed = 1 };
	struct results results = { .count = 0 };
	struct dpmf_error error = { "" };
	const int early = audit_targets_parse(&command, argc, argv, &request);

	if (early >= 0)
		return early;
	enum dpmf_status status = select_targets(&request, &results, &error);

	if (status == DPMF_OK)
		status = replay_all(&request, &results, &error);
	if (status == DPMF_OK && request.json)
		status = print_json(&request, &results, &error);
	else if (status == DPMF_OK)
		print_table(&request, &results);
	if (status != DPMF_OK) {
		fprintf(stderr, "dpmf-audit replay: %s\n", error.text);
		return (int)status;
	}
	for (size_t i = 0; i < results.count; i++)
		if (!as_expected(&request, &results.of[i]))
			return (int)DPMF_NO;
	return (int)DPMF_OK;
}
