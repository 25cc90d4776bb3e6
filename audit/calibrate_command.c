/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `dpmf-audit calibrate`: the whole procedure, repeated on mechanisms whose epsilon is known. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "audit/calibrate_until.h"
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
	"  --until=decided  the sequential test instead: how often the claim is refuted, and after how many runs, whoever decides\n"
	"                   when it stops; --trials=N runs of each world at most\n"
	"  --json           one JSON document on stdout\n\n"
	"The rules of --until=decided, all on the same runs:\n"
	"  decided          as `exec --until=decided` does: it looks after every sixteen guesses, and stops at the first look that\n"
	"                   refutes the claim\n"
	"  end              it looks once, after all runs\n"
	"  doubling         it looks after 100, 200, 400, ... runs\n"
	"  hopeful          it stops, and looks, as soon as ln(right / wrong guesses) is above the claim by 0.5, of 30 or more\n"
	"  adversary        somebody who has seen all runs chooses the moment that speaks most against the claim: no rule can\n"
	"                   refute it more often\n\n"
	"exit: 0 no more false alarms than the confidence allows (plus four standard errors), 1 more, 2 usage, 3 anything else\n\n"
	"example:\n"
	"  dpmf-audit calibrate --classic=laplace-1 --trials=10000\n"
	"  dpmf-audit calibrate --classic=response-1 --until=decided --trials=1000\n";

struct request {
	const char *name[AUDIT_CLASSICS_MOST];
	size_t names;
	uint64_t repeats;
	bool json, known, until;
	struct audit_settings settings;
};

struct tally {
	const struct audit_classic *classic;
	double sum, squares;
	size_t above, caught, repeats;
	size_t refuted[AUDIT_RULES];     /* --until=decided */
	double median_runs[AUDIT_RULES]; /* of each world, when it stopped */
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

/* A sequential test is of the claim itself: no law can be assumed. */
static bool applies(const struct request *request, const struct audit_classic *classic)
{
	return wanted(request, classic->name) && !(request->until && classic->curve == AUDIT_GAUSSIAN);
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

static bool take(int letter, void *to)
{
	struct request *request = to;
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
	case 'u':
		if (strcmp(optarg, "decided") != 0)
			fprintf(stderr, "dpmf-audit calibrate: --until=%s: decided is what it can be\n", optarg);
		return request->until = strcmp(optarg, "decided") == 0;
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
		{ "until", required_argument, NULL, 'u' },   { "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	const int ended = audit_options(&(struct audit_reading){ known, "", usage, take }, argc, argv, request);

	if (ended >= 0)
		return ended;
	for (size_t i = 0; i < audit_classics_count; i++) {
		if (request->until && request->names > 0 && wanted(request, audit_classics[i].name) && !applies(request, &audit_classics[i])) {
			fprintf(stderr, "dpmf-audit calibrate: --until=decided tests the claim itself: leave --classic=%s away, which assumes a law\n", audit_classics[i].name);
			return (int)DPMF_INPUT;
		}
	}
	return audit_no_words_left("calibrate", argc, argv, optind) ? -1 : (int)DPMF_INPUT;
}

struct repeats {
	struct audit_case one;
	struct audit_settings settings; /* of the first */
	struct finding {
		double epsilon_lower;
		bool violated;
		struct audit_stops stops; /* --until=decided */
	} *found;
	bool until;
};

static enum dpmf_status repeat_once(void *context, size_t i, unsigned jobs, struct dpmf_error *error)
{
	const struct repeats *repeats = context;
	struct audit_settings settings = repeats->settings;
	struct audit_result result;
	enum dpmf_status status;

	settings.seed += i;
	settings.jobs = jobs;
	if (repeats->until)
		return audit_stop_by_rules(&repeats->one, &settings, &repeats->found[i].stops, error);
	status = audit_run(&repeats->one, &settings, &result, error);
	if (status == DPMF_OK)
		repeats->found[i] = (struct finding){ .epsilon_lower = result.epsilon_lower, .violated = result.finding == AUDIT_VIOLATED };
	return status;
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Of each rule. */
static enum dpmf_status tally_stops(struct tally *tally, const struct finding *found, size_t count, struct dpmf_error *error)
{
	double *runs = malloc(count * sizeof *runs);

	if (!runs)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu repeats: give fewer --repeats", count);
	for (int rule = 0; rule < AUDIT_RULES; rule++) {
		for (size_t i = 0; i < count; i++) {
			tally->refuted[rule] += found[i].stops.refuted[rule];
			runs[i] = (double)found[i].stops.runs[rule] / 2;
		}
		qsort(runs, count, sizeof *runs, ascending);
		tally->median_runs[rule] = (runs[(count - 1) / 2] + runs[count / 2]) / 2;
	}
	free(runs);
	return DPMF_OK;
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
	struct repeats repeats = { .one = classic->one, .settings = request->settings, .found = calloc(count, sizeof(struct finding)), .until = request->until };
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
	if (status == DPMF_OK && request->until)
		status = tally_stops(tally, repeats.found, count, error);
	free(repeats.found);
	free(done);
	return status;
}

static void print_rules(const struct request *request, const struct tally *tally, size_t count)
{
	printf("at most %llu runs of each world, %llu repeats from seed %llu, confidence %g, event %s\n\n", (unsigned long long)request->settings.trials,
	       (unsigned long long)request->repeats, (unsigned long long)request->settings.seed, request->settings.confidence,
	       request->known ? "from the known likelihood ratio" : "learned from the runs before");
	printf("%-20s  %7s  %7s  %-9s  %17s  %s\n", "mechanism", "claimed", "truth", "rule", "claim refuted", "median runs of each world");
	for (size_t i = 0; i < count; i++) {
		for (int rule = 0; rule < AUDIT_RULES; rule++) {
			const struct tally *t = &tally[i];
			const size_t refuted = t->refuted[rule];

			printf("%-20s  %7.4f  %7.4f  %-9s  %7.4f +- %6.4f  %g\n", t->classic->name, t->classic->one.epsilon, t->classic->one.exact,
			       audit_rule_name((enum audit_rule)rule), (double)refuted / (double)t->repeats, error_of_share(refuted, t->repeats), t->median_runs[rule]);
		}
	}
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

static json_t *json_of_rules(const struct tally *t)
{
	json_t *list = json_array();
	int failed = !list;

	for (int rule = 0; rule < AUDIT_RULES && !failed; rule++)
		failed = json_array_append_new(list, json_pack("{s:s, s:I, s:f}", "rule", audit_rule_name((enum audit_rule)rule),
			"claim_refuted", (json_int_t)t->refuted[rule], "median_runs", t->median_runs[rule]));
	if (!failed)
		return list;
	json_decref(list);
	return NULL;
}

static json_t *json_of(const struct request *request, const struct tally *t)
{
	const struct audit_case *one = &t->classic->one;

	if (request->until)
		return json_pack("{s:s, s:f, s:f, s:f, s:o}", "name", t->classic->name, "epsilon_claimed", one->epsilon, "delta", one->delta,
		                 "epsilon_exact", one->exact, "rules", json_of_rules(t));
	return json_pack("{s:s, s:f, s:f, s:f, s:f, s:f, s:I, s:I}", "name", t->classic->name,
		"epsilon_claimed", one->epsilon, "delta", one->delta, "epsilon_exact", one->exact,
		"found_mean", mean(t), "found_standard_error", error_of_mean(t),
		"above_the_truth", (json_int_t)t->above, "claim_refuted", (json_int_t)t->caught);
}

static enum dpmf_status print_json(const struct request *request, const struct tally *tally, size_t count, struct dpmf_error *error)
{
	json_t *list = json_array(), *document = json_pack("{s:s, s:i, s:I, s:I, s:I, s:f, s:b}", "format", "dpmf-audit-calibrate", "version", 1,
		"trials", (json_int_t)request->settings.trials, "repeats", (json_int_t)request->repeats, "seed", (json_int_t)request->settings.seed,
		"confidence", request->settings.confidence, "known", request->known);
	int failed = !document;

	for (size_t i = 0; i < count && !failed; i++)
		failed = json_array_append_new(list, json_of(request, &tally[i]));
	if (json_object_set_new(document, request->until ? "sequential" : "classics", list) != 0)
		failed = -1;
	if (!failed)
		failed = json_dumpf(document, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) != 0 || putchar('\n') == EOF;
	json_decref(document);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON") : DPMF_OK;
}

/* Four standard errors more than the confidence allows: by luck once in thirty thousand. */
static bool are_too_many(size_t alarms, size_t repeats, double alpha)
{
	const double n = (double)repeats;

	return (double)alarms > n * alpha + 4 * sqrt(n * alpha * (1 - alpha)) + 1;
}

static bool too_many(const struct request *request, const struct tally *tally)
{
	const double alpha = 1 - request->settings.confidence;
	bool found = are_too_many(tally->above, tally->repeats, alpha);

	for (int rule = 0; rule < AUDIT_RULES && request->until && tally->classic->one.expected == AUDIT_CONSISTENT; rule++)
		found = found || are_too_many(tally->refuted[rule], tally->repeats, alpha);
	return found;
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
		if (applies(&request, &audit_classics[i]))
			status = repeat(&request, &audit_classics[i], &progress, &tally[count++], &error);
	audit_progress_end(&progress);
	if (status == DPMF_OK && request.json)
		status = print_json(&request, tally, count, &error);
	else if (status == DPMF_OK)
		(request.until ? print_rules : print_table)(&request, tally, count);
	for (size_t i = 0; i < count && status == DPMF_OK; i++)
		if (too_many(&request, &tally[i]))
			status = DPMF_NO;
	if (status > DPMF_NO)
		fprintf(stderr, "dpmf-audit calibrate: %s\n", error.text);
	return (int)status;
}
