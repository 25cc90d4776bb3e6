/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/run.h"

#include <stdlib.h>

#include "audit/engine/judging.h"
#include "audit/engine/trials.h"

/* Numbers of a world that are made at once; runs of 256 have a stream. */
enum { NUMBERS = 1 << 19, ALIGNED = 256 };

static size_t runs_at_once(const struct audit_case *one, size_t trials)
{
	const size_t most = (NUMBERS / one->dims / ALIGNED + 1) * ALIGNED;

	return most < trials ? most : trials;
}

enum dpmf_status audit_judge(const struct audit_case *one, const void *instance, const struct audit_settings *settings,
                             const double *const seen[2], size_t trials, struct audit_result *result, struct dpmf_error *error)
{
	struct audit_judging *judging = NULL;
	enum dpmf_status status = audit_judging_open(one, instance, settings, trials, &judging, error);

	for (size_t from = 0, count; from < trials && status == DPMF_OK; from += count) {
		count = runs_at_once(one, trials - from);
		for (int world = 0; world < 2 && status == DPMF_OK; world++)
			status = audit_judging_take(judging, world, seen[world] + from * one->dims, count, error);
	}
	if (status == DPMF_OK)
		status = audit_judging_end(judging, result, error);
	audit_judging_close(judging);
	return status;
}

static enum dpmf_status make_runs(const struct audit_case *one, const void *instance, const struct audit_settings *settings,
                                  size_t trials, struct audit_judging *judging, struct dpmf_error *error)
{
	const size_t most = runs_at_once(one, trials);
	double *numbers = malloc(2 * most * one->dims * sizeof(double)), *seen[2] = { numbers, numbers + most * one->dims };
	enum dpmf_status status = DPMF_OK;

	if (!numbers)
		return dpmf_fail(error, DPMF_FAILED, "case %s: no memory for %zu runs: use fewer --trials", one->id, most);
	for (size_t from = 0, count; from < trials && status == DPMF_OK; from += count) {
		count = trials - from < most ? trials - from : most;
		const struct audit_trials what = { settings->seed, from, count, settings->jobs, settings->done, settings->stop };

		status = audit_trials_run(one, instance, &what, seen, error);
		for (int world = 0; world < 2 && status == DPMF_OK; world++)
			status = audit_judging_take(judging, world, seen[world], count, error);
	}
	free(numbers);
	return status;
}

static enum dpmf_status run_in(const struct audit_case *one, const void *instance, const struct audit_settings *settings,
                               size_t trials, struct audit_result *result, struct dpmf_error *error)
{
	struct audit_judging *judging = NULL;
	enum dpmf_status status = audit_judging_open(one, instance, settings, trials, &judging, error);

	if (status == DPMF_OK)
		status = make_runs(one, instance, settings, trials, judging, error);
	if (status == DPMF_OK)
		status = audit_judging_end(judging, result, error);
	audit_judging_close(judging);
	return status;
}

enum dpmf_status audit_run(const struct audit_case *one, const struct audit_settings *settings,
                           struct audit_result *result, struct dpmf_error *error)
{
	const uint64_t trials = settings->trials ? settings->trials : one->trials;
	void *instance = NULL;
	enum dpmf_status status = one->setup ? one->setup(one, &instance, error) : DPMF_OK;

	if (status != DPMF_OK)
		return status;
	status = run_in(one, instance, settings, (size_t)trials, result, error);
	if (one->teardown)
		one->teardown(instance);
	return status;
}
