/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <stdio.h>

#include "core/catalogue.h"
#include "core/output.h"
#include "eval/synth.h"
#include "tool/arguments.h"
#include "tool/tool.h"
#include "tool/wrap.h"

struct synth {
	size_t users, items, ratings, seed;
	bool implicit, long_tail, social, seeded, help;
	const char *out, *items_out, *users_out;
};

static void help(void)
{
	tool_help(stdout, "usage: dpmf synth --users=N --items=M --ratings=R --seed=S --out=FILE [--implicit] [--long-tail]\n"
	     "                  [--items-out=FILE] [--users-out=FILE]\n"
	     "       dpmf synth --social --users=N --ratings=R --seed=S --out=FILE\n\n"
	     "Writes synthetic ratings, one \"user item rating\" a line between tabs, or with --social R directed\n"
	     "trust edges \"truster trustee\". The bytes depend on the options alone.\n\n"
	     "  --users=N --items=M    how many of each\n"
	     "  --ratings=R            how many ratings; no pair occurs twice, so R is at most N * M\n"
	     "  --implicit             every rating is 1\n"
	     "  --long-tail            users and items as uneven as in MovieLens; the last user is the busiest\n"
	     "  --social               trust edges instead of ratings\n"
	     "  --seed=S               the seed\n"
	     "  --out=FILE             must not exist\n"
	     "  --items-out=FILE       which items there are, rated or not, one id a line: what dpmf train takes as\n"
	     "                         --items=FILE\n"
	     "  --users-out=FILE       the same for users\n"
	     "\n"
	     "example:\n"
	     "  dpmf synth --users=943 --items=1682 --ratings=100000 --seed=1 --out=r.tsv");
}

static enum dpmf_status read_options(int argc, char **argv, struct synth *o, struct dpmf_error *error)
{
	static const struct option table[] = {
		{ "users", required_argument, NULL, 'u' }, { "items", required_argument, NULL, 'i' },
		{ "ratings", required_argument, NULL, 'r' }, { "seed", required_argument, NULL, 's' },
		{ "out", required_argument, NULL, 'o' }, { "items-out", required_argument, NULL, 'I' },
		{ "users-out", required_argument, NULL, 'U' }, { "implicit", no_argument, NULL, 'm' },
		{ "long-tail", no_argument, NULL, 't' },
		{ "social", no_argument, NULL, 'f' }, { "help", no_argument, NULL, 'h' }, { 0 }
	};
	enum dpmf_status status = DPMF_OK;
	int c;

	while (status == DPMF_OK && (c = getopt_long(argc, argv, "", table, NULL)) != -1) {
		switch (c) {
		case 'u': status = tool_count("users", optarg, &o->users, error); break;
		case 'i': status = tool_count("items", optarg, &o->items, error); break;
		case 'r': status = tool_count("ratings", optarg, &o->ratings, error); break;
		case 's': status = tool_count("seed", optarg, &o->seed, error); o->seeded = true; break;
		case 'o': o->out = optarg; break;
		case 'I': o->items_out = optarg; break;
		case 'U': o->users_out = optarg; break;
		case 'm': o->implicit = true; break;
		case 't': o->long_tail = true; break;
		case 'f': o->social = true; break;
		case 'h': o->help = true; break;
		default: status = dpmf_fail(error, DPMF_INPUT, "an option was not understood"); break;
		}
	}
	if (status != DPMF_OK || o->help)
		return status;
	if (optind < argc)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" is not an option", argv[optind]);
	if (!o->users || !o->ratings || (!o->items && !o->social))
		return dpmf_fail(error, DPMF_INPUT, "--users, --items and --ratings are needed, each at least 1");
	if (o->social && o->items_out)
		return dpmf_fail(error, DPMF_INPUT, "--items-out does not apply to a trust list (--social), which has no items: leave it out");
	if (!o->seeded || !o->out)
		return dpmf_fail(error, DPMF_INPUT, "--seed and --out are needed");
	return DPMF_OK;
}

static enum dpmf_status write_rows(const struct synth *o, FILE *out, struct dpmf_error *error)
{
	if (o->social)
		return dpmf_synth_trust(o->users, o->ratings, o->seed, out, error);
	return (o->long_tail ? dpmf_synth_long_tail : dpmf_synth_ratings)(o->users, o->items, o->ratings, o->implicit,
	                                                                  o->seed, out, error);
}

enum { RATINGS, ITEMS, USERS, FILES };

static enum dpmf_status write_catalogue(size_t count, FILE *out, struct dpmf_error *error)
{
	struct dpmf_catalogue catalogue;
	enum dpmf_status status = dpmf_catalogue_first(count, &catalogue, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_catalogue_write(&catalogue, out, error);
	dpmf_catalogue_free(&catalogue);
	return status;
}

static enum dpmf_status write_file(const struct synth *o, int which, FILE *out, struct dpmf_error *error)
{
	if (which == RATINGS)
		return write_rows(o, out, error);
	return write_catalogue(which == ITEMS ? o->items : o->users, out, error);
}

static enum dpmf_status synth(const struct synth *o, struct dpmf_error *error)
{
	const char *const name[FILES] = { [RATINGS] = o->out, [ITEMS] = o->items_out, [USERS] = o->users_out };
	struct dpmf_output output[FILES] = { { .file = NULL } };
	enum dpmf_status status = dpmf_stream_start(error);

	for (int i = 0; status == DPMF_OK && i < FILES; i++)
		if (name[i])
			status = dpmf_output_open(name[i], 0666, &output[i], error);
	for (int i = 0; status == DPMF_OK && i < FILES; i++)
		if (name[i])
			status = write_file(o, i, output[i].file, error);
	if (status == DPMF_OK)
		status = dpmf_output_finish_all(output, FILES, error);
	for (int i = 0; i < FILES; i++)
		dpmf_output_abandon(&output[i]);
	return status;
}

enum dpmf_status tool_synth(int argc, char **argv)
{
	struct dpmf_error error = { "" };
	struct synth options = { 0 };
	enum dpmf_status status = read_options(argc, argv, &options, &error);

	if (status == DPMF_OK && options.help)
		help();
	else if (status == DPMF_OK)
		status = synth(&options, &error);
	return status == DPMF_OK ? status : tool_complain("synth", &error, status);
}
