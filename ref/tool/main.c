/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "dpmf.h"
#include "tool/program.h"
#include "tool/tool.h"
#include "tool/wrap.h"

static const struct command {
	const char *name;
	enum dpmf_status (*run)(int argc, char **argv);
	const char *what;
} commands[] = {
	{ "train", tool_train, "trains a mechanism, evaluates it, writes the model" },
	{ "list", tool_list, "mechanisms and baselines, their variants and options" },
	{ "predict", tool_predict, "predicts from a folder that train has written" },
	{ "guarantee", tool_guarantee, "what such a folder promises, composed again from its record" },
	{ "synth", tool_synth, "writes synthetic ratings" },
	{ "account", tool_account, "privacy curves as enclosures" },
	{ "sample", tool_sample, "noise, one value a line" },
};

static void help(FILE *out)
{
	char head[32];

	fputs("dpmf: the reference of differentially private matrix factorization\n\n"
	      "usage: dpmf COMMAND [OPTION ...]\n\n", out);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		snprintf(head, sizeof head, "  %s", commands[i].name);
		tool_wrap(out, head, 13, commands[i].what);
	}
	fputs("\n  dpmf COMMAND --help   the options of a command, with an example\n"
	      "  dpmf --version        the version\n\n"
	      "exit: 0 done, 1 the answer is no, 2 usage or input, 3 anything else\n\n"
	      "example:\n"
	      "  dpmf synth --users=100 --items=50 --ratings=2000 --seed=1 --out=r.tsv\n"
	      "  dpmf train --mech=hdpmf --variant=corrected --ratings=r.tsv --range=1:5 --out=model\n"
	      "  dpmf guarantee model\n", out);
}

int main(int argc, char **argv)
{
	static char for_help[] = "--help";

	program_begin("dpmf");
	if (argc < 2) {
		help(stderr);
		return DPMF_INPUT;
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
		puts("dpmf " DPMF_VERSION);
		return program_end(DPMF_OK);
	}
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return program_end(commands[i].run(argc - 1, argv + 1));
	fprintf(stderr, "dpmf: there is no command \"%s\"; dpmf --help lists them\n", argv[1]);
	return DPMF_INPUT;
}
