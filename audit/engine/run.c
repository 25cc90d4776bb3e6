/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/could.h"
#include "audit/engine/describe.h"
#include "audit/engine/learn.h"
#include "audit/engine/parts.h"
#include "audit/engine/runs.h"
#include "audit/engine/trials.h"

enum { DIMS_MOST = 64 };

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void tell_guesses(const struct audit_settings *settings, const struct audit_event *event, const struct audit_runs *held,
                         const double *const score[2])
{
	for (int world = 0; world < 2; world++) {
		if (!settings->guess[world])
			continue;
		memset(settings->guess[world], AUDIT_NO_RUN, held->first[world]);
		for (size_t i = 0; i < held->count[world]; i++)
			settings->guess[world][held->first[world] + i] = (signed char)audit_event_guess(event, score[world][i]);
	}
}

static enum dpmf_status conclude(const struct audit_parts *parts, struct audit_result *result, struct dpmf_error *error)
{
	const struct audit_case *one = result->one;
	struct audit_bound bound;
	const enum dpmf_status status = audit_bound_of(&result->counts, result->curve, one->delta, result->confidence, &bound, error);

	if (status != DPMF_OK)
		return status;
	result->epsilon_lower = bound.epsilon;
	result->mu_lower = bound.mu;
	result->finding = audit_find(bound.epsilon, one->epsilon);
	result->could_epsilon = audit_could_epsilon(&result->counts, one->epsilon, one->delta, 1 - result->confidence);
	result->could_share = audit_could_share(parts->learn, parts->expected, one->epsilon, one->delta, 1 - result->confidence);
	return DPMF_OK;
}

/* On the runs that nothing has been learned from. */
static enum dpmf_status measure(const struct audit_runs *held, const struct audit_settings *settings, const struct audit_parts *parts,
                                const struct audit_learned *learned, struct audit_result *result, struct dpmf_error *error)
{
	double *scores = malloc((held->count[0] + held->count[1]) * sizeof(double));
	double *const score[2] = { scores, scores + held->count[0] };

	if (!scores)
		return dpmf_fail(error, DPMF_FAILED, "case %s: no memory for %zu scores: use fewer --trials", held->one->id, held->count[0] + held->count[1]);
	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < held->count[world]; i++)
			score[world][i] = audit_learned_score(held->one, held->instance, learned, audit_runs_at(held, world, i));
	result->event = learned->choice.event;
	result->counts = audit_event_count(&result->event, (const double *const[2]){ score[0], score[1] }, held->count, parts->lost);
	tell_guesses(settings, &result->event, held, (const double *const[2]){ score[0], score[1] });
	audit_describe(held, learned, result);
	for (int world = 0; world < 2; world++)
		qsort(score[world], held->count[world], sizeof(double), ascending);
	result->band = learned->band;
	audit_band_count((const double *const[2]){ score[0], score[1] }, held->count, &result->band);
	audit_picture_draw(held, score, &result->picture);
	free(scores);
	return conclude(parts, result, error);
}

static enum dpmf_status judge(const struct audit_runs *runs, const struct audit_settings *settings, struct audit_result *result, struct dpmf_error *error)
{
	const struct audit_case *one = runs->one;
	const size_t trials = runs->count[0];
	struct dpmf_key root, audit, key, coins;
	struct audit_learned learned = { .score = NULL };

	dpmf_key_from_seed(result->seed, &root);
	dpmf_key_derive(&root, "audit", &audit);
	dpmf_key_derive(&audit, one->id, &key);
	dpmf_key_derive(&key, "coins", &coins);
	const struct audit_parts parts = audit_parts_divide(trials, one->delta > 0 && result->curve == AUDIT_DP, &coins);
	const struct audit_aim aim = { result->curve, one->delta, 1 - result->confidence, parts.expected, .luck = 2 };
	struct audit_runs held = *runs;
	enum dpmf_status status = audit_learn(one, runs->instance, runs->seen, parts.learn, &aim, &learned, error);

	for (int world = 0; world < 2; world++) {
		held.count[world] = parts.held[world];
		held.first[world] = trials - parts.held[world];
	}
	if (status == DPMF_OK)
		status = measure(&held, settings, &parts, &learned, result, error);
	audit_score_free(learned.score);
	return status;
}

static enum dpmf_status check(const struct audit_case *one, uint64_t trials, double confidence, struct dpmf_error *error)
{
	if (trials < AUDIT_TRIALS_LEAST || trials > UINT64_C(1000000000))
		return dpmf_fail(error, DPMF_INPUT, "%llu trials: give %d to 1000000000",
		                 (unsigned long long)trials, AUDIT_TRIALS_LEAST);
	if (!(confidence > 0 && confidence < 1))
		return dpmf_fail(error, DPMF_INPUT, "confidence %g: give a number between 0 and 1", confidence);
	if (one->dims == 0 || one->dims > DIMS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "case %s sees %zu numbers: 1 to %d are possible", one->id, one->dims, DIMS_MOST);
	return DPMF_OK;
}

enum dpmf_status audit_judge(const struct audit_case *one, const void *instance, const struct audit_settings *settings,
                             const double *const seen[2], size_t trials, struct audit_result *result, struct dpmf_error *error)
{
	struct audit_result found = {
		.one = one, .trials = trials, .seed = settings->seed, .confidence = settings->confidence, .curve = settings->curve,
	};
	enum dpmf_status status = check(one, trials, settings->confidence, error);

	if (status == DPMF_OK)
		status = judge(&(struct audit_runs){ one, instance, { seen[0], seen[1] }, { 0, 0 }, { trials, trials } }, settings, &found, error);
	if (status == DPMF_OK)
		*result = found;
	return status;
}

static enum dpmf_status run_in(const struct audit_case *one, const void *instance, const struct audit_settings *settings,
                               size_t trials, struct audit_result *result, struct dpmf_error *error)
{
	double *numbers = malloc(2 * trials * one->dims * sizeof(double)), *seen[2] = { numbers, numbers + trials * one->dims };

	if (!numbers)
		return dpmf_fail(error, DPMF_FAILED, "case %s: no memory for %zu runs: use fewer --trials", one->id, trials);
	const struct audit_trials what = { settings->seed, trials, settings->jobs, settings->done, settings->stop };
	enum dpmf_status status = audit_trials_run(one, instance, &what, seen, error);

	if (status == DPMF_OK)
		status = audit_judge(one, instance, settings, (const double *const[2]){ seen[0], seen[1] }, trials, result, error);
	free(numbers);
	return status;
}

enum dpmf_status audit_run(const struct audit_case *one, const struct audit_settings *settings,
                           struct audit_result *result, struct dpmf_error *error)
{
	const uint64_t trials = settings->trials ? settings->trials : one->trials;
	void *instance = NULL;
	enum dpmf_status status = check(one, trials, settings->confidence, error);

	if (status == DPMF_OK && one->setup)
		status = one->setup(one, &instance, error);
	if (status != DPMF_OK)
		return status;
	status = run_in(one, instance, settings, (size_t)trials, result, error);
	if (one->teardown)
		one->teardown(instance);
	return status;
}
