/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "audit/commands.h"
#include "audit/progress.h"
#include "audit/sensitivity_report.h"
#include "audit/targets.h"

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

static const struct audit_targets_command command = { "sensitivity", usage, "evaluations", AUDIT_EVALUATIONS_LEAST, 1000000000 };

static enum dpmf_status choose(const struct audit_targets_request *request, struct audit_targets_chosen *chosen,
                               struct dpmf_error *error)
{
	struct audit_search_list lists[AUDIT_SEARCH_LISTS];
	const size_t count = request->mutants ? audit_search_mutants(lists) : audit_search_targets(lists);

	for (size_t i = 0; i < count; i++)
		audit_targets_add(request, lists[i].first, lists[i].count, sizeof(*lists[i].first), chosen);
	return audit_targets_check(request, chosen, error);
}

static enum dpmf_status search_all(const struct audit_targets_request *request, const struct audit_targets_chosen *chosen,
                                   struct audit_sensitivity *results, struct dpmf_error *error)
{
	const struct audit_sensitivity_settings settings = { request->seed, request->number };
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

static enum dpmf_status search_and_print(const struct audit_targets_request *request, const struct audit_targets_chosen *chosen,
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
	struct audit_targets_request request = { .number = 6000, .seed = 1 };
	struct audit_targets_chosen chosen = { .count = 0 };
	struct dpmf_error error = { "" };
	const int early = audit_targets_parse(&command, argc, argv, &request);

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
