/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf list: what there is to train, from the descriptors. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tool/arguments.h"
#include "tool/tool.h"
#include "tool/train_mech.h"
#include "tool/wrap.h"

static void help(void)
{
	tool_help(stdout, "usage: dpmf list [--json]\n\n"
	     "Lists the mechanisms and the baselines: what they are, their variants, and what the ledger of the papers'\n"
	     "claims (proofs/claims.json) says of each.\n\n"
	     "  --json   one JSON document on stdout, with every option of each, and those that all take\n"
	     "  --help   this\n\n"
	     "example:\n"
	     "  dpmf list");
}

static void print_variant(const char *name, const char *what, const char *claim)
{
	char text[512];

	snprintf(text, sizeof text, "%s%s%s", what, claim ? "; claim " : "", claim ? claim : "");
	tool_wrap(stdout, name, 14, text);
}

static void print_all(void)
{
	for (size_t i = 0; train_mech_at(i); i++) {
		const struct train_mech *mech = train_mech_at(i);

		if (i > 0 && mech->corrected)
			puts("");
		if (i > 0 && !mech->corrected && train_mech_at(i - 1)->corrected)
			puts("\nbaselines and yardsticks, without variants:");
		tool_wrap(stdout, mech->name, 14, mech->what);
		if (!mech->corrected)
			continue;
		print_variant("  published", mech->published, mech->published_claim);
		print_variant("  corrected", mech->corrected, mech->corrected_claim);
		if (mech->as_run)
			print_variant("  as-run", mech->as_run, mech->as_run_claim);
	}
}

/* null where any value may stand, else those that may. */
static json_t *choices_json(const struct train_option *option)
{
	json_t *choices;

	if (option->kind == TRAIN_YES_NO)
		return json_pack("[s, s]", "yes", "no");
	if (!option->choices)
		return json_null();
	choices = json_array();
	for (const char *const *choice = option->choices; *choice; choice++)
		json_array_append_new(choices, json_string(*choice));
	return choices;
}

static json_t *options_json(const struct train_use *uses, size_t count)
{
	json_t *options = json_array();

	for (size_t i = 0; i < count; i++) {
		const struct train_use *use = &uses[i];
		const struct train_option *option = &train_option[use->id];

		json_array_append_new(options, json_pack("{s:s, s:s?, s:o, s:s, s:s?, s:s}", "name", option->name, "value", option->value,
		                                         "choices", choices_json(option), "what", option->what, "default",
		                                         use->shown ? use->shown : use->preset, "variants", train_where(use)));
	}
	return options;
}

static json_t *variants_json(const struct train_mech *mech)
{
	json_t *variants;

	if (!mech->corrected)
		return json_null();
	variants = json_pack("{s:{s:s, s:s?}, s:{s:s, s:s?}}", "published", "what", mech->published, "claim", mech->published_claim,
	                     "corrected", "what", mech->corrected, "claim", mech->corrected_claim);
	return mech->as_run ? train_json_with(variants, "as-run", json_pack("{s:s, s:s?}", "what", mech->as_run, "claim", mech->as_run_claim))
	                    : variants;
}

static json_t *mech_json(const struct train_mech *mech)
{
	return json_pack("{s:s, s:s, s:s, s:o, s:o}", "name", mech->name, "what", mech->what, "trained_on", mech->ranking ? "interactions" : "ratings",
	                 "variants", variants_json(mech), "options", options_json(mech->use, mech->uses));
}

static enum dpmf_status print_json(struct dpmf_error *error)
{
	json_t *all = json_array();

	for (size_t i = 0; train_mech_at(i); i++)
		json_array_append_new(all, mech_json(train_mech_at(i)));
	return train_write_json(stdout, json_pack("{s:s, s:i, s:o, s:o}", "format", "dpmf-list", "version", 1, "mechanisms", all, "options",
	                                          options_json(train_common_use, train_common_uses)), error);
}

enum dpmf_status tool_list(int argc, char **argv)
{
	struct dpmf_error error = { "" };
	bool json, asked;
	enum dpmf_status status = tool_json_or_help(argc, argv, &json, &asked, &error);

	if (asked)
		return help(), DPMF_OK;
	if (status == DPMF_OK && optind < argc)
		status = dpmf_fail(&error, DPMF_INPUT, "\"%s\" is not an option", argv[optind]);
	if (status == DPMF_OK && json)
		status = print_json(&error);
	else if (status == DPMF_OK)
		print_all();
	return status == DPMF_OK ? status : tool_complain("list", &error, status);
}
