/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pair of neighbours, as exec would audit it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/exec/honesty.h"
#include "audit/search/hunt.h"

static const char *word_of_target(const void *instance, uint32_t number)
{
	const struct exec_answers *answers = instance;

	return number < answers->dictionary.count ? answers->dictionary.word[number] : NULL;
}

static bool nothing_varies(const struct exec_answers *answers, uint64_t trials)
{
	for (int world = 0; world < 2; world++)
		for (uint64_t i = 0; i < trials; i++)
			if (memcmp(answers->seen[world] + i * answers->dims, answers->seen[0], answers->dims * sizeof(double)) != 0)
				return false;
	return true;
}

static enum dpmf_status judge(const struct hunt_setting *setting, struct hunt_audit *audit, struct dpmf_error *error)
{
	const uint64_t trials = setting->trials;
	signed char *guess = malloc(2 * trials);
	const struct audit_settings settings = {
		.trials = trials, .confidence = audit->confidence, .seed = audit->seed, .jobs = 1, .guess = { guess, guess ? guess + trials : NULL },
	};
	enum dpmf_status status = honesty_of_answers(&audit->answers, trials, error);

	if (!guess)
		status = dpmf_fail(error, DPMF_FAILED, "no memory for %llu runs: use fewer --trials", (unsigned long long)trials);
	if (status == DPMF_OK)
		status = audit_judge(&audit->one, &audit->answers, &settings, (const double *const[2]){ audit->answers.seen[0], audit->answers.seen[1] },
		                     (size_t)trials, &audit->result, error);
	if (status == DPMF_OK)
		status = honesty_of_event(&audit->answers, trials, (const signed char *const[2]){ guess, guess + trials }, error);
	free(guess);
	return status;
}

static void forget_runs(struct exec_answers *answers)
{
	for (int world = 0; world < 2; world++) {
		free(answers->seen[world]);
		free(answers->request[world]);
		answers->seen[world] = NULL;
		answers->request[world] = NULL;
	}
}

enum dpmf_status hunt_judge(struct door *door, const struct hunt_setting *setting, json_t *const data[2], uint64_t seed, double confidence,
                            struct hunt_audit *audit, char refused[DOOR_WHY], struct dpmf_error *error)
{
	enum dpmf_status status;

	audit->answers = (struct exec_answers){ 0 };
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
	audit->silent = nothing_varies(&audit->answers, setting->trials);
	audit->result = (struct audit_result){ .one = &audit->one, .finding = AUDIT_CONSISTENT };
	if (!audit->silent)
		status = judge(setting, audit, error);
	forget_runs(&audit->answers);
	if (status != DPMF_OK)
		hunt_audit_free(audit);
	return status;
}

void hunt_audit_free(struct hunt_audit *audit)
{
	exec_answers_free(&audit->answers);
}
