/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "eval/synth.h"
#include "tool/arguments.h"
#include "tool/tool.h"

struct synth {
	size_t users, items, ratings, seed;
	bool implicit, long_tail, social, seeded, help;
	const char *out;
};

static void help(void)
{
	puts("usage: dpmf synth --users=N --items=M --ratings=R --seed=S --out=FILE [--implicit] [--long-tail]\n"
	     "       dpmf synth --social --users=N --ratings=R --seed=S --out=FILE\n\n"
	     "Writes synthetic ratings, one \"user item rating\" a line between tabs, or with --social R directed\n"
	     "trust edges \"truster trustee\". The bytes depend on the options alone.\n\n"
	     "  --users=N --items=M --ratings=R   how many; no pair occurs twice, so R is at most N * M\n"
	     "  --implicit                        every rating is 1\n"
	     "  --long-tail                       users and items as uneven as in MovieLens; the last user is the\n"
	     "                                    busiest\n"
	     "  --social                          trust edges instead of ratings\n"
	     "  --seed=S                          the seed\n"
	     "  --out=FILE                        must not exist\n\n"
	     "example:\n"
	     "  dpmf synth --users=943 --items=1682 --ratings=100000 --seed=1 --out=r.tsv");
}

static enum dpmf_status read_options(int argc, char **argv, struct synth *o, struct dpmf_error *error)
{
	static const struct option table[] = {
		{ "users", required_argument, NULL, 'u' }, { "items", required_argument, NULL, 'i' },
		{ "ratings", required_argument, NULL, 'r' }, { "seed", required_argument, NULL, 's' },
		{ "out", required_argument, NULL, 'o' }, { "implicit", no_argument, NULL, 'm' },
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

/* Beside it first: FILE appears whole or not at all. */
static enum dpmf_status write_whole(const struct synth *o, const char *partial, struct dpmf_error *error)
{
	FILE *out = fopen(partial, "wx");
	enum dpmf_status status;

	if (!out)
		return dpmf_fail(error, DPMF_INPUT, "cannot create %s: %s", o->out, strerror(errno));
	status = write_rows(o, out, error);
	if ((fclose(out) != 0) && status == DPMF_OK)
		status = dpmf_fail(error, DPMF_FAILED, "cannot write %s: %s", o->out, strerror(errno));
	if (status == DPMF_OK && rename(partial, o->out) != 0)
		status = dpmf_fail(error, DPMF_FAILED, "cannot name the finished file %s: %s", o->out, strerror(errno));
	if (status != DPMF_OK)
		unlink(partial);
	return status;
}

static enum dpmf_status synth(const struct synth *o, struct dpmf_error *error)
{
	const size_t room = strlen(o->out) + 16;
	struct stat there;
	char *partial;
	enum dpmf_status status = dpmf_stream_start(error);

	if (status != DPMF_OK)
		return status;
	if (lstat(o->out, &there) == 0)
		return dpmf_fail(error, DPMF_INPUT, "%s exists: name a file that does not", o->out);
	partial = malloc(room);
	if (!partial)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the name of %s", o->out);
	snprintf(partial, room, "%s.part-%d", o->out, (int)(getpid() % 1000000));
	status = write_whole(o, partial, error);
	free(partial);
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
