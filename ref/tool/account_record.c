/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf account record: what the releases in a record cost together, for whoever has the record alone. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account/account.h"
#include "tool/account.h"
#include "tool/arguments.h"
#include "tool/record_json.h"
#include "tool/tool.h"
#include "tool/train_report.h"
#include "tool/wrap.h"

struct asked {
	const char *file, *delta;
	int neighbours;
	bool json, help;
};

static void help(void)
{
	tool_help(stdout, "usage: dpmf account record FILE [--neighbours=entry|user|edge] [--delta=d] [--json]\n\n"
	     "The record.json of a release, composed: what all its releases cost together. That is the cost of what was "
	     "declared. Which premises the mechanism has beside, dpmf guarantee says, from the whole folder.\n\n"
	     "  --neighbours=R  what differs: one entry (a rating or an interaction), all entries of a user, or an edge "
	     "(one friend's vector); entry when it is not given\n"
	     "  --delta=d       noise against the 2-norm is composed at this delta; 0 when it is not given\n"
	     "  --json          one JSON document\n\n"
	     "epsilon is that of an entry of privacy weight 1. delta is the one given, where it was needed, and what the "
	     "samplers owe.\n\n"
	     "exit: 0 an epsilon holds, 1 none does, 2 usage or input, 3 anything else\n\n"
	     "example:\n"
	     "  dpmf synth --users=200 --items=100 --ratings=8000 --seed=1 --out=r.tsv\n"
	     "  dpmf train --mech=hdpmf --variant=corrected --ratings=r.tsv --range=1:5 \\\n"
	     "    --items=100 --users=200 --out=model\n"
	     "  dpmf account record model/public/record.json");
}

static enum dpmf_status read_delta(const char *text, struct asked *asked, struct dpmf_error *error)
{
	double value;
	enum dpmf_status status = tool_number("delta", text, &value, error);

	if (status == DPMF_OK && !(value >= 0 && value < 1))
		status = dpmf_fail(error, DPMF_INPUT, "--delta=%s: give a number from 0 to below 1", text);
	asked->delta = text;
	return status;
}

static enum dpmf_status read_options(int argc, char **argv, struct asked *asked, struct dpmf_error *error)
{
	static const struct option table[] = {
		{ "neighbours", required_argument, NULL, 'n' }, { "delta", required_argument, NULL, 'd' },
		{ "json", no_argument, NULL, 'j' }, { "help", no_argument, NULL, 'h' }, { NULL, 0, NULL, 0 },
	};
	enum dpmf_status status = DPMF_OK;
	int which;

	*asked = (struct asked){ .delta = "0" };
	optind = 0;
	while (status == DPMF_OK && (which = getopt_long(argc, argv, "", table, NULL)) != -1) {
		switch (which) {
		case 'n': status = tool_choice("neighbours", optarg, record_relations, &asked->neighbours, error); break;
		case 'd': status = read_delta(optarg, asked, error); break;
		case 'j': asked->json = true; break;
		case 'h': asked->help = true; break;
		default: status = dpmf_fail(error, DPMF_INPUT, "see dpmf account record --help"); break;
		}
	}
	if (status != DPMF_OK || asked->help)
		return status;
	if (optind + 1 != argc)
		return dpmf_fail(error, DPMF_INPUT, "name one record: the record.json in the public/ of a release");
	asked->file = argv[optind];
	return DPMF_OK;
}

static json_t *decimals_json(const struct dpmf_decimals *x)
{
	return json_pack("{s:s, s:s}", "lo", x->lo, "hi", x->hi);
}

static enum dpmf_status say_json(const struct asked *asked, const struct dpmf_record_cost *cost, const char *why, struct dpmf_error *error)
{
	return train_write_json(stdout, json_pack("{s:s, s:i, s:s, s:b, s:o, s:o, s:s?, s:s?}", "format", "dpmf-account-record", "version", 1,
	                                          "neighbours", record_relations[asked->neighbours], "holds", cost != NULL,
	                                          "epsilon", cost ? decimals_json(&cost->epsilon) : json_null(),
	                                          "delta", cost ? decimals_json(&cost->delta) : json_null(),
	                                          "takes_for_granted", cost ? cost->premise : NULL, "why", why), error);
}

static void say(const struct dpmf_record_cost *cost)
{
	printf("epsilon in [%s, %s]\ndelta in [%s, %s]\n", cost->epsilon.lo, cost->epsilon.hi, cost->delta.lo, cost->delta.hi);
	if (cost->premise)
		tool_wrap(stdout, "takes for granted:", 19, cost->premise);
}

static enum dpmf_status answer(const struct asked *asked, const struct dpmf_record *record, struct dpmf_error *error)
{
	struct dpmf_record_cost cost;
	struct dpmf_error why = { "" };
	const enum dpmf_status status = dpmf_account_record(record, (enum dpmf_relation)asked->neighbours, asked->delta, &cost, &why);
	enum dpmf_status said = DPMF_OK;

	if (status != DPMF_OK && status != DPMF_NO)
		return dpmf_fail(error, status, "%s", why.text);
	if (asked->json)
		said = say_json(asked, status == DPMF_OK ? &cost : NULL, status == DPMF_OK ? NULL : why.text, error);
	else if (status == DPMF_OK)
		say(&cost);
	else
		tool_wrap(stdout, "no epsilon:", 12, why.text);
	return said == DPMF_OK ? status : said;
}

enum dpmf_status account_record(int argc, char **argv, struct dpmf_error *error)
{
	struct dpmf_record record = { .entry = NULL };
	struct asked asked;
	json_error_t why;
	enum dpmf_status status = read_options(argc, argv, &asked, error);

	if (status != DPMF_OK)
		return status;
	if (asked.help)
		return help(), DPMF_OK;
	errno = 0;
	json_t *document = json_load_file(asked.file, JSON_REJECT_DUPLICATES, &why);

	if (!document && why.line <= 0)
		return dpmf_fail(error, dpmf_status_of(errno), "%s; name the record.json of a release", why.text);
	if (!document)
		return dpmf_fail(error, DPMF_INPUT, "%s, line %d: %s; take the record as it was released", asked.file, why.line, why.text);
	status = record_from_json(document, asked.file, &record, error);
	if (status == DPMF_OK)
		status = answer(&asked, &record, error);
	record_free(&record);
	json_decref(document);
	return status;
}
