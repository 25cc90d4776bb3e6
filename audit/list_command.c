/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include "audit/commands.h"
#include "audit/engine/select.h"
#include "tool/wrap.h"

static const char usage[] =
	"usage: dpmf-audit list [--mech=NAME] [--mutants] [--json]\n\n"
	"  --mech=NAME   only the cases of this mechanism\n"
	"  --mutants     the broken twins, which must be caught, instead\n"
	"  --json        one JSON document\n\n"
	"An id is mechanism/variant/view/neighbours[/detail]. Views: model (the released matrix, the other\n"
	"factor held), joint (the other factor trained), server (all that the recommender receives or draws),\n"
	"message (one user's upload), rounds (the model after every round).\n";

static json_t *describe(const struct audit_case *one)
{
	static const char *const names[] = { "mechanism", "variant", "view", "neighbours" };
	json_t *object = json_pack("{s:s, s:s, s:s}", "id", one->id, "claim", one->claim,
	                           "expected", audit_finding_name(one->expected));
	char text[64];

	for (int part = AUDIT_MECHANISM; object && part <= AUDIT_NEIGHBOURS; part++) {
		audit_case_part(one, (enum audit_part)part, text, sizeof(text));
		json_object_set_new(object, names[part], json_string(text));
	}
	return object;
}

static int print_json(const struct audit_selection *cases)
{
	json_t *array = json_array(), *document = json_pack("{s:s, s:i, s:o}", "format", "dpmf-audit-list", "version", 1, "cases", array);
	int failed = !document;

	for (size_t i = 0; i < cases->count && !failed; i++)
		failed = json_array_append_new(array, describe(cases->chosen[i]));
	if (!failed)
		failed = json_dumpf(document, stdout, JSON_INDENT(2)) || putchar('\n') == EOF;
	json_decref(document);
	return (int)(failed ? DPMF_FAILED : DPMF_OK);
}

/* Two lines a case: what --case takes, the claim and what is expected; and why. */
static void print_lines(const struct audit_selection *cases)
{
	printf("%-48s  %-12s  %s\n\n", "case", "claim", "expected, why");
	for (size_t i = 0; i < cases->count; i++) {
		const struct audit_case *one = cases->chosen[i];

		tool_last(stdout, printf("%-48s  %-12s", one->id, one->claim), audit_finding_name(one->expected));
		tool_wrap(stdout, "", 4, one->why);
	}
}

int audit_list(int argc, char **argv)
{
	static const struct option known[] = {
		{ "mech", required_argument, NULL, 'm' }, { "mutants", no_argument, NULL, 'b' },
		{ "json", no_argument, NULL, 'j' },       { "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	const char *mechanism = NULL;
	bool json = false, mutants = false;
	struct audit_selection cases;
	struct dpmf_error error = { "" };
	int letter;

	optind = 0;
	while ((letter = getopt_long(argc, argv, "", known, NULL)) != -1) {
		switch (letter) {
		case 'm': mechanism = optarg; break;
		case 'b': mutants = true; break;
		case 'j': json = true; break;
		case 'h': tool_help(stdout, usage); return (int)DPMF_OK;
		default: return (int)DPMF_INPUT;
		}
	}
	if (!audit_no_words_left("list", argc, argv, optind))
		return (int)DPMF_INPUT;
	const enum dpmf_status status = audit_select(mutants, mechanism, NULL, 0, &cases, &error);

	if (status != DPMF_OK) {
		fprintf(stderr, "dpmf-audit list: %s; dpmf-audit list shows what there is\n", error.text);
		return (int)status;
	}
	int result = (int)DPMF_OK;

	if (json)
		result = print_json(&cases);
	else
		print_lines(&cases);
	free(cases.chosen);
	return result;
}
