/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "audit/commands.h"
#include "audit/exec/target.h"
#include "audit/report/report.h"

static const char usage[] =
	"usage: dpmf-audit exec --epsilon=E [OPTION ...] -- CMD [ARG ...]\n\n"
	"  --epsilon=E      claimed for the two data sets that CMD knows as 0 and 1\n"
	"  --delta=D        of the claim, default 0\n"
	"  --trials=N       runs of each of the two, default 20000\n"
	"  --confidence=C   default 0.99\n"
	"  --dims=K         numbers in a line of its answer, default 1\n"
	"  --seed=S         default 1; the seeds that CMD is given follow from it\n"
	"  --timeout=SEC    for one answer, default 60\n"
	"  --json           one JSON document on stdout\n\n"
	"CMD reads requests on its standard input, one a line, `sample W COUNT SEED` (W is 0 or 1), answers with COUNT\n"
	"lines of K numbers each (decimal or C99 hex float, separated by blanks), flushes, and ends at end of file.\n\n"
	"exit: 0 nothing above the claim was found, 1 violated, 2 usage, or CMD died, hung, or answered something else,\n"
	"3 anything else\n\n"
	"example:\n"
	"  dpmf-audit exec --epsilon=1 -- python3 mechanism.py\n";

struct request {
	double epsilon, delta;
	uint64_t dims, timeout;
	struct audit_settings settings;
	bool json;
};

static bool read_epsilon(const char *text, double *value)
{
	char *end = NULL;
	const double number = strtod(text, &end);

	if (end == text || *end || !(number >= 0) || !isfinite(number)) {
		fprintf(stderr, "dpmf-audit exec: --epsilon=%s: give a finite number, 0 or more\n", text);
		return false;
	}
	*value = number;
	return true;
}

static bool take(int letter, struct request *request)
{
	struct audit_settings *settings = &request->settings;

	switch (letter) {
	case 'e': return read_epsilon(optarg, &request->epsilon);
	case 'd': return audit_read_share("exec", "delta", optarg, &request->delta);
	case 't': return audit_read_count("exec", "trials", optarg, AUDIT_TRIALS_LEAST, 1000000000, &settings->trials);
	case 'c': return audit_read_share("exec", "confidence", optarg, &settings->confidence);
	case 'k': return audit_read_count("exec", "dims", optarg, 1, 64, &request->dims);
	case 's': return audit_read_count("exec", "seed", optarg, 0, UINT64_MAX, &settings->seed);
	case 'o': return audit_read_count("exec", "timeout", optarg, 1, 86400, &request->timeout);
	case 'j': request->json = true; return true;
	default: return false;
	}
}

/* -1: go on, the target's words from optind; else the exit status. */
static int parse(int argc, char **argv, struct request *request)
{
	static const struct option known[] = {
		{ "epsilon", required_argument, NULL, 'e' }, { "delta", required_argument, NULL, 'd' },
		{ "trials", required_argument, NULL, 't' },  { "confidence", required_argument, NULL, 'c' },
		{ "dims", required_argument, NULL, 'k' },    { "seed", required_argument, NULL, 's' },
		{ "timeout", required_argument, NULL, 'o' }, { "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },          { 0 },
	};
	int letter;

	optind = 0;
	while ((letter = getopt_long(argc, argv, "+", known, NULL)) != -1) {
		if (letter == 'h') {
			fputs(usage, stdout);
			return (int)DPMF_OK;
		}
		if (!take(letter, request))
			return (int)DPMF_INPUT;
	}
	if (request->epsilon < 0 || optind == argc) {
		fprintf(stderr, "dpmf-audit exec: %s; see dpmf-audit exec --help\n",
		        request->epsilon < 0 ? "--epsilon=E is missing" : "the command to audit is missing: -- CMD [ARG ...]");
		return (int)DPMF_INPUT;
	}
	return -1;
}

static void print(const struct audit_result *result, const char *command)
{
	printf("%s: claimed %g%s, found at %.6g %%: > %.4f of %llu runs each: %s\n", command, result->one->epsilon,
	       result->one->delta > 0 ? " with a delta" : "", 100 * result->confidence,
	       floor(result->epsilon_lower * 1e4) / 1e4, (unsigned long long)result->trials,
	       result->finding == AUDIT_VIOLATED ? "VIOLATED" : "consistent, nothing above the claim was found");
}

int audit_exec(int argc, char **argv)
{
	struct request request = {
		.epsilon = -1, .dims = 1, .timeout = 60, .settings = { .trials = 20000, .confidence = 0.99, .seed = 1, .jobs = 1 },
	};
	struct dpmf_error error = { "" };
	struct audit_result result;
	const int early = parse(argc, argv, &request);

	if (early >= 0)
		return early;
	const struct exec_setting setting = { argv + optind, (size_t)request.dims, request.settings.trials, (unsigned)request.timeout };
	const struct audit_case one = {
		.id = "exec/target/output/given", .claim = "given", .why = "a program of the user's own", .epsilon = request.epsilon,
		.delta = request.delta, .exact = NAN, .expected = AUDIT_CONSISTENT, .dims = setting.dims, .parameters = &setting,
		.setup = exec_target_start, .teardown = exec_target_stop, .sample = exec_target_sample,
	};
	enum dpmf_status status = audit_run(&one, &request.settings, &result, &error);

	if (status == DPMF_OK && request.json)
		status = audit_print_json(stdout, &result, 1, &error);
	else if (status == DPMF_OK)
		print(&result, setting.argv[0]);
	if (status != DPMF_OK) {
		fprintf(stderr, "dpmf-audit exec: %s\n", error.text);
		return (int)status;
	}
	return (int)(result.finding == AUDIT_VIOLATED ? DPMF_NO : DPMF_OK);
}
