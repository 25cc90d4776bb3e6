/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf guarantee: what a release promises, made again from its record; and what several releases of the same data
   promise together. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account/interval.h"
#include "tool/arguments.h"
#include "tool/release.h"
#include "tool/tool.h"
#include "tool/train_mech.h"
#include "tool/wrap.h"

static void help(void)
{
	tool_help(stdout, "usage: dpmf guarantee [--json] DIR [DIR ...]\n\n"
	     "Reads a folder that dpmf train --out has written, or its public/ alone. Checks its files, composes\n"
	     "its record again, and says what is guaranteed. Given several releases of the same data, it also says\n"
	     "what is guaranteed of all of them together: their epsilons add up, and so do their deltas.\n\n"
	     "  --json   one JSON document on stdout\n"
	     "  --help   this help\n\n"
	     "exit: 0 the guarantee holds, 1 it does not, 2 usage or input (also: somebody edited a folder),\n"
	     "3 anything else\n\n"
	     "example:\n"
	     "  dpmf synth --users=200 --items=100 --ratings=8000 --seed=1 --out=r.tsv\n"
	     "  dpmf train --mech=hdpmf --variant=corrected --ratings=r.tsv --range=1:5 \\\n"
	     "    --items=100 --users=200 --out=monday\n"
	     "  dpmf train --mech=hdpmf --variant=corrected --ratings=r.tsv --range=1:5 \\\n"
	     "    --items=100 --users=200 --out=tuesday\n"
	     "  dpmf guarantee monday tuesday");
}

/* The sum over the releases, for the first unit of each. */
struct total {
	struct dpmf_enclosure epsilon, delta;
	const char *relation, *unit, *summed; /* summed: the unit of several releases together */
	bool holds;
};

static enum dpmf_status add(const struct release *r, const char *path, struct total *total, struct dpmf_error *error)
{
	const struct train_guarantee *g = &r->result.guarantee;

	total->holds = total->holds && train_guarantee_holds(g);
	if (!train_guarantee_holds(g))
		return DPMF_OK;
	if (total->relation && (strcmp(total->relation, g->unit[0].relation) != 0 || strcmp(total->unit, g->unit[0].unit) != 0))
		return dpmf_fail(error, DPMF_INPUT, "%s protects %s and a release before it %s: their budgets have no sum", path, g->unit[0].unit,
		                 total->unit);
	total->relation = g->unit[0].relation;
	total->unit = g->unit[0].unit;
	total->summed = g->unit[0].summed ? g->unit[0].summed : g->unit[0].unit;
	dpmf_interval_add(&total->epsilon, &total->epsilon, g->unit[0].epsilon);
	dpmf_interval_add(&total->delta, &total->delta, g->unit[0].delta);
	return DPMF_OK;
}

static json_t *total_json(const struct total *total, json_t *releases)
{
	const char *unit = json_array_size(releases) > 1 ? total->summed : total->unit;

	return json_pack("{s:s, s:i, s:b, s:o, s:o, s:s?, s:o}", "format", "dpmf-guarantee", "version", 1, "holds", total->holds,
	                 "epsilon", total->holds ? train_enclosure_json(&total->epsilon) : json_null(),
	                 "delta", total->holds ? train_enclosure_json(&total->delta) : json_null(), "unit", unit,
	                 "releases", releases);
}

static json_t *release_json(const struct release *r, const char *path)
{
	return json_pack("{s:s, s:s, s:s?, s:o}", "folder", path, "mech", r->options.mech->name, "variant",
	                 train_variant(&r->options), "guarantee", train_guarantee_json(&r->result.guarantee));
}

enum { INDENT = 14 };

static void print_total(size_t count, const struct total *total)
{
	struct dpmf_decimals epsilon, delta;
	char text[1024];

	fputc('\n', stdout);
	if (!total->holds) {
		snprintf(text, sizeof text, "DO NOT HOLD: no epsilon, since that of one of the %zu releases does not hold", count);
		tool_wrap(stdout, "together", INDENT, text);
		return;
	}
	dpmf_enclosure_print(&total->epsilon, &epsilon);
	dpmf_enclosure_print(&total->delta, &delta);
	snprintf(text, sizeof text, "HOLD: epsilon = %.12g for %s, over all %zu releases", mpfr_get_d(total->epsilon.hi, MPFR_RNDU),
	         total->summed, count);
	tool_wrap(stdout, "together", INDENT, text);
	snprintf(text, sizeof text, "in [%s, %s]", epsilon.lo, epsilon.hi);
	tool_wrap(stdout, "", INDENT, text);
	snprintf(text, sizeof text, "delta at most %s", delta.hi);
	tool_wrap(stdout, "", INDENT, text);
	tool_wrap(stdout, "against", INDENT, "only those against whom each of the releases protects");
	tool_wrap(stdout, "assumed", INDENT, "all that each of the releases assumes, but that nothing else was released");
}

/* Closes it; false where something of the text is lacking. */
static bool written(FILE *out)
{
	const bool whole = !ferror(out);

	return fclose(out) == 0 && whole;
}

static enum dpmf_status tell(char **path, size_t count, bool json, struct total *total, struct dpmf_error *error)
{
	json_t *releases = json_array();
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length); /* nothing is printed before everything was read */
	enum dpmf_status status = out ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for the text");

	for (size_t i = 0; status == DPMF_OK && i < count; i++) {
		struct release release;

		status = release_open(path[i], &release, error);
		if (status != DPMF_OK)
			break;
		status = add(&release, path[i], total, error);
		json_array_append_new(releases, release_json(&release, path[i]));
		fprintf(out, "%srelease       %s (%s)\n", i ? "\n" : "", path[i], release.options.mech->name);
		train_guarantee_print(out, &release.result.guarantee);
		release_close(&release);
	}
	if (out && (!written(out) || !text) && status == DPMF_OK) /* glibc's last allocation leaves no text, and no error */
		status = dpmf_fail(error, DPMF_FAILED, "no memory for the text");
	if (status == DPMF_OK && json) {
		status = train_write_json(stdout, total_json(total, json_incref(releases)), error);
	} else if (status == DPMF_OK) {
		fputs(text, stdout);
		if (count > 1)
			print_total(count, total);
	}
	json_decref(releases);
	free(text);
	return status == DPMF_OK && !total->holds ? DPMF_NO : status;
}

static enum dpmf_status add_up(char **path, size_t count, bool json, struct dpmf_error *error)
{
	struct total total = { .holds = true };
	enum dpmf_status status;

	dpmf_enclosure_init(&total.epsilon);
	dpmf_enclosure_init(&total.delta);
	dpmf_enclosure_set(&total.epsilon, 0);
	dpmf_enclosure_set(&total.delta, 0);
	status = tell(path, count, json, &total, error);
	dpmf_enclosure_clear(&total.epsilon);
	dpmf_enclosure_clear(&total.delta);
	return status;
}

enum dpmf_status tool_guarantee(int argc, char **argv)
{
	struct dpmf_error error = { "" };
	bool json, asked;
	enum dpmf_status status = tool_json_or_help(argc, argv, &json, &asked, &error);

	if (asked)
		return help(), DPMF_OK;
	if (status == DPMF_OK && optind == argc)
		status = dpmf_fail(&error, DPMF_INPUT, "no folder is named: give one that dpmf train --out has written");
	if (status == DPMF_OK)
		status = add_up(argv + optind, (size_t)(argc - optind), json, &error);
	return status == DPMF_OK || status == DPMF_NO ? status : tool_complain("guarantee", &error, status);
}
