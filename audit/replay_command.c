/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "audit/commands.h"
#include "audit/progress.h"
#include "audit/replay.h"

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

enum { TARGETS_MOST = 64 };

struct request {
	const char *mechanism;
	bool json, mutants;
	uint64_t pairs, seed;
};

struct results {
	struct audit_replay_result of[TARGETS_MOST];
	size_t count;
};

/* -1: go on; else the exit status. */
static int parse(int argc, char **argv, struct request *request)
{
	static const struct option known[] = {
		{ "mech", required_argument, NULL, 'm' }, { "neighbours", required_argument, NULL, 'n' },
		{ "seed", required_argument, NULL, 's' }, { "mutants", no_argument, NULL, 'b' },
		{ "json", no_argument, NULL, 'j' },       { "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	int letter;
	bool fine = true;

	optind = 0;
	while (fine && (letter = getopt_long(argc, argv, "", known, NULL)) != -1) {
		switch (letter) {
		case 'm': request->mechanism = optarg; break;
		case 'n': fine = audit_read_count("replay", "neighbours", optarg, 1, 10000000, &request->pairs); break;
		case 's': fine = audit_read_count("replay", "seed", optarg, 0, UINT64_MAX, &request->seed); break;
		case 'b': request->mutants = true; break;
		case 'j': request->json = true; break;
		case 'h': fputs(usage, stdout); return (int)DPMF_OK;
		default: fine = false;
		}
	}
	return fine && audit_no_words_left("replay", argc, argv, optind) ? -1 : (int)DPMF_INPUT;
}

static enum dpmf_status select_targets(const struct request *request, struct results *results, struct dpmf_error *error)
{
	struct audit_target_list lists[AUDIT_TARGET_LISTS];
	const size_t count = request->mutants ? audit_replay_mutants(lists) : audit_replay_targets(lists);
	char known[256] = "";

	for (size_t i = 0; i < count; i++) {
		snprintf(known + strlen(known), sizeof(known) - strlen(known), " %s", lists[i].first->mechanism);
		for (size_t j = 0; j < lists[i].count && results->count < TARGETS_MOST; j++)
			if (!request->mechanism || strcmp(request->mechanism, lists[i].first[j].mechanism) == 0)
				results->of[results->count++].target = &lists[i].first[j];
	}
	if (results->count == 0)
		return dpmf_fail(error, DPMF_INPUT, "there is no mechanism \"%s\"; there is:%s", request->mechanism, known);
	return DPMF_OK;
}

static bool as_expected(const struct request *request, const struct audit_replay_result *result)
{
	if (request->mutants && strcmp(result->target->variant, "sound") != 0)
		return audit_replay_caught(result);
	return audit_replay_expected(result);
}

static const char *verdict(const struct request *request, const struct audit_replay_result *result)
{
	if (!as_expected(request, result))
		return request->mutants ? "NOT CAUGHT" : "UNEXPECTED";
	return audit_replay_caught(result) ? (request->mutants ? "caught" : "exceeds, as known") : "exact";
}

static void print_table(const struct request *request, const struct results *results)
{
	printf("draws    pairs whose draws differed: control flow depends on a rating\n"
	       "asked    pairs in which the second run asked the door for something else\n"
	       "past     pairs whose public results differed although the door answered alike\n"
	       "beyond   pairs with a statistic that moved further than declared (W times the sensitivity)\n"
	       "unequal  pairs in which it did not move by exactly what was derived (up to rounding)\n"
	       "largest  change over declared change, the largest of all pairs, rounds and items\n\n");
	printf("%-9s  %-18s  %-9s  %6s  %6s  %6s  %6s  %6s  %7s  %9s  %s\n", "mechanism", "variant", "who looks", "pairs",
	       "draws", "asked", "past", "beyond", "unequal", "largest", "verdict");
	for (size_t i = 0; i < results->count; i++) {
		const struct audit_replay_result *one = &results->of[i];

		printf("%-9s  %-18s  %-9s  %6zu  %6zu  %6zu  %6zu  %6zu  %7zu  %9.4f  %s\n", one->target->mechanism,
		       one->target->variant, one->target->view, one->pairs, one->draws, one->strayed, one->outputs,
		       one->beyond, one->unequal, one->largest.ratio, verdict(request, one));
	}
	for (size_t i = 0; i < results->count; i++) {
		const struct audit_replay_result *one = &results->of[i];

		if (one->beyond > 0)
			printf("\n%s %s, view %s: pair %zu, round %llu, most in piece %llu: moved %.6g where %.6g was declared\n",
			       one->target->mechanism, one->target->variant, one->target->view, one->largest.neighbours,
			       (unsigned long long)one->largest.round, (unsigned long long)one->largest.piece,
			       one->largest.moved, one->largest.declared);
	}
}

static json_t *describe(const struct request *request, const struct audit_replay_result *one)
{
	const struct audit_excess *largest = &one->largest;

	return json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:{s:f, s:f, s:f, s:I, s:I, s:I}, s:b, s:b}",
	                 "mechanism", one->target->mechanism, "variant", one->target->variant, "view", one->target->view,
	                 "neighbours", (json_int_t)one->pairs, "draws_differ", (json_int_t)one->draws,
	                 "asked_otherwise", (json_int_t)one->strayed, "past_the_door", (json_int_t)one->outputs,
	                 "beyond_declared", (json_int_t)one->beyond, "not_as_derived", (json_int_t)one->unequal,
	                 "largest", "ratio", largest->ratio, "moved", largest->moved, "declared", largest->declared,
	                 "pair", (json_int_t)largest->neighbours, "round", (json_int_t)largest->round,
	                 "piece", (json_int_t)largest->piece,
	                 "excess_known", one->target->exceeds, "as_expected", as_expected(request, one));
}

static enum dpmf_status print_json(const struct request *request, const struct results *results, struct dpmf_error *error)
{
	json_t *array = json_array(), *document = json_pack("{s:o}", "replays", array);
	int failed = !document;

	for (size_t i = 0; i < results->count && !failed; i++)
		failed = json_array_append_new(array, describe(request, &results->of[i]));
	if (!failed)
		failed = json_dumpf(document, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) != 0 || putchar('\n') == EOF;
	json_decref(document);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON") : DPMF_OK;
}

static enum dpmf_status replay_all(const struct request *request, struct results *results, struct dpmf_error *error)
{
	struct audit_progress progress;
	enum dpmf_status status = DPMF_OK;

	audit_progress_start(&progress);
	audit_progress_turn(&progress, "replay", results->count);
	for (size_t i = 0; i < results->count && status == DPMF_OK; i++) {
		status = audit_replay_run(results->of[i].target, request->seed, (size_t)request->pairs, &results->of[i], error);
		atomic_fetch_add(&progress.done, 1);
	}
	audit_progress_end(&progress);
	return status;
}

int audit_replay(int argc, char **argv)
{
	struct request request = { .pairs = 1000, .seed = 1 };
	struct results results = { .count = 0 };
	struct dpmf_error error = { "" };
	const int early = parse(argc, argv, &request);

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
