/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/account.h"

#include <stdio.h>
#include <string.h>

#include "tool/account_pbm.h"
#include "tool/arguments.h"
#include "tool/tool.h"
#include "tool/wrap.h"

static const struct law {
	const char *name;
	enum dpmf_status (*run)(int argc, char **argv, struct dpmf_error *error);
	const char *what;
} laws[] = {
	{ "gaussian", account_gaussian, "Gaussian noise: exact, by Renyi divergence, as published; calibration" },
	{ "gaussmf", account_gaussmf, "the overall epsilon of gaussmf" },
	{ "laplace", account_laplace, "Laplace noise" },
	{ "discrete-laplace", account_discrete_laplace, "discrete Laplace noise on a grid" },
	{ "discrete-gaussian", account_discrete_gaussian, "discrete Gaussian noise on a grid" },
	{ "mixture", account_mixture, "the exponential-normal mixture of hdpmf, h known or not" },
	{ "pbm", account_pbm, "the Poisson binomial mechanism of dpmf-rp" },
	{ "record", account_record, "all releases of a record.json together" },
};

enum { LAWS = sizeof laws / sizeof *laws };

static void help(void)
{
	char head[32];

	tool_help(stdout, "usage: dpmf account LAW [OPTION ...] [--json]\n\n"
	     "Epsilon, delta and Renyi divergence as enclosures: both ends are rounded outward.\n\n");
	for (size_t i = 0; i < LAWS; i++) {
		snprintf(head, sizeof head, "  %s", laws[i].name);
		tool_wrap(stdout, head, 21, laws[i].what);
	}
	puts("\n  dpmf account LAW --help   the options of a law, with an example\n\n"
	     "example:\n"
	     "  dpmf account gaussian --sigma=1 --sensitivity=1 --delta=1e-5");
}

static enum dpmf_status run(int argc, char **argv, struct dpmf_error *error)
{
	char list[256] = "";

	for (size_t i = 0; argc >= 2 && i < LAWS; i++)
		if (strcmp(argv[1], laws[i].name) == 0)
			return laws[i].run(argc - 1, argv + 1, error);
	for (size_t i = 0; i < LAWS; i++)
		snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", laws[i].name);
	return dpmf_fail(error, DPMF_INPUT, "say what to account: one of %s", list);
}

enum dpmf_status tool_account(int argc, char **argv)
{
	struct dpmf_error error = { "" };
	enum dpmf_status status;

	if (argc >= 2 && strcmp(argv[1], "--help") == 0)
		return help(), DPMF_OK;
	status = run(argc, argv, &error);
	return status == DPMF_OK || (status == DPMF_NO && !*error.text) ? status : tool_complain("account", &error, status);
}
