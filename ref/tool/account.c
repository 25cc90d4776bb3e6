/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "account/mixture.h"
#include "tool/arguments.h"
#include "tool/tool.h"

static void help(void)
{
	puts("usage: dpmf account mixture --scale=B --sensitivity=D --epsilon=E [--known-h] [--json]\n\n"
	     "The delta at which the exponential-normal mixture b sqrt(2 h) c is (epsilon, delta)-DP in one\n"
	     "coordinate, as an enclosure: both ends are rounded outward.\n\n"
	     "  --scale=B         scale b of the Laplace law that the mixture has\n"
	     "  --sensitivity=D   how far the statistic moves between neighbours\n"
	     "  --epsilon=E       the epsilon\n"
	     "  --known-h         the adversary knows h (hdpmf: the recommender draws it)\n"
	     "  --json            one JSON document\n\n"
	     "example:\n"
	     "  dpmf account mixture --scale=1 --sensitivity=1 --epsilon=1 --known-h");
}

static void print(const struct dpmf_enclosure *delta, const char *const *given, bool known_h, bool json)
{
	struct dpmf_decimals text;

	dpmf_enclosure_print(delta, &text);
	if (json) {
		json_t *document = json_pack("{s:s, s:s, s:s, s:b, s:{s:s, s:s}}", "scale", given[0], "sensitivity", given[1],
		                             "epsilon", given[2], "known_h", known_h, "delta", "lo", text.lo, "hi", text.hi);

		json_dumpf(document, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
		putchar('\n');
		json_decref(document);
	} else {
		printf("delta in [%s, %s]\n", text.lo, text.hi);
	}
}

static enum dpmf_status account_mixture(int argc, char **argv, struct dpmf_error *error)
{
	static const struct option options[] = {
		{ "scale", required_argument, NULL, 0 }, { "sensitivity", required_argument, NULL, 1 },
		{ "epsilon", required_argument, NULL, 2 }, { "known-h", no_argument, NULL, 'k' },
		{ "json", no_argument, NULL, 'j' }, { "help", no_argument, NULL, 'h' }, { 0 }
	};
	const char *given[3] = { NULL, NULL, NULL };
	struct dpmf_enclosure x[3], delta;
	bool known_h = false, json = false;
	enum dpmf_status status = DPMF_OK;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c >= 0 && c < 3)
			given[c] = optarg;
		else if (c == 'k')
			known_h = true;
		else if (c == 'j')
			json = true;
		else if (c == 'h')
			return help(), DPMF_OK;
		else
			return dpmf_fail(error, DPMF_INPUT, "an option was not understood");
	}
	if (optind < argc)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" is not an option", argv[optind]);
	for (int i = 0; i < 3; i++)
		if (!given[i])
			return dpmf_fail(error, DPMF_INPUT, "--%s is missing", options[i].name);
	for (int i = 0; i < 3; i++)
		dpmf_enclosure_init(&x[i]);
	dpmf_enclosure_init(&delta);
	for (int i = 0; i < 3 && status == DPMF_OK; i++)
		status = dpmf_enclosure_read(&x[i], options[i].name, given[i], error);
	if (status == DPMF_OK)
		status = dpmf_mixture_delta(&x[0], &x[1], &x[2], known_h, &delta, error);
	if (status == DPMF_OK)
		print(&delta, given, known_h, json);
	for (int i = 0; i < 3; i++)
		dpmf_enclosure_clear(&x[i]);
	dpmf_enclosure_clear(&delta);
	return status;
}

enum dpmf_status tool_account(int argc, char **argv)
{
	struct dpmf_error error = { "" };
	enum dpmf_status status;

	if (argc >= 2 && strcmp(argv[1], "--help") == 0)
		return help(), DPMF_OK;
	if (argc < 2 || strcmp(argv[1], "mixture") != 0)
		status = dpmf_fail(&error, DPMF_INPUT, "say what to account: mixture");
	else
		status = account_mixture(argc - 1, argv + 1, &error);
	return status == DPMF_OK ? status : tool_complain("account", &error, status);
}
