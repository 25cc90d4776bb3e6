/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `dpmf-audit calibrate`: the whole procedure, repeated on mechanisms whose epsilon is known. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "audit/classics/calibrated.h"
#include "audit/commands.h"
#include "audit/engine/batch.h"
#include "audit/progress.h"
#include "tool/wrap.h"

static const char usage[] =
	"usage: dpmf-audit calibrate [OPTION ...]\n\n"
	"Repeats the audit on mechanisms whose epsilon is known, with one seed after the other: how near the bound\n"
	"comes to the truth, how often it lies above it (false alarms), and how often a false claim is caught (power).\n\n"
	"  --classic=NAME   only this mechanism; may be repeated\n"
	"  --trials=N       runs of each of the two worlds, default 10000\n"
	"  --repeats=R      default 40\n"
	"  --confidence=C   default 0.95\n"
	"  --seed=S         the first seed, default 1\n"
	"  --jobs=J         threads, default one a processor\n"
	"  --known          the event is not learned: the mechanism's own likelihood ratio is the score\n"
	"  --json           one JSON document on stdout\n\n"
	"exit: 0 no more false alarms than the confidence allows (plus four standard errors), 1 more, 2 usage, 3 anything else\n\n"
	"example:\n"
	"  dpmf-audit calibrate --classic=laplace-1 --trials=10000\n";

struct request {
	const char *name[AUDIT_CLASSICS_MOST];
	size_t names;
	uint64_t repeats;
	bool json, known;
	struct audit_settings settings;
};

struct tally {
	const struct audit_classic *classic;
	double sum, squares;
	size_t above, caught, repeats;
};

static double mean(const struct tally *t)
{
	return t->sum / (double)t->repeats;
}

static double error_of_mean(const struct tally *t)
{
	const double n = (double)t->repeats, variance = (t->squares - t->sum * t->sum / n) / fmax(1, n - 1);

	return sqrt(fmax(0, variance) / n);
}

static double error_of_share(size_t hits, size_t of)
{
	const double p = (double)hits / (double)of;

	return sqrt(p * (1 - p) / (double)of);
}

static bool wanted(const struct request *request, const char *name)
{
	bool found = request->names == 0;

	for (size_t i = 0; i < request->names; i++)
		found = found || strcmp(request->name[i], name) == 0;
	return found;
}

static bool is_known(const char *name)
{
	for (size_t i = 0; i < audit_classics_count; i++)
		if (strcmp(audit_classics[i].name, name) == 0)
			return true;
	fprintf(stderr, "dpmf-audit calibrate: --classic=%s: there is", name);
	for (size_t i = 0; i < audit_classics_count; i++)
		fprintf(stderr, "%s %s", i ? "," : "", audit_classics[i].name);
	fputc('\n', stderr);
	return false;
}

static bool take(int letter, struct request *request)
{
	struct audit_settings *settings = &request->settings;
	uint64_t jobs;

	switch (letter) {
	case 'c':
		if (!is_known(optarg))
			return false;
		if (request->names < AUDIT_CLASSICS_MOST)
			request->name[request->names++] = optarg;
		return true;
	case 't': return audit_read_count("calibrate", "trials", optarg, AUDIT_TRIALS_LEAST, 1000000000, &settings->trials);
	case 'r': return audit_read_count("calibrate", "repeats", optarg, 1, 1000000, &request->repeats);
	case 'p': return audit_read_share("calibrate", "confidence", optarg, &settings->confidence);
	case 's': return audit_read_count("calibrate", "seed", optarg, 0, UINT32_MAX, &settings->seed);
	case 'w':
		if (!audit_read_count("calibrate", "jobs", optarg, 1, 64, &jobs))
			return false;
		settings->jobs = (unsigned)jobs;
		return true;
	case 'k': request->known = true; return true;
	case 'j': request->json = true; return true;
	default: return false;
	}
}

/* -1: go on; else the exit status. */
static int parse(int argc, char **argv, struct request *request)
{
	static const struct option known[] = {
		{ "classic", required_argument, NULL, 'c' }, { "trials", required_argument, NULL, 't' },
		{ "repeats", required_argument, NULL, 'r' }, { "confidence", required_argument, NULL, 'p' },
		{ "seed", required_argument, NULL, 's' },    { "jobs", required_argument, NULL, 'w' },
		{ "known", no_argument, NULL, 'k' },         { "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },          { 0 },
	};
	int letter;

	optind = 0;
	while ((letter = getopt_long(argc, argv, "", known, NULL)) != -1) {
		if (letter == 'h') {
			tool_help(stdout, usage);
			return (int)DPMF_OK;
		}
		if (!take(letter, request))
			return (int)DPMF_INPUT;
	}
	return audit_no_words_left("calibrate", argc, argv, optind) ? -1 : (int)DPMF_INPUT;
}

struct repeats {
	struct audit_case one;
	struct audit_settings settings; /* of the first */
	struct finding {
		double epsilon_lower;
		bool violated;
	} *found;
};

static enum dpmf_status repeat_once(void *context, size_t i, unsigned jobs, struct dpmf_error *error)
{
	const struct repeats *repeats = context;
	struct audit_settings settings = repeats->settings;
	struct audit_result result;
	enum dpmf_status status;

	settings.seed += i;
	settings.jobs = jobs;
	status = audit_run(&repeats->one, &settings, &result, error);
	if (status == DPMF_OK)
		repeats->found[i] = (struct finding){ result.epsilon_lower, result.finding == AUDIT_VIOLATED };
	return status;
}

/* In the order of the seeds, so that the sums are the same for any number of threads. */
static struct tally tally_of(const struct audit_classic *classic, const struct finding *found, size_t count)
{
	struct tally tally = { .classic = classic, .repeats = count };

	for (size_t i = 0; i < count; i++) {
		tally.sum += found[i].epsilon_lower;
		tally.squares += found[i].epsilon_lower * found[i].epsilon_lower;
		tally.above += found[i].epsilon_lower > classic->one.exact;
		tally.caught += found[i].violated;
	}
	return tally;
}

static enum dpmf_status repeat(const struct request *request, const struct audit_classic *classic, struct audit_progress *progress,
                               struct tally *tally, struct dpmf_error *error)
{
	const size_t count = (size_t)request->repeats;
	struct repeats repeats = { .one = classic->one, .settings = request->settings, .found = calloc(count, sizeof(struct finding)) };
	struct audit_batch batch = { count, request->settings.jobs, NULL, repeat_once, &repeats };
	bool *done = calloc(count, sizeof *done);
	enum dpmf_status status = DPMF_FAILED;

	if (!request->known)
		repeats.one.log_likelihood_ratio = NULL;
	repeats.settings.curve = classic->curve;
	repeats.settings.done = &progress->done;
	audit_progress_turn(progress, classic->name, 2 * count * request->settings.trials);
	if (repeats.found && done)
		status = audit_batch_run(&batch, done, error);
	else
		dpmf_fail(error, status, "no memory for %zu repeats: give fewer --repeats", count);
	if (status == DPMF_OK)
		*tally = tally_of(classic, repeats.found, count);
	free(repeats.found);
	free(done);
	return status;
}

static void print_table(const struct request *request, const struct tally *tally, size_t count)
{
	printf("%llu runs of each world, %llu repeats from seed %llu, confidence %g, event %s\n\n", (unsigned long long)request->settings.trials,
	       (unsigned long long)request->repeats, (unsigned long long)request->settings.seed, request->settings.confidence,
	       request->known ? "from the known likelihood ratio" : "learned");
	printf("%-20s  %7s  %7s  %17s  %17s  %17s\n", "mechanism", "claimed", "truth", "found / truth", "above the truth", "claim refuted");
	for (size_t i = 0; i < count; i++) {
		const struct tally *t = &tally[i];
		const double truth = t->classic->one.exact, n = (double)t->repeats;

		printf("%-20s  %7.4f  %7.4f  %7.4f +- %6.4f  %7.4f +- %6.4f  %7.4f +- %6.4f\n", t->classic->name, t->classic->one.epsilon, truth,
		       mean(t) / truth, error_of_mean(t) / truth, (double)t->above / n, error_of_share(t->above, t->repeats),
		       (double)t->caught / n, error_of_share(t->caught, t->repeats));
	}
}

static enum dpmf_status print_json(const struct request *request, const struct tally *tally, size_t count, struct dpmf_error *error)
{
	json_t *list = json_array(), *document = json_pack("{s:s, s:i, s:I, s:I, s:I, s:f, s:b, s:o}", "format", "dpmf-audit-calibrate", "version", 1,
		"trials", (json_int_t)request->settings.trials, "repeats", (json_int_t)request->repeats, "seed", (json_int_t)request->settings.seed,
		"confidence", request->settings.confidence, "known", request->known, "classics", list);
	int failed = !document;

	for (size_t i = 0; i < count && !failed; i++) {
		const struct tally *t = &tally[i];

		failed = json_array_append_new(list, json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:I, s:I}", "name", t->classic->name,
			"epsilon_claimed", t->classic->one.epsilon, "delta", t->classic->one.delta, "epsilon_exact", t->classic->one.exact,
			"found_mean", mean(t), "found_standard_error", error_of_mean(t),
			"above_the_truth", (json_int_t)t->above, "claim_refuted", (json_int_t)t->caught));
	}
	if (!failed)
		failed = json_dumpf(document, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) != 0 || putchar('\n') == EOF;
	json_decref(document);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON") : DPMF_OK;
}

/* Four standard errors more than the confidence allows: by luck once in thirty thousand. */
static bool too_many(const struct tally *tally, double alpha)
{
	const double n = (double)tally->repeats;

	return (double)tally->above > n * alpha + 4 * sqrt(n * alpha * (1 - alpha)) + 1;
}

int audit_calibrate(int argc, char **argv)
{
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	struct request request = { .repeats = 40, .settings = { .trials = 10000, .confidence = 0.95, .seed = 1,
	                           .jobs = processors > 0 && processors <= 64 ? (unsigned)processors : 1 } };
	struct dpmf_error error = { "" };
	struct audit_progress progress;
	struct tally tally[AUDIT_CLASSICS_MOST];
	enum dpmf_status status = DPMF_OK;
	size_t count = 0;
	const int early = parse(argc, argv, &request);

	if (early >= 0)
		return early;
	audit_progress_start(&progress);
	for (size_t i = 0; i < audit_classics_count && status == DPMF_OK; i++)
		if (wanted(&request, audit_classics[i].name))
			status = repeat(&request, &audit_classics[i], &progress, &tally[count++], &error);
	audit_progress_end(&progress);
	if (status == DPMF_OK && request.json)
		status = print_json(&request, tally, count, &error);
	else if (status == DPMF_OK)
		print_table(&request, tally, count);
	for (size_t i = 0; i < count && status == DPMF_OK; i++)
		if (too_many(&tally[i], 1 - request.settings.confidence))
			status = DPMF_NO;
	if (status > DPMF_NO)
		fprintf(stderr, "dpmf-audit calibrate: %s\n", error.text);
	return (int)status;
}
