/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "audit/commands.h"
#include "audit/release/boundary.h"
#include "audit/release/output.h"
#include "tool/wrap.h"

static const char usage[] =
	"usage: dpmf-audit release [--mech=NAME] [--variant=V] [--neighbours=N] [--seed=S] [--json]\n\n"
	"  --mech=NAME      only this mechanism\n"
	"  --variant=V      only published, only corrected, or only as-run\n"
	"  --neighbours=N   how many for each row, default 1000 (what is known must show in 100)\n"
	"  --seed=S         default 1; the same seed gives the same results\n"
	"  --json           one JSON document on stdout\n\n"
	"Everything in public/ is a function of public inputs, public coins and the door's answers. dpmf\n"
	"train runs on a small data set, and again on a neighbour under another noise key; the door hands\n"
	"out the answers of the first run. Then no byte of public/, of what may be public of standard\n"
	"output, of anything else that is printed, and not the exit code may differ. Neighbours are made\n"
	"in the input file: half of them at random, half of them where something may be forgotten (the\n"
	"only, first and last rater of an item, users and items without ratings, the ends of the range,\n"
	"ties). No statistics: one difference is one too many.\n\n"
	"exit: 0 all as expected, 1 something is not, 2 usage, 3 anything else\n";

struct request {
	const char *mech, *variant;
	uint64_t neighbours, seed;
	bool json;
};

struct results {
	struct boundary_result *of;
	size_t count;
};

static int parse(int argc, char **argv, struct request *r)
{
	static const struct option known[] = {
		{ "mech", required_argument, NULL, 'm' },       { "variant", required_argument, NULL, 'v' },
		{ "neighbours", required_argument, NULL, 'n' }, { "seed", required_argument, NULL, 's' },
		{ "json", no_argument, NULL, 'j' },             { "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	bool fine = true;
	int letter;

	optind = 0;
	while (fine && (letter = getopt_long(argc, argv, "", known, NULL)) != -1) {
		switch (letter) {
		case 'm': r->mech = optarg; break;
		case 'v': r->variant = optarg; break;
		case 'n': fine = audit_read_count("release", "neighbours", optarg, 1, 10000000, &r->neighbours); break;
		case 's': fine = audit_read_count("release", "seed", optarg, 0, UINT64_MAX, &r->seed); break;
		case 'j': r->json = true; break;
		case 'h': tool_help(stdout, usage); return (int)DPMF_OK;
		default: fine = false;
		}
	}
	return fine && audit_no_words_left("release", argc, argv, optind) ? -1 : (int)DPMF_INPUT;
}

static bool is_asked_for(const struct request *r, const struct boundary_subject *s)
{
	return (!r->mech || strcmp(r->mech, s->mech) == 0) && (!r->variant || strcmp(r->variant, s->variant) == 0);
}

/* In memory where there is such a folder: each run syncs its files. */
static enum dpmf_status make_folder(char *path, size_t room, struct dpmf_error *error)
{
	const char *where = getenv("TMPDIR");

	if (!where || !*where)
		where = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
	if (snprintf(path, room, "%s/dpmf-release-XXXXXX", where) < (int)room && mkdtemp(path))
		return DPMF_OK;
	return dpmf_fail(error, DPMF_FAILED, "cannot make a folder in %s: set TMPDIR to one that can be written", where);
}

static enum dpmf_status run_all(const struct request *r, struct results *results, struct dpmf_error *error)
{
	char folder[256];
	enum dpmf_status status = make_folder(folder, sizeof folder, error);

	if (status != DPMF_OK)
		return status;
	results->of = calloc(boundary_subject_count, sizeof *results->of);
	if (!results->of)
		status = dpmf_fail(error, DPMF_FAILED, "no memory for the results");
	for (size_t i = 0; status == DPMF_OK && i < boundary_subject_count; i++) {
		if (!is_asked_for(r, &boundary_subjects[i]))
			continue;
		status = boundary_run(&boundary_subjects[i], folder, r->seed, (size_t)r->neighbours, &results->of[results->count], error);
		results->count += status == DPMF_OK;
	}
	output_remove(folder);
	if (status == DPMF_OK && results->count == 0)
		status = dpmf_fail(error, DPMF_INPUT, "there is no mechanism \"%s\" with a variant \"%s\"", r->mech ? r->mech : "any",
		                   r->variant ? r->variant : "any");
	return status;
}

static const char *verdict(const struct boundary_result *r)
{
	if (!boundary_expected(r))
		return "UNEXPECTED";
	return boundary_clean(r) ? "no byte" : "as known";
}

enum { INDENT = 11 };

static void print_why(const struct boundary_result *r)
{
	char text[512];

	if (boundary_clean(r) && boundary_expected(r))
		return;
	printf("\n%s %s%s%s: %s\n", r->subject->mech, r->subject->variant, *r->subject->detail ? ", " : "", r->subject->detail, verdict(r));
	if (r->subject->why) {
		snprintf(text, sizeof text, "claim %s: %s", r->subject->claim, r->subject->why);
		tool_wrap(stdout, "  known", INDENT, text);
	}
	for (int kind = 0; kind < BOUNDARY_KINDS; kind++) {
		snprintf(text, sizeof text, "  %s", boundary_kind_name((enum boundary_kind)kind));
		if (r->found[kind] > 0)
			tool_wrap(stdout, text, INDENT, r->first[kind]);
		else if (r->subject->known[kind])
			tool_wrap(stdout, text, INDENT, "not seen, though it is known");
	}
}

static int width_of(int kind)
{
	return (int)strlen(boundary_kind_name((enum boundary_kind)kind));
}

static void print_table(const struct results *results)
{
	fputs("Neighbours on which, with public coins and the door's answers held fixed, there was:\n"
	      "files    a byte of public/ that differs, or that tells the seed\n"
	      "printed  a byte on stdout (the evaluation aside) or stderr that differs, another error or exit code\n"
	      "asked    a second run that asked the door for something else, or declared it otherwise\n"
	      "beyond   a statistic that moved further than declared before its noise\n"
	      "draws    noise that is drawn twice, or not from the noise key\n"
	      "budget   more spent than was asked for, or a promise that is not so\n"
	      "failed   a run that failed\n\n", stdout);
	printf("%-9s %-9s %-15s %5s", "mechanism", "variant", "", "pairs");
	for (int kind = 0; kind < BOUNDARY_KINDS; kind++)
		printf(" %*s", width_of(kind), boundary_kind_name((enum boundary_kind)kind));
	puts("  verdict");
	for (size_t i = 0; i < results->count; i++) {
		const struct boundary_result *r = &results->of[i];

		printf("%-9s %-9s %-15s %5zu", r->subject->mech, r->subject->variant, r->subject->detail, r->neighbours);
		for (int kind = 0; kind < BOUNDARY_KINDS; kind++)
			printf(" %*zu", width_of(kind), r->found[kind]);
		printf("  %s\n", verdict(r));
	}
	for (size_t i = 0; i < results->count; i++)
		print_why(&results->of[i]);
}

static json_t *describe(const struct boundary_result *r)
{
	json_t *found = json_object(), *first = json_object(), *known = json_array();

	for (int kind = 0; kind < BOUNDARY_KINDS; kind++) {
		const char *name = boundary_kind_name((enum boundary_kind)kind);

		json_object_set_new(found, name, json_integer((json_int_t)r->found[kind]));
		if (r->found[kind] > 0)
			json_object_set_new(first, name, json_string(r->first[kind]));
		if (r->subject->known[kind])
			json_array_append_new(known, json_string(name));
	}
	return json_pack("{s:s, s:s, s:s, s:I, s:o, s:o, s:o, s:s?, s:s?, s:b}", "mechanism", r->subject->mech, "variant", r->subject->variant,
	                 "detail", r->subject->detail, "neighbours", (json_int_t)r->neighbours, "found", found, "first", first,
	                 "known", known, "claim", r->subject->claim, "why", r->subject->why, "as_expected", boundary_expected(r));
}

static enum dpmf_status print_json(const struct results *results, struct dpmf_error *error)
{
	json_t *rows = json_array(), *document = json_pack("{s:s, s:i, s:o}", "format", "dpmf-audit-release", "version", 1, "releases", rows);
	int failed = !document;

	for (size_t i = 0; i < results->count && !failed; i++)
		failed = json_array_append_new(rows, describe(&results->of[i]));
	if (!failed)
		failed = json_dumpf(document, stdout, JSON_INDENT(2)) != 0 || putchar('\n') == EOF;
	json_decref(document);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON") : DPMF_OK;
}

int audit_release(int argc, char **argv)
{
	struct request request = { .neighbours = 1000, .seed = 1 };
	struct results results = { .count = 0 };
	struct dpmf_error error = { "" };
	const int early = parse(argc, argv, &request);
	enum dpmf_status status;

	if (early >= 0)
		return early;
	status = run_all(&request, &results, &error);
	if (status == DPMF_OK && request.json)
		status = print_json(&results, &error);
	else if (status == DPMF_OK)
		print_table(&results);
	if (status != DPMF_OK)
		fprintf(stderr, "dpmf-audit release: %s\n", error.text);
	for (size_t i = 0; status == DPMF_OK && i < results.count; i++)
		if (!boundary_expected(&results.of[i]))
			status = DPMF_NO;
	free(results.of);
	return (int)status;
}
