/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "audit/commands.h"
#include "audit/engine/run.h"
#include "audit/foreign/replay.h"
#include "audit/progress.h"
#include "audit/replay.h"
#include "audit/search/again.h"
#include "audit/targets.h"
#include "tool/wrap.h"

static const char usage[] =
	"usage: dpmf-audit replay WITNESS [OPTION ...] [-- CMD [ARG ...]]\n"
	"       dpmf-audit replay --space=SCHEMA [OPTION ...] -- CMD [ARG ...]\n"
	"       dpmf-audit replay [--mech=NAME] [--neighbours=N] [--seed=S] [--mutants] [--json]\n\n"
	"A witness is a file that dpmf-audit search has written. Its two data sets are audited again:\n\n"
	"  --seed=S         another one than that of the witness makes it a test of its own; without it, the search is repeated\n"
	"  --trials=N       runs of each data set; without it, as many as in the search\n"
	"  --confidence=C   of a test of its own; without it, that of the search\n"
	"  --timeout=SEC    for one answer, default 60\n"
	"  --json           one JSON document on stdout\n\n"
	"CMD runs instead of the command that stands in the witness. Without CMD that command runs, and is named on stderr: read\n"
	"a witness first where it came from somebody else.\n\n"
	"With a schema, as of search, CMD is a program that reports its noise. It runs on random neighbours with one seed, and in\n"
	"the second run it is handed the answers of the first. What it declares, its streams and its output must then be the same,\n"
	"and no statistic may move further than its sensitivity. No statistics: one difference is one too many.\n\n"
	"  --space=SCHEMA   which data sets there are, and which are neighbours: see dpmf-audit search --help\n"
	"  --epsilon=E      asked for: all that is declared must not compose to more\n"
	"  --delta=D        of it, default 0\n"
	"  --neighbours=N   pairs, default 200; also --seed, --timeout and --json as above\n\n"
	"CMD reads lines {\"do\":\"replay\",\"data\":...,\"seed\":S,\"answers\":null} and answers {\"additions\":[...],\"output\":...}, where\n"
	"additions are what gets noise, such as {\"name\":\"count\",\"statistic\":3,\"sensitivity\":1,\"law\":\"laplace\",\"scale\":1,\n"
	"\"stream\":\"a\",\"answer\":3.7}. Where \"answers\" is a list, the first addition hands out its first member instead of drawing\n"
	"noise, and so on. Laws are laplace and discrete-laplace (sensitivity in the 1-norm), normal and discrete-gaussian (2-norm).\n\n"
	"Without both, the mechanisms of this project are replayed:\n\n"
	"  --mech=NAME      only this mechanism\n"
	"  --mutants        the broken twins, which must be caught, instead\n\n"
	"There N is 1000 by default (an excess that is known must show in 100). A mechanism runs on a data set and on a neighbour\n"
	"with the same randomness, and in the second run the door hands out the answers of the first: draws, requests and results\n"
	"must be the same, and what went to the door must differ by no more than was declared.\n\n"
	"exit: 0 all as expected, no fault, or the witness shows nothing above its claim; 1 something is not, a fault, or violated;\n"
	"2 usage, or CMD cannot be judged; 3 anything else\n\n"
	"example:\n"
	"  dpmf-audit replay witness.json --seed=2026\n";

enum mode { OF_MECHANISMS = 1, OF_WITNESS = 2, OF_SPACE = 4 };

struct asked {
	struct audit_targets_request mechanisms;
	struct again_request witness;
	struct foreign_request foreign;
	const char *option[OF_SPACE + 1]; /* by mode: an option that no other mode takes */
	const char *unless[OF_SPACE + 1]; /* by mode: one that this one does not take */
};

static bool read_seed(const char *text, struct asked *asked)
{
	uint64_t seed;

	if (!audit_read_count("replay", "seed", text, 0, UINT64_MAX, &seed))
		return false;
	asked->mechanisms.seed = asked->witness.seed = asked->foreign.seed = seed;
	return asked->witness.seeded = true;
}

static bool take(int letter, void *to)
{
	struct asked *asked = to;
	struct audit_targets_request *m = &asked->mechanisms;
	struct again_request *w = &asked->witness;
	struct foreign_request *f = &asked->foreign;

	switch (letter) {
	case 'm': asked->option[OF_MECHANISMS] = "mech"; m->mechanism = optarg; return true;
	case 'b': asked->option[OF_MECHANISMS] = "mutants"; return m->mutants = true;
	case 'n':
		asked->unless[OF_WITNESS] = "neighbours";
		return audit_read_count("replay", "neighbours", optarg, 1, 10000000, &f->neighbours);
	case 't': asked->option[OF_WITNESS] = "trials"; return audit_read_count("replay", "trials", optarg, AUDIT_TRIALS_LEAST, 1000000000, &w->trials);
	case 'c': asked->option[OF_WITNESS] = "confidence"; return audit_read_share("replay", "confidence", optarg, &w->confidence);
	case 'o':
		asked->unless[OF_MECHANISMS] = "timeout";
		return audit_read_count("replay", "timeout", optarg, 1, 86400, &f->timeout);
	case 'a': asked->option[OF_SPACE] = "space"; f->space = optarg; return true;
	case 'e': asked->option[OF_SPACE] = "epsilon"; return audit_read_epsilon("replay", optarg, &f->epsilon);
	case 'd': asked->option[OF_SPACE] = "delta"; return audit_read_delta("replay", optarg, &f->delta);
	case 'j': return m->json = w->json = f->json = true;
	case 's': return read_seed(optarg, asked);
	default: return false;
	}
}

static const char *misplaced(const struct asked *asked, enum mode mode)
{
	for (int other = OF_MECHANISMS; other <= OF_SPACE; other *= 2)
		if (other != (int)mode && asked->option[other])
			return asked->option[other];
	return asked->unless[mode];
}

/* With a schema all words are the command; else the first one is a witness, and the others are its command. 0: a complaint. */
static enum mode mode_of(int argc, char **argv, struct asked *asked)
{
	static const char *const names[OF_SPACE + 1] = { [OF_MECHANISMS] = "the mechanisms of this project", [OF_WITNESS] = "a witness", [OF_SPACE] = "a program with a schema" };
	const enum mode mode = asked->foreign.space ? OF_SPACE : optind < argc ? OF_WITNESS : OF_MECHANISMS;
	const char *foreign = misplaced(asked, mode);

	if (foreign) {
		fprintf(stderr, "dpmf-audit replay: --%s does not apply to %s; see dpmf-audit replay --help\n", foreign, names[mode]);
		return 0;
	}
	if (mode == OF_SPACE && optind == argc) {
		fputs("dpmf-audit replay: the command to replay is missing: -- CMD [ARG ...]\n", stderr);
		return 0;
	}
	if (mode != OF_MECHANISMS && asked->foreign.seed > INT64_MAX) {
		fputs("dpmf-audit replay: --seed: give a whole number below 2^63 for a program of your own\n", stderr);
		return 0;
	}
	asked->foreign.command = argv + optind;
	asked->witness.path = argv[optind];
	asked->witness.command = optind + 1 < argc ? argv + optind + 1 : NULL;
	asked->witness.timeout = asked->foreign.timeout;
	asked->mechanisms.number = asked->foreign.neighbours ? asked->foreign.neighbours : 1000;
	if (!asked->foreign.neighbours)
		asked->foreign.neighbours = 200;
	return mode;
}

/* -1: go on; else the exit status. */
static int parse(int argc, char **argv, struct asked *asked, enum mode *mode)
{
	static const struct option known[] = {
		{ "mech", required_argument, NULL, 'm' },    { "neighbours", required_argument, NULL, 'n' },
		{ "seed", required_argument, NULL, 's' },    { "mutants", no_argument, NULL, 'b' },
		{ "trials", required_argument, NULL, 't' },  { "confidence", required_argument, NULL, 'c' },
		{ "timeout", required_argument, NULL, 'o' }, { "space", required_argument, NULL, 'a' },
		{ "epsilon", required_argument, NULL, 'e' }, { "delta", required_argument, NULL, 'd' },
		{ "json", no_argument, NULL, 'j' },          { "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	const int ended = audit_options(&(struct audit_reading){ known, "", usage, take }, argc, argv, asked);

	if (ended >= 0)
		return ended;
	*mode = mode_of(argc, argv, asked);
	return *mode ? -1 : (int)DPMF_INPUT;
}

struct results {
	struct audit_replay_result of[AUDIT_TARGETS_MOST];
	size_t count;
};

static enum dpmf_status select_targets(const struct audit_targets_request *request, struct results *results,
                                       struct dpmf_error *error)
{
	struct audit_target_list lists[AUDIT_TARGET_LISTS];
	const size_t count = request->mutants ? audit_replay_mutants(lists) : audit_replay_targets(lists);
	struct audit_targets_chosen chosen = { .count = 0 };

	for (size_t i = 0; i < count; i++)
		audit_targets_add(request, lists[i].first, lists[i].count, sizeof(*lists[i].first), &chosen);
	for (results->count = 0; results->count < chosen.count; results->count++)
		results->of[results->count].target = chosen.target[results->count];
	return audit_targets_check(request, &chosen, error);
}

static bool as_expected(const struct audit_targets_request *request, const struct audit_replay_result *result)
{
	if (request->mutants && strcmp(result->target->variant, "sound") != 0)
		return audit_replay_caught(result);
	return audit_replay_expected(result);
}

static const char *verdict(const struct audit_targets_request *request, const struct audit_replay_result *result)
{
	if (!as_expected(request, result))
		return request->mutants ? "NOT CAUGHT" : "UNEXPECTED";
	return audit_replay_caught(result) ? (request->mutants ? "caught" : "exceeds, as known") : "exact";
}

static void print_legend(void)
{
	tool_help(stdout, "  draws    pairs whose draws differed: control flow depends on a rating\n"
	                  "  asked    pairs in which the second run asked the door for something else, or declared it otherwise\n"
	                  "  past     pairs whose public results differed although the door answered alike\n"
	                  "  beyond   pairs with a statistic that moved further than declared (W times the sensitivity), what "
	                  "friends send included\n"
	                  "  other    pairs in which it did not move by exactly what was derived (up to rounding)\n"
	                  "  largest  change over declared change, the largest of all pairs, rounds and items\n\n");
}

static void print_table(const struct audit_targets_request *request, const struct results *results)
{
	print_legend();
	tool_last(stdout, printf("%-8s %-18s %-7s %5s %5s %5s %4s %6s %5s %7s", "who", "variant", "view", "pairs",
	                         "draws", "asked", "past", "beyond", "other", "largest"), "verdict");
	for (size_t i = 0; i < results->count; i++) {
		const struct audit_replay_result *one = &results->of[i];

		tool_last(stdout, printf("%-8s %-18s %-7s %5zu %5zu %5zu %4zu %6zu %5zu %7.4f", one->target->mechanism,
		                         one->target->variant, one->target->view, one->pairs, one->draws, one->strayed, one->outputs,
		                         one->beyond + one->beyond_edge, one->unequal, one->largest.ratio), verdict(request, one));
	}
	for (size_t i = 0; i < results->count; i++) {
		const struct audit_replay_result *one = &results->of[i];

		if (one->beyond > 0)
			printf("\n%s %s, view %s:\n  pair %zu, round %llu, most in piece %llu: moved %.6g where %.6g was declared\n",
			       one->target->mechanism, one->target->variant, one->target->view, one->largest.neighbours,
			       (unsigned long long)one->largest.round, (unsigned long long)one->largest.piece,
			       one->largest.moved, one->largest.declared);
	}
}

static json_t *describe(const struct audit_targets_request *request, const struct audit_replay_result *one)
{
	const struct audit_excess *largest = &one->largest;

	return json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:{s:f, s:f, s:f, s:I, s:I, s:I}, s:b, s:b, s:b, s:b}",
	                 "mechanism", one->target->mechanism, "variant", one->target->variant, "view", one->target->view,
	                 "neighbours", (json_int_t)one->pairs, "draws_differ", (json_int_t)one->draws,
	                 "asked_otherwise", (json_int_t)one->strayed, "past_the_door", (json_int_t)one->outputs,
	                 "beyond_declared", (json_int_t)one->beyond, "not_as_derived", (json_int_t)one->unequal,
	                 "friends_moved", (json_int_t)one->edges, "friends_beyond", (json_int_t)one->beyond_edge,
	                 "largest", "ratio", largest->ratio, "moved", largest->moved, "declared", largest->declared,
	                 "pair", (json_int_t)largest->neighbours, "round", (json_int_t)largest->round,
	                 "piece", (json_int_t)largest->piece,
	                 "excess_known", one->target->exceeds, "past_known", one->target->past,
	                 "loops_known", one->target->loops, "as_expected", as_expected(request, one));
}

static enum dpmf_status print_json(const struct audit_targets_request *request, const struct results *results, struct dpmf_error *error)
{
	json_t *array = json_array(), *document = json_pack("{s:s, s:i, s:o}", "format", "dpmf-audit-replay", "version", 1, "replays", array);
	int failed = !document;

	for (size_t i = 0; i < results->count && !failed; i++)
		failed = json_array_append_new(array, describe(request, &results->of[i]));
	if (!failed)
		failed = json_dumpf(document, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) != 0 || putchar('\n') == EOF;
	json_decref(document);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON") : DPMF_OK;
}

static enum dpmf_status replay_all(const struct audit_targets_request *request, struct results *results, struct dpmf_error *error)
{
	struct audit_progress progress;
	enum dpmf_status status = DPMF_OK;

	audit_progress_start(&progress);
	audit_progress_turn(&progress, "replay", results->count);
	for (size_t i = 0; i < results->count && status == DPMF_OK; i++) {
		status = audit_replay_run(results->of[i].target, request->seed, (size_t)request->number, &results->of[i], error);
		atomic_fetch_add(&progress.done, 1);
	}
	audit_progress_end(&progress);
	return status;
}

static enum dpmf_status replay_mechanisms(const struct audit_targets_request *request, struct dpmf_error *error)
{
	struct results results = { .count = 0 };
	enum dpmf_status status = select_targets(request, &results, error);

	if (status == DPMF_OK)
		status = replay_all(request, &results, error);
	if (status == DPMF_OK && request->json)
		status = print_json(request, &results, error);
	else if (status == DPMF_OK)
		print_table(request, &results);
	for (size_t i = 0; i < results.count && status == DPMF_OK; i++)
		if (!as_expected(request, &results.of[i]))
			return DPMF_NO;
	return status;
}

int audit_replay(int argc, char **argv)
{
	struct asked asked = { .mechanisms = { .seed = 1 }, .foreign = { .epsilon = -1, .seed = 1, .timeout = 60 } };
	struct dpmf_error error = { "" };
	enum mode mode = OF_MECHANISMS;
	const int early = parse(argc, argv, &asked, &mode);
	enum dpmf_status status = DPMF_FAILED;

	if (early >= 0)
		return early;
	switch (mode) {
	case OF_MECHANISMS: status = replay_mechanisms(&asked.mechanisms, &error); break;
	case OF_WITNESS: status = again(&asked.witness, &error); break;
	case OF_SPACE: status = foreign(&asked.foreign, &error); break;
	}
	if (status > DPMF_NO)
		fprintf(stderr, "dpmf-audit replay: %s\n", error.text);
	return (int)status;
}
