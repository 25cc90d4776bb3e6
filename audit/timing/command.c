/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `dpmf-audit timing`: of a program, or of our own samplers. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "audit/commands.h"
#include "audit/exec/shell.h"
#include "audit/timing/report.h"
#include "tool/program.h"
#include "tool/wrap.h"

static const char usage[] =
	"usage: dpmf-audit timing [OPTION ...] [-- CMD [ARG ...]]\n\n"
	"Whether the time that CMD takes tells of its noise, or of its data set. Without a CMD: whether that of the samplers\n"
	"of this project does, by the words that each draw takes from the stream and by cycles.\n\n"
	"  --cost=WHICH   time: from the request to the end of its answer, as it is seen here (the default); field: what CMD\n"
	"                 says itself in the last field of each answer, such as cycles, or words of randomness drawn, which\n"
	"                 is exact and the same on every machine\n"
	"  --trials=N     requests, at least 1000, default 20000; without a CMD draws of each sampler, default 100000\n"
	"  --count=N      answers in a request, of whose costs and distances the sum is taken, default 1; with more of them\n"
	"                 a small leak shows beside the time that a request takes anyway\n"
	"  --seed=S       default 1; the order of requests, and the seeds that CMD is given, follow from it\n"
	"  --timeout=SEC  for one answer, default 60\n"
	"  --sampler=NAME  without a CMD: only our samplers of this name, as the table has it, such as \"fixed laplace\"\n"
	"  --json         one JSON document on stdout\n\n"
	"CMD reads requests `sample W COUNT SEED` as for dpmf-audit exec, and answers with COUNT lines of numbers. The middle\n"
	"of the answers of each data set is learned on the first runs. Then costs are compared: between answers near the middle\n"
	"and far from it, above and below it, and between the data sets. Two means differ when Welch's t is beyond 4.5, as in dudect;\n"
	"the slowest runs are also left out, at fixed shares. A rank correlation stands beside it. A program whose time tells\n"
	"nothing is called one that tells in fewer than one audit in 6,000.\n\n"
	"Requests come in random order, so that a machine that is busy, or grows slower, hides a leak and makes none. The\n"
	"control deals the times out anew at random; where it finds something, there is no verdict. Nothing seen is not constant time:\n"
	"\"could be seen\" says what would have shown.\n\n"
	"exit: 0 nothing was seen, or our samplers are as is known; 1 the time tells; 2 usage, or CMD died, hung, answered something\n"
	"else, never varied, or answers that follow the order of requests, or the control failed; 3 anything else\n\n"
	"example:\n"
	"  dpmf-audit timing -- python3 mechanism.py\n";

enum { AGAIN = 1500, OWN_TRIALS = 100000, TARGET_TRIALS = 20000 };

struct request {
	struct timing_setting setting;
	uint64_t timeout;
	bool json, cost;
	const char *sampler; /* NULL: all */
};

static bool read_cost(const char *text, struct request *request)
{
	request->cost = true;
	request->setting.field = strcmp(text, "field") == 0;
	if (request->setting.field || strcmp(text, "time") == 0)
		return true;
	fprintf(stderr, "dpmf-audit timing: --cost=%s: time or field\n", text);
	return false;
}

static bool take(int letter, void *to)
{
	struct request *request = to;

	switch (letter) {
	case 'c': return read_cost(optarg, request);
	case 't': return audit_read_count("timing", "trials", optarg, TIMING_TRIALS_LEAST, 10000000, &request->setting.trials);
	case 'n': return audit_read_count("timing", "count", optarg, 1, TIMING_COUNT_MOST, &request->setting.count);
	case 's': return audit_read_count("timing", "seed", optarg, 0, INT64_MAX, &request->setting.seed);
	case 'o': return audit_read_count("timing", "timeout", optarg, 1, 86400, &request->timeout);
	case 'r': return (request->sampler = optarg) != NULL;
	case 'j': return request->json = true;
	default: return false;
	}
}

static bool complain(const char *what)
{
	fprintf(stderr, "dpmf-audit timing: %s; see dpmf-audit timing --help\n", what);
	return false;
}

static bool is_sampler(const char *name)
{
	for (size_t i = 0; i < noise_rows_count; i++)
		if (!noise_rows[i].control && strcmp(noise_rows[i].sampler, name) == 0)
			return true;
	return false;
}

/* What is asked for goes together; what was not said is filled in. */
static bool complete(int argc, char **argv, struct request *request)
{
	struct timing_setting *s = &request->setting;
	const bool target = optind < argc;

	if (!target && strcmp(argv[argc - 1], "--") == 0)
		return complain("the command to audit is missing: -- CMD [ARG ...]");
	if (!target && (request->cost || s->count > 0 || request->timeout > 0))
		return complain("--cost, --count and --timeout are for a program: -- CMD [ARG ...]");
	if (target && request->sampler)
		return complain("--sampler is for our own samplers, and not for a CMD");
	if (request->sampler && !is_sampler(request->sampler))
		return complain("no sampler has the name that --sampler gives");
	if (s->trials == 0)
		s->trials = target ? TARGET_TRIALS : OWN_TRIALS;
	if (s->count == 0)
		s->count = 1;
	s->timeout = request->timeout ? (unsigned)request->timeout : 60;
	s->argv = target ? argv + optind : NULL;
	return true;
}

/* -1: go on; else the exit status. */
static int parse(int argc, char **argv, struct request *request)
{
	static const struct option known[] = {
		{ "cost", required_argument, NULL, 'c' },    { "trials", required_argument, NULL, 't' },
		{ "count", required_argument, NULL, 'n' },   { "seed", required_argument, NULL, 's' },
		{ "timeout", required_argument, NULL, 'o' }, { "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },          { "sampler", required_argument, NULL, 'r' },
		{ 0 },
	};
	const int ended = audit_options(&(struct audit_reading){ known, "+", usage, take }, argc, argv, request);

	if (ended >= 0)
		return ended;
	return complete(argc, argv, request) ? -1 : (int)DPMF_INPUT;
}

static void write_again(const struct timing_setting *s, char *text, size_t room)
{
	snprintf(text, room, "dpmf-audit timing --trials=%llu --seed=%llu", (unsigned long long)s->trials, (unsigned long long)s->seed);
	if (s->field)
		snprintf(text + strlen(text), room - strlen(text), " --cost=field");
	if (s->count > 1)
		snprintf(text + strlen(text), room - strlen(text), " --count=%llu", (unsigned long long)s->count);
	snprintf(text + strlen(text), room - strlen(text), " --");
	for (char *const *word = s->argv; *word; word++)
		shell_append(text, room, *word);
}

static enum dpmf_status audit_target(const struct request *request, struct dpmf_error *error)
{
	struct timing_seen seen = { .dims = 0 };
	char again[AGAIN];
	enum dpmf_status status = timing_ask(&request->setting, &seen, error);

	if (status != DPMF_OK)
		return status;
	if (!timing_is_sound(&seen.result))
		return dpmf_fail(error, DPMF_INPUT, "the control failed: the costs dealt out anew at random seem to tell as well (%u of %d times beyond %g), "
		                 "so that t means nothing here; take more --trials", seen.result.control_failed, TIMING_CONTROLS, TIMING_THRESHOLD);
	write_again(&request->setting, again, sizeof again);
	if (request->json)
		status = timing_print_json(stdout, &request->setting, &seen, again, error);
	else
		timing_print(stdout, &request->setting, &seen, again);
	return status == DPMF_OK && timing_tells(&seen.result) ? DPMF_NO : status;
}

/* Those of the table but for the planted error. */
static enum dpmf_status audit_rows(const struct request *request, json_t *rows, struct dpmf_error *error)
{
	const bool watched = isatty(STDERR_FILENO);
	enum dpmf_status answer = DPMF_OK;

	for (size_t i = 0; i < noise_rows_count; i++) {
		struct timing_own own;

		if (noise_rows[i].control || (request->sampler && strcmp(request->sampler, noise_rows[i].sampler) != 0))
			continue;
		if (watched)
			fprintf(stderr, "\rtiming: %zu of %zu ", i + 1, noise_rows_count);
		const enum dpmf_status status = timing_own(&noise_rows[i], request->setting.trials, request->setting.seed, &own, error);

		if (watched)
			fprintf(stderr, "\r%30s\r", "");
		if (status != DPMF_OK)
			return status;
		if (!timing_own_as_expected(&own))
			answer = DPMF_NO;
		if (!rows)
			timing_own_print(stdout, &own);
		else if (json_array_append_new(rows, timing_own_json(&own)) != 0)
			return dpmf_fail(error, DPMF_FAILED, "no memory for the JSON document");
	}
	return answer;
}

static enum dpmf_status audit_own(const struct request *request, struct dpmf_error *error)
{
	json_t *rows = request->json ? json_array() : NULL;

	if (request->json && !rows)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the JSON document");
	if (!request->json)
		timing_own_head(stdout);
	enum dpmf_status status = audit_rows(request, rows, error);

	if (rows && status <= DPMF_NO) {
		const enum dpmf_status written = timing_own_print_json(stdout, rows, request->setting.seed, status == DPMF_OK, error);

		status = written == DPMF_OK ? status : written;
	}
	json_decref(rows);
	return status;
}

int audit_timing(int argc, char **argv)
{
	struct request request = { .setting = { .seed = 1 } };
	struct dpmf_error error = { "" };
	const int early = parse(argc, argv, &request);

	if (early >= 0)
		return early;
	const enum dpmf_status status = request.setting.argv ? audit_target(&request, &error) : audit_own(&request, &error);

	if (error.text[0])
		fprintf(stderr, "dpmf-audit timing: %s\n", error.text);
	return (int)status;
}
