/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/commands.h"
#include "audit/search/report.h"
#include "core/output.h"
#include "tool/program.h"
#include "tool/wrap.h"

static const char usage[] =
	"usage: dpmf-audit search --epsilon=E --space=SCHEMA [OPTION ...] -- CMD [ARG ...]\n\n"
	"  --epsilon=E      claimed for all neighbours of the space\n"
	"  --delta=D        of the claim, default 0\n"
	"  --space=SCHEMA   which data sets there are, and which are neighbours: a file, or the JSON text itself\n"
	"  --pairs=N        of neighbours that are looked at, default 300\n"
	"  --trials=N       runs of each data set for a bound, default 20000\n"
	"  --confidence=C   of the whole answer, default 0.99\n"
	"  --seed=S         default 1; pairs, requests, and the seeds that CMD is given, follow from it\n"
	"  --timeout=SEC    for one answer, default 60\n"
	"  --witness=FILE   keeps the neighbours that break the claim, for dpmf-audit replay; must not exist\n"
	"  --json           one JSON document on stdout\n\n"
	"Nobody gives the neighbours: the search draws them, at random and where programs tend to fail (empty, one row, all\n"
	"alike, ties, the largest against the smallest value), and changes the best of them step by step. What it says of them\n"
	"comes from runs that chose nothing. The pair that breaks the claim is made smaller until nothing can be taken away.\n\n"
	"CMD reads JSON on its standard input, one request a line, {\"do\":\"sample\",\"data\":...,\"count\":N,\"seed\":S}. It answers with\n"
	"N lines, one run each: a number, a word in quotes, or a list of these. It flushes, and ends at end of file. What it cannot\n"
	"take, it refuses by the one line {\"refuse\":\"why\"}; such pairs are left out and counted.\n\n"
	"SCHEMA is a JSON object. \"kind\" is one of:\n\n"
	"  table      \"columns\": a list of objects with \"name\" and \"type\", which is number or integer (\"min\", \"max\"), boolean, or\n"
	"             category (\"values\"); data is a list of objects\n"
	"  numbers    \"type\", \"min\", \"max\"; data is a list of numbers\n"
	"  histogram  \"bins\"; data is the list of their counts\n"
	"  ratings    \"users\", \"items\", \"type\", \"min\", \"max\"; data is a list of [user, item, value]\n"
	"  graph      \"nodes\"; data is {\"nodes\": N, \"edges\": [[u, v], ...]}\n\n"
	"\"size\" is [LEAST, MOST]: rows, numbers, people counted, ratings, edges; 64 at most. \"relation\" is add-remove, replace, or\n"
	"change: one cell of a row, one number, the value of one rating. \"unit\" says what is added, removed or replaced at once: row, or\n"
	"the name of a column whose value says whose row it is; rating or user; edge or node.\n\n"
	"exit: 0 nothing above the claim was found; 1 violated; 2 usage, a schema without neighbours, or CMD died, hung, answered\n"
	"something else, or never varied (the data set is named); 3 anything else\n\n"
	"example:\n"
	"  dpmf-audit search --epsilon=1 --space=space.json --witness=witness.json -- python3 mechanism.py\n";

struct request {
	struct hunt_setting setting;
	uint64_t timeout;
	const char *space, *witness;
	bool json;
};

static bool take(int letter, void *to)
{
	struct request *r = to;
	struct hunt_setting *s = &r->setting;

	switch (letter) {
	case 'e': return audit_read_epsilon("search", optarg, &s->epsilon);
	case 'd': return audit_read_delta("search", optarg, &s->delta);
	case 'a': r->space = optarg; return true;
	case 'p': return audit_read_count("search", "pairs", optarg, 1, 10000000, &s->pairs);
	case 't': return audit_read_count("search", "trials", optarg, AUDIT_TRIALS_LEAST, 1000000000, &s->trials);
	case 'c': return audit_read_share("search", "confidence", optarg, &s->confidence);
	case 's': return audit_read_count("search", "seed", optarg, 0, INT64_MAX, &s->seed);
	case 'o': return audit_read_count("search", "timeout", optarg, 1, 86400, &r->timeout);
	case 'w': r->witness = optarg; return true;
	case 'j': return r->json = true;
	default: return false;
	}
}

/* -1: go on, the target's words from optind; else the exit status. */
static int parse(int argc, char **argv, struct request *r)
{
	static const struct option known[] = {
		{ "epsilon", required_argument, NULL, 'e' },    { "delta", required_argument, NULL, 'd' },
		{ "space", required_argument, NULL, 'a' },      { "pairs", required_argument, NULL, 'p' },
		{ "trials", required_argument, NULL, 't' },     { "confidence", required_argument, NULL, 'c' },
		{ "seed", required_argument, NULL, 's' },       { "timeout", required_argument, NULL, 'o' },
		{ "witness", required_argument, NULL, 'w' },    { "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },             { 0 },
	};
	const char *missing = NULL;
	const int ended = audit_options(&(struct audit_reading){ known, "+", usage, take }, argc, argv, r);

	if (ended >= 0)
		return ended;
	if (r->setting.epsilon < 0)
		missing = "--epsilon=E is missing";
	else if (!r->space)
		missing = "--space=SCHEMA is missing";
	else if (optind == argc)
		missing = "the command to audit is missing: -- CMD [ARG ...]";
	if (missing)
		fprintf(stderr, "dpmf-audit search: %s; see dpmf-audit search --help\n", missing);
	return missing ? (int)DPMF_INPUT : -1;
}

static enum dpmf_status write_witness(const struct request *r, const struct hunt_result *result, struct dpmf_output *output, struct dpmf_error *error)
{
	json_t *document = witness_json(&r->setting, result);
	char *text = document ? space_dump(document, JSON_INDENT(1)) : NULL;
	const int failed = !text || fprintf(output->file, "%s\n", text) < 0;

	json_decref(document);
	free(text);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write %s", r->witness) : DPMF_OK;
}

/* What is printed arrives before the witness gets its name. */
static enum dpmf_status report(const struct request *r, const struct hunt_result *result, struct dpmf_output *output, struct dpmf_error *error)
{
	const bool keep = result->violated && r->witness;
	enum dpmf_status status = keep ? write_witness(r, result, output, error) : DPMF_OK;

	if (status != DPMF_OK)
		return status;
	if (r->json)
		status = search_print_json(stdout, &r->setting, result, error);
	else
		search_print(stdout, &r->setting, result, r->witness);
	if (status == DPMF_OK)
		status = program_printed(error);
	return status == DPMF_OK && keep ? dpmf_output_finish(output, error) : status;
}

static enum dpmf_status search(struct request *r, struct dpmf_error *error)
{
	struct dpmf_output output = { .file = NULL };
	struct audit_progress progress;
	struct hunt_result *result = calloc(1, sizeof(*result));
	struct space space = { .document = NULL };
	enum dpmf_status status = result ? space_open(r->space, &space, error) : dpmf_fail(error, DPMF_FAILED, "no memory for a search");

	r->setting.space = &space;
	r->setting.progress = &progress;
	r->setting.timeout = (unsigned)r->timeout;
	if (status == DPMF_OK && r->witness)
		status = dpmf_output_open(r->witness, 0666, &output, error);
	if (status == DPMF_OK)
		status = hunt(&r->setting, result, error);
	if (status == DPMF_OK) {
		status = report(r, result, &output, error);
		if (status == DPMF_OK && result->violated)
			status = DPMF_NO;
		hunt_free(result);
	}
	if (output.file)
		dpmf_output_abandon(&output);
	space_close(&space);
	free(result);
	return status;
}

int audit_search(int argc, char **argv)
{
	struct request request = { .setting = { .epsilon = -1, .confidence = 0.99, .trials = 20000, .pairs = 300, .seed = 1 }, .timeout = 60 };
	struct dpmf_error error = { "" };
	const int early = parse(argc, argv, &request);

	if (early >= 0)
		return early;
	request.setting.command = argv + optind;
	const enum dpmf_status status = search(&request, &error);

	if (status > DPMF_NO)
		fprintf(stderr, "dpmf-audit search: %s\n", error.text);
	return (int)status;
}
