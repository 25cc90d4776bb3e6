/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/commands.h"
#include "audit/run_checkpoint.h"
#include "audit/run_share.h"
#include "audit/report/report.h"
#include "audit/engine/select.h"
#include "tool/program.h"
#include "tool/wrap.h"

static const char usage[] =
	"usage: dpmf-audit run [OPTION ...]\n\n"
	"  --case=ID        this case, or all below it, such as hdpmf/published; may be repeated\n"
	"  --mech=NAME      only the cases of this mechanism\n"
	"  --trials=N       runs of each of the two worlds; without it every case has its own number\n"
	"  --confidence=C   of each case by itself, default 0.99\n"
	"  --family-confidence=C  of all cases together: that none of them is called violated by chance; each case then gets\n"
	"                   1 - (1 - C) / cases\n"
	"  --seed=S         default 1; the same seed gives the same results, whatever --jobs is\n"
	"  --jobs=J         threads, default one a processor; so many cases run at once; under mpirun of each rank, default one\n"
	"  --html=FILE      a page with pictures of every case; must not exist\n"
	"  --junit=FILE     the results for the programs that collect those of a CI; must not exist\n"
	"  --markdown=FILE  the results for a CI's summary; must not exist\n"
	"  --json           one JSON document on stdout\n"
	"  --checkpoint=FILE  keeps there every case that is finished, as soon as it is; must not exist\n"
	"  --resume         goes on from that file after a run that was ended by anything; where there is none, begins it. Same\n"
	"                   program, cases, --trials, confidence and --seed; the results are those of one run\n"
	"  --mutants        the broken twins, which must be caught, instead of the cases\n\n"
	"Memory does not grow with --trials: from a million on, no more than 100,000 runs of each world (with a delta 200,000)\n"
	"choose the event, and the others are only counted.\n\n"
	"mpirun -n N dpmf-audit run shares the cases among N processes, with the same results for any N.\n\n"
	"Ctrl-C ends it after the cases that are finished, which are printed. A checkpoint stays when all are finished: remove it\n"
	"when you no longer want it.\n"
	"exit: 0 every verdict is the expected one, 1 one is not, 2 usage, 3 anything else, also when it was stopped\n\n"
	"example:\n"
	"  dpmf-audit run --case=hdpmf/published/server --confidence=0.999999\n";

enum { NAMES_MOST = 256 };

struct request {
	const char *name[NAMES_MOST];
	size_t names;
	const char *mechanism;
	struct audit_files files;
	bool json, mutants, resume;
	const char *checkpoint; /* NULL: none is kept */
	double family; /* 0: each case by itself */
	struct audit_settings settings;
};

static unsigned processors(void)
{
	const long count = sysconf(_SC_NPROCESSORS_ONLN);

	return count > 0 && count <= 64 ? (unsigned)count : 1;
}

static bool take(int letter, void *to)
{
	struct request *request = to;
	struct audit_settings *settings = &request->settings;
	uint64_t jobs;

	switch (letter) {
	case 'c':
		if (request->names == NAMES_MOST) {
			fprintf(stderr, "dpmf-audit run: more than %d times --case: name a folder of cases\n", NAMES_MOST);
			return false;
		}
		request->name[request->names++] = optarg;
		return true;
	case 'm': request->mechanism = optarg; return true;
	case 't': return audit_read_count("run", "trials", optarg, AUDIT_TRIALS_LEAST, 1000000000, &settings->trials);
	case 'p': return audit_read_share("run", "confidence", optarg, &settings->confidence);
	case 'f': return audit_read_share("run", "family-confidence", optarg, &request->family);
	case 's': return audit_read_count("run", "seed", optarg, 0, INT64_MAX, &settings->seed);
	case 'w':
		if (!audit_read_count("run", "jobs", optarg, 1, 64, &jobs))
			return false;
		settings->jobs = (unsigned)jobs;
		return true;
	case 'o': request->files.html = optarg; return true;
	case 'x': request->files.junit = optarg; return true;
	case 'd': request->files.markdown = optarg; return true;
	case 'j': request->json = true; return true;
	case 'b': request->mutants = true; return true;
	case 'k': request->checkpoint = optarg; return true;
	case 'r': return request->resume = true;
	default: return false;
	}
}

/* -1: go on; else the exit status. */
static int parse(int argc, char **argv, struct request *request)
{
	static const struct option known[] = {
		{ "case", required_argument, NULL, 'c' },       { "mech", required_argument, NULL, 'm' },
		{ "trials", required_argument, NULL, 't' },     { "confidence", required_argument, NULL, 'p' },
		{ "family-confidence", required_argument, NULL, 'f' },
		{ "seed", required_argument, NULL, 's' },       { "jobs", required_argument, NULL, 'w' },
		{ "html", required_argument, NULL, 'o' },       { "junit", required_argument, NULL, 'x' },
		{ "markdown", required_argument, NULL, 'd' },   { "json", no_argument, NULL, 'j' },
		{ "mutants", no_argument, NULL, 'b' },          { "help", no_argument, NULL, 'h' },
		{ "checkpoint", required_argument, NULL, 'k' }, { "resume", no_argument, NULL, 'r' },
		{ 0 },
	};
	const int ended = audit_options(&(struct audit_reading){ known, "", usage, take }, argc, argv, request);

	if (ended >= 0)
		return ended;
	if (request->resume && !request->checkpoint) {
		fputs("dpmf-audit run: --resume: say from which file with --checkpoint=FILE\n", stderr);
		return (int)DPMF_INPUT;
	}
	return audit_no_words_left("run", argc, argv, optind) ? -1 : (int)DPMF_INPUT;
}

static void complain_of_selection(const struct request *request, const struct dpmf_error *error)
{
	struct audit_selection all;
	struct dpmf_error other;

	fprintf(stderr, "dpmf-audit run: %s; there are\n", error->text);
	if (audit_select(request->mutants, NULL, NULL, 0, &all, &other) != DPMF_OK)
		return;
	for (size_t i = 0; i < all.count; i++)
		fprintf(stderr, "  %s\n", all.chosen[i]->id);
	free(all.chosen);
}

static atomic_bool stopped;

static void stop(int signal)
{
	atomic_store(&stopped, true);
	program_end_on(signal);
}

/* The first Ctrl-C stops between two runs; a second one has its usual effect. */
static void listen_for_stop(void)
{
	struct sigaction action = { .sa_handler = stop, .sa_flags = (int)SA_RESETHAND };

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

static enum dpmf_status report(struct request *request, const struct audit_result *results, size_t count, struct dpmf_error *error)
{
	enum dpmf_status status = audit_files_write(&request->files, results, count, error);

	if (status != DPMF_OK)
		return status;
	if (request->json)
		status = audit_print_json(stdout, results, count, error);
	else
		audit_print_table(stdout, results, count, request->settings.confidence);
	if (!request->json && request->family > 0)
		printf("\nall lines together: %.10g %% confidence\n", 100 * request->family);
	if (status == DPMF_OK)
		status = program_printed(error);
	if (status == DPMF_OK)
		status = audit_files_finish(&request->files, error);
	for (size_t i = 0; i < count && status == DPMF_OK; i++)
		if (!audit_result_expected(&results[i]))
			status = DPMF_NO;
	return status;
}

static enum dpmf_status run_and_report(struct request *request, struct run_share *share, struct audit_result *results, struct dpmf_error *error)
{
	const size_t all = share->selection->count;
	size_t finished = 0;
	enum dpmf_status status = run_share_deal(share, results, &finished, error);

	if (finished == all || (atomic_load(&stopped) && finished > 0)) {
		const enum dpmf_status shown = report(request, results, finished, error);

		status = shown > DPMF_NO || status == DPMF_OK ? shown : status;
	}
	if (atomic_load(&stopped) && finished < all)
		status = dpmf_fail(error, DPMF_FAILED, "stopped after %zu of %zu cases%s", finished, all, share->checkpoint && finished ? "; --resume goes on" : "");
	return status;
}

static enum dpmf_status run_selection(struct request *request, struct run_share *share, struct dpmf_error *error)
{
	const size_t all = share->selection->count;
	struct audit_result *results = calloc(all + 1, sizeof(*results));
	enum dpmf_status status = results ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for %zu results", all);

	if (status == DPMF_OK && request->checkpoint)
		status = run_checkpoint_open(request->checkpoint, request->resume, share->selection, &share->settings, &share->checkpoint, error);
	if (status == DPMF_OK)
		status = audit_files_open(&request->files, error);
	if (status == DPMF_OK) {
		status = run_and_report(request, share, results, error);
		audit_files_abandon(&request->files);
	}
	checkpoint_close(share->checkpoint);
	free(results);
	return status;
}

/* Rank 0 does all that anybody sees; what another one fails at it says to rank 0. */
static enum dpmf_status run_in_ranks(struct request *request, const struct audit_selection *cases, struct dpmf_error *error)
{
	struct run_share share = { .selection = cases, .settings = request->settings };
	enum dpmf_status status = ranks_open(&share.ranks, error);

	if (status != DPMF_OK) {
		fprintf(stderr, "dpmf-audit run: %s\n", error->text);
		return status;
	}
	if (share.settings.jobs == 0) /* mpirun starts as many ranks as there are processors */
		share.settings.jobs = ranks_count(share.ranks) > 1 ? 1 : processors();
	share.settings.stop = &stopped;
	listen_for_stop();
	if (ranks_own(share.ranks) > 0)
		return run_share_work(&share);
	status = run_selection(request, &share, error);
	if (status > DPMF_NO)
		fprintf(stderr, "dpmf-audit run: %s\n", error->text);
	return ranks_close(share.ranks, status, share.busy);
}

int audit_run_cases(int argc, char **argv)
{
	struct request request = { .settings = { .confidence = 0.99, .seed = 1 } };
	struct audit_selection cases;
	struct dpmf_error error = { "" };
	const int early = parse(argc, argv, &request);

	if (early >= 0)
		return early;
	const enum dpmf_status selected = audit_select(request.mutants, request.mechanism, request.name, request.names, &cases, &error);

	if (selected != DPMF_OK) {
		complain_of_selection(&request, &error);
		return (int)selected;
	}
	/* Bonferroni: whatever depends on what, none of the bounds lies above its truth, with this confidence. */
	if (request.family > 0 && cases.count > 0)
		request.settings.confidence = 1 - (1 - request.family) / (double)cases.count;
	const enum dpmf_status status = run_in_ranks(&request, &cases, &error);

	free(cases.chosen);
	return (int)status;
}
