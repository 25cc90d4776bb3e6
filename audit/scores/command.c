/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `dpmf-audit scores`: one run of a program, and a score for each of its canaries. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/commands.h"
#include "audit/exec/shell.h"
#include "audit/scores/report.h"
#include "tool/program.h"
#include "tool/wrap.h"

static const char usage[] =
	"usage: dpmf-audit scores --epsilon=E [OPTION ...] FILE\n\n"
	"An audit of a single run. Plant canaries in your data: for each of them toss a fair coin, which says whether it is in or out "
	"(or which of two values it has). Run your program once. Then give each canary a score, without looking at the coins: the "
	"higher, the more it looks in. FILE has a line for each: `in` or `out` (or 1 or 0), blanks or a comma, and the score; - is "
	"standard input.\n\n"
	"  --epsilon=E      claimed for one canary that goes from in to out\n"
	"  --delta=D        of the claim, default 0\n"
	"  --confidence=C   default 0.99\n"
	"  --guesses=K      how many canaries are guessed; decide it before you look. Without it, several numbers are tried (all\n"
	"                   canaries, half of them, a quarter, ...), and share the error\n"
	"  --side=S         both: half of the guesses are the highest scores, guessed to be in, and half the lowest, guessed to\n"
	"                   be out (default); in: the highest alone; out: the lowest alone\n"
	"  --assume=gaussian  one canary more or less tells as much as in a Gaussian mechanism: a better bound where that is\n"
	"                   true, and none where it is not; needs --delta, and the verdict says that it was assumed\n"
	"  --seed=S         default 1; equal scores are put in an order that follows from it, and not from their lines\n"
	"  --json           one JSON document on stdout\n\n"
	"The bound holds for each canary by itself, however many there are and whatever they have to do with each other. The coins must be fair "
	"and independent: to take exactly half of the canaries is not the same. Scores may be infinite.\n\n"
	"exit: 0 nothing above the claim was found; 1 violated; 2 usage, a FILE that cannot be read, or coins that are not fair; 3 anything else\n\n"
	"example:\n"
	"  printf 'in 2.5\\nout -0.3\\nin 1.1\\nout 0.2\\n' | dpmf-audit scores --epsilon=1 -\n";

struct request {
	struct scores_setting setting;
	const char *file;
	bool json;
};

enum { AGAIN = 1500 };

static bool read_side(const char *text, enum scores_side *side)
{
	for (size_t i = 0; scores_side_names[i]; i++) {
		if (strcmp(text, scores_side_names[i]) == 0) {
			*side = (enum scores_side)i;
			return true;
		}
	}
	fprintf(stderr, "dpmf-audit scores: --side=%s: both, in or out\n", text);
	return false;
}

static bool take(int letter, void *to)
{
	struct request *request = to;
	struct scores_setting *setting = &request->setting;

	switch (letter) {
	case 'e': return audit_read_epsilon("scores", optarg, &setting->epsilon);
	case 'd': return audit_read_delta("scores", optarg, &setting->delta);
	case 'c': return audit_read_share("scores", "confidence", optarg, &setting->confidence);
	case 'g': return audit_read_count("scores", "guesses", optarg, 1, INT64_MAX, &setting->guesses);
	case 's': return audit_read_count("scores", "seed", optarg, 0, INT64_MAX, &setting->seed);
	case 'i': return read_side(optarg, &setting->side);
	case 'a':
		if (strcmp(optarg, "gaussian") != 0)
			fprintf(stderr, "dpmf-audit scores: --assume=%s: gaussian is the law that can be assumed\n", optarg);
		setting->curve = AUDIT_GAUSSIAN;
		return strcmp(optarg, "gaussian") == 0;
	case 'j': request->json = true; return true;
	default: return false;
	}
}

/* -1: go on; else the exit status. */
static int parse(int argc, char **argv, struct request *request)
{
	static const struct option known[] = {
		{ "epsilon", required_argument, NULL, 'e' }, { "delta", required_argument, NULL, 'd' },
		{ "confidence", required_argument, NULL, 'c' }, { "guesses", required_argument, NULL, 'g' },
		{ "side", required_argument, NULL, 'i' },    { "assume", required_argument, NULL, 'a' },
		{ "seed", required_argument, NULL, 's' },    { "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	const char *missing = NULL;
	const int ended = audit_options(&(struct audit_reading){ known, "", usage, take }, argc, argv, request);

	if (ended >= 0)
		return ended;
	if (request->setting.epsilon < 0)
		missing = "--epsilon=E is missing";
	else if (argc - optind != 1)
		missing = "give one FILE with the scores, or - for standard input";
	else if (request->setting.curve == AUDIT_GAUSSIAN && !(request->setting.delta > 0))
		missing = "--assume=gaussian needs --delta=D: without a delta no Gaussian mechanism has an epsilon";
	if (missing)
		fprintf(stderr, "dpmf-audit scores: %s; see dpmf-audit scores --help\n", missing);
	request->file = argv[optind];
	return missing ? (int)DPMF_INPUT : -1;
}

static void append(char *text, const char *option, double x)
{
	char number[64];

	for (int digits = 6; digits <= 17; digits++) {
		snprintf(number, sizeof(number), "--%s=%.*g", option, digits, x);
		if (strtod(strchr(number, '=') + 1, NULL) == x)
			break;
	}
	shell_append(text, AGAIN, number);
}

static void write_again(const struct request *request, char text[AGAIN])
{
	const struct scores_setting *setting = &request->setting;
	char number[64];

	snprintf(text, AGAIN, "dpmf-audit scores");
	append(text, "epsilon", setting->epsilon);
	if (setting->delta > 0)
		append(text, "delta", setting->delta);
	append(text, "confidence", setting->confidence);
	if (setting->guesses > 0) {
		snprintf(number, sizeof(number), "--guesses=%llu", (unsigned long long)setting->guesses);
		shell_append(text, AGAIN, number);
	}
	if (setting->side != SCORES_BOTH) {
		snprintf(number, sizeof(number), "--side=%s", scores_side_names[setting->side]);
		shell_append(text, AGAIN, number);
	}
	if (setting->curve == AUDIT_GAUSSIAN)
		shell_append(text, AGAIN, "--assume=gaussian");
	snprintf(number, sizeof(number), "--seed=%llu", (unsigned long long)setting->seed);
	shell_append(text, AGAIN, number);
	if (request->file[0] == '-' && request->file[1])
		shell_append(text, AGAIN, "--");
	shell_append(text, AGAIN, request->file);
}

static enum dpmf_status audit(const struct request *request, struct dpmf_error *error)
{
	struct scores_canaries canaries;
	struct scores_outlook outlook;
	struct scores_result result;
	char again[AGAIN];
	const struct scores_report report = { request->file, again, &request->setting, &result, &outlook };
	enum dpmf_status status = scores_read(request->file, &canaries, error);

	if (status != DPMF_OK)
		return status;
	status = scores_judge(&canaries, &request->setting, &result, error);
	if (status == DPMF_OK)
		status = scores_outlook(canaries.count, &request->setting, &outlook, error);
	scores_free(&canaries);
	if (status != DPMF_OK)
		return status;
	write_again(request, again);
	if (request->json)
		status = scores_print_json(stdout, &report, error);
	else
		scores_print(stdout, &report);
	return status == DPMF_OK && result.violated ? DPMF_NO : status;
}

int audit_scores(int argc, char **argv)
{
	struct request request = { .setting = { .epsilon = -1, .confidence = 0.99, .curve = AUDIT_DP, .seed = 1 } };
	struct dpmf_error error = { "" };
	const int early = parse(argc, argv, &request);

	if (early >= 0)
		return early;
	const enum dpmf_status status = audit(&request, &error);

	if (status > DPMF_NO)
		fprintf(stderr, "dpmf-audit scores: %s\n", error.text);
	return (int)status;
}
