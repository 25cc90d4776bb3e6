/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/commands.h"
#include "audit/progress.h"
#include "audit/sensitivity_report.h"

static const char usage[] =
	"usage: dpmf-audit sensitivity [--mech=NAME] [--evaluations=N] [--seed=S] [--mutants] [--json]\n\n"
	"  --mech=NAME       only this mechanism\n"
	"  --evaluations=N   pairs of runs for each statistic, default 6000\n"
	"  --seed=S          of the search, default 1; the same seed finds the same\n"
	"  --mutants         the broken twins, which must be caught, instead\n"
	"  --json            one JSON document on stdout\n\n"
	"Seeks the neighbours, the start and the public trajectory at which a statistic moves furthest against the\n"
	"bound that is claimed for it (Nelder and Mead, from many starts, on the real driver and the real door).\n"
	"What was found is printed in full and evaluated again as an enclosure, by the paper's formulas in interval\n"
	"arithmetic, from the exact doubles. A search that finds nothing shows nothing; what it finds is so.\n\n"
	"exit: 0 all as expected (within the claim and near it, or the known excess found), 1 something is not,\n"
	"2 usage, 3 anything else\n\n"
	"example:\n"
	"  dpmf-audit sensitivity --mech=hdpmf\n";

enum { TARGETS_MOST = 64 };

struct request {
	const char *mechanism;
	bool json, mutants;
	uint64_t evaluations, seed;
};

struct chosen {
	const struct audit_search_target *target[TARGETS_MOST];
	size_t count;
};

/* -1: go on; else the exit status. */
static int parse(int argc, char **argv, struct request *request)
{
	static const struct option known[] = {
		{ "mech", required_argument, NULL, 'm' }, { "evaluations", required_argument, NULL, 'n' },
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
		case 'n': fine = audit_read_count("sensitivity", "evaluations", optarg, AUDIT_EVALUATIONS_LEAST, 1000000000,
		                                  &request->evaluations); break;
		case 's': fine = audit_read_count("sensitivity", "seed", optarg, 0, UINT64_MAX, &request->seed); break;
		case 'b': request->mutants = true; break;
		case 'j': request->json = true; break;
		case 'h': fputs(usage, stdout); return (int)DPMF_OK;
		default: fine = false;
		}
	}
	return fine && audit_no_words_left("sensitivity", argc, argv, optind) ? -1 : (int)DPMF_INPUT;
}

static enum dpmf_status choose(const struct request *request, struct chosen *chosen, struct dpmf_error *error)
{
	struct audit_search_list lists[AUDIT_SEARCH_LISTS];
	const size_t count = request->mutants ? audit_search_mutants(lists) : audit_search_targets(lists);
	char known[256] = "";

	for (size_t i = 0; i < count; i++) {
		snprintf(known + strlen(known), sizeof(known) - strlen(known), " %s", lists[i].first->mechanism);
		for (size_t j = 0; j < lists[i].count && chosen->count < TARGETS_MOST; j++)
			if (!request->mechanism || strcmp(request->mechanism, lists[i].first[j].mechanism) == 0)
				chosen->target[chosen->count++] = &lists[i].first[j];
	}
	if (chosen->count == 0)
		return dpmf_fail(error, DPMF_INPUT, "there is no mechanism \"%s\"; there is:%s", request->mechanism, known);
	return DPMF_OK;
}

static enum dpmf_status search_all(const struct request *request, const struct chosen *chosen,
                                   struct audit_sensitivity *results, struct dpmf_error *error)
{
	const struct audit_sensitivity_settings settings = { request->seed, request->evaluations };
	struct audit_progress progress;
	enum dpmf_status status = DPMF_OK;

	audit_progress_start(&progress);
	audit_progress_turn(&progress, "sensitivity", chosen->count);
	for (size_t i = 0; i < chosen->count && status == DPMF_OK; i++) {
		status = audit_sensitivity_run(chosen->target[i], &settings, &results[i], error);
		atomic_fetch_add(&progress.done, 1);
	}
	audit_progress_end(&progress);
	return status;
}

static enum dpmf_status search_and_print(const struct request *request, const struct chosen *chosen,
                                         struct audit_sensitivity *results, struct dpmf_error *error)
{
	enum dpmf_status status = search_all(request, chosen, results, error);

	if (status == DPMF_OK && request->json)
		status = audit_sensitivity_print_json(stdout, results, chosen->count, request->mutants, error);
	else if (status == DPMF_OK)
		audit_sensitivity_print(stdout, results, chosen->count, request->mutants);
	for (size_t i = 0; i < chosen->count && status == DPMF_OK; i++)
		if (!audit_sensitivity_as_meant(&results[i], request->mutants))
			status = DPMF_NO;
	return status;
}

int audit_sensitivity(int argc, char **argv)
{
	struct request request = { .evaluations = 6000, .seed = 1 };
	struct chosen chosen = { .count = 0 };
	struct dpmf_error error = { "" };
	const int early = parse(argc, argv, &request);

	if (early >= 0)
		return early;
	enum dpmf_status status = choose(&request, &chosen, &error);

	if (status == DPMF_OK) {
		struct audit_sensitivity *results = calloc(chosen.count, sizeof(*results));

		if (results)
			status = search_and_print(&request, &chosen, results, &error);
		else
			status = dpmf_fail(&error, DPMF_FAILED, "no memory for %zu results", chosen.count);
		free(results);
	}
	if (status != DPMF_OK && status != DPMF_NO)
		fprintf(stderr, "dpmf-audit sensitivity: %s\n", error.text);
	return (int)status;
}
