/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pair of neighbours, as exec would audit it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/judging.h"
#include "audit/search/hunt.h"

static const char *word_of_target(const void *instance, uint32_t number)
{
	const struct door_answers *answers = instance;

	return number < answers->dictionary.count ? answers->dictionary.word[number] : NULL;
}

/* Request by request, so that clumps are seen. */
static enum dpmf_status take_all(struct audit_judging *judging, const struct door_answers *answers, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (int world = 0; world < 2; world++)
		for (size_t i = 0, from = 0; i < answers->honesty[world].requests && status == DPMF_OK; from = answers->end[world][i++])
			status = audit_judging_take(judging, world, answers->seen[world] + from * answers->dims, answers->end[world][i] - from, error);
	return status;
}

static enum dpmf_status judge(const struct hunt_setting *setting, struct hunt_audit *audit, struct dpmf_error *error)
{
	struct clumps (*clumps)[2][2] = calloc(AUDIT_EVENTS, sizeof(*clumps));
	const struct audit_settings settings = {
		.trials = setting->trials, .confidence = audit->confidence, .seed = audit->seed, .jobs = 1, .watch = clumps_watch, .watcher = clumps,
	};
	struct audit_judging *judging = NULL;
	enum dpmf_status status = honesty_of_answers(audit->answers.honesty, audit->answers.dims, error);

	if (!clumps)
		status = dpmf_fail(error, DPMF_FAILED, "no memory for judging %llu runs: use fewer --trials", (unsigned long long)setting->trials);
	if (status == DPMF_OK)
		status = audit_judging_open(&audit->one, &audit->answers, &settings, (size_t)setting->trials, &judging, error);
	if (status == DPMF_OK)
		status = take_all(judging, &audit->answers, error);
	if (status == DPMF_OK)
		status = audit_judging_end(judging, &audit->result, error);
	if (status == DPMF_OK)
		status = honesty_of_event(clumps[audit->result.which], error);
	audit_judging_close(judging);
	free(clumps);
	return status;
}

enum dpmf_status hunt_judge(struct door *door, const struct hunt_setting *setting, json_t *const data[2], uint64_t seed, double confidence,
                            struct hunt_audit *audit, char refused[DOOR_WHY], struct dpmf_error *error)
{
	enum dpmf_status status;

	audit->answers = (struct door_answers){ 0 };
	audit->seed = seed;
	audit->confidence = confidence;
	audit->one = (struct audit_case){
		.id = "search/target/output/given", .claim = "given", .why = "a program of the user's own", .epsilon = setting->epsilon,
		.delta = setting->delta, .exact = NAN, .expected = AUDIT_CONSISTENT, .word = word_of_target,
	};
	status = door_ask(door, data, setting->trials, seed, &audit->answers, refused, error);
	if (status != DPMF_OK || *refused)
		return status;
	audit->one.dims = audit->answers.dims;
	audit->silent = !door_varied(&audit->answers);
	audit->result = (struct audit_result){ .one = &audit->one, .finding = AUDIT_CONSISTENT };
	if (!audit->silent)
		status = judge(setting, audit, error);
	door_forget_runs(&audit->answers);
	if (status != DPMF_OK)
		hunt_audit_free(audit);
	return status;
}

void hunt_audit_free(struct hunt_audit *audit)
{
	door_answers_free(&audit->answers);
}
