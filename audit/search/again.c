/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/search/again.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "audit/report/report.h"
#include "audit/search/report.h"
#include "audit/exec/shell.h"
#include "tool/wrap.h"

enum { INDENT = 15 };

/* What the verdict is worth. */
static void print_worth(const struct witness *w, const struct hunt_audit *audit, bool repeats, bool given)
{
	const double found = floor(w->found * 1e4) / 1e4;
	char text[600];

	if (repeats)
		snprintf(text, sizeof(text), "this is the seed of the search, which found %.4f: %s has the confidence of the search and is no new evidence. "
		         "Another --seed makes it a test of its own", found, given ? "where CMD is the program that was searched, it" : "a repetition");
	else
		snprintf(text, sizeof(text), "a test of its own, at %.6g %% confidence, unless this seed was chosen among several. The search found %.4f", 100 * audit->confidence,
		         found);
	tool_wrap(stdout, "how sure", INDENT, text);
}

static enum dpmf_status run(const struct again_request *r, const struct witness *w, char *const *command, struct hunt_audit *audit, struct dpmf_error *error)
{
	const bool repeats = !r->seeded || r->seed == w->seed; /* with other --trials, too: their first runs are the same */
	const struct hunt_setting setting = {
		.command = command, .space = &w->space, .epsilon = w->epsilon, .delta = w->delta, .confidence = w->confidence,
		.trials = r->trials ? r->trials : w->trials, .seed = r->seeded ? r->seed : w->seed, .timeout = (unsigned)r->timeout,
	};
	const double confidence = repeats ? w->by_itself : r->confidence > 0 ? r->confidence : w->confidence;
	char refused[DOOR_WHY], name[SHELL_NAME], line[1600];
	struct door *door = NULL;

	if (repeats && r->confidence > 0)
		return dpmf_fail(error, DPMF_INPUT, "--confidence is of a test of its own: give another --seed than that of the witness");
	enum dpmf_status status = door_open(command, setting.timeout, NULL, &door, error);

	if (status != DPMF_OK)
		return status;
	status = hunt_judge(door, &setting, w->data, setting.seed, confidence, audit, refused, error);
	door_close(door);
	if (status != DPMF_OK)
		return status;
	if (*refused)
		return dpmf_fail(error, DPMF_INPUT, "the target refused a data set of the witness: %s", refused);
	if (audit->silent)
		return dpmf_fail(error, DPMF_INPUT, "nothing varied: the target gave one and the same answer on both data sets, always");
	shell_words(command, name, sizeof(name));
	audit->result.confidence = repeats ? w->confidence : confidence;
	if (r->json) {
		snprintf(line, sizeof(line), "dpmf-audit replay %.1500s", r->path);
		audit->result.again = line;
		return audit_print_json(stdout, &audit->result, 1, error);
	}
	search_print_audit(stdout, name, audit, audit->result.confidence);
	search_print_data(stdout, &w->space, w->data);
	print_worth(w, audit, repeats, r->command != NULL);
	return DPMF_OK;
}

enum dpmf_status again(const struct again_request *r, struct dpmf_error *error)
{
	struct hunt_audit *audit = calloc(1, sizeof(*audit));
	struct witness w = { .document = NULL };
	char name[SHELL_NAME];
	enum dpmf_status status = audit ? witness_open(r->path, &w, error) : dpmf_fail(error, DPMF_FAILED, "no memory for a witness");
	char *const *command = r->command ? r->command : w.command;

	if (status == DPMF_OK && !command)
		status = dpmf_fail(error, DPMF_INPUT, "%s: its \"command\" is no list of words: give the command behind --", r->path);
	if (status == DPMF_OK && !r->command) {
		shell_words(command, name, sizeof(name));
		fprintf(stderr, "dpmf-audit replay: runs the command of the witness: %s\n", name);
	}
	if (status == DPMF_OK)
		status = run(r, &w, command, audit, error);
	if (status == DPMF_OK && audit->result.finding == AUDIT_VIOLATED)
		status = DPMF_NO;
	if (audit)
		hunt_audit_free(audit);
	free(audit);
	witness_close(&w);
	return status;
}
