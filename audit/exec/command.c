/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/commands.h"
#include "audit/engine/judging.h"
#include "audit/exec/asking.h"
#include "audit/exec/drift.h"
#include "audit/exec/honesty.h"
#include "audit/exec/shell.h"
#include "audit/exec/until.h"
#include "audit/progress.h"
#include "audit/report/report.h"
#include "tool/program.h"
#include "tool/wrap.h"

static const char usage[] =
	"usage: dpmf-audit exec --epsilon=E [OPTION ...] -- CMD [ARG ...]\n\n"
	"  --epsilon=E      claimed for the two data sets that CMD knows as 0 and 1\n"
	"  --delta=D        of the claim, default 0\n"
	"  --trials=N       runs of each of the two, default 20000\n"
	"  --confidence=C   default 0.99\n"
	"  --dims=K         fields in a line of its answer; without it, as many as in the first line\n"
	"  --binary         an answer is not lines but COUNT times K doubles, of 8 bytes each, little-endian: much faster;\n"
	"                   K is 1 without --dims\n"
	"  --assume=gaussian  the outcomes are as far apart as those of a Gaussian mechanism: a better bound where that is\n"
	"                   true, and none where it is not; needs --delta, and the verdict says that it was assumed\n"
	"  --until=decided  stops as soon as the claim is refuted, after --trials=N runs of each at the latest; the chance\n"
	"                   that a true claim is called violated is at most 1 - C, whenever it stops\n"
	"  --seed=S         default 1; the order of requests, and the seeds that CMD is given, follow from it\n"
	"  --timeout=SEC    for one answer, default 60\n"
	"  --html=FILE      a page; must not exist\n"
	"  --junit=FILE     the result for the programs that collect those of a CI; must not exist\n"
	"  --markdown=FILE  the result for a CI's summary; must not exist\n"
	"  --json           one JSON document on stdout\n"
	"  --checkpoint=FILE  keeps there every answer, about once a second: 11 bytes and more a number; must not exist\n"
	"  --resume         goes on from that file after a run that was killed, as if nothing had happened; where there is none,\n"
	"                   begins it. Same program, CMD, files that CMD names, and options of the audit\n\n"
	"CMD reads requests on its standard input, one a line, `sample W COUNT SEED` (W is 0 or 1), answers with COUNT\n"
	"lines of K fields each, separated by blanks, flushes, and ends at end of file. A field is a number (decimal or C99\n"
	"hex float) or any other word, which stands for a category. Data sets and counts are asked in random order.\n\n"
	"The first runs of each data set choose the event, and the others are only counted, so that memory does not grow with\n"
	"--trials. It is a tenth of them that choose (with a delta a fifth, of few a quarter), but never more than 100,000\n"
	"(200,000). A CMD whose later answers differ much from the first ones is told so; one that begins to give away\n"
	"something rare only later may pass.\n\n"
	"With --resume CMD is started anew. An answer must follow from W, COUNT and SEED, or be drawn anew, whatever was asked before.\n"
	"A checkpoint of a run in which CMD failed is not gone on from. It holds what CMD said of both data sets: keep it private.\n\n"
	"mpirun -n N dpmf-audit exec shares the requests among N processes, each with a CMD of its own, with the same results for\n"
	"any N where an answer follows from W, COUNT and SEED.\n\n"
	"exit: 0 nothing above the claim was found; 1 violated; 2 usage, or CMD died, hung, answered something else, never\n"
	"varied, gave the same answers whatever the seed, or answers that follow the requests; 3 anything else\n\n"
	"example:\n"
	"  dpmf-audit exec --epsilon=1 -- python3 mechanism.py\n";

enum { AGAIN = 1500 };

struct request {
	double epsilon, delta;
	uint64_t dims, timeout;
	struct audit_settings settings;
	struct audit_files files;
	bool json, until, binary, resume;
	const char *checkpoint; /* NULL: answers are not kept */
	struct ranks *ranks;
};

static bool read_law(const char *text, enum audit_curve *curve)
{
	if (strcmp(text, "gaussian") != 0) {
		fprintf(stderr, "dpmf-audit exec: --assume=%s: gaussian is the law that can be assumed\n", text);
		return false;
	}
	*curve = AUDIT_GAUSSIAN;
	return true;
}

static bool take(int letter, void *to)
{
	struct request *request = to;
	struct audit_settings *settings = &request->settings;

	switch (letter) {
	case 'e': return audit_read_epsilon("exec", optarg, &request->epsilon);
	case 'd': return audit_read_delta("exec", optarg, &request->delta);
	case 't': return audit_read_count("exec", "trials", optarg, AUDIT_TRIALS_LEAST, 1000000000, &settings->trials);
	case 'c': return audit_read_share("exec", "confidence", optarg, &settings->confidence);
	case 'k': return audit_read_count("exec", "dims", optarg, 1, 64, &request->dims);
	case 'a': return read_law(optarg, &settings->curve);
	case 's': return audit_read_count("exec", "seed", optarg, 0, INT64_MAX, &settings->seed);
	case 'o': return audit_read_count("exec", "timeout", optarg, 1, 86400, &request->timeout);
	case 'p': request->files.html = optarg; return true;
	case 'x': request->files.junit = optarg; return true;
	case 'm': request->files.markdown = optarg; return true;
	case 'u':
		if (strcmp(optarg, "decided") != 0)
			fprintf(stderr, "dpmf-audit exec: --until=%s: decided is what it can be\n", optarg);
		return request->until = strcmp(optarg, "decided") == 0;
	case 'j': request->json = true; return true;
	case 'b': return request->binary = true;
	case 'f': request->checkpoint = optarg; return true;
	case 'r': return request->resume = true;
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
		{ "timeout", required_argument, NULL, 'o' }, { "assume", required_argument, NULL, 'a' },
		{ "html", required_argument, NULL, 'p' },    { "junit", required_argument, NULL, 'x' },
		{ "markdown", required_argument, NULL, 'm' }, { "json", no_argument, NULL, 'j' },
		{ "until", required_argument, NULL, 'u' },   { "help", no_argument, NULL, 'h' },
		{ "binary", no_argument, NULL, 'b' },        { "checkpoint", required_argument, NULL, 'f' },
		{ "resume", no_argument, NULL, 'r' },
		{ 0 },
	};
	const int ended = audit_options(&(struct audit_reading){ known, "+", usage, take }, argc, argv, request);

	if (ended >= 0)
		return ended;
	if (request->binary && !request->dims)
		request->dims = 1;
	if (request->until && request->settings.curve == AUDIT_GAUSSIAN) {
		fputs("dpmf-audit exec: --until=decided tests the claim itself: leave --assume=gaussian away\n", stderr);
		return (int)DPMF_INPUT;
	}
	if (request->settings.curve == AUDIT_GAUSSIAN && !(request->delta > 0)) {
		fputs("dpmf-audit exec: --assume=gaussian needs --delta=D: without a delta no Gaussian mechanism has an epsilon\n", stderr);
		return (int)DPMF_INPUT;
	}
	if (request->resume && !request->checkpoint) {
		fputs("dpmf-audit exec: --resume: say from which file with --checkpoint=FILE\n", stderr);
		return (int)DPMF_INPUT;
	}
	if (request->epsilon < 0 || optind == argc) {
		fprintf(stderr, "dpmf-audit exec: %s; see dpmf-audit exec --help\n",
		        request->epsilon < 0 ? "--epsilon=E is missing" : "the command to audit is missing: -- CMD [ARG ...]");
		return (int)DPMF_INPUT;
	}
	return -1;
}

/* The shortest that reads back as the same double. */
static void append_number(char *text, size_t room, const char *option, double x)
{
	char number[40];

	for (int digits = 6; digits <= 17; digits++) {
		snprintf(number, sizeof(number), "%.*g", digits, x);
		if (strtod(number, NULL) == x)
			break;
	}
	snprintf(text + strlen(text), room - strlen(text), " --%s=%s", option, number);
}

static void write_again(const struct request *request, char *const *command, char *text, size_t room)
{
	const struct audit_settings *settings = &request->settings;

	snprintf(text, room, "dpmf-audit exec");
	append_number(text, room, "epsilon", request->epsilon);
	if (request->delta > 0)
		append_number(text, room, "delta", request->delta);
	snprintf(text + strlen(text), room - strlen(text), " --trials=%llu", (unsigned long long)settings->trials);
	append_number(text, room, "confidence", settings->confidence);
	if (request->dims)
		snprintf(text + strlen(text), room - strlen(text), " --dims=%llu", (unsigned long long)request->dims);
	snprintf(text + strlen(text), room - strlen(text), " --seed=%llu%s%s%s --", (unsigned long long)settings->seed, request->binary ? " --binary" : "",
	         settings->curve == AUDIT_GAUSSIAN ? " --assume=gaussian" : "", request->until ? " --until=decided" : "");
	for (; *command; command++)
		shell_append(text, room, *command);
}

enum { NAME_MOST = 72 };

/* The program as it was called, cut where it is long. */
static void write_name(char *const *command, char *text, size_t room)
{
	char all[AGAIN] = "";

	shell_words(command, all, sizeof(all));
	snprintf(text, room, "%.*s%s", NAME_MOST, all, strlen(all) > NAME_MOST ? " ..." : "");
}

static const char *word_of_target(const void *instance, uint32_t number)
{
	const struct exec_answers *answers = instance;

	return number < answers->dictionary.count ? answers->dictionary.word[number] : NULL;
}

/* All runs of both worlds, judged while they come. */
static enum dpmf_status judge_answers(struct asking *asking, const struct exec_answers *answers, struct audit_case *one,
                                      const struct audit_settings *settings, struct audit_judging **judging, struct drift *drift, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	uint64_t count;
	int world;

	while (status == DPMF_OK && exec_next(asking, &world, &count)) {
		const double *rows;

		status = exec_more(asking, world, count, &rows, error);
		one->dims = answers->dims;
		if (status == DPMF_OK && !*judging) {
			status = audit_judging_open(one, answers, settings, (size_t)settings->trials, judging, error);
			if (status == DPMF_OK)
				status = drift_open(drift, audit_judging_learns(*judging), answers->dims, error);
		}
		if (status == DPMF_OK)
			drift_take(drift, world, rows, count);
		if (status == DPMF_OK)
			status = audit_judging_take(*judging, world, rows, (size_t)count, error);
	}
	return status;
}

static enum dpmf_status judge(const struct exec_setting *setting, const struct request *request, struct audit_case *one,
                              struct exec_answers *answers, struct audit_result *result, struct dpmf_error *error)
{
	struct audit_settings settings = request->settings;
	struct clumps (*clumps)[2][2] = calloc(AUDIT_EVENTS, sizeof(*clumps));
	struct audit_judging *judging = NULL;
	struct drift drift = { .half = 0 };
	struct asking *asking = NULL;
	enum dpmf_status status = clumps ? exec_open(setting, answers, &asking, error) : dpmf_fail(error, DPMF_FAILED, "no memory for asking a target");

	settings.watch = clumps_watch;
	settings.watcher = clumps;
	if (status == DPMF_OK)
		status = judge_answers(asking, answers, one, &settings, &judging, &drift, error);
	exec_close(asking);
	if (status == DPMF_OK)
		status = honesty_of_answers(answers->honesty, answers->dims, error);
	if (status == DPMF_OK)
		status = drift_found(&drift, error);
	if (status == DPMF_OK)
		status = audit_judging_end(judging, result, error);
	if (status == DPMF_OK)
		status = honesty_of_event(clumps[result->which], error);
	if (status == DPMF_OK && result->finding == AUDIT_CONSISTENT)
		status = exec_overlooked(answers, request->epsilon, request->delta, error);
	drift_close(&drift);
	audit_judging_close(judging);
	free(clumps);
	return status;
}

static enum dpmf_status print(struct request *request, const struct audit_result *result, const char *name, struct dpmf_error *error)
{
	enum dpmf_status status = audit_files_write(&request->files, result, 1, error);

	if (status != DPMF_OK)
		return status;
	if (request->json)
		status = audit_print_json(stdout, result, 1, error);
	else
		audit_print_verdict(stdout, result, name);
	if (status == DPMF_OK)
		status = program_printed(error);
	return status == DPMF_OK ? audit_files_finish(&request->files, error) : status;
}

/* The answers, from the target or from what was kept of it, and the verdict. */
static enum dpmf_status ask_and_judge(const struct request *request, char *const *command, struct tape *tape, struct audit_case *one,
                                      struct exec_answers *answers, struct audit_result *result, struct dpmf_error *error)
{
	struct audit_progress progress;
	const struct exec_setting setting = { command, (size_t)request->dims, request->binary, request->settings.trials, (unsigned)request->timeout,
	                                      request->settings.seed, &progress, tape, request->ranks };
	enum dpmf_status status = request->until ? exec_until_decided(&setting, one, request->settings.confidence, answers, result, error)
	                                         : judge(&setting, request, one, answers, result, error);

	if (status == DPMF_OK && tape)
		status = tape_finish(tape, error);
	return status;
}

static enum dpmf_status audit(struct request *request, char *const *command, struct tape *tape, const char *again, struct dpmf_error *error)
{
	struct exec_answers answers = { 0 };
	struct audit_result result;
	char name[NAME_MOST + 8];
	struct audit_case one = {
		.id = "exec/target/output/given", .claim = "given", .why = "a program of the user's own", .epsilon = request->epsilon,
		.delta = request->delta, .exact = NAN, .expected = AUDIT_CONSISTENT, .word = word_of_target,
	};
	enum dpmf_status status = ask_and_judge(request, command, tape, &one, &answers, &result, error);

	if (status == DPMF_OK) {
		result.again = again;
		write_name(command, name, sizeof(name));
		status = print(request, &result, name, error);
	}
	if (status == DPMF_OK && result.finding == AUDIT_VIOLATED)
		status = DPMF_NO;
	exec_answers_free(&answers);
	return status;
}

static enum dpmf_status audit_with_files(struct request *request, char *const *command, struct dpmf_error *error)
{
	char again[AGAIN];
	struct tape *tape = NULL;
	enum dpmf_status status;

	write_again(request, command, again, sizeof(again));
	status = request->checkpoint ? tape_open(request->checkpoint, request->resume, again, command, &tape, error) : DPMF_OK;
	if (status == DPMF_OK)
		status = audit_files_open(&request->files, error);
	if (status == DPMF_OK)
		status = audit(request, command, tape, again, error);
	audit_files_abandon(&request->files);
	tape_close(tape);
	return status;
}

/* Another rank than 0: asks a target of its own. */
static enum dpmf_status serve(const struct request *request, char *const *command, struct dpmf_error *error)
{
	const struct exec_setting setting = { command, (size_t)request->dims, request->binary, request->settings.trials, (unsigned)request->timeout,
	                                      request->settings.seed, NULL, NULL, request->ranks };
	struct exec_answers answers = { 0 };
	struct asking *asking = NULL;
	enum dpmf_status status = exec_open(&setting, &answers, &asking, error);

	if (status == DPMF_OK)
		status = exec_serve(asking, error);
	if (status != DPMF_OK)
		(void)ranks_send_failure(request->ranks, status, error);
	exec_close(asking);
	exec_answers_free(&answers);
	return status;
}

/* Rank 0 does all that anybody sees. */
static enum dpmf_status audit_in_ranks(struct request *request, char *const *command, struct dpmf_error *error)
{
	enum dpmf_status status = ranks_open(&request->ranks, error);

	if (status == DPMF_OK && ranks_own(request->ranks) > 0)
		return ranks_close(request->ranks, serve(request, command, error), false);
	if (status == DPMF_OK && request->until && ranks_count(request->ranks) > 1)
		status = dpmf_fail(error, DPMF_INPUT, "--until=decided asks for one run after the other: leave mpirun away");
	if (status == DPMF_OK)
		status = audit_with_files(request, command, error);
	if (status > DPMF_NO)
		fprintf(stderr, "dpmf-audit exec: %s\n", error->text);
	return ranks_close(request->ranks, status, false);
}

int audit_exec(int argc, char **argv)
{
	struct request request = {
		.epsilon = -1, .timeout = 60, .settings = { .trials = 20000, .confidence = 0.99, .seed = 1, .jobs = 1 },
	};
	struct dpmf_error error = { "" };
	const int early = parse(argc, argv, &request);

	if (early >= 0)
		return early;
	return (int)audit_in_ranks(&request, argv + optind, &error);
}
