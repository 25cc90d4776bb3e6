/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/targets.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "audit/commands.h"
#include "tool/wrap.h"

int audit_targets_parse(const struct audit_targets_command *command, int argc, char **argv,
                        struct audit_targets_request *request)
{
	const struct option known[] = {
		{ "mech", required_argument, NULL, 'm' }, { command->number, required_argument, NULL, 'n' },
		{ "seed", required_argument, NULL, 's' }, { "mutants", no_argument, NULL, 'b' },
		{ "json", no_argument, NULL, 'j' },       { "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	int letter;
	bool fine = true;

	optind = 0;
	while (fine && (letter = getopt_long(argc, argv, "", known, NULL)) != -1) {
		switch (letter) {
		case 'm': request->mechanism = optarg; break;
		case 'n': fine = audit_read_count(command->name, command->number, optarg, command->least, command->most,
		                                  &request->number); break;
		case 's': fine = audit_read_count(command->name, "seed", optarg, 0, UINT64_MAX, &request->seed); break;
		case 'b': request->mutants = true; break;
		case 'j': request->json = true; break;
		case 'h': tool_help(stdout, command->usage); return (int)DPMF_OK;
		default: fine = false;
		}
	}
	return fine && audit_no_words_left(command->name, argc, argv, optind) ? -1 : (int)DPMF_INPUT;
}

void audit_targets_add(const struct audit_targets_request *request, const void *first, size_t count, size_t size,
                       struct audit_targets_chosen *chosen)
{
	const char *own = *(const char *const *)first;

	snprintf(chosen->known + strlen(chosen->known), sizeof(chosen->known) - strlen(chosen->known), " %s", own);
	if (request->mechanism && strcmp(request->mechanism, own) != 0)
		return;
	for (size_t i = 0; i < count && chosen->count < AUDIT_TARGETS_MOST; i++)
		chosen->target[chosen->count++] = (const char *)first + i * size;
}

enum dpmf_status audit_targets_check(const struct audit_targets_request *request,
                                     const struct audit_targets_chosen *chosen, struct dpmf_error *error)
{
	if (chosen->count > 0)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "there is no mechanism \"%s\"; there is:%s", request->mechanism, chosen->known);
}
