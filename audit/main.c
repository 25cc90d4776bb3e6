/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "audit/commands.h"
#include "audit/noise_fit.h"
#include "audit/ranks/ranks.h"
#include "dpmf.h"
#include "tool/program.h"
#include "tool/wrap.h"

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *what;
} commands[] = {
	{ "list", audit_list, "every case: what is run, who looks, what is claimed, what is expected" },
	{ "run", audit_run_cases, "runs the cases: a lower bound on epsilon for each, and a verdict" },
	{ "exec", audit_exec, "the same for a program of your own, in any language" },
	{ "search", audit_search, "the same with neighbours that nobody gave: looks for those that break the claim" },
	{ "scores", audit_scores, "one run of a program with canaries in its data, from a score for each" },
	{ "replay", audit_replay, "a witness of search again; and our mechanisms on neighbours: same draws, statistics as declared" },
	{ "release", audit_release, "the real training on neighbours, the door's answers held fixed: every byte that leaves" },
	{ "sensitivity", audit_sensitivity, "the largest change found by search, against the claimed bound" },
	{ "calibrate", audit_calibrate, "the audit itself, on mechanisms whose epsilon is known" },
	{ "noise", audit_noise, "every sampler against its law; or that of a program of your own, and what its doubles give away" },
	{ "timing", audit_timing, "whether the time of a program tells of its noise, or that of our samplers of theirs" },
};

static void help(FILE *out)
{
	char head[32];

	fputs("dpmf-audit: looks for more leakage than was claimed\n\n"
	      "usage: dpmf-audit COMMAND [OPTION ...]\n\n", out);
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		snprintf(head, sizeof head, "  %s", commands[i].name);
		tool_wrap(out, head, 15, commands[i].what);
	}
	fputs("\n  dpmf-audit COMMAND --help   the options of a command, with an example\n"
	      "  dpmf-audit --version        the version\n\n"
	      "exit: 0 all as expected, 1 something is not, 2 usage or input, 3 anything else\n\n"
	      "example:\n"
	      "  dpmf-audit run --case=hdpmf/published/server\n", out);
}

static enum dpmf_status finish(bool shared, enum dpmf_status status)
{
	return shared ? ranks_finish(status) : status;
}

int main(int argc, char **argv)
{
	static char for_help[] = "--help";
	struct dpmf_error error = { "" };

	program_begin("dpmf-audit");
	gsl_set_error_handler_off();
	if (argc < 2) {
		help(stderr);
		return (int)DPMF_INPUT;
	}
	if (argc == 3 && strcmp(argv[1], "help") == 0) { /* of one command */
		argv[1] = argv[2];
		argv[2] = for_help;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
		help(stdout);
		return program_end(DPMF_OK);
	}
	if (strcmp(argv[1], "--version") == 0) {
		puts("dpmf-audit " DPMF_VERSION);
		return program_end(DPMF_OK);
	}
	const bool shared = strcmp(argv[1], "run") == 0 || strcmp(argv[1], "exec") == 0;
	const enum dpmf_status prepared = shared ? ranks_prepare(argv, &error) : DPMF_OK;

	if (prepared != DPMF_OK) {
		fprintf(stderr, "dpmf-audit: %s\n", error.text);
		return (int)prepared;
	}
	if (dpmf_stream_start(&error) != DPMF_OK) {
		fprintf(stderr, "dpmf-audit: %s\n", error.text);
		return (int)DPMF_FAILED;
	}
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return program_end(finish(shared, (enum dpmf_status)commands[i].run(argc - 1, argv + 1)));
	if (strcmp(argv[1], "rng") == 0) {
		fputs("dpmf-audit: TestU01 on the random stream is a program of its own: dpmf-rng\n", stderr);
		return (int)DPMF_INPUT;
	}
	fprintf(stderr, "dpmf-audit: there is no command \"%s\"; dpmf-audit --help lists them\n", argv[1]);
	return (int)DPMF_INPUT;
}
